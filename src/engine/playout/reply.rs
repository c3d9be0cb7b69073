//! What earlier playouts teach the next ones: last good replies, and pairs of moves.

use crate::board::{ByColor, Color, GRID, Point, PointMap};

/// The memory of one search thread over its playouts.
#[derive(Clone, Debug)]
pub struct Replies {
    /// Last good reply with forgetting (Baier and Drake 2010): by replier and the move replied to.
    good: ByColor<PointMap<Option<Point>>>,
    /// Contextual Monte Carlo (Hoock et al. IV.B): by colour, wins and simulations with both moves.
    pairs: Option<ByColor<Vec<Pair>>>,
    /// For each move the partner with the best mean, kept up to date with `pairs`.
    best: ByColor<PointMap<Option<Point>>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    wins: f32,
    simulations: f32,
}

impl Pair {
    fn mean(self) -> f32 {
        self.wins / self.simulations.max(1.0)
    }
}

/// Pairs seen less often than this say nothing yet.
const ENOUGH: f32 = 50.0;

impl Replies {
    /// An empty memory; `pairs` decides whether pairs of moves are kept, which takes 8 MB.
    pub fn new(pairs: bool) -> Replies {
        Replies {
            good: ByColor::from_fn(|_| PointMap::new(None)),
            pairs: pairs.then(|| ByColor::from_fn(|_| vec![Pair::default(); GRID * GRID])),
            best: ByColor::from_fn(|_| PointMap::new(None)),
        }
    }

    /// The move that last won the playout as an answer to `to`.
    #[inline]
    pub fn good_reply(&self, color: Color, to: Point) -> Option<Point> {
        self.good[color][to]
    }

    /// The partner of one's own last move with the best mean.
    #[inline]
    pub fn best_partner(&self, color: Color, with: Point) -> Option<Point> {
        self.best[color][with]
    }

    /// Learns from the moves of a playout: the winner's replies are kept, the loser's forgotten.
    pub fn learn_replies(&mut self, moves: &[(Color, crate::board::Move)], winner: Color) {
        for pair in moves.windows(2) {
            let (Some(to), (color, Some(reply))) = (pair[0].1.point(), (pair[1].0, pair[1].1.point())) else {
                continue;
            };
            if color == winner {
                self.good[color][to] = Some(reply);
            } else if self.good[color][to] == Some(reply) {
                self.good[color][to] = None;
            }
        }
    }

    /// Learns from pairs of moves of one colour that follow each other.
    pub fn learn_pairs(&mut self, moves: &[(Color, crate::board::Move)], winner: Color) {
        let Some(pairs) = &mut self.pairs else { return };
        for triple in moves.windows(3) {
            let (Some(first), (color, Some(second))) = (triple[0].1.point(), (triple[2].0, triple[2].1.point())) else {
                continue;
            };
            if triple[0].0 != color {
                continue;
            }
            let table = &mut pairs[color];
            let row = first.index() * GRID;
            let entry = &mut table[row + second.index()];
            entry.simulations += 1.0;
            entry.wins += f32::from(color == winner);
            let entry = *entry;
            let best = &mut self.best[color][first];
            let bar = best.map_or(0.5, |b| table[row + b.index()].mean());
            if *best == Some(second) {
                if entry.mean() < 0.5 {
                    *best = None;
                }
            } else if entry.simulations >= ENOUGH && entry.mean() > bar {
                *best = Some(second);
            }
        }
    }
}
