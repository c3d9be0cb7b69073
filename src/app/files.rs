//! Opening and saving on threads of their own, so that no disk ever stops the window, and no file that
//! cannot be read to its end (a pipe, a disk that is gone) stops a save.

use super::document::DocumentId;
use super::review::{self, Analysed};
use crate::record::{self, Collection, NodeId, ReadError, ReadOptions, Warnings};
use crate::util::atomic_file;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::SystemTime;

/// What went wrong, for a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// In a sentence.
    pub summary: String,
    /// All that is known.
    pub details: String,
}

/// Why a file could not be opened or saved.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {cause}")]
pub struct FileFault {
    /// The file, without its folders; what else was read.
    pub name: String,
    /// What is wrong.
    pub cause: ReadError,
    /// All that is known.
    pub details: String,
}

/// Games that were read.
#[derive(Debug)]
pub struct Opened {
    /// The games.
    pub collection: Collection,
    /// What had to be repaired.
    pub warnings: Warnings,
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
        result: Result<Opened, FileFault>,
    },
    /// A file was written.
    Saved {
        /// Which document.
        document: DocumentId,
        /// Where to.
        path: PathBuf,
        /// Whether it worked.
        result: Result<(), FileFault>,
    },
    /// A file was not written, for somebody else has changed it since it was read or written here.
    ChangedElsewhere {
        /// Which document.
        document: DocumentId,
        /// The file.
        path: PathBuf,
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
        self.ending().is_some()
    }

    /// What the name of a file that is written ends with where the reader leaves it out.
    fn ending(self) -> Option<&'static str> {
        match self {
            FileKind::Games | FileKind::Ontology => None,
            FileKind::Sgf => Some("sgf"),
            FileKind::Html => Some("html"),
        }
    }

    /// The path that was meant.
    pub fn meant(self, path: PathBuf) -> PathBuf {
        match self.ending() {
            Some(ending) if path.extension().is_none() => path.with_extension(ending),
            _ => path,
        }
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

/// What was read or written last, so that a change by somebody else is seen; nothing where such a change is
/// known already.
type Seen = Arc<Mutex<HashMap<PathBuf, Option<Stamp>>>>;

/// What tells one state of a file from another.
type Stamp = (SystemTime, u64);

struct SaveJob {
    document: DocumentId,
    collection: Box<Collection>,
    path: PathBuf,
    /// Also where somebody else has changed the file.
    replaces: bool,
}

/// The threads that read and write.
pub struct Files {
    to_read: Sender<(Source, Option<String>)>,
    to_save: Option<Sender<SaveJob>>,
    events: Receiver<FileEvent>,
    report: Sender<FileEvent>,
    writer: Option<JoinHandle<()>>,
    reading: usize,
    /// Documents on their way to the disk, as often as they are.
    saving: Vec<DocumentId>,
}

impl Files {
    /// Starts the threads; `wake` is called whenever there is an event to fetch.
    pub fn start(wake: impl Fn() + Clone + Send + 'static) -> std::io::Result<Files> {
        let (report, events) = channel();
        let seen = Seen::default();
        let (to_read, queue) = channel::<(Source, Option<String>)>();
        let (answers, is_there, known) = (report.clone(), wake.clone(), seen.clone());
        // Nobody waits for this one: it may hang in a file.
        std::thread::Builder::new().name("files read".to_owned()).spawn(move || {
            for (source, text) in queue {
                look(&known, &source);
                let result = read(&source, text);
                if answers.send(FileEvent::Opened { source, result }).is_err() {
                    return;
                }
                is_there();
            }
        })?;
        let (to_save, queue) = channel::<SaveJob>();
        let answers = report.clone();
        let writer = std::thread::Builder::new().name("files written".to_owned()).spawn(move || {
            for job in queue {
                // Who asked may be gone, which is no reason not to write.
                let _ = answers.send(save_or_ask(&seen, job));
                wake();
            }
        })?;
        let (to_save, writer) = (Some(to_save), Some(writer));
        Ok(Files { to_read, to_save, events, report, writer, reading: 0, saving: Vec::new() })
    }

    /// Reads games.
    pub fn read(&mut self, source: Source) {
        self.ask_to_read(source, None);
    }

    /// Reads games from a text.
    pub fn read_text(&mut self, source: Source, text: String) {
        self.ask_to_read(source, Some(text));
    }

    fn ask_to_read(&mut self, source: Source, text: Option<String>) {
        self.reading += usize::from(self.to_read.send((source, text)).is_ok());
    }

    /// Writes games; a file that somebody else has changed only where it is to be replaced.
    pub fn save(&mut self, document: DocumentId, collection: Collection, path: PathBuf, replaces: bool) {
        let job = SaveJob { document, collection: Box::new(collection), path, replaces };
        if self.to_save.as_ref().is_some_and(|jobs| jobs.send(job).is_ok()) {
            self.saving.push(document);
        }
    }

    /// A sender for events of other threads: dialogs.
    pub fn reporter(&self) -> Sender<FileEvent> {
        self.report.clone()
    }

    /// What came of a job, if one is done.
    pub fn poll(&mut self) -> Option<FileEvent> {
        let event = self.events.try_recv().ok()?;
        match &event {
            FileEvent::Opened { .. } => self.reading -= 1,
            FileEvent::Saved { document, .. } | FileEvent::ChangedElsewhere { document, .. } => {
                if let Some(at) = self.saving.iter().position(|id| id == document) {
                    self.saving.remove(at);
                }
            }
            _ => {}
        }
        Some(event)
    }

    /// Whether jobs are under way.
    pub fn is_busy(&self) -> bool {
        self.reading > 0 || self.is_saving()
    }

    /// Whether anything is on its way to the disk.
    pub fn is_saving(&self) -> bool {
        !self.saving.is_empty()
    }

    /// Whether a document is on its way to the disk.
    pub fn saves(&self, document: DocumentId) -> bool {
        self.saving.contains(&document)
    }

    /// Waits until everything is written, and says which documents are not in their files. The end: nothing is
    /// saved afterwards.
    pub fn finish(&mut self) -> Vec<DocumentId> {
        self.to_save = None;
        if let Some(thread) = self.writer.take() {
            let _ = thread.join();
        }
        let outcome = |event| match event {
            FileEvent::Saved { document, result: Err(_), .. } => Some(document),
            FileEvent::ChangedElsewhere { document, .. } => Some(document),
            _ => None,
        };
        std::iter::from_fn(|| self.poll()).filter_map(outcome).collect()
    }
}

impl Drop for Files {
    /// What was to be saved is saved before the program ends.
    fn drop(&mut self) {
        self.finish();
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let data = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    Some((data.modified().ok()?, data.len()))
}

fn remember(seen: &Seen, path: &Path, stamp: Option<Stamp>) {
    seen.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(path.to_owned(), stamp);
}

/// Remembers what a file is like before it is read.
fn look(seen: &Seen, source: &Source) {
    match source {
        Source::File(path) => remember(seen, path, stamp(path)),
        Source::Recovery { sgf, path: Some(path) } => {
            // What was written after the copy was kept is not in the copy.
            let kept = stamp(sgf);
            remember(seen, path, stamp(path).filter(|now| kept.is_some_and(|kept| now.0 <= kept.0)));
        }
        Source::Recovery { path: None, .. } | Source::Clipboard | Source::Sample => {}
    }
}

fn save_or_ask(seen: &Seen, job: SaveJob) -> FileEvent {
    let SaveJob { document, collection, path, replaces } = job;
    let (now, known) = (stamp(&path), seen.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get(&path).copied());
    // A file that is gone is written anew, and one that was never seen here was chosen by the reader just now.
    if !replaces && now.is_some() && known.is_some_and(|known| known != now) {
        return FileEvent::ChangedElsewhere { document, path };
    }
    let result = save(&collection, &path);
    if result.is_ok() {
        remember(seen, &path, stamp(&path));
    }
    FileEvent::Saved { document, path, result }
}

fn read(source: &Source, text: Option<String>) -> Result<Opened, FileFault> {
    let options = ReadOptions::default();
    let loaded = match (source, text) {
        (_, Some(text)) => record::read_bytes(text.as_bytes(), &options).map_err(|cause| FileFault {
            name: "SGF".to_owned(),
            cause,
            details: text.chars().take(400).collect(),
        })?,
        (Source::File(path) | Source::Recovery { sgf: path, .. }, None) => {
            record::read_path(path, &options).map_err(|error| FileFault {
                name: file_name(path),
                details: format!("{error}\n{:?}", error.reason),
                cause: error.reason,
            })?
        }
        (Source::Clipboard | Source::Sample, None) => {
            return Err(FileFault { name: "SGF".to_owned(), cause: ReadError::Empty, details: String::new() });
        }
    };
    let analyses = analyses(&loaded.collection);
    Ok(Opened { collection: loaded.collection, warnings: loaded.warnings, analyses })
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

fn save(collection: &Collection, path: &Path) -> Result<(), FileFault> {
    let written = atomic_file::save(path, |mut out| record::sgf::write(collection, &mut out));
    written.map_err(|error| FileFault {
        name: file_name(path),
        details: error.to_string(),
        cause: ReadError::Io(error.reason),
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
        files.save(document.id(), document.collection().clone(), path.clone(), false);
        assert!(files.is_busy() && files.saves(document.id()));
        assert!(matches!(wait(&mut files), FileEvent::Saved { result: Ok(()), .. }));
        files.read(Source::File(path.clone()));
        let FileEvent::Opened { result: Ok(opened), .. } = wait(&mut files) else { panic!("it opens") };
        assert_eq!(&opened.collection, document.collection());
        assert!(!files.is_busy());

        std::fs::write(&path, "not a game").unwrap();
        files.read(Source::File(path.clone()));
        let FileEvent::Opened { result: Err(fault), .. } = wait(&mut files) else { panic!("it does not open") };
        assert!(fault.to_string().starts_with("a.sgf: no game"), "{fault}");
        files.save(document.id(), Collection::default(), folder.path().join("no/such/folder.sgf"), false);
        let FileEvent::Saved { result: Err(fault), .. } = wait(&mut files) else { panic!("it cannot be saved") };
        assert!(fault.details.contains("left as it was"), "{}", fault.details);
    }

    #[test]
    fn a_file_that_somebody_else_changed_is_replaced_only_on_demand() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        let mut files = Files::start(|| {}).unwrap();
        let document = Document::new(Collection::of(Game::new(13)), None);
        let save = |files: &mut Files, replaces| {
            files.save(document.id(), document.collection().clone(), path.clone(), replaces);
            let event = wait(files);
            assert!(!files.is_busy());
            matches!(event, FileEvent::Saved { result: Ok(()), .. })
        };
        std::fs::write(&path, "what the reader chose to replace").unwrap();
        assert!(save(&mut files, false) && save(&mut files, false), "what we wrote ourselves is no change");
        std::fs::write(&path, "(;SZ[9];B[ee])").unwrap();
        assert!(!save(&mut files, false));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "(;SZ[9];B[ee])");
        assert!(save(&mut files, true) && save(&mut files, false));
        std::fs::remove_file(&path).unwrap();
        assert!(save(&mut files, false), "a file that is gone is written anew");

        // What a crash left is older than what was saved since.
        let kept = folder.path().join("kept.sgf");
        std::fs::write(&kept, "(;SZ[9];B[ee];W[gc])").unwrap();
        let long_ago = SystemTime::now() - Duration::from_secs(3600);
        std::fs::File::options().write(true).open(&kept).unwrap().set_modified(long_ago).unwrap();
        files.read(Source::Recovery { sgf: kept.clone(), path: Some(path.clone()) });
        assert!(matches!(wait(&mut files), FileEvent::Opened { result: Ok(_), .. }));
        assert!(!save(&mut files, false));
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(long_ago).unwrap();
        files.read(Source::Recovery { sgf: kept, path: Some(path.clone()) });
        assert!(matches!(wait(&mut files), FileEvent::Opened { result: Ok(_), .. }));
        assert!(save(&mut files, false));
    }

    #[test]
    #[cfg(unix)]
    fn a_file_that_never_ends_stops_neither_a_save_nor_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.sgf");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let mut files = Files::start(|| {}).unwrap();
        files.read(Source::File(pipe));
        let document = Document::new(Collection::of(Game::new(13)), None);
        files.save(document.id(), document.collection().clone(), folder.path().join("a.sgf"), false);
        assert!(matches!(wait(&mut files), FileEvent::Saved { result: Ok(()), .. }));
        assert!(files.is_busy() && !files.is_saving());
    }
}
