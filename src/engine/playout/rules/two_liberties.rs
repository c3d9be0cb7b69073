//! Chains of two liberties next to the last move: get out, or put in atari.

use super::{Candidates, is_bad_self_atari};
use crate::board::tactics::liberties_after;
use crate::board::{Board, Color, Point};

/// Moves that run with an own chain that the last move left two liberties, where it could be caught;
/// and ataris on the chain of the last move, where it could be.
#[inline]
pub fn two_liberties(board: &Board, color: Color, last: Point, found: &mut Candidates) {
    if board.stone(last) != Some(!color) {
        return;
    }
    if let Some([a, b]) = board.two_liberties(last) {
        attack(board, color, a, b, found);
        attack(board, color, b, a, found);
    }
    if board.neighbours_of(last, color) > 0 {
        for near in last.neighbours() {
            if board.at(near).is(color)
                && let Some([a, b]) = board.two_liberties(near)
            {
                defend(board, color, a, b, found);
                defend(board, color, b, a, found);
            }
        }
    }
}

/// An atari on `at` leaves the enemy to run to `rest`: worth it where running leads nowhere.
#[inline]
fn attack(board: &Board, color: Color, at: Point, rest: Point, found: &mut Candidates) {
    if liberties_after::<3>(board, !color, rest) < 3
        && board.is_legal(color, at)
        && !is_bad_self_atari(board, color, at)
    {
        found.add(at);
    }
}

/// The enemy's atari on `rest` would leave us to run to `at`: where that leads nowhere, play `at` now
/// if it helps.
#[inline]
fn defend(board: &Board, color: Color, at: Point, rest: Point, found: &mut Candidates) {
    if liberties_after::<3>(board, color, at) == 3
        && liberties_after::<3>(board, color, rest) < 3
        && board.is_legal(color, at)
        && !board.is_eye(color, at)
    {
        found.add(at);
    }
}
