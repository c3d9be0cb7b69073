//! Grading in the window: by keys and menus, kept on the disk, taken back, blind, felt by the engine.

use crate::support::*;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use fuzeki::app::knowledge::State;
use fuzeki::board::{Move, Point};
use fuzeki::gui::Start;
use fuzeki::ontology::{ExpertId, Store, TermCode};
use std::path::Path;

/// Pattern 1 of Hoock et al. up to White 2, then a reply of our own.
pub const PATTERN: &str = "(;SZ[9]KM[7.5]RU[Chinese]PB[A]PW[B];B[ee];W[ge];B[fg])";

/// A window that knows Ming-Chi Cheng as the one who grades.
pub fn open_as_cheng(folder: &Path, game: &str) -> Hands {
    let own = folders(folder);
    let id = fuzeki::ontology::Expert::id_of("Ming-Chi Cheng");
    std::fs::write(own.config.join("window.json"), format!("{{\"expert\": \"{id}\"}}")).unwrap();
    open_file(folder, game).0
}

pub fn saved(hands: &mut Hands) {
    settle(hands, |window| !window.knowledge().is_writing());
}

/// What the file on the disk says of the last move of a line, with the expert.
pub fn on_disk(folder: &Path, line: &str) -> Vec<(ExpertId, Option<TermCode>)> {
    let store = Store::open_to_read(&folder.join("data/ontology.db")).unwrap();
    let knowledge = store.knowledge().unwrap();
    let said = knowledge.annotations.iter().filter(|a| a.line.to_string() == line);
    said.map(|a| (a.expert, a.term)).collect()
}

#[test]
fn the_shipped_patterns_are_there_at_the_first_start_and_stand_on_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), PATTERN);
    assert_eq!(*hands.state().knowledge().state(), State::Open);
    assert_eq!(hands.state().knowledge().index().len(), 66);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    let here = hands.state().here();
    let f3 = Move::from_gtp("F3", 9).unwrap();
    let said: Vec<_> = here.next.iter().filter(|(mv, _)| *mv == f3).map(|(_, mark)| mark.term).collect();
    assert_eq!(said, [TermCode::VERY_GOOD; 2]);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(hands.state().here().shown.len(), 2, "the move played is F3, which both have graded");
}

#[test]
fn one_key_grades_the_move_shown_and_it_is_on_the_disk_when_the_window_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), "(;SZ[9];B[cc];W[gg])");
    press(&mut hands, Modifiers::NONE, Key::End);
    press(&mut hands, Modifiers::NONE, Key::Num4);
    saved(&mut hands);
    assert!(hands.query_by_label_contains("G3 bad: saved").is_some());
    let said = on_disk(folder.path(), "C7 G3");
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].1, Some(TermCode::BAD));
    assert_eq!(hands.state().here().mine_of_shown(), Some(TermCode::BAD));
    // Another word replaces it, 0 takes it away.
    press(&mut hands, Modifiers::NONE, Key::Num1);
    saved(&mut hands);
    assert_eq!(on_disk(folder.path(), "C7 G3")[0].1, Some(TermCode::VERY_GOOD));
    press(&mut hands, Modifiers::NONE, Key::Num0);
    saved(&mut hands);
    assert!(on_disk(folder.path(), "C7 G3").is_empty());
    assert_eq!(hands.state().here().mine_of_shown(), None);
}

#[test]
fn undo_takes_grades_and_edits_back_in_the_order_they_were_made() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), "(;SZ[9];B[cc];W[gg])");
    press(&mut hands, Modifiers::NONE, Key::End);
    press(&mut hands, Modifiers::NONE, Key::Num2);
    saved(&mut hands);
    click(&mut hands, Point::new(4, 4));
    press(&mut hands, Modifiers::NONE, Key::Num5);
    saved(&mut hands);
    let state = |hands: &Hands| {
        let (first, second) = (on_disk(folder.path(), "C7 G3"), on_disk(folder.path(), "C7 G3 E5"));
        (first.len(), document(hands).tree().node_count(), second.len())
    };
    let states = [(1, 4, 1), (1, 4, 0), (1, 3, 0), (0, 3, 0)];
    let names = ["Undo: E5 very bad", "Undo: add a move", "Undo: G3 good"];
    for (i, expected) in states.into_iter().enumerate() {
        if i > 0 {
            // The menu says what will be taken back.
            hands.get_by_label("Edit").click();
            hands.run_steps(3);
            assert!(hands.query_by_label_contains(names[i - 1]).is_some(), "{}", names[i - 1]);
            press(&mut hands, Modifiers::NONE, Key::Escape);
            press(&mut hands, Modifiers::COMMAND, Key::Z);
            saved(&mut hands);
        }
        assert_eq!(state(&hands), expected, "after {i} times undo");
    }
    for expected in states.into_iter().rev().skip(1) {
        press(&mut hands, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
        saved(&mut hands);
        assert_eq!(state(&hands), expected);
    }
}

#[test]
fn where_no_move_is_shown_nobody_is_asked_who_grades() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), PATTERN);
    press(&mut hands, Modifiers::NONE, Key::Num2);
    assert!(hands.query_by_label("Who grades?").is_none());
    assert!(hands.query_by_label_contains("No move is shown").is_some());
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::NONE, Key::Num2);
    assert!(hands.query_by_label("Who grades?").is_some());
}

#[test]
fn who_grades_is_asked_once_and_the_grade_is_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), "(;SZ[9];B[cc])");
    press(&mut hands, Modifiers::NONE, Key::End);
    press(&mut hands, Modifiers::NONE, Key::Num2);
    assert!(hands.query_by_label("Who grades?").is_some());
    assert!(hands.query_by_label("Ming-Chi Cheng (7p)").is_some(), "those who are known can be chosen");
    let field = hands.get_by_label("Name");
    field.focus();
    hands.run_steps(2);
    hands.event(egui::Event::Text("王小明".to_owned()));
    hands.run_steps(3);
    hands.get_by_label("Grade as this expert").click();
    hands.run_steps(3);
    settle(&mut hands, |window| window.here().mine_of_shown().is_some() && !window.knowledge().is_writing());
    assert!(hands.query_by_label_contains("Grading as 王小明").is_some());
    let said = on_disk(folder.path(), "C7");
    assert_eq!(said, [(fuzeki::ontology::Expert::id_of("王小明"), Some(TermCode::GOOD))]);
}

/// Opens a game of one move in the place of the one shown.
fn open_another(hands: &mut Hands, folder: &Path) {
    let path = folder.join("another.sgf");
    std::fs::write(&path, "(;SZ[9];B[gg])").unwrap();
    hands.state_mut().ask_to_open(path.clone());
    settle(hands, |window| window.session().active().is_some_and(|document| document.path() == Some(path.as_path())));
}

#[test]
fn a_file_that_comes_while_somebody_is_asked_who_grades_is_not_graded_in_the_place_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), "(;SZ[9];B[cc])");
    press(&mut hands, Modifiers::NONE, Key::End);
    press(&mut hands, Modifiers::NONE, Key::Num2);
    open_another(&mut hands, folder.path());
    hands.get_by_label("Ming-Chi Cheng (7p)").click();
    hands.run_steps(2);
    hands.get_by_label("Grade as this expert").click();
    hands.run_steps(3);
    assert!(hands.query_by_label_contains("Another game is shown by now").is_some());
    press(&mut hands, Modifiers::NONE, Key::End);
    saved(&mut hands);
    assert_eq!(on_disk(folder.path(), "G3"), []);
}

#[test]
fn the_menu_of_a_node_closes_when_another_game_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), "(;SZ[9];B[cc](;W[gg])(;W[gc]))");
    right_click_on_the_second_variation(&mut hands);
    assert!(hands.query_by_label_contains("Grade: very bad").is_some());
    // It has fewer nodes than the number of that one.
    open_another(&mut hands, folder.path());
    assert!(hands.query_by_label_contains("Grade: very bad").is_none());
}

#[test]
fn a_right_click_grades_a_move_that_could_come_next() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), "(;SZ[9];B[cc])");
    press(&mut hands, Modifiers::NONE, Key::End);
    let pos = place(&hands, Point::new(6, 6));
    click_at(&mut hands, pos, egui::PointerButton::Secondary);
    hands.get_by_label_contains("Grade: uncertain").click();
    hands.run_steps(3);
    saved(&mut hands);
    assert_eq!(hands.state().here().mine(Move::from_gtp("G3", 9).unwrap()), Some(TermCode::UNCERTAIN));
    assert_eq!(number(&hands), 1, "the position shown stays");
    assert_eq!(document(&hands).tree().node_count(), 2, "and the game is not touched");
}

#[test]
fn blind_mode_shows_others_only_after_ones_own_grade() {
    let folder = tempfile::tempdir().unwrap();
    let own = folders(folder.path());
    std::fs::write(own.config.join("settings.toml"), "welcome = false\nblind = true\n").unwrap();
    let (mut hands, _) = open_file(folder.path(), PATTERN);
    press(&mut hands, Modifiers::NONE, Key::End);
    assert!(hands.state().here().is_blind && hands.state().here().shown.is_empty());
    press(&mut hands, Modifiers::NONE, Key::Num1);
    let field = hands.get_by_label("Name");
    field.focus();
    hands.run_steps(2);
    hands.event(egui::Event::Text("A judge".to_owned()));
    hands.run_steps(3);
    hands.get_by_label("Grade as this expert").click();
    settle(&mut hands, |window| !window.here().is_blind);
    assert_eq!(hands.state().here().shown.len(), 3, "one's own and the two of the paper");
}

#[test]
fn a_file_that_is_no_ontology_is_told_and_the_window_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let own = folders(folder.path());
    let wrong = folder.path().join("wrong.db");
    std::fs::write(&wrong, "this is not a database, however long it is").unwrap();
    let path = folder.path().join("game.sgf");
    std::fs::write(&path, PATTERN).unwrap();
    let start = Start {
        folders: Some(own),
        files: vec![path],
        ontology: Some(wrong.clone()),
        without_engine: true,
        ..Start::default()
    };
    let mut hands = open(start);
    assert!(hands.query_by_label_contains("The ontology cannot be used").is_some());
    hands.get_by_label("OK").click();
    hands.run_steps(3);
    press(&mut hands, Modifiers::NONE, Key::End);
    assert_eq!(number(&hands), 3);
    press(&mut hands, Modifiers::NONE, Key::Num1);
    assert_eq!(std::fs::read_to_string(&wrong).unwrap(), "this is not a database, however long it is");
}

#[test]
fn a_file_of_a_newer_fuzeki_is_refused_kindly_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let own = folders(folder.path());
    let newer = folder.path().join("newer.db");
    drop(fuzeki::ontology::shipped::open(&newer).unwrap());
    let db = rusqlite::Connection::open(&newer).unwrap();
    db.pragma_update(None, "user_version", 999).unwrap();
    drop(db);
    let start = Start { folders: Some(own), ontology: Some(newer), without_engine: true, ..Start::default() };
    let hands = open(start);
    assert!(hands.query_by_label_contains("written by a newer Fuzeki").is_some());
    assert!(matches!(hands.state().knowledge().state(), State::Failed(_)));
    assert!(hands.state().session().active().is_some(), "the window goes on");
}

/// One column to the right of the root, two rows below it.
fn right_click_on_the_second_variation(hands: &mut Hands) {
    let tree = hands.get_all_by_label("Variations").map(|node| node.rect());
    let tree = tree.max_by(|a, b| a.area().total_cmp(&b.area())).unwrap();
    let at = tree.min + egui::vec2(18.0 + 1.25 * 25.0, 16.0 + 2.25 * 26.0);
    click_at(hands, at, egui::PointerButton::Secondary);
}

#[test]
fn a_right_click_in_the_tree_grades_a_branch() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), "(;SZ[9];B[cc](;W[gg])(;W[gc]))");
    right_click_on_the_second_variation(&mut hands);
    hands.get_by_label_contains("Grade: very bad").click();
    hands.run_steps(3);
    saved(&mut hands);
    assert_eq!(
        on_disk(folder.path(), "C7 G7"),
        [(fuzeki::ontology::Expert::id_of("Ming-Chi Cheng"), Some(TermCode::VERY_BAD))]
    );
}

#[test]
fn a_grade_given_at_the_last_moment_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), "(;SZ[9];B[cc])");
    press(&mut hands, Modifiers::NONE, Key::End);
    hands.key_press(Key::Num5);
    hands.step();
    // The window goes at once: what was handed in is written before the program ends.
    drop(hands);
    assert_eq!(on_disk(folder.path(), "C7").len(), 1);
}
