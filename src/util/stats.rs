//! Statistics of matches: how sure a win rate is, what it means in Elo, and when to stop.

/// Two-sided 95 % of the normal distribution.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// A value with the interval it lies in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Wilson's score interval for a rate: `successes` of `trials` (E. B. Wilson, JASA 22, 1927). Half
/// successes, as draws are, may be given. Without trials the rate is one half, from 0 to 1.
pub fn wilson(successes: f64, trials: f64, z: f64) -> Estimate {
    if trials <= 0.0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    let rate = successes / trials;
    let spread = 1.0 + z * z / trials;
    let centre = (rate + z * z / (2.0 * trials)) / spread;
    let half = z / spread * (rate * (1.0 - rate) / trials + z * z / (4.0 * trials * trials)).sqrt();
    Estimate { value: rate, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// The Elo difference at which a player scores so much on average. Infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The average score at an Elo difference.
pub fn score_at(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Games of a match, seen from one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// All games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The average score, a draw counting half, with its Wilson interval.
    pub fn score(&self, z: f64) -> Estimate {
        wilson(f64::from(self.wins) + 0.5 * f64::from(self.draws), f64::from(self.games()), z)
    }

    /// The Elo difference, with the interval that belongs to that of the score. Ends are infinite where
    /// one side has won everything.
    pub fn elo(&self, z: f64) -> Estimate {
        let score = self.score(z);
        Estimate { value: elo(score.value), low: elo(score.low), high: elo(score.high) }
    }
}

/// A sequential probability ratio test (A. Wald, 1945) between two Elo differences: play on until the
/// results favour one of them clearly enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis: "no better than this".
    pub elo0: f64,
    /// The difference of the alternative: "at least so much better".
    pub elo1: f64,
    /// Accepted risk of finding the alternative where the null holds.
    pub alpha: f64,
    /// Accepted risk of finding the null where the alternative holds.
    pub beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The alternative is accepted.
    Better,
    /// The null hypothesis is accepted.
    NotBetter,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio: below the first the null is accepted, above the second
    /// the alternative.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the alternative over the null.
    ///
    /// Without draws it is the exact binomial ratio. With draws it is the generalised ratio of the
    /// trinomial model in its normal approximation, as chess engines use it (M. Van den Bergh, "A
    /// practical introduction to the GSPRT"): the draw rate is what the games show.
    pub fn llr(&self, tally: &Tally) -> f64 {
        let (s0, s1) = (score_at(self.elo0), score_at(self.elo1));
        let (wins, draws, losses) = (f64::from(tally.wins), f64::from(tally.draws), f64::from(tally.losses));
        if tally.draws == 0 {
            return wins * (s1 / s0).ln() + losses * ((1.0 - s1) / (1.0 - s0)).ln();
        }
        let games = wins + draws + losses;
        let mean = (wins + 0.5 * draws) / games;
        let square = (wins + 0.25 * draws) / games;
        let variance = square - mean * mean;
        // Only draws so far: no spread to measure against, and nothing learnt.
        if variance <= 0.0 {
            return 0.0;
        }
        games * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// What the games so far say.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let (low, high) = self.bounds();
        let llr = self.llr(tally);
        if llr >= high {
            Verdict::Better
        } else if llr <= low {
            Verdict::NotBetter
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::FastRng;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    #[test]
    fn wilson_gives_the_textbook_values() {
        // 81 of 263: Newcombe, Statistics in Medicine 17, 1998, table I.
        let estimate = wilson(81.0, 263.0, Z_95);
        assert!(near(estimate.low, 0.2553) && near(estimate.high, 0.3662), "{estimate:?}");
        let none = wilson(0.0, 20.0, Z_95);
        assert!(none.low == 0.0 && near(none.high, 0.1611), "{none:?}");
        assert_eq!(wilson(0.0, 0.0, Z_95), Estimate { value: 0.5, low: 0.0, high: 1.0 });
    }

    #[test]
    fn elo_and_score_undo_each_other() {
        assert!(near(elo(0.5), 0.0));
        assert!(near(elo(10.0 / 11.0), 400.0));
        for difference in [-350.0, -10.0, 0.0, 42.0] {
            assert!(near(elo(score_at(difference)), difference));
        }
        let tally = Tally { wins: 60, draws: 0, losses: 40 };
        let difference = tally.elo(Z_95);
        assert!(difference.low < difference.value && difference.value < difference.high);
        assert!(near(difference.value, 70.4365), "{difference:?}");
        assert_eq!(Tally { wins: 3, draws: 0, losses: 0 }.elo(Z_95).value, f64::INFINITY);
    }

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn the_bounds_are_walds() {
        let (low, high) = TEST.bounds();
        assert!(near(low, -2.9444) && near(high, 2.9444));
    }

    #[test]
    fn with_few_draws_both_ratios_agree() {
        let exact = TEST.llr(&Tally { wins: 5300, draws: 0, losses: 4700 });
        let approximate = TEST.llr(&Tally { wins: 5300, draws: 1, losses: 4700 });
        assert!((exact - approximate).abs() < 0.02 * exact.abs(), "{exact} {approximate}");
        assert_eq!(TEST.llr(&Tally { wins: 0, draws: 9, losses: 0 }), 0.0);
    }

    /// Plays simulated matches and counts how often the test says "better".
    fn share_found_better(true_elo: f64, draw_rate: f64) -> f64 {
        let mut rng = FastRng::new(5);
        let found = (0..400).filter(|_| {
            let mut tally = Tally::default();
            loop {
                if f64::from(rng.unit()) < draw_rate {
                    tally.draws += 1;
                } else if f64::from(rng.unit()) < score_at(true_elo) {
                    tally.wins += 1;
                } else {
                    tally.losses += 1;
                }
                match TEST.verdict(&tally) {
                    Verdict::Open => {}
                    verdict => break verdict == Verdict::Better,
                }
            }
        });
        found.count() as f64 / 400.0
    }

    #[test]
    fn the_risks_are_as_promised() {
        for draw_rate in [0.0, 0.1] {
            let (at_null, at_alternative) = (share_found_better(0.0, draw_rate), share_found_better(34.0, draw_rate));
            assert!(at_null < 0.08, "{draw_rate}: {at_null}");
            assert!(at_alternative > 0.92, "{draw_rate}: {at_alternative}");
        }
    }
}
