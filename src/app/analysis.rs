//! What the engine says, kept for each node; and what it is asked to do beyond thinking about the
//! node shown: to move, to play itself, to go through a whole game.

use super::document::{DocumentId, NodeKey};
use super::review::Analysed;
use crate::board::{Color, Move, Position};
use crate::engine::handle::Status;
use crate::engine::prior::Prior;
use crate::engine::{Candidate, Handle, Limits, Params, Snapshot};
use crate::record::NodeId;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// Something that thinks about positions on threads of its own. No call may wait.
pub trait Analyst {
    /// Thinks about this position from now on.
    fn think(&mut self, position: &Position, limits: Limits);
    /// Rests.
    fn stop(&mut self);
    /// The newest that it has to say.
    fn latest(&self) -> Arc<Snapshot>;
    /// What it is doing.
    fn status(&self) -> Status;
    /// Who it is, in what is kept of its verdicts.
    fn name(&self) -> String {
        OWN_NAME.to_owned()
    }
    /// Other parameters from now on.
    fn set_params(&mut self, params: Params);
    /// Other sources of knowledge from now on; one that has its own need not listen.
    fn set_priors(&mut self, _priors: Vec<Arc<dyn Prior>>) {}
}

impl Analyst for Handle {
    fn think(&mut self, position: &Position, limits: Limits) {
        Handle::think(self, position.clone(), limits);
    }

    fn stop(&mut self) {
        Handle::stop(self);
    }

    fn latest(&self) -> Arc<Snapshot> {
        Handle::latest(self)
    }

    fn status(&self) -> Status {
        Handle::status(self)
    }

    fn set_params(&mut self, params: Params) {
        Handle::set_params(self, params);
    }

    fn set_priors(&mut self, priors: Vec<Arc<dyn Prior>>) {
        Handle::set_priors(self, priors);
    }
}

/// The lead of the player to move that a candidate promises, in points.
pub fn lead(candidate: &Candidate, to_play: Color) -> f32 {
    if to_play == Color::Black { candidate.score } else { -candidate.score }
}

/// What our engine is called in what it says.
const OWN_NAME: &str = concat!("Fuzeki ", env!("CARGO_PKG_VERSION"));

/// What is kept of a node that was thought about. Win rate and score are Black's.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The chance of Black, 0..1.
    pub winrate: f32,
    /// Black's lead in points.
    pub score: f32,
    /// How sure that is.
    pub visits: u32,
    /// All that was said.
    pub snapshot: Arc<Snapshot>,
    /// The same in the form that is kept.
    pub said: Arc<Analysed>,
    /// Under which settings of the engine, counted.
    epoch: u64,
}

/// What the engine does beyond thinking about the node shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Finds a move for the side to move.
    Move,
    /// Plays the game to its end.
    SelfPlay,
    /// A whole game is judged in the background.
    Game {
        /// The file it is in.
        document: DocumentId,
        /// Positions that are done,
        done: usize,
        /// of so many.
        total: usize,
        /// How long it will still take.
        left: Option<Duration>,
    },
}

/// The engine, and what it said of every node so far.
pub struct AnalysisService {
    analyst: Option<Box<dyn Analyst>>,
    running: Option<(NodeKey, u64, Limits)>,
    verdicts: HashMap<NodeKey, Verdict>,
    /// What the engine does now, if it is more than thinking about the node shown.
    pub task: Option<Task>,
    generation: u64,
    epoch: u64,
    /// Knowledge that the engine gets with the next position.
    waiting: Option<Vec<Arc<dyn Prior>>>,
}

impl AnalysisService {
    /// With an engine, or without one.
    pub fn new(analyst: Option<Box<dyn Analyst>>) -> AnalysisService {
        AnalysisService {
            analyst,
            running: None,
            verdicts: HashMap::new(),
            task: None,
            generation: 0,
            epoch: 0,
            waiting: None,
        }
    }

    /// Another engine from now on; what the old one said is shown until there is something newer.
    pub fn replace(&mut self, analyst: Box<dyn Analyst>) {
        self.analyst = Some(analyst);
        self.begin_anew();
    }

    /// Whether there is an engine.
    pub fn is_available(&self) -> bool {
        self.analyst.is_some()
    }

    /// Whether it was given something to think about.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Why the engine broke down, if it did.
    pub fn failure(&self) -> Option<String> {
        match self.analyst.as_ref()?.status() {
            Status::Failed(words) => Some(words),
            _ => None,
        }
    }

    /// Thinks about a node; the same again changes nothing.
    pub fn think(&mut self, key: NodeKey, position: &Position, limits: Limits) {
        if let Some(known) = self.verdicts.get_mut(&key).filter(|known| known.snapshot.position == 0) {
            // It was read from a file, which says nothing of hashes.
            Arc::make_mut(&mut known.snapshot).position = position.hash();
        }
        let Some(analyst) = &mut self.analyst else { return };
        let wanted = (key, position.hash(), limits);
        if self.running != Some(wanted) {
            if let Some(priors) = self.waiting.take() {
                analyst.set_priors(priors);
            }
            self.running = Some(wanted);
            analyst.think(position, limits);
        }
    }

    /// Whether the search with the last limits has come to its end.
    pub fn is_done(&self) -> bool {
        let (Some(analyst), Some((_, hash, _))) = (&self.analyst, self.running) else { return false };
        let latest = analyst.latest();
        latest.position == hash && !latest.running && analyst.status() == Status::Idle
    }

    /// Rests.
    pub fn stop(&mut self) {
        if let Some(analyst) = &mut self.analyst
            && self.running.take().is_some()
        {
            analyst.stop();
        }
    }

    /// Other parameters: what was said with the old ones is shown until there is something newer, what
    /// is at hand begins anew.
    pub fn set_params(&mut self, params: Params) {
        if let Some(analyst) = &mut self.analyst {
            analyst.set_params(params);
            self.begin_anew();
        }
    }

    /// Other knowledge. At once, what is at hand begins anew; else it counts from the next position on,
    /// so that a search under way is not thrown away for what may have nothing to do with it.
    pub fn set_priors(&mut self, priors: Vec<Arc<dyn Prior>>, at_once: bool) {
        self.waiting = Some(priors);
        if at_once
            && let Some(analyst) = &mut self.analyst
            && let Some(priors) = self.waiting.take()
        {
            analyst.set_priors(priors);
            self.begin_anew();
        }
    }

    fn begin_anew(&mut self) {
        self.epoch += 1;
        self.running = None;
    }

    /// Takes over what the engine said since the last call. Whether there was anything new.
    pub fn poll(&mut self) -> bool {
        let (Some(analyst), Some((key, hash, _))) = (&self.analyst, self.running) else { return false };
        let snapshot = analyst.latest();
        if snapshot.position != hash || snapshot.visits == 0 || snapshot.candidates.is_empty() {
            return false;
        }
        let known = self.verdicts.get(&key);
        // An old verdict with more behind it is better than a new one that has only begun,
        // unless it was said under other settings.
        let is_better = |known: &Verdict| {
            known.visits >= snapshot.visits && known.snapshot.position == hash && known.epoch == self.epoch
        };
        if known.is_some_and(is_better) {
            return false;
        }
        let verdict = Verdict {
            winrate: snapshot.black_win_rate(),
            score: snapshot.score,
            visits: snapshot.visits,
            said: Arc::new(Analysed::of(&snapshot, &analyst.name())),
            snapshot,
            epoch: self.epoch,
        };
        self.verdicts.insert(key, verdict);
        self.generation += 1;
        true
    }

    /// Takes over what was said elsewhere: in a whole-game analysis, or in the file (where the hash of
    /// the position is not known: 0). What has more behind it stays.
    pub fn adopt(&mut self, key: NodeKey, said: Analysed, position: u64) {
        if self.verdicts.get(&key).is_some_and(|known| known.visits > said.visits && known.epoch == self.epoch) {
            return;
        }
        let verdict = Verdict {
            winrate: said.win_rate,
            score: said.score.unwrap_or(0.0),
            visits: said.visits,
            snapshot: Arc::new(said.to_snapshot(position)),
            said: Arc::new(said),
            epoch: self.epoch,
        };
        self.verdicts.insert(key, verdict);
        self.generation += 1;
    }

    /// What was said of a node.
    pub fn verdict(&self, key: NodeKey) -> Option<&Verdict> {
        self.verdicts.get(&key)
    }

    /// The nodes of a game that were thought about.
    pub fn nodes_of(&self, document: DocumentId, game: usize) -> impl Iterator<Item = NodeId> {
        self.verdicts.keys().filter(move |(id, index, _)| (*id, *index) == (document, game)).map(|&(.., node)| node)
    }

    /// The engine's move at a node.
    pub fn best(&self, key: NodeKey) -> Option<Move> {
        self.verdict(key)?.snapshot.best().map(|best| best.mv)
    }

    /// Changes with every verdict.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Forgets a closed file.
    pub fn forget(&mut self, document: DocumentId) {
        self.verdicts.retain(|&(id, ..), _| id != document);
        if matches!(self.task, Some(Task::Game { document: of, .. }) if of == document) {
            self.task = None;
        }
        self.generation += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Document;
    use crate::board::{Point, Rules};
    use crate::record::{Collection, Game};
    use std::sync::Mutex;

    /// Says what the test tells it to.
    #[derive(Clone)]
    struct Scripted(Arc<Mutex<(u32, Arc<Snapshot>)>>);

    impl Analyst for Scripted {
        fn think(&mut self, _: &Position, _: Limits) {
            self.0.lock().unwrap().0 += 1;
        }
        fn stop(&mut self) {}
        fn latest(&self) -> Arc<Snapshot> {
            self.0.lock().unwrap().1.clone()
        }
        fn status(&self) -> Status {
            Status::Idle
        }
        fn set_params(&mut self, _: Params) {}
    }

    fn snapshot(position: &Position, visits: u32, win_rate: f32) -> Arc<Snapshot> {
        let candidate = Candidate {
            mv: Move::Play(Point::new(2, 2)),
            visits,
            win_rate,
            score: -3.0,
            score_spread: 1.0,
            rave: (0.5, 1),
            prior: (0.5, 1.0),
            expert: (0.0, 0.0),
            policy: 1.0,
            line: vec![],
            line_visits: vec![],
        };
        let empty = Snapshot::empty(9, Color::White);
        Arc::new(Snapshot {
            position: position.hash(),
            candidates: vec![candidate],
            visits,
            win_rate,
            score: -3.0,
            ..empty
        })
    }

    #[test]
    fn verdicts_are_blacks_and_never_get_weaker() {
        let position = Position::new(9, Rules::CHINESE);
        let script = Scripted(Arc::new(Mutex::new((0, Arc::new(Snapshot::empty(9, Color::White))))));
        let mut service = AnalysisService::new(Some(Box::new(script.clone())));
        let document = Document::new(Collection::of(Game::new(9)), None);
        let key = (document.id(), 0, document.current());
        service.think(key, &position, Limits::analysis());
        service.think(key, &position, Limits::analysis());
        assert_eq!(script.0.lock().unwrap().0, 1, "the same position is not begun again");
        assert!(!service.poll() && !service.is_done());
        script.0.lock().unwrap().1 = snapshot(&position, 1000, 0.7);
        assert!(service.poll() && !service.poll() && service.is_done());
        let verdict = service.verdict(key).unwrap();
        assert!((verdict.winrate - 0.3).abs() < 1e-6);
        assert_eq!(verdict.score, -3.0);
        assert_eq!(lead(&verdict.snapshot.candidates[0], Color::White), 3.0);
        script.0.lock().unwrap().1 = snapshot(&position, 10, 0.1);
        assert!(!service.poll(), "ten simulations do not overrule a thousand");
        let elsewhere = Position::new(13, Rules::CHINESE);
        script.0.lock().unwrap().1 = snapshot(&elsewhere, 5000, 0.1);
        assert!(!service.poll(), "nor does what was said of another position");
        script.0.lock().unwrap().1 = snapshot(&position, 10, 0.1);
        service.set_params(Params::default());
        service.think(key, &position, Limits::analysis());
        assert!(service.poll(), "but under other settings they are the newest that is known");
        let begun = script.0.lock().unwrap().0;
        service.set_priors(Vec::new(), false);
        service.think(key, &position, Limits::analysis());
        assert_eq!(script.0.lock().unwrap().0, begun, "knowledge that can wait does not disturb the search");
        service.set_priors(Vec::new(), true);
        service.think(key, &position, Limits::analysis());
        assert_eq!(script.0.lock().unwrap().0, begun + 1);
        service.stop();
        assert!(!service.is_running());
        service.forget(document.id());
        assert!(service.verdict(key).is_none());
    }
}
