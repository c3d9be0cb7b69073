//! Who judges positions: our engine with some settings, or an engine of others.

use super::analysed::Analysed;
use super::cache::Effort;
use super::program;
use crate::app::wiring;
use crate::board::Position;
use crate::engine::{Engine, Limits, Params};
use crate::gtp::client::{CommandLine, Leash};
use crate::patterns::shipped_checksum;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::UNIX_EPOCH;

/// Who hears what is found so far.
pub type Tell<'a> = Option<&'a mut dyn FnMut(Analysed)>;

/// Something that judges positions, one after the other. Each thread has its own.
pub trait Judge {
    /// Judges a position, telling on the way what is found so far, if it can and somebody wants to hear it. An
    /// error ends its work.
    fn ask(
        &mut self,
        position: &Position,
        effort: Effort,
        stop: &AtomicBool,
        tell: Tell<'_>,
    ) -> Result<Analysed, String>;

    /// The same without a word on the way.
    fn judge(&mut self, position: &Position, effort: Effort, stop: &AtomicBool) -> Result<Analysed, String> {
        self.ask(position, effort, stop, None)
    }
}

/// Which judge is wanted.
#[derive(Clone, Debug)]
pub enum JudgeSpec {
    /// Our engine with these parameters.
    Own(Box<Params>),
    /// An engine of others.
    Program {
        /// What it is called here.
        name: String,
        /// How it is started.
        line: CommandLine,
    },
}

impl JudgeSpec {
    /// Tells judges apart whose verdicts may differ: name, version, settings.
    pub fn id(&self) -> String {
        match self {
            JudgeSpec::Own(params) => own_id(params),
            // Another command line may be another network or level, and so may another file of the same name.
            JudgeSpec::Program { line, .. } => format!("{line}{}", files_of(line)),
        }
    }

    /// How it is called in files and reports.
    pub fn name(&self) -> String {
        match self {
            JudgeSpec::Own(_) => format!("Fuzeki {}", env!("CARGO_PKG_VERSION")),
            JudgeSpec::Program { name, .. } => name.clone(),
        }
    }

    /// Starts one on a leash, which ends a program of others whatever it does.
    pub fn start_on(&self, leash: Arc<Leash>) -> Result<Box<dyn Judge>, String> {
        match self {
            JudgeSpec::Own(params) => Ok(Box::new(Own::new(params, self.name()))),
            JudgeSpec::Program { line, .. } => program::start(line, leash),
        }
    }
}

/// What of the parameters changes verdicts: all but those of the machine.
fn own_id(params: &Params) -> String {
    let Params { threads, memory, .. } = Params::default();
    let settings = Params { threads, memory, ..params.clone() }.changes();
    let knowledge: Vec<&str> = wiring::priors().iter().map(|prior| prior.name()).collect();
    let (version, engine) = (env!("CARGO_PKG_VERSION"), env!("FUZEKI_ENGINE"));
    let patterns = shipped_checksum();
    format!("fuzeki {version} {engine} [{} {patterns:016x}] {settings}", knowledge.join("+"))
}

/// Size and time of the program and of every file that its command line names.
fn files_of(line: &CommandLine) -> String {
    let mut text = String::new();
    for word in std::iter::once(&line.program).chain(&line.args) {
        let Some(file) = std::fs::metadata(word).ok().filter(|file| file.is_file()) else { continue };
        let changed = file.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        text.push_str(&format!(" {}@{}", file.len(), changed.as_millis()));
    }
    text
}

/// Our engine. Every position is searched on its own with the same random numbers, on one thread, so
/// that a verdict depends on nothing but the position.
struct Own {
    engine: Engine,
    name: String,
}

impl Own {
    fn new(params: &Params, name: String) -> Own {
        let params = Params { threads: 1, memory: params.memory.min(MEMORY), ..params.clone() };
        Own { engine: Engine::new(params, wiring::priors()), name }
    }
}

/// Mebibytes for the tree of one position: there is one for each thread.
const MEMORY: u32 = 256;

impl Judge for Own {
    fn ask(&mut self, position: &Position, effort: Effort, stop: &AtomicBool, _: Tell<'_>) -> Result<Analysed, String> {
        self.engine.forget();
        let limits = match effort {
            Effort::Simulations(simulations) => Limits::simulations(simulations),
            Effort::Time(time) => Limits::time(time),
        };
        Ok(Analysed::of(&self.engine.search(position, &limits, stop, |_| {}), &self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Rules};

    #[test]
    fn a_verdict_depends_on_nothing_but_the_position() {
        let spec = JudgeSpec::Own(Box::default());
        let stop = AtomicBool::new(false);
        let first = Position::new(9, Rules::CHINESE);
        let mut second = first.clone();
        second.play(Move::from_gtp("E5", 9).unwrap()).unwrap();
        let effort = Effort::Simulations(150);
        let alone = spec.start_on(Arc::default()).unwrap().judge(&second, effort, &stop).unwrap();
        let mut judge = spec.start_on(Arc::default()).unwrap();
        judge.judge(&first, effort, &stop).unwrap();
        assert_eq!(judge.judge(&second, effort, &stop).unwrap(), alone);
        assert_eq!((alone.visits, alone.size), (150, 9));
    }

    #[test]
    fn settings_tell_judges_apart_and_the_machine_does_not() {
        let id = |list: &str| {
            let mut params = Params::default();
            params.set_list(list).unwrap();
            JudgeSpec::Own(Box::new(params)).id()
        };
        assert_eq!(id(""), id("threads=2,memory=32"));
        assert_ne!(id(""), id("selection=ucb1"));
        let patterns = format!("{:016x}", shipped_checksum());
        assert!(id("").contains(&patterns) && shipped_checksum() != 0, "the weights are part of it: {}", id(""));
        assert!(
            env!("FUZEKI_ENGINE").len() == 16 && id("").contains(env!("FUZEKI_ENGINE")),
            "and the engine's sources"
        );
    }

    #[test]
    fn another_network_under_the_same_name_is_another_judge() {
        let folder = tempfile::tempdir().unwrap();
        let net = folder.path().join("net.bin");
        let args = vec!["-model".to_owned(), net.display().to_string()];
        let spec =
            JudgeSpec::Program { name: "x".to_owned(), line: CommandLine { program: "katago".to_owned(), args } };
        let without = spec.id();
        std::fs::write(&net, "one").unwrap();
        let one = spec.id();
        std::fs::write(&net, "another").unwrap();
        assert!(without != one && one != spec.id());
        assert_eq!(spec.id(), spec.id());
    }
}
