//! The vital point of a small enclosed space next to the last move (Rimmel, alg. 12, extended to six points).

use crate::board::tactics::EyeSpace;
use crate::board::tactics::nakade::MAX_SPACE;
use crate::board::{Board, Color, Point};

/// The point on which a space of three to six points next to the last move hangs: to make two eyes
/// there, or to prevent them.
#[inline]
pub fn nakade(board: &Board, color: Color, last: Point) -> Option<Point> {
    for near in last.neighbours() {
        if board.is_empty(near)
            && board.neighbours_of(near, color) == 0
            && may_be_small(board, color, near)
            && let Some(space) = EyeSpace::empty(board, near)
            && space.points.len() >= 3
            && let Some(point) = space.vital_point(board)
            && board.is_legal(color, point)
        {
            return Some(point);
        }
    }
    None
}

/// Whether the space around an empty point may have six points at most and no stones of this colour around it:
/// most tell by the neighbours of their neighbours that it has not.
#[inline(always)]
fn may_be_small(board: &Board, color: Color, point: Point) -> bool {
    let (mut own, mut near, mut beyond) = (0, 0, 0);
    // Which of the four are empty cannot be foreseen: no branch, all are counted or not.
    for n in point.neighbours() {
        let counts = u32::from(board.is_empty(n));
        own += counts * board.neighbours_of(n, color);
        near += counts;
        beyond += counts * board.empty_neighbours(n);
    }
    beyond -= near;
    // Two of them share a point beyond at most.
    own == 0 && 1 + near + beyond.div_ceil(2) <= MAX_SPACE as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::FastRng;

    /// The rule without its short cuts.
    fn plain(board: &Board, color: Color, last: Point) -> Option<Point> {
        let vital = |near: Point| {
            let space = EyeSpace::empty(board, near).filter(|space| space.points.len() >= 3)?;
            space.vital_point(board).filter(|&point| board.is_legal(color, point))
        };
        last.neighbours().into_iter().find_map(vital)
    }

    #[test]
    fn short_cuts_miss_no_vital_point() {
        let mut rng = FastRng::new(5);
        let mut met = 0;
        for _ in 0..3000 {
            let mut board = Board::new(9);
            let mut color = Color::Black;
            for _ in 0..100 {
                let empty = board.empty_points();
                let last = empty[rng.below(empty.len() as u32) as usize];
                if board.is_playable(color, last) {
                    board.play(color, last);
                    let found = nakade(&board, !color, last);
                    assert_eq!(found, plain(&board, !color, last));
                    met += u32::from(found.is_some());
                }
                color = !color;
            }
        }
        assert!(met > 300, "vital points were there to be found: {met}");
    }
}
