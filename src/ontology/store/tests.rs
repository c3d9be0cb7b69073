//! Tests of the store: what is written is there, and what must not be opened is told apart.

use super::*;
use crate::ontology::model::*;
use std::path::Path;

fn cheng() -> Expert {
    Expert::new("Ming-Chi Cheng", Some(Rank::Pro(7)))
}

fn line(text: &str) -> Line {
    Line::parse(text, 9).unwrap()
}

fn put(record: impl Into<Record>) -> Edit {
    Edit::Put(record.into())
}

impl From<Expert> for Record {
    fn from(e: Expert) -> Record {
        Record::Expert(e)
    }
}
impl From<Annotation> for Record {
    fn from(a: Annotation) -> Record {
        Record::Annotation(a)
    }
}

fn open(dir: &tempfile::TempDir) -> Store {
    Store::open(&dir.path().join("o.db")).unwrap()
}

fn grade(text: &str, term: TermCode) -> Annotation {
    Annotation { comment: "because".into(), time: 7, ..Annotation::new(cheng().id, line(text), Some(term)) }
}

#[test]
fn what_is_written_is_there_after_reopening() {
    let dir = tempfile::tempdir().unwrap();
    let mut annotation = grade("E5 G5 F3", TermCode::VERY_GOOD);
    let source = GameSource {
        id: SourceId(3),
        title: "A game".into(),
        file: "a.sgf".into(),
        black: "B".into(),
        white: "W".into(),
        date: "2010-03-21".into(),
        result: "B+R".into(),
    };
    let label = BranchLabel::parse("M3-A").unwrap();
    let pattern = FuzzyPattern {
        id: PatternId(9),
        name: "Pattern 1".into(),
        side: crate::board::Color::Black,
        size: 9,
        rules: Some("chinese".into()),
        komi: Some(7.5),
        phase: Phase::Opening,
        remark: "Black wins".into(),
        origin: "a paper".into(),
        branches: vec![Branch { label, line: line("E5 G5 F3"), doubt: "F3 or E3".into() }],
    };
    annotation.better = Some(crate::board::Move::from_gtp("C5", 9).unwrap());
    annotation.rules = Some("chinese".into());
    annotation.komi = Some(6.5);
    annotation.pattern = Some(BranchRef { id: pattern.id, label });
    annotation.source = Some(SourceRef { id: source.id, number: 3 });
    annotation.state = Validation::Validated;
    annotation.judged_by = Some(cheng().id);
    annotation.origin = "window".into();
    let mut whole = Knowledge {
        experts: vec![cheng()],
        sources: vec![source],
        patterns: vec![pattern],
        annotations: vec![annotation, grade("E5", TermCode::BAD)],
        ..Default::default()
    };
    whole.sort();
    let edits = whole.clone().into_records().map(Edit::Put).collect();
    open(&dir).write("all", edits).unwrap();
    let store = open(&dir);
    assert_eq!(store.knowledge().unwrap(), whole);
    assert!(store.check().unwrap().is_ok());
    assert_eq!(store.stats().unwrap().annotations, 2);
}

#[test]
fn the_door_says_what_changed_and_undo_survives_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let first = grade("E5", TermCode::GOOD);
    let second = Annotation { term: Some(TermCode::BAD), ..first.clone() };
    let mut store = open(&dir);
    store.write("expert", vec![put(cheng())]).unwrap();
    store.write("grade", vec![put(first.clone())]).unwrap();
    let changed = store.write("regrade", vec![put(second.clone()), put(cheng())]).unwrap();
    let change = Change { before: Some(first.clone().into()), after: Some(second.clone().into()) };
    assert_eq!(changed.changes, [change], "an unchanged expert is no change");
    drop(store);

    let mut store = open(&dir);
    let undone = store.undo().unwrap().unwrap();
    assert_eq!((undone.label.as_str(), &undone.changes[0].after), ("regrade", &Some(first.clone().into())));
    assert_eq!(store.undo().unwrap().unwrap().changes[0].after, None);
    assert_eq!(store.annotation(first.id).unwrap(), None);
    assert_eq!(store.redo().unwrap().unwrap().label, "grade");
    assert_eq!(store.annotation(first.id).unwrap(), Some(first));
    // A new change forgets what was undone.
    store.write("another", vec![put(grade("E5 C3", TermCode::BAD))]).unwrap();
    assert_eq!(store.redo().unwrap(), None);
}

#[test]
fn an_expert_with_verdicts_is_not_deleted_without_them() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(&dir);
    let annotation = grade("E5", TermCode::GOOD);
    store.write("both", vec![put(cheng()), put(annotation.clone())]).unwrap();
    let error = store.write("Delete Cheng", vec![Edit::Delete(Key::Expert(cheng().id))]).unwrap_err();
    assert!(matches!(error, StoreError::Refused { .. }), "{error}");
    assert!(error.to_string().contains("verdicts still refer to it"), "{error}");
    let both = vec![Edit::Delete(Key::Annotation(annotation.id)), Edit::Delete(Key::Expert(cheng().id))];
    store.write("Delete Cheng", both).unwrap();
    assert_eq!(store.stats().unwrap().experts, 0);
    store.undo().unwrap();
    assert_eq!(store.annotation(annotation.id).unwrap(), Some(annotation));
}

#[test]
fn verdicts_are_found_in_every_orientation_and_order() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(&dir);
    let annotation = grade("E5 G5 F3 C6 D7", TermCode::VERY_GOOD);
    store.write("grade", vec![put(cheng()), put(annotation.clone())]).unwrap();
    // Reordered and mirrored along the diagonal (E5 E3 G4 D7 …).
    let here = line("G4 D7 E5 E3").end().unwrap();
    assert_eq!(store.annotations_at(&here).unwrap(), [annotation]);
    assert_eq!(store.annotations_at(&line("E5").end().unwrap()).unwrap(), []);
}

#[test]
fn several_programs_may_read_while_one_writes() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(&dir);
    let reader = Store::open_to_read(store.path()).unwrap();
    let other = Store::open_to_read(store.path()).unwrap();
    store.write("expert", vec![put(cheng())]).unwrap();
    assert_eq!(reader.experts().unwrap(), [cheng()]);
    assert_eq!(other.experts().unwrap(), [cheng()]);
}

#[test]
fn a_newer_file_is_refused_kindly_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = open(&dir).path().to_owned();
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let before = std::fs::read(&path).unwrap();
    for error in [Store::open(&path).unwrap_err(), Store::open_to_read(&path).unwrap_err()] {
        let said = error.to_string();
        assert!(said.contains("newer Fuzeki") && said.contains("version 99"), "{said}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn other_files_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let text = dir.path().join("game.sgf");
    std::fs::write(&text, "(;GM[1])").unwrap();
    let said = Store::open(&text).unwrap_err().to_string();
    assert!(said.contains("not a Fuzeki ontology") && said.contains("game.sgf"), "{said}");
    let foreign = dir.path().join("other.db");
    rusqlite::Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    let said = Store::open(&foreign).unwrap_err().to_string();
    assert!(said.contains("another program"), "{said}");
    let said = Store::open_to_read(&dir.path().join("none.db")).unwrap_err().to_string();
    assert!(said.contains("no such ontology"), "{said}");
}

#[test]
fn a_damaged_file_is_told_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(&dir);
    let path = store.path().to_owned();
    let mut edits = vec![put(cheng())];
    let points = crate::board::Point::all(9).map(|p| p.to_gtp(9));
    edits.extend(points.map(|p| put(grade(&p, TermCode::GOOD))));
    store.write("many", edits).unwrap();
    drop(store);
    let mut bytes = std::fs::read(&path).unwrap();
    let length = bytes.len();
    bytes[length / 3..length * 2 / 3].fill(0x5a);
    std::fs::write(&path, &bytes).unwrap();
    let said = Store::open(&path).unwrap_err().to_string();
    assert!(said.contains("is damaged") && said.contains("backup"), "{said}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn unknown_stored_values_become_nothing_and_are_reported() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(&dir);
    let annotation = grade("E5", TermCode::GOOD);
    store.write("both", vec![put(cheng()), put(annotation.clone())]).unwrap();
    let raw = rusqlite::Connection::open(store.path()).unwrap();
    raw.execute_batch(
        "UPDATE experts SET rank = '12 stars', colour = 'mauve';
         UPDATE annotations SET state = 77, better = 'Z99';",
    )
    .unwrap();
    let expert = &store.experts().unwrap()[0];
    assert_eq!((expert.rank, expert.colour), (None, cheng().colour));
    let read = store.annotation(annotation.id).unwrap().unwrap();
    assert_eq!((read.state, read.better), (Validation::Proposed, None));
    raw.execute_batch("UPDATE lines SET moves = 'nonsense'").unwrap();
    assert_eq!(store.annotation(annotation.id).unwrap(), None);
    assert_eq!(store.check().unwrap().unreadable.len(), 1);
}

#[test]
fn an_old_file_is_migrated_with_a_backup() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("old.db");
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ontology-v1.db");
    std::fs::copy(&stored, &path).unwrap();
    let mut store = Store::open(&path).unwrap();
    assert!(store.check().unwrap().is_ok());
    let stats = store.stats().unwrap();
    assert_eq!((stats.experts, stats.annotations), (2, 66));
    assert_eq!(store.undo().unwrap(), None, "to migrate is no change that could be undone");
    let backup = dir.path().join("old.db.backup-v1");
    let raw = rusqlite::Connection::open(&backup).unwrap();
    let version: i64 = raw.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 1, "the backup is the file as it was");
}

#[test]
fn the_writer_acknowledges_each_change_and_keeps_its_order() {
    let dir = tempfile::tempdir().unwrap();
    let writer = Writer::start(open(&dir), || {}).unwrap();
    let expert = writer.submit("expert", vec![put(cheng())]);
    let points: Vec<String> = crate::board::Point::all(9).map(|p| p.to_gtp(9)).collect();
    let grades: Vec<Annotation> = points.iter().map(|p| grade(p, TermCode::GOOD)).collect();
    let tickets: Vec<Ticket> =
        grades.iter().map(|g| writer.submit(format!("grade {}", g.line), vec![put(g.clone())])).collect();
    let stranger = Annotation { expert: ExpertId(1), ..grade("E5 E4", TermCode::BAD) };
    let wrong = writer.submit("of nobody", vec![put(stranger)]);
    let undone = writer.undo(None);
    expert.wait().unwrap();
    for (ticket, grade) in tickets.into_iter().zip(&grades) {
        assert_eq!(ticket.wait().unwrap().changes[0].after, Some(grade.clone().into()));
    }
    assert!(matches!(wrong.wait(), Err(StoreError::Refused { .. })), "one bad change fails alone");
    assert_eq!(undone.wait().unwrap().label, "grade J1");
    let reader = Store::open_to_read(&dir.path().join("o.db")).unwrap();
    assert_eq!(reader.stats().unwrap().annotations, 80);
}

#[test]
fn a_bulk_change_takes_a_backup_instead_of_a_history() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(&dir);
    store.write("expert", vec![put(cheng())]).unwrap();
    let many = (0..20_001u64).map(|i| {
        let mut expert = cheng();
        expert.id = ExpertId(i);
        put(expert)
    });
    let changed = store.write("many", many.collect()).unwrap();
    assert!(changed.bulk.is_some_and(|b| b.exists()));
    assert_eq!(store.undo().unwrap(), None);
    assert_eq!(store.stats().unwrap().experts, 20_002);
}

#[test]
fn orphans_are_tidied() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(&dir);
    let annotation = grade("E5 G5", TermCode::GOOD);
    store.write("both", vec![put(cheng()), put(annotation.clone())]).unwrap();
    assert_eq!(store.tidy().unwrap(), 0);
    store.write("away", vec![Edit::Delete(Key::Annotation(annotation.id))]).unwrap();
    assert_eq!(store.tidy().unwrap(), 2);
    store.undo().unwrap();
    assert_eq!(store.annotation(annotation.id).unwrap(), Some(annotation));
}

#[test]
fn a_grade_replaces_the_expert_s_own_and_clearing_removes_it() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(&dir);
    store.write("expert", vec![put(cheng())]).unwrap();
    let writer = Writer::start(store, || {}).unwrap();
    let grade = |term| Grade { time: 5, ..Grade::new(cheng().id, line("E5 G5 F3"), term) };
    let first = writer.grade(grade(Some(TermCode::GOOD))).wait().unwrap();
    assert_eq!(first.label, "Grade F3 G");
    // The mirror image is the same move in the same position.
    let mirrored = Grade { line: line("E5 G5 F7"), ..grade(Some(TermCode::BAD)) };
    let second = writer.grade(mirrored).wait().unwrap();
    let (before, after) = (&second.changes[0].before, &second.changes[0].after);
    assert_eq!(before.as_ref().map(Record::key), after.as_ref().map(Record::key));
    // Said of no game, so it is the same word in any game.
    let in_game = Grade { source: Some(SourceRef { id: SourceId(1), number: 3 }), ..grade(Some(TermCode::GOOD)) };
    let third = writer.grade(in_game).wait().unwrap();
    assert_eq!(third.changes[0].before, second.changes[0].after);
    let words = Grade { comment: Some("because".into()), ..grade(None) };
    assert_eq!(writer.grade(words).wait().unwrap().label, "Comment on F3");
    assert_eq!(writer.grade(grade(None)).wait().unwrap().label, "Clear the grade of F3");
    let gone = Grade { comment: Some(String::new()), ..grade(None) };
    assert_eq!(writer.grade(gone).wait().unwrap().changes[0].after, None);
    assert!(writer.grade(grade(None)).wait().unwrap().changes.is_empty(), "nothing left to clear");
}

#[test]
fn a_file_that_may_only_be_read_says_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("o.db");
    drop(Store::open(&path).unwrap());
    let mut reader = Store::open_to_read(&path).unwrap();
    let error = reader.write("add", vec![put(cheng())]).unwrap_err();
    assert!(matches!(&error, StoreError::ReadOnly(at) if *at == path), "{error:?}");
    assert!(error.to_string().contains("copy it to a folder of your own"), "{error}");
}
