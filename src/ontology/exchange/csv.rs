//! CSV in the form of figure 5: part 1 is the sequence, part 2 one column for each expert.
//!
//! Kept: patterns with their rows, terms and comments. Left out: identities, dates, states, games,
//! "should have played" and whole-pattern remarks.

use super::patterns::{PatternHead, place};
use super::{ExchangeError, Format, ReadOptions, read_komi};
use crate::board::Color;
use crate::ontology::model::*;
use std::collections::BTreeMap;

pub(super) struct Csv;

const PART_1: [&str; 8] = ["Pattern", "As", "Size", "Rules", "Komi", "Move No", "Sequence", "Doubt"];

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn extension(&self) -> &'static str {
        "csv"
    }

    fn about(&self) -> &'static str {
        "the table of figure 5, one column for each expert; without dates, states, games and remarks"
    }

    fn is_lossless(&self) -> bool {
        false
    }

    fn write(&self, knowledge: &Knowledge) -> String {
        let mut experts: Vec<&Expert> = knowledge.experts.iter().collect();
        experts.sort_by_key(|e| (std::cmp::Reverse(e.rank), &e.name, e.id));
        let column: BTreeMap<ExpertId, usize> = experts.iter().enumerate().map(|(i, e)| (e.id, i)).collect();
        let mut rows: Vec<Vec<String>> = vec![PART_1.iter().map(|h| h.to_string()).collect()];
        rows[0].extend(experts.iter().map(|e| e.title()));
        let mut rest: Vec<&Annotation> = Vec::new();
        let mut of_row: BTreeMap<(PatternId, BranchLabel), Vec<&Annotation>> = BTreeMap::new();
        for a in &knowledge.annotations {
            match a.pattern {
                Some(row) => of_row.entry((row.id, row.label)).or_default().push(a),
                None => rest.push(a),
            }
        }
        let mut patterns: Vec<&FuzzyPattern> = knowledge.patterns.iter().collect();
        patterns.sort_by_key(|p| (p.size, p.side, &p.name, p.id));
        for p in patterns {
            for b in &p.branches {
                let head = [
                    p.name.clone(),
                    p.side.to_string(),
                    p.size.to_string(),
                    p.rules.clone().unwrap_or_default(),
                    p.komi.map(|k| k.to_string()).unwrap_or_default(),
                    b.label.to_string(),
                    b.line.to_string(),
                    b.doubt.clone(),
                ];
                let said = of_row.remove(&(p.id, b.label)).unwrap_or_default();
                push_rows(&mut rows, &head, &said, &column, experts.len());
            }
        }
        rest.sort_by_key(|a| (a.line.size(), a.line.to_string(), a.id));
        for a in rest {
            let side = a.line.last().map_or(Color::Black, |m| m.0).to_string();
            let komi = a.komi.map(|k| k.to_string()).unwrap_or_default();
            let rules = a.rules.clone().unwrap_or_default();
            let head = [
                String::new(),
                side,
                a.line.size().to_string(),
                rules,
                komi,
                String::new(),
                a.line.to_string(),
                String::new(),
            ];
            push_rows(&mut rows, &head, &[a], &column, experts.len());
        }
        rows.iter().map(|row| row.iter().map(|f| quoted(f)).collect::<Vec<_>>().join(",") + "\n").collect()
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Knowledge, ExchangeError> {
        let mut lines = parse(text)?.into_iter();
        let (line, header) = lines.next().ok_or_else(|| ExchangeError::new(1, "the file is empty"))?;
        if header.len() < PART_1.len() || header.iter().zip(PART_1).any(|(h, want)| h.trim() != want) {
            let reason = format!("the header must begin with {}", PART_1.join(","));
            return Err(ExchangeError::new(line, reason));
        }
        let mut reader = Reader { knowledge: Knowledge::default(), columns: Vec::new(), options };
        for title in &header[PART_1.len()..] {
            let expert = Expert::from_title(title).ok_or_else(|| ExchangeError::new(line, "a column has no expert"))?;
            if reader.columns.contains(&expert.id) {
                return Err(ExchangeError::new(line, format!("{title} has two columns")));
            }
            reader.columns.push(expert.id);
            reader.knowledge.experts.push(expert);
        }
        for (line, row) in lines {
            if row.len() != header.len() {
                let reason = format!("{} fields where the header has {}", row.len(), header.len());
                return Err(ExchangeError::new(line, reason));
            }
            reader.row(&row).map_err(|reason| ExchangeError::new(line, reason))?;
        }
        let mut knowledge = reader.knowledge;
        knowledge.sort_and_dedup();
        Ok(knowledge)
    }
}

/// As many rows as the most talkative expert needs; one at least.
fn push_rows(
    rows: &mut Vec<Vec<String>>,
    head: &[String; 8],
    said: &[&Annotation],
    column: &BTreeMap<ExpertId, usize>,
    experts: usize,
) {
    let mut cells: Vec<Vec<String>> = vec![Vec::new(); experts];
    for a in said {
        if let Some(&at) = column.get(&a.expert) {
            cells[at].push(cell(a));
        }
    }
    cells.iter_mut().for_each(|c| c.sort());
    let depth = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
    for i in 0..depth {
        let mut row = head.to_vec();
        row.extend(cells.iter().map(|c| c.get(i).cloned().unwrap_or_default()));
        rows.push(row);
    }
}

fn cell(a: &Annotation) -> String {
    let term = a.term.map(String::from).unwrap_or_default();
    if a.comment.is_empty() { term } else { format!("{term}: {}", a.comment) }
}

fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) || field.starts_with(' ') || field.ends_with(' ') {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

struct Reader<'a> {
    knowledge: Knowledge,
    columns: Vec<ExpertId>,
    options: &'a ReadOptions,
}

impl Reader<'_> {
    fn row(&mut self, row: &[String]) -> Result<(), String> {
        let [name, side, size, rules, komi, label, sequence, doubt] = &row[..PART_1.len()] else {
            return Err("too few fields".to_owned());
        };
        let side = Color::from_gtp(side).ok_or_else(|| format!("`{side}` is neither Black nor White"))?;
        let size: u8 = size.parse().map_err(|_| format!("`{size}` is not a board size"))?;
        let rules = Some(rules.clone()).filter(|r| !r.is_empty());
        let komi = match komi.as_str() {
            "" => None,
            text => Some(read_komi(text)?),
        };
        let line = Line::parse(sequence, size).map_err(|e| e.to_string())?;
        if line.last().is_none() {
            return Err("the sequence has no move".to_owned());
        }
        let pattern = match (name.is_empty(), label.is_empty()) {
            (true, true) => None,
            (false, false) => {
                let label =
                    BranchLabel::parse(label).ok_or_else(|| format!("`{label}` is not a row; write M3 or M3-A"))?;
                let head = PatternHead { name: name.clone(), side, size, rules: rules.clone(), komi };
                let branch = Branch { label, line: line.clone(), doubt: doubt.clone() };
                Some(place(&mut self.knowledge, head, branch, &self.options.origin)?)
            }
            _ => return Err("a pattern needs a row (Move No), and a row a pattern".to_owned()),
        };
        for (expert, cell) in self.columns.clone().into_iter().zip(&row[PART_1.len()..]) {
            if cell.is_empty() {
                continue;
            }
            let (code, comment) = match cell.split_once(':') {
                Some((code, comment)) => (code.trim(), comment.strip_prefix(' ').unwrap_or(comment)),
                None => (cell.trim(), ""),
            };
            let term = match code {
                "" => None,
                code => {
                    let terms = &self.knowledge.terms;
                    let known = terms.find(code).ok_or_else(|| {
                        format!("`{code}` is not a term; write one of {}, with `: ` before a comment", terms.codes())
                    })?;
                    Some(known.code)
                }
            };
            let mut a = Annotation::new(expert, line.clone(), term);
            a.comment = comment.to_owned();
            (a.rules, a.komi, a.pattern) = (rules.clone(), komi, pattern);
            a.origin = self.options.origin.clone();
            a.id = a.content_id();
            self.knowledge.annotations.push(a);
        }
        Ok(())
    }
}

/// Records with the line each begins on (RFC 4180). Blank lines are skipped.
fn parse(text: &str) -> Result<Vec<(usize, Vec<String>)>, ExchangeError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut records, mut record, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut start) = (1, 1);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if field.is_empty() => {
                let opened = line;
                loop {
                    match chars.next() {
                        Some('"') if chars.next_if_eq(&'"').is_some() => field.push('"'),
                        Some('"') => break,
                        Some(c) => {
                            line += usize::from(c == '\n');
                            field.push(c);
                        }
                        None => return Err(ExchangeError::new(opened, "a quotation mark is never closed")),
                    }
                }
                if !matches!(chars.peek(), None | Some(',' | '\n' | '\r')) {
                    return Err(ExchangeError::new(line, "text follows a closing quotation mark; double the mark"));
                }
            }
            ',' => record.push(std::mem::take(&mut field)),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' => {
                record.push(std::mem::take(&mut field));
                if record.iter().any(|f| !f.is_empty()) {
                    records.push((start, std::mem::take(&mut record)));
                }
                record.clear();
                line += 1;
                start = line;
            }
            c => field.push(c),
        }
    }
    if !field.is_empty() || !record.is_empty() {
        record.push(field);
        records.push((start, record));
    }
    Ok(records)
}
