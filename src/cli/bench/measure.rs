//! Times one way to play games out, on as many threads as wanted.

use crate::board::{Board, Color};
use crate::engine::playout::simulator::Way;
use crate::util::progress::Progress;
use crate::util::rng::FastRng;
use std::ops::AddAssign;
use std::sync::Barrier;
use std::time::{Duration, Instant};

/// Games between two looks at the clock.
const BATCH: u32 = 8;

/// What was played in a measured time, all threads together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured {
    /// Games played to the end.
    pub games: u64,
    /// Their moves, passes included.
    pub moves: u64,
    /// Sum of their scores from Black's view.
    pub score: i64,
    /// By the clock on the wall, from the common start to the end of the last game.
    pub elapsed: Duration,
}

impl Measured {
    /// Games a second, all threads together.
    pub fn games_per_second(&self) -> f64 {
        self.games as f64 / self.elapsed.as_secs_f64()
    }

    /// Moves a second, all threads together.
    pub fn moves_per_second(&self) -> f64 {
        self.moves as f64 / self.elapsed.as_secs_f64()
    }

    /// Moves in a game, on average.
    pub fn moves_per_game(&self) -> f64 {
        self.moves as f64 / self.games as f64
    }

    /// Score of a game from Black's view, on average.
    pub fn mean_score(&self) -> f64 {
        self.score as f64 / self.games as f64
    }
}

/// One after the other: times add up.
impl AddAssign for Measured {
    fn add_assign(&mut self, other: Measured) {
        self.games += other.games;
        self.moves += other.moves;
        self.score += other.score;
        self.elapsed += other.elapsed;
    }
}

/// Plays out games from the empty board until `time` is over. Every thread plays at least one batch
/// and finishes it.
pub fn measure(way: &Way, size: u8, threads: u32, time: Duration, seed: u64, progress: &Progress) -> Measured {
    let barrier = Barrier::new(threads as usize + 1);
    let before = progress.done();
    std::thread::scope(|scope| {
        let work = |thread: u32| {
            let barrier = &barrier;
            move || {
                let empty = Board::new(size);
                let mut simulator = (way.make)();
                let mut rng = FastRng::new(seed + u64::from(thread));
                barrier.wait();
                let start = Instant::now();
                let mut measured = Measured::default();
                while measured.games == 0 || start.elapsed() < time {
                    for _ in 0..BATCH {
                        let outcome = simulator.play_out(&empty, Color::Black, &mut rng);
                        measured.moves += u64::from(outcome.moves);
                        measured.score += i64::from(outcome.score);
                    }
                    measured.games += u64::from(BATCH);
                }
                measured.elapsed = start.elapsed();
                measured
            }
        };
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(work(thread))).collect();
        barrier.wait();
        let start = Instant::now();
        while workers.iter().any(|worker| !worker.is_finished()) && start.elapsed() < time {
            std::thread::sleep((time - start.elapsed().min(time)).min(Duration::from_millis(100)));
            progress.set(before + start.elapsed().min(time).as_millis() as u64);
        }
        let mut sum = Measured::default();
        let mut elapsed = Duration::ZERO;
        for worker in workers {
            let own = worker.join().expect("a playout does not panic");
            elapsed = elapsed.max(own.elapsed);
            sum += own;
        }
        Measured { elapsed, ..sum }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::playout::simulator::WAYS;

    #[test]
    fn every_thread_plays_and_the_time_is_that_of_the_longest() {
        let progress = Progress::new("", 1);
        for way in WAYS {
            for threads in [1, 3] {
                let measured = measure(way, 5, threads, Duration::ZERO, 1, &progress);
                assert_eq!(measured.games, u64::from(BATCH * threads), "{}", way.name);
                assert!(measured.moves >= measured.games && measured.elapsed > Duration::ZERO);
            }
        }
        let time = Duration::from_millis(30);
        let measured = measure(&WAYS[0], 9, 2, time, 1, &progress);
        assert!(measured.elapsed >= time);
        assert!(measured.games_per_second() > 0.0 && measured.moves_per_game() > 20.0);
    }
}
