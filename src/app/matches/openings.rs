//! The first moves of the games, so that a match is not one game played many times.

use crate::board::{Canonical, Color, MAX_SIZE, Move, Point, Position, Rules, Turn};
use crate::record::{ReadOptions, read_path};
use crate::util::rng::FastRng;
use std::collections::HashSet;
use std::path::Path;

/// The first moves of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// In order, from the empty board.
    pub moves: Vec<Turn>,
}

impl Opening {
    /// The moves as GTP writes them, in a line.
    pub fn written(&self, size: u8) -> String {
        self.moves.iter().map(|turn| turn.mv.to_gtp(size)).collect::<Vec<_>>().join(" ")
    }
}

/// Draws at which we give up looking for yet another opening.
const TRIES: u32 = 200;

/// So many openings of two to four quiet moves, no two of which are the same turned or mirrored, as
/// many as there are. The same for the same seed; the first ones do not depend on how many are wanted.
pub fn built_in(size: u8, count: usize, seed: u64) -> Vec<Opening> {
    let mut rng = FastRng::new(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut failed = 0;
    while openings.len() < count && failed < TRIES {
        let length = if size < 7 { 1 } else { 2 + rng.below(3) };
        let (moves, position) = draw(size, length, &mut rng);
        if seen.insert(Canonical::new(position.board(), position.to_play()).hash) {
            openings.push(Opening { moves });
            failed = 0;
        } else {
            failed += 1;
        }
    }
    openings
}

fn draw(size: u8, length: u32, rng: &mut FastRng) -> (Vec<Turn>, Position) {
    let mut position = Position::new(size, Rules::CHINESE);
    for _ in 0..length {
        let places: Vec<Point> = Point::all(size).filter(|&point| is_quiet(&position, point)).collect();
        if places.is_empty() {
            break;
        }
        let point = places[rng.below(places.len() as u32) as usize];
        if position.play(Move::Play(point)).is_err() {
            break;
        }
    }
    (position.turns().to_vec(), position)
}

/// Not too near the edge nor to another stone; on large boards in the corners.
fn is_quiet(position: &Position, point: Point) -> bool {
    let size = position.size();
    let lines = |at: u8| at.min(size - 1 - at);
    let (x, y) = (lines(point.x()), lines(point.y()));
    let place = match size {
        0..7 => true,
        7..9 => x >= 1 && y >= 1,
        9..13 => x >= 2 && y >= 2,
        _ => (2..=4).contains(&x) && (2..=4).contains(&y) && (x, y) != (4, 4),
    };
    let apart = if size < 13 { 3 } else { 8 };
    let is_near = |turn: &Turn| turn.mv.point().is_some_and(|other| other.line_distance(point) < apart);
    place && !position.turns().iter().any(is_near)
}

/// Openings from a file: the main line of each of its games.
pub fn from_file(path: &Path, size: u8) -> Result<Vec<Opening>, String> {
    let loaded = read_path(path, &ReadOptions::default()).map_err(|error| error.to_string())?;
    let mut openings = Vec::new();
    for (number, game) in loaded.collection.games.iter().enumerate() {
        let fault = |what: &str| format!("{}: game {}: {what}", path.display(), number + 1);
        let tree = game.tree();
        if tree.size() != size {
            let (lines, wanted) = (tree.size(), size);
            return Err(fault(&format!(
                "its board has {lines} lines, but the match is on {wanted}; give --size {lines}"
            )));
        }
        let end = tree.line_end(tree.root());
        let replayed = tree.replay_to(end, Rules::CHINESE);
        if let Some((_, illegal)) = replayed.illegal.first() {
            return Err(fault(&illegal.to_string()));
        }
        let (start, _) = replayed.position.start();
        if Color::BOTH.into_iter().any(|color| start.stones_on_board(color) > 0) {
            return Err(fault("it sets up stones, which not every engine understands; write the stones as moves"));
        }
        openings.push(Opening { moves: replayed.position.turns().to_vec() });
    }
    debug_assert!(size <= MAX_SIZE);
    match openings.is_empty() {
        true => Err(format!("{}: there is no game in it", path.display())),
        false => Ok(openings),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_distinct_quiet_and_repeatable() {
        for (size, least) in [(5, 5), (7, 5), (9, 60), (13, 100), (19, 100)] {
            let openings = built_in(size, 100, 1);
            assert!(openings.len() >= least, "{size}: {}", openings.len());
            assert_eq!(openings, built_in(size, 100, 1));
            for count in [1, 3, openings.len()] {
                assert_eq!(openings[..count], built_in(size, count, 1)[..], "a match of more games begins as before");
            }
            let mut seen = HashSet::new();
            for opening in &openings {
                let mut position = Position::new(size, Rules::CHINESE);
                for turn in &opening.moves {
                    position.play_as(turn.color, turn.mv).unwrap();
                }
                assert!((1..=4).contains(&opening.moves.len()), "{opening:?}");
                assert!(seen.insert(Canonical::new(position.board(), position.to_play()).hash), "twice: {opening:?}");
            }
        }
        assert_ne!(built_in(9, 20, 1), built_in(9, 20, 2));
        assert!(!built_in(2, 5, 1).is_empty());
    }

    #[test]
    fn a_file_gives_its_main_lines_and_its_faults() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("openings.sgf");
        let read = |text: &str, size| {
            std::fs::write(&path, text).unwrap();
            from_file(&path, size)
        };
        let openings = read("(;SZ[9];B[ee];W[cc])(;SZ[9];B[cc];W[gg];B[cg])", 9).unwrap();
        assert_eq!(openings.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [2, 3]);
        assert!(read("(;SZ[9];B[ee])", 19).unwrap_err().ends_with("give --size 9"));
        assert!(read("(;SZ[9];B[ee];W[ee])", 9).unwrap_err().contains("game 1: White E5 is illegal"));
        assert!(read("(;SZ[9]AB[ee];W[cc])", 9).unwrap_err().contains("sets up stones"));
        assert!(from_file(&dir.path().join("none.sgf"), 9).unwrap_err().contains("none.sgf"));
    }
}
