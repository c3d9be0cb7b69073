//! Points of a padded board, moves, and tables indexed by points.
//!
//! Every board size shares one padded grid of [`STRIDE`] columns, so that a point means the same
//! column and row whatever the size, and its neighbours lie at constant offsets. A single border
//! column serves as the right edge of one row and the left edge of the next.

use serde::{Deserialize, Serialize};
use std::num::NonZeroU16;
use std::ops::{Index, IndexMut};

/// The smallest board.
pub const MIN_SIZE: u8 = 2;
/// The largest board (the letters A to Z without I).
pub const MAX_SIZE: u8 = 25;
/// Columns of the padded grid.
pub const STRIDE: usize = MAX_SIZE as usize + 1;
/// Length of a table over the padded grid: border rows above and below, two border points to close
/// them. Index 0 is no point, so that `Option<Point>` needs no more room than `Point`.
pub const GRID: usize = STRIDE * (MAX_SIZE as usize + 2) + 2;

/// A point of the padded grid: an intersection, or a point of the border around them.
///
/// Columns count from the left and rows from the top, from 0, as in SGF and on screens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Point(NonZeroU16);

const _: () = assert!(size_of::<Option<Point>>() == 2);
const _: () = assert!(size_of::<Move>() == 2);

impl Point {
    /// The point in column `x` and row `y`, both from 0, rows from the top.
    ///
    /// # Panics
    /// When `x` or `y` is not below [`MAX_SIZE`].
    #[inline]
    pub const fn new(x: u8, y: u8) -> Point {
        assert!(x < MAX_SIZE && y < MAX_SIZE, "a point lies within 25 columns and 25 rows");
        Point::from_raw((y as usize + 1) * STRIDE + x as usize + 2)
    }

    /// The point at a place in a table over the grid, if there is one.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Point> {
        if index == 0 || index >= GRID { None } else { Some(Point::from_raw(index)) }
    }

    /// `index` must be in `1..GRID`; checked, and free where the compiler can see it.
    #[inline(always)]
    const fn from_raw(index: usize) -> Point {
        debug_assert!(index > 0 && index < GRID);
        match NonZeroU16::new(index as u16) {
            Some(index) => Point(index),
            None => panic!("0 is not a point of the grid"),
        }
    }

    /// Column from the left, from 0.
    #[inline]
    pub const fn x(self) -> u8 {
        ((self.index() + STRIDE - 2) % STRIDE) as u8
    }

    /// Row from the top, from 0.
    #[inline]
    pub const fn y(self) -> u8 {
        ((self.index() + STRIDE - 2) / STRIDE) as u8 - 2
    }

    /// Place in a table over the grid.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// Whether the point is an intersection of a board of this size.
    pub const fn is_on(self, size: u8) -> bool {
        self.index() >= STRIDE + 2 && self.x() < size && self.y() < size
    }

    /// The four neighbours: left, right, above, below. Those of an intersection may lie on the border.
    ///
    /// # Panics
    /// When the point lies in a border row: nothing is beyond it.
    #[inline(always)]
    pub const fn neighbours(self) -> [Point; 4] {
        const S: isize = STRIDE as isize;
        self.near([-1, 1, -S, S])
    }

    /// The four diagonal neighbours: above left, above right, below left, below right.
    ///
    /// # Panics
    /// When the point lies in a border row.
    #[inline(always)]
    pub const fn diagonals(self) -> [Point; 4] {
        const S: isize = STRIDE as isize;
        self.near([-S - 1, -S + 1, S - 1, S + 1])
    }

    /// The eight points around, row by row.
    ///
    /// # Panics
    /// When the point lies in a border row.
    #[inline(always)]
    pub const fn around(self) -> [Point; 8] {
        const S: isize = STRIDE as isize;
        self.near([-S - 1, -S, -S + 1, -1, 1, S - 1, S, S + 1])
    }

    /// The points at `offsets`, none of which may be longer than a diagonal step.
    #[inline(always)]
    const fn near<const N: usize>(self, offsets: [isize; N]) -> [Point; N] {
        const STEP: usize = STRIDE + 1;
        assert!(self.index().wrapping_sub(STEP + 1) < GRID - 2 * STEP - 1, "a border row has no neighbours");
        let mut points = [self; N];
        let mut i = 0;
        while i < N {
            debug_assert!(offsets[i].unsigned_abs() <= STEP);
            // SAFETY: the assertion keeps the index at least a diagonal step away from 0 and from GRID.
            points[i] = Point(unsafe { NonZeroU16::new_unchecked((self.index() as isize + offsets[i]) as u16) });
            i += 1;
        }
        points
    }

    /// Whether the two are neighbours.
    #[inline(always)]
    pub const fn is_beside(self, other: Point) -> bool {
        let gap = self.index().abs_diff(other.index());
        gap == 1 || gap == STRIDE
    }

    /// Distance in the metric of the papers: |dx| + |dy| + max(|dx|, |dy|).
    pub const fn circular_distance(self, other: Point) -> u8 {
        let dx = self.x().abs_diff(other.x());
        let dy = self.y().abs_diff(other.y());
        dx + dy + if dx > dy { dx } else { dy }
    }

    /// Distance along the lines: |dx| + |dy|.
    pub const fn line_distance(self, other: Point) -> u8 {
        self.x().abs_diff(other.x()) + self.y().abs_diff(other.y())
    }

    /// Lines to the nearest edge of a board of this size: 0 on the first line.
    pub const fn edge_distance(self, size: u8) -> u8 {
        let dx = if self.x() < size - 1 - self.x() { self.x() } else { size - 1 - self.x() };
        let dy = if self.y() < size - 1 - self.y() { self.y() } else { size - 1 - self.y() };
        if dx < dy { dx } else { dy }
    }

    /// All intersections of a board of this size, row by row from the top left.
    pub fn all(size: u8) -> impl DoubleEndedIterator<Item = Point> + Clone {
        (0..size).flat_map(move |y| (0..size).map(move |x| Point::new(x, y)))
    }
}

impl std::fmt::Debug for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.x(), self.y())
    }
}

impl Serialize for Point {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.x(), self.y()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Point, D::Error> {
        let (x, y) = <(u8, u8)>::deserialize(deserializer)?;
        if x < MAX_SIZE && y < MAX_SIZE {
            Ok(Point::new(x, y))
        } else {
            Err(serde::de::Error::custom(format!("the point ({x}, {y}) lies on no board")))
        }
    }
}

/// What a player does on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Move {
    /// Places a stone.
    Play(Point),
    /// Passes.
    Pass,
}

impl Move {
    /// The point played at, unless it is a pass.
    #[inline(always)]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::Play(point)
    }
}

/// A table with one entry for each point of the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointMap<T>([T; GRID]);

impl<T: Copy> PointMap<T> {
    /// A table with the same value everywhere.
    pub const fn new(value: T) -> Self {
        PointMap([value; GRID])
    }

    /// Takes over the entries of the first `rows` rows of points and the border around them, for
    /// boards of which nobody reads the rest.
    #[inline(always)]
    pub fn copy_rows(&mut self, from: &Self, rows: u8) {
        let end = STRIDE * (rows as usize + 2) + 2;
        self.0[..end].copy_from_slice(&from.0[..end]);
    }
}

impl<T> PointMap<T> {
    /// A table of these entries.
    pub const fn from_array(entries: [T; GRID]) -> Self {
        PointMap(entries)
    }
}

impl<T> Index<Point> for PointMap<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, point: Point) -> &T {
        debug_assert!(point.index() < GRID);
        // SAFETY: every constructor of `Point` makes an index below GRID.
        unsafe { self.0.get_unchecked(point.index()) }
    }
}

impl<T> IndexMut<Point> for PointMap<T> {
    #[inline(always)]
    fn index_mut(&mut self, point: Point) -> &mut T {
        debug_assert!(point.index() < GRID);
        // SAFETY: every constructor of `Point` makes an index below GRID.
        unsafe { self.0.get_unchecked_mut(point.index()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_and_row_come_back() {
        for point in Point::all(MAX_SIZE) {
            assert_eq!(Point::new(point.x(), point.y()), point);
            assert!(point.is_on(MAX_SIZE));
        }
        assert_eq!(Point::all(19).count(), 361);
    }

    #[test]
    fn everything_around_an_intersection_is_in_the_grid() {
        for point in Point::all(MAX_SIZE) {
            for near in point.around() {
                assert!(near.index() > 0 && near.index() < GRID);
                let on = near.is_on(MAX_SIZE);
                let close = on && near.x().abs_diff(point.x()) <= 1 && near.y().abs_diff(point.y()) <= 1;
                assert_eq!(on, close, "{point:?} {near:?} must not wrap around the edge");
            }
        }
    }

    #[test]
    fn edges_are_at_distance_zero() {
        assert_eq!(Point::new(0, 4).edge_distance(9), 0);
        assert_eq!(Point::new(4, 4).edge_distance(9), 4);
        assert_eq!(Point::new(8, 3).edge_distance(9), 0);
        assert_eq!(Point::new(3, 2).circular_distance(Point::new(5, 3)), 5);
    }
}
