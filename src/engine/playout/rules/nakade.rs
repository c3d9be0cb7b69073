//! The vital point of a small enclosed space next to the last move (Rimmel, alg. 12, extended to six points).

use crate::board::tactics::EyeSpace;
use crate::board::{Board, Color, Point};

/// The point on which a space of three to six points next to the last move hangs: to make two eyes
/// there, or to prevent them.
#[inline]
pub fn nakade(board: &Board, color: Color, last: Point) -> Option<Point> {
    for near in last.neighbours() {
        // Most empty points near a move are wide open: two look-ups tell.
        if !board.is_empty(near) || board.empty_neighbours(near) > 2 && is_open(board, near) {
            continue;
        }
        if let Some(space) = EyeSpace::empty(board, near)
            && space.points.len() >= 3
            && let Some(point) = space.vital_point(board)
            && board.is_legal(color, point)
        {
            return Some(point);
        }
    }
    None
}

/// Stones of both colours touch the point, so that its space is nobody's.
#[inline]
fn is_open(board: &Board, point: Point) -> bool {
    board.neighbours_of(point, Color::Black) > 0 && board.neighbours_of(point, Color::White) > 0
}
