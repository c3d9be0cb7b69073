//! GIB, the records of the Tygem server.
//!
//! A head of `\[NAME=value\]` between `\HS` and `\HE`, then between `\GS` and `\GE` lines such as
//! `INI 0 1 handicap …`, `STO 0 number colour x y` and `SKI 0 number` (a pass).

use super::{Format, Parsed, ParsedGame, foreign_root, lines, with_handicap};
use crate::board::{Color, Move, Point};
use crate::record::ident::{Ident, known};
use crate::record::properties::Properties;
use crate::record::value::Value;
use crate::record::warning::{Problem, excerpt};
use encoding_rs::{EUC_KR, Encoding};

/// The format of Tygem.
pub struct Gib;

const SIZE: u8 = 19;

impl Format for Gib {
    fn name(&self) -> &'static str {
        "GIB"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["gib"]
    }

    fn recognises(&self, head: &[u8]) -> bool {
        let starts = |mark: &[u8]| head.trim_ascii_start().starts_with(mark);
        starts(b"\\HS") || starts(b"\\[") || head.windows(11).any(|w| w == b"\\[GAMEBLACK")
    }

    fn usual_encoding(&self) -> Option<&'static Encoding> {
        Some(EUC_KR)
    }

    fn read(&self, text: &str) -> Parsed {
        let mut parsed = Parsed::default();
        let mut root = foreign_root(SIZE);
        let mut moves = Vec::new();
        for (at, line) in lines(text) {
            let line = line.trim();
            if let Some(field) = line.strip_prefix("\\[") {
                root = header(root, field.trim_end_matches("\\]"));
                continue;
            }
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let number = |at: usize| words.get(at).and_then(|word| word.parse::<u32>().ok());
            match words.first().copied() {
                Some("INI") => root = with_handicap(root, number(3).unwrap_or(0) as usize, SIZE),
                Some("STO") => match (color(number(3)), number(4).zip(number(5))) {
                    (Some(color), Some((x, y))) if x < u32::from(SIZE) && y < u32::from(SIZE) => {
                        moves.push((at, color, Move::Play(Point::new(x as u8, y as u8))));
                    }
                    _ => parsed.problems.add(at, Problem::Line(excerpt(line))),
                },
                Some("SKI") => {
                    let next = moves.last().map_or(Color::Black, |&(_, color, _)| !color);
                    moves.push((at, color(number(3)).unwrap_or(next), Move::Pass));
                }
                _ => {}
            }
        }
        // Any text would be a game without moves otherwise.
        if moves.is_empty() && root.iter().count() <= 3 {
            return parsed;
        }
        parsed.games.push(ParsedGame::line(root, moves));
        parsed
    }
}

fn color(number: Option<u32>) -> Option<Color> {
    match number {
        Some(1) => Some(Color::Black),
        Some(2) => Some(Color::White),
        _ => None,
    }
}

/// A line of the head, `NAME=value`.
fn header(root: Properties, field: &str) -> Properties {
    let Some((name, value)) = field.split_once('=') else { return root };
    let value = value.trim();
    match name {
        "GAMEBLACKNAME" => player(root, known::PB, known::BR, value),
        "GAMEWHITENAME" => player(root, known::PW, known::WR, value),
        "GAMEDATE" => {
            let digits: Vec<&str> = value.split('-').map(str::trim).collect();
            match digits.get(..3) {
                Some([year, month, day]) => date(root, year, month, day),
                _ => root,
            }
        }
        "GAMENAME" => root.with_text(known::EV, value),
        "GAMEPLACE" => root.with_text(known::PC, value),
        "GAMECOMMENT" => root.with_text(known::GC, value),
        "GAMEINFOMAIN" => {
            let get = |key: &str| value.split(',').find_map(|part| part.trim().strip_prefix(key)?.parse::<u32>().ok());
            score(root, get("GONGJE:"), get("GRLT:"), get("ZIPSU:"))
        }
        "GAMETAG" => {
            let get = |key: char| value.split(',').find_map(|part| part.strip_prefix(key)?.parse::<u32>().ok());
            let root = score(root, get('G'), get('W'), get('Z'));
            let when: Option<Vec<&str>> =
                value.split(',').find_map(|part| part.strip_prefix('C')).map(|when| when.split(':').collect());
            match when.as_deref() {
                Some([year, month, day, ..]) => date(root, year, month, day),
                _ => root,
            }
        }
        _ => root,
    }
}

/// `name (rank)`.
fn player(root: Properties, name: Ident, rank: Ident, value: &str) -> Properties {
    match value.strip_suffix(')').and_then(|value| value.rsplit_once('(')) {
        Some((player, level)) => root.with_text(name, player.trim()).with_text(rank, level.trim()),
        None => root.with_text(name, value),
    }
}

fn date(root: Properties, year: &str, month: &str, day: &str) -> Properties {
    match (year.parse::<u16>(), month.parse::<u8>(), day.parse::<u8>()) {
        (Ok(year), Ok(month), Ok(day)) if !root.contains(known::DT) => {
            root.with_text(known::DT, &format!("{year:04}-{month:02}-{day:02}"))
        }
        _ => root,
    }
}

/// Komi and margin in tenths of points, and the kind of result.
fn score(mut root: Properties, komi: Option<u32>, result: Option<u32>, margin: Option<u32>) -> Properties {
    if let Some(komi) = komi.filter(|_| !root.contains(known::KM)) {
        root = root.with(known::KM, &[Value::number(f64::from(komi) / 10.0)]);
    }
    let points = |winner: &str| format!("{winner}+{}", f64::from(margin.unwrap_or(0)) / 10.0);
    let result = match result {
        Some(0) => points("B"),
        Some(1) => points("W"),
        Some(3) => "B+R".to_owned(),
        Some(4) => "W+R".to_owned(),
        Some(7) => "B+T".to_owned(),
        Some(8) => "W+T".to_owned(),
        _ => return root,
    };
    if root.contains(known::RE) { root } else { root.with_text(known::RE, &result) }
}

#[cfg(test)]
mod tests {
    use crate::board::Color;
    use crate::record::{Loaded, ReadOptions, known, read_bytes};
    use encoding_rs::EUC_KR;

    const SAMPLE: &str = "\\HS\r\n\\[GAMEBLACKNAME=이세돌 (9D)\\]\r\n\\[GAMEWHITENAME=구리 (9D)\\]\r\n\\[GAMENAME=10번기\\]\r\n\
        \\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GRLT:0,ZIPSU:115,GONGJE:65,TCNT:243\\]\r\n\
        \\[GAMETAG=S1,R3,D5,G65,W0,Z115,T30-3-1200,C2014:01:05:20:28\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\n243 0 &4\r\n\
        INI 0 1 3 &4\r\nSTO 0 2 2 15 15\r\nSKI 0 3\r\nSTO 0 4 2 99 3\r\n\\GE\r\n";

    fn load(bytes: &[u8]) -> Loaded {
        read_bytes(bytes, &ReadOptions::default()).unwrap()
    }

    #[test]
    fn a_tygem_record_is_read_with_players_result_handicap_and_passes() {
        let loaded = load(&EUC_KR.encode(SAMPLE).0);
        assert_eq!((loaded.format, loaded.encoding), ("GIB", "EUC-KR"));
        let tree = loaded.collection[0].tree();
        assert_eq!(
            tree.properties(tree.root()).as_str(),
            "GM[1]FF[4]SZ[19]PB[이세돌]BR[9D]PW[구리]WR[9D]EV[10번기]KM[6.5]RE[B+11.5]DT[2014-01-05]HA[3]AB[dp][pd][dd]"
        );
        let moves: Vec<_> = tree.main_line().filter_map(|node| tree.properties(node).move_text()).collect();
        assert_eq!(moves, [(Color::White, "pp"), (Color::Black, "")]);
        assert_eq!(loaded.warnings.list().len(), 1);
        assert!(
            loaded.warnings.list()[0].to_string().starts_with("14:1: the line `STO 0 4 2 99 3`"),
            "{:?}",
            loaded.warnings
        );
    }

    #[test]
    fn the_same_in_utf_8_and_a_resignation() {
        let loaded = load(SAMPLE.replace("GRLT:0", "GRLT:4").as_bytes());
        assert_eq!(loaded.encoding, "UTF-8");
        assert_eq!(loaded.collection[0].tree().info(known::RE).unwrap(), "W+R");
    }

    #[test]
    fn a_head_without_anything_known_is_no_game() {
        assert!(read_bytes(b"\\HS\nhello\n\\HE", &ReadOptions::default()).is_err());
    }
}
