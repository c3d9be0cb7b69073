//! Set-up stones of a node (AB, AW, AE, PL): reading and editing.

use super::edit::EditError;
use super::game::Game;
use super::ident::{Ident, known};
use super::journal::EditKind;
use super::properties::Properties;
use super::tree::NodeId;
use super::value::{Value, split_pair};
use crate::board::{Color, Point, PointSet};

/// Points that a node changes before its move is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupStones {
    /// Where black stones are put.
    pub black: Vec<Point>,
    /// Where white stones are put.
    pub white: Vec<Point>,
    /// Where stones are taken off.
    pub empty: Vec<Point>,
}

impl SetupStones {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.black.is_empty() && self.white.is_empty() && self.empty.is_empty()
    }

    /// Each point with what it becomes, as [`crate::board::Position::set_up`] takes it.
    pub fn changes(&self) -> impl Iterator<Item = (Point, Option<Color>)> {
        fn to(points: &[Point], stone: Option<Color>) -> impl Iterator<Item = (Point, Option<Color>)> {
            points.iter().map(move |&point| (point, stone))
        }
        to(&self.empty, None).chain(to(&self.black, Some(Color::Black))).chain(to(&self.white, Some(Color::White)))
    }
}

/// All points of a property on a board of this size. What lies outside is left out.
pub(super) fn points_of(properties: &Properties, name: Ident, size: u8) -> PointSet {
    let mut set = PointSet::default();
    for value in properties.values(name) {
        add_points(&mut set, value, size);
    }
    set
}

/// Adds a point or a rectangle as written. Whether all of it lies on the board; the board bounds it.
pub(super) fn add_points(set: &mut PointSet, value: &str, size: u8) -> bool {
    let Some((from, to)) = corners(value, size) else { return false };
    set.extend((from.y()..=to.y()).flat_map(|y| (from.x()..=to.x()).map(move |x| Point::new(x, y))));
    true
}

/// A list of points as it is written.
pub(super) fn values_of(set: &PointSet) -> Vec<Value<'static>> {
    set.iter().map(Value::point).collect()
}

/// The corners of a point or rectangle, top left first, in whatever order they were written.
fn corners(value: &str, size: u8) -> Option<(Point, Point)> {
    match split_pair(value) {
        None => {
            let point = Point::from_sgf(value.trim(), size)?;
            Some((point, point))
        }
        Some((a, b)) => {
            let (a, b) = (Point::from_sgf(a.trim(), size)?, Point::from_sgf(b.trim(), size)?);
            let top_left = Point::new(a.x().min(b.x()), a.y().min(b.y()));
            Some((top_left, Point::new(a.x().max(b.x()), a.y().max(b.y()))))
        }
    }
}

impl Properties {
    /// The set-up stones of the node on a board of this size, if there are any.
    pub fn setup_stones(&self, size: u8) -> Option<SetupStones> {
        // Most nodes are a move and nothing else.
        if !self.as_str().contains('A') {
            return None;
        }
        let points = |name| points_of(self, name, size).iter().collect();
        let stones = SetupStones { black: points(known::AB), white: points(known::AW), empty: points(known::AE) };
        (!stones.is_empty()).then_some(stones)
    }

    /// Who plays next by `PL`, if the node says so.
    pub fn to_play(&self) -> Option<Color> {
        match self.get(known::PL)?.first().trim() {
            "1" => Some(Color::Black),
            "2" => Some(Color::White),
            text => Color::from_gtp(text),
        }
    }
}

impl Game {
    /// Sets up a point in a node: a stone, or none. Other set-up of the same point in the node goes.
    pub fn set_up(&mut self, node: NodeId, point: Point, stone: Option<Color>) -> Result<(), EditError> {
        let size = self.tree().size();
        self.edit(EditKind::SetUp, |editor| {
            let chosen = match stone {
                Some(Color::Black) => known::AB,
                Some(Color::White) => known::AW,
                None => known::AE,
            };
            for name in [known::AB, known::AW, known::AE] {
                let mut set = points_of(editor.tree().properties(node), name, size);
                if name == chosen {
                    set.insert(point);
                } else if set.contains(point) {
                    set.remove(point);
                } else {
                    continue;
                }
                editor.set_values(node, name, &values_of(&set))?;
            }
            Ok(())
        })
    }

    /// Says who plays next in a node, or leaves it to the moves.
    pub fn set_to_play(&mut self, node: NodeId, color: Option<Color>) -> Result<(), EditError> {
        let values: Vec<Value> = color.map(Value::color).into_iter().collect();
        self.set_values(node, known::PL, &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_are_bounded_by_the_board() {
        let points = |text: &str, size| {
            points_of(&Properties::from_canonical(text), known::AB, size).iter().map(Point::to_sgf).collect::<Vec<_>>()
        };
        assert_eq!(points("AB[aa:bb]", 9), ["aa", "ba", "ab", "bb"]);
        assert_eq!(points("AB[bb:aa][cc]", 9).len(), 5, "corners in any order");
        assert_eq!(points("AB[aa:yy]", 25).len(), 625);
        assert!(points("AB[aa:zz][ZZ][a][aa:][:]", 19).is_empty());
    }

    #[test]
    fn setting_up_a_point_again_replaces_it() {
        let mut game = Game::new(9);
        let root = game.tree().root();
        let point = Point::new(2, 2);
        game.set_up(root, point, Some(Color::Black)).unwrap();
        game.set_up(root, point, Some(Color::White)).unwrap();
        let stones = game.tree().properties(root).setup_stones(9).unwrap();
        assert_eq!((stones.black.len(), stones.white.as_slice()), (0, [point].as_slice()));
        for _ in 0..2 {
            game.undo().unwrap();
        }
        assert!(!game.is_modified());
    }

    #[test]
    fn who_plays_is_read_in_every_form_that_programs_write() {
        for (text, color) in [("B", Color::Black), ("w", Color::White), ("white", Color::White), ("1", Color::Black)] {
            assert_eq!(Properties::from_canonical(format!("PL[{text}]")).to_play(), Some(color));
        }
        assert_eq!(Properties::from_canonical("PL[?]").to_play(), None);
    }
}
