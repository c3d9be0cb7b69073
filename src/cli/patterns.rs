//! `fuzeki patterns`: what strong players would play, learnt from game records.

use super::Failure;
use crate::board::{MAX_SIZE, MIN_SIZE};
use crate::patterns::games::{GameMoves, read_games, record_files};
use crate::patterns::{Models, WeightsError, shipped};
use crate::util::progress::Progress;
use crate::util::{atomic_file, bounded_file};
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

/// Games that pass one filter after the other, and how many each of them leaves.
struct Sieve {
    games: Vec<GameMoves>,
    told: String,
}

impl Sieve {
    /// Keeps some games, for the sake of an option with its value; gives the others.
    fn keep(&mut self, option: String, keep: impl FnMut(&GameMoves) -> bool) -> Vec<GameMoves> {
        let (kept, others) = std::mem::take(&mut self.games).into_iter().partition(keep);
        self.games = kept;
        self.tell(option);
        others
    }

    /// Keeps games of a year or later.
    fn since(&mut self, year: Option<u16>) {
        if let Some(year) = year {
            self.keep(format!("--since {year}"), |game| game.year >= year);
        }
    }

    /// Keeps so many games at most, drawn by lot, in the order of their lots.
    fn most(&mut self, most: Option<usize>, seed: u64) {
        self.games.sort_by_cached_key(|game| game.lot(seed));
        if let Some(most) = most {
            self.games.truncate(most);
            self.tell(format!("--most {most}"));
        }
    }

    fn tell(&mut self, option: String) {
        self.told.push_str(&format!(", {option} leaves {}", self.games.len()));
    }

    /// What is left; an error that names the filters where it is nothing.
    fn left(self) -> Result<Vec<GameMoves>, Failure> {
        if self.games.is_empty() {
            return Err(format!("no games are left: {}", self.told).into());
        }
        Ok(self.games)
    }
}

/// Reads all games of a size under a folder or in a file; what cannot be read is named and left out.
fn read(path: &Path, size: Option<u8>) -> Result<Sieve, Failure> {
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
    let told = format!("{} {} read", games.games.len(), if games.games.len() == 1 { "was" } else { "were" });
    Ok(Sieve { games: games.games, told })
}

/// Reads a share of games.
fn share(text: &str) -> Result<f64, String> {
    let wanted = || "a share from 0 up to, but not including, 1 is wanted, such as 0.03".to_owned();
    text.parse().ok().filter(|share| (0.0..1.0).contains(share)).ok_or_else(wanted)
}

/// Keeps on disk how far long work has come. A fault is told once, and ends nothing.
struct Keeper<'a> {
    path: &'a Path,
    has_failed: bool,
}

impl<'a> Keeper<'a> {
    /// Will keep it there.
    fn new(path: &'a Path) -> Keeper<'a> {
        Keeper { path, has_failed: false }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let kept = atomic_file::save(self.path, |out| out.write_all(bytes));
        if let Err(error) = kept
            && !std::mem::replace(&mut self.has_failed, true)
        {
            eprintln!("{error}; the work goes on, but if it is stopped, what it came to is lost");
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_lie_between_none_and_all() {
        assert_eq!([share("0"), share("0.03"), share("0.999")], [Ok(0.0), Ok(0.03), Ok(0.999)]);
        for text in ["1", "-0.1", "NaN", "inf", "3 %", ""] {
            assert!(share(text).unwrap_err().contains("from 0 up to, but not including, 1"), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_kept_ends_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("none/weights.bin.part");
        let mut keeper = Keeper::new(&path);
        keeper.keep(b"one");
        assert!(keeper.has_failed);
        std::fs::create_dir(dir.path().join("none")).unwrap();
        keeper.keep(b"two");
        assert_eq!(std::fs::read(&path).unwrap(), b"two", "it is tried again");
    }

    #[test]
    fn filters_that_leave_nothing_are_named() {
        let game = |year| GameMoves { size: 9, year, stones: vec![], moves: vec![], komi: 7.5, winner: None };
        let mut sieve = Sieve { games: vec![game(2001), game(2011)], told: "2 were read".to_owned() };
        sieve.since(Some(2010));
        assert_eq!(sieve.keep("--held-out 0.5".to_owned(), |_| false).len(), 1);
        sieve.most(None, 1);
        let error = sieve.left().unwrap_err().to_string();
        assert_eq!(error, "no games are left: 2 were read, --since 2010 leaves 1, --held-out 0.5 leaves 0");
    }
}
