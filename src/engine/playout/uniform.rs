//! Uniformly random playouts: every legal move that fills no own eye is equally likely.

use super::simulator::{Outcome, Simulator, move_cap};
use crate::board::{Board, Color, Point};
use crate::util::rng::FastRng;

/// Uniform playouts on a board of their own.
pub struct Uniform {
    board: Board,
}

impl Default for Uniform {
    fn default() -> Self {
        Uniform { board: Board::new(crate::board::MAX_SIZE) }
    }
}

impl Simulator for Uniform {
    fn play_out(&mut self, start: &Board, to_play: Color, rng: &mut FastRng) -> Outcome {
        self.board.copy_from(start);
        let moves = play_out(&mut self.board, to_play, rng, move_cap(start));
        Outcome { moves, score: self.board.simple_area() }
    }
}

/// Plays to the end, both sides passing only when they have nothing else; returns the number of
/// moves. At most `cap` moves are played: without superko a game may go in circles.
pub fn play_out(board: &mut Board, mut to_play: Color, rng: &mut FastRng, cap: u32) -> u32 {
    let mut moves = 0;
    let mut passed = false;
    while moves < cap {
        match pick(board, to_play, rng) {
            Some(point) => {
                board.play(to_play, point);
                passed = false;
            }
            None if passed => break,
            None => {
                board.clear_ko();
                passed = true;
            }
        }
        moves += 1;
        to_play = !to_play;
    }
    moves
}

/// Draws a move: random empty points until one may be played. After some vain draws, the rest are drawn
/// without those that turned out forbidden, so that it ends.
#[inline(always)]
fn pick(board: &mut Board, color: Color, rng: &mut FastRng) -> Option<Point> {
    let empty = board.empty_points();
    let count = empty.len() as u64;
    for _ in 0..2 {
        // Two draws at once, the second used where the first is an eye: no branch to mispredict.
        let bits = rng.next_u64();
        let first = empty.get((((bits >> 32) * count) >> 32) as usize)?;
        let second = empty.get((((bits & 0xffff_ffff) * count) >> 32) as usize)?;
        let point = if board.is_eye(color, *first) { *second } else { *first };
        if board.is_playable(color, point) {
            return Some(point);
        }
    }
    let mut left = empty.len();
    while left > 0 {
        let at = rng.below(left as u32) as usize;
        let point = board.empty_points()[at];
        if board.is_playable(color, point) {
            return Some(point);
        }
        left -= 1;
        board.swap_empty(at, left);
    }
    None
}
