//! Times the board's hot operations: `cargo bench`, or `cargo bench -- play` for those with "play" in the name.
//!
//! All cases take turns, so that what disturbs the machine meets all of them; the median counts, and
//! the spread (from the lower to the upper quartile) tells how far to trust it.

#![allow(clippy::print_stdout)] // printing is what this is for

use fuzeki::board::{Board, Color, Point};
use fuzeki::engine::playout::simulator::{WAYS, move_cap};
use fuzeki::engine::playout::uniform;
use fuzeki::util::rng::FastRng;
use fuzeki::util::summary::Summary;
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZES: [u8; 3] = [9, 13, 19];
const ROUNDS: usize = 41;
/// How long a case has its turn.
const TURN: Duration = Duration::from_millis(5);

/// Something to time.
struct Case {
    name: String,
    unit: &'static str,
    /// Does a bit of work and returns how many units it was.
    work: Box<dyn FnMut() -> u64>,
}

impl Case {
    fn new(name: &str, size: u8, unit: &'static str, work: impl FnMut() -> u64 + 'static) -> Case {
        Case { name: format!("{name} {size}x{size}"), unit, work: Box::new(work) }
    }

    /// Works for one turn; returns nanoseconds for one unit.
    fn turn(&mut self) -> f64 {
        let (start, mut units) = (Instant::now(), 0);
        while start.elapsed() < TURN {
            for _ in 0..4 {
                units += (self.work)();
            }
        }
        start.elapsed().as_nanos() as f64 / units as f64
    }
}

fn main() {
    // Cargo passes `--bench`; other words are parts of names.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut cases: Vec<Case> = SIZES.into_iter().flat_map(cases).collect();
    cases.retain(|case| wanted.is_empty() || wanted.iter().any(|part| case.name.contains(part)));
    if cases.is_empty() {
        println!("no case has one of these in its name: {}", wanted.join(", "));
        return;
    }
    let mut samples = vec![Vec::with_capacity(ROUNDS); cases.len()];
    for _ in 0..ROUNDS {
        for (case, sample) in cases.iter_mut().zip(&mut samples) {
            sample.push(case.turn());
        }
    }
    println!("{:<28} {:>12}  {:>24}", "", "median", "spread");
    for (case, sample) in cases.iter().zip(&mut samples) {
        sample.sort_by(f64::total_cmp);
        let Some(all) = Summary::of(sample) else { continue };
        let spread = format!("{:.1} .. {:.1}", sample[ROUNDS / 4], sample[ROUNDS * 3 / 4]);
        println!("{:<28} {:>12.1}  {:>24}  ns a {}", case.name, all.median, spread, case.unit);
    }
}

/// Some positions from the middle of random games, with whose turn it is.
fn positions(size: u8) -> Vec<(Board, Color)> {
    let mut rng = FastRng::new(u64::from(size));
    (0..64)
        .map(|_| {
            let mut board = Board::new(size);
            let moves = board.area() / 4 + rng.below(board.area() / 2);
            uniform::play_out(&mut board, Color::Black, &mut rng, moves);
            (board, Color::BOTH[moves as usize % 2])
        })
        .collect()
}

/// A random game move by move; a pass is `None`.
fn game(size: u8, seed: u64) -> Vec<(Color, Option<Point>)> {
    let mut rng = FastRng::new(seed);
    let mut board = Board::new(size);
    let (mut color, mut moves, mut passes) = (Color::Black, Vec::new(), 0);
    while passes < 2 && moves.len() < move_cap(&board) as usize {
        let legal = |&&point: &&Point| board.is_legal(color, point) && !board.is_eye(color, point);
        let choices: Vec<Point> = board.empty_points().iter().filter(legal).copied().collect();
        let chosen = (!choices.is_empty()).then(|| choices[rng.below(choices.len() as u32) as usize]);
        match chosen {
            Some(point) => {
                board.play(color, point);
                passes = 0;
            }
            None => {
                board.clear_ko();
                passes += 1;
            }
        }
        moves.push((color, chosen));
        color = !color;
    }
    moves
}

/// Asks a question about every empty point of every position.
fn ask(boards: Vec<(Board, Color)>, question: fn(&Board, Color, Point) -> bool) -> impl FnMut() -> u64 {
    let mut next = 0;
    move || {
        let (board, color) = &boards[next % boards.len()];
        next += 1;
        let points = board.empty_points();
        let yes = points.iter().filter(|&&point| question(black_box(board), *color, point)).count();
        black_box(yes);
        points.len() as u64
    }
}

fn cases(size: u8) -> Vec<Case> {
    let empty = Board::new(size);
    let mut cases = Vec::new();

    let games: Vec<_> = (0..64).map(|seed| game(size, seed)).collect();
    let (start, mut board, mut next) = (empty.clone(), empty.clone(), 0);
    cases.push(Case::new("play", size, "move", move || {
        let moves = &games[next % games.len()];
        next += 1;
        board.copy_from(&start);
        for &(color, point) in moves {
            if let Some(point) = point {
                board.play(color, point);
            }
        }
        black_box(&board);
        moves.len() as u64
    }));
    cases.push(Case::new("is_legal", size, "point", ask(positions(size), Board::is_legal)));
    cases.push(Case::new("is_eye", size, "point", ask(positions(size), Board::is_eye)));
    let (boards, mut board, mut next) = (positions(size), empty.clone(), 0);
    cases.push(Case::new("copy_from", size, "board", move || {
        board.copy_from(black_box(&boards[next % boards.len()].0));
        next += 1;
        black_box(&board);
        1
    }));
    for way in WAYS {
        let (start, mut simulator, mut rng) = (empty.clone(), (way.make)(), FastRng::new(1));
        cases.push(Case::new(&format!("playout {}", way.name), size, "game", move || {
            black_box(simulator.play_out(&start, Color::Black, &mut rng));
            1
        }));
    }
    cases
}
