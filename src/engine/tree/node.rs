//! A node of the tree: one move with its statistics.

use super::NodeId;
use crate::board::{Move, Point};
use crate::engine::sync::{AtomicI64, AtomicU32, AtomicU64, Ordering};

/// Units of one whole reward in the sums.
pub const REWARD: u32 = 1024;

const VISIT_BITS: u32 = 27;
const VISITS: u64 = (1 << VISIT_BITS) - 1;

/// Visits and rewards in one word, so that no reader sees one without the other: 27 bits of visits,
/// above them 37 bits of rewards in units of 1/1024.
#[derive(Debug, Default)]
pub struct Tally(AtomicU64);

impl Tally {
    /// Most visits that a tally can hold; searches stop before.
    pub const MAX: u32 = VISITS as u32 - (1 << 16);

    /// Visits and the sum of their rewards.
    #[inline(always)]
    pub fn get(&self) -> (f32, f32) {
        let word = self.0.load(Ordering::Relaxed);
        ((word & VISITS) as f32, (word >> VISIT_BITS) as f32 * (1.0 / REWARD as f32))
    }

    /// Visits alone.
    #[inline(always)]
    pub fn visits(&self) -> u32 {
        (self.0.load(Ordering::Relaxed) & VISITS) as u32
    }

    /// Counts visits whose reward is still to come.
    #[inline(always)]
    pub fn visit(&self, times: u32) {
        self.0.fetch_add(u64::from(times), Ordering::Relaxed);
    }

    /// Brings the reward of one of the counted visits, and takes back the others.
    #[inline(always)]
    pub fn reward(&self, reward: u32, take_back: u32) {
        self.0.fetch_add((u64::from(reward) << VISIT_BITS).wrapping_sub(u64::from(take_back)), Ordering::Relaxed);
    }

    /// Adds a visit with its reward without locking the word: two threads at once may lose one of
    /// their additions, which RAVE values can bear and which makes them cheap.
    #[inline(always)]
    pub fn add_loosely(&self, visits: u32, rewards: u32) {
        let word = self.0.load(Ordering::Relaxed);
        self.0.store(word + (u64::from(rewards) << VISIT_BITS | u64::from(visits)), Ordering::Relaxed);
    }

    /// Takes over another tally.
    pub fn copy(&self, other: &Tally) {
        self.0.store(other.0.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// Who may grow the children of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// None yet.
    Leaf,
    /// Some thread is at it.
    Growing,
    /// They are there: the first and how many.
    Grown(NodeId, u32),
}

/// One move in the tree. Rewards are those of the player who plays it.
#[derive(Debug, Default)]
#[cfg_attr(not(loom), repr(align(64)))]
pub struct Node {
    /// Real simulations through this move.
    pub tally: Tally,
    /// Simulations in which the player played here first, later (RAVE).
    pub rave: Tally,
    /// Knowledge at birth as virtual simulations: the wins, and how many, as two `f32`.
    prior: AtomicU64,
    /// Final scores in half points for Black: sum and sum of squares.
    score_sum: AtomicI64,
    score_squares: AtomicU64,
    /// 0 leaf, 1 growing, else first child shifted by 16 with the count below.
    children: AtomicU64,
    /// Offline knowledge H (Rimmel, eq. 4.1), an `f32`.
    bias: AtomicU32,
    /// The index of the point played, 0 for a pass.
    mv: AtomicU32,
    /// What experts added to `prior`, to tell it apart: wins and visits as two `f32`.
    expert: AtomicU64,
}

fn pack(a: f32, b: f32) -> u64 {
    u64::from(a.to_bits()) << 32 | u64::from(b.to_bits())
}

#[inline(always)]
fn unpack(word: u64) -> (f32, f32) {
    (f32::from_bits((word >> 32) as u32), f32::from_bits(word as u32))
}

const GROWING: u64 = 1;

impl Node {
    /// Makes it a fresh node. Only before it is published.
    pub fn reset(&self, mv: Move, prior: (f32, f32), expert: (f32, f32), bias: f32) {
        self.tally.copy(&Tally::default());
        self.rave.copy(&Tally::default());
        self.prior.store(pack(prior.0, prior.1), Ordering::Relaxed);
        self.expert.store(pack(expert.0, expert.1), Ordering::Relaxed);
        self.score_sum.store(0, Ordering::Relaxed);
        self.score_squares.store(0, Ordering::Relaxed);
        self.children.store(0, Ordering::Relaxed);
        self.bias.store(bias.to_bits(), Ordering::Relaxed);
        self.mv.store(mv.point().map_or(0, |p| p.index() as u32), Ordering::Relaxed);
    }

    /// Takes over move, knowledge and statistics of another node, as a leaf.
    pub fn copy(&self, other: &Node) {
        self.tally.copy(&other.tally);
        self.rave.copy(&other.rave);
        self.prior.store(other.prior.load(Ordering::Relaxed), Ordering::Relaxed);
        self.expert.store(other.expert.load(Ordering::Relaxed), Ordering::Relaxed);
        self.score_sum.store(other.score_sum.load(Ordering::Relaxed), Ordering::Relaxed);
        self.score_squares.store(other.score_squares.load(Ordering::Relaxed), Ordering::Relaxed);
        self.children.store(0, Ordering::Relaxed);
        self.bias.store(other.bias.load(Ordering::Relaxed), Ordering::Relaxed);
        self.mv.store(other.mv.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// The move.
    #[inline(always)]
    pub fn mv(&self) -> Move {
        match Point::from_index(self.mv.load(Ordering::Relaxed) as usize) {
            Some(point) => Move::Play(point),
            None => Move::Pass,
        }
    }

    /// Virtual wins and visits from knowledge.
    #[inline(always)]
    pub fn prior(&self) -> (f32, f32) {
        unpack(self.prior.load(Ordering::Relaxed))
    }

    /// The experts' part of [`Node::prior`].
    pub fn expert(&self) -> (f32, f32) {
        unpack(self.expert.load(Ordering::Relaxed))
    }

    /// Offline knowledge H.
    #[inline(always)]
    pub fn bias(&self) -> f32 {
        f32::from_bits(self.bias.load(Ordering::Relaxed))
    }

    /// Counts a final score for Black, in half points.
    #[inline(always)]
    pub fn add_score(&self, half_points: i32) {
        let score = i64::from(half_points);
        self.score_sum.store(self.score_sum.load(Ordering::Relaxed) + score, Ordering::Relaxed);
        let squares = self.score_squares.load(Ordering::Relaxed) + (score * score) as u64;
        self.score_squares.store(squares, Ordering::Relaxed);
    }

    /// Mean and standard deviation of the final score for Black, in points.
    pub fn score(&self) -> (f32, f32) {
        let n = f64::from(self.tally.visits().max(1));
        let mean = self.score_sum.load(Ordering::Relaxed) as f64 / n;
        let variance = (self.score_squares.load(Ordering::Relaxed) as f64 / n - mean * mean).max(0.0);
        ((mean / 2.0) as f32, (variance.sqrt() / 2.0) as f32)
    }

    /// How far its children are.
    #[inline(always)]
    pub fn growth(&self) -> Growth {
        match self.children.load(Ordering::Acquire) {
            0 => Growth::Leaf,
            GROWING => Growth::Growing,
            word => Growth::Grown(NodeId((word >> 16) as u32), (word & 0xffff) as u32),
        }
    }

    /// Asks to be the one who grows the children. Whoever gets `true` must publish or give up.
    pub fn claim(&self) -> bool {
        self.children.compare_exchange(0, GROWING, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Shows finished children to everyone.
    pub fn publish(&self, first: NodeId, count: u32) {
        debug_assert!(count > 0 && count <= 0xffff);
        self.children.store(u64::from(first.0) << 16 | u64::from(count), Ordering::Release);
    }

    /// Gives a claim back: there was no room.
    pub fn give_up(&self) {
        self.children.store(0, Ordering::Release);
    }
}
