//! `fuzeki patterns show`: why moves are likely.

use crate::board::{Move, Rules};
use crate::cli::Failure;
use crate::cli::place::GamePlace;
use crate::patterns::Extractor;
use crate::record::{ReadOptions, read_path};
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `fuzeki patterns show`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki patterns show game.sgf --move 50 --top 3")]
pub struct Args {
    #[command(flatten)]
    place: GamePlace,
    /// Moves to list
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    /// A file of weights [default: those of the program]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let loaded = read_path(&args.place.file, &ReadOptions::default())?;
    let (tree, node) = args.place.find(&loaded)?;
    let position = tree.replay_to(node, Rules::JAPANESE).position;
    let (board, to_play, size) = (position.board(), position.to_play(), position.size());
    let models = super::weights(args.model.as_deref())?;
    let model = models.of(size).ok_or("the file of weights is empty")?;
    let last = position.last_points();
    let policy = model.policy(board, to_play, last);
    let mut extractor = Extractor::new();
    extractor.look(board, to_play, last);
    let mut rows = Vec::new();
    for &(point, probability) in policy.iter().take(args.top) {
        let terms = model.explain(&extractor, board, point);
        let name = Move::Play(point).to_gtp(size);
        if args.json {
            let terms: Vec<_> = terms
                .iter()
                .map(|t| json!({ "family": t.feature.family.name(), "size": t.feature.size, "weight": t.weight }))
                .collect();
            rows.push(json!({ "move": name, "probability": probability, "features": terms }));
            continue;
        }
        let worth: f32 = terms.iter().map(|t| t.weight).sum();
        println!("{name:<4} {:5.1} %   sum of weights {worth:+.2}", 100.0 * probability);
        for term in &terms {
            println!("       {:+.3}  {} {}", term.weight, term.feature.family.name(), term.feature.size);
        }
    }
    if args.json {
        println!("{}", json!({ "to_play": to_play, "moves": rows }));
    }
    Ok(())
}
