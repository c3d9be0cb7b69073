//! Clocks.

use super::Command;
use crate::engine::clock::{Overtime, TimeSettings};
use crate::gtp::server::call::DONE;
use crate::gtp::server::{Answer, Call, Refusal, Session};
use std::time::Duration;

pub(super) static COMMANDS: &[Command] = &[
    Command { name: "time_settings", doc: "MAIN PERIOD STONES: Canadian overtime, in seconds", run: time_settings },
    Command {
        name: "kgs-time_settings",
        doc: "none | absolute MAIN | byoyomi MAIN PERIOD COUNT | canadian MAIN PERIOD STONES",
        run: kgs_time_settings,
    },
    Command { name: "time_left", doc: "COLOR SECONDS STONES: what a clock shows", run: time_left },
];

/// A hundred days: more is a slip of the pen.
const LONGEST: f64 = 100.0 * 86_400.0;

fn seconds(call: &mut Call<'_>, what: &str) -> Result<Duration, Refusal> {
    let value: f64 = call.args.number(what)?;
    if !(0.0..=LONGEST).contains(&value) {
        return Err(Refusal::syntax(format_args!("{what} from 0 to {LONGEST} is wanted, not {value}")));
    }
    Ok(Duration::from_secs_f64(value))
}

fn time_settings(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let main = seconds(call, "main time in seconds")?;
    let time = seconds(call, "a period in seconds")?;
    let stones: u32 = call.args.number("a number of stones")?;
    let settings = match (time.is_zero(), stones) {
        // A period without stones is how GTP says that time is free.
        (false, 0) => None,
        (true, _) => Some(TimeSettings { main, overtime: Overtime::None }),
        (false, _) => Some(TimeSettings { main, overtime: Overtime::Canadian { time, stones } }),
    };
    session.clock().set(settings);
    DONE
}

fn kgs_time_settings(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let kind = call.args.need("none, absolute, byoyomi or canadian")?;
    let settings = match kind {
        "none" => None,
        "absolute" | "byoyomi" | "canadian" => {
            let main = seconds(call, "main time in seconds")?;
            let overtime = if kind == "absolute" {
                Overtime::None
            } else {
                let time = seconds(call, "a period in seconds")?;
                let count: u32 = call.args.number("a number of periods or stones")?;
                match (time.is_zero() || count == 0, kind) {
                    (true, _) => Overtime::None,
                    (_, "byoyomi") => Overtime::Periods { time, count },
                    _ => Overtime::Canadian { time, stones: count },
                }
            };
            Some(TimeSettings { main, overtime })
        }
        _ => {
            let why = format_args!("`{kind}` is none of none, absolute, byoyomi, canadian").to_string();
            return Err(Refusal::syntax(why));
        }
    };
    session.clock().set(settings);
    DONE
}

fn time_left(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let color = call.args.color()?;
    let time = seconds(call, "a time in seconds")?;
    let stones: u32 = call.args.number("a number of stones")?;
    session.clock().set_left(color, time, stones);
    DONE
}
