//! Our engine joined with GNU Go, as Chelaru did (section 4.4): the value that GNU Go's knowledge gives a
//! move, times the chance to win that our simulations give it.

use crate::app::engines::find_known;
use crate::board::{Color, Move, Point, Position};
use crate::engine::Snapshot;
use crate::gtp::client::{Client, ClientError, CommandLine, read_top_moves};
use crate::gtp::server::Partner;
use std::time::Duration;

/// GNU Go as a valuer of moves.
pub struct Valuer {
    client: Client,
}

impl Valuer {
    /// Starts GNU Go, wherever it is on this machine.
    pub fn start(patience: Duration) -> Result<Valuer, ClientError> {
        let found = find_known().into_iter().find(|profile| profile.name == "GNU Go");
        let line = found.and_then(|profile| profile.command_line().ok()).unwrap_or_else(|| CommandLine {
            program: "gnugo".to_owned(),
            args: vec!["--mode".to_owned(), "gtp".to_owned()],
        });
        Ok(Valuer { client: Client::start(&line, patience)? })
    }

    /// The moves that it thinks worth playing, with their values in points.
    pub fn values(&mut self, position: &Position) -> Result<Vec<(Move, f32)>, ClientError> {
        let size = position.size();
        let client = &mut self.client;
        client.ask(&format!("boardsize {size}"))?;
        client.ask("clear_board")?;
        client.ask(&format!("komi {}", position.komi()))?;
        let (start, _) = position.start();
        for point in Point::all(size) {
            if let Some(color) = start.stone(point) {
                client.ask(&format!("play {} {}", color.letter(), point.to_gtp(size)))?;
            }
        }
        for turn in position.turns() {
            client.ask(&format!("play {} {}", turn.color.letter(), turn.mv.to_gtp(size)))?;
        }
        let word = if position.to_play() == Color::Black { "black" } else { "white" };
        Ok(read_top_moves(&client.ask(&format!("top_moves_{word}"))?, size))
    }
}

/// GNU Go as a partner of our engine behind GTP. When it fails, our engine plays alone, and the reason is
/// told.
pub struct Joined {
    valuer: Option<Valuer>,
    patience: Duration,
    tell: Box<dyn FnMut(String)>,
}

impl Joined {
    /// Starts GNU Go.
    pub fn start(patience: Duration, tell: Box<dyn FnMut(String)>) -> Result<Joined, ClientError> {
        Ok(Joined { valuer: Some(Valuer::start(patience)?), patience, tell })
    }
}

impl Partner for Joined {
    fn choose(&mut self, position: &Position, snapshot: &Snapshot) -> Option<Move> {
        let valuer = match &mut self.valuer {
            Some(running) => Ok(running),
            none => Valuer::start(self.patience).map(|started| none.insert(started)),
        };
        match valuer.and_then(|valuer| valuer.values(position)) {
            Ok(values) => join(&values, snapshot, position),
            Err(error) => {
                // The next move begins with a fresh one.
                self.valuer = None;
                (self.tell)(format!("{error}; this move is ours alone"));
                None
            }
        }
    }
}

/// The move with the greatest product of value and chance to win, among those that both looked at.
pub fn join(values: &[(Move, f32)], snapshot: &Snapshot, position: &Position) -> Option<Move> {
    let product = |&(mv, value): &(Move, f32)| {
        let ours = snapshot.candidates.iter().find(|candidate| candidate.mv == mv && candidate.visits > 0)?;
        (value > 0.0 && position.is_legal(mv)).then_some((mv, value * ours.win_rate))
    };
    values.iter().filter_map(product).max_by(|a, b| a.1.total_cmp(&b.1)).map(|(mv, _)| mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::engine::Candidate;

    #[test]
    fn value_and_chance_are_multiplied_and_moves_that_one_does_not_know_are_left_out() {
        let position = Position::new(9, Rules::CHINESE);
        let mv = |text: &str| Move::from_gtp(text, 9).unwrap();
        let candidate = |text: &str, visits, win_rate| Candidate { visits, win_rate, ..Candidate::unknown(mv(text)) };
        let candidates = vec![candidate("E5", 90, 0.6), candidate("C3", 10, 0.4), candidate("G7", 0, 0.9)];
        let snapshot = Snapshot { candidates, ..Snapshot::empty(9, Color::Black) };
        let values = [(mv("G7"), 50.0), (mv("C3"), 16.0), (mv("E5"), 10.0), (mv("A1"), 99.0)];
        assert_eq!(join(&values, &snapshot, &position), Some(mv("C3")), "6.4 against 6.0");
        assert_eq!(join(&values[..1], &snapshot, &position), None);
    }
}
