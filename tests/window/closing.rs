//! Files that cannot be read or written, and closing with unsaved work.

use crate::support::*;
use egui::{Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable;
use fuzeki::app::command::Command;
use fuzeki::app::files::{FileAnswer, FileQuestion};
use fuzeki::gui::Start;
use std::sync::{Arc, Mutex};

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
fn what_was_repaired_is_told_in_the_language_of_the_window() {
    for (language, words) in
        [("en", "1:15: the move W[zz] lies outside"), ("ja", "1:15: 着手 W[zz] は 9x9 の盤の外です")]
    {
        let folder = tempfile::tempdir().unwrap();
        let start = start_with(folder.path(), &format!("language = \"{language}\"\n"), "(;SZ[9];B[ee];W[zz])");
        let hands = open(Start { without_engine: true, ..start });
        assert!(hands.query_by_label_contains(words).is_some(), "{language}");
    }
}

#[test]
fn messages_come_one_at_a_time_and_a_key_answers_only_the_one_that_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let files =
        vec![file("one.sgf", "(;SZ[9];B[ee];W[zz]"), file("bad.sgf", "no game"), file("two.sgf", "(;SZ[9];B[xx]")];
    let mut hands = open(Start { files, without_engine: true, ..Start::default() });
    let shown = |hands: &Hands| {
        ["bad.sgf: no game", "one is open", "two is open"].map(|text| hands.query_by_label_contains(text).is_some())
    };
    for expected in [[true, false, false], [false, true, false], [false, false, true], [false; 3]] {
        assert_eq!(shown(&hands), expected);
        press(&mut hands, Modifiers::NONE, Key::Enter);
    }
    assert_eq!(hands.state().session().documents().len(), 2);
}

#[test]
fn a_file_that_another_program_changed_is_replaced_only_if_the_reader_wants_it() {
    const THEIRS: &str = "(;SZ[9];B[ee];W[gc];B[cc]C[written by somebody else])";
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, path) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::P);
    std::fs::write(&path, THEIRS).unwrap();
    press(&mut hands, Modifiers::COMMAND, Key::S);
    wait_for(&mut hands, "The file has changed");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), THEIRS);
    assert!(document(&hands).is_modified(), "it is not in a file yet");
    press(&mut hands, Modifiers::NONE, Key::Escape);
    assert!(hands.query_by_label("The file has changed").is_none());
    assert!(ask_to_close(&mut hands).contains(&ViewportCommand::CancelClose), "nor may it be lost now");
    hands.get_by_label("Save").click();
    wait_for(&mut hands, "The file has changed");
    hands.get_by_label("Replace").click();
    hands.run_steps(2);
    settle(&mut hands, |window| !window.is_busy() && window.session().modified().count() == 0);
    let ours = std::fs::read_to_string(&path).unwrap();
    assert!(ours.contains("B[]") && !ours.contains("somebody else"), "{ours}");
    // What was written here is no change by others.
    press(&mut hands, Modifiers::NONE, Key::P);
    press(&mut hands, Modifiers::COMMAND, Key::S);
    settle(&mut hands, |window| !window.is_busy());
    assert_eq!(hands.state().session().modified().count(), 0);
}

#[test]
fn a_window_that_is_closed_while_it_saves_waits_for_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, path) = open_file(folder.path(), GAME);
    for fails in [true, false] {
        if fails {
            std::fs::remove_file(&path).unwrap();
            std::fs::create_dir(&path).unwrap();
        } else {
            std::fs::remove_dir(&path).unwrap();
        }
        press(&mut hands, Modifiers::NONE, Key::P);
        hands.state_mut().ask(Command::Save);
        hands.input_mut().viewports.entry(ViewportId::ROOT).or_default().events.push(ViewportEvent::Close);
        hands.step();
        let commands = &hands.output().viewport_output[&ViewportId::ROOT].commands;
        assert!(commands.contains(&ViewportCommand::CancelClose), "the save is not done yet");
        match fails {
            true => wait_for(&mut hands, "The game was not saved"),
            false => assert!(closes(&mut hands)),
        }
        press(&mut hands, Modifiers::NONE, Key::Enter);
    }
    assert!(path.is_file());
}

#[test]
fn a_name_without_its_ending_replaces_no_file_unasked() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.sgf"), "in the way").unwrap();
    let place = folder.path().join("game");
    let ask = move |_: &FileQuestion| FileAnswer::Chosen(vec![place.clone()]);
    let mut hands = open(Start { without_engine: true, ask_where: Some(Arc::new(ask)), ..Start::default() });
    press(&mut hands, Modifiers::NONE, Key::Enter);
    press(&mut hands, Modifiers::NONE, Key::P);
    press(&mut hands, Modifiers::COMMAND, Key::S);
    wait_for(&mut hands, "There is such a file already");
    assert_eq!(std::fs::read_to_string(folder.path().join("game.sgf")).unwrap(), "in the way");
    hands.get_by_label("Replace").click();
    hands.run_steps(2);
    settle(&mut hands, |window| window.session().modified().count() == 0 && !window.is_busy());
    assert!(std::fs::read_to_string(folder.path().join("game.sgf")).unwrap().starts_with("(;"));
    assert!(!folder.path().join("game").exists());
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
    let message = format!("{:?}", hands.get_by_label_contains("The game was not saved"));
    assert!(message.contains("game.sgf") && message.contains("Save as…"), "which file, and what to do: {message}");
    assert!(document(&hands).is_modified());
}

/// Waits until the window was told to close.
fn closes(hands: &mut Hands) -> bool {
    let started = std::time::Instant::now();
    while started.elapsed().as_secs() < 20 {
        hands.step();
        if hands.output().viewport_output[&ViewportId::ROOT].commands.contains(&ViewportCommand::Close) {
            return true;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    false
}

#[test]
fn save_all_saves_what_has_a_file_and_asks_for_each_of_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("named.sgf");
    std::fs::write(&path, GAME).unwrap();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let (answers, place) = (asked.clone(), folder.path().to_owned());
    let ask = move |question: &FileQuestion| {
        let mut asked = answers.lock().unwrap();
        asked.push(question.name.clone());
        FileAnswer::Chosen(vec![place.join(format!("unnamed{}.sgf", asked.len()))])
    };
    let start =
        Start { files: vec![path.clone()], without_engine: true, ask_where: Some(Arc::new(ask)), ..Start::default() };
    let mut hands = open(start);
    press(&mut hands, Modifiers::NONE, Key::P);
    for _ in 0..2 {
        hands.event(egui::Event::Paste("(;SZ[9]GN[pasted];B[cc])".to_owned()));
        settle(&mut hands, |window| !window.is_busy());
    }
    assert_eq!(hands.state().session().modified().count(), 3);
    ask_to_close(&mut hands);
    hands.get_by_label("Save all").click();
    assert!(closes(&mut hands), "it closes after the last answer");
    assert_eq!(asked.lock().unwrap().as_slice(), ["pasted.sgf", "pasted.sgf"]);
    assert_eq!(hands.state().session().modified().count(), 0);
    assert!(std::fs::read_to_string(&path).unwrap().contains("B[]"), "the pass is in the file");
    for name in ["unnamed1.sgf", "unnamed2.sgf"] {
        assert!(std::fs::read_to_string(folder.path().join(name)).unwrap().contains("B[cc]"), "{name}");
    }
}

#[test]
fn a_save_that_is_not_wanted_after_all_keeps_the_window_open() {
    let ask = |_: &FileQuestion| FileAnswer::Dismissed;
    let mut hands = open(Start { without_engine: true, ask_where: Some(Arc::new(ask)), ..Start::default() });
    press(&mut hands, Modifiers::NONE, Key::Enter);
    press(&mut hands, Modifiers::NONE, Key::P);
    ask_to_close(&mut hands);
    hands.get_by_label("Save").click();
    for _ in 0..50 {
        hands.step();
        let commands = &hands.output().viewport_output[&ViewportId::ROOT].commands;
        assert!(!commands.contains(&ViewportCommand::Close));
        std::thread::sleep(std::time::Duration::from_millis(4));
    }
    assert_eq!(hands.state().session().modified().count(), 1);
}

#[test]
fn where_the_desktop_has_no_dialog_for_files_the_window_asks_for_a_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("typed.sgf");
    std::fs::write(&path, "in the way").unwrap();
    let ask = |_: &FileQuestion| FileAnswer::NoDialog;
    let start = Start { without_engine: true, ask_where: Some(Arc::new(ask)), ..Start::default() };
    let mut hands = open(start);
    press(&mut hands, Modifiers::NONE, Key::Enter);
    press(&mut hands, Modifiers::NONE, Key::P);
    press(&mut hands, Modifiers::COMMAND, Key::S);
    wait_for(&mut hands, "Save where?");
    press(&mut hands, Modifiers::NONE, Key::Escape);
    assert!(hands.query_by_label("Save where?").is_none(), "Esc takes it away");
    press(&mut hands, Modifiers::COMMAND, Key::S);
    wait_for(&mut hands, "Save where?");
    press(&mut hands, Modifiers::COMMAND, Key::A);
    hands.event(egui::Event::Text(path.display().to_string()));
    hands.run_steps(2);
    press(&mut hands, Modifiers::NONE, Key::Enter);
    wait_for(&mut hands, "There is such a file already");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "in the way", "nothing is replaced unasked");
    hands.get_by_label("Replace").click();
    hands.run_steps(2);
    settle(&mut hands, |window| window.session().modified().count() == 0 && !window.is_busy());
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("(;"));
    let other = folder.path().join("other.sgf");
    std::fs::write(&other, GAME).unwrap();
    press(&mut hands, Modifiers::COMMAND, Key::O);
    wait_for(&mut hands, "Open which file?");
    press(&mut hands, Modifiers::COMMAND, Key::A);
    hands.event(egui::Event::Text(other.display().to_string()));
    hands.run_steps(2);
    press(&mut hands, Modifiers::NONE, Key::Enter);
    settle(&mut hands, |window| window.session().active().and_then(|one| one.path()) == Some(other.as_path()));
}

#[test]
fn saving_on_the_way_out_closes_the_tab() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, path) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::P);
    press(&mut hands, Modifiers::COMMAND, Key::W);
    hands.get_by_label("Save").click();
    hands.run_steps(2);
    settle(&mut hands, |window| !window.is_busy());
    assert!(hands.state().session().documents().is_empty());
    assert!(std::fs::read_to_string(path).unwrap().contains("B[]"));
}

#[test]
fn the_program_can_be_ended_while_the_welcome_is_shown() {
    let mut hands = open(Start { without_engine: true, ..Start::default() });
    assert!(hands.query_by_label("Welcome to Fuzeki").is_some());
    let (key, modifiers) = (Key::Q, Modifiers::COMMAND);
    let event = egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    hands.input_mut().events.push(event);
    assert!(closes(&mut hands));
}
