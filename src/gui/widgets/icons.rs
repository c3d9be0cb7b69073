//! Icons drawn as lines, crisp at every scale and in the colour of the text.

use egui::{Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2};

/// The icons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// A bar and a triangle to the left.
    Start,
    /// Two triangles to the left.
    BackTen,
    /// A triangle to the left.
    Back,
    /// A triangle to the right.
    Forward,
    /// Two triangles to the right.
    ForwardTen,
    /// A triangle to the right and a bar.
    End,
    /// The mark of a tool: a hand stone of both colours.
    Play,
    /// A black disc.
    Black,
    /// A white disc.
    White,
    /// An eraser.
    Erase,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// The letter A.
    Letter,
    /// The number 1.
    Number,
    /// An arrow.
    Arrow,
    /// A line.
    Line,
    /// A grey square.
    Dim,
    /// A small black square.
    BlackTerritory,
    /// A small white square.
    WhiteTerritory,
    /// A pencil.
    Edit,
    /// A power sign.
    Power,
    /// A plus.
    Plus,
}

/// The side of a button with an icon.
pub const SIDE: f32 = 28.0;

/// A button with an icon. `name` is what screen readers say.
pub fn button(ui: &mut Ui, icon: Icon, selected: bool, name: &str) -> Response {
    narrow_button(ui, icon, selected, name, SIDE)
}

/// The same where there may be less room.
pub fn narrow_button(ui: &mut Ui, icon: Icon, selected: bool, name: &str, width: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, SIDE), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, ui.is_enabled(), selected, name));
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact(&response);
        let fill = match (selected, response.hovered() || response.has_focus()) {
            (true, _) => ui.visuals().selection.bg_fill,
            (false, true) => visuals.weak_bg_fill,
            (false, false) => Color32::TRANSPARENT,
        };
        ui.painter().rect_filled(rect, 5.0, fill);
        if response.has_focus() {
            ui.painter().rect_stroke(rect, 5.0, Stroke::new(1.0, visuals.bg_stroke.color), egui::StrokeKind::Inside);
        }
        let color = if ui.is_enabled() { visuals.fg_stroke.color } else { ui.visuals().weak_text_color() };
        paint(ui.painter(), icon, Rect::from_center_size(rect.center(), Vec2::splat(16.0)), color);
    }
    response
}

/// Draws an icon into a square.
pub fn paint(p: &Painter, icon: Icon, rect: Rect, color: Color32) {
    let at = |x: f32, y: f32| pos2(rect.left() + rect.width() * x, rect.top() + rect.height() * y);
    let stroke = Stroke::new((rect.width() / 11.0).max(1.2), color);
    let triangle = |x: f32, to_right: bool| {
        let (tip, base) = if to_right { (x + 0.42, x) } else { (x, x + 0.42) };
        Shape::convex_polygon(vec![at(tip, 0.5), at(base, 0.16), at(base, 0.84)], color, Stroke::NONE)
    };
    let bar = |x: f32| Shape::line_segment([at(x, 0.16), at(x, 0.84)], stroke);
    let middle = rect.center();
    let r = rect.width() * 0.5;
    let disc = |p: &Painter, center: Pos2, radius: f32, white: bool| {
        let fill = if white { Color32::from_gray(250) } else { Color32::from_gray(25) };
        p.circle(center, radius, fill, Stroke::new(1.0, Color32::from_gray(110)));
    };
    match icon {
        Icon::Start => {
            p.add(bar(0.16));
            p.add(triangle(0.34, false));
        }
        Icon::BackTen => {
            p.add(triangle(0.06, false));
            p.add(triangle(0.50, false));
        }
        Icon::Back => {
            p.add(triangle(0.27, false));
        }
        Icon::Forward => {
            p.add(triangle(0.31, true));
        }
        Icon::ForwardTen => {
            p.add(triangle(0.08, true));
            p.add(triangle(0.52, true));
        }
        Icon::End => {
            p.add(triangle(0.24, true));
            p.add(bar(0.84));
        }
        Icon::Play => {
            disc(p, at(0.34, 0.38), r * 0.56, false);
            disc(p, at(0.66, 0.62), r * 0.56, true);
        }
        Icon::Black => disc(p, middle, r * 0.82, false),
        Icon::White => disc(p, middle, r * 0.82, true),
        Icon::Erase => {
            let body = vec![at(0.10, 0.62), at(0.52, 0.16), at(0.88, 0.48), at(0.46, 0.94)];
            p.add(Shape::closed_line(body, stroke));
            p.line_segment([at(0.31, 0.39), at(0.67, 0.71)], stroke);
        }
        Icon::Triangle => {
            p.add(Shape::closed_line(vec![at(0.5, 0.12), at(0.9, 0.84), at(0.1, 0.84)], stroke));
        }
        Icon::Square => {
            p.rect_stroke(rect.shrink(2.0), 0.0, stroke, egui::StrokeKind::Middle);
        }
        Icon::Circle => {
            p.circle_stroke(middle, r * 0.78, stroke);
        }
        Icon::Cross => {
            p.line_segment([at(0.16, 0.16), at(0.84, 0.84)], stroke);
            p.line_segment([at(0.84, 0.16), at(0.16, 0.84)], stroke);
        }
        Icon::Letter | Icon::Number => {
            let text = if icon == Icon::Letter { "A" } else { "1" };
            p.text(middle, egui::Align2::CENTER_CENTER, text, egui::FontId::proportional(rect.height()), color);
        }
        Icon::Arrow => {
            p.line_segment([at(0.10, 0.90), at(0.72, 0.28)], stroke);
            p.add(Shape::convex_polygon(vec![at(0.95, 0.05), at(0.88, 0.48), at(0.52, 0.12)], color, Stroke::NONE));
        }
        Icon::Line => {
            p.line_segment([at(0.10, 0.90), at(0.90, 0.10)], stroke);
        }
        Icon::Dim => {
            p.rect_filled(rect.shrink(1.0), 1.0, color.gamma_multiply(0.35));
            p.rect_stroke(rect.shrink(1.0), 1.0, stroke, egui::StrokeKind::Inside);
        }
        Icon::BlackTerritory | Icon::WhiteTerritory => {
            let fill = Color32::from_gray(if icon == Icon::BlackTerritory { 25 } else { 250 });
            let square = Rect::from_center_size(middle, rect.size() * 0.5);
            p.line_segment([at(0.0, 0.5), at(1.0, 0.5)], Stroke::new(1.0, color));
            p.line_segment([at(0.5, 0.0), at(0.5, 1.0)], Stroke::new(1.0, color));
            p.rect(square, 0.0, fill, Stroke::new(1.0, Color32::from_gray(110)), egui::StrokeKind::Outside);
        }
        Icon::Edit => {
            let side = vec2(0.11, 0.11) * rect.width();
            let (a, b) = (at(0.24, 0.76), at(0.80, 0.20));
            let (l, m) = (vec2(-side.x, -side.y), side);
            p.add(Shape::closed_line(vec![a + l, b + l, b + m, a + m], stroke));
            p.add(Shape::convex_polygon(vec![at(0.06, 0.94), a + l, a + m], color, Stroke::NONE));
        }
        Icon::Power => {
            let arc = (0..=20).map(|i| {
                let angle = (-60.0 + 300.0 * i as f32 / 20.0).to_radians();
                middle + r * 0.78 * Vec2::angled(angle)
            });
            p.add(Shape::line(arc.collect(), stroke));
            p.line_segment([at(0.5, 0.02), at(0.5, 0.48)], stroke);
        }
        Icon::Plus => {
            p.line_segment([at(0.5, 0.15), at(0.5, 0.85)], stroke);
            p.line_segment([at(0.15, 0.5), at(0.85, 0.5)], stroke);
        }
    }
}
