//! `fuzeki ontology grade`: long searches of the engine grade openings, as an expert of their own.

use super::import::take_in;
use super::{Place, expert_title};
use crate::app::engine_verdicts::{Plan, grade};
use crate::board::{Move, Position, Rules};
use crate::cli::Failure;
use crate::engine::Params;
use crate::ontology::{Expert, Rank};
use crate::util::progress::Progress;
use std::sync::atomic::AtomicBool;

/// Arguments of `fuzeki ontology grade`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  fuzeki ontology grade --size 9 --komi 7.5 --positions 200 --sims 20000
  fuzeki ontology grade E5 --depth 4 --positions 40 --expert \"Fuzeki (5d)\" --ontology book.db")]
pub struct Args {
    /// Moves from the empty board to where the openings begin, Black first
    moves: Vec<String>,
    /// Lines of the board
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(2..=25))]
    size: u8,
    /// The rules of the game
    #[arg(long, value_name = "NAME", default_value = "chinese", value_parser = Rules::parse)]
    rules: Rules,
    /// Points for White [default: what the rules say]
    #[arg(long)]
    komi: Option<f32>,
    /// Moves of an opening
    #[arg(long, default_value_t = 8)]
    depth: usize,
    /// Positions to search, the likeliest first
    #[arg(long, default_value_t = 100)]
    positions: usize,
    /// Simulations for each position
    #[arg(long, default_value_t = 20_000)]
    sims: u64,
    /// The expert in whose name the engine speaks
    #[arg(long, value_name = "NAME (RANK)", default_value = "Fuzeki's long searches (5d)", value_parser = expert_title)]
    expert: (String, Option<Rank>),
    /// Engine settings, `name=value,…`
    #[arg(long, default_value = "")]
    params: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args, place: &Place) -> Result<(), Failure> {
    let komi = args.komi.unwrap_or(args.rules.default_komi(0));
    let mut start = Position::new(args.size, args.rules).with_komi(komi);
    for (number, text) in args.moves.iter().enumerate() {
        let mv = Move::from_gtp(text, args.size).map_err(|error| format!("move {}: {error}", number + 1))?;
        start.play(mv).map_err(|error| format!("move {} ({text}): {error}", number + 1))?;
    }
    let mut params = Params::default();
    params.set_list(&args.params).map_err(|error| error.to_string())?;
    let (name, rank) = args.expert;
    let biography = format!("Verdicts by searches of {} simulations", args.sims);
    let expert = Expert { biography, ..Expert::new(&name, rank) };
    let plan = Plan { start, depth: args.depth, positions: args.positions, simulations: args.sims, expert };
    let progress = Progress::new("searching openings", args.positions as u64);
    let knowledge = grade(&plan, &params, &AtomicBool::new(false), |done| progress.add(done as u64));
    drop(progress);
    take_in(place, vec![(name, knowledge)], false, args.json)
}
