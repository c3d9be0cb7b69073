//! What was repaired in a file, in the language of its reader.

use super::Texts;
use crate::board::Color;
use crate::record::{Meaning, Problem, Warning, Warnings};

impl Texts {
    /// What was repaired, each in a line; in the last one how many more there were.
    pub fn repairs(&self, warnings: &Warnings) -> Vec<String> {
        let mut lines: Vec<String> = warnings.list().iter().map(|warning| self.repair(warning)).collect();
        let more = warnings.total() - lines.len();
        if more > 0 {
            lines.push(format!("… {more}"));
        }
        lines
    }

    fn repair(&self, Warning { line, column, problem }: &Warning) -> String {
        format!("{line}:{column}: {}", self.problem(problem))
    }

    /// What was wrong, and what was done about it.
    fn problem(&self, problem: &Problem) -> String {
        let plain = |key: &str| self.get(key).to_owned();
        let with = |key: &str, text: &dyn std::fmt::Display| self.fill(key, &[("text", text)]);
        match problem {
            Problem::NotAGame(text) => with("repair.not_a_game", text),
            Problem::MissingSemicolon => plain("repair.missing_semicolon"),
            Problem::MissingClose(n) => self.fill("repair.missing_close", &[("n", n)]),
            Problem::MissingOpen => plain("repair.missing_open"),
            Problem::ExtraClose => plain("repair.extra_close"),
            Problem::EmptyVariation => plain("repair.empty_variation"),
            Problem::SeveralRoots => plain("repair.several_roots"),
            Problem::UnterminatedValue(name) => with("repair.unterminated_value", name),
            Problem::BareBracket(name) => with("repair.bare_bracket", name),
            Problem::MissingValue(name) => with("repair.missing_value", name),
            Problem::MissingName(value) => with("repair.missing_name", value),
            Problem::Junk(text) => with("repair.junk", text),
            Problem::OldName { written, read } => self.fill("repair.old_name", &[("text", written), ("read", read)]),
            Problem::SecondMove => plain("repair.second_move"),
            Problem::Repeated(name) => with("repair.repeated", name),
            Problem::OffBoardMove { name, value, size } => {
                self.fill("repair.off_board_move", &[("name", name), ("value", value), ("size", size)])
            }
            Problem::OffBoardPoint { name, value, size } => {
                self.fill("repair.off_board_point", &[("name", name), ("value", value), ("size", size)])
            }
            Problem::InvalidValue { name, value } => {
                self.fill("repair.invalid_value", &[("name", name), ("value", value)])
            }
            Problem::Understood { name, value, read } => {
                self.fill("repair.understood", &[("name", name), ("value", value), ("read", &self.meaning(read))])
            }
            Problem::HandicapPlaced(n) => self.fill("repair.handicap_placed", &[("n", n)]),
            Problem::HandicapWithoutStones(n) => self.fill("repair.handicap_without_stones", &[("n", n)]),
            Problem::OtherGame(text) => with("repair.other_game", text),
            Problem::IllegalMove { number, illegal } => {
                let (color, mv) = (self.color(illegal.color), illegal.mv.display(illegal.size));
                let reason = self.reason(illegal.reason);
                self.fill(
                    "repair.illegal_move",
                    &[("n", number), ("color", &color), ("move", &mv), ("reason", &reason)],
                )
            }
            Problem::WrongEncoding { declared, used } => {
                self.fill("repair.wrong_encoding", &[("text", declared), ("read", used)])
            }
            Problem::Undecodable(encoding) => with("repair.undecodable", encoding),
            Problem::Line(text) => with("repair.line", text),
            Problem::Part(text) => with("repair.part", text),
        }
    }

    fn meaning(&self, read: &Meaning) -> String {
        match read {
            Meaning::NotGiven => self.get("repair.not_given").to_owned(),
            Meaning::EvenGame => self.get("repair.even_game").to_owned(),
            Meaning::Board(size) => self.fill("repair.board", &[("size", size)]),
            Meaning::Number(number) => number.to_string(),
            Meaning::Side(color) => self.color(*color).to_owned(),
        }
    }

    fn color(&self, color: Color) -> &str {
        self.get(if color == Color::Black { "board.black" } else { "board.white" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::texts::Language;
    use crate::board::{IllegalMove, Move, Reason};
    use std::collections::BTreeSet;

    fn all() -> Vec<Problem> {
        let text = || "XX".to_owned();
        let understood = |read| Problem::Understood { name: text(), value: text(), read };
        let illegal = IllegalMove { color: Color::White, mv: Move::Pass, size: 9, reason: Reason::Superko(3) };
        vec![
            Problem::NotAGame(text()),
            Problem::MissingSemicolon,
            Problem::MissingClose(2),
            Problem::MissingOpen,
            Problem::ExtraClose,
            Problem::EmptyVariation,
            Problem::SeveralRoots,
            Problem::UnterminatedValue(text()),
            Problem::BareBracket(text()),
            Problem::MissingValue(text()),
            Problem::MissingName(text()),
            Problem::Junk(text()),
            Problem::OldName { written: text(), read: "AB" },
            Problem::SecondMove,
            Problem::Repeated(text()),
            Problem::OffBoardMove { name: text(), value: text(), size: 9 },
            Problem::OffBoardPoint { name: text(), value: text(), size: 9 },
            Problem::InvalidValue { name: text(), value: text() },
            understood(Meaning::NotGiven),
            understood(Meaning::EvenGame),
            understood(Meaning::Board(9)),
            understood(Meaning::Number(6.5)),
            understood(Meaning::Side(Color::Black)),
            Problem::HandicapPlaced(2),
            Problem::HandicapWithoutStones(2),
            Problem::OtherGame(text()),
            Problem::IllegalMove { number: 5, illegal },
            Problem::WrongEncoding { declared: text(), used: "UTF-8" },
            Problem::Undecodable("UTF-8"),
            Problem::Line(text()),
            Problem::Part(text()),
        ]
    }

    #[test]
    fn english_says_what_the_command_line_does_and_no_language_says_it_in_english() {
        let english = Texts::of(Language::English);
        for problem in all() {
            assert_eq!(english.problem(&problem), problem.to_string());
        }
        for language in [Language::Chinese, Language::Japanese] {
            let texts = Texts::of(language);
            let told: BTreeSet<String> = all().iter().map(|problem| texts.problem(problem)).collect();
            assert_eq!(told.len(), all().len(), "each is told in words of its own");
            for words in told {
                assert!(!words.is_ascii() && !words.contains('{'), "{language:?}: {words}");
                assert!(!words.contains(" was ") && !words.contains(" is "), "{language:?}: {words}");
            }
        }
    }
}
