//! `fuzeki bench playouts`: games played out in a second, by policy.

use crate::board::{Board, Color, MAX_SIZE, MIN_SIZE};
use crate::cli::Failure;
use crate::engine::playout::uniform;
use crate::util::rng::FastRng;
use std::time::{Duration, Instant};

/// Arguments of `fuzeki bench playouts`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki bench playouts --size 19 --threads 2 --seconds 5 --policy uniform --json")]
pub struct Args {
    /// Lines of the board
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u8,
    /// Threads that play
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// How long to measure
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Measures and prints.
pub fn run(args: Args) -> Result<(), Failure> {
    let time = Duration::try_from_secs_f64(args.seconds)?;
    let start = Instant::now();
    let (mut games, mut moves, mut score) = (0u64, 0u64, 0i64);
    let empty = Board::new(args.size);
    let mut board = empty.clone();
    let mut rng = FastRng::new(1);
    while start.elapsed() < time {
        for _ in 0..64 {
            board.copy_from(&empty);
            moves += u64::from(uniform::play_out(&mut board, Color::Black, &mut rng, 3 * empty.area()));
            score += i64::from(board.simple_area());
            games += 1;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{:.0} games/s, {:.0} moves/s, {:.1} moves/game, score {:.2}",
        games as f64 / seconds,
        moves as f64 / seconds,
        moves as f64 / games as f64,
        score as f64 / games as f64
    );
    Ok(())
}
