//! Positions as the store keeps them: turned and mirrored into one orientation that stands for all
//! eight, so that other move orders and rotations meet in the same row.

use super::line::Situation;
use crate::board::{Board, Color, Move, Point, Symmetry};

/// A position in its stored orientation.
///
/// The orientation depends on the stones alone, not on any hash, so files stay valid when keys change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey {
    /// Lines of the board.
    pub size: u8,
    /// Whose turn it is.
    pub to_move: Color,
    /// The point a simple ko forbids.
    pub ko: Option<Point>,
    /// Five points a byte, row by row, in base 3: 0 empty, 1 black, 2 white.
    pub stones: Vec<u8>,
}

/// The number of a pass where points are counted.
pub const PASS: u16 = u16::MAX;

/// The number of a move on a board: rows from the top, or [`PASS`].
pub fn move_number(mv: Move, size: u8) -> u16 {
    mv.point().map_or(PASS, |p| cell(p, size))
}

/// The move with this number, if the board has it.
pub fn numbered_move(number: u16, size: u8) -> Option<Move> {
    if number == PASS {
        return Some(Move::Pass);
    }
    let (x, y) = (number % u16::from(size), number / u16::from(size));
    (y < u16::from(size)).then(|| Move::Play(Point::new(x as u8, y as u8)))
}

/// Where a move comes to lie under a symmetry.
pub fn turned(mv: Move, symmetry: Symmetry, size: u8) -> Move {
    mv.point().map_or(Move::Pass, |p| Move::Play(symmetry.apply(p, size)))
}

impl PositionKey {
    /// The stored orientation of a situation, and the symmetries that lead to it: more than one where
    /// the position itself is symmetric.
    pub fn of(situation: &Situation) -> (PositionKey, Vec<Symmetry>) {
        let (board, to_move) = (&situation.board, situation.to_move);
        let size = board.size();
        let stones: Vec<(Point, Color)> = Point::all(size).filter_map(|p| Some((p, board.stone(p)?))).collect();
        // What an orientation is compared by: its stones row by row, then the ko.
        let image = |s: Symmetry| {
            let code = |&(p, c): &(Point, Color)| cell(s.apply(p, size), size) << 1 | c.index() as u16;
            let mut codes: Vec<u16> = stones.iter().map(code).collect();
            codes.sort_unstable();
            codes.extend(board.ko().map(|p| cell(s.apply(p, size), size) << 1));
            codes
        };
        let mut best = image(Symmetry::IDENTITY);
        let mut ways = vec![Symmetry::IDENTITY];
        for symmetry in Symmetry::ALL.into_iter().skip(1) {
            let codes = image(symmetry);
            match codes.cmp(&best) {
                std::cmp::Ordering::Less => (best, ways) = (codes, vec![symmetry]),
                std::cmp::Ordering::Equal => ways.push(symmetry),
                std::cmp::Ordering::Greater => {}
            }
        }
        let ko = board.ko().map(|p| ways[0].apply(p, size));
        (PositionKey { size, to_move, ko, stones: pack(&stones, ways[0], size) }, ways)
    }

    /// The number of a move of the situation in the stored orientation: the smallest of its equals
    /// where the position is symmetric.
    pub fn stored_move(&self, mv: Move, ways: &[Symmetry]) -> u16 {
        ways.iter().map(|&s| move_number(turned(mv, s, self.size), self.size)).min().unwrap_or(PASS)
    }

    /// The stones in the stored orientation, or `None` where the bytes make no board.
    pub fn situation(&self) -> Option<Situation> {
        let mut board = Board::new(self.size);
        for (point, color) in unpack(&self.stones, self.size)? {
            board.put(color, point);
        }
        board.set_ko(self.ko);
        Some(Situation { board, to_move: self.to_move })
    }
}

fn cell(point: Point, size: u8) -> u16 {
    u16::from(point.y()) * u16::from(size) + u16::from(point.x())
}

/// Stones, turned, five points a byte.
fn pack(stones: &[(Point, Color)], symmetry: Symmetry, size: u8) -> Vec<u8> {
    const UNITS: [u8; 5] = [1, 3, 9, 27, 81];
    let area = usize::from(size) * usize::from(size);
    let mut bytes = vec![0; area.div_ceil(5)];
    for &(point, color) in stones {
        let at = usize::from(cell(symmetry.apply(point, size), size));
        bytes[at / 5] += UNITS[at % 5] * (color.index() as u8 + 1);
    }
    bytes
}

/// The stones that bytes stand for; `None` where they make no board of this size.
pub fn unpack(bytes: &[u8], size: u8) -> Option<Vec<(Point, Color)>> {
    let area = usize::from(size) * usize::from(size);
    if bytes.len() != area.div_ceil(5) {
        return None;
    }
    let mut stones = Vec::new();
    for (group, &byte) in bytes.iter().enumerate() {
        let mut rest = byte;
        for place in 0..5 {
            if rest == 0 {
                break;
            }
            let index = group * 5 + place;
            let color = match rest % 3 {
                0 => None,
                1 => Some(Color::Black),
                _ => Some(Color::White),
            };
            rest /= 3;
            let Some(color) = color else { continue };
            if index >= area {
                return None;
            }
            stones.push((Point::new((index % usize::from(size)) as u8, (index / usize::from(size)) as u8), color));
        }
        if rest != 0 {
            return None;
        }
    }
    Some(stones)
}

#[cfg(test)]
mod tests {
    use super::super::line::Line;
    use super::super::line::tests::any_line;
    use super::*;
    use proptest::prelude::*;

    /// The same line on a turned board.
    fn turned_line(line: &Line, s: Symmetry) -> Line {
        let size = line.size();
        let setup = line.setup().iter().map(|&(c, p)| (c, s.apply(p, size)));
        let moves = line.moves().iter().map(|&(c, m)| (c, turned(m, s, size)));
        Line::new(size, setup, moves).unwrap()
    }

    proptest! {
        #[test]
        fn all_eight_orientations_meet_in_one_key_and_move(line in any_line()) {
            let (situation, mv) = line.graded().unwrap();
            let (key, ways) = PositionKey::of(&situation);
            for s in Symmetry::ALL {
                let (other, moved) = turned_line(&line, s).graded().unwrap();
                let (turned_key, turned_ways) = PositionKey::of(&other);
                prop_assert_eq!(&turned_key, &key);
                prop_assert_eq!(turned_key.stored_move(moved, &turned_ways), key.stored_move(mv, &ways));
            }
        }

        #[test]
        fn a_key_unpacks_to_itself(line in any_line()) {
            let (situation, _) = line.graded().unwrap();
            let (key, _) = PositionKey::of(&situation);
            let again = PositionKey::of(&key.situation().unwrap()).0;
            prop_assert_eq!(again, key);
        }
    }

    #[test]
    fn damaged_bytes_are_no_board() {
        assert_eq!(unpack(&[0; 16], 9), None);
        assert_eq!(unpack(&[255; 17], 9), None, "255 is above 3^5 - 1");
        let mut last = [0; 17];
        last[16] = 3; // the 82nd point
        assert_eq!(unpack(&last, 9), None);
        assert_eq!(unpack(&[0; 17], 9), Some(vec![]));
    }

    #[test]
    fn moves_are_numbered_and_read_back() {
        for point in Point::all(19) {
            assert_eq!(numbered_move(move_number(point.into(), 19), 19), Some(point.into()));
        }
        assert_eq!(numbered_move(PASS, 9), Some(Move::Pass));
        assert_eq!(numbered_move(81, 9), None);
    }
}
