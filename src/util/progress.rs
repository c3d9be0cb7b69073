//! A progress line on the terminal for work that takes longer than a second.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const WAIT: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(100);
const WIDTH: usize = 30;

/// How far a piece of work has come. Threads share it; the line is drawn on standard error, only where
/// that is a terminal, only after a second, and wiped when this is dropped.
pub struct Progress {
    what: String,
    total: u64,
    done: AtomicU64,
    /// Of these, the steps of an earlier run.
    earlier: AtomicU64,
    start: Instant,
    /// When the line was last drawn, if ever.
    drawn: Mutex<Option<Instant>>,
    visible: bool,
}

impl Progress {
    /// Begins a piece of work of `total` steps, named by what it does ("reading games").
    pub fn new(what: impl Into<String>, total: u64) -> Progress {
        Progress {
            what: what.into(),
            total,
            done: AtomicU64::new(0),
            earlier: AtomicU64::new(0),
            start: Instant::now(),
            drawn: Mutex::new(None),
            visible: std::io::stderr().is_terminal(),
        }
    }

    /// Counts steps as done.
    pub fn add(&self, steps: u64) {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        self.draw(done);
    }

    /// Says how many steps are done altogether.
    pub fn set(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.draw(done);
    }

    /// Says that so many steps were done before this run: they took none of its time, so the time left is
    /// judged by the others.
    pub fn go_on_from(&self, steps: u64) {
        self.earlier.store(steps, Ordering::Relaxed);
        self.done.fetch_max(steps, Ordering::Relaxed);
    }

    /// Steps done so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    fn draw(&self, done: u64) {
        if !self.visible || self.start.elapsed() < WAIT {
            return;
        }
        // Whoever finds another thread drawing goes on working.
        let Ok(mut drawn) = self.drawn.try_lock() else { return };
        if drawn.is_none_or(|last| last.elapsed() >= PAUSE) {
            *drawn = Some(Instant::now());
            let earlier = self.earlier.load(Ordering::Relaxed);
            let line = line(&self.what, (earlier, done), self.total, self.start.elapsed());
            // A terminal that went away is no reason to stop the work.
            let _ = write!(std::io::stderr(), "\r{line}\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.drawn.get_mut().unwrap_or_else(PoisonError::into_inner).is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// The line after steps from `earlier` to `done` were taken in the time `elapsed`.
fn line(what: &str, (earlier, done): (u64, u64), total: u64, elapsed: Duration) -> String {
    let share = if total == 0 { 1.0 } else { (done as f64 / total as f64).min(1.0) };
    let filled = (share * WIDTH as f64) as usize;
    let left = match done.checked_sub(earlier) {
        Some(taken) if taken > 0 => {
            format!(", {:.0} s left", elapsed.as_secs_f64() * total.saturating_sub(done) as f64 / taken as f64)
        }
        _ => String::new(),
    };
    format!("{what} [{:<WIDTH$}] {:3.0} %{left}", "#".repeat(filled), share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_shows_share_and_time_left() {
        let half = line("reading games", (0, 5), 10, Duration::from_secs(4));
        assert_eq!(half, format!("reading games [{}{}]  50 %, 4 s left", "#".repeat(15), " ".repeat(15)));
        assert!(line("x", (0, 0), 10, Duration::from_secs(4)).ends_with("]   0 %"));
        assert!(line("x", (0, 12), 10, Duration::from_secs(4)).ends_with("100 %, 0 s left"));
        assert!(line("x", (0, 0), 0, Duration::ZERO).contains("100 %"));
    }

    #[test]
    fn the_time_left_is_judged_by_what_this_run_did() {
        let line = |earlier, done| line("tuning", (earlier, done), 100, Duration::from_secs(10));
        assert!(line(80, 90).ends_with("90 %, 10 s left"), "ten steps took ten seconds: {}", line(80, 90));
        assert!(line(80, 80).ends_with("80 %"), "nothing is known of the pace yet: {}", line(80, 80));
        let progress = Progress::new("tuning", 100);
        progress.go_on_from(80);
        progress.add(1);
        assert_eq!(progress.done(), 81);
    }

    #[test]
    fn threads_count_together() {
        let progress = Progress::new("counting", 4000);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..1000).for_each(|_| progress.add(1)));
            }
        });
        assert_eq!(progress.done(), 4000);
    }
}
