//! The rule sentences of algorithm 3: "if B1 Locates E5 and W2 Locates G5 … then B13 is VeryGood Move."
//!
//! Around the sentence of the paper stand lines of our own for what it leaves unsaid: the board, the
//! pattern and the comment. Kept: patterns with their rows, terms, comments. Left out: identities,
//! dates, states, games, "should have played" and whole-pattern remarks.

use super::patterns::{PatternHead, place};
use super::{ExchangeError, Format, ReadOptions, read_komi};
use crate::board::{Color, MAX_SIZE, MIN_SIZE, Move, Point};
use crate::ontology::model::*;
use std::fmt::Write;

pub(super) struct Sentences;

/// The rule of one verdict as in algorithm 3; `None` for a comment without a term.
pub fn sentence(annotation: &Annotation, terms: &Vocabulary) -> Option<String> {
    let term = terms.get(annotation.term?)?;
    let size = annotation.line.size();
    let mut parts = Vec::new();
    let mut subject = String::new();
    for (index, (color, mv)) in annotation.line.moves().iter().enumerate() {
        subject = format!("{}{}", color.letter(), index + 1);
        parts.push(match mv {
            Move::Play(point) => format!("{subject} Locates {}", point.to_gtp(size)),
            Move::Pass => format!("{subject} Passes"),
        });
    }
    Some(format!("if {} then\n    {subject} is {} Move.\nend if", parts.join(" and "), term.name))
}

impl Format for Sentences {
    fn name(&self) -> &'static str {
        "sentences"
    }

    fn extension(&self) -> &'static str {
        "txt"
    }

    fn about(&self) -> &'static str {
        "the rule sentences of algorithm 3, to read aloud; without dates, states, games and remarks"
    }

    fn is_lossless(&self) -> bool {
        false
    }

    fn write(&self, knowledge: &Knowledge) -> String {
        let mut sorted: Vec<&Annotation> = knowledge.annotations.iter().collect();
        sorted.sort_by_key(|a| (a.pattern.map(|p| (p.id, p.label)), a.line.size(), a.line.to_string(), a.expert, a.id));
        let mut players: Vec<ExpertId> = Vec::new();
        let mut text = String::new();
        let mut context = String::new();
        for a in sorted {
            let Some(rule) = sentence(a, &knowledge.terms) else { continue };
            let pattern =
                a.pattern.and_then(|row| Some((knowledge.patterns.iter().find(|p| p.id == row.id)?, row.label)));
            let now = context_line(a, pattern);
            if now != context {
                text += &format!("{}{now}\n", if text.is_empty() { "" } else { "\n" });
                context = now;
            }
            let number = players.iter().position(|&p| p == a.expert).unwrap_or_else(|| {
                players.push(a.expert);
                players.len() - 1
            });
            let player = match knowledge.expert(a.expert) {
                Some(Expert { name, rank: Some(rank), .. }) => format!("{name}, {}", rank.to_string().to_uppercase()),
                Some(Expert { name, .. }) => name.clone(),
                None => a.expert.to_string(),
            };
            text += &format!("\nGo Player {} ({player})\n{rule}\n", number + 1);
            if !a.comment.is_empty() {
                text += &format!("Comment: {}\n", serde_json::Value::from(a.comment.as_str()));
            }
        }
        text
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Knowledge, ExchangeError> {
        let mut reader = Reader::new(options);
        for (index, line) in text.lines().enumerate() {
            reader.line(index + 1, line.trim()).map_err(|reason| ExchangeError::new(index + 1, reason))?;
        }
        if let Some((line, _)) = reader.rule {
            return Err(ExchangeError::new(line, "the sentence that begins here has no `then`"));
        }
        let mut knowledge = reader.knowledge;
        for a in &mut knowledge.annotations {
            a.id = a.content_id();
        }
        knowledge.sort_and_dedup();
        Ok(knowledge)
    }
}

/// `Board 9x9; rules "chinese"; komi 7.5; pattern "Pattern 1" as Black; row M13:`
fn context_line(a: &Annotation, pattern: Option<(&FuzzyPattern, BranchLabel)>) -> String {
    let size = a.line.size();
    let mut line = format!("Board {size}x{size}");
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    if let Some(rules) = &a.rules {
        let _ = write!(line, "; rules {}", quoted(rules));
    }
    if let Some(komi) = a.komi {
        let _ = write!(line, "; komi {komi}");
    }
    for color in Color::BOTH {
        let stones: Vec<String> = a.line.setup().iter().filter(|s| s.0 == color).map(|s| s.1.to_gtp(size)).collect();
        if !stones.is_empty() {
            let _ = write!(line, "; {} stones at {}", color.to_string().to_lowercase(), stones.join(" "));
        }
    }
    if let Some((p, label)) = pattern {
        let _ = write!(line, "; pattern {} as {}; row {label}", quoted(&p.name), p.side);
        if let Some(doubt) = p.branch(label).map(|b| b.doubt.as_str()).filter(|d| !d.is_empty()) {
            let _ = write!(line, "; doubt {}", quoted(doubt));
        }
    }
    line + ":"
}

#[derive(Clone, Default)]
struct Setting {
    size: u8,
    rules: Option<String>,
    komi: Option<f32>,
    setup: Vec<(Color, Point)>,
    pattern: Option<(String, Color)>,
    row: Option<BranchLabel>,
    doubt: String,
}

struct Reader<'a> {
    knowledge: Knowledge,
    options: &'a ReadOptions,
    setting: Setting,
    player: Option<ExpertId>,
    /// The sentence being read and the line it began on.
    rule: Option<(usize, String)>,
    /// The line of the last `then`, waiting for its conclusion.
    premise: Option<Line>,
}

impl<'a> Reader<'a> {
    fn new(options: &'a ReadOptions) -> Self {
        let setting = Setting { size: options.size, ..Setting::default() };
        Reader { knowledge: Knowledge::default(), options, setting, player: None, rule: None, premise: None }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        // The printed form has subscripts: B<sub>1</sub>.
        let line = line.replace("<sub>", "").replace("</sub>", "");
        let line = line.trim();
        let lower = line.to_ascii_lowercase();
        if let Some((start, mut rule)) = self.rule.take() {
            rule.push(' ');
            rule.push_str(line);
            return self.premise(start, rule);
        }
        if line.is_empty() || lower.starts_with("end if") {
            return Ok(());
        }
        if lower.starts_with("board ") {
            self.setting = self.read_setting(line)?;
            return Ok(());
        }
        if lower.starts_with("go player") {
            return self.read_player(line);
        }
        if let Some(comment) = line.strip_prefix("Comment:") {
            let comment: String = serde_json::from_str(comment.trim()).map_err(|e| format!("the comment: {e}"))?;
            let last = self.knowledge.annotations.last_mut().ok_or("a comment before any sentence")?;
            last.comment = comment;
            return Ok(());
        }
        if lower.starts_with("if ") {
            return self.premise(number, line.to_owned());
        }
        if self.premise.is_some() {
            return self.conclusion(line);
        }
        Err(format!(
            "`{line}` is no part of a sentence; expected `Go Player …`, `if … then`, `… is … Move.` or `end if`"
        ))
    }

    fn read_setting(&self, line: &str) -> Result<Setting, String> {
        let mut setting = Setting { size: self.options.size, ..Setting::default() };
        for (index, part) in parts(line.strip_suffix(':').unwrap_or(line)).into_iter().enumerate() {
            let unquoted = |text: &str| serde_json::from_str::<String>(text).map_err(|e| format!("`{text}`: {e}"));
            if index == 0 {
                let text = part.get("board ".len()..).unwrap_or_default().trim();
                let (a, b) = text.split_once('x').ok_or_else(|| format!("`{text}` is not a board; write 9x9"))?;
                if a != b {
                    return Err(format!("`{text}` is not a square board"));
                }
                let size = a.parse().ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
                setting.size = size.ok_or_else(|| format!("`{text}` is not a board; write 9x9"))?;
            } else if let Some(rules) = part.strip_prefix("rules ") {
                setting.rules = Some(unquoted(rules)?);
            } else if let Some(komi) = part.strip_prefix("komi ") {
                setting.komi = Some(read_komi(komi)?);
            } else if let Some((color, stones)) = part.split_once(" stones at ") {
                let color = Color::from_gtp(color).ok_or_else(|| format!("`{color}` is no colour"))?;
                for stone in stones.split_whitespace() {
                    let point = Point::from_gtp(stone, setting.size).map_err(|e| e.to_string())?;
                    setting.setup.push((color, point));
                }
            } else if let Some(pattern) = part.strip_prefix("pattern ") {
                let (name, side) =
                    pattern.rsplit_once(" as ").ok_or("a pattern is `\"name\" as Black` or `as White`")?;
                let side = Color::from_gtp(side).ok_or_else(|| format!("`{side}` is neither Black nor White"))?;
                setting.pattern = Some((unquoted(name)?, side));
            } else if let Some(row) = part.strip_prefix("row ") {
                setting.row = Some(BranchLabel::parse(row).ok_or_else(|| format!("`{row}` is no row; write M3-A"))?);
            } else if let Some(doubt) = part.strip_prefix("doubt ") {
                setting.doubt = unquoted(doubt)?;
            } else {
                return Err(format!("`{part}` is not known here"));
            }
        }
        Ok(setting)
    }

    fn read_player(&mut self, line: &str) -> Result<(), String> {
        let inside = line.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
        let inside = inside.ok_or("a player is written `Go Player 1 (Name, 7P)`")?;
        let expert = match inside.rsplit_once(',').and_then(|(name, rank)| Some((name.trim(), Rank::parse(rank)?))) {
            Some((name, rank)) => Expert::new(name, Some(rank)),
            None => Expert::new(inside.trim(), None),
        };
        if expert.name.is_empty() {
            return Err("the player has no name".to_owned());
        }
        self.player = Some(expert.id);
        if self.knowledge.expert(expert.id).is_none() {
            self.knowledge.experts.push(expert);
        }
        Ok(())
    }

    /// Takes the part up to `then`, which may span lines.
    fn premise(&mut self, start: usize, rule: String) -> Result<(), String> {
        let words: Vec<&str> = rule.split_whitespace().collect();
        let Some(then) = words.iter().position(|w| w.eq_ignore_ascii_case("then")) else {
            self.rule = Some((start, rule));
            return Ok(());
        };
        let mut moves = Vec::new();
        for clause in words[1..then].split(|w| w.eq_ignore_ascii_case("and")) {
            let clause: Vec<&str> = clause.iter().map(|w| w.trim_end_matches(',')).collect();
            let (subject, mv) = match clause[..] {
                [subject, verb, place] if verb.eq_ignore_ascii_case("locates") => {
                    let point = Point::from_gtp(place, self.setting.size).map_err(|e| e.to_string())?;
                    (subject, Move::Play(point))
                }
                [subject, verb] if verb.eq_ignore_ascii_case("passes") => (subject, Move::Pass),
                _ => return Err(format!("`{}` is not `B1 Locates E5`", clause.join(" "))),
            };
            let (color, number) = self.subject(subject)?;
            if number != moves.len() + 1 {
                return Err(format!("{subject} stands where move {} belongs", moves.len() + 1));
            }
            moves.push((color, mv));
        }
        let line =
            Line::new(self.setting.size, self.setting.setup.iter().copied(), moves).map_err(|e| e.to_string())?;
        self.premise = Some(line);
        let rest = words[then + 1..].join(" ");
        if rest.is_empty() { Ok(()) } else { self.conclusion(&rest) }
    }

    fn subject(&self, text: &str) -> Result<(Color, usize), String> {
        let fault = || format!("`{text}` is not a move such as B1 or W2");
        let (color, number) = text.split_at_checked(1).ok_or_else(fault)?;
        let number = number.trim_start_matches('_').parse().map_err(|_| fault())?;
        Ok((Color::from_gtp(color).ok_or_else(fault)?, number))
    }

    fn conclusion(&mut self, line: &str) -> Result<(), String> {
        let premise = self.premise.take().ok_or("a conclusion without `if … then`")?;
        let line = line.trim_end_matches("end if").trim_end();
        let fault = || format!("`{line}` is not `B13 is VeryGood Move.`");
        let (subject, rest) = line.split_once(" is ").ok_or_else(fault)?;
        let term = rest.trim_end_matches('.').trim().strip_suffix("Move").ok_or_else(fault)?;
        let (color, number) = self.subject(subject.trim())?;
        if number != premise.moves().len() || premise.last().map(|m| m.0) != Some(color) {
            return Err(format!("the sentence ends with another move than {subject}"));
        }
        let terms = &self.knowledge.terms;
        let term = terms.find(term).ok_or_else(|| {
            let names: Vec<&str> = terms.terms().iter().map(|t| t.name.as_str()).collect();
            format!("`{}` is not a term; write one of {}", term.trim(), names.join(", "))
        })?;
        let code = term.code;
        let fallback = || self.options.expert.clone().map(|(name, rank)| Expert::new(&name, rank));
        let expert = match self.player {
            Some(player) => player,
            None => {
                let expert = fallback().ok_or("nobody says this; write `Go Player 1 (Name, 7P)` above it")?;
                let id = expert.id;
                self.knowledge.experts.push(expert);
                self.player = Some(id);
                id
            }
        };
        let mut a = Annotation::new(expert, premise.clone(), Some(code));
        (a.rules, a.komi) = (self.setting.rules.clone(), self.setting.komi);
        a.origin = self.options.origin.clone();
        a.pattern = self.place_in_pattern(premise)?;
        self.knowledge.annotations.push(a);
        Ok(())
    }

    fn place_in_pattern(&mut self, line: Line) -> Result<Option<BranchRef>, String> {
        let Some((name, side)) = self.setting.pattern.clone() else { return Ok(None) };
        let label = self.setting.row.ok_or("a pattern is named without a row")?;
        let Setting { size, rules, komi, doubt, .. } = self.setting.clone();
        let branch = Branch { label, line, doubt };
        let head = PatternHead { name, side, size, rules, komi };
        place(&mut self.knowledge, head, branch, &self.options.origin).map(Some)
    }
}

/// Splits at semicolons outside of quotation marks.
fn parts(line: &str) -> Vec<&str> {
    let (mut parts, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, c) in line.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ';' if !quoted => {
                parts.push(line[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(line[start..].trim());
    parts
}
