//! Learning the weights: the most likely ones given that each played move won a contest against the
//! other legal moves of its position.
//!
//! The model is the generalised Bradley-Terry model: a move wins with probability proportional to the
//! product of the gammas of its features, a softmax over sums of their logarithms. Nested and joint
//! features make far too many weights for minorisation-maximisation, which needs all contests at once;
//! here they are visited one by one, and each weight goes down its own gradient with steps that shrink
//! as its own gradients add up (AdaGrad; Duchi, Hazan and Singer 2011). `mm` is the other way.

use super::contests::{Contests, describe};
use super::games::GameMoves;
use super::mm;
use super::model::Model;
use crate::board::zobrist::split_mix;
use crate::util::rng::FastRng;
use std::sync::atomic::{AtomicU8, Ordering};

pub mod state;

pub use state::{Run, State};

/// How to learn.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Length of the first steps.
    pub rate: f32,
    /// Seed of what is left to chance.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { rate: 0.1, seed: 1 }
    }
}

/// Games whose positions are visited together, in random order.
pub const CHUNK: usize = 48;
/// Gradients below this are not worth the memory they touch.
const SMALL_GRADIENT: f32 = 3e-4;

/// Learns by minorisation-maximisation from all games at once; `done` is told the mean log-evidence
/// before each round.
pub fn minorise_maximise(keys: &[u64], games: &[&GameMoves], rounds: u32, seed: u64, done: impl FnMut(f64)) -> Model {
    let dictionary = Model::new(&keys.iter().map(|&key| (key, 0.0)).collect::<Vec<_>>());
    let groups: Vec<AtomicU8> = (0..dictionary.places()).map(|_| AtomicU8::new(0)).collect();
    let contests = describe(games, &dictionary, seed, |feature, place| {
        groups[place as usize].store(mm::group(feature), Ordering::Relaxed);
    });
    let groups: Vec<u8> = groups.into_iter().map(AtomicU8::into_inner).collect();
    let weights = mm::weights(&contests, &groups, rounds, done);
    dictionary.with_weights(|place| weights[place])
}

/// Weights on the way.
pub struct Learner {
    /// Where each feature stands.
    keys: Model,
    steps: Steps,
}

/// The weights by place, and what is needed to change them.
struct Steps {
    /// A weight and the sum of its squared gradients.
    weights: Vec<(f32, f32)>,
    options: Options,
    /// Logarithms of the probabilities that played moves had, before learning from them.
    evidence: f64,
    contests: u64,
    worths: Vec<f32>,
}

impl Learner {
    /// Nothing learnt yet about these features (keys in rising order).
    pub fn new(keys: &[u64], options: Options) -> Learner {
        let entries: Vec<(u64, f32)> = keys.iter().map(|&key| (key, 0.0)).collect();
        let keys = Model::new(&entries);
        let weights = vec![(0.0, 1.0); keys.places()];
        Learner { keys, steps: Steps { weights, options, evidence: 0.0, contests: 0, worths: Vec::new() } }
    }

    /// Learns from games in this order, chunk by chunk; `done` is told after each chunk how many games
    /// it held and the mean log-evidence in it.
    pub fn learn(&mut self, games: &[&GameMoves], mut done: impl FnMut(&Learner, usize, f64)) {
        let mut chunks = games.chunks(CHUNK);
        let Some(mut chunk) = chunks.next() else { return };
        let seed = self.steps.options.seed;
        let mut ready = describe(chunk, &self.keys, seed, |_, _| {});
        loop {
            // While this chunk is learnt, the next one is described: keys do not move, only weights.
            let following = chunks.next();
            let (keys, steps) = (&self.keys, &mut self.steps);
            let (_, next) =
                rayon::join(|| steps.visit(&ready), || following.map(|next| describe(next, keys, seed, |_, _| {})));
            let mean = self.steps.evidence / self.steps.contests.max(1) as f64;
            (self.steps.evidence, self.steps.contests) = (0.0, 0);
            done(self, chunk.len(), mean);
            match (following, next) {
                (Some(c), Some(next)) => (chunk, ready) = (c, next),
                _ => break,
            }
        }
    }

    /// The weights so far, as a model.
    pub fn model(&self) -> Model {
        self.keys.with_weights(|place| self.steps.weights[place].0)
    }
}

impl Steps {
    /// Learns from a chunk, position by position in random order.
    fn visit(&mut self, ready: &[Contests]) {
        let mut order: Vec<(u32, u32)> = ready
            .iter()
            .enumerate()
            .flat_map(|(game, c)| (0..c.len()).map(move |row| (game as u32, row as u32)))
            .collect();
        let mut rng = FastRng::new(split_mix(self.options.seed ^ order.len() as u64));
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i as u32 + 1) as usize);
        }
        for (game, row) in order {
            self.contest(&ready[game as usize], row as usize);
        }
    }

    /// One step along the gradient of the log-evidence of one played move.
    fn contest(&mut self, contests: &Contests, row: usize) {
        let row = contests.row(row);
        self.worths.clear();
        for candidate in row.clone() {
            let sum: f32 = contests.places(candidate).iter().map(|&place| self.weights[place as usize].0).sum();
            self.worths.push(sum + contests.handicap(candidate));
        }
        let best = self.worths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        self.worths.iter_mut().for_each(|w| *w = (*w - best).exp());
        let total: f32 = self.worths.iter().sum();
        self.evidence += f64::from(self.worths[0] / total).max(1e-30).ln();
        self.contests += 1;
        for (n, candidate) in row.enumerate() {
            let gradient = self.worths[n] / total - if n == 0 { 1.0 } else { 0.0 };
            if gradient.abs() < SMALL_GRADIENT {
                continue;
            }
            for &place in contests.places(candidate) {
                let (weight, squares) = &mut self.weights[place as usize];
                *squares += gradient * gradient;
                *weight -= self.options.rate * gradient / squares.sqrt();
            }
        }
    }
}
