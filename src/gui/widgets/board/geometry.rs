//! Where the points of the board lie on the screen, on whole pixels at every scale.

use crate::board::{Point, Symmetry};
use crate::gui::theme::Theme;
use egui::{Pos2, Rect, Vec2, pos2};

/// The room around the outermost lines, in cells.
const MARGIN: f32 = 0.72;
const MARGIN_WITH_COORDINATES: f32 = 1.12;

/// A part of the board smaller than this in lines is shown with some of what lies around it.
const LEAST_PART: u8 = 5;

/// The columns and rows of the screen that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The first column.
    pub left: u8,
    /// The last one.
    pub right: u8,
    /// The first row.
    pub top: u8,
    /// The last one.
    pub bottom: u8,
}

impl Part {
    /// The whole board.
    fn whole(size: u8) -> Part {
        Part { left: 0, right: size - 1, top: 0, bottom: size - 1 }
    }

    /// The least part of the turned board that has all of these points; the whole board without any.
    pub fn around(points: &[Point], size: u8, symmetry: Symmetry) -> Part {
        let seen = points.iter().map(|&point| symmetry.apply(point, size));
        let bounds = seen.fold(None, |part: Option<Part>, at| {
            let (x, y) = (at.x(), at.y());
            let part = part.unwrap_or(Part { left: x, right: x, top: y, bottom: y });
            Some(Part {
                left: part.left.min(x),
                right: part.right.max(x),
                top: part.top.min(y),
                bottom: part.bottom.max(y),
            })
        });
        let Some(part) = bounds else { return Part::whole(size) };
        let widen = |first: u8, last: u8| {
            let missing = LEAST_PART.min(size).saturating_sub(last - first + 1);
            let first = first.saturating_sub(missing / 2).min(size - LEAST_PART.min(size));
            (first, last.max(first + LEAST_PART.min(size) - 1))
        };
        let ((left, right), (top, bottom)) = (widen(part.left, part.right), widen(part.top, part.bottom));
        Part { left, right, top, bottom }
    }
}

/// Places of points. All lengths are in points of the screen, and whole in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// The board with its margin.
    pub rect: Rect,
    /// The distance of two lines.
    pub cell: f32,
    /// The thickness of a line.
    pub line: f32,
    /// Lines of the board.
    pub size: u8,
    /// How the board is turned.
    pub symmetry: Symmetry,
    /// The same distance in pixels.
    pub cell_px: f32,
    /// Whether lines are an odd number of pixels thick, and so centred on a pixel.
    pub odd: bool,
    /// What is shown of it.
    pub part: Part,
    origin: Pos2,
    scale: f32,
}

impl Geometry {
    /// The largest board that fits, in the middle of the room.
    pub fn new(room: Rect, size: u8, coordinates: bool, symmetry: Symmetry, scale: f32, theme: &Theme) -> Geometry {
        Geometry::of_part(room, size, &[], coordinates, symmetry, scale, theme)
    }

    /// The part of the board around these points (SGF's VW) as large as it fits; without any, all of it.
    pub fn of_part(
        room: Rect,
        size: u8,
        points: &[Point],
        coordinates: bool,
        symmetry: Symmetry,
        scale: f32,
        theme: &Theme,
    ) -> Geometry {
        let part = Part::around(points, size, symmetry);
        let (columns, rows) = (f32::from(part.right - part.left), f32::from(part.bottom - part.top));
        let margin = if coordinates { MARGIN_WITH_COORDINATES } else { MARGIN };
        let room_px = room.size().max(Vec2::splat(1.0)) * scale;
        let fits = (room_px.x / (columns + 2.0 * margin)).min(room_px.y / (rows + 2.0 * margin));
        let cell_px = fits.floor().max(3.0);
        let line_px = (cell_px * 0.034 * theme.board.line_factor).round().max(1.0);
        let odd = line_px % 2.0 == 1.0;
        // The margin takes up what the whole pixels of the cells left over, as far as it looks right.
        let left_over = (room_px.x - cell_px * columns).min(room_px.y - cell_px * rows);
        let margin_px = (left_over / 2.0).floor().min((margin + 0.25) * cell_px).max(1.0);
        let board_px = Vec2::new(columns, rows) * cell_px + Vec2::splat(2.0 * margin_px);
        let left = (room.center().x * scale - board_px.x / 2.0).round();
        let top = (room.center().y * scale - board_px.y / 2.0).round();
        let half = if odd { 0.5 } else { 0.0 };
        let first = Vec2::new(f32::from(part.left), f32::from(part.top)) * cell_px;
        Geometry {
            rect: Rect::from_min_size(pos2(left, top) / scale, board_px / scale),
            cell: cell_px / scale,
            line: line_px / scale,
            size,
            symmetry,
            cell_px,
            odd,
            part,
            origin: (pos2(left + margin_px.round() + half, top + margin_px.round() + half) - first) / scale,
            scale,
        }
    }

    /// Whether a point is in the part that is shown.
    pub fn shows(&self, point: Point) -> bool {
        let at = self.symmetry.apply(point, self.size);
        (self.part.left..=self.part.right).contains(&at.x()) && (self.part.top..=self.part.bottom).contains(&at.y())
    }

    /// The points that are shown.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        Point::all(self.size).filter(|&point| self.shows(point))
    }

    /// The middle of a point on the screen.
    pub fn pos(&self, point: Point) -> Pos2 {
        let shown = self.symmetry.apply(point, self.size);
        self.screen(shown.x(), shown.y())
    }

    /// The middle of the point in a column and row of the screen.
    pub fn screen(&self, column: u8, row: u8) -> Pos2 {
        self.origin + Vec2::new(f32::from(column), f32::from(row)) * self.cell
    }

    /// The point in a column and row of the screen.
    pub fn shown(&self, column: u8, row: u8) -> Point {
        self.symmetry.inverse().apply(Point::new(column, row), self.size)
    }

    /// The point nearest to a place, if it is within half a cell.
    pub fn at(&self, pos: Pos2) -> Option<Point> {
        let offset = (pos - self.origin) / self.cell;
        let (column, row) = (offset.x.round(), offset.y.round());
        let inside = |c: f32, first: u8, last: u8| c >= f32::from(first) && c <= f32::from(last);
        let Part { left, right, top, bottom } = self.part;
        (inside(column, left, right) && inside(row, top, bottom)).then(|| self.shown(column as u8, row as u8))
    }

    /// Pixels for each point of the screen.
    pub fn scale(&self) -> f32 {
        self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::theme::ThemeName;

    #[test]
    fn every_point_is_found_where_it_is_drawn_at_all_scales_and_turns() {
        let theme = Theme::of(ThemeName::Wood);
        for scale in [1.0, 1.5, 2.0] {
            for size in [2, 9, 13, 19, 25] {
                for symmetry in Symmetry::ALL {
                    let room = Rect::from_min_size(pos2(13.3, 40.7), Vec2::new(701.0, 655.0));
                    let geometry = Geometry::new(room, size, true, symmetry, scale, &theme);
                    assert!(room.expand(1.0 / scale).contains_rect(geometry.rect), "the board fits");
                    for point in Point::all(size) {
                        let pos = geometry.pos(point);
                        assert_eq!(geometry.at(pos + Vec2::splat(geometry.cell * 0.4)), Some(point));
                        let px = pos.x * scale - if geometry.odd { 0.5 } else { 0.0 };
                        assert!((px - px.round()).abs() < 0.01, "lines lie on pixels: {px}");
                    }
                    assert_eq!(geometry.at(geometry.rect.left_top() + Vec2::splat(1.0)), None);
                }
            }
        }
    }
    #[test]
    fn a_part_fills_the_room_and_only_its_points_are_found() {
        let theme = Theme::of(ThemeName::Wood);
        let room = Rect::from_min_size(pos2(13.3, 40.7), Vec2::new(701.0, 655.0));
        let corner: Vec<Point> = Point::all(19).filter(|p| p.x() < 9 && p.y() < 7).collect();
        for symmetry in Symmetry::ALL {
            let whole = Geometry::new(room, 19, true, symmetry, 1.0, &theme);
            let part = Geometry::of_part(room, 19, &corner, true, symmetry, 1.0, &theme);
            assert!(part.cell > 1.8 * whole.cell, "{} and {}", part.cell, whole.cell);
            assert!(room.expand(1.0).contains_rect(part.rect), "it fits");
            let found = |point| part.at(part.pos(point)) == Some(point);
            for point in Point::all(19) {
                assert_eq!(found(point), corner.contains(&point), "{point:?}");
                assert_eq!(part.shows(point), corner.contains(&point));
            }
        }
        // A single point brings some of its surroundings, also at the edge.
        let one = Geometry::of_part(room, 19, &[Point::new(18, 0)], true, Symmetry::IDENTITY, 1.0, &theme);
        assert_eq!(one.part, Part { left: 14, right: 18, top: 0, bottom: 4 });
        let tiny = Geometry::of_part(room, 3, &[Point::new(1, 1)], true, Symmetry::IDENTITY, 1.0, &theme);
        assert_eq!(tiny.part, Part { left: 0, right: 2, top: 0, bottom: 2 });
    }
}
