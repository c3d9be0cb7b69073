//! Records as rows and back. A stored value this program does not know becomes `None` or a default,
//! never a failure; a row without a readable core is skipped and reported by the check.

use crate::board::{Color, Move};
use crate::ontology::model::position::{PASS, PositionKey, move_number};
use crate::ontology::model::*;
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};

impl ToSql for TermCode {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.as_str().into())
    }
}

/// The row of a record, as it is now.
pub(super) fn get(conn: &Connection, key: Key) -> rusqlite::Result<Option<Record>> {
    Ok(match key {
        Key::Term(code) => one(conn, &format!("{TERMS} WHERE code = ?1"), &code, term)?.map(Record::Term),
        Key::Expert(id) => one(conn, &format!("{EXPERTS} WHERE id = ?1"), &id, expert)?.map(Record::Expert),
        Key::Source(id) => one(conn, &format!("{SOURCES} WHERE id = ?1"), &id, source)?.map(Record::Source),
        Key::Pattern(id) => match one(conn, &format!("{PATTERNS} WHERE p.id = ?1"), &id, pattern)? {
            Some(mut found) => {
                found.branches = branches(conn, id, found.size)?;
                Some(Record::Pattern(found))
            }
            None => None,
        },
        Key::Annotation(id) => {
            one(conn, &format!("{ANNOTATIONS} WHERE a.id = ?1"), &id, annotation)?.map(Record::Annotation)
        }
    })
}

fn one<T>(
    conn: &Connection,
    sql: &str,
    key: &dyn ToSql,
    read: fn(&Row<'_>) -> rusqlite::Result<Option<T>>,
) -> rusqlite::Result<Option<T>> {
    Ok(conn.prepare_cached(sql)?.query_row([key], read).optional()?.flatten())
}

/// Columns for [`term`].
pub(super) const TERMS: &str = "SELECT code, name, a, b, c, d FROM terms";

/// A term; `None` where its code or set cannot be read.
pub(super) fn term(row: &Row<'_>) -> rusqlite::Result<Option<Term>> {
    let corners: [f64; 4] = [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?];
    let code = TermCode::parse(&row.get::<_, String>(0)?);
    let set = FuzzySet::try_from(corners.map(|c| c as f32)).ok();
    let name = row.get(1)?;
    Ok(code.zip(set).map(|(code, set)| Term { code, name, set }))
}

/// Columns for [`expert`].
pub(super) const EXPERTS: &str = "SELECT id, name, rank, colour, biography, trust FROM experts";

/// An expert; an unknown rank is none, an unknown colour the default one.
pub(super) fn expert(row: &Row<'_>) -> rusqlite::Result<Option<Expert>> {
    let name: String = row.get(1)?;
    let rank: Option<String> = row.get(2)?;
    let default = Expert::new(&name, rank.as_deref().and_then(Rank::parse));
    Ok(Some(Expert {
        id: row.get(0)?,
        colour: Rgb::try_from(row.get::<_, String>(3)?).unwrap_or(default.colour),
        biography: row.get(4)?,
        trust: row.get::<_, f64>(5)? as f32,
        ..default
    }))
}

/// Columns for [`source`].
pub(super) const SOURCES: &str = "SELECT id, title, file, black, white, date, result FROM sources";

/// A game.
pub(super) fn source(row: &Row<'_>) -> rusqlite::Result<Option<GameSource>> {
    Ok(Some(GameSource {
        id: row.get(0)?,
        title: row.get(1)?,
        file: row.get(2)?,
        black: row.get(3)?,
        white: row.get(4)?,
        date: row.get(5)?,
        result: row.get(6)?,
    }))
}

/// Columns for [`pattern`].
pub(super) const PATTERNS: &str = "SELECT p.id, p.name, p.side, p.size, c.rules, c.komi, p.phase, p.remark, p.origin
     FROM patterns p JOIN contexts c ON c.id = p.context";

/// A pattern without its rows; an unknown phase is the opening.
pub(super) fn pattern(row: &Row<'_>) -> rusqlite::Result<Option<FuzzyPattern>> {
    Ok(Some(FuzzyPattern {
        id: row.get(0)?,
        name: row.get(1)?,
        side: color(row.get(2)?),
        size: row.get(3)?,
        rules: row.get(4)?,
        komi: row.get::<_, Option<f64>>(5)?.map(|k| k as f32),
        phase: Phase::parse(&row.get::<_, String>(6)?).unwrap_or(Phase::Opening),
        remark: row.get(7)?,
        origin: row.get(8)?,
        branches: Vec::new(),
    }))
}

/// The rows of a pattern; one whose sequence cannot be read is left out.
pub(super) fn branches(conn: &Connection, id: PatternId, size: u8) -> rusqlite::Result<Vec<Branch>> {
    let sql = "SELECT b.number, b.branch, l.moves, b.doubt FROM branches b JOIN lines l ON l.id = b.line
               WHERE b.pattern = ?1 ORDER BY b.number, b.branch";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([id], |row| {
        let label = BranchLabel { number: row.get(0)?, branch: row.get(1)? };
        let line = Line::parse(&row.get::<_, String>(2)?, size).ok();
        let doubt = row.get(3)?;
        Ok(line.map(|line| Branch { label, line, doubt }))
    })?;
    rows.filter_map(Result::transpose).collect()
}

/// Columns for [`annotation`].
pub(super) const ANNOTATIONS: &str = "SELECT a.id, a.expert, l.size, l.moves, a.term, a.comment, a.better,
        c.rules, c.komi, a.pattern, a.number, a.branch, a.source, a.source_move,
        a.time, a.state, a.judged_by, a.origin
     FROM annotations a JOIN lines l ON l.id = a.line JOIN contexts c ON c.id = a.context";

/// A verdict; `None` where its sequence cannot be read.
pub(super) fn annotation(row: &Row<'_>) -> rusqlite::Result<Option<Annotation>> {
    let size: u8 = row.get(2)?;
    let Ok(line) = Line::parse(&row.get::<_, String>(3)?, size) else { return Ok(None) };
    let term: Option<String> = row.get(4)?;
    let better: Option<String> = row.get(6)?;
    let pattern: Option<PatternId> = row.get(9)?;
    let label = match (row.get(10)?, row.get(11)?) {
        (Some(number), Some(branch)) => Some(BranchLabel { number, branch }),
        _ => None,
    };
    let source: Option<SourceId> = row.get(12)?;
    let number: Option<u32> = row.get(13)?;
    Ok(Some(Annotation {
        id: row.get(0)?,
        expert: row.get(1)?,
        line,
        term: term.as_deref().and_then(TermCode::parse),
        comment: row.get(5)?,
        better: better.and_then(|text| Move::from_gtp(&text, size).ok()),
        rules: row.get(7)?,
        komi: row.get::<_, Option<f64>>(8)?.map(|k| k as f32),
        pattern: pattern.zip(label).map(|(id, label)| BranchRef { id, label }),
        source: source.zip(number).map(|(id, number)| SourceRef { id, number }),
        time: row.get(14)?,
        state: validation(row.get(15)?).unwrap_or_default(),
        judged_by: row.get(16)?,
        origin: row.get(17)?,
    }))
}

/// A stored state; `None` for one of a newer program.
pub(super) fn validation(number: i64) -> Option<Validation> {
    Validation::ALL.into_iter().find(|&v| v as i64 == number)
}

/// A stored colour.
pub(super) fn color(number: i64) -> Color {
    if number == 1 { Color::White } else { Color::Black }
}

/// Writes a record over what is there with its identity.
pub(super) fn put(conn: &Connection, record: &Record) -> rusqlite::Result<()> {
    match record {
        Record::Term(t) => put_term(conn, t),
        Record::Expert(e) => put_expert(conn, e),
        Record::Source(s) => put_source(conn, s),
        Record::Pattern(p) => put_pattern(conn, p),
        Record::Annotation(a) => put_annotation(conn, a),
    }
}

fn put_term(conn: &Connection, t: &Term) -> rusqlite::Result<()> {
    let [a, b, c, d] = t.set.corners().map(f64::from);
    conn.prepare_cached(
        "INSERT INTO terms (code, name, a, b, c, d) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (code) DO UPDATE SET name = ?2, a = ?3, b = ?4, c = ?5, d = ?6",
    )?
    .execute(params![t.code, t.name, a, b, c, d])?;
    Ok(())
}

fn put_expert(conn: &Connection, e: &Expert) -> rusqlite::Result<()> {
    let (rank, colour) = (e.rank.map(|r| r.to_string()), String::from(e.colour));
    conn.prepare_cached(
        "INSERT INTO experts (id, name, rank, colour, biography, trust) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (id) DO UPDATE SET name = ?2, rank = ?3, colour = ?4, biography = ?5, trust = ?6",
    )?
    .execute(params![e.id, e.name, rank, colour, e.biography, f64::from(e.trust)])?;
    Ok(())
}

fn put_source(conn: &Connection, s: &GameSource) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "INSERT INTO sources (id, title, file, black, white, date, result) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (id) DO UPDATE SET title = ?2, file = ?3, black = ?4, white = ?5, date = ?6, result = ?7",
    )?
    .execute(params![s.id, s.title, s.file, s.black, s.white, s.date, s.result])?;
    Ok(())
}

fn put_pattern(conn: &Connection, p: &FuzzyPattern) -> rusqlite::Result<()> {
    let context = intern_context(conn, p.rules.as_deref(), p.komi)?;
    conn.prepare_cached(
        "INSERT INTO patterns (id, name, side, size, context, phase, remark, origin)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (id) DO UPDATE
         SET name = ?2, side = ?3, size = ?4, context = ?5, phase = ?6, remark = ?7, origin = ?8",
    )?
    .execute(params![p.id, p.name, p.side.index() as u8, p.size, context, p.phase.name(), p.remark, p.origin])?;
    let mut insert = conn.prepare_cached(
        "INSERT INTO branches (pattern, number, branch, line, doubt) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (pattern, number, branch) DO UPDATE SET line = ?4, doubt = ?5",
    )?;
    for b in &p.branches {
        let line = intern_line(conn, &b.line)?;
        insert.execute(params![p.id, b.label.number, b.label.branch, line, b.doubt])?;
    }
    // Rows that are no longer there go last; one that verdicts still refer to refuses to.
    let mut delete = conn.prepare_cached("DELETE FROM branches WHERE pattern = ?1 AND number = ?2 AND branch = ?3")?;
    for b in branches(conn, p.id, p.size)?.iter().filter(|b| p.branch(b.label).is_none()) {
        delete.execute(params![p.id, b.label.number, b.label.branch])?;
    }
    Ok(())
}

fn put_annotation(conn: &Connection, a: &Annotation) -> rusqlite::Result<()> {
    // A line is checked when it is made, so it can be replayed; one without moves says nothing.
    let Ok((situation, mv)) = a.line.graded() else { return Ok(()) };
    let (key, ways) = PositionKey::of(&situation);
    let position = intern_position(conn, &key)?;
    let context = intern_context(conn, a.rules.as_deref(), a.komi)?;
    let line = intern_line(conn, &a.line)?;
    let better = a.better.map(|m| m.to_gtp(a.line.size()));
    conn.prepare_cached(
        "INSERT INTO annotations (id, position, move, expert, term, state, context, line, comment, better,
             pattern, number, branch, source, source_move, time, judged_by, origin, content)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
         ON CONFLICT (id) DO UPDATE SET position = ?2, move = ?3, expert = ?4, term = ?5, state = ?6,
             context = ?7, line = ?8, comment = ?9, better = ?10, pattern = ?11, number = ?12, branch = ?13,
             source = ?14, source_move = ?15, time = ?16, judged_by = ?17, origin = ?18, content = ?19",
    )?
    .execute(params![
        a.id,
        position,
        key.stored_move(mv, &ways),
        a.expert,
        a.term,
        a.state as u8,
        context,
        line,
        a.comment,
        better,
        a.pattern.map(|p| p.id),
        a.pattern.map(|p| p.label.number),
        a.pattern.map(|p| p.label.branch),
        a.source.map(|s| s.id),
        a.source.map(|s| s.number),
        a.time,
        a.judged_by,
        a.origin,
        a.content_id(),
    ])?;
    Ok(())
}

/// Takes a record away, if it is there.
pub(super) fn delete(conn: &Connection, key: Key) -> rusqlite::Result<()> {
    let (table, column, value): (&str, &str, Box<dyn ToSql>) = match key {
        Key::Term(code) => ("terms", "code", Box::new(code)),
        Key::Expert(id) => ("experts", "id", Box::new(id)),
        Key::Source(id) => ("sources", "id", Box::new(id)),
        Key::Pattern(id) => ("patterns", "id", Box::new(id)),
        Key::Annotation(id) => ("annotations", "id", Box::new(id)),
    };
    conn.prepare_cached(&format!("DELETE FROM {table} WHERE {column} = ?1"))?.execute([value])?;
    Ok(())
}

fn intern_line(conn: &Connection, line: &Line) -> rusqlite::Result<i64> {
    let moves = line.to_string();
    let found = conn
        .prepare_cached("SELECT id FROM lines WHERE size = ?1 AND moves = ?2")?
        .query_row(params![line.size(), moves], |row| row.get(0))
        .optional()?;
    if let Some(id) = found {
        return Ok(id);
    }
    conn.prepare_cached("INSERT INTO lines (size, moves) VALUES (?1, ?2)")?.insert(params![line.size(), moves])
}

fn intern_context(conn: &Connection, rules: Option<&str>, komi: Option<f32>) -> rusqlite::Result<i64> {
    let komi = komi.map(f64::from);
    let found = conn
        .prepare_cached("SELECT id FROM contexts WHERE rules IS ?1 AND komi IS ?2")?
        .query_row(params![rules, komi], |row| row.get(0))
        .optional()?;
    if let Some(id) = found {
        return Ok(id);
    }
    conn.prepare_cached("INSERT INTO contexts (rules, komi) VALUES (?1, ?2)")?.insert(params![rules, komi])
}

fn intern_position(conn: &Connection, key: &PositionKey) -> rusqlite::Result<i64> {
    if let Some(id) = find_position(conn, key)? {
        return Ok(id);
    }
    conn.prepare_cached("INSERT INTO positions (size, to_move, ko, stones) VALUES (?1, ?2, ?3, ?4)")?.insert(params![
        key.size,
        key.to_move.index() as u8,
        ko_number(key),
        key.stones
    ])
}

/// The row of a position, if a verdict ever was about it.
pub(super) fn find_position(conn: &Connection, key: &PositionKey) -> rusqlite::Result<Option<i64>> {
    conn.prepare_cached("SELECT id FROM positions WHERE stones = ?1 AND size = ?2 AND to_move = ?3 AND ko = ?4")?
        .query_row(params![key.stones, key.size, key.to_move.index() as u8, ko_number(key)], |row| row.get(0))
        .optional()
}

fn ko_number(key: &PositionKey) -> i64 {
    match move_number(key.ko.map_or(Move::Pass, Move::Play), key.size) {
        PASS => -1,
        number => i64::from(number),
    }
}
