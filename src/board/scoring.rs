//! Counts finished games: areas or territories, given which stones are dead.
//!
//! # Seki under territory rules
//! Japanese rules give no points to groups that are alive but touch dame (article 8). Taken by the
//! letter that would punish every dame left unfilled, so here a group is in seki when it touches dame
//! and its own eye space does not make two eyes: it has at most one, and that of a shape that is not
//! alive by itself ([`super::tactics::nakade`]). Chains around one eye space are one group.

use super::rules::Scoring;
use super::tactics::{Life, shape_life};
use super::{Board, ByColor, Color, GameResult, Point, PointMap, PointSet, Position};

/// The count of a position.
#[derive(Clone, Debug)]
pub struct Score {
    /// What was counted.
    pub scoring: Scoring,
    /// The points that count for each player: with living stones under area scoring, without under
    /// territory scoring.
    pub points: ByColor<PointSet>,
    /// Living stones of groups in seki.
    pub seki: PointSet,
    /// Enemy stones that each player has taken, the dead ones included. They count under territory
    /// scoring.
    pub prisoners: ByColor<u32>,
    /// Given to White.
    pub komi: f32,
    /// Given to White for Black's handicap stones.
    pub compensation: u32,
}

impl Score {
    /// All that a player has, White with komi and compensation.
    pub fn total(&self, color: Color) -> f32 {
        let mut total = self.points[color].len() as f32;
        if self.scoring == Scoring::Territory {
            total += self.prisoners[color] as f32;
        }
        match color {
            Color::Black => total,
            Color::White => total + self.komi + self.compensation as f32,
        }
    }

    /// Points that Black is ahead.
    pub fn margin(&self) -> f32 {
        self.total(Color::Black) - self.total(Color::White)
    }

    /// The result of the game.
    pub fn result(&self) -> GameResult {
        GameResult::from_margin(self.margin())
    }
}

/// Counts a position by its rules, with the given stones taken for dead. A chain dies as a whole, and
/// points without a stone are ignored.
pub fn score(position: &Position, dead: &PointSet) -> Score {
    let board = position.board();
    let rules = position.rules();
    let (living, mut prisoners) = without_dead(board, dead);
    for color in Color::BOTH {
        prisoners[color] += position.prisoners()[color];
    }
    let map = Map::new(&living);
    let seki = if rules.eyes_in_seki { PointSet::EMPTY } else { map.seki() };
    let mut points = ByColor::<PointSet>::default();
    for region in &map.regions {
        let Some(owner) = region.owner else { continue };
        if !region.chains.iter().any(|&chain| seki.contains(chain)) {
            points[owner].extend(region.points.iter().copied());
        }
    }
    if rules.scoring == Scoring::Area {
        for point in Point::all(living.size()) {
            if let Some(color) = living.stone(point) {
                points[color].insert(point);
            }
        }
    }
    Score {
        scoring: rules.scoring,
        points,
        seki,
        prisoners,
        komi: position.komi(),
        compensation: rules.handicap_points(position.handicap()),
    }
}

/// The board without dead chains, and the stones that each player gets for them.
fn without_dead(board: &Board, dead: &PointSet) -> (Board, ByColor<u32>) {
    let mut chains = PointSet::EMPTY;
    chains.extend(dead.iter().filter(|&p| board.stone(p).is_some()).map(|p| board.chain(p)));
    let is_dead = |point: Point| chains.contains(board.chain(point));
    let mut prisoners = ByColor::default();
    let mut stones = Vec::new();
    for point in Point::all(board.size()) {
        match board.stone(point) {
            Some(color) if is_dead(point) => prisoners[!color] += 1,
            Some(color) => stones.push((point, color)),
            None => {}
        }
    }
    (Board::from_stones(board.size(), stones), prisoners)
}

/// The empty regions of a board without dead stones.
struct Map<'a> {
    board: &'a Board,
    regions: Vec<Region>,
}

/// Connected empty points.
struct Region {
    points: Vec<Point>,
    /// The colour of all stones around it, if it is one.
    owner: Option<Color>,
    /// The chains around it.
    chains: Vec<Point>,
}

impl<'a> Map<'a> {
    fn new(board: &'a Board) -> Map<'a> {
        let mut seen = PointSet::EMPTY;
        let mut regions = Vec::new();
        for first in Point::all(board.size()) {
            if board.is_empty(first) && seen.insert(first) {
                regions.push(Region::around(board, first, &mut seen));
            }
        }
        Map { board, regions }
    }

    /// Stones of groups in seki, see the module.
    fn seki(&self) -> PointSet {
        let mut groups = Groups::new();
        for region in self.regions.iter().filter(|region| region.owner.is_some()) {
            for pair in region.chains.windows(2) {
                groups.join(pair[0], pair[1]);
            }
        }
        let mut eyes = PointMap::new(0u32);
        for region in &self.regions {
            if let (Some(_), Some(&chain)) = (region.owner, region.chains.first()) {
                eyes[groups.find(chain)] += if makes_two_eyes(&region.points) { 2 } else { 1 };
            }
        }
        let touching_dame = self.regions.iter().filter(|r| r.owner.is_none()).flat_map(|r| &r.chains);
        let in_seki: PointSet = touching_dame.map(|&c| groups.find(c)).filter(|&group| eyes[group] < 2).collect();
        Point::all(self.board.size())
            .filter(|&p| self.board.stone(p).is_some() && in_seki.contains(groups.find(self.board.chain(p))))
            .collect()
    }
}

/// Whether a space is enough for life, whoever moves.
fn makes_two_eyes(points: &[Point]) -> bool {
    points.len() > super::tactics::nakade::MAX_SPACE || shape_life(points) == Life::Alive
}

impl Region {
    fn around(board: &Board, first: Point, seen: &mut PointSet) -> Region {
        let mut points = vec![first];
        let mut chains = Vec::new();
        let mut colors = ByColor::<bool>::default();
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            next += 1;
            for near in point.neighbours() {
                if let Some(color) = board.stone(near) {
                    colors[color] = true;
                    chains.push(board.chain(near));
                } else if board.is_empty(near) && seen.insert(near) {
                    points.push(near);
                }
            }
        }
        chains.sort();
        chains.dedup();
        let owner = match (colors.black, colors.white) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        };
        Region { points, owner, chains }
    }
}

/// Chains that belong together, by a representative.
struct Groups(PointMap<Option<Point>>);

impl Groups {
    fn new() -> Groups {
        Groups(PointMap::new(None))
    }

    fn find(&self, mut chain: Point) -> Point {
        while let Some(parent) = self.0[chain] {
            chain = parent;
        }
        chain
    }

    fn join(&mut self, a: Point, b: Point) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.0[a] = Some(b);
        }
    }
}
