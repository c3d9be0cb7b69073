//! `fuzeki bench playouts`: games played out in a second, by policy.

use super::compare;
use super::measure::measure;
use crate::board::{MAX_SIZE, MIN_SIZE};
use crate::cli::Failure;
use crate::engine::playout::simulator::{WAYS, Way, by_name};
use crate::util::progress::Progress;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use std::time::Duration;

/// Arguments of `fuzeki bench playouts`.
#[derive(clap::Args)]
#[command(after_help = "\
Times are those of the clock on the wall; games and moves are those of all threads together.

Examples:
  fuzeki bench playouts --compare
  fuzeki bench playouts --size 19 --threads 2 --seconds 5 --policy uniform --json")]
pub struct Args {
    /// Lines of the board
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u8,
    /// Threads that play
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// How long to measure each policy on each board
    #[arg(long, default_value = "2", value_parser = crate::cli::seconds)]
    seconds: Duration,
    /// How the games are played
    #[arg(long, default_value = WAYS[0].name, value_parser = way())]
    policy: &'static Way,
    /// Seed of the first thread; the others count up from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Measure all policies in turn on 9x9 and 19x19, beside the figures of Chelaru's thesis
    #[arg(long, conflicts_with_all = ["size", "policy"])]
    compare: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Reads the name of a way, and lists all of them in the help.
fn way() -> impl TypedValueParser<Value = &'static Way> {
    let names = WAYS.iter().map(|way| PossibleValue::new(way.name).help(way.about));
    PossibleValuesParser::new(names).map(|name| by_name(&name).expect("only names of ways are let through"))
}

/// The figures as programs read them.
#[derive(Serialize)]
struct Report {
    policy: &'static str,
    size: u8,
    threads: u32,
    seconds: f64,
    clock: &'static str,
    seed: u64,
    games: u64,
    games_per_second: f64,
    moves_per_second: f64,
    moves_per_game: f64,
    mean_score: f64,
}

/// Measures and prints.
pub fn run(args: Args) -> Result<(), Failure> {
    if args.compare {
        return compare::run(args.threads, args.seconds, args.seed, args.json);
    }
    let progress = Progress::new("playing out games", args.seconds.as_millis() as u64);
    let measured = measure(args.policy, args.size, args.threads, args.seconds, args.seed, &progress);
    drop(progress);
    let report = Report {
        policy: args.policy.name,
        size: args.size,
        threads: args.threads,
        seconds: measured.elapsed.as_secs_f64(),
        clock: "wall",
        seed: args.seed,
        games: measured.games,
        games_per_second: measured.games_per_second(),
        moves_per_second: measured.moves_per_second(),
        moves_per_game: measured.moves_per_game(),
        mean_score: measured.mean_score(),
    };
    if args.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        println!(
            "{} on {size}x{size}, {} thread(s), {:.2} s: {:.0} games/s, {:.0} moves/s, {:.1} moves a game, \
             score {:+.2} for Black",
            report.policy,
            report.threads,
            report.seconds,
            report.games_per_second,
            report.moves_per_second,
            report.moves_per_game,
            report.mean_score,
            size = report.size,
        );
    }
    Ok(())
}
