//! `fuzeki gtp`: we as an engine for other programs.

use super::Failure;
use crate::app::matches::Joined;
use crate::app::wiring::Sources;
use crate::board::Rules;
use crate::engine::{Limits, Params};
use crate::gtp::server::{Options, Partner, is_output_closed, serve};
use crate::ontology::fusion::{OPERATORS, Operator};
use crate::ontology::{Store, shipped};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Arguments of `fuzeki gtp`.
#[derive(clap::Args)]
#[command(after_help = "\
`help` lists the commands, `fuzeki-param` the settings.

Examples:
  fuzeki gtp --time 5 --threads 2
  fuzeki gtp --joined --sims 2000
  fuzeki gtp --time 5 --ontology --book --set expert_strength=2
  fuzeki gtp --sims 10000 --set rave_equivalence=2000,resign_below=0")]
pub struct Args {
    /// Settings of the engine, over those of the file
    #[arg(long, value_name = "NAME=VALUE,…", allow_hyphen_values = true)]
    set: Vec<String>,
    /// A TOML file with settings of the engine
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Pattern weights from `fuzeki patterns learn` instead of the program's own
    #[arg(long, value_name = "FILE")]
    patterns: Option<PathBuf>,
    /// Simulations for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sims: Option<u64>,
    /// Seconds for a move, as long as no clock is set [default: 5, unless --sims is given]
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    time: Option<Duration>,
    /// Threads that search
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// The rules of the game, until a command changes them
    #[arg(long, value_name = "NAME", default_value = "chinese", value_parser = Rules::parse)]
    rules: Rules,
    /// What experts say enters the search, from this file, or from your own ontology where none is named
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    ontology: Option<PathBuf>,
    /// How experts' verdicts on a move are made one (with --ontology)
    #[arg(long, value_name = "NAME", requires = "ontology", default_value = OPERATORS[0].name(),
          value_parser = super::ontology::operators())]
    operator: &'static dyn Operator,
    /// Play moves that experts have confirmed as good at once (with --ontology)
    #[arg(long, requires = "ontology")]
    book: bool,
    /// Join with GNU Go, as Chelaru did: the value that it gives a move times our chance to win
    #[arg(long)]
    joined: bool,
}

/// Seconds for a move when nothing else is said.
const USUAL: Duration = Duration::from_secs(5);

/// How long GNU Go may take for an answer before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(120);

/// Answers commands from standard input on standard output.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut params = match &args.config {
        Some(path) => read_config(path)?,
        None => Params::default(),
    };
    for list in &args.set {
        params.set_list(list)?;
    }
    if let Some(threads) = args.threads {
        params.threads = threads;
    }
    params.book |= args.book;
    let mut sources = match args.ontology.as_deref() {
        Some(path) => experts(path, args.operator)?,
        None => Sources::own(),
    };
    if let Some(weights) = &args.patterns {
        let warning;
        (sources, warning) = sources.with_patterns_from(weights);
        warning.into_iter().for_each(|warning| eprintln!("fuzeki: {warning}"));
    }
    let Sources { priors, book } = sources;
    let time = args.time.or(args.sims.is_none().then_some(USUAL));
    let limits = Limits { simulations: args.sims, time, max_time: None, stop_when_decided: time.is_some() };
    let partner = match args.joined {
        true => {
            let tell = |words: String| eprintln!("fuzeki: {words}");
            let joined = Joined::start(PATIENCE, Box::new(tell)).map_err(|error| {
                format!("{error}; install it (Debian: apt-get install gnugo), or leave --joined out")
            })?;
            Some(Box::new(joined) as Box<dyn Partner>)
        }
        false => None,
    };
    let options = Options { params, priors, book, limits, rules: args.rules, partner };
    serve(options, BufReader::new(std::io::stdin()), std::io::stdout(), is_output_closed);
    Ok(())
}

/// The ontology that the command line means. The user's own is made on first use.
fn experts(path: &Path, operator: &'static dyn Operator) -> Result<Sources, Failure> {
    if !path.as_os_str().is_empty() {
        return Ok(Sources::from_file(path, operator)?);
    }
    let own = Store::default_path().ok_or("this system has no data directory for you; name a file with --ontology")?;
    drop(shipped::open(&own)?);
    Ok(Sources::from_file(&own, operator)?)
}

/// Reads settings; faults name the file.
fn read_config(path: &Path) -> Result<Params, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Params::from_toml(&text).map_err(|error| format!("{}: {error}", path.display()))?)
}
