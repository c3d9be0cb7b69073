//! Who watches the choices of a playout: nobody in a search, a learner when their chances are to be changed.

use super::shapes::NearMove;
use crate::board::{Board, Color, Point};

/// Rules that are followed with some probability where they name a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Stones in atari next to the last move.
    Atari,
    /// The vital point of a small space.
    Nakade,
    /// Chains of two liberties next to the last move.
    TwoLiberties,
    /// A capture anywhere.
    CaptureAnywhere,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 4] = [Rule::Atari, Rule::Nakade, Rule::TwoLiberties, Rule::CaptureAnywhere];
}

/// Watches the choices that playouts leave to chance.
pub trait Witness {
    /// A rule named a move, which was played or not.
    #[inline(always)]
    fn rule(&mut self, _: Rule, _taken: bool) {}

    /// One of these was drawn, or a move elsewhere.
    #[inline(always)]
    fn near(&mut self, _: &[NearMove], _drawn: Option<usize>) {}

    /// A move was drawn on the whole board; it is not played yet.
    #[inline(always)]
    fn far(&mut self, _: &Board, _: Color, _drawn: Point) {}
}

/// Nobody watches.
impl Witness for () {}
