//! The writer thread: the window hands changes in and never waits; each is acknowledged once it is
//! on the disk.

use super::{Changed, Edit, Grade, Store, StoreError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;

/// The most changes that share one wait for the disk.
const BATCH: usize = 64;

enum Job {
    Write { label: String, edits: Vec<Edit>, done: Sender<Result<Changed, StoreError>> },
    Grade { grade: Box<Grade>, done: Sender<Result<Changed, StoreError>> },
    Undo { done: Sender<Result<Changed, StoreError>> },
    Redo { done: Sender<Result<Changed, StoreError>> },
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
    path: PathBuf,
}

impl Writer {
    /// Takes the store over. `wake` is called after each acknowledgement: the window asks for a frame.
    pub fn start(store: Store, wake: impl Fn() + Send + 'static) -> std::io::Result<Writer> {
        let (jobs, inbox) = channel();
        let path = store.path().to_owned();
        let thread = std::thread::Builder::new().name("ontology-writer".to_owned());
        let thread = thread.spawn(move || serve(store, &inbox, wake))?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread), path })
    }

    /// The file, for readers of their own.
    pub fn path(&self) -> &Path {
        &self.path
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

    /// Takes the last change back. The answer has no changes when there was nothing to take back.
    pub fn undo(&self) -> Ticket {
        self.send(|done| Job::Undo { done })
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

fn serve(mut store: Store, inbox: &Receiver<Job>, wake: impl Fn()) {
    let mut next = inbox.recv().ok();
    while let Some(job) = next.take() {
        match job {
            Job::Write { label, edits, done } => {
                let (mut batch, mut doors) = (vec![(label, edits)], vec![done]);
                while batch.len() < BATCH {
                    match inbox.try_recv() {
                        Ok(Job::Write { label, edits, done }) => {
                            batch.push((label, edits));
                            doors.push(done);
                        }
                        Ok(other) => {
                            next = Some(other); // keeps its place after the writes before it
                            break;
                        }
                        Err(_) => break,
                    }
                }
                write_batch(&mut store, batch, doors);
            }
            Job::Grade { grade, done } => {
                let outcome = store.grade_edits(&grade).and_then(|(label, edits)| store.write(&label, edits));
                answer(&done, outcome);
            }
            Job::Undo { done } => answer(&done, store.undo().map(Option::unwrap_or_default)),
            Job::Redo { done } => answer(&done, store.redo().map(Option::unwrap_or_default)),
        }
        wake();
        if next.is_none() {
            next = inbox.recv().ok();
        }
    }
}

fn write_batch(
    store: &mut Store,
    mut batch: Vec<(String, Vec<Edit>)>,
    doors: Vec<Sender<Result<Changed, StoreError>>>,
) {
    if batch.len() == 1 {
        let (label, edits) = batch.remove(0);
        answer(&doors[0], store.write(&label, edits));
        return;
    }
    match store.write_many(&batch) {
        Ok(outcomes) => doors.iter().zip(outcomes).for_each(|(done, outcome)| answer(done, outcome)),
        // The common commit failed: each is tried alone, so that every ticket gets its own reason.
        Err(_) => {
            for ((label, edits), done) in batch.into_iter().zip(&doors) {
                answer(done, store.write(&label, edits));
            }
        }
    }
}

/// Nobody may be listening any more; the change stands all the same.
fn answer(done: &Sender<Result<Changed, StoreError>>, outcome: Result<Changed, StoreError>) {
    let _ = done.send(outcome);
}
