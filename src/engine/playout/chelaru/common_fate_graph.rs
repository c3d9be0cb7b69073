//! The way of the common fate graph (Chelaru 4.3.1.2): a worm is one node, so that to connect and to
//! capture means to change edges, however long the worm.
//!
//! The stones of a captured worm are not lifted one by one. Its node becomes territory where nobody
//! plays, and which gives breath to the worms around it; when nothing else is left to play the
//! graph is built anew with those points empty, and the game goes on (his second way to capture).

use super::{Moves, Stones, is_eye, play_to_end};
use crate::board::{Board, Cell, Color, GRID, Point, PointMap};
use crate::engine::playout::simulator::{Outcome, Simulator, move_cap};
use crate::util::rng::FastRng;

const WORDS: usize = GRID.div_ceil(64);

/// An undirected graph over points, as adjacency lists and an adjacency matrix.
struct Graph {
    lists: Vec<Vec<Point>>,
    matrix: Vec<[u64; WORDS]>,
}

impl Default for Graph {
    fn default() -> Self {
        Graph { lists: vec![Vec::new(); GRID], matrix: vec![[0; WORDS]; GRID] }
    }
}

impl Graph {
    fn isolate(&mut self, node: Point) {
        self.lists[node.index()].clear();
        self.matrix[node.index()] = [0; WORDS];
    }

    fn neighbours(&self, node: Point) -> &[Point] {
        &self.lists[node.index()]
    }

    fn has_edge(&self, a: Point, b: Point) -> bool {
        self.matrix[a.index()][b.index() / 64] >> (b.index() % 64) & 1 != 0
    }

    fn add_half(&mut self, a: Point, b: Point) {
        self.matrix[a.index()][b.index() / 64] |= 1 << (b.index() % 64);
        self.lists[a.index()].push(b);
    }

    /// Forgets `b` at `a`; what `b` knows of `a` is left.
    fn remove_half(&mut self, a: Point, b: Point) {
        self.matrix[a.index()][b.index() / 64] &= !(1 << (b.index() % 64));
        if let Some(at) = self.lists[a.index()].iter().position(|&node| node == b) {
            self.lists[a.index()].swap_remove(at);
        }
    }

    /// Melts node `gone` into its neighbour `kept` (his transformation T).
    fn melt(&mut self, kept: Point, gone: Point) {
        let list = std::mem::take(&mut self.lists[gone.index()]);
        for &other in &list {
            self.remove_half(other, gone);
            if other != kept && !self.has_edge(kept, other) {
                self.add_half(kept, other);
                self.add_half(other, kept);
            }
        }
        self.lists[gone.index()] = list; // the allocation serves the next game
        self.isolate(gone);
    }
}

/// Simulates on a common fate graph.
pub struct CommonFateGraph {
    /// What was put on the points, captured worms included until the graph is built anew.
    stones: Stones,
    graph: Graph,
    /// The node a point melted into, perhaps by way of others; nodes are their own.
    melted: PointMap<Point>,
    /// For nodes: stones that were captured and not yet lifted.
    is_captured: PointMap<bool>,
    any_captured: bool,
    moves: Moves,
    ko: Option<Point>,
}

impl Default for CommonFateGraph {
    fn default() -> Self {
        CommonFateGraph {
            stones: Stones::default(),
            graph: Graph::default(),
            melted: PointMap::new(Point::new(0, 0)),
            is_captured: PointMap::new(false),
            any_captured: false,
            moves: Moves::default(),
            ko: None,
        }
    }
}

impl Simulator for CommonFateGraph {
    fn play_out(&mut self, start: &Board, to_play: Color, rng: &mut FastRng) -> Outcome {
        self.load(start);
        let moves = play_to_end(to_play, move_cap(start), |color| self.play_move(color, rng));
        self.restore();
        Outcome { moves, score: self.stones.area() }
    }
}

impl CommonFateGraph {
    fn load(&mut self, start: &Board) {
        self.stones.load(start, &mut self.moves);
        self.ko = start.ko();
        self.build();
    }

    /// Builds the full graph of the board, and melts it down.
    fn build(&mut self) {
        self.any_captured = false;
        for point in Point::all(self.stones.size) {
            self.graph.isolate(point);
            self.melted[point] = point;
            self.is_captured[point] = false;
            for near in point.neighbours() {
                if self.stones.cells[near] != Cell::Border {
                    self.graph.add_half(point, near);
                }
            }
        }
        for point in Point::all(self.stones.size) {
            if let Some(color) = self.stones.cells[point].color() {
                self.connect(color, point);
            }
        }
    }

    /// Lifts the captured stones from the board.
    fn lift_captured(&mut self) {
        for point in Point::all(self.stones.size) {
            if self.is_captured[self.node(point)] {
                self.stones.cells[point] = Cell::Empty;
            }
        }
    }

    /// Lifts the captured stones and plays on with every empty point; false if there was none.
    fn restore(&mut self) -> bool {
        let any = self.any_captured;
        if any {
            self.lift_captured();
            self.stones.list_empty(&mut self.moves);
            self.build();
        }
        any
    }

    /// The node that a point belongs to.
    fn node(&self, mut point: Point) -> Point {
        while self.melted[point] != point {
            point = self.melted[point];
        }
        point
    }

    /// What lies on a point, captured stones counting as none.
    fn cell(&self, point: Point) -> Cell {
        match self.stones.cells[point] {
            Cell::Black | Cell::White if self.is_captured[self.node(point)] => Cell::Empty,
            cell => cell,
        }
    }

    fn is_worm_of(&self, node: Point, color: Color) -> bool {
        self.stones.cells[node].is(color) && !self.is_captured[node]
    }

    fn gives_breath(&self, node: Point) -> bool {
        self.stones.cells[node] == Cell::Empty || self.is_captured[node]
    }

    /// Draws until a move can be played; `None` is a pass.
    fn play_move(&mut self, color: Color, rng: &mut FastRng) -> Option<Point> {
        loop {
            while let Some(point) = self.moves.pop_random(rng) {
                if self.try_move(color, point) {
                    return Some(point);
                }
            }
            if !self.restore() {
                self.ko = None;
                return None;
            }
        }
    }

    /// Plays if the move is legal, fills no own eye and leaves no own worm in atari, unless it captures.
    fn try_move(&mut self, color: Color, point: Point) -> bool {
        if self.ko == Some(point) {
            return false;
        }
        let captures = self.graph.neighbours(point).iter().any(|&node| self.is_last_breath(point, node, color));
        if !captures && (self.breath_after(color, point) < 2 || is_eye(color, point, |near| self.cell(near))) {
            return false;
        }
        self.ko = if captures { self.capture_around(color, point) } else { None };
        self.stones.cells[point] = color.into();
        self.connect(color, point);
        true
    }

    /// Whether a stone of `color` on `point` takes the worm `node`.
    fn is_last_breath(&self, point: Point, node: Point, color: Color) -> bool {
        self.is_worm_of(node, !color)
            && self.graph.neighbours(node).iter().all(|&near| near == point || !self.gives_breath(near))
    }

    /// Liberties of the worm that a stone of `color` on `point` would make: 0, 1, or 2 for more.
    fn breath_after(&self, color: Color, point: Point) -> u32 {
        let mut first = None;
        let own = self.graph.neighbours(point).iter().copied().filter(|&node| self.is_worm_of(node, color));
        for node in own.chain([point]) {
            for &near in self.graph.neighbours(node) {
                if near == point || !self.gives_breath(near) {
                    continue;
                }
                if *first.get_or_insert(near) != near {
                    return 2;
                }
            }
        }
        u32::from(first.is_some())
    }

    /// Makes captured territory of the worms whose last liberty is `point`; returns the ko point if
    /// that is one stone for one.
    fn capture_around(&mut self, color: Color, point: Point) -> Option<Point> {
        let mut ko = None;
        let mut worms = 0;
        let mut may_be_ko = true;
        for at in 0..self.graph.neighbours(point).len() {
            let node = self.graph.neighbours(point)[at];
            if self.is_last_breath(point, node, color) {
                self.is_captured[node] = true;
                self.any_captured = true;
                worms += 1;
                ko = Some(node);
                may_be_ko &= node.neighbours().iter().all(|&near| self.stones.cells[near] != self.stones.cells[node]);
            } else {
                may_be_ko &= self.is_worm_of(node, !color);
            }
        }
        if worms == 1 && may_be_ko { ko } else { None }
    }

    /// Melts the stone on `point` and the worms of its colour around it into one node.
    fn connect(&mut self, color: Color, point: Point) {
        let mut kept = self.node(point);
        for near in point.neighbours() {
            if !self.cell(near).is(color) {
                continue;
            }
            let mut gone = self.node(near);
            if gone == kept {
                continue;
            }
            if self.graph.neighbours(kept).len() < self.graph.neighbours(gone).len() {
                std::mem::swap(&mut kept, &mut gone);
            }
            self.graph.melt(kept, gone);
            self.melted[gone] = kept;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::playout::chelaru::tests::play_beside_the_board;

    #[test]
    fn every_move_is_legal_go_and_the_graph_stays_right() {
        let end = |way: &mut CommonFateGraph| {
            way.restore();
            way.stones.area()
        };
        let (load, play_move) = (CommonFateGraph::load, CommonFateGraph::play_move);
        play_beside_the_board(&mut CommonFateGraph::default(), load, play_move, same, end);
    }

    fn same(way: &CommonFateGraph, board: &Board) {
        assert_eq!(way.ko, board.ko());
        for point in Point::all(board.size()) {
            assert_eq!(way.cell(point), board.at(point), "{point:?}");
        }
        check_graph(way, board);
    }

    /// Nodes are worms and empty points, edges are those of the board, each once and both ways.
    fn check_graph(way: &CommonFateGraph, board: &Board) {
        let mut edges = std::collections::BTreeSet::new();
        for point in Point::all(board.size()) {
            for near in point.neighbours() {
                if near.is_on(board.size()) {
                    let (a, b) = (way.node(point), way.node(near));
                    let friends = board.stone(point).is_some() && board.stone(point) == board.stone(near);
                    assert!(a == b || !friends, "{point:?} and {near:?} share their fate");
                    if a != b {
                        edges.insert((a, b));
                    }
                }
            }
        }
        let listed: usize = way.graph.lists.iter().map(Vec::len).sum();
        assert_eq!(listed, edges.len());
        for &(a, b) in &edges {
            assert!(way.graph.has_edge(a, b) && way.graph.neighbours(a).contains(&b));
        }
        let bits: u32 = way.graph.matrix.iter().flatten().map(|word| word.count_ones()).sum();
        assert_eq!(bits as usize, edges.len());
    }
}
