//! Runs the cases of `tests/diagrams/*.txt`. Each begins with `% name`, then a board (see
//! `fuzeki::board::diagram`), then facts, one a line. Every case is checked in all eight orientations
//! and, where no score is in it, with colours exchanged. tests/diagrams/README.md lists the facts.

use fuzeki::board::diagram::{self, Diagram};
use fuzeki::board::tactics::{self, EyeKind, EyeSpace, LadderReader, Life, Reading};
use fuzeki::board::{Color, Move, Point, PointSet, Position, Reason, Rules, Symmetry, scoring};
use std::path::Path;

/// Moves enough for the longest ladder on 19x19 with some side lines.
const LONGEST_LADDER: u32 = 400;

struct Case {
    place: String,
    board: String,
    facts: Vec<String>,
}

fn read_cases(text: &str, file: &str) -> Vec<Case> {
    let mut cases = Vec::<Case>::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let is_board = line.chars().all(|c| ".+XO()".contains(c) || c.is_whitespace() || c.is_ascii_lowercase())
            && line.split_whitespace().all(|word| word.len() == 1 || word.contains(['(', ')']));
        if line.is_empty() || line.starts_with('#') {
        } else if let Some(name) = line.strip_prefix('%') {
            let place = format!("{file}:{}: {}", number + 1, name.trim());
            cases.push(Case { place, board: String::new(), facts: Vec::new() });
        } else {
            let case = cases.last_mut().unwrap_or_else(|| panic!("{file}:{}: a case begins with %", number + 1));
            if is_board && case.facts.is_empty() {
                case.board.push_str(line);
                case.board.push('\n');
            } else {
                case.facts.push(line.to_owned());
            }
        }
    }
    cases
}

/// A case in one orientation: the position so far and what its letters mean.
struct Run {
    diagram: Diagram,
    symmetry: Symmetry,
    swap: bool,
    position: Position,
    dead: PointSet,
}

impl Run {
    fn new(case: &Case, symmetry: Symmetry, swap: bool) -> Result<Run, String> {
        let diagram = Diagram::parse(&case.board).map_err(|error| error.to_string())?;
        let size = diagram.size;
        let color = |c: Color| if swap { !c } else { c };
        let stones = diagram.stones.iter().map(|&(point, c)| (symmetry.apply(point, size), color(c)));
        let position = Position::from_setup(size, Rules::CHINESE, stones, color(Color::Black)).with_komi(0.0);
        Ok(Run { diagram, symmetry, swap, position, dead: PointSet::EMPTY })
    }

    fn color(&self, text: &str) -> Result<Color, String> {
        let color = match text {
            "X" => Color::Black,
            "O" => Color::White,
            other => return Err(format!("`{other}` is neither X nor O")),
        };
        Ok(if self.swap { !color } else { color })
    }

    fn point(&self, text: &str) -> Result<Point, String> {
        let size = self.diagram.size;
        let mark = text.chars().next().filter(|c| text.len() == 1 && c.is_ascii_lowercase());
        let point = match mark {
            Some(letter) => self.diagram.mark(letter).ok_or_else(|| format!("no point is marked {letter}"))?,
            None => Point::from_gtp(text, size).map_err(|error| error.to_string())?,
        };
        Ok(self.symmetry.apply(point, size))
    }

    fn points(&self, texts: &[&str]) -> Result<PointSet, String> {
        texts.iter().map(|text| self.point(text)).collect()
    }

    fn mv(&self, text: &str) -> Result<Move, String> {
        if text == "pass" { Ok(Move::Pass) } else { self.point(text).map(Move::Play) }
    }

    /// Does what a line says, or checks it.
    fn fact(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().filter(|word| *word != "=").collect();
        let board = self.position.board().clone();
        let to_play = self.position.to_play();
        match words[..] {
            ["rules", ..] => {
                let rules = Rules::parse(&words[1..].join(" ")).map_err(|error| error.to_string())?;
                self.position.set_rules(rules);
                Ok(())
            }
            ["to", "play", color] => {
                self.position.set_to_play(self.color(color)?);
                Ok(())
            }
            ["komi", komi] => {
                self.position.set_komi(komi.parse().map_err(|_| "komi is a number")?);
                Ok(())
            }
            ["handicap", stones] => {
                self.position.set_handicap(stones.parse().map_err(|_| "handicap is a number")?);
                Ok(())
            }
            ["play", ..] => words[1..].iter().try_for_each(|text| {
                let mv = self.mv(text)?;
                self.position.play(mv).map(|_| ()).map_err(|error| error.to_string())
            }),
            ["undo"] => self.position.undo().map(|_| ()).ok_or_else(|| "nothing to undo".to_owned()),
            ["dead", ..] => {
                self.dead = self.points(&words[1..])?;
                Ok(())
            }
            ["legal", ref points @ ..] => points.iter().try_for_each(|text| {
                self.position.check(to_play, self.point(text)?).map_err(|reason| format!("{text}: {reason}"))
            }),
            ["illegal", point, reason] => {
                let found = self.position.check(to_play, self.point(point)?).err().map_or("legal", reason_word);
                expect(found, reason)
            }
            ["capture", point, stones, ..] => {
                expect(tactics::captured_stones(&board, to_play, self.point(point)?), stones)
            }
            ["liberties", stone, count] => expect(tactics::liberty_count(&board, self.point(stone)?), count),
            ["liberties", "after", point, count] => {
                expect(tactics::liberties_after::<100>(&board, to_play, self.point(point)?), count)
            }
            ["self-atari", point, answer] => {
                expect(yes(tactics::is_self_atari(&board, to_play, self.point(point)?)), answer)
            }
            ["stone", point, stone] => {
                let found = match board.stone(self.point(point)?) {
                    Some(color) => {
                        if (color == Color::Black) != self.swap {
                            "X"
                        } else {
                            "O"
                        }
                    }
                    None => ".",
                };
                expect(found, stone)
            }
            ["prisoners", color, count] => expect(self.position.prisoners()[self.color(color)?], count),
            ["repeats", "move", number] => {
                expect(self.position.repeats().map_or("none".to_owned(), |n| n.to_string()), number)
            }
            ["over", answer] => expect(yes(self.position.is_over()), answer),
            ["score", result] => expect(scoring::score(&self.position, &self.dead).result(), result),
            ["points", color, count] => {
                expect(scoring::score(&self.position, &self.dead).points[self.color(color)?].len(), count)
            }
            ["ladder", stone, ref answer @ ..] => {
                let reading = LadderReader::new(LONGEST_LADDER).capture(&board, self.point(stone)?);
                self.expect_reading(reading, answer)
            }
            ["escape", stone, ref answer @ ..] => {
                let reading = LadderReader::new(LONGEST_LADDER).escape(&board, self.point(stone)?);
                self.expect_reading(reading, answer)
            }
            ["eye", color, point, kind] => {
                let found = match tactics::eye_kind(&board, self.color(color)?, self.point(point)?) {
                    EyeKind::None => "none",
                    EyeKind::False => "false",
                    EyeKind::True => "true",
                };
                expect(found, kind)
            }
            ["space", point, ref answer @ ..] => {
                let point = self.point(point)?;
                let space = Color::BOTH.into_iter().find_map(|color| EyeSpace::empty(&board, color, point));
                self.expect_life(space, answer)
            }
            ["unconditional", color, ref stones @ ..] => {
                let life = tactics::unconditional_life(&board, self.color(color)?, self.position.rules().suicide);
                let mut chains = PointSet::EMPTY;
                stones
                    .iter()
                    .try_for_each(|text| self.point(text).map(|point| chains.extend(board.chain_stones(point))))?;
                if life.stones == chains { Ok(()) } else { Err(format!("found {:?}", life.stones)) }
            }
            ["safe", "territory", color, ref points @ ..] => {
                let life = tactics::unconditional_life(&board, self.color(color)?, self.position.rules().suicide);
                let expected = self.points(points)?;
                if life.territory == expected { Ok(()) } else { Err(format!("found {:?}", life.territory)) }
            }
            _ => Err("nobody knows this fact; see tests/diagrams/README.md".to_owned()),
        }
    }

    fn expect_reading(&self, reading: Reading, answer: &[&str]) -> Result<(), String> {
        match (reading, answer) {
            (Reading::Works(_), ["works"]) | (Reading::Fails, ["fails"]) => Ok(()),
            (Reading::Works(point), ["works", "at", first]) if self.point(first)? == point => Ok(()),
            _ => Err(format!("read {reading:?}")),
        }
    }

    fn expect_life(&self, space: Option<EyeSpace>, answer: &[&str]) -> Result<(), String> {
        match (space.map(|space| space.life()), answer) {
            (None, ["none"]) | (Some(Life::Alive), ["alive"]) | (Some(Life::Dead), ["dead"]) => Ok(()),
            (Some(Life::Unsettled(point)), ["vital", vital]) if self.point(vital)? == point => Ok(()),
            (found, _) => Err(format!("found {found:?}")),
        }
    }
}

fn reason_word(reason: Reason) -> &'static str {
    match reason {
        Reason::Outside => "outside",
        Reason::Occupied(_) => "occupied",
        Reason::Ko => "ko",
        Reason::Superko(_) => "superko",
        Reason::Suicide => "suicide",
    }
}

fn yes(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}

fn expect(found: impl ToString, expected: &str) -> Result<(), String> {
    let found = found.to_string();
    if found == expected { Ok(()) } else { Err(format!("found {found}")) }
}

fn check(case: &Case) -> Result<usize, String> {
    let has_colours = |fact: &String| ["score", "over", "handicap", "komi"].iter().any(|word| fact.starts_with(word));
    let swaps: &[bool] = if case.facts.iter().any(has_colours) { &[false] } else { &[false, true] };
    if case.facts.is_empty() {
        return Err(format!("{}\n  there is no fact", case.place));
    }
    for symmetry in Symmetry::ALL {
        for &swap in swaps {
            let mut run = Run::new(case, symmetry, swap).map_err(|error| format!("{}\n  {error}", case.place))?;
            for fact in &case.facts {
                run.fact(fact).map_err(|error| {
                    let last = run.position.last().and_then(|turn| turn.mv.point());
                    let board = diagram::print(run.position.board(), last);
                    format!("{}\n  `{fact}`: {error} ({symmetry:?}, exchanged: {swap})\n{board}", case.place)
                })?;
            }
        }
    }
    Ok(case.facts.len())
}

#[test]
fn every_diagram_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagrams");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    files.sort();
    let mut faults = Vec::new();
    let (mut cases, mut facts) = (0, 0);
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        for case in read_cases(&std::fs::read_to_string(&file).unwrap(), &name) {
            cases += 1;
            match check(&case) {
                Ok(count) => facts += count,
                Err(fault) => faults.push(fault),
            }
        }
    }
    assert!(faults.is_empty(), "{} of {cases} diagrams fail:\n\n{}", faults.len(), faults.join("\n\n"));
    assert!(cases >= 50 && facts >= 150, "{cases} cases with {facts} facts: some were not found");
}

#[test]
fn a_false_fact_fails_and_says_where() {
    let [case] = &read_cases("% a lone stone\n. .\nX .\nliberties A1 = 3\n", "x.txt")[..] else { panic!("one case") };
    let fault = check(case).unwrap_err();
    assert!(fault.starts_with("x.txt:1: a lone stone\n  `liberties A1 = 3`: found 2"), "{fault}");
}
