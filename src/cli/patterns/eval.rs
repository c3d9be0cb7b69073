//! `fuzeki patterns eval`: how well the moves of games are predicted.

use crate::board::{MAX_SIZE, MIN_SIZE};
use crate::cli::Failure;
use crate::patterns::eval::{PHASES, Predictor, RANKS, Score, evaluate};
use crate::util::progress::Progress;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `fuzeki patterns eval`.
#[derive(clap::Args)]
#[command(after_help = "\
top1 to top20 are the shares of played moves ranked so high among all legal moves, log_evidence is the
mean natural logarithm of the probability they were given.

Examples:
  fuzeki patterns eval --games games/ --size 19 --json
  fuzeki patterns eval --games games/ --size 9 --model rules
  fuzeki patterns eval --games games/ --held-out 0.03 --since 2010")]
pub struct Args {
    /// Folder of game records, or a single file
    #[arg(long, value_name = "DIR")]
    games: PathBuf,
    /// Only boards of this size
    #[arg(long, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: Option<u8>,
    /// A file of weights, or `rules` for the engine's hand-made ones [default: those of the program]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Only the share of games that `patterns learn` with the same share and seed leaves out
    #[arg(long, value_name = "SHARE", value_parser = super::share)]
    held_out: Option<f64>,
    /// Seed of that share
    #[arg(long, default_value_t = super::learn::SEED)]
    seed: u64,
    /// Only games of this year or later
    #[arg(long, value_name = "YEAR")]
    since: Option<u16>,
    /// At most so many games
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let mut games = super::read(&args.games, args.size)?;
    games.since(args.since);
    if let Some(share) = args.held_out {
        games.keep(format!("--held-out {share}"), |game| game.is_held_out(share, args.seed));
    }
    games.most(args.most, args.seed);
    let games = games.left()?;
    if args.held_out.is_none() {
        eprintln!(
            "all games are counted, also those that the weights may have been learnt from; --held-out with the share \
             and --seed of learning counts only those that it left out"
        );
    }
    let rules = args.model.as_deref().is_some_and(|model| model.as_os_str() == "rules");
    let weights = if rules { None } else { Some(super::weights(args.model.as_deref())?) };
    let start = Instant::now();
    let progress = Progress::new("predicting moves", games.len() as u64);
    let mut scores = [Score::default(); PHASES.len()];
    // Each size has its own weights.
    for size in MIN_SIZE..=MAX_SIZE {
        let of_size: Vec<_> = games.iter().filter(|game| game.size == size).cloned().collect();
        let predictor = match weights.as_ref().map(|weights| weights.of(size)) {
            Some(Some(model)) => Predictor::Model(model),
            Some(None) => return Err("the file of weights is empty".into()),
            None => Predictor::Rules,
        };
        let found = evaluate(&of_size, &predictor, |games| progress.add(games));
        scores.iter_mut().zip(found).for_each(|(sum, score)| *sum += score);
    }
    drop(progress);
    let mut all = Score::default();
    scores.iter().for_each(|&score| all += score);
    if args.json {
        let mut report = figures(&all, rules);
        report.insert("games".to_owned(), json!(games.len()));
        report.insert("held_out".to_owned(), json!(args.held_out));
        report.insert("seconds".to_owned(), json!(start.elapsed().as_secs_f64()));
        let phases = PHASES.iter().zip(&scores).map(|(name, score)| ((*name).to_owned(), figures(score, rules).into()));
        report.insert("phases".to_owned(), Value::Object(phases.collect()));
        println!("{}", Value::Object(report));
        return Ok(());
    }
    let held_out = args.held_out.map_or("none".to_owned(), |share| share.to_string());
    println!("{} games (held out: {held_out}), {:.1} s", games.len(), start.elapsed().as_secs_f64());
    for (name, score) in PHASES.iter().zip(&scores).chain([(&"all", &all)]) {
        let tops = [1, 2, 3, 5, 10, 20].map(|n| format!("top{n} {:.2} %", 100.0 * score.top(n)));
        let evidence = if rules { String::new() } else { format!(", log-evidence {:.3}", score.mean_log_evidence()) };
        println!("{name:<11} {:>8} moves: {}{evidence}", score.moves, tops.join(", "));
    }
    Ok(())
}

fn figures(score: &Score, rules: bool) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("moves".to_owned(), json!(score.moves));
    for n in 1..=RANKS {
        map.insert(format!("top{n}"), json!(score.top(n)));
    }
    let evidence = (!rules).then(|| score.mean_log_evidence());
    map.insert("log_evidence".to_owned(), json!(evidence));
    map
}
