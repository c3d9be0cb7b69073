//! `fuzeki bench lies`: simulations that the right move needs when experts tell the truth, say nothing,
//! or lie.

use crate::app::lies::{Word, losing_moves, needed};
use crate::app::solved::{FILES, Solved, parse};
use crate::board::Move;
use crate::cli::Failure;
use crate::engine::Params;
use crate::util::progress::Progress;
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `fuzeki bench lies`.
#[derive(clap::Args)]
#[command(after_help = "\
On each position with one right move, two 9 dan professionals agree that the right move is very good and a
losing one very bad (truth), say nothing (none), or say the opposite (lies). Shown is from how
many simulations on the answer is right and stays so, as the median over the seeds.

Example:
  fuzeki bench lies --seeds 5 --strength 2")]
pub struct Args {
    /// Files of positions, instead of those that come with the program
    files: Vec<PathBuf>,
    /// Losing moves tried for each position, those first that tempt most
    #[arg(long, default_value_t = 2)]
    moves: usize,
    /// Searches of each kind
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    seeds: u32,
    /// How much the experts count
    #[arg(long, default_value_t = 1.0)]
    strength: f32,
    /// Simulations after which the answer must be right
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(100..))]
    simulations: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn cases(files: &[PathBuf]) -> Result<Vec<Solved>, Failure> {
    let mut all = Vec::new();
    if files.is_empty() {
        for (name, text) in FILES {
            all.extend(parse(text).map_err(|error| format!("{name}: {error}"))?);
        }
    }
    for path in files {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        all.extend(parse(&text).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    // Where several moves win, experts who call one of them bad hide nothing.
    all.retain(|case| case.best.len() == 1 && !case.known_failure);
    Ok(all)
}

/// The middle one; what was never right counts as more than all others.
fn median(values: &[Option<u64>]) -> Option<u64> {
    let mut sorted: Vec<u64> = values.iter().map(|v| v.unwrap_or(u64::MAX)).collect();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().filter(|&v| v != u64::MAX)
}

/// Measures and prints.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut params = Params { memory: 64, ..Params::default() };
    params.set("expert_strength", &args.strength.to_string())?;
    let cases = cases(&args.files)?;
    let pairs: Vec<(&Solved, Move)> =
        cases.iter().flat_map(|c| losing_moves(c, &params, args.moves).into_iter().map(move |mv| (c, mv))).collect();
    let progress = Progress::new("searching", pairs.len() as u64 * 3 * u64::from(args.seeds));
    let mut rows = Vec::new();
    let mut done = 0;
    for (case, wrong) in pairs {
        let mut found: [Vec<Option<u64>>; 3] = Default::default();
        for (word, found) in Word::ALL.into_iter().zip(&mut found) {
            for seed in 1..=args.seeds {
                let params = Params { seed, ..params.clone() };
                found.push(needed(case, word, wrong, &params, args.simulations));
                done += 1;
                progress.set(done);
            }
        }
        rows.push((case, wrong, found));
    }
    drop(progress);
    let never = rows.iter().map(|(.., found)| found[2].iter().filter(|v| v.is_none()).count()).sum::<usize>();
    if args.json {
        let list: Vec<_> = rows
            .iter()
            .map(|(case, wrong, found)| {
                let size = case.position.size();
                json!({
                    "position": case.name, "right": case.best[0].to_gtp(size), "wrong": wrong.to_gtp(size),
                    "truth": found[0], "none": found[1], "lies": found[2],
                    "median": { "truth": median(&found[0]), "none": median(&found[1]), "lies": median(&found[2]) },
                })
            })
            .collect();
        let strength = args.strength;
        println!("{}", json!({ "strength": strength, "seeds": args.seeds, "never_right": never, "positions": list }));
        return Ok(());
    }
    let title = "position (right move against a losing one)";
    let name = |case: &Solved, wrong: Move| {
        let size = case.position.size();
        format!("{} ({} against {})", case.name, case.best[0].to_gtp(size), wrong.to_gtp(size))
    };
    let widths = rows.iter().map(|(case, wrong, _)| name(case, *wrong).chars().count());
    let width = widths.chain([title.len()]).max().unwrap_or(0);
    println!("{title:<width$} {:>7} {:>7} {:>7}", "truth", "none", "lies");
    for (case, wrong, found) in &rows {
        let show = |values: &[Option<u64>]| median(values).map_or("never".to_owned(), |n| n.to_string());
        let name = name(case, *wrong);
        println!("{name:<width$} {:>7} {:>7} {:>7}", show(&found[0]), show(&found[1]), show(&found[2]));
    }
    println!("searches with lies that were wrong after {} simulations: {never}", args.simulations);
    Ok(())
}
