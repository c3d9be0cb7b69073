//! The file of the ontology: written by another program, locked, read-only, damaged, exchanged.

use crate::grades::{PATTERN, on_disk, open_as_cheng, saved};
use crate::ontology::click_label;
use crate::support::*;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use fuzeki::app::files::FileAnswer;
use fuzeki::app::knowledge::State;
use fuzeki::gui::Start;
use fuzeki::ontology::store::Grade;
use fuzeki::ontology::{Expert, Line, Store, TermCode, shipped};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const GAME: &str = "(;SZ[9]RU[Chinese]KM[7.5];B[cc];W[gg])";

fn file(folder: &Path) -> PathBuf {
    folder.join("data/ontology.db")
}

/// Another program grades.
fn grade_elsewhere(folder: &Path, expert: &str, line: &str, term: TermCode) {
    let mut store = Store::open(&file(folder)).unwrap();
    let grade = Grade::new(Expert::id_of(expert), Line::parse(line, 9).unwrap(), Some(term));
    let (label, edits) = store.grade_edits(&grade).unwrap();
    store.write(&label, edits).unwrap();
}

/// Another program writes, and does not finish.
fn lock(folder: &Path) -> Connection {
    let other = Connection::open(file(folder)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    other
}

#[test]
fn what_another_program_writes_is_seen_without_a_restart_and_felt_by_the_engine() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "[engine]\nmemory = 32\nthreads = 1\nsimulations = 60\n";
    let mut hands = open(start_with(folder.path(), settings, GAME));
    press(&mut hands, Modifiers::NONE, Key::End);
    settle(&mut hands, |window| window.has_verdict());
    assert!(hands.state().opinion().unwrap().candidates.iter().all(|c| c.expert.1 == 0.0));
    grade_elsewhere(folder.path(), "Ming-Chi Cheng", "C7 G3", TermCode::BAD);
    // C3 and its mirror image G7.
    grade_elsewhere(folder.path(), "Ming-Chi Cheng", "C7 G3 C3", TermCode::VERY_GOOD);
    settle(&mut hands, |window| window.here().shown.len() == 1 && window.here().next.len() == 2);
    assert_eq!(hands.state().here().shown[0].term, TermCode::BAD);
    assert!(hands.query_by_label_contains("Another program has changed the ontology").is_some());
    settle(&mut hands, |window| {
        window.opinion().is_some_and(|seen| seen.candidates.iter().any(|candidate| candidate.expert.1 > 0.0))
    });
}

#[test]
fn ones_own_grades_are_not_taken_for_another_program_and_its_changes_are_not_ours_to_undo() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::End);
    press(&mut hands, Modifiers::NONE, Key::Num2);
    saved(&mut hands);
    std::thread::sleep(std::time::Duration::from_millis(1300));
    hands.run_steps(4);
    assert!(hands.query_by_label_contains("Another program").is_none());
    grade_elsewhere(folder.path(), "Biing-Shiun Luoh", "C7 G3", TermCode::VERY_BAD);
    settle(&mut hands, |window| window.here().shown.len() == 2);
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    settle(&mut hands, |window| !window.knowledge().is_writing());
    assert!(hands.query_by_label_contains("Another program has changed the ontology since").is_some());
    assert_eq!(on_disk(folder.path(), "C7 G3").len(), 2, "both words stand");
}

#[test]
fn grades_wait_in_order_while_another_program_holds_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::End);
    let other = lock(folder.path());
    press(&mut hands, Modifiers::NONE, Key::Num1);
    press(&mut hands, Modifiers::NONE, Key::Num4);
    settle(&mut hands, |window| window.knowledge().unwritten() == 2);
    assert!(hands.query_by_label_contains("Another program is writing to").is_some());
    assert!(hands.query_by_label_contains("2 changes wait to be written").is_some());
    click_label(&mut hands, "OK");
    assert!(hands.query_by_label_contains("2 not written yet").is_some(), "the bar below says it too");
    assert_eq!(hands.state().knowledge().waiting().count(), 2, "the board shows them as on their way");
    assert!(on_disk(folder.path(), "C7 G3").is_empty());
    // A third one is taken back before it was ever written.
    press(&mut hands, Modifiers::NONE, Key::Num5);
    settle(&mut hands, |window| window.knowledge().unwritten() == 3);
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    other.execute_batch("ROLLBACK").unwrap();
    settle(&mut hands, |window| window.knowledge().unwritten() == 0 && !window.knowledge().is_writing());
    let said = on_disk(folder.path(), "C7 G3");
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].1, Some(TermCode::BAD), "the last word counts");
    assert!(hands.state().knowledge().trouble().is_none());
}

#[test]
fn a_grade_of_a_large_board_may_be_saved_while_a_small_one_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), "(;SZ[19];B[dp])(;SZ[9])");
    press(&mut hands, Modifiers::NONE, Key::End);
    let other = lock(folder.path());
    press(&mut hands, Modifiers::NONE, Key::Num1);
    settle(&mut hands, |window| window.knowledge().unwritten() == 1);
    click_label(&mut hands, "OK");
    press(&mut hands, Modifiers::COMMAND, Key::PageDown);
    assert_eq!(document(&hands).tree().size(), 9);
    other.execute_batch("ROLLBACK").unwrap();
    settle(&mut hands, |window| window.knowledge().unwritten() == 0 && !window.knowledge().is_writing());
    assert_eq!(on_disk(folder.path(), "D4").len(), 1);
    assert!(hands.query_by_label_contains("D4").is_some(), "and it is told by the name of its own board");
}

#[test]
fn somebody_new_can_grade_while_the_file_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::End);
    let other = lock(folder.path());
    press(&mut hands, Modifiers::NONE, Key::Num2);
    hands.get_by_label("Name").focus();
    hands.run_steps(2);
    hands.event(egui::Event::Text("王小明".to_owned()));
    hands.run_steps(3);
    click_label(&mut hands, "Grade as this expert");
    settle(&mut hands, |window| window.knowledge().unwritten() == 2);
    other.execute_batch("ROLLBACK").unwrap();
    settle(&mut hands, |window| window.knowledge().unwritten() == 0 && !window.knowledge().is_writing());
    assert_eq!(on_disk(folder.path(), "C7 G3"), [(Expert::id_of("王小明"), Some(TermCode::GOOD))]);
}

#[test]
fn what_could_not_be_written_is_written_by_the_next_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::End);
    let other = lock(folder.path());
    press(&mut hands, Modifiers::NONE, Key::Num3);
    settle(&mut hands, |window| window.knowledge().unwritten() == 1);
    hands.state_mut().end();
    drop(hands);
    other.execute_batch("ROLLBACK").unwrap();
    assert!(on_disk(folder.path(), "C7 G3").is_empty());
    let kept = folder.path().join("data/unwritten");
    assert_eq!(std::fs::read_dir(&kept).unwrap().count(), 1);
    let mut hands = open_as_cheng(folder.path(), GAME);
    settle(&mut hands, |window| window.knowledge().unwritten() == 0 && !window.knowledge().is_writing());
    assert_eq!(on_disk(folder.path(), "C7 G3")[0].1, Some(TermCode::UNCERTAIN));
    drop(hands);
    assert_eq!(std::fs::read_dir(&kept).unwrap().count(), 0, "and is kept no longer");
}

#[test]
fn a_file_locked_at_the_start_is_opened_as_soon_as_it_can_be() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("data")).unwrap();
    drop(shipped::open(&file(folder.path())).unwrap());
    let other = Connection::open(file(folder.path())).unwrap();
    other
        .execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE terms SET name = name; COMMIT")
        .unwrap();
    let mut hands = open_as_cheng(folder.path(), GAME);
    assert!(matches!(hands.state().knowledge().state(), State::Failed(_)));
    assert!(hands.query_by_label_contains("Another program is writing to").is_some());
    drop(other);
    settle(&mut hands, |window| *window.knowledge().state() == State::Open);
    assert_eq!(hands.state().knowledge().index().len(), 66);
    assert!(hands.query_by_label_contains("Another program is writing to").is_none(), "the message is gone too");
}

/// From now on SQLite holds the file for read-only, or not any more: its header asks for a later version
/// to write it. Unlike permissions this holds for every user.
fn set_read_only(path: &Path, is_so: bool) {
    let mut bytes = std::fs::read(path).unwrap();
    bytes[18] = if is_so { 3 } else { 2 };
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn a_read_only_file_is_shown_and_what_is_graded_waits_until_it_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("data")).unwrap();
    drop(shipped::open(&file(folder.path())).unwrap());
    set_read_only(&file(folder.path()), true);
    let mut hands = open_as_cheng(folder.path(), PATTERN);
    assert!(hands.query_by_label_contains("new verdicts wait until the file can be written").is_some());
    click_label(&mut hands, "OK");
    press(&mut hands, Modifiers::NONE, Key::End);
    assert_eq!(hands.state().here().shown.len(), 2, "what experts said is there");
    press(&mut hands, Modifiers::NONE, Key::ArrowLeft);
    press(&mut hands, Modifiers::NONE, Key::Num5);
    assert_eq!(hands.state().knowledge().unwritten(), 1);
    assert_eq!(hands.state().knowledge().waiting().count(), 1);
    set_read_only(&file(folder.path()), false);
    click_label(&mut hands, "⚠ 1 not written yet");
    settle(&mut hands, |window| window.knowledge().unwritten() == 0 && !window.knowledge().is_writing());
    let said = on_disk(folder.path(), "E5 G5");
    let cheng = Expert::id_of("Ming-Chi Cheng");
    assert!(said.contains(&(cheng, Some(TermCode::VERY_BAD))), "{said:?}");
}

#[test]
fn a_damaged_file_is_left_alone_and_its_backup_can_be_opened_instead() {
    let folder = tempfile::tempdir().unwrap();
    let own = folders(folder.path());
    std::fs::create_dir_all(folder.path().join("data")).unwrap();
    let store = shipped::open(&file(folder.path())).unwrap();
    let backup = store.backup("test").unwrap();
    drop(store);
    let mut bytes = std::fs::read(file(folder.path())).unwrap();
    for byte in &mut bytes[4096..12288] {
        *byte = 0xAA;
    }
    std::fs::write(file(folder.path()), &bytes).unwrap();
    let path = folder.path().join("game.sgf");
    std::fs::write(&path, PATTERN).unwrap();
    let chosen = backup.clone();
    let start = Start {
        folders: Some(own.clone()),
        files: vec![path],
        without_engine: true,
        ask_where: Some(Arc::new(move |_| FileAnswer::Chosen(vec![chosen.clone()]))),
        ..Start::default()
    };
    let mut hands = open(start);
    let message = hands.get_by_label_contains("is damaged and was left as it is");
    assert!(format!("{message:?}").contains("ontology.db.backup-test"), "it names the backup");
    click_label(&mut hands, "Open another…");
    settle(&mut hands, |window| *window.knowledge().state() == State::Open);
    assert_eq!(hands.state().knowledge().path(), backup);
    press(&mut hands, Modifiers::NONE, Key::End);
    assert_eq!(hands.state().here().shown.len(), 2);
    assert_eq!(std::fs::read(file(folder.path())).unwrap(), bytes, "the damaged one is as it was");
    hands.state_mut().end();
    // The next run begins with it, and a command leads back to one's own.
    let mut hands = open(Start { folders: Some(own), without_engine: true, ..Start::default() });
    assert_eq!(hands.state().knowledge().path(), backup);
    press(&mut hands, Modifiers::COMMAND, Key::K);
    hands.event(egui::Event::Text("Open your own ontology".to_owned()));
    hands.run_steps(2);
    press(&mut hands, Modifiers::NONE, Key::Enter);
    settle(&mut hands, |window| matches!(window.knowledge().state(), State::Failed(_)));
    assert_eq!(hands.state().knowledge().path(), file(folder.path()));
}
