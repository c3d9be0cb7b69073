//! What all simulations of a search add up to, point by point: ownership and criticality.

use crate::board::{Board, Color, GRID, Point, PointMap};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Sums over the simulations of a search, shared by its threads.
#[derive(Debug)]
pub struct Tallies {
    sums: Mutex<Sums>,
    deepest: AtomicU32,
}

/// One thread's sums since it last handed them on.
#[derive(Debug)]
pub struct Local {
    sums: Sums,
    deepest: u32,
}

#[derive(Clone, Debug)]
struct Sums {
    count: u32,
    black_wins: u32,
    /// Simulations in which the point ended Black's, and White's.
    black: [u32; GRID],
    white: [u32; GRID],
    /// Simulations in which the winner owned the point.
    winner: [u32; GRID],
}

impl Sums {
    fn new() -> Sums {
        Sums { count: 0, black_wins: 0, black: [0; GRID], white: [0; GRID], winner: [0; GRID] }
    }
}

/// Ownership is shown to priors from this many simulations on.
const ENOUGH: u32 = 100;

impl Tallies {
    /// Nothing yet.
    pub fn new() -> Tallies {
        Tallies { sums: Mutex::new(Sums::new()), deepest: AtomicU32::new(0) }
    }

    /// Longest path so far.
    pub fn deepest(&self) -> u32 {
        self.deepest.load(Ordering::Relaxed)
    }

    /// Who owns each point, 1 Black, -1 White; none while too little is known.
    pub fn ownership(&self, size: u8) -> Option<PointMap<f32>> {
        let sums = self.sums();
        (sums.count >= ENOUGH).then(|| {
            let mut owners = PointMap::new(0.0);
            Point::all(size).for_each(|point| owners[point] = owner(&sums, point));
            owners
        })
    }

    fn sums(&self) -> MutexGuard<'_, Sums> {
        // Sums are only added to: what a thread that broke down left behind is as good as the rest.
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ownership and criticality of all points, row by row.
    pub fn maps(&self, size: u8) -> (Vec<f32>, Vec<f32>) {
        let sums = self.sums();
        if sums.count == 0 {
            return (Vec::new(), Vec::new());
        }
        let ownership = Point::all(size).map(|p| owner(&sums, p)).collect();
        let criticality = Point::all(size).map(|p| criticality(&sums, p)).collect();
        (ownership, criticality)
    }
}

impl Default for Tallies {
    fn default() -> Self {
        Tallies::new()
    }
}

fn owner(sums: &Sums, point: Point) -> f32 {
    let at = point.index();
    (sums.black[at] as f32 - sums.white[at] as f32) / sums.count as f32
}

/// Coulom's covariance of owning the point and winning.
fn criticality(sums: &Sums, point: Point) -> f32 {
    let (at, n) = (point.index(), sums.count as f32);
    let wins = sums.black_wins as f32 / n;
    let expected = sums.black[at] as f32 / n * wins + sums.white[at] as f32 / n * (1.0 - wins);
    (sums.winner[at] as f32 / n - expected).max(0.0)
}

impl Local {
    /// Nothing yet.
    pub fn new() -> Local {
        Local { sums: Sums::new(), deepest: 0 }
    }

    /// Simulations since the last hand-over.
    #[inline]
    pub fn count(&self) -> u32 {
        self.sums.count
    }

    /// Counts a finished simulation.
    #[inline]
    pub fn add(&mut self, board: &Board, winner: Color, depth: u32) {
        let sums = &mut self.sums;
        sums.count += 1;
        sums.black_wins += u32::from(winner == Color::Black);
        self.deepest = self.deepest.max(depth);
        let size = board.size();
        for y in 0..size {
            for x in 0..size {
                let point = Point::new(x, y);
                let at = point.index();
                let empty = board.is_empty(point);
                let black = board.at(point).is(Color::Black) || empty && board.is_beside_only(Color::Black, point);
                let white = board.at(point).is(Color::White) || empty && board.is_beside_only(Color::White, point);
                sums.black[at] += u32::from(black);
                sums.white[at] += u32::from(white);
                sums.winner[at] += u32::from(if winner == Color::Black { black } else { white });
            }
        }
    }

    /// Hands the sums on.
    pub fn flush(&mut self, to: &Tallies, size: u8) {
        if self.sums.count == 0 {
            return;
        }
        {
            let mut sums = to.sums();
            sums.count += self.sums.count;
            sums.black_wins += self.sums.black_wins;
            for point in Point::all(size) {
                let at = point.index();
                sums.black[at] += std::mem::take(&mut self.sums.black[at]);
                sums.white[at] += std::mem::take(&mut self.sums.white[at]);
                sums.winner[at] += std::mem::take(&mut self.sums.winner[at]);
            }
        }
        self.sums.count = 0;
        self.sums.black_wins = 0;
        to.deepest.fetch_max(self.deepest, Ordering::Relaxed);
    }
}

impl Default for Local {
    fn default() -> Self {
        Local::new()
    }
}
