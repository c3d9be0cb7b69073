//! The ontology for the window: opened, asked and written on threads of its own. Nothing here waits.
//!
//! - [`Knowledge`] holds the index, hands grades to the writer and says when they are on the disk.
//! - [`marks`]: which moves of an open game experts have judged.
//! - [`audit`]: experts against each other and the engine. [`work_list`]: what is worth their time.
//! - [`report`]: everything known about one position. [`table`]: the pattern table of figure 5.

pub mod audit;
mod clerk;
pub mod marks;
pub mod report;
pub mod table;
pub mod work_list;

use crate::app::NodeKey;
use crate::app::files::Fault;
use crate::board::{Move, Position};
use crate::ontology::bias::Adviser;
use crate::ontology::concepts::{Concept, ConceptNode};
use crate::ontology::store::{Change, Changed, Edit, Grade, Ticket};
use crate::ontology::{Context, Expert, ExpertId, GameSource, Index, SourceRef, StoreError, Writer, shipped};
use audit::Audit;
use clerk::{Answer, Clerk, Question};
use marks::Mark;
use report::PositionReport;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use table::{Filter, PatternTable};
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
    Failed(Fault),
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
    },
    /// A change was refused; nothing was changed.
    Refused(Fault),
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
    /// The move.
    pub mv: Move,
    /// What is said of it; `None` takes the grade away.
    pub mark: Option<Mark>,
}

struct Pending {
    ticket: Ticket,
    deed: Deed,
    grade: Option<Waiting>,
}

struct Opened {
    writer: Writer,
    clerk: Clerk,
    index: Index,
}

/// The ontology of the window.
pub struct Knowledge {
    state: State,
    opening: Option<Receiver<Result<Opened, StoreError>>>,
    writer: Option<Writer>,
    clerk: Option<Clerk>,
    index: Index,
    generation: u64,
    pending: Vec<Pending>,
    /// A new index is being built after a bulk change.
    reloading: bool,
    report: Option<Arc<PositionReport>>,
    asked: Option<(u64, u64)>,
    table: Option<Arc<PatternTable>>,
    table_asked: Option<(Filter, u64)>,
    /// Levels of the concept tree that were opened, with the generation they were asked in.
    concepts: Vec<(Concept, u64, Vec<ConceptNode>)>,
    audit: Option<Arc<Audit>>,
    audit_asked: Option<u64>,
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
            generation: 0,
            pending: Vec::new(),
            reloading: false,
            report: None,
            asked: None,
            table: None,
            table_asked: None,
            concepts: Vec::new(),
            audit: None,
            audit_asked: None,
            work: None,
        }
    }

    /// Begins to open a file; a new one gets the shipped patterns. [`Knowledge::poll`] says how it went.
    pub fn open(path: PathBuf, wake: Wake) -> Knowledge {
        let (done, opening) = channel();
        let spawned = std::thread::Builder::new().name("ontology-open".to_owned()).spawn(move || {
            // Nobody may be waiting any more: then what was opened is closed again.
            let _ = done.send(open(&path, &wake));
            wake();
        });
        let state = match spawned {
            Ok(_) => State::Opening,
            Err(error) => State::Failed(error.to_string()),
        };
        Knowledge { state, opening: Some(opening), ..Knowledge::absent() }
    }

    /// How it stands with the file.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether verdicts can be read and given.
    pub fn is_open(&self) -> bool {
        self.state == State::Open
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

    /// An expert.
    pub fn expert(&self, id: ExpertId) -> Option<&Expert> {
        self.index.expert(id)
    }

    /// Hands a grade in.
    pub fn grade(&mut self, grade: Grade, before: &Position, mv: Move) {
        let Some(writer) = &self.writer else { return };
        let mark = grade.term.map(|term| Mark { expert: grade.expert, term, state: Default::default() });
        let ticket = writer.grade(grade);
        let grade = Some(Waiting { position: before.hash(), mv, mark });
        self.pending.push(Pending { ticket, deed: Deed::Change, grade });
    }

    /// Hands any other change in.
    pub fn write(&mut self, label: &str, edits: Vec<Edit>) {
        if let Some(writer) = &self.writer {
            self.pending.push(Pending { ticket: writer.submit(label, edits), deed: Deed::Change, grade: None });
        }
    }

    /// Takes the last change back, of this run or an earlier one.
    pub fn undo(&mut self) {
        if let Some(writer) = &self.writer {
            self.pending.push(Pending { ticket: writer.undo(), deed: Deed::Undo, grade: None });
        }
    }

    /// Makes the change again that was last taken back.
    pub fn redo(&mut self) {
        if let Some(writer) = &self.writer {
            self.pending.push(Pending { ticket: writer.redo(), deed: Deed::Redo, grade: None });
        }
    }

    /// Grades that are not on the disk yet.
    pub fn waiting(&self) -> impl Iterator<Item = &Waiting> {
        self.pending.iter().filter_map(|pending| pending.grade.as_ref())
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
        let adviser = Adviser::new(self.index.clone(), 1.0);
        let judged = adviser.judged(position.board(), position.to_play(), &context);
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
            clerk.ask(Question::Position(Box::new(position.clone()), self.index.clone()));
        }
        self.report.clone().filter(|report| report.position == position.hash())
    }

    /// Whether anything about a position was looked up.
    pub fn has_report(&self) -> bool {
        self.report.is_some()
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
            clerk.ask(Question::Audit(self.index.clone()));
        }
        self.audit.clone()
    }

    /// Looks through games for what is worth an expert's time, with the engine's win rates for Black.
    pub fn look_for_work(&self, games: Vec<WorkGame>, win_rates: HashMap<NodeKey, f32>) {
        if let Some(clerk) = &self.clerk {
            clerk.ask(Question::Work(games, win_rates, self.index.clone()));
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

    /// Takes an expert away with all verdicts.
    pub fn remove_expert(&self, id: ExpertId) {
        if let Some(clerk) = &self.clerk {
            clerk.ask(Question::WithoutExpert(id));
        }
    }

    /// Takes what came from the threads.
    pub fn poll(&mut self) -> Vec<News> {
        let mut news = Vec::new();
        self.poll_opening(&mut news);
        self.poll_tickets(&mut news);
        while let Some(answer) = self.clerk.as_ref().and_then(Clerk::poll) {
            match answer {
                Answer::Position(report) => self.report = Some(Arc::new(report)),
                Answer::Index(index) => {
                    self.reloading = false;
                    self.index = index;
                    self.generation += 1;
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
                Answer::Audit(audit) => self.audit = Some(Arc::new(audit)),
                Answer::Work(list) => self.work = Some(Arc::new(list)),
                Answer::Edits(label, edits) => self.write(&label, edits),
                Answer::Source(source, number) => news.push(News::Source(source, number)),
                Answer::Failed(error) => {
                    self.reloading = false;
                    news.push(News::Refused(fault(&error)));
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
                self.writer = Some(opened.writer);
                self.clerk = Some(opened.clerk);
                self.index = opened.index;
                self.generation += 1;
                news.push(News::Opened);
            }
            Err(error) => {
                self.state = State::Failed(error.to_string());
                news.push(News::Failed(fault(&error)));
            }
        }
    }

    fn poll_tickets(&mut self, news: &mut Vec<News>) {
        // In order: the writer answers in the order of the asking.
        while let Some(outcome) = self.pending.first().and_then(|pending| pending.ticket.poll()) {
            let Pending { deed, grade, .. } = self.pending.remove(0);
            match outcome {
                Ok(changed) => {
                    self.take_in(&changed);
                    news.push(News::Saved { label: changed.label, deed, changes: changed.changes, grade });
                }
                Err(error) => news.push(News::Refused(fault(&error))),
            }
        }
    }

    fn take_in(&mut self, changed: &Changed) {
        if changed.bulk.is_none() {
            self.index.apply(changed);
        }
        if (changed.bulk.is_some() || self.index.is_stale())
            && !self.reloading
            && let Some(clerk) = &self.clerk
        {
            self.reloading = true;
            clerk.ask(Question::Index);
        }
        self.generation += 1;
    }
}

fn fault(error: &StoreError) -> Fault {
    Fault { summary: error.to_string(), details: format!("{error:?}") }
}

fn open(path: &Path, wake: &Wake) -> Result<Opened, StoreError> {
    let store = shipped::open(path)?;
    let index = Index::load(&store)?;
    let io = |source| StoreError::Io { path: path.to_owned(), source };
    let clerk = Clerk::start(store.reader()?, wake.clone()).map_err(io)?;
    let woken = wake.clone();
    let writer = Writer::start(store, move || woken()).map_err(io)?;
    Ok(Opened { writer, clerk, index })
}
