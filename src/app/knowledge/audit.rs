//! Experts held against each other and against the engine: who agrees with whom, what a grade means in
//! win rate, and where the opinions are furthest apart.

use crate::board::{Position, Rules};
use crate::ontology::fusion::{Evidence, Fused, OPERATORS, fuse};
use crate::ontology::position::PositionKey;
use crate::ontology::{Annotation, ExpertId, Index, Line, Store, StoreError, TermCode, Validation, Vocabulary};
use std::collections::BTreeMap;

/// More verdicts than this are not audited at once.
const MOST: i64 = 20_000;

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
        let rules = self.rules.as_deref().and_then(|name| Rules::parse(name).ok()).unwrap_or(Rules::CHINESE);
        let stones = self.line.setup().iter().map(|&(color, point)| (point, color));
        let first = self.line.moves().first()?.0;
        let mut before = Position::from_setup(self.line.size(), rules, stones, first);
        if let Some(komi) = self.komi {
            before.set_komi(komi);
        }
        let (&(color, mv), earlier) = self.line.moves().split_last()?;
        for &(color, mv) in earlier {
            before.play_anyway(color, mv);
        }
        before.set_to_play(color);
        let mut after = before.clone();
        after.play_anyway(color, mv);
        Some((before, after))
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
    /// Judged moves, the most disputed first.
    pub moves: Vec<JudgedMove>,
    /// The vocabulary it was made with.
    pub terms: Vocabulary,
    /// There are more verdicts than were looked at.
    pub is_cut: bool,
}

impl Audit {
    /// Gathers what was said, move by move. What was rejected does not count.
    pub fn new(store: &Store, index: &Index) -> Result<Audit, StoreError> {
        if store.stats()?.annotations > MOST {
            return Ok(Audit { is_cut: true, terms: index.terms().clone(), ..Audit::default() });
        }
        let mut by_move: BTreeMap<(u8, Vec<u8>, u16, u8), Vec<Annotation>> = BTreeMap::new();
        for verdict in store.knowledge()?.annotations {
            if verdict.term.is_none() || verdict.state == Validation::Rejected {
                continue;
            }
            let Ok((situation, mv)) = verdict.line.graded() else { continue };
            let (key, ways) = PositionKey::of(&situation);
            let place = (key.size, key.stones.clone(), key.stored_move(mv, &ways), key.to_move.index() as u8);
            by_move.entry(place).or_default().push(verdict);
        }
        let mut moves: Vec<JudgedMove> = by_move.into_values().filter_map(|said| judged(&said, index)).collect();
        moves.sort_by(|a, b| b.fused.disagreement.total_cmp(&a.fused.disagreement));
        let mut counts: BTreeMap<ExpertId, usize> = BTreeMap::new();
        for (expert, _) in moves.iter().flat_map(|m| &m.said) {
            *counts.entry(*expert).or_default() += 1;
        }
        let mut experts: Vec<ExpertId> = counts.keys().copied().collect();
        experts.sort_by_key(|id| (std::cmp::Reverse(counts[id]), *id));
        Ok(Audit { experts, moves, terms: index.terms().clone(), is_cut: false })
    }

    fn score(&self, term: TermCode) -> f32 {
        self.terms.get(term).map_or(0.5, |term| term.set.centroid())
    }

    /// Two experts against each other; `None` where they have judged no move in common.
    pub fn pair(&self, a: ExpertId, b: ExpertId) -> Option<Pair> {
        let mut pair = Pair { common: 0, same: 0, distance: 0.0 };
        for m in &self.moves {
            let word = |id| m.said.iter().find(|(expert, _)| *expert == id).map(|(_, term)| *term);
            let (Some(first), Some(second)) = (word(a), word(b)) else { continue };
            pair.common += 1;
            pair.same += usize::from(first == second);
            pair.distance += (self.score(first) - self.score(second)).abs();
        }
        pair.distance /= pair.common.max(1) as f32;
        (pair.common > 0).then_some(pair)
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

    /// The judged moves on which experts and engine are furthest apart, with that distance in 0..1.
    pub fn against_engine_most(&self, loss: impl Fn(&JudgedMove) -> Option<f32>) -> Vec<(f32, &JudgedMove)> {
        let apart = |m: &JudgedMove| Some((m.fused.score - engine_score(loss(m)?)).abs());
        let mut list: Vec<(f32, &JudgedMove)> = self.moves.iter().filter_map(|m| Some((apart(m)?, m))).collect();
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

/// What was said of one move, each expert once.
fn judged(said: &[Annotation], index: &Index) -> Option<JudgedMove> {
    let first = said.first()?;
    let mut words: Vec<(ExpertId, TermCode)> = Vec::new();
    let mut evidence = Vec::new();
    for verdict in said {
        let term = verdict.term?;
        let weight = index.expert(verdict.expert).map_or(0.0, |expert| expert.weight()) * verdict.state.weight();
        evidence.push(Evidence { expert: verdict.expert, term, weight });
        if !words.iter().any(|(expert, _)| *expert == verdict.expert) {
            words.push((verdict.expert, term));
        }
    }
    let fused = fuse(OPERATORS[0], &evidence, index.terms())?;
    let (line, rules, komi) = (first.line.clone(), first.rules.clone(), first.komi);
    let mut judged = JudgedMove { line, rules, komi, said: words, fused, keys: (0, 0) };
    let (before, after) = judged.positions()?;
    judged.keys = (before.hash(), after.hash());
    Some(judged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ontology::{Expert, shipped};

    fn audit() -> Audit {
        let dir = tempfile::tempdir().unwrap();
        let store = shipped::open(&dir.path().join("o.db")).unwrap();
        Audit::new(&store, &Index::load(&store).unwrap()).unwrap()
    }

    #[test]
    fn cheng_and_luoh_agree_mostly_and_the_most_disputed_move_comes_first() {
        let audit = audit();
        let (cheng, luoh) = (Expert::id_of("Ming-Chi Cheng"), Expert::id_of("Biing-Shiun Luoh"));
        let pair = audit.pair(cheng, luoh).unwrap();
        assert_eq!(pair.common, 33);
        assert!(pair.same > 20 && pair.same < 33, "{pair:?}");
        assert_eq!(audit.pair(cheng, cheng).unwrap().distance, 0.0);
        assert_eq!(audit.pair(cheng, ExpertId(1)), None);
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
        assert!(most[0].1.fused.score < 0.3, "an engine that finds all good differs most where experts find bad");
        assert_eq!(audit.against_engine(cheng, |_| None).common, 0);
    }
}
