//! `fuzeki sgf check`: reads files and folders of games and says what is wrong with them.

use super::Reading;
use crate::cli::Failure;
use crate::record::format::is_game_file;
use crate::record::{ReadOptions, read_path};
use crate::util::progress::Progress;
use rayon::prelude::*;
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Arguments of `fuzeki sgf check`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki sgf check games/ old.gib --json > report.json")]
pub struct Args {
    /// Files, and folders to look through for game files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print all warnings, not only the first ten of a file
    #[arg(long)]
    all: bool,
    /// Print only files that cannot be read, and the sum
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    reading: Reading,
}

/// What is to be said of a file.
#[derive(Debug, Serialize)]
pub(crate) struct FileReport {
    path: PathBuf,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Outcome {
    Read {
        format: &'static str,
        games: usize,
        nodes: usize,
        encoding: &'static str,
        warning_count: usize,
        warnings: Vec<Place>,
    },
    Failed {
        error: String,
    },
}

#[derive(Debug, Serialize)]
struct Place {
    line: usize,
    column: usize,
    message: String,
}

/// What is to be said of all files.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Sum {
    /// Files looked at.
    pub files: usize,
    /// Files that could not be read.
    pub unreadable: usize,
    /// Games read.
    pub games: usize,
    /// Nodes read.
    pub nodes: usize,
    /// Warnings.
    pub warnings: usize,
}

/// Shown of a file without `--all`.
const SHOWN: usize = 10;

/// Checks and prints.
pub fn run(args: Args) -> Result<(), Failure> {
    let files = find(&args.files)?;
    if files.is_empty() {
        return Err(
            "there is no game file in these folders; files named outright are read whatever their ending".into()
        );
    }
    let mut reports = Vec::new();
    let mut out = io::stdout().lock();
    let sum = check_files(&files, &args.reading.options(true), |report| {
        if args.json {
            reports.push(report);
            return Ok(());
        }
        let failed = matches!(report.outcome, Outcome::Failed { .. });
        if failed || !args.quiet { print(&mut out, &report, if args.all { usize::MAX } else { SHOWN }) } else { Ok(()) }
    })?;
    if args.json {
        serde_json::to_writer(&mut out, &serde_json::json!({ "files": reports, "sum": sum }))?;
        writeln!(out)?;
    } else if sum.files > 1 || args.quiet {
        let Sum { files, unreadable, games, nodes, warnings } = sum;
        writeln!(
            out,
            "{files} files: {games} games, {nodes} nodes, {warnings} warnings, {unreadable} files unreadable"
        )?;
    }
    match sum.unreadable {
        0 => Ok(()),
        1 if sum.files == 1 => Err("the file could not be read".into()),
        some => Err(format!("{some} of {} files could not be read", sum.files).into()),
    }
}

/// Reads files on all cores and reports on them in order.
pub(crate) fn check_files(
    files: &[PathBuf],
    options: &ReadOptions,
    mut report: impl FnMut(FileReport) -> io::Result<()>,
) -> io::Result<Sum> {
    /// Enough to keep all cores busy, few enough to hold the reports in memory.
    const AT_ONCE: usize = 1024;
    let progress = Progress::new("Checking", files.len() as u64);
    let mut sum = Sum::default();
    for some in files.chunks(AT_ONCE) {
        let check = |path: &PathBuf| {
            let report = check_file(path, options);
            progress.add(1);
            report
        };
        let reports: Vec<FileReport> = some.par_iter().map(check).collect();
        for one in reports {
            sum.files += 1;
            match &one.outcome {
                Outcome::Read { games, nodes, warning_count, .. } => {
                    sum.games += games;
                    sum.nodes += nodes;
                    sum.warnings += warning_count;
                }
                Outcome::Failed { .. } => sum.unreadable += 1,
            }
            report(one)?;
        }
    }
    Ok(sum)
}

fn check_file(path: &Path, options: &ReadOptions) -> FileReport {
    let outcome = match read_path(path, options) {
        Ok(loaded) => Outcome::Read {
            format: loaded.format,
            games: loaded.collection.games.len(),
            nodes: loaded.collection.node_count(),
            encoding: loaded.encoding,
            warning_count: loaded.warnings.total(),
            warnings: loaded
                .warnings
                .list()
                .iter()
                .map(|warning| Place {
                    line: warning.line,
                    column: warning.column,
                    message: warning.problem.to_string(),
                })
                .collect(),
        },
        Err(error) => Outcome::Failed { error: error.reason.to_string() },
    };
    FileReport { path: path.to_owned(), outcome }
}

fn print(out: &mut impl Write, report: &FileReport, shown: usize) -> io::Result<()> {
    let path = report.path.display();
    match &report.outcome {
        Outcome::Failed { error } => writeln!(out, "{path}: cannot be read: {error}"),
        Outcome::Read { format, games, nodes, encoding, warning_count, warnings } => {
            writeln!(
                out,
                "{path}: {format}, {}, {}, {encoding}, {}",
                count(*games, "game"),
                count(*nodes, "node"),
                count(*warning_count, "warning")
            )?;
            for Place { line, column, message } in warnings.iter().take(shown) {
                writeln!(out, "  {path}:{line}:{column}: {message}")?;
            }
            match warning_count.saturating_sub(shown.min(warnings.len())) {
                0 => Ok(()),
                more => writeln!(out, "  … {more} more; --all shows them"),
            }
        }
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The files named, and those with a known ending in the folders named, sorted folder by folder.
fn find(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut folders = vec![path.clone()];
        while let Some(folder) = folders.pop() {
            let cannot = |error: io::Error| format!("{}: {error}", folder.display());
            let mut entries = fs::read_dir(&folder).map_err(cannot)?.collect::<io::Result<Vec<_>>>().map_err(cannot)?;
            entries.sort_by_key(fs::DirEntry::file_name);
            let mut below = Vec::new();
            for entry in entries {
                // Links to folders are not followed: they may lead in circles.
                if entry.file_type().map_err(cannot)?.is_dir() {
                    below.push(entry.path());
                } else if is_game_file(&entry.path()) {
                    files.push(entry.path());
                }
            }
            folders.extend(below.into_iter().rev());
        }
    }
    Ok(files)
}
