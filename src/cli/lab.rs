//! `fuzeki lab`: experiments, those of the papers and with the engine.

use super::Failure;
use crate::app::lab::rating::{Result as GameResult, rank, rate};
use clap::Subcommand;
use serde_json::json;
use std::path::PathBuf;

mod effects;
mod foresight;
mod tune;

/// Arguments of `fuzeki lab`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki lab rating --game \"6d 7 loss\" --game \"1d 0 win\" --game \"3d 2 win\"")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// What the papers found, found again by games of our own
    Effects(effects::Args),
    /// How well the search names the winners of finished games
    Foresight(foresight::Args),
    /// The strength of a player from results with handicaps, by likelihood
    Rating(RatingArgs),
    /// Tune settings of the engine by games against itself
    Tune(tune::Args),
}

/// Arguments of `fuzeki lab rating`.
#[derive(clap::Args)]
#[command(after_help = "\
A result is the opponent's rank (6d, 3k, 7p), the handicap stones that the player got (below 0 where it gave
them), and win or loss. In a file there is one a line; what follows a # is a remark.

Example:
  fuzeki lab rating --game \"6d 7 loss\" --game \"1d 0 win\" --game \"3d 2 win\"")]
struct RatingArgs {
    /// Files of results
    files: Vec<PathBuf>,
    /// A result
    #[arg(long, value_name = "RESULT")]
    game: Vec<GameResult>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Does what was asked for.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.what {
        What::Effects(args) => effects::run(args),
        What::Foresight(args) => foresight::run(args),
        What::Rating(args) => rating(args),
        What::Tune(args) => tune::run(args),
    }
}

fn rating(args: RatingArgs) -> Result<(), Failure> {
    let mut results = args.game;
    for file in &args.files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let place = |error| format!("{}:{}: {error}", file.display(), number + 1);
                results.push(line.parse().map_err(place)?);
            }
        }
    }
    let rating = rate(&results).ok_or("there are no results; give a file or --game")?;
    let (low, high) = rating.interval;
    if args.json {
        println!(
            "{}",
            json!({ "level": rating.level, "rank": rank(rating.level), "low": low, "high": high,
                    "log_likelihood": rating.log_likelihood, "games": rating.games })
        );
        return Ok(());
    }
    let side = |level: Option<f64>| level.map_or("no bound".to_owned(), rank);
    println!("{} (95 %: {} to {}) by {} games", rank(rating.level), side(low), side(high), rating.games);
    Ok(())
}
