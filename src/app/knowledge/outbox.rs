//! Changes that could not be written: kept in order, in a file of their own until they can be, also
//! over the end of the program.

use super::Waiting;
use super::marks::Mark;
use crate::app::config::write_whole;
use crate::ontology::store::{Edit, Grade};
use crate::ontology::{Annotation, GameSource};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

/// A change, as it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Job {
    /// A grade.
    Grade(Box<Grade>),
    /// Any other change, with its name.
    Change(String, Vec<Edit>),
}

/// A change on its way, with what the board shows of it meanwhile.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parcel {
    pub job: Job,
    pub grade: Option<Waiting>,
}

/// The form in the file. A grade is kept as the verdict that it becomes.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(clippy::large_enum_variant)] // few, and written at once
enum Kept {
    Grade { verdict: Annotation, game: Option<GameSource> },
    Change { label: String, edits: Vec<Edit> },
}

#[derive(Serialize, Deserialize)]
struct Line {
    /// The file that it is for.
    ontology: PathBuf,
    kept: Kept,
}

impl From<&Job> for Kept {
    fn from(job: &Job) -> Kept {
        match job {
            Job::Change(label, edits) => Kept::Change { label: label.clone(), edits: edits.clone() },
            Job::Grade(grade) => {
                let verdict = Annotation::new(grade.expert, grade.line.clone(), grade.term);
                let (rules, komi) = (grade.rules.clone(), grade.komi);
                let (source, time) = (grade.source, grade.time);
                Kept::Grade { verdict: Annotation { rules, komi, source, time, ..verdict }, game: grade.game.clone() }
            }
        }
    }
}

impl From<Kept> for Parcel {
    fn from(kept: Kept) -> Parcel {
        match kept {
            Kept::Change { label, edits } => Parcel { job: Job::Change(label, edits), grade: None },
            Kept::Grade { verdict, game } => {
                let mark = verdict.term.map(|term| Mark { expert: verdict.expert, term, state: Default::default() });
                let size = verdict.line.size();
                let last = verdict.line.last().zip(before(&verdict));
                let grade = last.map(|((_, mv), position)| Waiting { position, size, mv, mark });
                let job = Grade {
                    rules: verdict.rules,
                    komi: verdict.komi,
                    source: verdict.source,
                    game,
                    time: verdict.time,
                    ..Grade::new(verdict.expert, verdict.line, verdict.term)
                };
                Parcel { job: Job::Grade(Box::new(job)), grade }
            }
        }
    }
}

/// The key of the position before a judged move, as the board asks for it.
fn before(verdict: &Annotation) -> Option<u64> {
    super::audit::positions(&verdict.line, verdict.rules.as_deref(), verdict.komi).map(|(before, _)| before.hash())
}

/// The file, written on a thread of its own.
pub(super) struct Outbox {
    pages: Option<Sender<Vec<Parcel>>>,
    thread: Option<JoinHandle<()>>,
}

impl Outbox {
    /// The changes that were kept for an ontology, and the file from now on.
    pub fn open(file: PathBuf, ontology: &Path) -> (Outbox, Vec<Parcel>) {
        let (own, others) = read(&file, ontology);
        let (pages, inbox) = channel::<Vec<Parcel>>();
        let ontology = ontology.to_owned();
        let spawned = std::thread::Builder::new().name("outbox".to_owned()).spawn(move || {
            while let Ok(first) = inbox.recv() {
                let newest = inbox.try_iter().last().unwrap_or(first);
                // A disk that takes nothing cannot be helped here; the changes stay in memory.
                let _ = write(&file, &ontology, &newest, &others);
            }
        });
        (Outbox { pages: Some(pages), thread: spawned.ok() }, own)
    }

    /// Keeps these and no others.
    pub fn keep(&self, parcels: &[Parcel]) {
        if let Some(pages) = &self.pages {
            let _ = pages.send(parcels.to_vec());
        }
    }
}

impl Drop for Outbox {
    /// What is kept is in the file when the program ends.
    fn drop(&mut self) {
        self.pages = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What is kept for this ontology, and the lines of others.
fn read(file: &Path, ontology: &Path) -> (Vec<Parcel>, Vec<serde_json::Value>) {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let values: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap_or_default();
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for value in values {
        match serde_json::from_value::<Line>(value.clone()) {
            Ok(line) if line.ontology == ontology => own.push(Parcel::from(line.kept)),
            // Of another ontology, or of another version of the program: not ours to lose.
            _ => others.push(value),
        }
    }
    (own, others)
}

fn write(file: &Path, ontology: &Path, parcels: &[Parcel], others: &[serde_json::Value]) -> std::io::Result<()> {
    if parcels.is_empty() && others.is_empty() {
        return match std::fs::remove_file(file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
    }
    let mut all = others.to_vec();
    for parcel in parcels {
        all.push(serde_json::to_value(Line { ontology: ontology.to_owned(), kept: Kept::from(&parcel.job) })?);
    }
    write_whole(file, &serde_json::to_vec_pretty(&all)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ontology::{Expert, Key, Line as Moves, TermCode};

    #[test]
    fn what_is_kept_comes_back_for_its_own_file_only() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("deep/unwritten.json");
        let grade = Grade {
            rules: Some("Chinese".into()),
            komi: Some(7.5),
            time: 42,
            ..Grade::new(Expert::id_of("A"), Moves::parse("E5 G5", 9).unwrap(), Some(TermCode::GOOD))
        };
        let cleared = Grade { term: None, ..grade.clone() };
        let edits = vec![Edit::Delete(Key::Expert(Expert::id_of("B")))];
        let jobs = [Job::Grade(Box::new(grade)), Job::Change("x".into(), edits), Job::Grade(Box::new(cleared))];
        let parcels = jobs.clone().map(|job| Parcel { job, grade: None });
        let (outbox, none) = Outbox::open(file.clone(), Path::new("a.db"));
        assert!(none.is_empty());
        outbox.keep(&parcels);
        drop(outbox);
        let (other, none) = Outbox::open(file.clone(), Path::new("b.db"));
        assert!(none.is_empty(), "they are for a.db");
        other.keep(&parcels[..1]);
        drop(other);
        let (outbox, own) = Outbox::open(file.clone(), Path::new("a.db"));
        assert_eq!(own.iter().map(|parcel| parcel.job.clone()).collect::<Vec<_>>(), jobs);
        assert!(own[0].grade.as_ref().is_some_and(|waiting| waiting.mark.is_some()), "the board shows it");
        outbox.keep(&[]);
        drop(outbox);
        let (outbox, own) = Outbox::open(file.clone(), Path::new("b.db"));
        assert_eq!(own.len(), 1);
        outbox.keep(&[]);
        drop(outbox);
        assert!(!file.exists(), "an empty one is taken away");
    }
}
