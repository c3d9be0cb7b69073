//! The writer thread: the window hands changes in and never waits; each is acknowledged once it is
//! on the disk. It also sees when another program has written to the file.

use super::{Changed, Edit, Grade, Store, StoreError};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// The most changes that share one wait for the disk.
const BATCH: usize = 64;

/// How often to look whether another program has written.
const LOOK: Duration = Duration::from_secs(1);
/// How long a change waits for another program's lock: the window keeps what could not be written.
const PATIENCE: Duration = Duration::from_secs(3);

enum Job {
    /// Changes are taken again after one could not be written.
    Resume,
    Write {
        label: String,
        edits: Vec<Edit>,
        done: Sender<Result<Changed, StoreError>>,
    },
    Grade {
        grade: Box<Grade>,
        done: Sender<Result<Changed, StoreError>>,
    },
    Undo {
        step: Option<i64>,
        done: Sender<Result<Changed, StoreError>>,
    },
    Redo {
        done: Sender<Result<Changed, StoreError>>,
    },
}

/// The promise of an acknowledgement.
#[derive(Debug)]
pub struct Ticket(Receiver<Result<Changed, StoreError>>);

impl Ticket {
    /// The outcome if it is known by now; once taken, the ticket is spent. Never waits.
    pub fn poll(&self) -> Option<Result<Changed, StoreError>> {
        match self.0.try_recv() {
            Ok(outcome) => Some(outcome),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(StoreError::Closed)),
        }
    }

    /// Waits for the outcome: for command lines and tests, not for the window.
    pub fn wait(self) -> Result<Changed, StoreError> {
        self.0.recv().unwrap_or(Err(StoreError::Closed))
    }
}

/// A handle to the thread that owns the store. Dropping it finishes what was handed in.
#[derive(Debug)]
pub struct Writer {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    foreign: Arc<AtomicU64>,
}

impl Writer {
    /// Takes the store over. `wake` is called after each acknowledgement: the window asks for a frame.
    pub fn start(store: Store, wake: impl Fn() + Send + 'static) -> std::io::Result<Writer> {
        let (jobs, inbox) = channel();
        let thread = std::thread::Builder::new().name("ontology-writer".to_owned());
        let foreign = Arc::new(AtomicU64::new(0));
        let seen = foreign.clone();
        let thread =
            thread.spawn(move || Desk { store, foreign: seen, version: None, is_held: false }.serve(&inbox, wake))?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread), foreign })
    }

    /// Hands a change in.
    pub fn submit(&self, label: impl Into<String>, edits: Vec<Edit>) -> Ticket {
        let label = label.into();
        self.send(|done| Job::Write { label, edits, done })
    }

    /// Hands a grade in: the writer finds out whether it is new, replaces one, or clears one.
    pub fn grade(&self, grade: Grade) -> Ticket {
        self.send(|done| Job::Grade { grade: Box::new(grade), done })
    }

    /// Takes the last change back; with a step, only if that was the last one. The answer has no changes
    /// when there was nothing to take back.
    pub fn undo(&self, step: Option<i64>) -> Ticket {
        self.send(|done| Job::Undo { step, done })
    }

    /// After a change that could not be written, all later ones come back unwritten too, so that none
    /// overtakes it. From here on they are taken again.
    pub fn resume(&self) {
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(Job::Resume);
        }
    }

    /// How often another program was seen to have written to the file.
    pub fn foreign_writes(&self) -> u64 {
        self.foreign.load(Ordering::Acquire)
    }

    /// Makes the change again that was last taken back.
    pub fn redo(&self) -> Ticket {
        self.send(|done| Job::Redo { done })
    }

    fn send(&self, job: impl FnOnce(Sender<Result<Changed, StoreError>>) -> Job) -> Ticket {
        let (done, ticket) = channel();
        if let Some(jobs) = &self.jobs {
            // A dead thread drops the sender of the answer, which the ticket reports as closed.
            let _ = jobs.send(job(done));
        }
        Ticket(ticket)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the thread works with.
struct Desk {
    store: Store,
    foreign: Arc<AtomicU64>,
    version: Option<i64>,
    /// A change could not be written: those behind it wait.
    is_held: bool,
}

impl Desk {
    fn serve(mut self, inbox: &Receiver<Job>, wake: impl Fn()) {
        // Without it the wait for a lock is only longer.
        let _ = self.store.set_patience(PATIENCE);
        self.version = self.store.data_version().ok();
        let mut next = None;
        loop {
            let job = match next.take() {
                Some(job) => job,
                None => match inbox.recv_timeout(LOOK) {
                    Ok(job) => job,
                    Err(RecvTimeoutError::Timeout) => {
                        if self.saw_foreign_write() {
                            wake();
                        }
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => return,
                },
            };
            self.work(job, inbox, &mut next);
            self.saw_foreign_write();
            wake();
        }
    }

    /// Whether another program has written since the last look. A file that cannot be read just now is
    /// looked at again.
    fn saw_foreign_write(&mut self) -> bool {
        let Ok(version) = self.store.data_version() else { return false };
        let is_new = self.version.replace(version).is_some_and(|known| known != version);
        if is_new {
            self.foreign.fetch_add(1, Ordering::AcqRel);
        }
        is_new
    }

    fn work(&mut self, job: Job, inbox: &Receiver<Job>, next: &mut Option<Job>) {
        match job {
            Job::Resume => self.is_held = false,
            Job::Write { done, .. } | Job::Grade { done, .. } if self.is_held => answer(&done, Err(StoreError::Held)),
            Job::Write { label, edits, done } => {
                let (mut batch, mut doors) = (vec![(label, edits)], vec![done]);
                while batch.len() < BATCH {
                    match inbox.try_recv() {
                        Ok(Job::Write { label, edits, done }) => {
                            batch.push((label, edits));
                            doors.push(done);
                        }
                        Ok(other) => {
                            *next = Some(other); // keeps its place after the writes before it
                            break;
                        }
                        Err(_) => break,
                    }
                }
                self.write_batch(batch, doors);
            }
            Job::Grade { grade, done } => {
                let store = &mut self.store;
                let outcome = store.grade_edits(&grade).and_then(|(label, edits)| store.write(&label, edits));
                self.answer(&done, outcome);
            }
            Job::Undo { step, done } => {
                let undone = match step {
                    Some(step) => self.store.undo_step(step),
                    None => self.store.undo(),
                };
                answer(&done, undone.map(Option::unwrap_or_default));
            }
            Job::Redo { done } => answer(&done, self.store.redo().map(Option::unwrap_or_default)),
        }
    }

    fn write_batch(&mut self, mut batch: Vec<(String, Vec<Edit>)>, doors: Vec<Sender<Result<Changed, StoreError>>>) {
        if batch.len() == 1 {
            let (label, edits) = batch.remove(0);
            let outcome = self.store.write(&label, edits);
            self.answer(&doors[0], outcome);
            return;
        }
        match self.store.write_many(&batch) {
            Ok(outcomes) => doors.iter().zip(outcomes).for_each(|(done, outcome)| answer(done, outcome)),
            // The common commit failed: each is tried alone, so that every ticket gets its own reason.
            Err(_) => {
                for ((label, edits), done) in batch.into_iter().zip(&doors) {
                    let held = self.is_held;
                    let outcome = if held { Err(StoreError::Held) } else { self.store.write(&label, edits) };
                    self.answer(done, outcome);
                }
            }
        }
    }

    /// Answers, and holds what follows back where the file could not be written.
    fn answer(&mut self, done: &Sender<Result<Changed, StoreError>>, outcome: Result<Changed, StoreError>) {
        self.is_held |= outcome.as_ref().is_err_and(StoreError::may_pass);
        answer(done, outcome);
    }
}

/// Nobody may be listening any more; the change stands all the same.
fn answer(done: &Sender<Result<Changed, StoreError>>, outcome: Result<Changed, StoreError>) {
    let _ = done.send(outcome);
}
