//! The log of a tuning: which tuning it is of, then a line for each round.

use super::tuning::{Round, Tuner};
use crate::util::line_log::{Kept, LineLog};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// What must be the same for rounds to be of one tuning; the first line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// The parameters with their bounds, as `NAME=LOW:HIGH`.
    pub parameters: Vec<String>,
    /// The other settings of the engine, as far as they are not the usual ones.
    pub set: String,
    /// Lines of the board.
    pub size: u8,
    /// Simulations for a move.
    pub sims: u64,
    /// Games in a round.
    pub games: u32,
    /// Seed of shakes and openings.
    pub seed: u64,
}

impl Terms {
    /// Names what differs in a log, for people.
    fn differences(&self, log: &Terms) -> Vec<String> {
        let parameters = [self, log].map(|terms| terms.parameters.join(" "));
        let rows: [(&str, &dyn ToString, &dyn ToString); 6] = [
            ("--param", &parameters[0], &parameters[1]),
            ("--set", &self.set, &log.set),
            ("--size", &self.size, &log.size),
            ("--sims", &self.sims, &log.sims),
            ("--games", &self.games, &log.games),
            ("--seed", &self.seed, &log.seed),
        ];
        let rows = rows.map(|(option, asked, found)| (option, asked.to_string(), found.to_string()));
        let differing = rows.into_iter().filter(|(_, asked, found)| asked != found);
        differing.map(|(option, asked, found)| format!("{option} is `{found}` there and `{asked}` here")).collect()
    }
}

/// Why a tuning cannot be kept in a log.
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
    /// The file does not begin as a log does.
    #[error("{}:1: this does not say which tuning it is of; choose another --log", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The log is of another tuning.
    #[error("{}:1: the log is of another tuning: {differences}; give the same arguments, or another --log", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: String,
    },
    /// A line that is no round of this tuning.
    #[error("{}:{line}: this is not the next round of this tuning: {why}; remove this line and all after it, or choose another --log", path.display())]
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
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    lines: LineLog,
    /// The last line was cut off by a kill; it was dropped.
    pub was_torn: bool,
}

impl Log {
    /// Opens a log, and lets `tuner` go through the rounds that it holds.
    pub fn open(path: &Path, terms: &Terms, tuner: &mut Tuner) -> Result<Log, LogError> {
        let io = |error| LogError::Io { path: path.to_owned(), error };
        let kept = Kept::read(path).map_err(io)?;
        let first = serde_json::to_string(terms).map_err(|error| io(error.into()))?;
        // Nothing of a file that is none of ours is cut off.
        if kept.text.is_empty() && !first.starts_with(&kept.torn) {
            return Err(LogError::Foreign { path: path.to_owned() });
        }
        replay(path, &kept.text, terms, tuner)?;
        let lines = kept.go_on(path).map_err(io)?;
        let mut log = Log { path: path.to_owned(), lines, was_torn: !kept.torn.is_empty() };
        if kept.text.is_empty() {
            log.append(terms)?;
        }
        Ok(log)
    }

    /// Adds a round, on the disk when this returns.
    pub fn add(&mut self, round: &Round) -> Result<(), LogError> {
        self.append(round)
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), LogError> {
        self.lines.add(line).map_err(|error| LogError::Io { path: self.path.clone(), error })
    }
}

/// Goes through the lines of a log.
fn replay(path: &Path, text: &str, terms: &Terms, tuner: &mut Tuner) -> Result<(), LogError> {
    for (at, line) in text.lines().enumerate() {
        if at == 0 {
            let Ok(found) = serde_json::from_str::<Terms>(line) else {
                return Err(LogError::Foreign { path: path.to_owned() });
            };
            let differences = terms.differences(&found).join(", ");
            if !differences.is_empty() {
                return Err(LogError::Other { path: path.to_owned(), differences });
            }
            continue;
        }
        let round = serde_json::from_str::<Round>(line).map_err(|error| error.to_string());
        round.and_then(|round| tuner.replay(&round)).map_err(|why| LogError::Line {
            path: path.to_owned(),
            line: at + 1,
            why,
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::lab::tuning::Tuned;
    use crate::engine::Params;
    use std::fs;

    fn terms() -> Terms {
        let parameters = ["pattern_weight=1:400", "bias_c=0:1"].map(str::to_owned).to_vec();
        Terms { parameters, set: String::new(), size: 9, sims: 500, games: 2, seed: 1 }
    }

    fn tuner() -> Tuner {
        let tuned: Vec<Tuned> = terms().parameters.iter().map(|text| text.parse().unwrap()).collect();
        Tuner::new(tuned, &Params::default(), 1).unwrap()
    }

    /// A log of three rounds, and the state they lead to.
    fn three_rounds(path: &Path) -> Tuner {
        let mut tuner = tuner();
        let mut log = Log::open(path, &terms(), &mut tuner).unwrap();
        for won in [1.0, 0.5, 0.25] {
            log.add(&tuner.learn(won)).unwrap();
        }
        tuner
    }

    #[test]
    fn a_tuning_goes_on_from_its_log() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tune.jsonl");
        let before = three_rounds(&path);
        let mut after = tuner();
        assert!(!Log::open(&path, &terms(), &mut after).unwrap().was_torn);
        assert_eq!((before.rounds(), before.values()), (after.rounds(), after.values()));
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4, "the terms are written once");
    }

    #[test]
    fn a_torn_last_line_is_cut_off_wherever_it_ends() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tune.jsonl");
        three_rounds(&path);
        let whole = fs::read(&path).unwrap();
        for len in 0..whole.len() {
            fs::write(&path, &whole[..len]).unwrap();
            let mut tuner = tuner();
            let mut log = Log::open(&path, &terms(), &mut tuner).unwrap();
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            assert_eq!(lines as u64, tuner.rounds() + 1, "cut at {len}");
            let ends = len == 0 || whole[len - 1] == b'\n' || whole[len] == b'\n';
            assert_eq!(log.was_torn, !ends, "cut at {len}");
            log.add(&tuner.learn(0.5)).unwrap();
            Log::open(&path, &terms(), &mut self::tuner()).unwrap();
        }
    }

    #[test]
    fn another_tuning_and_broken_lines_are_refused_and_nothing_is_lost() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tune.jsonl");
        three_rounds(&path);
        let fault = |text: &str, terms: &Terms| {
            fs::write(&path, text).unwrap();
            let error = Log::open(&path, terms, &mut tuner()).unwrap_err().to_string();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            error
        };
        let whole = fs::read_to_string(&path).unwrap();
        let other = Terms { size: 13, set: "bias_c=1".to_owned(), ..terms() };
        let told = fault(&whole, &other);
        assert!(told.contains("tune.jsonl:1: ") && told.contains("--size is `9` there and `13` here"), "{told}");
        assert!(told.contains("--set is `` there") && told.contains("give the same arguments, or another"), "{told}");

        let lines: Vec<&str> = whole.lines().collect();
        let broken = format!("{}\n{}\nnonsense\n{}\n", lines[0], lines[1], lines[2]);
        assert!(fault(&broken, &terms()).contains("tune.jsonl:3: "));
        let gap = format!("{}\n{}\n{}\n", lines[0], lines[1], lines[3]);
        assert!(fault(&gap, &terms()).contains("it is round 3, and round 2 is wanted"));
        // A log of an earlier version has no first line.
        assert!(fault(&whole[lines[0].len() + 1..], &terms()).contains("which tuning"));
        assert!(fault("a letter", &terms()).contains("choose another --log"));
    }
}
