//! `fuzeki lab tune`: settings of the engine by games against itself.

use crate::app::lab::tuning::{Round, Tuned, Tuner};
use crate::app::lab::tuning_log::{Log, Terms};
use crate::app::matches::{Conditions, Contestant, Match, openings};
use crate::board::{MAX_SIZE, MIN_SIZE, Rules};
use crate::cli::Failure;
use crate::engine::Params;
use crate::util::progress::Progress;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Arguments of `fuzeki lab tune`.
#[derive(clap::Args)]
#[command(after_help = "\
Simultaneous perturbation: in each round all parameters are shaken at once, the two engines play, and the
parameters move towards the winner. The log tells first which tuning it is of, then a round in each line; the same
command goes on from it.

Example:
  fuzeki lab tune --param pattern_weight=1:400 --param bias_c=0:0.5 --size 9 --sims 500 --log tune.jsonl")]
pub struct Args {
    /// A parameter and its bounds
    #[arg(long = "param", value_name = "NAME=LOW:HIGH", required = true)]
    parameters: Vec<Tuned>,
    /// Other settings of the engine
    #[arg(long, value_name = "NAME=VALUE,…")]
    set: Vec<String>,
    /// Lines of the board
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u8,
    /// Simulations for a move
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    sims: u64,
    /// Rounds, those of the log included
    #[arg(long, default_value_t = 100)]
    rounds: u64,
    /// Games in a round, colours by turns
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1000))]
    games: u32,
    /// Games at the same time
    #[arg(long, value_name = "P", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    parallel: u16,
    /// Where to keep the rounds
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
    /// Seed of shakes and openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let mut params = Params::default();
    for list in &args.set {
        params.set_list(list)?;
    }
    let mut tuner = Tuner::new(args.parameters.clone(), &params, args.seed)?;
    let terms = Terms {
        parameters: args.parameters.iter().map(Tuned::to_string).collect(),
        set: params.changes(),
        size: args.size,
        sims: args.sims,
        games: args.games,
        seed: args.seed,
    };
    let mut log = Log::open(&args.log, &terms, &mut tuner)?;
    if log.was_torn {
        let round = tuner.rounds() + 1;
        eprintln!("{}: the last line was cut short, and is removed; round {round} is played again", args.log.display());
    }
    let progress = Progress::new("tuning", args.rounds);
    progress.go_on_from(tuner.rounds());
    while tuner.rounds() < args.rounds {
        let sides = tuner.sides(&params)?;
        let round = tuner.learn(play(&args, sides, tuner.rounds())?);
        log.add(&round)?;
        println!("{}", line(&args, &round));
        progress.set(tuner.rounds());
    }
    drop(progress);
    tuner.apply(&params)?;
    let values = args.parameters.iter().zip(tuner.values()).map(|(tuned, value)| format!("{}={value:.4}", tuned.name));
    println!("after {} rounds: {}", tuner.rounds(), values.collect::<Vec<_>>().join(","));
    Ok(())
}

fn line(args: &Args, round: &Round) -> String {
    let values = args.parameters.iter().zip(&round.values).map(|(tuned, value)| format!("{} {value:.4}", tuned.name));
    format!("round {}: won {:.2}; {}", round.round, round.won, values.collect::<Vec<_>>().join(", "))
}

/// The share of the games that the first side wins.
fn play(args: &Args, sides: [Params; 2], round: u64) -> Result<f64, Failure> {
    let rules = Rules::CHINESE;
    let contestants = [contestant(&sides[0])?, contestant(&sides[1])?];
    let match_ = Match {
        contestants,
        conditions: Conditions {
            size: args.size,
            komi: rules.komi,
            rules,
            time: None,
            simulations: Some(args.sims),
            patience: Duration::from_secs(60),
        },
        games: args.games,
        openings: openings::built_in(args.size, args.games.div_ceil(2) as usize, args.seed ^ round << 8),
        parallel: usize::from(args.parallel),
        sprt: None,
        dir: None,
    };
    let summary = match_.run(&AtomicBool::new(false), |_| {})?;
    Ok(summary.score.value.unwrap_or(0.5))
}

/// Our engine with all settings spelt out.
fn contestant(params: &Params) -> Result<Contestant, Failure> {
    let settings = params.changes();
    let text = if settings.is_empty() { "fuzeki".to_owned() } else { format!("fuzeki:{settings}") };
    Ok(text.parse()?)
}
