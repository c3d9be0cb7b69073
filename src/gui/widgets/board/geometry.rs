//! Where the points of the board lie on the screen, on whole pixels at every scale.

use crate::board::{Point, Symmetry};
use crate::gui::theme::Theme;
use egui::{Pos2, Rect, Vec2, pos2};

/// The room around the outermost lines, in cells.
const MARGIN: f32 = 0.72;
const MARGIN_WITH_COORDINATES: f32 = 1.12;

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
    origin: Pos2,
    scale: f32,
}

impl Geometry {
    /// The largest board that fits, in the middle of the room.
    pub fn new(room: Rect, size: u8, coordinates: bool, symmetry: Symmetry, scale: f32, theme: &Theme) -> Geometry {
        let margin = if coordinates { MARGIN_WITH_COORDINATES } else { MARGIN };
        let cells = f32::from(size - 1) + 2.0 * margin;
        let side_px = room.width().min(room.height()).max(1.0) * scale;
        let cell_px = (side_px / cells).floor().max(3.0);
        let line_px = (cell_px * 0.034 * theme.board.line_factor).round().max(1.0);
        let odd = line_px % 2.0 == 1.0;
        // The margin takes up what the whole pixels of the cells left over, as far as it looks right.
        let margin_px =
            ((side_px - cell_px * f32::from(size - 1)) / 2.0).floor().min((margin + 0.25) * cell_px).max(1.0);
        let board_px = cell_px * f32::from(size - 1) + 2.0 * margin_px;
        let left = (room.center().x * scale - board_px / 2.0).round();
        let top = (room.center().y * scale - board_px / 2.0).round();
        let half = if odd { 0.5 } else { 0.0 };
        Geometry {
            rect: Rect::from_min_size(pos2(left, top) / scale, Vec2::splat(board_px / scale)),
            cell: cell_px / scale,
            line: line_px / scale,
            size,
            symmetry,
            cell_px,
            odd,
            origin: pos2(left + margin_px.round() + half, top + margin_px.round() + half) / scale,
            scale,
        }
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
        let inside = |c: f32| c >= 0.0 && c < f32::from(self.size);
        (inside(column) && inside(row)).then(|| self.shown(column as u8, row as u8))
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
}
