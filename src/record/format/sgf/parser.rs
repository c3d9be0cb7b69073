//! From SGF text to trees, forgiving and without recursion.

use super::lexer::{Lexer, RawValue, is_space};
use super::values;
use crate::record::format::{Parsed, ParsedGame};
use crate::record::ident::{Kind, known};
use crate::record::info::SizeText;
use crate::record::properties::Properties;
use crate::record::tree::{NodeId, Tree};
use crate::record::warning::{Collector, Problem, excerpt};
use std::borrow::Cow;
use std::collections::HashSet;

/// Reads all games of a text. Whatever can be understood is; the rest is in the problems.
pub(super) fn parse(text: &str) -> Parsed {
    let mut parser = Parser {
        lexer: Lexer::new(text),
        problems: Collector::default(),
        games: Vec::new(),
        game: None,
        current: None,
        open: Vec::new(),
        node: String::new(),
        seen: Vec::new(),
        old_names: HashSet::new(),
    };
    parser.collection();
    Parsed { games: parser.games, problems: parser.problems }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    problems: Collector,
    games: Vec<ParsedGame>,
    /// The game that is being read, once its root is.
    game: Option<CurrentGame>,
    /// The node that the next one hangs on.
    current: Option<NodeId>,
    /// For each open parenthesis, the node before it.
    open: Vec<Option<NodeId>>,
    /// The canonical text of the node that is being read.
    node: String,
    /// The known names that it has so far.
    seen: Vec<&'static str>,
    /// Names of FF1 to FF3 that were reported already.
    old_names: HashSet<&'a str>,
}

struct CurrentGame {
    parsed: ParsedGame,
    size: u8,
}

impl<'a> Parser<'a> {
    fn collection(&mut self) {
        while self.next_game() {
            self.game();
        }
    }

    /// Goes to the next game; says what was skipped.
    fn next_game(&mut self) -> bool {
        let from = self.lexer.at;
        let found = self.lexer.find_game();
        let node = if found.is_none() && self.games.is_empty() { self.lexer.find_node() } else { None };
        let to = found.or(node).unwrap_or(self.lexer.text.len());
        let skipped = &self.lexer.text[from..to];
        let closes = skipped.bytes().filter(|&byte| byte == b')').count();
        if closes > 0 && skipped.bytes().all(|byte| is_space(byte) || byte == b')') {
            self.problems.add(from, Problem::ExtraClose);
        } else if !skipped.bytes().all(is_space) && (found.or(node).is_some() || !self.games.is_empty()) {
            self.problems.add(from, Problem::NotAGame(excerpt(skipped)));
        }
        self.lexer.at = to;
        if node.is_some() {
            self.problems.add(to, Problem::MissingOpen);
            self.open.push(None);
        }
        found.or(node).is_some()
    }

    /// Reads up to the parenthesis that closes the game, or to the end.
    fn game(&mut self) {
        let implied = self.open.len();
        loop {
            let at = self.lexer.at;
            match self.lexer.skip_spaces() {
                None => {
                    if self.open.len() > implied {
                        self.problems.add(at, Problem::MissingClose(self.open.len() - implied));
                    }
                    break;
                }
                Some(b'(') => {
                    self.open.push(self.current);
                    let at = self.lexer.at;
                    self.lexer.at += 1;
                    if self.lexer.skip_spaces() == Some(b')') {
                        self.problems.add(at, Problem::EmptyVariation);
                    }
                }
                Some(b')') => {
                    self.lexer.at += 1;
                    self.current = self.open.pop().flatten();
                    if self.open.is_empty() {
                        break;
                    }
                }
                Some(b';') => {
                    let at = self.lexer.at;
                    self.lexer.at += 1;
                    self.node(at);
                }
                Some(byte) if byte.is_ascii_alphabetic() || byte == b'[' => {
                    let at = self.lexer.at;
                    self.problems.add(at, Problem::MissingSemicolon);
                    self.node(at);
                }
                Some(_) => self.junk(),
            }
        }
        self.open.clear();
        self.current = None;
        self.finish_game();
    }

    fn finish_game(&mut self) {
        if let Some(game) = self.game.take() {
            let root = game.parsed.offsets.first().copied().unwrap_or(0);
            values::check_root(&game.parsed.tree, &mut |problem| self.problems.add(root as usize, problem));
            self.games.push(game.parsed);
        }
    }

    /// Reads the properties of a node that begins at `start`.
    fn node(&mut self, start: usize) {
        if self.current.is_none() {
            if self.game.is_some() {
                self.problems.add(start, Problem::SeveralRoots);
                self.finish_game();
            }
            let size = self.size_ahead();
            self.game = Some(CurrentGame { parsed: ParsedGame::default(), size });
        }
        let mut has_move = false;
        loop {
            match self.lexer.skip_spaces() {
                None | Some(b';' | b'(' | b')') => break,
                Some(b'[') => {
                    let at = self.lexer.at;
                    let value = self.lexer.value(false);
                    self.problems.add(at, Problem::MissingName(excerpt(&value.text)));
                }
                Some(byte) if byte.is_ascii_alphabetic() => self.property(start, &mut has_move),
                Some(_) => self.junk(),
            }
        }
        self.end_node(start);
    }

    /// Lines of the board by the root that is about to be read: its points may stand before `SZ`.
    fn size_ahead(&self) -> u8 {
        let mut ahead = self.lexer;
        let mut size = SizeText::read("19");
        while ahead.skip_spaces().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            let is_size = ahead.name().is_some_and(|name| canonical_name(name) == "SZ");
            while ahead.skip_spaces() == Some(b'[') {
                let value = ahead.value(false);
                if is_size {
                    size = SizeText::read(&value.text);
                }
            }
        }
        size.size()
    }

    fn size(&self) -> u8 {
        self.game.as_ref().map_or(19, |game| game.size)
    }

    /// Reads one property into the node.
    fn property(&mut self, node_start: usize, has_move: &mut bool) {
        let at = self.lexer.at;
        let Some(written) = self.lexer.name() else { return };
        let name = canonical_name(written);
        let known = known::find(name);
        if let Some(known) = known
            && known.name != written
            && self.old_names.insert(written)
        {
            self.problems.add(at, Problem::OldName { written: excerpt(written), read: known.name });
        }
        if self.lexer.skip_spaces() != Some(b'[') {
            // A `B` alone is more likely to be text than a pass.
            if known.is_some_and(|known| known.kind != Kind::Move) {
                self.problems.add(at, Problem::MissingValue(name.to_owned()));
                self.add(name, &[Cow::Borrowed("")]);
            } else {
                self.problems.add(at, Problem::Junk(excerpt(written)));
            }
            return;
        }
        let kind = known.map(|known| known.kind);
        if kind == Some(Kind::Move) {
            self.moves(name, at, node_start, has_move);
            return;
        }
        if let Some(known) = known {
            if self.seen.contains(&known.name) {
                self.problems.add(at, Problem::Repeated(name.to_owned()));
            } else {
                self.seen.push(known.name);
            }
        }
        self.node.push_str(name);
        // Values go straight into the node; the slice of them that is checked lies there too.
        let first = self.node.len();
        while self.lexer.skip_spaces() == Some(b'[') {
            let value = self.value(name, kind == Some(Kind::Text));
            self.node.push('[');
            self.node.push_str(&value);
            self.node.push(']');
        }
        if let Some(known) = known {
            let size = self.size();
            let problems = &mut self.problems;
            values::check(known, &self.node[first..], size, &mut |problem| problems.add(at, problem));
        }
    }

    /// Reads a value, and reports what was wrong with its brackets.
    fn value(&mut self, name: &str, is_text: bool) -> Cow<'a, str> {
        let at = self.lexer.at;
        let RawValue { text, bare_bracket, unterminated } = self.lexer.value(is_text);
        if let Some(at) = bare_bracket {
            self.problems.add(at, Problem::BareBracket(name.to_owned()));
        }
        if unterminated {
            self.problems.add(at, Problem::UnterminatedValue(name.to_owned()));
        }
        text
    }

    /// Reads a move; a second one in the node begins a node of its own.
    fn moves(&mut self, name: &str, at: usize, node_start: usize, has_move: &mut bool) {
        while self.lexer.skip_spaces() == Some(b'[') {
            let value = self.value(name, false);
            if *has_move {
                self.problems.add(at, Problem::SecondMove);
                self.end_node(node_start);
            }
            *has_move = true;
            let size = self.size();
            if !values::is_move(&value, size) {
                let value = excerpt(&value);
                self.problems.add(at, Problem::OffBoardMove { name: name.to_owned(), value, size });
            }
            self.add(name, &[value]);
        }
    }

    fn add(&mut self, name: &str, values: &[Cow<str>]) {
        self.node.push_str(name);
        for value in values {
            self.node.push('[');
            self.node.push_str(value);
            self.node.push(']');
        }
    }

    /// Hangs the node that was read into the tree.
    fn end_node(&mut self, start: usize) {
        let properties = Properties::from_canonical(self.node.as_str());
        self.node.clear();
        self.seen.clear();
        let Some(CurrentGame { parsed, .. }) = &mut self.game else { return };
        let id = match self.current {
            Some(parent) => parsed.tree.push_child(parent, properties),
            None => {
                parsed.tree = Tree::new(properties);
                parsed.tree.root()
            }
        };
        // Files are at most 1 GiB, so that every offset fits.
        parsed.offsets.push(u32::try_from(start).unwrap_or(u32::MAX));
        self.current = Some(id);
    }

    /// Skips what is neither structure nor property.
    fn junk(&mut self) {
        let start = self.lexer.at;
        let rest = &self.lexer.text.as_bytes()[start..];
        let length = rest
            .iter()
            .position(|&byte| is_space(byte) || byte.is_ascii_alphabetic() || b";()[".contains(&byte))
            .unwrap_or(rest.len());
        // All that end it are ASCII, so that this is a boundary between characters.
        self.lexer.at += length.max(1);
        self.problems.add(start, Problem::Junk(excerpt(&self.lexer.text[start..start + length.max(1)])));
    }
}

/// The name of FF4: in FF1 to FF3 small letters did not count (`CoPyright` is CP), and some
/// programs write small letters only. Names that nobody knows stay as they are.
fn canonical_name(written: &str) -> &str {
    const LONGEST: usize = 64;
    if written.len() > LONGEST || written.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return written;
    }
    let capitals = || written.bytes().filter(u8::is_ascii_uppercase);
    if let Some(known) = known::all().iter().find(|known| known.name.bytes().eq(capitals())) {
        return known.name;
    }
    let same = known::all().iter().find(|known| known.name.eq_ignore_ascii_case(written));
    same.map_or(written, |known| known.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_older_versions_are_understood() {
        for (written, read) in
            [("B", "B"), ("Black", "B"), ("CoPyright", "CP"), ("b", "B"), ("ab", "AB"), ("SiZe", "SZ"), ("GaMe", "GM")]
        {
            assert_eq!(canonical_name(written), read);
        }
        for unknown in ["SBKV", "MULTIGOGM", "foo", "KaTrain2", "Kgs_x"] {
            assert_eq!(canonical_name(unknown), unknown);
        }
    }
}
