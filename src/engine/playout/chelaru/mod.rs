//! Chelaru's three ways to simulate a game (thesis "Monte Carlo inside GNU Go", section 4.3.1), kept to
//! compare ours with: [`naive`], [`common_fate_graph`] and [`analyse_after`].
//!
//! All three draw from a list of empty intersections and throw away what they draw, playable or not;
//! a point comes back only when a stone is taken from it. A *worm* is what we call a chain elsewhere.
//! He leaves open what an eye is to the programs; here it is what [`Board::is_eye`] says, so that all
//! ways differ only in how they work. Scores are areas.

pub mod analyse_after;
pub mod common_fate_graph;
pub mod naive;

use crate::board::{Board, Cell, Color, Point, PointMap};
use crate::util::rng::FastRng;

/// The intersections still to be tried.
#[derive(Default)]
struct Moves(Vec<Point>);

impl Moves {
    fn pop_random(&mut self, rng: &mut FastRng) -> Option<Point> {
        if self.0.is_empty() {
            return None;
        }
        let at = rng.below(self.0.len() as u32) as usize;
        Some(self.0.swap_remove(at))
    }
}

/// Points marked since the last [`Marks::clear`], which costs nothing.
struct Marks {
    stamps: PointMap<u32>,
    now: u32,
}

impl Marks {
    fn clear(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            *self = Marks::default();
        }
    }

    /// Marks a point; false if it was marked already.
    fn mark(&mut self, point: Point) -> bool {
        std::mem::replace(&mut self.stamps[point], self.now) != self.now
    }
}

impl Default for Marks {
    fn default() -> Self {
        Marks { stamps: PointMap::new(0), now: 1 }
    }
}

/// Stones on points and nothing more: what his `board_state` holds.
struct Stones {
    size: u8,
    cells: PointMap<Cell>,
    marks: Marks,
    /// What the last search found, in order.
    found: Vec<Point>,
}

impl Default for Stones {
    fn default() -> Self {
        Stones { size: 0, cells: PointMap::new(Cell::Border), marks: Marks::default(), found: Vec::new() }
    }
}

impl Stones {
    /// Takes over the stones of a board, and lists its empty points.
    fn load(&mut self, board: &Board, moves: &mut Moves) {
        if self.size != board.size() {
            self.cells = PointMap::new(Cell::Border);
            self.size = board.size();
        }
        for point in Point::all(self.size) {
            self.cells[point] = board.at(point);
        }
        self.list_empty(moves);
    }

    fn list_empty(&self, moves: &mut Moves) {
        moves.0.clear();
        moves.0.extend(Point::all(self.size).filter(|&point| self.cells[point] == Cell::Empty));
    }

    /// Searches the points of the same kind around `start` into `found`, and calls `beyond` for every
    /// other point next to them, once for each way there.
    fn search(&mut self, start: Point, mut beyond: impl FnMut(Point, Cell, &mut Marks)) {
        let kind = self.cells[start];
        self.found.clear();
        self.found.push(start);
        self.marks.mark(start);
        let mut at = 0;
        while let Some(&point) = self.found.get(at) {
            at += 1;
            for near in point.neighbours() {
                if self.cells[near] != kind {
                    beyond(near, self.cells[near], &mut self.marks);
                } else if self.marks.mark(near) {
                    self.found.push(near);
                }
            }
        }
    }

    /// Searches the worm of a stone into `found` and counts its liberties.
    fn search_worm(&mut self, stone: Point) -> u16 {
        self.marks.clear();
        let mut liberties = 0;
        self.search(stone, |near, cell, marks| liberties += u16::from(cell == Cell::Empty && marks.mark(near)));
        liberties
    }

    fn is_eye(&self, color: Color, point: Point) -> bool {
        is_eye(color, point, |near| self.cells[near])
    }

    /// Stones, and empty regions that touch one colour only; positive when Black has more.
    fn area(&mut self) -> i32 {
        self.marks.clear();
        let mut score = 0;
        for point in Point::all(self.size) {
            match self.cells[point] {
                Cell::Black => score += 1,
                Cell::White => score -= 1,
                Cell::Empty if self.marks.mark(point) => {
                    let (mut black, mut white) = (false, false);
                    self.search(point, |_, cell, _| {
                        black |= cell == Cell::Black;
                        white |= cell == Cell::White;
                    });
                    score += self.found.len() as i32 * (i32::from(black) - i32::from(white));
                }
                Cell::Empty | Cell::Border => {}
            }
        }
        score
    }
}

/// [`Board::is_eye`] where there is no board.
fn is_eye(color: Color, point: Point, cell: impl Fn(Point) -> Cell) -> bool {
    let mut border = 0;
    for near in point.neighbours() {
        match cell(near) {
            Cell::Border => border = 1,
            stone if stone.is(color) => {}
            _ => return false,
        }
    }
    let enemies = point.diagonals().into_iter().filter(|&near| cell(near).is(!color)).count();
    enemies + border < 2
}

/// The loop he draws for all ways: both sides move in turn until the list is used up or both pass.
/// Returns the number of moves, passes included.
fn play_to_end(mut color: Color, cap: u32, mut play_move: impl FnMut(Color) -> Option<Point>) -> u32 {
    let (mut moves, mut passes) = (0, 0);
    while passes < 2 && moves < cap {
        passes = if play_move(color).is_some() { 0 } else { passes + 1 };
        moves += 1;
        color = !color;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::playout::simulator::move_cap;

    /// Area by the definition: from each empty point, what colours can be reached over empty points.
    pub fn slow_area(board: &Board) -> i32 {
        let reaches = |from: Point, color: Color| {
            let (mut seen, mut open) = (vec![from], vec![from]);
            while let Some(point) = open.pop() {
                for near in point.neighbours() {
                    if board.stone(near) == Some(color) {
                        return true;
                    }
                    if board.is_empty(near) && !seen.contains(&near) {
                        seen.push(near);
                        open.push(near);
                    }
                }
            }
            false
        };
        let owner = |point| match board.stone(point) {
            Some(color) => [color == Color::Black, color == Color::White],
            None => Color::BOTH.map(|color| reaches(point, color)),
        };
        Point::all(board.size()).map(owner).map(|[black, white]| i32::from(black) - i32::from(white)).sum()
    }

    /// Plays games with a way, move by move beside a board: every move must be legal there and fill no
    /// eye. `check` sees both after each move and at the end; there must be captures and kos enough.
    pub fn play_beside_the_board<W>(
        way: &mut W,
        load: fn(&mut W, &Board),
        play_move: fn(&mut W, Color, &mut FastRng) -> Option<Point>,
        check: impl Fn(&W, &Board),
        end: impl Fn(&mut W) -> i32,
    ) {
        let mut rng = FastRng::new(11);
        let (mut captures, mut kos) = (0, 0);
        for size in [2, 3, 5, 9, 13] {
            for _ in 0..100 {
                let mut board = Board::new(size);
                load(way, &board);
                play_to_end(Color::Black, move_cap(&Board::new(size)), |color| {
                    let played = play_move(way, color, &mut rng);
                    match played {
                        Some(point) => {
                            assert!(board.is_legal(color, point) && !board.is_eye(color, point), "{color} {point:?}");
                            captures += board.play(color, point);
                        }
                        None => board.clear_ko(),
                    }
                    kos += u32::from(board.ko().is_some());
                    check(way, &board);
                    played
                });
                assert_eq!(end(way), slow_area(&board));
            }
        }
        assert!(captures > 1000 && kos > 50, "{captures} {kos}: too few to mean anything");
    }

    #[test]
    fn area_and_eyes_agree_with_the_board() {
        let mut rng = FastRng::new(5);
        let (mut stones, mut moves) = (Stones::default(), Moves::default());
        for size in [2, 3, 5, 9, 13] {
            for _ in 0..50 {
                let cells = Point::all(size).map(|point| (point, rng.below(5)));
                let filled: Vec<_> = cells.filter(|cell| cell.1 < 4).collect();
                let colors = filled.into_iter().map(|(point, n)| (point, Color::BOTH[usize::from(n == 0)]));
                let board = Board::from_stones(size, colors);
                stones.load(&board, &mut moves);
                assert_eq!(stones.area(), slow_area(&board));
                for &point in board.empty_points() {
                    for color in Color::BOTH {
                        assert_eq!(stones.is_eye(color, point), board.is_eye(color, point));
                    }
                }
            }
        }
    }

    #[test]
    fn marks_survive_the_turn_of_their_counter() {
        let mut marks = Marks { now: u32::MAX, ..Marks::default() };
        assert!(marks.mark(Point::new(0, 0)));
        marks.clear();
        assert!(marks.mark(Point::new(0, 0)) && !marks.mark(Point::new(0, 0)) && marks.mark(Point::new(1, 0)));
    }
}
