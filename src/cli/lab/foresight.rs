//! `fuzeki lab foresight`: how well the search names the winners of finished games.

use crate::app::lab::foresight::{Case, Foreseen, foresight};
use crate::app::wiring::priors;
use crate::board::Color;
use crate::cli::Failure;
use crate::engine::{Engine, Limits, Params};
use crate::patterns::games::record_files;
use crate::record::{ReadOptions, Tree, known, read_path};
use crate::util::progress::Progress;
use rayon::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Arguments of `fuzeki lab foresight`.
#[derive(clap::Args)]
#[command(after_help = "\
One position of each game is searched; the win rate of the best move is held beside the result. Compare two
settings on the same games: what foresees results better is mostly stronger, and minutes tell it.

Example:
  fuzeki lab foresight --games cgos.sgf --rated 2500 --size 9 --sims 1000 --set expand_at=3")]
pub struct Args {
    /// Game records with results: a file, or a folder with all in it
    #[arg(long, value_name = "PATH")]
    games: PathBuf,
    /// Lines of the board
    #[arg(long, default_value_t = 9)]
    size: u8,
    /// Only games of players rated so high at least (BR and WR)
    #[arg(long, value_name = "RATING")]
    rated: Option<u32>,
    /// Positions at most
    #[arg(long, value_name = "N", default_value_t = 500)]
    positions: usize,
    /// Simulations for a position
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    sims: u64,
    /// Settings of the engine
    #[arg(long, value_name = "NAME=VALUE,…")]
    set: Vec<String>,
    /// Seed of the choice of positions and of the search
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// MiB of memory for one search: they are small, and many are at work.
const MEMORY: u32 = 64;

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let mut params = Params { memory: MEMORY, seed: args.seed, ..Params::default() };
    for list in &args.set {
        params.set_list(list)?;
    }
    let cases = cases(&args)?;
    if cases.is_empty() {
        return Err(format!(
            "{}: no game of this size and rating has a winner in RE and moves enough",
            args.games.display()
        )
        .into());
    }
    let progress = Progress::new("positions", cases.len() as u64);
    let knowledge = priors();
    let foreseen: Vec<Foreseen> = cases
        .par_iter()
        .map(|case| {
            let mut engine = Engine::new(params.clone(), knowledge.clone());
            let never = AtomicBool::new(false);
            let found = engine.search(&case.position, &Limits::simulations(args.sims), &never, |_| {});
            let best = found.best().map_or(found.win_rate, |best| best.win_rate);
            progress.add(1);
            let black = case.position.to_play() == Color::Black;
            Foreseen {
                win_rate: f64::from(if black { best } else { 1.0 - best }),
                black_won: case.winner == Color::Black,
                share: case.share,
            }
        })
        .collect();
    drop(progress);
    let Some(seen) = foresight(&foreseen) else { return Ok(()) };
    let right = seen.right as f64 / seen.positions as f64;
    if args.json {
        println!(
            "{}",
            json!({ "positions": seen.positions, "right": right, "log_loss": seen.log_loss, "error": seen.error,
                    "late_log_loss": seen.late_log_loss, "stretch": seen.stretch, "simulations": args.sims })
        );
        return Ok(());
    }
    println!("{} positions, {} simulations each: winner named in {:.1} %", seen.positions, args.sims, 100.0 * right);
    println!(
        "log loss {:.4} ± {:.4} (a coin: 0.6931), {:.4} in the last two fifths of the games; log odds stretched by {:.2}",
        seen.log_loss, seen.error, seen.late_log_loss, seen.stretch
    );
    Ok(())
}

/// One position of each game, in the order of the files.
fn cases(args: &Args) -> Result<Vec<Case>, Failure> {
    let files = record_files(&args.games).map_err(|error| format!("{}: {error}", args.games.display()))?;
    let mut cases = Vec::new();
    for file in files {
        let loaded = match read_path(&file, &ReadOptions::default()) {
            Ok(loaded) => loaded,
            Err(error) => {
                eprintln!("left out: {error}");
                continue;
            }
        };
        let wanted = loaded.collection.games.iter().map(|game| game.tree()).filter(|tree| is_wanted(args, tree));
        cases.extend(wanted.filter_map(|tree| Case::of(tree, u64::from(args.seed))).take(args.positions - cases.len()));
        if cases.len() == args.positions {
            break;
        }
    }
    Ok(cases)
}

fn is_wanted(args: &Args, tree: &Tree) -> bool {
    let rating = |name| tree.info(name).and_then(|rating| rating.trim().trim_end_matches('?').parse::<u32>().ok());
    let is_rated = |least: u32| [known::BR, known::WR].into_iter().all(|name| rating(name).is_some_and(|r| r >= least));
    tree.size() == args.size && args.rated.is_none_or(is_rated)
}
