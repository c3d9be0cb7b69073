//! Root parallelism, the baseline of Rimmel 2.1.2: every thread its own tree, the roots added up.

use super::limits::Limits;
use super::params::{Parallelism, Params};
use super::prior::Prior;
use super::search::Engine;
use super::snapshot::{Candidate, Snapshot};
use crate::board::Position;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Searches with one engine for each thread, simulations shared out evenly, and adds up their roots.
pub fn search(
    params: &Params,
    priors: &[Arc<dyn Prior>],
    position: &Position,
    limits: &Limits,
    stop: &AtomicBool,
) -> Snapshot {
    let threads = params.threads;
    let limits = Limits { simulations: limits.simulations.map(|n| n.div_ceil(u64::from(threads))), ..*limits };
    let single = |n: u32| Params {
        threads: 1,
        parallelism: Parallelism::Tree,
        memory: (params.memory / threads).max(8),
        seed: params.seed.wrapping_add(n),
        ..params.clone()
    };
    let roots: Vec<Snapshot> = std::thread::scope(|scope| {
        let searches: Vec<_> = (0..threads)
            .map(|n| {
                let (params, limits) = (single(n), &limits);
                scope.spawn(move || Engine::new(params, priors.to_vec()).search(position, limits, stop, |_| {}))
            })
            .collect();
        // A broken thread is left out; the others have the answer.
        searches.into_iter().filter_map(|search| search.join().ok()).collect()
    });
    roots.into_iter().reduce(add).unwrap_or_else(|| Snapshot::empty(position.size(), position.to_play()))
}

fn add(mut sum: Snapshot, other: Snapshot) -> Snapshot {
    let (a, b) = (sum.visits as f32, other.visits as f32);
    let mix = |x: f32, y: f32| if a + b > 0.0 { (x * a + y * b) / (a + b) } else { x };
    sum.win_rate = mix(sum.win_rate, other.win_rate);
    sum.score = mix(sum.score, other.score);
    sum.score_spread = mix(sum.score_spread, other.score_spread);
    for (mine, theirs) in [(&mut sum.ownership, &other.ownership), (&mut sum.criticality, &other.criticality)] {
        mine.iter_mut().zip(theirs).for_each(|(x, &y)| *x = mix(*x, y));
    }
    sum.visits += other.visits;
    sum.simulations += other.simulations;
    sum.depth = sum.depth.max(other.depth);
    sum.nodes += other.nodes;
    sum.memory += other.memory;
    sum.elapsed = sum.elapsed.max(other.elapsed);
    for candidate in other.candidates {
        match sum.candidates.iter_mut().find(|c| c.mv == candidate.mv) {
            Some(mine) => add_candidate(mine, candidate),
            None => sum.candidates.push(candidate),
        }
    }
    sum.candidates.sort_by_key(|c| std::cmp::Reverse(c.visits));
    sum
}

fn add_candidate(sum: &mut Candidate, other: Candidate) {
    let (a, b) = (sum.visits as f32, other.visits as f32);
    if a + b == 0.0 {
        return;
    }
    let mix = |x: f32, y: f32| (x * a + y * b) / (a + b);
    sum.win_rate = mix(sum.win_rate, other.win_rate);
    sum.score = mix(sum.score, other.score);
    sum.score_spread = mix(sum.score_spread, other.score_spread);
    let rave = (sum.rave.1 + other.rave.1).max(1) as f32;
    sum.rave.0 = (sum.rave.0 * sum.rave.1 as f32 + other.rave.0 * other.rave.1 as f32) / rave;
    sum.rave.1 += other.rave.1;
    if other.visits > sum.visits {
        (sum.line, sum.line_visits) = (other.line, other.line_visits);
    }
    sum.visits += other.visits;
}
