//! Chains of two liberties next to the last move: get out, or put in atari.

use super::{Candidates, is_bad_self_atari};
use crate::board::tactics::{liberties, liberties_after};
use crate::board::{Board, Color, Point};

/// Moves that run with an own chain that the last move left two liberties, where it could be caught;
/// and ataris on the chain of the last move, where it could be.
#[inline]
pub fn two_liberties(board: &Board, color: Color, last: Point, found: &mut Candidates) {
    if board.stone(last) != Some(!color) {
        return;
    }
    if let Some([a, b]) = two(board, last) {
        attack(board, color, a, b, found);
        attack(board, color, b, a, found);
    }
    if board.neighbours_of(last, color) > 0 {
        for near in last.neighbours() {
            if board.at(near).is(color)
                && let Some([a, b]) = two(board, near)
            {
                defend(board, color, a, b, found);
                defend(board, color, b, a, found);
            }
        }
    }
}

/// The liberties of a chain that has exactly two.
#[inline]
fn two(board: &Board, stone: Point) -> Option<[Point; 2]> {
    // Two liberties touch a chain at most at eight places.
    if board.pseudo_liberties(stone) > 8 || board.in_atari(stone) {
        return None;
    }
    let found = liberties::<3>(board, stone);
    (found.len() == 2).then(|| [found[0], found[1]])
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
