//! Which move a simulation tries next: the bandit formulas of the papers.

use super::params::{BetaSchedule, Params, Selection};
use super::tree::Node;
use crate::util::rng::FastRng;

/// The formula of a search, resolved from the parameters once.
#[derive(Clone, Debug)]
pub struct Formula {
    selection: Selection,
    uses_rave: bool,
    schedule: BetaSchedule,
    alpha: f32,
    equivalence: f32,
    bias: f32,
    urgency: f32,
    c: f32,
    c2: f32,
    real_share: f32,
    rave_share: f32,
    guard_threshold: f32,
    rave_floor: f32,
    regularity: f32,
    unprune_first: u32,
    unprune_growth: f32,
}

impl Formula {
    /// The formula that the parameters describe.
    pub fn new(params: &Params) -> Formula {
        Formula {
            selection: params.selection,
            uses_rave: params.rave,
            schedule: params.beta_schedule,
            alpha: params.ucb_alpha,
            equivalence: params.rave_equivalence,
            bias: params.rave_bias,
            urgency: params.first_play_urgency,
            c: params.bias_c,
            c2: params.bias_c2,
            real_share: params.prior_real_share,
            rave_share: params.prior_rave_share,
            guard_threshold: params.guard_threshold,
            rave_floor: params.guard_rave_floor,
            regularity: params.guard_regularity,
            unprune_first: params.unprune_first,
            unprune_growth: params.unprune_growth,
        }
    }

    /// The place of the child to try. `children` is not empty.
    #[inline]
    pub fn choose(&self, parent: &Node, children: &[Node], rng: &mut FastRng) -> usize {
        let (visits, wins) = parent.tally.get();
        // Berthier et al., alg. 2: a node whose player is losing (its own reward is what the mover to it
        // does not get) tries its moves at random, so that none stays untried for ever.
        if self.guard_threshold > 0.0 && visits > 0.0 && 1.0 - wins / visits < self.guard_threshold {
            return rng.below(children.len() as u32) as usize;
        }
        let open = self.open_moves(visits, children.len());
        match self.selection {
            Selection::Rave => self.best(&children[..open], |child| self.rave(child, visits)),
            Selection::Ucb1 => self.best(&children[..open], |child| self.ucb1(child, visits)),
            Selection::Ucb1Tuned => self.best(&children[..open], |child| self.ucb1_tuned(child, visits)),
        }
    }

    /// Progressive unpruning (Rimmel 4.1.2): children are sorted by knowledge, the first few are open.
    #[inline(always)]
    fn open_moves(&self, visits: f32, count: usize) -> usize {
        if self.unprune_first == 0 {
            return count;
        }
        let more = (visits.max(1.0) / 40.0).max(1.0).ln() / self.unprune_growth.ln();
        (self.unprune_first as usize + more as usize).min(count)
    }

    #[inline(always)]
    fn best(&self, children: &[Node], score: impl Fn(&Node) -> f32) -> usize {
        let mut best = (f32::NEG_INFINITY, 0);
        for (at, child) in children.iter().enumerate() {
            let value = score(child);
            if value > best.0 {
                best = (value, at);
            }
        }
        best.1
    }

    /// Rimmel, eq. 4.1, in the form of Hoock et al., eq. 3: the weights of the mean and of RAVE add up
    /// to one.
    #[inline(always)]
    fn rave(&self, child: &Node, parent_visits: f32) -> f32 {
        let (mut n, mut w) = child.tally.get();
        let (prior_wins, prior_visits) = child.prior();
        let (mut rn, mut rw) = (0.0, 0.0);
        if self.uses_rave {
            (rn, rw) = child.rave.get();
            rn += prior_visits * self.rave_share;
            rw += prior_wins * self.rave_share;
        }
        let real = n;
        n += prior_visits * self.real_share;
        w += prior_wins * self.real_share;
        if n + rn <= 0.0 {
            return self.urgency;
        }
        if self.regularity > 0.0 {
            w += self.regularity;
            n += 2.0 * self.regularity;
        }
        let beta = if self.uses_rave { self.beta(n, rn, w) } else { 0.0 };
        let mean = if n > 0.0 { w / n } else { 0.0 };
        let rave = if rn > 0.0 { (rw / rn).max(self.rave_floor) } else { 0.0 };
        let mut value = beta * rave + (1.0 - beta) * mean;
        if self.c > 0.0 || self.c2 > 0.0 {
            value += (self.c2 / rn.max(1.0) + self.c / (2.0 + real).ln()) * child.bias();
        }
        if self.alpha > 0.0 {
            value += self.alpha * (parent_visits.max(1.0).ln() / n.max(1.0)).sqrt();
        }
        value
    }

    /// The weight of RAVE.
    #[inline(always)]
    fn beta(&self, n: f32, rn: f32, w: f32) -> f32 {
        match self.schedule {
            // Rimmel, eq. 4.2, with c1 = 1 / equivalence.
            BetaSchedule::Rimmel => rn / (rn + n + rn * n / self.equivalence),
            // Gelly and Silver: minimum mean squared error with bias b: rn / (rn + n + 4 rn n b² / (q (1 - q)))
            BetaSchedule::GellySilver => {
                let q = (w / n.max(1.0)).clamp(0.05, 0.95);
                rn / (rn + n + rn * n * self.bias / (q * (1.0 - q)))
            }
            // WPI report 3.1.2.
            BetaSchedule::Equivalence => {
                if rn > 0.0 {
                    (self.equivalence / (3.0 * n + self.equivalence)).sqrt()
                } else {
                    0.0
                }
            }
        }
    }

    /// UCB1 with alpha (Rimmel 1.3).
    #[inline(always)]
    fn ucb1(&self, child: &Node, parent_visits: f32) -> f32 {
        let (n, w) = self.with_prior(child);
        if n <= 0.0 {
            return self.urgency;
        }
        w / n + self.alpha * (parent_visits.max(1.0).ln() / n).sqrt()
    }

    /// UCB1-TUNED (Chelaru 4.3.2): rewards are 0 or 1, so that the mean gives the variance.
    #[inline(always)]
    fn ucb1_tuned(&self, child: &Node, parent_visits: f32) -> f32 {
        let (n, w) = self.with_prior(child);
        if n <= 0.0 {
            return self.urgency;
        }
        let (mean, log) = (w / n, parent_visits.max(1.0).ln());
        let variance = mean * (1.0 - mean) + (2.0 * log / n).sqrt();
        mean + (log / n * variance.min(0.25)).sqrt()
    }

    #[inline(always)]
    fn with_prior(&self, child: &Node) -> (f32, f32) {
        let (n, w) = child.tally.get();
        let (prior_wins, prior_visits) = child.prior();
        (n + prior_visits * self.real_share + 2.0 * self.regularity, w + prior_wins * self.real_share + self.regularity)
    }
}
