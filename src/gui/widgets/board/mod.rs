//! The board: draws a [`Scene`] as large as there is room, and says where the pointer is.

mod geometry;
mod marks;
mod overlay;
mod scene;
mod surface;

pub use geometry::{Geometry, Part};
pub use scene::{Badge, CandidateMark, Mark, MarkKind, NextMove, Scene, ScoreMark};
pub use surface::Textures;

use crate::board::Point;
use crate::gui::theme::Theme;
use egui::{Response, Sense, Ui};

/// Draws the scene in all the room there is.
///
/// Returns the response of the whole board, whose name for screen readers is `name` and whose value is
/// what the cursor is on, and the geometry with which to find the point under the pointer.
pub fn show(
    ui: &mut Ui,
    theme: &Theme,
    textures: &mut Textures,
    scene: &Scene<'_>,
    name: &str,
    at_cursor: Option<&str>,
) -> (Response, Geometry) {
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo {
        current_text_value: at_cursor.map(str::to_owned),
        ..egui::WidgetInfo::labeled(egui::Role::Canvas, true, name)
    });
    let geometry = scene.geometry(rect, ui.ctx().pixels_per_point(), theme);
    if ui.is_rect_visible(rect) {
        let painter = ui.painter_at(rect);
        surface::paint_board(&painter, theme, textures, &geometry, scene);
        overlay::paint_ground(&painter, &geometry, scene);
        surface::paint_stones(&painter, theme, textures, &geometry, scene);
        marks::paint(&painter, theme, textures, &geometry, scene);
        overlay::paint(&painter, theme, textures, &geometry, scene);
        marks::hide(&painter, theme, textures, &geometry, scene.visible);
        marks::cursor(&painter, theme, &geometry, scene);
    }
    (response, geometry)
}

/// The point under the pointer, if the pointer is over this board.
pub fn hovered(response: &Response, geometry: &Geometry) -> Option<Point> {
    response.hover_pos().and_then(|pos| geometry.at(pos))
}
