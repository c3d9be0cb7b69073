//! How points and moves are written: GTP (`D4`, the letter I skipped) and SGF (`dp`).

use super::{MAX_SIZE, Move, Point};
use std::fmt;

const COLUMNS: &[u8; MAX_SIZE as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Why a text is not a move on this board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoordError {
    /// Not of the form of a coordinate at all.
    #[error("`{0}` is not a coordinate; write a letter without I and a row number, such as D4, or `pass`")]
    Malformed(String),
    /// Well formed, but outside.
    #[error("`{text}` lies outside of the {size}x{size} board")]
    Outside {
        /// What was written.
        text: String,
        /// The size of the board.
        size: u8,
    },
}

/// The letter of a column, counted from 0: `A`, … `H`, `J`, … `Z`.
pub const fn column_letter(x: u8) -> char {
    COLUMNS[x as usize] as char
}

impl Point {
    /// The point as in GTP on a board of `size` rows: rows count from the bottom, from 1.
    pub fn to_gtp(self, size: u8) -> String {
        format!("{}{}", column_letter(self.x()), size - self.y())
    }

    /// Reads a GTP vertex such as `D4` or `d4`.
    pub fn from_gtp(text: &str, size: u8) -> Result<Point, CoordError> {
        let malformed = || CoordError::Malformed(text.to_owned());
        let mut chars = text.chars();
        let letter = chars.next().ok_or_else(malformed)?.to_ascii_uppercase();
        let x = COLUMNS.iter().position(|&c| c as char == letter).ok_or_else(malformed)? as u8;
        let digits = chars.as_str();
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(malformed());
        }
        let row: u8 = digits.parse().unwrap_or(u8::MAX);
        if row == 0 || row > size || x >= size || size > MAX_SIZE {
            return Err(CoordError::Outside { text: text.to_owned(), size });
        }
        Ok(Point::new(x, size - row))
    }

    /// The point as in SGF: column and row from the top left, `a` to `y`.
    pub fn to_sgf(self) -> String {
        [self.x(), self.y()].iter().map(|&c| (b'a' + c) as char).collect()
    }

    /// Reads two SGF letters on a board of this size. Passes are the caller's affair.
    pub fn from_sgf(text: &str, size: u8) -> Option<Point> {
        let &[x, y] = text.as_bytes() else { return None };
        let (x, y) = (x.wrapping_sub(b'a'), y.wrapping_sub(b'a'));
        let size = size.min(MAX_SIZE);
        (x < size && y < size).then(|| Point::new(x, y))
    }
}

impl Move {
    /// The move as in GTP: a vertex or `pass`.
    pub fn to_gtp(self, size: u8) -> String {
        match self {
            Move::Play(point) => point.to_gtp(size),
            Move::Pass => "pass".to_owned(),
        }
    }

    /// Reads a vertex or `pass`, in any case.
    pub fn from_gtp(text: &str, size: u8) -> Result<Move, CoordError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        Point::from_gtp(text, size).map(Move::Play)
    }

    /// The move for people, on a board of this size.
    pub fn display(self, size: u8) -> impl fmt::Display {
        self.to_gtp(size)
    }
}

/// The dots of a board of this size.
pub fn star_points(size: u8) -> Vec<Point> {
    let (middle, edge) = (size / 2, if size < 13 { 2 } else { 3 });
    let far = size.saturating_sub(1 + edge);
    let mut points = Vec::new();
    if size < 7 {
        if size % 2 == 1 && size >= 5 {
            points.push(Point::new(middle, middle));
        }
        return points;
    }
    for (x, y) in [(edge, edge), (far, edge), (edge, far), (far, far)] {
        points.push(Point::new(x, y));
    }
    if size % 2 == 1 && size >= 9 {
        points.push(Point::new(middle, middle));
        if size >= 15 {
            for (x, y) in [(middle, edge), (middle, far), (edge, middle), (far, middle)] {
                points.push(Point::new(x, y));
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letter_i_is_skipped() {
        assert_eq!(Point::new(7, 0).to_gtp(9), "H9");
        assert_eq!(Point::new(8, 8).to_gtp(9), "J1");
        assert!(matches!(Point::from_gtp("I5", 19), Err(CoordError::Malformed(_))));
    }

    #[test]
    fn every_point_reads_back_in_both_notations() {
        for size in 2..=MAX_SIZE {
            for point in Point::all(size) {
                assert_eq!(Point::from_gtp(&point.to_gtp(size).to_lowercase(), size), Ok(point));
                assert_eq!(Point::from_sgf(&point.to_sgf(), size), Some(point));
            }
        }
    }

    #[test]
    fn what_is_outside_or_malformed_says_so() {
        let outside = Move::from_gtp("T19", 9).unwrap_err();
        assert_eq!(outside.to_string(), "`T19` lies outside of the 9x9 board");
        for bad in ["", "5", "D", "D-4", "D4x", "D999999999999", "D0", "é4"] {
            assert!(Move::from_gtp(bad, 19).is_err(), "{bad}");
        }
        assert_eq!(Move::from_gtp("PASS", 9), Ok(Move::Pass));
        assert_eq!(Point::from_sgf("jj", 9), None);
        assert_eq!(Point::from_sgf("é", 9), None);
    }

    #[test]
    fn stars_are_where_boards_have_them() {
        assert_eq!(star_points(19).len(), 9);
        assert_eq!(star_points(13).len(), 5);
        assert_eq!(star_points(9).len(), 5);
        assert!(star_points(9).contains(&Point::new(2, 2)) && star_points(19).contains(&Point::new(15, 9)));
        assert!(star_points(2).is_empty());
    }
}
