//! What is kept of a game: a line in the results, and a game record for people.

use super::{Conditions, Opening};
use crate::board::{Color, Position};
use crate::record::{Collection, Game, Properties, Tree, known, sgf};
use serde::{Deserialize, Serialize};
use std::ops::Not;

/// A side of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// The first one named.
    A,
    /// The second.
    B,
}

impl Side {
    /// Both, A first.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// 0 for A, 1 for B.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Side;
    fn not(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Both passed, and the board was counted.
    Count,
    /// One side resigned.
    Resignation,
    /// One side played against the rules.
    IllegalMove,
    /// One side crashed, hung, or made no sense.
    Fault,
    /// One side could not even begin: there was no game.
    Start,
    /// The game went on and on; the board was counted as it was.
    Length,
}

/// Time that a side has used in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Moves it was asked for.
    pub moves: u32,
    /// Seconds on the wall.
    pub wall: f64,
    /// Seconds of the processor, where they could be told apart.
    pub cpu: Option<f64>,
    /// Seconds of its longest move.
    pub longest: f64,
    /// Moves that took clearly longer than allowed.
    pub overspent: u32,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 1.
    pub game: u32,
    /// Who played Black.
    pub black: Side,
    /// The result as in SGF.
    pub result: String,
    /// Who has won; nobody in a draw or where the game does not count.
    pub winner: Option<Side>,
    /// How it ended.
    pub cause: Cause,
    /// Whose fault it was, and what went wrong, in words.
    pub fault: Option<(Side, String)>,
    /// Moves, those of the opening and passes included.
    pub moves: u32,
    /// Moves of the opening.
    pub opening: u32,
    /// Which they are; earlier versions did not write it.
    pub opening_moves: Option<String>,
    /// Time used by A and by B.
    pub spent: [Spent; 2],
    /// What else is to be said: scores that the engines see otherwise, settings they refused.
    pub notes: Vec<String>,
}

impl GameRecord {
    /// Whether it counts: a game that could not begin tells of no side how it plays.
    pub fn counts(&self) -> bool {
        self.cause != Cause::Start
    }

    /// Who played this colour.
    pub fn side(&self, color: Color) -> Side {
        if color == Color::Black { self.black } else { !self.black }
    }
}

/// The game as SGF.
pub fn to_sgf(record: &GameRecord, position: &Position, names: &[String; 2], conditions: &Conditions) -> String {
    let black = record.black.index();
    let mut comment = record.notes.clone();
    if let Some((_, fault)) = &record.fault {
        comment.insert(0, fault.clone());
    }
    let mut root = Game::new(position.size()).into_tree().properties(Tree::default().root()).clone();
    for (name, text) in [
        (known::PB, &*names[black]),
        (known::PW, &*names[1 - black]),
        (known::KM, &*conditions.komi.to_string()),
        (known::RU, conditions.rules.name()),
        (known::RE, &*record.result),
        (known::GN, &*format!("Game {}", record.game)),
    ] {
        root = root.with_text(name, text);
    }
    if !comment.is_empty() {
        root = root.with_text(known::C, &comment.join("\n"));
    }
    let mut tree = Tree::new(root);
    let mut node = tree.root();
    for turn in position.turns() {
        node = tree.push_child(node, Properties::of_move(turn.color, turn.mv));
    }
    sgf::to_string(&Collection::of(Game::from(tree)))
}

/// The name of a game's file.
pub fn file_name(game: u32) -> String {
    format!("game-{game:05}.sgf")
}

/// Which opening a game has, and who plays Black: each opening comes twice, colours exchanged.
pub fn pairing(game: u32, openings: &[Opening]) -> (Opening, Side) {
    let pair = (game.saturating_sub(1) / 2) as usize;
    let opening = openings.get(pair % openings.len().max(1)).cloned().unwrap_or_default();
    (opening, if game % 2 == 1 { Side::A } else { Side::B })
}
