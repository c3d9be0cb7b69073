//! The engine as an expert: its long searches of openings become verdicts, which short searches then have the use of.

use super::wiring;
use crate::board::{Canonical, Move, Position};
use crate::engine::snapshot::{Candidate, Snapshot};
use crate::engine::{Engine, Limits, Params};
use crate::ontology::{Annotation, Expert, Knowledge, Line, TermCode, Validation};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::AtomicBool;

/// Which positions are searched, and how long.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the openings begin.
    pub start: Position,
    /// Moves beyond it, at most.
    pub depth: usize,
    /// Positions to search, the likeliest first.
    pub positions: usize,
    /// Simulations for each.
    pub simulations: u64,
    /// The expert in whose name the engine speaks.
    pub expert: Expert,
}

/// Positions searched at the same time. Fixed, so that the same plan gives the same verdicts on any machine.
const TOGETHER: usize = 4;
/// A move is judged from this share of the simulations on; less says more about the search than about the move.
const HEARD: f64 = 0.01;
/// A move is followed from this share of the simulations on.
const FOLLOWED: f32 = 0.05;

/// A position to be searched.
struct Place {
    position: Position,
    /// How likely the game comes here, if both play as the searches do.
    likely: f32,
}

/// Searches the openings, and tells after each how many are done. Ends early when `stop` is set.
pub fn grade(plan: &Plan, params: &Params, stop: &AtomicBool, done: impl Fn(usize) + Sync) -> Knowledge {
    let mut knowledge = Knowledge { experts: vec![plan.expert.clone()], ..Knowledge::default() };
    let mut seen = HashSet::from([key(&plan.start)]);
    let mut open = vec![Place { position: plan.start.clone(), likely: 1.0 }];
    let mut searched = 0;
    while searched < plan.positions && !open.is_empty() && !stop.load(std::sync::atomic::Ordering::Relaxed) {
        open.sort_by(|a, b| b.likely.total_cmp(&a.likely));
        let later = open.split_off(open.len().min(TOGETHER).min(plan.positions - searched));
        let now = std::mem::replace(&mut open, later);
        let found: Vec<Snapshot> = now.par_iter().map(|place| search(plan, params, place, stop)).collect();
        searched += now.len();
        done(now.len());
        for (place, snapshot) in now.iter().zip(&found) {
            let choices = choices(place, snapshot);
            knowledge.annotations.extend(verdicts(plan, place, &choices));
            if place.position.turns().len() < plan.start.turns().len() + plan.depth {
                open.extend(next(place, &choices).into_iter().filter(|place| seen.insert(key(&place.position))));
            }
        }
    }
    knowledge.sort();
    knowledge
}

fn key(position: &Position) -> u64 {
    Canonical::new(position.board(), position.to_play()).hash
}

fn search(plan: &Plan, params: &Params, place: &Place, stop: &AtomicBool) -> Snapshot {
    // One thread each: the searches themselves run side by side.
    let params = Params { threads: 1, ..params.clone() };
    let mut engine = Engine::new(params, wiring::priors());
    engine.search(&place.position, &Limits::simulations(plan.simulations), stop, |_| {})
}

/// A move and its mirror images in a symmetric position, which are one move to an expert.
struct Choice<'a> {
    /// The image that was searched most.
    candidate: &'a Candidate,
    visits: u32,
    win_rate: f32,
}

/// What the search looked at, the most visited first.
fn choices<'a>(place: &Place, snapshot: &'a Snapshot) -> Vec<Choice<'a>> {
    let canonical = Canonical::new(place.position.board(), place.position.to_play());
    let mut found: BTreeMap<Move, Choice<'a>> = BTreeMap::new();
    for candidate in snapshot.candidates.iter().filter(|c| c.mv != Move::Pass && c.visits > 0) {
        let one =
            found.entry(canonical.to_canonical(candidate.mv)).or_insert(Choice { candidate, visits: 0, win_rate: 0.0 });
        let wins = one.win_rate * one.visits as f32 + candidate.win_rate * candidate.visits as f32;
        one.visits += candidate.visits;
        one.win_rate = wins / one.visits as f32;
    }
    let mut found: Vec<Choice<'a>> = found.into_values().collect();
    found.sort_by_key(|choice| std::cmp::Reverse(choice.visits));
    found
}

/// The positions after the moves that the search liked.
fn next(place: &Place, choices: &[Choice<'_>]) -> Vec<Place> {
    let all: u32 = choices.iter().map(|choice| choice.visits).sum();
    let follow = |choice: &Choice<'_>| {
        let share = choice.visits as f32 / all as f32;
        let mut position = place.position.clone();
        position.play(choice.candidate.mv).ok()?;
        (share >= FOLLOWED).then_some(Place { position, likely: place.likely * share })
    };
    choices.iter().filter_map(follow).collect()
}

/// The moves of the game up to here and one more.
fn extend(position: &Position, mv: Move) -> Option<Line> {
    let before = position.turns().iter().map(|turn| (turn.color, turn.mv));
    Line::new(position.size(), [], before.chain([(position.to_play(), mv)])).ok()
}

fn verdicts(plan: &Plan, place: &Place, choices: &[Choice<'_>]) -> Vec<Annotation> {
    let all: u32 = choices.iter().map(|choice| choice.visits).sum();
    let best = choices.first().map_or(0.0, |best| best.win_rate);
    let judge = |(rank, choice): (usize, &Choice<'_>)| {
        let term = if rank == 0 { TermCode::VERY_GOOD } else { term_of(best - choice.win_rate) };
        let mut said = Annotation::new(plan.expert.id, extend(&place.position, choice.candidate.mv)?, Some(term));
        said.comment = in_words(choice, all, place.position.size());
        said.rules = Some(plan.start.rules().name().to_owned());
        said.komi = Some(plan.start.komi());
        said.state = Validation::Validated;
        said.id = said.content_id();
        Some(said)
    };
    let enough = |choice: &Choice<'_>| f64::from(choice.visits) >= (f64::from(all) * HEARD).max(2.0);
    choices.iter().take_while(|choice| enough(choice)).enumerate().filter_map(judge).collect()
}

/// What a loss in the chance to win is called.
fn term_of(loss: f32) -> TermCode {
    match loss {
        ..0.02 => TermCode::GOOD,
        ..0.05 => TermCode::UNCERTAIN,
        ..0.10 => TermCode::BAD,
        _ => TermCode::VERY_BAD,
    }
}

fn in_words(choice: &Choice<'_>, all: u32, size: u8) -> String {
    let line: Vec<String> = choice.candidate.line.iter().take(6).map(|mv| mv.to_gtp(size)).collect();
    let percent = 100.0 * choice.win_rate;
    format!("{percent:.1} % in {} of {all} simulations: {}", choice.visits, line.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Rules};
    use crate::ontology::Rank;

    fn plan() -> Plan {
        Plan {
            start: Position::new(5, Rules::CHINESE).with_komi(0.5),
            depth: 2,
            positions: 3,
            simulations: 400,
            expert: Expert::new("Long searches", Some(Rank::Dan(5))),
        }
    }

    #[test]
    fn the_middle_of_a_small_board_is_very_good_and_verdicts_repeat_themselves() {
        let params = Params { memory: 16, ..Params::default() };
        let said = |plan: &Plan| grade(plan, &params, &AtomicBool::new(false), |_| {});
        let first = said(&plan());
        first.check().unwrap();
        let middle = first.annotations.iter().find(|a| a.line.to_string() == "C3").unwrap();
        assert_eq!(middle.term, Some(TermCode::VERY_GOOD), "{}", middle.comment);
        assert_eq!((middle.komi, middle.state), (Some(0.5), Validation::Validated));
        let mut firsts: Vec<_> = first.annotations.iter().filter(|a| a.line.moves().len() == 1).collect();
        let count = firsts.len();
        firsts.sort_by_key(|a| Canonical::new(&a.line.end().unwrap().board, Color::White).hash);
        firsts.dedup_by_key(|a| Canonical::new(&a.line.end().unwrap().board, Color::White).hash);
        assert_eq!(firsts.len(), count, "mirror images are one move");
        assert!(first.annotations.iter().any(|a| a.line.moves().len() == 2), "White's answers are judged too");
        assert_eq!(said(&plan()).annotations, first.annotations);
    }

    #[test]
    fn a_plan_that_is_stopped_says_nothing_more() {
        let told = grade(&plan(), &Params::default(), &AtomicBool::new(true), |_| {});
        assert!(told.annotations.is_empty());
    }

    #[test]
    fn losses_have_names() {
        assert_eq!(term_of(0.0), TermCode::GOOD);
        assert_eq!(term_of(0.07), TermCode::BAD);
        assert_eq!(term_of(0.3), TermCode::VERY_BAD);
    }
}
