//! Moves that the rules forbid, in all variations of a game.
//!
//! Such moves are kept and executed wherever a record is shown; here they are found and named.

use super::setup::SetupStones;
use super::tree::{NodeId, Tree};
use super::walk::Visit;
use super::warning::Problem;
use crate::board::{Board, Color, Move, Point};

/// The stones at a node where variations begin, to return to: 200 bytes, where a board has many.
struct Branch {
    node: NodeId,
    stones: Vec<(Point, Color)>,
    ko: Option<(Point, Color)>,
    moves: u32,
}

/// A board that carries out whatever a record says.
#[derive(Clone, Debug)]
pub struct Replay {
    board: Board,
    /// The point that a simple ko forbids, and to whom.
    ko: Option<(Point, Color)>,
}

impl Replay {
    /// An empty board.
    pub fn new(size: u8) -> Replay {
        Replay { board: Board::new(size), ko: None }
    }

    /// The board as it is.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Sets stones up. Nothing is captured.
    pub fn set_up(&mut self, stones: &SetupStones) {
        let put = |color| move |point: &Point| (*point, Some(color));
        let black = stones.black.iter().map(put(Color::Black));
        let white = stones.white.iter().map(put(Color::White));
        let changes: Vec<(Point, Option<Color>)> =
            stones.empty.iter().map(|&point| (point, None)).chain(black).chain(white).collect();
        // The board takes stones on, not off: where one must go it is set up anew.
        if changes.iter().any(|&(point, _)| self.board.stone(point).is_some()) {
            let kept: Vec<(Point, Color)> =
                self.stones().filter(|(point, _)| changes.iter().all(|(changed, _)| changed != point)).collect();
            self.reset(&kept);
        }
        for (point, color) in changes {
            if let Some(color) = color
                && self.board.is_empty(point)
            {
                self.board.put(color, point);
            }
        }
        self.ko = None;
    }

    /// Plays a move, whether or not it is legal. Says why it is not.
    pub fn play(&mut self, color: Color, mv: Move) -> Option<&'static str> {
        let Move::Play(point) = mv else {
            self.ko = None;
            return None;
        };
        let illegal = if !self.board.is_empty(point) {
            let kept: Vec<(Point, Color)> = self.stones().filter(|&(at, _)| at != point).collect();
            self.reset(&kept);
            Some("there is a stone already")
        } else if self.ko == Some((point, color)) {
            Some("it takes back a ko at once")
        } else if self.board.is_suicide(color, point) {
            Some("it leaves its own stones without a liberty")
        } else {
            None
        };
        self.board.play(color, point);
        self.ko = self.board.ko().map(|point| (point, !color));
        illegal
    }

    fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        Point::all(self.board.size()).filter_map(|point| Some((point, self.board.stone(point)?)))
    }

    fn reset(&mut self, stones: &[(Point, Color)]) {
        self.board = Board::new(self.board.size());
        for &(point, color) in stones {
            self.board.put(color, point);
        }
    }
}

/// All moves of a tree that simple rules forbid: on a stone, taking back a ko, suicide.
pub(super) fn illegal_moves(tree: &Tree) -> Vec<(NodeId, Problem)> {
    let size = tree.size();
    let mut replay = Replay::new(size);
    let mut found = Vec::new();
    let mut branches: Vec<Branch> = Vec::new();
    let mut moves = 0;
    for visit in tree.walk(tree.root()) {
        match visit {
            Visit::Enter(node) => {
                if let Some(branch) = branches.last()
                    && tree.parent(node) == Some(branch.node)
                    && tree.previous_sibling(node).is_some()
                {
                    replay.reset(&branch.stones);
                    replay.ko = branch.ko;
                    moves = branch.moves;
                }
                let steps = tree.properties(node).steps(size);
                if let Some(stones) = &steps.setup {
                    replay.set_up(stones);
                }
                if let Some((color, mv)) = steps.mv {
                    moves += 1;
                    if let Some(mv) = mv
                        && let Some(reason) = replay.play(color, mv)
                    {
                        let point = mv.to_gtp(size);
                        found.push((node, Problem::IllegalMove { number: moves, color, point, reason }));
                    }
                }
                if tree.first_child(node) != tree.last_child(node) {
                    let stones = replay.stones().collect();
                    branches.push(Branch { node, stones, ko: replay.ko, moves });
                }
            }
            Visit::Leave(node) => {
                branches.pop_if(|branch| branch.node == node);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::record::{ReadOptions, read_bytes};

    fn warnings(sgf: &str) -> Vec<String> {
        let options = ReadOptions { legality: true, ..ReadOptions::default() };
        let loaded = read_bytes(sgf.as_bytes(), &options).unwrap();
        loaded.warnings.list().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_illegal_move_is_named_with_its_place_and_played_all_the_same() {
        assert_eq!(
            warnings("(;SZ[5]\n;B[aa]\n;W[aa])"),
            ["3:1: move 2 (White A5) is illegal: there is a stone already; it was kept and played all the same"]
        );
        let suicide = warnings("(;SZ[5]AB[ba][ab];W[aa])");
        assert!(suicide[0].contains("without a liberty"), "{suicide:?}");
    }

    #[test]
    fn a_ko_may_be_taken_back_after_a_move_elsewhere_but_not_at_once() {
        let taken = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb]";
        assert!(warnings(&format!("{taken})")).is_empty());
        let at_once = warnings(&format!("{taken};W[bb])"));
        assert!(at_once[0].contains("takes back a ko"), "{at_once:?}");
        assert!(warnings(&format!("{taken};W[ee];B[ea];W[bb])")).is_empty());
        assert!(warnings(&format!("{taken};W[];B[];W[bb])")).is_empty());
    }

    #[test]
    fn variations_begin_from_the_board_where_they_branch() {
        assert!(warnings("(;SZ[5];B[aa](;W[bb];B[cc])(;W[bb];B[cc](;W[dd])(;W[dd]))(;W[ee]))").is_empty());
    }
}
