//! Minorisation-maximisation: the weights of a generalised Bradley-Terry model from contests between
//! teams of features (Coulom 2007; Hunter 2004).
//!
//! The gammas of one group of features are multiplied by wins / expected wins, group by group. Most moves have
//! one feature of a group at most; a point on a middle line lies in several corners and has one for each. Where
//! teams have n features of a group, the nth root of wins / expected wins is taken, as in generalised iterative
//! scaling (Darroch and Ratcliff 1972). So every step raises the likelihood; all contests stay in memory.

use super::contests::Contests;
use super::features::{Family, Feature};

/// A prior: each feature has won and lost once against one of gamma 1.
const PRIOR_WINS: f64 = 1.0;

/// Groups of features: family and size.
pub const GROUPS: usize = 256;

/// The group of a feature.
pub fn group(feature: &Feature) -> u8 {
    debug_assert!(Family::ALL.len() <= 16 && feature.size < 16);
    (feature.family as u8) << 4 | feature.size
}

/// The logarithms of the gammas by place after so many rounds. `groups` tells the group of each place;
/// `done` is called after each round with the mean log-evidence before it.
pub fn weights(contests: &[Contests], groups: &[u8], rounds: u32, mut done: impl FnMut(f64)) -> Vec<f32> {
    let mut problem = Problem::new(contests, groups);
    for _ in 0..rounds {
        let evidence = problem.evidence();
        for group in 0..GROUPS {
            problem.improve(group);
        }
        done(evidence);
    }
    problem.gammas.iter().map(|gamma| gamma.ln() as f32).collect()
}

struct Problem {
    gammas: Vec<f64>,
    /// How often each feature was in the winning team.
    wins: Vec<f64>,
    /// The product of the gammas of each candidate, and its contest.
    candidates: Vec<(f64, u32)>,
    /// The sum over each contest, and its winner.
    contests: Vec<(f64, u32)>,
    /// By group: candidates and the places of their features.
    members: Vec<Vec<(u32, u32)>>,
    /// By place: how many features of its group a team with it has at most.
    shared: Vec<u8>,
}

impl Problem {
    fn new(contests: &[Contests], groups: &[u8]) -> Problem {
        let mut problem = Problem {
            gammas: vec![1.0; groups.len()],
            wins: vec![0.0; groups.len()],
            candidates: Vec::new(),
            contests: Vec::new(),
            members: vec![Vec::new(); GROUPS],
            shared: vec![1; groups.len()],
        };
        let mut of_group = [0u8; GROUPS];
        for game in contests {
            for row in 0..game.len() {
                let (contest, winner) = (problem.contests.len() as u32, problem.candidates.len() as u32);
                let mut sum = 0.0;
                for candidate in game.row(row) {
                    let number = problem.candidates.len() as u32;
                    let strength = f64::from(game.handicap(candidate)).exp();
                    sum += strength;
                    let places = game.places(candidate);
                    places.iter().for_each(|&place| of_group[usize::from(groups[place as usize])] += 1);
                    for &place in places {
                        let shared = &mut problem.shared[place as usize];
                        *shared = (*shared).max(of_group[usize::from(groups[place as usize])]);
                    }
                    places.iter().for_each(|&place| of_group[usize::from(groups[place as usize])] = 0);
                    for &place in places {
                        problem.members[usize::from(groups[place as usize])].push((number, place));
                        problem.wins[place as usize] += f64::from(u8::from(number == winner));
                    }
                    problem.candidates.push((strength, contest));
                }
                problem.contests.push((sum, winner));
            }
        }
        problem
    }

    /// Mean logarithm of the probability of the winners.
    fn evidence(&self) -> f64 {
        let sum: f64 = self.contests.iter().map(|&(sum, winner)| (self.candidates[winner as usize].0 / sum).ln()).sum();
        sum / self.contests.len().max(1) as f64
    }

    /// Sets the gammas of a group.
    fn improve(&mut self, group: usize) {
        let members = &self.members[group];
        if members.is_empty() {
            return;
        }
        let mut expected = vec![0.0; self.gammas.len()];
        for &(candidate, place) in members {
            let (strength, contest) = self.candidates[candidate as usize];
            let (place, sum) = (place as usize, self.contests[contest as usize].0);
            expected[place] += strength / self.gammas[place] / sum;
        }
        // By what each gamma changes; it is applied to all teams that have the feature.
        let mut factors = expected;
        for (place, expected) in factors.iter_mut().enumerate().filter(|(_, e)| **e > 0.0) {
            let gamma = &mut self.gammas[place];
            let wins = self.wins[place] + PRIOR_WINS;
            let ratio = wins / (*gamma * (*expected + 2.0 * PRIOR_WINS / (*gamma + 1.0)));
            *expected = ratio.powf(1.0 / f64::from(self.shared[place]));
            *gamma *= *expected;
        }
        for &(candidate, place) in members {
            let (strength, contest) = &mut self.candidates[candidate as usize];
            let before = *strength;
            *strength *= factors[place as usize];
            self.contests[*contest as usize].0 += *strength - before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contests that ended so many times one way and so many times the other.
    fn times(row: &[&[u32]], won: usize, lost: usize) -> Vec<Contests> {
        let mut turned = row.to_vec();
        turned.swap(0, 1);
        vec![Contests::told(&vec![row; won]), Contests::told(&vec![&turned[..]; lost])]
    }

    #[test]
    fn the_ratio_of_two_players_is_that_of_their_wins() {
        let contests = times(&[&[0], &[1]], 30_000, 10_000);
        let weights = weights(&contests, &[0, 0], 200, |_| {});
        assert!((weights[0] - weights[1] - 3f32.ln()).abs() < 1e-2, "{weights:?}");
    }

    #[test]
    fn two_features_of_one_group_in_a_team_do_not_lower_the_evidence() {
        // The middle of the board lies in four corners, which may be the same one four times.
        let mut contests = times(&[&[0, 0, 0, 0], &[1]], 10_000, 90_000);
        contests.extend(times(&[&[0, 1], &[2, 3]], 5_000, 40_000));
        let mut evidence = Vec::new();
        weights(&contests, &[0, 0, 0, 1], 200, |mean| evidence.push(mean));
        let fallen = evidence.windows(2).find(|pair| pair[1] < pair[0] - 1e-9);
        assert_eq!(fallen, None, "{evidence:?}");
    }

    #[test]
    fn teams_multiply_and_the_evidence_never_falls() {
        // Features 0 and 1 are worth 2 and 4 against 2 of their own groups: alone and together.
        let mut contests = times(&[&[0, 3], &[2, 3]], 20_000, 10_000);
        contests.extend(times(&[&[2, 1], &[2, 3]], 40_000, 10_000));
        contests.extend(times(&[&[0, 1], &[2, 3]], 80_000, 10_000));
        let mut before = f64::NEG_INFINITY;
        let weights = weights(&contests, &[0, 1, 0, 1], 100, |evidence| {
            assert!(evidence >= before - 1e-9, "{evidence} after {before}");
            before = evidence;
        });
        assert!((weights[0] - weights[2] - 2f32.ln()).abs() < 1e-2, "{weights:?}");
        assert!((weights[1] - weights[3] - 4f32.ln()).abs() < 1e-2, "{weights:?}");
    }
}
