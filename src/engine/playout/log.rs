//! The moves of one simulation, in order, for RAVE and for learning from playouts.

use crate::board::{Color, Move, Point};

/// Moves by both colours, passes included.
#[derive(Clone, Debug, Default)]
pub struct MoveLog {
    moves: Vec<(Color, Move)>,
}

impl MoveLog {
    /// Forgets all, keeping the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, color: Color, mv: Move) {
        self.moves.push((color, mv));
    }

    /// All moves so far.
    #[inline]
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// Moves so far.
    #[inline]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether nothing was played.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The point played `back` moves ago (0 is the last move), unless it was a pass.
    #[inline]
    pub fn point_back(&self, back: usize) -> Option<Point> {
        self.moves.len().checked_sub(back + 1).and_then(|at| self.moves[at].1.point())
    }
}
