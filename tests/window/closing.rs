//! Files that cannot be read or written, and closing with unsaved work.

use crate::support::*;
use egui::{Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable;
use fuzeki::gui::Start;

const GAME: &str = "(;SZ[9];B[ee];W[gc])";

fn ask_to_close(hands: &mut Hands) -> Vec<ViewportCommand> {
    hands.input_mut().viewports.entry(ViewportId::ROOT).or_default().events.push(ViewportEvent::Close);
    hands.step();
    let commands = hands.output().viewport_output[&ViewportId::ROOT].commands.clone();
    hands.run_steps(2);
    commands
}

#[test]
fn closing_with_unsaved_work_asks_once_and_without_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    assert!(!ask_to_close(&mut hands).contains(&ViewportCommand::CancelClose), "nothing is unsaved");
    press(&mut hands, Modifiers::NONE, Key::P);
    assert!(document(&hands).is_modified());
    assert!(ask_to_close(&mut hands).contains(&ViewportCommand::CancelClose));
    assert!(hands.query_by_label("Save your changes?").is_some());
    hands.get_by_label("Don't save").click();
    hands.run_steps(2);
    assert!(!ask_to_close(&mut hands).contains(&ViewportCommand::CancelClose), "it asks once");
}

#[test]
fn an_unreadable_file_opens_a_message_and_leaves_what_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good.sgf");
    let bad = folder.path().join("bad.sgf");
    std::fs::write(&good, GAME).unwrap();
    std::fs::write(&bad, "nothing of a game").unwrap();
    let missing = folder.path().join("missing.sgf");
    let start = Start { files: vec![good, bad, missing], without_engine: true, ..Start::default() };
    let mut hands = open(start);
    for name in ["bad.sgf", "missing.sgf"] {
        assert!(hands.query_by_label_contains("This file cannot be opened").is_some());
        assert!(hands.query_all_by_label_contains(name).next().is_some());
        hands.get_by_label("Details").click();
        hands.run_steps(3);
        hands.get_by_label("OK").click();
        hands.run_steps(3);
    }
    assert_eq!(hands.state().session().documents().len(), 1);
    assert_eq!(document(&hands).tree().node_count(), 3);
}

#[test]
fn a_repaired_file_shows_its_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), "(;SZ[9];B[ee];W[zz]");
    assert!(hands.query_by_label("The file was repaired").is_some());
    press(&mut hands, Modifiers::NONE, Key::Enter);
    assert!(hands.query_by_label("The file was repaired").is_none());
    assert_eq!(document(&hands).tree().node_count(), 3);
}

#[test]
fn a_save_that_fails_keeps_the_work_unsaved_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, path) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::P);
    // A folder in the place of the file cannot be replaced by it.
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    press(&mut hands, Modifiers::COMMAND, Key::S);
    settle(&mut hands, |window| !window.is_busy());
    assert!(hands.query_by_label_contains("The game was not saved").is_some());
    assert!(document(&hands).is_modified());
}
