//! Shapes around a point: circular regions of growing size, hashed so that turning, mirroring and
//! exchanging the colours does not matter.
//!
//! A region of size d holds the points at most d away in the metric |dx| + |dy| + max(|dx|, |dy|)
//! (Stern, Herbrich and Graepel 2006; Coulom 2007). Eight hashes are kept, one for each symmetry of the
//! square; the smallest of them names the shape.

use crate::board::zobrist::split_mix;
use crate::board::{Board, Cell, Color, MAX_SIZE, Point};

/// The largest region.
pub const LARGEST: usize = 14;
/// The smallest region: the four neighbours.
pub const SMALLEST: usize = 2;
/// Lines a region reaches from its middle.
const REACH: usize = 7;
/// The largest region in which stones show their liberties.
pub const LARGEST_STATUS: usize = 6;
/// Lines a mark may lie away.
pub const MARK_REACH: i32 = 8;

const SIDE: usize = MAX_SIZE as usize + 2 * REACH;
const MARK_SIDE: usize = 2 * MARK_REACH as usize + 1;

/// One hash for each symmetry.
pub type Turned = [u64; 8];

/// What lies on a point, seen by the player to move.
pub mod cell {
    /// No stone.
    pub const EMPTY: u8 = 0;
    /// A stone of the player to move.
    pub const OWN: u8 = 1;
    /// A stone of the other.
    pub const ENEMY: u8 = 2;
    /// Outside of the board.
    pub const BORDER: u8 = 3;
}

/// Codes below this tell the state of a chain, see `tactics`.
pub const STATUS_CODES: usize = 14;

const fn metric(dx: i32, dy: i32) -> usize {
    let (x, y) = (dx.unsigned_abs() as usize, dy.unsigned_abs() as usize);
    x + y + if x > y { x } else { y }
}

const fn count_spots(size: usize) -> usize {
    let reach = REACH as i32;
    let (mut found, mut dy) = (0, -reach);
    while dy <= reach {
        let mut dx = -reach;
        while dx <= reach {
            let d = metric(dx, dy);
            found += (d >= SMALLEST && d <= size) as usize;
            dx += 1;
        }
        dy += 1;
    }
    found
}

const SPOTS: usize = count_spots(LARGEST);
const STATUS_SPOTS: usize = count_spots(LARGEST_STATUS);

/// Steps from the middle, the nearest first.
const OFFSETS: [(i32, i32); SPOTS] = {
    let mut offsets = [(0, 0); SPOTS];
    let (mut found, mut size) = (0, SMALLEST);
    while size <= LARGEST {
        let reach = REACH as i32;
        let mut dy = -reach;
        while dy <= reach {
            let mut dx = -reach;
            while dx <= reach {
                if metric(dx, dy) == size {
                    offsets[found] = (dx, dy);
                    found += 1;
                }
                dx += 1;
            }
            dy += 1;
        }
        size += 1;
    }
    offsets
};

/// The same as steps in a [`Scenery`].
static STEPS: [i32; SPOTS] = {
    let mut steps = [0; SPOTS];
    let mut i = 0;
    while i < SPOTS {
        steps[i] = OFFSETS[i].1 * SIDE as i32 + OFFSETS[i].0;
        i += 1;
    }
    steps
};

/// How many spots the region of a size has.
static ENDS: [usize; LARGEST + 1] = {
    let mut ends = [0; LARGEST + 1];
    let mut size = SMALLEST;
    while size <= LARGEST {
        ends[size] = count_spots(size);
        size += 1;
    }
    ends
};

/// The keys of one thing at one step, for the eight symmetries.
const fn turned_keys(kind: u64, dx: i32, dy: i32) -> Turned {
    let mut keys = [0; 8];
    let mut i = 0;
    while i < 8 {
        let (mut x, mut y) = if i & 4 != 0 { (dy, dx) } else { (dx, dy) };
        if i & 1 != 0 {
            x = -x;
        }
        if i & 2 != 0 {
            y = -y;
        }
        keys[i] = split_mix(kind << 32 | ((x + 64) as u64) << 16 | (y + 64) as u64);
        i += 1;
    }
    keys
}

const fn spot_keys<const N: usize>(kind: u64) -> [Turned; N] {
    let mut keys = [[0; 8]; N];
    let mut i = 0;
    while i < N {
        keys[i] = turned_keys(kind, OFFSETS[i].0, OFFSETS[i].1);
        i += 1;
    }
    keys
}

static SHAPE_KEYS: [[Turned; SPOTS]; 4] = [[[0; 8]; SPOTS], spot_keys(1), spot_keys(2), spot_keys(3)];

static STATUS_KEYS: [[Turned; STATUS_SPOTS]; STATUS_CODES] = {
    let mut keys = [[[0; 8]; STATUS_SPOTS]; STATUS_CODES];
    let mut code = 1;
    while code < STATUS_CODES {
        keys[code] = spot_keys(16 + code as u64);
        code += 1;
    }
    keys
};

const fn mark_keys(kind: u64) -> [Turned; MARK_SIDE * MARK_SIDE] {
    let mut keys = [[0; 8]; MARK_SIDE * MARK_SIDE];
    let mut i = 0;
    while i < MARK_SIDE * MARK_SIDE {
        let (x, y) = ((i % MARK_SIDE) as i32 - MARK_REACH, (i / MARK_SIDE) as i32 - MARK_REACH);
        keys[i] = turned_keys(kind, x, y);
        i += 1;
    }
    keys
}

static LAST_KEYS: [Turned; MARK_SIDE * MARK_SIDE] = mark_keys(64);
static BEFORE_KEYS: [Turned; MARK_SIDE * MARK_SIDE] = mark_keys(65);

/// Which of two marks: where the last move lies, or the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The last move.
    Last,
    /// The move before it.
    Before,
}

/// The keys of a mark at a step from the middle, unless it is too far away.
#[inline]
pub fn mark_key(mark: Mark, from: Point, to: Point) -> Option<&'static Turned> {
    let dx = i32::from(to.x()) - i32::from(from.x());
    let dy = i32::from(to.y()) - i32::from(from.y());
    if dx.abs() > MARK_REACH || dy.abs() > MARK_REACH {
        return None;
    }
    let at = (dy + MARK_REACH) as usize * MARK_SIDE + (dx + MARK_REACH) as usize;
    Some(match mark {
        Mark::Last => &LAST_KEYS[at],
        Mark::Before => &BEFORE_KEYS[at],
    })
}

/// Mixes keys into a hash.
#[inline(always)]
pub fn mix_in(hash: &mut Turned, keys: &Turned) {
    hash.iter_mut().zip(keys).for_each(|(h, k)| *h ^= k);
}

/// Both mixed.
#[inline(always)]
pub fn mixed(mut hash: Turned, keys: &Turned) -> Turned {
    mix_in(&mut hash, keys);
    hash
}

/// One number for all eight.
#[inline(always)]
pub fn fold(hash: &Turned) -> u64 {
    let min = |a: u64, b: u64| if a < b { a } else { b };
    let halves = [min(hash[0], hash[4]), min(hash[1], hash[5]), min(hash[2], hash[6]), min(hash[3], hash[7])];
    min(min(halves[0], halves[1]), min(halves[2], halves[3]))
}

/// A board seen by the player to move, with a margin so that no region leaves it.
#[derive(Clone)]
pub struct Scenery {
    cells: [u8; SIDE * SIDE],
    status: [u8; SIDE * SIDE],
}

impl Scenery {
    /// Nothing but border.
    pub fn new() -> Scenery {
        Scenery { cells: [cell::BORDER; SIDE * SIDE], status: [STATUS_CODES as u8 - 1; SIDE * SIDE] }
    }

    /// Looks at a board. `status` tells the state of a stone's chain: 1 to 12.
    pub fn look(&mut self, board: &Board, to_play: Color, status: impl Fn(Point) -> u8) {
        self.cells.fill(cell::BORDER);
        self.status.fill(STATUS_CODES as u8 - 1);
        for point in Point::all(board.size()) {
            let at = Self::place(point);
            (self.cells[at], self.status[at]) = match board.at(point) {
                Cell::Empty | Cell::Border => (cell::EMPTY, 0),
                stone if stone.is(to_play) => (cell::OWN, status(point)),
                _ => (cell::ENEMY, status(point)),
            };
        }
    }

    #[inline(always)]
    fn place(point: Point) -> usize {
        (usize::from(point.y()) + REACH) * SIDE + usize::from(point.x()) + REACH
    }

    /// What lies on a point.
    #[inline(always)]
    pub fn cell(&self, point: Point) -> u8 {
        self.cells[Self::place(point)]
    }

    /// A walk over growing regions around a point.
    #[inline(always)]
    pub fn around(&self, point: Point) -> Growing<'_> {
        Growing { scenery: self, middle: Self::place(point), done: 0, shape: [0; 8], status: [0; 8] }
    }
}

/// Hashes of a region that grows.
pub struct Growing<'a> {
    scenery: &'a Scenery,
    middle: usize,
    done: usize,
    /// Stones and border in the region.
    pub shape: Turned,
    /// The same with the states of the chains, up to [`LARGEST_STATUS`].
    pub status: Turned,
}

impl Growing<'_> {
    /// Takes in the points up to a size.
    #[inline(always)]
    pub fn grow(&mut self, size: usize) {
        let end = ENDS[size];
        while self.done < end {
            let i = self.done;
            let at = (self.middle as i32 + STEPS[i]) as usize;
            // The keys of an empty point are zero: a jump over them would be guessed wrong too often.
            let cell = self.scenery.cells[at];
            mix_in(&mut self.shape, &SHAPE_KEYS[usize::from(cell & 3)][i]);
            if i < STATUS_SPOTS {
                mix_in(&mut self.status, &STATUS_KEYS[usize::from(self.scenery.status[at])][i]);
            }
            self.done += 1;
        }
    }
}
