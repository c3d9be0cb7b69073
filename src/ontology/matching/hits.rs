//! Everything the ontology has to say about a situation, for the window: exact and fuzzy matches,
//! each with a degree and the reason.

use super::base::{Base, FEWEST_STONES};
use super::index::{Index, Query, Verdict};
use super::near::{differing, near};
use super::why::{Ground, Why};
use super::window::{RADII, Windows, windows};
use super::{Agreement, Context, agreement};
use crate::board::{Canonical, Color, Move, Point};
use std::collections::{HashMap, HashSet};

/// How a verdict was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HitKind {
    /// The very position, turned or not.
    Exact,
    /// The position with colours exchanged.
    ColourExchange,
    /// A position with a few other stones.
    Near,
    /// The same neighbourhood of the move.
    Local,
}

/// A verdict that bears on a move of the situation at hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The move, in the orientation at hand.
    pub mv: Move,
    /// What was said. Its weight has the degree in it.
    pub verdict: Verdict,
    /// How far it applies here, in [0, 1].
    pub degree: f32,
    /// How it was found.
    pub kind: HitKind,
    /// Why it was found.
    pub why: Why,
}

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fuzzy {
    /// The most points in which a near position may differ; 0 looks for none.
    pub stones: u32,
    /// Whether to look for the neighbourhood of moves.
    pub local: bool,
    /// The most hits of each kind.
    pub limit: usize,
}

impl Default for Fuzzy {
    fn default() -> Self {
        Fuzzy { stones: 3, local: true, limit: 200 }
    }
}

/// The degree of a local match by radius (5x5, 7x7, 9x9).
const LOCAL_DEGREES: [f32; RADII.len()] = [0.3, 0.5, 0.7];
/// Verdicts looked at for one window: common shapes have thousands, which say no more.
const PER_WINDOW: usize = 16;

impl Index {
    /// All that is known, the best applying first. One verdict is named once for a move, by its
    /// strongest ground.
    pub fn hits(&self, query: &Query<'_>, fuzzy: &Fuzzy) -> Vec<Hit> {
        let mut hits = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            let mut search = Search { index: self, part, number, query, hits: &mut hits };
            search.exact();
            if query.colour_exchange {
                search.exchanged();
            }
            if fuzzy.stones > 0 {
                search.near(fuzzy);
            }
            if fuzzy.local {
                search.local(fuzzy);
            }
        }
        hits.sort_by(|a, b| b.degree.total_cmp(&a.degree).then(a.kind.cmp(&b.kind)).then(a.mv.cmp(&b.mv)));
        let mut seen = HashSet::new();
        hits.retain(|h| seen.insert((h.verdict.id, h.mv)));
        hits
    }
}

struct Search<'a> {
    index: &'a Index,
    part: &'a Base,
    number: usize,
    query: &'a Query<'a>,
    hits: &'a mut Vec<Hit>,
}

impl Search<'_> {
    fn exact(&mut self) {
        let canonical = Canonical::new(self.query.board, self.query.to_move);
        let found = self.part.find(canonical.hash);
        self.of_position(found, &canonical, HitKind::Exact, 1.0, &Ground::Same);
    }

    fn exchanged(&mut self) {
        let (board, color) = (self.query.board, self.query.to_move);
        let size = board.size();
        let stones = Point::all(size).filter_map(|p| Some((p, !board.stone(p)?)));
        let canonical = Canonical::of_stones(size, stones, board.ko(), !color);
        let found = self.part.find(canonical.hash);
        self.of_position(found, &canonical, HitKind::ColourExchange, 0.9, &Ground::Exchanged);
    }

    fn of_position(&mut self, position: Option<u32>, canonical: &Canonical, kind: HitKind, degree: f32, why: &Ground) {
        let Some(position) = position else { return };
        for at in self.part.verdicts(position) {
            let (part, size) = (self.part, self.query.board.size());
            part.each_move(canonical, &part.entries[at], size, |mv| self.push(at, mv, kind, degree, || why.clone()));
        }
    }

    fn near(&mut self, fuzzy: &Fuzzy) {
        let (board, color) = (self.query.board, self.query.to_move);
        let found = near(self.part, board, color, fuzzy.stones, fuzzy.limit);
        for near in found.iter().filter(|n| n.distance > 0) {
            let Some((_, bucket)) = self.part.verdicts(near.position).next().and_then(|e| self.part.place_of(e as u32))
            else {
                continue;
            };
            let differ = differing(self.part, bucket, near, board);
            for at in self.part.verdicts(near.position) {
                let Some(mv) = self.part.turned_move(&self.part.entries[at], near.symmetry, board.size()) else {
                    continue;
                };
                if mv.point().is_some_and(|p| !board.is_empty(p)) {
                    continue;
                }
                let degree = near_degree(mv, &differ);
                self.push(at, mv, HitKind::Near, degree, || Ground::near(mv, &differ, board.size()));
            }
        }
    }

    fn local(&mut self, fuzzy: &Fuzzy) {
        let (board, color) = (self.query.board, self.query.to_move);
        let size = board.size();
        let stones: Vec<(Point, Color)> = Point::all(size).filter_map(|p| Some((p, board.stone(p)?))).collect();
        let free = Point::all(size).filter(|&p| board.is_empty(p));
        let mut open: Vec<(Point, Windows)> =
            free.map(|p| (p, windows(size, p, color, stones.iter().copied()))).collect();
        let enough = self.hits.len() + fuzzy.limit;
        // Large windows first: for each move the largest that matches anything decides, and where there
        // are too many hits the weakest are missing.
        for radius in (0..RADII.len()).rev() {
            open.retain(|(center, around)| {
                let count = around.stones[radius];
                if count < FEWEST_STONES || self.hits.len() >= enough {
                    return false; // smaller windows hold fewer stones still
                }
                let same = self.part.window(radius, around.hashes[radius]);
                for &entry in same.iter().take(PER_WINDOW) {
                    let span = 2 * RADII[radius] + 1;
                    let why = || Ground::Local { span, stones: u32::from(count) };
                    self.push(entry as usize, Move::Play(*center), HitKind::Local, LOCAL_DEGREES[radius], why);
                }
                same.is_empty()
            });
        }
    }

    fn push(&mut self, at: usize, mv: Move, kind: HitKind, degree: f32, ground: impl FnOnce() -> Ground) {
        let (entry, id) = (&self.part.entries[at], self.part.ids[at]);
        if !self.index.stands(self.number, id) {
            return;
        }
        let exchanged = kind == HitKind::ColourExchange;
        let there = &self.part.contexts[usize::from(entry.context)];
        let Agreement { degree: agreed, differences } = agreement(&self.query.context, there, exchanged);
        let mut verdict = self.index.verdict(self.number, entry, id, &Context::default());
        let degree = degree * agreed;
        verdict.weight *= degree;
        let why = Why { ground: ground(), differences };
        self.hits.push(Hit { mv, verdict, degree, kind, why });
    }
}

/// Each differing point takes a share away, close to the move more than far from it.
fn near_degree(mv: Move, differ: &[Point]) -> f32 {
    let share = |&p: &Point| match mv {
        Move::Play(at) if at.circular_distance(p) <= 6 => 0.75,
        Move::Play(at) if at.circular_distance(p) <= 12 => 0.85,
        _ => 0.9,
    };
    0.95 * differ.iter().map(share).product::<f32>()
}

/// The verdicts on each move, moves in order of the board.
pub fn by_move(hits: &[Hit]) -> Vec<(Move, Vec<&Hit>)> {
    let mut moves: HashMap<Move, Vec<&Hit>> = HashMap::new();
    for hit in hits {
        moves.entry(hit.mv).or_default().push(hit);
    }
    let mut moves: Vec<_> = moves.into_iter().collect();
    moves.sort_by_key(|(mv, _)| *mv);
    moves
}
