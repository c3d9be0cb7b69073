//! The 3x3 patterns of MoGo around the last moves (Gelly, Wang, Munos and Teytaud 2006).
//!
//! Patterns are written row by row for Black to move in the middle, before the eight symmetries. `X` black, `O`
//! white, `.` empty, `x` not black, `o` not white, `?` anything but border, `#` border, ` ` anything.

use super::Candidates;
use crate::board::{Board, Cell, Color, Point};
use std::sync::LazyLock;

const PATTERNS: &[&str] = &[
    // Hane: enclosing; not cutting; magari.
    "XOX. .???",
    "XO.. .?.?",
    "XO?X .x.?",
    // Katatsuke or diagonal attachment.
    ".O.X ....",
    // Cut an unprotected cut; a peeped cut; between two stones.
    "XO?O o?o?",
    "XO?O X???",
    "?X?O Oooo",
    // Cut keima.
    "OX?o O???",
    // At the edge: chase; block a cut; block a connection; sagari; cut.
    "X.?O ?###",
    "OX?X O###",
    "?X?x O###",
    "?XOx x###",
    "?OXX O###",
];

/// One bit for each colouring of the eight points around, for each colour to move.
struct Table([Vec<u64>; 2]);

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table([vec![0; 1024], vec![0; 1024]]);
    for pattern in PATTERNS {
        let cells: Vec<char> = pattern.chars().collect();
        assert_eq!(cells.len(), 9, "a pattern has nine points");
        for symmetry in crate::board::Symmetry::ALL {
            let mut turned = [' '; 9];
            for (at, &cell) in cells.iter().enumerate() {
                let to = symmetry.apply(Point::new(at as u8 % 3, at as u8 / 3), 3);
                turned[usize::from(to.y()) * 3 + usize::from(to.x())] = cell;
            }
            let around: Vec<char> = (0..9).filter(|&i| i != 4).map(|i| turned[i]).collect();
            table.add(&around, 0, 0);
        }
    }
    table
});

impl Table {
    fn add(&mut self, around: &[char], at: usize, code: usize) {
        if at == 8 {
            self.0[0][code / 64] |= 1 << (code % 64);
            // The same with colours exchanged, for White.
            let swapped = (0..8).fold(0, |acc, i| {
                let cell = code >> (2 * i) & 3;
                acc | (if cell < 2 { cell ^ 1 } else { cell }) << (2 * i)
            });
            self.0[1][swapped / 64] |= 1 << (swapped % 64);
            return;
        }
        let (black, white, empty, border) =
            (Cell::Black as usize, Cell::White as usize, Cell::Empty as usize, Cell::Border as usize);
        let allowed: &[usize] = match around[at] {
            'X' => &[black],
            'O' => &[white],
            '.' => &[empty],
            'x' => &[white, empty],
            'o' => &[black, empty],
            '?' => &[black, white, empty],
            '#' => &[border],
            _ => &[black, white, empty, border],
        };
        for &cell in allowed {
            self.add(around, at + 1, code | cell << (2 * at));
        }
    }
}

/// Whether a pattern fits the empty point for the player.
#[inline]
pub fn matches(board: &Board, color: Color, point: Point) -> bool {
    let code = usize::from(board.shape(point));
    TABLE.0[color.index()][code / 64] >> (code % 64) & 1 != 0
}

/// The empty points around a move where a pattern fits and a stone may lie.
#[inline]
pub fn patterns(board: &Board, color: Color, around: Point, found: &mut Candidates) {
    for point in around.around() {
        if board.is_empty(point) && matches(board, color, point) && board.is_legal(color, point) {
            found.add(point);
        }
    }
}
