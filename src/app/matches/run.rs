//! A whole match: games side by side, results kept, an end by number or by test.

use super::log::{Log, LogError, Terms};
use super::record::{Cause, GameRecord, file_name, pairing, to_sgf};
use super::seat::Seat;
use super::summary::{Summary, tally};
use super::{Conditions, Contestant, Opening, game};
use crate::util::stats::{Sprt, Verdict};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Games in succession that could not begin, after which a match is given up.
const HOPELESS: usize = 5;

/// A match to be played.
pub struct Match {
    /// A and B.
    pub contestants: [Contestant; 2],
    /// What they play under.
    pub conditions: Conditions,
    /// How many games at most.
    pub games: u32,
    /// Their first moves; none is the empty board.
    pub openings: Vec<Opening>,
    /// Games at the same time.
    pub parallel: usize,
    /// Ends the match as soon as the question is answered.
    pub sprt: Option<Sprt>,
    /// Where game records and results go. A match whose results are there goes on from them.
    pub dir: Option<PathBuf>,
}

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// Results cannot be kept.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A game record cannot be written.
    #[error("{}: {error}", path.display())]
    Sgf {
        /// The file.
        path: PathBuf,
        /// The system's words.
        error: std::io::Error,
    },
    /// One side never begins.
    #[error("the match was given up after {HOPELESS} games that could not begin: {0}")]
    Hopeless(String),
    /// A game broke down by a fault of ours.
    #[error("a game broke down by an error of this program; what was played before is kept")]
    Broken,
}

/// What the threads share.
struct State {
    next: u32,
    records: Vec<GameRecord>,
    names: [String; 2],
    log: Option<Log>,
    error: Option<MatchError>,
    is_decided: bool,
}

impl Match {
    /// Plays until all games are played, the test is decided, or `stop` is set; `told` hears of each
    /// game as it ends. Faults of the contestants are no errors: they are in the summary.
    pub fn run(&self, stop: &AtomicBool, told: impl Fn(&GameRecord) + Sync) -> Result<Summary, MatchError> {
        let (log, records) = self.open_log()?;
        let names = self.contestants.each_ref().map(Contestant::to_string);
        let state = Mutex::new(State { next: 1, records, names, log, error: None, is_decided: false });
        self.look_at_test(&mut lock(&state));
        let threads = self.parallel.clamp(1, self.games.max(1) as usize);
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..threads).map(|_| scope.spawn(|| self.work(&state, stop, &told, threads == 1))).collect();
            for worker in workers {
                if worker.join().is_err() {
                    lock(&state).error.get_or_insert(MatchError::Broken);
                }
            }
        });
        let mut state = state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        state.records.sort_by_key(|record| record.game);
        match state.error {
            Some(error) => Err(error),
            None => Ok(Summary::new(state.names, &state.records, self.sprt)),
        }
    }

    /// Games of this match that were played in earlier runs.
    pub fn played_before(&self) -> Result<u64, MatchError> {
        Ok(self.open_log()?.1.len() as u64)
    }

    fn open_log(&self) -> Result<(Option<Log>, Vec<GameRecord>), MatchError> {
        let Some(dir) = &self.dir else { return Ok((None, Vec::new())) };
        let (log, records) = Log::open(dir, &self.terms(), |record| self.has_opening_of(record))?;
        Ok((Some(log), records))
    }

    /// Takes game after game.
    fn work(&self, state: &Mutex<State>, stop: &AtomicBool, told: &impl Fn(&GameRecord), is_alone: bool) {
        let mut seats = self.contestants.each_ref().map(|who| Seat::new(who, &self.conditions, is_alone));
        loop {
            let next = self.next_game(&mut lock(state), stop);
            let Some(number) = next else { return };
            let (opening, black) = pairing(number, &self.openings);
            let (record, position) = game::play(&mut seats, &self.conditions, number, &opening, black);
            let names = seats.each_ref().map(|seat| seat.name().to_owned());
            let written = self.dir.as_ref().map_or(Ok(()), |dir| {
                let path = dir.join(file_name(number));
                let text = to_sgf(&record, &position, &names, &self.conditions);
                std::fs::write(&path, text).map_err(|error| MatchError::Sgf { path, error })
            });
            told(&record);
            let mut state = lock(state);
            // The record of the game is written first: what the log names is there.
            let kept = written.and_then(|()| match &mut state.log {
                // What could not be begun is tried again when the match goes on another time.
                Some(log) if record.counts() => Ok(log.add(&record)?),
                _ => Ok(()),
            });
            if let Err(error) = kept {
                state.error.get_or_insert(error);
            }
            state.names = names;
            state.records.push(record);
            self.look_at_test(&mut state);
            look_for_hope(&mut state);
        }
    }

    fn next_game(&self, state: &mut State, stop: &AtomicBool) -> Option<u32> {
        if stop.load(Ordering::Relaxed) || state.is_decided || state.error.is_some() {
            return None;
        }
        let played = |number| state.records.iter().any(|record| record.game == number);
        let next = (state.next..=self.games).find(|&number| !played(number))?;
        state.next = next + 1;
        Some(next)
    }

    fn look_at_test(&self, state: &mut State) {
        let verdict = self.sprt.map(|test| test.verdict(&tally(&state.records)));
        state.is_decided = verdict.is_some_and(|verdict| verdict != Verdict::Open);
    }

    fn terms(&self) -> Terms {
        let conditions = &self.conditions;
        Terms {
            a: self.contestants[0].to_string(),
            b: self.contestants[1].to_string(),
            size: conditions.size,
            komi: conditions.komi,
            rules: conditions.rules.to_katago(),
            time: conditions.time.map(|time| time.as_secs_f64()),
            sims: conditions.simulations,
        }
    }

    /// Whether a game that was played began as it would in this match, if it is one of its games. More games may
    /// be wanted later, or fewer, and with them other numbers of openings: what matters are those of both.
    fn has_opening_of(&self, record: &GameRecord) -> bool {
        let (opening, _) = pairing(record.game, &self.openings);
        let known = record.opening_moves.as_ref();
        let is_same = opening.moves.len() == record.opening as usize
            && known.is_none_or(|known| *known == opening.written(self.conditions.size));
        is_same || record.game > self.games
    }
}

/// Gives up when one side never begins.
fn look_for_hope(state: &mut State) {
    let last: Vec<&GameRecord> = state.records.iter().rev().take(HOPELESS).collect();
    if last.len() == HOPELESS && last.iter().all(|record| record.cause == Cause::Start) {
        let words = last[0].fault.as_ref().map_or(String::new(), |(_, words)| words.clone());
        state.error.get_or_insert(MatchError::Hopeless(words));
    }
}

/// Plain data, whole at any moment.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
