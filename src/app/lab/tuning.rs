//! Tuning by self-play: simultaneous perturbation stochastic approximation (Spall 1992) over parameters
//! of the engine.
//!
//! All parameters are shaken at once, each up or down by a coin; the two engines that result play a few
//! games, and every parameter moves towards the side that won. What was played is a log of lines, and
//! the state is whatever they lead to: a tuning that was stopped goes on by reading it.

use crate::board::zobrist::split_mix;
use crate::engine::Params;
use crate::engine::params::{Domain, ParamError, Value};
use crate::util::rng::FastRng;
use serde::{Deserialize, Serialize};

/// First steps and shakes, as shares of a parameter's range.
const STEP: f64 = 0.08;
const SHAKE: f64 = 0.15;
/// After so many rounds steps begin to shrink in earnest.
const PATIENCE: f64 = 20.0;
/// Spall's exponents.
const STEP_DECAY: f64 = 0.602;
const SHAKE_DECAY: f64 = 0.101;
/// Values that differ by this share at most are the same: machines round roots and powers differently.
const SAME: f64 = 1e-9;
/// Ranges wider than this factor are walked through by factors.
const WIDE: f64 = 20.0;

/// A parameter to tune, between two bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// Its name in the registry.
    pub name: String,
    /// The lowest value to try.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

/// Why a parameter cannot be tuned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TuningError {
    /// There is no such parameter, or it does not take such values.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// Not a number.
    #[error("`{0}` is no number, and only numbers are tuned")]
    NoNumber(String),
    /// Bounds the wrong way round.
    #[error("`{0}`: the lower bound must be below the upper one")]
    Bounds(String),
}

/// One round as it is written to the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// From 1.
    pub round: u64,
    /// Up or down, by parameter.
    pub shake: Vec<i8>,
    /// What the side with the shake won of the games, from 0 to 1.
    pub won: f64,
    /// The values after the round, by parameter.
    pub values: Vec<f64>,
}

/// The state of a tuning.
#[derive(Clone, Debug)]
pub struct Tuner {
    parameters: Vec<Tuned>,
    /// Where each parameter is in its range, 0 to 1.
    places: Vec<f64>,
    round: u64,
    seed: u64,
}

impl Tuner {
    /// Begins at the values of `params`, moved into the bounds.
    pub fn new(parameters: Vec<Tuned>, params: &Params, seed: u64) -> Result<Tuner, TuningError> {
        let mut places = Vec::new();
        for tuned in &parameters {
            if tuned.low.partial_cmp(&tuned.high) != Some(std::cmp::Ordering::Less) {
                return Err(TuningError::Bounds(tuned.name.clone()));
            }
            let info = Params::info(&tuned.name)?;
            let now = match (info.get)(params) {
                Value::Real(value) => f64::from(value),
                Value::Whole(value) => f64::from(value),
                Value::Switch(_) | Value::Choice(_) => return Err(TuningError::NoNumber(tuned.name.clone())),
            };
            // Both ends must be values that the parameter takes.
            for end in [tuned.low, tuned.high] {
                info.put(&mut params.clone(), tuned.value(info.domain, end))?;
            }
            places.push(tuned.place(now));
        }
        Ok(Tuner { parameters, places, round: 0, seed })
    }

    /// Rounds so far.
    pub fn rounds(&self) -> u64 {
        self.round
    }

    /// The values so far, by parameter.
    pub fn values(&self) -> Vec<f64> {
        self.parameters.iter().zip(&self.places).map(|(tuned, &place)| tuned.at(place)).collect()
    }

    /// `params` with the values so far.
    pub fn apply(&self, params: &Params) -> Result<Params, TuningError> {
        self.with(params, &self.places)
    }

    /// The coins of the next round.
    pub fn shake(&self) -> Vec<i8> {
        let mut rng = FastRng::new(split_mix(self.seed ^ (self.round + 1) << 20));
        self.places.iter().map(|_| if rng.below(2) == 0 { -1 } else { 1 }).collect()
    }

    /// The two engines of the next round: with the shake, and with its opposite.
    pub fn sides(&self, params: &Params) -> Result<[Params; 2], TuningError> {
        let size = SHAKE / (self.round as f64 + 1.0).powf(SHAKE_DECAY);
        let shake = self.shake();
        let moved = |sign: f64| -> Vec<f64> {
            self.places.iter().zip(&shake).map(|(p, &s)| (p + sign * size * f64::from(s)).clamp(0.0, 1.0)).collect()
        };
        Ok([self.with(params, &moved(1.0))?, self.with(params, &moved(-1.0))?])
    }

    /// Learns what the side with the shake won, from 0 to 1, and gives the line for the log.
    pub fn learn(&mut self, won: f64) -> Round {
        let shake = self.shake();
        self.round += 1;
        let step = STEP * (PATIENCE / (PATIENCE + self.round as f64)).powf(STEP_DECAY) * (2.0 * won - 1.0);
        for (place, &sign) in self.places.iter_mut().zip(&shake) {
            *place = (*place + step * f64::from(sign)).clamp(0.0, 1.0);
        }
        Round { round: self.round, shake, won, values: self.values() }
    }

    /// Goes on from a line of the log; says what is wrong with one that is none of this tuning.
    pub fn replay(&mut self, line: &Round) -> Result<(), String> {
        if line.round != self.round + 1 {
            return Err(format!("it is round {}, and round {} is wanted", line.round, self.round + 1));
        }
        if line.shake != self.shake() {
            return Err("it was shaken in another way than this seed does".to_owned());
        }
        if !(0.0..=1.0).contains(&line.won) {
            return Err(format!("{} is no share of games won", line.won));
        }
        let mut next = self.clone();
        let led_to = next.learn(line.won).values;
        let is_same = |(a, b): (&f64, &f64)| (a - b).abs() <= SAME * a.abs().max(b.abs());
        if line.values.len() != led_to.len() || !line.values.iter().zip(&led_to).all(is_same) {
            let found = &line.values;
            return Err(format!("the values after it are {found:?}, and those before lead to {led_to:?}"));
        }
        *self = next;
        Ok(())
    }

    fn with(&self, params: &Params, places: &[f64]) -> Result<Params, TuningError> {
        let mut params = params.clone();
        for (tuned, &place) in self.parameters.iter().zip(places) {
            let info = Params::info(&tuned.name)?;
            info.put(&mut params, tuned.value(info.domain, tuned.at(place)))?;
        }
        Ok(params)
    }
}

impl Tuned {
    fn is_wide(&self) -> bool {
        self.low > 0.0 && self.high / self.low > WIDE
    }

    /// The value at a place of the range.
    fn at(&self, place: f64) -> f64 {
        match self.is_wide() {
            true => self.low * (self.high / self.low).powf(place),
            false => self.low + (self.high - self.low) * place,
        }
    }

    /// The place of a value.
    fn place(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        match self.is_wide() {
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        }
    }

    fn value(&self, domain: Domain, value: f64) -> Value {
        match domain {
            Domain::Whole(..) => Value::Whole(value.round() as u32),
            _ => Value::Real(value as f32),
        }
    }
}

impl std::fmt::Display for Tuned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}:{}", self.name, self.low, self.high)
    }
}

impl std::str::FromStr for Tuned {
    type Err = String;

    fn from_str(text: &str) -> Result<Tuned, String> {
        let wanted = || format!("`{text}`: NAME=LOW:HIGH is wanted, such as pattern_weight=1:400");
        let (name, range) = text.split_once('=').ok_or_else(wanted)?;
        let (low, high) = range.split_once(':').ok_or_else(wanted)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| wanted());
        Ok(Tuned { name: name.trim().to_owned(), low: number(low)?, high: number(high)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuner() -> Tuner {
        let tuned = ["pattern_weight=1:400", "bias_c=0:1"].map(|text| text.parse().unwrap());
        Tuner::new(tuned.to_vec(), &Params::default(), 1).unwrap()
    }

    #[test]
    fn a_known_optimum_is_found_through_noise() {
        let mut tuner = tuner();
        let params = Params::default();
        let mut rng = FastRng::new(5);
        // The best are a weight of 60 and a C of 0.3.
        let worth = |p: &Params| {
            -(f64::from(p.pattern_weight.max(1e-3)).ln() - 60f64.ln()).powi(2)
                - 20.0 * (f64::from(p.bias_c) - 0.3).powi(2)
        };
        for _ in 0..600 {
            let [plus, minus] = tuner.sides(&params).unwrap();
            let chance = 1.0 / (1.0 + (worth(&minus) - worth(&plus)).exp());
            let games = (0..4).filter(|_| f64::from(rng.unit()) < chance).count();
            tuner.learn(games as f64 / 4.0);
        }
        let values = tuner.values();
        assert!((30.0..120.0).contains(&values[0]) && (0.1..0.5).contains(&values[1]), "{values:?}");
    }

    #[test]
    fn the_log_leads_to_the_same_state() {
        let mut first = tuner();
        let lines: Vec<Round> = [1.0, 0.5, 0.0, 0.75].map(|won| first.learn(won)).to_vec();
        let mut second = tuner();
        lines.iter().for_each(|line| second.replay(line).unwrap());
        assert_eq!(first.values(), second.values());
        assert!(second.replay(&lines[0]).unwrap_err().contains("round 5 is wanted"), "a round is not played twice");
    }

    #[test]
    fn a_round_of_another_tuning_is_told_and_changes_nothing() {
        let mut tuner = tuner();
        let line = tuner.clone().learn(1.0);
        let mut fault = |line: Round| tuner.replay(&line).unwrap_err();
        assert!(fault(Round { won: 1.5, ..line.clone() }).contains("no share"));
        assert!(fault(Round { shake: line.shake.iter().map(|s| -s).collect(), ..line.clone() }).contains("seed"));
        assert!(fault(Round { won: 0.25, ..line.clone() }).contains("lead to"), "the values do not follow from it");
        assert!(fault(Round { values: vec![], ..line.clone() }).contains("lead to"));
        tuner.replay(&line).unwrap();
    }

    #[test]
    fn what_cannot_be_tuned_is_said() {
        let fault = |text: &str| {
            let tuned = text.parse().unwrap();
            Tuner::new(vec![tuned], &Params::default(), 1).unwrap_err().to_string()
        };
        assert!(fault("pattern_wait=1:2").contains("pattern_weight"));
        assert!(fault("play_save=0:1").contains("only numbers"));
        assert!(fault("bias_c=2:1").contains("below"));
        assert_eq!("bias_c=0.25:1".parse::<Tuned>().unwrap().to_string(), "bias_c=0.25:1");
        assert!(fault("bias_c=0:99").contains("takes numbers from"));
        assert!("bias_c".parse::<Tuned>().is_err());
    }
}
