//! Distance over the common fate graph: a chain is one place, however long it is.

use crate::board::{Board, Point, PointMap};

/// Steps are not counted further than this.
pub const FAR: u8 = 4;

/// Steps from a point over empty points and whole chains, up to `FAR`.
pub fn chain_distances(board: &Board, from: Option<Point>) -> PointMap<u8> {
    let mut steps = PointMap::new(FAR);
    let Some(from) = from else { return steps };
    let mut front = Vec::with_capacity(64);
    let mut next = Vec::with_capacity(64);
    enter(board, from, 0, &mut steps, &mut front);
    for distance in 1..FAR {
        for &point in &front {
            for near in Point::neighbours(point) {
                if steps[near] == FAR {
                    enter(board, near, distance, &mut steps, &mut next);
                }
            }
        }
        std::mem::swap(&mut front, &mut next);
        next.clear();
    }
    steps
}

/// Reaches a point, and with a stone its whole chain.
fn enter(board: &Board, point: Point, distance: u8, steps: &mut PointMap<u8>, front: &mut Vec<Point>) {
    if board.is_empty(point) {
        steps[point] = distance;
        front.push(point);
    } else if board.stone(point).is_some() {
        for stone in board.chain_stones(point) {
            steps[stone] = distance;
            front.push(stone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn a_chain_is_one_step_long() {
        let stones = (1..8).map(|x| (Point::new(x, 4), Color::Black));
        let board = Board::from_stones(9, stones);
        let steps = chain_distances(&board, Some(Point::new(1, 4)));
        assert_eq!(steps[Point::new(7, 4)], 0);
        assert_eq!(steps[Point::new(7, 3)], 1);
        assert_eq!(steps[Point::new(7, 2)], 2);
        assert_eq!(steps[Point::new(0, 0)], FAR);
        let nowhere = chain_distances(&board, None);
        assert_eq!(nowhere[Point::new(3, 3)], FAR);
    }
}
