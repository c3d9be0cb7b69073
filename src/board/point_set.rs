//! Sets and short lists of points that live on the stack, for code that must not allocate.

use super::{GRID, Point};

const WORDS: usize = GRID.div_ceil(64);

/// A set of points: one bit for each point of the grid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// Adds a point; false when it was there.
    #[inline(always)]
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = Self::place(point);
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Takes a point away.
    #[inline(always)]
    pub fn remove(&mut self, point: Point) {
        let (word, bit) = Self::place(point);
        self.0[word] &= !bit;
    }

    /// Whether the point is there.
    #[inline(always)]
    pub fn contains(&self, point: Point) -> bool {
        let (word, bit) = Self::place(point);
        self.0[word] & bit != 0
    }

    #[inline(always)]
    fn place(point: Point) -> (usize, u64) {
        (point.index() / 64, 1 << (point.index() % 64))
    }

    /// Points in the set.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Adds all points of another set.
    #[inline]
    pub fn union(&mut self, other: &PointSet) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
    }

    /// The points, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Point::from_index(word * 64 + bit)
            })
        })
    }
}

impl Default for PointSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        points.into_iter().for_each(|point| {
            self.insert(point);
        });
    }
}

impl std::fmt::Debug for PointSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A list of at most `N` different points.
#[derive(Clone, Copy, Debug)]
pub struct PointList<const N: usize> {
    points: [Point; N],
    len: u8,
}

impl<const N: usize> PointList<N> {
    /// The empty list.
    #[inline(always)]
    pub const fn new() -> Self {
        PointList { points: [Point::new(0, 0); N], len: 0 }
    }

    /// Adds a point unless it is there or the list is full.
    #[inline(always)]
    pub fn add(&mut self, point: Point) {
        if !self.is_full() && !self.contains(&point) {
            self.points[self.len as usize] = point;
            self.len += 1;
        }
    }

    /// Takes all points out.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Whether there is room for no more.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.len as usize >= N
    }
}

impl<const N: usize> Default for PointList<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> std::ops::Deref for PointList<N> {
    type Target = [Point];
    #[inline(always)]
    fn deref(&self) -> &[Point] {
        &self.points[..self.len as usize]
    }
}

impl<const N: usize> PartialEq for PointList<N> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set: PointSet = Point::all(25).filter(|p| p.x() % 3 == 0).collect();
        assert_eq!(set.len(), 9 * 25);
        assert!(Point::all(25).all(|p| set.contains(p) == (p.x() % 3 == 0)));
        assert!(set.iter().eq(Point::all(25).filter(|p| p.x() % 3 == 0)));
        assert!(!set.insert(Point::new(24, 24)));
        set.remove(Point::new(24, 24));
        assert!(!set.contains(Point::new(24, 24)));
        set.union(&Point::all(25).collect());
        assert_eq!(set.len(), 625);
        assert!(PointSet::EMPTY.is_empty() && !set.is_empty());
    }

    #[test]
    fn a_list_keeps_different_points_up_to_its_length() {
        let mut list = PointList::<2>::new();
        for x in [1, 1, 2, 3] {
            list.add(Point::new(x, 0));
        }
        assert!(list.is_full());
        assert_eq!(list[..], [Point::new(1, 0), Point::new(2, 0)]);
    }
}
