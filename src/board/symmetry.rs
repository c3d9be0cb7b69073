//! The eight ways to turn and mirror a board.

use super::Point;

/// One of the eight symmetries of the square: mirror across the main diagonal first (`swap`), then
/// mirror left-right (`flip_x`), then top-bottom (`flip_y`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The one that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] =
        [Symmetry(0), Symmetry(1), Symmetry(2), Symmetry(3), Symmetry(4), Symmetry(5), Symmetry(6), Symmetry(7)];
    /// A quarter turn clockwise.
    pub const ROTATE_RIGHT: Symmetry = Symmetry(0b101);
    /// Left and right exchanged.
    pub const FLIP_LEFT_RIGHT: Symmetry = Symmetry(0b001);

    /// A number in `0..8`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Where the point comes to lie on a board of this size.
    pub const fn apply(self, point: Point, size: u8) -> Point {
        let (mut x, mut y) = (point.x(), point.y());
        if self.0 & 0b100 != 0 {
            (x, y) = (y, x);
        }
        if self.0 & 0b001 != 0 {
            x = size - 1 - x;
        }
        if self.0 & 0b010 != 0 {
            y = size - 1 - y;
        }
        Point::new(x, y)
    }

    /// The one that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        // After an exchange of the axes, undoing a mirror across one means mirroring the other.
        if self.0 & 0b100 != 0 { Symmetry(0b100 | (self.0 & 0b001) << 1 | (self.0 & 0b010) >> 1) } else { self }
    }

    /// This one first, then `next`.
    pub fn then(self, next: Symmetry) -> Symmetry {
        let probe = [Point::new(0, 1), Point::new(1, 2)].map(|p| (p, next.apply(self.apply(p, 4), 4)));
        Symmetry::ALL
            .into_iter()
            .find(|s| probe.iter().all(|&(from, to)| s.apply(from, 4) == to))
            .expect("the symmetries of the square are closed under composition")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_eight_differ_and_undo_themselves() {
        for size in [2, 9, 19] {
            let mut images = std::collections::HashSet::new();
            for s in Symmetry::ALL {
                images.insert(Point::all(size).map(|p| s.apply(p, size)).collect::<Vec<_>>());
                for p in Point::all(size) {
                    assert_eq!(s.inverse().apply(s.apply(p, size), size), p, "{s:?}");
                }
            }
            assert_eq!(images.len(), 8);
        }
    }

    #[test]
    fn composition_is_one_after_the_other() {
        for a in Symmetry::ALL {
            for b in Symmetry::ALL {
                for p in Point::all(5) {
                    assert_eq!(a.then(b).apply(p, 5), b.apply(a.apply(p, 5), 5));
                }
            }
        }
    }

    #[test]
    fn a_right_turn_brings_the_top_left_to_the_top_right() {
        assert_eq!(Symmetry::ROTATE_RIGHT.apply(Point::new(0, 0), 9), Point::new(8, 0));
        assert_eq!(Symmetry::ROTATE_RIGHT.apply(Point::new(1, 0), 9), Point::new(8, 1));
    }
}
