//! `fuzeki patterns balance`: weights of the shapes in playouts from the results of games.

use super::{Keeper, Task};
use crate::app::lab::foresight::{Foreseen, foresight};
use crate::cli::{Failure, can_be_written};
use crate::engine::Params;
use crate::engine::playout::Settings;
use crate::engine::playout::shapes::Weights;
use crate::engine::playout::shapes_file::{from_bytes, to_bytes};
use crate::patterns::balance::{Balancer, Lesson, Options, imitate, judge, playouts, rates};
use crate::util::atomic_file;
use crate::util::progress::Progress;

/// Rounds between two states on disk.
const PAUSE: u32 = 100;
/// Positions of left-out games that the report is about, and playouts from each.
const REPORT: (usize, u32) = (2000, 128);
/// No file of shapes is larger than this; the program's own has under five kilobytes.
const LARGEST_FILE: u64 = 1 << 20;

/// Arguments of `fuzeki patterns balance`.
#[derive(clap::Args)]
#[command(after_help = "\
Playouts are made to end as the games did: simulation balancing, after Silver and Tesauro (2009). FILE is written
every hundred rounds, and weights for another size stay in it; --go-on begins with those that are there instead of
what players choose. The program's own are assets/playouts.bin, read when it is built.

Example:
  fuzeki patterns balance --games games/ --size 9 --out assets/playouts.bin")]
pub struct Args {
    #[command(flatten)]
    task: Task,
    /// Steps
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    rounds: u32,
    /// Positions between two steps
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    batch: u32,
    /// Playouts from each position
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(4..=10_000))]
    playouts: u32,
    /// Positions of each game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    positions: u32,
    /// Length of the first steps
    #[arg(long, default_value_t = Options::default().rate)]
    rate: f32,
    /// At most so many games
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Share of the games that is left out for the report
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = super::share)]
    held_out: f64,
    /// Begin with the weights in FILE
    #[arg(long)]
    go_on: bool,
    /// Seed of all that is left to chance
    #[arg(long, default_value_t = super::learn::SEED)]
    seed: u64,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    if !(args.rate > 0.0 && args.rate <= 1.0) {
        return Err("--rate: more than 0 and at most 1 is possible".into());
    }
    let largest = args.task.largest();
    let mut models = super::existing(&args.task.out, LARGEST_FILE, from_bytes)?;
    let earlier = models.iter().find(|m| m.0 == largest).map(|m| m.1.clone());
    if args.go_on && earlier.is_none() {
        return Err(format!("{}: there are no weights for these boards to go on from", args.task.out.display()).into());
    }
    models.retain(|m| m.0 != largest);

    can_be_written("--out", &args.task.out)?;
    let mut games = super::read(&args.task.games, Some(args.task.size))?;
    games.most(args.most, args.seed);
    let held_out = format!("--held-out {}", args.held_out);
    let left_out = games.keep(held_out, |game| !game.is_held_out(args.held_out, args.seed));
    let games = games.left()?;
    let lessons_of = |games: &[_], each| -> Vec<Lesson> {
        games.iter().flat_map(|game| Lesson::of(game, each, args.seed)).collect()
    };
    let lessons = lessons_of(&games, args.positions as usize);
    if lessons.is_empty() {
        return Err(format!(
            "{}: no game on this board has a winner in RE and moves enough",
            args.task.games.display()
        )
        .into());
    }
    let mut test = lessons_of(&left_out, 4);
    test.truncate(REPORT.0);
    let report = |name: &str, playouts: &Settings| tell(name, &test, playouts, args.seed);
    eprintln!("{} positions of {} games", lessons.len(), games.len());
    report("MoGo's patterns", &Settings::new(&Params { play_shapes: false, ..Params::default() }, args.task.size));

    let options = Options {
        playouts: args.playouts,
        batch: args.batch as usize,
        rate: args.rate,
        seed: args.seed,
        ..Options::default()
    };
    let start = match earlier.filter(|_| args.go_on) {
        Some(weights) => weights,
        None => {
            let progress = Progress::new("what players choose", games.len() as u64);
            imitate(&games, &Weights::flat(), &options, |games, _| progress.add(games as u64))
        }
    };
    report("at the start", &playouts(&start, args.task.size));
    let mut balancer = Balancer::new(&start, args.task.size, options);
    let mut keeper = Keeper::new(&args.task.out);
    let progress = Progress::new("balancing", u64::from(args.rounds));
    for round in 0..args.rounds {
        balancer.step(&lessons, 1.0 - round as f32 / args.rounds as f32);
        progress.add(1);
        if (round + 1) % PAUSE == 0 {
            keeper.keep(&file_of(&models, largest, &balancer.weights()));
        }
    }
    drop(progress);
    let weights = balancer.weights();
    let bytes = file_of(&models, largest, &weights);
    atomic_file::save(&args.task.out, |out| out.write_all(&bytes))?;
    report("in the end", &playouts(&weights, args.task.size));
    let [atari, nakade, two, capture] = rates(&weights);
    eprintln!(
        "rules are followed at: stones in atari {atari:.2}, nakade {nakade:.2}, two liberties {two:.2}, capture anywhere {capture:.2}"
    );
    Ok(())
}

/// How well playouts foresee the results of games that were left out.
fn tell(name: &str, lessons: &[Lesson], playouts: &Settings, seed: u64) {
    let judged = judge(lessons, playouts, REPORT.1, seed);
    let seen: Vec<Foreseen> =
        judged.into_iter().map(|(win_rate, black_won)| Foreseen { win_rate, black_won, share: 1.0 }).collect();
    if let Some(seen) = foresight(&seen) {
        eprintln!("{name}: log loss {:.4} ± {:.4} in {} left-out positions", seen.log_loss, seen.error, seen.positions);
    }
}

/// The file with these weights beside those for other boards.
fn file_of(others: &[(u8, Weights)], largest: u8, weights: &Weights) -> Vec<u8> {
    let mut models = others.to_vec();
    models.push((largest, weights.clone()));
    models.sort_by_key(|m| m.0);
    to_bytes(&models)
}
