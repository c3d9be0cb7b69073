//! Draws what SGF puts on the board: marks, labels, numbers, arrows, territory, dimming.

use super::surface::{STONE, Textures};
use super::{Geometry, Mark, MarkKind, Scene};
use crate::board::{Color, Point};
use crate::gui::theme::Theme;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

/// Marks, numbers, the last move, what comes next.
pub(super) fn paint(p: &Painter, theme: &Theme, textures: &Textures, g: &Geometry, scene: &Scene<'_>) {
    for mark in scene.marks.iter().filter(|mark| g.shows(mark.point)) {
        if let MarkKind::Territory(color) = mark.kind {
            territory(p, g, mark.point, color);
        }
    }
    for next in scene.next.iter().filter(|next| g.shows(next.point)) {
        next_ring(p, theme, g, next.point, next.main);
    }
    let marked =
        |point: Point| scene.marks.iter().any(|m| m.point == point && !matches!(m.kind, MarkKind::Territory(_)));
    for &(point, number, last) in &scene.numbers {
        if g.shows(point) && !marked(point) {
            let color = if last { theme.board.last_move } else { ink(theme, scene, point) };
            let font = FontId::proportional(g.cell * if number < 100 { 0.44 } else { 0.36 });
            p.text(g.pos(point), Align2::CENTER_CENTER, number.to_string(), font, color);
        }
    }
    if let Some(point) = scene.last_move
        && g.shows(point)
        && !marked(point)
        && !scene.numbers.iter().any(|&(at, ..)| at == point)
    {
        let stroke = Stroke::new((g.cell * 0.065).max(1.2), ink(theme, scene, point));
        p.circle_stroke(g.pos(point), g.cell * 0.23, stroke);
    }
    for mark in scene.marks.iter().filter(|mark| g.shows(mark.point)) {
        paint_mark(p, theme, textures, g, scene, mark);
    }
    dim(p, g, scene.dimmed);
}

/// The cursor of the keyboard, over everything else: a frame that is seen on every ground.
pub(super) fn cursor(p: &Painter, theme: &Theme, g: &Geometry, scene: &Scene<'_>) {
    let Some(point) = scene.cursor.filter(|&point| g.shows(point)) else { return };
    let rect = Rect::from_center_size(g.pos(point), Vec2::splat(g.cell * 0.98));
    let width = (g.cell * 0.07).max(2.0);
    p.rect_stroke(rect, 3.0, Stroke::new(width + 2.0, Color32::from_white_alpha(200)), egui::StrokeKind::Middle);
    p.rect_stroke(rect, 3.0, Stroke::new(width, theme.accent), egui::StrokeKind::Middle);
}

/// What can be read on a stone or on the bare board.
fn ink(theme: &Theme, scene: &Scene<'_>, point: Point) -> Color32 {
    match scene.board.stone(point) {
        Some(Color::Black) => Color32::from_gray(245),
        Some(Color::White) => Color32::from_gray(25),
        None => theme.board.mark,
    }
}

fn next_ring(p: &Painter, theme: &Theme, g: &Geometry, point: Point, main: bool) {
    let color = theme.board.mark.gamma_multiply(if main { 0.62 } else { 0.40 });
    p.circle_stroke(g.pos(point), g.cell * 0.30, Stroke::new((g.cell * 0.05).max(1.0), color));
}

fn paint_mark(p: &Painter, theme: &Theme, textures: &Textures, g: &Geometry, scene: &Scene<'_>, mark: &Mark) {
    let at = g.pos(mark.point);
    let color = ink(theme, scene, mark.point);
    let stroke = Stroke::new((g.cell * 0.068).max(1.3), color);
    let on_line = scene.board.stone(mark.point).is_none();
    match &mark.kind {
        MarkKind::Triangle => {
            let r = g.cell * 0.29;
            let corner = |turn: f32| at + r * Vec2::angled(turn.to_radians());
            p.add(Shape::closed_line(vec![corner(-90.0), corner(30.0), corner(150.0)], stroke));
        }
        MarkKind::Square => {
            let side = Vec2::splat(g.cell * 0.44);
            p.rect_stroke(Rect::from_center_size(at, side), 0.0, stroke, egui::StrokeKind::Middle);
        }
        MarkKind::Circle => {
            p.circle_stroke(at, g.cell * 0.27, stroke);
        }
        MarkKind::Cross => {
            let r = g.cell * 0.22;
            p.line_segment([at - Vec2::splat(r), at + Vec2::splat(r)], stroke);
            p.line_segment([at + vec2(-r, r), at + vec2(r, -r)], stroke);
        }
        MarkKind::Selected => {
            p.rect_filled(Rect::from_center_size(at, Vec2::splat(g.cell * 0.40)), 2.0, theme.accent);
        }
        MarkKind::Label(text) => {
            if on_line {
                let half = g.cell * 0.36;
                p.add(textures.patch(theme, g, Rect::from_center_size(at, Vec2::splat(half * 2.0))));
            }
            let size = match text.chars().count() {
                0..=1 => 0.56,
                2 => 0.46,
                3 => 0.36,
                _ => 0.28,
            };
            let shown: String = text.chars().take(6).collect();
            p.text(at, Align2::CENTER_CENTER, shown, FontId::proportional(g.cell * size), color);
        }
        MarkKind::Arrow(to) => connect(p, theme, g, at, g.pos(*to), true),
        MarkKind::Line(to) => connect(p, theme, g, at, g.pos(*to), false),
        MarkKind::Territory(_) => {}
    }
}

fn territory(p: &Painter, g: &Geometry, point: Point, color: Color) {
    let fill = match color {
        Color::Black => Color32::from_gray(16),
        Color::White => Color32::from_gray(250),
    };
    let rect = Rect::from_center_size(g.pos(point), Vec2::splat(g.cell * 0.34));
    p.rect(rect, 1.0, fill, Stroke::new(0.8, Color32::from_gray(90)), egui::StrokeKind::Outside);
}

fn connect(p: &Painter, theme: &Theme, g: &Geometry, from: Pos2, to: Pos2, arrow: bool) {
    let stroke = Stroke::new((g.cell * 0.10).max(2.0), theme.accent.gamma_multiply(0.88));
    let way = to - from;
    if way.length() < 1.0 {
        return;
    }
    let direction = way.normalized();
    if arrow {
        let tip = to - direction * g.cell * 0.08;
        let base = tip - direction * g.cell * 0.36;
        let side = direction.rot90() * g.cell * 0.17;
        p.line_segment([from, base + direction * 1.0], stroke);
        p.add(Shape::convex_polygon(vec![tip, base + side, base - side], stroke.color, Stroke::NONE));
    } else {
        p.line_segment([from, to], stroke);
    }
}

fn dim(p: &Painter, g: &Geometry, points: &[Point]) {
    for &point in points.iter().filter(|&&point| g.shows(point)) {
        let rect = Rect::from_center_size(g.pos(point), Vec2::splat(g.cell));
        p.rect_filled(rect, 0.0, Color32::from_black_alpha(96));
    }
}

/// Bare board over all that is not to be seen (VW).
pub(super) fn hide(p: &Painter, theme: &Theme, textures: &Textures, g: &Geometry, visible: &[Point]) {
    if visible.is_empty() {
        return;
    }
    let mut seen = crate::board::PointSet::EMPTY;
    for &point in visible {
        seen.insert(point);
    }
    for point in g.points().filter(|&point| !seen.contains(point)) {
        p.add(textures.patch(theme, g, Rect::from_center_size(g.pos(point), Vec2::splat(g.cell))));
    }
}

/// A ring of dashes: where the game went on.
pub(super) fn dashed_ring(p: &Painter, g: &Geometry, point: Point, stroke: Stroke) {
    let (center, radius) = (g.pos(point), g.cell * STONE * 0.5);
    let dashes = 10;
    for i in 0..dashes {
        let start = i as f32 / dashes as f32 * std::f32::consts::TAU;
        let arc = |t: f32| center + radius * Vec2::angled(start + t * std::f32::consts::TAU / dashes as f32 * 0.55);
        p.add(Shape::line(vec![arc(0.0), arc(0.5), arc(1.0)], stroke));
    }
}
