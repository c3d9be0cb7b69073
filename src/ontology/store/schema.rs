//! Opening a file: is it ours, is it sound, is it of our version; and bringing it to our version.

use super::StoreError;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Each file brings the schema one version further.
const MIGRATIONS: &[&str] = &[include_str!("sql/001_initial.sql"), include_str!("sql/002_history.sql")];

/// The version this program writes.
pub(super) const VERSION: i64 = MIGRATIONS.len() as i64;

/// "FZKI", in the header of our files.
const APPLICATION_ID: i64 = 0x465A_4B49;

/// How long to wait for another program's write.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Made if missing, brought to our version.
    Write,
    /// As it is; several readers may have it open beside one writer.
    Read,
}

/// Opens and checks; makes or migrates where allowed.
pub(super) fn open(path: &Path, access: Access) -> Result<Connection, StoreError> {
    let sql = |error| StoreError::from_sql(path, error);
    refuse_foreign_header(path)?;
    let mut conn = connect(path, access).map_err(sql)?;
    let version = version_of(&conn, path)?;
    if version > VERSION {
        return Err(StoreError::Newer { path: path.to_owned(), version, known: VERSION });
    }
    check_sound(&conn, path)?;
    if access == Access::Write {
        // SQLite opens a file that it may not write for reading, and would say so at the first change.
        if conn.is_readonly("main").map_err(sql)? {
            return Err(StoreError::ReadOnly(path.to_owned()));
        }
        conn.pragma_update(None, "journal_mode", "WAL").map_err(sql)?;
        conn.pragma_update(None, "synchronous", "FULL").map_err(sql)?;
        conn.pragma_update(None, "foreign_keys", true).map_err(sql)?;
        if version < VERSION {
            if version > 0 {
                backup(&conn, path, &format!("v{version}"))?;
            }
            migrate(&mut conn).map_err(sql)?;
        }
    } else if version < VERSION {
        // A reader cannot migrate: a writer does it, with its backup, and we look again.
        drop(conn);
        open(path, Access::Write)?;
        return open(path, Access::Read);
    }
    Ok(conn)
}

/// Opens without any check.
pub(super) fn connect(path: &Path, access: Access) -> rusqlite::Result<Connection> {
    let flags = match access {
        Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
        Access::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
    };
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut conn = Connection::open_with_flags(path, flags)?;
    if access == Access::Read && !can_be_read(&conn) {
        conn = Connection::open_with_flags(unchanging(path), flags | OpenFlags::SQLITE_OPEN_URI)?;
    }
    conn.busy_timeout(PATIENCE)?;
    conn.set_prepared_statement_cache_capacity(64);
    Ok(conn)
}

/// Readers of a file in WAL mode share an index file beside it. Where none can be made, on a read-only disk,
/// SQLite refuses to read at all.
fn can_be_read(conn: &Connection) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, ReadOnly};
    match conn.pragma_query_value(None, "schema_version", |row| row.get::<_, i64>(0)) {
        Err(error) if matches!(error.sqlite_error_code(), Some(CannotOpen | ReadOnly)) => false,
        // Whatever else is wrong is found and told by the checks.
        _ => true,
    }
}

/// The name of a file that nobody changes, for SQLite: it is read without an index file beside it.
fn unchanging(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut name = String::from("file:");
    let text = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    if !text.starts_with('/') {
        name.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b':' => name.push(char::from(byte)),
            _ => name.push_str(&format!("%{byte:02X}")),
        }
    }
    name + "?immutable=1"
}

/// A file that is no SQLite database at all is told apart before SQLite touches it.
fn refuse_foreign_header(path: &Path) -> Result<(), StoreError> {
    let mut file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(source) => return Err(StoreError::Io { path: path.to_owned(), source }),
    };
    let mut start = Vec::new();
    let read = file.by_ref().take(16).read_to_end(&mut start);
    read.map_err(|source| StoreError::Io { path: path.to_owned(), source })?;
    if start.is_empty() || start == b"SQLite format 3\0" {
        return Ok(());
    }
    Err(StoreError::Foreign { path: path.to_owned(), what: "no SQLite database".to_owned() })
}

/// The schema version; 0 for an empty file. Databases of other programs are refused.
fn version_of(conn: &Connection, path: &Path) -> Result<i64, StoreError> {
    let sql = |error| StoreError::from_sql(path, error);
    let pragma = |name: &str| conn.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(sql);
    let application = pragma("application_id")?;
    let tables: i64 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(sql)?;
    if application != APPLICATION_ID && (application != 0 || tables > 0) {
        let what = "a database of another program".to_owned();
        return Err(StoreError::Foreign { path: path.to_owned(), what });
    }
    pragma("user_version")
}

/// The quick form of the integrity check: everything but the agreement of indexes with tables, which
/// `fuzeki ontology check` adds.
fn check_sound(conn: &Connection, path: &Path) -> Result<(), StoreError> {
    let said = integrity(conn, "quick_check").map_err(|error| StoreError::from_sql(path, error))?;
    if said.is_empty() {
        return Ok(());
    }
    Err(StoreError::Damaged { path: path.to_owned(), detail: said.join("; ") })
}

/// What a check pragma complains of; nothing when all is well.
pub(super) fn integrity(conn: &Connection, pragma: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement = conn.prepare(&format!("PRAGMA {pragma}(20)"))?;
    let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
    let lines = lines.collect::<Result<Vec<_>, _>>()?;
    Ok(if lines == ["ok"] { Vec::new() } else { lines })
}

/// Every step and its version number in one transaction: after a crash the file is old or new, not
/// between.
fn migrate(conn: &mut Connection) -> rusqlite::Result<()> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Asked again inside: another program may have been faster.
    let version: i64 = tx.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for (index, step) in MIGRATIONS.iter().enumerate().skip(usize::try_from(version).unwrap_or(0)) {
        tx.execute_batch(step)?;
        tx.pragma_update(None, "user_version", index as i64 + 1)?;
    }
    tx.commit()
}

/// A whole copy beside the file, named `ontology.db.backup-v1`, `-2` … appended where taken.
pub(super) fn backup(conn: &Connection, path: &Path, why: &str) -> Result<PathBuf, StoreError> {
    let base = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = |n: u32| match n {
        1 => format!("{base}.backup-{why}"),
        n => format!("{base}.backup-{why}-{n}"),
    };
    let copy = (1..).map(|n| path.with_file_name(name(n))).find(|p| !p.exists()).unwrap_or_default();
    conn.execute("VACUUM INTO ?1", [copy.to_string_lossy()]).map_err(|error| StoreError::from_sql(path, error))?;
    let synced = std::fs::File::open(&copy).and_then(|file| file.sync_all());
    synced.map_err(|source| StoreError::Io { path: copy.clone(), source })?;
    Ok(copy)
}
