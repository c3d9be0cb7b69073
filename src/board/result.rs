//! How games end, and how that is written (`RE` in SGF).

use super::Color;
use std::fmt;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameResult {
    /// A player has won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: Margin,
    },
    /// Neither has won.
    Draw,
    /// The game does not count: no result, suspended for good.
    Void,
    /// Not known.
    Unknown,
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Margin {
    /// By points.
    Points(f32),
    /// The other resigned.
    Resignation,
    /// The other ran out of time.
    Time,
    /// By a ruling.
    Forfeit,
    /// Not said.
    Unstated,
}

impl GameResult {
    /// From points that Black is ahead.
    pub fn from_margin(black_minus_white: f32) -> GameResult {
        let by = Margin::Points(black_minus_white.abs());
        if black_minus_white > 0.0 {
            GameResult::Win { winner: Color::Black, by }
        } else if black_minus_white < 0.0 {
            GameResult::Win { winner: Color::White, by }
        } else {
            GameResult::Draw
        }
    }

    /// When a player has resigned.
    pub const fn from_resignation(loser: Color) -> GameResult {
        let winner = match loser {
            Color::Black => Color::White,
            Color::White => Color::Black,
        };
        GameResult::Win { winner, by: Margin::Resignation }
    }

    /// Who has won.
    pub const fn winner(&self) -> Option<Color> {
        match self {
            GameResult::Win { winner, .. } => Some(*winner),
            _ => None,
        }
    }

    /// Reads a result as SGF has it, or nearly: `B+3.5`, `w+res`, `0`, `Jigo`, `Void`. What cannot be
    /// read is unknown.
    pub fn parse(text: &str) -> GameResult {
        let text = text.trim().to_ascii_lowercase();
        let winner = match text.chars().next() {
            Some('b') => Color::Black,
            Some('w') => Color::White,
            _ => return Self::parse_without_winner(&text),
        };
        let Some((_, how)) = text.split_once('+') else { return GameResult::Unknown };
        let how = how.trim();
        let by = match how {
            "" => Margin::Unstated,
            "r" | "res" | "resign" | "resignation" => Margin::Resignation,
            "t" | "time" => Margin::Time,
            "f" | "forfeit" => Margin::Forfeit,
            _ => {
                let number = how.split_whitespace().next().unwrap_or_default().replace(',', ".");
                match number.parse::<f32>() {
                    Ok(points) if points.is_finite() => Margin::Points(points),
                    _ => Margin::Unstated,
                }
            }
        };
        GameResult::Win { winner, by }
    }

    fn parse_without_winner(text: &str) -> GameResult {
        match text {
            "0" | "draw" | "jigo" | "tie" => GameResult::Draw,
            "void" | "no result" => GameResult::Void,
            _ => GameResult::Unknown,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameResult::Win { winner, by } => write!(f, "{}+{by}", winner.letter()),
            GameResult::Draw => f.write_str("0"),
            GameResult::Void => f.write_str("Void"),
            GameResult::Unknown => f.write_str("?"),
        }
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Margin::Points(points) => write!(f, "{points}"),
            Margin::Resignation => f.write_str("R"),
            Margin::Time => f.write_str("T"),
            Margin::Forfeit => f.write_str("F"),
            Margin::Unstated => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_written_as_in_sgf_and_read_back() {
        for (margin, text) in [(3.5, "B+3.5"), (-0.5, "W+0.5"), (12.0, "B+12"), (0.0, "0")] {
            let result = GameResult::from_margin(margin);
            assert_eq!(result.to_string(), text);
            assert_eq!(GameResult::parse(text), result);
        }
        for text in ["B+R", "W+T", "W+F", "B+", "0", "Void", "?"] {
            assert_eq!(GameResult::parse(text).to_string(), text);
        }
        assert_eq!(GameResult::from_resignation(Color::Black).to_string(), "W+R");
    }

    #[test]
    fn people_write_results_otherwise_too() {
        for (text, means) in [
            ("b+resign", "B+R"),
            ("White+3,5", "W+3.5"),
            ("W + 2.75 points", "W+2.75"),
            ("Jigo", "0"),
            ("B+nan", "B+"),
            ("black", "?"),
            ("", "?"),
            ("黒中押し勝ち", "?"),
        ] {
            assert_eq!(GameResult::parse(text).to_string(), means, "{text}");
        }
    }
}
