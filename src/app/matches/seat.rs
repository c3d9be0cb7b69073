//! A contestant at the board: started for a match, asked for moves, its time measured.

use super::joined::{Valuer, join};
use super::record::{Cause, Spent};
use super::{Conditions, Contestant};
use crate::app::wiring::Sources;
use crate::board::{Color, GameResult, Move, Position, Turn};
use crate::engine::player::Player;
use crate::engine::{Decision, Limits, status};
use crate::gtp::client::{Client, ClientError, CommandLine};
use crate::util::cpu;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a contestant did wrong.
#[derive(Clone, Debug)]
pub struct Fault {
    /// How the game ends by it.
    pub cause: Cause,
    /// In words.
    pub words: String,
}

impl Fault {
    fn new(cause: Cause, words: impl ToString) -> Fault {
        Fault { cause, words: words.to_string() }
    }
}

impl From<ClientError> for Fault {
    fn from(error: ClientError) -> Fault {
        Fault::new(Cause::Fault, error)
    }
}

/// A contestant that plays game after game.
pub struct Seat<'a> {
    conditions: &'a Conditions,
    limits: Limits,
    brain: Brain<'a>,
    /// GNU Go beside our engine, where they are joined.
    valuer: Option<Valuer>,
    name: String,
    spent: Spent,
    notes: Vec<String>,
    /// Whether nothing else in this program uses the processor: then its clock is ours.
    is_alone: bool,
}

enum Brain<'a> {
    Own(&'a Contestant, Option<Sources>, Option<Box<Player>>),
    Program(&'a CommandLine, Option<Box<Client>>),
}

impl<'a> Seat<'a> {
    /// A seat; nothing is started yet.
    pub fn new(contestant: &'a Contestant, conditions: &'a Conditions, is_alone: bool) -> Seat<'a> {
        let brain = match contestant {
            Contestant::Own { .. } => Brain::Own(contestant, None, None),
            Contestant::Program(line) => Brain::Program(line, None),
        };
        Seat {
            conditions,
            limits: contestant.limits(conditions),
            brain,
            valuer: None,
            name: contestant.to_string(),
            spent: Spent::default(),
            notes: Vec::new(),
            is_alone,
        }
    }

    /// What the contestant calls itself, once it has begun.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Begins a game with an opening. Our own engine starts anew, with random numbers of the game.
    pub fn begin(&mut self, game: u32, opening: &[Turn]) -> Result<(), Fault> {
        self.spent = Spent::default();
        self.notes.clear();
        let conditions = self.conditions;
        match &mut self.brain {
            Brain::Own(Contestant::Own { params, ontology, operator, is_joined, .. }, kept, player) => {
                if *is_joined && self.valuer.is_none() {
                    let started = Valuer::start(conditions.patience).map_err(|e| Fault::new(Cause::Start, e))?;
                    self.valuer = Some(started);
                }
                let sources = match (kept.take(), ontology) {
                    (Some(known), _) => known,
                    (None, None) => Sources::own(),
                    (None, Some(file)) => {
                        Sources::from_file(file, *operator).map_err(|e| Fault::new(Cause::Start, e))?
                    }
                };
                let Sources { priors, book } = kept.insert(sources).clone();
                let mut params = (**params).clone();
                params.seed = params.seed.wrapping_add(game);
                *player = Some(Box::new(Player::new(params, priors).with_book(book)));
                Ok(())
            }
            Brain::Own(..) => Ok(()),
            Brain::Program(line, client) => {
                let running = match client.take() {
                    Some(running) => running,
                    None => {
                        Box::new(Client::start(line, conditions.patience).map_err(|e| Fault::new(Cause::Start, e))?)
                    }
                };
                let running = client.insert(running);
                self.name = format!("{} {}", running.name(), running.version()).trim().to_owned();
                let prepared = prepare(running, conditions, opening);
                let notes = prepared.map_err(|error| Fault::new(Cause::Start, error));
                if notes.is_err() {
                    *client = None;
                }
                self.notes = notes?;
                Ok(())
            }
        }
    }

    /// Tells it the other side's move.
    pub fn hear(&mut self, color: Color, mv: Move) -> Result<(), Fault> {
        match &mut self.brain {
            Brain::Program(_, Some(client)) => {
                client.ask(&format!("play {} {}", color.letter(), mv.to_gtp(self.conditions.size)))?;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Asks it for a move, measuring the time.
    pub fn choose(&mut self, position: &Position) -> Result<Decision, Fault> {
        let start = Instant::now();
        let before = self.cpu_time();
        let decision = self.decide(position);
        let (wall, cpu) = (start.elapsed(), self.cpu_time());
        self.count_time(wall, before.zip(cpu).map(|(before, after)| after.saturating_sub(before)));
        decision
    }

    fn decide(&mut self, position: &Position) -> Result<Decision, Fault> {
        let color = position.to_play();
        match &mut self.brain {
            Brain::Own(.., Some(player)) => {
                let choice = player.choose(position, &self.limits, &AtomicBool::new(false), |_| {});
                match (&mut self.valuer, choice.decision) {
                    // Passing and resigning are ours to decide.
                    (Some(valuer), Decision::Play(Move::Play(_))) => {
                        let values = valuer.values(position)?;
                        Ok(join(&values, &choice.snapshot, position).map_or(choice.decision, Decision::Play))
                    }
                    _ => Ok(choice.decision),
                }
            }
            Brain::Program(_, Some(client)) => {
                if let Some(time) = self.conditions.time.filter(|_| client.knows("time_left")) {
                    client.ask(&format!("time_left {} {} 1", color.letter(), seconds(time)))?;
                }
                let command = format!("genmove {}", color.letter());
                let answer = client.ask(&command)?;
                if answer.eq_ignore_ascii_case("resign") {
                    return Ok(Decision::Resign);
                }
                match Move::from_gtp(&answer, position.size()) {
                    Ok(mv) => Ok(Decision::Play(mv)),
                    Err(_) => Err(client.senseless(&command, answer, "a move on this board").into()),
                }
            }
            _ => Err(Fault::new(Cause::Start, format_args!("{} has not begun", self.name))),
        }
    }

    fn cpu_time(&self) -> Option<Duration> {
        match &self.brain {
            Brain::Own(..) if self.is_alone => cpu::process_time(),
            Brain::Program(_, Some(client)) => client.cpu_time(),
            _ => None,
        }
    }

    fn count_time(&mut self, wall: Duration, cpu: Option<Duration>) {
        let spent = &mut self.spent;
        let wall = wall.as_secs_f64();
        spent.moves += 1;
        spent.wall += wall;
        spent.longest = spent.longest.max(wall);
        spent.cpu = match cpu {
            Some(cpu) if spent.moves == 1 || spent.cpu.is_some() => {
                Some(spent.cpu.unwrap_or_default() + cpu.as_secs_f64())
            }
            _ => None,
        };
        if let Some(time) = self.limits.time {
            // A tenth, and what a busy machine may cost.
            spent.overspent += u32::from(wall > time.as_secs_f64() * 1.1 + 0.1);
        }
    }

    /// How it counts the finished game, if it can tell.
    pub fn final_score(&mut self, position: &Position) -> Result<Option<GameResult>, Fault> {
        match &mut self.brain {
            Brain::Own(..) => Ok(Some(status::final_score(position).result())),
            Brain::Program(_, Some(client)) if client.knows("final_score") => {
                let answer = client.ask("final_score")?;
                match GameResult::parse(&answer) {
                    GameResult::Unknown => {
                        Err(client.senseless("final_score", answer, "a result such as B+3.5").into())
                    }
                    result => Ok(Some(result)),
                }
            }
            Brain::Program(..) => Ok(None),
        }
    }

    /// After a fault: the next game begins with a fresh program.
    pub fn end(&mut self) {
        self.valuer = None;
        match &mut self.brain {
            Brain::Own(.., player) => *player = None,
            Brain::Program(_, client) => *client = None,
        }
    }

    /// The time it has used in this game.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// Takes what is to be noted of it in this game.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }
}

/// Sets a program up for a game; returns what it refused but can do without.
fn prepare(client: &mut Client, conditions: &Conditions, opening: &[Turn]) -> Result<Vec<String>, ClientError> {
    let mut notes = Vec::new();
    client.ask(&format!("boardsize {}", conditions.size))?;
    client.ask("clear_board")?;
    client.ask(&format!("komi {}", conditions.komi))?;
    let mut wish = |client: &mut Client, command: String| match client.ask(&command) {
        Err(error) if !error.trouble.is_fatal() => {
            notes.push(error.to_string());
            Ok(())
        }
        other => other.map(drop),
    };
    if client.knows("kata-set-rules") {
        let rules = conditions.rules.rule_set().map_or_else(|| conditions.rules.to_katago(), |set| set.id.to_owned());
        wish(client, format!("kata-set-rules {rules}"))?;
    }
    if let Some(time) = conditions.time {
        // One stone in a period: time for a move.
        wish(client, format!("time_settings 0 {} 1", seconds(time)))?;
    }
    for turn in opening {
        client.ask(&format!("play {} {}", turn.color.letter(), turn.mv.to_gtp(conditions.size)))?;
    }
    Ok(notes)
}

/// GTP wants whole seconds, and many programs read nothing else; parts of a second are sent as such.
fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds.fract() == 0.0 { format!("{seconds:.0}") } else { format!("{seconds}") }
}
