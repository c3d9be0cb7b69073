//! How much a move loses against the best one, in classes.

use super::analysed::{Analysed, AnalysedMove};
use crate::board::{Color, Move};

/// Six classes of loss, from none to a blunder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LossClass(u8);

impl LossClass {
    /// Number of classes.
    pub const COUNT: usize = 6;
    /// No loss.
    pub const NONE: LossClass = LossClass(0);
    const POINTS: [f32; 5] = [0.5, 1.5, 3.0, 6.0, 12.0];
    const WINRATE: [f32; 5] = [0.01, 0.03, 0.06, 0.12, 0.24];

    /// All classes, from none to a blunder.
    pub fn all() -> impl Iterator<Item = LossClass> {
        (0..Self::COUNT as u8).map(LossClass)
    }

    /// By points lost.
    pub fn of_points(loss: f32) -> LossClass {
        Self::by(&Self::POINTS, loss)
    }

    /// By win rate lost, in 0..1.
    pub fn of_winrate(loss: f32) -> LossClass {
        Self::by(&Self::WINRATE, loss)
    }

    /// By a score in 0..1, where 1 is a move without any loss; a blunder is left to the engine.
    pub fn of_score(score: f32) -> LossClass {
        LossClass([0.8, 0.6, 0.4, 0.2].iter().filter(|&&bound| score < bound).count() as u8)
    }

    fn by(bounds: &[f32; 5], loss: f32) -> LossClass {
        LossClass(bounds.iter().filter(|&&bound| loss >= bound).count() as u8)
    }

    /// 0 for no loss, 5 for a blunder.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// A sign beside the colour, for those who do not see colours alike.
    pub fn symbol(self) -> &'static str {
        ["", "", "?!", "?", "??", "???"][self.index()]
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        ["good", "slack", "inaccuracy", "mistake", "bad mistake", "blunder"][self.index()]
    }

    /// The colour that gui conventions give it, as red, green and blue in one number.
    pub fn rgb(self) -> u32 {
        [0x1E9600, 0xABE62E, 0xF2F200, 0xE6661A, 0xCC0000, 0x72216B][self.index()]
    }

    /// Whether the class is worth a stop in a review: three points or more.
    pub fn is_mistake(self) -> bool {
        self.0 >= 3
    }
}

/// Simulations of a move that are enough to compare it with the best one.
const ENOUGH: u32 = 30;

/// What a move lost, for the player who made it. Never less than nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Of the chance to win, 0..1.
    pub win_rate: f32,
    /// Of points, where the engine tells.
    pub points: Option<f32>,
}

impl Loss {
    /// Its class. Points are too rough where few games went that way, so win rate and points must
    /// both speak of a loss.
    pub fn class(self) -> LossClass {
        let by_rate = LossClass::of_winrate(self.win_rate);
        self.points.map_or(by_rate, |points| LossClass::of_points(points).min(by_rate))
    }

    /// What a move lost, by what was said before it and after it.
    ///
    /// The engine's own comparison of the move with its best is better than two searches, where it
    /// looked at the move at all. Nothing where neither is known.
    pub fn of(before: &Analysed, after: Option<&Analysed>, color: Color, mv: Move) -> Option<Loss> {
        let best = before.best()?;
        let own = before.find(mv).filter(|own| own.visits.saturating_mul(20) >= best.visits);
        // A handful of simulations is worth less than a search of its own; but the engine's own choice cannot
        // lose against itself, and nobody could be told what would have been better.
        let own = own.filter(|own| own.visits >= ENOUGH || after.is_none() || own.mv == best.mv);
        let (win_rate, score) = match (own, after) {
            (Some(AnalysedMove { win_rate, score, .. }), _) => (*win_rate, *score),
            (None, Some(after)) => (after.win_rate, after.score),
            (None, None) => return None,
        };
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let (best_rate, best_score) = match own {
            Some(_) => (best.win_rate, best.score),
            None => (before.win_rate, before.score),
        };
        // A loss of minus nothing is nothing.
        let lost = |best: f32, now: f32| (sign * (best - now)).max(0.0) + 0.0;
        let points = best_score.zip(score).map(|(best, score)| lost(best, score));
        Some(Loss { win_rate: lost(best_rate, win_rate), points })
    }
}

#[cfg(test)]
mod tests {
    use super::super::analysed::tests::sample;
    use super::*;
    use crate::board::Point;

    #[test]
    fn classes_follow_the_bounds_of_the_conventions() {
        for (loss, class) in
            [(-1.0, 0), (0.0, 0), (0.49, 0), (0.5, 1), (1.5, 2), (3.0, 3), (6.0, 4), (12.0, 5), (90.0, 5)]
        {
            assert_eq!(LossClass::of_points(loss).index(), class, "{loss} points");
        }
        assert_eq!(LossClass::of_winrate(0.06).index(), 3);
        assert!(LossClass::of_points(3.0).is_mistake() && !LossClass::of_points(2.9).is_mistake());
    }

    #[test]
    fn a_loss_is_that_of_the_mover_and_both_measures_must_agree() {
        for color in Color::BOTH {
            let before = sample(color, 0.5, 2.0);
            let played = |x, y| Move::Play(Point::new(x, y));
            let best = Loss::of(&before, None, color, played(4, 4)).unwrap();
            assert_eq!((best.win_rate, best.class()), (0.0, LossClass::NONE));
            let worse = Loss::of(&before, None, color, played(2, 6)).unwrap();
            assert!((worse.win_rate - 0.2).abs() < 1e-6 && (worse.points.unwrap() - 8.0).abs() < 1e-5);
            assert_eq!(worse.class().index(), 4);
            assert_eq!(Loss::of(&before, None, color, played(0, 0)), None, "never looked at");
            // Lost by 30 % in the next search, but only one point: hardly a loss.
            let sign = if color == Color::Black { 1.0 } else { -1.0 };
            let after = sample(!color, 0.5 - sign * 0.3, 2.0 - sign);
            let unseen = Loss::of(&before, Some(&after), color, played(0, 0)).unwrap();
            assert_eq!((unseen.points, unseen.class().index()), (Some(1.0), 1));
            let mut rough = sample(color, 0.5, 2.0);
            (rough.moves[0].visits, rough.moves[1].visits) = (40, 10);
            let better = Loss::of(&rough, Some(&sample(!color, 0.5, 2.0)), color, played(2, 6)).unwrap();
            assert_eq!(better.win_rate, 0.0, "ten simulations are overruled by a search");
            rough.moves[0].visits = 5;
            let doubted = sample(!color, 0.5 - sign * 0.3, 2.0 - sign * 20.0);
            let chosen = Loss::of(&rough, Some(&doubted), color, played(4, 4)).unwrap();
            assert_eq!(chosen.class(), LossClass::NONE, "what the engine would have played is no mistake");
        }
    }
}
