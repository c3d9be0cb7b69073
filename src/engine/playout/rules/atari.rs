//! Save stones that the last move put in atari, or take its stones (Rimmel, alg. 6 and 11).

use super::Candidates;
use crate::board::tactics::{LadderReader, Reading, liberties_after};
use crate::board::{Board, Color, Point};

/// Moves that take the chain of the last move, or save own chains next to it by taking an attacker
/// or by running to where they have room to breathe. With a reader, no chain runs into a ladder.
#[inline]
pub fn atari(
    board: &Board,
    color: Color,
    last: Point,
    (save, capture): (bool, bool),
    mut ladders: Option<&mut LadderReader>,
    found: &mut Candidates,
) {
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
                rescue(board, color, near, ladders.as_deref_mut(), found);
            }
        }
    }
}

/// Ways out for a chain in atari.
fn rescue(board: &Board, color: Color, stone: Point, ladders: Option<&mut LadderReader>, found: &mut Candidates) {
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
    // Run, if that gives two liberties at least and is not the first step of a ladder.
    if let Some(liberty) = board.atari(stone)
        && board.ko() != Some(liberty)
        && runs(board, color, stone, liberty, ladders)
    {
        found.add(liberty);
    }
}

/// Whether a chain in atari that runs to its last liberty gets away for now: three liberties, or two
/// that the enemy cannot simply close.
#[inline]
fn runs(board: &Board, color: Color, stone: Point, liberty: Point, ladders: Option<&mut LadderReader>) -> bool {
    match liberties_after::<3>(board, color, liberty) {
        3.. => true,
        2 => match ladders {
            Some(reader) => reader.escape(board, stone) != Reading::Fails,
            None => !is_edge_ladder(board, color, liberty),
        },
        _ => false,
    }
}

/// Without reading: a chain that crawls along the first line is caught unless a friend waits.
#[inline]
fn is_edge_ladder(board: &Board, color: Color, liberty: Point) -> bool {
    liberty.edge_distance(board.size()) == 0 && board.neighbours_of(liberty, color) < 2
}
