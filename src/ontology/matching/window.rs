//! The neighbourhood of a move as hashes of growing windows: the same under all symmetries and for
//! both colours, counted from the player who moves.

use crate::board::canonical::image_keys;
use crate::board::zobrist::{self, Hash};
use crate::board::{Color, MAX_SIZE, Point, Symmetry};
use std::sync::OnceLock;

/// Windows of 5x5, 7x7 and 9x9 points around the move.
pub const RADII: [u8; 3] = [2, 3, 4];

/// A window is a board of this size with the move in the middle, so the keys of that board serve.
const SPAN: u8 = 9;
const MIDDLE: i16 = 4;

/// The windows of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Windows {
    /// By radius.
    pub hashes: [Hash; 3],
    /// Stones in the window, by radius.
    pub stones: [u8; 3],
}

/// By radius and symmetry.
type Rings = [[Hash; 8]; RADII.len()];

/// The border's share of the hashes, for each point of a board.
fn borders(size: u8) -> &'static [Rings] {
    static TABLES: [OnceLock<Box<[Rings]>>; MAX_SIZE as usize + 1] = [const { OnceLock::new() }; MAX_SIZE as usize + 1];
    TABLES[size as usize].get_or_init(|| {
        Point::all(size)
            .map(|center| {
                let mut hashes: Rings = [[0; 8]; RADII.len()];
                for near in Point::all(SPAN) {
                    let (dx, dy) = (i16::from(near.x()) - MIDDLE, i16::from(near.y()) - MIDDLE);
                    let (x, y) = (i16::from(center.x()) + dx, i16::from(center.y()) + dy);
                    let inside = |c: i16| (0..i16::from(size)).contains(&c);
                    if inside(x) && inside(y) {
                        continue;
                    }
                    let reach = dx.abs().max(dy.abs());
                    for (hashes, radius) in hashes.iter_mut().zip(RADII) {
                        if reach <= i16::from(radius) {
                            for (hash, s) in hashes.iter_mut().zip(Symmetry::ALL) {
                                *hash ^= zobrist::ko(s.apply(near, SPAN));
                            }
                        }
                    }
                }
                hashes
            })
            .collect()
    })
}

/// The windows around a move on a board of this size with these stones.
pub fn windows(size: u8, center: Point, mover: Color, stones: impl Iterator<Item = (Point, Color)>) -> Windows {
    let keys = image_keys(SPAN);
    let place = usize::from(center.y()) * usize::from(size) + usize::from(center.x());
    let border = &borders(size)[place];
    let mut rings: Rings = [[0; 8]; RADII.len()];
    let mut count = [0u8; 3];
    for (point, color) in stones {
        let dx = i16::from(point.x()) - i16::from(center.x());
        let dy = i16::from(point.y()) - i16::from(center.y());
        let reach = dx.abs().max(dy.abs());
        if reach > i16::from(RADII[2]) {
            continue;
        }
        let ring = (reach - i16::from(RADII[0])).max(0) as usize;
        let cell = ((dy + MIDDLE) * i16::from(SPAN) + dx + MIDDLE) as usize;
        let side = usize::from(color != mover);
        rings[ring].iter_mut().zip(&keys[cell][side]).for_each(|(hash, key)| *hash ^= key);
        count[ring] += 1;
    }
    let mut windows = Windows::default();
    let mut inner = [0u64; 8];
    let mut total = 0;
    for i in 0..RADII.len() {
        inner.iter_mut().zip(&rings[i]).for_each(|(all, ring)| *all ^= ring);
        total += count[i];
        windows.hashes[i] = inner.iter().zip(&border[i]).map(|(a, b)| a ^ b).min().unwrap_or(0);
        windows.stones[i] = total;
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ontology::model::Line;

    fn of(text: &str, center: &str, size: u8, s: Symmetry) -> Windows {
        let situation = Line::parse(text, size).unwrap().end().unwrap();
        let stones = Point::all(size).filter_map(|p| Some((s.apply(p, size), situation.board.stone(p)?)));
        windows(size, s.apply(Point::from_gtp(center, size).unwrap(), size), situation.to_move, stones)
    }

    #[test]
    fn all_orientations_of_a_corner_have_the_same_windows() {
        let one = of("D4 F3 R16 K10", "C6", 19, Symmetry::IDENTITY);
        for s in Symmetry::ALL {
            assert_eq!(of("D4 F3 R16 K10", "C6", 19, s), one);
        }
        assert_eq!(one.stones, [1, 2, 2]);
        // The board size does not matter where the border does not show, far stones neither.
        assert_eq!(of("D4 F3 N12 pass", "C6", 13, Symmetry::IDENTITY).hashes, one.hashes);
    }

    #[test]
    fn colours_count_from_the_mover() {
        let black = of("D4 F3", "C6", 19, Symmetry::IDENTITY);
        let white = of("F3 D4 Q16", "C6", 19, Symmetry::IDENTITY);
        assert_eq!(black.hashes, white.hashes);
        assert_ne!(of("F3 D4", "C6", 19, Symmetry::IDENTITY).hashes, black.hashes);
    }

    #[test]
    fn the_edge_is_seen() {
        let third = of("D4 F3", "C6", 19, Symmetry::IDENTITY);
        let shifted = of("E4 G3", "D6", 19, Symmetry::IDENTITY);
        assert_eq!(third.hashes[0], shifted.hashes[0], "in 5x5 both look the same");
        assert_ne!(third.hashes[1], shifted.hashes[1], "in 7x7 the edge shows");
    }
}
