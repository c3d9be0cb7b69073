//! `fuzeki patterns show`: why moves are likely.

use crate::app::texts::{Language, Texts};
use crate::app::why::sentences::{feature, probability, rank, times, told};
use crate::app::why::{Policy, Why};
use crate::board::{Move, Rules};
use crate::cli::Failure;
use crate::cli::place::GamePlace;
use crate::record::{ReadOptions, read_path};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Arguments of `fuzeki patterns show`.
#[derive(clap::Args)]
#[command(after_help = "\
Of each move the reasons come first, with how many times as likely (×) or less likely (÷) each makes it than an average
move of the position; below are the features that the weights know of it, with the natural logarithms of their gammas.

Example:
  fuzeki patterns show game.sgf --move 50 --top 3")]
pub struct Args {
    #[command(flatten)]
    place: GamePlace,
    /// Moves to list
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    /// A file of weights [default: those of the program]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The language of reasons and features: en, zh or ja; that of the system without
    #[arg(long, value_name = "LANGUAGE", value_parser = crate::cli::language)]
    lang: Option<Language>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let loaded = read_path(&args.place.file, &ReadOptions::default())?;
    let (tree, node) = args.place.find(&loaded)?;
    let position = tree.replay_to(node, Rules::JAPANESE).position;
    let models = super::weights(args.model.as_deref())?;
    let policy = Policy::by(models, &position).ok_or("the file of weights is empty")?;
    let t = Texts::of(args.lang.unwrap_or_else(Language::of_environment));
    let moves = policy.moves();
    let shown: Vec<Why> = moves.iter().take(args.top).filter_map(|&(point, _)| policy.why(point)).collect();
    let name = |why: &Why| Move::Play(why.point).to_gtp(position.size());
    if args.json {
        let rows: Vec<Value> = shown.iter().map(|why| as_json(&t, name(why), why)).collect();
        println!("{}", json!({ "to_play": position.to_play(), "moves": rows }));
        return Ok(());
    }
    for why in &shown {
        println!("{:<4} {} ({})", name(why), probability(&t, why), rank(&t, why, moves.len()));
        for (factor, sentence) in told(&t, why) {
            println!("     {:<8} {sentence}", times(factor));
        }
        println!("     {}", t.fill("why.features", &[("n", &why.terms.len())]));
        for term in &why.terms {
            println!("       {:+.3}  {}", term.weight, feature(&t, &term.feature));
        }
    }
    Ok(())
}

fn as_json(t: &Texts, name: String, why: &Why) -> Value {
    let reasons: Vec<Value> =
        told(t, why).into_iter().map(|(factor, sentence)| json!({ "factor": factor, "sentence": sentence })).collect();
    let features = why.terms.iter().map(|term| {
        let known = term.feature;
        json!({ "family": known.family.name(), "size": known.size, "what": feature(t, &known), "weight": term.weight })
    });
    json!({
        "move": name,
        "probability": why.probability,
        "reasons": reasons,
        "features": features.collect::<Vec<_>>(),
    })
}
