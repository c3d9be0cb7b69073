//! What can go wrong with an ontology file, in words that name the file and the remedy.

use std::path::{Path, PathBuf};

/// Why the store could not do it. Nothing was changed unless the text says so.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Written by a newer Fuzeki.
    #[error(
        "{} was written by a newer Fuzeki (its format is version {version}, this program knows up to {known}); \
         it was left as it is: please update Fuzeki, or open another file",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// Not an ontology at all.
    #[error("{} is not a Fuzeki ontology ({what}); it was left as it is", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it seems to be.
        what: String,
    },
    /// The file is damaged.
    #[error(
        "{} is damaged: {detail}; it was left as it is. Restore a backup: yours, or one of the \
         files named *.backup-* beside it",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite found.
        detail: String,
    },
    /// Another program holds the file.
    #[error("{} is being written by another program for too long; try again when it is done", .0.display())]
    Busy(PathBuf),
    /// The file may not be written.
    #[error(
        "{} may only be read, and verdicts are to be written to it; give yourself the right to write it and its \
         folder, or copy it to a folder of your own and open the copy",
        .0.display()
    )]
    ReadOnly(PathBuf),
    /// No room.
    #[error("there is no room left to write {}; nothing was changed: free some space and try again", .0.display())]
    Full(PathBuf),
    /// The change would leave something without what it refers to.
    #[error("{what} cannot be changed so: {why}; nothing was changed")]
    Refused {
        /// The change.
        what: String,
        /// What would break.
        why: String,
    },
    /// Reading or writing beside the database failed.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Anything else SQLite says.
    #[error("{}: {source}", path.display())]
    Sql {
        /// The file.
        path: PathBuf,
        /// What it says.
        source: rusqlite::Error,
    },
    /// An earlier change waits to be written, and this one would overtake it.
    #[error("an earlier change could not be written yet; this one waits behind it")]
    Held,
    /// The writer thread is gone.
    #[error("the ontology is closed; nothing was changed")]
    Closed,
}

impl StoreError {
    /// Whether it is about the file and not about the change: the same change may work later.
    pub fn may_pass(&self) -> bool {
        !matches!(self, StoreError::Refused { .. })
    }

    /// Puts what SQLite says into words about a file.
    pub(super) fn from_sql(path: &Path, error: rusqlite::Error) -> StoreError {
        use rusqlite::ErrorCode::*;
        let path = path.to_owned();
        let code = error.sqlite_error_code();
        let said = error.to_string();
        match code {
            Some(DatabaseCorrupt) => StoreError::Damaged { path, detail: said },
            Some(NotADatabase) => StoreError::Foreign { path, what: "no SQLite database".to_owned() },
            Some(DatabaseBusy | DatabaseLocked) => StoreError::Busy(path),
            Some(ReadOnly) => StoreError::ReadOnly(path),
            // It is there, but the files that SQLite needs beside it cannot be made.
            Some(CannotOpen) if path.exists() => StoreError::ReadOnly(path),
            Some(DiskFull) => StoreError::Full(path),
            _ => StoreError::Sql { path, source: error },
        }
    }
}
