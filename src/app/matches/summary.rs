//! The games of a match summed up: score with its interval, Elo, time, and what went wrong.

use super::record::{Cause, GameRecord, Side};
use crate::board::Color;
use crate::util::stats::{Estimate, Sprt, Tally, Verdict, Z_95};
use serde::Serialize;
use std::fmt;

/// A number with its 95 % interval. JSON knows no infinity: ends that are infinite are left out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The best guess.
    pub value: Option<f64>,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl From<Estimate> for Interval {
    fn from(estimate: Estimate) -> Interval {
        let finite = |number: f64| number.is_finite().then_some(number);
        Interval { value: finite(estimate.value), low: finite(estimate.low), high: finite(estimate.high) }
    }
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// The time a side has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Time {
    /// Moves it made.
    pub moves: u32,
    /// Seconds on the wall for a move, on average.
    pub wall_per_move: f64,
    /// Seconds of the processor for a move, on average, where they could be told apart.
    pub cpu_per_move: Option<f64>,
    /// Seconds of the longest move.
    pub longest: f64,
    /// Moves that took clearly longer than allowed.
    pub overspent: u32,
}

/// A sequential test so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Test {
    /// "No better than this."
    pub elo0: f64,
    /// "At least so much better."
    pub elo1: f64,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Where it is decided.
    pub bounds: (f64, f64),
    /// `better`, `not better` or `open`.
    pub verdict: &'static str,
}

/// A match summed up, as A sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Side A: what it calls itself.
    pub a: String,
    /// Side B.
    pub b: String,
    /// Games that count.
    pub games: u32,
    /// All of A's games.
    pub all: Counts,
    /// Those with Black.
    pub as_black: Counts,
    /// Those with White.
    pub as_white: Counts,
    /// A's share of the points, with Wilson's interval.
    pub score: Interval,
    /// The difference in Elo.
    pub elo: Interval,
    /// The test, if one was wanted.
    pub sprt: Option<Test>,
    /// Moves of a game on average.
    pub moves_per_game: f64,
    /// Time of A and of B.
    pub time: [Time; 2],
    /// What the sides did wrong, game by game.
    pub faults: Vec<Fault>,
    /// What else is to be said, game by game.
    pub notes: Vec<String>,
}

/// A game lost by a fault, or none because of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fault {
    /// The game.
    pub game: u32,
    /// Whose fault.
    pub side: Side,
    /// What kind.
    pub cause: Cause,
    /// In words.
    pub words: String,
}

impl Summary {
    /// Sums up games.
    pub fn new(names: [String; 2], records: &[GameRecord], sprt: Option<Sprt>) -> Summary {
        let tally = tally(records);
        let [a, b] = names;
        let of = |color| counts(records.iter().filter(|r| r.side(color) == Side::A));
        let faults = records.iter().filter_map(|record| {
            let (side, words) = record.fault.clone()?;
            Some(Fault { game: record.game, side, cause: record.cause, words })
        });
        let notes = records.iter().flat_map(|r| r.notes.iter().map(|note| format!("game {}: {note}", r.game)));
        let moves: u32 = records.iter().filter(|record| record.counts()).map(|record| record.moves).sum();
        Summary {
            a,
            b,
            games: tally.games(),
            all: counts(records.iter()),
            as_black: of(Color::Black),
            as_white: of(Color::White),
            score: tally.score(Z_95).into(),
            elo: tally.elo(Z_95).into(),
            sprt: sprt.map(|test| Test::new(&test, &tally)),
            moves_per_game: f64::from(moves) / f64::from(tally.games().max(1)),
            time: Side::BOTH.map(|side| time(records, side)),
            faults: faults.collect(),
            notes: notes.collect(),
        }
    }

    /// What went wrong, and what else is to be said, in lines.
    fn write_troubles(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Fault { game, side, cause, words } in &self.faults {
            let happened = if *cause == Cause::Start { "could not begin" } else { "lost by a fault" };
            writeln!(f, "game {game}: {side:?} {happened}: {words}")?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "{note}"))
    }

    /// Games that could not be begun or played to their end. A move against the rules only loses one.
    pub fn unplayed(&self) -> usize {
        self.faults.iter().filter(|fault| matches!(fault.cause, Cause::Start | Cause::Fault)).count()
    }
}

impl Test {
    fn new(test: &Sprt, tally: &Tally) -> Test {
        let verdict = match test.verdict(tally) {
            Verdict::Better => "better",
            Verdict::NotBetter => "not better",
            Verdict::Open => "open",
        };
        Test { elo0: test.elo0, elo1: test.elo1, llr: test.llr(tally), bounds: test.bounds(), verdict }
    }
}

/// The games as A sees them.
pub fn tally(records: &[GameRecord]) -> Tally {
    let Counts { wins, draws, losses } = counts(records.iter());
    Tally { wins, draws, losses }
}

fn counts<'a>(records: impl Iterator<Item = &'a GameRecord>) -> Counts {
    let mut counts = Counts::default();
    for record in records.filter(|record| record.counts()) {
        match record.winner {
            Some(Side::A) => counts.wins += 1,
            Some(Side::B) => counts.losses += 1,
            None => counts.draws += 1,
        }
    }
    counts
}

fn time(records: &[GameRecord], side: Side) -> Time {
    let mut time = Time { cpu_per_move: Some(0.0), ..Time::default() };
    for spent in records.iter().map(|record| record.spent[side.index()]).filter(|spent| spent.moves > 0) {
        time.moves += spent.moves;
        time.wall_per_move += spent.wall;
        time.cpu_per_move = time.cpu_per_move.zip(spent.cpu).map(|(sum, cpu)| sum + cpu);
        time.longest = time.longest.max(spent.longest);
        time.overspent += spent.overspent;
    }
    let moves = f64::from(time.moves.max(1));
    time.wall_per_move /= moves;
    time.cpu_per_move = time.cpu_per_move.filter(|_| time.moves > 0).map(|cpu| cpu / moves);
    time
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.draws {
            0 => write!(f, "{}-{}", self.wins, self.losses),
            draws => write!(f, "{}-{draws}-{}", self.wins, self.losses),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: Option<f64>| 100.0 * share.unwrap_or(0.5);
        let elo = |elo: Option<f64>, infinite: &str| elo.map_or(infinite.to_owned(), |elo| format!("{elo:+.0}"));
        writeln!(f, "A: {}\nB: {}", self.a, self.b)?;
        if self.games == 0 {
            writeln!(f, "no game was played, so there is no score")?;
            return self.write_troubles(f);
        }
        writeln!(
            f,
            "A scores {} of {} games: {:.1} % (95 %: {:.1} to {:.1}), Elo {} ({} to {}); {} as Black, {} as White",
            self.all,
            self.games,
            percent(self.score.value),
            percent(self.score.low),
            percent(self.score.high),
            elo(self.elo.value, if self.all.wins > 0 { "+infinite" } else { "-infinite" }),
            elo(self.elo.low, "-infinite"),
            elo(self.elo.high, "+infinite"),
            self.as_black,
            self.as_white,
        )?;
        if let Some(test) = &self.sprt {
            let (low, high) = test.bounds;
            writeln!(
                f,
                "SPRT of Elo {} against {}: log-likelihood ratio {:.2} of {low:.2} to {high:.2}: {}",
                test.elo0, test.elo1, test.llr, test.verdict
            )?;
        }
        writeln!(f, "{:.1} moves a game", self.moves_per_game)?;
        for (name, time) in ["A", "B"].into_iter().zip(&self.time) {
            let cpu = time.cpu_per_move.map_or(String::new(), |cpu| format!(", processor {cpu:.3} s"));
            write!(f, "{name}: {:.3} s a move{cpu}, longest {:.2} s", time.wall_per_move, time.longest)?;
            match time.overspent {
                0 => writeln!(f)?,
                n => writeln!(f, "; it took longer than allowed {n} times")?,
            }
        }
        self.write_troubles(f)
    }
}
