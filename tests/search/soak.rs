//! Hours of position changes at random. `FUZEKI_SOAK_SECONDS=3600 cargo test --release --test search -- --ignored soak`

use fuzeki::app::wiring;
use fuzeki::board::{Color, Move, Position, Rules};
use fuzeki::engine::handle::Status;
use fuzeki::engine::{Handle, Limits, Params};
use fuzeki::util::rng::FastRng;
use std::time::{Duration, Instant};

/// Memory for the tree, in MiB: the least there is, so that it is pruned many times.
const MEMORY: u32 = 8;

fn params(seed: u32) -> Params {
    Params { threads: 4, memory: MEMORY, seed, ..Params::default() }
}

/// A position some random moves after the one given, or from the start.
fn wander(position: &Position, rng: &mut FastRng) -> Position {
    let rules = [Rules::CHINESE, Rules::JAPANESE, Rules::TROMP_TAYLOR];
    let mut next = match rng.below(6) {
        0 => Position::new([5, 9, 13, 19][rng.below(4) as usize], rules[rng.below(3) as usize]).with_komi(6.5),
        1 => position.clone().with_komi(rng.below(20) as f32 - 9.5),
        _ => position.clone(),
    };
    for _ in 0..rng.below(4) {
        let empty: Vec<_> = next.board().empty_points().to_vec();
        let mv = match empty.get(rng.below(empty.len().max(1) as u32) as usize) {
            Some(&point) if rng.below(30) > 0 => Move::Play(point),
            _ => Move::Pass,
        };
        if next.is_legal(mv) {
            next.play(mv).unwrap();
        }
    }
    next
}

/// One thing that a user or a program may do to an engine at any moment.
fn disturb(handle: &Handle, position: &mut Position, rng: &mut FastRng) {
    match rng.below(12) {
        0 => handle.pause(),
        1 => handle.resume(),
        2 => handle.stop(),
        3 => handle.set_params(params(rng.below(100))),
        4 => handle.set_priors(wiring::priors()),
        5 => handle.think(position.clone(), Limits::simulations(1 + u64::from(rng.below(500)))),
        6 => {
            // As an engine plays: the best move so far is made.
            let best = handle.latest().best().map(|best| best.mv);
            if let Some(mv) = best.filter(|&mv| position.is_legal(mv)) {
                position.play(mv).unwrap();
            }
            handle.think(position.clone(), Limits::analysis());
        }
        _ => {
            *position = wander(position, rng);
            handle.think(position.clone(), Limits::analysis());
        }
    }
}

/// Bytes of the tree, which is as it should be.
fn check(handle: &Handle) -> usize {
    let seen = handle.latest();
    assert!(seen.memory <= (MEMORY as usize) << 20, "{} bytes", seen.memory);
    assert!((0.0..=1.0).contains(&seen.win_rate), "{}", seen.win_rate);
    assert!(seen.candidates.iter().all(|c| (0.0..=1.0).contains(&c.win_rate) && c.visits <= seen.visits));
    if let Status::Failed(why) = handle.status() {
        panic!("a search broke down: {why}");
    }
    seen.memory
}

/// How many disturbances there were, and how many of them found the tree full: then it has been pruned or will be.
fn soak(seed: u64, mut goes_on: impl FnMut(u64) -> bool) -> (u64, u64) {
    let mut rng = FastRng::new(seed);
    let handle = Handle::new(params(0), wiring::priors(), None);
    let mut position = Position::new(9, Rules::CHINESE);
    handle.think(position.clone(), Limits::analysis());
    let (mut steps, mut full) = (0, 0);
    while goes_on(steps) {
        disturb(&handle, &mut position, &mut rng);
        // Mostly in quick succession, now and then with time to fill the memory.
        let pause = if rng.below(50) == 0 { 1500 } else { u64::from(rng.below(30)) };
        std::thread::sleep(Duration::from_millis(pause));
        // A half is for the tree, the other for the copy of it that is pruned.
        full += u64::from(check(&handle) >= (MEMORY as usize) << 19);
        steps += 1;
    }
    // It still thinks when asked.
    let fresh = Position::new(9, Rules::CHINESE);
    handle.think(fresh.clone(), Limits::simulations(200));
    while handle.latest().position != fresh.hash()
        || handle.latest().to_play != Color::Black
        || handle.latest().visits < 200
    {
        std::thread::sleep(Duration::from_millis(2));
    }
    (steps, full)
}

#[test]
fn two_hundred_disturbances_leave_the_engine_whole() {
    assert_eq!(soak(1, |steps| steps < 200).0, 200);
}

#[test]
#[ignore = "an hour by default; FUZEKI_SOAK_SECONDS says how long"]
fn soak_of_position_changes_at_random() {
    let seconds = std::env::var("FUZEKI_SOAK_SECONDS").map_or(3600, |text| text.parse().unwrap());
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut early = None;
    let mut most = 0;
    let (steps, full) = soak(2, |steps| {
        if steps % 100 == 0 {
            let now = fuzeki::util::resident::megabytes().map_or(0, |megabytes| megabytes as u64);
            // Once the tree has been full, memory has no reason to grow.
            if steps == 1000 {
                early = Some(now);
            }
            most = most.max(now);
        }
        Instant::now() < end
    });
    println!(
        "{steps} changes in {seconds} s, {full} of them with a full tree; resident memory {early:?} MiB after 1000 \
         changes, at most {most} MiB"
    );
    assert!(full > 0, "the tree was never full");
    if let Some(early) = early.filter(|&early| early > 0) {
        assert!(most <= early + 2 * u64::from(MEMORY), "from {early} to {most} MiB");
    }
}
