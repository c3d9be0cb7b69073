//! From a tree to positions: the record is carried out, and what the rules forbid is named.

use super::steps::{NodeSteps, Step};
use super::tree::{NodeId, Tree};
use crate::board::{Color, IllegalMove, Move, Position, Rules, handicap};

/// The position at a node, and which moves on the way the rules forbid.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// With the history since the last set-up.
    pub position: Position,
    /// Moves that were carried out although the rules forbid them.
    pub illegal: Vec<(NodeId, IllegalMove)>,
    /// Nodes with a move that lies on no point of the board. Only the turn passed there.
    pub off_board: Vec<NodeId>,
}

impl Tree {
    /// The empty board of the game: its rules (or `otherwise`, where the file names none that are
    /// known), komi, who begins, and handicap stones if they are stated but not set up.
    pub fn first_position(&self, otherwise: Rules) -> Position {
        let start = self.start();
        let rules = start.rules.and_then(|name| Rules::parse(&name).ok()).unwrap_or(otherwise);
        let stones = u32::from(start.handicap);
        let mut position = Position::new(start.size, rules);
        if start.handicap_to_place
            && let Ok(points) = handicap::fixed(start.size, usize::from(start.handicap))
        {
            position.set_up(points.into_iter().map(|point| (point, Some(Color::Black))));
        }
        position.set_komi(start.komi.unwrap_or(rules.default_komi(stones)));
        position.set_handicap(stones);
        position.set_to_play(start.first);
        position
    }

    /// The position at a node.
    pub fn replay_to(&self, id: NodeId, otherwise: Rules) -> Replayed {
        let mut replayed =
            Replayed { position: self.first_position(otherwise), illegal: Vec::new(), off_board: Vec::new() };
        let size = self.size();
        for node in self.path_to(id) {
            replayed.carry_out(node, self.properties(node).steps(size));
        }
        replayed
    }
}

impl Replayed {
    /// Carries out what a node does.
    pub fn carry_out(&mut self, node: NodeId, steps: NodeSteps) {
        for step in steps {
            match step {
                Step::OffBoard { .. } => self.off_board.push(node),
                Step::Move { color, mv: mv @ Move::Play(point) } => {
                    if let Err(reason) = self.position.check(color, point) {
                        let size = self.position.size();
                        self.illegal.push((node, IllegalMove { color, mv, size, reason }));
                    }
                }
                _ => {}
            }
            step.carry_out(&mut self.position);
        }
    }
}

impl Step {
    /// Carries the step out, whether the rules allow it or not.
    pub fn carry_out(&self, position: &mut Position) {
        match *self {
            Step::Setup(ref stones) => position.set_up(stones.changes()),
            Step::ToPlay(color) => position.set_to_play(color),
            Step::OffBoard { color } => position.set_to_play(!color),
            Step::Move { color, mv } => {
                position.play_anyway(color, mv);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::record::{ReadOptions, read_bytes};

    fn at_end(sgf: &str) -> Replayed {
        let game = read_bytes(sgf.as_bytes(), &ReadOptions::default()).unwrap().collection.games.remove(0);
        game.tree().replay_to(game.tree().line_end(game.tree().root()), Rules::JAPANESE)
    }

    #[test]
    fn rules_komi_and_turn_are_those_of_the_file() {
        let replayed = at_end("(;SZ[9]RU[Chinese]KM[7];B[ee])");
        assert_eq!(replayed.position.komi(), 7.0);
        assert_eq!(replayed.position.rules().name(), Rules::CHINESE.name());
        assert_eq!(replayed.position.to_play(), Color::White);
        assert_eq!(at_end("(;SZ[9])").position.komi(), Rules::JAPANESE.komi);
    }

    #[test]
    fn handicap_stones_that_are_missing_are_placed() {
        let replayed = at_end("(;SZ[19]HA[4];W[jj])");
        assert_eq!(replayed.position.board().stones_on_board(Color::Black), 4);
        assert_eq!(replayed.position.handicap(), 4);
        assert!(replayed.illegal.is_empty());
    }

    #[test]
    fn illegal_and_impossible_moves_are_named_and_the_game_goes_on() {
        let replayed = at_end("(;SZ[9];B[ee];W[ee];B[zz];W[cc])");
        assert_eq!((replayed.illegal.len(), replayed.off_board.len()), (1, 1));
        assert_eq!(replayed.position.board().stone(Point::new(4, 4)), Some(Color::White), "the later stone lies there");
        assert_eq!(replayed.position.board().stone(Point::new(2, 2)), Some(Color::White));
    }
}
