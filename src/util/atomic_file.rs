//! Saving a file so that a crash, a kill or a full disk leaves either the old or the new one, whole.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Why a file was not saved. What was there before is still there.
#[derive(Debug, thiserror::Error)]
#[error("could not save {}: {reason}; what was there before was left as it was", path.display())]
pub struct SaveError {
    /// The file that was to be written.
    pub path: PathBuf,
    /// What the system says.
    pub reason: io::Error,
}

/// Writes a file: beside it first, forced to disk, then renamed over it.
pub fn save(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), SaveError> {
    replace(path, write).map_err(|reason| SaveError { path: path.to_owned(), reason })
}

/// Tries whether a file can be written, by making one beside it that goes away again: to be told before long
/// work, not after it.
pub fn probe(path: &Path) -> Result<(), SaveError> {
    let try_it = || Beside::create(&target(path)?.0).map(|_| ());
    try_it().map_err(|reason| SaveError { path: path.to_owned(), reason })
}

fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let (path, old) = target(path)?;
    let beside = Beside::create(&path)?;
    let mut out = BufWriter::with_capacity(64 << 10, &beside.file);
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Some(permissions) = old {
        beside.file.set_permissions(permissions)?;
    }
    beside.file.sync_all()?;
    beside.rename(&path)?;
    sync_folder(&path)
}

/// The file that is to be replaced, with its permissions where it is there already.
fn target(path: &Path) -> io::Result<(PathBuf, Option<Permissions>)> {
    // Through a link to the file it names: the link stays one.
    let path = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((path.to_owned(), None)),
        Err(error) => return Err(error),
    };
    let old = fs::metadata(&path)?;
    if old.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    if old.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    Ok((path, Some(old.permissions())))
}

/// Without this the new name may be lost with the power, though not the file.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder(path))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(()) // elsewhere folders cannot be opened as files
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that is written first; it goes away unless it is renamed.
struct Beside {
    path: PathBuf,
    file: File,
    renamed: bool,
}

impl Beside {
    fn create(target: &Path) -> io::Result<Beside> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = target.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it names no file"))?;
        loop {
            let mut hidden = OsString::from(".");
            hidden.push(name);
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            hidden.push(format!(".{}-{count}.tmp", std::process::id()));
            let path = folder(target).join(hidden);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok(Beside { path, file, renamed: false }),
                // Left by another program with our number: take the next name.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && count < 1000 => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn rename(mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.renamed = true;
        Ok(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.renamed {
            // Nothing more can be done about it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_made_and_replaced_and_nothing_else_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.sgf");
        for text in ["one", "two"] {
            save(&path, |out| out.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(dir.path()), ["game.sgf"]);
    }

    #[test]
    fn a_failure_halfway_leaves_the_old_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.sgf");
        save(&path, |out| out.write_all(b"old")).unwrap();
        let error = save(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        })
        .unwrap_err();
        assert!(error.to_string().contains("game.sgf: the disk is full; what was there"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(dir.path()), ["game.sgf"]);
    }

    #[test]
    fn a_folder_that_is_missing_is_named() {
        let error = save(Path::new("/no/such/folder/game.sgf"), |_| Ok(())).unwrap_err();
        assert!(error.to_string().contains("/no/such/folder/game.sgf"), "{error}");
    }

    #[test]
    fn what_cannot_be_written_is_told_beforehand_and_trying_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("weights.bin");
        probe(&path).unwrap();
        assert!(names(dir.path()).is_empty());
        fs::write(&path, "old").unwrap();
        probe(&path).unwrap();
        assert_eq!(names(dir.path()), ["weights.bin"]);
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let told = |path: &Path| probe(path).unwrap_err().to_string();
        assert!(told(&path).contains("weights.bin: the file is read-only"), "{}", told(&path));
        assert!(told(dir.path()).contains("it is a folder"));
        assert!(told(&dir.path().join("none/weights.bin")).contains("none/weights.bin"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let (path, link) = (dir.path().join("game.sgf"), dir.path().join("link.sgf"));
        save(&path, |out| out.write_all(b"one")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        save(&link, |out| out.write_all(b"two")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
