//! Wood, slate and shell, computed: nothing is loaded, and stones are made for the exact number of
//! pixels they cover, so that they are crisp at every scale.

use egui::{Color32, ColorImage};

/// Black stones come in so many slightly different pieces.
pub const SLATE_VARIANTS: usize = 4;
/// White stones come in so many slightly different pieces.
pub const SHELL_VARIANTS: usize = 8;
/// Tiles of the atlas of stones: slate, shell, and the shadow.
pub const TILES: usize = SLATE_VARIANTS + SHELL_VARIANTS + 1;
/// The tile of the shadow.
pub const SHADOW_TILE: usize = TILES - 1;
/// A tile is so much wider than a stone, to leave room for the shadow's blur.
const TILE_FACTOR: f32 = 1.5;

/// A number in [0, 1) that depends on two integers only.
fn hash(x: i32, y: i32) -> f32 {
    let mut h = (x as u32).wrapping_mul(0x9E37_79B9) ^ (y as u32).wrapping_mul(0x85EB_CA6B);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    ((h ^ (h >> 15)) >> 8) as f32 / (1 << 24) as f32
}

/// Smooth noise in [0, 1): hashed corners, blended.
fn noise(x: f32, y: f32) -> f32 {
    let (x0, y0) = (x.floor(), y.floor());
    let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
    let (tx, ty) = (smooth(x - x0), smooth(y - y0));
    let (xi, yi) = (x0 as i32, y0 as i32);
    let row = |y: i32| hash(xi, y) * (1.0 - tx) + hash(xi + 1, y) * tx;
    row(yi) * (1.0 - ty) + row(yi + 1) * ty
}

fn shade(color: [f32; 3], factor: f32) -> [u8; 3] {
    color.map(|c| (c * factor).round().clamp(0.0, 255.0) as u8)
}

fn channels(color: Color32) -> [f32; 3] {
    [f32::from(color.r()), f32::from(color.g()), f32::from(color.b())]
}

fn blend(a: [f32; 3], b: [f32; 3], part: f32) -> [f32; 3] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * part)
}

/// Straight-grained wood, as of a board cut from the middle of the tree: lines run downwards, close
/// and far in turn, wave a little, and carry fine pores.
pub fn wood(light: Color32, dark: Color32, side: usize) -> ColorImage {
    let (light, dark) = (channels(light), channels(dark));
    // The year rings along x, once: slow swell, rings with a sharp late edge, fine fibres.
    let rings: Vec<f32> = (0..side * 2)
        .map(|i| {
            let x = i as f32;
            let ring = (x / 17.0 + 1.7 * noise(x / 90.0, 3.0)).fract();
            let late = ring * ring * ring;
            0.42 * noise(x / 140.0, 7.0)
                + 0.34 * late * (0.4 + 0.6 * noise(x / 60.0, 9.0))
                + 0.16 * noise(x / 2.3, 11.0)
        })
        .collect();
    let mut pixels = Vec::with_capacity(side * side);
    for y in 0..side {
        let fy = y as f32;
        let sway = 9.0 * (noise(0.5, fy / 330.0) - 0.5) + 2.5 * (noise(1.5, fy / 70.0) - 0.5);
        for x in 0..side {
            let fx = x as f32;
            let bend = sway * (0.6 + 0.4 * fx / side as f32);
            let at = (fx + bend + 20.0).max(0.0);
            let i = at as usize;
            let t = at.fract();
            let grain = rings[i] * (1.0 - t) + rings[i + 1] * t;
            let pore = hash(x as i32, y as i32 / 19 + x as i32 * 7);
            let pore = if pore > 0.93 { (pore - 0.93) * 1.1 } else { 0.0 };
            let cloud = 0.12 * noise(fx / 210.0, fy / 420.0);
            let [r, g, b] = shade(blend(light, dark, (grain + pore + cloud).min(1.0)), 1.0);
            pixels.push(Color32::from_rgb(r, g, b));
        }
    }
    ColorImage::new([side, side], pixels)
}

/// The pixels of one side of a tile for stones of this diameter; `odd` says whether lines of the grid
/// are centred on the middle of a pixel.
pub fn tile_side(diameter: f32, odd: bool) -> usize {
    let side = (diameter * TILE_FACTOR).ceil() as usize + 2;
    if (side % 2 == 1) == odd { side } else { side + 1 }
}

/// The largest stones that fit side by side into a texture of this side.
pub fn largest_diameter(texture_side: usize) -> f32 {
    ((texture_side / TILES) as f32 - 4.0) / TILE_FACTOR
}

/// All stones and the shadow side by side, for stones of this diameter in pixels.
pub fn stones(diameter: f32, odd: bool) -> ColorImage {
    let side = tile_side(diameter, odd);
    let mut image = ColorImage::filled([side * TILES, side], Color32::TRANSPARENT);
    for tile in 0..TILES {
        for y in 0..side {
            for x in 0..side {
                let dx = x as f32 + 0.5 - side as f32 / 2.0;
                let dy = y as f32 + 0.5 - side as f32 / 2.0;
                image.pixels[y * side * TILES + tile * side + x] = match tile {
                    SHADOW_TILE => shadow(dx, dy, diameter / 2.0),
                    _ if tile < SLATE_VARIANTS => slate(dx, dy, diameter / 2.0, tile as i32),
                    _ => shell(dx, dy, diameter / 2.0, (tile - SLATE_VARIANTS) as i32),
                };
            }
        }
    }
    image
}

/// How much of the pixel the disc covers.
fn cover(distance: f32, radius: f32) -> f32 {
    (radius - distance + 0.5).clamp(0.0, 1.0)
}

/// The upward normal of a lens-shaped stone, at a place in units of its radius.
fn normal(u: f32, v: f32) -> [f32; 3] {
    let r2 = (u * u + v * v).min(1.0);
    // Flat in the middle and steep at the rim, as stones are.
    let slope = 0.55 + 0.45 * r2;
    let z = (1.0 - r2 * slope * slope).max(0.02).sqrt();
    let length = (u * u * slope * slope + v * v * slope * slope + z * z).sqrt();
    [u * slope / length, v * slope / length, z / length]
}

/// Light from above left.
const LIGHT: [f32; 3] = [-0.42, -0.56, 0.71];

fn lambert(n: [f32; 3]) -> f32 {
    (n[0] * LIGHT[0] + n[1] * LIGHT[1] + n[2] * LIGHT[2]).max(0.0)
}

/// How much of the light is thrown straight at the eye.
fn gloss(n: [f32; 3], power: f32) -> f32 {
    let half = [LIGHT[0], LIGHT[1], LIGHT[2] + 1.0];
    let length = half.iter().map(|c| c * c).sum::<f32>().sqrt();
    (n.iter().zip(half).map(|(a, b)| a * b / length).sum::<f32>()).max(0.0).powf(power)
}

fn premultiplied([r, g, b]: [u8; 3], alpha: f32) -> Color32 {
    Color32::from_rgba_unmultiplied(r, g, b, (alpha * 255.0).round() as u8)
}

/// A pixel of a stone, transparent outside. `tone` says how bright it is, by the place in units of the radius
/// and the normal there.
fn stone((dx, dy): (f32, f32), radius: f32, base: [f32; 3], tone: impl FnOnce(f32, f32, [f32; 3]) -> f32) -> Color32 {
    let alpha = cover(dx.hypot(dy), radius);
    if alpha == 0.0 {
        return Color32::TRANSPARENT;
    }
    let (u, v) = (dx / radius, dy / radius);
    premultiplied(shade(base, tone(u, v, normal(u, v))), alpha)
}

fn slate(dx: f32, dy: f32, radius: f32, variant: i32) -> Color32 {
    // Slate stones are cut a little larger than shells, since black looks smaller.
    let radius = radius * (1.0 - 0.006 * variant as f32);
    stone((dx, dy), radius, [246.0, 250.0, 255.0], |u, v, n| {
        let speck = 0.035 * (hash(dx as i32 + 37 * variant, dy as i32 - 91 * variant) - 0.5);
        let tone = 0.055 + 0.13 * lambert(n) + (0.30 + 0.02 * variant as f32) * gloss(n, 22.0) + speck * 0.6;
        let rim = 0.05 * u.hypot(v).powi(10);
        tone - rim
    })
}

fn shell(dx: f32, dy: f32, radius: f32, variant: i32) -> Color32 {
    let radius = radius * (0.985 - 0.0025 * (variant % 4) as f32);
    stone((dx, dy), radius, [253.0, 250.0, 243.0], |u, v, n| {
        // Growth lines: arcs around a hinge far outside of the stone, in a direction of each piece's own.
        let angle = 0.6 + variant as f32 * 0.785;
        let (hx, hy) = (angle.cos() * 2.2, angle.sin() * 2.2);
        let far = (u - hx).hypot(v - hy);
        let wave =
            (far * (15.0 + 1.5 * (variant % 3) as f32) + 1.2 * noise(u * 2.0 + 31.0 * variant as f32, v * 2.0)).sin();
        // Lines blur away on small stones, where they would only look like dirt.
        let fine = ((radius - 9.0) / 14.0).clamp(0.0, 1.0);
        let lines = 0.020 * fine * wave * (1.0 - 0.5 * u.hypot(v));
        let tone = 0.775 + 0.215 * lambert(n) + 0.09 * gloss(n, 30.0) + lines;
        let rim = 0.15 * u.hypot(v).powi(9);
        (tone - rim).min(1.0)
    })
}

fn shadow(dx: f32, dy: f32, radius: f32) -> Color32 {
    let blur = radius * 0.34;
    let t = ((radius * 1.02 + blur * 0.5 - dx.hypot(dy)) / blur).clamp(0.0, 1.0);
    Color32::from_black_alpha((t * t * (3.0 - 2.0 * t) * 105.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_round_light_and_dark_and_never_reach_the_edge_of_their_tile() {
        for (diameter, odd) in [(11.0, true), (27.5, true), (64.0, false)] {
            let side = tile_side(diameter, odd);
            assert_eq!(side % 2 == 1, odd);
            let image = stones(diameter, odd);
            assert_eq!(image.size, [side * TILES, side]);
            let at = |tile: usize, x: usize, y: usize| image.pixels[y * side * TILES + tile * side + x];
            for tile in 0..TILES {
                for i in 0..side {
                    for edge in [at(tile, i, 0), at(tile, 0, i), at(tile, i, side - 1), at(tile, side - 1, i)] {
                        assert_eq!(edge.a(), 0, "tile {tile} bleeds into its neighbour");
                    }
                }
            }
            assert!(at(0, side / 2, side / 2).r() < 110, "slate is dark");
            assert!(at(SLATE_VARIANTS, side / 2, side / 2).r() > 215, "shell is light");
        }
    }

    #[test]
    fn the_largest_stones_fit_into_a_texture() {
        for side in [1024, 2048, 8192, 16384] {
            let largest = largest_diameter(side);
            assert!(tile_side(largest, true).max(tile_side(largest, false)) * TILES <= side, "{side}");
            assert!(tile_side(largest * 1.1, true) * TILES > side * 9 / 10, "{side}: they could be larger");
        }
    }

    #[test]
    fn wood_stays_between_its_two_tones_and_has_a_grain() {
        let (light, dark) = (Color32::from_rgb(233, 198, 133), Color32::from_rgb(203, 154, 80));
        let image = wood(light, dark, 128);
        assert!(image.pixels.iter().all(|p| (203..=233).contains(&p.r()) && p.is_opaque()));
        let row: Vec<u8> = image.pixels[..128].iter().map(|p| p.r()).collect();
        assert!(row.iter().max() > row.iter().min().map(|m| m + 8).as_ref(), "the grain shows: {row:?}");
    }
}
