//! Why strong players would choose a move, or would not: what the learnt patterns say of it, in kinds
//! that a player can think of, each compared with the other moves of the position.

use crate::board::{Point, Position};
use crate::patterns::{Effects, Extractor, Family, Models, Term, shipped};
use std::sync::Arc;

pub mod sentences;

/// What speaks for or against a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Captures, ataris, ladders, liberties, connections.
    Tactics,
    /// The stones around it and their liberties.
    Shape,
    /// That it answers the last move.
    Answer,
    /// That it follows the player's own last move.
    Plan,
    /// Its place on the board.
    Place,
    /// How far it is from the last moves.
    Distance,
    /// The corner or the whole board as masters have left it before.
    Opening,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] =
        [Kind::Tactics, Kind::Shape, Kind::Answer, Kind::Plan, Kind::Place, Kind::Distance, Kind::Opening];

    /// The kind that a family of features belongs to.
    pub fn of(family: Family) -> Kind {
        match family {
            Family::Shape | Family::Status => Kind::Shape,
            Family::Answer | Family::StatusAnswer | Family::Reply | Family::StatusReply => Kind::Answer,
            Family::Before | Family::Both => Kind::Plan,
            Family::Tactics => Kind::Tactics,
            Family::Place => Kind::Place,
            Family::Distance => Kind::Distance,
            Family::Corner | Family::Whole => Kind::Opening,
        }
    }
}

/// A weight for each kind.
type ByKind = [f32; Kind::ALL.len()];

/// What the patterns say of the moves of a position, worked out once for all of them.
pub struct Policy {
    models: Arc<Models>,
    extractor: Extractor,
    position: Position,
    /// The legal moves with their probabilities, the most likely first.
    moves: Vec<(Point, f32)>,
    /// The mean weight of each kind over the legal moves: only differences between moves mean anything.
    means: ByKind,
}

/// Why a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The move.
    pub point: Point,
    /// How likely a strong player chooses it, 0..1.
    pub probability: f32,
    /// Its place among the legal moves, from 1.
    pub rank: usize,
    /// What speaks for and against it, the strongest first: how many times as likely each makes it,
    /// compared with an average move here.
    pub reasons: Vec<(Kind, f32)>,
    /// What it does to the chains around it.
    pub effects: Effects,
    /// Its line, counted from the nearest edge, from 1.
    pub line: u8,
    /// Lines and columns from the last move.
    pub from_last: Option<u8>,
    /// Points across the largest known shape around it; 0 where none is known.
    pub shape: u8,
    /// All its known features with their weights, the heaviest first.
    pub terms: Vec<Term>,
}

impl Policy {
    /// Asks the program's own patterns about a position; nothing where there are none for it.
    pub fn of(position: &Position) -> Option<Policy> {
        Policy::by(shipped().ok()?, position)
    }

    /// Asks these patterns about a position; nothing where there are none for it.
    pub fn by(models: Arc<Models>, position: &Position) -> Option<Policy> {
        let model = models.of(position.size())?;
        let (board, to_play, last) = (position.board(), position.to_play(), position.last_points());
        let moves = model.policy(board, to_play, last);
        let mut extractor = Extractor::new();
        extractor.look(board, to_play, last);
        let mut means = ByKind::default();
        for &(point, _) in &moves {
            let sums = by_kind(&model.explain(&extractor, board, point));
            means.iter_mut().zip(sums).for_each(|(mean, sum)| *mean += sum / moves.len() as f32);
        }
        Some(Policy { extractor, position: position.clone(), moves, means, models })
    }

    /// The position it is about.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The legal moves with their probabilities, the most likely first.
    pub fn moves(&self) -> &[(Point, f32)] {
        &self.moves
    }

    /// Why a move; nothing where it is not legal.
    pub fn why(&self, point: Point) -> Option<Why> {
        let (board, size) = (self.position.board(), self.position.size());
        let at = self.moves.iter().position(|m| m.0 == point)?;
        let terms = self.models.of(size)?.explain(&self.extractor, board, point);
        let sums = by_kind(&terms);
        let factors = Kind::ALL.into_iter().zip(sums.iter().zip(self.means));
        let mut reasons: Vec<(Kind, f32)> = factors.map(|(kind, (sum, mean))| (kind, (sum - mean).exp())).collect();
        reasons.sort_by(|a, b| b.1.ln().abs().total_cmp(&a.1.ln().abs()));
        let shapes = terms.iter().filter(|term| term.feature.family == Family::Shape).map(|term| term.feature.size);
        Some(Why {
            point,
            probability: self.moves[at].1,
            rank: at + 1,
            reasons,
            effects: self.extractor.effects(board, point),
            line: point.edge_distance(size) + 1,
            from_last: self.position.last_points()[0].map(|last| last.line_distance(point)),
            shape: shapes.max().map_or(0, across),
            terms,
        })
    }
}

/// Points across a region: one of size d reaches d/2 lines from its middle along a line.
fn across(size: u8) -> u8 {
    size / 2 * 2 + 1
}

fn by_kind(terms: &[Term]) -> ByKind {
    let mut sums = ByKind::default();
    for term in terms {
        sums[Kind::of(term.feature.family) as usize] += term.weight;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Rules};

    fn at(text: &str) -> Point {
        Move::from_gtp(text, 19).unwrap().point().unwrap()
    }

    #[test]
    fn a_likely_move_has_reasons_and_an_illegal_one_none() {
        let mut position = Position::new(19, Rules::JAPANESE);
        position.play(at("Q16").into()).unwrap();
        let policy = Policy::of(&position).unwrap();
        let (corner, edge) = (policy.why(at("D4")).unwrap(), policy.why(at("A10")).unwrap());
        assert!(corner.probability > 0.02 && edge.probability < 0.001, "{corner:?} {edge:?}");
        assert!(corner.rank < edge.rank && policy.moves()[corner.rank - 1].0 == corner.point);
        assert_eq!((corner.line, edge.line, corner.from_last), (4, 1, Some(24)));
        assert!(policy.why(at("Q16")).is_none());
    }

    #[test]
    fn reasons_and_probabilities_say_the_same() {
        let mut position = Position::new(19, Rules::JAPANESE);
        for text in ["Q16", "D4", "Q3", "R5"] {
            position.play(at(text).into()).unwrap();
        }
        let policy = Policy::of(&position).unwrap();
        let (one, other) = (policy.why(at("C16")).unwrap(), policy.why(at("K10")).unwrap());
        let product = |why: &Why| why.reasons.iter().map(|reason| f64::from(reason.1)).product::<f64>();
        let by_reasons = product(&one) / product(&other);
        let by_probability = f64::from(one.probability / other.probability);
        assert!((by_reasons / by_probability - 1.0).abs() < 0.01, "{by_reasons} and {by_probability}");
        assert_eq!(one.reasons.len(), Kind::ALL.len());
    }

    #[test]
    fn what_a_capture_does_is_told() {
        let mut position = Position::new(9, Rules::CHINESE);
        for text in ["E5", "E6", "A1", "D5", "A2", "F5", "A3"] {
            position.play(Move::from_gtp(text, 9).unwrap()).unwrap();
        }
        let why = Policy::of(&position).unwrap().why(Move::from_gtp("E4", 9).unwrap().point().unwrap()).unwrap();
        assert!(why.effects.captures > 0 && why.effects.taken == 1, "{:?}", why.effects);
        assert!(why.reasons.iter().any(|&(kind, factor)| kind == Kind::Tactics && factor > 1.0), "{why:?}");
    }
}
