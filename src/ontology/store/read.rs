//! Reading: whole, by kind, by position, and in the compact form the index is built from.

use super::rows::{self, ANNOTATIONS, EXPERTS, PATTERNS, SOURCES, TERMS};
use super::{Store, StoreError, schema};
use crate::board::{Color, Point};
use crate::ontology::model::position::{PositionKey, numbered_move};
use crate::ontology::model::*;
use rusqlite::{OptionalExtension, Params, Row, params};
use serde::Serialize;
use std::sync::mpsc::Sender;

/// Counts for `fuzeki ontology stats`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)] // each field is what it says
pub struct Stats {
    pub experts: i64,
    pub terms: i64,
    pub patterns: i64,
    pub sources: i64,
    pub positions: i64,
    pub annotations: i64,
    /// Verdicts by term code; `-` for comments alone.
    pub by_term: Vec<(String, i64)>,
    /// Verdicts by expert.
    pub by_expert: Vec<(String, i64)>,
    /// Verdicts by state.
    pub by_state: Vec<(String, i64)>,
    /// Verdicts by board size.
    pub by_size: Vec<(u8, i64)>,
}

/// What a full check found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CheckReport {
    /// What SQLite's integrity check and foreign keys complain of.
    pub damage: Vec<String>,
    /// Verdicts whose sequence, position or term this program cannot read.
    pub unreadable: Vec<String>,
    /// Verdicts that say the same twice.
    pub doubles: Vec<String>,
}

impl CheckReport {
    /// Nothing to complain of.
    pub fn is_ok(&self) -> bool {
        *self == CheckReport::default()
    }
}

/// A position as the index needs it.
#[derive(Debug)]
pub struct StoredPosition<'a> {
    /// Its row.
    pub id: i64,
    /// Lines of the board.
    pub size: u8,
    /// Whose turn it is.
    pub to_move: Color,
    /// The point a simple ko forbids.
    pub ko: Option<Point>,
    /// Packed stones, see [`position::unpack`].
    pub stones: &'a [u8],
}

/// A verdict as the index needs it.
#[derive(Clone, Copy, Debug)]
pub struct IndexRow {
    /// Its identity.
    pub id: AnnotationId,
    /// The row of the position.
    pub position: i64,
    /// The move in the orientation of the position, see [`position::numbered_move`].
    pub mv: u16,
    /// Who says it.
    pub expert: ExpertId,
    /// The verdict.
    pub term: TermCode,
    /// Whether it is confirmed.
    pub state: Validation,
    /// The row of rules and komi.
    pub context: i64,
}

/// Verdicts without a pattern: size, side, first and last number of moves.
const LOOSE: &str = "FROM annotations a JOIN lines l ON l.id = a.line JOIN positions p ON p.id = a.position
     WHERE a.pattern IS NULL AND l.size = ?1 AND p.to_move = ?2
       AND 1 + length(l.moves) - length(replace(l.moves, ' ', '')) BETWEEN ?3 AND ?4";

/// The first and the last move of a phase.
fn moves_of_phase(size: u8, phase: Phase) -> (u32, u32) {
    let last = 4 * u32::from(size) * u32::from(size);
    let of = |n: &u32| Phase::of_move(*n as usize, size) == phase;
    let (mut from, mut to) = (last, 0);
    for n in (1..=last).filter(of) {
        (from, to) = (from.min(n), to.max(n));
    }
    (from, if phase == Phase::End { u32::MAX } else { to })
}

/// A row of rules and komi.
pub type ContextRow = (i64, Option<String>, Option<f32>);

impl Store {
    /// The vocabulary.
    pub fn terms(&self) -> Result<Vocabulary, StoreError> {
        Ok(self.list(TERMS, [], rows::term)?.into())
    }

    /// All experts by name.
    pub fn experts(&self) -> Result<Vec<Expert>, StoreError> {
        self.list(&format!("{EXPERTS} ORDER BY name, id"), [], rows::expert)
    }

    /// All games by title.
    pub fn sources(&self) -> Result<Vec<GameSource>, StoreError> {
        self.list(&format!("{SOURCES} ORDER BY title, id"), [], rows::source)
    }

    /// All patterns with their rows, by size, side and name.
    pub fn patterns(&self) -> Result<Vec<FuzzyPattern>, StoreError> {
        let mut patterns =
            self.list(&format!("{PATTERNS} ORDER BY p.size, p.side, p.name, p.id"), [], rows::pattern)?;
        for pattern in &mut patterns {
            pattern.branches = self.sql(rows::branches(&self.conn, pattern.id, pattern.size))?;
        }
        Ok(patterns)
    }

    /// One record, if it is there.
    pub fn get(&self, key: Key) -> Result<Option<Record>, StoreError> {
        self.sql(rows::get(&self.conn, key))
    }

    /// One verdict, if it is there.
    pub fn annotation(&self, id: AnnotationId) -> Result<Option<Annotation>, StoreError> {
        Ok(match self.get(Key::Annotation(id))? {
            Some(Record::Annotation(found)) => Some(found),
            _ => None,
        })
    }

    /// The verdicts on any move of a situation, in any orientation it was met in.
    pub fn annotations_at(&self, situation: &Situation) -> Result<Vec<Annotation>, StoreError> {
        let (key, _) = PositionKey::of(situation);
        match self.sql(rows::find_position(&self.conn, &key))? {
            Some(id) => {
                self.list(&format!("{ANNOTATIONS} WHERE a.position = ?1 ORDER BY a.id"), [id], rows::annotation)
            }
            None => Ok(Vec::new()),
        }
    }

    /// What an expert said of the last move of exactly this line.
    pub fn annotations_on_line(&self, line: &Line, expert: ExpertId) -> Result<Vec<Annotation>, StoreError> {
        let query = format!("{ANNOTATIONS} WHERE l.size = ?1 AND l.moves = ?2 AND a.expert = ?3");
        self.list(&query, params![line.size(), line.to_string(), expert], rows::annotation)
    }

    /// The verdicts on the rows of a pattern.
    pub fn annotations_of_pattern(&self, id: PatternId) -> Result<Vec<Annotation>, StoreError> {
        let query = format!("{ANNOTATIONS} WHERE a.pattern = ?1 ORDER BY a.number, a.branch, a.id");
        self.list(&query, [id], rows::annotation)
    }

    /// The verdicts an expert gave or judged, for deleting the expert with them.
    pub fn annotations_of_expert(&self, id: ExpertId) -> Result<Vec<Annotation>, StoreError> {
        let query = format!("{ANNOTATIONS} WHERE a.expert = ?1 OR a.judged_by = ?1 ORDER BY a.id");
        self.list(&query, [id], rows::annotation)
    }

    /// A verdict that says the same, if one is kept: see [`Annotation::content_id`].
    pub fn same_content(&self, annotation: &Annotation) -> Result<Option<AnnotationId>, StoreError> {
        let found = self
            .conn
            .prepare_cached("SELECT id FROM annotations WHERE content = ?1 LIMIT 1")
            .and_then(|mut s| s.query_row([annotation.content_id()], |row| row.get(0)).optional());
        self.sql(found)
    }

    /// Everything, sorted by identity. Rows that cannot be read are left out ([`Store::check`] names
    /// them).
    pub fn knowledge(&self) -> Result<Knowledge, StoreError> {
        let mut knowledge = Knowledge {
            terms: self.terms()?,
            experts: self.experts()?,
            sources: self.sources()?,
            patterns: self.patterns()?,
            annotations: self.list(ANNOTATIONS, [], rows::annotation)?,
        };
        knowledge.sort();
        Ok(knowledge)
    }

    /// Counts.
    pub fn stats(&self) -> Result<Stats, StoreError> {
        let count = |table: &str| {
            let query = format!("SELECT count(*) FROM {table}");
            self.sql(self.conn.query_row(&query, [], |row| row.get::<_, i64>(0)))
        };
        fn pair<T: rusqlite::types::FromSql>(row: &Row<'_>) -> rusqlite::Result<Option<(T, i64)>> {
            Ok(Some((row.get(0)?, row.get(1)?)))
        }
        let by_state = "SELECT CAST(state AS TEXT), count(*) FROM annotations GROUP BY state ORDER BY state";
        let name = |number: &str| number.parse().ok().and_then(rows::validation).map_or("unknown", Validation::name);
        let states: Vec<(String, i64)> = self.list(by_state, [], pair)?;
        Ok(Stats {
            experts: count("experts")?,
            terms: count("terms")?,
            patterns: count("patterns")?,
            sources: count("sources")?,
            positions: count("positions")?,
            annotations: count("annotations")?,
            by_term: self.list(
                "SELECT ifnull(term, '-'), count(*) FROM annotations GROUP BY term ORDER BY 2 DESC",
                [],
                pair,
            )?,
            by_expert: self.list(
                "SELECT e.name, count(*) FROM annotations a JOIN experts e ON e.id = a.expert
                 GROUP BY e.id ORDER BY 2 DESC, 1",
                [],
                pair,
            )?,
            by_state: states.into_iter().map(|(state, n)| (name(&state).to_owned(), n)).collect(),
            by_size: self.list(
                "SELECT l.size, count(*) FROM annotations a JOIN lines l ON l.id = a.line GROUP BY l.size ORDER BY 1",
                [],
                pair,
            )?,
        })
    }

    /// The full integrity check, references, and what no constraint sees.
    pub fn check(&self) -> Result<CheckReport, StoreError> {
        let mut report =
            CheckReport { damage: self.sql(schema::integrity(&self.conn, "integrity_check"))?, ..Default::default() };
        report.damage.extend(self.list("PRAGMA foreign_key_check", [], |row| {
            let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
            let id: Option<i64> = row.get(1)?;
            Ok(Some(format!("row {} of {table} refers to a missing row of {parent}", id.unwrap_or(0))))
        })?);
        let mut statement = self.sql(self.conn.prepare(ANNOTATIONS))?;
        let read = statement.query_map([], |row| {
            let id: AnnotationId = row.get(0)?;
            let found = rows::annotation(row)?;
            let stored: Option<String> = row.get(4)?;
            let term_lost = stored.is_some() && found.as_ref().is_some_and(|a| a.term.is_none());
            Ok((found.is_none() || term_lost).then(|| format!("the verdict {id}")))
        });
        for fault in self.sql(read)? {
            report.unreadable.extend(self.sql(fault)?);
        }
        report.doubles = self.list(
            "SELECT group_concat(printf('%016x', id), ' = ') FROM annotations GROUP BY content HAVING count(*) > 1",
            [],
            |row| Ok(Some(row.get(0)?)),
        )?;
        Ok(report)
    }

    /// Walks over all positions for the index.
    pub fn each_position(&self, mut visit: impl FnMut(StoredPosition<'_>)) -> Result<(), StoreError> {
        let mut walk = || {
            let mut statement = self.conn.prepare("SELECT id, size, to_move, ko, stones FROM positions")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let size: u8 = row.get(1)?;
                let ko = u16::try_from(row.get::<_, i64>(3)?).ok().and_then(|n| numbered_move(n, size));
                visit(StoredPosition {
                    id: row.get(0)?,
                    size,
                    to_move: rows::color(row.get(2)?),
                    ko: ko.and_then(|m| m.point()),
                    stones: row.get_ref(4)?.as_blob()?,
                });
            }
            Ok(())
        };
        self.sql(walk())
    }

    /// Walks over all verdicts with a term for the index; `begun` hears when its view of the file is
    /// fixed.
    pub fn each_index_row(&self, begun: Sender<()>, mut visit: impl FnMut(IndexRow)) -> Result<(), StoreError> {
        let mut walk = || {
            let mut statement = self.conn.prepare(
                "SELECT id, position, move, expert, term, state, context FROM annotations WHERE term IS NOT NULL",
            )?;
            let mut rows = statement.query([])?;
            let mut begun = Some(&begun);
            while let Some(row) = rows.next()? {
                if let Some(begun) = begun.take() {
                    let _ = begun.send(()); // nobody waits any more: no matter
                }
                let Some(term) = row.get_ref(4)?.as_str().ok().and_then(TermCode::parse) else { continue };
                visit(IndexRow {
                    id: row.get(0)?,
                    position: row.get(1)?,
                    mv: row.get(2)?,
                    expert: row.get(3)?,
                    term,
                    state: rows::validation(row.get(5)?).unwrap_or_default(),
                    context: row.get(6)?,
                });
            }
            Ok(())
        };
        self.sql(walk())
    }

    /// Rules and komi by row.
    pub fn contexts(&self) -> Result<Vec<ContextRow>, StoreError> {
        self.list("SELECT id, rules, komi FROM contexts", [], |row| {
            let komi: Option<f64> = row.get(2)?;
            Ok(Some((row.get(0)?, row.get(1)?, komi.map(|k| k as f32))))
        })
    }

    /// Some of the stored lines, spread over all of them; no more than `most`.
    pub fn some_lines(&self, most: i64) -> Result<Vec<Line>, StoreError> {
        let query = "SELECT size, moves FROM lines WHERE id % (1 + (SELECT max(id) FROM lines) / ?1) = 0";
        self.list(query, [most.max(1)], |row| Ok(Line::parse(&row.get::<_, String>(1)?, row.get(0)?).ok()))
    }

    /// Verdicts on exactly this line.
    pub fn count_on_line(&self, line: &Line) -> Result<i64, StoreError> {
        let query =
            "SELECT count(*) FROM lines l JOIN annotations a ON a.line = l.id WHERE l.size = ?1 AND l.moves = ?2";
        let count = |row: &Row<'_>| Ok(Some(row.get::<_, i64>(0)?));
        Ok(self.list(query, params![line.size(), line.to_string()], count)?.into_iter().sum())
    }

    /// Verdicts outside of any pattern, by board, side and phase.
    pub fn count_loose(&self, size: u8, side: Color, phase: Phase) -> Result<i64, StoreError> {
        let (from, to) = moves_of_phase(size, phase);
        let query = format!("SELECT count(*) {LOOSE}");
        let count = |row: &Row<'_>| Ok(Some(row.get::<_, i64>(0)?));
        Ok(self.list(&query, params![size, side.index() as u8, from, to], count)?.into_iter().sum())
    }

    /// The lines of verdicts outside of any pattern, with their number; no more than `most`.
    pub fn loose_lines(
        &self,
        size: u8,
        side: Color,
        phase: Phase,
        most: usize,
    ) -> Result<Vec<(Line, i64)>, StoreError> {
        let (from, to) = moves_of_phase(size, phase);
        let query = format!("SELECT l.moves, count(*) {LOOSE} GROUP BY l.id ORDER BY l.moves LIMIT {most}");
        self.list(&query, params![size, side.index() as u8, from, to], |row| {
            let line = Line::parse(&row.get::<_, String>(0)?, size).ok();
            let count = row.get(1)?;
            Ok(line.map(|line| (line, count)))
        })
    }

    /// Takes positions and sequences away that nothing refers to any more. Returns how many.
    pub fn tidy(&mut self) -> Result<usize, StoreError> {
        let orphans = "DELETE FROM positions WHERE id NOT IN (SELECT position FROM annotations)";
        let positions = self.sql(self.conn.execute(orphans, params![]))?;
        let lines = "DELETE FROM lines WHERE id NOT IN (SELECT line FROM annotations)
                     AND id NOT IN (SELECT line FROM branches)";
        Ok(positions + self.sql(self.conn.execute(lines, params![]))?)
    }

    pub(super) fn list<T>(
        &self,
        query: &str,
        params: impl Params,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Vec<T>, StoreError> {
        let run = || {
            let mut statement = self.conn.prepare_cached(query)?;
            statement.query_map(params, read)?.filter_map(Result::transpose).collect()
        };
        self.sql(run())
    }
}
