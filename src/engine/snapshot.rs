//! What a search thinks at a moment, as plain data: no tree, no pointers.

use crate::board::{Color, Move, Point};
use serde::Serialize;
use std::time::Duration;

/// One move that the search considers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Simulations that began with it.
    pub visits: u32,
    /// Share of them won, for the player to move.
    pub win_rate: f32,
    /// Mean final score for Black, komi included.
    pub score: f32,
    /// Standard deviation of the final score.
    pub score_spread: f32,
    /// Share won of the simulations in which the player played there at all, and how many they are.
    pub rave: (f32, u32),
    /// Mean and number of the virtual simulations that knowledge put in.
    pub prior: (f32, f32),
    /// The same for the part that experts put in.
    pub expert: (f32, f32),
    /// Share of all knowledge that speaks for this move, for the policy view.
    pub policy: f32,
    /// The moves that are expected to follow, this one first.
    pub line: Vec<Move>,
    /// Simulations of each move of the line; empty where they are not known.
    pub line_visits: Vec<u32>,
}

impl Candidate {
    /// Whether nothing tells it from another but the point, as with mirror images on a symmetric board.
    pub fn is_level_with(&self, other: &Candidate) -> bool {
        (self.visits, self.win_rate, self.score, self.policy)
            == (other.visits, other.win_rate, other.score, other.policy)
    }

    /// A move of which nothing is known yet.
    pub fn unknown(mv: Move) -> Candidate {
        Candidate {
            mv,
            visits: 0,
            win_rate: 0.5,
            score: 0.0,
            score_spread: 0.0,
            rave: (0.5, 0),
            prior: (0.5, 0.0),
            expert: (0.5, 0.0),
            policy: 0.0,
            line: Vec::new(),
            line_visits: Vec::new(),
        }
    }
}

/// A moment of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Snapshot {
    /// Key of the position searched ([`crate::board::Position::hash`]).
    pub position: u64,
    /// Lines of the board.
    pub size: u8,
    /// Who is to move.
    pub to_play: Color,
    /// Moves, the most visited first.
    pub candidates: Vec<Candidate>,
    /// Simulations in the tree of this position, inherited ones included.
    pub visits: u32,
    /// Win rate of the player to move.
    pub win_rate: f32,
    /// Mean final score for Black.
    pub score: f32,
    /// Standard deviation of the final score.
    pub score_spread: f32,
    /// For each point, row by row: 1 when it always ends Black's, -1 White's. Empty before the first simulations.
    pub ownership: Vec<f32>,
    /// For each point: how much owning it goes with winning (covariance), 0 to 1.
    pub criticality: Vec<f32>,
    /// Simulations of this search.
    pub simulations: u64,
    /// Time of this search.
    pub elapsed: Duration,
    /// Longest path in the tree.
    pub depth: u32,
    /// Nodes in the tree.
    pub nodes: usize,
    /// Bytes of the tree.
    pub memory: usize,
    /// Whether the search goes on.
    pub running: bool,
}

impl Snapshot {
    /// Bytes of memory that it takes, roughly.
    pub fn bytes(&self) -> usize {
        let line = |one: &Candidate| size_of_val(&one.line[..]) + size_of_val(&one.line_visits[..]);
        let lines: usize = self.candidates.iter().map(line).sum();
        size_of::<Snapshot>()
            + size_of_val(&self.candidates[..])
            + lines
            + size_of_val(&self.ownership[..])
            + size_of_val(&self.criticality[..])
    }

    /// Nothing known yet.
    pub fn empty(size: u8, to_play: Color) -> Snapshot {
        Snapshot {
            position: 0,
            size,
            to_play,
            candidates: Vec::new(),
            visits: 0,
            win_rate: 0.5,
            score: 0.0,
            score_spread: 0.0,
            ownership: Vec::new(),
            criticality: Vec::new(),
            simulations: 0,
            elapsed: Duration::ZERO,
            depth: 0,
            nodes: 0,
            memory: 0,
            running: false,
        }
    }

    /// The most visited move.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// Simulations in a second.
    pub fn speed(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { self.simulations as f64 / seconds } else { 0.0 }
    }

    /// Win rate for Black.
    pub fn black_win_rate(&self) -> f32 {
        match self.to_play {
            Color::Black => self.win_rate,
            Color::White => 1.0 - self.win_rate,
        }
    }

    /// Who owns a point, 1 Black, -1 White.
    pub fn owner(&self, point: Point) -> f32 {
        let at = usize::from(point.y()) * usize::from(self.size) + usize::from(point.x());
        self.ownership.get(at).copied().unwrap_or(0.0)
    }
}
