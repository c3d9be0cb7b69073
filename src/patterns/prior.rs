//! The patterns in the search: the engine's [`Prior`] from learnt weights.

use super::features::Extractor;
use super::model::{Models, softmax};
use crate::board::Move;
use crate::engine::prior::{Opinion, Prior, Scene};
use std::sync::Arc;

/// No move is less likely than this, so that none is ruled out by what was learnt.
const LEAST: f32 = 1e-5;

/// Gives every move won virtual simulations by how likely strong players are to choose it, and H.
#[derive(Clone, Debug)]
pub struct PatternPrior(pub Arc<Models>);

impl PatternPrior {
    /// Its name among the priors.
    pub const NAME: &'static str = "patterns";
}

impl Prior for PatternPrior {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn judge(&self, scene: &Scene<'_>, moves: &mut [Opinion]) {
        let params = scene.params;
        if params.pattern_weight <= 0.0 && params.pattern_bias <= 0.0 {
            return;
        }
        let Some(model) = self.0.of(scene.board.size()) else { return };
        let mut extractor = Extractor::new();
        extractor.look(scene.board, scene.to_play, scene.last);
        let mut worths: Vec<(usize, f32)> = moves
            .iter()
            .enumerate()
            .filter_map(|(at, opinion)| match opinion.mv {
                Move::Play(point) => Some((at, model.worth(&extractor, scene.board, point))),
                Move::Pass => None,
            })
            .collect();
        softmax(&mut worths);
        for (at, probability) in worths {
            // The root makes the second and third choices heard beside the first.
            let share = probability.max(LEAST).sqrt();
            moves[at].add(1.0, params.pattern_weight * share);
            moves[at].bias += params.pattern_bias * share;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Point, PointMap, Position, Rules};
    use crate::engine::Params;
    use crate::patterns::shipped;

    fn scene<'a>(params: &'a Params, root: &'a Position) -> Scene<'a> {
        Scene {
            params,
            board: root.board(),
            to_play: Color::Black,
            last: root.last_points(),
            depth: 0,
            root,
            ownership: None,
            distances: PointMap::new(0),
        }
    }

    #[test]
    fn every_move_is_heard_and_likely_ones_most() {
        let models = shipped().unwrap();
        for size in [5, 9, 13, 19] {
            let mut root = Position::new(size, Rules::CHINESE);
            root.play(Point::new(2, 2).into()).unwrap();
            root.play(Point::new(size - 3, 2).into()).unwrap();
            let mut params = Params::default();
            (params.pattern_weight, params.pattern_bias) = (40.0, 1.0);
            let none: Vec<Opinion> = root.board().empty_points().iter().map(|&p| Opinion::none(p.into())).collect();
            let mut moves = none.clone();
            PatternPrior(models.clone()).judge(&scene(&params, &root), &mut moves);
            assert!(moves.iter().all(|o| o.visits > 0.0 && o.wins == o.visits && o.bias > 0.0), "{size}");
            let best = moves.iter().max_by(|a, b| a.visits.total_cmp(&b.visits)).unwrap();
            let policy = models.of(size).unwrap().policy(root.board(), Color::Black, root.last_points());
            assert_eq!(best.mv, Move::Play(policy[0].0));
            assert!((policy.iter().map(|m| m.1).sum::<f32>() - 1.0).abs() < 1e-3);

            (params.pattern_weight, params.pattern_bias) = (0.0, 0.0);
            moves = none.clone();
            PatternPrior(models.clone()).judge(&scene(&params, &root), &mut moves);
            assert_eq!(moves, none, "switched off");
        }
    }
}
