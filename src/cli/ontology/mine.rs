//! `fuzeki ontology mine`: openings from a folder of game records.

use super::import::take_in;
use super::{Place, table};
use crate::cli::{Failure, can_be_written};
use crate::ontology::exchange::{Format, format};
use crate::ontology::mine::{MineOptions, Mined, Miner, mine, to_knowledge};
use crate::patterns::games::record_files;
use crate::record::{ReadOptions, read_path};
use crate::util::progress::Progress;
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `fuzeki ontology mine`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  fuzeki ontology mine games/ --size 9 --depth 10 --top 30
  fuzeki ontology mine games/ --size 9 --least 20 --save openings.json
  fuzeki ontology mine games/ --size 9 --least 20 --into-ontology")]
pub struct Args {
    /// Folder of game records, or a single file
    folder: PathBuf,
    /// Moves of each game
    #[arg(long, default_value_t = MineOptions::default().depth)]
    depth: usize,
    /// Games a move needs to be listed
    #[arg(long, default_value_t = MineOptions::default().least)]
    least: u32,
    /// Only boards of this size
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=25))]
    size: Option<u8>,
    /// Moves to list
    #[arg(long, default_value_t = 50)]
    top: usize,
    /// Write verdicts by win rate, and those found in the games, to a JSON ontology
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Take those verdicts into the ontology
    #[arg(long)]
    into_ontology: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args, place: &Place) -> Result<(), Failure> {
    if let Some(path) = &args.save {
        can_be_written("--save", path)?;
    }
    let files = record_files(&args.folder).map_err(|error| format!("{}: {error}", args.folder.display()))?;
    if files.is_empty() {
        return Err(format!("{}: there are no game records (.sgf, .gib, .ngf, .ugf)", args.folder.display()).into());
    }
    let options = MineOptions { depth: args.depth, least: args.least, size: args.size };
    let start = Instant::now();
    let bytes: u64 = files.iter().filter_map(|f| f.metadata().ok()).map(|m| m.len()).sum();
    let progress = Progress::new("mining games", bytes);
    let mut unread = Vec::new();
    let mut all = Miner::new(options);
    let mut games = 0;
    for file in &files {
        match read_path(file, &ReadOptions::default()) {
            Ok(loaded) => {
                all = all.join(mine(&loaded.collection, options, games));
                games += loaded.collection.games.len() as u64;
            }
            Err(error) => unread.push(error.to_string()),
        }
        progress.add(file.metadata().map_or(0, |m| m.len()));
    }
    drop(progress);
    let seconds = start.elapsed().as_secs_f64();
    let used = all.games();
    let mined = all.finish();
    unread.iter().for_each(|u| eprintln!("left out: {u}"));
    report(&args, &mined, used, seconds)?;
    let origin = format!("{} games of {}", used, super::file_name(&args.folder));
    if args.save.is_none() && !args.into_ontology {
        return Ok(());
    }
    let knowledge = to_knowledge(&mined, &origin);
    if let Some(path) = &args.save {
        let json: &dyn Format = format("json").ok_or("JSON is always there")?;
        let text = json.write(&knowledge);
        crate::util::atomic_file::save(path, |out| out.write_all(text.as_bytes()))?;
        eprintln!("{}: {} verdicts", path.display(), knowledge.annotations.len());
    }
    if args.into_ontology {
        take_in(place, vec![(origin, knowledge)], false, args.json)?;
    }
    Ok(())
}

fn report(args: &Args, mined: &[Mined], games: u64, seconds: f64) -> Result<(), Failure> {
    let rate = games as f64 / seconds;
    if args.json {
        let rows: Vec<_> = mined
            .iter()
            .take(args.top)
            .map(|m| json!({ "size": m.line.size(), "sequence": m.line.to_string(), "tally": m.tally }))
            .collect();
        println!(
            "{}",
            json!({ "games": games, "seconds": seconds, "games_per_second": rate, "moves": mined.len(), "top": rows })
        );
        return Ok(());
    }
    let head = ["board", "games", "Black won", "White won", "TE", "BM", "DO", "IT", "sequence"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    for m in mined.iter().take(args.top) {
        let t = m.tally;
        let share = |n: u32| format!("{:.0} %", 100.0 * f64::from(n) / f64::from(t.games));
        let mut row = vec![format!("{0}x{0}", m.line.size()), t.games.to_string(), share(t.black), share(t.white)];
        row.extend([t.te, t.bm, t.doubtful, t.interesting].map(|n| n.to_string()));
        row.push(m.line.to_string());
        rows.push(row);
    }
    print!("{}", table(&rows));
    println!(
        "{games} games in {seconds:.1} s ({rate:.0} a second), {} moves seen at least {} times",
        mined.len(),
        args.least
    );
    Ok(())
}
