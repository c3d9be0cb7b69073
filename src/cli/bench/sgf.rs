//! `fuzeki bench sgf`: how fast game records are read, on files that it makes itself.

use crate::board::{Board, Color, Move, Point};
use crate::cli::Failure;
use crate::cli::sgf::check_files;
use crate::record::{Collection, Game, Properties, ReadOptions, Tree, known, read_bytes, sgf};
use crate::util::rng::FastRng;
use rayon::prelude::*;
use serde::Serialize;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `fuzeki bench sgf`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki bench sgf --files 10000 --json")]
pub struct Args {
    /// Game files to make and check
    #[arg(long, default_value_t = 10_000)]
    files: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Figures {
    files: usize,
    nodes: usize,
    bytes: u64,
    threads: usize,
    files_per_second: f64,
    megabytes_per_second: f64,
    dictionary_bytes: usize,
    dictionary_nodes: usize,
    dictionary_open_ms: f64,
    dictionary_save_ms: f64,
    line_nodes: usize,
    line_open_ms: f64,
    line_save_ms: f64,
}

/// A folder that goes away with everything in it.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // Left behind at worst, in a place that is for such files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Measures and prints.
pub fn run(args: Args) -> Result<(), Failure> {
    let folder = Folder(std::env::temp_dir().join(format!("fuzeki-bench-sgf-{}", std::process::id())));
    fs::create_dir_all(&folder.0)?;
    let files: Vec<PathBuf> = (0..args.files).map(|n| folder.0.join(format!("{n}.sgf"))).collect();
    let bytes = make_games(&files)?;
    let start = Instant::now();
    let options = ReadOptions { legality: true, ..ReadOptions::default() };
    let sum = check_files(&files, &options, |_| Ok(()))?;
    let seconds = start.elapsed().as_secs_f64();
    if sum.unreadable > 0 || sum.warnings > 0 {
        return Err(
            format!("{} of the files made here cannot be read, {} warnings", sum.unreadable, sum.warnings).into()
        );
    }
    let dictionary = sgf::to_string(&Collection::of(joseki_dictionary().into()));
    let (opened, dictionary_open_ms) = timed(|| read_bytes(dictionary.as_bytes(), &ReadOptions::default()));
    let opened = opened?.collection;
    let (_, dictionary_save_ms) = timed(|| sgf::to_string(&opened));
    let line = format!("(;{})", ";B[dd];W[pp]".repeat(500_000));
    let (long, line_open_ms) = timed(|| read_bytes(line.as_bytes(), &ReadOptions::default()));
    let long = long?.collection;
    let (_, line_save_ms) = timed(|| sgf::to_string(&long));
    let figures = Figures {
        files: sum.files,
        nodes: sum.nodes,
        bytes,
        threads: rayon::current_num_threads(),
        files_per_second: sum.files as f64 / seconds,
        megabytes_per_second: bytes as f64 / 1e6 / seconds,
        dictionary_bytes: dictionary.len(),
        dictionary_nodes: opened.node_count(),
        dictionary_open_ms,
        dictionary_save_ms,
        line_nodes: long.node_count(),
        line_open_ms,
        line_save_ms,
    };
    if args.json {
        println!("{}", serde_json::to_string(&figures)?);
    } else {
        let Figures { files, nodes, threads, files_per_second, megabytes_per_second, .. } = figures;
        println!(
            "{files} files ({nodes} nodes) on {threads} threads: {files_per_second:.0} files/s, {megabytes_per_second:.0} MB/s"
        );
        println!(
            "joseki dictionary of {} bytes, {} nodes: opened in {dictionary_open_ms:.1} ms, saved in {dictionary_save_ms:.1} ms",
            figures.dictionary_bytes, figures.dictionary_nodes
        );
        println!(
            "{} nodes in a line: opened in {line_open_ms:.0} ms, saved in {line_save_ms:.0} ms",
            figures.line_nodes
        );
    }
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed().as_secs_f64() * 1000.0)
}

/// Writes a game into each file; returns how many bytes they have.
fn make_games(files: &[PathBuf]) -> Result<u64, Failure> {
    let make = |(seed, path): (usize, &PathBuf)| -> std::io::Result<u64> {
        let text = sgf::to_string(&Collection::of(game(seed as u64)));
        // Nobody needs these files after a crash: they are not forced to disk.
        fs::write(path, &text)?;
        Ok(text.len() as u64)
    };
    Ok(files.par_iter().enumerate().map(make).sum::<std::io::Result<u64>>()?)
}

/// A game of legal random moves, as long as games are, with what servers write around it.
fn game(seed: u64) -> Game {
    let mut rng = FastRng::new(seed);
    let mut root = Game::new(19).into_tree().properties(Tree::default().root()).clone();
    let texts = [
        (known::PB, format!("Black player {}", seed % 97)),
        (known::PW, format!("White player {}", seed % 89)),
        (known::BR, "9d".to_owned()),
        (known::WR, "9d".to_owned()),
        (known::DT, "2020-02-20".to_owned()),
        (known::RE, "B+R".to_owned()),
        (known::KM, "6.5".to_owned()),
        (known::EV, "A title match of a long name, first round".to_owned()),
    ];
    for (name, text) in &texts {
        root = root.with_text(*name, text);
    }
    let mut tree = Tree::new(root);
    let mut board = Board::new(19);
    let mut color = Color::Black;
    let mut at = tree.root();
    for number in 0..180 + rng.below(80) {
        let Some(point) = legal(&board, color, &mut rng) else { break };
        board.play(color, point);
        let mut properties = Properties::of_move(color, Move::Play(point));
        if number % 40 == 39 {
            properties = properties
                .with_text(known::C, "Black builds a wall; White lives in the corner and leads by territory.");
        }
        at = tree.push_child(at, properties);
        color = !color;
    }
    tree.into()
}

/// A random legal point that fills no eye.
fn legal(board: &Board, color: Color, rng: &mut FastRng) -> Option<Point> {
    let empty = board.empty_points();
    let start = rng.below(empty.len().max(1) as u32) as usize;
    let mut points = empty[start..].iter().chain(&empty[..start]).copied();
    points.find(|&point| board.is_legal(color, point) && !board.is_eye(color, point))
}

/// A tree like Kogo's dictionary: 1.2 MB, variations at every second node, many comments and labels.
fn joseki_dictionary() -> Tree {
    const BYTES: usize = 1_200_000;
    let mut rng = FastRng::new(1);
    let mut tree = Game::new(19).into_tree();
    let (mut nodes, mut bytes) = (vec![tree.root()], 0);
    while bytes < BYTES {
        // Mostly on from where we are, sometimes a variation from anywhere.
        let back = if rng.below(3) == 0 { rng.below(nodes.len() as u32) as usize } else { 0 };
        let mut parent = nodes[nodes.len() - 1 - back];
        if tree.depth(parent) > 40 {
            parent = tree.root();
        }
        let color = tree.color_to_play(parent);
        let point = Point::new(rng.below(10) as u8, rng.below(10) as u8);
        let mut properties = Properties::of_move(color, Move::Play(point));
        if rng.below(4) == 0 {
            properties = properties
                .with_text(known::C, "A trick play. If White answers at a, Black lives; see [2] for the ladder.");
        }
        if rng.below(3) == 0 {
            let label = crate::record::Value::label(Point::new(3, 3), "a");
            properties = properties.with(known::LB, &[label]);
        }
        bytes += properties.as_str().len() + 1;
        nodes.push(tree.push_child(parent, properties));
    }
    tree
}
