//! Which stones are dead at the end of a game, guessed by playing it on many times.

use crate::board::tactics::unconditional_life;
use crate::board::{Board, ByColor, Color, Point, PointMap, PointSet};
use crate::engine::params::Params;
use crate::engine::playout::{Mogo, MoveLog, Replies, Settings};
use crate::util::rng::FastRng;

/// Plays a board to the end, so that only eyes are left empty.
pub trait PlayToEnd {
    /// Plays on with this player to move.
    fn play_to_end(&mut self, board: &mut Board, to_play: Color, rng: &mut FastRng);
}

impl<F: FnMut(&mut Board, Color, &mut FastRng)> PlayToEnd for F {
    fn play_to_end(&mut self, board: &mut Board, to_play: Color, rng: &mut FastRng) {
        self(board, to_play, rng);
    }
}

/// The playouts of the search, never stopped early: the board at the end is what counts.
pub struct SearchPlayouts {
    settings: Settings,
    log: MoveLog,
    replies: Replies,
}

impl SearchPlayouts {
    /// With the default parameters, for boards of this size.
    pub fn new(size: u8) -> SearchPlayouts {
        let params = Params { mercy: 1.0, ..Params::default() };
        SearchPlayouts { settings: Settings::new(&params, size), log: MoveLog::default(), replies: Replies::new(false) }
    }
}

impl PlayToEnd for SearchPlayouts {
    fn play_to_end(&mut self, board: &mut Board, to_play: Color, rng: &mut FastRng) {
        self.log.clear();
        Mogo::new(&self.settings).play_out(board, to_play, &mut self.log, &self.replies, rng);
    }
}

/// Playouts that are enough to tell dead stones from living ones.
pub const DEFAULT_PLAYOUTS: u32 = 400;

/// A chain is dead when the enemy owns its points in so many of the playouts.
const SURELY_DEAD: f32 = 0.75;

/// Or in so many, when all enemies around it are sure to live. In a seki neither side is.
const LIKELY_DEAD: f32 = 0.5;

/// A chain is sure to live when the enemy owns its points in no more of the playouts.
const SURELY_ALIVE: f32 = 0.25;

/// Who owns each point after playouts, each player beginning half of them: 1 is Black, -1 White.
pub fn ownership(board: &Board, playouts: u32, rng: &mut FastRng, policy: &mut impl PlayToEnd) -> PointMap<f32> {
    let mut counts = PointMap::new(0i32);
    let mut scratch = board.clone();
    for n in 0..playouts {
        scratch.copy_from(board);
        scratch.clear_ko();
        policy.play_to_end(&mut scratch, Color::BOTH[n as usize % 2], rng);
        for point in Point::all(board.size()) {
            counts[point] += owner(&scratch, point).map_or(0, |color| if color == Color::Black { 1 } else { -1 });
        }
    }
    let mut shares = PointMap::new(0.0);
    for point in Point::all(board.size()) {
        shares[point] = counts[point] as f32 / playouts.max(1) as f32;
    }
    shares
}

/// The colour of the stone, or of all stones beside an empty point.
fn owner(board: &Board, point: Point) -> Option<Color> {
    board.stone(point).or_else(|| Color::BOTH.into_iter().find(|&color| board.is_beside_only(color, point)))
}

/// Guesses the dead stones of a finished game by the playouts of the search.
pub fn estimate(board: &Board, rng: &mut FastRng) -> PointSet {
    dead_stones(board, DEFAULT_PLAYOUTS, rng, &mut SearchPlayouts::new(board.size()))
}

/// Guesses the dead stones of a finished game by any playouts. Chains that are unconditionally alive are never among
/// them, nor are two enemies that touch each other, nor stones whose points would not become the
/// enemy's: in a seki both sides stay.
///
/// What is found is taken off and the rest judged again, since random moves of dead stones now and
/// then kill their captors.
pub fn dead_stones(board: &Board, playouts: u32, rng: &mut FastRng, policy: &mut impl PlayToEnd) -> PointSet {
    let mut rest = board.clone();
    let mut dead = PointSet::EMPTY;
    loop {
        let found = find_dead(&rest, playouts, rng, policy);
        if found.is_empty() {
            return dead;
        }
        dead.union(&found);
        let stones = Point::all(board.size()).filter(|&point| !dead.contains(point));
        rest = Board::from_stones(board.size(), stones.filter_map(|point| Some((point, board.stone(point)?))));
    }
}

/// One round of [`dead_stones`].
fn find_dead(board: &Board, playouts: u32, rng: &mut FastRng, policy: &mut impl PlayToEnd) -> PointSet {
    let owned = ownership(board, playouts, rng, policy);
    // Playouts make no suicides, but the rules of the game may allow them: take the stricter notion.
    let alive = ByColor::from_fn(|color| unconditional_life(board, color, true));
    let enemy_share = |chain: Point| {
        let sign = if board.at(chain).is(Color::Black) { -0.5 } else { 0.5 };
        let sum: f32 = board.chain_stones(chain).map(|stone| 0.5 + sign * owned[stone]).sum();
        sum / board.chain_size(chain) as f32
    };
    let enemies_live = |chain: Point, color: Color| {
        let mut around = board.chain_stones(chain).flat_map(Point::neighbours).filter(|&n| board.at(n).is(!color));
        around.all(|n| alive[!color].stones.contains(n) || enemy_share(n) <= SURELY_ALIVE)
    };
    let mut dead = PointSet::EMPTY;
    for chain in Point::all(board.size()).filter(|&point| board.chain(point) == point) {
        let Some(color) = board.stone(chain) else { continue };
        let share = enemy_share(chain);
        let is_dead = share >= SURELY_DEAD || share >= LIKELY_DEAD && enemies_live(chain, color);
        if is_dead && !alive[color].stones.contains(chain) {
            dead.extend(board.chain_stones(chain));
        }
    }
    loop {
        let kept = keep_consistent(board, &dead);
        if kept == dead {
            return dead;
        }
        dead = kept;
    }
}

/// Drops dead chains that touch dead enemies or leave their points to nobody.
fn keep_consistent(board: &Board, dead: &PointSet) -> PointSet {
    let mut kept = PointSet::EMPTY;
    for point in dead.iter().filter(|&point| board.chain(point) == point) {
        let Some(color) = board.stone(point) else { continue };
        if is_inside_living(board, dead, point, color) {
            kept.extend(board.chain_stones(point));
        }
    }
    kept
}

/// Whether the region of empty points and dead stones around a dead stone is bordered by living enemies
/// only, and has no dead enemy in it.
fn is_inside_living(board: &Board, dead: &PointSet, stone: Point, color: Color) -> bool {
    let mut seen = PointSet::from_iter([stone]);
    let mut open = vec![stone];
    let mut bordered = false;
    while let Some(point) = open.pop() {
        for near in point.neighbours() {
            match board.stone(near) {
                None if !board.is_empty(near) => {}
                Some(other) if other != color => {
                    if dead.contains(near) {
                        return false;
                    }
                    bordered = true;
                }
                Some(_) if !dead.contains(near) => return false,
                _ => {
                    if seen.insert(near) {
                        open.push(near);
                    }
                }
            }
        }
    }
    bordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram::Diagram;
    use crate::engine::playout::uniform;

    fn dead(text: &str) -> Vec<String> {
        let board = Diagram::parse(text).unwrap().board();
        let mut uniform = |board: &mut Board, to_play: Color, rng: &mut FastRng| {
            uniform::play_out(board, to_play, rng, 3 * 49);
        };
        let found = estimate(&board, &mut FastRng::new(3));
        assert_eq!(found, dead_stones(&board, DEFAULT_PLAYOUTS, &mut FastRng::new(3), &mut uniform), "by any policy");
        found.iter().map(|point| point.to_gtp(board.size())).collect()
    }

    #[test]
    fn stones_in_enemy_territory_are_dead() {
        let found = dead(
            ". . X O . O .
             . O X O . O X
             X X X O O O .
             . . X X O O O
             . . . X X X X
             . O . . . . .
             . . . . X . .",
        );
        assert_eq!(found, ["B6", "G6", "B2"]);
    }

    #[test]
    fn nobody_is_dead_in_a_seki() {
        let found = dead(
            ". O X . O X .
             O O X . O X X
             . O X X O X .
             O O O O X X X
             . O . O X . X
             O O O O X X X
             . . . O X . .",
        );
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn unconditional_life_is_never_dead_however_few_the_playouts() {
        let text = ". X . X .
                    X X X X X
                    O O O O O
                    . O . O .
                    O . O . O";
        let board = Diagram::parse(text).unwrap().board();
        let mut enemy_wins = |board: &mut Board, _: Color, _: &mut FastRng| {
            *board = Board::from_stones(5, Point::all(5).map(|point| (point, Color::White)));
        };
        let found = dead_stones(&board, 1, &mut FastRng::new(1), &mut enemy_wins);
        assert!(found.is_empty(), "{found:?}");
    }
}
