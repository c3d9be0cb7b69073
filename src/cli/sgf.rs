//! `fuzeki sgf`: game records on the command line.

use super::Failure;
use crate::record::{ReadOptions, encoding_for_label};
use clap::Subcommand;
use encoding_rs::Encoding;

mod check;
mod convert;
mod show;

pub(super) use check::check_files;

/// Arguments of `fuzeki sgf`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki sgf check games/ more.sgf")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Read game files and say what is wrong with them
    Check(check::Args),
    /// Read a game file of any kind and write it as SGF in UTF-8
    Convert(convert::Args),
    /// Print a position of a game as text
    Show(show::Args),
}

/// Does what was asked for.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.what {
        What::Check(args) => check::run(args),
        What::Convert(args) => convert::run(args),
        What::Show(args) => show::run(args),
    }
}

/// How to read, as far as the command line has a say.
#[derive(clap::Args)]
struct Reading {
    /// Read as this encoding, whatever the file says, such as GB18030, Shift_JIS or EUC-KR
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
}

impl Reading {
    fn options(&self, legality: bool) -> ReadOptions {
        ReadOptions { encoding: self.encoding, legality, ..ReadOptions::default() }
    }
}

fn encoding(label: &str) -> Result<&'static Encoding, String> {
    encoding_for_label(label)
        .ok_or_else(|| "no such encoding; try UTF-8, GB18030, Big5, Shift_JIS or EUC-KR".to_owned())
}
