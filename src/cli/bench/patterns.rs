//! `fuzeki bench patterns`: what the learnt patterns cost.

use crate::board::{Board, Color, Point};
use crate::cli::Failure;
use crate::cli::patterns::{weights_file, weights_in};
use crate::patterns::{Extractor, Model, Models, shipped_bytes};
use crate::util::cpu;
use crate::util::rng::FastRng;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `fuzeki bench patterns`.
#[derive(clap::Args)]
#[command(after_help = "\
Positions are those of games in which each side plays one of the likelier moves. `microseconds` is the
time to judge all legal moves of one, by the processor's clock where there is one.

Example:
  fuzeki bench patterns --json")]
pub struct Args {
    /// A file of weights [default: those of the program]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Games to play for positions, on each size
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    games: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The figures as programs read them.
#[derive(Serialize)]
struct Report {
    file_bytes: usize,
    load_milliseconds: f64,
    sizes: Vec<OfSize>,
}

#[derive(Serialize)]
struct OfSize {
    size: u8,
    features: usize,
    memory_bytes: usize,
    positions: usize,
    moves_per_position: f64,
    microseconds: f64,
    predictions_per_second: f64,
}

/// Loads, judges, prints.
pub fn run(args: Args) -> Result<(), Failure> {
    let bytes = match &args.model {
        Some(path) => weights_file(path)?,
        None => shipped_bytes().to_vec(),
    };
    let start = Instant::now();
    let models = match &args.model {
        Some(path) => weights_in(path, &bytes)?,
        None => Models::from_bytes(&bytes)?,
    };
    let load_milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let sizes = [9, 13, 19].into_iter().filter_map(|size| models.of(size).map(|m| measure(size, m, args.games)));
    let report = Report { file_bytes: bytes.len(), load_milliseconds, sizes: sizes.collect() };
    if args.json {
        println!("{}", serde_json::to_string(&report)?);
        return Ok(());
    }
    println!("{} bytes, loaded in {load_milliseconds:.1} ms", report.file_bytes);
    for of in &report.sizes {
        println!(
            "{size}x{size}: {} features, {:.1} MiB; {:.0} µs for the {:.0} moves of a position, {:.0} positions/s",
            of.features,
            of.memory_bytes as f64 / f64::from(1 << 20),
            of.microseconds,
            of.moves_per_position,
            of.predictions_per_second,
            size = of.size,
        );
    }
    Ok(())
}

fn measure(size: u8, model: &Model, games: u32) -> OfSize {
    let positions: Vec<_> = (0..games).flat_map(|game| play(size, model, u64::from(game))).collect();
    let mut extractor = Extractor::new();
    let mut moves = 0;
    let mut worths = Vec::new();
    let clock = || cpu::process_time().map(|t| t.as_secs_f64());
    let (before, start) = (clock(), Instant::now());
    for (board, to_play, last) in &positions {
        extractor.look(board, *to_play, *last);
        let points: Vec<Point> =
            board.empty_points().iter().copied().filter(|&point| board.is_legal(*to_play, point)).collect();
        model.worths(&extractor, board, &points, &mut worths);
        moves += points.len() as u32;
    }
    let wall = start.elapsed().as_secs_f64();
    let spent = before.zip(clock()).map_or(wall, |(before, after)| after - before).max(1e-9);
    let count = positions.len() as f64;
    OfSize {
        size,
        features: model.len(),
        memory_bytes: model.memory(),
        positions: positions.len(),
        moves_per_position: f64::from(moves) / count,
        microseconds: spent / count * 1e6,
        predictions_per_second: count / spent,
    }
}

/// The positions of a game: each side plays by the model's own probabilities.
fn play(size: u8, model: &Model, seed: u64) -> Vec<(Board, Color, [Option<Point>; 2])> {
    let mut rng = FastRng::new(seed);
    let (mut board, mut to_play, mut last) = (Board::new(size), Color::Black, [None; 2]);
    let mut positions = Vec::new();
    for _ in 0..board.area() * 2 / 3 {
        positions.push((board.clone(), to_play, last));
        let mut left = rng.unit();
        let chosen = model.policy(&board, to_play, last).into_iter().find(|&(_, p)| {
            left -= p;
            left <= 0.0
        });
        let Some((point, _)) = chosen else { break };
        board.play(to_play, point);
        last = [Some(point), last[0]];
        to_play = !to_play;
    }
    positions
}
