//! Zobrist keys: one fixed random number for each stone on each point, made at compile time.

use super::{Color, GRID, Point, PointMap};

/// The exclusive or of the keys of all stones on a board.
pub type Hash = u64;

static STONES: [PointMap<Hash>; 2] = [stone_keys(Color::Black), stone_keys(Color::White)];

/// Mixed in when White is to move, for situational superko.
pub const WHITE_TO_MOVE: Hash = 0x9e6c_63d0_676a_9a99;

/// The hash of a board with who moves next, as superko compares them.
#[inline]
pub fn with_turn(board: Hash, to_play: Color) -> Hash {
    match to_play {
        Color::Black => board,
        Color::White => board ^ WHITE_TO_MOVE,
    }
}

/// The key of a stone.
#[inline(always)]
pub fn stone(color: Color, point: Point) -> Hash {
    STONES[color.index()][point]
}

/// Mixed in where a simple ko forbids a point.
#[inline]
pub fn ko(point: Point) -> Hash {
    STONES[0][point].rotate_left(23) ^ STONES[1][point]
}

/// Sets boards of different sizes apart.
pub const fn board_size(size: u8) -> Hash {
    split_mix(0x517c_c1b7_2722_0a95 ^ size as u64)
}

/// Steele, Lea and Flood's mixer: a good random number for every different input.
pub const fn split_mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn stone_keys(color: Color) -> PointMap<Hash> {
    let mut keys = [0; GRID];
    let mut i = 0;
    while i < GRID {
        keys[i] = split_mix((color as u64) << 32 | i as u64);
        i += 1;
    }
    PointMap::from_array(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_do_not_repeat() {
        let mut seen = std::collections::HashSet::new();
        for point in Point::all(25) {
            for color in Color::BOTH {
                assert!(seen.insert(stone(color, point)));
            }
        }
    }
}
