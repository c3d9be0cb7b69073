//! Weights by feature, and what they say about the moves of a position.

use super::features::{Extractor, Feature, KEY_BITS};
use super::lookup::Table;
use super::quick::Quick;
use crate::board::{Board, Color, Point};

/// A dictionary of features with their weights: an open table, in the order of the keys.
#[derive(Clone, Debug)]
pub struct Model {
    /// The low 32 bits of the key, and the weight, which is no number where the place is free. The high bits
    /// of the key are the place, or one not far before it.
    slots: Vec<(u32, f32)>,
    bits: u32,
    entries: usize,
    /// The same again, rounded, for the search.
    quick: Quick,
}

/// A place without an entry.
const FREE: (u32, f32) = (0, f32::NAN);
/// The smallest table: place and tag share so many bits that an entry that had to move on can be told
/// from one that belongs there.
const LEAST_BITS: u32 = 16;

/// A feature's part in the worth of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The feature.
    pub feature: Feature,
    /// What it adds: the natural logarithm of gamma.
    pub weight: f32,
}

impl Model {
    /// A model of these features, keys in rising order, each once.
    pub fn new(entries: &[(u64, f32)]) -> Model {
        // Room to spare, so that few entries have to move on.
        let bits = (entries.len() * 3 / 2).next_power_of_two().trailing_zeros().clamp(LEAST_BITS, 30);
        let mut model =
            Model { slots: vec![FREE; 1 << bits], bits, entries: entries.len(), quick: Quick::new(entries) };
        for &(key, weight) in entries {
            let mut at = model.home(key);
            while !model.slots[at].1.is_nan() {
                at = (at + 1) & (model.slots.len() - 1);
            }
            model.slots[at] = (key as u32, weight);
        }
        model
    }

    #[inline(always)]
    fn home(&self, key: u64) -> usize {
        (key >> (KEY_BITS - self.bits)) as usize
    }

    /// Where a key stands in the table.
    #[inline(always)]
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        let mut at = self.home(key);
        loop {
            let (tag, weight) = self.slots[at];
            if weight.is_nan() {
                return None;
            }
            if tag == key as u32 {
                return Some(at as u32);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Places in the table, free ones too.
    pub(super) fn places(&self) -> usize {
        self.slots.len()
    }

    /// The same features with other weights, by place.
    pub(super) fn with_weights(&self, weight: impl Fn(usize) -> f32) -> Model {
        let slots = self.slots.iter().enumerate();
        let slots = slots.map(|(at, &(tag, old))| if old.is_nan() { FREE } else { (tag, weight(at)) }).collect();
        let mut model = Model { slots, quick: Quick::new(&[]), ..*self };
        model.quick = Quick::new(&model.entries());
        model
    }

    /// The weight of a key.
    #[inline(always)]
    pub fn weight(&self, key: u64) -> Option<f32> {
        self.find(key).map(|place| self.slots[place as usize].1)
    }

    /// Keys and weights in rising order of the keys.
    pub fn entries(&self) -> Vec<(u64, f32)> {
        let mask = self.slots.len() - 1;
        let mut entries: Vec<(u64, f32)> = self
            .slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| !slot.1.is_nan())
            .map(|(at, &(tag, weight))| {
                // An entry stands at its home or somewhat behind it: the high bits of the tag are the low
                // bits of the home, and tell how far.
                let rest = KEY_BITS - self.bits;
                let behind = at.wrapping_sub((tag >> rest) as usize) & ((1 << (32 - rest)) - 1);
                let home = at.wrapping_sub(behind) & mask;
                ((home as u64) << rest | u64::from(tag) & ((1 << rest) - 1), weight)
            })
            .collect();
        entries.sort_by_key(|e| e.0);
        entries
    }

    /// Features with a weight.
    pub fn len(&self) -> usize {
        self.entries
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Bytes of memory.
    pub fn memory(&self) -> usize {
        std::mem::size_of_val(&self.slots[..]) + self.quick.memory()
    }

    /// What the moves of a position are worth, as logarithms: only differences mean anything. The
    /// extractor must have looked at the position.
    pub fn worth(&self, extractor: &Extractor, board: &Board, point: Point) -> f32 {
        let mut sum = 0.0;
        extractor.describe(board, point, |feature| match self.weight(feature.key) {
            Some(weight) => {
                sum += weight;
                true
            }
            None => false,
        });
        sum
    }

    /// The same for many moves at once, in their order, somewhat rounded.
    pub fn worths(&self, extractor: &Extractor, board: &Board, points: &[Point], out: &mut Vec<f32>) {
        out.clear();
        out.resize(points.len(), 0.0);
        self.quick.look_up(extractor, board, points, |at, _, weight| out[at] += weight);
    }

    /// Why a move is worth what it is: its known features, the heaviest first.
    pub fn explain(&self, extractor: &Extractor, board: &Board, point: Point) -> Vec<Term> {
        let mut terms = Vec::new();
        extractor.describe(board, point, |feature| match self.weight(feature.key) {
            Some(weight) => {
                terms.push(Term { feature, weight });
                true
            }
            None => false,
        });
        terms.sort_by(|a, b| b.weight.abs().total_cmp(&a.weight.abs()));
        terms
    }

    /// The legal moves of a position with the probability of each, the most likely first.
    pub fn policy(&self, board: &Board, to_play: Color, last: [Option<Point>; 2]) -> Vec<(Point, f32)> {
        let mut extractor = Extractor::new();
        extractor.look(board, to_play, last);
        let legal = Point::all(board.size()).filter(|&p| board.is_legal(to_play, p));
        let mut moves: Vec<(Point, f32)> = legal.map(|p| (p, self.worth(&extractor, board, p))).collect();
        softmax(&mut moves);
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        moves
    }
}

impl Table for Model {
    type Found = u32;

    #[inline(always)]
    fn touch(&self, key: u64) -> u32 {
        self.slots[self.home(key)].0
    }

    #[inline(always)]
    fn get(&self, key: u64) -> Option<u32> {
        self.find(key)
    }
}

/// Turns worths into probabilities.
pub fn softmax<T>(moves: &mut [(T, f32)]) {
    let best = moves.iter().map(|m| m.1).fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for (_, worth) in moves.iter_mut() {
        *worth = (*worth - best).exp();
        sum += *worth;
    }
    moves.iter_mut().for_each(|(_, p)| *p /= sum);
}

/// Models by board size.
#[derive(Clone, Debug, Default)]
pub struct Models {
    /// The model for boards of at most so many lines, smaller ones first.
    by_size: Vec<(u8, Model)>,
}

impl Models {
    /// Models, each with the largest board it is for.
    pub fn new(mut by_size: Vec<(u8, Model)>) -> Models {
        by_size.sort_by_key(|m| m.0);
        Models { by_size }
    }

    /// The model for a board: the first that is made for it, else the one for the largest boards.
    pub fn of(&self, size: u8) -> Option<&Model> {
        let fitting = self.by_size.iter().find(|m| size <= m.0);
        fitting.or(self.by_size.last()).map(|m| &m.1)
    }

    /// All of them, each with the largest board it is for.
    pub fn iter(&self) -> impl Iterator<Item = (u8, &Model)> {
        self.by_size.iter().map(|(size, model)| (*size, model))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::patterns::shipped;

    #[test]
    fn moves_are_worth_the_same_one_by_one_and_all_at_once() {
        let models = shipped().unwrap();
        for size in [9, 19] {
            let model = models.of(size).unwrap();
            let (mut board, mut color, mut last) = (Board::new(size), Color::Black, [None; 2]);
            let mut extractor = Extractor::new();
            for _ in 0..50 {
                extractor.look(&board, color, last);
                let points: Vec<Point> =
                    board.empty_points().iter().copied().filter(|&p| board.is_legal(color, p)).collect();
                let mut all = Vec::new();
                model.worths(&extractor, &board, &points, &mut all);
                for (&point, &worth) in points.iter().zip(&all) {
                    let alone = model.worth(&extractor, &board, point);
                    let terms: f32 = model.explain(&extractor, &board, point).iter().map(|t| t.weight).sum();
                    assert!(
                        (alone - worth).abs() < 0.02 && (terms - alone).abs() < 1e-3,
                        "{point:?}: {alone} {worth} {terms}"
                    );
                }
                let best = model.policy(&board, color, last)[0].0;
                board.play(color, best);
                (last, color) = ([Some(best), last[0]], !color);
            }
        }
    }
}
