//! What the eight points around tell at a glance: whether the middle may lie in a small space of one colour.

use super::nakade::MAX_SPACE;
use crate::board::{Board, Cell, Color, Point};
use std::sync::LazyLock;

/// One bit for each colouring of the eight points around, by the colour of the walls.
struct Table {
    /// The middle is empty, and so is the whole space.
    empty: [Vec<u64>; 2],
    /// The middle is a stone that came into the space, where others may be too.
    entered: [Vec<u64>; 2],
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let tables = |entered| Color::BOTH.map(|wall| (0..1024).map(|at| word(at, wall, entered)).collect());
    Table { empty: tables(false), entered: tables(true) }
});

fn word(at: usize, wall: Color, entered: bool) -> u64 {
    (0..64).filter(|bit| may_be_small((64 * at + bit) as u16, wall, entered)).fold(0, |word, bit| word | 1 << bit)
}

/// The diagonal points around with the two straight ones beside each, in the order of `Point::around`.
const CORNERS: [(usize, [usize; 2]); 4] = [(0, [1, 3]), (2, [1, 4]), (5, [3, 6]), (7, [4, 6])];

/// Whether the part of the space that is seen has two to six points and, where nothing may have entered, no stones
/// of the other colour beside it.
fn may_be_small(shape: u16, wall: Color, entered: bool) -> bool {
    let is = |at: usize, cell: Cell| shape >> (2 * at) & 3 == cell as u16;
    let enemy = match wall {
        Color::Black => Cell::White,
        Color::White => Cell::Black,
    };
    let inside = |at: usize| is(at, Cell::Empty) || entered && is(at, enemy);
    let straight = [1, 3, 4, 6];
    let reached = CORNERS.iter().filter(|(_, beside)| beside.iter().any(|&at| inside(at)));
    let seen = || straight.into_iter().chain(reached.clone().map(|&(at, _)| at));
    (2..=MAX_SPACE).contains(&(1 + seen().filter(|&at| inside(at)).count()))
        && (entered || !seen().any(|at| is(at, enemy)))
}

#[inline(always)]
fn look(table: &[Vec<u64>; 2], board: &Board, wall: Color, point: Point) -> bool {
    let shape = usize::from(board.shape(point));
    table[wall.index()][shape / 64] >> (shape % 64) & 1 != 0
}

/// Whether an empty point may lie in an empty space of two to six points between walls of this colour: it has no
/// enemies beside it, and neither have the empty points beside it as far as is seen.
#[inline(always)]
pub fn may_be_empty_space(board: &Board, wall: Color, point: Point) -> bool {
    look(&TABLE.empty, board, wall, point)
}

/// Whether a stone may lie in a space of six points at most, its own and others of its colour included, between walls
/// of the other colour.
#[inline(always)]
pub fn may_have_entered(board: &Board, wall: Color, stone: Point) -> bool {
    look(&TABLE.entered, board, wall, stone)
}
