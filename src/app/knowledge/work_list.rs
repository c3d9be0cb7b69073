//! What is worth an expert's time: positions that are frequent in the loaded games, undecided by the
//! engine, and ungraded or disputed.

use crate::app::NodeKey;
use crate::board::{Canonical, Position, Rules};
use crate::ontology::Context;
use crate::ontology::bias::Adviser;
use crate::record::Tree;
use std::collections::HashMap;

/// Moves of a game that are looked at: later positions come once in a life.
const DEPTH: usize = 80;
/// The longest list.
const MOST: usize = 100;
/// How undecided a position counts of which the engine has said nothing.
const UNKNOWN: f32 = 0.5;

/// A game to look through.
pub struct WorkGame {
    /// Its tree.
    pub tree: Tree,
    /// The keys of its nodes begin so.
    pub place: (crate::app::DocumentId, usize),
}

/// A position worth an expert's time.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkItem {
    /// Where it can be seen.
    pub at: NodeKey,
    /// The number of the move there.
    pub number: usize,
    /// In how many games it came.
    pub games: usize,
    /// How undecided the engine is, 0..1, if it has thought about it.
    pub undecided: Option<f32>,
    /// Moves of it that were judged.
    pub judged: usize,
    /// How far the experts are apart on the most disputed of them.
    pub disagreement: f32,
    /// What the list is sorted by.
    pub worth: f32,
}

/// The list, the worthiest first. `win_rate` is the engine's for Black, where it has thought.
pub fn work_list(games: &[WorkGame], adviser: &Adviser, win_rate: impl Fn(NodeKey) -> Option<f32>) -> Vec<WorkItem> {
    let mut found: HashMap<u64, WorkItem> = HashMap::new();
    for game in games {
        walk(game, adviser, &win_rate, &mut found);
    }
    let mut list: Vec<WorkItem> = found.into_values().collect();
    for item in &mut list {
        let need = if item.judged == 0 { 1.0 } else { item.disagreement };
        item.worth = (1.0 + item.games as f32).ln() * item.undecided.unwrap_or(UNKNOWN) * need;
    }
    list.retain(|item| item.worth > 0.0);
    list.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.number.cmp(&b.number)).then(a.at.cmp(&b.at)));
    list.truncate(MOST);
    list
}

fn walk(
    game: &WorkGame,
    adviser: &Adviser,
    win_rate: &impl Fn(NodeKey) -> Option<f32>,
    found: &mut HashMap<u64, WorkItem>,
) {
    let tree = &game.tree;
    let mut position = tree.first_position(Rules::JAPANESE);
    for (number, node) in tree.main_line().take(DEPTH).enumerate() {
        for step in tree.properties(node).steps(tree.size()) {
            step.carry_out(&mut position);
        }
        let key = Canonical::new(position.board(), position.to_play()).hash;
        let at = (game.place.0, game.place.1, node);
        let undecided = win_rate(at).map(|rate| 1.0 - (2.0 * rate - 1.0).abs());
        let item = found.entry(key).or_insert_with(|| {
            let (judged, disagreement) = judged(&position, adviser);
            WorkItem { at, number, games: 0, undecided: None, judged, disagreement, worth: 0.0 }
        });
        item.games += 1;
        if item.undecided.is_none() && undecided.is_some() {
            // Shown where the engine has thought about it.
            (item.undecided, item.at, item.number) = (undecided, at, number);
        }
    }
}

/// How many moves of a position were judged, and the greatest disagreement among them.
fn judged(position: &Position, adviser: &Adviser) -> (usize, f32) {
    let context = Context::of(position.rules(), position.komi());
    let judged = adviser.judged(position.board(), position.to_play(), &context);
    let most = judged.iter().map(|judged| judged.fused.disagreement).fold(0.0, f32::max);
    (judged.len(), most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Document;
    use crate::ontology::fusion::OPERATORS;
    use crate::ontology::{Index, shipped};
    use crate::record::{Collection, ReadOptions, read_bytes};

    #[test]
    fn frequent_undecided_and_ungraded_positions_come_first() {
        let dir = tempfile::tempdir().unwrap();
        let index = Index::load(&shipped::open(&dir.path().join("o.db")).unwrap()).unwrap();
        let adviser = Adviser::new(index, OPERATORS[0]);
        let sgf = "(;SZ[9]KM[7.5]RU[Chinese];B[ee];W[cc];B[gg])(;SZ[9]KM[7.5]RU[Chinese];B[ee];W[gc];B[cc])\
                   (;SZ[9]KM[7.5]RU[Chinese];B[ee];W[ge];B[fg])";
        let read = read_bytes(sgf.as_bytes(), &ReadOptions::default()).unwrap();
        let document = Document::new(Collection::of(read.collection.games[0].clone()), None);
        let games: Vec<WorkGame> = (0..)
            .zip(&read.collection.games)
            .map(|(n, game)| WorkGame { tree: game.tree().clone(), place: (document.id(), n) })
            .collect();
        let list = work_list(&games, &adviser, |_| None);
        // After E5 and a corner move, in two games by symmetry: nobody has said what to play.
        assert_eq!((list[0].number, list[0].games, list[0].judged), (2, 2, 0), "{:?}", list[0]);
        let graded = list.iter().find(|item| item.number == 2 && item.at.1 == 2);
        assert!(graded.is_none_or(|item| item.worth < list[0].worth), "what is graded in concord can wait");
        let decided = work_list(&games, &adviser, |key| (key == list[0].at).then_some(0.99));
        assert_ne!(decided[0].at, list[0].at, "what is decided can wait");
    }
}
