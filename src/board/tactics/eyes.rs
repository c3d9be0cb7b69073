//! True and false eyes of one point.

use crate::board::{Board, Color, Point};

/// What an empty point is to a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EyeKind {
    /// Not surrounded by the colour.
    None,
    /// Surrounded, but by chains that can be cut apart there.
    False,
    /// Surrounded by one chain, or by chains that hold together around it.
    True,
}

/// Judges an empty point with all neighbours of one colour.
///
/// It is true when one chain surrounds it, or when the enemy has at most one diagonal point, and none
/// at the edge. [`Board::is_eye`] looks at the diagonals only: cheaper, and stricter for one chain.
#[inline]
pub fn eye_kind(board: &Board, color: Color, point: Point) -> EyeKind {
    if board.empty_neighbours(point) > 0 || board.neighbours_of(point, !color) > 0 || !board.is_empty(point) {
        return EyeKind::None;
    }
    if board.is_eye(color, point) || surrounding_chains(board, color, point) == 1 {
        EyeKind::True
    } else {
        EyeKind::False
    }
}

fn surrounding_chains(board: &Board, color: Color, point: Point) -> usize {
    let mut chains = crate::board::PointList::<4>::new();
    point.neighbours().into_iter().filter(|&n| board.at(n).is(color)).for_each(|n| chains.add(board.chain(n)));
    chains.len()
}
