//! The liberties of chains as points, which the board itself keeps only as sums.

use crate::board::{Board, Point, PointList, PointSet};

/// The first `N` liberties of the chain of the stone on `stone`: all of them when the list is not full.
#[inline]
pub fn liberties<const N: usize>(board: &Board, stone: Point) -> PointList<N> {
    let mut found = PointList::new();
    add_liberties(board, stone, None, &mut found);
    found
}

/// Adds the liberties of a chain but one to a list until it is full.
#[inline]
pub(super) fn add_liberties<const N: usize>(board: &Board, stone: Point, but: Option<Point>, found: &mut PointList<N>) {
    for stone in board.chain_stones(stone) {
        if found.is_full() {
            return;
        }
        if board.empty_neighbours(stone) == 0 {
            continue;
        }
        for near in stone.neighbours() {
            if board.is_empty(near) && Some(near) != but {
                found.add(near);
            }
        }
    }
}

/// The exact number of liberties of the chain.
pub fn liberty_count(board: &Board, stone: Point) -> u32 {
    let mut found = PointSet::EMPTY;
    for stone in board.chain_stones(stone) {
        found.extend(stone.neighbours().into_iter().filter(|&near| board.is_empty(near)));
    }
    found.len()
}
