//! A position as a printed diagram: stones, numbers, marks, letters.

use super::drawing::{BLACK, Drawing, Ink, Shape, WHITE};
use crate::app::NodeView;
use crate::board::{Board, Color, Move, Point, Position, coord};
use crate::record::Mark;

/// The distance of two lines.
const CELL: f32 = 10.0;
/// From the outermost lines to the edge.
const MARGIN: f32 = 8.0;
/// The same with letters and numbers around the board.
const WIDE_MARGIN: f32 = 13.0;
/// The board on screen and on paper.
const WOOD: Ink = 0xF4DDAE;
const LINE: Ink = 0x5A4A30;
/// What marks the last move and what is right.
const RED: Ink = 0xC0392B;

/// Something on a point.
#[derive(Clone, Debug, PartialEq)]
pub enum Sign {
    /// Letters or a number.
    Text(String),
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A small square: territory.
    Territory(Color),
    /// A ring of this colour around the point: the engine's choice, the move played.
    Ring(Ink),
}

/// What is drawn.
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Letters and numbers around it.
    pub coordinates: bool,
    /// Signs, the later over the earlier.
    pub signs: Vec<(Point, Sign)>,
    /// The stone that was played last.
    pub last: Option<Point>,
    /// In words.
    pub title: String,
}

impl<'a> Diagram<'a> {
    /// A node of a game with its marks.
    pub fn of(view: &'a NodeView, title: String) -> Diagram<'a> {
        let markup = &view.markup;
        let mut signs: Vec<(Point, Sign)> = Vec::new();
        for &(point, mark) in &markup.marks {
            let sign = match mark {
                Mark::Triangle => Sign::Triangle,
                Mark::Square | Mark::Selected => Sign::Square,
                Mark::Circle => Sign::Circle,
                Mark::Cross => Sign::Cross,
                Mark::BlackTerritory => Sign::Territory(Color::Black),
                Mark::WhiteTerritory => Sign::Territory(Color::White),
            };
            signs.push((point, sign));
        }
        signs.extend(markup.labels.iter().map(|(point, text)| (*point, Sign::Text(text.clone()))));
        let last = view.last_point().filter(|last| signs.iter().all(|(point, _)| point != last));
        Diagram { board: view.position.board(), coordinates: true, signs, last, title }
    }

    /// The diagram as shapes.
    pub fn draw(&self) -> Drawing {
        let size = self.board.size();
        let margin = if self.coordinates { WIDE_MARGIN } else { MARGIN };
        let span = CELL * f32::from(size - 1);
        let side = span + 2.0 * margin;
        let at = |point: Point| (margin + CELL * f32::from(point.x()), margin + CELL * f32::from(point.y()));
        let mut drawing = Drawing { size: (side, side), shapes: Vec::new(), title: self.title.clone() };
        drawing.shapes.push(Shape::Rect { at: (0.0, 0.0), size: (side, side), fill: WOOD });
        for i in 0..size {
            let (c, width) = (margin + CELL * f32::from(i), if i == 0 || i == size - 1 { 0.7 } else { 0.4 });
            drawing.line((margin, c), (margin + span, c), LINE, width);
            drawing.line((c, margin), (c, margin + span), LINE, width);
        }
        for point in coord::star_points(size) {
            drawing.shapes.push(Shape::Disc { at: at(point), radius: 0.9, fill: Some(LINE), rim: (LINE, 0.2) });
        }
        if self.coordinates {
            for i in 0..size {
                let c = margin + CELL * f32::from(i);
                for edge in [margin - 9.0, margin + span + 9.0] {
                    drawing.text((c, edge), 4.6, LINE, coord::column_letter(i).to_string());
                    drawing.text((edge, c), 4.6, LINE, (size - i).to_string());
                }
            }
        }
        for point in Point::all(size) {
            if let Some(color) = self.board.stone(point) {
                let fill = if color == Color::Black { BLACK } else { WHITE };
                drawing.shapes.push(Shape::Disc { at: at(point), radius: 4.65, fill: Some(fill), rim: (BLACK, 0.35) });
            }
        }
        if let Some(point) = self.last {
            drawing.shapes.push(Shape::Disc { at: at(point), radius: 2.2, fill: None, rim: (self.ink(point), 0.8) });
        }
        for (point, sign) in &self.signs {
            self.draw_sign(&mut drawing, at(*point), *point, sign);
        }
        drawing
    }

    /// What can be read on a stone or on the board.
    fn ink(&self, point: Point) -> Ink {
        if self.board.stone(point) == Some(Color::Black) { WHITE } else { BLACK }
    }

    fn draw_sign(&self, drawing: &mut Drawing, (x, y): (f32, f32), point: Point, sign: &Sign) {
        let ink = self.ink(point);
        let mut outline = |corners: &[(f32, f32)]| {
            let points = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            drawing.shapes.push(Shape::Line { points, ink, width: 0.8, dashed: false });
        };
        match sign {
            Sign::Triangle => outline(&[(0.0, -2.8), (2.5, 1.5), (-2.5, 1.5), (0.0, -2.8)]),
            Sign::Square => outline(&[(-2.1, -2.1), (2.1, -2.1), (2.1, 2.1), (-2.1, 2.1), (-2.1, -2.1)]),
            Sign::Cross => {
                outline(&[(-2.0, -2.0), (2.0, 2.0)]);
                outline(&[(2.0, -2.0), (-2.0, 2.0)]);
            }
            Sign::Circle => {
                drawing.shapes.push(Shape::Disc { at: (x, y), radius: 2.5, fill: None, rim: (ink, 0.8) });
            }
            Sign::Ring(ink) => {
                drawing.shapes.push(Shape::Disc { at: (x, y), radius: 4.3, fill: None, rim: (*ink, 0.9) });
            }
            Sign::Territory(color) => {
                let fill = if *color == Color::Black { BLACK } else { WHITE };
                for (half, fill) in [(1.7, BLACK), (1.4, fill)] {
                    drawing.shapes.push(Shape::Rect { at: (x - half, y - half), size: (2.0 * half, 2.0 * half), fill });
                }
            }
            Sign::Text(text) => {
                if self.board.stone(point).is_none() {
                    drawing.shapes.push(Shape::Rect { at: (x - 3.4, y - 3.4), size: (6.8, 6.8), fill: WOOD });
                }
                let size = match text.chars().count() {
                    0..=1 => 6.4,
                    2 => 5.4,
                    _ => 4.2,
                };
                drawing.text((x, y), size, ink, text.chars().take(4).collect::<String>());
            }
        }
    }
}

/// A line of moves played on a position: the board after it, and the moves as numbers on their points,
/// from `first` on. A move on a point that was taken again keeps its first number.
pub fn numbered(position: &Position, line: &[Move], first: u32) -> (Board, Vec<(Point, Sign)>) {
    let mut position = position.clone();
    let mut signs: Vec<(Point, Sign)> = Vec::new();
    for (i, &mv) in line.iter().enumerate() {
        if position.play(mv).is_err() {
            break;
        }
        if let Move::Play(point) = mv
            && signs.iter().all(|(known, _)| *known != point)
        {
            signs.push((point, Sign::Text((first + i as u32).to_string())));
        }
    }
    signs.retain(|(point, _)| position.board().stone(*point).is_some());
    (position.board().clone(), signs)
}

/// The ring around what was played in the game.
pub fn played_ring() -> Sign {
    Sign::Ring(RED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::record::{Properties, Tree};

    #[test]
    fn a_diagram_shows_stones_marks_and_coordinates() {
        let tree =
            Tree::new(Properties::parse("SZ[9]AB[ee][cc]AW[gg]TR[ee]SQ[gg]CR[aa]MA[bb]LB[dd:A]TB[ab]TW[ac]").unwrap());
        let view = NodeView::of(&tree, tree.root(), None);
        let diagram = Diagram::of(&view, "Position <1>".to_owned());
        let svg = diagram.draw().to_svg();
        assert_eq!(svg.matches("r=\"4.65\"").count(), 3, "three stones");
        assert!(svg.contains(">J</text>") && !svg.contains(">I</text>"), "columns as players name them");
        assert!(svg.contains(">A</text>") && svg.contains("Position &lt;1&gt;"));
        let bare = Diagram { coordinates: false, ..diagram };
        assert!(!bare.draw().to_svg().contains(">J</text>"));
    }

    #[test]
    fn a_line_is_numbered_and_captured_stones_are_gone() {
        let position = Position::new(9, Rules::CHINESE);
        let at = |x, y| Move::Play(Point::new(x, y));
        let line = [at(0, 1), at(0, 0), at(1, 0), at(5, 5)];
        let (board, signs) = numbered(&position, &line, 11);
        assert!(board.is_empty(Point::new(0, 0)), "taken by the third move");
        let text = |point: Point| {
            signs.iter().find(|(at, _)| *at == point).map(|(_, sign)| match sign {
                Sign::Text(text) => text.clone(),
                _ => String::new(),
            })
        };
        assert_eq!(text(Point::new(5, 5)).as_deref(), Some("14"));
        assert_eq!(text(Point::new(0, 0)), None);
    }
}
