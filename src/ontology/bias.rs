//! From fused verdicts to what a search feels: virtual simulations, the offline term H, and moves
//! that may be played at once.
//!
//! The bias is progressive: virtual simulations are outnumbered and H is divided by the number of real
//! ones (Rimmel, eq. 4.1), so a wrong verdict delays the right move and never hides it.

use super::fusion::{Evidence, Fused, Operator, fuse};
use super::matching::{Context, Index};
use super::model::{TermCode, Validation};
use crate::board::{Board, Color, Move};
use crate::util::rng::FastRng;

/// What the experts' certainty is worth in simulations: as much as a move that learnt patterns are sure of.
pub const VIRTUAL_VISITS: f32 = 120.0;

/// How the experts' opinion on a move enters the search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveBias {
    /// Virtual simulations of the move.
    pub visits: f32,
    /// Those of them that the player to move won.
    pub wins: f32,
    /// The offline value H, in [-1, 1]: to be divided by something that grows with the real simulations.
    pub h: f32,
}

/// The bias of a fused verdict. How much of it counts is a parameter of the engine, `expert_strength`.
pub fn move_bias(fused: &Fused) -> MoveBias {
    let visits = fused.confidence * VIRTUAL_VISITS;
    MoveBias { visits, wins: visits * fused.score, h: fused.confidence * (2.0 * fused.score - 1.0) }
}

/// A move on which experts have spoken, in this very position.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// What they say together.
    pub fused: Fused,
    /// The best term among validated verdicts of weight, if one is validated.
    pub validated: Option<TermCode>,
}

/// Looks verdicts up and makes them one by one operator: what the engine's prior holds and what panels
/// show. Cheap to clone, safe to share between threads.
#[derive(Clone)]
pub struct Adviser {
    index: Index,
    operator: &'static dyn Operator,
}

impl std::fmt::Debug for Adviser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Adviser({} verdicts, {:?})", self.index.len(), self.operator)
    }
}

impl Adviser {
    /// Of the verdicts of an index.
    pub fn new(index: Index, operator: &'static dyn Operator) -> Adviser {
        Adviser { index, operator }
    }

    /// The index.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// What these verdicts on a move say together; `None` where nothing of weight was said.
    pub fn fuse(&self, said: impl IntoIterator<Item = Evidence>) -> Option<Fused> {
        fuse(self.operator, &said.into_iter().collect::<Vec<_>>(), self.index.terms())
    }

    /// All moves that experts have judged in this very position, by move.
    pub fn judged(&self, board: &Board, to_move: Color, context: &Context) -> Vec<Judged> {
        let mut said: Vec<(Move, Evidence, Validation)> = Vec::new();
        self.index.each_exact(board, to_move, context, |mv, v| {
            said.push((mv, v.evidence(), v.state));
        });
        said.sort_by_key(|s| s.0);
        let terms = self.index.terms();
        let centroid = |code: TermCode| terms.get(code).map_or(0.0, |t| t.set.centroid());
        said.chunk_by(|a, b| a.0 == b.0)
            .filter_map(|group| {
                let validated = group.iter().filter(|g| g.2 == Validation::Validated && g.1.weight > 0.0);
                let best = validated.map(|g| g.1.term).max_by(|&a, &b| centroid(a).total_cmp(&centroid(b)));
                Some(Judged { mv: group[0].0, fused: self.fuse(group.iter().map(|g| g.1))?, validated: best })
            })
            .collect()
    }

    /// The bias of each judged move. Nothing is allocated where nothing is known.
    pub fn biases(&self, board: &Board, to_move: Color, context: &Context) -> Vec<(Move, MoveBias)> {
        self.judged(board, to_move, context).into_iter().map(|j| (j.mv, move_bias(&j.fused))).collect()
    }
}

/// When a move of the ontology may be played without a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Book {
    /// The least confidence.
    pub confidence: f32,
    /// The least score.
    pub score: f32,
}

impl Default for Book {
    /// One strong professional's validated "good" suffices; a split verdict does not.
    fn default() -> Self {
        Book { confidence: 0.3, score: 0.65 }
    }
}

impl Book {
    /// The moves that may be played at once, each with its probability: in proportion to how far its
    /// score lies above one half, times the confidence.
    pub fn moves(&self, judged: &[Judged]) -> Vec<(Move, f32)> {
        let good = |j: &&Judged| {
            let validated = matches!(j.validated, Some(TermCode::GOOD | TermCode::VERY_GOOD));
            validated && j.fused.confidence >= self.confidence && j.fused.score >= self.score
        };
        let weight = |j: &Judged| (j.fused.score - 0.5).max(0.01) * j.fused.confidence;
        let total: f32 = judged.iter().filter(good).map(weight).sum();
        judged.iter().filter(good).map(|j| (j.mv, weight(j) / total)).collect()
    }

    /// One of them by chance.
    pub fn choose(&self, judged: &[Judged], rng: &mut FastRng) -> Option<Move> {
        let moves = self.moves(judged);
        let mut left = rng.unit();
        for &(mv, probability) in &moves {
            left -= probability;
            if left < 0.0 {
                return Some(mv);
            }
        }
        moves.last().map(|m| m.0)
    }
}
