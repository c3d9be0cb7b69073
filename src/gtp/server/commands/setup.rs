//! The board before a game: size, komi, a game from a file; and how it looks.

use super::Command;
use crate::board::{Color, MAX_SIZE, MIN_SIZE, diagram};
use crate::gtp::server::call::DONE;
use crate::gtp::server::{Answer, Call, Refusal, Session};
use crate::record::{ReadOptions, Replayed, Tree, read_path};
use std::path::Path;

pub(super) static COMMANDS: &[Command] = &[
    Command { name: "boardsize", doc: "SIZE: a new board with so many lines", run: boardsize },
    Command { name: "query_boardsize", doc: "the lines of the board", run: query_boardsize },
    Command { name: "clear_board", doc: "an empty board, clocks begin anew", run: clear_board },
    Command { name: "komi", doc: "POINTS: what White receives", run: komi },
    Command { name: "get_komi", doc: "what White receives", run: get_komi },
    Command { name: "loadsgf", doc: "FILE [MOVE]: a game from a file, to its end or before that move", run: loadsgf },
    Command { name: "showboard", doc: "the board as text", run: showboard },
];

fn boardsize(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let size: u32 = call.args.number("a number of lines")?;
    match u8::try_from(size) {
        Ok(size) if session.clear(size) => DONE,
        _ => Err(Refusal::because("unacceptable size", format_args!("boards have {MIN_SIZE} to {MAX_SIZE} lines"))),
    }
}

fn query_boardsize(session: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(session.size().to_string())
}

fn clear_board(session: &mut Session, _: &mut Call<'_>) -> Answer {
    session.clear(session.size());
    DONE
}

fn komi(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let komi = call.args.real("a number of points")?;
    let most = f32::from(session.size()).powi(2);
    if komi.abs() > most {
        return Err(Refusal::syntax(format_args!("komi of {komi} is more than the {most} points of the board")));
    }
    // A negative zero would be told as `-0`.
    session.change(|position| position.set_komi(komi + 0.0));
    DONE
}

fn get_komi(session: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(session.position().komi().to_string())
}

fn showboard(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let position = session.position();
    let last = position.last().and_then(|turn| turn.mv.point());
    let prisoners = position.prisoners();
    Ok(format!(
        "\n{}{} to play, {} rules, komi {}, Black has taken {}, White {}",
        diagram::print(position.board(), last),
        position.to_play(),
        position.rules().name(),
        position.komi(),
        prisoners[Color::Black],
        prisoners[Color::White],
    ))
}

fn loadsgf(session: &mut Session, call: &mut Call<'_>) -> Answer {
    // Words are all that is left of a path with blanks in it; the last may be a number.
    let words = call.args.rest();
    let (path, before) = match words {
        [] => return Err(Refusal::syntax("a file is missing")),
        [path @ .., last] if !path.is_empty() && last.parse::<u32>().is_ok() => (path, last.parse::<u32>().ok()),
        path => (path, None),
    };
    let path = path.join(" ");
    let cannot = |why: &dyn std::fmt::Display| Refusal::because("cannot load file", why);
    let loaded = read_path(Path::new(&path), &ReadOptions::default()).map_err(|error| cannot(&error))?;
    let game = loaded.collection.games.first().ok_or_else(|| cannot(&format_args!("{path} holds no game")))?;
    let tree = game.tree();
    if let Some(why) = tree.foreign() {
        return Err(cannot(&format_args!("{path}: {why}")));
    }
    // GTP: the position before the move of that number, or the last one.
    let is_wanted = |&node: &_| before.is_none_or(|number| tree.move_number(node) < number.max(1));
    let node = tree.main_line().take_while(is_wanted).last().unwrap_or(tree.root());
    let replayed = tree.replay_to(node, *session.position().rules());
    if let Some((number, why)) = first_fault(tree, &replayed) {
        let remedy = format_args!("`loadsgf {path} {number}` stops before it");
        return Err(cannot(&format_args!("{path}: move {number}: {why}; {remedy}")));
    }
    let to_play = replayed.position.to_play();
    session.change(|position| *position = replayed.position);
    session.clock().restart();
    Ok(if to_play == Color::Black { "black" } else { "white" }.to_owned())
}

/// The number of the first move on the way that cannot be played, and why.
fn first_fault(tree: &Tree, replayed: &Replayed) -> Option<(u32, String)> {
    let illegal = replayed.illegal.iter().map(|(node, why)| (tree.move_number(*node), why.to_string()));
    let lines = tree.size();
    let outside = |&node: &_| (tree.move_number(node), format!("it lies outside of the {lines}x{lines} board"));
    illegal.chain(replayed.off_board.iter().map(outside)).min_by_key(|(number, _)| *number)
}
