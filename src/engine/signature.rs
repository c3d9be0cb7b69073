//! The behaviour of the engine as one number: a commit that should not change how the engine plays
//! proves it by the same number, one that should names the new one.

use super::playout::simulator::WAYS;
use super::prior::Prior;
use super::{Engine, Limits, Params};
use crate::board::{Board, Color, Position, Rules};
use crate::util::rng::FastRng;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const SIZES: [u8; 3] = [9, 13, 19];
const GAMES: u32 = 100;
/// The ways to play out that the engine itself uses; the others are there to be compared with.
const POLICIES: [&str; 2] = ["uniform", "mogo"];

/// Moves of a game that the engine plays against itself, and simulations for each.
const MOVES: usize = 6;
const SIMULATIONS: u64 = 300;

/// The number, for one seed and the engine's knowledge: single-threaded playouts and searches on 9x9, 13x13
/// and 19x19, the same on every machine.
pub fn signature(seed: u64, priors: &[Arc<dyn Prior>]) -> u64 {
    let mut print = Fingerprint::new();
    playouts(seed, &mut print);
    searches(seed, priors, &mut print);
    print.finish()
}

fn playouts(seed: u64, print: &mut Fingerprint) {
    for way in WAYS.iter().filter(|way| POLICIES.contains(&way.name)) {
        let mut simulator = (way.make)();
        for size in SIZES {
            let mut rng = FastRng::new(seed);
            let empty = Board::new(size);
            for _ in 0..GAMES {
                let outcome = simulator.play_out(&empty, Color::Black, &mut rng);
                print.add(u64::from(outcome.moves));
                print.add(outcome.score as u64);
                // Where the generator stands tells how often it was asked: moves drawn and refused count.
                print.add(rng.clone().next_u64());
            }
        }
    }
}

/// First moves of a game against itself, each from a search that goes on in the tree of the last.
fn searches(seed: u64, priors: &[Arc<dyn Prior>], print: &mut Fingerprint) {
    for size in SIZES {
        let params = Params { seed: seed as u32, threads: 1, memory: 64, ..Params::default() };
        let mut engine = Engine::new(params, priors.to_vec());
        let mut position = Position::new(size, Rules::CHINESE);
        for _ in 0..MOVES {
            let seen = engine.search(&position, &Limits::simulations(SIMULATIONS), &AtomicBool::new(false), |_| {});
            for candidate in &seen.candidates {
                print.add(candidate.mv.point().map_or(0, |point| point.index() as u64));
                print.add(u64::from(candidate.visits));
            }
            let best = seen.best().map(|best| best.mv);
            if best.is_none_or(|mv| position.play(mv).is_err()) {
                break;
            }
        }
    }
}

/// Folds numbers into one, order included (FNV-1a over words, with a last stir).
struct Fingerprint(u64);

impl Fingerprint {
    fn new() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(self) -> u64 {
        (self.0 ^ self.0 >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::prior::rules::RulePrior;

    #[test]
    fn the_same_twice_and_another_with_another_seed() {
        assert_eq!(signature(1, &[]), signature(1, &[]));
        assert_ne!(signature(1, &[]), signature(2, &[]));
    }

    #[test]
    fn knowledge_changes_how_the_engine_plays() {
        assert_ne!(signature(1, &[]), signature(1, &[Arc::new(RulePrior)]));
    }

    #[test]
    fn all_policies_take_part() {
        assert!(POLICIES.iter().all(|&name| WAYS.iter().any(|way| way.name == name)));
    }

    #[test]
    fn order_and_value_count() {
        let print = |words: &[u64]| {
            let mut print = Fingerprint::new();
            words.iter().for_each(|&word| print.add(word));
            print.finish()
        };
        assert_ne!(print(&[1, 2]), print(&[2, 1]));
        assert_ne!(print(&[1]), print(&[1, 0]));
    }
}
