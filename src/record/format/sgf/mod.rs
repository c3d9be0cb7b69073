//! SGF, the Smart Game Format FF4, read leniently and written strictly.
//!
//! The structure (games, variations, nodes) is read here without recursion; whether the values of a
//! property are what FF4 says is the judgement of `sgf_parse`, property by property.

mod lexer;
mod parser;
mod values;
mod write;

pub use write::{to_string, write};

use super::{Format, Parsed};
use crate::record::value::end_of_value;

/// The Smart Game Format.
pub struct Sgf;

impl Format for Sgf {
    fn name(&self) -> &'static str {
        "SGF"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sgf", "mgt"]
    }

    fn recognises(&self, head: &[u8]) -> bool {
        let mut bytes = head.iter().filter(|byte| !byte.is_ascii_whitespace());
        bytes.by_ref().any(|&byte| byte == b'(') && bytes.next() == Some(&b';')
    }

    fn declared_encoding<'a>(&self, head: &'a [u8]) -> Option<&'a str> {
        // First where it belongs, so that text which mentions it does not count; then anywhere, because
        // in some encodings half of a character looks like the end of a value.
        let label = root_encoding(head).or_else(|| {
            let whole = |at: &usize| !at.checked_sub(1).is_some_and(|before| head[before].is_ascii_alphanumeric());
            let at =
                head.windows(3).enumerate().filter(|(_, window)| *window == b"CA[").map(|(at, _)| at).find(whole)?;
            let end = end_of_value(head, at + 3)?;
            Some(&head[at + 3..end])
        })?;
        std::str::from_utf8(label).ok().filter(|label| label.len() <= 40)
    }

    fn read(&self, text: &str) -> Parsed {
        parser::parse(text)
    }
}

/// The value of `CA` among the properties of the first node.
fn root_encoding(head: &[u8]) -> Option<&[u8]> {
    let mut at = head.windows(2).position(|pair| pair == b"(;")? + 2;
    let skip_spaces = |at: &mut usize| *at += head[*at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    loop {
        skip_spaces(&mut at);
        let name = head[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let is_encoding = &head[at..at + name] == b"CA";
        at += name;
        skip_spaces(&mut at);
        if name == 0 || head.get(at) != Some(&b'[') {
            return None;
        }
        while head.get(at) == Some(&b'[') {
            let end = end_of_value(head, at + 1)?;
            if is_encoding {
                return Some(&head[at + 1..end]);
            }
            at = end + 1;
            skip_spaces(&mut at);
        }
    }
}

#[cfg(test)]
mod tests;
