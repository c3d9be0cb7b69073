//! A search: threads on one tree, limits, reuse of the tree, and the answer.

use super::limits::Limits;
use super::params::{Parallelism, Params};
use super::playout::Settings;
use super::prior::{Prior, is_late, key_positions};
use super::report;
use super::reward::Judge;
use super::root_parallel;
use super::select::Formula;
use super::snapshot::Snapshot;
use super::tally::Tallies;
use super::tree::{Arena, NodeId, Tally};
use super::worker::{Shared, Worker, stones_ahead};
use crate::board::{Move, Position, zobrist};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How often a running search looks at the clock and shows itself.
const TICK: Duration = Duration::from_millis(2);
/// How often it shows itself.
const SHOW: Duration = Duration::from_millis(40);

/// The engine: a tree that follows the game, and the threads that grow it.
pub struct Engine {
    params: Params,
    priors: Vec<Arc<dyn Prior>>,
    arena: Arena,
    /// The other half of the memory, into which a tree is copied when it is pruned.
    spare: Arena,
    tree: Option<Tree>,
    tallies: Tallies,
    /// Searches so far: the next one must not repeat the random numbers.
    searches: u64,
}

/// What the arena holds. All that was searched since the oldest position stays until there is no room, so that
/// who goes back finds it again.
struct Tree {
    /// The oldest position, and its node.
    oldest: Position,
    top: NodeId,
    /// The position searched now, and its node somewhere below.
    position: Position,
    root: NodeId,
}

impl Engine {
    /// An engine with these settings and sources of knowledge.
    pub fn new(params: Params, priors: Vec<Arc<dyn Prior>>) -> Engine {
        let half = params.memory as usize * (1 << 20) / 2;
        Engine {
            params,
            priors,
            arena: Arena::new(half),
            spare: Arena::new(half),
            tree: None,
            tallies: Tallies::new(),
            searches: 0,
        }
    }

    /// The settings.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Takes new settings. What the tree has learnt under others is forgotten.
    pub fn set_params(&mut self, params: Params) {
        if params.memory != self.params.memory {
            let half = params.memory as usize * (1 << 20) / 2;
            (self.arena, self.spare) = (Arena::new(half), Arena::new(half));
        }
        self.params = params;
        self.forget();
    }

    /// Takes other sources of knowledge, and forgets the tree.
    pub fn set_priors(&mut self, priors: Vec<Arc<dyn Prior>>) {
        self.priors = priors;
        self.forget();
    }

    /// Forgets the tree.
    pub fn forget(&mut self) {
        self.tree = None;
        self.searches = 0;
    }

    /// Simulations that are already in the tree for a position.
    pub fn inherited(&self, position: &Position) -> u32 {
        self.find(position).map_or(0, |id| self.arena.node(id).tally.visits())
    }

    /// Searches a position until a limit is reached or `stop` is set, showing itself at least every
    /// 50 ms, and returns the last moment. One thread with a seed and a number of simulations always
    /// gives the same answer after the same searches.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &AtomicBool,
        mut show: impl FnMut(Snapshot),
    ) -> Snapshot {
        if self.params.parallelism == Parallelism::Root && self.params.threads > 1 {
            return root_parallel::search(&self.params, &self.priors, position, limits, stop);
        }
        self.move_to(position);
        let start = Instant::now();
        let seed = zobrist::split_mix(u64::from(self.params.seed) ^ self.searches << 32);
        self.searches += 1;
        let mut done = 0;
        let mut shown = start;
        loop {
            let root = self.root();
            let room = u64::from(Tally::MAX.saturating_sub(self.arena.node(root).tally.visits()));
            let limit = limits.simulations.unwrap_or(u64::MAX).saturating_sub(done).min(room);
            let end = AtomicBool::new(false);
            let shared = Shared {
                arena: &self.arena,
                root,
                position,
                params: &self.params,
                expand_after: self.params.expand_after(position.size()),
                formula: Formula::new(&self.params),
                playout: Settings::new(&self.params, position.size()),
                priors: &self.priors,
                tallies: &self.tallies,
                stop: &end,
                full: AtomicBool::new(false),
                begun: AtomicU64::new(0),
                limit,
                judge: Judge::new(&self.params, position.size()),
                key_positions: (self.params.key_positions > 0.0).then(|| key_positions::shares(position.size())),
                stones_ahead: stones_ahead(position),
                tries_pass: is_late(position.board()),
            };
            let watch = Watch { limits, start, done, limit };
            let watcher = std::thread::current();
            std::thread::scope(|scope| {
                let threads: Vec<_> = (0..u64::from(self.tree_threads()))
                    .map(|n| {
                        let (shared, watcher) = (&shared, watcher.clone());
                        let seed = zobrist::split_mix(seed ^ n ^ done << 8);
                        scope.spawn(move || {
                            Worker::new(shared, seed).run();
                            watcher.unpark();
                        })
                    })
                    .collect();
                while !threads.iter().all(|t| t.is_finished()) {
                    if stop.load(Ordering::Relaxed) || watch.is_over(&shared) {
                        end.store(true, Ordering::Relaxed);
                    }
                    if shown.elapsed() >= SHOW && !end.load(Ordering::Relaxed) {
                        shown = Instant::now();
                        show(report::snapshot(&shared, start, done, true));
                    }
                    // Workers wake us when they are done; otherwise look at the clock now and then.
                    std::thread::park_timeout(watch.nap());
                }
            });
            done += shared.begun.load(Ordering::Relaxed);
            let full = shared.full.load(Ordering::Relaxed);
            let last = report::snapshot(&shared, start, 0, false);
            let goes_on = full && !end.load(Ordering::Relaxed) && done < limits.simulations.unwrap_or(u64::MAX);
            let stopped = || stop.load(Ordering::Relaxed) || limits.time.is_some_and(|time| start.elapsed() >= time);
            if goes_on && self.prune(stopped) {
                continue;
            }
            return Snapshot { simulations: done, ..last };
        }
    }

    /// Threads on the tree; leaf parallelism sends one down and lets it call the others.
    fn tree_threads(&self) -> u32 {
        if self.params.parallelism == Parallelism::Leaf { 1 } else { self.params.threads }
    }

    fn root(&self) -> NodeId {
        self.tree.as_ref().expect("a search begins by moving the tree to its position").root
    }

    /// Makes the position the root: where it lies in the tree by going there, else by a new tree.
    fn move_to(&mut self, position: &Position) {
        let root = self.find(position);
        match (&mut self.tree, root) {
            (Some(tree), Some(root)) => (tree.position, tree.root) = (position.clone(), root),
            _ => {
                self.arena.clear();
                let root = self.arena.allocate(1).expect("an empty arena has room");
                self.arena.node(root).reset(Move::Pass, (0.0, 0.0), (0.0, 0.0), 0.0);
                self.tree = Some(Tree { oldest: position.clone(), top: root, position: position.clone(), root });
            }
        }
        self.tallies = Tallies::new();
    }

    /// The node of a position, if it lies in the tree.
    fn find(&self, position: &Position) -> Option<NodeId> {
        let Tree { oldest, top, .. } = self.tree.as_ref()?;
        let same = oldest.terms() == position.terms()
            && oldest.keys().first() == position.keys().first()
            && position.turns().starts_with(oldest.turns())
            && position.keys().starts_with(oldest.keys());
        if !same {
            return None;
        }
        let mut id = *top;
        let mut to_play = oldest.to_play();
        for turn in &position.turns()[oldest.turns().len()..] {
            if turn.color != to_play {
                return None;
            }
            id = self.arena.children_with_ids(id).find(|(_, node)| node.mv() == turn.mv)?.0;
            to_play = !to_play;
        }
        (to_play == position.to_play()).then_some(id)
    }

    /// Makes room: leaves behind what does not lie below the root, and of that as many cold branches as it takes
    /// to be half as large. False when that frees nothing, or when it was stopped before it was done: then the tree
    /// is as it was.
    fn prune(&mut self, stopped: impl Fn() -> bool) -> bool {
        let Some(tree) = &mut self.tree else { return false };
        let before = self.arena.len();
        let kept = self.arena.warm_from(tree.root, before / 2, &stopped);
        let copied = kept.and_then(|visits| self.spare.copy_tree(&self.arena, tree.root, visits, &stopped));
        if let Some(root) = copied.filter(|_| self.spare.len() < before) {
            std::mem::swap(&mut self.arena, &mut self.spare);
            (tree.oldest, tree.top, tree.root) = (tree.position.clone(), root, root);
        }
        self.spare.clear();
        self.spare.shrink();
        self.arena.len() < before
    }
}

/// What the engine does on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Plays or passes.
    Play(Move),
    /// Gives up.
    Resign,
}

/// Watches the limits of a running search.
struct Watch<'a> {
    limits: &'a Limits,
    start: Instant,
    done: u64,
    limit: u64,
}

impl Watch<'_> {
    fn nap(&self) -> Duration {
        match self.limits.time {
            Some(time) => time.saturating_sub(self.start.elapsed()).clamp(Duration::from_micros(200), TICK),
            None => TICK,
        }
    }

    fn is_over(&self, shared: &Shared<'_>) -> bool {
        let elapsed = self.start.elapsed();
        let time_left = match (self.limits.time, self.limits.max_time) {
            (None, _) => None,
            (Some(time), max) if elapsed >= time => {
                // Undecided: the most simulated move is not the one with the best win rate.
                let extra = max.is_some_and(|max| elapsed < max) && is_undecided(shared);
                if !extra {
                    return true;
                }
                max.map(|max| max - elapsed)
            }
            (Some(time), _) => Some(time - elapsed),
        };
        if !self.limits.stop_when_decided {
            return false;
        }
        let begun = shared.begun.load(Ordering::Relaxed);
        let mut left = self.limit.saturating_sub(begun);
        if let Some(time_left) = time_left {
            let speed = (self.done + begun) as f64 / elapsed.as_secs_f64().max(1e-3);
            left = left.min((speed * time_left.as_secs_f64()) as u64);
        }
        let mut visits = [0u64; 2];
        for child in shared.arena.children(shared.root) {
            let n = u64::from(child.tally.visits());
            if n > visits[0] {
                visits = [n, visits[0]];
            } else if n > visits[1] {
                visits[1] = n;
            }
        }
        begun > 100 && visits[0] > visits[1] + left
    }
}

fn is_undecided(shared: &Shared<'_>) -> bool {
    let children = shared.arena.children(shared.root);
    let by_visits = children.iter().max_by_key(|c| c.tally.visits());
    let mean = |n: &super::tree::Node| {
        let (visits, wins) = n.tally.get();
        if visits < 20.0 { 0.0 } else { wins / visits }
    };
    let by_mean = children.iter().max_by(|a, b| mean(a).total_cmp(&mean(b)));
    match (by_visits, by_mean) {
        (Some(a), Some(b)) => a.mv() != b.mv(),
        _ => false,
    }
}
