//! The analyse-after way (Chelaru 4.3.1.3): stones are put without regard to any rule but that of own
//! eyes until the board is full; who captured whom is worked out once, from the order of the stones.

use super::{Moves, Stones, play_to_end};
use crate::board::{Board, ByColor, Cell, Color, Point, PointMap};
use crate::engine::playout::simulator::{Outcome, Simulator, move_cap};
use crate::util::rng::FastRng;
use std::ops::Range;

/// What is known of a worm on the full board (his `worm_info`, figure 4.11).
struct WormInfo {
    /// Its part of [`AnalyseAfter::worm_stones`].
    stones: Range<usize>,
    /// When its latest stone was put (his newness).
    latest_stone: u16,
    has_liberties: bool,
    color: Color,
}

/// Simulates by filling the board and analysing it after.
pub struct AnalyseAfter {
    stones: Stones,
    moves: Moves,
    /// When the stone on a point was put; 0 for those of the position begun with.
    time: PointMap<u16>,
    worms: Vec<WormInfo>,
    worm_stones: Vec<Point>,
    /// For stones: the place of their worm in `worms`.
    worm_of: PointMap<u16>,
    /// Places in `worms`, the oldest worm first.
    order: Vec<u16>,
    captured: ByColor<u16>,
}

impl Default for AnalyseAfter {
    fn default() -> Self {
        AnalyseAfter {
            stones: Stones::default(),
            moves: Moves::default(),
            time: PointMap::new(0),
            worms: Vec::new(),
            worm_stones: Vec::new(),
            worm_of: PointMap::new(0),
            order: Vec::new(),
            captured: ByColor::default(),
        }
    }
}

impl Simulator for AnalyseAfter {
    fn play_out(&mut self, start: &Board, to_play: Color, rng: &mut FastRng) -> Outcome {
        let moves = self.fill(start, to_play, rng);
        self.build_worm_infos();
        self.capture_worms();
        Outcome { moves, score: self.stones.area() }
    }
}

impl AnalyseAfter {
    /// Stones of a colour that the last game took. His score is their difference.
    pub fn captured(&self, color: Color) -> u32 {
        u32::from(self.captured[color])
    }

    /// Puts stones in turn until only own eyes are left.
    fn fill(&mut self, start: &Board, to_play: Color, rng: &mut FastRng) -> u32 {
        self.stones.load(start, &mut self.moves);
        self.time = PointMap::new(0);
        let (stones, time, list) = (&mut self.stones, &mut self.time, &mut self.moves);
        let mut moment = 0;
        play_to_end(to_play, move_cap(start), |color| {
            moment += 1;
            while let Some(point) = list.pop_random(rng) {
                if !stones.is_eye(color, point) {
                    stones.cells[point] = color.into();
                    time[point] = moment;
                    return Some(point);
                }
            }
            None
        })
    }

    fn build_worm_infos(&mut self) {
        self.worms.clear();
        self.worm_stones.clear();
        self.stones.marks.clear();
        for point in Point::all(self.stones.size) {
            let Some(color) = self.stones.cells[point].color() else { continue };
            if !self.stones.marks.mark(point) {
                continue;
            }
            let mut has_liberties = false;
            self.stones.search(point, |_, cell, _| has_liberties |= cell == Cell::Empty);
            let begin = self.worm_stones.len();
            let mut latest_stone = 0;
            for &stone in &self.stones.found {
                self.worm_of[stone] = self.worms.len() as u16;
                latest_stone = latest_stone.max(self.time[stone]);
            }
            self.worm_stones.extend(&self.stones.found);
            let stones = begin..self.worm_stones.len();
            self.worms.push(WormInfo { stones, latest_stone, has_liberties, color });
        }
    }

    /// From the oldest worm to the newest: one without liberties is taken, and what is next to it has
    /// liberties from then on. So every worm that stays has one, and the position is legal.
    fn capture_worms(&mut self) {
        self.order.clear();
        self.order.extend(0..self.worms.len() as u16);
        self.order.sort_unstable_by_key(|&worm| (self.worms[worm as usize].latest_stone, worm));
        self.captured = ByColor::default();
        for &worm in &self.order {
            let worm = &self.worms[worm as usize];
            if worm.has_liberties {
                continue;
            }
            let stones = worm.stones.clone();
            self.captured[worm.color] += stones.len() as u16;
            for &stone in &self.worm_stones[stones] {
                self.stones.cells[stone] = Cell::Empty;
                for near in stone.neighbours() {
                    if self.stones.cells[near].color().is_some() {
                        self.worms[self.worm_of[near] as usize].has_liberties = true;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::playout::chelaru::tests::slow_area;

    /// The state of the board by his inductive definition, as it stands on the page.
    fn by_definition(full: &Board, time: &PointMap<u16>) -> Vec<(Point, Color)> {
        let newness = |stone| full.chain_stones(stone).map(|stone| time[stone]).max().unwrap();
        let stones: Vec<Point> = Point::all(full.size()).filter(|&point| full.stone(point).is_some()).collect();
        let mut state: Vec<(Point, bool)> = full.empty_points().iter().map(|&point| (point, false)).collect();
        while let Some(&oldest) = stones
            .iter()
            .filter(|&&stone| state.iter().all(|&(point, _)| point != stone))
            .min_by_key(|&&stone| (newness(stone), full.chain_stones(stone).min()))
        {
            let breathes = full.chain_stones(oldest).flat_map(Point::neighbours).any(|p| state.contains(&(p, false)));
            state.extend(full.chain_stones(oldest).map(|stone| (stone, breathes)));
        }
        let mut kept: Vec<_> =
            state.iter().filter(|s| s.1).map(|&(point, _)| (point, full.stone(point).unwrap())).collect();
        kept.sort();
        kept
    }

    #[test]
    fn captures_follow_the_definition_and_leave_a_legal_position() {
        let mut rng = FastRng::new(2);
        let mut way = AnalyseAfter::default();
        let mut taken = 0;
        for size in [2, 3, 5, 9] {
            for _ in 0..40 {
                let start = Board::new(size);
                way.fill(&start, Color::Black, &mut rng);
                let stones = |way: &AnalyseAfter| -> Vec<(Point, Color)> {
                    let color = |point| Some((point, way.stones.cells[point].color()?));
                    Point::all(size).filter_map(color).collect()
                };
                let full = Board::from_stones(size, stones(&way));
                let left = full.empty_points();
                let closed = |p, color| full.empty_neighbours(p) + full.neighbours_of(p, color) == 0;
                assert!(left.iter().all(|&point| closed(point, Color::Black) != closed(point, Color::White)));
                way.build_worm_infos();
                way.capture_worms();
                assert_eq!(stones(&way), by_definition(&full, &way.time));
                let end = Board::from_stones(size, stones(&way));
                assert!(stones(&way).iter().all(|&(stone, _)| end.pseudo_liberties(stone) > 0));
                for color in Color::BOTH {
                    assert_eq!(way.captured(color), full.stones_on_board(color) - end.stones_on_board(color));
                    taken += way.captured(color);
                }
                assert_eq!(way.stones.area(), slow_area(&end));
            }
        }
        assert!(taken > 500, "{taken}");
    }
}
