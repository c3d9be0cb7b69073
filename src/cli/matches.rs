//! `fuzeki match`: engines against each other.

use super::Failure;
use crate::app::config::Folders;
use crate::app::engines::Profiles;
use crate::app::matches::{Conditions, Contestant, ContestantError, GameRecord, Match, Side, openings};
use crate::board::{MAX_SIZE, MIN_SIZE, Rules};
use crate::util::progress::Progress;
use crate::util::stats::Sprt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Arguments of `fuzeki match`.
#[derive(clap::Args)]
#[command(after_help = "\
Colours alternate: the two sides are called A (--black) and B (--white). A side is `fuzeki` or
`fuzeki:name=value,…` for our own engine (its settings, `sims` and `time` for limits of its own, and
`ontology` for a file of what experts say, with `operator`, `expert_strength` and `book`), `joined` with the
same settings for ours joined with GNU Go (the value it gives a move times our chance to win), the name of an
engine that `fuzeki engines` keeps, or the command line of any engine that speaks GTP. Every opening is played twice, colours exchanged.
With --sgf a match that was killed goes on where it was when the same command is given again, also with more
--games. A game that could not be begun does not count and is tried again then.
The exit code is 1 when a game could not be begun, or not be played to its end; what was played is summed up
all the same.

Examples:
  fuzeki match --black fuzeki:rave_equivalence=2000 --white fuzeki --games 100 --sims 1000 --sprt 0 30
  fuzeki match --black fuzeki --white \"gnugo --mode gtp --chinese-rules\" --games 20 --time 1 --sgf games")]
pub struct Args {
    /// Side A
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    black: String,
    /// Side B
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    white: String,
    /// Games to play, at most
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Lines of the board
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u8,
    /// Points for White [default: what the rules say]
    #[arg(long, allow_negative_numbers = true, value_parser = komi)]
    komi: Option<f32>,
    /// Seconds for a move [default: 1, unless --sims is given]
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds, conflicts_with = "sims")]
    time: Option<Duration>,
    /// Simulations for a move, for our own engine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sims: Option<u64>,
    /// The rules of the game
    #[arg(long, value_name = "NAME", default_value = "chinese", value_parser = Rules::parse)]
    rules: Rules,
    /// A file of games whose main lines are the openings, or `none` for the empty board [default: quiet
    /// openings of our own]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Seed of our own openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, value_name = "P", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    parallel: u16,
    /// Stop as soon as it is clear whether A is no better than the first or at least as much better as the
    /// second Elo difference (risks of 5 %)
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// A folder for the game records and results
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
    /// Seconds without an answer after which an engine counts as hanging
    #[arg(long, default_value = "120", value_name = "SECONDS", value_parser = super::seconds)]
    patience: Duration,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A side as it is written; who is meant is known when the profiles are read.
fn engine(text: &str) -> Result<String, ContestantError> {
    text.parse::<Contestant>().map(|_| text.to_owned())
}

fn komi(text: &str) -> Result<f32, String> {
    let komi: f32 = text.parse().map_err(|_| "a number of points is wanted, such as 7.5".to_owned())?;
    let most = f32::from(MAX_SIZE).powi(2);
    if komi.abs() <= most { Ok(komi) } else { Err(format!("at most {most} points are possible")) }
}

/// Plays the match and prints how it went.
pub fn run(args: Args) -> Result<(), Failure> {
    let sprt = match args.sprt.as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 => Some(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }),
        Some(_) => return Err("--sprt: the first Elo difference must be below the second".into()),
        None => None,
    };
    let profiles = Folders::platform().map(|folders| Profiles::load(&folders).value).unwrap_or_default();
    let side = |option: &str, text: &str| {
        Contestant::named(text, &profiles).map_err(|error| format!("--{option} `{text}`: {error}"))
    };
    let contestants = [side("black", &args.black)?, side("white", &args.white)?];
    let openings = match &args.openings {
        Some(path) if path == Path::new("none") => Vec::new(),
        Some(path) => openings::from_file(path, args.size)?,
        None => openings::built_in(args.size, args.games.div_ceil(2) as usize, args.seed),
    };
    let time = args.time.or(args.sims.is_none().then_some(Duration::from_secs(1)));
    let conditions = Conditions {
        size: args.size,
        komi: args.komi.unwrap_or(args.rules.komi),
        rules: args.rules,
        time,
        simulations: args.sims,
        patience: args.patience + time.unwrap_or_default() * 2,
    };
    let matched = Match {
        contestants,
        conditions,
        games: args.games,
        openings,
        parallel: usize::from(args.parallel),
        sprt,
        dir: args.sgf,
    };
    let progress = Progress::new("playing games", u64::from(args.games));
    progress.go_on_from(matched.played_before()?);
    let summary = matched.run(&AtomicBool::new(false), |record| {
        if !args.json {
            println!("{}", line(record));
        }
        progress.add(1);
    })?;
    drop(progress);
    if args.json {
        println!("{}", serde_json::to_string(&summary)?);
    } else {
        print!("{summary}");
    }
    match summary.unplayed() {
        0 => Ok(()),
        1 => Err("1 game could not be begun or played to its end".into()),
        n => Err(format!("{n} games could not be begun or played to their end").into()),
    }
}

/// A game in a line.
fn line(record: &GameRecord) -> String {
    let winner = match record.winner {
        Some(Side::A) => "A wins",
        Some(Side::B) => "B wins",
        None => "nobody wins",
    };
    let color = if record.black == Side::A { "Black" } else { "White" };
    let fault = record.fault.as_ref().map_or(String::new(), |(_, words)| format!(": {words}"));
    format!("game {:4}: A is {color}, {winner}, {}, {} moves{fault}", record.game, record.result, record.moves)
}
