//! The fast board under playouts: stones, chains with pseudo-liberties, simple ko.
//!
//! Chains are circular lists of stones with a root stone that carries their counts. For the
//! liberties of a chain the root keeps three sums over all (stone, empty neighbour) pairs in one
//! word: how many there are, the sum of the points' indices, and the sum of their squares. A move
//! costs one addition for each neighbour, no chain is ever searched for liberties, and a chain is in
//! atari exactly when count · squares = sum² (Cauchy-Schwarz), its last liberty being sum / count.

use super::zobrist::{self, Hash};
use super::{ByColor, Cell, Color, MAX_SIZE, MIN_SIZE, Point, PointMap};

const POINTS: usize = MAX_SIZE as usize * MAX_SIZE as usize;

/// Stones on a board, the chains they form, and the point a simple ko forbids.
///
/// It knows neither whose turn it is nor what was before: that is the affair of a position.
#[derive(Clone, Debug)]
pub struct Board {
    cells: PointMap<Cell>,
    /// Colours of the neighbours, see [`Around`]; kept for empty points and stones alike.
    around: PointMap<Around>,
    /// What lies on the eight points around, see [`Board::shape`]; kept for empty points and stones alike.
    shapes: PointMap<u16>,
    /// The root of the chain of a stone. Empty and border points are their own, so that the sums of
    /// "the chain next to a new stone" can be changed without looking whether there is one.
    root: PointMap<Point>,
    /// The next stone of the same chain, in a circle.
    next: PointMap<Point>,
    /// For roots: stones in the chain.
    stones: PointMap<u16>,
    /// For roots: pseudo-liberties. For other points: anything.
    liberties: PointMap<Liberties>,
    /// The empty points in no order, those in use first.
    empty: [Point; POINTS],
    /// Where an empty point stands in `empty`.
    empty_at: PointMap<u16>,
    empty_len: u16,
    size: u8,
    ko: Option<Point>,
    on_board: ByColor<u16>,
    captured: ByColor<u16>,
    hash: Hash,
}

/// The lower bits of the diagonal neighbours in a shape.
const DIAGONALS: u16 = 1 | 1 << 4 | 1 << 10 | 1 << 14;

/// How many of the four neighbours are black, white, empty; what is missing to four is border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Around(u16);

impl Around {
    const NONE: Around = Around(0);
    const EMPTY: u16 = 1 << 8;
    const ALL_EMPTY: u16 = 0xf << 8;

    #[inline(always)]
    const fn unit(color: Color) -> u16 {
        1 << (4 * color as u16)
    }

    #[inline(always)]
    const fn count(self, color: Color) -> u32 {
        (self.0 >> (4 * color as u16)) as u32 & 0xf
    }

    #[inline(always)]
    const fn empty(self) -> u32 {
        self.0 as u32 >> 8
    }

    /// Neither empty nor enemy: only stones of `color` and the border.
    #[inline(always)]
    const fn is_closed_by(self, color: Color) -> bool {
        let others = match color {
            Color::Black => Self::ALL_EMPTY | 0xf0,
            Color::White => Self::ALL_EMPTY | 0x0f,
        };
        self.0 & others == 0
    }
}

/// Count (12 bits), sum (21 bits) and sum of squares (31 bits) over pseudo-liberties.
///
/// The bounds hold for 625 stones with four neighbours each and indices below 704.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Liberties(u64);

impl Liberties {
    const NONE: Liberties = Liberties(0);

    #[inline(always)]
    const fn unit(point: Point) -> u64 {
        let index = point.index() as u64;
        1 | index << 12 | (index * index) << 33
    }

    #[inline(always)]
    const fn count(self) -> u64 {
        self.0 & 0xfff
    }

    #[inline(always)]
    const fn sum(self) -> u64 {
        self.0 >> 12 & 0x1f_ffff
    }

    /// What is left without those on a point, of which there are so many.
    #[inline(always)]
    const fn without(self, point: Point, times: u64) -> Liberties {
        Liberties(self.0.wrapping_sub(Self::unit(point) * times))
    }

    /// All pseudo-liberties are the same point. Also true of none.
    #[inline(always)]
    const fn at_most_one(self) -> bool {
        self.count() * (self.0 >> 33) == self.sum() * self.sum()
    }
}

impl Board {
    /// An empty board.
    ///
    /// # Panics
    /// When the size is not in `MIN_SIZE..=MAX_SIZE`.
    pub fn new(size: u8) -> Board {
        assert!((MIN_SIZE..=MAX_SIZE).contains(&size), "board size {size} is not in 2..=25");
        let corner = Point::new(0, 0);
        let mut board = Board {
            cells: PointMap::new(Cell::Border),
            around: PointMap::new(Around::NONE),
            shapes: PointMap::new(0),
            root: PointMap::new(corner),
            next: PointMap::new(corner),
            stones: PointMap::new(0),
            liberties: PointMap::new(Liberties::NONE),
            empty: [corner; POINTS],
            empty_at: PointMap::new(0),
            empty_len: 0,
            size,
            ko: None,
            on_board: ByColor::default(),
            captured: ByColor::default(),
            hash: zobrist::board_size(size),
        };
        for index in 1..super::GRID {
            let point = Point::from_index(index).expect("in range");
            board.root[point] = point;
        }
        for point in Point::all(size) {
            board.cells[point] = Cell::Empty;
            board.push_empty(point);
        }
        for point in Point::all(size) {
            let empty = point.neighbours().into_iter().filter(|&n| board.cells[n] == Cell::Empty).count();
            board.around[point] = Around(empty as u16 * Around::EMPTY);
            let shape = point.around().into_iter().enumerate();
            board.shapes[point] = shape.fold(0, |shape, (at, p)| shape | (board.cells[p] as u16) << (2 * at));
        }
        board
    }

    /// Becomes a copy of a board, cheaper than a clone: only the rows in use are copied.
    #[inline]
    pub fn copy_from(&mut self, other: &Board) {
        let rows = other.size.max(self.size);
        self.cells.copy_rows(&other.cells, rows);
        self.around.copy_rows(&other.around, rows);
        self.shapes.copy_rows(&other.shapes, rows);
        self.root.copy_rows(&other.root, rows);
        self.next.copy_rows(&other.next, rows);
        self.stones.copy_rows(&other.stones, rows);
        self.liberties.copy_rows(&other.liberties, rows);
        let empty = other.empty_len as usize;
        self.empty[..empty].copy_from_slice(&other.empty[..empty]);
        self.empty_at.copy_rows(&other.empty_at, rows);
        self.empty_len = other.empty_len;
        self.size = other.size;
        self.ko = other.ko;
        self.on_board = other.on_board;
        self.captured = other.captured;
        self.hash = other.hash;
    }

    /// Lines of the board.
    #[inline(always)]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Intersections of the board.
    #[inline(always)]
    pub fn area(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size)
    }

    /// What lies on a point.
    #[inline(always)]
    pub fn at(&self, point: Point) -> Cell {
        self.cells[point]
    }

    /// The colour of the stone on a point, if there is one.
    #[inline(always)]
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.cells[point].color()
    }

    /// Whether the point is an intersection without a stone.
    #[inline(always)]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point] == Cell::Empty
    }

    /// The point that a simple ko forbids to the player whose stone was just taken.
    #[inline(always)]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// The exclusive or of the keys of size and stones; neither ko nor turn is in it.
    #[inline(always)]
    pub fn hash(&self) -> Hash {
        self.hash
    }

    /// Empty points in no particular order.
    #[inline(always)]
    pub fn empty_points(&self) -> &[Point] {
        &self.empty[..self.empty_len as usize]
    }

    /// Stones of a colour on the board.
    #[inline(always)]
    pub fn stones_on_board(&self, color: Color) -> u32 {
        u32::from(self.on_board[color])
    }

    /// Stones of a colour that were taken off the board so far, own suicides included.
    #[inline(always)]
    pub fn captured(&self, color: Color) -> u32 {
        u32::from(self.captured[color])
    }

    /// Counts stones as taken, for positions that begin with prisoners.
    pub fn set_captured(&mut self, captured: ByColor<u16>) {
        self.captured = captured;
    }

    /// Neighbours of a point that are stones of a colour.
    #[inline(always)]
    pub fn neighbours_of(&self, point: Point, color: Color) -> u32 {
        self.around[point].count(color)
    }

    /// Neighbours of a point that are empty.
    #[inline(always)]
    pub fn empty_neighbours(&self, point: Point) -> u32 {
        self.around[point].empty()
    }

    /// What lies on the eight points around, in the order of [`Point::around`], two bits of [`Cell`] each, the
    /// first lowest.
    #[inline(always)]
    pub fn shape(&self, point: Point) -> u16 {
        self.shapes[point]
    }

    /// A stone that stands for the whole chain of the stone on `point`: the same one for all of them.
    #[inline(always)]
    pub fn chain(&self, point: Point) -> Point {
        self.root[point]
    }

    /// Stones in the chain of the stone on `point`.
    #[inline(always)]
    pub fn chain_size(&self, point: Point) -> u32 {
        u32::from(self.stones[self.root[point]])
    }

    /// The stones of the chain of the stone on `point`, beginning with it.
    #[inline]
    pub fn chain_stones(&self, point: Point) -> ChainStones<'_> {
        debug_assert!(self.stone(point).is_some());
        ChainStones { board: self, first: point, at: Some(point) }
    }

    /// The only liberty of the chain of the stone on `point`, if it is in atari.
    #[inline(always)]
    pub fn atari(&self, point: Point) -> Option<Point> {
        let liberties = self.liberties[self.root[point]];
        if liberties.at_most_one() { self.last_liberty(liberties) } else { None }
    }

    #[inline]
    fn last_liberty(&self, liberties: Liberties) -> Option<Point> {
        // A chain without liberties exists only where a record set one up.
        liberties.sum().checked_div(liberties.count()).and_then(|index| Point::from_index(index as usize))
    }

    /// Whether the chain of the stone on `point` has exactly one liberty, or none.
    #[inline(always)]
    pub fn in_atari(&self, point: Point) -> bool {
        self.liberties[self.root[point]].at_most_one()
    }

    /// The two liberties of the chain of the stone on `point`, if it has exactly two.
    ///
    /// One is looked for; what is left of the sums without it tells whether the others are all one point.
    #[inline]
    pub fn two_liberties(&self, point: Point) -> Option<[Point; 2]> {
        let root = self.root[point];
        let all = self.liberties[root];
        // Two liberties touch a chain at most at eight places.
        if all.count() > 8 || all.at_most_one() {
            return None;
        }
        let first = self.liberty_but(point, None)?;
        let times = first.neighbours().into_iter().filter(|&n| self.root[n] == root).count() as u64;
        let rest = all.without(first, times);
        let second = if rest.at_most_one() { self.last_liberty(rest) } else { None };
        second.map(|second| [first, second])
    }

    /// Some liberty of the chain of the stone on `point`, other than this one.
    #[inline]
    fn liberty_but(&self, point: Point, but: Option<Point>) -> Option<Point> {
        self.chain_stones(point)
            .filter(|&stone| self.around[stone].empty() > 0)
            .flat_map(Point::neighbours)
            .find(|&near| self.cells[near] == Cell::Empty && Some(near) != but)
    }

    /// The sums of the chain that a stone on this empty point would belong to, what the stone captures left aside,
    /// and the roots of the chains it joins. The sums of those add up, so that no chain is walked.
    #[inline(always)]
    fn joined(&self, color: Color, point: Point) -> (Liberties, [Point; 4]) {
        let mut sum = 0u64;
        let mut joined = [point; 4];
        for (at, near) in point.neighbours().into_iter().enumerate() {
            let cell = self.cells[near];
            if cell == Cell::Empty {
                sum = sum.wrapping_add(Liberties::unit(near));
            } else if cell.is(color) {
                let root = self.root[near];
                if !joined[..at].contains(&root) {
                    sum = sum.wrapping_add(self.liberties[root].0);
                }
                joined[at] = root;
                sum = sum.wrapping_sub(Liberties::unit(point));
            }
        }
        (Liberties(sum), joined)
    }

    /// Whether the chain that a stone on this empty point would belong to has at most one liberty; what the
    /// stone captures is left aside.
    #[inline]
    pub fn is_short_after(&self, color: Color, point: Point) -> bool {
        self.joined(color, point).0.at_most_one()
    }

    /// How many liberties the chain would have that a stone on this empty point would belong to, three standing for
    /// all that is more; what the stone captures is left aside.
    #[inline]
    pub fn few_liberties_after(&self, color: Color, point: Point) -> usize {
        if self.around[point].empty() > 2 {
            return 3;
        }
        let (all, joined) = self.joined(color, point);
        if all.count() > 8 {
            return 3; // two liberties touch a chain at most at eight places
        }
        if all.at_most_one() {
            return usize::from(all.count() > 0);
        }
        let beside = point.neighbours().into_iter().find(|&near| self.cells[near] == Cell::Empty);
        let others = || joined.into_iter().filter(|&root| root != point);
        let Some(first) = beside.or_else(|| others().find_map(|root| self.liberty_but(root, Some(point)))) else {
            return 0;
        };
        let belongs = |near: &Point| *near == point || joined.contains(&self.root[*near]);
        let times = first.neighbours().iter().filter(|near| belongs(near)).count() as u64;
        if all.without(first, times).at_most_one() { 2 } else { 3 }
    }

    /// Pairs of a stone of the chain and an empty neighbour; at least the number of liberties.
    #[inline(always)]
    pub fn pseudo_liberties(&self, point: Point) -> u32 {
        self.liberties[self.root[point]].count() as u32
    }

    /// Whether the player may play there: empty, not the ko point, no suicide.
    #[inline(always)]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_empty(point) && self.ko != Some(point) && !self.is_suicide(color, point)
    }

    /// Whether a stone on this empty point would take its own chain off the board.
    #[inline(always)]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        self.around[point].empty() == 0 && self.has_no_breath(color, point)
    }

    /// With no empty neighbour, a stone lives by a friend with another liberty or by a capture.
    #[inline]
    fn has_no_breath(&self, color: Color, point: Point) -> bool {
        !point.neighbours().into_iter().any(|n| match self.cells[n].color() {
            Some(other) => self.in_atari(n) != (other == color),
            None => false,
        })
    }

    /// Whether the player may play on this empty point and would not fill an own eye.
    ///
    /// A point with an empty neighbour is neither an eye nor suicide, nor a ko to be taken back.
    #[inline(always)]
    pub fn is_playable(&self, color: Color, point: Point) -> bool {
        debug_assert!(self.is_empty(point));
        self.around[point].empty() > 0
            || !self.is_eye(color, point) && self.ko != Some(point) && !self.has_no_breath(color, point)
    }

    /// Whether the empty point is surrounded by stones of one colour that cannot be cut off there:
    /// at most one diagonal neighbour is the enemy's, and none at the edge.
    #[inline(always)]
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        // Both are cheap, and a branch between them would be mispredicted.
        self.around[point].is_closed_by(color) & self.has_true_diagonals(color, point)
    }

    #[inline(always)]
    fn has_true_diagonals(&self, color: Color, point: Point) -> bool {
        // A stone is a cell whose upper bit is 0; the lower one is its colour.
        let shape = self.shapes[point];
        let enemies = match color {
            Color::Black => shape & !(shape >> 1) & DIAGONALS,
            Color::White => !shape & !(shape >> 1) & DIAGONALS,
        };
        // All but one of them, or at the edge all.
        let counted = if self.around[point].count(color) < 4 { enemies } else { enemies & enemies.wrapping_sub(1) };
        counted == 0
    }

    /// Whether stones of this colour lie beside the point and none of the other.
    #[inline(always)]
    pub fn is_beside_only(&self, color: Color, point: Point) -> bool {
        self.neighbours_of(point, !color) == 0 && self.neighbours_of(point, color) > 0
    }

    /// Area as playouts count it: stones, and empty points beside stones of one colour only.
    /// Positive when Black has more. Exact once only eyes and small spaces are left.
    #[inline]
    pub fn simple_area(&self) -> i32 {
        let mut score = i32::from(self.on_board.black) - i32::from(self.on_board.white);
        for &point in self.empty_points() {
            let owned = |color| i32::from(self.is_beside_only(color, point));
            score += owned(Color::Black) - owned(Color::White);
        }
        score
    }

    /// Plays a stone and takes what it captures; where that is nothing and the stone's chain has no
    /// liberty left, takes that chain (suicide). Returns how many enemy stones were taken.
    ///
    /// The point must be empty. Whether the move is allowed is for [`Board::is_legal`] or the rules.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> u32 {
        debug_assert!(self.is_empty(point));
        let surrounded = self.around[point].empty() == 0;
        let breathless = self.place(color, point);
        self.ko = None;
        let mut taken = 0;
        if breathless {
            let before = self.empty_len;
            for near in point.neighbours() {
                if self.cells[near].is(!color) && self.liberties[self.root[near]].count() == 0 {
                    self.take(near);
                }
            }
            taken = u32::from(self.empty_len - before);
            if surrounded && taken == 1 && self.stones[self.root[point]] == 1 {
                self.ko = Some(self.empty[self.empty_len as usize - 1]);
            }
        }
        if surrounded && taken == 0 && self.liberties[self.root[point]].count() == 0 {
            self.take(point);
        }
        taken
    }

    /// Lifts the ko ban, as a pass does.
    #[inline(always)]
    pub fn clear_ko(&mut self) {
        self.ko = None;
    }

    /// Sets the ko ban, for positions that begin with one.
    pub fn set_ko(&mut self, ko: Option<Point>) {
        self.ko = ko;
    }

    /// Puts a stone on an empty point without taking anything, as set-up does.
    pub fn put(&mut self, color: Color, point: Point) {
        self.place(color, point);
    }

    /// Puts a stone and joins it with its friends; tells whether an enemy chain has no liberty left.
    ///
    /// What lies around a stone is as good as random, so that a branch on it is mispredicted every other
    /// time: the loop over the neighbours has none, and friends are walked through by the bits of a mask.
    #[inline(always)]
    fn place(&mut self, color: Color, point: Point) -> bool {
        self.cells[point] = color.into();
        self.remove_empty(point);
        self.hash ^= zobrist::stone(color, point);
        self.on_board[color] += 1;
        self.change_shapes(color, point);
        let unit = Liberties::unit(point);
        let near = point.neighbours();
        let mut own = 0;
        let mut friends = 0u32;
        let mut breathless = false;
        for (bit, &near) in near.iter().enumerate() {
            let cell = self.cells[near];
            self.around[near].0 = self.around[near].0.wrapping_add(Around::unit(color)).wrapping_sub(Around::EMPTY);
            let liberties = &mut self.liberties[self.root[near]];
            liberties.0 = liberties.0.wrapping_sub(unit);
            breathless |= cell.is(!color) & (liberties.count() == 0);
            friends |= u32::from(cell.is(color)) << bit;
            own += Liberties::unit(near) * u64::from(cell == Cell::Empty);
        }
        if friends == 0 {
            self.root[point] = point;
            self.next[point] = point;
            self.stones[point] = 1;
            self.liberties[point] = Liberties(own);
            return breathless;
        }
        // The first friend takes the stone in; other friends' chains are joined to that one.
        let mut root = self.root[near[friends.trailing_zeros() as usize]];
        self.root[point] = root;
        self.next[point] = self.next[root];
        self.next[root] = point;
        self.stones[root] += 1;
        self.liberties[root].0 += own;
        friends &= friends - 1;
        while friends != 0 {
            let other = self.root[near[friends.trailing_zeros() as usize]];
            if other != root {
                root = self.join(root, other);
            }
            friends &= friends - 1;
        }
        breathless
    }

    /// Joins two chains by their roots; the larger one keeps its root, which is returned.
    #[inline]
    fn join(&mut self, mut keep: Point, mut fold: Point) -> Point {
        if self.stones[keep] < self.stones[fold] {
            std::mem::swap(&mut keep, &mut fold);
        }
        self.stones[keep] += self.stones[fold];
        self.liberties[keep].0 += self.liberties[fold].0;
        let mut stone = fold;
        loop {
            self.root[stone] = keep;
            stone = self.next[stone];
            if stone == fold {
                break;
            }
        }
        let after = self.next[keep];
        self.next[keep] = self.next[fold];
        self.next[fold] = after;
        keep
    }

    /// Takes a chain off the board.
    #[inline(never)]
    fn take(&mut self, chain: Point) {
        let Some(color) = self.stone(chain) else { return };
        let count = self.stones[self.root[chain]];
        self.on_board[color] -= count;
        self.captured[color] += count;
        let mut stone = chain;
        loop {
            let next = self.next[stone];
            self.lift(color, stone);
            stone = next;
            if stone == chain {
                break;
            }
        }
    }

    /// Makes the point of a stone of a vanishing chain empty again. The sums of the chain itself are
    /// left to rot: its root becomes an empty point.
    #[inline(always)]
    fn lift(&mut self, color: Color, point: Point) {
        self.cells[point] = Cell::Empty;
        self.root[point] = point;
        self.hash ^= zobrist::stone(color, point);
        self.push_empty(point);
        self.change_shapes(color, point);
        let unit = Liberties::unit(point);
        for near in point.neighbours() {
            self.around[near].0 = self.around[near].0.wrapping_sub(Around::unit(color)).wrapping_add(Around::EMPTY);
            let root = self.root[near];
            self.liberties[root].0 = self.liberties[root].0.wrapping_add(unit);
        }
    }

    /// A stone comes to a point, or goes from it.
    #[inline(always)]
    fn change_shapes(&mut self, color: Color, point: Point) {
        let change = (Cell::Empty as u16) ^ (Cell::from(color) as u16);
        // The point is the last one around its first neighbour, and so on.
        for (at, near) in point.around().into_iter().enumerate() {
            self.shapes[near] ^= change << (14 - 2 * at);
        }
    }

    #[inline(always)]
    fn push_empty(&mut self, point: Point) {
        self.empty[self.empty_len as usize] = point;
        self.empty_at[point] = self.empty_len;
        self.empty_len += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, point: Point) {
        self.empty_len -= 1;
        let at = self.empty_at[point];
        let last = self.empty[self.empty_len as usize];
        self.empty[at as usize] = last;
        self.empty_at[last] = at;
    }

    /// Exchanges two empty points in the order of [`Board::empty_points`].
    #[inline(always)]
    pub fn swap_empty(&mut self, a: usize, b: usize) {
        let (p, q) = (self.empty[a], self.empty[b]);
        self.empty[a] = q;
        self.empty[b] = p;
        self.empty_at[p] = b as u16;
        self.empty_at[q] = a as u16;
    }

    /// The same stones built anew, without history: what set-up and edits use.
    pub fn from_stones(size: u8, stones: impl IntoIterator<Item = (Point, Color)>) -> Board {
        let mut board = Board::new(size);
        for (point, color) in stones {
            if board.is_empty(point) {
                board.put(color, point);
            }
        }
        board
    }
}

/// Walks over the stones of a chain.
#[derive(Clone, Debug)]
pub struct ChainStones<'a> {
    board: &'a Board,
    first: Point,
    at: Option<Point>,
}

impl Iterator for ChainStones<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let stone = self.at?;
        let next = self.board.next[stone];
        self.at = (next != self.first).then_some(next);
        Some(stone)
    }
}
