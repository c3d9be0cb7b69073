//! Why a point: asked on the board, told in a panel.

use crate::support::*;
use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT, Queryable};
use fuzeki::board::Point;

const GAME: &str = "(;SZ[19]KM[6.5];B[pd];W[dp];B[qp];W[cd])";

fn ctrl_click(hands: &mut Hands, point: Point) {
    let pos = place(hands, point);
    hands.hover_at(pos);
    hands.run_steps(2);
    hands.event(egui::Event::ModifiersChanged(Modifiers::COMMAND));
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::COMMAND);
        hands.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        hands.run_steps(2);
    }
    hands.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    hands.run_steps(2);
}

#[test]
fn a_key_shows_why_the_game_goes_on_as_it_does() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::Y);
    assert!(hands.query_by_label("Q16").is_some(), "the first move of the game is explained");
    assert!(hands.query_by_label_contains("the game goes on here").is_some());
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    assert!(hands.query_by_label("D4").is_some(), "and after it the second");
}

#[test]
fn a_point_chosen_on_the_board_is_explained_and_not_played() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    hands.set_size(egui::vec2(1280.0, 1300.0));
    hands.run_steps(2);
    press(&mut hands, Modifiers::NONE, Key::End);
    ctrl_click(&mut hands, Point::new(0, 0));
    assert_eq!((number(&hands), document(&hands).tree().node_count()), (4, 5), "nothing was played");
    assert!(hands.query_by_label("A19").is_some());
    assert!(hands.query_by_label_contains("Strong players would play here: < 0.1 %").is_some());
    assert!(hands.query_by_label_contains("Line 1 is seldom the place").is_some());
    // A likely move is one click away.
    let chip = |label: &str| label.len() < 9 && label.ends_with(" %") && label.as_bytes()[1].is_ascii_digit();
    let likely =
        hands.get_all_by_label_contains(" %").find(|node| node.accesskit_node().label().is_some_and(|l| chip(&l)));
    likely.unwrap().click();
    hands.run_steps(3);
    assert!(hands.query_by_label("A19").is_none());
    assert!(hands.query_by_label_contains("place 1 of").is_some());
    // Every feature with its weight is there for those who ask.
    hands.get_by_label_contains("All features and their weights").click();
    hands.run_steps(20);
    assert!(hands.query_all_by_label_contains("Shape").next().is_some());
}
