//! `fuzeki lab effects`: what the papers found, found again by games of our own.

use crate::app::lab::effects::{EFFECTS, Effect, Trial};
use crate::app::matches::Summary;
use crate::board::{MAX_SIZE, MIN_SIZE};
use crate::cli::Failure;
use crate::util::progress::Progress;
use std::path::PathBuf;

/// Games that an effect is ahead of the others by, at most.
const ROUND: u32 = 2;

/// Arguments of `fuzeki lab effects`.
#[derive(clap::Args)]
#[command(after_help = "\
Each effect is a match of the engine against itself with a thing on and off. All of them go on together, a pair of
games each by turns, so that a run that is stopped has measured all alike; the same command goes on with it.

Example:
  fuzeki lab effects --games 40 --parallel 2 --dir effects
  fuzeki lab effects --only double-4000 --only rave --games 100 --dir effects")]
pub struct Args {
    /// Games for each effect, those of earlier runs included
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Only this effect; may be given several times
    #[arg(long, value_name = "EFFECT", value_parser = known)]
    only: Vec<&'static str>,
    /// Lines of the board
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u8,
    /// Simulations for a move [default: 1,000 to 10,000, as the effect wants]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sims: Option<u64>,
    /// Games at the same time
    #[arg(long, value_name = "P", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    parallel: u16,
    /// A folder for the games
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
}

fn known(text: &str) -> Result<&'static str, String> {
    let found = EFFECTS.iter().find(|effect| effect.key == text);
    let all = || EFFECTS.iter().map(|effect| effect.key).collect::<Vec<_>>().join(", ");
    found.map(|effect| effect.key).ok_or_else(|| format!("there are {}", all()))
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let wanted: Vec<&Effect> =
        EFFECTS.iter().filter(|effect| args.only.is_empty() || args.only.contains(&effect.key)).collect();
    let trial = Trial { size: args.size, simulations: args.sims, parallel: usize::from(args.parallel), dir: &args.dir };
    let progress = Progress::new("playing games", u64::from(args.games) * wanted.len() as u64);
    let mut played = Vec::new();
    for effect in &wanted {
        played.push(effect.played_before(&trial)?);
    }
    progress.go_on_from(played.iter().sum());
    let round = ROUND.max(u32::from(args.parallel));
    let mut found: Vec<Option<Summary>> = wanted.iter().map(|_| None).collect();
    let mut upto = 0;
    while upto < args.games {
        upto = args.games.min(upto + round);
        for (at, effect) in wanted.iter().enumerate() {
            let summary = effect.measure(&trial, upto)?;
            played[at] = summary.games.into();
            found[at] = Some(summary);
            progress.set(played.iter().sum());
        }
    }
    drop(progress);
    println!("| effect | simulations | result | in the papers |\n|---|---|---|---|");
    for (effect, summary) in wanted.iter().zip(found.iter().flatten()) {
        println!("{}", line(effect, &trial, summary));
    }
    Ok(())
}

/// A row of the table.
fn line(effect: &Effect, trial: &Trial<'_>, summary: &Summary) -> String {
    let [with, without] = effect.simulations(trial);
    let simulations = if with == without { with.to_string() } else { format!("{with} against {without}") };
    let percent = |share: Option<f64>| 100.0 * share.unwrap_or(0.5);
    let score = summary.score;
    format!(
        "| {} (`{}`) | {simulations} | {} of {} ({:.0} %, {:.0} to {:.0}) | {} |",
        effect.what,
        effect.key,
        summary.all.wins,
        summary.games,
        percent(score.value),
        percent(score.low),
        percent(score.high),
        effect.paper
    )
}
