//! The one write door, and the history that undo and redo walk.

use super::{Store, StoreError, rows};
use crate::ontology::model::{Key, Record, Vocabulary};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};

/// How many changes can be taken back.
const HISTORY: i64 = 1000;

/// From here on a change is no longer kept for undo; a backup is taken instead.
const BULK: usize = 20_000;

/// One step of a change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(clippy::large_enum_variant)] // nearly all are puts
pub enum Edit {
    /// Writes a record, new or over the one with its identity.
    Put(Record),
    /// Takes a record away.
    Delete(Key),
}

/// One thing before and after a change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// As it was; `None` when it is new.
    pub before: Option<Record>,
    /// As it is; `None` when it is gone.
    pub after: Option<Record>,
}

/// What a write did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changed {
    /// What the change is called in the menu: `Grade F3 very good`.
    pub label: String,
    /// Each thing that changed, in order. Empty after a bulk change: read anew.
    pub changes: Vec<Change>,
    /// Too much to list and to undo; the backup taken before is named.
    pub bulk: Option<std::path::PathBuf>,
    /// Its place in the history, by which undo knows it; `None` where it left no trace.
    pub step: Option<i64>,
}

impl Store {
    /// Makes the edits, all or none, and returns when they are on the disk. What is referred to is put
    /// before and deleted after what refers to it. Puts that change nothing are left out; a change without effect leaves no trace in the history.
    pub fn write(&mut self, label: &str, edits: Vec<Edit>) -> Result<Changed, StoreError> {
        if edits.len() > BULK {
            let backup = self.backup("before-bulk")?;
            let changed = self.write_bulk(label, edits)?;
            return Ok(Changed { bulk: Some(backup), ..changed });
        }
        self.transact(label, |tx| apply_and_record(tx, label, &edits))
    }

    /// Several changes with one wait for the disk: each is made whole or not at all, on its own.
    pub(super) fn write_many(
        &mut self,
        batch: &[(String, Vec<Edit>)],
    ) -> Result<Vec<Result<Changed, StoreError>>, StoreError> {
        let path = self.path.clone();
        self.transact("several changes", |tx| {
            let mut results = Vec::with_capacity(batch.len());
            for (label, edits) in batch {
                tx.execute_batch("SAVEPOINT one")?;
                let outcome = apply_and_record(tx, label, edits);
                let undo = if outcome.is_err() { "ROLLBACK TO one; RELEASE one" } else { "RELEASE one" };
                tx.execute_batch(undo)?;
                results.push(match outcome {
                    Ok(changed) => Ok(changed),
                    Err(error) if is_constraint(&error) => Err(refused(label, &explain(&error))),
                    Err(error) => Err(StoreError::from_sql(&path, error)),
                });
            }
            Ok(results)
        })
    }

    /// A change of more than can sensibly be undone, one edit after the other as they come: the history
    /// starts anew. [`Store::write`] takes a backup before it comes here.
    pub fn write_bulk(&mut self, label: &str, edits: impl IntoIterator<Item = Edit>) -> Result<Changed, StoreError> {
        self.transact(label, |tx| {
            // Pages wait in memory for each other; the default of 2 MB makes them go round in circles.
            tx.pragma_update(None, "cache_size", -128 * 1024)?;
            for edit in edits {
                match &edit {
                    Edit::Put(record) => rows::put(tx, record)?,
                    Edit::Delete(key) => rows::delete(tx, *key)?,
                }
            }
            tx.execute("DELETE FROM history", [])?;
            tx.pragma_update(None, "cache_size", -2 * 1024)?;
            Ok(())
        })?;
        Ok(Changed { label: label.to_owned(), ..Changed::default() })
    }

    /// Takes the last change back. `None` when there is nothing to take back.
    pub fn undo(&mut self) -> Result<Option<Changed>, StoreError> {
        self.travel("SELECT seq, label, change FROM history WHERE undone = 0 ORDER BY seq DESC LIMIT 1", true)
    }

    /// Takes a change back if it is the last one: what another program did since is not ours to undo.
    pub fn undo_step(&mut self, step: i64) -> Result<Option<Changed>, StoreError> {
        let last = "SELECT seq FROM history WHERE undone = 0 ORDER BY seq DESC LIMIT 1";
        let last: Option<i64> = self.sql(self.conn.query_row(last, [], |row| row.get(0)).optional())?;
        if last.is_some_and(|last| last != step) {
            return Err(refused("undo", "another program has changed the ontology since"));
        }
        self.undo()
    }

    /// Makes the change again that was last taken back.
    pub fn redo(&mut self) -> Result<Option<Changed>, StoreError> {
        self.travel("SELECT seq, label, change FROM history WHERE undone = 1 ORDER BY seq LIMIT 1", false)
    }

    fn travel(&mut self, find: &str, back: bool) -> Result<Option<Changed>, StoreError> {
        self.transact(if back { "undo" } else { "redo" }, |tx| {
            let found = tx.query_row(find, [], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
            });
            let Some((seq, label, json)) = found.optional()? else { return Ok(None) };
            tx.execute("UPDATE history SET undone = ?2 WHERE seq = ?1", params![seq, back])?;
            // A history entry of another version that cannot be read is skipped, not obeyed in half.
            let Ok(mut changes) = serde_json::from_str::<Vec<Change>>(&json) else { return Ok(None) };
            if back {
                changes.reverse();
                changes.iter_mut().for_each(|c| std::mem::swap(&mut c.before, &mut c.after));
            }
            for change in &changes {
                match (&change.before, &change.after) {
                    (_, Some(record)) => rows::put(tx, record)?,
                    (Some(record), None) => rows::delete(tx, record.key())?,
                    (None, None) => {}
                }
            }
            Ok(Some(Changed { label, changes, bulk: None, step: Some(seq) }))
        })
    }

    /// The five terms of a new file; they are no change that could be undone.
    pub(super) fn plant_default_terms(&mut self) -> Result<(), StoreError> {
        self.transact("the default terms", |tx| {
            for term in Vocabulary::default().terms() {
                rows::put(tx, &Record::Term(term.clone()))?;
            }
            Ok(())
        })
    }

    /// Runs `work` in one transaction.
    fn transact<T>(
        &mut self,
        what: &str,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let run = |conn: &mut Connection| {
            let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let result = work(&tx)?;
            tx.commit()?;
            Ok(result)
        };
        run(&mut self.conn).map_err(|error| {
            if is_constraint(&error) {
                refused(what, &explain(&error))
            } else {
                StoreError::from_sql(&self.path, error)
            }
        })
    }
}

fn refused(what: &str, why: &str) -> StoreError {
    StoreError::Refused { what: what.to_owned(), why: why.to_owned() }
}

fn is_constraint(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}

fn explain(error: &rusqlite::Error) -> String {
    let said = error.to_string();
    if said.contains("FOREIGN KEY") {
        "verdicts still refer to it, or it refers to something missing".to_owned()
    } else {
        said
    }
}

/// Makes the edits and appends them to the history, forgetting what was undone before.
fn apply_and_record(tx: &Connection, label: &str, edits: &[Edit]) -> rusqlite::Result<Changed> {
    let mut changes = Vec::with_capacity(edits.len());
    for edit in edits {
        let (key, after) = match edit {
            Edit::Put(record) => (record.key(), Some(record)),
            Edit::Delete(key) => (*key, None),
        };
        let before = rows::get(tx, key)?;
        if before.as_ref() == after {
            continue;
        }
        match after {
            Some(record) => rows::put(tx, record)?,
            None => rows::delete(tx, key)?,
        }
        changes.push(Change { before, after: after.cloned() });
    }
    let mut step = None;
    if !changes.is_empty() {
        let json = serde_json::to_string(&changes).map_err(|e| rusqlite::Error::ToSqlConversionFailure(e.into()))?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64);
        tx.prepare_cached("DELETE FROM history WHERE undone = 1")?.execute([])?;
        tx.prepare_cached("INSERT INTO history (label, time, change) VALUES (?1, ?2, ?3)")?
            .execute(params![label, now, json])?;
        let last = tx.last_insert_rowid();
        step = Some(last);
        tx.prepare_cached("DELETE FROM history WHERE seq <= ?1")?.execute([last - HISTORY])?;
    }
    Ok(Changed { label: label.to_owned(), changes, bulk: None, step })
}
