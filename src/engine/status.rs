//! Which stones are dead and whether anything is left to play, by the playouts of the search.

use super::Snapshot;
use super::dead_stones::estimate;
use crate::board::scoring::{Score, score};
use crate::board::{Board, PointSet, Position};
use crate::util::rng::FastRng;

/// A point is settled when its owner was the same in so many simulations: 1 is all, 0 is half of them.
const SETTLED: f32 = 0.9;

/// The dead stones of a position, were it the end of the game. The same for the same position, always.
pub fn dead_stones(position: &Position) -> PointSet {
    let board = position.board();
    estimate(board, &mut FastRng::new(board.hash()))
}

/// The count of a position as if the game had ended, with dead stones taken off.
pub fn final_score(position: &Position) -> Score {
    score(position, &dead_stones(position))
}

/// Which points are settled.
#[derive(Clone, Debug)]
pub struct Settled {
    open: usize,
}

impl Settled {
    /// As a search saw it.
    pub fn new(board: &Board, snapshot: &Snapshot) -> Settled {
        let points = board.area() as usize;
        let settled = snapshot.ownership.iter().filter(|owner| owner.abs() >= SETTLED).count();
        Settled { open: points - settled.min(points) }
    }

    /// Whether nothing is left to play for.
    pub fn is_all(&self) -> bool {
        self.open == 0
    }
}
