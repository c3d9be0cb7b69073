//! Knowledge in the tree: what is thought of a move before any simulation has tried it.
//!
//! Each [`Prior`] adds virtual simulations, wins and visits, to the moves of a new node, and H of
//! Rimmel's eq. 4.1. Simulations outweigh them in the end: a prior can delay a move, not forbid it.

mod distance;
pub mod key_positions;
pub mod rules;

pub use distance::chain_distances;

use super::params::Params;
use crate::board::{Board, Color, Move, Point, PointMap, Position};

/// Whether so many stones stand that the game may be over: two of five points are taken.
pub fn is_late(board: &Board) -> bool {
    let stones = board.stones_on_board(Color::Black) + board.stones_on_board(Color::White);
    stones * 5 >= board.area() * 2
}

/// What a prior may look at: a position in the tree.
pub struct Scene<'a> {
    /// The settings of the search.
    pub params: &'a Params,
    /// The stones.
    pub board: &'a Board,
    /// Who is to move.
    pub to_play: Color,
    /// The last move and the one before it, where they were no passes.
    pub last: [Option<Point>; 2],
    /// Moves from the root of the search to here.
    pub depth: usize,
    /// The position at the root: rules, komi, history.
    pub root: &'a Position,
    /// Who owned each point at the end of the simulations so far, 1 Black, -1 White; none at first.
    pub ownership: Option<&'a PointMap<f32>>,
    /// Steps from the last move over chains and empty points, see [`chain_distances`].
    pub distances: PointMap<u8>,
}

/// What the priors think of one move so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The move.
    pub mv: Move,
    /// Virtual wins for the player.
    pub wins: f32,
    /// Virtual simulations.
    pub visits: f32,
    /// The experts' part of the wins.
    pub expert_wins: f32,
    /// The experts' part of the visits.
    pub expert_visits: f32,
    /// Offline knowledge H (Rimmel, eq. 4.1).
    pub bias: f32,
    /// The experts' part of H.
    pub expert_bias: f32,
}

impl Opinion {
    /// No opinion yet.
    pub fn none(mv: Move) -> Opinion {
        Opinion { mv, wins: 0.0, visits: 0.0, expert_wins: 0.0, expert_visits: 0.0, bias: 0.0, expert_bias: 0.0 }
    }

    /// Adds virtual simulations with a mean reward.
    #[inline]
    pub fn add(&mut self, mean: f32, visits: f32) {
        self.wins += mean * visits;
        self.visits += visits;
    }

    /// Adds virtual simulations that come from people, to be told apart.
    pub fn add_expert(&mut self, mean: f32, visits: f32) {
        self.add(mean, visits);
        self.expert_wins += mean * visits;
        self.expert_visits += visits;
    }

    /// Adds to H what comes from people.
    pub fn add_expert_bias(&mut self, h: f32) {
        self.bias += h;
        self.expert_bias += h;
    }

    /// With the engine's own virtual simulations weighed by one factor and the experts' part, H
    /// included, by another.
    pub fn weighed(&self, own: f32, experts: f32) -> Opinion {
        let mix = |all: f32, of_experts: f32| (all - of_experts) * own + of_experts * experts;
        Opinion {
            mv: self.mv,
            wins: mix(self.wins, self.expert_wins),
            visits: mix(self.visits, self.expert_visits),
            expert_wins: self.expert_wins * experts,
            expert_visits: self.expert_visits * experts,
            bias: self.bias - self.expert_bias + self.expert_bias * experts,
            expert_bias: self.expert_bias * experts,
        }
    }
}

/// A source of knowledge. It lives above the engine and is handed in.
pub trait Prior: Send + Sync {
    /// A short name for reports.
    fn name(&self) -> &'static str;

    /// Adds what it thinks of each move. Called once for each node, from many threads.
    fn judge(&self, scene: &Scene<'_>, moves: &mut [Opinion]);
}
