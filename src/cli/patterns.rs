//! `fuzeki patterns`: what strong players would play, learnt from game records.

use super::Failure;
use crate::board::{MAX_SIZE, MIN_SIZE};
use crate::patterns::games::{Games, read_games, record_files};
use crate::patterns::{Models, WeightsError, shipped};
use crate::util::bounded_file;
use crate::util::progress::Progress;
use clap::Subcommand;
use std::fmt::Display;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

mod balance;
mod eval;
mod learn;
mod show;

/// Arguments of `fuzeki patterns`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki patterns eval --games games/ --size 19")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Weights of the shapes in playouts, so that playouts end as games did
    Balance(balance::Args),
    /// How well the moves of games are predicted
    Eval(eval::Args),
    /// Learn weights from games
    Learn(learn::Args),
    /// The moves of a position with their features and weights
    Show(show::Args),
}

/// What is learnt from, for which boards, and where it goes.
#[derive(clap::Args)]
struct Task {
    /// Folder of game records, or a single file
    #[arg(long, value_name = "DIR")]
    games: PathBuf,
    /// Lines of the board
    #[arg(long, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u8,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The largest board these weights are for [default: 11 for boards of at most 11 lines, else 25]
    #[arg(long, value_name = "LINES", value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    largest: Option<u8>,
}

impl Task {
    /// The largest board that the weights are for.
    fn largest(&self) -> u8 {
        self.largest.unwrap_or(if self.size <= 11 { 11 } else { MAX_SIZE })
    }
}

/// Does what was asked for.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.what {
        What::Balance(args) => balance::run(args),
        What::Eval(args) => eval::run(args),
        What::Learn(args) => learn::run(args),
        What::Show(args) => show::run(args),
    }
}

/// Reads all games of a size under a folder or in a file; what cannot be read is named and left out.
fn read(path: &Path, size: Option<u8>) -> Result<Games, Failure> {
    let files = record_files(path).map_err(|error| in_file(path, error))?;
    let bytes = files.iter().filter_map(|f| f.metadata().ok()).map(|m| m.len()).sum();
    let progress = Progress::new("reading games", bytes);
    let games = read_games(&files, size, |bytes| progress.add(bytes));
    drop(progress);
    games.unread.iter().for_each(|error| eprintln!("left out: {error}"));
    if games.games.is_empty() {
        let of_size = size.map_or(String::new(), |size| format!(" on {size}x{size}"));
        return Err(format!("{}: there are no games{of_size} to read", path.display()).into());
    }
    Ok(games)
}

/// The weights of a file, or those that come with the program.
fn weights(path: Option<&Path>) -> Result<Arc<Models>, Failure> {
    match path {
        Some(path) => Ok(Arc::new(weights_in(path, &weights_file(path)?)?)),
        None => Ok(shipped()?),
    }
}

/// The bytes of a file of weights.
pub(super) fn weights_file(path: &Path) -> Result<Vec<u8>, Failure> {
    Ok(bounded_file::read(path, Models::LARGEST_FILE).map_err(|error| in_file(path, error))?)
}

/// The weights in the bytes of a file.
pub(super) fn weights_in(path: &Path, bytes: &[u8]) -> Result<Models, Failure> {
    Ok(Models::from_bytes(bytes).map_err(|error| in_file(path, format!("{error}; {}", WeightsError::REMEDY)))?)
}

/// What is in the file that is to be added to; nothing where there is no such file.
fn existing<T: Default, E: Display>(
    path: &Path,
    largest: u64,
    read: impl FnOnce(&[u8]) -> Result<T, E>,
) -> Result<T, Failure> {
    match bounded_file::read(path, largest) {
        Ok(bytes) => {
            Ok(read(&bytes).map_err(|error| in_file(path, format!("{error}; remove it, or choose another --out")))?)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(T::default()),
        Err(error) => Err(in_file(path, error).into()),
    }
}

fn in_file(path: &Path, error: impl Display) -> String {
    format!("{}: {error}", path.display())
}
