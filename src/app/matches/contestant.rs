//! Who plays: our engine with some settings, or a program by its command line.

use super::Conditions;
use crate::app::engines::Profiles;
use crate::engine::params::ParamError;
use crate::engine::{Limits, Params};
use crate::gtp::client::{CommandLine, CommandLineError};
use crate::ontology::fusion::{self, OPERATORS, Operator};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// One side of a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Contestant {
    /// Our engine, inside this program: `fuzeki` or `fuzeki:name=value,…`. Beside its parameters,
    /// `sims` and `time` give it limits of its own, `ontology` the file of what experts say, and `operator` how
    /// that is made one. Called `joined` in the place of `fuzeki`, it is joined with GNU Go.
    Own {
        /// The settings as written.
        settings: String,
        /// What they mean.
        params: Box<Params>,
        /// Its own number of simulations.
        simulations: Option<u64>,
        /// Its own time for each move.
        time: Option<Duration>,
        /// The ontology that it is given.
        ontology: Option<PathBuf>,
        /// How verdicts on a move are made one.
        operator: &'static dyn Operator,
        /// Whether GNU Go's value of a move is multiplied in.
        is_joined: bool,
    },
    /// Any program that speaks GTP.
    Program(CommandLine),
}

/// Why a text names no contestant.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ContestantError {
    /// A setting of ours that is not right.
    #[error("{0}")]
    Param(#[from] ParamError),
    /// A limit that is not right.
    #[error("`{name}={value}`: {wanted} is wanted")]
    Limit {
        /// `sims`, `time`, `ontology` or `operator`.
        name: &'static str,
        /// What was written.
        value: String,
        /// What would be right.
        wanted: String,
    },
    /// A command line that is not right.
    #[error("{0}")]
    CommandLine(#[from] CommandLineError),
}

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Contestant, ContestantError> {
        let text = text.trim();
        let joined = text.strip_prefix("joined").filter(|rest| rest.is_empty() || rest.starts_with(':'));
        let settings = match joined.or_else(|| text.strip_prefix("fuzeki")) {
            Some("") => "",
            Some(rest) if rest.starts_with(':') => &rest[1..],
            _ => return Ok(Contestant::Program(text.parse()?)),
        };
        let mut params = Params::default();
        let (mut simulations, mut time, mut ontology, mut operator) = (None, None, None, None);
        for item in settings.split(',') {
            match item.split_once('=').map(|(name, value)| (name.trim(), value.trim())) {
                Some(("sims", value)) => {
                    let number = value.parse().ok().filter(|&n: &u64| n > 0);
                    simulations = Some(number.ok_or_else(|| limit("sims", value, "a whole number above 0"))?);
                }
                Some(("time", value)) => {
                    let seconds = value.parse().ok().filter(|&s: &f64| s > 0.0 && s <= 86_400.0);
                    let seconds = seconds.ok_or_else(|| limit("time", value, "a number of seconds above 0"))?;
                    time = Some(Duration::from_secs_f64(seconds));
                }
                Some(("ontology", "")) => return Err(limit("ontology", "", "the name of a file")),
                Some(("ontology", value)) => ontology = Some(PathBuf::from(value)),
                Some(("operator", value)) => {
                    let names: Vec<&str> = OPERATORS.iter().map(|operator| operator.name()).collect();
                    let wanted = || limit("operator", value, &format!("one of {}", names.join(", ")));
                    operator = Some(fusion::operator(value).ok_or_else(wanted)?);
                }
                _ => params.set_list(item)?,
            }
        }
        if let (Some(operator), None) = (operator, &ontology) {
            return Err(limit("operator", operator.name(), "an `ontology` beside it"));
        }
        let operator = operator.unwrap_or(OPERATORS[0]);
        let (settings, is_joined) = (settings.to_owned(), joined.is_some());
        Ok(Contestant::Own { settings, params: Box::new(params), simulations, time, ontology, operator, is_joined })
    }
}

fn limit(name: &'static str, value: &str, wanted: &str) -> ContestantError {
    ContestantError::Limit { name, value: value.to_owned(), wanted: wanted.to_owned() }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Own { settings, is_joined, .. } => {
                f.write_str(if *is_joined { "joined" } else { "fuzeki" })?;
                if settings.is_empty() { Ok(()) } else { write!(f, ":{settings}") }
            }
            Contestant::Program(line) => line.fmt(f),
        }
    }
}

impl Contestant {
    /// The one that a text means: ours, a profile by its name, or a command line.
    pub fn named(text: &str, profiles: &Profiles) -> Result<Contestant, String> {
        match (text.parse(), profiles.find(text.trim())) {
            (Ok(own @ Contestant::Own { .. }), _) => Ok(own),
            (_, Some(profile)) => Ok(Contestant::Program(profile.command_line().map_err(|fault| fault.to_string())?)),
            (parsed, None) => parsed.map_err(|error| error.to_string()),
        }
    }

    /// The limits of a move: its own before those of the match.
    pub fn limits(&self, conditions: &Conditions) -> Limits {
        let of_match = (conditions.simulations, conditions.time);
        let (simulations, time) = match self {
            Contestant::Own { simulations: None, time: None, .. } | Contestant::Program(_) => of_match,
            Contestant::Own { simulations, time, .. } => (*simulations, *time),
        };
        // All simulations are made, so that results repeat; time may be saved.
        Limits { simulations, time, max_time: None, stop_when_decided: simulations.is_none() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_is_told_by_its_name() {
        let Ok(Contestant::Own { params, simulations, .. }) = "fuzeki:threads=2,sims=500".parse() else { panic!() };
        assert_eq!((params.threads, simulations), (2, Some(500)));
        let Ok(Contestant::Own { params, ontology, .. }) = "fuzeki:ontology=a b.db,expert_strength=2,book".parse()
        else {
            panic!()
        };
        assert_eq!((params.expert_strength, params.book, ontology), (2.0, true, Some(PathBuf::from("a b.db"))));
        assert!(matches!("fuzeki".parse(), Ok(Contestant::Own { ontology: None, .. })));
        let Ok(Contestant::Own { operator, .. }) = "fuzeki:ontology=o.db,operator=pessimistic".parse() else {
            panic!()
        };
        assert_eq!(operator.name(), "pessimistic");
        assert!(matches!("fuzeki gtp --sims 5".parse(), Ok(Contestant::Program(_))));
        assert!(matches!("gnugo --mode gtp".parse(), Ok(Contestant::Program(_))));
    }

    #[test]
    fn profiles_are_meant_by_their_names() {
        let profile =
            |name: &str| crate::app::engines::Profile { name: name.to_owned(), command: "x --gtp".to_owned() };
        let profiles = Profiles { engine: vec![profile("Weak one"), profile("fuzeki")] };
        let line: CommandLine = "x --gtp".parse().unwrap();
        assert_eq!(Contestant::named("weak ONE", &profiles), Ok(Contestant::Program(line)));
        assert!(matches!(Contestant::named("fuzeki", &profiles), Ok(Contestant::Own { .. })), "ours is ours");
        assert!(matches!(Contestant::named("other --gtp", &profiles), Ok(Contestant::Program(_))));
        assert!(Contestant::named("fuzeki:nonsense=1", &profiles).is_err());
    }

    #[test]
    fn faults_say_what_is_wanted() {
        let error = |text: &str| text.parse::<Contestant>().unwrap_err().to_string();
        assert!(error("fuzeki:thread=2").contains("did you mean `threads`?"));
        assert_eq!(error("fuzeki:sims=0"), "`sims=0`: a whole number above 0 is wanted");
        assert!(error("fuzeki:ontology=o.db,operator=mean").contains("one of weighted-mean, dempster-shafer"));
        assert_eq!(error("fuzeki:operator=optimistic"), "`operator=optimistic`: an `ontology` beside it is wanted");
        assert!(error("").contains("empty"));
    }

    #[test]
    fn what_is_shown_reads_back() {
        for text in ["fuzeki", "joined", "joined:sims=50", "fuzeki:threads=2,time=0.5", "gnugo --mode gtp --level 1"] {
            let contestant: Contestant = text.parse().unwrap();
            assert_eq!(contestant.to_string(), text);
        }
    }
}
