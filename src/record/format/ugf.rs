//! UGF and UGI, the records of the Pandanet server.
//!
//! Parts named in brackets: `[Header]` with `Key=value` lines, `[Data]` with lines such as
//! `QD,B1,1,13`: column and row as letters, colour, number of the move, seconds.

use super::{Format, Parsed, ParsedGame, foreign_root, lines};
use crate::board::{Color, MAX_SIZE, MIN_SIZE, Move, Point};
use crate::record::ident::{Ident, known};
use crate::record::properties::Properties;
use crate::record::value::Value;
use crate::record::warning::{Problem, excerpt};
use encoding_rs::{Encoding, SHIFT_JIS};

/// The formats of Pandanet.
pub struct Ugf;

impl Format for Ugf {
    fn name(&self) -> &'static str {
        "UGF"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["ugf", "ugi"]
    }

    fn recognises(&self, head: &[u8]) -> bool {
        head.split(|&byte| byte == b'\n').any(|line| {
            let line = line.trim_ascii();
            // Behind a byte order mark, too.
            line.ends_with(b"[Header]") && line.len() <= b"[Header]".len() + 3
        })
    }

    fn declared_encoding<'a>(&self, head: &'a [u8]) -> Option<&'a str> {
        let line = head.split(|&byte| byte == b'\n').find_map(|line| line.trim_ascii().strip_prefix(b"Lang="))?;
        std::str::from_utf8(line).ok().filter(|label| super::super::encoding_for_label(label).is_some())
    }

    fn usual_encoding(&self) -> Option<&'static Encoding> {
        Some(SHIFT_JIS)
    }

    fn read(&self, text: &str) -> Parsed {
        let mut reader =
            Reader { root: foreign_root(19), size: 19, from_top: true, handicap: Vec::new(), moves: Vec::new() };
        let mut parsed = Parsed::default();
        let (mut part, mut found) = ("", false);
        for (at, line) in lines(text) {
            let line = line.trim().trim_start_matches('\u{feff}');
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                part = name;
                found |= matches!(name, "Header" | "Data");
                if !matches!(name, "Header" | "Data" | "Files" | "Remote") {
                    parsed.problems.add(at, Problem::Part(excerpt(name)));
                }
            } else if !line.is_empty() {
                match part {
                    "Header" => reader.header(line),
                    "Data" if !reader.data(at, line) => parsed.problems.add(at, Problem::Line(excerpt(line))),
                    _ => {}
                }
            }
        }
        if found {
            parsed.games.push(reader.finish());
        }
        parsed
    }
}

struct Reader {
    root: Properties,
    size: u8,
    /// Rows count from the top, except where `CoordinateType=IGS` turns them round.
    from_top: bool,
    handicap: Vec<Point>,
    moves: Vec<(usize, Color, Move)>,
}

impl Reader {
    fn header(&mut self, line: &str) {
        let Some((key, value)) = line.split_once('=') else { return };
        let mut parts = value.split(',').map(str::trim);
        let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let text = |name: Ident, value: &str| self.root.with_text(name, value);
        self.root = match key.trim() {
            "PlayerB" => text(known::PB, first).with_text(known::BR, second),
            "PlayerW" => text(known::PW, first).with_text(known::WR, second),
            "Title" => text(known::EV, value.trim()),
            "Place" => text(known::PC, value.trim()),
            "Rule" | "Rules" => text(known::RU, value.trim()),
            "Date" => text(known::DT, &first.replace('/', "-")),
            "Copyright" => text(known::CP, value.trim()),
            "Commentator" | "Writer" => text(known::AN, value.trim()),
            "Hdcp" => {
                let handicap = first.parse::<u32>().ok().filter(|&stones| stones > 0);
                let root =
                    handicap.map_or(self.root.clone(), |stones| self.root.with(known::HA, &[Value::number(stones)]));
                root.with_text(known::KM, second)
            }
            "Winner" => {
                let winner = first.chars().next().unwrap_or('?').to_ascii_uppercase();
                match winner {
                    'B' | 'W' => text(known::RE, &format!("{winner}+{}", margin(second))),
                    'D' => text(known::RE, "0"),
                    _ => return,
                }
            }
            "Size" => {
                if let Some(size) = first.parse().ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size)) {
                    self.size = size;
                }
                return;
            }
            "CoordinateType" => {
                self.from_top = !first.eq_ignore_ascii_case("IGS");
                return;
            }
            _ => return,
        };
    }

    /// Reads a move; whether it was one.
    fn data(&mut self, at: usize, line: &str) -> bool {
        let mut parts = line.split(',').map(str::trim);
        let &[x, y] = parts.next().unwrap_or_default().as_bytes() else { return false };
        let color = match parts.next().and_then(|part| part.bytes().next()) {
            Some(b'B' | b'b') => Color::Black,
            Some(b'W' | b'w') => Color::White,
            _ => return false,
        };
        if !x.is_ascii_alphabetic() || !y.is_ascii_alphabetic() {
            return false;
        }
        let (x, y) = (x.to_ascii_uppercase() - b'A', y.to_ascii_uppercase() - b'A');
        // `YA` is a pass, and so is whatever else lies outside.
        let on_board = x < self.size && y < self.size;
        let mv = if on_board {
            Move::Play(Point::new(x, if self.from_top { y } else { self.size - 1 - y }))
        } else {
            Move::Pass
        };
        match mv {
            // Black's stones with the number 0 before any move are the handicap.
            Move::Play(point) if color == Color::Black && parts.next() == Some("0") && self.moves.is_empty() => {
                self.handicap.push(point);
            }
            _ => self.moves.push((at, color, mv)),
        }
        true
    }

    fn finish(self) -> ParsedGame {
        let stones: Vec<Value> = self.handicap.into_iter().map(Value::point).collect();
        let root = self.root.with(known::SZ, &[Value::number(self.size)]).with(known::AB, &stones);
        ParsedGame::line(root, self.moves)
    }
}

/// `C` is by resignation, `T` by time, else points.
fn margin(text: &str) -> &str {
    match text {
        "C" | "c" => "R",
        "T" | "t" => "T",
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Color;
    use crate::record::{ReadOptions, read_bytes};
    use encoding_rs::SHIFT_JIS;

    const SAMPLE: &str = "[Files]\r\nMainBranch=0\r\n[Header]\r\nTitle=本因坊戦 第1局\r\nSize=19\r\nHdcp=2,0.5\r\nLang=SJIS\r\n\
        CoordinateType=IGS\r\nPlayerB=井山裕太,9d\r\nPlayerW=表,5d\r\nDate=2014/01/05,2014/01/06\r\nWinner=W,C\r\n\
        [Data]\r\nPP,B1,0,0\r\nDD,B1,0,0\r\nQD,W1,1,13\r\nYA,B1,2,4\r\nnonsense\r\n[ReviewNode]\r\nx,y\r\n";

    #[test]
    fn a_pandanet_record_is_read_with_handicap_rows_from_below_and_passes() {
        let loaded = read_bytes(&SHIFT_JIS.encode(SAMPLE).0, &ReadOptions::default()).unwrap();
        assert_eq!((loaded.format, loaded.encoding), ("UGF", "Shift_JIS"));
        let tree = loaded.collection[0].tree();
        assert_eq!(
            tree.properties(tree.root()).as_str(),
            "GM[1]FF[4]SZ[19]EV[本因坊戦 第1局]HA[2]KM[0.5]PB[井山裕太]BR[9d]PW[表]WR[5d]DT[2014-01-05]RE[W+R]AB[pd][dp]"
        );
        let moves: Vec<_> = tree.main_line().filter_map(|node| tree.properties(node).move_text()).collect();
        assert_eq!(moves, [(Color::White, "qp"), (Color::Black, "")]);
        let warnings: Vec<String> = loaded.warnings.list().iter().map(ToString::to_string).collect();
        assert!(warnings[0].starts_with("18:1: the line `nonsense`"), "{warnings:?}");
        assert!(warnings[1].contains("the part `ReviewNode` of the file is not read"), "{warnings:?}");
    }

    #[test]
    fn rows_count_from_the_top_elsewhere() {
        let text = "\u{feff}[Header]\nSize=9\n[Data]\nCD,B1,1,1\n";
        let loaded = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
        let tree = loaded.collection[0].tree();
        assert_eq!(tree.properties(tree.line_end(tree.root())).as_str(), "B[cd]");
    }
}
