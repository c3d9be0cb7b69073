//! Experts held against each other and against the engine: who agrees with whom, what a grade means in
//! win rate, and where the opinions are furthest apart.

use crate::board::{Position, Rules};
use crate::ontology::bias::Adviser;
use crate::ontology::fusion::Fused;
use crate::ontology::matching::{JudgedKey, Verdict};
use crate::ontology::{Annotation, ExpertId, Line, Store, StoreError, TermCode, Validation, Vocabulary};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Judged moves that are kept to be listed and shown to the engine: all of them up to this many, else the
/// most disputed and a sample of the others. Agreement is counted over all.
const LISTED: usize = 2_000;

/// Of those, so many are the most disputed.
const DISPUTED: usize = 1_000;

/// From this loss of win rate on a move is bad for the engine; experts say so below one half.
pub const BAD_LOSS: f32 = 0.06;

/// A loss at which the engine's word is as bad as it can be.
const WORST_LOSS: f32 = 0.3;

/// One judged move with everything said of it.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The moves up to and with the judged one, as it was first said.
    pub line: Line,
    /// The rules and the komi it was said under.
    pub rules: Option<String>,
    /// The komi it was said under.
    pub komi: Option<f32>,
    /// What each expert says.
    pub said: Vec<(ExpertId, TermCode)>,
    /// What they say together.
    pub fused: Fused,
    /// The keys of the positions before and after the move, as the engine is asked about them.
    pub keys: (u64, u64),
}

impl JudgedMove {
    /// The positions before and after the judged move, as the engine is asked about them.
    pub fn positions(&self) -> Option<(Position, Position)> {
        positions(&self.line, self.rules.as_deref(), self.komi)
    }
}

/// The positions before and after the last move of a line.
pub fn positions(line: &Line, rules: Option<&str>, komi: Option<f32>) -> Option<(Position, Position)> {
    let rules = rules.and_then(|name| Rules::parse(name).ok()).unwrap_or(Rules::CHINESE);
    let stones = line.setup().iter().map(|&(color, point)| (point, color));
    let first = line.moves().first()?.0;
    let mut before = Position::from_setup(line.size(), rules, stones, first);
    if let Some(komi) = komi {
        before.set_komi(komi);
    }
    let (&(color, mv), earlier) = line.moves().split_last()?;
    for &(color, mv) in earlier {
        before.play_anyway(color, mv);
    }
    before.set_to_play(color);
    let mut after = before.clone();
    after.play_anyway(color, mv);
    Some((before, after))
}

/// How far an audit is, seen from another thread.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicUsize,
    all: AtomicUsize,
    stop: AtomicBool,
}

impl Progress {
    /// Verdicts looked at, of how many.
    pub fn get(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }

    /// Nobody waits for it any more.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Two experts on the moves that both have judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Moves that both have judged.
    pub common: usize,
    /// Those to which both gave the same term.
    pub same: usize,
    /// How far their scores are apart, on average.
    pub distance: f32,
}

/// What the file says, made ready for comparing.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// Experts by the number of moves they have judged.
    pub experts: Vec<ExpertId>,
    /// Judged moves, the most disputed first: all of them, or a sample.
    pub moves: Vec<JudgedMove>,
    /// Judged moves in all.
    pub judged: usize,
    /// Verdicts in all.
    pub verdicts: usize,
    /// The vocabulary it was made with.
    pub terms: Vocabulary,
    /// Experts against each other, the smaller id first.
    pairs: HashMap<(ExpertId, ExpertId), Pair>,
}

impl Audit {
    /// Gathers what was said, move by move. What was rejected does not count. `None` when it was stopped.
    pub fn new(store: &Store, adviser: &Adviser, progress: &Progress) -> Result<Option<Audit>, StoreError> {
        let index = adviser.index();
        let mut all = index.by_judged_move();
        all.retain(|(_, verdict)| verdict.state != Validation::Rejected);
        progress.all.store(all.len(), Ordering::Relaxed);
        let mut audit = Audit { terms: index.terms().clone(), verdicts: all.len(), ..Audit::default() };
        let mut counts: HashMap<ExpertId, usize> = HashMap::new();
        // What is disputed, and by how much; and a few of the rest.
        let mut disputed: Vec<(f32, &[(JudgedKey, Verdict)])> = Vec::new();
        let mut rest = Sample::default();
        for said in all.chunk_by(|a, b| a.0 == b.0) {
            if progress.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            progress.done.fetch_add(said.len(), Ordering::Relaxed);
            audit.judged += 1;
            let words = words(said.iter().map(|(_, verdict)| verdict));
            for (at, &(first, term)) in words.iter().enumerate() {
                *counts.entry(first).or_default() += 1;
                for &(second, other) in &words[at + 1..] {
                    audit.count(first, term, second, other);
                }
            }
            let is_split = words.windows(2).any(|pair| pair[0].1 != pair[1].1);
            match fused(said, adviser).filter(|_| is_split) {
                Some(fused) if fused.disagreement > 0.0 => disputed.push((fused.disagreement, said)),
                _ => rest.offer(said),
            }
        }
        for pair in audit.pairs.values_mut() {
            pair.distance /= pair.common.max(1) as f32;
        }
        disputed.sort_by(|a, b| b.0.total_cmp(&a.0));
        let most = if audit.judged > LISTED { DISPUTED } else { LISTED };
        disputed.truncate(most);
        let room = LISTED - disputed.len();
        for said in disputed.into_iter().map(|(_, said)| said).chain(rest.some(room)) {
            audit.moves.extend(judged(store, said, adviser)?);
        }
        audit.moves.sort_by(|a, b| b.fused.disagreement.total_cmp(&a.fused.disagreement));
        audit.experts = counts.keys().copied().collect();
        audit.experts.sort_by_key(|id| (std::cmp::Reverse(counts[id]), *id));
        Ok(Some(audit))
    }

    /// Whether only a part of the judged moves is listed.
    pub fn is_sample(&self) -> bool {
        self.moves.len() < self.judged
    }

    fn count(&mut self, a: ExpertId, term: TermCode, b: ExpertId, other: TermCode) {
        let distance = (self.score(term) - self.score(other)).abs();
        let none = Pair { common: 0, same: 0, distance: 0.0 };
        let pair = self.pairs.entry((a.min(b), a.max(b))).or_insert(none);
        pair.common += 1;
        pair.same += usize::from(term == other);
        pair.distance += distance;
    }

    fn score(&self, term: TermCode) -> f32 {
        self.terms.get(term).map_or(0.5, |term| term.set.centroid())
    }

    /// Two experts against each other; `None` where they have judged no move in common.
    pub fn pair(&self, a: ExpertId, b: ExpertId) -> Option<Pair> {
        self.pairs.get(&(a.min(b), a.max(b))).copied()
    }

    /// An expert against the engine, where `loss` says what it thinks a judged move loses.
    pub fn against_engine(&self, expert: ExpertId, loss: impl Fn(&JudgedMove) -> Option<f32>) -> AgainstEngine {
        let mut result = AgainstEngine::default();
        for m in &self.moves {
            let word = m.said.iter().find(|(id, _)| *id == expert);
            let (Some(&(_, term)), Some(loss)) = (word, loss(m)) else { continue };
            let score = self.score(term);
            result.common += 1;
            result.agrees += usize::from((score >= 0.5) == (loss < BAD_LOSS));
            result.points.push((loss, score));
            match result.by_term.iter_mut().find(|(known, ..)| *known == term) {
                Some((_, sum, count)) => (*sum, *count) = (*sum + loss, *count + 1),
                None => result.by_term.push((term, loss, 1)),
            }
        }
        result.by_term.sort_by(|a, b| self.score(b.0).total_cmp(&self.score(a.0)));
        for (_, sum, count) in &mut result.by_term {
            *sum /= *count as f32;
        }
        result
    }

    /// The judged moves, by number, on which experts and engine are furthest apart, with that distance in
    /// 0..1.
    pub fn against_engine_most(&self, loss: impl Fn(&JudgedMove) -> Option<f32>) -> Vec<(f32, usize)> {
        let apart = |m: &JudgedMove| Some((m.fused.score - engine_score(loss(m)?)).abs());
        let mut list: Vec<(f32, usize)> = (0..).zip(&self.moves).filter_map(|(at, m)| Some((apart(m)?, at))).collect();
        list.sort_by(|a, b| b.0.total_cmp(&a.0));
        list
    }
}

/// A loss of win rate on the experts' scale: none is 1, a blunder 0.
pub fn engine_score(loss: f32) -> f32 {
    1.0 - (loss / WORST_LOSS).clamp(0.0, 1.0)
}

/// One expert against the engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgainstEngine {
    /// Moves that both have judged.
    pub common: usize,
    /// Those which both find good, or both bad.
    pub agrees: usize,
    /// The mean loss of the moves to which the expert gave a term, the best term first, and their number.
    pub by_term: Vec<(TermCode, f32, usize)>,
    /// The engine's loss and the expert's score of each move.
    pub points: Vec<(f32, f32)>,
}

/// An even sample of what is offered, in little memory: where there is too much, every second is dropped
/// and from then on only every second of what comes is taken.
#[derive(Default)]
struct Sample<'a> {
    kept: Vec<&'a [(JudgedKey, Verdict)]>,
    step: usize,
    offered: usize,
}

impl<'a> Sample<'a> {
    fn offer(&mut self, said: &'a [(JudgedKey, Verdict)]) {
        self.step = self.step.max(1);
        if self.offered.is_multiple_of(self.step) {
            self.kept.push(said);
        }
        self.offered += 1;
        if self.kept.len() > 2 * LISTED {
            let mut at = 0;
            self.kept.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.step *= 2;
        }
    }

    /// So many of them at most, evenly.
    fn some(self, most: usize) -> impl Iterator<Item = &'a [(JudgedKey, Verdict)]> {
        let step = self.kept.len().div_ceil(most.max(1)).max(1);
        self.kept.into_iter().step_by(step).take(most)
    }
}

/// What was said of a move, each expert once.
fn words<'a>(said: impl Iterator<Item = &'a Verdict>) -> Vec<(ExpertId, TermCode)> {
    let mut words: Vec<(ExpertId, TermCode)> = Vec::new();
    for verdict in said {
        if !words.iter().any(|(expert, _)| *expert == verdict.expert) {
            words.push((verdict.expert, verdict.term));
        }
    }
    words
}

fn fused(said: &[(JudgedKey, Verdict)], adviser: &Adviser) -> Option<Fused> {
    adviser.fuse(said.iter().map(|(_, verdict)| verdict.evidence()))
}

/// A judged move with its line; `None` where it is gone by now, or weighs nothing.
fn judged(store: &Store, said: &[(JudgedKey, Verdict)], adviser: &Adviser) -> Result<Option<JudgedMove>, StoreError> {
    let Some((_, first)) = said.first() else { return Ok(None) };
    let (Some(verdict), Some(fused)) = (store.annotation(first.id)?, fused(said, adviser)) else { return Ok(None) };
    let Annotation { line, rules, komi, .. } = verdict;
    let Some((before, after)) = positions(&line, rules.as_deref(), komi) else { return Ok(None) };
    let (said, keys) = (words(said.iter().map(|(_, verdict)| verdict)), (before.hash(), after.hash()));
    Ok(Some(JudgedMove { line, rules, komi, said, fused, keys }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ontology::fusion::OPERATORS;
    use crate::ontology::store::Edit;
    use crate::ontology::{Expert, Index, Record, shipped};

    fn audit() -> Audit {
        let dir = tempfile::tempdir().unwrap();
        let store = shipped::open(&dir.path().join("o.db")).unwrap();
        let adviser = Adviser::new(Index::load(&store).unwrap(), OPERATORS[0]);
        Audit::new(&store, &adviser, &Progress::default()).unwrap().unwrap()
    }

    #[test]
    fn cheng_and_luoh_agree_mostly_and_the_most_disputed_move_comes_first() {
        let audit = audit();
        let (cheng, luoh) = (Expert::id_of("Ming-Chi Cheng"), Expert::id_of("Biing-Shiun Luoh"));
        let pair = audit.pair(cheng, luoh).unwrap();
        assert_eq!(pair.common, 33);
        assert!(pair.same > 20 && pair.same < 33, "{pair:?}");
        assert_eq!(audit.pair(luoh, cheng), Some(pair));
        assert_eq!(audit.pair(cheng, ExpertId(1)), None);
        assert_eq!((audit.judged, audit.verdicts, audit.moves.len()), (33, 66, 33));
        // M5-B of pattern 1 is VB for one and G for the other, as far as the table can be read.
        assert_eq!(audit.moves[0].line.to_string(), "E5 G5 F3 C6 C4");
        assert!(audit.moves.windows(2).all(|w| w[0].fused.disagreement >= w[1].fused.disagreement));
        let (before, after) = audit.moves[0].positions().unwrap();
        assert_eq!((before.turns().len(), after.turns().len(), before.komi()), (4, 5, 7.5));
        assert_eq!(after.to_play(), crate::board::Color::White);
    }

    #[test]
    fn an_expert_is_held_against_the_engine() {
        let audit = audit();
        let cheng = Expert::id_of("Ming-Chi Cheng");
        // An engine that thinks exactly as Cheng does.
        let loss = |m: &JudgedMove| {
            let (_, term) = m.said.iter().find(|(expert, _)| *expert == cheng)?;
            Some(match *term {
                TermCode::VERY_GOOD | TermCode::GOOD => 0.0,
                TermCode::UNCERTAIN => 0.05,
                _ => 0.25,
            })
        };
        let result = audit.against_engine(cheng, loss);
        assert_eq!((result.common, result.agrees), (33, 33));
        assert_eq!(result.by_term[0].0, TermCode::VERY_GOOD);
        assert!(result.by_term.windows(2).all(|w| w[0].1 <= w[1].1), "worse terms lose more: {:?}", result.by_term);
        let most = audit.against_engine_most(|_| Some(0.0));
        assert!(
            audit.moves[most[0].1].fused.score < 0.3,
            "an engine that finds all good differs most where experts find bad"
        );
        assert_eq!(audit.against_engine(cheng, |_| None).common, 0);
    }

    #[test]
    fn more_than_is_listed_is_counted_whole_and_sampled_evenly() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(&dir.path().join("o.db")).unwrap();
        let (a, b) = (Expert::new("A", None), Expert::new("B", None));
        let mut records = vec![Record::Expert(a.clone()), Record::Expert(b.clone())];
        let points: Vec<_> = crate::board::Point::all(19).map(|p| p.to_gtp(19)).collect();
        for (n, first) in points.iter().enumerate().take(24) {
            for second in points.iter().filter(|second| *second != first) {
                let line = Line::parse(&format!("{first} {second}"), 19).unwrap();
                // One in ten of A's words is contradicted by B, another one in ten confirmed.
                records.push(Record::Annotation(Annotation::new(a.id, line.clone(), Some(TermCode::GOOD))));
                let other = [Some(TermCode::VERY_BAD), Some(TermCode::GOOD)];
                if let Some(Some(term)) = other.get((n + records.len()) % 10) {
                    records.push(Record::Annotation(Annotation::new(b.id, line, Some(*term))));
                }
            }
        }
        store.write("all", records.into_iter().map(Edit::Put).collect()).unwrap();
        let index = Index::load(&store).unwrap();
        let adviser = Adviser::new(index.clone(), OPERATORS[0]);
        let audit = Audit::new(&store, &adviser, &Progress::default()).unwrap().unwrap();
        assert!(audit.judged > LISTED && audit.is_sample(), "{}", audit.judged);
        assert!(audit.moves.len() > LISTED / 2 && audit.moves.len() <= LISTED, "{}", audit.moves.len());
        let counted = index.by_judged_move();
        let by = |id| counted.iter().filter(|(_, verdict)| verdict.expert == id).count();
        assert_eq!(audit.verdicts, by(a.id) + by(b.id));
        let pair = audit.pair(a.id, b.id).unwrap();
        assert!(pair.common > 100 && pair.same > 0 && pair.same < pair.common, "{pair:?}");
        let first_quiet = audit.moves.iter().position(|m| m.fused.disagreement == 0.0).unwrap();
        assert!(first_quiet > 50, "the disputed come first");
        let stopped = Progress::default();
        stopped.stop();
        assert!(Audit::new(&store, &adviser, &stopped).unwrap().is_none());
    }
}
