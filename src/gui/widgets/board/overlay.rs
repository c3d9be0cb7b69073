//! Draws what the engine and the experts say on the board.

use super::marks::dashed_ring;
use super::{CandidateMark, Geometry, Scene, Textures};
use crate::board::Point;
use crate::gui::theme::Theme;
use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, Vec2, vec2};

/// Under the stones: heat of the search.
pub(super) fn paint_ground(p: &Painter, g: &Geometry, scene: &Scene<'_>) {
    for score in scene.scores.iter().filter(|score| g.shows(score.point) && scene.board.stone(score.point).is_none()) {
        let at = g.pos(score.point);
        let square = |share: f32| Rect::from_center_size(at, Vec2::splat(g.cell * share));
        // Around: now. Within: a turn ago. One colour means that nothing changed.
        p.rect_filled(square(0.94), g.cell * 0.08, heat_color(score.now).gamma_multiply(0.88));
        if let Some(before) = score.before {
            let rim = Stroke::new(0.7, Color32::from_black_alpha(110));
            p.rect(square(0.46), g.cell * 0.06, heat_color(before), rim, egui::StrokeKind::Inside);
        }
        if g.cell >= BADGE_CELL {
            let font = FontId::proportional(g.cell * 0.22);
            p.text(at + vec2(0.0, 0.35) * g.cell, Align2::CENTER_CENTER, &score.text, font, Color32::from_gray(10));
        }
    }
    let Some(heat) = scene.heat else { return };
    for point in g.points() {
        let value = heat[point].clamp(0.0, 1.0);
        if value > 0.01 && scene.board.stone(point).is_none() {
            let rect = Rect::from_center_size(g.pos(point), Vec2::splat(g.cell));
            p.rect_filled(rect, 0.0, heat_color(value).gamma_multiply(0.25 + 0.6 * value));
        }
    }
}

/// From blue over yellow to red.
fn heat_color(value: f32) -> Color32 {
    let (cold, warm, hot) =
        (Color32::from_rgb(40, 90, 200), Color32::from_rgb(250, 220, 60), Color32::from_rgb(215, 40, 30));
    if value < 0.5 { cold.lerp_to_gamma(warm, value * 2.0) } else { warm.lerp_to_gamma(hot, value * 2.0 - 1.0) }
}

/// Over the stones: ownership, candidates, grades.
pub(super) fn paint(p: &Painter, theme: &Theme, textures: &Textures, g: &Geometry, scene: &Scene<'_>) {
    if let Some(ownership) = scene.ownership {
        for point in g.points() {
            // A candidate's text and a square would spoil each other.
            if !scene.candidates.iter().any(|candidate| candidate.point == point) {
                owner_square(p, g, scene, point, ownership[point]);
            }
        }
    }
    for candidate in scene.candidates.iter().filter(|candidate| g.shows(candidate.point)) {
        if candidate.text.is_some() && scene.board.stone(candidate.point).is_none() {
            // The bare board under it, so that no line crosses the numbers.
            let square = Rect::from_center_size(g.pos(candidate.point), Vec2::splat(g.cell * 0.64));
            p.add(textures.patch(theme, g, square));
        }
        paint_candidate(p, theme, g, candidate);
    }
    if let Some(point) = scene.played.filter(|&point| g.shows(point)) {
        dashed_ring(p, g, point, Stroke::new((g.cell * 0.06).max(1.5), theme.board.mark.gamma_multiply(0.85)));
    }
    if let Some(point) = scene.asked.filter(|&point| g.shows(point)) {
        corners(p, g, point, Stroke::new((g.cell * 0.07).max(2.0), theme.accent));
    }
    for point in g.points() {
        let here: Vec<_> = scene.badges.iter().filter(|badge| badge.point == point).collect();
        let unit = badge_unit(g.cell);
        // Beside the numbers of a candidate, not on them.
        let first = g.pos(point) - vec2(0.24 * g.cell + 0.215 * unit, 0.42 * g.cell);
        for (i, badge) in here.iter().enumerate() {
            let at = first + vec2(0.0, 0.31 * unit * i as f32);
            let half = vec2(0.215, 0.14) * unit;
            let rect = Rect::from_min_max(at - half, at + half);
            let edge = if badge.is_split { Color32::BLACK } else { Color32::WHITE };
            let (fill, ink) = match badge.is_waiting {
                true => (Color32::from_gray(250), badge.color),
                false => (badge.color, ink_on(badge.color)),
            };
            p.rect(rect, unit * 0.08, fill, Stroke::new(1.2, edge), egui::StrokeKind::Outside);
            p.text(at, Align2::CENTER_CENTER, &badge.text, FontId::proportional(unit * 0.24), ink);
        }
        if here.iter().any(|badge| badge.is_split) {
            let at = first - vec2(0.30 * unit, 0.0);
            p.circle(at, unit * 0.13, Color32::from_rgb(255, 214, 64), Stroke::new(1.0, Color32::BLACK));
            p.text(at, Align2::CENTER_CENTER, "≠", FontId::proportional(unit * 0.24), Color32::BLACK);
        }
    }
}

/// The cell that a badge is made for: small boards on the screen keep badges that can be read, those that are
/// tiny keep something of the board.
fn badge_unit(cell: f32) -> f32 {
    (cell * 1.5).clamp(26.0, 36.0).max(cell)
}

/// Black or white, whichever can be read on a colour better: a light colour takes black.
fn ink_on(fill: Color32) -> Color32 {
    let [white, black] = [Color32::WHITE, Color32::BLACK].map(|ink| contrast(ink, fill));
    if white >= black { Color32::WHITE } else { Color32::BLACK }
}

/// How well two colours are told apart, from 1 to 21 (WCAG 2).
fn contrast(a: Color32, b: Color32) -> f32 {
    let light = |color: Color32| {
        let [r, g, b, _] = egui::Rgba::from(color).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

/// The corners of a square around a point.
fn corners(p: &Painter, g: &Geometry, point: Point, stroke: Stroke) {
    let (at, half, arm) = (g.pos(point), g.cell * 0.5, g.cell * 0.18);
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let corner = at + vec2(x, y) * half;
        p.add(egui::Shape::line(vec![corner - vec2(x, 0.0) * arm, corner, corner - vec2(0.0, y) * arm], stroke));
    }
}

/// Size tells certainty; nothing is drawn on a stone that belongs to its owner, unless it is dead.
fn owner_square(p: &Painter, g: &Geometry, scene: &Scene<'_>, point: Point, value: f32) {
    let certainty = value.abs();
    let owner_black = value > 0.0;
    let alive = scene.board.stone(point).is_some_and(|c| (c == crate::board::Color::Black) == owner_black);
    if certainty < 0.12 || alive {
        return;
    }
    let side = Vec2::splat(g.cell * 0.46 * certainty);
    let (fill, rim) = if owner_black { (12, 235) } else { (250, 60) };
    let rect = Rect::from_center_size(g.pos(point), side);
    p.rect(
        rect,
        1.0,
        Color32::from_gray(fill).gamma_multiply(0.9),
        Stroke::new(0.6, Color32::from_gray(rim).gamma_multiply(0.6)),
        egui::StrokeKind::Outside,
    );
}

/// Cells from this size on have room for a badge at the corner of a candidate.
const BADGE_CELL: f32 = 34.0;
/// The ring of the best move.
const BEST: Color32 = Color32::from_rgb(0, 200, 220);

fn paint_candidate(p: &Painter, theme: &Theme, g: &Geometry, candidate: &CandidateMark) {
    let at = g.pos(candidate.point);
    let radius = g.cell * 0.47;
    let strength = 0.30 + 0.62 * candidate.share.clamp(0.0, 1.0).sqrt();
    let fill = candidate.fill.gamma_multiply(strength);
    let rim =
        Stroke::new((g.cell * 0.02).max(0.8), theme.mix(candidate.fill, Color32::BLACK, 0.45).gamma_multiply(strength));
    p.circle(at, radius, fill, rim);
    if candidate.best {
        p.circle_stroke(at, radius, Stroke::new((g.cell * 0.085).max(2.0), BEST));
    }
    if let Some((big, small)) = &candidate.text {
        // Black on light fills, white on dark ones.
        let [r, green, b, _] = candidate.fill.to_array();
        let light = 0.299 * f32::from(r) + 0.587 * f32::from(green) + 0.114 * f32::from(b) > 105.0 || strength < 0.55;
        let ink = if light { Color32::from_gray(10) } else { Color32::WHITE };
        let offset = vec2(0.0, g.cell * 0.13);
        p.text(at - offset, Align2::CENTER_CENTER, big, FontId::proportional(g.cell * 0.37), ink);
        // Where there is no room for a badge, the sign of a loss says more than the visits.
        let small = if g.cell < BADGE_CELL && !candidate.symbol.is_empty() { candidate.symbol } else { small };
        p.text(at + offset * 1.35, Align2::CENTER_CENTER, small, FontId::proportional(g.cell * 0.27), ink);
    }
    if !candidate.symbol.is_empty() && g.cell >= BADGE_CELL {
        // Not above, where the badges of the point to the right are.
        let corner = at + vec2(0.38, 0.38) * g.cell;
        p.circle_filled(corner, g.cell * 0.17, theme.panel);
        p.text(corner, Align2::CENTER_CENTER, candidate.symbol, FontId::proportional(g.cell * 0.24), theme.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn badges_are_large_enough_on_a_board_of_nineteen_lines() {
        // 26 points: 19 lines in a window of 1280x800.
        assert_eq!([10.0, 26.0, 60.0].map(badge_unit), [26.0, 36.0, 60.0]);
    }

    #[test]
    fn the_letters_of_a_badge_can_be_read_on_every_colour() {
        assert_eq!(ink_on(Color32::from_rgb(0xcc, 0x79, 0xa7)), Color32::BLACK);
        assert_eq!(ink_on(Color32::from_rgb(0x00, 0x72, 0xb2)), Color32::WHITE);
        for step in 0..16 * 16 * 16 {
            let part = |by: u32| (step / by % 16 * 17) as u8;
            let fill = Color32::from_rgb(part(256), part(16), part(1));
            assert!(contrast(ink_on(fill), fill) >= 4.5, "{fill:?}");
        }
    }
}
