//! Files of games: which formats there are, and reading any of them.

mod gib;
mod ngf;
pub mod sgf;
mod ugf;

use super::collection::Collection;
use super::encoding::{EncodingSource, Hints, decode};
use super::ident::known;
use super::legality;
use super::properties::Properties;
use super::tree::Tree;
use super::value::Value;
use super::warning::{Collector, Warnings};
use crate::board::{Color, Move, handicap};
use encoding_rs::Encoding;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A kind of file that games are read from. A new one is a file beside this one and a line in
/// [`FORMATS`].
pub trait Format: Sync {
    /// For people and for lists of file types.
    fn name(&self) -> &'static str;

    /// Endings of file names, lower case.
    fn extensions(&self) -> &'static [&'static str];

    /// Whether a file looks like one of these, judged by its first kilobytes. Undecoded: the marks of
    /// all formats are ASCII.
    fn recognises(&self, head: &[u8]) -> bool;

    /// The label of the encoding that the file names, if it does.
    fn declared_encoding<'a>(&self, _head: &'a [u8]) -> Option<&'a str> {
        None
    }

    /// The encoding that most programs write this format in, when nothing else tells.
    fn usual_encoding(&self) -> Option<&'static Encoding> {
        None
    }

    /// Reads the games of a text.
    fn read(&self, text: &str) -> Parsed;
}

/// All formats, the most common first.
pub static FORMATS: &[&dyn Format] = &[&sgf::Sgf, &gib::Gib, &ngf::Ngf, &ugf::Ugf];

/// Whether a file's name has the ending of one of them.
pub fn is_game_file(path: &Path) -> bool {
    let Some(ending) = path.extension().and_then(|ending| ending.to_str()) else { return false };
    let ending = ending.to_ascii_lowercase();
    FORMATS.iter().any(|format| format.extensions().contains(&ending.as_str()))
}

/// The games of a text, with the place of each node in it, and what was wrong.
#[derive(Debug, Default)]
pub struct Parsed {
    pub(super) games: Vec<ParsedGame>,
    pub(super) problems: Collector,
}

/// A tree, and for each of its nodes the byte where it begins in the text.
#[derive(Debug, Default)]
pub(super) struct ParsedGame {
    pub tree: Tree,
    pub offsets: Vec<u32>,
}

/// How to read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Read as this encoding, whatever the file says.
    pub encoding: Option<&'static Encoding>,
    /// Read as this one when the file says nothing and nothing can be told from the text.
    pub fallback: Option<&'static Encoding>,
    /// Also warn of moves that the rules forbid, in all variations.
    pub legality: bool,
}

/// The games of a file, and what is to be said of it.
#[derive(Debug)]
pub struct Loaded {
    /// The games, at least one.
    pub collection: Collection,
    /// The format it was in.
    pub format: &'static str,
    /// The encoding it was in.
    pub encoding: &'static str,
    /// How the encoding was found.
    pub encoding_source: EncodingSource,
    /// What was repaired, and where.
    pub warnings: Warnings,
}

/// Why a file gives no game.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read at all.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Larger than [`MAX_BYTES`].
    #[error("the file is larger than 1 GiB; split the collection")]
    TooLarge,
    /// Nothing in it.
    #[error("the file is empty")]
    Empty,
    /// No game in it.
    #[error("no game was found in it; it should be SGF, GIB, NGF or UGF")]
    NoGame,
}

/// A file that gives no game.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct FileError {
    /// Which file.
    pub path: PathBuf,
    /// Why.
    pub reason: ReadError,
}

/// Files beyond this are refused before they are read into memory.
pub const MAX_BYTES: u64 = 1 << 30;

/// Marks of formats are looked for in this much of a file.
const HEAD: usize = 64 << 10;

/// Reads a file of any format, told by what is in it.
pub fn read_path(path: &Path, options: &ReadOptions) -> Result<Loaded, FileError> {
    let read = || {
        let mut bytes = Vec::new();
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        if length > MAX_BYTES {
            return Err(ReadError::TooLarge);
        }
        bytes.reserve_exact(length as usize + 1);
        // A pipe has no length: one byte more than allowed tells that it is too long.
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        read_bytes(&bytes, options)
    };
    read().map_err(|reason| FileError { path: path.to_owned(), reason })
}

/// Reads the bytes of a file of any format.
pub fn read_bytes(bytes: &[u8], options: &ReadOptions) -> Result<Loaded, ReadError> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(ReadError::TooLarge);
    }
    if bytes.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0) {
        return Err(ReadError::Empty);
    }
    let head = &bytes[..bytes.len().min(HEAD)];
    // Whatever is no other format is tried as SGF, which forgives most.
    let format = FORMATS.iter().copied().find(|format| format.recognises(head)).unwrap_or(&sgf::Sgf);
    let declared = format.declared_encoding(head);
    let fallback = options.fallback.or(format.usual_encoding());
    let decoded = decode(bytes, Hints { chosen: options.encoding, declared, fallback });
    let mut parsed = format.read(&decoded.text);
    for problem in decoded.problems {
        parsed.problems.add(0, problem);
    }
    if parsed.games.is_empty() {
        return Err(ReadError::NoGame);
    }
    if options.legality {
        for game in &parsed.games {
            for (node, problem) in legality::illegal_moves(&game.tree) {
                let offset = game.offsets.get(node.index()).copied().unwrap_or(0);
                parsed.problems.add(offset as usize, problem);
            }
        }
    }
    Ok(Loaded {
        collection: Collection { games: parsed.games.into_iter().map(|game| game.tree.into()).collect() },
        format: format.name(),
        encoding: decoded.encoding.name(),
        encoding_source: decoded.source,
        warnings: parsed.problems.finish(&decoded.text),
    })
}

/// Notes the handicap and sets its stones up where the Korean servers place them: as GTP does.
fn with_handicap(root: Properties, stones: usize, size: u8) -> Properties {
    let Ok(points) = handicap::fixed(size, stones) else { return root };
    let values: Vec<Value> = points.into_iter().map(Value::point).collect();
    root.with(known::HA, &[Value::number(stones)]).with(known::AB, &values)
}

impl ParsedGame {
    /// A game that is one line of moves, each with its place in the text.
    fn line(root: Properties, moves: Vec<(usize, Color, Move)>) -> ParsedGame {
        let mut tree = Tree::new(root);
        let mut offsets = vec![0];
        let mut at = tree.root();
        for (offset, color, mv) in moves {
            at = tree.push_child(at, Properties::of_move(color, mv));
            offsets.push(u32::try_from(offset).unwrap_or(u32::MAX));
        }
        ParsedGame { tree, offsets }
    }
}

/// The root of a game that was not SGF.
fn foreign_root(size: u8) -> Properties {
    Properties::default()
        .with(known::GM, &[Value::number(1)])
        .with(known::FF, &[Value::number(4)])
        .with(known::SZ, &[Value::number(size)])
}

/// Lines of a text with the byte where each begins, ends of lines of any kind.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line.trim_end_matches(['\r', '\n'])))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_game_is_refused_in_words() {
        let refuse = |bytes: &[u8]| read_bytes(bytes, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(refuse(b""), "the file is empty");
        assert_eq!(refuse(b" \r\n\0"), "the file is empty");
        assert!(refuse(b"hello, here is no game").starts_with("no game was found"));
        assert!(refuse(b"\x89PNG\r\n\x1a\n\0\0").starts_with("no game was found"));
        let missing = read_path(Path::new("/no/such/file.sgf"), &ReadOptions::default()).unwrap_err().to_string();
        assert!(missing.starts_with("/no/such/file.sgf: "), "{missing}");
    }

    #[test]
    fn every_format_has_a_name_and_endings_of_its_own() {
        let mut seen = std::collections::HashSet::new();
        for format in FORMATS {
            assert!(!format.name().is_empty());
            for extension in format.extensions() {
                assert_eq!(*extension, extension.to_lowercase());
                assert!(seen.insert(*extension), "{extension} is claimed twice");
            }
        }
    }
}
