//! What GoGui shows of an engine: views of the last search, on demand and while it runs.

use super::Command;
use crate::board::{Color, Move, Point};
use crate::engine::{Candidate, Snapshot};
use crate::gtp::server::call::DONE;
use crate::gtp::server::session::View;
use crate::gtp::server::{Answer, Call, Refusal, Session};
use std::fmt::Write;

pub(super) static COMMANDS: &[Command] = &[
    Command { name: "gogui-analyze_commands", doc: "the views below, for GoGui's menu", run: analyze_commands },
    Command { name: "gogui-interrupt", doc: "says that `# interrupt` ends a search", run: interrupt },
    Command { name: "gogui-play_sequence", doc: "[COLOR VERTEX]…: makes moves", run: play_sequence },
    Command { name: "fuzeki-win_rates", doc: "gfx: win rates of the moves in percent", run: win_rates },
    Command { name: "fuzeki-visits", doc: "gfx: share of the simulations in percent", run: visits },
    Command { name: "fuzeki-priors", doc: "gfx: what knowledge says of the moves in percent", run: priors },
    Command { name: "fuzeki-rave", doc: "gfx: RAVE win rates in percent", run: rave },
    Command { name: "fuzeki-line", doc: "gfx: the expected line", run: best_line },
    Command { name: "fuzeki-ownership", doc: "dboard: who will own each point, 1 Black, -1 White", run: ownership },
    Command { name: "fuzeki-criticality", doc: "dboard: how much each point decides the game", run: criticality },
    Command { name: "fuzeki-live", doc: "NAME of a view, or off: shows it while searching", run: live },
];

/// Views in GoGui's menu: its kind, its label, our command.
const MENU: &[(&str, &str, &str)] = &[
    ("gfx", "Win rates", "fuzeki-win_rates"),
    ("gfx", "Visits", "fuzeki-visits"),
    ("gfx", "Priors", "fuzeki-priors"),
    ("gfx", "RAVE", "fuzeki-rave"),
    ("gfx", "Line", "fuzeki-line"),
    ("dboard", "Ownership", "fuzeki-ownership"),
    ("dboard", "Criticality", "fuzeki-criticality"),
    ("none", "Live: win rates", "fuzeki-live win_rates"),
    ("none", "Live: visits", "fuzeki-live visits"),
    ("none", "Live: priors", "fuzeki-live priors"),
    ("none", "Live: RAVE", "fuzeki-live rave"),
    ("none", "Live: line", "fuzeki-live line"),
    ("none", "Live: ownership", "fuzeki-live ownership"),
    ("none", "Live: off", "fuzeki-live off"),
    ("param", "Settings", "gogui-param"),
    ("string", "Final score", "final_score"),
    ("plist", "Dead stones", "final_status_list dead"),
];

fn analyze_commands(_: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(MENU.iter().map(|(kind, label, command)| format!("{kind}/{label}/{command}")).collect::<Vec<_>>().join("\n"))
}

fn interrupt(_: &mut Session, _: &mut Call<'_>) -> Answer {
    DONE
}

fn play_sequence(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let mut position = session.position().clone();
    while call.args.peek().is_some() {
        let color = call.args.color()?;
        let mv = call.args.mv(position.size())?;
        position.play_as(color, mv).map_err(|error| Refusal::because("illegal move", error))?;
    }
    session.change(|now| *now = position);
    DONE
}

fn win_rates(session: &mut Session, call: &mut Call<'_>) -> Answer {
    shown(session, call, View::WinRates)
}

fn visits(session: &mut Session, call: &mut Call<'_>) -> Answer {
    shown(session, call, View::Visits)
}

fn priors(session: &mut Session, call: &mut Call<'_>) -> Answer {
    shown(session, call, View::Priors)
}

fn rave(session: &mut Session, call: &mut Call<'_>) -> Answer {
    shown(session, call, View::Rave)
}

fn best_line(session: &mut Session, call: &mut Call<'_>) -> Answer {
    shown(session, call, View::Line)
}

fn shown(session: &mut Session, call: &mut Call<'_>, view: View) -> Answer {
    Ok(format!("\n{}", gfx(&session.searched(call.inbox.interrupted()), view)))
}

fn ownership(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let snapshot = session.searched(call.inbox.interrupted());
    Ok(dboard(&snapshot.ownership, snapshot.size))
}

fn criticality(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let snapshot = session.searched(call.inbox.interrupted());
    Ok(dboard(&snapshot.criticality, snapshot.size))
}

fn live(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let name = call.args.need("the name of a view")?;
    let view = View::NAMES.iter().find(|(known, _)| *known == name).map(|(_, view)| *view);
    match (view, name) {
        (None, "off") => session.set_live(None),
        (Some(view), _) => session.set_live(Some(view)),
        _ => {
            let names: Vec<&str> = View::NAMES.iter().map(|(name, _)| *name).collect();
            return Err(Refusal::syntax(format_args!("`{name}` is none of off, {}", names.join(", "))));
        }
    }
    DONE
}

/// Numbers row by row from the top, as GoGui's dboard wants them.
fn dboard(values: &[f32], size: u8) -> String {
    let mut text = String::new();
    for row in 0..usize::from(size) {
        text.push('\n');
        for column in 0..usize::from(size) {
            let value = values.get(row * usize::from(size) + column).copied().unwrap_or(0.0);
            let _ = write!(text, "{value:.3} ");
        }
    }
    text
}

/// A view as drawing commands of GoGui.
pub(in crate::gtp::server) fn gfx(snapshot: &Snapshot, view: View) -> String {
    let total = snapshot.visits.max(1) as f32;
    match view {
        View::WinRates => labels(snapshot, |c| (c.visits > 0).then_some(c.win_rate)),
        View::Visits => labels(snapshot, |c| (c.visits > 0).then_some(c.visits as f32 / total)),
        View::Priors => labels(snapshot, |c| (c.policy >= 0.005).then_some(c.policy)),
        View::Rave => labels(snapshot, |c| (c.rave.1 > 0).then_some(c.rave.0)),
        View::Line => line(snapshot),
        View::Ownership => influence(snapshot),
    }
}

/// A share in percent on each move's point, the best in green, the others the paler the less.
fn labels(snapshot: &Snapshot, share: impl Fn(&Candidate) -> Option<f32>) -> String {
    let shares: Vec<(Point, f32)> = snapshot.candidates.iter().filter_map(|c| c.mv.point().zip(share(c))).collect();
    let most = shares.iter().map(|(_, share)| *share).fold(f32::MIN_POSITIVE, f32::max);
    let mut text = String::new();
    for (point, share) in &shares {
        let vertex = point.to_gtp(snapshot.size);
        let pale = (255.0 * (1.0 - share / most).clamp(0.0, 1.0)) as u8;
        let _ = writeln!(text, "COLOR #{pale:02x}ff{pale:02x} {vertex}\nLABEL {vertex} {:.0}", share * 100.0);
    }
    text + &status(snapshot)
}

fn line(snapshot: &Snapshot) -> String {
    let mut text = String::from("VAR");
    let mut color = snapshot.to_play;
    for mv in snapshot.best().map_or(&[][..], |best| &best.line) {
        let letter = color.letter().to_ascii_lowercase();
        let _ = match mv {
            Move::Play(point) => write!(text, " {letter} {}", point.to_gtp(snapshot.size)),
            Move::Pass => write!(text, " {letter} pass"),
        };
        color = !color;
    }
    format!("{text}\n{}", status(snapshot))
}

fn influence(snapshot: &Snapshot) -> String {
    let mut text = String::from("INFLUENCE");
    for (point, owner) in Point::all(snapshot.size).zip(&snapshot.ownership) {
        let _ = write!(text, " {} {owner:.2}", point.to_gtp(snapshot.size));
    }
    format!("{text}\n{}", status(snapshot))
}

/// What stands below the board.
fn status(snapshot: &Snapshot) -> String {
    let leader = if snapshot.score >= 0.0 { Color::Black } else { Color::White };
    format!(
        "TEXT N={} V={:.3} depth={} {}+{:.1}",
        snapshot.visits,
        snapshot.win_rate,
        snapshot.depth,
        leader.letter(),
        snapshot.score.abs()
    )
}
