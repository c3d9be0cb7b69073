//! A review: open, walk, branch, comment, undo, save, reopen, compare; and after a crash.

use crate::support::*;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use fuzeki::board::Point;
use fuzeki::gui::Start;
use fuzeki::record::{ReadOptions, read_path};

const GAME: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]PB[A]PW[B];B[ee];W[gc];B[cg];W[gg])";

#[test]
fn a_game_is_opened_walked_branched_commented_undone_saved_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, path) = open_file(folder.path(), GAME);
    for _ in 0..2 {
        press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    }
    assert_eq!(number(&hands), 2);

    click(&mut hands, Point::new(2, 2));
    assert_eq!(number(&hands), 3);
    assert_eq!(document(&hands).tree().node_count(), 6, "a branch was added");
    assert!(document(&hands).is_modified());
    write_comment(&mut hands, "这手棋很有味道");
    let node = document(&hands).current();
    assert_eq!(document(&hands).tree().comment(node).as_deref(), Some("这手棋很有味道"));

    press(&mut hands, Modifiers::COMMAND, Key::Z);
    assert_eq!(document(&hands).tree().comment(node), None);
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    assert_eq!(document(&hands).tree().node_count(), 5);
    assert!(!document(&hands).is_modified(), "undone back to the file");
    for _ in 0..2 {
        press(&mut hands, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    }
    assert_eq!(document(&hands).tree().comment(node).as_deref(), Some("这手棋很有味道"));

    press(&mut hands, Modifiers::COMMAND, Key::S);
    settle(&mut hands, |window| !window.is_busy());
    assert!(!document(&hands).is_modified());
    let read = read_path(&path, &ReadOptions::default()).unwrap();
    assert!(read.warnings.list().is_empty());
    assert_eq!(&read.collection, document(&hands).collection());

    let (again, _) = {
        let start = Start { files: vec![path.clone()], without_engine: true, ..Start::default() };
        (open(start), ())
    };
    assert_eq!(document(&again).collection(), document(&hands).collection());
}

#[test]
fn an_illegal_move_is_refused_with_words_and_the_wheel_walks() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    let centre = place(&hands, Point::new(4, 4));
    hands.hover_at(centre);
    hands.run_steps(2);
    let wheel = |y| egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: egui::vec2(0.0, y),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    };
    hands.event(wheel(-1.0));
    hands.run_steps(2);
    assert_eq!(number(&hands), 1, "down is forward");
    click(&mut hands, Point::new(4, 4));
    assert_eq!(number(&hands), 1);
    assert_eq!(document(&hands).tree().node_count(), 5);
    assert!(hands.query_by_label("Against the rules: there is already a black stone").is_some());
    hands.hover_at(centre);
    hands.run_steps(2);
    hands.event(wheel(1.0));
    hands.run_steps(2);
    assert_eq!(number(&hands), 0);
}

#[test]
fn the_graph_seeks() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    let canvas =
        hands.get_all_by_label("Graph").map(|node| node.rect()).max_by(|a, b| a.area().total_cmp(&b.area())).unwrap();
    let right = egui::pos2(canvas.right() - canvas.width() * 0.02, canvas.center().y);
    click_at(&mut hands, right, egui::PointerButton::Primary);
    assert_eq!(number(&hands), 4);
    let left = egui::pos2(canvas.left() + canvas.width() * 0.02, canvas.center().y);
    click_at(&mut hands, left, egui::PointerButton::Primary);
    assert_eq!(number(&hands), 0);
}

#[test]
fn edit_tools_put_stones_and_marks() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::COMMAND, Key::Num3);
    click(&mut hands, Point::new(0, 0));
    press(&mut hands, Modifiers::COMMAND, Key::Num5);
    click(&mut hands, Point::new(1, 1));
    let root = document(&hands).tree().root();
    let text = document(&hands).tree().properties(root).as_str().to_owned();
    assert!(text.contains("AW[aa]") && text.contains("TR[bb]"), "{text}");
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    assert!(!document(&hands).tree().properties(root).as_str().contains("TR[bb]"));
}

#[test]
fn what_a_crash_took_is_offered_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, path) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::End);
    write_comment(&mut hands, "絶妙");
    let edited = document(&hands).collection().clone();
    settle(&mut hands, |window| window.is_autosaved());
    // The process dies: nothing is closed, nothing said.
    drop(hands);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), GAME, "the file itself was not touched");
    // The writer thread of the dead window finishes what it was given.
    std::thread::sleep(std::time::Duration::from_millis(300));

    let start = Start { folders: Some(folders(folder.path())), without_engine: true, ..Start::default() };
    let mut again = open(start);
    assert!(again.query_by_label("Your work is still here").is_some());
    again.get_by_label("Bring back").click();
    again.run_steps(3);
    settle(&mut again, |window| window.session().active().is_some_and(|document| document.path().is_some()));
    assert_eq!(document(&again).collection(), &edited);
    assert!(document(&again).is_modified(), "it is still in no file");
    assert_eq!(document(&again).path(), Some(path.as_path()), "and belongs to the one it came from");
    press(&mut again, Modifiers::COMMAND, Key::S);
    settle(&mut again, |window| !window.is_busy());
    assert_eq!(read_path(&path, &ReadOptions::default()).unwrap().collection, edited);
}

#[cfg(unix)]
#[test]
fn a_file_that_takes_its_time_is_said_to_be_opening_until_it_is_there() {
    let folder = tempfile::tempdir().unwrap();
    // A pipe is read to its end only when somebody has written it.
    let pipe = folder.path().join("slow.sgf");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let own = Some(folders(folder.path()));
    let start = Start { folders: own, files: vec![pipe.clone()], without_engine: true, ..Start::default() };
    let mut hands = open_at_once(start);
    hands.run_steps(2);
    assert!(hands.query_all_by_label("Opening…").next().is_some());
    assert!(hands.query_by_label_contains("No game is open").is_none());
    std::fs::write(&pipe, GAME).unwrap();
    settle(&mut hands, |window| !window.is_busy());
    assert!(hands.query_by_label("Opening…").is_none());
    assert_eq!(document(&hands).tree().node_count(), 5);
}
