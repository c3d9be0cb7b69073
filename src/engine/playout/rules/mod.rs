//! The rules of playouts, one file each. A rule names candidate moves; the policy draws one of them.

mod atari;
mod capture_anywhere;
mod nakade;
mod patterns;
mod self_atari;
mod two_liberties;

pub use atari::atari;
pub use capture_anywhere::Ataris;
pub use nakade::{answer_inside, keep_space, nakade};
pub use patterns::{matches as pattern_matches, patterns};
pub use self_atari::{connection, is_bad_self_atari};
pub use two_liberties::two_liberties;

use crate::board::{Board, Color, Point, PointList};
use crate::util::rng::FastRng;

/// Moves that a rule names. What does not fit any more is dropped: there are enough to draw from.
#[derive(Clone, Debug)]
pub struct Candidates(PointList<24>);

impl Candidates {
    /// None yet.
    #[inline(always)]
    pub fn new() -> Candidates {
        Candidates(PointList::new())
    }

    /// Names a move; a second time changes nothing.
    #[inline]
    pub fn add(&mut self, point: Point) {
        if !self.0.is_full() {
            self.0.add(point);
        }
    }

    /// Names none any more.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// All of them.
    #[cfg(test)]
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().copied()
    }

    /// One of them at random, if there is any.
    #[inline(always)]
    pub fn draw(&self, rng: &mut FastRng) -> Option<Point> {
        match self.0.len() {
            0 => None,
            1 => Some(self.0[0]),
            n => Some(self.0[rng.below(n as u32) as usize]),
        }
    }
}

/// Legal, no own eye filled, no foolish self-atari.
#[inline]
pub fn is_sensible(board: &Board, color: Color, point: Point) -> bool {
    board.is_legal(color, point) && !board.is_eye(color, point) && !is_bad_self_atari(board, color, point)
}

/// Whether the point and the eight around it are empty (Rimmel, alg. 11).
#[inline]
pub fn is_wide_open(board: &Board, point: Point) -> bool {
    board.is_empty(point) && point.around().into_iter().all(|p| board.is_empty(p))
}
