//! The promise on which expert bias rests, measured: how many simulations the engine needs for the right
//! move of a solved position when experts tell the truth, say nothing, or lie.

use super::solved::Solved;
use super::wiring::Sources;
use crate::board::{Move, Position};
use crate::engine::{Engine, Limits, Params, Snapshot};
use crate::ontology::bias::Adviser;
use crate::ontology::fusion::OPERATORS;
use crate::ontology::store::{Change, Changed};
use crate::ontology::{Annotation, Expert, Index, Line, Rank, Record, TermCode, Validation};
use std::sync::atomic::AtomicBool;

/// What the experts say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The right move is very good, a losing one very bad.
    Truth,
    /// Nothing.
    Silence,
    /// The right move is very bad, a losing one very good.
    Lies,
}

impl Word {
    /// All three.
    pub const ALL: [Word; 3] = [Word::Truth, Word::Silence, Word::Lies];
}

/// Simulations between two looks at the answer.
const STEP: u64 = 25;
/// Simulations of the searches that look for wrong moves and prove that they lose.
const PROOF: u64 = 1500;
/// A move loses when the other side wins so often after it.
const LOST: f32 = 0.7;

/// Moves that lose the game, those first which an engine without experts looks at most; no more than
/// `most`. A lie about a move that wins as well would be none.
pub fn losing_moves(case: &Solved, params: &Params, most: usize) -> Vec<Move> {
    let own = |position: &Position| {
        let mut engine = Engine::new(params.clone(), Sources::own().priors);
        engine.search(position, &Limits::simulations(PROOF), &AtomicBool::new(false), |_| {})
    };
    let loses = |mv: &Move| {
        let mut after = case.position.clone();
        after.play(*mv).is_ok() && own(&after).best().is_some_and(|reply| reply.win_rate > LOST)
    };
    let wrong = |mv: &Move| *mv != Move::Pass && !case.best.contains(mv) && case.position.is_legal(*mv);
    own(&case.position).candidates.iter().map(|c| c.mv).filter(wrong).filter(loses).take(most).collect()
}

/// Two professionals of the highest rank, agreed and confirmed: the strongest word there can be, whatever
/// the operator.
pub fn experts_say(case: &Solved, good: Move, bad: Move) -> Adviser {
    let position = &case.position;
    let size = position.size();
    let stones = crate::board::Point::all(size).filter_map(|p| Some((position.board().stone(p)?, p)));
    let stones: Vec<_> = stones.collect();
    let mut changes = Vec::new();
    let mut put = |record| changes.push(Change { before: None, after: Some(record) });
    for name in ["A professional", "Another professional"] {
        let expert = Expert::new(name, Some(Rank::Pro(9)));
        put(Record::Expert(expert.clone()));
        for (mv, term) in [(good, TermCode::VERY_GOOD), (bad, TermCode::VERY_BAD)] {
            let Ok(line) = Line::new(size, stones.iter().copied(), [(position.to_play(), mv)]) else { continue };
            put(Record::Annotation(Annotation {
                rules: Some(position.rules().name().to_owned()),
                komi: Some(position.komi()),
                state: Validation::Validated,
                ..Annotation::new(expert.id, line, Some(term))
            }));
        }
    }
    let mut index = Index::default();
    index.apply(&Changed { changes, ..Changed::default() });
    Adviser::new(index, OPERATORS[0])
}

/// From how many simulations on the answer is right and stays so until `most`; `None` where it is wrong
/// at the end.
pub fn needed(case: &Solved, word: Word, losing: Move, params: &Params, most: u64) -> Option<u64> {
    let right = *case.best.first()?;
    let sources = match word {
        Word::Truth => Sources::with_experts(experts_say(case, right, losing)),
        Word::Silence => Sources::own(),
        Word::Lies => Sources::with_experts(experts_say(case, losing, right)),
    };
    let mut engine = Engine::new(params.clone(), sources.priors);
    let mut since = None;
    let mut done = 0;
    while done < most {
        // The tree goes on from look to look.
        let seen = search(&mut engine, case, STEP);
        done += STEP;
        let is_right = seen.best().is_some_and(|best| case.best.contains(&best.mv));
        since = if is_right { since.or(Some(done)) } else { None };
    }
    since
}

fn search(engine: &mut Engine, case: &Solved, simulations: u64) -> Snapshot {
    engine.search(&case.position, &Limits::simulations(simulations), &AtomicBool::new(false), |_| {})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::solved;
    use crate::ontology::Context;

    #[test]
    fn the_made_up_experts_are_heard_in_this_very_position() {
        let case = solved::parse(solved::FILES[0].1).unwrap().remove(0);
        let (good, bad) = (case.best[0], Move::from_gtp("B7", 7).unwrap());
        let adviser = experts_say(&case, good, bad);
        let mut said = Vec::new();
        let context = Context::of(case.position.rules(), case.position.komi());
        adviser.index().each_exact(case.position.board(), case.position.to_play(), &context, |mv, verdict| {
            said.push((mv, verdict.term));
            assert!(verdict.weight > 0.9, "{}", verdict.weight);
        });
        assert_eq!(said.iter().filter(|(mv, term)| *mv == good && *term == TermCode::VERY_GOOD).count(), 2);
        assert_eq!(said.iter().filter(|(mv, term)| *mv == bad && *term == TermCode::VERY_BAD).count(), 2);
    }
}
