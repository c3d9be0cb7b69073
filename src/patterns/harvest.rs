//! The dictionary: which features of played moves are frequent enough to learn a weight for.
//!
//! Most large shapes occur once. A first pass counts keys in an array of small counters, where different
//! keys may share one; a second pass counts exactly those that may reach the bar.

use super::features::{Extractor, Feature, KEY_BITS};
use super::games::GameMoves;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};

/// Counters of the first pass, as a power of two: half a gigabyte for the largest collections.
const COUNTER_BITS: u32 = 29;

/// Keys that played moves had at least `least` times, in order.
pub fn harvest(games: &[GameMoves], least: u8, progress: impl Fn(u64) + Sync) -> Vec<u64> {
    let moves: usize = games.iter().map(|g| g.moves.len()).sum();
    // Some 50 features a move, most of them seen before.
    let bits = (moves as u64 * 32).next_power_of_two().trailing_zeros().clamp(16, COUNTER_BITS);
    let counters: Vec<AtomicU8> = (0..1usize << bits).map(|_| AtomicU8::new(0)).collect();
    let place = |key: u64| (key >> (KEY_BITS - bits)) as usize;
    games.par_chunks(16).for_each_init(Extractor::new, |extractor, chunk| {
        for game in chunk {
            played(extractor, game, |feature| {
                let counter = &counters[place(feature.key)];
                // At the bar it stays, so that the order of threads does not matter.
                let _ = counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| (n < least).then_some(n + 1));
                true
            });
        }
        progress(chunk.len() as u64);
    });
    let parts: Vec<HashMap<u64, u32>> = games
        .par_chunks(games.len().div_ceil(rayon::current_num_threads()).max(1))
        .map(|part| {
            let mut extractor = Extractor::new();
            let mut counts = HashMap::new();
            for game in part {
                played(&mut extractor, game, |feature| {
                    let frequent = counters[place(feature.key)].load(Ordering::Relaxed) >= least;
                    if frequent {
                        *counts.entry(feature.key).or_insert(0) += 1;
                    }
                    frequent
                });
                progress(1);
            }
            counts
        })
        .collect();
    let mut counts: HashMap<u64, u32> = HashMap::new();
    for part in parts {
        part.into_iter().for_each(|(key, n)| *counts.entry(key).or_insert(0) += n);
    }
    let mut keys: Vec<u64> = counts.into_iter().filter(|&(_, n)| n >= u32::from(least)).map(|(key, _)| key).collect();
    keys.sort_unstable();
    keys
}

/// Describes the played moves of a game.
fn played(extractor: &mut Extractor, game: &GameMoves, mut known: impl FnMut(Feature) -> bool) {
    game.each(|played| {
        extractor.look(played.board, played.color, played.last);
        extractor.describe(played.board, played.point, &mut known);
    });
}
