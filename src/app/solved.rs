//! Positions with a known answer, as plain text: what the tests of the search and the measurement of
//! lying experts play. The form is described in tests/search/positions/README.md.

use crate::board::diagram::Diagram;
use crate::board::{Color, Move, Position, Rules};

/// A position with a known answer.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Its name.
    pub name: String,
    /// The position.
    pub position: Position,
    /// Simulations that should suffice.
    pub simulations: u64,
    /// The right moves; empty where only the verdict is known.
    pub best: Vec<Move>,
    /// Wrong moves.
    pub avoid: Vec<Move>,
    /// What the player to move should think of the chances: above or below a bar.
    pub win: Option<(bool, f32)>,
    /// The engine does not find it yet.
    pub known_failure: bool,
}

/// The positions with one right move that come with the program, by file.
pub const FILES: &[(&str, &str)] = &[
    ("nakade", include_str!("../../tests/search/positions/nakade.txt")),
    ("race", include_str!("../../tests/search/positions/race.txt")),
    ("semeai", include_str!("../../tests/search/positions/semeai.txt")),
    ("snapback", include_str!("../../tests/search/positions/snapback.txt")),
    ("ko", include_str!("../../tests/search/positions/ko.txt")),
    ("dragon", include_str!("../../tests/search/positions/dragon.txt")),
];

/// Reads the positions of a text; faults name the line.
pub fn parse(text: &str) -> Result<Vec<Solved>, String> {
    let mut cases = Vec::new();
    let mut open: Option<Draft> = None;
    for (number, line) in text.lines().enumerate() {
        let at = |what: String| format!("line {}: {what}", number + 1);
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(name) = line.strip_prefix('%') {
            cases.extend(open.take().map(Draft::finish).transpose().map_err(at)?);
            open = Some(Draft::new(name.trim()));
        } else if let Some(draft) = &mut open {
            draft.line(line).map_err(at)?;
        } else if !line.is_empty() {
            return Err(at("a position begins with % and its name".to_owned()));
        }
    }
    cases.extend(open.map(Draft::finish).transpose()?);
    Ok(cases)
}

struct Draft {
    name: String,
    board: String,
    to_play: Color,
    komi: f32,
    simulations: u64,
    best: Vec<String>,
    avoid: Vec<String>,
    win: Option<(bool, f32)>,
    known_failure: bool,
}

impl Draft {
    fn new(name: &str) -> Draft {
        Draft {
            name: name.to_owned(),
            board: String::new(),
            to_play: Color::Black,
            komi: 0.5,
            simulations: 4000,
            best: Vec::new(),
            avoid: Vec::new(),
            win: None,
            known_failure: false,
        }
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let number = |text: &str| text.parse::<f32>().map_err(|_| format!("`{text}` is not a number"));
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["to", "play", color] => self.to_play = if *color == "X" { Color::Black } else { Color::White },
            ["komi", komi] => self.komi = number(komi)?,
            ["simulations", n] => self.simulations = number(n)? as u64,
            ["best", points @ ..] => self.best = points.iter().map(|p| (*p).to_owned()).collect(),
            ["avoid", points @ ..] => self.avoid = points.iter().map(|p| (*p).to_owned()).collect(),
            ["win", "above", rate] => self.win = Some((true, number(rate)?)),
            ["win", "below", rate] => self.win = Some((false, number(rate)?)),
            ["known", "failure"] => self.known_failure = true,
            _ => {
                self.board.push_str(line);
                self.board.push('\n');
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Solved, String> {
        let fault = |error: &dyn std::fmt::Display| format!("{}: {error}", self.name);
        let diagram = Diagram::parse(self.board.trim_matches('\n')).map_err(|e| fault(&e))?;
        let find = |names: &[String]| -> Result<Vec<Move>, String> {
            let one = |name: &String| {
                let mark = name.chars().next().and_then(|c| diagram.mark(c)).filter(|_| name.len() == 1);
                mark.map_or_else(|| Move::from_gtp(name, diagram.size).map_err(|e| fault(&e)), |p| Ok(Move::Play(p)))
            };
            names.iter().map(one).collect()
        };
        let (best, avoid) = (find(&self.best)?, find(&self.avoid)?);
        let position = Position::from_board(diagram.board(), self.to_play, Rules::CHINESE).with_komi(self.komi);
        Ok(Solved {
            position,
            best,
            avoid,
            name: self.name,
            simulations: self.simulations,
            win: self.win,
            known_failure: self.known_failure,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_positions_are_read_and_faults_name_the_line() {
        let all: Vec<Solved> = FILES.iter().flat_map(|(_, text)| parse(text).unwrap()).collect();
        assert!(all.iter().filter(|case| case.best.len() == 1).count() >= 6);
        assert!(all.iter().all(|case| case.best.iter().all(|&mv| case.position.is_legal(mv))));
        assert!(parse("% x\nX .\n. .\nkomi many").unwrap_err().starts_with("line 4: `many`"));
        assert!(parse("X .").unwrap_err().contains("begins with %"));
    }
}
