//! Unconditional life (D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976): chains
//! that no sequence of enemy moves captures, even if their owner always passes.
//!
//! Benson's theorem is for rules without suicide. Where the enemy may take his own stones off the board,
//! he can clear a region he had filled and live in it, so a region is then vital to a chain only when
//! all its points lie next to the chain, those under enemy stones too.

use crate::board::{Board, Color, Point, PointMap, PointSet};

/// Chains and territory of one colour that stand whatever happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnconditionalLife {
    /// Stones of chains that cannot be captured.
    pub stones: PointSet,
    /// Points in regions enclosed by such chains in which the enemy cannot live, with his stones.
    pub territory: PointSet,
}

impl UnconditionalLife {
    /// Whether the point is a safe stone or safe territory.
    pub fn contains(&self, point: Point) -> bool {
        self.stones.contains(point) || self.territory.contains(point)
    }
}

/// A part of the board that the colour's stones enclose: empty points and enemy stones.
#[derive(Clone, Copy)]
struct Region {
    first: Point,
    /// The chains to which it is vital: every empty point of it is their liberty (see the module). Each empty point has
    /// at most four chains around it, so there are no more.
    vital_to: [Option<Point>; 4],
    open: bool,
}

/// A region has a corner, edge or point of its own: more than half of the points is impossible.
const MAX_REGIONS: usize = 25 * 25 / 2 + 1;

struct Search<'a> {
    board: &'a Board,
    color: Color,
    suicide: bool,
    /// The next point of the same region, in a circle.
    next: PointMap<Point>,
    regions: [Region; MAX_REGIONS],
    count: usize,
    /// Roots of chains that are still thought alive.
    alive: PointSet,
}

/// Finds what is unconditionally alive for a colour, when suicide is allowed or not.
pub fn unconditional_life(board: &Board, color: Color, suicide: bool) -> UnconditionalLife {
    let corner = Point::new(0, 0);
    let region = Region { first: corner, vital_to: [None; 4], open: true };
    let mut search = Search {
        board,
        color,
        suicide,
        next: PointMap::new(corner),
        regions: [region; MAX_REGIONS],
        count: 0,
        alive: PointSet::EMPTY,
    };
    if board.stones_on_board(color) == 0 {
        return UnconditionalLife::default();
    }
    search.find_regions();
    while search.drop_chains() && search.close_regions() {}
    search.result()
}

impl Search<'_> {
    fn find_regions(&mut self) {
        let mut seen = PointSet::EMPTY;
        for point in Point::all(self.board.size()) {
            if self.board.at(point).is(self.color) {
                self.alive.insert(self.board.chain(point));
            } else if seen.insert(point) {
                self.find_region(point, &mut seen);
            }
        }
    }

    /// Walks over a region, linking its points and keeping the chains next to all its empty points.
    fn find_region(&mut self, first: Point, seen: &mut PointSet) {
        let (board, color) = (self.board, self.color);
        let mut vital_to: Option<[Option<Point>; 4]> = None;
        self.next[first] = first;
        // `last` closes the circle: new points are put before the first one, and the walk meets them.
        let (mut at, mut last) = (first, first);
        loop {
            let mut chains = [None; 4];
            for (i, near) in at.neighbours().into_iter().enumerate() {
                if board.at(near).is(color) {
                    chains[i] = Some(board.chain(near));
                } else if near.is_on(board.size()) && seen.insert(near) {
                    self.next[last] = near;
                    self.next[near] = first;
                    last = near;
                }
            }
            if board.is_empty(at) || self.suicide {
                vital_to = Some(match vital_to {
                    None => distinct(chains),
                    Some(before) => before.map(|chain| chain.filter(|_| chains.contains(&chain))),
                });
            }
            at = self.next[at];
            if at == first {
                break;
            }
        }
        // A region without empty points is nobody's liberty.
        self.regions[self.count] = Region { first, vital_to: vital_to.unwrap_or_default(), open: true };
        self.count += 1;
    }

    /// Takes chains with fewer than two vital regions off the list; false when there was none.
    fn drop_chains(&mut self) -> bool {
        let mut vital = PointMap::new(0u8);
        for region in self.regions[..self.count].iter().filter(|region| region.open) {
            for chain in region.vital_to.into_iter().flatten() {
                vital[chain] = vital[chain].saturating_add(1);
            }
        }
        let before = self.alive;
        before.iter().filter(|&chain| vital[chain] < 2).for_each(|chain| self.alive.remove(chain));
        before != self.alive
    }

    /// Drops regions that a dropped chain borders; false when there was none.
    fn close_regions(&mut self) -> bool {
        let mut changed = false;
        for i in 0..self.count {
            if self.regions[i].open && !self.is_enclosed(self.regions[i].first) {
                self.regions[i].open = false;
                changed = true;
            }
        }
        changed
    }

    /// Whether all chains around the region are on the list.
    fn is_enclosed(&self, first: Point) -> bool {
        self.region(first).all(|point| {
            let dropped = |n: Point| self.board.at(n).is(self.color) && !self.alive.contains(self.board.chain(n));
            !point.neighbours().into_iter().any(dropped)
        })
    }

    fn region(&self, first: Point) -> impl Iterator<Item = Point> + '_ {
        let mut at = Some(first);
        std::iter::from_fn(move || {
            let point = at?;
            at = Some(self.next[point]).filter(|&next| next != first);
            Some(point)
        })
    }

    fn result(&self) -> UnconditionalLife {
        let mut life = UnconditionalLife::default();
        for chain in self.alive.iter() {
            life.stones.extend(self.board.chain_stones(chain));
        }
        // Where every empty point is a liberty of a living chain, the enemy can make no eye.
        let is_safe = |r: &&Region| r.open && r.vital_to.into_iter().flatten().any(|chain| self.alive.contains(chain));
        for region in self.regions[..self.count].iter().filter(is_safe) {
            life.territory.extend(self.region(region.first));
        }
        life
    }
}

/// The same chains, each once.
fn distinct(mut chains: [Option<Point>; 4]) -> [Option<Point>; 4] {
    for i in 1..4 {
        if chains[..i].contains(&chains[i]) {
            chains[i] = None;
        }
    }
    chains
}
