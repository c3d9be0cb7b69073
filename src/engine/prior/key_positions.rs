//! Key-positions priority: good lines first, by a distribution drawn with a Bezier curve (Chelaru 4.3.4).

use crate::board::{Point, PointMap};

/// Points fall into nine categories by their line and how near they are to a corner.
const CATEGORIES: usize = 9;

/// Steps at which the curve is drawn; more would change nothing that can be seen.
const STEPS: usize = 1000;

/// The share of each point, 1 for the best.
pub fn shares(size: u8) -> PointMap<f32> {
    let shares = category_shares();
    let best = shares.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let mut table = PointMap::new(0.0);
    for point in Point::all(size) {
        table[point] = shares[category(point, size)] / best;
    }
    table
}

/// 8 for the best points: third and fourth lines near the corners; 0 for the first line.
fn category(point: Point, size: u8) -> usize {
    let line = usize::from(point.edge_distance(size));
    let across = {
        let from = |c: u8| usize::from(c.min(size - 1 - c));
        from(point.x()).max(from(point.y()))
    };
    let by_line = match line {
        0 => return 0,
        1 => return 1,
        2 | 3 => 8,
        4 => 5,
        _ => 4,
    };
    // Towards the middle of a side a point is worth a little less than in a corner.
    by_line - (across.saturating_sub(3) / 3).min(3)
}

/// How often each category is drawn: the length of the interval of x over which the curve's y lies in
/// the category (Chelaru, fig. 4.21).
fn category_shares() -> [f32; CATEGORIES] {
    // From nothing at all to the best category, rising early so that good points take most of the width.
    const CONTROL: [(f32, f32); 4] = [(0.0, 0.0), (0.1, 6.0), (0.3, 9.0), (1.0, 9.0)];
    let mut shares = [0.0; CATEGORIES];
    let mut before = bezier(&CONTROL, 0.0);
    for step in 1..=STEPS {
        let now = bezier(&CONTROL, step as f32 / STEPS as f32);
        let category = (now.1 as usize).min(CATEGORIES - 1);
        shares[category] += now.0 - before.0;
        before = now;
    }
    shares
}

/// A point of a cubic Bezier curve.
fn bezier(control: &[(f32, f32); 4], t: f32) -> (f32, f32) {
    let u = 1.0 - t;
    let weights = [u * u * u, 3.0 * t * u * u, 3.0 * t * t * u, t * t * t];
    let sum = |pick: fn(&(f32, f32)) -> f32| control.iter().zip(weights).map(|(p, w)| pick(p) * w).sum();
    (sum(|p| p.0), sum(|p| p.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_shares_out_the_whole_width() {
        let shares = category_shares();
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{shares:?}");
        assert!(shares[8] > shares[0], "{shares:?}");
    }

    #[test]
    fn a_corner_point_on_the_third_line_beats_the_first_line() {
        let table = shares(19);
        assert_eq!(table[Point::new(2, 3)], 1.0);
        assert!(table[Point::new(0, 9)] < 0.2);
        assert!(table[Point::new(3, 3)] > table[Point::new(9, 3)]);
    }
}
