//! Moves that the rules forbid, in all variations of a game.
//!
//! Such moves are kept and executed wherever a record is shown; here they are found and named. Kos are
//! judged by the simple rule: which superko a server had, its records seldom say.

use super::replay::Replayed;
use super::tree::{NodeId, Tree};
use super::walk::Visit;
use super::warning::Problem;
use crate::board::rules::KoRule;
use crate::board::{Board, ByColor, Color, Point, PointSet, Position, Rules};

/// The stones at a node where variations begin, to return to: a hundredth of a board, because a file
/// may nest as many as it has bytes.
struct Branch {
    node: NodeId,
    stones: ByColor<PointSet>,
    ko: Option<Point>,
    to_play: Color,
    moves: u32,
}

impl Branch {
    fn at(node: NodeId, position: &Position, moves: u32) -> Branch {
        let board = position.board();
        let stones = ByColor::from_fn(|color| {
            Point::all(board.size()).filter(|&point| board.stone(point) == Some(color)).collect()
        });
        Branch { node, stones, ko: board.ko(), to_play: position.to_play(), moves }
    }

    fn position(&self, size: u8, rules: Rules) -> Position {
        let of = |color: Color| self.stones[color].iter().map(move |point| (point, color));
        let mut board = Board::from_stones(size, of(Color::Black).chain(of(Color::White)));
        board.set_ko(self.ko);
        Position::from_board(board, self.to_play, rules)
    }
}

/// All moves of a tree that are on a stone, take back a ko at once, or are suicide where the rules of
/// the file forbid it.
pub(super) fn illegal_moves(tree: &Tree) -> Vec<(NodeId, Problem)> {
    let size = tree.size();
    let mut position = tree.first_position(Rules::JAPANESE);
    let rules = Rules { ko: KoRule::Simple, ..*position.rules() };
    position.set_rules(rules);
    let mut replayed = Replayed { position, illegal: Vec::new(), off_board: Vec::new() };
    let mut found = Vec::new();
    let mut branches: Vec<Branch> = Vec::new();
    let mut moves = 0;
    for visit in tree.walk(tree.root()) {
        match visit {
            Visit::Enter(node) => {
                if tree.previous_sibling(node).is_some()
                    && let Some(branch) = branches.last()
                {
                    replayed.position = branch.position(size, rules);
                    moves = branch.moves;
                }
                let steps = tree.properties(node).steps(size);
                moves += u32::from(steps.mv.is_some());
                replayed.carry_out(node, steps);
                for (node, illegal) in replayed.illegal.drain(..) {
                    found.push((node, Problem::IllegalMove { number: moves, illegal }));
                }
                if tree.first_child(node) != tree.last_child(node) {
                    branches.push(Branch::at(node, &replayed.position, moves));
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
            ["3:1: move 2: White A5 is illegal: there is already a black stone; it was kept and played all the same"]
        );
        let suicide = warnings("(;SZ[5]AB[ba][ab];W[aa])");
        assert!(suicide[0].contains("suicide"), "{suicide:?}");
    }

    #[test]
    fn a_ko_may_be_taken_back_after_a_move_elsewhere_but_not_at_once() {
        let taken = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb]";
        assert!(warnings(&format!("{taken})")).is_empty());
        let at_once = warnings(&format!("{taken};W[bb])"));
        assert!(at_once[0].contains("takes back in the ko"), "{at_once:?}");
        assert!(warnings(&format!("{taken};W[ee];B[ea];W[bb])")).is_empty());
        assert!(warnings(&format!("{taken};W[];B[];W[bb])")).is_empty());
    }

    #[test]
    fn variations_begin_from_the_board_where_they_branch() {
        assert!(warnings("(;SZ[5];B[aa](;W[bb];B[cc])(;W[bb];B[cc](;W[dd])(;W[dd]))(;W[ee]))").is_empty());
    }
}
