//! The experts in the engine: its [`Prior`] and its [`Book`] from the ontology.

use super::bias::{self, Adviser};
use super::matching::Context;
use crate::board::{Move, Position};
use crate::engine::Book;
use crate::engine::prior::{Opinion, Prior, Scene};
use crate::util::rng::FastRng;

/// Gives every move that experts have judged in a position of the tree their virtual simulations and
/// H, told apart from the engine's own.
#[derive(Clone, Debug)]
pub struct OntologyPrior(pub Adviser);

impl Prior for OntologyPrior {
    fn name(&self) -> &'static str {
        "ontology"
    }

    fn judge(&self, scene: &Scene<'_>, moves: &mut [Opinion]) {
        if !self.0.index().knows(scene.board, scene.to_play) {
            return;
        }
        let context = Context::of(scene.root.rules(), scene.root.komi());
        for (mv, bias) in self.0.biases(scene.board, scene.to_play, &context) {
            if let Some(opinion) = moves.iter_mut().find(|o| o.mv == mv)
                && bias.visits > 0.0
            {
                opinion.add_expert(bias.wins / bias.visits, bias.visits);
                opinion.add_expert_bias(bias.h);
            }
        }
    }
}

/// Plays what experts have confirmed as good in this very position.
#[derive(Clone, Debug)]
pub struct OntologyBook {
    /// Looks verdicts up.
    pub adviser: Adviser,
    /// Which of them are good enough.
    pub rule: bias::Book,
}

impl Book for OntologyBook {
    fn choose(&self, position: &Position, rng: &mut FastRng) -> Option<Move> {
        let context = Context::of(position.rules(), position.komi());
        self.rule.choose(&self.adviser.judged(position.board(), position.to_play(), &context), rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Move, Point, PointMap, Position, Rules};
    use crate::engine::Params;
    use crate::ontology::fusion::OPERATORS;
    use crate::ontology::{Index, shipped};

    #[test]
    fn the_tree_hears_the_experts_apart_from_the_engine() {
        let dir = tempfile::tempdir().unwrap();
        let store = shipped::open(&dir.path().join("o.db")).unwrap();
        let mut root = Position::new(9, Rules::CHINESE).with_komi(7.5);
        let mv = |text: &str| Move::from_gtp(text, 9).unwrap();
        root.play(mv("E5")).unwrap();
        root.play(mv("G5")).unwrap();
        let params = Params::default();
        let scene = Scene {
            params: &params,
            board: root.board(),
            to_play: Color::Black,
            last: [None; 2],
            depth: 0,
            root: &root,
            ownership: None,
            distances: PointMap::new(0),
        };
        let mut moves: Vec<Opinion> = Point::all(9).map(|p| Opinion::none(p.into())).collect();
        let index = Index::load(&store).unwrap();
        OntologyPrior(Adviser::new(index, OPERATORS[0])).judge(&scene, &mut moves);
        let of = |text: &str| moves.iter().find(|o| o.mv == mv(text)).copied().unwrap();
        assert!(of("F3").visits > 10.0 && of("F3").expert_visits == of("F3").visits && of("F3").bias > 0.3);
        assert!(of("C3").bias < 0.0 && of("C3").wins < 0.3 * of("C3").visits);
        assert_eq!(of("A1"), Opinion::none(mv("A1")));
    }

    #[test]
    fn the_book_plays_what_is_validated_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let index = Index::load(&shipped::open(&dir.path().join("o.db")).unwrap()).unwrap();
        let book = OntologyBook { adviser: Adviser::new(index, OPERATORS[0]), rule: bias::Book::default() };
        let mv = |text: &str| Move::from_gtp(text, 9).unwrap();
        let mut game = Position::new(9, Rules::CHINESE).with_komi(7.5);
        let mut rng = FastRng::new(1);
        assert_eq!(book.choose(&game, &mut rng), Some(mv("E5")));
        game.play(mv("E5")).unwrap();
        game.play(mv("G5")).unwrap();
        for _ in 0..20 {
            // G5 is one of eight: the reply is F3 or its mirror image.
            let reply = book.choose(&game, &mut rng);
            assert!(reply == Some(mv("F3")) || reply == Some(mv("F7")), "{reply:?}");
        }
        game.play(mv("A1")).unwrap();
        assert_eq!(book.choose(&game, &mut rng), None);
    }
}
