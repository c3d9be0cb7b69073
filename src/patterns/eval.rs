//! How well moves are predicted: the rank of the played move among all legal ones, and its probability.

use super::features::Extractor;
use super::games::{GameMoves, Played};
use super::model::Model;
use crate::board::{Move, Point, Position, Rules};
use crate::engine::Params;
use crate::engine::prior::rules::RulePrior;
use crate::engine::prior::{Opinion, Prior, Scene, chain_distances};
use rayon::prelude::*;
use std::ops::AddAssign;

/// Ranks that are counted.
pub const RANKS: usize = 20;

/// Parts of a game, by the moves played so far as a share of the points.
pub const PHASES: [&str; 3] = ["opening", "middle game", "endgame"];

/// What tells how good the moves of a position are.
pub enum Predictor<'a> {
    /// Learnt weights.
    Model(&'a Model),
    /// The hand-made rules of the engine, which know no probabilities.
    Rules,
}

/// Counts over many moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Moves.
    pub moves: u64,
    /// How often the played move had each rank.
    pub ranks: [u64; RANKS],
    /// Sum of the logarithms of its probability.
    pub evidence: f64,
}

impl Score {
    /// The share of moves ranked among the first so many.
    pub fn top(&self, ranks: usize) -> f64 {
        self.ranks[..ranks].iter().sum::<u64>() as f64 / self.moves.max(1) as f64
    }

    /// The mean logarithm of the probability of the played move.
    pub fn mean_log_evidence(&self) -> f64 {
        self.evidence / self.moves.max(1) as f64
    }

    fn count(&mut self, rank: usize, evidence: f64) {
        self.moves += 1;
        self.evidence += evidence;
        if let Some(count) = self.ranks.get_mut(rank) {
            *count += 1;
        }
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.moves += other.moves;
        self.evidence += other.evidence;
        self.ranks.iter_mut().zip(other.ranks).for_each(|(a, b)| *a += b);
    }
}

/// The phase of a move, see [`PHASES`].
pub fn phase(number: usize, size: u8) -> usize {
    let share = number as f64 / (f64::from(size) * f64::from(size));
    if share < 0.14 {
        0
    } else if share < 0.42 {
        1
    } else {
        2
    }
}

/// The score by phase.
pub fn evaluate(games: &[GameMoves], predictor: &Predictor<'_>, progress: impl Fn(u64) + Sync) -> [Score; 3] {
    let parts: Vec<[Score; 3]> = games
        .par_iter()
        .map_init(Extractor::new, |extractor, game| {
            let mut scores = [Score::default(); 3];
            let mut moves = Vec::new();
            game.each(|played| {
                predictor.judge(extractor, &played, game.size, &mut moves);
                let (rank, evidence) = rank(&moves, played.point);
                scores[phase(played.number, game.size)].count(rank, evidence);
            });
            progress(1);
            scores
        })
        .collect();
    let mut sum = [Score::default(); 3];
    for part in parts {
        sum.iter_mut().zip(part).for_each(|(a, b)| *a += b);
    }
    sum
}

/// How many moves come before the played one (of equals, those that come first on the board), and the
/// logarithm of its probability.
fn rank(moves: &[(Point, f32)], played: Point) -> (usize, f64) {
    let Some(own) = moves.iter().find(|m| m.0 == played).map(|m| m.1) else { return (usize::MAX, -30.0) };
    let before = moves.iter().filter(|m| m.1 > own || m.1 == own && m.0 < played).count();
    let best = moves.iter().map(|m| m.1).fold(f32::NEG_INFINITY, f32::max);
    let sum: f64 = moves.iter().map(|m| f64::from(m.1 - best).exp()).sum();
    (before, f64::from(own - best) - sum.ln())
}

impl Predictor<'_> {
    /// The worths of all legal moves.
    fn judge(&self, extractor: &mut Extractor, played: &Played<'_>, size: u8, moves: &mut Vec<(Point, f32)>) {
        let (board, color) = (played.board, played.color);
        moves.clear();
        let legal = Point::all(size).filter(|&p| board.is_legal(color, p));
        match self {
            Predictor::Model(model) => {
                extractor.look(board, color, played.last);
                let points: Vec<Point> = legal.collect();
                let mut worths = Vec::new();
                model.worths(extractor, board, &points, &mut worths);
                moves.extend(points.into_iter().zip(worths));
            }
            Predictor::Rules => {
                let mut opinions: Vec<Opinion> = legal.map(|p| Opinion::none(Move::Play(p))).collect();
                let root = Position::new(size, Rules::CHINESE);
                let params = Params::default();
                let scene = Scene {
                    params: &params,
                    board,
                    to_play: color,
                    last: played.last,
                    depth: 0,
                    root: &root,
                    ownership: None,
                    distances: chain_distances(board, played.last[0]),
                };
                RulePrior.judge(&scene, &mut opinions);
                let mean = |o: &Opinion| o.wins / o.visits.max(1.0);
                moves.extend(opinions.iter().filter_map(|o| o.mv.point().map(|p| (p, mean(o)))));
            }
        }
    }
}
