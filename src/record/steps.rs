//! From nodes to positions: what happens on the board along a path.

use super::properties::Properties;
use super::setup::SetupStones;
use super::tree::{NodeId, Tree};
use crate::board::{Color, Move, Point};

/// Something that happens on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Stones are put on and taken off without capturing.
    Setup(SetupStones),
    /// It is this player's turn, whatever came before.
    ToPlay(Color),
    /// A move, legal or not: it is to be executed, and flagged if it is not.
    Move {
        /// Whose.
        color: Color,
        /// Which.
        mv: Move,
    },
    /// A move that lies on no point of the board. Only the turn passes.
    OffBoard {
        /// Whose.
        color: Color,
    },
}

/// What one node does to the board, in the order of the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeSteps {
    /// Set-up comes first, also where a file has a move beside it.
    pub setup: Option<SetupStones>,
    /// Then whose turn it is.
    pub to_play: Option<Color>,
    /// Then the move; `None` inside when it lies off the board.
    pub mv: Option<(Color, Option<Move>)>,
}

impl IntoIterator for NodeSteps {
    type Item = Step;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Step>, 3>>;

    fn into_iter(self) -> Self::IntoIter {
        let mv = self.mv.map(|(color, mv)| mv.map_or(Step::OffBoard { color }, |mv| Step::Move { color, mv }));
        [self.setup.map(Step::Setup), self.to_play.map(Step::ToPlay), mv].into_iter().flatten()
    }
}

/// The move as written: a point, a pass (empty, or `tt` where no such point exists), or neither.
pub(super) fn read_move(text: &str, size: u8) -> Option<Move> {
    let text = text.trim();
    if text.is_empty() || text == "tt" && size <= 19 {
        return Some(Move::Pass);
    }
    Point::from_sgf(text, size).map(Move::Play)
}

impl Properties {
    /// The colour and the move of the node; the move is `None` when it lies off the board.
    pub fn move_on(&self, size: u8) -> Option<(Color, Option<Move>)> {
        self.move_text().map(|(color, text)| (color, read_move(text, size)))
    }

    /// What the node does to a board of this size.
    pub fn steps(&self, size: u8) -> NodeSteps {
        NodeSteps { setup: self.setup_stones(size), to_play: self.to_play(), mv: self.move_on(size) }
    }
}

impl Tree {
    /// The colour and the move of a node; the move is `None` when it lies off the board.
    pub fn move_at(&self, id: NodeId, size: u8) -> Option<(Color, Option<Move>)> {
        self.properties(id).move_on(size)
    }

    /// What happens on the board from the root to a node, each step with its node.
    pub fn steps_to(&self, id: NodeId) -> impl Iterator<Item = (NodeId, Step)> {
        let size = self.size();
        self.path_to(id)
            .into_iter()
            .flat_map(move |node| self.properties(node).steps(size).into_iter().map(move |step| (node, step)))
    }

    /// How many moves were played from the root to a node, honouring `MN`.
    pub fn move_number(&self, id: NodeId) -> u32 {
        let mut moves = 0u32;
        for node in self.ancestors(id) {
            let properties = self.properties(node);
            let number = properties.get(super::known::MN).and_then(|mn| mn.first().trim().parse::<u32>().ok());
            if let Some(number) = number {
                // MN counts the move of its own node.
                return number.saturating_add(moves);
            }
            moves += u32::from(properties.move_text().is_some());
        }
        moves
    }

    /// Who plays after a node: what the last `PL` or move on the way says, else who begins.
    pub fn color_to_play(&self, id: NodeId) -> Color {
        for node in self.ancestors(id) {
            let properties = self.properties(node);
            if let Some((color, _)) = properties.move_text() {
                return !color;
            }
            if let Some(color) = properties.to_play() {
                return color;
            }
        }
        self.start().first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_yields_its_steps_in_order() {
        let mut tree = Tree::new(Properties::from_canonical("SZ[9]AB[cc][gg]PL[W]"));
        let first = tree.push_child(tree.root(), Properties::from_canonical("W[ee]C[tengen]"));
        let second = tree.push_child(first, Properties::from_canonical("B[tt]"));
        let third = tree.push_child(second, Properties::from_canonical("W[zz]"));
        let steps: Vec<Step> = tree.steps_to(third).map(|(_, step)| step).collect();
        let stones = SetupStones { black: vec![Point::new(2, 2), Point::new(6, 6)], ..SetupStones::default() };
        assert_eq!(
            steps,
            [
                Step::Setup(stones),
                Step::ToPlay(Color::White),
                Step::Move { color: Color::White, mv: Move::Play(Point::new(4, 4)) },
                Step::Move { color: Color::Black, mv: Move::Pass },
                Step::OffBoard { color: Color::White },
            ]
        );
        assert_eq!(tree.move_number(third), 3);
        assert_eq!(tree.color_to_play(third), Color::Black);
        assert_eq!(tree.color_to_play(tree.root()), Color::White);
    }

    #[test]
    fn the_double_t_is_a_pass_only_where_it_is_no_point() {
        assert_eq!(read_move("tt", 19), Some(Move::Pass));
        assert_eq!(read_move("tt", 21), Some(Move::Play(Point::new(19, 19))));
        assert_eq!(read_move("", 21), Some(Move::Pass));
        assert_eq!(read_move("ts", 19), None);
    }
}
