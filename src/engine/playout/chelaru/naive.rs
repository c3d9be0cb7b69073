//! The naive way (Chelaru 4.3.1.1): every worm that a move touches is searched anew, stone by stone.

use super::{Moves, Stones, play_to_end};
use crate::board::{Board, ByColor, Cell, Color, Point, PointMap};
use crate::engine::playout::simulator::{Outcome, Simulator, move_cap};
use crate::util::rng::FastRng;

/// What is known of a worm, repeated on each of its stones (his `worm_data`, figure 4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WormData {
    /// The stone nearest to the top left, the same for the whole worm.
    origin: Point,
    liberties: u16,
}

/// Simulates with a list of moves and a table of worms.
pub struct Naive {
    stones: Stones,
    /// Kept for stones; for other points anything.
    worms: PointMap<WormData>,
    moves: Moves,
    ko: Option<Point>,
    captured: ByColor<u16>,
    taken: Vec<Point>,
}

impl Default for Naive {
    fn default() -> Self {
        Naive {
            stones: Stones::default(),
            worms: PointMap::new(WormData { origin: Point::new(0, 0), liberties: 0 }),
            moves: Moves::default(),
            ko: None,
            captured: ByColor::default(),
            taken: Vec::new(),
        }
    }
}

impl Simulator for Naive {
    fn play_out(&mut self, start: &Board, to_play: Color, rng: &mut FastRng) -> Outcome {
        self.load(start);
        let moves = play_to_end(to_play, move_cap(start), |color| self.play_move(color, rng));
        Outcome { moves, score: self.stones.area() }
    }
}

impl Naive {
    fn load(&mut self, start: &Board) {
        self.stones.load(start, &mut self.moves);
        self.ko = start.ko();
        self.captured = ByColor::from_fn(|color| start.captured(color) as u16);
        for point in Point::all(start.size()) {
            // The origin comes first in this order, so that each worm is searched once.
            if start.stone(point).is_some() && (start.chain_stones(point).all(|stone| stone >= point)) {
                self.update_worm(point);
            }
        }
    }

    /// Draws until a move can be played; `None` is a pass.
    fn play_move(&mut self, color: Color, rng: &mut FastRng) -> Option<Point> {
        while let Some(point) = self.moves.pop_random(rng) {
            if self.try_move(color, point) {
                return Some(point);
            }
        }
        self.ko = None;
        None
    }

    /// Plays if the move is legal, fills no own eye and leaves no own worm in atari, unless it captures.
    fn try_move(&mut self, color: Color, point: Point) -> bool {
        if self.ko == Some(point) {
            return false;
        }
        let near = point.neighbours();
        let captures = near.iter().any(|&n| self.stones.cells[n].is(!color) && self.worms[n].liberties == 1);
        if !captures && self.stones.is_eye(color, point) {
            return false;
        }
        self.stones.cells[point] = color.into();
        let alone = near.iter().all(|&n| self.stones.cells[n].color().is_none());
        if !captures && !alone && self.stones.search_worm(point) < 2 {
            self.stones.cells[point] = Cell::Empty;
            return false;
        }
        let taken = if captures { self.capture_around(color, point) } else { 0 };
        self.update_worm(point);
        for n in near {
            if self.stones.cells[n].is(!color) {
                self.update_worm(n);
            }
        }
        let lonely = self.worms[point].liberties == 1 && near.iter().all(|&n| !self.stones.cells[n].is(color));
        self.ko = if taken == 1 && lonely { self.moves.0.last().copied() } else { None };
        true
    }

    /// Takes the enemy worms whose last liberty was `point`, lists their points as moves again, and
    /// searches the worms that gain liberties. Returns the number of stones.
    fn capture_around(&mut self, color: Color, point: Point) -> usize {
        self.taken.clear();
        for near in point.neighbours() {
            if self.stones.cells[near].is(!color) && self.worms[near].liberties == 1 {
                self.stones.search_worm(near);
                for &stone in &self.stones.found {
                    self.stones.cells[stone] = Cell::Empty;
                }
                self.taken.extend(&self.stones.found);
            }
        }
        self.moves.0.extend(&self.taken);
        self.captured[!color] += self.taken.len() as u16;
        for at in 0..self.taken.len() {
            for near in self.taken[at].neighbours() {
                if self.stones.cells[near].is(color) {
                    self.update_worm(near);
                }
            }
        }
        self.taken.len()
    }

    /// Searches a worm and writes what was found on each of its stones.
    fn update_worm(&mut self, stone: Point) {
        let liberties = self.stones.search_worm(stone);
        let origin = self.stones.found.iter().copied().min().unwrap_or(stone);
        for &stone in &self.stones.found {
            self.worms[stone] = WormData { origin, liberties };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::playout::chelaru::tests::play_beside_the_board;

    #[test]
    fn every_move_is_legal_go_and_the_worms_stay_right() {
        let end = |naive: &mut Naive| naive.stones.area();
        play_beside_the_board(&mut Naive::default(), Naive::load, Naive::play_move, same, end);
    }

    #[test]
    fn self_atari_is_thrown_away_unless_it_captures() {
        let stones = |color, points: &[(u8, u8)]| -> Vec<(Point, Color)> {
            points.iter().map(|&(x, y)| (Point::new(x, y), color)).collect()
        };
        let mut naive = Naive::default();
        naive.load(&Board::from_stones(3, stones(Color::Black, &[(1, 0), (0, 1), (2, 1)])));
        assert!(!naive.try_move(Color::White, Point::new(0, 0)), "suicide");
        assert!(!naive.try_move(Color::White, Point::new(1, 1)), "self-atari");
        assert_eq!(naive.stones.cells[Point::new(1, 1)], Cell::Empty);
        let (black, white) = (stones(Color::Black, &[(2, 1)]), stones(Color::White, &[(1, 1), (2, 0)]));
        naive.load(&Board::from_stones(3, black.into_iter().chain(white)));
        assert!(naive.try_move(Color::White, Point::new(2, 2)), "it takes a stone");
        assert_eq!(naive.captured[Color::Black], 1);
    }

    fn liberties(board: &Board, chain: impl Iterator<Item = Point>) -> Vec<Point> {
        let mut found: Vec<Point> = chain.flat_map(Point::neighbours).filter(|&near| board.is_empty(near)).collect();
        found.sort();
        found.dedup();
        found
    }

    fn same(naive: &Naive, board: &Board) {
        assert_eq!(naive.ko, board.ko());
        for color in Color::BOTH {
            assert_eq!(u32::from(naive.captured[color]), board.captured(color));
        }
        for point in Point::all(board.size()) {
            assert_eq!(naive.stones.cells[point], board.at(point));
            if board.stone(point).is_some() {
                let worm = WormData {
                    origin: board.chain_stones(point).min().unwrap(),
                    liberties: liberties(board, board.chain_stones(point)).len() as u16,
                };
                assert_eq!(naive.worms[point], worm, "{point:?}");
            }
        }
    }
}
