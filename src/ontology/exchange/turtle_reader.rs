//! Turtle into triples (W3C Recommendation, 2014), with the line of each. Collections and blank nodes
//! with properties do not occur in ontologies of ours and are refused by name.

use super::ExchangeError;
use std::collections::HashMap;

/// What a triple ends with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Object {
    /// A resource.
    Iri(String),
    /// A text or number, its type left aside.
    Literal(String),
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Triple {
    /// The line of the object.
    pub line: usize,
    pub subject: String,
    pub predicate: String,
    pub object: Object,
}

pub(super) fn parse(text: &str) -> Result<Vec<Triple>, ExchangeError> {
    let mut parser = Parser { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, ..Parser::default() };
    while parser.skip_space() {
        parser.statement()?;
    }
    Ok(parser.triples)
}

#[derive(Default)]
struct Parser<'a> {
    rest: &'a str,
    line: usize,
    prefixes: HashMap<String, String>,
    triples: Vec<Triple>,
}

impl Parser<'_> {
    fn fault<T>(&self, reason: impl std::fmt::Display) -> Result<T, ExchangeError> {
        Err(ExchangeError::new(self.line, reason))
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.line += usize::from(c == '\n');
        Some(c)
    }

    /// Skips spaces and comments; false at the end.
    fn skip_space(&mut self) -> bool {
        while let Some(c) = self.peek() {
            if c == '#' {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.bump();
                }
            } else if c.is_whitespace() {
                self.bump();
            } else {
                return true;
            }
        }
        false
    }

    fn expect(&mut self, wanted: char) -> Result<(), ExchangeError> {
        self.skip_space();
        match self.peek() {
            Some(c) if c == wanted => {
                self.bump();
                Ok(())
            }
            Some(c) => self.fault(format!("`{wanted}` is expected before `{c}`")),
            None => self.fault(format!("the file ends where `{wanted}` is expected")),
        }
    }

    /// Takes a word in any case if it stands next.
    fn keyword(&mut self, word: &str) -> bool {
        let next = self.rest.get(..word.len());
        let ends = |c: char| !c.is_alphanumeric() && c != ':';
        let found = next.is_some_and(|n| n.eq_ignore_ascii_case(word))
            && self.rest[word.len()..].chars().next().is_none_or(ends);
        if found {
            self.rest = &self.rest[word.len()..];
        }
        found
    }

    fn statement(&mut self) -> Result<(), ExchangeError> {
        let at = self.peek() == Some('@');
        if at {
            self.bump();
        }
        if self.keyword("prefix") {
            self.skip_space();
            let end = self.rest.find(':').filter(|&e| !self.rest[..e].contains(char::is_whitespace));
            let Some(end) = end else { return self.fault("a prefix is written `@prefix name: <address> .`") };
            let name = self.rest[..end].to_owned();
            self.rest = &self.rest[end + 1..];
            self.skip_space();
            let iri = self.iri()?;
            self.prefixes.insert(name, iri);
            return if at { self.expect('.') } else { Ok(()) };
        }
        if at || self.keyword("base") {
            return self.fault("only @prefix is understood here; write full addresses instead of @base");
        }
        let subject = self.resource()?;
        loop {
            self.skip_space();
            let predicate = if self.keyword("a") {
                "http://www.w3.org/1999/02/22-rdf-syntax-ns#type".to_owned()
            } else {
                self.resource()?
            };
            loop {
                self.skip_space();
                let line = self.line;
                let object = self.object()?;
                let (subject, predicate) = (subject.clone(), predicate.clone());
                self.triples.push(Triple { line, subject, predicate, object });
                self.skip_space();
                if self.peek() != Some(',') {
                    break;
                }
                self.bump();
            }
            while self.peek() == Some(';') {
                self.bump();
                self.skip_space();
            }
            if self.peek() == Some('.') {
                self.bump();
                return Ok(());
            }
            if self.peek().is_none() {
                return self.fault("the file ends inside a statement; a `.` is missing");
            }
        }
    }

    fn iri(&mut self) -> Result<String, ExchangeError> {
        if self.peek() != Some('<') {
            return self.fault("an address in angle brackets is expected");
        }
        self.bump();
        let mut iri = String::new();
        loop {
            match self.bump() {
                Some('>') => return Ok(iri),
                Some('\\') => iri.push(self.escape(false)?),
                Some(c) if c.is_whitespace() || "<\"{}|^`".contains(c) => {
                    return self.fault(format!("`{c}` cannot stand in an address"));
                }
                Some(c) => iri.push(c),
                None => return self.fault("an address is never closed with `>`"),
            }
        }
    }

    fn resource(&mut self) -> Result<String, ExchangeError> {
        self.skip_space();
        match self.peek() {
            Some('<') => self.iri(),
            Some('[' | '(') => self.fault("blank nodes and collections are not understood here"),
            Some(_) => {
                let name_char = |c: char| c.is_alphanumeric() || "_-:.%".contains(c);
                let end = self.rest.find(|c| !name_char(c)).unwrap_or(self.rest.len());
                // A dot at the end closes the statement.
                let name = self.rest[..end].trim_end_matches('.').to_owned();
                let Some((prefix, local)) = name.split_once(':') else {
                    return self.fault(format!("`{}` is neither an address nor a prefixed name", word(self.rest)));
                };
                self.rest = &self.rest[name.len()..];
                if prefix == "_" {
                    return Ok(name);
                }
                match self.prefixes.get(prefix) {
                    Some(start) => Ok(format!("{start}{local}")),
                    None => self.fault(format!("the prefix `{prefix}:` was never declared")),
                }
            }
            None => self.fault("the file ends inside a statement"),
        }
    }

    fn object(&mut self) -> Result<Object, ExchangeError> {
        match self.peek() {
            Some('"' | '\'') => {
                let text = self.string()?;
                if self.rest.starts_with("^^") {
                    self.rest = &self.rest[2..];
                    self.resource()?;
                } else if self.peek() == Some('@') {
                    self.bump();
                    let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                    self.rest = &self.rest[end.unwrap_or(self.rest.len())..];
                }
                Ok(Object::Literal(text))
            }
            Some(c) if c.is_ascii_digit() || "+-.".contains(c) => {
                let end = self.rest.find(|c: char| !c.is_ascii_digit() && !"+-.eE".contains(c));
                let number = self.rest[..end.unwrap_or(self.rest.len())].trim_end_matches('.');
                if number.parse::<f64>().is_err() {
                    return self.fault(format!("`{}` is not a number", word(self.rest)));
                }
                self.rest = &self.rest[number.len()..];
                Ok(Object::Literal(number.to_owned()))
            }
            _ if self.keyword("true") => Ok(Object::Literal("true".to_owned())),
            _ if self.keyword("false") => Ok(Object::Literal("false".to_owned())),
            _ => self.resource().map(Object::Iri),
        }
    }

    fn string(&mut self) -> Result<String, ExchangeError> {
        let opened = self.line;
        let mark = self.bump().unwrap_or('"');
        let triple: String = std::iter::repeat_n(mark, 2).collect();
        let long = self.rest.starts_with(&triple);
        if long {
            self.rest = &self.rest[2..];
        }
        let mut text = String::new();
        loop {
            if long && self.rest.starts_with(mark) && self.rest[1..].starts_with(&triple) {
                self.rest = &self.rest[3..];
                return Ok(text);
            }
            match self.bump() {
                Some(c) if c == mark && !long => return Ok(text),
                Some('\\') => text.push(self.escape(true)?),
                Some('\n') if !long => {
                    return Err(ExchangeError::new(opened, "a text is not closed on its line"));
                }
                Some(c) => text.push(c),
                None => return Err(ExchangeError::new(opened, "a text is never closed")),
            }
        }
    }

    fn escape(&mut self, in_text: bool) -> Result<char, ExchangeError> {
        let c = self.bump();
        let digits = match c {
            Some('u') => 4,
            Some('U') => 8,
            Some(c) if in_text => {
                let plain = match c {
                    't' => '\t',
                    'b' => '\u{8}',
                    'n' => '\n',
                    'r' => '\r',
                    'f' => '\u{c}',
                    '"' | '\'' | '\\' => c,
                    _ => return self.fault(format!("`\\{c}` is not an escape")),
                };
                return Ok(plain);
            }
            _ => return self.fault("only \\u and \\U may stand in an address"),
        };
        let code = self.rest.get(..digits).and_then(|hex| u32::from_str_radix(hex, 16).ok()).and_then(char::from_u32);
        match code {
            Some(c) => {
                self.rest = &self.rest[digits..];
                Ok(c)
            }
            None => self.fault("a \\u escape needs four hexadecimal digits of a character, \\U eight"),
        }
    }
}

/// The next word, for messages.
fn word(text: &str) -> &str {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let end = text[..end].char_indices().nth(40).map_or(end, |(at, _)| at);
    &text[..end]
}
