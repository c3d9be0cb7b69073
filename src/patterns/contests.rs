//! Played moves as contests: the winner's features against those of the other moves of its position.

use super::features::{Extractor, Feature};
use super::games::GameMoves;
use super::lookup::Table;
use super::model::Model;
use crate::board::Point;
use crate::util::rng::FastRng;
use rayon::prelude::*;

/// Moves at most this far from the last move always compete.
const NEAR_LAST: u8 = 8;
/// The same for the move before the last.
const NEAR_BEFORE: u8 = 5;
/// Of the moves far from the last two, so many compete with the played one; their weight makes up for
/// the others.
const FAR_MOVES: usize = 24;

/// Contests of one game: each row is a position, its first candidate the winner.
#[derive(Default)]
pub struct Contests {
    /// Places of features in the dictionary, candidate after candidate.
    places: Vec<u32>,
    /// Where each candidate's places end, and the logarithm of how many moves it stands for.
    candidates: Vec<(u32, f32)>,
    /// Where each row's candidates end.
    rows: Vec<u32>,
}

/// The contests of games, described on all cores. `seen` is told every feature with its place.
pub fn describe(
    games: &[&GameMoves],
    dictionary: &Model,
    seed: u64,
    seen: impl Fn(&Feature, u32) + Sync,
) -> Vec<Contests> {
    let seen = &seen;
    games
        .par_iter()
        .map_init(Extractor::new, |extractor, game| Contests::of(game, dictionary, extractor, seed, seen))
        .collect()
}

impl Contests {
    fn of(
        game: &GameMoves,
        dictionary: &Model,
        extractor: &mut Extractor,
        seed: u64,
        seen: impl Fn(&Feature, u32),
    ) -> Contests {
        let mut contests = Contests::default();
        let mut rng = FastRng::new(game.lot(seed ^ 0xfa2));
        let within = |other: Option<Point>, point: Point, reach| {
            other.is_some_and(|other| other.circular_distance(point) <= reach)
        };
        let (mut points, mut far, mut known, mut next) = (Vec::new(), Vec::new(), Vec::<(u32, u32)>::new(), Vec::new());
        game.each(|played| {
            let (board, color) = (played.board, played.color);
            points.clear();
            far.clear();
            known.clear();
            points.push(played.point);
            for &point in board.empty_points() {
                if point == played.point || !board.is_legal(color, point) {
                    continue;
                }
                if within(played.last[0], point, NEAR_LAST) || within(played.last[1], point, NEAR_BEFORE) {
                    points.push(point);
                } else {
                    far.push(point);
                }
            }
            let near = points.len();
            let drawn = far.len().min(FAR_MOVES);
            for n in 0..drawn {
                let other = n + rng.below((far.len() - n) as u32) as usize;
                far.swap(n, other);
                points.push(far[n]);
            }
            let handicap = (far.len() as f32 / drawn.max(1) as f32).max(1.0).ln();
            extractor.look(board, color, played.last);
            dictionary.look_up(extractor, board, &points, |candidate, feature, place| {
                seen(feature, place);
                known.push((candidate as u32, place));
            });
            // They come size by size; here they stand move by move.
            next.clear();
            next.resize(points.len(), 0);
            known.iter().for_each(|&(candidate, _)| next[candidate as usize] += 1);
            let mut end = contests.places.len();
            contests.places.resize(end + known.len(), 0);
            for (candidate, next) in next.iter_mut().enumerate() {
                end += std::mem::replace(next, end);
                let stands_for = if candidate < near { 0.0 } else { handicap };
                contests.candidates.push((end as u32, stands_for));
            }
            for &(candidate, place) in &known {
                let at = &mut next[candidate as usize];
                contests.places[*at] = place;
                *at += 1;
            }
            contests.rows.push(contests.candidates.len() as u32);
        });
        contests
    }

    /// Contests as they are told: of each the teams, features by place, the winner first.
    #[cfg(test)]
    pub fn told(rows: &[&[&[u32]]]) -> Contests {
        let mut contests = Contests::default();
        for row in rows {
            for team in *row {
                contests.places.extend_from_slice(team);
                contests.candidates.push((contests.places.len() as u32, 0.0));
            }
            contests.rows.push(contests.candidates.len() as u32);
        }
        contests
    }

    /// How many contests there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The candidates of a contest; the first has won.
    pub fn row(&self, row: usize) -> std::ops::Range<usize> {
        row.checked_sub(1).map_or(0, |before| self.rows[before] as usize)..self.rows[row] as usize
    }

    /// The features of a candidate, by place.
    #[inline]
    pub fn places(&self, candidate: usize) -> &[u32] {
        let from = candidate.checked_sub(1).map_or(0, |before| self.candidates[before].0 as usize);
        &self.places[from..self.candidates[candidate].0 as usize]
    }

    /// The logarithm of how many moves a candidate stands for.
    #[inline]
    pub fn handicap(&self, candidate: usize) -> f32 {
        self.candidates[candidate].1
    }
}
