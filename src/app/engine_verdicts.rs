//! The engine as an expert: its long searches of openings become verdicts, which short searches then have the use of.

use super::wiring;
use crate::board::{Canonical, Color, Move, Position};
use crate::engine::snapshot::{Candidate, Snapshot};
use crate::engine::{Engine, Limits, Params};
use crate::ontology::{Annotation, Expert, Knowledge, Line, TermCode, Validation};
use rayon::prelude::*;
use std::collections::HashSet;
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
    line: Option<Line>,
    /// How likely the game comes here, if both play as the searches do.
    likely: f32,
}

/// Searches the openings, and tells after each how many are done. Ends early when `stop` is set.
pub fn grade(plan: &Plan, params: &Params, stop: &AtomicBool, done: impl Fn(usize) + Sync) -> Knowledge {
    let mut knowledge = Knowledge { experts: vec![plan.expert.clone()], ..Knowledge::default() };
    let mut seen = HashSet::from([key(&plan.start)]);
    let mut open = vec![Place { position: plan.start.clone(), line: None, likely: 1.0 }];
    let mut searched = 0;
    while searched < plan.positions && !open.is_empty() && !stop.load(std::sync::atomic::Ordering::Relaxed) {
        open.sort_by(|a, b| b.likely.total_cmp(&a.likely));
        let later = open.split_off(open.len().min(TOGETHER).min(plan.positions - searched));
        let now = std::mem::replace(&mut open, later);
        let found: Vec<Snapshot> = now.par_iter().map(|place| search(plan, params, place, stop)).collect();
        searched += now.len();
        done(now.len());
        for (place, snapshot) in now.iter().zip(&found) {
            knowledge.annotations.extend(verdicts(plan, place, snapshot));
            if place.position.turns().len() < plan.start.turns().len() + plan.depth {
                open.extend(next(place, snapshot).filter(|place| seen.insert(key(&place.position))));
            }
        }
    }
    knowledge.sort();
    knowledge
}

fn key(position: &Position) -> (u64, Color) {
    (Canonical::new(position.board(), position.to_play()).hash, position.to_play())
}

fn search(plan: &Plan, params: &Params, place: &Place, stop: &AtomicBool) -> Snapshot {
    // One thread each: the searches themselves run side by side.
    let params = Params { threads: 1, ..params.clone() };
    let mut engine = Engine::new(params, wiring::priors());
    engine.search(&place.position, &Limits::simulations(plan.simulations), stop, |_| {})
}

/// The positions after the moves that the search liked.
fn next<'a>(place: &'a Place, snapshot: &'a Snapshot) -> impl Iterator<Item = Place> + 'a {
    let all = snapshot.visits.max(1) as f32;
    snapshot.candidates.iter().filter_map(move |candidate| {
        let share = candidate.visits as f32 / all;
        if share < FOLLOWED || candidate.mv == Move::Pass {
            return None;
        }
        let mut position = place.position.clone();
        position.play(candidate.mv).ok()?;
        let line = extend(place, candidate.mv)?;
        Some(Place { position, line: Some(line), likely: place.likely * share })
    })
}

fn extend(place: &Place, mv: Move) -> Option<Line> {
    let color = place.position.to_play();
    match &place.line {
        Some(line) => line.with(color, mv).ok(),
        None => {
            let (size, turns) = (place.position.size(), place.position.turns());
            let before = turns.iter().map(|turn| (turn.color, turn.mv));
            Line::new(size, [], before.chain([(color, mv)])).ok()
        }
    }
}

fn verdicts<'a>(plan: &'a Plan, place: &'a Place, snapshot: &'a Snapshot) -> impl Iterator<Item = Annotation> + 'a {
    let best = snapshot.candidates.first().map_or(0.0, |best| best.win_rate);
    let enough = (f64::from(snapshot.visits) * HEARD).max(2.0) as u32;
    let heard = snapshot.candidates.iter().filter(move |c| c.visits >= enough && c.mv != Move::Pass);
    heard.enumerate().filter_map(move |(rank, candidate)| {
        let term = if rank == 0 { TermCode::VERY_GOOD } else { term_of(best - candidate.win_rate) };
        let mut said = Annotation::new(plan.expert.id, extend(place, candidate.mv)?, Some(term));
        said.comment = in_words(candidate, snapshot);
        said.rules = Some(plan.start.rules().name().to_owned());
        said.komi = Some(plan.start.komi());
        said.state = Validation::Validated;
        said.id = said.content_id();
        Some(said)
    })
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

fn in_words(candidate: &Candidate, snapshot: &Snapshot) -> String {
    let line: Vec<String> = candidate.line.iter().take(6).map(|mv| mv.to_gtp(snapshot.size)).collect();
    let percent = 100.0 * candidate.win_rate;
    format!("{percent:.1} % in {} of {} simulations: {}", candidate.visits, snapshot.visits, line.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
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
