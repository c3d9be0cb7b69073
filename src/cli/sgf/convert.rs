//! `fuzeki sgf convert`: any game file to SGF in UTF-8.

use super::Reading;
use crate::cli::Failure;
use crate::record::{read_path, sgf};
use crate::util::atomic_file::save;
use std::path::PathBuf;

/// Arguments of `fuzeki sgf convert`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki sgf convert tygem.gib game.sgf")]
pub struct Args {
    /// The file to read: SGF, GIB, NGF, UGF or UGI
    #[arg(value_name = "IN")]
    from: PathBuf,
    /// The SGF file to write
    #[arg(value_name = "OUT")]
    to: PathBuf,
    /// Write over OUT if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    reading: Reading,
}

/// Reads, writes, and says what was repaired.
pub fn run(args: Args) -> Result<(), Failure> {
    let is_sgf = args.to.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("sgf"));
    if !is_sgf {
        return Err(format!("{}: only SGF is written; name a file that ends in .sgf", args.to.display()).into());
    }
    if args.to.exists() && !args.force {
        return Err(format!("{} exists; --force writes over it", args.to.display()).into());
    }
    let loaded = read_path(&args.from, &args.reading.options(false))?;
    save(&args.to, |mut out| sgf::write(&loaded.collection, &mut out))?;
    for warning in loaded.warnings.list() {
        eprintln!("{}:{warning}", args.from.display());
    }
    Ok(())
}
