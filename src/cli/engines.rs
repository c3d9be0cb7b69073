//! `fuzeki engines`: engines of others, found, tried out and kept by name.

use super::Failure;
use crate::app::config::Folders;
use crate::app::engines::{Need, Profile, Profiles, find_known, try_out};
use crate::gtp::client::places;
use clap::Subcommand;

/// Arguments of `fuzeki engines`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  fuzeki engines find
  fuzeki engines add weak-gnugo \"gnugo --mode gtp --level 1\"")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Look for known engines on this machine, try them out and keep those that work
    #[command(after_help = "Example:\n  fuzeki engines find")]
    Find,
    /// List the engines that are kept
    #[command(after_help = "Example:\n  fuzeki engines list")]
    List,
    /// Keep an engine under a name, after trying it out
    #[command(after_help = "Example:\n  fuzeki engines add weak-gnugo \"gnugo --mode gtp --level 1\"")]
    Add {
        /// What to call it
        name: String,
        /// Its command line, in quotation marks
        command: String,
        /// Keep it even if it does not work now
        #[arg(long)]
        untested: bool,
    },
    /// Try a kept engine out
    #[command(after_help = "Example:\n  fuzeki engines test weak-gnugo")]
    Test {
        /// Its name
        name: String,
    },
    /// Forget an engine
    #[command(after_help = "Example:\n  fuzeki engines remove weak-gnugo")]
    Remove {
        /// Its name
        name: String,
    },
}

/// Does what was asked for.
pub fn run(args: Args) -> Result<(), Failure> {
    let folders = Folders::platform().ok_or("this system has no settings directory for you")?;
    let loaded = Profiles::load(&folders);
    if let Some(trouble) = loaded.trouble {
        eprintln!("{trouble}");
    }
    let mut profiles = loaded.value;
    match args.what {
        What::List => {
            for profile in &profiles.engine {
                println!("{}: {}", profile.name, profile.command);
            }
            if profiles.engine.is_empty() {
                println!("no engines are kept; try `fuzeki engines find`");
            }
        }
        What::Find => {
            let found = find_known();
            if found.is_empty() {
                println!("none of GNU Go, KataGo, Pachi and Leela Zero is in any of {}", places::in_words());
            }
            for profile in found {
                match try_out(&profile) {
                    Ok(tried) => {
                        println!("{}: {} works ({})", profile.name, tried.name, profile.command);
                        profiles.put(profile);
                    }
                    Err(words) => {
                        println!("{}: {words}", profile.name);
                        if let Some(example) = with_examples(&profile) {
                            println!("  then: fuzeki engines add \"{}\" \"{}\"", profile.name, example.command);
                        }
                    }
                }
            }
            profiles.save(&folders)?;
        }
        What::Add { name, command, untested } => {
            let profile = Profile { name, command };
            if !untested {
                try_aloud(&profile)?;
            }
            profiles.put(profile);
            profiles.save(&folders)?;
        }
        What::Test { name } => {
            try_aloud(profiles.find(&name).ok_or_else(|| unknown(&name))?)?;
        }
        What::Remove { name } => {
            profiles.find(&name).ok_or_else(|| unknown(&name))?;
            profiles.remove(&name);
            profiles.save(&folders)?;
        }
    }
    Ok(())
}

/// Tries an engine out. Some take minutes to start: whoever waits is told what for.
fn try_aloud(profile: &Profile) -> Result<(), Failure> {
    eprintln!("{}: being started and asked for a move…", profile.name);
    let tried = try_out(profile)?;
    println!("{} works, and likes {} on an empty 9x9 board", tried.name, tried.likes);
    Ok(())
}

/// The profile with a name for every file that it needs and has not; nothing where it has all.
fn with_examples(profile: &Profile) -> Option<Profile> {
    let missing: Vec<_> = profile.needs().into_iter().filter(|need| need.2.is_none()).collect();
    let put = |profile: Profile, (need, ..): &(Need, _, _)| match need {
        Need::Network => profile.with_file(*need, "NETWORK"),
        Need::Config => profile.with_file(*need, "CONFIG"),
    };
    (!missing.is_empty()).then(|| missing.iter().fold(profile.clone(), put))
}

fn unknown(name: &str) -> String {
    format!("no engine is called `{name}`; `fuzeki engines list` lists them")
}
