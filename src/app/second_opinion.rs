//! A second engine that hears no experts: what the engine alone thinks, beside what it thinks with
//! their bias, and for holding their verdicts against it.

use super::analysis::Analyst;
use crate::board::Position;
use crate::engine::handle::Status;
use crate::engine::{Limits, Params, Snapshot};
use std::collections::HashMap;
use std::sync::Arc;

/// The settings of an engine that hears no experts: as modest as it may be, for it works beside another.
pub fn params_without_experts(params: &Params) -> Params {
    Params { experts: false, threads: 1, memory: params.memory.min(128), ..params.clone() }
}

/// An engine without experts, started when it is first needed.
#[derive(Default)]
pub struct SecondOpinion {
    analyst: Option<Box<dyn Analyst>>,
    seen: HashMap<u64, Arc<Snapshot>>,
    /// The position thought about.
    current: Option<(u64, Limits)>,
    /// Positions to look at, the next one last.
    queue: Vec<Position>,
    limits: Option<Limits>,
    asked: usize,
    revision: u64,
}

impl SecondOpinion {
    /// Whether it was started.
    pub fn is_started(&self) -> bool {
        self.analyst.is_some()
    }

    /// Gives it an engine.
    pub fn start(&mut self, analyst: Box<dyn Analyst>) {
        self.analyst = Some(analyst);
    }

    /// Other settings: what was seen with the old ones counts no more.
    pub fn set_params(&mut self, params: &Params) {
        if let Some(analyst) = &mut self.analyst {
            analyst.set_params(params_without_experts(params));
        }
        self.seen.clear();
        self.revision += 1;
        self.current = None;
    }

    /// Thinks about a position, as long as nothing waits to be looked through.
    pub fn think(&mut self, position: &Position, limits: Limits) {
        if self.queue.is_empty() {
            self.give(position, limits);
        }
    }

    /// Looks through positions, one after the other; those seen already are left out.
    pub fn look_through(&mut self, positions: Vec<Position>, limits: Limits) {
        let enough = limits.simulations.unwrap_or(1) as u32;
        self.queue = positions;
        self.queue.retain(|p| self.seen.get(&p.hash()).is_none_or(|seen| seen.visits < enough));
        self.queue.reverse();
        self.asked = self.queue.len();
        self.limits = Some(limits);
    }

    /// Rests, and forgets what was still to be looked through.
    pub fn stop(&mut self) {
        self.queue.clear();
        if let Some(analyst) = &mut self.analyst
            && self.current.take().is_some()
        {
            analyst.stop();
        }
    }

    /// How many positions of how many were looked through, while it is at it.
    pub fn progress(&self) -> Option<(usize, usize)> {
        (!self.queue.is_empty()).then(|| (self.asked - self.queue.len(), self.asked))
    }

    /// Changes with what was seen.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What it thinks of a position.
    pub fn seen(&self, position: u64) -> Option<&Arc<Snapshot>> {
        self.seen.get(&position)
    }

    /// Takes what it found, and goes on to the next position that waits.
    pub fn poll(&mut self) {
        let Some(analyst) = &self.analyst else { return };
        if let Some((hash, _)) = self.current {
            let latest = analyst.latest();
            let is_new = latest.position == hash && latest.visits > 0;
            if is_new && self.seen.get(&hash).is_none_or(|seen| seen.visits < latest.visits) {
                self.seen.insert(hash, latest.clone());
                self.revision += 1;
            }
            let is_done = latest.position == hash && !latest.running && analyst.status() == Status::Idle;
            let is_waited_for = self.queue.last().is_some_and(|next| next.hash() == hash);
            if is_waited_for && (is_done || matches!(analyst.status(), Status::Failed(_))) {
                self.queue.pop();
                self.current = None;
            }
        }
        if let (Some(next), Some(limits)) = (self.queue.last().cloned(), self.limits) {
            self.give(&next, limits);
        }
    }

    fn give(&mut self, position: &Position, limits: Limits) {
        let Some(analyst) = &mut self.analyst else { return };
        let wanted = (position.hash(), limits);
        if self.current != Some(wanted) {
            self.current = Some(wanted);
            analyst.think(position, limits);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::wiring;
    use crate::board::{Move, Rules};
    use std::time::{Duration, Instant};

    #[test]
    fn it_looks_through_positions_and_hears_no_experts() {
        let params = params_without_experts(&Params { memory: 16, expert_strength: 5.0, ..Params::default() });
        assert_eq!(params.expert_weight(), 0.0);
        let mut second = SecondOpinion::default();
        second.start(Box::new(wiring::start_engine(params, None)));
        let first = Position::new(5, Rules::CHINESE);
        let mut other = first.clone();
        other.play(Move::from_gtp("C3", 5).unwrap()).unwrap();
        second.look_through(vec![first.clone(), other.clone()], Limits::simulations(60));
        let begun = Instant::now();
        while second.progress().is_some() {
            second.poll();
            assert!(begun.elapsed() < Duration::from_secs(20), "waited in vain: {:?}", second.progress());
            std::thread::sleep(Duration::from_millis(2));
        }
        for position in [&first, &other] {
            assert!(second.seen(position.hash()).unwrap().visits >= 60);
        }
        second.look_through(vec![first], Limits::simulations(60));
        assert_eq!(second.progress(), None, "what was seen is not looked at again");
    }
}
