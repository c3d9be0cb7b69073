//! What a move would do to chains, without making it.

use super::liberties::add_liberties;
use crate::board::{Board, Cell, Color, Point, PointList};

/// One stone of each different chain of a colour next to a point.
#[inline]
pub fn chains_near(board: &Board, color: Color, point: Point) -> PointList<4> {
    let mut chains = PointList::new();
    for near in point.neighbours() {
        if board.at(near).is(color) {
            chains.add(board.chain(near));
        }
    }
    chains
}

/// Enemy stones that a move on an empty point takes.
#[inline]
pub fn captured_stones(board: &Board, color: Color, point: Point) -> u32 {
    if board.neighbours_of(point, !color) == 0 {
        return 0;
    }
    let taken = |chain: &&Point| board.in_atari(**chain);
    chains_near(board, !color, point).iter().filter(taken).map(|&chain| board.chain_size(chain)).sum()
}

/// Stones in the chain that a stone on an empty point would belong to.
#[inline]
pub fn chain_size_after(board: &Board, color: Color, point: Point) -> u32 {
    1 + chains_near(board, color, point).iter().map(|&chain| board.chain_size(chain)).sum::<u32>()
}

/// Liberties of the chain that a stone on an empty point would belong to, after captures: the exact
/// number below `CAP`, else `CAP`. A suicide has none.
#[inline]
pub fn liberties_after<const CAP: usize>(board: &Board, color: Color, point: Point) -> usize {
    let empty = board.empty_neighbours(point) as usize;
    if empty >= CAP {
        return CAP;
    }
    if CAP <= 3 && !captures(board, color, point) {
        return board.few_liberties_after(color, point).min(CAP);
    }
    many_liberties_after::<CAP>(board, color, point)
}

/// Whether the move takes a chain.
#[inline(always)]
fn captures(board: &Board, color: Color, point: Point) -> bool {
    board.neighbours_of(point, !color) > 0
        && point.neighbours().into_iter().any(|near| board.at(near).is(!color) && board.in_atari(near))
}

fn many_liberties_after<const CAP: usize>(board: &Board, color: Color, point: Point) -> usize {
    let mut found = PointList::<CAP>::new();
    let (mut own, mut taken) = (PointList::<4>::new(), PointList::<4>::new());
    for near in point.neighbours() {
        match board.at(near) {
            Cell::Border => {}
            Cell::Empty => found.add(near),
            cell if cell.is(color) => {
                // Four pseudo-liberties at most share a point, and four at most are the point itself.
                if board.pseudo_liberties(near) as usize > 4 * CAP {
                    return CAP;
                }
                own.add(board.chain(near));
            }
            _ if board.in_atari(near) => taken.add(board.chain(near)),
            _ => {}
        }
    }
    for &chain in own.iter() {
        add_liberties(board, chain, Some(point), &mut found);
    }
    for &chain in taken.iter() {
        let touches = |n: Point| n == point || board.at(n).is(color) && own.contains(&board.chain(n));
        for stone in board.chain_stones(chain) {
            if found.is_full() {
                return CAP;
            }
            if stone.neighbours().into_iter().any(touches) {
                found.add(stone);
            }
        }
    }
    found.len()
}

/// Whether the move puts its own chain into atari (or takes it off the board).
#[inline]
pub fn is_self_atari(board: &Board, color: Color, point: Point) -> bool {
    liberties_after::<2>(board, color, point) < 2
}

/// An enemy chain that the move puts into atari: one with exactly two liberties now, of which the
/// point is one.
#[inline]
pub fn gives_atari(board: &Board, color: Color, point: Point) -> Option<Point> {
    if board.neighbours_of(point, !color) == 0 {
        return None;
    }
    let chains = chains_near(board, !color, point);
    chains.iter().copied().find(|&chain| board.two_liberties(chain).is_some())
}
