//! Boards as plain text: what tests are written in and `fuzeki sgf show` prints.
//!
//! ```text
//!   A B C D
//! 4 . X O . 4
//! 3 X a + O 3
//! 2 . X(O). 2
//! 1 . . . . 1
//! ```
//! `X` is Black, `O` is White, `.` or `+` is empty; a small letter marks an empty point; brackets mark
//! the last move. Coordinates and blanks may be left out.

use super::coord::column_letter;
use super::{Board, Color, MAX_SIZE, MIN_SIZE, Point};
use std::fmt;

/// A board read from text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Lines of the board.
    pub size: u8,
    /// The stones, row by row.
    pub stones: Vec<(Point, Color)>,
    /// Empty points marked with a small letter, row by row.
    pub marks: Vec<(char, Point)>,
    /// The point in brackets.
    pub last: Option<Point>,
}

/// Why a text is no diagram.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// A sign that means nothing here.
    #[error("line {line} of the diagram: `{sign}` is none of `.`, `+`, `X`, `O`, or a small letter")]
    Sign {
        /// From 1.
        line: usize,
        /// What was found.
        sign: char,
    },
    /// Not a square.
    #[error("line {line} of the diagram has {found} points, but there are {rows} rows; boards are square")]
    Ragged {
        /// From 1.
        line: usize,
        /// Points on that line.
        found: usize,
        /// Rows in all.
        rows: usize,
    },
    /// Too small or too large.
    #[error("the diagram has {0} rows; boards have {MIN_SIZE} to {MAX_SIZE}")]
    Size(usize),
}

impl Diagram {
    /// Reads a diagram. Empty lines and lines of column letters are skipped.
    pub fn parse(text: &str) -> Result<Diagram, DiagramError> {
        let rows: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(number, line)| (number + 1, line.trim().trim_matches(|c: char| c.is_ascii_digit()).trim()))
            .filter(|(_, row)| !row.is_empty() && !is_header(row))
            .collect();
        let size = u8::try_from(rows.len()).ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
        let size = size.ok_or(DiagramError::Size(rows.len()))?;
        let mut diagram = Diagram { size, stones: Vec::new(), marks: Vec::new(), last: None };
        for (y, &(line, row)) in rows.iter().enumerate() {
            let signs = row.chars().filter(|c| !c.is_whitespace() && !"()".contains(*c));
            let found = signs.count();
            if found != rows.len() {
                return Err(DiagramError::Ragged { line, found, rows: rows.len() });
            }
            diagram.read_row(row, y as u8).map_err(|sign| DiagramError::Sign { line, sign })?;
        }
        Ok(diagram)
    }

    /// Reads one row of the right length; fails with the sign that means nothing.
    fn read_row(&mut self, row: &str, y: u8) -> Result<(), char> {
        let mut x = 0;
        let mut bracket = false;
        for sign in row.chars().filter(|c| !c.is_whitespace()) {
            match sign {
                '(' => bracket = true,
                ')' => bracket = false,
                _ => {
                    let point = Point::new(x, y);
                    match sign {
                        '.' | '+' => {}
                        'X' => self.stones.push((point, Color::Black)),
                        'O' => self.stones.push((point, Color::White)),
                        'a'..='z' => self.marks.push((sign, point)),
                        other => return Err(other),
                    }
                    if bracket {
                        self.last = Some(point);
                    }
                    x += 1;
                }
            }
        }
        Ok(())
    }

    /// The point marked with a letter.
    pub fn mark(&self, letter: char) -> Option<Point> {
        self.marks.iter().find(|(l, _)| *l == letter).map(|(_, point)| *point)
    }

    /// The board with these stones.
    pub fn board(&self) -> Board {
        Board::from_stones(self.size, self.stones.iter().copied())
    }
}

fn is_header(row: &str) -> bool {
    let mut letters = row.split_whitespace().flat_map(str::chars).enumerate();
    row.starts_with('A') && letters.all(|(x, c)| x < MAX_SIZE as usize && c == column_letter(x as u8))
}

/// Prints a board with coordinates, star points as `+` and the last move in brackets.
pub fn print(board: &Board, last: Option<Point>) -> impl fmt::Display + '_ {
    Printed { board, last }
}

struct Printed<'a> {
    board: &'a Board,
    last: Option<Point>,
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        let header = |f: &mut fmt::Formatter<'_>| {
            write!(f, "  ")?;
            (0..size).try_for_each(|x| write!(f, " {}", column_letter(x)))?;
            writeln!(f)
        };
        header(f)?;
        for y in 0..size {
            write!(f, "{:2}", size - y)?;
            let mut closing = false;
            for x in 0..size {
                let point = Point::new(x, y);
                let opening = self.last == Some(point);
                let before = match (opening, closing) {
                    (true, _) => '(',
                    (_, true) => ')',
                    _ => ' ',
                };
                let sign = match self.board.stone(point) {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None if is_star(point, size) => '+',
                    None => '.',
                };
                write!(f, "{before}{sign}")?;
                closing = opening;
            }
            writeln!(f, "{}{}", if closing { ')' } else { ' ' }, size - y)?;
        }
        header(f)
    }
}

/// Whether boards of this size have a dot there: the points of fixed handicap stones.
pub fn is_star(point: Point, size: u8) -> bool {
    let stars = super::handicap::fixed(size, super::handicap::max_fixed(size));
    stars.is_ok_and(|stars| stars.contains(&point))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_reads_back() {
        for size in [2, 5, 9, 19, 25] {
            let mut board = Board::new(size);
            board.put(Color::Black, Point::new(0, 0));
            board.put(Color::White, Point::new(1, 0));
            board.put(Color::Black, Point::new(size - 1, size - 1));
            for last in [None, Some(Point::new(1, 0)), Some(Point::new(size - 1, size - 1))] {
                let text = print(&board, last).to_string();
                let read = Diagram::parse(&text).unwrap();
                assert_eq!(read.board().hash(), board.hash(), "\n{text}");
                assert_eq!(read.last, last, "\n{text}");
            }
        }
    }

    #[test]
    fn it_looks_like_a_board() {
        let mut board = Board::new(7);
        board.put(Color::Black, Point::new(2, 2));
        board.put(Color::White, Point::new(6, 0));
        let expected = "   A B C D E F G
 7 . . . . . . O 7
 6 . . . . . . . 6
 5 . .(X). + . . 5
 4 . . . . . . . 4
 3 . . + . + . . 3
 2 . . . . . . . 2
 1 . . . . . . . 1
   A B C D E F G
";
        assert_eq!(print(&board, Some(Point::new(2, 2))).to_string(), expected);
    }

    #[test]
    fn blanks_and_coordinates_are_free_and_marks_are_kept() {
        let plain = Diagram::parse("X.O\n.aX\nb..").unwrap();
        let full = Diagram::parse("  A B C\n3 X . O 3\n2 . a X 2\n1 b . . 1").unwrap();
        assert_eq!(plain, full);
        assert_eq!(plain.mark('a'), Some(Point::new(1, 1)));
        assert_eq!(plain.mark('b'), Some(Point::new(0, 2)));
        assert_eq!(plain.mark('c'), None);
    }

    #[test]
    fn faults_name_the_line() {
        let error = |text| Diagram::parse(text).unwrap_err().to_string();
        assert_eq!(error("..\n.?"), "line 2 of the diagram: `?` is none of `.`, `+`, `X`, `O`, or a small letter");
        assert_eq!(error("..\n..."), "line 2 of the diagram has 3 points, but there are 2 rows; boards are square");
        assert_eq!(error("."), "the diagram has 1 rows; boards have 2 to 25");
        assert!(Diagram::parse(&"..\n".repeat(300)).is_err());
    }
}
