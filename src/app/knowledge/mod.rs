//! The ontology for the window: opened, asked and written on threads of its own. Nothing here waits.
//!
//! - [`Knowledge`] holds the index, hands grades to the writer and says when they are on the disk.
//! - [`marks`]: which moves of an open game experts have judged.
//! - [`audit`]: experts against each other and the engine. [`work_list`]: what is worth their time.
//! - [`outbox`]: changes that could not be written. [`trouble`]: what is wrong with a file.
//! - [`report`]: everything known about one position. [`table`]: the pattern table of figure 5.

pub mod audit;
mod clerk;
pub mod marks;
pub mod outbox;
pub mod report;
pub mod table;
pub mod trouble;
pub mod work_list;

use crate::app::NodeKey;
use crate::app::files::Fault;
use crate::board::{Move, Position};
use crate::ontology::bias::Adviser;
use crate::ontology::concepts::{Concept, ConceptNode};
use crate::ontology::fusion::{OPERATORS, Operator};
use crate::ontology::store::{Change, Changed, Edit, Grade, Ticket};
use crate::ontology::{
    Context, Expert, ExpertId, GameSource, Index, Record, SourceRef, Store, StoreError, Writer, shipped,
};
use audit::{Audit, Progress};
use clerk::{Answer, Clerk, Question};
use marks::Mark;
use outbox::{Job, Outbox, Parcel};
use report::PositionReport;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};
use table::{Filter, PatternTable};
use trouble::{Trouble, TroubleKind};
use work_list::{WorkGame, WorkItem};

/// Called from other threads when there is something new.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// How it stands with the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// None is wanted.
    Absent,
    /// It is being opened.
    Opening,
    /// Ready.
    Open,
    /// It cannot be used, with the reason.
    Failed(String),
}

/// What has happened since the last look.
#[derive(Debug)]
pub enum News {
    /// The ontology is there.
    Opened,
    /// The ontology cannot be used; the program goes on without it.
    Failed(Trouble),
    /// A change could not be written; it is kept, with all that follow, until it can be.
    Stuck(Trouble),
    /// The index was built anew.
    Reloaded {
        /// Because another program has written to the file.
        foreign: bool,
    },
    /// A change is on the disk and in the index.
    Saved {
        /// What the change is called.
        label: String,
        /// Whether it was a new change, or one taken back or made again.
        deed: Deed,
        /// What changed.
        changes: Vec<Change>,
        /// The grade, if it was one.
        grade: Option<Waiting>,
        /// Its place in the history.
        step: Option<i64>,
    },
    /// The last change is of another program: it was not taken back.
    NotOurs(Fault),
    /// A change was refused; nothing was changed. With what it was, unless it was to take one back.
    Refused(Fault, Deed, Option<Job>),
    /// The game that was asked for, and the number of the move.
    Source(GameSource, u32),
    /// An answer to a question is there.
    Answered,
}

/// What was handed to the writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A change.
    Change,
    /// Taking one back.
    Undo,
    /// Making it again.
    Redo,
}

/// A grade on its way to the disk.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The key of the position before the move.
    pub position: u64,
    /// Lines of its board: another game may be shown when the grade is saved.
    pub size: u8,
    /// The move.
    pub mv: Move,
    /// What is said of it; `None` takes the grade away.
    pub mark: Option<Mark>,
}

struct Pending {
    ticket: Ticket,
    deed: Deed,
    /// The change; `None` where one is taken back or made again.
    parcel: Option<Parcel>,
}

struct Opened {
    /// `None` where the file may only be read, with the reason.
    writer: Result<Writer, StoreError>,
    clerk: Clerk,
    index: Index,
}

/// A change that could not be written is tried again after this long.
pub const RETRY: Duration = Duration::from_secs(4);

/// The ontology of the window.
pub struct Knowledge {
    state: State,
    opening: Option<Receiver<Result<Opened, StoreError>>>,
    writer: Option<Writer>,
    clerk: Option<Clerk>,
    index: Index,
    /// How verdicts are made one.
    operator: &'static dyn Operator,
    generation: u64,
    /// The file.
    path: PathBuf,
    wake: Option<Wake>,
    pending: Vec<Pending>,
    /// What could not be written yet, in order.
    stuck: Vec<Parcel>,
    outbox: Option<Outbox>,
    /// Why, and when it was last tried.
    trouble: Option<(Trouble, Instant)>,
    /// Writes of other programs that are in the index.
    foreign: u64,
    /// The index being built is for what another program wrote.
    reads_foreign: bool,
    /// A new index is being built, with the changes taken in since it was asked for.
    reloading: Option<Vec<Changed>>,
    report: Option<Arc<PositionReport>>,
    asked: Option<(u64, u64)>,
    table: Option<Arc<PatternTable>>,
    table_asked: Option<(Filter, u64)>,
    /// Levels of the concept tree that were opened, with the generation they were asked in.
    concepts: Vec<(Concept, u64, Vec<ConceptNode>)>,
    audit: Option<Arc<Audit>>,
    audit_asked: Option<u64>,
    /// An audit on its way.
    audit_progress: Option<Arc<Progress>>,
    work: Option<Arc<Vec<WorkItem>>>,
}

impl Knowledge {
    /// No ontology.
    pub fn absent() -> Knowledge {
        Knowledge {
            state: State::Absent,
            opening: None,
            writer: None,
            clerk: None,
            index: Index::default(),
            operator: OPERATORS[0],
            generation: 0,
            path: PathBuf::new(),
            wake: None,
            pending: Vec::new(),
            stuck: Vec::new(),
            outbox: None,
            trouble: None,
            foreign: 0,
            reads_foreign: false,
            reloading: None,
            report: None,
            asked: None,
            table: None,
            table_asked: None,
            concepts: Vec::new(),
            audit: None,
            audit_asked: None,
            audit_progress: None,
            work: None,
        }
    }

    /// Begins to open a file; a new one gets the shipped patterns. Changes that cannot be written are
    /// kept in `unwritten`. [`Knowledge::poll`] says how it went.
    pub fn open(path: PathBuf, unwritten: Option<PathBuf>, wake: Wake) -> Knowledge {
        let mut knowledge = Knowledge { path: path.clone(), wake: Some(wake), ..Knowledge::absent() };
        if let Some(file) = unwritten {
            let (outbox, kept) = Outbox::open(file, &path);
            (knowledge.outbox, knowledge.stuck) = (Some(outbox), kept);
        }
        knowledge.begin_to_open();
        knowledge
    }

    fn begin_to_open(&mut self) {
        let Some(wake) = self.wake.clone() else { return };
        let (done, opening) = channel();
        let path = self.path.clone();
        let spawned = std::thread::Builder::new().name("ontology-open".to_owned()).spawn(move || {
            // Nobody may be waiting any more: then what was opened is closed again.
            let _ = done.send(open(&path, &wake));
            wake();
        });
        match spawned {
            Ok(_) => self.opening = Some(opening),
            Err(error) => self.state = State::Failed(error.to_string()),
        }
        if self.state == State::Absent {
            self.state = State::Opening;
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong with the file, while something is.
    pub fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref().map(|(trouble, _)| trouble)
    }

    /// How many changes wait because the file cannot be written.
    pub fn unwritten(&self) -> usize {
        self.stuck.len()
    }

    /// Tries again what did not work: opening the file, or writing what waits.
    pub fn try_again(&mut self) {
        if let Some((_, tried)) = &mut self.trouble {
            *tried = Instant::now();
        }
        if self.opening.is_some() {
            return;
        }
        let Some(writer) = &self.writer else { return self.begin_to_open() };
        writer.resume();
        for parcel in std::mem::take(&mut self.stuck) {
            self.submit(parcel);
        }
    }

    /// Gives up what waits to be written.
    pub fn throw_away_unwritten(&mut self) {
        self.stuck.clear();
        self.keep();
    }

    /// Takes the last change back that is not written yet; whether there was one.
    pub fn take_back_unwritten(&mut self) -> bool {
        let taken = self.stuck.pop().is_some();
        if taken {
            self.keep();
        }
        taken
    }

    /// Takes the place of another ontology: verdicts are made one as there, and what was looked up is looked
    /// up again.
    pub fn follow(&mut self, other: &Knowledge) {
        self.operator = other.operator;
        self.generation = other.generation + 1;
    }

    fn keep(&self) {
        if let Some(outbox) = &self.outbox {
            outbox.keep(&self.stuck);
        }
    }

    /// Hands a change to the writer; where it would overtake one that waits, or nothing can be written,
    /// it waits too.
    fn hand_in(&mut self, parcel: Parcel) {
        if self.writer.is_some() && self.stuck.is_empty() {
            self.submit(parcel);
        } else if self.state != State::Absent {
            self.stuck.push(parcel);
            self.keep();
        }
    }

    fn submit(&mut self, parcel: Parcel) {
        let Some(writer) = &self.writer else { return };
        let ticket = match parcel.job.clone() {
            Job::Grade(grade) => writer.grade(*grade),
            Job::Change(label, edits) => writer.submit(label, edits),
        };
        self.pending.push(Pending { ticket, deed: Deed::Change, parcel: Some(parcel) });
    }

    /// Ends: what was handed in is on the disk, or kept for the next run.
    pub fn close(&mut self) {
        self.writer = None; // waits for its thread
        self.poll_tickets(&mut Vec::new());
        self.keep();
        *self = Knowledge::absent();
    }

    /// How it stands with the file.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether verdicts can be read and given.
    pub fn is_open(&self) -> bool {
        self.state == State::Open
    }

    /// How verdicts are made one from now on; what was looked up is looked up again.
    pub fn set_operator(&mut self, operator: &'static dyn Operator) {
        if *operator != *self.operator {
            self.operator = operator;
            self.generation += 1;
        }
    }

    /// All verdicts, and how they are made one.
    pub fn adviser(&self) -> Adviser {
        Adviser::new(self.index.clone(), self.operator)
    }

    /// All verdicts, ready for look-ups.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Changes with the index.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// All experts by name.
    pub fn experts(&self) -> Vec<&Expert> {
        self.index.experts()
    }

    /// An expert, also one who is not written down yet.
    pub fn expert(&self, id: ExpertId) -> Option<&Expert> {
        self.index.expert(id).or_else(|| {
            let pending = self.pending.iter().filter_map(|pending| pending.parcel.as_ref());
            let edits = self.stuck.iter().chain(pending).filter_map(|parcel| match &parcel.job {
                Job::Change(_, edits) => Some(edits),
                Job::Grade(_) => None,
            });
            edits.flatten().find_map(|edit| match edit {
                Edit::Put(Record::Expert(expert)) if expert.id == id => Some(expert),
                _ => None,
            })
        })
    }

    /// Hands a grade in.
    pub fn grade(&mut self, grade: Grade, before: &Position, mv: Move) {
        let mark = grade.term.map(|term| Mark { expert: grade.expert, term, state: Default::default() });
        let waiting = Waiting { position: before.hash(), size: before.size(), mv, mark };
        self.hand_in(Parcel { job: Job::Grade(Box::new(grade)), grade: Some(waiting) });
    }

    /// Hands any other change in.
    pub fn write(&mut self, label: &str, edits: Vec<Edit>) {
        self.hand_in(Parcel { job: Job::Change(label.to_owned(), edits), grade: None });
    }

    /// Takes the last change back, of this run or an earlier one; with a step, only if it is that one.
    pub fn undo(&mut self, step: Option<i64>) {
        if let Some(writer) = &self.writer {
            self.pending.push(Pending { ticket: writer.undo(step), deed: Deed::Undo, parcel: None });
        }
    }

    /// Makes the change again that was last taken back.
    pub fn redo(&mut self) {
        if let Some(writer) = &self.writer {
            self.pending.push(Pending { ticket: writer.redo(), deed: Deed::Redo, parcel: None });
        }
    }

    /// Grades that are not on the disk yet.
    pub fn waiting(&self) -> impl Iterator<Item = &Waiting> {
        let pending = self.pending.iter().filter_map(|pending| pending.parcel.as_ref());
        self.stuck.iter().chain(pending).filter_map(|parcel| parcel.grade.as_ref())
    }

    /// Whether any change is not on the disk yet.
    pub fn is_writing(&self) -> bool {
        !self.pending.is_empty()
    }

    /// What experts say of each move of this very position, in any orientation; a few microseconds.
    pub fn exact(&self, position: &Position) -> Vec<(Move, Mark)> {
        let context = Context::of(position.rules(), position.komi());
        let mut found = Vec::new();
        self.index.each_exact(position.board(), position.to_play(), &context, |mv, verdict| {
            found.push((mv, Mark { expert: verdict.expert, term: verdict.term, state: verdict.state }));
        });
        found.sort_by_key(|(mv, mark)| (*mv, mark.expert));
        found
    }

    /// What the experts say together of each move they have judged in this very position, 0 to 1.
    pub fn scores(&self, position: &Position) -> Vec<(Move, f32)> {
        let context = Context::of(position.rules(), position.komi());
        let judged = self.adviser().judged(position.board(), position.to_play(), &context);
        judged.into_iter().map(|judged| (judged.mv, judged.fused.score)).collect()
    }

    /// Everything known about a position, fuzzy matches too: what was asked for last, which may still be
    /// of another position while the answer is on its way.
    pub fn report(&mut self, position: &Position) -> Option<Arc<PositionReport>> {
        let wanted = (position.hash(), self.generation);
        if self.asked != Some(wanted)
            && let Some(clerk) = &self.clerk
        {
            self.asked = Some(wanted);
            clerk.ask(Question::Position(Box::new(position.clone()), self.adviser()));
        }
        self.report.clone().filter(|report| report.position == position.hash())
    }

    /// Whether what was last asked about a position is answered; an earlier answer does not count.
    pub fn has_report(&self) -> bool {
        self.report.as_ref().is_some_and(|report| self.asked.is_some_and(|(position, _)| position == report.position))
    }

    /// Whether a pattern table was read.
    pub fn has_table(&self) -> bool {
        self.table.is_some()
    }

    /// Whether an audit was made.
    pub fn has_audit(&self) -> bool {
        self.audit.is_some()
    }

    /// The pattern table as the filter wants it: the last one that came, while a newer one is on its way.
    pub fn table(&mut self, filter: &Filter) -> Option<Arc<PatternTable>> {
        let is_new = self.table_asked.as_ref().is_none_or(|(asked, at)| asked != filter || *at != self.generation);
        if is_new && let Some(clerk) = &self.clerk {
            self.table_asked = Some((filter.clone(), self.generation));
            clerk.ask(Question::Table(filter.clone()));
        }
        self.table.clone()
    }

    /// What lies below a place of the concept tree, as far as it was asked for.
    pub fn concepts(&self, of: &Concept) -> &[ConceptNode] {
        self.concepts.iter().find(|(known, ..)| known == of).map_or(&[], |(.., nodes)| nodes)
    }

    /// Asks for what lies below a place of the concept tree, unless it is known as it is now.
    pub fn ask_concepts(&mut self, of: &Concept) {
        let known = self.concepts.iter().position(|(known, ..)| known == of);
        if known.is_some_and(|at| self.concepts[at].1 == self.generation) {
            return;
        }
        let Some(clerk) = &self.clerk else { return };
        clerk.ask(Question::Concepts(of.clone()));
        match known {
            Some(at) => self.concepts[at].1 = self.generation,
            None => self.concepts.push((of.clone(), self.generation, Vec::new())),
        }
    }

    /// The verdicts made ready for comparing: the last that came, while a newer one is on its way.
    pub fn audit(&mut self) -> Option<Arc<Audit>> {
        if self.audit_asked != Some(self.generation)
            && let Some(clerk) = &self.clerk
        {
            self.audit_asked = Some(self.generation);
            let progress = Arc::new(Progress::default());
            clerk.ask(Question::Audit(self.adviser(), progress.clone()));
            if let Some(old) = self.audit_progress.replace(progress) {
                old.stop();
            }
        }
        self.audit.clone()
    }

    /// How many verdicts of how many the audit on its way has looked at.
    pub fn audit_progress(&self) -> Option<(usize, usize)> {
        self.audit_progress.as_ref().map(|progress| progress.get())
    }

    /// Looks through games for what is worth an expert's time, with the engine's win rates for Black.
    pub fn look_for_work(&self, games: Vec<WorkGame>, win_rates: HashMap<NodeKey, f32>) {
        if let Some(clerk) = &self.clerk {
            clerk.ask(Question::Work(games, win_rates, self.adviser()));
        }
    }

    /// What is worth an expert's time, as it was last looked for.
    pub fn work(&self) -> Option<Arc<Vec<WorkItem>>> {
        self.work.clone()
    }

    /// Asks for the game that a verdict comes from.
    pub fn find_source(&self, source: SourceRef) {
        if let Some(clerk) = &self.clerk {
            clerk.ask(Question::Source(source));
        }
    }

    /// Takes an expert away with all verdicts, under this name.
    pub fn remove_expert(&self, label: String, id: ExpertId) {
        if let Some(clerk) = &self.clerk {
            clerk.ask(Question::WithoutExpert(label, id));
        }
    }

    /// Takes what came from the threads.
    pub fn poll(&mut self) -> Vec<News> {
        let mut news = Vec::new();
        self.poll_opening(&mut news);
        self.poll_tickets(&mut news);
        self.look_for_foreign_writes();
        if self.trouble.as_ref().is_some_and(|(trouble, tried)| retries(trouble) && tried.elapsed() > RETRY) {
            self.try_again();
        }
        while let Some(answer) = self.clerk.as_ref().and_then(Clerk::poll) {
            match answer {
                Answer::Position(report) => self.report = Some(Arc::new(report)),
                Answer::Index(index) => {
                    self.index = index;
                    // It may have been read before these were written; twice does no harm.
                    for changed in self.reloading.take().unwrap_or_default() {
                        self.index.apply(&changed);
                    }
                    self.generation += 1;
                    news.push(News::Reloaded { foreign: std::mem::take(&mut self.reads_foreign) });
                }
                Answer::Table(filter, table) => {
                    if self.table_asked.as_ref().is_some_and(|(asked, _)| *asked == filter) {
                        self.table = Some(Arc::new(table));
                    }
                }
                Answer::Concepts(of, nodes) => {
                    if let Some(level) = self.concepts.iter_mut().find(|(known, ..)| *known == of) {
                        level.2 = nodes;
                    }
                }
                Answer::Audit(progress, audit) => {
                    self.audit = Some(Arc::new(audit));
                    self.audit_progress.take_if(|own| Arc::ptr_eq(own, &progress));
                }
                Answer::Work(list) => self.work = Some(Arc::new(list)),
                Answer::Edits(label, edits) => self.write(&label, edits),
                Answer::Source(source, number) => news.push(News::Source(source, number)),
                Answer::Failed(error) => {
                    self.reloading = None;
                    news.push(News::Refused(fault(&error), Deed::Change, None));
                }
            }
            news.push(News::Answered);
        }
        news
    }

    fn poll_opening(&mut self, news: &mut Vec<News>) {
        let outcome = match self.opening.as_ref().map(Receiver::try_recv) {
            None | Some(Err(TryRecvError::Empty)) => return,
            Some(Err(TryRecvError::Disconnected)) => Err(StoreError::Closed),
            Some(Ok(outcome)) => outcome,
        };
        self.opening = None;
        match outcome {
            Ok(opened) => {
                self.state = State::Open;
                self.clerk = Some(opened.clerk);
                self.index = opened.index;
                self.generation += 1;
                self.trouble = None;
                match opened.writer {
                    Ok(writer) => {
                        self.writer = Some(writer);
                        self.foreign = 0;
                        std::mem::take(&mut self.stuck).into_iter().for_each(|parcel| self.submit(parcel));
                        self.keep();
                    }
                    Err(error) => {
                        let trouble = Trouble::new(&self.path, &error);
                        self.trouble = Some((trouble.clone(), Instant::now()));
                        news.push(News::Stuck(trouble));
                    }
                }
                news.push(News::Opened);
            }
            Err(error) => {
                let trouble = Trouble::new(&self.path, &error);
                let is_known = self.trouble.as_ref().is_some_and(|(known, _)| known.kind == trouble.kind);
                self.state = State::Failed(error.to_string());
                self.trouble = Some((trouble.clone(), Instant::now()));
                if !is_known {
                    news.push(News::Failed(trouble));
                }
            }
        }
    }

    fn poll_tickets(&mut self, news: &mut Vec<News>) {
        let before = self.stuck.len();
        // In order: the writer answers in the order of the asking.
        while let Some(outcome) = self.pending.first().and_then(|pending| pending.ticket.poll()) {
            let Pending { deed, parcel, .. } = self.pending.remove(0);
            match (outcome, parcel) {
                (Ok(changed), parcel) => {
                    self.take_in(&changed);
                    let Changed { label, changes, step, .. } = changed;
                    let grade = parcel.and_then(|parcel| parcel.grade);
                    news.push(News::Saved { label, deed, changes, grade, step });
                }
                (Err(error), Some(parcel)) if error.may_pass() => {
                    self.stuck.push(parcel);
                    if !matches!(error, StoreError::Held) {
                        let trouble = Trouble::new(&self.path, &error);
                        if self.trouble.as_ref().is_none_or(|(known, _)| known.kind != trouble.kind) {
                            news.push(News::Stuck(trouble.clone()));
                        }
                        self.trouble = Some((trouble, Instant::now()));
                    }
                }
                (Err(error @ StoreError::Refused { .. }), None) if deed == Deed::Undo => {
                    news.push(News::NotOurs(fault(&error)));
                }
                (Err(error), parcel) => {
                    news.push(News::Refused(fault(&error), deed, parcel.map(|parcel| parcel.job)));
                }
            }
        }
        if self.stuck.len() != before {
            self.keep();
        }
        if self.writer.is_some() && self.stuck.is_empty() && self.pending.is_empty() && self.trouble.take().is_some() {
            self.keep();
        }
    }

    /// What another program wrote is read in the background.
    fn look_for_foreign_writes(&mut self) {
        let seen = self.writer.as_ref().map_or(0, Writer::foreign_writes);
        if seen != self.foreign && self.reloading.is_none() {
            self.foreign = seen;
            self.reads_foreign = true;
            self.reload();
        }
    }

    fn reload(&mut self) {
        if let Some(clerk) = &self.clerk {
            self.reloading = Some(Vec::new());
            clerk.ask(Question::Index);
        }
    }

    fn take_in(&mut self, changed: &Changed) {
        if changed.bulk.is_none() {
            self.index.apply(changed);
            if let Some(since) = &mut self.reloading {
                since.push(changed.clone());
            }
        }
        if (changed.bulk.is_some() || self.index.is_stale()) && self.reloading.is_none() {
            self.reload();
        }
        self.generation += 1;
    }
}

/// Whether time alone may mend it.
fn retries(trouble: &Trouble) -> bool {
    matches!(trouble.kind, TroubleKind::Locked | TroubleKind::Full)
}

fn fault(error: &StoreError) -> Fault {
    Fault { summary: error.to_string(), details: format!("{error:?}") }
}

fn open(path: &Path, wake: &Wake) -> Result<Opened, StoreError> {
    let io = |source| StoreError::Io { path: path.to_owned(), source };
    // A file that cannot be written can still be read.
    let (store, read_only) = match shipped::open(path) {
        Ok(store) => (store, None),
        Err(error @ StoreError::ReadOnly(_)) => match Store::open_to_read(path) {
            Ok(store) => (store, Some(error)),
            Err(_) => return Err(error),
        },
        Err(error) => return Err(error),
    };
    let index = Index::load(&store)?;
    let clerk = Clerk::start(store.reader()?, wake.clone()).map_err(io)?;
    let woken = wake.clone();
    let writer = match read_only {
        Some(error) => Err(error),
        None => Ok(Writer::start(store, move || woken()).map_err(io)?),
    };
    Ok(Opened { writer, clerk, index })
}
