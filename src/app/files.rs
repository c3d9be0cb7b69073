//! Opening and saving on a thread of its own, so that no disk ever stops the window.

use super::document::DocumentId;
use super::review::{self, Analysed};
use crate::record::{self, Collection, NodeId, ReadOptions};
use crate::util::atomic_file;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread::JoinHandle;

/// Why a file could not be opened or saved, for a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// In a sentence.
    pub summary: String,
    /// All that is known.
    pub details: String,
}

/// Games that were read.
#[derive(Debug)]
pub struct Opened {
    /// The games.
    pub collection: Collection,
    /// What had to be repaired.
    pub warnings: Vec<String>,
    /// What the file says of positions: game, node, analysis.
    pub analyses: Vec<(usize, NodeId, Analysed)>,
}

/// What came of a job.
#[derive(Debug)]
pub enum FileEvent {
    /// A file or a text was read.
    Opened {
        /// Where from.
        source: Source,
        /// The games, or why not.
        result: Result<Opened, Fault>,
    },
    /// A file was written.
    Saved {
        /// Which document.
        document: DocumentId,
        /// Where to.
        path: PathBuf,
        /// Whether it worked.
        result: Result<(), Fault>,
    },
    /// The reader chose files to open.
    ChosenToOpen(Vec<PathBuf>),
    /// The reader chose where to save a document.
    ChosenToSave(DocumentId, PathBuf),
    /// The reader chose another ontology.
    ChosenOntology(PathBuf),
    /// The desktop has no dialog for files: the window is to ask itself.
    AskHere {
        /// What for.
        question: FileQuestion,
        /// A file of this name is there, and the reader is asked whether to replace it.
        replaces: bool,
        /// Where the answer goes; dropped when there is none.
        answer: SyncSender<PathBuf>,
    },
    /// The reader does not want to save a document after all.
    NotChosen,
    /// A report was written.
    ReportSaved {
        /// Where to.
        path: PathBuf,
        /// Whether it worked.
        result: Result<(), Fault>,
    },
}

/// What the reader is asked where a file is to be named.
#[derive(Clone, Debug)]
pub struct FileQuestion {
    /// A name to begin with.
    pub name: String,
    /// The folder to begin in.
    pub folder: Option<PathBuf>,
    /// What it is for.
    pub kind: FileKind,
}

/// What a file is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Games that are there and are opened, perhaps several.
    Games,
    /// An ontology, which is there and is opened.
    Ontology,
    /// A game that is saved.
    Sgf,
    /// A report that is saved.
    Html,
}

impl FileKind {
    /// Whether the file is written, so that one which is there is replaced.
    pub fn is_written(self) -> bool {
        matches!(self, FileKind::Sgf | FileKind::Html)
    }
}

/// What came of asking for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileAnswer {
    /// These; more than one only where several may be opened.
    Chosen(Vec<PathBuf>),
    /// The reader thought better of it.
    Dismissed,
    /// The desktop has no dialog for files.
    NoDialog,
}

/// Asks the reader for a file; called on a thread of its own, and may wait.
pub type AskWhere = Arc<dyn Fn(&FileQuestion) -> FileAnswer + Send + Sync>;

/// Where games come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// The clipboard.
    Clipboard,
    /// The program itself: the sample.
    Sample,
    /// The recovery store; with the file that it came from.
    Recovery {
        /// What to read.
        sgf: PathBuf,
        /// The file it was opened from before the crash.
        path: Option<PathBuf>,
    },
}

enum Job {
    Read(Source, Option<String>),
    Save(DocumentId, Box<Collection>, PathBuf),
}

/// The thread that reads and writes.
pub struct Files {
    jobs: Option<Sender<Job>>,
    events: Receiver<FileEvent>,
    report: Sender<FileEvent>,
    thread: Option<JoinHandle<()>>,
    pending: usize,
}

impl Files {
    /// Starts the thread; `wake` is called whenever there is an event to fetch.
    pub fn start(wake: impl Fn() + Send + 'static) -> std::io::Result<Files> {
        let (jobs, queue) = channel::<Job>();
        let (report, events) = channel();
        let answers = report.clone();
        let thread = std::thread::Builder::new().name("files".to_owned()).spawn(move || {
            for job in queue {
                let event = match job {
                    Job::Read(source, text) => FileEvent::Opened { result: read(&source, text), source },
                    Job::Save(document, collection, path) => {
                        FileEvent::Saved { document, result: save(&collection, &path), path }
                    }
                };
                if answers.send(event).is_err() {
                    return;
                }
                wake();
            }
        })?;
        Ok(Files { jobs: Some(jobs), events, report, thread: Some(thread), pending: 0 })
    }

    fn send(&mut self, job: Job) {
        if let Some(jobs) = &self.jobs
            && jobs.send(job).is_ok()
        {
            self.pending += 1;
        }
    }

    /// Reads games.
    pub fn read(&mut self, source: Source) {
        self.send(Job::Read(source, None));
    }

    /// Reads games from a text.
    pub fn read_text(&mut self, source: Source, text: String) {
        self.send(Job::Read(source, Some(text)));
    }

    /// Writes games.
    pub fn save(&mut self, document: DocumentId, collection: Collection, path: PathBuf) {
        self.send(Job::Save(document, Box::new(collection), path));
    }

    /// A sender for events of other threads: dialogs.
    pub fn reporter(&self) -> Sender<FileEvent> {
        self.report.clone()
    }

    /// What came of a job, if one is done.
    pub fn poll(&mut self) -> Option<FileEvent> {
        let event = self.events.try_recv().ok()?;
        if matches!(event, FileEvent::Opened { .. } | FileEvent::Saved { .. }) {
            self.pending -= 1;
        }
        Some(event)
    }

    /// Whether jobs are under way.
    pub fn is_busy(&self) -> bool {
        self.pending > 0
    }
}

impl Drop for Files {
    /// What was to be saved is saved before the program ends.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn read(source: &Source, text: Option<String>) -> Result<Opened, Fault> {
    let options = ReadOptions::default();
    let loaded = match (source, text) {
        (_, Some(text)) => record::read_bytes(text.as_bytes(), &options)
            .map_err(|error| Fault { summary: error.to_string(), details: text.chars().take(400).collect() })?,
        (Source::File(path) | Source::Recovery { sgf: path, .. }, None) => {
            record::read_path(path, &options).map_err(|error| Fault {
                summary: format!("{}: {}", file_name(path), error.reason),
                details: format!("{error}\n{:?}", error.reason),
            })?
        }
        (Source::Clipboard | Source::Sample, None) => {
            return Err(Fault { summary: "there is nothing to read".to_owned(), details: String::new() });
        }
    };
    let mut warnings: Vec<String> = loaded.warnings.list().iter().map(ToString::to_string).collect();
    let more = loaded.warnings.total() - warnings.len();
    if more > 0 {
        warnings.push(format!("… {more}"));
    }
    let analyses = analyses(&loaded.collection);
    Ok(Opened { collection: loaded.collection, warnings, analyses })
}

/// What the games say of their positions, by us or by other programs.
fn analyses(collection: &Collection) -> Vec<(usize, NodeId, Analysed)> {
    let mut found = Vec::new();
    for (i, game) in collection.games.iter().enumerate() {
        let tree = game.tree();
        found.extend(tree.preorder(tree.root()).filter_map(|node| Some((i, node, review::read(tree, node)?))));
    }
    found
}

fn save(collection: &Collection, path: &Path) -> Result<(), Fault> {
    let written = atomic_file::save(path, |mut out| record::sgf::write(collection, &mut out));
    written.map_err(|error| Fault {
        summary: format!("{}: {}", file_name(path), error.reason),
        details: error.to_string(),
    })
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Document;
    use crate::record::Game;
    use std::time::{Duration, Instant};

    fn wait(files: &mut Files) -> FileEvent {
        let started = Instant::now();
        loop {
            if let Some(event) = files.poll() {
                return event;
            }
            assert!(started.elapsed() < Duration::from_secs(20), "no event came");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn what_was_saved_is_read_again_and_faults_come_as_words() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        let mut files = Files::start(|| {}).unwrap();
        let document = Document::new(Collection::of(Game::new(13)), None);
        files.save(document.id(), document.collection().clone(), path.clone());
        assert!(files.is_busy());
        assert!(matches!(wait(&mut files), FileEvent::Saved { result: Ok(()), .. }));
        files.read(Source::File(path.clone()));
        let FileEvent::Opened { result: Ok(opened), .. } = wait(&mut files) else { panic!("it opens") };
        assert_eq!(&opened.collection, document.collection());
        assert!(!files.is_busy());

        std::fs::write(&path, "not a game").unwrap();
        files.read(Source::File(path.clone()));
        let FileEvent::Opened { result: Err(fault), .. } = wait(&mut files) else { panic!("it does not open") };
        assert!(fault.summary.starts_with("a.sgf: "), "{}", fault.summary);
        files.save(document.id(), Collection::default(), folder.path().join("no/such/folder.sgf"));
        let FileEvent::Saved { result: Err(fault), .. } = wait(&mut files) else { panic!("it cannot be saved") };
        assert!(fault.details.contains("left as it was"), "{}", fault.details);
    }
}
