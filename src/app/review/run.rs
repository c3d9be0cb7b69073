//! Goes through games position by position on all cores: what the cache knows is taken from it, the
//! rest is judged and kept at once, so that a run that was killed goes on where it was.

use super::analysed::Analysed;
use super::cache::{Cache, Effort};
use super::judge::JudgeSpec;
use crate::app::NodeView;
use crate::board::Position;
use crate::gtp::client::Leash;
use crate::record::{NodeId, Tree};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// How a game is gone through.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Only these moves; the position before the first of them is judged too.
    pub moves: Option<RangeInclusive<u32>>,
    /// Variations as well as the main line.
    pub variations: bool,
}

/// The hardest positions are looked at again: one in so many,
const HARD_SHARE: usize = 5;
/// with so many times the effort.
const HARD_FACTOR: u32 = 3;

/// A position of a game that is to be judged.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its node.
    pub node: NodeId,
    /// Moves played so far.
    pub number: u32,
    /// The position.
    pub position: Position,
}

/// The positions of a game that a plan asks for, in the order of the game.
pub fn places(tree: &Tree, plan: &Plan) -> Vec<Place> {
    match plan.variations {
        true => places_on(tree, tree.preorder(tree.root()), plan.moves.as_ref()),
        false => places_on(tree, tree.main_line(), plan.moves.as_ref()),
    }
}

/// The positions of some nodes, each after its parent where both are among them.
pub fn places_on(
    tree: &Tree,
    nodes: impl IntoIterator<Item = NodeId>,
    moves: Option<&RangeInclusive<u32>>,
) -> Vec<Place> {
    let mut found = Vec::new();
    // Views of the nodes on the way to the one at hand.
    let mut way: Vec<NodeView> = Vec::new();
    for node in nodes {
        while way.last().is_some_and(|last| tree.parent(node) != Some(last.node)) {
            way.pop();
        }
        let view = NodeView::of(tree, node, way.last());
        let wanted = moves.is_none_or(|range| (range.start().saturating_sub(1)..=*range.end()).contains(&view.number));
        if wanted && !view.position.is_over() {
            found.push(Place { node, number: view.number, position: view.position.clone() });
        }
        way.push(view);
    }
    found
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Positions judged.
    pub done: usize,
    /// Of so many; grows once, when the hardest are known.
    pub total: usize,
    /// Of the judged ones, those that the cache knew.
    pub known: usize,
    /// Simulations of the others.
    pub simulations: u64,
}

/// A run over games.
pub struct Run<'a> {
    /// Who judges.
    pub judge: &'a JudgeSpec,
    /// How long.
    pub effort: Effort,
    /// Where verdicts are kept.
    pub cache: Option<&'a Cache>,
    /// Threads to work on.
    pub threads: usize,
    /// Ends the run.
    pub stop: &'a AtomicBool,
    /// Frees it from a program of others that hangs.
    pub leash: Arc<Leash>,
}

/// Told how far a run has come, and what is new: the game, the node, what was said of it.
pub type Tell<'a> = dyn Fn(Step, &[(usize, NodeId, &Analysed)]) + Sync + 'a;

/// What was said of the nodes of one game.
pub type Said = HashMap<NodeId, Analysed>;

impl Run<'_> {
    /// Judges the places of games; what was said of each game's nodes. `tell` is called with all that
    /// is new, from any thread.
    pub fn go(&self, games: &[Vec<Place>], tell: &Tell<'_>) -> Result<Vec<Said>, String> {
        let all: Vec<(usize, &Place)> =
            games.iter().enumerate().flat_map(|(game, places)| places.iter().map(move |place| (game, place))).collect();
        let begun = Step { done: 0, total: all.len() + all.len() / HARD_SHARE, known: 0, simulations: 0 };
        let (first, after) = self.judge_all(&all, self.effort, begun, tell)?;
        let hard = hardest(&first);
        let again: Vec<(usize, &Place)> = hard.iter().map(|&i| all[i]).collect();
        let begun = Step { total: all.len() + again.len(), ..after };
        let (second, _) = self.judge_all(&again, self.effort.times(HARD_FACTOR), begun, tell)?;
        let mut said: Vec<Said> = games.iter().map(|_| Said::new()).collect();
        let deeper = again.iter().zip(second);
        for (&(game, place), analysed) in all.iter().zip(first).chain(deeper) {
            if let Some(analysed) = analysed {
                said[game].insert(place.node, analysed);
            }
        }
        Ok(said)
    }

    /// Judges positions with the same effort, in any order.
    fn judge_all(
        &self,
        places: &[(usize, &Place)],
        effort: Effort,
        begun: Step,
        tell: &Tell<'_>,
    ) -> Result<(Vec<Option<Analysed>>, Step), String> {
        let id = self.judge.id();
        let mut results: Vec<Option<Analysed>> =
            places.iter().map(|(_, place)| self.cache?.get(&place.position, &id, effort)).collect();
        let missing: Vec<usize> = (0..places.len()).filter(|&i| results[i].is_none()).collect();
        let known = places.len() - missing.len();
        let (done, known) = (begun.done + known, begun.known + known);
        let found = places.iter().zip(&results);
        let found: Vec<_> =
            found.filter_map(|(&(game, place), said)| Some((game, place.node, said.as_ref()?))).collect();
        tell(Step { done, known, ..begun }, &found);
        let next = AtomicUsize::new(0);
        let judged = Mutex::new(Vec::new());
        let failure = Mutex::new(None);
        let work = || -> Result<(), String> {
            let mut judge = None;
            while !self.stop.load(Ordering::Relaxed) {
                let Some(&i) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let judge = match &mut judge {
                    Some(running) => running,
                    none => none.insert(self.judge.start_on(self.leash.clone())?),
                };
                let position = &places[i].1.position;
                let analysed = judge.judge(position, effort, self.stop);
                if self.stop.load(Ordering::Relaxed) {
                    break; // it was cut short
                }
                // As it will be when it comes from the cache: a report must not depend on that.
                let analysed = analysed?.as_kept();
                if let Some(cache) = self.cache {
                    cache.put(position, &id, effort, &analysed).map_err(|error| format!("the cache: {error}"))?;
                }
                let mut judged = lock(&judged);
                let before: u64 = judged.iter().map(|(_, said): &(usize, Analysed)| u64::from(said.visits)).sum();
                let simulations = begun.simulations + before + u64::from(analysed.visits);
                let step = Step { done: done + judged.len() + 1, known, simulations, ..begun };
                tell(step, &[(places[i].0, places[i].1.node, &analysed)]);
                judged.push((i, analysed));
            }
            Ok(())
        };
        rayon::scope(|scope| {
            for _ in 0..self.threads.clamp(1, missing.len().max(1)) {
                scope.spawn(|_| {
                    if let Err(error) = work() {
                        // The others need not go on.
                        next.store(usize::MAX / 2, Ordering::Relaxed);
                        lock(&failure).get_or_insert(error);
                    }
                });
            }
        });
        if let Some(error) = lock(&failure).take() {
            return Err(error);
        }
        let judged = judged.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let done = done + judged.len();
        let mut simulations = begun.simulations;
        for (i, analysed) in judged {
            simulations += u64::from(analysed.visits);
            results[i] = Some(analysed);
        }
        Ok((results, Step { done, known, simulations, ..begun }))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The positions that are worth another look, by their places, the hardest first.
fn hardest(said: &[Option<Analysed>]) -> Vec<usize> {
    let mut hard: Vec<(f32, usize)> = said
        .iter()
        .enumerate()
        .filter_map(|(i, analysed)| Some((difficulty(analysed.as_ref()?), i)))
        .filter(|&(difficulty, _)| difficulty > 0.0)
        .collect();
    hard.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    hard.truncate(said.len() / HARD_SHARE);
    hard.into_iter().map(|(_, i)| i).collect()
}

/// 0 when the game is decided or one move stands alone; 1 when all is open and two moves are equal.
fn difficulty(analysed: &Analysed) -> f32 {
    let open = 1.0 - (2.0 * analysed.win_rate - 1.0).abs();
    match analysed.moves.as_slice() {
        [best, second, ..] => open * second.visits as f32 / best.visits.max(1) as f32,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::analysed::tests::sample;
    use super::*;
    use crate::board::Color;
    use crate::engine::Params;
    use crate::record::{ReadOptions, read_bytes};

    fn tree(sgf: &str) -> Tree {
        let mut loaded = read_bytes(sgf.as_bytes(), &ReadOptions::default()).unwrap();
        loaded.collection.games.remove(0).into_tree()
    }

    fn plan(moves: Option<RangeInclusive<u32>>, variations: bool) -> Plan {
        Plan { moves, variations }
    }

    const GAME: &str = "(;SZ[9]KM[7];B[ee];W[gc](;B[cg];W[gg])(;B[cc];W[cg];B[gg]))";

    #[test]
    fn a_plan_asks_for_a_part_of_the_game_or_all_of_it() {
        let tree = tree(GAME);
        let numbers = |plan| places(&tree, &plan).iter().map(|place| place.number).collect::<Vec<_>>();
        assert_eq!(numbers(plan(None, false)), [0, 1, 2, 3, 4]);
        assert_eq!(numbers(plan(Some(3..=4), false)), [2, 3, 4], "with the position before the first move");
        assert_eq!(numbers(plan(None, true)), [0, 1, 2, 3, 4, 3, 4, 5]);
        for place in places(&tree, &plan(None, true)) {
            assert_eq!(place.position.hash(), NodeView::of(&tree, place.node, None).position.hash());
        }
    }

    #[test]
    fn a_run_that_was_killed_goes_on_and_says_the_same() {
        let tree = tree(GAME);
        let games = [places(&tree, &plan(None, true)), places(&tree, &plan(Some(1..=2), false))];
        let judge = JudgeSpec::Own(Box::new(Params { memory: 16, ..Params::default() }));
        let stop = AtomicBool::new(false);
        let run = |cache, threads, stop| Run {
            judge: &judge,
            effort: Effort::Simulations(60),
            cache,
            threads,
            stop,
            leash: Arc::default(),
        };
        let whole = run(None, 1, &stop).go(&games, &|_, _| {}).unwrap();
        assert_eq!(whole[0].len(), 8);

        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("analysis.sqlite")).unwrap();
        let killed = AtomicBool::new(false);
        let kill = |step: Step, _: &[(usize, NodeId, &Analysed)]| killed.store(step.done >= 4, Ordering::Relaxed);
        let part = run(Some(&cache), 2, &killed).go(&games, &kill).unwrap();
        assert!(part[0].len() < 8, "it was killed half way");
        let steps = Mutex::new(Vec::new());
        let again = run(Some(&cache), 2, &stop).go(&games, &|step, _| lock(&steps).push(step)).unwrap();
        assert_eq!(again, whole);
        assert!(lock(&steps)[0].known >= 4, "what was judged before the end is known");
        let last = *lock(&steps).last().unwrap();
        assert_eq!(last.done, last.total);
        let third = Mutex::new(Vec::new());
        run(Some(&cache), 2, &stop).go(&games, &|step, _| lock(&third).push(step)).unwrap();
        assert!(lock(&third).iter().all(|step| step.done == step.known), "nothing is computed twice");
    }

    #[test]
    fn open_and_equal_positions_are_hard_and_decided_ones_are_not() {
        let mut close = sample(Color::Black, 0.5, 0.0);
        close.moves[1].visits = 790;
        let decided = sample(Color::Black, 0.99, 30.0);
        let mut said = vec![Some(decided); 10];
        said[3] = Some(close);
        said[7] = None;
        assert_eq!(hardest(&said)[0], 3);
        assert_eq!(hardest(&said).len(), 2);
    }
}
