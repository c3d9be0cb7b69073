//! What is wrong with an ontology file, told apart so that the window can say it in the reader's
//! language with what to do.

use crate::ontology::StoreError;
use std::path::{Path, PathBuf};

/// Kinds of trouble with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TroubleKind {
    /// Another program writes to it for too long.
    Locked,
    /// It may only be read.
    ReadOnly,
    /// No room is left.
    Full,
    /// It is damaged.
    Damaged,
    /// It was written by a newer Fuzeki.
    Newer,
    /// It is something else.
    Foreign,
    /// Anything else, in the words of the system.
    Other,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What kind it is.
    pub kind: TroubleKind,
    /// The file.
    pub path: PathBuf,
    /// What was found, in English.
    pub said: String,
    /// All that is known.
    pub details: String,
    /// Backups beside the file, the newest first.
    pub backups: Vec<PathBuf>,
}

impl Trouble {
    /// Of an error with a file.
    pub(super) fn new(path: &Path, error: &StoreError) -> Trouble {
        let kind = match error {
            StoreError::Busy(_) | StoreError::Held => TroubleKind::Locked,
            StoreError::ReadOnly(_) => TroubleKind::ReadOnly,
            StoreError::Full(_) => TroubleKind::Full,
            StoreError::Damaged { .. } => TroubleKind::Damaged,
            StoreError::Newer { .. } => TroubleKind::Newer,
            StoreError::Foreign { .. } => TroubleKind::Foreign,
            _ => TroubleKind::Other,
        };
        let backups = if kind == TroubleKind::Damaged { backups(path) } else { Vec::new() };
        let mut details = format!("{error:?}");
        for backup in &backups {
            details += &format!("\n{}", backup.display());
        }
        Trouble { kind, path: path.to_owned(), said: error.to_string(), details, backups }
    }
}

/// The backups beside a file, the newest first.
fn backups(path: &Path) -> Vec<PathBuf> {
    let start = format!("{}.backup-", path.file_name().unwrap_or_default().to_string_lossy());
    let Some(folder) = path.parent().and_then(|folder| std::fs::read_dir(folder).ok()) else { return Vec::new() };
    let own = folder.filter_map(Result::ok).filter(|file| file.file_name().to_string_lossy().starts_with(&start));
    let mut found: Vec<_> = own.map(|file| (file.metadata().and_then(|m| m.modified()).ok(), file.path())).collect();
    found.sort_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, path)| path).collect()
}
