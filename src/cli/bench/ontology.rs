//! `fuzeki bench ontology`: an ontology with many verdicts, generated, loaded and asked.

use crate::board::{Board, Color, Move, Point};
use crate::cli::Failure;
use crate::ontology::matching::{Fuzzy, Query};
use crate::ontology::store::Edit;
use crate::ontology::{
    Annotation, Branch, BranchLabel, Context, Expert, FuzzyPattern, Index, Line, PatternId, Phase, Rank, Record, Store,
    TermCode, Validation,
};
use crate::util::progress::Progress;
use crate::util::rng::FastRng;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Arguments of `fuzeki bench ontology`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki bench ontology --annotations 1000000 --json")]
pub struct Args {
    /// Verdicts to generate
    #[arg(long, default_value_t = 100_000)]
    annotations: usize,
    /// Keep the generated ontology in this file, and use it as it is when it is there
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Look-ups to time
    #[arg(long, default_value_t = 200_000)]
    lookups: u32,
    /// Fuzzy queries to time
    #[arg(long, default_value_t = 50)]
    queries: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Generates, measures and prints.
pub fn run(args: Args) -> Result<(), Failure> {
    if let Some(path) = &args.file {
        if !path.exists() {
            generate(args.annotations, path)?;
        }
        return measure(&args, path);
    }
    let path = std::env::temp_dir().join(format!("fuzeki-bench-{}.db", std::process::id()));
    let result = generate(args.annotations, &path).and_then(|()| measure(&args, &path));
    for ending in ["", "-wal", "-shm"] {
        // Nothing is left behind, whatever happened; a file that was never made is no fault.
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    result
}

fn measure(args: &Args, path: &Path) -> Result<(), Failure> {
    let start = Instant::now();
    let store = Store::open_to_read(path)?;
    let opened = start.elapsed().as_secs_f64();
    let index = Index::load(&store)?;
    let load_s = start.elapsed().as_secs_f64();
    let memory_mb = crate::util::resident::megabytes().unwrap_or(index.memory() as f64 / 1e6);

    let sample = store.some_lines(5000)?;
    if sample.is_empty() {
        return Err("there is nothing to look up; generate at least one verdict".into());
    }
    let mut rng = FastRng::new(2);
    let mut boards: Vec<(Board, Color)> = Vec::new();
    for line in &sample {
        let here = line.end()?;
        boards.push((here.board.clone(), here.to_move)); // mostly known
        let mut other = here.board;
        disturb(&mut other, here.to_move, &mut rng);
        boards.push((other, !here.to_move)); // mostly unknown
    }
    let context = Context::new(Some("chinese"), Some(6.5));
    // The board is at hand, as in a search, which has just played on it; the index is as cold as it gets.
    let mut scratch = boards[0].0.clone();
    let mut timed = |ask: &mut dyn FnMut(&Board, Color)| {
        let mut total = 0.0;
        for i in 0..args.lookups as usize {
            let (board, to_move) = &boards[i % boards.len()];
            scratch.copy_from(board);
            let start = Instant::now();
            ask(&scratch, *to_move);
            total += start.elapsed().as_secs_f64();
        }
        total * 1e6 / f64::from(args.lookups.max(1))
    };
    let (mut known, mut found, mut weight) = (0u64, 0u64, 0.0);
    let hit_us = timed(&mut |board, to_move| known += u64::from(index.knows(board, to_move)));
    let exact_us = timed(&mut |board, to_move| {
        index.each_exact(board, to_move, &context, |_, verdict| {
            found += 1;
            weight += verdict.weight;
        });
    });

    let (mut total, mut worst, mut hits) = (0.0f64, 0.0f64, 0);
    for i in 0..args.queries as usize {
        let (board, to_move) = &boards[(i * 7919 + 1) % boards.len()];
        let query = Query { board, to_move: *to_move, context: context.clone(), colour_exchange: true };
        let start = Instant::now();
        hits += index.hits(&query, &Fuzzy::default()).len();
        hits += index.follow(&sample[i % sample.len()], &context, 5).len();
        let took = start.elapsed().as_secs_f64() * 1e3;
        (total, worst) = (total + took, worst.max(took));
    }
    let fuzzy_ms = total / f64::from(args.queries.max(1));
    let positions = index.positions();
    if args.json {
        println!(
            "{}",
            json!({
                "annotations": index.len(), "positions": positions, "open_s": opened, "load_s": load_s,
                "memory_mb": memory_mb, "index_mb": index.memory() as f64 / 1e6, "hit_us": hit_us, "exact_us": exact_us,
                "exact_known": known, "exact_found": found, "fuzzy_ms": fuzzy_ms, "fuzzy_ms_worst": worst, "fuzzy_hits": hits,
            })
        );
    } else {
        println!("{} verdicts on {positions} positions", index.len());
        println!("loaded in {load_s:.2} s ({opened:.2} s of it for the integrity check), {memory_mb:.0} MB resident");
        println!("hit test {hit_us:.2} µs, {known} of {} known", args.lookups);
        println!(
            "exact look-up {exact_us:.2} µs, {found} verdicts found, mean weight {:.2}",
            weight / found.max(1) as f32
        );
        println!("fuzzy query {fuzzy_ms:.1} ms, {worst:.1} ms at worst, {hits} hits");
    }
    Ok(())
}

/// Random openings that branch off one another, on three sizes, judged by twenty experts under five
/// contexts, and a thousand patterns.
fn generate(annotations: usize, path: &Path) -> Result<(), Failure> {
    let mut store = Store::open(path)?;
    let experts: Vec<Expert> = Rank::all()
        .step_by(2)
        .take(20)
        .enumerate()
        .map(|(i, rank)| Expert::new(&format!("Expert {i}"), Some(rank)))
        .collect();
    store.write("experts", experts.iter().cloned().map(|e| Edit::Put(Record::Expert(e))).collect())?;
    let mut rng = FastRng::new(1);
    let mut pools: [(u8, Vec<Line>); 3] = [(19, Vec::new()), (13, Vec::new()), (9, Vec::new())];
    for (size, pool) in &mut pools {
        pool.push(Line::new(*size, [], [])?);
    }
    let progress = Progress::new("generating verdicts", annotations as u64);
    let mut made = 0;
    let mut queue: Vec<Edit> = Vec::new();
    let edits = std::iter::from_fn(|| {
        while queue.is_empty() {
            if made == annotations {
                return None;
            }
            // Half 19x19, the rest 13x13 and 9x9.
            let (size, pool) = &mut pools[[0, 0, 1, 2][rng.below(4) as usize]];
            let parent = pool[rng.below(pool.len() as u32) as usize].clone();
            let Some(line) = extend(&parent, *size, &mut rng) else { continue };
            let (rules, komi) =
                [("chinese", 7.5), ("chinese", 6.5), ("japanese", 6.5), ("japanese", 5.5), ("aga", 7.5)]
                    [rng.below(5) as usize];
            for _ in 0..=rng.below(3) {
                if made == annotations {
                    break;
                }
                made += 1;
                progress.add(1);
                let expert = &experts[rng.below(experts.len() as u32) as usize];
                let term = TermCode::DEFAULT[rng.below(5) as usize];
                let mut a = Annotation::new(expert.id, line.clone(), Some(term));
                (a.rules, a.komi) = (Some(rules.to_owned()), Some(komi));
                a.id.0 = rng.next_u64();
                a.state = Validation::ALL[rng.below(2) as usize];
                a.origin = "generated".to_owned();
                queue.push(Edit::Put(Record::Annotation(a)));
            }
            pool.push(line);
        }
        queue.pop()
    });
    store.write_bulk("generate", edits)?;
    drop(progress);
    let lines = store.some_lines(1000)?;
    let patterns = lines.iter().enumerate().map(|(i, line)| pattern(i, line));
    store.write("patterns", patterns.map(|p| Edit::Put(Record::Pattern(p))).collect())?;
    Ok(())
}

fn pattern(number: usize, line: &Line) -> FuzzyPattern {
    let label = BranchLabel::main(line.moves().len() as u16);
    FuzzyPattern {
        id: PatternId(number as u64),
        name: format!("Pattern {number}"),
        side: line.last().map_or(Color::Black, |m| m.0),
        size: line.size(),
        rules: Some("chinese".to_owned()),
        komi: Some(7.5),
        phase: Phase::Opening,
        remark: String::new(),
        origin: "generated".to_owned(),
        branches: vec![Branch { label, line: line.clone(), doubt: String::new() }],
    }
}

/// A further move: near the last one as often as anywhere, seldom on the first two lines.
fn extend(parent: &Line, size: u8, rng: &mut FastRng) -> Option<Line> {
    let here = parent.end().ok()?;
    let free = here.board.empty_points();
    let last = parent.last().and_then(|m| m.1.point());
    let fits = |p: &Point, near: bool| {
        p.edge_distance(size) >= 2 && (!near || last.is_none_or(|l| l.circular_distance(*p) <= 9))
    };
    let near = rng.below(2) == 0;
    let point = (0..50).map(|_| free[rng.below(free.len() as u32) as usize]).find(|p| fits(p, near))?;
    if !here.board.is_legal(here.to_move, point) {
        return None;
    }
    parent.with(here.to_move, Move::Play(point)).ok()
}

/// One move on a random point.
fn disturb(board: &mut Board, color: Color, rng: &mut FastRng) {
    let free = board.empty_points();
    let point = free[rng.below(free.len() as u32) as usize];
    if board.is_legal(color, point) {
        board.play(color, point);
    }
}
