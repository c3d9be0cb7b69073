//! Moves that need no search: what a book is to the engine.

use crate::board::{Move, Position};
use crate::util::rng::FastRng;

/// A source of moves that may be played at once. It lives above the engine and is handed in.
pub trait Book: Send + Sync {
    /// A move for the player to move, by chance where there are several; `None` where the book has none.
    fn choose(&self, position: &Position, rng: &mut FastRng) -> Option<Move>;
}
