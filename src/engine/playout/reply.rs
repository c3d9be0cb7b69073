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

    /// Learns from all pairs of points that one player took in a playout, whichever came first.
    pub fn learn_pairs(&mut self, moves: &[(Color, crate::board::Move)], winner: Color) {
        let Some(pairs) = &mut self.pairs else { return };
        for color in Color::BOTH {
            let own: Vec<Point> = moves.iter().filter(|m| m.0 == color).filter_map(|m| m.1.point()).collect();
            let (table, best) = (&mut pairs[color], &mut self.best[color]);
            for &with in &own {
                let row = &mut table[with.index() * GRID..][..GRID];
                for &partner in own.iter().filter(|&&partner| partner != with) {
                    row[partner.index()].simulations += 1.0;
                    row[partner.index()].wins += f32::from(color == winner);
                    best[with] = better_partner(row, best[with], partner);
                }
            }
        }
    }
}

/// The best partner of a point by its row of the table, after that of one partner has changed: never one that
/// lost more than it won, nor one seen too seldom.
#[inline]
fn better_partner(row: &[Pair], best: Option<Point>, changed: Point) -> Option<Point> {
    let entry = row[changed.index()];
    if best == Some(changed) {
        return best.filter(|_| entry.mean() >= 0.5);
    }
    let bar = best.map_or(0.5, |best| row[best.index()].mean());
    if entry.simulations >= ENOUGH && entry.mean() > bar { Some(changed) } else { best }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;

    #[test]
    fn partners_are_points_that_won_together_wherever_they_stood_in_the_playout() {
        let [a, b, c, d] = [(0, 0), (1, 0), (2, 0), (3, 0)].map(|(x, y)| Point::new(x, y));
        let playout = |black: [Point; 2]| -> Vec<(Color, Move)> {
            [(Color::Black, black[0]), (Color::White, c), (Color::White, d), (Color::Black, black[1])]
                .map(|(color, point)| (color, point.into()))
                .to_vec()
        };
        let mut replies = Replies::new(true);
        for _ in 0..ENOUGH as u32 - 1 {
            replies.learn_pairs(&playout([a, b]), Color::Black);
        }
        assert_eq!(replies.best_partner(Color::Black, a), None, "that is too seldom");
        replies.learn_pairs(&playout([b, a]), Color::Black);
        assert_eq!(replies.best_partner(Color::Black, a), Some(b));
        assert_eq!(replies.best_partner(Color::Black, b), Some(a));
        assert_eq!(replies.best_partner(Color::White, c), None, "they lost together");
        for _ in 0..=ENOUGH as u32 {
            replies.learn_pairs(&playout([a, b]), Color::White);
        }
        assert_eq!(replies.best_partner(Color::Black, a), None, "they lose more than they win by now");
    }
}
