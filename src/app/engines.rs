//! Engines of others, as the reader has set them up: profiles with a name and a command line, found on
//! the search path, tried out, and kept in the settings folder.

use super::config::{self, Folders, Format, Loaded};
use super::review::{Effort, JudgeSpec};
use crate::board::{Position, Rules};
use crate::gtp::client::CommandLine;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// An engine that was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// What it is called here.
    pub name: String,
    /// How it is started.
    pub command: String,
}

impl Profile {
    /// The program with its arguments.
    pub fn command_line(&self) -> Result<CommandLine, String> {
        self.command.parse().map_err(|error| format!("{}: {error}", self.name))
    }
}

/// All engines that were set up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Profiles {
    /// The profiles, in the order in which they were added.
    pub engine: Vec<Profile>,
}

impl Profiles {
    fn path(folders: &Folders) -> PathBuf {
        folders.config.join("engines.toml")
    }

    /// Reads them; what is broken is kept beside and told.
    pub fn load(folders: &Folders) -> Loaded<Profiles> {
        config::load(&Self::path(folders), Format::Toml)
    }

    /// Writes them.
    pub fn save(&self, folders: &Folders) -> Result<(), String> {
        config::save(&Self::path(folders), Format::Toml, self)
    }

    /// The profile of this name, whatever its case.
    pub fn find(&self, name: &str) -> Option<&Profile> {
        self.engine.iter().find(|profile| profile.name.eq_ignore_ascii_case(name))
    }

    /// Adds a profile, or changes the one of the same name.
    pub fn put(&mut self, profile: Profile) {
        match self.engine.iter_mut().find(|known| known.name.eq_ignore_ascii_case(&profile.name)) {
            Some(known) => *known = profile,
            None => self.engine.push(profile),
        }
    }
}

/// Engines that are known by name: what they are called, their program, and how they are started.
const KNOWN: &[(&str, &str, &str)] = &[
    ("GNU Go", "gnugo", "--mode gtp"),
    ("KataGo", "katago", "gtp"),
    ("Pachi", "pachi", ""),
    ("Leela Zero", "leelaz", "--gtp"),
];

/// Folders where games are put on some systems, beside the search path.
const MORE_FOLDERS: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// The known engines that are on this machine.
pub fn find_known() -> Vec<Profile> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).chain(MORE_FOLDERS.map(PathBuf::from)).collect();
    found_in(&folders)
}

fn found_in(folders: &[PathBuf]) -> Vec<Profile> {
    let place = |program: &str| folders.iter().map(|folder| folder.join(program)).find(|file| is_program(file));
    let profile = |&(name, program, arguments): &(&str, &str, &str)| {
        let file = place(program)?;
        let line = CommandLine {
            program: file.to_string_lossy().into_owned(),
            args: arguments.split_whitespace().map(str::to_owned).collect(),
        };
        Some(Profile { name: name.to_owned(), command: line.to_string() })
    };
    KNOWN.iter().filter_map(profile).collect()
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

/// What came of trying an engine out.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// What it calls itself.
    pub name: String,
    /// The move it likes on an empty small board.
    pub likes: String,
}

/// Starts an engine and lets it judge an empty small board; in words, what is wrong where something is.
pub fn try_out(profile: &Profile) -> Result<Tried, String> {
    let spec = JudgeSpec::Program { name: profile.name.clone(), line: profile.command_line()? };
    let position = Position::new(9, Rules::CHINESE).with_komi(7.0);
    let said = spec.start()?.judge(&position, Effort::Simulations(10), &AtomicBool::new(false))?;
    let likes = said.best().map_or("nothing".to_owned(), |best| best.mv.to_gtp(9));
    Ok(Tried { name: said.engine, likes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_kept_by_name_and_a_broken_file_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let folders = Folders::within(folder.path());
        let mut profiles = Profiles::default();
        for command in ["gnugo --mode gtp", "gnugo --mode gtp --level 1"] {
            profiles.put(Profile { name: "GNU Go".to_owned(), command: command.to_owned() });
        }
        profiles.save(&folders).unwrap();
        let loaded = Profiles::load(&folders).value;
        assert_eq!(loaded.find("gnu go").map(|profile| profile.command.as_str()), Some("gnugo --mode gtp --level 1"));
        std::fs::write(folders.config.join("engines.toml"), "engine = 5").unwrap();
        let broken = Profiles::load(&folders);
        assert!(broken.value.engine.is_empty() && broken.trouble.unwrap().contains("engines.toml"));
    }

    #[cfg(unix)]
    #[test]
    fn known_programs_are_found_where_they_can_be_started() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        for (name, mode) in [("gnugo", 0o755), ("pachi", 0o644)] {
            let file = folder.path().join(name);
            std::fs::write(&file, "#!/bin/sh\n").unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        let found = found_in(&[folder.path().to_owned()]);
        assert_eq!(found.len(), 1, "what may not be executed is none: {found:?}");
        assert!(found[0].command.ends_with("gnugo --mode gtp"));
    }

    #[test]
    fn gnu_go_is_tried_out_where_it_is_installed() {
        let Some(gnugo) = find_known().into_iter().find(|profile| profile.name == "GNU Go") else { return };
        let tried = try_out(&gnugo).unwrap();
        assert!(tried.name.starts_with("GNU Go 3"), "{tried:?}");
        let wrong = Profile { name: "x".to_owned(), command: "/no/such/engine".to_owned() };
        assert!(try_out(&wrong).unwrap_err().contains("there is no program"));
    }
}
