//! The end of a game: the count, and which stones are dead.

use super::Command;
use crate::board::scoring::{Score, score};
use crate::board::{Point, PointSet, Position};
use crate::engine::status;
use crate::gtp::server::{Answer, Call, Refusal, Session};

pub(super) static COMMANDS: &[Command] = &[
    Command { name: "final_score", doc: "the count, dead stones taken off", run: final_score },
    Command {
        name: "final_status_list",
        doc: "alive | dead | seki: such stones, a chain a line",
        run: final_status_list,
    },
    Command { name: "final_status", doc: "VERTEX: alive, dead, seki or territory", run: final_status },
];

fn final_score(session: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(status::final_score(session.position()).result().to_string())
}

/// Dead stones, and the count with them taken off.
fn judged(position: &Position) -> (PointSet, Score) {
    let dead = status::dead_stones(position);
    let counted = score(position, &dead);
    (dead, counted)
}

fn stone_status(dead: &PointSet, counted: &Score, point: Point) -> &'static str {
    if dead.contains(point) {
        "dead"
    } else if counted.seki.contains(point) {
        "seki"
    } else {
        "alive"
    }
}

fn final_status_list(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let wanted = call.args.need("alive, dead or seki")?;
    if !["alive", "dead", "seki"].contains(&wanted) {
        return Err(Refusal::syntax(format_args!("`{wanted}` is none of alive, dead, seki")));
    }
    let position = session.position();
    let board = position.board();
    let (dead, counted) = judged(position);
    let chains = Point::all(board.size()).filter(|&point| board.stone(point).is_some() && board.chain(point) == point);
    let lines = chains.filter(|&chain| stone_status(&dead, &counted, chain) == wanted).map(|chain| {
        let mut stones: Vec<Point> = board.chain_stones(chain).collect();
        stones.sort();
        stones.iter().map(|stone| stone.to_gtp(board.size())).collect::<Vec<_>>().join(" ")
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn final_status(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let position = session.position();
    let point = call.args.point(position.size(), "invalid vertex")?;
    let (dead, counted) = judged(position);
    let status = match position.board().stone(point) {
        Some(_) => stone_status(&dead, &counted, point),
        None if counted.points.black.contains(point) => "black_territory",
        None if counted.points.white.contains(point) => "white_territory",
        None => "dame",
    };
    Ok(status.to_owned())
}
