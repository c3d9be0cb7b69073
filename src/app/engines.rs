//! Engines of others, as the reader has set them up: profiles with a name and a command line, found on
//! this machine, tried out, and kept in the settings folder.

use super::config::{self, Folders, Format, Loaded};
use super::review::{Effort, JudgeSpec};
use crate::board::{Position, Rules};
use crate::gtp::client::{CommandLine, CommandLineError, Leash, places};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
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
    pub fn command_line(&self) -> Result<CommandLine, EngineFault> {
        self.command.parse().map_err(|error| EngineFault::CommandLine { name: self.name.clone(), error })
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

    /// Takes a profile out.
    pub fn remove(&mut self, name: &str) {
        self.engine.retain(|profile| !profile.name.eq_ignore_ascii_case(name));
    }

    /// Adds a profile, or changes the one of the same name.
    pub fn put(&mut self, profile: Profile) {
        match self.engine.iter_mut().find(|known| known.name.eq_ignore_ascii_case(&profile.name)) {
            Some(known) => *known = profile,
            None => self.engine.push(profile),
        }
    }
}

/// Why an engine cannot be used. The window has words for it in every language ([`super::texts`]).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EngineFault {
    /// Its command line is none.
    #[error("{name}: {error}")]
    CommandLine {
        /// The name of the profile.
        name: String,
        /// What is wrong with the line.
        error: CommandLineError,
    },
    /// A file that it is given is not there.
    #[error("there is no file {file}, which {name} is to use as {} ({option})", need.words())]
    NoFile {
        /// The engine.
        name: &'static str,
        /// What the file is for.
        need: Need,
        /// The option that names it.
        option: &'static str,
        /// The file.
        file: String,
    },
    /// A file that it needs is not given.
    #[error("{name} does not start without {}: add {option} and the file", need.words())]
    Needs {
        /// The engine.
        name: &'static str,
        /// What the file is for.
        need: Need,
        /// The option that names it.
        option: &'static str,
    },
    /// What came of talking to it.
    #[error("{0}")]
    Talk(String),
}

/// A file without which an engine does not start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The network that judges.
    Network,
    /// How the engine is to work.
    Config,
}

impl Need {
    /// What it is called in sentences.
    fn words(self) -> &'static str {
        match self {
            Need::Network => "its network",
            Need::Config => "its configuration",
        }
    }
}

/// An engine that is known by name.
struct Known {
    name: &'static str,
    program: &'static str,
    arguments: &'static str,
    /// The options by which it is told of files it needs, and the files that it takes without being told.
    needs: &'static [(Need, &'static [&'static str], &'static [&'static str])],
    /// The folder in the user's own where it looks for these, after that of the program.
    home: &'static str,
}

const KNOWN: &[Known] = &[
    Known { name: "GNU Go", program: "gnugo", arguments: "--mode gtp", needs: &[], home: "" },
    Known {
        name: "KataGo",
        program: "katago",
        arguments: "gtp",
        needs: &[
            (Need::Network, &["-model"], &["default_model.bin.gz", "default_model.txt.gz"]),
            (Need::Config, &["-config"], &["default_gtp.cfg"]),
        ],
        home: ".katago",
    },
    Known { name: "Pachi", program: "pachi", arguments: "", needs: &[], home: "" },
    Known {
        name: "Leela Zero",
        program: "leelaz",
        arguments: "--gtp",
        needs: &[(Need::Network, &["--weights", "-w"], &["best-network"])],
        home: ".local/share/leela-zero",
    },
];

impl Profile {
    /// The known engine that it starts, if it is one.
    fn known(&self) -> Option<&'static Known> {
        let line = self.command_line().ok()?;
        let stem = Path::new(&line.program).file_stem()?.to_string_lossy().to_lowercase();
        KNOWN.iter().find(|known| known.program == stem)
    }

    /// The files that it needs: the option, and what is given for it.
    pub fn needs(&self) -> Vec<(Need, &'static str, Option<String>)> {
        let (Some(known), Ok(line)) = (self.known(), self.command_line()) else { return Vec::new() };
        let given = |options: &[&str]| {
            let at = line.args.iter().position(|word| options.contains(&word.as_str()))?;
            line.args.get(at + 1).cloned()
        };
        known.needs.iter().map(|&(need, options, _)| (need, options[0], given(options))).collect()
    }

    /// The same with another file for one of its needs; an empty one takes the option away.
    pub fn with_file(&self, need: Need, file: &str) -> Profile {
        let (Some(known), Ok(mut line)) = (self.known(), self.command_line()) else { return self.clone() };
        let Some(&(_, options, _)) = known.needs.iter().find(|known| known.0 == need) else { return self.clone() };
        if let Some(at) = line.args.iter().position(|word| options.contains(&word.as_str())) {
            line.args.drain(at..(at + 2).min(line.args.len()));
        }
        if !file.is_empty() {
            line.args.extend([options[0].to_owned(), file.to_owned()]);
        }
        Profile { name: self.name.clone(), command: line.to_string() }
    }

    /// What of its files is missing.
    fn missing(&self) -> Option<EngineFault> {
        let (known, line) = (self.known()?, self.command_line().ok()?);
        let own = directories::UserDirs::new().map(|user| user.home_dir().join(known.home));
        let folders: Vec<PathBuf> = folder_of(&line.program).into_iter().chain(own).collect();
        let is_found =
            |names: &[&str]| folders.iter().any(|folder| names.iter().any(|name| folder.join(name).exists()));
        // KataGo's analysis takes no configuration of its own accord.
        let needs_told = |need| need == Need::Config && line.args.first().is_some_and(|first| first == "analysis");
        for ((need, option, given), (.., default)) in self.needs().into_iter().zip(known.needs) {
            let name = known.name;
            match given {
                Some(file) if !Path::new(&file).exists() => {
                    return Some(EngineFault::NoFile { name, need, option, file });
                }
                None if needs_told(need) || !is_found(default) => {
                    return Some(EngineFault::Needs { name, need, option });
                }
                _ => {}
            }
        }
        None
    }
}

/// Where a program really lies.
fn folder_of(program: &str) -> Option<PathBuf> {
    places::locate(program)?.canonicalize().ok()?.parent().map(Path::to_owned)
}

/// The known engines that are on this machine.
pub fn find_known() -> Vec<Profile> {
    found_in(&places::folders())
}

fn found_in(folders: &[PathBuf]) -> Vec<Profile> {
    let profile = |known: &Known| {
        let line = CommandLine {
            program: places::find_in(folders, known.program)?.to_string_lossy().into_owned(),
            args: known.arguments.split_whitespace().map(str::to_owned).collect(),
        };
        Some(Profile { name: known.name.to_owned(), command: line.to_string() })
    };
    KNOWN.iter().filter_map(profile).collect()
}

/// What came of trying an engine out.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// What it calls itself.
    pub name: String,
    /// The move it likes on an empty small board.
    pub likes: String,
}

/// Starts an engine and lets it judge an empty small board.
pub fn try_out(profile: &Profile) -> Result<Tried, EngineFault> {
    try_out_on(profile, Arc::default())
}

/// The same on a leash: one that hangs need not be waited for.
pub fn try_out_on(profile: &Profile, leash: Arc<Leash>) -> Result<Tried, EngineFault> {
    let spec = JudgeSpec::Program { name: profile.name.clone(), line: profile.command_line()? };
    if let Some(fault) = profile.missing() {
        return Err(fault);
    }
    let position = Position::new(9, Rules::CHINESE).with_komi(7.0);
    let said = spec
        .start_on(leash)
        .and_then(|mut judge| judge.judge(&position, Effort::Simulations(10), &AtomicBool::new(false)))
        .map_err(EngineFault::Talk)?;
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
        assert!(broken.value.engine.is_empty() && broken.trouble.unwrap().to_string().contains("engines.toml"));
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

    #[cfg(unix)]
    #[test]
    fn engines_that_need_files_are_asked_for_them() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        // It answers only when it is given its files.
        let script = "#!/bin/sh\n[ \"$2\" = -model ] || { echo no model >&2; exit 1; }\nwhile read id command rest; do \
                      case $command in protocol_version) echo \"=$id 2\";; name) echo \"=$id KataGo\";; \
                      list_commands) echo \"=$id kata-analyze\";; kata-analyze) echo \"=$id\"; \
                      echo 'info move E5 visits 20 winrate 0.5 order 0 pv E5';; *) echo \"=$id\";; esac; echo; done\n";
        let katago = folder.path().join("katago");
        std::fs::write(&katago, script).unwrap();
        std::fs::set_permissions(&katago, std::fs::Permissions::from_mode(0o755)).unwrap();
        let [found] = &found_in(&[folder.path().to_owned()])[..] else { panic!("one engine") };
        assert_eq!(
            found.needs().iter().map(|need| (need.0, need.1, need.2.is_some())).collect::<Vec<_>>(),
            [(Need::Network, "-model", false), (Need::Config, "-config", false)]
        );
        let words = try_out(found).unwrap_err().to_string();
        assert_eq!(words, "KataGo does not start without its network: add -model and the file");
        let file = folder.path().join("my net.bin.gz");
        let named = found.with_file(Need::Network, &file.display().to_string());
        let words = try_out(&named).unwrap_err().to_string();
        assert!(words.starts_with("there is no file") && words.contains("my net.bin.gz"), "{words}");
        std::fs::write(&file, "").unwrap();
        let words = try_out(&named).unwrap_err().to_string();
        assert!(words.contains("without its configuration"), "{words}");
        let both = named.with_file(Need::Config, &file.display().to_string());
        assert_eq!(try_out(&both).unwrap(), Tried { name: "KataGo".to_owned(), likes: "E5".to_owned() });
        assert_eq!(both.with_file(Need::Config, "").with_file(Need::Network, ""), *found);
        // What lies beside the program needs not be named, but for the configuration of its other protocol.
        for name in ["default_model.txt.gz", "default_gtp.cfg"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(found.missing(), None);
        let json = Profile { command: found.command.replace(" gtp", " analysis"), ..found.clone() };
        assert!(matches!(json.missing(), Some(EngineFault::Needs { need: Need::Config, .. })));
    }

    #[test]
    fn gnu_go_is_tried_out_where_it_is_installed() {
        let Some(gnugo) = find_known().into_iter().find(|profile| profile.name == "GNU Go") else { return };
        let tried = try_out(&gnugo).unwrap();
        assert!(tried.name.starts_with("GNU Go 3"), "{tried:?}");
        let wrong = Profile { name: "x".to_owned(), command: "/no/such/engine".to_owned() };
        assert!(try_out(&wrong).unwrap_err().to_string().contains("there is no program"));
    }
}
