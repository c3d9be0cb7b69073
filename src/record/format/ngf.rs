//! NGF, the records of the wBaduk server.
//!
//! Twelve lines by position (size, players, handicap, komi, date, result), then lines such as
//! `PMABBQDQD`: `PM`, two letters of a number, the colour, column and row with `B` as the first.

use super::{Format, Parsed, ParsedGame, foreign_root, lines, with_handicap};
use crate::board::{Color, MAX_SIZE, MIN_SIZE, Move, Point};
use crate::record::ident::{Ident, known};
use crate::record::info::read_number;
use crate::record::properties::Properties;
use crate::record::value::Value;
use crate::record::warning::{Problem, excerpt};
use encoding_rs::{EUC_KR, Encoding};

/// The format of wBaduk.
pub struct Ngf;

impl Format for Ngf {
    fn name(&self) -> &'static str {
        "NGF"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["ngf"]
    }

    fn recognises(&self, head: &[u8]) -> bool {
        let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let is_size = |line: &[u8]| std::str::from_utf8(line).is_ok_and(|text| size(text).is_some());
        lines.nth(1).is_some_and(is_size) && lines.any(|line| play(line).is_some())
    }

    fn usual_encoding(&self) -> Option<&'static Encoding> {
        Some(EUC_KR)
    }

    fn read(&self, text: &str) -> Parsed {
        let mut parsed = Parsed::default();
        let head: Vec<&str> = lines(text).take(12).map(|(_, line)| line.trim()).collect();
        let Some(size) = head.get(1).and_then(|line| size(line)) else { return parsed };
        let field = |at: usize| head.get(at).copied().unwrap_or_default();
        let handicap = read_number(field(5)).unwrap_or(0.0) as usize;
        let mut root = foreign_root(size).with_text(known::EV, field(0));
        root = player(root, known::PW, known::WR, field(2));
        root = player(root, known::PB, known::BR, field(3));
        root = root.with_text(known::PC, field(4));
        root = with_handicap(root, handicap, size);
        if let Some(komi) = read_number(field(7)).filter(|_| play(field(7).as_bytes()).is_none()) {
            // The server writes whole points and adds half a point to even games.
            let half = if handicap == 0 && komi.fract() == 0.0 { 0.5 } else { 0.0 };
            root = root.with(known::KM, &[Value::number(komi + half)]);
        }
        if let Some((year, month, day)) = date(field(8)) {
            root = root.with_text(known::DT, &format!("{year}-{month}-{day}"));
        }
        if let Some(result) = result(field(10)) {
            root = root.with_text(known::RE, &result);
        }
        let mut moves = Vec::new();
        for (at, line) in lines(text) {
            let Some((color, x, y)) = play(line.trim().as_bytes()) else { continue };
            let on_board = x < size && y < size;
            // The letter before the first line stands for a pass.
            if !on_board && (x, y) != (u8::MAX, u8::MAX) {
                parsed.problems.add(at, Problem::Line(excerpt(line)));
                continue;
            }
            moves.push((at, color, if on_board { Move::Play(Point::new(x, y)) } else { Move::Pass }));
        }
        parsed.games.push(ParsedGame::line(root, moves));
        parsed
    }
}

fn size(line: &str) -> Option<u8> {
    line.trim().parse().ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size))
}

/// The colour, column and row of a line with a move, from 0; 255 for the letter before the first.
fn play(line: &[u8]) -> Option<(Color, u8, u8)> {
    let &[b'P', b'M', _, _, color, x, y, ..] = line else { return None };
    let color = match color {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return None,
    };
    (x.is_ascii_uppercase() && y.is_ascii_uppercase()).then(|| (color, x.wrapping_sub(b'B'), y.wrapping_sub(b'B')))
}

/// A name and, as the last word, a rank such as `5D` or `9DP`.
fn player(root: Properties, name: Ident, rank: Ident, line: &str) -> Properties {
    match line.rsplit_once(' ') {
        Some((player, level)) if level.starts_with(|c: char| c.is_ascii_digit()) => {
            let level = level.replace("DP", "p").replace('D', "d").replace('K', "k");
            root.with_text(name, player.trim()).with_text(rank, &level)
        }
        _ => root.with_text(name, line),
    }
}

/// `20140105 …`
fn date(line: &str) -> Option<(&str, &str, &str)> {
    let digits = line.get(..8)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| (&digits[..4], &digits[4..6], &digits[6..]))
}

/// A sentence such as `White wins by resignation`.
fn result(line: &str) -> Option<String> {
    let says = |text: &str| line.contains(text);
    let winner = if says("hite win") || says("lack lose") {
        'W'
    } else if says("lack win") || says("hite lose") {
        'B'
    } else {
        return None;
    };
    let margin = if says("resign") {
        "R".to_owned()
    } else if says("time") {
        "T".to_owned()
    } else {
        let number = line.split([' ', '!']).filter_map(|word| word.parse::<f32>().ok()).next_back();
        number.map(|number| number.to_string()).unwrap_or_default()
    };
    Some(format!("{winner}+{margin}"))
}

#[cfg(test)]
mod tests {
    use crate::board::Color;
    use crate::record::{ReadOptions, read_bytes};
    use encoding_rs::EUC_KR;

    #[test]
    fn a_wbaduk_record_is_read_with_players_result_and_passes() {
        let text = "친선대국\r\n19\r\n백선수      5D\r\n흑선수      9DP\r\nwww.cyberoro.com\r\n0\r\n0\r\n6\r\n20140105 [20:28]\r\n10\r\n\
                    White wins by resignation!\r\n4\r\nPMABBQQQQ\r\nPMACWEQEQ\r\nPMADBAAAA\r\nPMAEWZBZB\r\n";
        let loaded = read_bytes(&EUC_KR.encode(text).0, &ReadOptions::default()).unwrap();
        assert_eq!((loaded.format, loaded.encoding), ("NGF", "EUC-KR"));
        let tree = loaded.collection[0].tree();
        assert_eq!(
            tree.properties(tree.root()).as_str(),
            "GM[1]FF[4]SZ[19]EV[친선대국]PW[백선수]WR[5d]PB[흑선수]BR[9p]PC[www.cyberoro.com]KM[6.5]DT[2014-01-05]RE[W+R]"
        );
        let moves: Vec<_> = tree.main_line().filter_map(|node| tree.properties(node).move_text()).collect();
        assert_eq!(moves, [(Color::Black, "pp"), (Color::White, "dp"), (Color::Black, "")]);
        assert!(
            loaded.warnings.list()[0].to_string().starts_with("16:1: the line `PMAEWZBZB`"),
            "{:?}",
            loaded.warnings
        );
    }

    #[test]
    fn results_are_sentences() {
        for (line, result) in [
            ("White wins by resignation!", Some("W+R")),
            ("Black wins by 3.5 points!", Some("B+3.5")),
            ("Black loses on time", Some("W+T")),
            ("unfinished", None),
        ] {
            assert_eq!(super::result(line).as_deref(), result, "{line}");
        }
    }
}
