//! Near positions: the same but for a few stones, in any orientation.

use super::base::{Base, Bucket, Rings, fill_planes, rings, words};
use crate::board::{Board, Color, Point, Symmetry};

/// A position close to the one at hand.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// Its number.
    pub position: u32,
    /// Points that differ.
    pub distance: u32,
    /// Leads from the canonical image of the found position to the orientation at hand.
    pub symmetry: Symmetry,
}

/// A differing point changes the counts of at most two rings by one.
fn ring_distance(a: &Rings, b: &Rings) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
}

/// The fewest points in which positions with these stone counts can differ.
fn least_distance(a: [u16; 2], b: [u16; 2]) -> u32 {
    let [black, white] = [i32::from(a[0]) - i32::from(b[0]), i32::from(a[1]) - i32::from(b[1])];
    // Opposite signs: a stone that changed colour counts once for both.
    (if black.signum() * white.signum() < 0 { black.abs().max(white.abs()) } else { (black + white).abs() }) as u32
}

/// The positions that differ in at most `most` points, nearest first, no more than `limit`.
pub fn near(base: &Base, board: &Board, to_move: Color, most: u32, limit: usize) -> Vec<Near> {
    let size = board.size();
    let length = words(size);
    let stones: Vec<(Point, Color)> = Point::all(size).filter_map(|p| Some((p, board.stone(p)?))).collect();
    let count = Color::BOTH.map(|c| board.stones_on_board(c) as u16);
    let here = rings(size, stones.iter().copied());
    let images = Symmetry::ALL.map(|s| {
        let mut planes = vec![0u64; 2 * length];
        fill_planes(&mut planes, size, s, stones.iter().copied());
        (s, planes)
    });
    let mut found = Vec::new();
    let fits = |b: &&Bucket| b.size == size && b.to_move == to_move && least_distance(b.stones, count) <= most;
    for bucket in base.buckets().iter().filter(fits) {
        for (position, there) in (bucket.first..).zip(base.rings(bucket)) {
            if ring_distance(&here, there) > 2 * most {
                continue;
            }
            let planes = base.planes_of(bucket, position);
            let (black, white) = planes.split_at(length);
            let mut best: Option<(u32, Symmetry)> = None;
            for (symmetry, image) in &images {
                let differ = |word: usize| (black[word] ^ image[word]) | (white[word] ^ image[length + word]);
                let distance = (0..length).map(|word| differ(word).count_ones()).sum();
                if distance <= most && best.is_none_or(|(least, _)| distance < least) {
                    best = Some((distance, *symmetry));
                }
            }
            if let Some((distance, symmetry)) = best {
                found.push(Near { position, distance, symmetry: symmetry.inverse() });
            }
        }
    }
    found.sort_by_key(|n| (n.distance, n.position));
    found.truncate(limit);
    found
}

/// The points of the situation at hand where a near position differs.
pub fn differing(base: &Base, bucket: &Bucket, near: &Near, board: &Board) -> Vec<Point> {
    let size = bucket.size;
    let mut there = crate::board::PointMap::new(None);
    for (point, color) in super::base::plane_stones(base.planes_of(bucket, near.position), size) {
        there[near.symmetry.apply(point, size)] = Some(color);
    }
    Point::all(size).filter(|&p| there[p] != board.stone(p)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_bound_the_distance() {
        assert_eq!(least_distance([3, 3], [3, 3]), 0);
        assert_eq!(least_distance([4, 3], [3, 3]), 1);
        assert_eq!(least_distance([4, 4], [3, 3]), 2);
        assert_eq!(least_distance([4, 3], [3, 4]), 1, "one stone changed colour");
        assert_eq!(least_distance([6, 3], [3, 4]), 3);
    }
}
