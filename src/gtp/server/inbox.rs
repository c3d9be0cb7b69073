//! The lines that wait to be answered. A thread of its own reads them, so that a search can be stopped
//! by what comes in while it runs; another looks whether anybody still wants answers.

use crate::gtp::lines::{clean, read_line};
use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Lines that may wait; whoever sends more has to wait himself.
const ROOM: usize = 4096;
/// How often we look whether somebody still listens.
const LOOK: Duration = Duration::from_millis(50);

/// Lines on their way from the reading thread to the one that answers.
#[derive(Default)]
pub struct Inbox {
    lines: Mutex<Lines>,
    changed: Condvar,
    /// Told once, when nobody wants answers any more.
    ended: Condvar,
    waiting: AtomicBool,
    interrupted: AtomicBool,
}

#[derive(Default)]
struct Lines {
    queue: VecDeque<String>,
    /// Nothing will come any more.
    closed: bool,
    /// Nobody wants answers any more.
    abandoned: bool,
    /// A command is being carried out.
    busy: bool,
    /// Lines that were taken so far.
    taken: u64,
    /// The number of the last line that was here when an interruption came.
    interrupted: u64,
}

impl Lines {
    /// Whether an interruption was meant for the command at hand or, between two commands, for the next one.
    fn is_interrupted(&self) -> bool {
        let at = if self.busy { self.taken } else { self.taken + 1 };
        self.abandoned || at <= self.interrupted
    }

    /// Whether something came that analysis has to make room for.
    fn is_waiting(&self) -> bool {
        self.closed || !self.queue.is_empty() || self.is_interrupted()
    }
}

impl Inbox {
    /// Starts the thread that reads until the end of the input, after which lines that wait are still
    /// answered, and the one that ends everything as soon as `is_abandoned` finds that nobody listens.
    pub fn reading(
        mut input: impl BufRead + Send + 'static,
        is_abandoned: impl Fn() -> bool + Send + 'static,
    ) -> Arc<Inbox> {
        let inbox = Arc::new(Inbox::default());
        let reading = inbox.start("gtp input", move |inbox| {
            while let Ok(Some(line)) = read_line(&mut input) {
                if !inbox.push(line) {
                    return;
                }
            }
            inbox.close();
        });
        if reading.is_err() {
            inbox.close();
        }
        // Without it a write that fails is all that tells.
        let _ = inbox.start("gtp listener", move |inbox| inbox.watch(is_abandoned));
        inbox
    }

    /// Starts a thread that works on this inbox.
    fn start(self: &Arc<Inbox>, name: &str, work: impl FnOnce(&Inbox) + Send + 'static) -> io::Result<()> {
        let inbox = self.clone();
        std::thread::Builder::new().name(name.to_owned()).spawn(move || work(&inbox)).map(drop)
    }

    /// Adds a line, or interrupts the commands that came before if that is what the line says (GoGui's
    /// `# interrupt`). False when nobody listens any more.
    pub fn push(&self, line: String) -> bool {
        let mut lines = self.lock();
        if is_interrupt(&line) {
            if lines.busy || !lines.queue.is_empty() {
                lines.interrupted = lines.taken + lines.queue.len() as u64;
                self.show(&lines);
                self.changed.notify_all();
            }
            return true;
        }
        while lines.queue.len() >= ROOM && !lines.abandoned {
            lines = self.changed.wait(lines).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        lines.queue.push_back(line);
        self.show(&lines);
        self.changed.notify_all();
        !lines.abandoned
    }

    /// No more lines will come. Those that are here are still answered.
    pub fn close(&self) {
        let mut lines = self.lock();
        lines.closed = true;
        self.show(&lines);
        self.changed.notify_all();
    }

    /// Looks now and then whether anybody still listens, until the service ends.
    fn watch(&self, is_abandoned: impl Fn() -> bool) {
        let mut lines = self.lock();
        while !lines.abandoned {
            if is_abandoned() {
                drop(lines);
                self.abandon();
                return;
            }
            let waited = self.ended.wait_timeout(lines, LOOK);
            lines = waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
    }

    /// Nobody takes the answers: ends everything at once.
    pub fn abandon(&self) {
        let mut lines = self.lock();
        lines.closed = true;
        lines.abandoned = true;
        lines.queue.clear();
        self.show(&lines);
        self.changed.notify_all();
        self.ended.notify_all();
    }

    /// The next line, cleaned; waits for it. `None` is the end.
    pub fn next(&self) -> Option<String> {
        let mut lines = self.lock();
        loop {
            if lines.abandoned {
                return None;
            }
            if let Some(line) = lines.queue.pop_front() {
                lines.busy = true;
                lines.taken += 1;
                self.show(&lines);
                self.changed.notify_all();
                return Some(clean(&line));
            }
            if lines.closed {
                return None;
            }
            lines = self.changed.wait(lines).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// Waits until a line is there, none will come, or the command at hand is interrupted.
    pub fn wait(&self) {
        let mut lines = self.lock();
        while !lines.is_waiting() {
            lines = self.changed.wait(lines).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// The line taken last is answered: an interruption was meant for it, and for those that waited by then.
    pub fn answered(&self) {
        let mut lines = self.lock();
        lines.busy = false;
        self.show(&lines);
    }

    /// True while a line waits, after an interruption, and when the input has ended: what stops analysis and
    /// pondering.
    pub fn waiting(&self) -> &AtomicBool {
        &self.waiting
    }

    /// True when the command at hand was interrupted: what stops the choice of a move.
    pub fn interrupted(&self) -> &AtomicBool {
        &self.interrupted
    }

    /// Shows those who search what there is.
    fn show(&self, lines: &Lines) {
        self.waiting.store(lines.is_waiting(), Ordering::Relaxed);
        self.interrupted.store(lines.is_interrupted(), Ordering::Relaxed);
    }

    /// The lines are plain data, whole at any moment.
    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn is_interrupt(line: &str) -> bool {
    line.trim_start().strip_prefix('#').is_some_and(|rest| rest.trim() == "interrupt")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn lines_come_in_order_and_then_the_end() {
        let inbox = Inbox::reading(Cursor::new("a\nb # c\n"), || false);
        assert_eq!(inbox.next().unwrap(), "a");
        assert_eq!(inbox.next().unwrap(), "b");
        assert_eq!(inbox.next(), None);
        assert!(inbox.waiting().load(Ordering::Relaxed));
    }

    #[test]
    fn an_interruption_counts_for_what_came_before_it_only() {
        let inbox = Inbox::default();
        let interrupted = || inbox.interrupted().load(Ordering::Relaxed);
        inbox.push("# interrupt".to_owned());
        assert!(!interrupted(), "nothing was being done");
        inbox.push("genmove b".to_owned());
        inbox.push("#interrupt".to_owned());
        assert!(interrupted());
        assert_eq!(inbox.next().unwrap(), "genmove b");
        assert!(interrupted());
        inbox.answered();
        assert!(!interrupted());
        // Where lines come faster than they are answered, it is not lost with the first of them.
        for line in ["boardsize 9", "genmove b", "# interrupt", "genmove w"] {
            inbox.push(line.to_owned());
        }
        for (line, is_meant) in [("boardsize 9", true), ("genmove b", true), ("genmove w", false)] {
            assert_eq!(inbox.next().unwrap(), line);
            assert_eq!(interrupted(), is_meant, "{line}");
            inbox.answered();
        }
    }

    #[test]
    fn an_interruption_ends_an_analysis_and_is_forgotten_then() {
        let inbox = Inbox::default();
        let waiting = || inbox.waiting().load(Ordering::Relaxed);
        inbox.push("lz-analyze b".to_owned());
        assert_eq!(inbox.next().unwrap(), "lz-analyze b");
        assert!(!waiting());
        inbox.push("# interrupt".to_owned());
        assert!(waiting());
        inbox.wait();
        inbox.answered();
        assert!(!waiting(), "pondering may begin");
        // One that came before the analysis began ends it at once.
        inbox.push("lz-analyze w".to_owned());
        inbox.push("# interrupt".to_owned());
        assert_eq!(inbox.next().unwrap(), "lz-analyze w");
        assert!(waiting());
    }

    #[test]
    fn a_listener_that_goes_away_ends_everything_while_input_is_open() {
        let (is_gone, input) = (Arc::new(AtomicBool::new(false)), std::sync::mpsc::channel::<()>());
        /// Input that says nothing as long as its sender lives.
        struct Silent(std::sync::mpsc::Receiver<()>);
        impl io::Read for Silent {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                let _ = self.0.recv();
                Ok(0)
            }
        }
        let inbox = Inbox::reading(io::BufReader::new(Silent(input.1)), {
            let is_gone = is_gone.clone();
            move || is_gone.load(Ordering::Relaxed)
        });
        assert!(!inbox.waiting().load(Ordering::Relaxed));
        is_gone.store(true, Ordering::Relaxed);
        assert_eq!(inbox.next(), None);
        assert!(inbox.waiting().load(Ordering::Relaxed) && inbox.interrupted().load(Ordering::Relaxed));
        drop(input.0);
    }

    #[test]
    fn a_flood_waits_until_there_is_room() {
        let inbox = Arc::new(Inbox::default());
        let sender = std::thread::spawn({
            let inbox = inbox.clone();
            move || (0..3 * ROOM).all(|n| inbox.push(n.to_string()))
        });
        for n in 0..3 * ROOM {
            assert_eq!(inbox.next().unwrap(), n.to_string());
        }
        assert!(sender.join().unwrap());
    }

    #[test]
    fn abandoned_it_lets_the_sender_go() {
        let inbox = Arc::new(Inbox::default());
        let sender = std::thread::spawn({
            let inbox = inbox.clone();
            move || while inbox.push("x".to_owned()) {}
        });
        inbox.abandon();
        sender.join().unwrap();
    }
}
