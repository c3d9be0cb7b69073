//! What the engine's opinions mean for moves and players: losses, mistakes, accuracy, turning points.

use super::analysed::{Analysed, AnalysedMove};
use super::loss::{Loss, LossClass};
use super::run::Said;
use crate::board::{ByColor, Color, Move};
use crate::record::{NodeId, Tree};

/// Losses beyond this count as this much for the accuracy: one blunder is not the whole game.
const MOST_POINTS: f32 = 12.0;
/// The same where an engine tells no points, of the chance to win.
const MOST_RATE: f32 = 0.24;
/// A change of the leader counts as a turning point from this swing on.
const SWING: f32 = 0.08;
/// Turning points that are shown at most.
const MOST_TURNS: usize = 5;

/// What is to be said of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveVerdict {
    /// Its node.
    pub node: NodeId,
    /// Its number.
    pub number: u32,
    /// Who made it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The chance of Black before and after it.
    pub win_rate: (f32, f32),
    /// Black's lead before and after it.
    pub score: (Option<f32>, Option<f32>),
    /// What it lost.
    pub loss: Loss,
    /// What the engine would have played.
    pub best: AnalysedMove,
    /// Its place among the engine's moves, from 0.
    pub rank: Option<usize>,
}

impl MoveVerdict {
    /// Its class.
    pub fn class(&self) -> LossClass {
        self.loss.class()
    }
}

/// What is to be said of a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerVerdict {
    /// Moves that were judged.
    pub moves: usize,
    /// Of them, how many in each class.
    pub classes: [usize; LossClass::COUNT],
    /// Of them, how many were the engine's first choice.
    pub first_choices: usize,
    /// Mean loss of the chance to win.
    pub mean_rate: f32,
    /// Mean loss of points, where the engine tells.
    pub mean_points: Option<f32>,
    /// 100 for a player without any loss, falling by a quarter with each point lost on average
    /// (KaTrain's measure); every 2 % of the chance to win count as a point where none are told.
    pub accuracy: f32,
}

/// A move by which the lead went to the other side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningPoint {
    /// The node of the move.
    pub node: NodeId,
    /// Its number.
    pub number: u32,
    /// The chance of Black before and after it.
    pub win_rate: (f32, f32),
}

/// What is to be said of a line of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameVerdict {
    /// Its moves, as far as they were judged.
    pub moves: Vec<MoveVerdict>,
    /// The players.
    pub players: ByColor<PlayerVerdict>,
    /// The largest changes of the lead, in the order of the game.
    pub turning_points: Vec<TurningPoint>,
}

impl GameVerdict {
    /// The verdict on a line of a game.
    pub fn of(tree: &Tree, line: impl IntoIterator<Item = NodeId>, said: &Said) -> GameVerdict {
        Self::with(tree, line, |node| said.get(&node))
    }

    /// The same, by what is said of a node.
    pub fn with<'a>(
        tree: &Tree,
        line: impl IntoIterator<Item = NodeId>,
        said: impl Fn(NodeId) -> Option<&'a Analysed>,
    ) -> GameVerdict {
        let size = tree.size();
        let mut number = 0;
        let mut moves = Vec::new();
        for node in line {
            let Some((color, mv)) = tree.move_at(node, size) else { continue };
            number += 1;
            let (Some(mv), Some(parent)) = (mv, tree.parent(node)) else { continue };
            let Some(before) = said(parent) else { continue };
            let after = said(node);
            moves.extend(verdict_on(node, number, color, mv, before, after));
        }
        let players = ByColor::from_fn(|color| player(moves.iter().filter(|verdict| verdict.color == color)));
        let turning_points = turning_points(&moves);
        GameVerdict { moves, players, turning_points }
    }

    /// The mistakes, the worst first.
    pub fn mistakes(&self) -> Vec<&MoveVerdict> {
        let mut mistakes: Vec<&MoveVerdict> = self.moves.iter().filter(|v| v.class().is_mistake()).collect();
        mistakes.sort_by(|a, b| {
            b.class().cmp(&a.class()).then(b.loss.win_rate.total_cmp(&a.loss.win_rate)).then(a.number.cmp(&b.number))
        });
        mistakes
    }
}

fn verdict_on(
    node: NodeId,
    number: u32,
    color: Color,
    mv: Move,
    before: &Analysed,
    after: Option<&Analysed>,
) -> Option<MoveVerdict> {
    let loss = Loss::of(before, after, color, mv)?;
    let own = before.find(mv);
    let win_rate_after = after.map(|after| after.win_rate).or(own.map(|own| own.win_rate))?;
    let score_after = after.and_then(|after| after.score).or(own.and_then(|own| own.score));
    Some(MoveVerdict {
        node,
        number,
        color,
        mv,
        win_rate: (before.win_rate, win_rate_after),
        score: (before.score, score_after),
        loss,
        best: before.best()?.clone(),
        rank: before.place_of(mv),
    })
}

fn player<'a>(moves: impl Iterator<Item = &'a MoveVerdict>) -> PlayerVerdict {
    let mut verdict = PlayerVerdict::default();
    let (mut rate, mut points, mut told, mut cost) = (0.0, 0.0, 0usize, 0.0);
    for one in moves {
        verdict.moves += 1;
        verdict.classes[one.class().index()] += 1;
        verdict.first_choices += usize::from(one.rank == Some(0));
        rate += one.loss.win_rate;
        match one.loss.points {
            Some(lost) => {
                points += lost;
                told += 1;
                cost += lost.min(MOST_POINTS);
            }
            None => cost += one.loss.win_rate.min(MOST_RATE) * MOST_POINTS / MOST_RATE,
        }
    }
    if verdict.moves > 0 {
        let n = verdict.moves as f32;
        verdict.mean_rate = rate / n;
        verdict.mean_points = (told > 0).then(|| points / told as f32);
        verdict.accuracy = 100.0 * 0.75f32.powf(cost / n);
    }
    verdict
}

fn turning_points(moves: &[MoveVerdict]) -> Vec<TurningPoint> {
    let mut turns: Vec<TurningPoint> = moves
        .iter()
        .filter(|verdict| {
            let (before, after) = verdict.win_rate;
            (before - 0.5) * (after - 0.5) < 0.0 && (before - after).abs() >= SWING
        })
        .map(|verdict| TurningPoint { node: verdict.node, number: verdict.number, win_rate: verdict.win_rate })
        .collect();
    turns.sort_by(|a, b| swing(b).total_cmp(&swing(a)));
    turns.truncate(MOST_TURNS);
    turns.sort_by_key(|turn| turn.number);
    turns
}

fn swing(turn: &TurningPoint) -> f32 {
    (turn.win_rate.0 - turn.win_rate.1).abs()
}

#[cfg(test)]
mod tests {
    use super::super::analysed::tests::sample;
    use super::*;
    use crate::record::{Properties, Tree};

    /// A game of passes and one move on C3, which the sample thinks little of.
    #[test]
    fn a_game_is_judged_move_by_move_and_player_by_player() {
        let mut tree = Tree::new(Properties::parse("SZ[9]").unwrap());
        let mut line = vec![tree.root()];
        for text in ["B[ee]", "W[cg]", "B[ee]", "W[ee]", "B[aa]"] {
            let parent = *line.last().unwrap();
            line.push(tree.push_child(parent, Properties::parse(text).unwrap()));
        }
        let rates = [0.40, 0.40, 0.60, 0.62, 0.61];
        let said: Said = (0..5)
            .map(|i| {
                let color = if i % 2 == 0 { Color::Black } else { Color::White };
                (line[i], sample(color, rates[i], 0.0))
            })
            .collect();
        let verdict = GameVerdict::of(&tree, line.clone(), &said);
        let numbers: Vec<u32> = verdict.moves.iter().map(|v| v.number).collect();
        assert_eq!(numbers, [1, 2, 3, 4], "the last move was looked at neither before nor after");
        assert_eq!(verdict.players.black.first_choices, 2);
        assert_eq!(verdict.players.white.classes, [1, 0, 0, 0, 1, 0]);
        assert_eq!(verdict.players.black.accuracy, 100.0);
        let white = &verdict.players.white;
        assert!((white.accuracy - 100.0 * 0.75f32.powf(4.0)).abs() < 0.01, "{white:?}");
        let mistakes = verdict.mistakes();
        assert_eq!((mistakes.len(), mistakes[0].number, mistakes[0].best.mv.to_gtp(9).as_str()), (1, 2, "E5"));
        assert_eq!(verdict.turning_points.len(), 1);
        assert_eq!((verdict.turning_points[0].number, verdict.turning_points[0].win_rate), (2, (0.40, 0.60)));
    }
}
