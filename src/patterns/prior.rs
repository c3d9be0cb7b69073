//! The patterns in the search: the engine's [`Prior`] from learnt weights.

use super::features::Extractor;
use super::model::{Models, softmax};
use crate::board::Point;
use crate::engine::prior::{Opinion, Prior, Scene};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// No move is less likely than this, so that none is ruled out by what was learnt.
const LEAST: f32 = 1e-5;

/// Gives every move won virtual simulations by how likely strong players are to choose it, and H.
pub struct PatternPrior {
    models: Arc<Models>,
    /// Extractors that no thread uses at the moment: making one takes as long as using it.
    idle: Mutex<Vec<Box<Extractor>>>,
}

impl PatternPrior {
    /// Its name among the priors.
    pub const NAME: &'static str = "patterns";

    /// Judges by these models.
    pub fn new(models: Arc<Models>) -> PatternPrior {
        PatternPrior { models, idle: Mutex::new(Vec::new()) }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Box<Extractor>>> {
        // Nothing that a thread did before it broke down is left in an extractor: `look` begins anew.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
        let Some(model) = self.models.of(scene.board.size()) else { return };
        let idle = self.idle().pop();
        let mut extractor = idle.unwrap_or_default();
        extractor.look(scene.board, scene.to_play, scene.last);
        let (places, points): (Vec<usize>, Vec<Point>) =
            moves.iter().enumerate().filter_map(|(at, opinion)| Some((at, opinion.mv.point()?))).unzip();
        let mut worths = Vec::new();
        model.worths(&extractor, scene.board, &points, &mut worths);
        let mut worths: Vec<(usize, f32)> = places.into_iter().zip(worths).collect();
        self.idle().push(extractor);
        softmax(&mut worths);
        // A larger board has more moves to choose from and as many simulations: knowledge counts for more.
        let weight = params.pattern_weight * f32::from(scene.board.size()) / 9.0;
        for (at, probability) in worths {
            // The root makes the second and third choices heard beside the first.
            let share = probability.max(LEAST).sqrt();
            moves[at].add(1.0, weight * share);
            moves[at].bias += params.pattern_bias * share;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Move, PointMap, Position, Rules};
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
            root.play(Point::new(1, 2).into()).unwrap();
            root.play(Point::new(size - 2, 1).into()).unwrap();
            let mut params = Params::default();
            (params.pattern_weight, params.pattern_bias) = (40.0, 1.0);
            let none: Vec<Opinion> = root.board().empty_points().iter().map(|&p| Opinion::none(p.into())).collect();
            let mut moves = none.clone();
            PatternPrior::new(models.clone()).judge(&scene(&params, &root), &mut moves);
            assert!(moves.iter().all(|o| o.visits > 0.0 && o.wins == o.visits && o.bias > 0.0), "{size}");
            let best = moves.iter().max_by(|a, b| a.visits.total_cmp(&b.visits)).unwrap();
            let policy = models.of(size).unwrap().policy(root.board(), Color::Black, root.last_points());
            // Two corners may be as likely as each other.
            let likely = policy.iter().find(|m| best.mv == Move::Play(m.0)).unwrap();
            assert!(policy[0].1 - likely.1 < 1e-5, "{size}: {:?}", best.mv);
            assert!((policy.iter().map(|m| m.1).sum::<f32>() - 1.0).abs() < 1e-3);

            (params.pattern_weight, params.pattern_bias) = (0.0, 0.0);
            moves = none.clone();
            PatternPrior::new(models.clone()).judge(&scene(&params, &root), &mut moves);
            assert_eq!(moves, none, "switched off");
        }
    }
}
