//! `fuzeki ontology check`: is the file sound, and can everything in it be read.

use super::Place;
use crate::cli::Failure;

/// Arguments of `fuzeki ontology check`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki ontology check --ontology colleague.db")]
pub struct Args {
    /// Also take positions and sequences away that nothing refers to
    #[arg(long)]
    tidy: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args, place: &Place) -> Result<(), Failure> {
    let mut store = if args.tidy { place.open()? } else { place.read()? };
    let report = store.check()?;
    let tidied = if args.tidy { store.tidy()? } else { 0 };
    if args.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        for (what, found) in
            [("damage", &report.damage), ("unreadable", &report.unreadable), ("double", &report.doubles)]
        {
            found.iter().for_each(|f| println!("{what}: {f}"));
        }
        if report.is_ok() {
            println!("{}: integrity ok, {} verdicts can be read", store.path().display(), store.stats()?.annotations);
        }
        if args.tidy {
            println!("{tidied} unused positions and sequences taken away");
        }
    }
    if report.is_ok() { Ok(()) } else { Err(format!("{}: see above", store.path().display()).into()) }
}
