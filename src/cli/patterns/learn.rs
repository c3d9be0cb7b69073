//! `fuzeki patterns learn`: weights from games.

use super::{Keeper, Task};
use crate::board::zobrist::split_mix;
use crate::cli::{Failure, can_be_written};
use crate::patterns::eval::{Predictor, Score, evaluate};
use crate::patterns::games::GameMoves;
use crate::patterns::learn::{self, Learner, Options, Run, State};
use crate::patterns::{Model, Models, harvest};
use crate::util::progress::Progress;
use crate::util::{atomic_file, bounded_file};
use std::io::ErrorKind;
use std::path::PathBuf;
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
stopped, the same command goes on from FILE.part (not so with --method mm). A model for another size in FILE stays there.

Where it was measured, in one run each, a second pass paid and a third brought little: one, two and three over 200 games of
19x19 foretold 33.7, 34.4 and 34.4 % of left-out moves, over 2,000 games 39.5, 39.9 and 40.0 %; more games brought more.
The log-evidence of the left-out games, told in the end, says whether a pass paid.

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
    /// all games in memory, at 2.5 megabytes for one of 19x19
    #[arg(long, value_enum, default_value_t = Method::Steps)]
    method: Method,
    /// Rounds of minorisation-maximisation
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Length of the first steps
    #[arg(long, default_value_t = Options::default().rate)]
    rate: f32,
    /// Times that every game is visited; below is told when more than one pay
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    passes: u32,
    /// Share of the games that is left out, for `patterns eval --held-out`
    #[arg(long, value_name = "SHARE", default_value_t = 0.03, value_parser = super::share)]
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
    // What cannot be added to, written or gone on from is told before the work.
    let mut models = super::existing(&args.task.out, Models::LARGEST_FILE, |bytes| {
        Models::from_bytes(bytes)
            .map(|models| models.iter().map(|(size, model)| (size, model.clone())).collect::<Vec<_>>())
    })?;
    can_be_written("--out", &args.task.out)?;
    let part = Part::of(&args)?;
    let mut games = super::read(&args.task.games, Some(args.task.size))?;
    games.since(args.since);
    let held_out = format!("--held-out {}", args.held_out);
    let mut left_out = games.keep(held_out, |game| !game.is_held_out(args.held_out, args.seed));
    games.most(args.most, args.seed);
    let games = games.left()?;
    left_out.sort_by_cached_key(|game| game.lot(args.seed));
    left_out.truncate(REPORT_GAMES);
    eprintln!("{} games to learn from", games.len());

    let model = match &part {
        Some(part) => by_steps(&games, &args, part)?,
        None => {
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
    part.iter().for_each(Part::remove);
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

/// The file of the state of steps along the gradient.
struct Part {
    path: PathBuf,
    settings: String,
    /// What was in it when the program began.
    state: Option<State>,
}

impl Part {
    /// The one that belongs to a run; `None` where learning keeps no state. A state that the run cannot go on from
    /// is never thrown away unasked.
    fn of(args: &Args) -> Result<Option<Part>, Failure> {
        if args.method != Method::Steps {
            return Ok(None);
        }
        let mut path = args.task.out.as_os_str().to_owned();
        path.push(".part");
        let path = PathBuf::from(path);
        let refused =
            |why: String| format!("{}: {why}remove it to begin anew, or choose another --out", path.display());
        let state = match bounded_file::read(&path, State::LARGEST_FILE) {
            Ok(bytes) => Some(State::from_bytes(&bytes).map_err(|error| refused(format!("{error}; ")))?),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(refused(format!("{error}; ")).into()),
        };
        let settings = settings(args);
        if let Some(other) = state.as_ref().map(|state| &state.run.settings).filter(|other| **other != settings) {
            return Err(refused(format!(
                "this is the state of another run, and this one is `{settings}`; go on with that one by its own command, \
                 with `{other}`, "
            ))
            .into());
        }
        Ok(Some(Part { path, settings, state }))
    }

    /// Removes the state, which is of no more use.
    fn remove(&self) {
        if let Err(error) = std::fs::remove_file(&self.path)
            && error.kind() != ErrorKind::NotFound
        {
            eprintln!("{}: {error}; remove it by hand before you learn into this file again", self.path.display());
        }
    }
}

/// Learns game by game, going on from a state on disk if there is one.
fn by_steps(games: &[GameMoves], args: &Args, part: &Part) -> Result<Model, Failure> {
    let options = Options { rate: args.rate, seed: args.seed };
    let order = order(games, args);
    let run = Run { settings: part.settings.clone(), games: fingerprint(&order, args.seed) };
    let (mut learner, done) = match &part.state {
        Some(state) if state.run != run => {
            return Err(format!(
                "{}: this is the state of a run with the same options over other games; go on with it over those games, \
                 remove it to begin anew, or choose another --out",
                part.path.display()
            )
            .into());
        }
        Some(state) => {
            eprintln!("going on from {} after {} games", part.path.display(), state.done);
            (Learner::resume(state, options), state.done as usize)
        }
        None => (Learner::new(&count(games, args.least), options), 0),
    };
    visit(&mut learner, &order, done.min(order.len()), &run, &mut Keeper::new(&part.path));
    Ok(learner.model())
}

fn visit(learner: &mut Learner, order: &[&GameMoves], done: usize, run: &Run, keeper: &mut Keeper<'_>) {
    let progress = Progress::new("learning from games", order.len() as u64);
    progress.go_on_from(done as u64);
    let mut saved = Instant::now();
    let mut games_done = done;
    learner.learn(&order[done..], |learner, games, _| {
        games_done += games;
        progress.set(games_done as u64);
        if saved.elapsed() >= PAUSE && games_done < order.len() {
            saved = Instant::now();
            keeper.keep(&learner.state(run, games_done as u64));
        }
    });
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

/// A number for games and their order.
fn fingerprint(order: &[&GameMoves], seed: u64) -> u64 {
    order.iter().fold(0, |hash, game| split_mix(hash ^ game.lot(seed)))
}

/// What decides over the weights, beside the games, as options of the command line.
fn settings(args: &Args) -> String {
    let Args { least, rate, passes, held_out, seed, .. } = args;
    let mut text = format!("--size {} --least {least} --rate {rate} --passes {passes}", args.task.size);
    text += &format!(" --held-out {held_out} --seed {seed}");
    text += &args.since.map_or(String::new(), |year| format!(" --since {year}"));
    text + &args.most.map_or(String::new(), |most| format!(" --most {most}"))
}
