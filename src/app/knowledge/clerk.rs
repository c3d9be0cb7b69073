//! The thread that reads for the window: questions in, answers out, the newest question of a kind
//! before older ones.

use super::Wake;
use super::audit::{Audit, Progress};
use super::report::PositionReport;
use super::table::{Filter, PatternTable};
use super::work_list::{WorkGame, WorkItem, work_list};
use crate::app::NodeKey;
use crate::board::Position;
use crate::ontology::bias::Adviser;
use crate::ontology::concepts::{Concept, ConceptNode};
use crate::ontology::store::Edit;
use crate::ontology::{ExpertId, GameSource, Index, Key, Record, SourceRef, Store, StoreError};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// What can be asked.
pub(super) enum Question {
    /// Everything about a position.
    Position(Box<Position>, Adviser),
    /// The index, built anew.
    Index,
    /// The pattern table.
    Table(Filter),
    /// A level of the concept tree.
    Concepts(Concept),
    /// What taking an expert away with all verdicts means, and what it is called.
    WithoutExpert(String, ExpertId),
    /// The game of a verdict.
    Source(SourceRef),
    /// The verdicts made ready for comparing, on a thread of its own: other questions do not wait for it.
    Audit(Adviser, Arc<Progress>),
    /// What is worth an expert's time in these games, with the engine's win rates for Black.
    Work(Vec<WorkGame>, HashMap<NodeKey, f32>, Adviser),
}

/// What comes back.
pub(super) enum Answer {
    /// Everything about a position.
    Position(PositionReport),
    /// The index, built anew.
    Index(Index),
    /// The pattern table.
    Table(Filter, PatternTable),
    /// A level of the concept tree.
    Concepts(Concept, Vec<ConceptNode>),
    /// A change that was prepared.
    Edits(String, Vec<Edit>),
    /// The game of a verdict, and the number of the move.
    Source(GameSource, u32),
    /// The verdicts made ready for comparing.
    Audit(Arc<Progress>, Audit),
    /// What is worth an expert's time.
    Work(Vec<WorkItem>),
    /// The file could not be read.
    Failed(StoreError),
}

/// A handle to the thread. Dropping it ends the thread after the question at hand.
pub(super) struct Clerk {
    questions: Option<Sender<Question>>,
    answers: Receiver<Answer>,
    thread: Option<JoinHandle<()>>,
}

impl Clerk {
    /// Takes a reading connection over.
    pub fn start(store: Store, wake: Wake) -> std::io::Result<Clerk> {
        let (questions, inbox) = channel();
        let (outbox, answers) = channel();
        let thread = std::thread::Builder::new().name("ontology-reader".to_owned());
        let thread = thread.spawn(move || serve(&store, &inbox, &outbox, &wake))?;
        Ok(Clerk { questions: Some(questions), answers, thread: Some(thread) })
    }

    pub fn ask(&self, question: Question) {
        if let Some(questions) = &self.questions {
            // A dead thread answers nothing; the window shows what it has.
            let _ = questions.send(question);
        }
    }

    pub fn poll(&self) -> Option<Answer> {
        self.answers.try_recv().ok()
    }
}

impl Drop for Clerk {
    fn drop(&mut self) {
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(store: &Store, inbox: &Receiver<Question>, outbox: &Sender<Answer>, wake: &Wake) {
    while let Ok(first) = inbox.recv() {
        let mut waiting = vec![first];
        waiting.extend(inbox.try_iter());
        for at in 0..waiting.len() {
            // Who walks on quickly wants to know about the last position only.
            let is_old = |question: &Question| {
                let kind = std::mem::discriminant(question);
                let replaces =
                    !matches!(question, Question::Concepts(_) | Question::WithoutExpert(..) | Question::Source(_));
                replaces && waiting[at + 1..].iter().any(|later| std::mem::discriminant(later) == kind)
            };
            if is_old(&waiting[at]) {
                continue;
            }
            let later = |adviser: &Adviser, progress: &Arc<Progress>| {
                begin_audit(store, adviser.clone(), progress.clone(), outbox.clone(), wake.clone());
            };
            let Some(answer) = reply(store, &waiting[at], later).unwrap_or_else(|error| Some(Answer::Failed(error)))
            else {
                continue;
            };
            if outbox.send(answer).is_err() {
                return;
            }
            wake();
        }
    }
}

/// Makes an audit beside other work. One that was stopped leaves no answer.
fn begin_audit(store: &Store, adviser: Adviser, progress: Arc<Progress>, outbox: Sender<Answer>, wake: Wake) {
    let reader = store.reader();
    let work = move || {
        let answer = match reader.and_then(|store| Audit::new(&store, &adviser, &progress)) {
            Ok(Some(audit)) => Answer::Audit(progress, audit),
            Ok(None) => return,
            Err(error) => Answer::Failed(error),
        };
        let _ = outbox.send(answer);
        wake();
    };
    // A system without threads to spare shows no audit and loses nothing else.
    let _ = std::thread::Builder::new().name("ontology-audit".to_owned()).spawn(work);
}

/// The answer; none where it comes later, from another thread.
fn reply(
    store: &Store,
    question: &Question,
    audit: impl FnOnce(&Adviser, &Arc<Progress>),
) -> Result<Option<Answer>, StoreError> {
    Ok(Some(match question {
        Question::Position(position, adviser) => Answer::Position(PositionReport::new(position, adviser, store)?),
        Question::Index => Answer::Index(Index::load(store)?),
        Question::Table(filter) => Answer::Table(filter.clone(), PatternTable::new(store, filter)?),
        Question::Concepts(of) => Answer::Concepts(of.clone(), store.concepts(of)?),
        Question::Audit(adviser, progress) => {
            audit(adviser, progress);
            return Ok(None);
        }
        Question::Work(games, rates, adviser) => {
            Answer::Work(work_list(games, adviser, |key| rates.get(&key).copied()))
        }
        Question::WithoutExpert(label, id) => without_expert(store, label.clone(), *id)?,
        Question::Source(source) => match store.get(Key::Source(source.id))? {
            Some(Record::Source(game)) => Answer::Source(game, source.number),
            _ => Answer::Failed(StoreError::Refused {
                what: "the game".to_owned(),
                why: "it is not kept any more".to_owned(),
            }),
        },
    }))
}

/// Takes an expert away with all verdicts; what the expert has confirmed stays.
fn without_expert(store: &Store, label: String, id: ExpertId) -> Result<Answer, StoreError> {
    let mut edits = Vec::new();
    for mut verdict in store.annotations_of_expert(id)? {
        if verdict.expert == id {
            edits.push(Edit::Delete(Key::Annotation(verdict.id)));
        } else {
            verdict.judged_by = None;
            edits.push(Edit::Put(Record::Annotation(verdict)));
        }
    }
    edits.push(Edit::Delete(Key::Expert(id)));
    Ok(Answer::Edits(label, edits))
}
