//! One value of a property, between its brackets: escaping and reading back.

use crate::board::{Color, Move, Point};
use std::borrow::Cow;
use std::fmt;

/// A value as it stands in the file, escapes and all, ready to be written between brackets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Value<'a>(Cow<'a, str>);

impl<'a> Value<'a> {
    /// An empty value, as in `DO[]`.
    pub const EMPTY: Value<'static> = Value(Cow::Borrowed(""));

    /// Text for people: escaped, line breaks written as `\n`.
    pub fn text(plain: &'a str) -> Value<'a> {
        Value(escape(plain, false))
    }

    /// A point.
    pub fn point(point: Point) -> Value<'static> {
        Value(Cow::Owned(point.to_sgf()))
    }

    /// A move; a pass is the empty value, as FF4 wants it.
    pub fn play(mv: Move) -> Value<'static> {
        mv.point().map_or(Value::EMPTY, Value::point)
    }

    /// A colour.
    pub fn color(color: Color) -> Value<'static> {
        Value(Cow::Borrowed(match color {
            Color::Black => "B",
            Color::White => "W",
        }))
    }

    /// A number, or anything else that prints as one.
    pub fn number(number: impl fmt::Display) -> Value<'static> {
        Value(Cow::Owned(escape(&number.to_string(), false).into_owned()))
    }

    /// A point and a text, as in `LB[dd:A]`.
    pub fn label(point: Point, text: &str) -> Value<'static> {
        Value(Cow::Owned(format!("{}:{}", point.to_sgf(), escape(text, true))))
    }

    /// Two points, as in `AR[dd:pp]`.
    pub fn pair(from: Point, to: Point) -> Value<'static> {
        Value(Cow::Owned(format!("{}:{}", from.to_sgf(), to.to_sgf())))
    }

    /// A value that is escaped already, if it is: no bare `]` and no `\` at the end.
    pub fn raw(escaped: &'a str) -> Option<Value<'a>> {
        (end_of_value(escaped.as_bytes(), 0).is_none() && !ends_in_escape(escaped)).then_some(Value(escaped.into()))
    }

    /// As it is written between brackets.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The place of the bracket that ends the value beginning at `from`.
pub(super) fn end_of_value(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}

fn ends_in_escape(text: &str) -> bool {
    text.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}

/// Text as it must be written; in the second half of a pair a colon is escaped too.
fn escape(plain: &str, composed: bool) -> Cow<'_, str> {
    let special = |c: char| matches!(c, ']' | '\\' | '\r') || composed && c == ':';
    if !plain.contains(special) {
        return Cow::Borrowed(plain);
    }
    let mut out = String::with_capacity(plain.len() + 8);
    let mut chars = plain.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' => {
                chars.next_if_eq(&'\n');
                out.push('\n');
            }
            _ if special(c) => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The text of a written value: escapes undone, escaped line breaks gone, others as `\n`.
pub(super) fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains(['\\', '\r']) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('\r') => drop(chars.next_if_eq(&'\n')),
                Some('\n') | None => {}
                Some(escaped) => out.push(escaped),
            },
            '\r' => {
                chars.next_if_eq(&'\n');
                out.push('\n');
            }
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Splits `dd:A` at the first colon that is not escaped.
pub(super) fn split_pair(raw: &str) -> Option<(&str, &str)> {
    let bytes = raw.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b':' => return Some((&raw[..at], &raw[at + 1..])),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_text_comes_back_with_its_line_breaks_made_plain(text in any::<String>()) {
            let value = Value::text(&text);
            prop_assert!(Value::raw(value.as_str()).is_some());
            let plain = text.replace("\r\n", "\n").replace('\r', "\n");
            prop_assert_eq!(unescape(value.as_str()), plain);
        }

        #[test]
        fn any_label_comes_back(text in "[^\r]*") {
            let value = Value::label(Point::new(3, 3), &text);
            let (point, label) = split_pair(value.as_str()).unwrap();
            prop_assert_eq!(point, "dd");
            prop_assert_eq!(unescape(label), text);
        }
    }

    #[test]
    fn an_escaped_line_break_is_no_line_break() {
        assert_eq!(unescape("one \\\ntwo\\\r\nthree\r\nfour\rfive\\]"), "one twothree\nfour\nfive]");
    }

    #[test]
    fn a_bare_bracket_or_a_last_backslash_is_not_a_raw_value() {
        assert!(Value::raw("a]b").is_none());
        assert!(Value::raw("a\\").is_none());
        assert!(Value::raw("a\\\\").is_some());
        assert!(Value::raw("a\\]b").is_some());
    }
}
