//! The results of a match on disk, one line a game: what a killed match goes on from.

use super::record::GameRecord;
use crate::util::line_log::{Kept, LineLog};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file in the folder of the games.
pub const FILE: &str = "results.jsonl";

/// What must be the same for results to be of one match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// Side A as written.
    pub a: String,
    /// Side B as written.
    pub b: String,
    /// Lines of the board.
    pub size: u8,
    /// Points for White.
    pub komi: f32,
    /// The rules, word by word.
    pub rules: String,
    /// Seconds for a move.
    pub time: Option<f64>,
    /// Simulations for a move.
    pub sims: Option<u64>,
}

impl Terms {
    /// Names what differs, for people.
    fn differences(&self, other: &Terms) -> Vec<&'static str> {
        [
            ("side A", self.a != other.a),
            ("side B", self.b != other.b),
            ("the size", self.size != other.size),
            ("komi", self.komi != other.komi),
            ("the rules", self.rules != other.rules),
            ("the time", self.time != other.time),
            ("the simulations", self.sims != other.sims),
        ]
        .into_iter()
        .filter_map(|(name, differs)| differs.then_some(name))
        .collect()
    }
}

/// Why results cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's words.
        error: io::Error,
    },
    /// The folder holds another match.
    #[error("{} holds another match: {differences} differ; choose another folder, or remove this file", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: String,
    },
    /// A line that is no result.
    #[error("{}:{line}: this is no result of a match: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

/// The open file.
pub struct Log {
    path: PathBuf,
    lines: LineLog,
}

impl Log {
    /// Opens the results in a folder, made where it is missing, and reads the games of this match that
    /// are already there; each must have `its_opening`. A last line that was cut off by a kill is dropped.
    pub fn open(
        dir: &Path,
        terms: &Terms,
        its_opening: impl Fn(&GameRecord) -> bool,
    ) -> Result<(Log, Vec<GameRecord>), LogError> {
        let path = dir.join(FILE);
        let io = |error| LogError::Io { path: path.clone(), error };
        std::fs::create_dir_all(dir).map_err(io)?;
        let kept = Kept::read(&path).map_err(io)?;
        let mut records = read(&path, &kept.text, terms)?;
        if !records.iter().all(its_opening) {
            return Err(LogError::Other { path, differences: "the openings".to_owned() });
        }
        // Kept by earlier versions: games that could not begin, which may be played now.
        records.retain(GameRecord::counts);
        let lines = kept.go_on(&path).map_err(io)?;
        let mut log = Log { path: path.clone(), lines };
        if kept.text.is_empty() {
            log.append(terms)?;
        }
        Ok((log, records))
    }

    /// Adds a game, on the disk when this returns.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), LogError> {
        self.append(record)
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), LogError> {
        self.lines.add(line).map_err(|error| LogError::Io { path: self.path.clone(), error })
    }
}

fn read(path: &Path, text: &str, terms: &Terms) -> Result<Vec<GameRecord>, LogError> {
    let mut records = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let fault =
            |why: serde_json::Error| LogError::Line { path: path.to_owned(), line: number + 1, why: why.to_string() };
        if number == 0 {
            let found: Terms = serde_json::from_str(line).map_err(fault)?;
            let differences = terms.differences(&found).join(", ");
            if !differences.is_empty() {
                return Err(LogError::Other { path: path.to_owned(), differences });
            }
        } else {
            records.push(serde_json::from_str(line).map_err(fault)?);
        }
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::matches::{Cause, Side, Spent};

    fn terms() -> Terms {
        Terms {
            a: "fuzeki".to_owned(),
            b: "gnugo".to_owned(),
            size: 9,
            komi: 7.5,
            rules: "chinese".to_owned(),
            time: Some(1.0),
            sims: None,
        }
    }

    fn record(game: u32) -> GameRecord {
        GameRecord {
            game,
            black: Side::A,
            result: "B+R".to_owned(),
            winner: Some(Side::A),
            cause: Cause::Resignation,
            fault: Some((Side::B, "it fell over".to_owned())),
            moves: 30,
            opening: 2,
            opening_moves: Some("E5 C3".to_owned()),
            spent: [
                Spent { moves: 15, wall: 0.1 + 0.2, cpu: Some(0.25), longest: 0.1, overspent: 0 },
                Spent::default(),
            ],
            notes: vec!["a note".to_owned()],
        }
    }

    #[test]
    fn results_come_back_and_a_torn_line_is_dropped() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path().join("new/folder");
        let open = || Log::open(&dir, &terms(), |_| true).unwrap();
        let (mut log, found) = open();
        assert!(found.is_empty());
        log.add(&record(1)).unwrap();
        log.add(&record(2)).unwrap();
        let path = dir.join(FILE);
        let mut text = std::fs::read_to_string(&path).unwrap();
        text.push_str("{\"game\":3,\"bla");
        std::fs::write(&path, text).unwrap();
        let (mut log, found) = open();
        assert_eq!(found, [record(1), record(2)]);
        log.add(&record(3)).unwrap();
        log.add(&GameRecord { cause: Cause::Start, ..record(4) }).unwrap();
        assert_eq!(open().1.len(), 3, "a game that could not begin is none");
    }

    #[test]
    fn another_match_and_a_broken_line_are_refused_in_words() {
        let dir = tempfile::tempdir().unwrap();
        let open = |terms: &Terms, fits: bool| Log::open(dir.path(), terms, |_| fits);
        let mut log = open(&terms(), true).unwrap().0;
        let other = Terms { komi: 6.5, sims: Some(5), ..terms() };
        let error = open(&other, true).err().unwrap().to_string();
        assert!(error.contains("komi, the simulations differ; choose another folder"), "{error}");
        assert!(open(&terms(), false).is_ok(), "without games any openings fit");
        log.add(&record(1)).unwrap();
        let error = open(&terms(), false).err().unwrap().to_string();
        assert!(error.contains("the openings differ"), "{error}");
        let path = dir.path().join(FILE);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text + "nonsense\n").unwrap();
        let error = open(&terms(), true).err().unwrap().to_string();
        assert!(error.contains(":3: this is no result"), "{error}");
    }
}
