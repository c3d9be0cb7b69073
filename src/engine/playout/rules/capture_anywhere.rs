//! Capture moves wherever they are.

use super::Candidates;
use crate::board::{Board, Color, Point};

/// Last liberties of enemy chains in atari, on the whole board.
pub fn capture_anywhere(board: &Board, color: Color, found: &mut Candidates) {
    let size = board.size();
    for y in 0..size {
        for x in 0..size {
            let point = Point::new(x, y);
            if board.at(point).is(!color)
                && board.chain(point) == point
                && let Some(liberty) = board.atari(point)
                && board.is_legal(color, liberty)
            {
                found.add(liberty);
            }
        }
    }
}
