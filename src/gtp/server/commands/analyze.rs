//! Streams of analysis, as Leela Zero and KataGo write them: any line of input ends them.

use super::Command;
use super::play::written;
use crate::board::{Color, Position};
use crate::engine::{Candidate, Limits, Snapshot};
use crate::gtp::server::call::DONE;
use crate::gtp::server::{Answer, Call, Refusal, Session};
use std::fmt::Write;
use std::time::{Duration, Instant};

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "lz-analyze",
        doc: "[COLOR] [CENTISECONDS] [KEY VALUE]…: analyses until a line comes",
        run: lz_analyze,
    },
    Command {
        name: "kata-analyze",
        doc: "[COLOR] [CENTISECONDS] [KEY VALUE]…: the same as KataGo does",
        run: kata_analyze,
    },
    Command {
        name: "lz-genmove_analyze",
        doc: "[COLOR] [CENTISECONDS] [KEY VALUE]…: makes a move, showing the search",
        run: lz_genmove_analyze,
    },
    Command {
        name: "kata-genmove_analyze",
        doc: "[COLOR] [CENTISECONDS] [KEY VALUE]…: the same as KataGo does",
        run: kata_genmove_analyze,
    },
    Command { name: "stop", doc: "ends an analysis, as any line does", run: stop },
];

/// How the infos are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    LeelaZero,
    KataGo,
}

/// What was asked for.
#[derive(Clone, Debug)]
struct Wish {
    style: Style,
    color: Color,
    interval: Duration,
    /// Moves shown, at least and at most. At least so many are shown even without simulations.
    least: usize,
    most: usize,
    ownership: bool,
    root: bool,
    line_visits: bool,
    edge_visits: bool,
}

/// Options that KataGo's analysis has beyond Leela Zero's; each is true or false.
const KATAGO_ONLY: [&str; 4] = ["ownership", "rootInfo", "pvVisits", "pvEdgeVisits"];
/// More of them, for numbers that this search does not have. Controllers ask for all they might show, and read what
/// comes: so these are taken, and nothing is said.
const NOT_HAD: [&str; 4] = ["ownershipStdev", "movesOwnership", "movesOwnershipStdev", "noResultValue"];

impl Wish {
    fn read(style: Style, session: &Session, call: &mut Call<'_>) -> Result<Wish, Refusal> {
        let mut wish = Wish {
            style,
            color: session.position().to_play(),
            interval: Duration::from_secs(1),
            least: 0,
            most: usize::MAX,
            ownership: false,
            root: false,
            line_visits: false,
            edge_visits: false,
        };
        while let Some(word) = call.args.peek() {
            if let Some(color) = call.args.maybe_color() {
                wish.color = color;
            } else if word.starts_with(|c: char| c.is_ascii_digit()) {
                wish.interval = centiseconds(call)?;
            } else {
                call.args.word();
                wish.read_key(word, call)?;
            }
        }
        Ok(wish)
    }

    fn read_key(&mut self, key: &str, call: &mut Call<'_>) -> Result<(), Refusal> {
        match key {
            "interval" => self.interval = centiseconds(call)?,
            "minmoves" => self.least = call.args.number("a number of moves")?,
            "maxmoves" => self.most = call.args.number("a number of moves")?,
            "avoid" | "allow" => return Err(cannot(key, "all moves are searched")),
            _ if [KATAGO_ONLY, NOT_HAD].concat().contains(&key) && self.style == Style::LeelaZero => {
                return Err(cannot(key, "Leela Zero's analysis has no such thing; ask kata-analyze"));
            }
            "ownership" => self.ownership = truth(call)?,
            "rootInfo" => self.root = truth(call)?,
            "pvVisits" => self.line_visits = truth(call)?,
            "pvEdgeVisits" => self.edge_visits = truth(call)?,
            _ if NOT_HAD.contains(&key) => {
                truth(call)?;
            }
            _ => return Err(Refusal::syntax(format_args!("`{key}` is no option of analysis"))),
        }
        Ok(())
    }

    /// The simulations along a candidate's line, where they were asked for. In a tree an edge has those of its node.
    fn along_the_line(&self, candidate: &Candidate) -> String {
        let visits = candidate.line_visits.iter().fold(String::new(), |all, visits| format!("{all} {visits}"));
        let wanted = [(self.line_visits, " pvVisits"), (self.edge_visits, " pvEdgeVisits")];
        wanted.iter().filter(|wanted| wanted.0).map(|wanted| format!("{}{visits}", wanted.1)).collect()
    }

    /// A line of infos.
    fn line(&self, snapshot: &Snapshot) -> String {
        let shown = |(order, candidate): &(usize, &Candidate)| candidate.visits > 0 || *order < self.least;
        let infos = snapshot.candidates.iter().take(self.most).enumerate().filter(shown).map(|(order, candidate)| {
            match self.style {
                Style::LeelaZero => lz_info(candidate, order, snapshot),
                Style::KataGo => kata_info(candidate, order, snapshot) + &self.along_the_line(candidate),
            }
        });
        let mut line = infos.collect::<Vec<_>>().join(" ");
        if self.root {
            let (lead, sign) = (snapshot.score, sign(snapshot.to_play));
            let _ = write!(
                line,
                " rootInfo visits {} utility {:.6} winrate {:.6} scoreLead {:.6} scoreStdev {:.6}",
                snapshot.visits,
                2.0 * snapshot.win_rate - 1.0,
                snapshot.win_rate,
                lead * sign,
                snapshot.score_spread
            );
        }
        if self.ownership {
            line.push_str(" ownership");
            for owner in &snapshot.ownership {
                let _ = write!(line, " {:.4}", owner * sign(snapshot.to_play));
            }
        }
        line
    }
}

/// The refusal of an option that is known but not possible.
fn cannot(key: &str, why: &str) -> Refusal {
    Refusal(format!("`{key}` is not possible here: {why}"))
}

fn sign(color: Color) -> f32 {
    if color == Color::Black { 1.0 } else { -1.0 }
}

fn centiseconds(call: &mut Call<'_>) -> Result<Duration, Refusal> {
    let value: f64 = call.args.number("an interval in centiseconds")?;
    if !(0.0..=1e7).contains(&value) {
        return Err(Refusal::syntax(format_args!("an interval from 0 to 10000000 centiseconds is wanted")));
    }
    Ok(Duration::from_secs_f64(value / 100.0))
}

fn truth(call: &mut Call<'_>) -> Result<bool, Refusal> {
    match call.args.need("true or false")? {
        "true" | "1" | "on" => Ok(true),
        "false" | "0" | "off" => Ok(false),
        other => Err(Refusal::syntax(format_args!("true or false is wanted, not `{other}`"))),
    }
}

/// The lower end of the 95 % interval of the win rate.
fn lower_bound(candidate: &Candidate) -> f32 {
    let trials = f64::from(candidate.visits);
    crate::util::stats::wilson(f64::from(candidate.win_rate) * trials, trials, crate::util::stats::Z_95).low as f32
}

fn line_of(candidate: &Candidate, snapshot: &Snapshot) -> String {
    candidate.line.iter().map(|mv| mv.to_gtp(snapshot.size)).collect::<Vec<_>>().join(" ")
}

fn kata_info(candidate: &Candidate, order: usize, snapshot: &Snapshot) -> String {
    let lead = candidate.score * sign(snapshot.to_play);
    format!(
        "info move {} visits {} utility {:.6} winrate {:.6} scoreMean {lead:.6} scoreStdev {:.6} scoreLead {lead:.6} \
         scoreSelfplay {lead:.6} prior {:.6} lcb {:.6} utilityLcb {:.6} order {order} pv {}",
        candidate.mv.to_gtp(snapshot.size),
        candidate.visits,
        2.0 * candidate.win_rate - 1.0,
        candidate.win_rate,
        candidate.score_spread,
        candidate.policy,
        lower_bound(candidate),
        2.0 * lower_bound(candidate) - 1.0,
        line_of(candidate, snapshot),
    )
}

fn lz_info(candidate: &Candidate, order: usize, snapshot: &Snapshot) -> String {
    let share = |value: f32| (value * 10_000.0).round() as i32;
    format!(
        "info move {} visits {} winrate {} prior {} lcb {} order {order} pv {}",
        candidate.mv.to_gtp(snapshot.size),
        candidate.visits,
        share(candidate.win_rate),
        share(candidate.policy),
        share(lower_bound(candidate)),
        line_of(candidate, snapshot),
    )
}

fn lz_analyze(session: &mut Session, call: &mut Call<'_>) -> Answer {
    analyze(Style::LeelaZero, session, call)
}

fn kata_analyze(session: &mut Session, call: &mut Call<'_>) -> Answer {
    analyze(Style::KataGo, session, call)
}

/// Searches and shows until a line comes in, even when the search has nothing left to do.
fn analyze(style: Style, session: &mut Session, call: &mut Call<'_>) -> Answer {
    let wish = Wish::read(style, session, call)?;
    let position: Position = session.turned_to(wish.color);
    let inbox = call.inbox;
    call.begin();
    let mut shown = Instant::now();
    let last = session.think(&position, &Limits::analysis(), inbox.waiting(), |snapshot| {
        if shown.elapsed() >= wish.interval {
            shown = Instant::now();
            call.stream(&wish.line(&snapshot));
        }
    });
    if last.visits > 0 {
        call.stream(&wish.line(&last));
    }
    inbox.wait();
    DONE
}

fn lz_genmove_analyze(session: &mut Session, call: &mut Call<'_>) -> Answer {
    genmove_analyze(Style::LeelaZero, session, call)
}

fn kata_genmove_analyze(session: &mut Session, call: &mut Call<'_>) -> Answer {
    genmove_analyze(Style::KataGo, session, call)
}

/// Chooses a move as `genmove` does, showing the search.
fn genmove_analyze(style: Style, session: &mut Session, call: &mut Call<'_>) -> Answer {
    let wish = Wish::read(style, session, call)?;
    let inbox = call.inbox;
    call.begin();
    let mut shown = Instant::now();
    let choice = session.choose(wish.color, inbox.interrupted(), |snapshot| {
        if shown.elapsed() >= wish.interval {
            shown = Instant::now();
            call.stream(&wish.line(&snapshot));
        }
    });
    call.stream(&wish.line(&choice.snapshot));
    let text = written(choice.decision, session.size());
    session.make(wish.color, choice.decision);
    Ok(format!("play {text}"))
}

fn stop(_: &mut Session, _: &mut Call<'_>) -> Answer {
    DONE
}
