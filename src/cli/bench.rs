//! `fuzeki bench`: speed and behaviour, measured.

use super::Failure;
use clap::Subcommand;

mod compare;
mod frames;
mod lies;
mod measure;
mod ontology;
mod patterns;
mod playouts;
mod search;
mod sgf;
mod signature;

/// Arguments of `fuzeki bench`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki bench playouts --size 9 --seconds 2 --json")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// What a frame of the window costs while the engine thinks
    Frames(frames::Args),
    /// Simulations that the right move needs when experts tell the truth, say nothing, or lie
    Lies(lies::Args),
    /// The ontology with many verdicts: loading, memory, look-ups
    Ontology(ontology::Args),
    /// Learnt patterns: loading, memory, prediction
    Patterns(patterns::Args),
    /// Games played out in a second
    Playouts(playouts::Args),
    /// Simulations of the search in a second
    Search(search::Args),
    /// Game files checked in a second
    Sgf(sgf::Args),
    /// How the engine plays, as one number
    Signature(signature::Args),
}

/// Runs one measurement and prints it.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.what {
        What::Frames(args) => frames::run(args),
        What::Lies(args) => lies::run(args),
        What::Ontology(args) => ontology::run(args),
        What::Patterns(args) => patterns::run(args),
        What::Playouts(args) => playouts::run(args),
        What::Search(args) => search::run(args),
        What::Sgf(args) => sgf::run(args),
        What::Signature(args) => signature::run(args),
    }
}
