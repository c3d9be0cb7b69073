//! One thread of a search: simulation after simulation on the shared tree.

use super::params::{Parallelism, Params, PoolRave};
use super::playout::{End, Mogo, MoveLog, Replies, Settings};
use super::prior::{Opinion, Prior, Scene, chain_distances};
use super::reward::Judge;
use super::select::Formula;
use super::tally::Tallies;
use super::tree::{Arena, Growth, Node, NodeId, REWARD};
use crate::board::rules::{KoRule, Scoring};
use crate::board::{Board, Color, Move, Point, PointMap, Position, hash_after, zobrist};
use crate::util::rng::FastRng;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What the threads of a search share.
pub struct Shared<'a> {
    /// The tree.
    pub arena: &'a Arena,
    /// Its root.
    pub root: NodeId,
    /// The position at the root.
    pub position: &'a Position,
    /// The settings.
    pub params: &'a Params,
    /// Visits after which a leaf grows its moves.
    pub expand_after: u32,
    /// The bandit formula.
    pub formula: Formula,
    /// The playout rules.
    pub playout: Settings,
    /// Sources of knowledge.
    pub priors: &'a [Arc<dyn Prior>],
    /// Ownership, criticality, depth.
    pub tallies: &'a Tallies,
    /// Set to end the search.
    pub stop: &'a AtomicBool,
    /// Set by a thread that found no room for children.
    pub full: AtomicBool,
    /// Simulations begun.
    pub begun: AtomicU64,
    /// Simulations to do.
    pub limit: u64,
    /// How results become rewards.
    pub judge: Judge,
    /// Shares of key-positions priority, where it is on.
    pub key_positions: Option<PointMap<f32>>,
    /// Stones that Black has put on the board up to the root beyond those of White; they count under
    /// territory scoring.
    pub stones_ahead: i32,
    /// Whether the pass at the root is tried now and then, however good the other moves are.
    pub tries_pass: bool,
}

/// Of so many simulations one tries the pass at the root, late in the game.
const PASS_EVERY: u32 = 32;

/// Stones that Black has put on the board in this game beyond those of White: set up, as handicap, or played.
pub fn stones_ahead(position: &Position) -> i32 {
    let (start, _) = position.start();
    let placed = |color: Color| {
        let set_up = start.stones_on_board(color) + start.captured(color);
        let played = position.turns().iter().filter(|turn| turn.color == color && turn.mv != Move::Pass).count();
        set_up as i32 + played as i32
    };
    placed(Color::Black) - placed(Color::White)
}

/// A thread's own things.
pub struct Worker<'a> {
    shared: &'a Shared<'a>,
    mogo: Mogo<'a>,
    board: Board,
    /// The last two moves before the root, then those of the simulation.
    log: MoveLog,
    path: Vec<NodeId>,
    /// Keys of the positions on the path, for superko.
    keys: Vec<u64>,
    replies: Replies,
    rng: FastRng,
    /// Who played first on each point in the rest of the simulation, and how early.
    first: PointMap<Option<(Color, u16)>>,
    opinions: Vec<Opinion>,
    /// Who owns the points by the simulations that were handed on, once there are enough of them.
    ownership: Option<PointMap<f32>>,
    mine: super::tally::Local,
}

impl<'a> Worker<'a> {
    /// A worker whose random numbers follow from the seed.
    pub fn new(shared: &'a Shared<'a>, seed: u64) -> Worker<'a> {
        Worker {
            shared,
            mogo: Mogo::new(&shared.playout),
            board: shared.position.board().clone(),
            log: MoveLog::default(),
            path: Vec::new(),
            keys: Vec::new(),
            replies: Replies::new(shared.playout.uses_pairs()),
            rng: FastRng::new(zobrist::split_mix(seed)),
            first: PointMap::new(None),
            opinions: Vec::new(),
            ownership: shared.tallies.ownership(shared.position.size()),
            mine: super::tally::Local::new(),
        }
    }

    /// Simulates until told to stop or all simulations are begun.
    pub fn run(&mut self) {
        let shared = self.shared;
        while !shared.stop.load(Ordering::Relaxed) && !shared.full.load(Ordering::Relaxed) {
            if shared.begun.fetch_add(1, Ordering::Relaxed) >= shared.limit {
                shared.begun.fetch_sub(1, Ordering::Relaxed);
                break;
            }
            self.simulate();
            if self.mine.count() >= 64 {
                self.mine.flush(shared.tallies, shared.position.size());
                self.ownership = shared.tallies.ownership(shared.position.size());
                shared.judge.adapt(shared.arena.node(shared.root), shared.position.to_play());
            }
        }
        self.mine.flush(shared.tallies, shared.position.size());
    }

    /// One simulation, in the steps of Rimmel's algorithm 4.
    fn simulate(&mut self) {
        let shared = self.shared;
        let arena = shared.arena;

        // 1. Begin at the root.
        self.board.copy_from(shared.position.board());
        self.log.clear();
        let turns = shared.position.turns();
        for turn in &turns[turns.len().saturating_sub(2)..] {
            self.log.push(turn.color, turn.mv);
        }
        let before = self.log.len();
        let mut to_play = shared.position.to_play();
        let mut passes = shared.position.passes();
        self.path.clear();
        self.keys.clear();
        self.path.push(shared.root);
        arena.node(shared.root).tally.visit(1);
        let mut node = shared.root;

        // 2. Go down by the formula; grow a leaf that was visited often enough, one in a simulation.
        let mut ended = false;
        let mut has_grown = false;
        loop {
            let children = match arena.node(node).growth() {
                Growth::Grown(first, count) => (first, count),
                Growth::Growing => break,
                Growth::Leaf => {
                    let visits = arena.node(node).tally.visits();
                    if visits < shared.expand_after && node != shared.root || passes >= 2 || has_grown {
                        break;
                    }
                    has_grown = true;
                    match self.grow(node, to_play) {
                        Some(children) => children,
                        None => break,
                    }
                }
            };
            let family = arena.family(children.0, children.1);
            let at = match self.pass_to_try(node, family) {
                Some(pass) => pass,
                None => shared.formula.choose(arena.node(node), family, &mut self.rng),
            };
            node = children.0.sibling(at as u32);
            let child = &family[at];
            child.tally.visit(shared.params.virtual_loss);
            self.path.push(node);
            let mv = child.mv();
            self.log.push(to_play, mv);
            match mv {
                Move::Play(point) => {
                    self.board.play(to_play, point);
                    passes = 0;
                }
                Move::Pass => {
                    self.board.clear_ko();
                    passes += 1;
                }
            }
            to_play = !to_play;
            self.keys.push(zobrist::with_turn(self.board.hash(), to_play));
            if passes >= 2 && shared.params.clean_up {
                ended = true;
                break;
            }
        }
        let in_tree = self.log.len();

        // 3. Play out. Two passes in the tree do not end the game: dead stones die in the playout.
        if shared.params.pool_rave != PoolRave::Off {
            self.fill_pool(to_play);
        }
        let leaf_threads = match shared.params.parallelism {
            Parallelism::Leaf => shared.params.threads,
            Parallelism::Tree | Parallelism::Root => 1,
        };
        if leaf_threads > 1 && !ended {
            self.play_out_in_parallel(leaf_threads, to_play, before, in_tree);
            return;
        }
        let end = if ended {
            End::Passes
        } else {
            self.mogo.play_out(&mut self.board, to_play, &mut self.log, &self.replies, &mut self.rng)
        };
        self.finish(end, before, in_tree);
    }

    /// The place of the pass, where it is its turn to be tried. Whether a game is over can be told only from a
    /// pass that was tried, and in a won game no formula tries it.
    #[inline(always)]
    fn pass_to_try(&self, node: NodeId, family: &[Node]) -> Option<usize> {
        let shared = self.shared;
        let now = shared.tries_pass
            && node == shared.root
            && shared.arena.node(node).tally.visits().is_multiple_of(PASS_EVERY);
        if now { family.iter().position(|child| child.mv() == Move::Pass) } else { None }
    }

    /// Leaf parallelism (Rimmel 2.1.2): several playouts from one leaf, all told to the same path.
    fn play_out_in_parallel(&mut self, count: u32, to_play: Color, before: usize, in_tree: usize) {
        let seeds: Vec<u64> = (0..count).map(|_| self.rng.next_u64()).collect();
        let (board, log, mogo, replies) = (&self.board, &self.log, &self.mogo, &self.replies);
        let played: Vec<(Board, MoveLog, End)> = seeds
            .into_par_iter()
            .map(|seed| {
                let (mut board, mut log) = (board.clone(), log.clone());
                let end = mogo.clone().play_out(&mut board, to_play, &mut log, replies, &mut FastRng::new(seed));
                (board, log, end)
            })
            .collect();
        for (n, (board, log, end)) in played.into_iter().enumerate() {
            if n > 0 {
                self.path.iter().enumerate().for_each(|(depth, &id)| {
                    let times = if depth == 0 { 1 } else { self.shared.params.virtual_loss };
                    self.shared.arena.node(id).tally.visit(times);
                });
                self.shared.begun.fetch_add(1, Ordering::Relaxed);
            }
            (self.board, self.log) = (board, log);
            self.finish(end, before, in_tree);
        }
    }

    /// Counts a finished simulation and tells everyone.
    fn finish(&mut self, end: End, before: usize, in_tree: usize) {
        let shared = self.shared;

        // 4. Count.
        let half_points = self.score(end, before, in_tree);
        let score = half_points as f32 / 2.0;
        let black = shared.judge.reward(score);
        let winner = if score > 0.0 { Color::Black } else { Color::White };
        if shared.playout.uses_replies() {
            self.replies.learn_replies(&self.log.moves()[before..], winner);
        }
        if shared.playout.uses_pairs() {
            self.replies.learn_pairs(&self.log.moves()[before..], winner);
        }
        self.mine.add(&self.board, winner, self.path.len() as u32 - 1);

        // 5. Tell the nodes on the way back, and their children what RAVE saw.
        self.back_up(before, in_tree, black, half_points);
    }

    /// Final score for Black in half points, komi included.
    fn score(&self, end: End, before: usize, in_tree: usize) -> i32 {
        let position = self.shared.position;
        let area = match end {
            End::Mercy(Color::Black) => self.board.simple_area().max(self.shared.playout.margin()),
            End::Mercy(Color::White) => self.board.simple_area().min(-self.shared.playout.margin()),
            End::Passes | End::Cap => self.board.simple_area(),
        };
        let mut score = 2.0 * (area as f32 - position.komi());
        match position.rules().scoring {
            Scoring::Area => {
                score -= 2.0 * position.rules().handicap_points(position.handicap()) as f32;
            }
            // Area counts the stones that territory does not: take off what each side has put on the board. In
            // the playout both play alike.
            Scoring::Territory => {
                let played = |color: Color| {
                    let moves = &self.log.moves()[before..in_tree];
                    moves.iter().filter(|(c, m)| *c == color && m.point().is_some()).count() as i32
                };
                score -= 2.0 * (self.shared.stones_ahead + played(Color::Black) - played(Color::White)) as f32;
            }
        }
        score.round() as i32
    }

    fn back_up(&mut self, before: usize, in_tree: usize, black: f32, half_points: i32) {
        let shared = self.shared;
        let units = ByReward::new(black);
        // Who plays where first after the leaf: later moves are overwritten by earlier ones.
        let moves = self.log.moves();
        for point in Point::all(self.board.size()) {
            self.first[point] = None;
        }
        for (at, &(color, mv)) in moves.iter().enumerate().skip(in_tree).rev() {
            if let Move::Play(point) = mv {
                self.first[point] = Some((color, at as u16));
            }
        }
        // From so many moves after a node on, every second one counts.
        let late = (shared.params.rave_late_weight * (moves.len() - before) as f32).ceil() as u16;
        let all = shared.params.rave_late_weight >= 1.0;
        for depth in (0..self.path.len()).rev() {
            let node = shared.arena.node(self.path[depth]);
            let at = before + depth;
            // The player to move in this node, and the reward of the one who moved to it.
            let to_play = if depth % 2 == 0 { shared.position.to_play() } else { !shared.position.to_play() };
            if let Growth::Grown(first, count) = node.growth() {
                // A move played within the tree below this node comes first.
                if let Some(&(color, Move::Play(point))) = moves.get(at).filter(|_| at < in_tree) {
                    self.first[point] = Some((color, at as u16));
                }
                let reward = units.of(to_play);
                for child in shared.arena.family(first, count) {
                    if let Move::Play(point) = child.mv()
                        && let Some((color, when)) = self.first[point]
                        && color == to_play
                        && (all || when - (at as u16) < late || self.rng.below(2) == 0)
                    {
                        child.rave.add_loosely(1, reward);
                    }
                }
            }
            let take_back = if depth == 0 { 0 } else { shared.params.virtual_loss - 1 };
            node.tally.reward(units.of(!to_play), take_back);
            node.add_score(half_points);
        }
    }

    /// Grows the children of a leaf, unless another thread does or there is no room.
    fn grow(&mut self, id: NodeId, to_play: Color) -> Option<(NodeId, u32)> {
        let shared = self.shared;
        let node = shared.arena.node(id);
        if !node.claim() {
            return None;
        }
        self.list_moves(to_play);
        self.ask_priors(to_play);
        if shared.params.grandparent > 0.0 && self.path.len() >= 3 {
            self.ask_grandparent();
        }
        let count = self.opinions.len() as u32;
        let Some(first) = shared.arena.allocate(count) else {
            node.give_up();
            shared.full.store(true, Ordering::Relaxed);
            return None;
        };
        let (own, experts) = (shared.params.prior_weight, shared.params.expert_weight());
        for (child, opinion) in shared.arena.family(first, count).iter().zip(&self.opinions) {
            let o = opinion.weighed(own, experts);
            child.reset(o.mv, (o.wins, o.visits), (o.expert_wins, o.expert_visits), o.bias);
        }
        node.publish(first, count);
        Some((first, count))
    }

    /// All legal moves but own eyes, in random order, so that ties are broken by chance; the pass last.
    fn list_moves(&mut self, to_play: Color) {
        self.opinions.clear();
        let board = &self.board;
        for &point in board.empty_points() {
            let legal = board.is_legal(to_play, point) && !board.is_eye(to_play, point);
            if legal && !self.repeats(to_play, point) {
                self.opinions.push(Opinion::none(Move::Play(point)));
            }
        }
        for i in (1..self.opinions.len()).rev() {
            self.opinions.swap(i, self.rng.below(i as u32 + 1) as usize);
        }
        self.opinions.push(Opinion::none(Move::Pass));
    }

    /// Whether superko forbids the move. Only captures can bring an old position back.
    fn repeats(&self, color: Color, point: Point) -> bool {
        let position = self.shared.position;
        if position.rules().ko == KoRule::Simple {
            return false;
        }
        let captures = point.neighbours().into_iter().any(|n| self.board.at(n).is(!color) && self.board.in_atari(n));
        if !captures {
            return false;
        }
        let key = zobrist::with_turn(hash_after(&self.board, color, point), !color);
        let other = if position.rules().ko == KoRule::Positional { key ^ zobrist::WHITE_TO_MOVE } else { key };
        position.keys().iter().chain(&self.keys).any(|&k| k == key || k == other)
    }

    fn ask_priors(&mut self, to_play: Color) {
        let shared = self.shared;
        let last = [self.log.point_back(0), self.log.point_back(1)];
        let scene = Scene {
            params: shared.params,
            board: &self.board,
            to_play,
            last,
            depth: self.path.len() - 1,
            root: shared.position,
            ownership: self.ownership.as_ref(),
            distances: chain_distances(&self.board, last[0]),
        };
        for prior in shared.priors {
            prior.judge(&scene, &mut self.opinions);
        }
        if let Some(shares) = &shared.key_positions {
            for opinion in &mut self.opinions {
                if let Move::Play(point) = opinion.mv {
                    opinion.add(1.0, shared.params.key_positions * shares[point]);
                }
            }
        }
        if shared.params.unprune_first > 0 {
            let mean = |o: &Opinion| o.wins / o.visits.max(1.0);
            self.opinions.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        }
    }

    /// Chelaru 4.3.6.1: the same moves two plies earlier have been tried already.
    fn ask_grandparent(&mut self) {
        let shared = self.shared;
        let grandparent = self.path[self.path.len() - 3];
        for uncle in shared.arena.children(grandparent) {
            let (visits, wins) = uncle.tally.get();
            if visits > 0.0 {
                let weight = visits.min(shared.params.grandparent);
                if let Some(opinion) = self.opinions.iter_mut().find(|o| o.mv == uncle.mv()) {
                    opinion.add(wins / visits, weight);
                }
            }
        }
    }

    /// Hoock et al. IV.A: the best moves by RAVE of the last node with enough of it, for each colour.
    fn fill_pool(&mut self, to_play: Color) {
        const ENOUGH: f32 = 50.0;
        let shared = self.shared;
        let mut color = to_play;
        let mut found = [false; 2];
        self.mogo.pool.iter_mut().for_each(Vec::clear);
        for &id in self.path.iter().rev() {
            let children = shared.arena.children(id);
            if !found[color.index()] && !children.is_empty() {
                let mut best: Vec<(f32, Point)> = children
                    .iter()
                    .filter_map(|child: &Node| {
                        let (n, w) = child.rave.get();
                        child.mv().point().filter(|_| n >= ENOUGH).map(|point| (w / n, point))
                    })
                    .collect();
                if !best.is_empty() {
                    best.sort_by(|a, b| b.0.total_cmp(&a.0));
                    best.truncate(shared.params.pool_size as usize);
                    self.mogo.pool[color.index()].extend(best.iter().map(|b| b.1));
                    found[color.index()] = true;
                }
            }
            if found == [true; 2] {
                break;
            }
            color = !color;
        }
    }
}

/// The units of reward for each colour.
struct ByReward([u32; 2]);

impl ByReward {
    fn new(black: f32) -> ByReward {
        let units = (black * REWARD as f32).round() as u32;
        ByReward([units, REWARD - units])
    }

    #[inline(always)]
    fn of(&self, color: Color) -> u32 {
        self.0[color.index()]
    }
}
