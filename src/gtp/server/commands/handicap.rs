//! Handicap stones: fixed, of our choice, of the controller's.

use super::Command;
use crate::board::handicap::{self, HandicapError};
use crate::board::{Point, Position};
use crate::gtp::server::{Answer, Call, Refusal, Session};

pub(super) static COMMANDS: &[Command] = &[
    Command { name: "fixed_handicap", doc: "STONES: places them where GTP says", run: fixed_handicap },
    Command { name: "place_free_handicap", doc: "STONES: places them where we like", run: place_free_handicap },
    Command { name: "set_free_handicap", doc: "VERTEX…: places stones there", run: set_free_handicap },
];

fn fixed_handicap(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let stones: usize = call.args.number("a number of stones")?;
    let points = handicap::fixed(session.size(), stones);
    place(session, points)
}

fn place_free_handicap(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let stones: usize = call.args.number("a number of stones")?;
    // A program may place fewer stones than it is asked to where the board has no room (GTP 2, 4.1.2).
    let points = handicap::suggest(session.size(), stones.min(handicap::max_free(session.size())));
    place(session, points)
}

fn set_free_handicap(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let mut points = Vec::new();
    while call.args.peek().is_some() {
        points.push(call.args.point(session.size(), "bad vertex list")?);
    }
    place(session, Ok(points)).map_err(|why| match why.0.strip_prefix("invalid number of stones: ") {
        Some(rest) => Refusal::because("bad vertex list", rest),
        None => why,
    })?;
    Ok(String::new())
}

/// Places stones and answers where they are.
fn place(session: &mut Session, points: Result<Vec<Point>, HandicapError>) -> Answer {
    let size = session.size();
    let placed = if session.position().board().stones_on_board(crate::board::Color::Black) > 0 {
        Err(HandicapError::NotEmpty)
    } else {
        points.and_then(|points| {
            session.change(|position: &mut Position| position.place_handicap(&points))?;
            Ok(points)
        })
    };
    match placed {
        Ok(points) => Ok(points.iter().map(|point| point.to_gtp(size)).collect::<Vec<_>>().join(" ")),
        Err(error @ HandicapError::NotEmpty) => Err(Refusal::because("board not empty", error)),
        Err(error @ (HandicapError::Twice(_) | HandicapError::Outside(_))) => {
            Err(Refusal::because("bad vertex list", error))
        }
        Err(error) => Err(Refusal::because("invalid number of stones", error)),
    }
}
