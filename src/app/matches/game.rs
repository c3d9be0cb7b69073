//! One game of a match, with us as the referee.

use super::record::{Cause, GameRecord, Side};
use super::seat::{Fault, Seat};
use super::{Conditions, Opening};
use crate::board::{Color, GameResult, Margin, Position};
use crate::engine::{Decision, status};

/// A game is cut off after so many times the points of the board.
const LONGEST: usize = 3;

/// How a game ended.
struct Ending {
    result: GameResult,
    cause: Cause,
    fault: Option<(Side, String)>,
}

/// Plays a game to its end, whatever happens.
pub fn play(
    seats: &mut [Seat<'_>; 2],
    conditions: &Conditions,
    game: u32,
    opening: &Opening,
    black: Side,
) -> (GameRecord, Position) {
    let mut position = Position::new(conditions.size, conditions.rules).with_komi(conditions.komi);
    for turn in &opening.moves {
        position.play_anyway(turn.color, turn.mv);
    }
    let mut notes = Vec::new();
    let ending = match begin(seats, game, opening) {
        Some(ending) => ending,
        None => match go_on(seats, &mut position, black) {
            Some(ending) => ending,
            None => count(seats, &mut position, black, &mut notes),
        },
    };
    if let Some((side, _)) = &ending.fault {
        seats[side.index()].end();
    }
    for seat in seats.iter_mut() {
        notes.extend(seat.take_notes());
    }
    let winner = ending.result.winner().map(|color| if color == Color::Black { black } else { !black });
    let record = GameRecord {
        game,
        black,
        result: ending.result.to_string(),
        winner,
        cause: ending.cause,
        fault: ending.fault,
        moves: position.turns().len() as u32,
        opening: opening.moves.len() as u32,
        opening_moves: Some(opening.written(conditions.size)),
        spent: [seats[0].spent(), seats[1].spent()],
        notes,
    };
    (record, position)
}

/// Both sides begin; where one cannot there is no game.
fn begin(seats: &mut [Seat<'_>; 2], game: u32, opening: &Opening) -> Option<Ending> {
    let faults = seats.each_mut().map(|seat| seat.begin(game, &opening.moves).err());
    let fault = match faults {
        [None, None] => return None,
        [Some(a), Some(b)] => (Side::A, format!("{}; and {}", a.words, b.words)),
        [Some(fault), None] => (Side::A, fault.words),
        [None, Some(fault)] => (Side::B, fault.words),
    };
    Some(Ending { result: GameResult::Void, cause: Cause::Start, fault: Some(fault) })
}

/// The end of a game by a fault of one side.
fn lost(side: Side, black: Side, fault: Fault) -> Ending {
    let winner = if side == black { Color::White } else { Color::Black };
    let result = GameResult::Win { winner, by: Margin::Forfeit };
    Ending { result, cause: fault.cause, fault: Some((side, fault.words)) }
}

/// Moves until the game ends; `None` when the board is to be counted.
fn go_on(seats: &mut [Seat<'_>; 2], position: &mut Position, black: Side) -> Option<Ending> {
    let points = usize::from(position.size()).pow(2);
    while !position.is_over() && position.turns().len() < LONGEST * points {
        let color = position.to_play();
        let side = if color == Color::Black { black } else { !black };
        let decision = match seats[side.index()].choose(position) {
            Ok(decision) => decision,
            Err(fault) => return Some(lost(side, black, fault)),
        };
        let mv = match decision {
            Decision::Resign => {
                let result = GameResult::from_resignation(color);
                return Some(Ending { result, cause: Cause::Resignation, fault: None });
            }
            Decision::Play(mv) => mv,
        };
        if let Err(illegal) = position.play(mv) {
            let words = format!("{} played against the rules: {illegal}", seats[side.index()].name());
            return Some(lost(side, black, Fault { cause: Cause::IllegalMove, words }));
        }
        if let Err(fault) = seats[(!side).index()].hear(color, mv) {
            return Some(lost(!side, black, fault));
        }
    }
    None
}

/// The referee counts, and compares with what the two sides count.
fn count(seats: &mut [Seat<'_>; 2], position: &mut Position, black: Side, notes: &mut Vec<String>) -> Ending {
    let cause = if position.is_over() { Cause::Count } else { Cause::Length };
    let result = status::final_score(position).result();
    for side in [black, !black] {
        let seat = &mut seats[side.index()];
        match seat.final_score(position) {
            Ok(Some(theirs)) if theirs != result => {
                notes.push(format!("the referee counts {result}, {} counts {theirs}", seat.name()));
            }
            Ok(_) => {}
            Err(fault) => {
                notes.push(format!("after the game: {}", fault.words));
                seat.end();
            }
        }
    }
    Ending { result, cause, fault: None }
}
