//! Engines of others: started by their command line, asked one command at a time, and whatever goes
//! wrong with them said in words.

mod command_line;
mod infos;
pub mod places;
mod process;
mod undertaker;

pub use command_line::{CommandLine, CommandLineError};
pub use infos::{Info, Infos, Style, read_estimate, read_infos, read_top_moves};
pub use process::{Heard, Leash, Process};

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Lines outside of any answer after which an engine counts as talking nonsense.
const MUCH_NOISE: usize = 2000;
/// Bytes of an answer after which it counts as one that never ends; the largest real ones have some
/// thousand.
const LONGEST_ANSWER: usize = 4 << 20;
/// What prints our own words back is no engine, or one behind a terminal that does; then it answers soon.
const AFTER_ECHO: Duration = Duration::from_secs(5);
/// How much of a strange line is shown.
const SHOWN: usize = 160;

/// The first thing that is asked: what does not answer it may speak something else.
const FIRST: &str = "protocol_version";

/// What went wrong with an engine, to be read as a sentence after its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It could not be started.
    Start(String),
    /// It ended by itself.
    Died {
        /// During which command.
        command: String,
        /// With what status.
        status: String,
        /// What it printed instead of an answer.
        printed: Option<String>,
    },
    /// It did not answer in time.
    Silent {
        /// Which command.
        command: String,
        /// How long we waited.
        waited: Duration,
    },
    /// It printed other things than answers.
    Garbage {
        /// During which command.
        command: String,
        /// One of the lines.
        line: String,
    },
    /// Its answer has no end.
    Endless {
        /// To which command.
        command: String,
        /// One of the lines.
        line: String,
    },
    /// It answered with a failure.
    Refused {
        /// Which command.
        command: String,
        /// Its words.
        words: String,
    },
    /// It answered, but with something that makes no sense.
    Senseless {
        /// Which command.
        command: String,
        /// What it answered.
        answer: String,
        /// What was expected.
        expected: &'static str,
    },
}

impl Trouble {
    /// Whether the engine can be used no longer.
    pub fn is_fatal(&self) -> bool {
        !matches!(self, Trouble::Refused { .. } | Trouble::Senseless { .. })
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Start(why) => write!(f, "could not be started: {why}"),
            Trouble::Died { command, status, printed } => {
                write!(f, "ended ({status}) during `{command}`")?;
                printed.iter().try_for_each(|line| write!(f, " after it had printed `{}`", shortened(line)))
            }
            Trouble::Silent { command, waited } => {
                write!(f, "gave no answer to `{command}` within {:.1} s", waited.as_secs_f64())?;
                match command == FIRST {
                    true => {
                        f.write_str("; it may need longer to start, or not speak GTP (GNU Go does with `--mode gtp`)")
                    }
                    false => Ok(()),
                }
            }
            Trouble::Garbage { command, line } => {
                write!(f, "answered `{command}` with what is no GTP: `{}`", shortened(line))
            }
            Trouble::Endless { command, line } => {
                write!(f, "answers `{command}` without end: `{}`", shortened(line))
            }
            Trouble::Refused { command, words } => write!(f, "refused `{command}`: {}", shortened(words)),
            Trouble::Senseless { command, answer, expected } => {
                write!(f, "answered `{command}` with `{}`, where {expected} was expected", shortened(answer))
            }
        }
    }
}

/// A strange line, fit to be shown.
pub fn shortened(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match plain.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &plain[..at]),
        None => plain,
    }
}

/// An engine that failed: which, how, and what it said to the last.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{engine} {trouble}{}", self.what_else())]
pub struct ClientError {
    /// The name of the engine, or its command line before it has told it.
    pub engine: String,
    /// What went wrong.
    pub trouble: Trouble,
    /// The last lines of its standard error.
    pub errors: Vec<String>,
}

impl ClientError {
    /// What it said to the last; what may be wrong where it said nothing at all.
    fn what_else(&self) -> String {
        match &self.trouble {
            Trouble::Refused { .. } => String::new(),
            Trouble::Died { command, printed: None, .. }
                if command == FIRST && self.errors.iter().all(String::is_empty) =>
            {
                "; it may need other arguments to speak GTP (GNU Go does with `--mode gtp`)".to_owned()
            }
            _ => last_words(&self.errors),
        }
    }
}

/// What an engine wrote to standard error to the last, to be put after a sentence.
pub fn last_words(errors: &[String]) -> String {
    let last: Vec<&str> = errors.iter().rev().filter(|line| !line.is_empty()).take(3).map(String::as_str).collect();
    // Programs in C++ end so when nobody caught an exception; only the reason is of interest.
    let reason = last.iter().find_map(|line| line.trim_start().strip_prefix("what():"));
    let words = match reason {
        Some(reason) => shortened(reason.trim()),
        None => last.into_iter().rev().map(shortened).collect::<Vec<_>>().join(" / "),
    };
    if words.is_empty() { words } else { format!("; its last words: {words}") }
}

/// A running engine. Dropping it ends it.
pub struct Client {
    process: Process,
    name: String,
    version: String,
    commands: Vec<String>,
    patience: Duration,
    is_starting: bool,
    next_id: u32,
}

impl Client {
    /// Starts an engine and makes its acquaintance. It gets `patience` for each answer.
    pub fn start(line: &CommandLine, patience: Duration) -> Result<Client, ClientError> {
        Client::start_on(line, patience, Arc::default())
    }

    /// The same on a leash, by which others see its last words and can end it at any time.
    pub fn start_on(line: &CommandLine, patience: Duration, leash: Arc<Leash>) -> Result<Client, ClientError> {
        let process = Process::start(line, leash).map_err(|error| ClientError {
            engine: line.program.clone(),
            trouble: Trouble::Start(why_not(line, &error)),
            errors: Vec::new(),
        })?;
        let name = line.program.clone();
        let (version, commands) = (String::new(), Vec::new());
        let mut client = Client { process, name, version, commands, patience, is_starting: true, next_id: 1 };
        client.shake_hands()?;
        client.is_starting = false;
        Ok(client)
    }

    fn shake_hands(&mut self) -> Result<(), ClientError> {
        let protocol = self.ask(FIRST)?;
        if protocol.trim() != "2" {
            return Err(self.senseless(FIRST, protocol, "protocol version 2"));
        }
        let name = self.ask("name")?;
        if !name.trim().is_empty() {
            self.name = name.trim().to_owned();
        }
        self.version = self.ask("version").or_else(forgive)?;
        self.commands = self.ask("list_commands")?.split_whitespace().map(str::to_owned).collect();
        Ok(())
    }

    /// What the engine calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether it lists this command.
    pub fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// The last lines of its standard error.
    pub fn errors(&self) -> Vec<String> {
        self.process.errors()
    }

    /// Its processor time so far, where the system tells.
    pub fn cpu_time(&self) -> Option<Duration> {
        self.process.cpu_time()
    }

    /// Sends a command and waits for the answer.
    pub fn ask(&mut self, command: &str) -> Result<String, ClientError> {
        let mut deadline = Instant::now() + self.patience;
        let id = self.send(command);
        let mut noise = 0;
        let mut strange = None;
        loop {
            match self.process.hear(deadline) {
                Heard::Line(line) => match head(line.trim_end(), id) {
                    Some((success, first)) => return self.rest_of_answer(command, success, first, deadline),
                    None if line.trim().is_empty() => {}
                    None => {
                        if line.trim() == format!("{id} {command}") {
                            deadline = deadline.min(Instant::now() + AFTER_ECHO);
                        }
                        noise += 1;
                        strange.get_or_insert(line);
                        if noise > MUCH_NOISE {
                            break;
                        }
                    }
                },
                Heard::End => return Err(self.died(command, strange)),
                Heard::Silence => match self.process.start_by(deadline, self.patience) {
                    later if self.is_starting && later > Instant::now() => deadline = later,
                    _ => break,
                },
            }
        }
        let command = command.to_owned();
        Err(self.failed(match strange {
            Some(line) => Trouble::Garbage { command, line },
            None => Trouble::Silent { command, waited: self.patience },
        }))
    }

    /// Sends a command whose answer is streamed, such as `lz-analyze`; see [`Client::listen`].
    pub fn send(&mut self, command: &str) -> u32 {
        let id = self.next_id;
        self.next_id = self.next_id.wrapping_add(1);
        self.process.send(&format!("{id} {command}"));
        id
    }

    /// A line of a streamed answer, if one comes in time; an empty one ends it.
    pub fn listen(&mut self, wait: Duration) -> Result<Option<String>, ClientError> {
        match self.process.hear(Instant::now() + wait) {
            Heard::Line(line) => Ok(Some(line.trim_end().to_owned())),
            Heard::Silence => Ok(None),
            Heard::End => Err(self.died("a stream of analysis", None)),
        }
    }

    /// The answer goes on until an empty line.
    fn rest_of_answer(
        &mut self,
        command: &str,
        success: bool,
        first: String,
        deadline: Instant,
    ) -> Result<String, ClientError> {
        let mut text = first;
        loop {
            match self.process.hear(deadline) {
                Heard::Line(line) if line.trim().is_empty() => break,
                Heard::Line(_) if text.len() > LONGEST_ANSWER => {
                    let line = text.lines().last().unwrap_or_default().to_owned();
                    return Err(self.failed(Trouble::Endless { command: command.to_owned(), line }));
                }
                Heard::Line(line) => {
                    text.push('\n');
                    text.push_str(line.trim_end());
                }
                Heard::End if success => break,
                Heard::End => return Err(self.died(command, None)),
                Heard::Silence => {
                    let trouble = Trouble::Silent { command: command.to_owned(), waited: self.patience };
                    return Err(self.failed(trouble));
                }
            }
        }
        let text = text.trim().to_owned();
        match success {
            true => Ok(text),
            false => Err(self.failed(Trouble::Refused { command: command.to_owned(), words: text })),
        }
    }

    /// An error of this engine.
    pub fn failed(&self, trouble: Trouble) -> ClientError {
        ClientError { engine: self.name.clone(), trouble, errors: self.errors() }
    }

    /// An answer that makes no sense.
    pub fn senseless(&self, command: &str, answer: String, expected: &'static str) -> ClientError {
        self.failed(Trouble::Senseless { command: command.to_owned(), answer, expected })
    }

    fn died(&mut self, command: &str, printed: Option<String>) -> ClientError {
        let status = self.process.how_it_ended();
        self.failed(Trouble::Died { command: command.to_owned(), status, printed })
    }
}

/// A refusal of a command that is not essential.
fn forgive(error: ClientError) -> Result<String, ClientError> {
    if error.trouble.is_fatal() { Err(error) } else { Ok(String::new()) }
}

/// Reads the first line of an answer: whether it is a success, and its text. An engine may leave the
/// number out; with another number it is no answer to us.
fn head(line: &str, id: u32) -> Option<(bool, String)> {
    let success = match line.chars().next()? {
        '=' => true,
        '?' => false,
        _ => return None,
    };
    let rest = &line[1..];
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, text) = rest.split_at(digits);
    let fits = number.is_empty() || number.parse() == Ok(id);
    (fits && (text.is_empty() || text.starts_with(char::is_whitespace))).then(|| (success, text.trim().to_owned()))
}

/// Why a program could not be started, with what to do about it.
pub fn why_not(line: &CommandLine, error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound if places::is_name(&line.program) => {
            let places = places::in_words();
            format!("there is no program `{}` in any of {places}; check its name, or install it", line.program)
        }
        std::io::ErrorKind::NotFound => {
            format!("there is no program `{}`; check the path, or install it", line.program)
        }
        std::io::ErrorKind::PermissionDenied => {
            format!("`{}` may not be executed; check its permissions", line.program)
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
