//! Reads ladders: whether a chain with at most two liberties can be caught by atari after atari.
//!
//! The attacker plays only on liberties of the chain, the defender only extends or takes a chain that
//! keeps him in. Whoever needs other moves is out of the reader's reach.

use super::{captured_stones, liberties, liberties_after};
use crate::board::{Board, Color, MAX_SIZE, Point, PointList};

/// The longest line of moves that is read.
const DEPTH: usize = 2 * MAX_SIZE as usize * 4;

/// What reading found for the player who asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// It works, beginning with this move.
    Works(Point),
    /// It does not work.
    Fails,
    /// The limit was reached before there was an answer.
    Unknown,
}

/// Reads ladders on a scratch board of its own: make one for each thread and keep it.
#[derive(Clone, Debug)]
pub struct LadderReader {
    scratch: Box<Board>,
    limit: u32,
}

impl LadderReader {
    /// A reader that gives up after so many moves.
    pub fn new(limit: u32) -> LadderReader {
        LadderReader { scratch: Box::new(Board::new(crate::board::MIN_SIZE)), limit }
    }

    /// Whether the enemy, to move, catches the chain of the stone on `target`.
    pub fn capture(&mut self, board: &Board, target: Point) -> Reading {
        let Some(defender) = board.stone(target) else { return Reading::Fails };
        if liberties::<3>(board, target).is_full() {
            return Reading::Fails;
        }
        self.line(board, target, defender).capture()
    }

    /// Whether the chain of the stone on `target`, in atari and to move, gets away. For chains that are
    /// not in atari it has no answer.
    pub fn escape(&mut self, board: &Board, target: Point) -> Reading {
        let Some(defender) = board.stone(target) else { return Reading::Fails };
        if board.atari(target).is_none() {
            return Reading::Unknown;
        }
        self.line(board, target, defender).escape()
    }

    fn line<'a>(&'a mut self, root: &'a Board, target: Point, defender: Color) -> Line<'a> {
        let moves = [(Color::Black, target); DEPTH];
        Line { root, scratch: &mut self.scratch, moves, len: 0, is_current: false, left: self.limit, target, defender }
    }
}

/// The line of moves being read. The scratch board follows it lazily: a step back only shortens the
/// line, and the board is replayed from the root when somebody looks at it again.
struct Line<'a> {
    root: &'a Board,
    scratch: &'a mut Board,
    moves: [(Color, Point); DEPTH],
    len: usize,
    is_current: bool,
    left: u32,
    target: Point,
    defender: Color,
}

impl Line<'_> {
    fn board(&mut self) -> &Board {
        // Most questions are answered at the root, without a copy.
        if self.len == 0 {
            return self.root;
        }
        self.follow();
        self.scratch
    }

    /// Brings the scratch board to the end of the line.
    fn follow(&mut self) {
        if !self.is_current {
            self.scratch.copy_from(self.root);
            for &(color, point) in &self.moves[..self.len] {
                self.scratch.play(color, point);
            }
            self.is_current = true;
        }
    }

    /// Makes a legal move; false when a limit forbids to read on.
    fn step(&mut self, color: Color, point: Point) -> bool {
        if self.left == 0 || self.len == DEPTH {
            return false;
        }
        self.follow();
        self.scratch.play(color, point);
        self.moves[self.len] = (color, point);
        self.len += 1;
        self.left -= 1;
        true
    }

    fn step_back(&mut self, len: usize) {
        if self.len != len {
            self.len = len;
            self.is_current = false;
        }
    }

    /// The attacker moves.
    fn capture(&mut self) -> Reading {
        let (attacker, defender, target) = (!self.defender, self.defender, self.target);
        let board = self.board();
        let found = liberties::<3>(board, target);
        let (first, second) = match found[..] {
            // Not where a ko forbids it: then the chain gets away for now.
            [last] if board.is_legal(attacker, last) => return Reading::Works(last),
            [first, second] => (first, second),
            _ => return Reading::Fails,
        };
        // The better block is the one that leaves the defender fewer liberties when he extends at the
        // other. With three left he is out, unless the block took something.
        let after = |extend: Point| liberties_after::<5>(board, defender, extend);
        let mut blocks = [(first, after(second)), (second, after(first))];
        if blocks[0].1 > blocks[1].1 {
            blocks.swap(0, 1);
        }
        let promising = blocks.map(|(block, after)| {
            board.is_legal(attacker, block) && (after < 4 || captured_stones(board, attacker, block) > 0)
        });
        let len = self.len;
        let mut answer = Reading::Fails;
        for ((block, _), _) in blocks.into_iter().zip(promising).filter(|(_, promising)| *promising) {
            if !self.step(attacker, block) {
                return Reading::Unknown;
            }
            let escape = self.escape();
            self.step_back(len);
            match escape {
                Reading::Fails => return Reading::Works(block),
                Reading::Unknown => answer = Reading::Unknown,
                Reading::Works(_) => {}
            }
        }
        answer
    }

    /// The defender moves.
    fn escape(&mut self) -> Reading {
        let (attacker, defender, target) = (!self.defender, self.defender, self.target);
        let board = self.board();
        // The attacker has just taken away one of two liberties.
        let Some(last) = board.atari(target) else { return Reading::Unknown };
        let mut tries = PointList::<8>::new();
        for stone in board.chain_stones(target) {
            if board.neighbours_of(stone, attacker) > 0 {
                for near in stone.neighbours() {
                    if board.at(near).is(attacker) {
                        board.atari(near).into_iter().for_each(|point| tries.add(point));
                    }
                }
            }
        }
        tries.add(last);
        let len = self.len;
        let mut answer = Reading::Fails;
        for &point in tries.iter() {
            if !self.board().is_legal(defender, point) {
                continue;
            }
            if !self.step(defender, point) {
                return Reading::Unknown;
            }
            let caught = self.capture();
            self.step_back(len);
            match caught {
                Reading::Fails => return Reading::Works(point),
                Reading::Unknown => answer = Reading::Unknown,
                Reading::Works(_) => {}
            }
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram::Diagram;

    #[test]
    fn a_reader_that_may_not_read_far_says_so() {
        let text = ". . . . . . .\n. . X X . . .\n. X O . . . .\n".to_owned() + &". . . . . . .\n".repeat(4);
        let board = Diagram::parse(&text).unwrap().board();
        let target = Point::new(2, 2);
        for limit in 0..6 {
            assert_eq!(LadderReader::new(limit).capture(&board, target), Reading::Unknown, "{limit}");
        }
        let mut reader = LadderReader::new(400);
        assert_eq!(reader.capture(&board, target), Reading::Works(Point::new(2, 3)));
        assert_eq!(reader.capture(&board, target), Reading::Works(Point::new(2, 3)), "the scratch board is clean");
        assert_eq!(reader.escape(&board, target), Reading::Unknown, "it is not in atari");
        assert_eq!(reader.capture(&board, Point::new(0, 0)), Reading::Fails, "there is no stone");
    }
}
