//! Where an ontology lives: one SQLite file with full durability.
//!
//! - All changes go through one door ([`Store::write`]), which says what changed and keeps how to take
//!   it back in the same transaction: undo and redo survive a restart.
//! - A change that returned is on the disk (WAL with `synchronous=FULL`).
//! - Several programs may read one file while one writes.

mod error;
mod grade;
mod read;
mod rows;
mod schema;
mod write;
mod writer;

pub use error::StoreError;
pub use grade::Grade;
pub use read::{CheckReport, ContextRow, IndexRow, Stats, StoredPosition};
pub use write::{Change, Changed, Edit};
pub use writer::{Ticket, Writer};

use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// An open ontology file.
#[derive(Debug)]
pub struct Store {
    conn: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens a file for reading and writing. A missing one is made, with the five terms of the paper;
    /// an old one is brought up to date after a backup beside it.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
            let made = std::fs::create_dir_all(folder);
            made.map_err(|source| StoreError::Io { path: folder.to_owned(), source })?;
        }
        let mut store = Store { conn: schema::open(path, schema::Access::Write)?, path: path.to_owned() };
        if store.terms()?.terms().is_empty() {
            store.plant_default_terms()?;
        }
        Ok(store)
    }

    /// Opens an existing file for reading beside other programs.
    pub fn open_to_read(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            let source = std::io::Error::new(std::io::ErrorKind::NotFound, "there is no such ontology");
            return Err(StoreError::Io { path: path.to_owned(), source });
        }
        Ok(Store { conn: schema::open(path, schema::Access::Read)?, path: path.to_owned() })
    }

    /// Another connection to the same file, for reading on another thread. It was checked when this one
    /// was opened.
    pub fn reader(&self) -> Result<Store, StoreError> {
        let conn = self.sql(schema::connect(&self.path, schema::Access::Read))?;
        Ok(Store { conn, path: self.path.clone() })
    }

    /// Where the user's own ontology lives, in the data directory of the platform. `None` where the
    /// system knows no home.
    pub fn default_path() -> Option<PathBuf> {
        let folders = directories::ProjectDirs::from("", "", "fuzeki")?;
        Some(folders.data_dir().join("ontology.db"))
    }

    /// A number that changes when another connection, of this program or another, has written to the
    /// file; what this one writes leaves it alone.
    pub fn data_version(&self) -> Result<i64, StoreError> {
        self.sql(self.conn.pragma_query_value(None, "data_version", |row| row.get(0)))
    }

    /// How long to wait for another program's write before giving up.
    pub fn set_patience(&self, patience: std::time::Duration) -> Result<(), StoreError> {
        self.sql(self.conn.busy_timeout(patience))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a whole copy beside the file and says where.
    pub fn backup(&self, why: &str) -> Result<PathBuf, StoreError> {
        schema::backup(&self.conn, &self.path, why)
    }

    fn sql<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| StoreError::from_sql(&self.path, error))
    }
}

#[cfg(test)]
mod tests;
