//! The small pieces of an SGF text: names, values, spaces, and where a game begins.

use crate::record::value::end_of_value;
use std::borrow::Cow;

/// A place in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'a> {
    pub text: &'a str,
    pub at: usize,
}

/// A value as read, and what had to be done to read it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RawValue<'a> {
    /// Canonical: every `]` inside escaped, no `\` alone at the end.
    pub text: Cow<'a, str>,
    /// Where a `]` was that had not been escaped.
    pub bare_bracket: Option<usize>,
    /// Whether the file ended before the value did.
    pub unterminated: bool,
}

/// Spaces, and the zeros and Ctrl-Z that old programs leave at the end of a file.
pub(super) fn is_space(byte: u8) -> bool {
    byte <= b' '
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0 }
    }

    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// The byte here.
    pub fn peek(&self) -> Option<u8> {
        self.bytes().get(self.at).copied()
    }

    /// Skips spaces; the byte behind them.
    pub fn skip_spaces(&mut self) -> Option<u8> {
        self.at += self.bytes()[self.at..].iter().take_while(|&&byte| is_space(byte)).count();
        self.peek()
    }

    /// A name, if one begins here.
    pub fn name(&mut self) -> Option<&'a str> {
        let rest = &self.bytes()[self.at..];
        if !rest.first()?.is_ascii_alphabetic() {
            return None;
        }
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let name = &self.text[self.at..self.at + length];
        self.at += length;
        Some(name)
    }

    /// The value behind the `[` that is here. In text a `]` that cannot end it is read as text.
    pub fn value(&mut self, is_text: bool) -> RawValue<'a> {
        let start = self.at + 1;
        let mut repaired: Option<String> = None;
        let mut bare_bracket = None;
        let mut from = start;
        loop {
            let Some(end) = end_of_value(self.bytes(), from) else {
                self.at = self.text.len();
                let tail = &self.text[from..];
                // A lone `\` at the very end would escape the bracket that is to be added.
                let odd = tail.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1;
                let tail = if odd { &tail[..tail.len() - 1] } else { tail };
                let text = join(repaired, tail);
                return RawValue { text, bare_bracket, unterminated: true };
            };
            if !is_text || self.may_end(end + 1) {
                self.at = end + 1;
                return RawValue { text: join(repaired, &self.text[from..end]), bare_bracket, unterminated: false };
            }
            let text = repaired.get_or_insert_default();
            text.push_str(&self.text[from..end]);
            text.push_str("\\]");
            bare_bracket.get_or_insert(end);
            from = end + 1;
        }
    }

    /// Whether what follows a `]` makes sense outside of a value. Where it does not, and another `]`
    /// comes before anything that looks like a property, the `]` was meant as text.
    fn may_end(&self, at: usize) -> bool {
        // Nearly always the next byte settles it.
        let mut ahead = Lexer { at, ..*self };
        let plausible = match ahead.skip_spaces() {
            None | Some(b'[') => true,
            Some(b';') => {
                ahead.at += 1;
                matches!(ahead.skip_spaces(), None | Some(b';' | b'(' | b')')) || ahead.at_property()
            }
            Some(b'(') => {
                ahead.at += 1;
                matches!(ahead.skip_spaces(), None | Some(b';' | b'(')) || ahead.at_property()
            }
            Some(b')') => {
                ahead.at += 1;
                matches!(ahead.skip_spaces(), None | Some(b';' | b'(' | b')'))
            }
            Some(_) => ahead.at_property(),
        };
        plausible || !self.text_goes_on(at)
    }

    /// Whether a `]` comes next, before any `[` that has the name of a property before it.
    fn text_goes_on(&self, mut at: usize) -> bool {
        let bytes = self.bytes();
        while let Some(step) = bytes[at..].iter().position(|&byte| byte == b'[' || byte == b']') {
            at += step;
            if bytes[at] == b']' {
                return true;
            }
            let name = bytes[..at].iter().rev().take_while(|byte| byte.is_ascii_uppercase()).count();
            let before = at.checked_sub(name + 1).map(|before| bytes[before]);
            if name > 0 && before.is_none_or(|byte| is_space(byte) || matches!(byte, b']' | b';')) {
                return false;
            }
            at += 1;
        }
        false
    }

    /// Whether a name and a `[` are here.
    fn at_property(&self) -> bool {
        let mut ahead = *self;
        ahead.name().is_some() && ahead.skip_spaces() == Some(b'[')
    }

    /// Where the next game begins: a `(` before a node, or before properties without their `;`.
    pub fn find_game(&self) -> Option<usize> {
        let bytes = self.bytes();
        let mut at = self.at;
        while let Some(step) = bytes[at..].iter().position(|&byte| byte == b'(') {
            at += step;
            let mut ahead = Lexer { at: at + 1, ..*self };
            let found = match ahead.skip_spaces() {
                Some(b';') => {
                    ahead.at += 1;
                    matches!(ahead.skip_spaces(), None | Some(b';' | b'(' | b')')) || ahead.at_property()
                }
                // A parenthesis around variations without a first node.
                Some(b'(') => {
                    ahead.at += 1;
                    ahead.skip_spaces() == Some(b';')
                }
                _ => ahead.at_property(),
            };
            if found {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// Where a node begins although no game does: the first `;` with a property behind it.
    pub fn find_node(&self) -> Option<usize> {
        let bytes = self.bytes();
        let mut at = self.at;
        while let Some(step) = bytes[at..].iter().position(|&byte| byte == b';') {
            at += step;
            let mut ahead = Lexer { at: at + 1, ..*self };
            ahead.skip_spaces();
            if ahead.at_property() {
                return Some(at);
            }
            at += 1;
        }
        None
    }
}

fn join(repaired: Option<String>, tail: &str) -> Cow<'_, str> {
    match repaired {
        None => Cow::Borrowed(tail),
        Some(mut text) => {
            text.push_str(tail);
            Cow::Owned(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> (String, bool, &str) {
        let mut lexer = Lexer::new(text);
        let value = lexer.value(true);
        (value.text.into_owned(), value.bare_bracket.is_some(), &text[lexer.at..])
    }

    #[test]
    fn a_bracket_inside_of_a_comment_is_text_where_nothing_else_makes_sense() {
        assert_eq!(value("[plain];B[dd]"), ("plain".to_owned(), false, ";B[dd]"));
        assert_eq!(value("[bob [5k]: hi];B[dd]"), ("bob [5k\\]: hi".to_owned(), true, ";B[dd]"));
        assert_eq!(value("[a [1], b [2], c])"), ("a [1\\], b [2\\], c".to_owned(), true, ")"));
        assert_eq!(value("[see [1]; then]W[aa]"), ("see [1\\]; then".to_owned(), true, "W[aa]"));
    }

    #[test]
    fn junk_between_properties_does_not_become_text() {
        assert_eq!(value("[one] , B[dd]"), ("one".to_owned(), false, " , B[dd]"));
        assert_eq!(value("[end]) -- a signature"), ("end".to_owned(), false, ") -- a signature"));
    }

    #[test]
    fn a_value_without_end_keeps_its_text() {
        assert_eq!(value("[abc\\"), ("abc".to_owned(), false, ""));
        assert_eq!(value("[abc\\\\"), ("abc\\\\".to_owned(), false, ""));
    }
}
