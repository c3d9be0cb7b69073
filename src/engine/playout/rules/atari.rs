//! Save stones that the last move put in atari, or take its stones (Rimmel, alg. 6 and 11).

use super::Candidates;
use crate::board::tactics::liberties_after;
use crate::board::{Board, Color, Point};

/// Moves that take the chain of the last move, or save own chains next to it by taking an attacker
/// or by running to where they have room to breathe.
#[inline]
pub fn atari(board: &Board, color: Color, last: Point, save: bool, capture: bool, found: &mut Candidates) {
    if board.stone(last) != Some(!color) {
        return; // a suicide, or taken back by a snapback
    }
    if capture
        && let Some(liberty) = board.atari(last)
        && board.is_legal(color, liberty)
    {
        found.add(liberty);
    }
    if save && board.neighbours_of(last, color) > 0 {
        for near in last.neighbours() {
            if board.at(near).is(color) && board.in_atari(near) {
                rescue(board, color, near, found);
            }
        }
    }
}

/// Ways out for a chain in atari.
pub fn rescue(board: &Board, color: Color, stone: Point, found: &mut Candidates) {
    // Take an attacker that is in atari itself.
    for member in board.chain_stones(stone) {
        if board.neighbours_of(member, !color) == 0 {
            continue;
        }
        for near in member.neighbours() {
            if board.at(near).is(!color)
                && let Some(liberty) = board.atari(near)
                && board.is_legal(color, liberty)
            {
                found.add(liberty);
            }
        }
    }
    // Run, if that gives two liberties at least and is not the first step of a ladder along the edge.
    if let Some(liberty) = board.atari(stone)
        && board.ko() != Some(liberty)
        && runs(board, color, liberty)
    {
        found.add(liberty);
    }
}

/// Whether a chain in atari that runs to its last liberty gets away for now: three liberties, or two
/// that the enemy cannot simply close.
#[inline]
fn runs(board: &Board, color: Color, liberty: Point) -> bool {
    match liberties_after::<3>(board, color, liberty) {
        3.. => true,
        2 => !is_simple_ladder(board, color, liberty),
        _ => false,
    }
}

/// After running, two liberties are left, side by side: a ladder step. It works when the enemy can give atari
/// from a side where the runner meets no friend. Playouts cannot read it out; on the second line and below
/// running is hopeless unless a friend waits.
#[inline]
fn is_simple_ladder(board: &Board, color: Color, liberty: Point) -> bool {
    let edge = liberty.edge_distance(board.size());
    edge == 0 && board.neighbours_of(liberty, color) < 2
}
