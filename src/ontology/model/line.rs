//! Sequences of moves from the empty or set-up board, and the position before the last of them.

use crate::board::coord::CoordError;
use crate::board::{Board, Color, MAX_SIZE, MIN_SIZE, Move, Point};
use std::fmt;

/// Moves from the empty or set-up board. As text: `E5 G5 F3`, colours alternating from Black; where
/// they do not, the colour is written (`W:E5`); stones set up first are `AB:D4`, `AW:E5`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    size: u8,
    setup: Vec<(Color, Point)>,
    moves: Vec<(Color, Move)>,
}

/// Why a text or a list of moves is no line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A coordinate cannot be read.
    #[error(transparent)]
    Coord(#[from] CoordError),
    /// No board has this size.
    #[error("a board of size {0} does not exist; sizes go from {MIN_SIZE} to {MAX_SIZE}")]
    Size(u8),
    /// A stone lies there already.
    #[error("move {number} of `{line}` is played at {point}, where a stone lies already")]
    Occupied {
        /// Which move, from 1.
        number: usize,
        /// Where.
        point: String,
        /// The whole line.
        line: String,
    },
    /// Two set-up stones on one point.
    #[error("two stones are set up at {0}")]
    TwiceSetUp(String),
    /// Set-up stones after moves.
    #[error("`{0}` comes after a move; stones are set up before the first move")]
    LateSetup(String),
    /// There is no move to speak of.
    #[error("the sequence has no move")]
    Empty,
}

/// A position and whose turn it is: what a verdict is about, before the move.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The stones and the ko.
    pub board: Board,
    /// Whose turn it is.
    pub to_move: Color,
}

impl Line {
    /// From stones set up and moves with their colours. Checks that each stone finds an empty point.
    pub fn new(
        size: u8,
        setup: impl IntoIterator<Item = (Color, Point)>,
        moves: impl IntoIterator<Item = (Color, Move)>,
    ) -> Result<Line, LineError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(LineError::Size(size));
        }
        let mut setup: Vec<_> = setup.into_iter().collect();
        setup.sort_unstable(); // the order of set-up stones means nothing
        let line = Line { size, setup, moves: moves.into_iter().collect() };
        let outside = |p: &Point| !p.is_on(size);
        let mut points = line.setup.iter().map(|s| s.1).chain(line.moves.iter().filter_map(|m| m.1.point()));
        if let Some(point) = points.find(outside) {
            return Err(CoordError::Outside { text: point.to_gtp(MAX_SIZE), size }.into());
        }
        line.replay(line.moves.len())?;
        Ok(line)
    }

    /// Reads the text form.
    pub fn parse(text: &str, size: u8) -> Result<Line, LineError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(LineError::Size(size));
        }
        let (mut setup, mut moves) = (Vec::new(), Vec::new());
        let mut next = Color::Black;
        for token in text.split_whitespace() {
            let (mark, vertex) = token.split_once(':').unwrap_or(("", token));
            let color = match mark {
                "" => next,
                "B" | "b" => Color::Black,
                "W" | "w" => Color::White,
                "AB" | "AW" => {
                    if !moves.is_empty() {
                        return Err(LineError::LateSetup(token.to_owned()));
                    }
                    let color = if mark == "AB" { Color::Black } else { Color::White };
                    setup.push((color, Point::from_gtp(vertex, size)?));
                    continue;
                }
                _ => return Err(CoordError::Malformed(token.to_owned()).into()),
            };
            moves.push((color, Move::from_gtp(vertex, size)?));
            next = !color;
        }
        Line::new(size, setup, moves)
    }

    /// Lines of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Stones set up before the first move, in order of colour and point.
    pub fn setup(&self) -> &[(Color, Point)] {
        &self.setup
    }

    /// The moves with their colours.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The last move, the one a verdict is about.
    pub fn last(&self) -> Option<(Color, Move)> {
        self.moves.last().copied()
    }

    /// The first `count` moves.
    pub fn prefix(&self, count: usize) -> Line {
        let moves = self.moves[..count.min(self.moves.len())].to_vec();
        Line { size: self.size, setup: self.setup.clone(), moves }
    }

    /// With one more move.
    pub fn with(&self, color: Color, mv: Move) -> Result<Line, LineError> {
        Line::new(self.size, self.setup.iter().copied(), self.moves.iter().copied().chain([(color, mv)]))
    }

    /// The position before the last move, and that move.
    pub fn graded(&self) -> Result<(Situation, Move), LineError> {
        let (color, mv) = self.last().ok_or(LineError::Empty)?;
        let board = self.replay(self.moves.len() - 1)?;
        Ok((Situation { board, to_move: color }, mv))
    }

    /// The position after all moves; the turn is the other player's.
    pub fn end(&self) -> Result<Situation, LineError> {
        let board = self.replay(self.moves.len())?;
        Ok(Situation { board, to_move: self.moves.last().map_or(Color::Black, |m| !m.0) })
    }

    fn replay(&self, count: usize) -> Result<Board, LineError> {
        let mut board = Board::new(self.size);
        for &(color, point) in &self.setup {
            if !board.is_empty(point) {
                return Err(LineError::TwiceSetUp(point.to_gtp(self.size)));
            }
            board.put(color, point);
        }
        for (index, &(color, mv)) in self.moves[..count].iter().enumerate() {
            match mv {
                Move::Play(point) if board.is_empty(point) => {
                    board.play(color, point);
                }
                Move::Play(point) => {
                    let point = point.to_gtp(self.size);
                    return Err(LineError::Occupied { number: index + 1, point, line: self.to_string() });
                }
                Move::Pass => board.clear_ko(),
            }
        }
        Ok(board)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for &(color, point) in &self.setup {
            write!(f, "{gap}A{}:{}", color.letter(), point.to_gtp(self.size))?;
            gap = " ";
        }
        let mut next = Color::Black;
        for &(color, mv) in &self.moves {
            f.write_str(gap)?;
            if color != next {
                write!(f, "{}:", color.letter())?;
            }
            f.write_str(&mv.to_gtp(self.size))?;
            next = !color;
            gap = " ";
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Lines of a few random moves, some with handicap, some with passes or a repeated colour.
    pub(crate) fn any_line() -> impl Strategy<Value = Line> {
        let size = prop_oneof![Just(9u8), Just(13), Just(19), Just(25)];
        (size, 0usize..4, prop::collection::vec((any::<u16>(), 0u8..20), 1..14)).prop_map(|(size, setup, picks)| {
            let mut board = Board::new(size);
            let mut stones = Vec::new();
            let mut moves = Vec::new();
            let mut color = Color::Black;
            for (i, (pick, twist)) in picks.into_iter().enumerate() {
                let point = board.empty_points()[usize::from(pick) % board.empty_points().len()];
                if i < setup {
                    board.put(color, point);
                    stones.push((color, point));
                    continue;
                }
                if twist == 0 {
                    color = !color; // the same player twice
                }
                if twist == 1 {
                    moves.push((color, Move::Pass));
                } else {
                    board.play(color, point);
                    moves.push((color, Move::Play(point)));
                }
                color = !color;
            }
            if moves.is_empty() {
                moves.push((color, Move::Pass));
            }
            Line::new(size, stones, moves).unwrap()
        })
    }

    proptest! {
        #[test]
        fn the_text_form_reads_back(line in any_line()) {
            prop_assert_eq!(Line::parse(&line.to_string(), line.size()).unwrap(), line);
        }
    }

    #[test]
    fn the_graded_position_lies_before_the_last_move() {
        let (before, mv) = Line::parse("E5 G5 F3", 9).unwrap().graded().unwrap();
        assert_eq!((before.to_move, mv.to_gtp(9).as_str()), (Color::Black, "F3"));
        assert_eq!(before.board.stones_on_board(Color::Black), 1);
        assert_eq!(before.board.stones_on_board(Color::White), 1);
    }

    #[test]
    fn impossible_lines_say_why() {
        let check = |text: &str, words: &str| {
            let error = Line::parse(text, 9).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        };
        check("E5 E5", "move 2 of `E5 E5` is played at E5, where a stone lies already");
        check("T19", "outside");
        check("E5 AB:D4", "after a move");
        check("AB:D4 AW:D4 E5", "two stones are set up at D4");
        check("I3", "not a coordinate");
        check("Q:E5", "not a coordinate");
        assert!(matches!(Line::parse("A1", 1), Err(LineError::Size(1))));
        assert!(matches!(Line::parse("", 9).unwrap().graded(), Err(LineError::Empty)));
    }
}
