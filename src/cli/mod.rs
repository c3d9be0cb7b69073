//! The command line: one file per subcommand. Exit code 0 is success, 1 failure, 2 usage.

#![allow(clippy::print_stderr)] // printing is what this layer is for

// The standard macros panic when the reader of a pipe has gone (`fuzeki … | head`); these end the program.
macro_rules! print {
    ($($text:tt)*) => { $crate::cli::write_out(format_args!($($text)*)) };
}
macro_rules! println {
    () => { $crate::cli::write_out(format_args!("\n")) };
    ($($text:tt)*) => { $crate::cli::write_out(format_args!("{}\n", format_args!($($text)*))) };
}

mod analyze;
mod bench;
mod diagram;
mod engines;
mod gtp;
mod lab;
mod matches;
mod ontology;
mod package_files;
mod patterns;
mod place;
mod sgf;

use crate::app::texts::Language;
use crate::util::atomic_file::probe;
use crate::util::suggest::nearest;
use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// Why a subcommand failed, in words for the person who called it.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Review Go games with a Monte-Carlo engine and an ontology of expert verdicts.
#[derive(Parser)]
#[command(name = "fuzeki", version, about, after_help = EXAMPLES)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The ontology of the window, instead of the one in your data directory
    #[arg(long, value_name = "FILE")]
    ontology: Option<std::path::PathBuf>,
    /// Game files to open in the window
    files: Vec<std::path::PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  fuzeki                          open the window
  fuzeki game.sgf                 open a game in the window
  fuzeki bench playouts --size 9  measure the playouts";

#[derive(Subcommand)]
enum Command {
    /// Judge every move of games: verdicts, mistakes, reports
    Analyze(analyze::Args),
    /// Measure speed
    Bench(bench::Args),
    /// Draw a position of a game as SVG or PNG
    Diagram(diagram::Args),
    /// Engines of others: find, try out, keep by name
    Engines(engines::Args),
    /// Play and analyse for other programs, by the Go Text Protocol
    Gtp(gtp::Args),
    /// Experiments: those of the papers, and tuning of the engine
    Lab(lab::Args),
    /// Let engines play against each other
    Match(matches::Args),
    /// What experts say about moves: import, export, query, mine
    Ontology(ontology::Args),
    /// Write the manual pages and shell completions that a package carries
    #[command(hide = true)]
    PackageFiles(package_files::Args),
    /// What strong players would play: learn it from games, test it, look at it
    Patterns(patterns::Args),
    /// Check, convert and show game files
    Sgf(sgf::Args),
}

/// The whole command line as clap knows it, for tests and for whoever writes completions or manuals.
pub fn command() -> clap::Command {
    Args::command()
}

/// Writes to standard output; where nobody reads it any more, there is nothing left to do.
fn write_out(text: std::fmt::Arguments<'_>) {
    use std::io::Write;
    if let Err(error) = std::io::stdout().write_fmt(text) {
        let gone = error.kind() == std::io::ErrorKind::BrokenPipe;
        if !gone {
            eprintln!("fuzeki: standard output cannot be written: {error}");
        }
        std::process::exit(i32::from(!gone));
    }
}

/// Reads the command line and does what it says.
pub fn main() -> ExitCode {
    let args = Args::parse();
    let result = match args.command {
        Some(Command::Analyze(args)) => analyze::run(args),
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Diagram(args)) => diagram::run(args),
        Some(Command::Engines(args)) => engines::run(args),
        Some(Command::Gtp(args)) => gtp::run(args),
        Some(Command::Lab(args)) => lab::run(args),
        Some(Command::Match(args)) => matches::run(args),
        Some(Command::Ontology(args)) => ontology::run(args),
        Some(Command::PackageFiles(args)) => package_files::run(args),
        Some(Command::Patterns(args)) => patterns::run(args),
        Some(Command::Sgf(args)) => sgf::run(args),
        None if mistyped(&args.files).is_some() => {
            let wrong = mistyped(&args.files).unwrap_or_default();
            Args::command().error(clap::error::ErrorKind::InvalidSubcommand, wrong).exit()
        }
        None => match window(args.files, args.ontology) {
            Ok(Some(signal)) => return ExitCode::from(crate::gui::signals::exit_code(signal)),
            ended => ended.map(|_| ()),
        },
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fuzeki: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads a time in seconds.
fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let value: f64 = text.parse().map_err(|_| "a number of seconds is wanted, such as 2 or 0.5".to_string())?;
    match value > 0.0 && value <= 86_400.0 {
        true => Ok(std::time::Duration::from_secs_f64(value)),
        false => Err("more than 0 and at most 86400 seconds are possible".to_string()),
    }
}

/// Reads a language of the program.
fn language(text: &str) -> Result<Language, String> {
    let asked = |language: &Language| language.tag().eq_ignore_ascii_case(text) || language.tag()[..2] == *text;
    Language::ALL.into_iter().find(asked).ok_or_else(|| format!("`{text}`: en, zh or ja is wanted"))
}

/// Tells before long work that what an option asks to write in the end cannot be written.
fn can_be_written(option: &str, path: &std::path::Path) -> Result<(), Failure> {
    probe(path).map_err(|error| format!("{error}; choose another {option}").into())
}

/// Opens the window; the signal that ended it, if one did.
fn window(files: Vec<std::path::PathBuf>, ontology: Option<std::path::PathBuf>) -> Result<Option<i32>, Failure> {
    if !crate::gui::has_display() {
        return Err(no_display().into());
    }
    let files = files.into_iter().map(|path| std::path::absolute(&path).unwrap_or(path)).collect();
    let start = crate::gui::Start {
        folders: crate::app::config::Folders::platform(),
        files,
        ontology,
        ..crate::gui::Start::default()
    };
    crate::gui::run(start).map_err(|error| format!("the window could not be opened: {error}").into())
}

/// A plain word that names no file is a subcommand with a slip: what is wrong, and what may be meant.
fn mistyped(files: &[std::path::PathBuf]) -> Option<String> {
    let word = files.first()?.to_str().filter(|word| word.chars().all(|c| c.is_ascii_alphabetic() || c == '-'))?;
    if std::path::Path::new(word).exists() {
        return None;
    }
    let command = command();
    let names = command.get_subcommands().filter(|sub| !sub.is_hide_set()).map(|sub| sub.get_name());
    let meant = nearest(word, names).map(|name| format!("; is `fuzeki {name}` meant?")).unwrap_or_default();
    Some(format!("there is neither a subcommand nor a file `{word}`{meant}"))
}

fn no_display() -> String {
    let command = command();
    let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    let names: Vec<String> = shown.map(|sub| format!("`fuzeki {}`", sub.get_name())).collect();
    format!(
        "there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set), but {} \
         can be used without one, see `fuzeki --help`",
        names.join(", ")
    )
}
