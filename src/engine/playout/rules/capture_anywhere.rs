//! Capture moves wherever they are.

use super::Candidates;
use crate::board::{Board, Color, Point};

/// Chains in atari, each by one of its stones, followed from move to move: a chain falls into atari only by a
/// stone beside it or in it. Chains that got out, or were taken, are dropped when next met.
#[derive(Clone, Debug, Default)]
pub struct Ataris {
    of: [Vec<Point>; 2],
}

impl Ataris {
    /// Begins anew with the chains of a board.
    pub fn seek(&mut self, board: &Board) {
        self.of.iter_mut().for_each(Vec::clear);
        for point in Point::all(board.size()) {
            if board.chain(point) == point {
                self.note_stone(board, point);
            }
        }
    }

    /// Looks at the chains around a move just made, and at its own.
    #[inline]
    pub fn note(&mut self, board: &Board, point: Point) {
        self.note_stone(board, point);
        for near in point.neighbours() {
            self.note_stone(board, near);
        }
    }

    #[inline(always)]
    fn note_stone(&mut self, board: &Board, stone: Point) {
        if let Some(color) = board.stone(stone)
            && board.in_atari(stone)
        {
            let (chain, list) = (board.chain(stone), &mut self.of[color.index()]);
            if !list.contains(&chain) {
                list.push(chain);
            }
        }
    }

    /// Last liberties of enemy chains in atari, on the whole board.
    #[inline]
    pub fn captures(&mut self, board: &Board, color: Color, found: &mut Candidates) {
        self.of[(!color).index()].retain(|&stone| {
            let liberty = if board.at(stone).is(!color) { board.atari(stone) } else { None };
            if let Some(liberty) = liberty.filter(|&liberty| board.is_legal(color, liberty)) {
                found.add(liberty);
            }
            liberty.is_some()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::FastRng;
    use std::collections::BTreeSet;

    /// What a walk over the whole board finds.
    fn walk(board: &Board, color: Color) -> BTreeSet<Point> {
        Point::all(board.size())
            .filter(|&p| board.at(p).is(!color))
            .filter_map(|p| board.atari(p))
            .filter(|&liberty| board.is_legal(color, liberty))
            .collect()
    }

    #[test]
    fn followed_chains_are_those_that_a_walk_over_the_board_finds() {
        let mut rng = FastRng::new(7);
        let mut ataris = Ataris::default();
        let mut met = 0;
        for _ in 0..50 {
            let mut board = Board::new(9);
            ataris.seek(&board);
            let mut color = Color::Black;
            for _ in 0..150 {
                let empty = board.empty_points();
                if empty.is_empty() {
                    break;
                }
                let point = empty[rng.below(empty.len() as u32) as usize];
                if board.is_playable(color, point) {
                    board.play(color, point);
                    ataris.note(&board, point);
                }
                color = !color;
                if rng.below(3) == 0 {
                    let mut found = Candidates::new();
                    ataris.captures(&board, color, &mut found);
                    let found: BTreeSet<Point> = found.iter().collect();
                    assert_eq!(found, walk(&board, color), "{board:?}");
                    met += found.len();
                }
            }
        }
        assert!(met > 500, "captures were there to be found: {met}");
    }
}
