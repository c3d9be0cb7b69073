//! What was repaired while reading, and where.

use std::fmt;

/// Something in a file that is not as it should be. The reading went on.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// Line of the decoded text, from 1.
    pub line: usize,
    /// Character in the line, from 1.
    pub column: usize,
    /// What it is and what was done.
    pub problem: Problem,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.problem)
    }
}

/// What a value was understood as that is not written as FF4 wants it.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Meaning {
    /// As if it were not there.
    #[error("not given")]
    NotGiven,
    /// No handicap.
    #[error("an even game")]
    EvenGame,
    /// Lines of the board.
    #[error("a board of {0}x{0}")]
    Board(u8),
    /// A number.
    #[error("{0}")]
    Number(f32),
    /// Whose turn it is.
    #[error("{0}")]
    Side(crate::board::Color),
}

/// What may be wrong in a file, and what is done about it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Problem {
    /// Mail text and the like.
    #[error("text that is no game was skipped: `{0}`")]
    NotAGame(String),
    /// Properties without a node.
    #[error("a node lacks its `;`; it was read as if it were there")]
    MissingSemicolon,
    /// The file ends too early.
    #[error("{0} `)` missing at the end; the game was closed there")]
    MissingClose(usize),
    /// A game without its opening parenthesis.
    #[error("the game lacks its `(`; it was read as if it were there")]
    MissingOpen,
    /// One too many.
    #[error("a `)` closes nothing; it was skipped")]
    ExtraClose,
    /// `()`.
    #[error("an empty variation was skipped")]
    EmptyVariation,
    /// `((;`.
    #[error("variations without a common first node were read as games of their own")]
    SeveralRoots,
    /// A value runs to the end of the file.
    #[error("the value of {0} has no `]`; all that follows was read as its text")]
    UnterminatedValue(String),
    /// `C[name [5k]: hello]`.
    #[error("a `]` inside of {0} was not escaped; it was read as text")]
    BareBracket(String),
    /// `;KO;`.
    #[error("{0} has no value; it was read as `{0}[]`")]
    MissingValue(String),
    /// `;[dd]`.
    #[error("the value `[{0}]` has no name; it was skipped")]
    MissingName(String),
    /// Anything else inside of a node.
    #[error("`{0}` is no property; it was skipped")]
    Junk(String),
    /// FF1 to FF3, or lower case.
    #[error("the name `{written}` was read as {read}")]
    OldName {
        /// As it stands in the file.
        written: String,
        /// As it stands in FF4.
        read: &'static str,
    },
    /// Several moves in a node.
    #[error("a second move in a node was put into a node of its own")]
    SecondMove,
    /// The same name twice.
    #[error("{0} stands twice in a node; both were kept")]
    Repeated(String),
    /// A move off the board.
    #[error("the move {name}[{value}] lies outside of the {size}x{size} board; it was kept and is not played")]
    OffBoardMove {
        /// B or W.
        name: String,
        /// As written.
        value: String,
        /// Lines of the board.
        size: u8,
    },
    /// A list of points with something else in it.
    #[error("`{value}` in {name} is no point of the {size}x{size} board; it was kept and is not shown")]
    OffBoardPoint {
        /// Of the property.
        name: String,
        /// As written.
        value: String,
        /// Lines of the board.
        size: u8,
    },
    /// A value that FF4 does not allow.
    #[error("{name}[{value}] is not what FF[4] allows; it was kept as it is")]
    InvalidValue {
        /// Of the property.
        name: String,
        /// As written.
        value: String,
    },
    /// A value that was understood all the same.
    #[error("{name}[{value}] was read as {read}")]
    Understood {
        /// Of the property.
        name: String,
        /// As written.
        value: String,
        /// What was made of it.
        read: Meaning,
    },
    /// HA without AB.
    #[error("handicap is {0} but no stone is set up; the stones are shown on the usual points")]
    HandicapPlaced(u8),
    /// HA without AB, where there are no usual points.
    #[error("handicap is {0} but no stone is set up; the stones are still to be placed")]
    HandicapWithoutStones(u8),
    /// Not Go.
    #[error("GM[{0}] says that this is no game of Go; it was read as one")]
    OtherGame(String),
    /// A move that the rules forbid.
    #[error("move {number}: {illegal}; it was kept and played all the same")]
    IllegalMove {
        /// From 1.
        number: u32,
        /// The move, and why.
        illegal: crate::board::IllegalMove,
    },
    /// CA names something else than what is in the file.
    #[error("the file says it is {declared}, but it is {used}")]
    WrongEncoding {
        /// The label in the file.
        declared: String,
        /// What it was read as.
        used: &'static str,
    },
    /// Some bytes have no meaning in the encoding.
    #[error("some bytes are not {0}; they were replaced by �; choose another encoding if names or comments look wrong")]
    Undecodable(&'static str),
    /// A line of another format that is not understood.
    #[error("the line `{0}` was not understood; it was skipped")]
    Line(String),
    /// A part of another format that is not read.
    #[error("the part `{0}` of the file is not read")]
    Part(String),
}

/// Warnings of one file in the order of the text; the first [`Warnings::KEPT`] of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Warnings {
    list: Vec<Warning>,
    total: usize,
}

impl Warnings {
    /// A file may be wrong from end to end; more than this many tell nobody more.
    pub const KEPT: usize = 10_000;

    /// Those that were kept.
    pub fn list(&self) -> &[Warning] {
        &self.list
    }

    /// How many there were.
    pub fn total(&self) -> usize {
        self.total
    }
}

/// Collects problems by their place in the text while reading.
#[derive(Debug, Default)]
pub(super) struct Collector {
    found: Vec<(usize, Problem)>,
    total: usize,
}

impl Collector {
    pub fn add(&mut self, offset: usize, problem: Problem) {
        self.total += 1;
        if self.found.len() < Warnings::KEPT {
            self.found.push((offset, problem));
        }
    }

    /// Finds lines and columns in one pass over the text.
    pub fn finish(mut self, text: &str) -> Warnings {
        self.found.sort_by_key(|&(offset, _)| offset);
        let (mut at, mut line, mut column) = (0, 1, 1);
        let locate = |(offset, problem): (usize, Problem)| {
            // An offset past the end, or one inside of a character, is the nearest place before.
            let offset = text.floor_char_boundary(offset);
            for &byte in &text.as_bytes()[at..offset.max(at)] {
                match byte {
                    b'\n' => (line, column) = (line + 1, 1),
                    0x80..=0xbf => {}
                    _ => column += 1,
                }
            }
            at = offset.max(at);
            Warning { line, column, problem }
        };
        Warnings { list: self.found.into_iter().map(locate).collect(), total: self.total }
    }
}

/// A piece of the file to show in a message, not too long.
pub(super) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 40;
    let text = text.trim();
    let mut short: String = text.chars().take(LENGTH).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LENGTH).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_lines_and_characters() {
        let mut collector = Collector::default();
        let text = "日本\n本\u{e9}x";
        collector.add(text.len() - 1, Problem::ExtraClose);
        collector.add(3, Problem::MissingOpen);
        let warnings = collector.finish(text);
        let places: Vec<_> = warnings.list().iter().map(|w| (w.line, w.column)).collect();
        assert_eq!(places, [(1, 2), (2, 3)]);
    }

    #[test]
    fn a_file_that_is_wrong_everywhere_keeps_a_bounded_list() {
        let mut collector = Collector::default();
        for _ in 0..Warnings::KEPT + 5 {
            collector.add(0, Problem::ExtraClose);
        }
        let warnings = collector.finish(")");
        assert_eq!((warnings.list().len(), warnings.total()), (Warnings::KEPT, Warnings::KEPT + 5));
    }
}
