//! `fuzeki ontology`: what experts say, on the command line.

use super::Failure;
use crate::ontology::fusion::{self, OPERATORS, Operator};
use crate::ontology::{Expert, Rank, Store, shipped};
use clap::Subcommand;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};

mod check;
mod experts;
mod export;
mod grade;
mod import;
mod mine;
mod query;
mod stats;
mod storm;

/// Arguments of `fuzeki ontology`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki ontology query E5 G5 F3 C6 --komi 7.5")]
pub struct Args {
    /// The ontology file, instead of the one in your data directory
    #[arg(long, global = true, value_name = "FILE")]
    ontology: Option<PathBuf>,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Take in verdicts from JSON, CSV, Turtle, sentence or SGF files
    Import(import::Args),
    /// Write everything in another form
    Export(export::Args),
    /// Count what is there
    Stats(stats::Args),
    /// Say what is known about a position
    Query(query::Args),
    /// Take in another ontology
    Merge(import::MergeArgs),
    /// Check the file and what is in it
    Check(check::Args),
    /// List, add, change and remove experts
    Experts(experts::Args),
    /// Extract openings from game records
    Mine(mine::Args),
    /// Let long searches of the engine grade openings
    Grade(grade::Args),
    /// Grade moves without end, for the test that kills the program meanwhile
    #[command(hide = true)]
    Storm(storm::Args),
}

/// Does what was asked for.
pub fn run(args: Args) -> Result<(), Failure> {
    let place = Place(args.ontology);
    match args.what {
        What::Import(args) => import::run(args, &place),
        What::Export(args) => export::run(args, &place),
        What::Stats(args) => stats::run(args, &place),
        What::Query(args) => query::run(args, &place),
        What::Merge(args) => import::merge(args, &place),
        What::Check(args) => check::run(args, &place),
        What::Experts(args) => experts::run(args, &place),
        What::Mine(args) => mine::run(args, &place),
        What::Grade(args) => grade::run(args, &place),
        What::Storm(args) => storm::run(args, &place),
    }
}

/// The file that the command line means.
struct Place(Option<PathBuf>);

impl Place {
    fn path(&self) -> Result<PathBuf, Failure> {
        self.0
            .clone()
            .or_else(Store::default_path)
            .ok_or_else(|| "this system has no data directory for you; name a file with --ontology".into())
    }

    /// For writing; a new file begins with the shipped patterns.
    fn open(&self) -> Result<Store, Failure> {
        Ok(shipped::open(&self.path()?)?)
    }

    /// For reading. The user's own is made on first use; a named file must be there.
    fn read(&self) -> Result<Store, Failure> {
        let path = self.path()?;
        if self.0.is_none() && !path.exists() {
            return Ok(shipped::open(&path)?);
        }
        Ok(Store::open_to_read(&path)?)
    }
}

/// Reads the name of an operator; the help lists them.
pub(super) fn operators() -> impl TypedValueParser<Value = &'static dyn Operator> {
    let names = OPERATORS.iter().map(|operator| PossibleValue::new(operator.name()).help(operator.about()));
    // Other names do not come through.
    PossibleValuesParser::new(names).map(|name| fusion::operator(&name).unwrap_or(OPERATORS[0]))
}

/// Reads `Name (7p)`.
fn expert_title(text: &str) -> Result<(String, Option<Rank>), String> {
    let expert = Expert::from_title(text).ok_or("an expert has a name, such as \"Ming-Chi Cheng (7p)\"")?;
    Ok((expert.name, expert.rank))
}

/// The name of a file without its folder, for origins.
fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// A table with aligned columns.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|f| f.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(f, &w)| format!("{f:<w$}")).collect();
        cells.join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
