//! Self-atari: refused unless it kills or is nakade.

use crate::board::tactics::nakade::shape_life;
use crate::board::tactics::{Life, chains_near, liberties, liberties_after};
use crate::board::{Board, Color, Point, PointList};

/// The largest chain that is worth giving up to spoil an eye space.
const NAKADE: usize = 6;

/// Whether the move puts its own chain in atari for nothing: it captures nothing, leaves no enemy
/// chain without a way out, and what the enemy takes is no shape that spoils an eye.
#[inline]
pub fn is_bad_self_atari(board: &Board, color: Color, point: Point) -> bool {
    board.empty_neighbours(point) < 2 && board.is_short_after(color, point) && is_bad(board, color, point)
}

#[inline(never)]
fn is_bad(board: &Board, color: Color, point: Point) -> bool {
    let mut shape = PointList::<NAKADE>::new();
    shape.add(point);
    let mut too_large = false;
    for near in point.neighbours() {
        match board.stone(near) {
            Some(other) if other != color => {
                if board.in_atari(near) {
                    return false; // it captures
                }
                // It leaves the enemy one liberty: a semeai that the enemy does not win by taking us.
                if board.chain_size(near) > 1
                    && let Some(left) = board.two_liberties(near)
                {
                    let other_liberty = if left[0] == point { left[1] } else { left[0] };
                    let own = own_size(board, color, point);
                    if board.chain_size(near) >= own
                        && (own == 1 || !is_shared(board, color, point, other_liberty))
                        && liberties_after::<3>(board, !color, other_liberty) < 3
                    {
                        return false;
                    }
                }
            }
            Some(_) => {
                for stone in board.chain_stones(near) {
                    if shape.is_full() && !shape.contains(&stone) {
                        too_large = true;
                        break;
                    }
                    shape.add(stone);
                }
            }
            None => {}
        }
    }
    if too_large {
        return true;
    }
    if shape.len() == 1 {
        // A throw-in: it must lie among enemy stones that have an eye to lose there.
        return !is_throw_in(board, color, point);
    }
    // The enemy takes the shape and must not get two eyes from it, nor have them already.
    matches!(shape_life(&shape), Life::Alive) || !is_enclosed(board, color, &shape) || takers_live(board, color, &shape)
}

/// Whether a chain around the shape has two eyes elsewhere, so that nothing in here can kill it.
fn takers_live(board: &Board, color: Color, shape: &[Point]) -> bool {
    let around = shape.iter().flat_map(|stone| stone.neighbours());
    let mut seen = PointList::<8>::new();
    for near in around.filter(|&near| board.at(near).is(!color)) {
        let chain = board.chain(near);
        if seen.contains(&chain) || seen.is_full() {
            continue;
        }
        seen.add(chain);
        let elsewhere = |point: &&Point| {
            board.is_eye(!color, **point) && !point.neighbours().into_iter().any(|n| shape.contains(&n))
        };
        if liberties::<8>(board, chain).iter().filter(elsewhere).count() >= 2 {
            return true;
        }
    }
    false
}

/// Whether the enemy's last liberty is ours too: then he takes us there, and what looked like a race is a seki
/// that we break. (A single stone may be given: it is taken back with all who took it.)
fn is_shared(board: &Board, color: Color, point: Point, liberty: Point) -> bool {
    point.is_beside(liberty)
        || chains_near(board, color, point).iter().any(|&chain| liberties::<3>(board, chain).contains(&liberty))
}

fn own_size(board: &Board, color: Color, point: Point) -> u32 {
    let near = point.neighbours();
    let own = near.into_iter().filter(|&n| board.at(n).is(color)).map(|n| board.chain_size(n)).max();
    1 + own.unwrap_or(0)
}

/// A single stone next to enemy stones only, that makes an eye false or fills a liberty inside.
#[inline]
fn is_throw_in(board: &Board, color: Color, point: Point) -> bool {
    if board.neighbours_of(point, color) > 0 {
        return false;
    }
    let own_diagonals = point.diagonals().into_iter().filter(|&d| board.at(d).is(color)).count();
    let edge = point.edge_distance(board.size()) == 0;
    own_diagonals >= if edge { 1 } else { 2 }
}

/// All stones around the shape are the enemy's: it lies inside an eye space.
#[inline]
fn is_enclosed(board: &Board, color: Color, shape: &[Point]) -> bool {
    shape.iter().all(|stone| stone.neighbours().into_iter().all(|n| !board.at(n).is(color) || shape.contains(&n)))
}

/// A move that connects the chains around a self-atari instead of playing it: the other liberty of an
/// own chain next to the point (Rimmel, alg. 13).
pub fn connection(board: &Board, color: Color, point: Point) -> Option<Point> {
    for near in point.neighbours() {
        if board.at(near).is(color) {
            for &liberty in liberties::<3>(board, near).iter() {
                if liberty != point
                    && board.neighbours_of(liberty, color) > 1
                    && board.is_legal(color, liberty)
                    && !board.is_eye(color, liberty)
                    && liberties_after::<3>(board, color, liberty) == 3
                {
                    return Some(liberty);
                }
            }
        }
    }
    None
}
