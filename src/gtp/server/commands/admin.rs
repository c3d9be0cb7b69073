//! Who we are, what we can do, and the end.

use super::Command;
use crate::gtp::server::call::DONE;
use crate::gtp::server::{Answer, Call, Refusal, Session};

pub(super) static COMMANDS: &[Command] = &[
    Command { name: "protocol_version", doc: "the version of the protocol: 2", run: protocol_version },
    Command { name: "name", doc: "the name of the program", run: name },
    Command { name: "version", doc: "the version of the program", run: version },
    Command { name: "known_command", doc: "COMMAND: whether it is known", run: known_command },
    Command { name: "list_commands", doc: "all commands, one on each line", run: list_commands },
    Command { name: "help", doc: "all commands with what they do", run: help },
    Command { name: "cputime", doc: "seconds of the processor so far", run: cputime },
    Command { name: "quit", doc: "the end", run: quit },
];

fn protocol_version(_: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok("2".to_owned())
}

fn name(_: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok("Fuzeki".to_owned())
}

fn version(_: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(env!("CARGO_PKG_VERSION").to_owned())
}

fn known_command(_: &mut Session, call: &mut Call<'_>) -> Answer {
    Ok(super::by_name(call.args.word().unwrap_or_default()).is_some().to_string())
}

fn list_commands(_: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(super::all().map(|command| command.name).collect::<Vec<_>>().join("\n"))
}

fn help(_: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(super::all().map(|command| format!("{}: {}", command.name, command.doc)).collect::<Vec<_>>().join("\n"))
}

fn cputime(_: &mut Session, _: &mut Call<'_>) -> Answer {
    let time = crate::util::cpu::process_time();
    time.map(|time| format!("{:.3}", time.as_secs_f64())).ok_or(Refusal("this system does not tell".to_owned()))
}

fn quit(session: &mut Session, _: &mut Call<'_>) -> Answer {
    session.quit();
    DONE
}
