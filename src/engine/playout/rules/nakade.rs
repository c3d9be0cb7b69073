//! Small enclosed spaces: the vital point next to the last move (Rimmel, alg. 12, extended to six points), own spaces
//! that are not filled, and answers to stones that came into them.

use crate::board::tactics::{EyeSpace, Life};
use crate::board::{Board, Color, Point};

/// The point on which a space of the enemy of three to six points next to his last move hangs.
#[inline]
pub fn nakade(board: &Board, color: Color, last: Point) -> Option<Point> {
    for near in last.neighbours() {
        if board.is_empty(near)
            && let Some(space) = EyeSpace::empty(board, !color, near)
            && space.points.len() >= 3
            && let Some(point) = space.vital_point(board)
            && board.is_legal(color, point)
        {
            return Some(point);
        }
    }
    None
}

/// What becomes of a random move into a space of two to six points that is all ours: nothing where it lives as it is,
/// the vital point where it hangs on one. A dead one is filled, so that who has no other eye is taken in the end.
/// Moves elsewhere stay as they are.
#[inline]
pub fn keep_space(board: &Board, color: Color, point: Point) -> Option<Point> {
    match EyeSpace::empty(board, color, point).map(|space| space.life()) {
        Some(Life::Alive) => None,
        Some(Life::Unsettled(vital)) => Some(vital),
        Some(Life::Dead) | None => Some(point),
    }
}

/// The enemy has played into a space of ours of four to six points: of those left, one with two or more points of
/// the space beside it, so that both sides of it become eyes.
#[inline]
pub fn answer_inside(board: &Board, color: Color, last: Point) -> Option<Point> {
    let space = EyeSpace::entered(board, color, last)?.points;
    if space.len() < 4 {
        return None;
    }
    let beside = |point: Point| point.neighbours().into_iter().filter(|near| space.contains(near)).count();
    let empty = space.iter().copied().filter(|&point| board.is_empty(point));
    let (_, best) = empty.map(|point| (beside(point), point)).filter(|&(n, _)| n > 1).max_by_key(|&(n, _)| n)?;
    board.is_legal(color, best).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram::Diagram;

    /// Three rows in the corner of a board of six lines.
    fn corner(rows: [&str; 3]) -> Board {
        Diagram::parse(&(rows.join("\n") + &"\n......".repeat(3))).unwrap().board()
    }

    #[test]
    fn four_in_a_row_are_not_filled_and_a_stone_in_them_is_answered() {
        let board = corner(["....XO", "XXXXXO", "OOOOO."]);
        for x in 0..4 {
            assert_eq!(keep_space(&board, Color::Black, Point::new(x, 0)), None, "they live as they are");
        }
        let entered = |rows| answer_inside(&corner(rows), Color::Black, Point::new(1, 0));
        assert_eq!(entered([".O..XO", "XXXXXO", "OOOOO."]), Some(Point::new(2, 0)));
        assert_eq!(entered([".O.XXO", "XXXXXO", "OOOOO."]), None, "three are dead");
    }

    #[test]
    fn three_in_a_row_become_two_eyes_or_none() {
        let board = corner(["...XO.", "XXXXO.", "OOOO.."]);
        let middle = Point::new(1, 0);
        for x in 0..3 {
            assert_eq!(keep_space(&board, Color::Black, Point::new(x, 0)), Some(middle));
        }
        assert_eq!(nakade(&board, Color::White, Point::new(3, 0)), Some(middle));
    }

    #[test]
    fn moves_outside_stay_as_they_are() {
        let board = corner(["...XO.", "XXXXO.", "OOOO.."]);
        for point in [Point::new(5, 0), Point::new(5, 5)] {
            assert_eq!(keep_space(&board, Color::Black, point), Some(point));
            assert_eq!(keep_space(&board, Color::White, point), Some(point));
        }
        assert_eq!(answer_inside(&board, Color::Black, Point::new(4, 1)), None);
    }
}
