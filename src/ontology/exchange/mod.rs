//! Ontologies in files of other forms. One file and one line in [`FORMATS`] add a format.
//!
//! Reading is all or nothing: what cannot be understood names its line and the reason, and nothing of
//! the file is taken over.

mod csv;
mod json;
mod patterns;
mod sentences;
mod sgf;
mod turtle;
mod turtle_reader;

pub use sentences::sentence;
pub use sgf::{FZK, FZV, read_verdict, sgf_verdict, verdict_value};

use super::model::{Knowledge, Rank};
use std::fmt;

/// Where and why a file cannot be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ExchangeError {
    /// The line, from 1.
    pub line: usize,
    /// Why.
    pub reason: String,
}

impl ExchangeError {
    /// At a line, for a reason.
    pub fn new(line: usize, reason: impl fmt::Display) -> ExchangeError {
        ExchangeError { line, reason: reason.to_string() }
    }
}

/// What a file may leave unsaid.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadOptions {
    /// Where the verdicts come from, for their origin.
    pub origin: String,
    /// The board where none is named: the paper's sentences are about 9x9.
    pub size: u8,
    /// Who says it where nobody is named (`TE` and `BM` of a plain SGF).
    pub expert: Option<(String, Option<Rank>)>,
    /// Whether comments of a plain SGF count where no verdict stands beside them.
    pub comments: bool,
}

impl ReadOptions {
    /// For a file of this name.
    pub fn new(origin: impl Into<String>) -> ReadOptions {
        ReadOptions { origin: origin.into(), size: 9, expert: None, comments: false }
    }
}

/// A form of file.
pub trait Format: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// The ending of file names, without the dot.
    fn extension(&self) -> &'static str;
    /// What it is and what it keeps, in a sentence.
    fn about(&self) -> &'static str;
    /// Whether everything comes back from it.
    fn is_lossless(&self) -> bool;
    /// The whole file as text.
    fn write(&self, knowledge: &Knowledge) -> String;
    /// What a text says.
    fn read(&self, text: &str, options: &ReadOptions) -> Result<Knowledge, ExchangeError>;

    /// What the bytes of a file say; UTF-8 unless the format has its own ways.
    fn read_bytes(&self, bytes: &[u8], options: &ReadOptions) -> Result<Knowledge, ExchangeError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.read(text, options),
            Err(error) => {
                let line = bytes[..error.valid_up_to()].iter().filter(|&&b| b == b'\n').count() + 1;
                Err(ExchangeError::new(line, "the text is not UTF-8"))
            }
        }
    }
}

/// Reads a komi; infinite ones and what is no number are none.
fn read_komi(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|komi: &f32| komi.is_finite()).ok_or_else(|| format!("`{text}` is not a komi"))
}

/// All formats, the default first.
pub static FORMATS: &[&dyn Format] = &[&json::Json, &csv::Csv, &turtle::Turtle, &sentences::Sentences, &sgf::Sgf];

/// The format with this name.
pub fn format(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|f| f.name() == name)
}

/// The format of a file by its ending.
pub fn format_of_file(path: &std::path::Path) -> Option<&'static dyn Format> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    FORMATS.iter().copied().find(|f| f.extension() == ending)
}

#[cfg(test)]
mod tests;
