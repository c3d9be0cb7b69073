//! Moves: those of others, our own, and taking them back.

use super::Command;
use crate::engine::Decision;
use crate::gtp::server::call::DONE;
use crate::gtp::server::{Answer, Call, Refusal, Session};

pub(super) static COMMANDS: &[Command] = &[
    Command { name: "play", doc: "COLOR VERTEX: makes a move", run: play },
    Command { name: "genmove", doc: "COLOR: chooses a move and makes it", run: genmove },
    Command { name: "reg_genmove", doc: "COLOR: chooses a move without making it", run: reg_genmove },
    Command { name: "kgs-genmove_cleanup", doc: "COLOR: a move that takes dead stones off", run: genmove_cleanup },
    Command { name: "undo", doc: "takes the last move back", run: undo },
    Command { name: "gg-undo", doc: "[NUMBER]: takes that many moves back, or one", run: gg_undo },
];

fn play(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let color = call.args.color()?;
    let mv = call.args.mv(session.size())?;
    let played = session.change(|position| position.play_as(color, mv));
    played.map_err(|error| Refusal::because("illegal move", error))?;
    DONE
}

fn genmove(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let color = call.args.color()?;
    let choice = session.choose(color, call.inbox.interrupted(), |_| {});
    let text = written(choice.decision, session.size());
    session.make(color, choice.decision);
    Ok(text)
}

fn genmove_cleanup(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let color = call.args.color()?;
    let decision = session.choose_cleaning(color, call.inbox.interrupted());
    let text = written(decision, session.size());
    session.make(color, decision);
    Ok(text)
}

fn reg_genmove(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let color = call.args.color()?;
    let choice = session.advise(color, call.inbox.interrupted(), |_| {});
    Ok(written(choice.decision, session.size()))
}

/// A decision as the protocol writes it.
pub(super) fn written(decision: Decision, size: u8) -> String {
    match decision {
        Decision::Play(mv) => mv.to_gtp(size),
        Decision::Resign => "resign".to_owned(),
    }
}

fn undo(session: &mut Session, _: &mut Call<'_>) -> Answer {
    take_back(session, 1)
}

fn gg_undo(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let moves = if call.args.peek().is_some() { call.args.number("a number of moves")? } else { 1 };
    take_back(session, moves)
}

/// Takes moves back, all of them or none.
fn take_back(session: &mut Session, moves: usize) -> Answer {
    let there = session.position().turns().len();
    if moves > there {
        let why = format!("this is {there} moves from where the game began");
        return Err(Refusal::because("cannot undo", why));
    }
    session.change(|position| {
        for _ in 0..moves {
            position.undo();
        }
    });
    DONE
}
