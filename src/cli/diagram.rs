//! `fuzeki diagram`: a position of a game as a picture.

use super::Failure;
use super::place::GamePlace;
use crate::app::NodeView;
use crate::app::report::{node_diagram, to_png};
use crate::record::read_path;
use crate::util::atomic_file::save;
use std::path::PathBuf;

/// Arguments of `fuzeki diagram`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki diagram game.sgf --move 120 --out position.svg")]
pub struct Args {
    #[command(flatten)]
    place: GamePlace,
    /// The picture to write: .svg or .png
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Pixels of the longer side of a PNG
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(16..=8192))]
    pixels: u32,
    /// Without letters and numbers around the board
    #[arg(long)]
    no_coordinates: bool,
}

/// Draws the picture.
pub fn run(args: Args) -> Result<(), Failure> {
    let loaded = read_path(&args.place.file, &Default::default())?;
    let (tree, node) = args.place.find(&loaded)?;
    let drawing = node_diagram(&NodeView::of(tree, node, None), !args.no_coordinates);
    let ending = args.out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let bytes = match ending.as_deref() {
        Some("svg") => drawing.to_svg().into_bytes(),
        Some("png") => to_png(&drawing, args.pixels)?,
        _ => return Err(format!("{}: name a file that ends in .svg or .png", args.out.display()).into()),
    };
    save(&args.out, |out| out.write_all(&bytes))?;
    Ok(())
}
