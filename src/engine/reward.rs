//! From final scores to rewards: won or lost, a share for the margin, and a bar that may move.

use super::params::Params;
use super::sync::{AtomicU32, Ordering};
use super::tree::Node;
use crate::board::Color;

/// How the results of a search become rewards. It follows the search: what is decided is played for
/// the score, and a side that is far behind gets a bar it can clear.
#[derive(Debug)]
pub struct Judge {
    /// Share of the margin when the game is open.
    open: f32,
    /// Share of the margin when it is decided (the temperature of Chelaru 5.2).
    decided: f32,
    /// Win rate beyond which the bar moves (the running average of Chelaru 5.2); 0 is never.
    threshold: f32,
    /// Points within which most of a difference in margin is felt.
    scale: f32,
    /// The share now, an `f32`.
    share: AtomicU32,
    /// Points that Black must be ahead by to have won, an `f32`.
    bar: AtomicU32,
}

/// Simulations before a win rate is believed.
const ENOUGH: f32 = 100.0;
/// Points by which the bar moves at a time.
const STEP: f32 = 0.5;

impl Judge {
    /// A judge for an open game.
    pub fn new(params: &Params, size: u8) -> Judge {
        Judge {
            open: params.score_weight,
            decided: params.score_temperature.max(params.score_weight),
            threshold: params.dynamic_komi,
            scale: 2.0 * f32::from(size),
            share: AtomicU32::new(params.score_weight.to_bits()),
            bar: AtomicU32::new(0f32.to_bits()),
        }
    }

    /// Black's reward for a final score, from 0 to 1.
    pub fn reward(&self, score: f32) -> f32 {
        let ahead = score - f32::from_bits(self.bar.load(Ordering::Relaxed));
        let won = if ahead == 0.0 { 0.5 } else { f32::from(ahead > 0.0) };
        let share = f32::from_bits(self.share.load(Ordering::Relaxed));
        let margin = 0.5 + 0.5 * (ahead / self.scale).tanh();
        won * (1.0 - share) + margin * share
    }

    /// Looks at the root, whose rewards are those of the player who is not to move.
    pub fn adapt(&self, root: &Node, to_play: Color) {
        let (visits, wins) = root.tally.get();
        if visits < ENOUGH {
            return;
        }
        let black = if to_play == Color::White { wins / visits } else { 1.0 - wins / visits };
        // From 85 % on a game counts as more and more decided.
        let decided = ((black - 0.5).abs() - 0.35).max(0.0) / 0.15;
        let share = self.open + (self.decided - self.open) * decided.min(1.0);
        self.share.store(share.to_bits(), Ordering::Relaxed);
        if self.threshold > 0.0 {
            let bar = f32::from_bits(self.bar.load(Ordering::Relaxed));
            // Never beyond the score that is expected anyway.
            let (score, _) = root.score();
            let moved = if black < self.threshold {
                (bar - STEP).max(score.min(0.0))
            } else if black > 1.0 - self.threshold {
                (bar + STEP).min(score.max(0.0))
            } else {
                bar
            };
            self.bar.store(moved.to_bits(), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_by_more_is_worth_a_little_more_and_never_as_much_as_winning() {
        let judge = Judge::new(&Params::default(), 9);
        assert!(judge.reward(20.5) > judge.reward(0.5));
        assert!(judge.reward(-0.5) < judge.reward(0.5));
        assert!(judge.reward(0.5) - judge.reward(-0.5) > judge.reward(80.5) - judge.reward(0.5));
        assert!((judge.reward(3.5) + judge.reward(-3.5) - 1.0).abs() < 1e-6, "the same for both colours");
    }

    #[test]
    fn the_bar_comes_down_for_a_black_who_is_far_behind() {
        let params = Params { dynamic_komi: 0.3, ..Params::default() };
        let judge = Judge::new(&params, 9);
        let root = Node::default();
        root.tally.visit(1000);
        for _ in 0..1000 {
            root.add_score(-60); // White wins by 30 points
        }
        // Black to move: the root's rewards are White's, who wins them all.
        root.tally.reward(1000 * super::super::tree::REWARD, 0);
        assert_eq!(judge.reward(-5.5).round(), 0.0);
        for _ in 0..40 {
            judge.adapt(&root, Color::Black);
        }
        assert_eq!(judge.reward(-5.5).round(), 1.0, "losing by little counts as won against a bar of -20");
        for _ in 0..100 {
            judge.adapt(&root, Color::Black);
        }
        assert_eq!(judge.reward(-31.0).round(), 0.0, "the bar stops at the expected score");
    }
}
