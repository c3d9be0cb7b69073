//! Where settings and data live, and how they are read and written without ever losing them.

use crate::util::{atomic_file, bounded_file};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::path::{Path, PathBuf};

/// Settings are small; what is larger than this was not written by us.
const LARGEST: u64 = 16 << 20;

/// The folders of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// Settings.
    pub config: PathBuf,
    /// What the program keeps for the reader: recovery, databases.
    pub data: PathBuf,
}

impl Folders {
    /// Those of the platform, if it has any for this user.
    pub fn platform() -> Option<Folders> {
        let folders = directories::ProjectDirs::from("", "", "fuzeki")?;
        Some(Folders { config: folders.config_dir().to_owned(), data: folders.data_dir().to_owned() })
    }

    /// Both within one folder, for tests and portable use.
    pub fn within(folder: &Path) -> Folders {
        Folders { config: folder.join("config"), data: folder.join("data") }
    }
}

/// How a file of settings is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For files that people edit.
    Toml,
    /// For files that only programs read.
    Json,
}

impl Format {
    /// What a text says, or why it cannot be understood.
    pub fn read<T: DeserializeOwned>(self, text: &str) -> Result<T, String> {
        match self {
            Format::Toml => toml::from_str(text).map_err(|error| error.to_string()),
            Format::Json => serde_json::from_str(text).map_err(|error| error.to_string()),
        }
    }

    /// Something as a text.
    pub fn write<T: Serialize>(self, value: &T) -> Result<String, String> {
        match self {
            Format::Toml => toml::to_string_pretty(value).map_err(|error| error.to_string()),
            Format::Json => serde_json::to_string_pretty(value).map_err(|error| error.to_string()),
        }
    }
}

/// What was read, and what to tell the reader about it.
#[derive(Debug)]
pub struct Loaded<T> {
    /// The settings: the defaults where there were none, or none that could be read.
    pub value: T,
    /// What went wrong, with the place of the kept file.
    pub trouble: Option<Broken>,
}

/// A settings file that could not be read or understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is broken ({why}); {}, and the defaults are used", path.display(), self.fate())]
pub struct Broken {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it, with the place.
    pub why: String,
    /// Where it was kept.
    pub backup: PathBuf,
    /// Why it could not be kept there.
    pub not_kept: Option<String>,
}

impl Broken {
    fn fate(&self) -> String {
        let backup = self.backup.display();
        match &self.not_kept {
            None => format!("it was kept as {backup}"),
            Some(reason) => format!("it could not be kept as {backup}: {reason}"),
        }
    }
}

/// Reads a settings file without touching it, whatever it is like: the defaults where it is broken.
pub fn peek<T: DeserializeOwned + Default>(path: &Path, format: Format) -> T {
    let bytes = bounded_file::read(path, LARGEST).unwrap_or_default();
    format.read(&String::from_utf8_lossy(&bytes)).unwrap_or_default()
}

/// Reads a settings file. One that cannot be read or understood is kept beside as `.bak`, for the defaults
/// are used and will be written in its place.
pub fn load<T: DeserializeOwned + Default>(path: &Path, format: Format) -> Loaded<T> {
    let text = match bounded_file::read(path, LARGEST) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|error| error.to_string()),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Loaded { value: T::default(), trouble: None };
        }
        Err(error) => Err(error.to_string()),
    };
    match text.and_then(|text| format.read(&text)) {
        Ok(value) => Loaded { value, trouble: None },
        Err(error) => {
            let backup = PathBuf::from(format!("{}.bak", path.display()));
            let not_kept = std::fs::rename(path, &backup).err().map(|reason| reason.to_string());
            let trouble = Broken { path: path.to_owned(), why: error.trim().to_owned(), backup, not_kept };
            Loaded { value: T::default(), trouble: Some(trouble) }
        }
    }
}

/// Writes a settings file whole, or leaves the old one.
pub fn save<T: Serialize>(path: &Path, format: Format, value: &T) -> Result<(), String> {
    let text = format.write(value)?;
    write_whole(path, text.as_bytes()).map_err(|error| format!("{} could not be written: {error}", path.display()))
}

/// Writes a file whole or not at all, and makes its folder if it is not there.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    atomic_file::save(path, |out| out.write_all(bytes)).map_err(|error| error.reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Some {
        number: u32,
    }

    #[test]
    fn settings_come_back_and_broken_ones_are_kept_with_a_message() {
        let folder = tempfile::tempdir().unwrap();
        for (format, name) in [(Format::Toml, "a/b/settings.toml"), (Format::Json, "state.json")] {
            let path = folder.path().join(name);
            let none = load::<Some>(&path, format);
            assert!(none.trouble.is_none() && none.value == Some::default());
            save(&path, format, &Some { number: 7 }).unwrap();
            assert_eq!(load::<Some>(&path, format).value, Some { number: 7 });
            std::fs::write(&path, b"number = [what \xff").unwrap();
            let broken = load::<Some>(&path, format);
            assert_eq!(broken.value, Some::default());
            let trouble = broken.trouble.unwrap().to_string();
            assert!(trouble.contains("is broken") && trouble.contains(".bak"), "{trouble}");
            let backup = folder.path().join(format!("{name}.bak"));
            assert_eq!(std::fs::read(backup).unwrap(), b"number = [what \xff", "nothing of it is lost");
            assert!(!path.exists());
        }
    }

    #[test]
    fn settings_that_cannot_be_read_are_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        std::fs::File::create(&path).unwrap().set_len(LARGEST + 1).unwrap();
        let trouble = load::<Some>(&path, Format::Toml).trouble.unwrap().to_string();
        assert!(trouble.contains(".bak"), "{trouble}");
        save(&path, Format::Toml, &Some { number: 7 }).unwrap();
        assert_eq!(folder.path().join("settings.toml.bak").metadata().unwrap().len(), LARGEST + 1);
    }
}
