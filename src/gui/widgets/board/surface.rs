//! Draws the board itself, its grid and its stones.

use super::geometry::Part;
use super::{Geometry, Scene};
use crate::board::{Color, Point, coord};
use crate::gui::theme::{StoneStyle, Surface, Theme, textures};
use egui::{
    Align2, Color32, CornerRadius, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Vec2, pos2, vec2,
};

/// The side of the wood texture in pixels.
const WOOD_SIDE: usize = 1024;
/// The diameter of a stone in cells.
pub(super) const STONE: f32 = 0.985;

/// What was computed for the board and is kept from frame to frame.
#[derive(Default)]
pub struct Textures {
    wood: Option<((Color32, Color32), TextureHandle)>,
    stones: Option<((u32, bool), TextureHandle)>,
}

impl Textures {
    /// Wood in these tones, made anew when the tones change.
    fn wood(&mut self, ctx: &egui::Context, light: Color32, dark: Color32) -> TextureHandle {
        match &self.wood {
            Some((tones, handle)) if *tones == (light, dark) => handle.clone(),
            _ => {
                let image = textures::wood(light, dark, WOOD_SIDE);
                let handle = ctx.load_texture("wood", image, TextureOptions::LINEAR_MIRRORED_REPEAT);
                self.wood = Some(((light, dark), handle.clone()));
                handle
            }
        }
    }

    /// Stones for cells of this many pixels, made anew when that changes.
    fn stones(&mut self, ctx: &egui::Context, cell_px: f32, odd: bool) -> TextureHandle {
        let key = (cell_px as u32, odd);
        match &self.stones {
            Some((made_for, handle)) if *made_for == key => handle.clone(),
            _ => {
                let image = textures::stones(cell_px * STONE, odd);
                let handle = ctx.load_texture("stones", image, TextureOptions::LINEAR);
                self.stones = Some((key, handle.clone()));
                handle
            }
        }
    }

    /// A piece of the bare board, to lay over lines where text must be read.
    pub(super) fn patch(&self, theme: &Theme, geometry: &Geometry, area: Rect) -> Shape {
        match (theme.board.surface, &self.wood) {
            (Surface::Wood { .. }, Some((_, wood))) => {
                let mut mesh = Mesh::with_texture(wood.id());
                mesh.add_rect_with_uv(area, wood_uv(geometry, area), Color32::WHITE);
                Shape::mesh(mesh)
            }
            (Surface::Wood { light: color, .. }, None) | (Surface::Flat(color), _) => {
                Shape::rect_filled(area, 0.0, color)
            }
        }
    }
}

/// The part of the wood that lies under an area of the screen: one texel for a pixel, unless the board
/// is larger than the wood.
fn wood_uv(geometry: &Geometry, area: Rect) -> Rect {
    let unit = (WOOD_SIDE as f32 / geometry.scale()).max(geometry.rect.size().max_elem());
    let at = |p: Pos2| ((p - geometry.rect.min) / unit).to_pos2();
    Rect::from_min_max(at(area.min), at(area.max))
}

/// The board, its edge, coordinates, lines and star points.
pub(super) fn paint_board(p: &Painter, theme: &Theme, textures: &mut Textures, g: &Geometry, scene: &Scene<'_>) {
    let style = &theme.board;
    let radius = CornerRadius::same((g.cell * 0.12).clamp(2.0, 6.0) as u8);
    if style.stones == StoneStyle::Shaded {
        let shadow = egui::Shadow { offset: [0, 3], blur: 14, spread: 0, color: Color32::from_black_alpha(60) };
        p.add(shadow.as_shape(g.rect, radius));
    }
    match style.surface {
        Surface::Wood { light, dark } => {
            let wood = textures.wood(p.ctx(), light, dark);
            let shape = egui::epaint::RectShape::filled(g.rect, radius, Color32::WHITE)
                .with_texture(wood.id(), wood_uv(g, g.rect));
            p.add(shape);
        }
        Surface::Flat(color) => {
            p.rect_filled(g.rect, radius, color);
        }
    }
    p.rect_stroke(g.rect, radius, Stroke::new(1.0 / g.scale(), style.edge), StrokeKind::Inside);
    paint_grid(p, theme, g);
    if scene.coordinates {
        paint_coordinates(p, theme, g);
    }
}

fn paint_grid(p: &Painter, theme: &Theme, g: &Geometry) {
    let color = theme.board.line;
    let last = g.size - 1;
    let Part { left, right, top, bottom } = g.part;
    let half = g.line / 2.0;
    // The outermost lines are a little stronger, as on real boards.
    let grow = if g.cell > 14.0 { 1.0 / g.scale() } else { 0.0 };
    let before = |i: u8| if i == 0 { grow } else { 0.0 };
    let after = |i: u8| if i == last { grow } else { 0.0 };
    // Lines end at the edge of the board, and run on where only a part is shown.
    let on_before = |i: u8| if i == 0 { half + grow } else { g.cell * 0.5 };
    let on_after = |i: u8| if i == last { half + grow } else { g.cell * 0.5 };
    let mut mesh = Mesh::default();
    for i in top..=bottom {
        let from = g.screen(left, i) - vec2(on_before(left), half + before(i));
        let to = g.screen(right, i) + vec2(on_after(right), half + after(i));
        mesh.add_colored_rect(Rect::from_min_max(from, to), color);
    }
    for i in left..=right {
        let from = g.screen(i, top) - vec2(half + before(i), on_before(top));
        let to = g.screen(i, bottom) + vec2(half + after(i), on_after(bottom));
        mesh.add_colored_rect(Rect::from_min_max(from, to), color);
    }
    p.add(mesh);
    let dot = (g.cell * 0.105).max(1.5 * g.line);
    for point in coord::star_points(g.size).into_iter().filter(|&point| g.shows(point)) {
        p.circle_filled(g.pos(point), dot, color);
    }
}

fn paint_coordinates(p: &Painter, theme: &Theme, g: &Geometry) {
    let font = FontId::proportional((g.cell * 0.36).clamp(7.0, 17.0));
    let color = theme.board.coordinates;
    let last = g.size - 1;
    // On a turned board, columns of the screen may be rows of the game.
    let turned = g.shown(0, 0).x() == g.shown(last, 0).x();
    let name = |point: Point, letter: bool| match letter {
        true => coord::column_letter(point.x()).to_string(),
        false => (g.size - point.y()).to_string(),
    };
    // Centred in the strip between the edge stones and the edge of the board.
    let Part { left, right, top, bottom } = g.part;
    let line_to_edge = g.screen(left, top).x - g.rect.left();
    let out = (line_to_edge + g.cell * STONE / 2.0) / 2.0;
    let write = |at: Pos2, text: &str| p.text(at, Align2::CENTER_CENTER, text, font.clone(), color);
    for i in left..=right {
        let column = name(g.shown(i, 0), !turned);
        write(g.screen(i, top) - vec2(0.0, out), &column);
        write(g.screen(i, bottom) + vec2(0.0, out), &column);
    }
    for i in top..=bottom {
        let row = name(g.shown(0, i), turned);
        write(g.screen(left, i) - vec2(out, 0.0), &row);
        write(g.screen(right, i) + vec2(out, 0.0), &row);
    }
}

/// All stones with their shadows, and the ghost under the pointer.
pub(super) fn paint_stones(p: &Painter, theme: &Theme, textures: &mut Textures, g: &Geometry, scene: &Scene<'_>) {
    let stones =
        g.points().filter_map(|point| scene.board.stone(point).map(|color| (point, color, 255))).collect::<Vec<_>>();
    match theme.board.stones {
        StoneStyle::Shaded => {
            // The few stones of a tiny board may be larger than textures can be; those are stretched.
            let most = textures::largest_diameter(p.ctx().input(|input| input.max_texture_side)) / STONE;
            let made_for = g.cell_px.min(most);
            let atlas = textures.stones(p.ctx(), made_for, g.odd);
            let mut mesh = Mesh::with_texture(atlas.id());
            mesh.reserve_vertices(stones.len() * 8);
            let side = textures::tile_side(made_for * STONE, g.odd) as f32 * (g.cell_px / made_for) / g.scale();
            for &(point, _, alpha) in &stones {
                let drop = vec2(0.035, 0.065) * g.cell;
                sprite(&mut mesh, g.pos(point) + drop, side, textures::SHADOW_TILE, alpha);
            }
            for &(point, color, _) in &stones {
                let alpha = if scene.imagined.contains(&point) { 232 } else { 255 };
                sprite(&mut mesh, g.pos(point), side, tile_of(point, color), alpha);
            }
            if let Some((point, color)) = scene.ghost {
                sprite(&mut mesh, g.pos(point), side, tile_of(point, color), 140);
            }
            p.add(mesh);
        }
        StoneStyle::Flat => {
            let ghost = scene.ghost.map(|(point, color)| (point, color, 120));
            for (point, color, alpha) in stones.into_iter().chain(ghost) {
                let (fill, rim) = match color {
                    Color::Black => (Color32::from_gray(20), Color32::BLACK),
                    Color::White => (Color32::WHITE, theme.board.line),
                };
                let fade = |c: Color32| c.gamma_multiply(f32::from(alpha) / 255.0);
                p.circle(g.pos(point), g.cell * 0.47, fade(fill), Stroke::new(g.line.max(1.0) * 1.2, fade(rim)));
            }
        }
    }
}

/// A piece for each point, always the same one, so that stones do not flicker.
fn tile_of(point: Point, color: Color) -> usize {
    let pick = (point.index().wrapping_mul(2_654_435_761) >> 7) % 64;
    match color {
        Color::Black => pick % textures::SLATE_VARIANTS,
        Color::White => textures::SLATE_VARIANTS + pick % textures::SHELL_VARIANTS,
    }
}

fn sprite(mesh: &mut Mesh, center: Pos2, side: f32, tile: usize, alpha: u8) {
    let width = 1.0 / textures::TILES as f32;
    let uv = Rect::from_min_max(pos2(tile as f32 * width, 0.0), pos2((tile + 1) as f32 * width, 1.0));
    let tint = Color32::from_white_alpha(alpha);
    mesh.add_rect_with_uv(Rect::from_center_size(center, Vec2::splat(side)), uv, tint);
}
