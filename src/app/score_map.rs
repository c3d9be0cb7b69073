//! How the estimates of moves change from one turn of a player to the next, drawn on the board: the
//! view of Liu and Tremblay (figure 16), with the correlation that they judged by eye.

use crate::board::{Move, Point};
use crate::engine::{Candidate, Snapshot};

/// Simulations behind an estimate that are enough to show it.
const ENOUGH: f32 = 8.0;
/// RAVE simulations count for at most this many of the move's own.
const RAVE_WEIGHT: f32 = 40.0;
/// Moves that both turns must have estimated before a correlation means anything.
const FEWEST: usize = 8;

/// The estimates of a player's moves now, and of the same moves a turn ago.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreMap {
    /// Each move with the chance to win that it promises now, and what it promised a turn ago.
    pub moves: Vec<(Point, f32, Option<f32>)>,
    /// Pearson's correlation of the two, over the moves that have both.
    pub correlation: Option<f32>,
}

impl ScoreMap {
    /// From what the engine says now, and what it said when the same player was last to move.
    pub fn new(now: &Snapshot, before: Option<&Snapshot>) -> ScoreMap {
        let before = before.filter(|before| before.to_play == now.to_play && before.size == now.size);
        let earlier = |mv: Move| before?.candidates.iter().find(|c| c.mv == mv).and_then(estimate);
        let moves: Vec<(Point, f32, Option<f32>)> = now
            .candidates
            .iter()
            .filter_map(|candidate| {
                let point = candidate.mv.point()?;
                Some((point, estimate(candidate)?, earlier(candidate.mv)))
            })
            .collect();
        let pairs: Vec<(f32, f32)> = moves.iter().filter_map(|&(_, now, before)| Some((now, before?))).collect();
        ScoreMap { moves, correlation: correlation(&pairs) }
    }

    /// The lowest and the highest estimate, now or before.
    pub fn range(&self) -> (f32, f32) {
        let all = self.moves.iter().flat_map(|&(_, now, before)| [Some(now), before]).flatten();
        all.fold((1.0, 0.0), |(low, high), value| (value.min(low), value.max(high)))
    }
}

/// The mean of a move's own simulations and of those in which it was played later, as the search
/// itself sees it.
fn estimate(candidate: &Candidate) -> Option<f32> {
    let (own, rave) = (candidate.visits as f32, (candidate.rave.1 as f32).min(RAVE_WEIGHT));
    let weight = own + rave;
    (weight >= ENOUGH).then(|| (own * candidate.win_rate + rave * candidate.rave.0) / weight)
}

fn correlation(pairs: &[(f32, f32)]) -> Option<f32> {
    if pairs.len() < FEWEST {
        return None;
    }
    let n = pairs.len() as f64;
    let pairs = || pairs.iter().map(|&(a, b)| (f64::from(a), f64::from(b)));
    let mean = pairs().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0 / n, sum.1 + pair.1 / n));
    let sum = |f: &dyn Fn(f64, f64) -> f64| pairs().map(|(a, b)| f(a - mean.0, b - mean.1)).sum::<f64>();
    let spread = (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt();
    (spread > 1e-9).then(|| (sum(&|a, b| a * b) / spread) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    fn snapshot(to_play: Color, values: &[f32]) -> Snapshot {
        let candidate = |(i, &win_rate): (usize, &f32)| Candidate {
            visits: 100,
            win_rate,
            ..Candidate::unknown(Move::Play(Point::new(i as u8, 0)))
        };
        let candidates = values.iter().enumerate().map(candidate).collect();
        Snapshot { candidates, ..Snapshot::empty(19, to_play) }
    }

    #[test]
    fn estimates_are_set_side_by_side_and_correlated() {
        let rising: Vec<f32> = (0..10).map(|i| 0.1 + i as f32 * 0.05).collect();
        let falling: Vec<f32> = rising.iter().map(|value| 1.0 - value).collect();
        let (now, same) = (snapshot(Color::Black, &rising), snapshot(Color::Black, &rising));
        let map = ScoreMap::new(&now, Some(&same));
        assert!((map.correlation.unwrap() - 1.0).abs() < 1e-4);
        assert_eq!(map.moves[3], (Point::new(3, 0), rising[3], Some(rising[3])));
        let turned = ScoreMap::new(&now, Some(&snapshot(Color::Black, &falling)));
        assert!((turned.correlation.unwrap() + 1.0).abs() < 1e-4);
        assert_eq!(turned.range(), (0.1, 0.9));
        let other = ScoreMap::new(&now, Some(&snapshot(Color::White, &rising)));
        assert_eq!((other.correlation, other.moves[0].2), (None, None), "the other player's turn is no turn before");
        let flat = ScoreMap::new(&now, Some(&snapshot(Color::Black, &[0.5; 10])));
        assert_eq!(flat.correlation, None, "nothing goes with what does not change");
    }

    #[test]
    fn a_move_tried_rarely_is_judged_by_rave_and_one_never_tried_is_left_out() {
        let mut now = snapshot(Color::Black, &[0.9, 0.4, 0.4]);
        now.candidates[0].visits = 0;
        now.candidates[1].visits = 10;
        now.candidates[1].rave = (0.8, 30);
        let map = ScoreMap::new(&now, None);
        assert_eq!(map.moves.len(), 2);
        assert!((map.moves[0].1 - 0.7).abs() < 1e-6, "{:?}", map.moves);
    }
}
