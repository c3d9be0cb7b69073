//! Autosave: every changed game is written into a folder of this run within a second, and offered
//! again when a run ended without saying so.
//!
//! Each run locks a file in its own folder. A folder that can be locked belongs to a run that is no
//! more; what lies in it was never saved.

use super::config::write_whole;
use super::document::DocumentId;
use crate::record::{Collection, sgf};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

const LOCK: &str = "lock";

/// What is written beside a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Note {
    path: Option<PathBuf>,
    title: Option<String>,
}

/// A game that a dead run left behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Leftover {
    /// The file it was opened from, if any.
    pub path: Option<PathBuf>,
    /// Its name.
    pub title: Option<String>,
    /// When it was written.
    pub written: Option<SystemTime>,
    /// Where it lies.
    pub sgf: PathBuf,
}

enum Job {
    Write { id: DocumentId, collection: Box<Collection>, note: Note },
    Forget(DocumentId),
    Remove(PathBuf),
}

/// The recovery store of this run.
pub struct Recovery {
    folder: PathBuf,
    jobs: Option<Sender<Job>>,
    outcomes: Receiver<(DocumentId, io::Result<()>)>,
    thread: Option<JoinHandle<()>>,
    /// Held for as long as the run lives.
    lock: Option<File>,
}

impl Recovery {
    /// Opens the store under a folder, and says what dead runs left there.
    pub fn open(folder: &Path) -> io::Result<(Recovery, Vec<Leftover>)> {
        std::fs::create_dir_all(folder)?;
        let leftovers = leftovers(folder);
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros());
        let own = new_folder(folder, started)?;
        let lock = File::create(own.join(LOCK))?;
        // Where locks do not work, the store still does; only the offer may come too early.
        let _ = lock.try_lock();
        let (jobs, queue) = channel::<Job>();
        let (report, outcomes) = channel();
        let place = own.clone();
        let thread = std::thread::Builder::new().name("recovery".to_owned()).spawn(move || {
            for job in queue {
                let written = if let Job::Write { id, .. } = &job { Some(*id) } else { None };
                let outcome = run(&place, job);
                // What cannot be removed is offered once more, which does no harm.
                if let Some(id) = written {
                    let _ = report.send((id, outcome));
                }
            }
        })?;
        let (jobs, thread, lock) = (Some(jobs), Some(thread), Some(lock));
        Ok((Recovery { folder: own, jobs, outcomes, thread, lock }, leftovers))
    }

    /// Which games were written since the last look, or why they could not be.
    pub fn outcomes(&self) -> Vec<(DocumentId, io::Result<()>)> {
        self.outcomes.try_iter().collect()
    }

    /// Where this run keeps its games.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(job);
        }
    }

    /// Writes a game, soon.
    pub fn write(&self, id: DocumentId, collection: Collection, path: Option<PathBuf>, title: Option<String>) {
        self.send(Job::Write { id, collection: Box::new(collection), note: Note { path, title } });
    }

    /// The game is safe elsewhere, or not wanted.
    pub fn forget(&self, id: DocumentId) {
        self.send(Job::Forget(id));
    }

    /// Removes what a dead run left, after everything written so far is on disk.
    pub fn remove(&self, leftovers: &[Leftover]) {
        let mut folders: Vec<PathBuf> = leftovers.iter().filter_map(|l| l.sgf.parent().map(Path::to_owned)).collect();
        folders.dedup();
        for folder in folders {
            self.send(Job::Remove(folder));
        }
    }

    /// Waits until everything is written; the store stays for the next run to find.
    pub fn flush(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }

    /// Ends the run in order: nothing is left to offer.
    pub fn close(mut self) {
        self.flush();
        self.lock = None;
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A folder for a run that nobody has yet. The clock may stand still or go back, and numbers of processes
/// are used again: what an earlier run left is never written over.
fn new_folder(folder: &Path, started: u128) -> io::Result<PathBuf> {
    let (process, mut number) = (std::process::id(), started);
    loop {
        let own = folder.join(format!("{number}-{process}"));
        match std::fs::create_dir(&own) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|()| own),
        }
    }
}

fn run(folder: &Path, job: Job) -> io::Result<()> {
    let file = |id: DocumentId, end: &str| folder.join(format!("{}.{end}", id.number()));
    match job {
        Job::Write { id, collection, note } => {
            let text = serde_json::to_string(&note)?;
            write_whole(&file(id, "json"), text.as_bytes())?;
            write_whole(&file(id, "sgf"), sgf::to_string(&collection).as_bytes())
        }
        Job::Forget(id) => {
            for end in ["sgf", "json"] {
                match std::fs::remove_file(file(id, end)) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
            Ok(())
        }
        Job::Remove(folder) => std::fs::remove_dir_all(folder),
    }
}

/// The games in folders whose run is dead, oldest first. Empty folders are removed.
fn leftovers(folder: &Path) -> Vec<Leftover> {
    let mut found = Vec::new();
    let folders = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = folders.filter(|path| path.is_dir()).collect();
    folders.sort();
    for run in folders {
        let alive = File::options().write(true).open(run.join(LOCK)).is_ok_and(|lock| lock.try_lock().is_err());
        if alive {
            continue;
        }
        let files = std::fs::read_dir(&run).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut games: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "sgf")).collect();
        games.sort();
        if games.is_empty() {
            let _ = std::fs::remove_dir_all(&run);
        }
        found.extend(games.into_iter().map(|sgf| {
            let note = std::fs::read_to_string(sgf.with_extension("json")).unwrap_or_default();
            let note: Note = serde_json::from_str(&note).unwrap_or_default();
            let written = sgf.metadata().and_then(|data| data.modified()).ok();
            Leftover { path: note.path, title: note.title, written, sgf }
        }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Document;
    use crate::record::{Game, ReadOptions, read_path};

    #[test]
    fn a_clock_that_stands_still_gives_every_run_a_folder_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let names: std::collections::HashSet<_> = (0..5).map(|_| new_folder(folder.path(), 0).unwrap()).collect();
        assert_eq!(names.len(), 5);
    }

    #[test]
    fn a_store_that_cannot_be_written_says_so_and_works_again_when_it_can() {
        let folder = tempfile::tempdir().unwrap();
        let (recovery, _) = Recovery::open(folder.path()).unwrap();
        let document = Document::new(Collection::of(Game::new(9)), None);
        let write = || {
            recovery.write(document.id(), document.collection().clone(), None, None);
            let started = std::time::Instant::now();
            loop {
                if let Some((id, outcome)) = recovery.outcomes().pop() {
                    assert_eq!(id, document.id());
                    return outcome;
                }
                assert!(started.elapsed().as_secs() < 20, "no outcome came");
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
        };
        // A file where the folder should be stops everybody, also those who may write everywhere.
        let (own, aside) = (recovery.folder().to_owned(), folder.path().join("aside"));
        std::fs::rename(&own, &aside).unwrap();
        std::fs::write(&own, "").unwrap();
        assert!(write().is_err());
        std::fs::remove_file(&own).unwrap();
        std::fs::rename(&aside, &own).unwrap();
        assert!(write().is_ok());
        recovery.close();
    }

    #[test]
    fn what_a_dead_run_left_is_offered_once_and_a_living_one_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (mut first, nothing) = Recovery::open(folder.path()).unwrap();
        assert!(nothing.is_empty());
        let mut document = Document::new(Collection::of(Game::new(9)), None);
        document.play(crate::board::Move::Pass).unwrap();
        let node = document.current();
        document.game_mut().set_comment(node, "妙手").unwrap();
        let saved = Document::new(Collection::of(Game::new(9)), None);
        first.write(document.id(), document.collection().clone(), Some("a.sgf".into()), Some("a".to_owned()));
        first.write(saved.id(), saved.collection().clone(), None, None);
        first.forget(saved.id());
        first.flush();

        let (second, none_yet) = Recovery::open(folder.path()).unwrap();
        assert!(none_yet.is_empty(), "the first run still lives");
        // A killed process loses its lock and leaves its files.
        drop(first);
        let (third, found) = Recovery::open(folder.path()).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].path.as_deref(), Some(Path::new("a.sgf")));
        let back = read_path(&found[0].sgf, &ReadOptions::default()).unwrap();
        assert_eq!(&back.collection, document.collection());
        third.remove(&found);
        third.close();
        second.close();
        let (last, gone) = Recovery::open(folder.path()).unwrap();
        assert!(gone.is_empty());
        last.close();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "runs that ended in order leave nothing");
    }
}
