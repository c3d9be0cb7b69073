//! What one node looks like: position, marks, clocks. Computed once for each node and revision.

use crate::board::{ByColor, Color, Move, Point, PointMap, Position, Reason, Rules};
use crate::record::{Markup, NodeId, Properties, Step, Tree, known};

/// What the file says of a player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// Seconds left.
    pub seconds: f32,
    /// Moves or periods left in overtime.
    pub overtime: Option<u32>,
}

/// Everything that panels want to know of a node.
#[derive(Clone, Debug)]
pub struct NodeView {
    /// The node.
    pub node: NodeId,
    /// The position after it.
    pub position: Position,
    /// How many moves were played.
    pub number: u32,
    /// The move of the node; `None` inside when it lies off the board.
    pub played: Option<(Color, Option<Move>)>,
    /// Why the move of the node is against the rules, if it is.
    pub illegal: Option<Reason>,
    /// The move that put each stone on the board; 0 for set-up.
    pub numbers: PointMap<u16>,
    /// Marks of the node.
    pub markup: Markup,
    /// Points greyed out here, also by a node before.
    pub dim: Vec<Point>,
    /// The only points to be seen here, also by a node before (VW); all of the board without.
    pub visible: Vec<Point>,
    /// The clocks.
    pub clocks: ByColor<Option<Clock>>,
    /// What comes next: each child with its move, if it has one.
    pub next: Vec<(NodeId, Option<Move>)>,
}

impl NodeView {
    /// The view of a node, from the root or from the view of its parent.
    pub fn of(tree: &Tree, node: NodeId, before: Option<&NodeView>) -> NodeView {
        let parent = tree.parent(node);
        let mut view = match before {
            Some(view) if parent.is_some() && Some(view.node) == parent => {
                let mut view = view.clone();
                view.step(tree, node);
                view
            }
            _ => {
                let mut view = NodeView::start(tree);
                for step in tree.path_to(node) {
                    view.step(tree, step);
                }
                view
            }
        };
        let size = tree.size();
        view.markup = tree.properties(node).markup(size);
        let moved = |child| tree.move_at(child, size).and_then(|(_, mv)| mv);
        view.next = tree.children(node).map(|child| (child, moved(child))).collect();
        view
    }

    fn start(tree: &Tree) -> NodeView {
        NodeView {
            node: tree.root(),
            position: tree.first_position(Rules::JAPANESE),
            number: 0,
            played: None,
            illegal: None,
            numbers: PointMap::new(0),
            markup: Markup::default(),
            dim: Vec::new(),
            visible: Vec::new(),
            clocks: ByColor::default(),
            next: Vec::new(),
        }
    }

    /// Goes on to a child.
    fn step(&mut self, tree: &Tree, node: NodeId) {
        let properties = tree.properties(node);
        let size = self.position.size();
        self.node = node;
        self.played = properties.move_on(size);
        self.illegal = None;
        for step in properties.steps(size) {
            match &step {
                Step::Setup(stones) => {
                    for &point in stones.black.iter().chain(&stones.white) {
                        self.numbers[point] = 0;
                    }
                }
                Step::ToPlay(_) => {}
                Step::Move { color, mv } => {
                    self.number += 1;
                    if let Move::Play(point) = *mv {
                        if let Err(reason) = self.position.check(*color, point) {
                            self.illegal = Some(reason);
                        }
                        self.numbers[point] = self.number.min(u32::from(u16::MAX)) as u16;
                    }
                }
                Step::OffBoard { .. } => self.number += 1,
            }
            step.carry_out(&mut self.position);
        }
        let number = |name| properties.get(name).and_then(|value| value.first().trim().parse::<u32>().ok());
        if let Some(number) = number(known::MN) {
            self.number = number;
        }
        if properties.contains(known::DD) || properties.contains(known::VW) {
            let markup = properties.markup(size);
            self.dim = markup.dim.unwrap_or(std::mem::take(&mut self.dim));
            self.visible = markup.view.unwrap_or(std::mem::take(&mut self.visible));
        }
        for color in Color::BOTH {
            if let Some(clock) = clock(properties, color) {
                self.clocks[color] = Some(clock);
            }
        }
    }

    /// The point of the move of the node.
    pub fn last_point(&self) -> Option<Point> {
        self.played.and_then(|(_, mv)| mv).and_then(Move::point)
    }
}

fn clock(properties: &Properties, color: Color) -> Option<Clock> {
    let (left, overtime) = match color {
        Color::Black => (known::BL, known::OB),
        Color::White => (known::WL, known::OW),
    };
    let seconds = properties.get(left)?.first().trim().replace(',', ".").parse::<f32>().ok()?;
    let overtime = properties.get(overtime).and_then(|value| value.first().trim().parse().ok());
    (seconds.is_finite() && seconds >= 0.0).then_some(Clock { seconds, overtime })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicap_stones_that_are_stated_but_not_set_up_are_there() {
        let stones = |root: &str| {
            let tree = Tree::new(Properties::parse(root).unwrap());
            let view = NodeView::of(&tree, tree.root(), None);
            (view.position.board().stones_on_board(Color::Black), view.position.to_play())
        };
        assert_eq!(stones("SZ[19]HA[4]"), (4, Color::White));
        assert_eq!(stones("SZ[19]HA[2]AB[dd][pp]"), (2, Color::White));
        assert_eq!(stones("SZ[19]HA[2]B[dd]"), (1, Color::White), "Black places them as moves");
        assert_eq!(stones("SZ[5]HA[2]"), (0, Color::White), "such a board has no fixed places");
    }

    #[test]
    fn a_step_from_the_parent_sees_what_a_walk_from_the_root_sees() {
        let mut tree = Tree::new(Properties::parse("SZ[9]KM[5.5]RU[Chinese]").unwrap());
        let mut node = tree.root();
        for text in [
            "B[cc]BL[300.5]",
            "W[gg]WL[290]OW[3]",
            "B[cg]DD[aa:bb]VW[aa:ee]",
            "W[gc]MN[40]",
            "B[gc]",
            "W[zz]",
            "AB[aa]AE[cc]",
        ] {
            node = tree.push_child(node, Properties::parse(text).unwrap());
        }
        let mut before: Option<NodeView> = None;
        for id in tree.path_to(node) {
            let walked = NodeView::of(&tree, id, None);
            let stepped = NodeView::of(&tree, id, before.as_ref());
            assert_eq!(walked.position.hash(), stepped.position.hash());
            assert_eq!((walked.number, &walked.dim, walked.clocks), (stepped.number, &stepped.dim, stepped.clocks));
            assert_eq!(walked.visible, stepped.visible);
            assert_eq!(walked.numbers, stepped.numbers);
            before = Some(stepped);
        }
        let last = before.unwrap();
        assert_eq!((last.number, last.dim.len(), last.visible.len(), last.position.komi()), (42, 4, 25, 5.5));
        assert_eq!(last.clocks.white, Some(Clock { seconds: 290.0, overtime: Some(3) }));
        let onto_a_stone = tree.path_to(node)[5];
        assert!(NodeView::of(&tree, onto_a_stone, None).illegal.is_some(), "an illegal move is flagged, not dropped");
    }
}
