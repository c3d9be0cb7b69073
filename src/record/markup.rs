//! Marks on the board: reading and editing.

use super::edit::EditError;
use super::game::Game;
use super::ident::{Ident, known};
use super::journal::EditKind;
use super::properties::Properties;
use super::setup::{points_of, values_of};
use super::tree::NodeId;
use super::value::{Value, split_pair, unescape};
use crate::board::Point;

/// A mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// CR
    Circle,
    /// MA
    Cross,
    /// SQ
    Square,
    /// TR
    Triangle,
    /// SL
    Selected,
    /// TB
    BlackTerritory,
    /// TW
    WhiteTerritory,
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 7] = [
        Mark::Circle,
        Mark::Cross,
        Mark::Square,
        Mark::Triangle,
        Mark::Selected,
        Mark::BlackTerritory,
        Mark::WhiteTerritory,
    ];

    /// The property that lists the points with this mark.
    pub const fn property(self) -> Ident<'static> {
        match self {
            Mark::Circle => known::CR,
            Mark::Cross => known::MA,
            Mark::Square => known::SQ,
            Mark::Triangle => known::TR,
            Mark::Selected => known::SL,
            Mark::BlackTerritory => known::TB,
            Mark::WhiteTerritory => known::TW,
        }
    }

    /// FF4 allows one of these on a point; territory may lie under any of them.
    const fn excludes(self, other: Mark) -> bool {
        self.is_territory() == other.is_territory()
    }

    const fn is_territory(self) -> bool {
        matches!(self, Mark::BlackTerritory | Mark::WhiteTerritory)
    }
}

/// All that a node marks on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markup {
    /// Marks on points.
    pub marks: Vec<(Point, Mark)>,
    /// Labels on points.
    pub labels: Vec<(Point, String)>,
    /// Arrows from one point to another.
    pub arrows: Vec<(Point, Point)>,
    /// Lines between points.
    pub lines: Vec<(Point, Point)>,
    /// Points to dim (DD). Some and empty: nothing is dimmed from here on.
    pub dim: Option<Vec<Point>>,
    /// The part of the board to show (VW). Some and empty: all of it from here on.
    pub view: Option<Vec<Point>>,
}

impl Properties {
    /// What the node marks on a board of this size.
    pub fn markup(&self, size: u8) -> Markup {
        let mut markup = Markup::default();
        for mark in Mark::ALL {
            markup.marks.extend(points_of(self, mark.property(), size).iter().map(|point| (point, mark)));
        }
        for value in self.values(known::LB) {
            if let Some((point, text)) = split_pair(value)
                && let Some(point) = Point::from_sgf(point.trim(), size)
            {
                markup.labels.push((point, unescape(text).into_owned()));
            }
        }
        markup.arrows = self.pairs(known::AR, size);
        markup.lines = self.pairs(known::LN, size);
        let inherited = |name| self.contains(name).then(|| points_of(self, name, size).iter().collect());
        markup.dim = inherited(known::DD);
        markup.view = inherited(known::VW);
        markup
    }

    fn pairs(&self, name: Ident, size: u8) -> Vec<(Point, Point)> {
        let pair = |value| {
            let (from, to) = split_pair(value)?;
            Some((Point::from_sgf(from.trim(), size)?, Point::from_sgf(to.trim(), size)?))
        };
        self.values(name).filter_map(pair).collect()
    }
}

impl Game {
    /// Puts a mark on a point or, when it is there already, takes it off. Others that cannot stand
    /// beside it go.
    pub fn toggle_mark(&mut self, node: NodeId, point: Point, mark: Mark) -> Result<(), EditError> {
        let size = self.tree().size();
        self.edit(EditKind::Mark, |editor| {
            for other in Mark::ALL {
                let name = other.property();
                let mut set = points_of(editor.tree().properties(node), name, size);
                if set.contains(point) && mark.excludes(other) {
                    set.remove(point);
                } else if other == mark {
                    set.insert(point);
                } else {
                    continue;
                }
                editor.set_values(node, name, &values_of(&set))?;
            }
            Ok(())
        })
    }

    /// Writes a label on a point; an empty one takes it off.
    pub fn set_label(&mut self, node: NodeId, point: Point, label: &str) -> Result<(), EditError> {
        self.edit(EditKind::Label, |editor| {
            let at = point.to_sgf();
            let properties = editor.tree().properties(node).clone();
            let mut values: Vec<Value> = properties
                .values(known::LB)
                .filter(|value| split_pair(value).is_none_or(|(point, _)| point.trim() != at))
                .filter_map(Value::raw)
                .collect();
            if !label.is_empty() {
                values.push(Value::label(point, label));
            }
            editor.set_values(node, known::LB, &values)
        })
    }

    /// Draws an arrow or, when it is there already, takes it off.
    pub fn toggle_arrow(&mut self, node: NodeId, from: Point, to: Point) -> Result<(), EditError> {
        self.toggle_pair(node, known::AR, from, to)
    }

    /// Draws a line or, when it is there already, takes it off.
    pub fn toggle_line(&mut self, node: NodeId, from: Point, to: Point) -> Result<(), EditError> {
        self.toggle_pair(node, known::LN, from, to)
    }

    fn toggle_pair(&mut self, node: NodeId, name: Ident, from: Point, to: Point) -> Result<(), EditError> {
        let size = self.tree().size();
        self.edit(EditKind::Draw, |editor| {
            let mut pairs = editor.tree().properties(node).pairs(name, size);
            let before = pairs.len();
            pairs.retain(|&pair| pair != (from, to));
            // A line from a point to itself is nothing to draw, and FF[4] forbids it.
            if pairs.len() == before && from != to {
                pairs.push((from, to));
            }
            let values: Vec<Value> = pairs.into_iter().map(|(from, to)| Value::pair(from, to)).collect();
            editor.set_values(node, name, &values)
        })
    }

    /// Removes marks, labels, arrows and lines from a node.
    pub fn clear_markup(&mut self, node: NodeId) -> Result<(), EditError> {
        self.edit(EditKind::ClearMarks, |editor| {
            let lists = [known::LB, known::AR, known::LN];
            for name in Mark::ALL.map(Mark::property).into_iter().chain(lists) {
                editor.set_values(node, name, &[])?;
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_mark_stands_on_a_point_and_territory_under_it() {
        let mut game = Game::new(9);
        let root = game.tree().root();
        let (p, q) = (Point::new(0, 0), Point::new(1, 0));
        game.toggle_mark(root, p, Mark::Circle).unwrap();
        game.toggle_mark(root, p, Mark::BlackTerritory).unwrap();
        game.toggle_mark(root, p, Mark::Triangle).unwrap();
        game.toggle_arrow(root, p, q).unwrap();
        game.toggle_line(root, q, p).unwrap();
        game.toggle_line(root, q, q).unwrap();
        game.set_label(root, q, "a:b]").unwrap();
        let markup = game.tree().properties(root).markup(9);
        assert_eq!(markup.marks, [(p, Mark::Triangle), (p, Mark::BlackTerritory)]);
        assert_eq!(markup.labels, [(q, "a:b]".to_owned())]);
        assert_eq!((markup.arrows, markup.lines), (vec![(p, q)], vec![(q, p)]));
        game.toggle_mark(root, p, Mark::Triangle).unwrap();
        game.set_label(root, q, "").unwrap();
        assert_eq!(game.tree().properties(root).markup(9).marks, [(p, Mark::BlackTerritory)]);
        game.clear_markup(root).unwrap();
        assert_eq!(game.tree().properties(root).markup(9), Markup::default());
        while game.undo().is_some() {}
        assert_eq!(game, Game::new(9));
    }

    #[test]
    fn an_empty_view_shows_all_of_the_board_again() {
        let markup = Properties::from_canonical("VW[]DD[aa:bb]").markup(9);
        assert_eq!((markup.view, markup.dim.map(|d| d.len())), (Some(vec![]), Some(4)));
    }
}
