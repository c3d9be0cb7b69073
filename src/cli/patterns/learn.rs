//! `fuzeki patterns learn`: weights from games.

use super::Task;
use crate::board::zobrist::split_mix;
use crate::cli::Failure;
use crate::patterns::eval::{Predictor, Score, evaluate};
use crate::patterns::games::GameMoves;
use crate::patterns::learn::{self, Learner, Options};
use crate::patterns::{Model, Models, harvest};
use crate::util::atomic_file;
use crate::util::progress::Progress;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The seed that the shipped weights were learnt with.
pub(super) const SEED: u64 = 1;
/// The least time between two states on disk.
const PAUSE: Duration = Duration::from_secs(60);
/// Games of the left-out share that the report at the end is about.
const REPORT_GAMES: usize = 200;

/// Arguments of `fuzeki patterns learn`.
#[derive(clap::Args)]
#[command(after_help = "\
Games are visited from the oldest decade to the newest, in random order within each. When the work is
stopped, the same command goes on from FILE.part. A model for another size in FILE stays there.

Examples:
  fuzeki patterns learn --games games/ --size 19 --out patterns.bin
  fuzeki patterns learn --games games/ --size 9 --largest 11 --least 6 --passes 3 --out patterns.bin")]
pub struct Args {
    #[command(flatten)]
    task: Task,
    /// How often played moves must have had a feature for it to be kept
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..))]
    least: u8,
    /// How to learn: steps along the gradient, game by game, or minorisation-maximisation, which keeps
    /// all games in memory at a megabyte each
    #[arg(long, value_enum, default_value_t = Method::Steps)]
    method: Method,
    /// Rounds of minorisation-maximisation
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Length of the first steps
    #[arg(long, default_value_t = Options::default().rate)]
    rate: f32,
    /// Times that every game is visited
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    passes: u32,
    /// Share of the games that is left out, for `patterns eval --held-out`
    #[arg(long, value_name = "SHARE", default_value_t = 0.03)]
    held_out: f64,
    /// Only games of this year or later
    #[arg(long, value_name = "YEAR")]
    since: Option<u16>,
    /// At most so many games
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Seed of all that is left to chance
    #[arg(long, default_value_t = SEED)]
    seed: u64,
}

/// Ways to learn.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Method {
    /// Steps along the gradient
    Steps,
    /// Minorisation-maximisation
    Mm,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    if !(args.rate > 0.0 && args.rate <= 10.0) {
        return Err("--rate: more than 0 and at most 10 is possible".into());
    }
    // What cannot be added to is told before the work.
    let mut models = super::existing(&args.task.out, Models::LARGEST_FILE, |bytes| {
        Models::from_bytes(bytes)
            .map(|models| models.iter().map(|(size, model)| (size, model.clone())).collect::<Vec<_>>())
    })?;
    let mut games = super::read(&args.task.games, Some(args.task.size))?.games;
    games.retain(|game| args.since.is_none_or(|year| game.year >= year));
    let (mut left_out, mut games): (Vec<_>, Vec<_>) =
        games.into_iter().partition(|game| game.is_held_out(args.held_out, args.seed));
    games.sort_by_cached_key(|game| game.lot(args.seed));
    games.truncate(args.most.unwrap_or(usize::MAX));
    left_out.sort_by_cached_key(|game| game.lot(args.seed));
    left_out.truncate(REPORT_GAMES);
    if games.is_empty() {
        return Err("no games are left to learn from".into());
    }
    eprintln!("{} games to learn from", games.len());

    let part = part_file(&args.task.out);
    let model = match args.method {
        Method::Steps => by_steps(&games, &args, &part)?,
        Method::Mm => {
            let keys = count(&games, args.least);
            let all: Vec<&GameMoves> = games.iter().collect();
            let progress = Progress::new("minorisation-maximisation", u64::from(args.rounds));
            learn::minorise_maximise(&keys, &all, args.rounds, args.seed, |_| progress.add(1))
        }
    };
    if !left_out.is_empty() {
        let mut all = Score::default();
        evaluate(&left_out, &Predictor::Model(&model), |_| {}).iter().for_each(|&score| all += score);
        eprintln!(
            "left-out games: top1 {:.2} %, log-evidence {:.3} ({} moves)",
            100.0 * all.top(1),
            all.mean_log_evidence(),
            all.moves
        );
    }
    let largest = args.task.largest();
    models.retain(|m| m.0 != largest);
    models.push((largest, model));
    let bytes = Models::new(models).to_bytes();
    atomic_file::save(&args.task.out, |out| out.write_all(&bytes))?;
    let _ = std::fs::remove_file(&part); // it is of no more use, nor in the way
    eprintln!("{}: {} bytes", args.task.out.display(), bytes.len());
    Ok(())
}

/// The features that are frequent enough.
fn count(games: &[GameMoves], least: u8) -> Vec<u64> {
    let progress = Progress::new("counting features", 2 * games.len() as u64);
    let keys = harvest::harvest(games, least, |games| progress.add(games));
    drop(progress);
    eprintln!("{} features seen at least {least} times", keys.len());
    keys
}

/// Learns game by game, going on from a state on disk if there is one.
fn by_steps(games: &[GameMoves], args: &Args, part: &Path) -> Result<Model, Failure> {
    let options = Options { rate: args.rate, seed: args.seed };
    let order = order(games, args);
    let run = fingerprint(&order, args);
    let (mut learner, done) = match std::fs::read(part).ok().and_then(|b| Learner::resume(&b, run, options.clone())) {
        Some((learner, done)) => {
            eprintln!("going on from {} after {done} games", part.display());
            (learner, done as usize)
        }
        None => (Learner::new(&count(games, args.least), options), 0),
    };
    visit(&mut learner, &order, done, part, run)?;
    Ok(learner.model())
}

fn visit(
    learner: &mut Learner,
    order: &[&GameMoves],
    done: usize,
    part: &Path,
    run: u64,
) -> Result<(), atomic_file::SaveError> {
    let progress = Progress::new("learning from games", order.len() as u64);
    progress.set(done as u64);
    let mut saved = Instant::now();
    let mut games_done = done;
    let mut fault = None;
    learner.learn(&order[done.min(order.len())..], |learner, games, _| {
        games_done += games;
        progress.set(games_done as u64);
        if saved.elapsed() >= PAUSE && games_done < order.len() {
            saved = Instant::now();
            let state = learner.state(run, games_done as u64);
            fault = atomic_file::save(part, |out| out.write_all(&state)).err();
        }
    });
    fault.map_or(Ok(()), Err)
}

/// The games in the order of visits: older decades first, so that the newest have the last word.
fn order<'a>(games: &'a [GameMoves], args: &Args) -> Vec<&'a GameMoves> {
    let mut order = Vec::new();
    for pass in 0..u64::from(args.passes) {
        let mut games: Vec<&GameMoves> = games.iter().collect();
        games.sort_by_cached_key(|game| (game.year / 10, game.lot(args.seed ^ (pass + 1) << 32)));
        order.extend(games);
    }
    order
}

/// A number that tells runs apart: games, order and settings.
fn fingerprint(order: &[&GameMoves], args: &Args) -> u64 {
    let settings = u64::from(args.least) | u64::from(args.rate.to_bits()) << 8;
    order.iter().fold(split_mix(settings), |hash, game| split_mix(hash ^ game.lot(args.seed)))
}

fn part_file(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}
