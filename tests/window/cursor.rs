//! The board by keyboard alone, and in the words of a screen reader; the key help; a part of the board.

use crate::engine::open_with_engine;
use crate::grades::{on_disk, open_as_cheng, saved};
use crate::support::*;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use fuzeki::board::{Color, Move, Point};
use fuzeki::gui::Start;
use fuzeki::ontology::TermCode;

const GAME: &str = "(;SZ[9];B[ed];W[gc])";

/// What a screen reader says of the board.
fn said(hands: &Hands) -> Option<String> {
    let label = format!("Board, move {}", number(hands));
    hands.get_by_label(&label).accesskit_node().value()
}

fn presses(hands: &mut Hands, keys: &[Key]) {
    keys.iter().for_each(|&key| press(hands, Modifiers::NONE, key));
}

#[test]
fn the_cursor_walks_over_the_board_and_says_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::End);
    assert_eq!(said(&hands), None);
    press(&mut hands, Modifiers::NONE, Key::K);
    assert_eq!(said(&hands).as_deref(), Some("G7, White stone, move 2"), "it begins at the last move");
    let board = hands.get_by_label("Board, move 2");
    assert!(board.accesskit_node().is_focused(), "screen readers follow the focus");
    presses(&mut hands, &[Key::ArrowLeft, Key::ArrowDown]);
    assert_eq!(said(&hands).as_deref(), Some("F6, empty"));
    press(&mut hands, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(said(&hands).as_deref(), Some("E6, Black stone, move 1"));
    assert!(hands.query_by_label("E6, Black stone, move 1").is_some(), "and it is written below");
    assert_eq!(number(&hands), 2, "the arrows are the cursor's now");
    press(&mut hands, Modifiers::ALT, Key::Home);
    assert_eq!(number(&hands), 1, "to the move of the stone");
    press(&mut hands, Modifiers::NONE, Key::Escape);
    assert_eq!(said(&hands), None);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(number(&hands), 2, "the arrows walk again");
    press(&mut hands, Modifiers::ALT, Key::ArrowUp);
    press(&mut hands, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(said(&hands).as_deref(), Some("G8, empty"), "Alt and an arrow need no other key");
}

#[test]
fn the_cursor_of_a_large_board_is_not_looked_for_on_a_small_one() {
    let folder = tempfile::tempdir().unwrap();
    let games = [("large.sgf", "(;SZ[19])"), ("small.sgf", "(;SZ[9])")];
    let files = games.map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    });
    let start = Start {
        folders: Some(folders(folder.path())),
        files: files.to_vec(),
        without_engine: true,
        ..Start::default()
    };
    let mut hands = open(start);
    if document(&hands).tree().size() == 9 {
        press(&mut hands, Modifiers::COMMAND, Key::Tab);
    }
    press(&mut hands, Modifiers::NONE, Key::K);
    presses(&mut hands, &[Key::ArrowDown; 3]);
    assert_eq!(said(&hands).as_deref(), Some("K7, empty"));
    press(&mut hands, Modifiers::COMMAND, Key::Tab);
    assert_eq!(document(&hands).tree().size(), 9);
    assert_eq!(said(&hands), None);
    press(&mut hands, Modifiers::ALT, Key::ArrowDown);
    assert!(said(&hands).is_some_and(|words| words.starts_with("E5, empty")), "it begins in the middle again");
}

#[test]
fn the_arrows_of_a_turned_board_go_where_they_point() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), "(;SZ[9])");
    press(&mut hands, Modifiers::COMMAND, Key::R);
    press(&mut hands, Modifiers::NONE, Key::K);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    // A quarter turn to the right: the right of the screen is the top of the game.
    assert_eq!(said(&hands).as_deref(), Some("E6, empty"));
}

#[test]
fn enter_plays_and_uses_the_tool_at_the_cursor() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::End);
    presses(&mut hands, &[Key::K, Key::ArrowDown, Key::Enter]);
    assert_eq!(number(&hands), 3);
    let played = document(&hands).tree().move_at(document(&hands).current(), 9);
    assert_eq!(played, Some((Color::Black, Some(Move::from_gtp("G6", 9).unwrap()))));
    press(&mut hands, Modifiers::NONE, Key::Enter);
    assert_eq!(number(&hands), 3, "nobody plays on a stone");
    // A mark, then an arrow from one point to another.
    press(&mut hands, Modifiers::COMMAND, Key::Num5);
    press(&mut hands, Modifiers::NONE, Key::Enter);
    let properties = |hands: &Hands| document(hands).tree().properties(document(hands).current()).as_str().to_owned();
    assert!(properties(&hands).contains("TR[gd]"), "{}", properties(&hands));
    press(&mut hands, Modifiers::COMMAND, Key::K);
    hands.event(egui::Event::Text("Tool: arrow".to_owned()));
    hands.run_steps(2);
    press(&mut hands, Modifiers::NONE, Key::Enter);
    press(&mut hands, Modifiers::NONE, Key::Enter);
    assert!(said(&hands).unwrap().ends_with("Now to the other end"));
    presses(&mut hands, &[Key::ArrowLeft, Key::ArrowLeft, Key::Enter]);
    assert!(properties(&hands).contains("AR[gd:ed]"), "{}", properties(&hands));
    // Escape gives up an arrow that was begun, then the cursor.
    presses(&mut hands, &[Key::Enter, Key::Escape]);
    assert_eq!(said(&hands).as_deref(), Some("E6, Black stone, move 1"));
    press(&mut hands, Modifiers::NONE, Key::Escape);
    assert_eq!(said(&hands), None);
}

#[test]
fn the_point_under_the_cursor_is_graded_by_one_key() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), "(;SZ[9];B[cc];W[gg])");
    press(&mut hands, Modifiers::NONE, Key::End);
    presses(&mut hands, &[Key::K, Key::ArrowUp, Key::Num2]);
    saved(&mut hands);
    assert_eq!(on_disk(folder.path(), "C7 G3 G4")[0].1, Some(TermCode::GOOD), "a move that could come next");
    assert_eq!(number(&hands), 2);
    assert_eq!(said(&hands).as_deref(), Some("G4, empty, Ming-Chi Cheng (7p): good"));
    for _ in 0..4 {
        presses(&mut hands, &[Key::ArrowUp, Key::ArrowLeft]);
    }
    presses(&mut hands, &[Key::ArrowDown, Key::Num5]);
    saved(&mut hands);
    assert_eq!(on_disk(folder.path(), "C7")[0].1, Some(TermCode::VERY_BAD), "the move that put a stone");
    press(&mut hands, Modifiers::NONE, Key::Num0);
    saved(&mut hands);
    assert!(on_disk(folder.path(), "C7").is_empty());
}

#[test]
fn a_text_field_keeps_its_keys_while_there_is_a_cursor() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::K);
    write_comment(&mut hands, "here");
    assert!(said(&hands).unwrap().starts_with("E5, empty"), "Escape left the field, not the cursor");
    press(&mut hands, Modifiers::NONE, Key::Enter);
    assert_eq!(number(&hands), 1);
}

#[test]
fn a_candidate_is_told_its_line_walked_and_kept_by_keys() {
    let (mut hands, _folder) = open_with_engine();
    hands.run_steps(3);
    press(&mut hands, Modifiers::NONE, Key::K);
    assert!(said(&hands).unwrap().starts_with("E5, empty, candidate 1, wins 60 %"));
    let shown = |hands: &Hands| hands.state().shown_line();
    assert_eq!(shown(&hands), Some((Point::new(4, 4), 3)), "its line is shown");
    press(&mut hands, Modifiers::NONE, Key::OpenBracket);
    press(&mut hands, Modifiers::NONE, Key::OpenBracket);
    assert_eq!(shown(&hands).unwrap().1, 1);
    press(&mut hands, Modifiers::NONE, Key::CloseBracket);
    assert_eq!(shown(&hands).unwrap().1, 2);
    press(&mut hands, Modifiers::NONE, Key::L);
    assert_eq!(document(&hands).tree().node_count(), 4, "a line of three moves");
    assert_eq!(number(&hands), 0);
}

/// Presses a key or lets it go, and draws so many frames of a quarter of a second.
fn hold(hands: &mut Hands, key: Key, pressed: bool, steps: usize) {
    let event = egui::Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
    hands.event(event);
    hands.run_steps(steps);
}

#[test]
fn the_key_help_is_shown_while_its_key_is_held_and_a_tap_opens_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    let is_shown = |hands: &Hands| hands.query_by_label("Previous mistake").is_some();
    hold(&mut hands, Key::X, true, 8);
    assert!(is_shown(&hands));
    hold(&mut hands, Key::X, false, 3);
    assert!(!is_shown(&hands), "let go");
    for shown in [true, false] {
        hold(&mut hands, Key::F1, true, 1);
        hold(&mut hands, Key::F1, false, 3);
        assert_eq!(is_shown(&hands), shown, "a tap opens and closes");
    }
}

#[test]
fn a_part_of_the_board_is_shown_large_and_points_are_found_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), "(;SZ[19]VW[aa:ii];B[cc])");
    let board = hands.get_by_label("Board, move 0").rect();
    let theme = fuzeki::gui::theme::Theme::of(fuzeki::gui::theme::ThemeName::Wood);
    let part: Vec<Point> = Point::all(19).filter(|p| p.x() < 9 && p.y() < 9).collect();
    let turn = fuzeki::board::Symmetry::IDENTITY;
    let geometry = fuzeki::gui::widgets::board::Geometry::of_part(board, 19, &part, true, turn, 1.0, &theme);
    let at = geometry.pos(Point::new(7, 6));
    click_at(&mut hands, at, egui::PointerButton::Primary);
    let played = document(&hands).tree().move_at(document(&hands).current(), 19);
    assert_eq!(played, Some((Color::Black, Some(Move::Play(Point::new(7, 6))))));
    // The cursor stays in the part.
    press(&mut hands, Modifiers::NONE, Key::K);
    for _ in 0..12 {
        presses(&mut hands, &[Key::ArrowRight, Key::ArrowDown]);
    }
    assert_eq!(said(&hands).as_deref(), Some("J11, empty"));
}
