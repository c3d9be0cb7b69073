//! A program with its arguments, from one line of text as people write it.

use std::fmt;
use std::str::FromStr;

/// How to start a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The program: a path, or a name that is looked for ([`places`](super::places)).
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
}

/// Why a text is no command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandLineError {
    /// Nothing in it.
    #[error("the command line is empty; write a program and its arguments")]
    Empty,
    /// A quotation without its end.
    #[error("the command line has a quotation mark {0} that is not closed")]
    Open(char),
}

impl FromStr for CommandLine {
    type Err = CommandLineError;

    /// Words are parted by blanks; quotation marks hold blanks, a backslash takes the next sign as it
    /// is (outside of quotation marks, where paths of Windows have none).
    fn from_str(text: &str) -> Result<CommandLine, CommandLineError> {
        let mut words: Vec<String> = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            match (sign, quote) {
                (_, Some(open)) if sign == open => quote = None,
                (_, Some(_)) => word.get_or_insert_default().push(sign),
                ('"' | '\'', None) => {
                    quote = Some(sign);
                    word.get_or_insert_default();
                }
                ('\\', None) if signs.peek().is_some_and(|next| " \"'\\".contains(*next)) => {
                    word.get_or_insert_default().extend(signs.next());
                }
                (sign, None) if sign.is_whitespace() => words.extend(word.take()),
                (sign, None) => word.get_or_insert_default().push(sign),
            }
        }
        if let Some(open) = quote {
            return Err(CommandLineError::Open(open));
        }
        words.extend(word);
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(CommandLineError::Empty)?;
        Ok(CommandLine { program, args: words.collect() })
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |word: &String| match word.is_empty() || word.contains([' ', '\t', '\'']) {
            true => format!("\"{word}\""),
            false => word.clone(),
        };
        write!(f, "{}", quoted(&self.program))?;
        self.args.iter().try_for_each(|word| write!(f, " {}", quoted(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parted_by_blanks_and_held_together_by_quotation_marks() {
        for (text, words) in [
            ("gnugo --mode gtp", vec!["gnugo", "--mode", "gtp"]),
            ("  a   b\t", vec!["a", "b"]),
            (r#""/opt/my go/bin" -x 'a b'"#, vec!["/opt/my go/bin", "-x", "a b"]),
            (r"/opt/my\ go -x", vec!["/opt/my go", "-x"]),
            (r"C:\Go\katago.exe gtp", vec![r"C:\Go\katago.exe", "gtp"]),
            (r#"sh -c "" x"#, vec!["sh", "-c", "", "x"]),
        ] {
            let line: CommandLine = text.parse().unwrap();
            assert_eq!(std::iter::once(&line.program).chain(&line.args).collect::<Vec<_>>(), words, "{text}");
            assert_eq!(line.to_string().parse::<CommandLine>().unwrap(), line);
        }
        assert_eq!("".parse::<CommandLine>(), Err(CommandLineError::Empty));
        assert_eq!("a 'b".parse::<CommandLine>(), Err(CommandLineError::Open('\'')));
    }
}
