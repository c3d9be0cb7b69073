//! Lines of text between programs: read with a bound on their length, cleaned as GTP 2 says.

use std::io::{self, BufRead};

/// The longest line that is kept; what is beyond it is dropped. Ownership of 25x25 points takes about
/// 10,000 bytes, a long analysis some 100,000.
pub const LONGEST: usize = 1 << 20;

/// Reads a line without its end, whatever bytes it has; `None` at the end of the input.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(any.then(|| String::from_utf8_lossy(&line).into_owned()));
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST - line.len())]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
        }
    }
}

/// A line as GTP 2 (section 3.1) wants it read: tabs are blanks, other control characters are nothing,
/// and what follows `#` is a comment.
pub fn clean(line: &str) -> String {
    let before_comment = line.split('#').next().unwrap_or_default();
    let blanked = before_comment.chars().map(|c| if c == '\t' { ' ' } else { c });
    blanked.filter(|c| !c.is_control()).collect::<String>().trim().to_owned()
}

/// A command as it stands in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request<'a> {
    /// The number that the answer repeats, as it was written.
    pub id: Option<&'a str>,
    /// The name of the command; empty where only a number was sent.
    pub command: &'a str,
    /// What follows.
    pub args: Vec<&'a str>,
}

impl<'a> Request<'a> {
    /// Reads a cleaned line; `None` where there is nothing in it.
    pub fn parse(line: &'a str) -> Option<Request<'a>> {
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let command = words.next();
        if id.is_none() && command.is_none() {
            return None;
        }
        Some(Request { id, command: command.unwrap_or_default(), args: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn lines_come_one_by_one_whatever_their_bytes_and_length() {
        let mut input = b"one\r\n\ntw\xffo\n".to_vec();
        input.extend(vec![b'x'; 2 * LONGEST]);
        input.extend(b"\nlast");
        let mut input = Cursor::new(input);
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next().unwrap(), "one\r");
        assert_eq!(next().unwrap(), "");
        assert_eq!(next().unwrap(), "tw\u{fffd}o");
        assert_eq!(next().unwrap().len(), LONGEST);
        assert_eq!(next().unwrap(), "last");
        assert_eq!(next(), None);
    }

    #[test]
    fn comments_tabs_and_control_characters_are_as_in_gtp() {
        assert_eq!(clean("\t12\tplay b\u{7} D4 \r# a comment"), "12 play b D4");
        assert_eq!(clean("# only a comment"), "");
    }

    #[test]
    fn a_number_first_is_the_id() {
        let request = Request::parse("007 play b D4").unwrap();
        assert_eq!((request.id, request.command, request.args), (Some("007"), "play", vec!["b", "D4"]));
        assert_eq!(Request::parse("name").unwrap().id, None);
        assert_eq!(Request::parse("5").unwrap().command, "");
        assert_eq!(Request::parse("  "), None);
    }
}
