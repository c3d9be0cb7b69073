//! `fuzeki ontology import` and `merge`: verdicts of others come in, nothing doubled.

use super::{Place, expert_title, file_name};
use crate::cli::Failure;
use crate::ontology::exchange::{self, FORMATS, Format, ReadOptions};
use crate::ontology::merge::{MergeReport, plan};
use crate::ontology::{Knowledge, Rank, Store};
use crate::util::bounded_file;
use std::path::{Path, PathBuf};

/// Arguments of `fuzeki ontology import`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  fuzeki ontology import table.csv rules.txt
  fuzeki ontology import annotated.sgf --expert \"Biing-Shiun Luoh (6d)\"")]
pub struct Args {
    /// Files to take in; all or none
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The form of the files, instead of what their endings say
    #[arg(long, value_parser = format_name())]
    format: Option<String>,
    /// Who speaks where a file does not say it
    #[arg(long, value_name = "NAME (RANK)", value_parser = expert_title)]
    expert: Option<(String, Option<Rank>)>,
    /// The board where a file does not say it
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(2..=25))]
    size: u8,
    /// Take comments of plain SGF in, also where no verdict stands beside them
    #[arg(long)]
    comments: bool,
    /// Only say what would be done
    #[arg(long)]
    dry_run: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Arguments of `fuzeki ontology merge`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki ontology merge colleague.db --dry-run")]
pub struct MergeArgs {
    /// The other ontology: a database or a file of any exchange format
    other: PathBuf,
    /// Only say what would be done
    #[arg(long)]
    dry_run: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn format_name() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(FORMATS.iter().map(|f| f.name()))
}

/// The format that is named or that the ending tells.
pub(super) fn choose_format(name: Option<&str>, path: &Path) -> Result<&'static dyn Format, Failure> {
    let found = match name {
        Some(name) => exchange::format(name),
        None => exchange::format_of_file(path),
    };
    found.ok_or_else(|| {
        let endings: Vec<String> = FORMATS.iter().map(|f| format!(".{} ({})", f.extension(), f.name())).collect();
        format!("{}: its ending is none of {}; say --format", path.display(), endings.join(", ")).into()
    })
}

/// Files of verdicts beyond this are refused, as game files are.
const LARGEST: u64 = 1 << 30;

pub(super) fn run(args: Args, place: &Place) -> Result<(), Failure> {
    // Everything is read before anything is written.
    let mut read = Vec::new();
    for path in &args.files {
        let format = choose_format(args.format.as_deref(), path)?;
        let mut options = ReadOptions::new(file_name(path));
        (options.expert, options.size, options.comments) = (args.expert.clone(), args.size, args.comments);
        let bytes = bounded_file::read(path, LARGEST).map_err(|e| format!("{}: {e}", path.display()))?;
        let knowledge = format
            .read_bytes(&bytes, &options)
            .map_err(|e| format!("{}:{}: {}; nothing was changed", path.display(), e.line, e.reason))?;
        read.push((file_name(path), knowledge));
    }
    take_in(place, read, args.dry_run, args.json)
}

pub(super) fn merge(args: MergeArgs, place: &Place) -> Result<(), Failure> {
    let told = |e: std::io::Error| format!("{}: {e}", args.other.display());
    let knowledge = if bounded_file::begins_with(&args.other, b"SQLite format 3\0").map_err(told)? {
        Store::open_to_read(&args.other)?.knowledge()?
    } else {
        let format = choose_format(None, &args.other)?;
        let bytes = bounded_file::read(&args.other, LARGEST).map_err(told)?;
        let read = format.read_bytes(&bytes, &ReadOptions::new(file_name(&args.other)));
        read.map_err(|e| format!("{}:{}: {}; nothing was changed", args.other.display(), e.line, e.reason))?
    };
    take_in(place, vec![(file_name(&args.other), knowledge)], args.dry_run, args.json)
}

/// Merges, one file after the other, as one change.
pub(super) fn take_in(place: &Place, read: Vec<(String, Knowledge)>, dry_run: bool, json: bool) -> Result<(), Failure> {
    let mut store = place.open()?;
    for (name, knowledge) in read {
        let (edits, report) = plan(&store, knowledge, &name)?;
        let backup = if dry_run { None } else { store.write(&format!("Import {name}"), edits)?.bulk };
        if json {
            println!("{}", serde_json::to_string(&report)?);
        } else {
            print!("{}", in_words(&name, &report, dry_run));
            if let Some(backup) = backup {
                println!("  too much to undo; the ontology as it was is kept in {}", backup.display());
            }
        }
    }
    Ok(())
}

fn in_words(name: &str, r: &MergeReport, dry_run: bool) -> String {
    let verb = if dry_run { "would add" } else { "added" };
    let mut text = format!(
        "{name}: {verb} {} verdicts, {} experts, {} patterns, {} rows, {} games, {} terms; {} updated, {} known already\n",
        r.annotations, r.experts, r.patterns, r.rows, r.games, r.terms, r.updated, r.same
    );
    for note in &r.notes {
        text += &format!("  note: {note}\n");
    }
    text
}
