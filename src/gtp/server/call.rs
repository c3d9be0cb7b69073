//! One command being carried out: its arguments, and the way its answer goes out.

use super::inbox::Inbox;
use crate::board::{Color, Move, Point};
use std::fmt::Display;
use std::io::{self, Write};

/// Why a command failed, in the words that follow `?`. Where GTP 2 has words for it, they come first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl Refusal {
    /// Arguments that are not as the command wants them.
    pub fn syntax(what: impl Display) -> Refusal {
        Refusal(format!("syntax error: {what}"))
    }

    /// The words of GTP 2, and what there is to say beyond them.
    pub fn because(words: &str, why: impl Display) -> Refusal {
        Refusal(format!("{words}: {why}"))
    }
}

/// What a command answers: a text, perhaps of several lines.
pub type Answer = Result<String, Refusal>;

/// The answer of commands that have nothing to say.
pub const DONE: Answer = Ok(String::new());

/// The words after a command.
#[derive(Clone, Debug)]
pub struct Args<'a> {
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Args<'a> {
    /// The words in order.
    pub fn new(words: Vec<&'a str>) -> Args<'a> {
        Args { words, next: 0 }
    }

    /// The next word, if there is one.
    pub fn word(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.next).copied();
        self.next += usize::from(word.is_some());
        word
    }

    /// The next word, left where it is.
    pub fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).copied()
    }

    /// All words that are left.
    pub fn rest(&mut self) -> &[&'a str] {
        let from = std::mem::replace(&mut self.next, self.words.len());
        &self.words[from..]
    }

    /// The next word, which must be there.
    pub fn need(&mut self, what: &str) -> Result<&'a str, Refusal> {
        self.word().ok_or_else(|| Refusal::syntax(format_args!("{what} is missing")))
    }

    /// A player.
    pub fn color(&mut self) -> Result<Color, Refusal> {
        let word = self.need("a colour (b or w)")?;
        Color::from_gtp(word).ok_or_else(|| Refusal::syntax(format_args!("`{word}` is no colour; write b or w")))
    }

    /// A player, if the next word names one.
    pub fn maybe_color(&mut self) -> Option<Color> {
        let color = self.peek().and_then(Color::from_gtp)?;
        self.next += 1;
        Some(color)
    }

    /// A point or a pass on a board of this size.
    pub fn mv(&mut self, size: u8) -> Result<Move, Refusal> {
        let word = self.need("a vertex")?;
        Move::from_gtp(word, size).map_err(|error| Refusal::because("invalid vertex", error))
    }

    /// A point on a board of this size; another word is refused with the words that GTP 2 has for it here.
    pub fn point(&mut self, size: u8, words: &str) -> Result<Point, Refusal> {
        let word = self.need("a vertex")?;
        match Move::from_gtp(word, size) {
            Ok(Move::Play(point)) => Ok(point),
            Ok(Move::Pass) => Err(Refusal::because(words, "a point is wanted, not a pass")),
            Err(error) => Err(Refusal::because(words, error)),
        }
    }

    /// A number.
    pub fn number<N: std::str::FromStr>(&mut self, what: &str) -> Result<N, Refusal> {
        let word = self.need(what)?;
        word.parse().map_err(|_| Refusal::syntax(format_args!("{what} is wanted, not `{word}`")))
    }

    /// A finite number.
    pub fn real(&mut self, what: &str) -> Result<f32, Refusal> {
        let number: f32 = self.number(what)?;
        let refuse = || Refusal::syntax(format_args!("{what} must be finite"));
        if number.is_finite() { Ok(number) } else { Err(refuse()) }
    }
}

/// A command being carried out.
pub struct Call<'a> {
    /// What follows the command.
    pub args: Args<'a>,
    /// The lines that come in meanwhile.
    pub inbox: &'a Inbox,
    id: &'a str,
    out: &'a mut dyn Write,
    begun: bool,
    broken: bool,
}

impl<'a> Call<'a> {
    /// A command with its id (empty for none) and where its answer goes.
    pub fn new(id: &'a str, args: Args<'a>, inbox: &'a Inbox, out: &'a mut dyn Write) -> Call<'a> {
        Call { args, inbox, id, out, begun: false, broken: false }
    }

    /// Begins an answer of which the lines come one by one, see [`Call::stream`].
    pub fn begin(&mut self) {
        if !self.begun {
            self.begun = true;
            self.write(format!("={}", self.id));
        }
    }

    /// Writes a line of an answer that goes on.
    pub fn stream(&mut self, line: &str) {
        self.begin();
        if !line.trim().is_empty() {
            self.write(plain(line));
        }
    }

    /// Whoever listened may be gone: then everything is stopped.
    fn write(&mut self, line: String) {
        if !self.broken && writeln!(self.out, "{line}").and_then(|()| self.out.flush()).is_err() {
            self.broken = true;
            self.inbox.abandon();
        }
    }

    /// Ends the answer with what the command returned.
    pub fn finish(self, answer: Answer) -> io::Result<()> {
        let text = match (self.begun, answer) {
            // A text that begins on a line of its own is a picture.
            (false, Ok(text)) if text.starts_with('\n') => format!("={}\n{}", self.id, plain(&text)),
            (false, Ok(text)) => format!("={} {}", self.id, plain(&text)),
            (false, Err(refusal)) => format!("?{} {}", self.id, plain(&refusal.0)),
            (true, Ok(text)) => plain(&text),
            // An answer that has begun as a success cannot become a failure any more.
            (true, Err(refusal)) => format!("# {}", plain(&refusal.0)),
        };
        let text = text.trim_end();
        let end = if text.is_empty() { "\n" } else { "\n\n" };
        write!(self.out, "{text}{end}")?;
        self.out.flush()
    }
}

/// An empty line would end the answer: there must be none in it.
fn plain(text: &str) -> String {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(id: &str, stream: &[&str], answer: Answer) -> String {
        let (inbox, mut out) = (Inbox::default(), Vec::new());
        let mut call = Call::new(id, Args::new(Vec::new()), &inbox, &mut out);
        stream.iter().for_each(|line| call.stream(line));
        call.finish(answer).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn answers_have_the_form_of_gtp() {
        assert_eq!(finished("", &[], DONE), "=\n\n");
        assert_eq!(finished("12", &[], Ok("D4".to_owned())), "=12 D4\n\n");
        assert_eq!(finished("3", &[], Err(Refusal::syntax("x"))), "?3 syntax error: x\n\n");
        assert_eq!(finished("", &[], Ok("a\n\nb\n".to_owned())), "= a\nb\n\n");
        assert_eq!(finished("7", &["info 1", "info 2"], DONE), "=7\ninfo 1\ninfo 2\n\n");
        assert_eq!(finished("7", &["info 1"], Ok("play D4".to_owned())), "=7\ninfo 1\nplay D4\n\n");
    }

    #[test]
    fn arguments_say_what_is_wrong_with_them() {
        let mut args = Args::new(vec!["green", "Z99", "many", "inf"]);
        assert_eq!(args.color(), Err(Refusal("syntax error: `green` is no colour; write b or w".to_owned())));
        assert!(args.mv(9).unwrap_err().0.starts_with("invalid vertex: `Z99`"));
        assert!(args.number::<u32>("a number of stones").unwrap_err().0.contains("not `many`"));
        assert!(args.real("komi").unwrap_err().0.contains("finite"));
        assert_eq!(args.color().unwrap_err().0, "syntax error: a colour (b or w) is missing");
        let no_point = Args::new(vec!["pass"]).point(9, "bad vertex list").unwrap_err().0;
        assert_eq!(no_point, "bad vertex list: a point is wanted, not a pass");
    }
}
