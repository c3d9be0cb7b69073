//! What was analysed once is not computed again: a database by position, engine and settings, shared
//! by the window and the command line.

use super::analysed::Analysed;
use crate::board::Position;
use rusqlite::{Connection, OptionalExtension, params};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

const VERSION: i64 = 1;

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// SQLite says no.
    #[error("{path}: {error}; the file can be deleted, only computed analyses are lost")]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        error: rusqlite::Error,
    },
    /// The folder cannot be made.
    #[error("{path}: {error}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A newer program wrote it.
    #[error("{path} was written by a newer version of this program (format {found}, this one knows {VERSION})")]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
    },
}

/// How long a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effort {
    /// So many simulations.
    Simulations(u64),
    /// So long.
    Time(Duration),
}

impl Effort {
    /// So many times as much.
    pub fn times(self, factor: u32) -> Effort {
        match self {
            Effort::Simulations(simulations) => Effort::Simulations(simulations.saturating_mul(u64::from(factor))),
            Effort::Time(time) => Effort::Time(time.saturating_mul(factor)),
        }
    }

    fn columns(self) -> (i64, i64) {
        match self {
            Effort::Simulations(simulations) => (i64::try_from(simulations).unwrap_or(i64::MAX), 0),
            Effort::Time(time) => (0, i64::try_from(time.as_millis()).unwrap_or(i64::MAX)),
        }
    }
}

/// The database. Threads share it.
pub struct Cache {
    connection: Mutex<Connection>,
}

impl Cache {
    /// Where the cache of the program is kept.
    pub fn path_in(data: &Path) -> PathBuf {
        data.join("analysis.sqlite")
    }

    /// Opens a file, making it where there is none.
    pub fn open(path: &Path) -> Result<Cache, CacheError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| CacheError::Folder { path: folder.to_owned(), error })?;
        }
        let told = |error| CacheError::Sqlite { path: path.to_owned(), error };
        let mut connection = Connection::open(path).map_err(told)?;
        // Several programs may use it at once; what a power cut takes can be computed again.
        connection.busy_timeout(Duration::from_secs(10)).map_err(told)?;
        connection.pragma_update(None, "journal_mode", "WAL").map_err(told)?;
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(told)?;
        let change = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(told)?;
        let found: i64 = change.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(told)?;
        match found {
            0 => change.execute_batch(include_str!("cache.sql")).map_err(told)?,
            VERSION => {}
            found => return Err(CacheError::Newer { path: path.to_owned(), found }),
        }
        change.commit().map_err(told)?;
        Ok(Cache { connection: Mutex::new(connection) })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// What an engine said of a position with exactly this effort. A database that fails knows nothing.
    pub fn get(&self, position: &Position, engine: &str, effort: Effort) -> Option<Analysed> {
        let (simulations, milliseconds) = effort.columns();
        let connection = self.lock();
        let mut query = connection
            .prepare_cached(
                "SELECT said FROM analysis WHERE position = ?1 AND context = ?2 AND engine = ?3
                 AND simulations = ?4 AND milliseconds = ?5",
            )
            .ok()?;
        let key = params![position.hash().cast_signed(), context(position), engine, simulations, milliseconds];
        let said: Option<String> = query.query_row(key, |row| row.get(0)).optional().ok()?;
        Analysed::from_text(&said?, position.size())
    }

    /// Keeps what an engine said.
    pub fn put(
        &self,
        position: &Position,
        engine: &str,
        effort: Effort,
        said: &Analysed,
    ) -> Result<(), rusqlite::Error> {
        let (simulations, milliseconds) = effort.columns();
        let connection = self.lock();
        let mut insert =
            connection.prepare_cached("INSERT OR REPLACE INTO analysis VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
        let key = position.hash().cast_signed();
        insert.execute(params![key, context(position), engine, simulations, milliseconds, said.to_text()])?;
        Ok(())
    }
}

/// What else than stones and turn decides what a position is worth.
fn context(position: &Position) -> String {
    let rules = position.rules().to_katago();
    format!("{} {rules} {} {} {}", position.size(), position.komi(), position.handicap(), position.passes())
}

#[cfg(test)]
mod tests {
    use super::super::analysed::tests::sample;
    use super::*;
    use crate::board::{Color, Move, Rules};

    #[test]
    fn it_keeps_apart_what_is_not_the_same_and_survives_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = Cache::path_in(&folder.path().join("new"));
        let position = Position::new(9, Rules::CHINESE).with_komi(7.0);
        let (few, many) = (Effort::Simulations(100), Effort::Simulations(100).times(4));
        let said = sample(Color::Black, 0.5, 1.0);
        let deep = Analysed { visits: 4000, ..said.clone() };
        {
            let cache = Cache::open(&path).unwrap();
            cache.put(&position, "a", few, &said).unwrap();
            cache.put(&position, "a", many, &deep).unwrap();
        }
        let cache = Cache::open(&path).unwrap();
        assert_eq!(cache.get(&position, "a", few), Some(said));
        assert_eq!(cache.get(&position, "a", many), Some(deep));
        assert_eq!(cache.get(&position, "b", few), None, "another engine");
        assert_eq!(cache.get(&position, "a", Effort::Time(Duration::from_secs(1))), None, "another effort");
        assert_eq!(cache.get(&position.clone().with_komi(6.5), "a", few), None, "another komi");
        let mut passed = position.clone();
        passed.play(Move::Pass).unwrap();
        passed.play(Move::Pass).unwrap();
        assert_eq!(passed.hash(), position.hash());
        assert_eq!(cache.get(&passed, "a", few), None, "after two passes the game is another");
    }

    #[test]
    fn a_newer_or_broken_file_is_refused_with_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.sqlite");
        Connection::open(&path).unwrap().pragma_update(None, "user_version", 9).unwrap();
        let newer = Cache::open(&path).err().unwrap().to_string();
        assert!(newer.contains("cache.sqlite") && newer.contains("format 9"), "{newer}");
        std::fs::write(&path, "this is no database, and long enough to be told apart from an empty one").unwrap();
        let broken = Cache::open(&path).err().unwrap().to_string();
        assert!(broken.contains("can be deleted"), "{broken}");
    }
}
