//! Games to learn from: the moves of a record and nothing else, position by position.

use crate::board::zobrist::split_mix;
use crate::board::{Board, Color, GameResult, Margin, Move, Point, Rules};
use crate::record::{FileError, ReadOptions, Tree, format, known, read_path};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// A game as far as learning needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameMoves {
    /// Lines of the board.
    pub size: u8,
    /// The year it was played, 0 when the record does not tell.
    pub year: u16,
    /// Stones on the board before the first move.
    pub stones: Vec<(Point, Color)>,
    /// The main line, up to the first move that no rules allow.
    pub moves: Vec<(Color, Move)>,
    /// Points that White gets.
    pub komi: f32,
    /// Who won, unless by time or by a word of the referee.
    pub winner: Option<Color>,
}

/// A position of a game and the move that was played in it.
pub struct Played<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Whose move it was.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// The two moves before, where they were no passes.
    pub last: [Option<Point>; 2],
    /// Moves before this one.
    pub number: usize,
}

impl GameMoves {
    /// The main line of a record. Set-up after the first move ends it.
    pub fn of(tree: &Tree) -> GameMoves {
        let first = tree.first_position(Rules::JAPANESE);
        let size = first.size();
        let mut board = first.board().clone();
        let mut stones: Vec<(Point, Color)> = all_stones(&board);
        let mut moves = Vec::new();
        for node in tree.main_line() {
            let steps = tree.properties(node).steps(size);
            if let Some(setup) = steps.setup {
                if !moves.is_empty() {
                    break;
                }
                for (point, stone) in setup.changes() {
                    stones.retain(|s| s.0 != point);
                    stones.extend(stone.map(|color| (point, color)));
                }
                board = Board::from_stones(size, stones.iter().copied());
            }
            match steps.mv {
                None => {}
                Some((color, Some(Move::Play(point)))) if board.is_legal(color, point) => {
                    board.play(color, point);
                    moves.push((color, Move::Play(point)));
                }
                Some((color, Some(Move::Pass))) => {
                    board.clear_ko();
                    moves.push((color, Move::Pass));
                }
                Some(_) => break,
            }
        }
        let year = tree.info(known::DT).and_then(|date| year(&date)).unwrap_or(0);
        GameMoves { size, year, stones, moves, komi: first.komi(), winner: winner(tree) }
    }

    /// Carries the game out and shows every position in which a stone was played.
    pub fn each(&self, mut show: impl FnMut(Played<'_>)) {
        let mut board = Board::from_stones(self.size, self.stones.iter().copied());
        let mut last = [None; 2];
        for (number, &(color, mv)) in self.moves.iter().enumerate() {
            match mv {
                Move::Play(point) => {
                    show(Played { board: &board, color, point, last, number });
                    board.play(color, point);
                }
                Move::Pass => board.clear_ko(),
            }
            last = [mv.point(), last[0]];
        }
    }

    /// A number that depends on the game and the seed only, to split games by.
    pub fn lot(&self, seed: u64) -> u64 {
        let mut hash = split_mix(seed);
        for (color, mv) in &self.moves {
            let place = mv.point().map_or(0, Point::index) as u64;
            hash = split_mix(hash ^ place << 1 ^ color.index() as u64);
        }
        hash
    }

    /// Whether the game is kept for testing: `share` of all games are, whatever else is in the folder.
    pub fn is_held_out(&self, share: f64, seed: u64) -> bool {
        ((self.lot(seed) >> 11) as f64 / (1u64 << 53) as f64) < share
    }
}

/// Who won a game on the board: by points or because the other gave up.
pub fn winner(tree: &Tree) -> Option<Color> {
    match GameResult::parse(&tree.info(known::RE)?) {
        GameResult::Win { winner, by: Margin::Points(_) | Margin::Resignation } => Some(winner),
        _ => None,
    }
}

fn all_stones(board: &Board) -> Vec<(Point, Color)> {
    Point::all(board.size()).filter_map(|p| board.stone(p).map(|c| (p, c))).collect()
}

/// The first four digits in a row.
fn year(date: &str) -> Option<u16> {
    let digits = date.as_bytes().windows(4).find(|w| w.iter().all(u8::is_ascii_digit))?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// All game records under a folder, or the one file, in order of their names.
pub fn record_files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if path.is_file() {
        found.push(path.to_owned());
        return Ok(found);
    }
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if format::is_game_file(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// What was read.
#[derive(Default)]
pub struct Games {
    /// The games of the wanted size with at least one move, in the order of the files.
    pub games: Vec<GameMoves>,
    /// Files that could not be read, and why.
    pub unread: Vec<FileError>,
}

/// Reads the games of a board size, `None` for all, telling how many bytes of files are done.
pub fn read_games(files: &[PathBuf], size: Option<u8>, progress: impl Fn(u64) + Sync) -> Games {
    let read: Vec<Result<Vec<GameMoves>, FileError>> = files
        .par_iter()
        .map(|file| {
            let loaded = read_path(file, &ReadOptions::default())?;
            let games = loaded.collection.games.iter().map(|game| GameMoves::of(game.tree()));
            let games = games.filter(|g| !g.moves.is_empty() && size.is_none_or(|s| s == g.size)).collect();
            progress(file.metadata().map_or(0, |m| m.len()));
            Ok(games)
        })
        .collect();
    let mut all = Games::default();
    for result in read {
        match result {
            Ok(games) => all.games.extend(games),
            Err(error) => all.unread.push(error),
        }
    }
    all
}
