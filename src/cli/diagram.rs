//! `fuzeki diagram`: a position of a game as a picture.

use super::Failure;
use crate::app::NodeView;
use crate::app::report::{node_diagram, to_png};
use crate::record::read_path;
use crate::util::atomic_file::save;
use std::path::PathBuf;

/// Arguments of `fuzeki diagram`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki diagram game.sgf --move 120 --out position.svg")]
pub struct Args {
    /// The game file
    file: PathBuf,
    /// After which move of the main line; the end without
    #[arg(long = "move", value_name = "N")]
    number: Option<u32>,
    /// Which game of the file, from 1
    #[arg(long, default_value_t = 1)]
    game: usize,
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
    let loaded = read_path(&args.file, &Default::default())?;
    let games = loaded.collection.games;
    let game = args.game.checked_sub(1).and_then(|index| games.get(index));
    let game = game.ok_or_else(|| format!("{} has {} games", args.file.display(), games.len()))?;
    let tree = game.tree();
    let mut view = NodeView::of(tree, tree.root(), None);
    for node in tree.main_line().skip(1) {
        if args.number.is_some_and(|number| view.number >= number) {
            break;
        }
        view = NodeView::of(tree, node, Some(&view));
    }
    if args.number.is_some_and(|number| view.number < number) {
        return Err(format!("the game has only {} moves", view.number).into());
    }
    let drawing = node_diagram(&view, !args.no_coordinates);
    let ending = args.out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let bytes = match ending.as_deref() {
        Some("svg") => drawing.to_svg().into_bytes(),
        Some("png") => to_png(&drawing, args.pixels)?,
        _ => return Err(format!("{}: name a file that ends in .svg or .png", args.out.display()).into()),
    };
    save(&args.out, |out| out.write_all(&bytes))?;
    Ok(())
}
