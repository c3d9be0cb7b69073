//! SGF, the Smart Game Format FF[4], read leniently and written strictly.
//!
//! The structure (games, variations, nodes) is read here without recursion; whether the values of a
//! property are what FF[4] says is the judgement of `sgf_parse`, property by property.

mod lexer;
mod parser;
mod values;
mod write;

pub use write::{to_string, write};

use super::{Format, Parsed};

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
        let names = head.windows(3).enumerate().filter(|(_, window)| *window == b"CA[");
        for (at, _) in names {
            // `CA` must be the whole name: not the end of another, which may be partly lower case.
            let before = at.checked_sub(1).map_or(b';', |before| head[before]);
            if !before.is_ascii_alphanumeric() {
                let rest = &head[at + 3..];
                let end = rest.iter().take(40).position(|&byte| byte == b']')?;
                return std::str::from_utf8(&rest[..end]).ok();
            }
        }
        None
    }

    fn read(&self, text: &str) -> Parsed {
        parser::parse(text)
    }
}

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
