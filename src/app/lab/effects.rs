//! The effects that the papers report, as matches of our engine against itself with a thing on and off.

use crate::app::matches::{Conditions, ContestantError, Match, MatchError, Summary, openings};
use crate::board::Rules;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// One thing that a paper says makes an engine stronger, or not.
pub struct Effect {
    /// How it is asked for.
    pub key: &'static str,
    /// What is on or larger on the first side.
    pub what: &'static str,
    /// Settings of the side that has it.
    pub with: &'static str,
    /// Settings of the side that has it not.
    pub without: &'static str,
    /// Simulations of a move.
    pub simulations: u64,
    /// How many times as many the first side gets.
    pub factor: u64,
    /// What the papers found, where they say.
    pub paper: &'static str,
}

const NO_PATTERNS: &str = "play_shapes=off,play_patterns=0,play_patterns_before=0";
const POOL: &str = "pool_rave=on,pool_size=20,pool_probability=1";
const POOL_WITHOUT_PATTERNS: &str =
    "pool_rave=on,pool_size=20,pool_probability=1,play_shapes=off,play_patterns=0,play_patterns_before=0";

/// A rule of playouts, which the first side has by default.
const fn rule(key: &'static str, what: &'static str, without: &'static str, paper: &'static str) -> Effect {
    Effect { key, what, with: "", without, simulations: 10_000, factor: 1, paper }
}

const fn doubling(key: &'static str, simulations: u64, paper: &'static str) -> Effect {
    Effect { key, what: "twice the simulations", with: "", without: "", simulations, factor: 2, paper }
}

const fn at_1000(
    key: &'static str,
    what: &'static str,
    with: &'static str,
    without: &'static str,
    paper: &'static str,
) -> Effect {
    Effect { key, what, with, without, simulations: 1000, factor: 1, paper }
}

/// All of them.
pub static EFFECTS: &[Effect] = &[
    doubling("double-1000", 1000, "71 % (Hoock et al., table 1)"),
    doubling("double-4000", 4000, "69 % (Hoock et al., table 1)"),
    at_1000("rave", "RAVE", "", "rave=off", "a large gain (Gelly and Silver 2007)"),
    at_1000("ucb", "eq. 4.1 in the place of UCB1", "", "selection=ucb1,ucb_alpha=0.3", "a large gain (Rimmel 4.1)"),
    rule("save", "stones in atari are saved", "play_save=off", "part of MoGo (Rimmel, alg. 6)"),
    rule("capture", "attackers in atari are taken", "play_capture=off", "part of MoGo (Rimmel, alg. 6)"),
    rule("nakade", "vital points", "play_nakade=off", "66 % at 45 s (Rimmel, table 4.2)"),
    rule("two-liberties", "chains of two liberties are fought over", "play_two_liberties=off", ""),
    rule("shapes", "learnt shapes in the place of MoGo's patterns", "play_shapes=off", "a gain (Huang et al. 2010)"),
    rule("patterns", "shapes or patterns at all", NO_PATTERNS, "part of MoGo (Rimmel, alg. 6)"),
    rule("capture-anywhere", "captures anywhere", "play_capture_anywhere=0", "part of MoGo (Rimmel, alg. 6)"),
    rule("self-atari", "foolish self-ataris are refused", "play_refuse_self_atari=0", ""),
    rule("approach", "connections in the place of self-ataris", "play_approach=0", "52.7 % (Rimmel, alg. 13)"),
    at_1000("pool", "poolRave, beside shapes", POOL, "", "51.7 % (Hoock et al. IV.A)"),
    at_1000(
        "pool-plain",
        "poolRave, without shapes and patterns",
        POOL_WITHOUT_PATTERNS,
        NO_PATTERNS,
        "62.7 % (Hoock et al., fig. 7)",
    ),
    at_1000(
        "pool-pass",
        "poolRave that passes (p = 0.1)",
        "pool_rave=pass,pool_size=5,pool_probability=0.1",
        "",
        "too many games lost to go on (WPI report 4.2.2)",
    ),
    at_1000(
        "pool-persist-pass",
        "poolRave that looks through the pool, then passes (p = 0.1)",
        "pool_rave=persist-pass,pool_size=5,pool_probability=0.1",
        "",
        "29 to 34 % where Fuego alone had 86 % (WPI report 4.2.3)",
    ),
    at_1000(
        "pool-smart-persist",
        "poolRave that looks through the pool, then goes on (p = 0.1)",
        "pool_rave=smart-persist,pool_size=5,pool_probability=0.1",
        "",
        "2 to 5 % where Fuego alone had 86 % (WPI report 4.2.4)",
    ),
    at_1000(
        "contextual",
        "contextual Monte Carlo (p = 0.35)",
        "contextual=0.35",
        "",
        "57 % in Havannah (Hoock et al. IV.B)",
    ),
    at_1000(
        "last-good-reply",
        "last good reply with forgetting",
        "last_good_reply=1",
        "",
        "a gain (Baier and Drake 2010)",
    ),
    Effect {
        key: "ladders",
        what: "ladders are not run into",
        with: "play_ladders=on",
        without: "",
        simulations: 10_000,
        factor: 1,
        paper: "",
    },
    at_1000("guard-floor", "RAVE counts as 0.1 at least", "", "guard_rave_floor=0", "no loss (Berthier et al., 4)"),
    at_1000("guard-regularity", "(w + K) / (n + 2K), K = 1", "guard_regularity=1", "", "no loss (Berthier et al., 4)"),
    at_1000("guard-threshold", "random moves below 0.1", "guard_threshold=0.1", "", "no loss (Berthier et al., 4)"),
];

/// Openings of a match; after twice as many games they come again.
const OPENINGS: usize = 500;
/// For an answer of our own engine, which does not hang.
const PATIENCE: Duration = Duration::from_secs(600);

/// How the matches are played.
pub struct Trial<'a> {
    /// Lines of the board.
    pub size: u8,
    /// Simulations in the place of those of the effect.
    pub simulations: Option<u64>,
    /// Games at the same time.
    pub parallel: usize,
    /// Where the games of all effects are kept, a folder each.
    pub dir: &'a Path,
}

/// Why an effect could not be measured.
#[derive(Debug, thiserror::Error)]
pub enum EffectError {
    /// Its settings are wrong.
    #[error(transparent)]
    Settings(#[from] ContestantError),
    /// The match could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
}

impl Effect {
    /// Simulations of both sides.
    pub fn simulations(&self, trial: &Trial<'_>) -> [u64; 2] {
        let base = trial.simulations.unwrap_or(self.simulations);
        [self.factor * base, base]
    }

    /// Plays until there are so many games, those of earlier runs included.
    pub fn measure(&self, trial: &Trial<'_>, games: u32) -> Result<Summary, EffectError> {
        Ok(self.as_match(trial, games)?.run(&AtomicBool::new(false), |_| {})?)
    }

    /// Games that were played in earlier runs.
    pub fn played_before(&self, trial: &Trial<'_>) -> Result<u64, EffectError> {
        Ok(self.as_match(trial, 0)?.played_before()?)
    }

    fn as_match(&self, trial: &Trial<'_>, games: u32) -> Result<Match, EffectError> {
        let [with, without] = self.simulations(trial);
        let side = |settings: &str, simulations: u64| {
            let comma = if settings.is_empty() { "" } else { "," };
            format!("fuzeki:{settings}{comma}sims={simulations}").parse()
        };
        Ok(Match {
            contestants: [side(self.with, with)?, side(self.without, without)?],
            conditions: Conditions {
                size: trial.size,
                komi: 7.5,
                rules: Rules::CHINESE,
                time: None,
                simulations: None,
                patience: PATIENCE,
            },
            games,
            openings: openings::built_in(trial.size, OPENINGS, 1),
            parallel: trial.parallel,
            sprt: None,
            dir: Some(trial.dir.join(self.key)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::matches::Contestant;
    use std::collections::HashSet;

    #[test]
    fn every_effect_has_a_name_of_its_own_and_two_sides_that_differ() {
        let keys: HashSet<&str> = EFFECTS.iter().map(|effect| effect.key).collect();
        assert_eq!(keys.len(), EFFECTS.len());
        for effect in EFFECTS {
            let params = [effect.with, effect.without].map(|settings| {
                let text = if settings.is_empty() { "fuzeki".to_owned() } else { format!("fuzeki:{settings}") };
                match text.parse::<Contestant>() {
                    Ok(Contestant::Own { params, .. }) => params,
                    other => panic!("{}: {other:?}", effect.key),
                }
            });
            assert_ne!(params[0] == params[1], effect.factor == 1, "{}: only doubling plays itself", effect.key);
        }
    }
}
