//! The index that windows and searches ask: a large part built at start, a small part for what was
//! changed since, and what was taken away.

use super::base::{Base, Builder, Entry};
use super::sequence::{PrefixHit, Sequences};
use super::{Context, agreement_degree};
use crate::board::{Board, Canonical, Color, Move};
use crate::ontology::fusion::Evidence;
use crate::ontology::model::position::PositionKey;
use crate::ontology::model::{
    Annotation, AnnotationId, Expert, ExpertId, FuzzyPattern, Line, Record, TermCode, Validation, Vocabulary,
};
use crate::ontology::store::{Changed, Store, StoreError};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// From so many changes on it is better to build the index anew.
const REBUILD: usize = 20_000;

/// Verdicts in memory, ready for look-ups from any thread. A clone is cheap and stands still while the
/// original takes changes in.
#[derive(Clone, Debug, Default)]
pub struct Index {
    pub(super) parts: [Arc<Base>; 2],
    /// What each expert of a part weighs, by the number there.
    weights: [Arc<Vec<f32>>; 2],
    /// Verdicts of the large part that were changed or deleted since.
    removed: Arc<HashSet<AnnotationId>>,
    /// What the small part is made of.
    fresh: Arc<HashMap<AnnotationId, Annotation>>,
    sequences: Arc<Sequences>,
    patterns: Arc<Vec<FuzzyPattern>>,
    experts: Arc<HashMap<ExpertId, Expert>>,
    terms: Arc<Vocabulary>,
}

/// A verdict found in the index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Its identity.
    pub id: AnnotationId,
    /// Who says it.
    pub expert: ExpertId,
    /// What.
    pub term: TermCode,
    /// Whether it is confirmed.
    pub state: Validation,
    /// What it weighs: rank, trust, state and the agreement of rules and komi.
    pub weight: f32,
}

impl Verdict {
    /// What it adds to the other verdicts on its move.
    pub fn evidence(&self) -> Evidence {
        Evidence { expert: self.expert, term: self.term, weight: self.weight }
    }
}

/// A move of a position, in any orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JudgedKey {
    /// The hash of the canonical image.
    pub position: u64,
    /// The number of the move on it.
    pub mv: u16,
}

/// What is asked: a situation with its rules and komi.
#[derive(Clone, Debug)]
pub struct Query<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Whose turn it is.
    pub to_move: Color,
    /// Rules and komi at hand.
    pub context: Context,
    /// Whether verdicts on the position with exchanged colours count, at a lower degree.
    pub colour_exchange: bool,
}

impl Index {
    /// Builds the index from a store.
    pub fn load(store: &Store) -> Result<Index, StoreError> {
        let mut builder = Builder::default();
        for (row, rules, komi) in store.contexts()? {
            builder.context(row, Context::new(rules.as_deref(), komi));
        }
        // Verdicts are read on another thread. Its view of the file begins first, so every position it
        // refers to is in ours, whatever a writer does meanwhile.
        let reader = store.reader()?;
        let (begun, wait) = std::sync::mpsc::channel();
        let (numbers, rows) = std::thread::scope(|scope| {
            let rows = scope.spawn(move || {
                let mut rows = Vec::new();
                reader.each_index_row(begun, |row| rows.push(row)).map(|()| rows)
            });
            // An error there drops the sender, which ends the wait too.
            let _ = wait.recv();
            let mut numbers: Vec<u32> = Vec::new();
            let read = store.each_position(|p| {
                let Ok(row) = usize::try_from(p.id) else { return };
                let Some(number) = builder.position(p.size, p.to_move, p.ko, p.stones) else { return };
                // Rows count from 1 without large gaps, so a table serves better than a map.
                if numbers.len() <= row {
                    numbers.resize(row + 1, u32::MAX);
                }
                numbers[row] = number;
            });
            let rows = rows.join().unwrap_or(Err(StoreError::Closed));
            read.and_then(|()| Ok((numbers, rows?)))
        })?;
        for r in &rows {
            let number = usize::try_from(r.position).ok().and_then(|row| numbers.get(row).copied());
            if let Some(number) = number.filter(|&n| n != u32::MAX) {
                builder.verdict(number, r.mv, r.expert, r.term, r.state, r.context, r.id);
            }
        }
        drop((numbers, rows));
        let patterns = store.patterns()?;
        let mut index = Index {
            parts: [Arc::new(builder.finish()), Arc::default()],
            sequences: Arc::new(Sequences::new(&patterns)),
            patterns: Arc::new(patterns),
            experts: Arc::new(store.experts()?.into_iter().map(|e| (e.id, e)).collect()),
            terms: Arc::new(store.terms()?),
            ..Index::default()
        };
        index.weigh();
        Ok(index)
    }

    /// Ranks and trust enter every look-up, so they are looked up once.
    fn weigh(&mut self) {
        let weight = |id| self.experts.get(id).map_or(0.0, Expert::weight);
        self.weights = [0, 1].map(|part| Arc::new(self.parts[part].experts.iter().map(weight).collect()));
    }

    /// Takes in what a write changed. After a bulk change, and when [`Index::is_stale`] says so, load
    /// anew instead.
    pub fn apply(&mut self, changed: &Changed) {
        let mut verdicts = false;
        let mut patterns = false;
        for change in &changed.changes {
            match &change.before {
                Some(Record::Annotation(old)) => {
                    Arc::make_mut(&mut self.removed).insert(old.id);
                    Arc::make_mut(&mut self.fresh).remove(&old.id);
                    verdicts = true;
                }
                Some(Record::Expert(old)) if change.after.is_none() => {
                    Arc::make_mut(&mut self.experts).remove(&old.id);
                }
                Some(Record::Term(old)) if change.after.is_none() => Arc::make_mut(&mut self.terms).remove(old.code),
                Some(Record::Pattern(old)) => {
                    Arc::make_mut(&mut self.patterns).retain(|p| p.id != old.id);
                    patterns = true;
                }
                _ => {}
            }
            match &change.after {
                Some(Record::Annotation(new)) => {
                    Arc::make_mut(&mut self.fresh).insert(new.id, new.clone());
                    verdicts = true;
                }
                Some(Record::Expert(new)) => {
                    Arc::make_mut(&mut self.experts).insert(new.id, new.clone());
                }
                Some(Record::Term(new)) => Arc::make_mut(&mut self.terms).put(new.clone()),
                Some(Record::Pattern(new)) => {
                    Arc::make_mut(&mut self.patterns).push(new.clone());
                    patterns = true;
                }
                _ => {}
            }
        }
        if verdicts {
            self.parts[1] = Arc::new(build(self.fresh.values()));
        }
        self.weigh();
        if patterns {
            self.sequences = Arc::new(Sequences::new(&self.patterns));
        }
    }

    /// Whether so much has changed that loading anew pays.
    pub fn is_stale(&self) -> bool {
        self.fresh.len() + self.removed.len() > REBUILD
    }

    /// The vocabulary.
    pub fn terms(&self) -> &Vocabulary {
        &self.terms
    }

    /// All experts by name.
    pub fn experts(&self) -> Vec<&Expert> {
        let mut experts: Vec<&Expert> = self.experts.values().collect();
        experts.sort_by(|a, b| a.name.cmp(&b.name).then(a.id.cmp(&b.id)));
        experts
    }

    /// An expert.
    pub fn expert(&self, id: ExpertId) -> Option<&Expert> {
        self.experts.get(&id)
    }

    /// The patterns.
    pub fn patterns(&self) -> &[FuzzyPattern] {
        &self.patterns
    }

    /// Verdicts in the index.
    pub fn len(&self) -> usize {
        let removed = |part: &Base| match self.removed.is_empty() {
            true => 0,
            false => part.ids.iter().filter(|id| self.removed.contains(id)).count(),
        };
        self.parts.iter().map(|p| p.entries.len()).sum::<usize>() - removed(&self.parts[0])
    }

    /// Whether there is no verdict.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Positions in the index.
    pub fn positions(&self) -> usize {
        self.parts.iter().map(|p| p.positions()).sum()
    }

    /// Bytes of the tables.
    pub fn memory(&self) -> usize {
        self.parts.iter().map(|p| p.memory()).sum()
    }

    /// Whether a verdict of a part still stands.
    pub(super) fn stands(&self, part: usize, id: AnnotationId) -> bool {
        part == 1 || self.removed.is_empty() || !self.removed.contains(&id)
    }

    /// Whether any verdict is about a board of this size: where none is, no look-up is needed.
    pub fn knows_size(&self, size: u8) -> bool {
        self.parts.iter().any(|part| part.buckets().iter().any(|bucket| bucket.size == size))
    }

    /// The hit test of the search: whether any verdict is about this very position.
    pub fn knows(&self, board: &Board, to_move: Color) -> bool {
        let hash = Canonical::new(board, to_move).hash;
        self.parts.iter().any(|p| p.find(hash).is_some())
    }

    /// Calls `visit` with each verdict about this very position and each move it stands for (several
    /// where the position is symmetric). Rules and komi enter the weight.
    pub fn each_exact(&self, board: &Board, to_move: Color, here: &Context, mut visit: impl FnMut(Move, Verdict)) {
        let canonical = Canonical::new(board, to_move);
        for (number, part) in self.parts.iter().enumerate() {
            let Some(position) = part.find(canonical.hash) else { continue };
            for at in part.verdicts(position) {
                let (entry, id) = (&part.entries[at], part.ids[at]);
                if !self.stands(number, id) {
                    continue;
                }
                let verdict = self.verdict(number, entry, id, here);
                part.each_move(&canonical, entry, board.size(), |mv| visit(mv, verdict));
            }
        }
    }

    /// Every verdict with the position and the move it is about, those on the same move side by side.
    pub fn by_judged_move(&self) -> Vec<(JudgedKey, Verdict)> {
        let mut all = Vec::with_capacity(self.parts.iter().map(|part| part.entries.len()).sum());
        for (number, part) in self.parts.iter().enumerate() {
            for position in 0..part.positions() as u32 {
                for at in part.verdicts(position).filter(|&at| self.stands(number, part.ids[at])) {
                    let entry = &part.entries[at];
                    let verdict = self.verdict(number, entry, part.ids[at], &Context::default());
                    all.push((JudgedKey { position: part.hash(position), mv: entry.mv }, verdict));
                }
            }
        }
        all.sort_unstable_by_key(|(key, verdict)| (*key, verdict.id));
        all
    }

    pub(super) fn verdict(&self, part: usize, entry: &Entry, id: AnnotationId, here: &Context) -> Verdict {
        let base = &self.parts[part];
        let agreement = agreement_degree(here, &base.contexts[usize::from(entry.context)], false);
        Verdict {
            id,
            expert: base.experts[entry.expert as usize],
            term: base.terms[usize::from(entry.term)],
            state: entry.state,
            weight: self.weights[part][entry.expert as usize] * entry.state.weight() * agreement,
        }
    }

    /// The patterns that a game follows longest.
    pub fn follow(&self, game: &Line, here: &Context, limit: usize) -> Vec<PrefixHit> {
        self.sequences.follow(game, here, limit)
    }
}

/// A small part from verdicts at hand.
fn build<'a>(annotations: impl Iterator<Item = &'a Annotation>) -> Base {
    let mut builder = Builder::default();
    let mut known: HashMap<PositionKey, u32> = HashMap::new();
    for (row, a) in annotations.enumerate() {
        let (Some(term), Ok((situation, mv))) = (a.term, a.line.graded()) else { continue };
        let row = row as i64;
        builder.context(row, Context::new(a.rules.as_deref(), a.komi));
        let (key, ways) = PositionKey::of(&situation);
        let made = || builder.position(key.size, key.to_move, key.ko, &key.stones);
        let Some(position) = known.get(&key).copied().or_else(made) else { continue };
        builder.verdict(position, key.stored_move(mv, &ways), a.expert, term, a.state, row, a.id);
        known.insert(key, position);
    }
    builder.finish()
}
