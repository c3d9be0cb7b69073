//! Edits, and that undo restores exactly.

use super::*;
use crate::board::{Color, Move, Point};
use crate::record::Mark;
use proptest::prelude::*;

fn pass(game: &mut Game, parent: NodeId) -> NodeId {
    game.add_child(parent, Properties::of_move(Color::Black, Move::Pass)).unwrap()
}

#[test]
fn typing_in_a_comment_is_one_edit_until_something_else_happens() {
    let mut game = Game::new(19);
    let root = game.tree().root();
    for text in ["a", "ab", "abc"] {
        game.set_comment(root, text).unwrap();
    }
    game.seal();
    game.set_comment(root, "abcd").unwrap();
    game.undo().unwrap();
    assert_eq!(game.tree().comment(root).unwrap(), "abc");
    game.undo().unwrap();
    assert_eq!(game.tree().comment(root), None);
    assert_eq!(game.next_redo(), Some(EditKind::Comment));
    game.redo().unwrap();
    assert_eq!(game.tree().comment(root).unwrap(), "abc");
}

#[test]
fn the_same_comment_again_is_no_edit() {
    let mut game = Game::new(19);
    let root = game.tree().root();
    game.set_comment(root, "").unwrap();
    assert!(!game.is_modified());
    assert_eq!(game.next_undo(), None);
}

#[test]
fn undoing_back_to_the_saved_state_is_not_modified() {
    let mut game = Game::new(19);
    let root = game.tree().root();
    game.set_comment(root, "one").unwrap();
    assert!(game.is_modified());
    game.mark_saved();
    game.set_comment(root, "two").unwrap();
    assert!(game.is_modified());
    game.undo().unwrap();
    assert!(!game.is_modified());
    assert_eq!(game.tree().comment(root).unwrap(), "one");
    game.undo().unwrap();
    assert!(game.is_modified(), "the state before the save is not the saved one");
}

#[test]
fn a_deep_variation_becomes_the_main_line_and_goes_back() {
    let mut game = Game::new(19);
    let root = game.tree().root();
    let a = pass(&mut game, root);
    let b = pass(&mut game, root);
    let _ = pass(&mut game, b);
    let d = pass(&mut game, b);
    game.mark_saved();
    let before = game.clone();
    game.promote_to_main_line(d).unwrap();
    assert_eq!(game.tree().main_line().collect::<Vec<_>>(), [root, b, d]);
    assert_eq!(game.tree().children(root).collect::<Vec<_>>(), [b, a]);
    let undone = game.undo().unwrap();
    assert!(game.tree().is_attached(undone.focus));
    assert_eq!(game, before);
    assert!(!game.is_modified());
    game.promote(d).unwrap();
    assert_eq!(game.tree().first_child(b), Some(d));
    game.demote(d).unwrap();
    assert_eq!(game, before);
}

#[test]
fn cut_and_paste_carry_a_variation_elsewhere() {
    let mut game = Game::new(19);
    let root = game.tree().root();
    let a = pass(&mut game, root);
    let b = pass(&mut game, a);
    game.set_comment(b, "carried").unwrap();
    let subtree = game.cut(a).unwrap();
    assert_eq!(game.tree().node_count(), 1);
    let c = pass(&mut game, root);
    let pasted = game.paste(c, &subtree).unwrap();
    let below = game.tree().first_child(pasted).unwrap();
    assert_eq!(game.tree().comment(below).unwrap(), "carried");
    assert_eq!(game.cut(root), Err(EditError::IsRoot));
}

#[test]
fn a_group_that_fails_leaves_nothing_behind() {
    let mut game = Game::new(19);
    let root = game.tree().root();
    let before = game.clone();
    let result: Result<(), EditError> = game.edit(EditKind::Property, |editor| {
        editor.set_text(root, known::C, "half done")?;
        editor.detach(root)
    });
    assert_eq!(result, Err(EditError::IsRoot));
    assert_eq!(game, before);
    assert_eq!(game.next_undo(), None);
}

/// One random edit: a choice, a node by number, a number for the rest.
fn edit_at_random(game: &mut Game, (choice, node, extra): (u8, usize, u8)) {
    let nodes: Vec<NodeId> = game.tree().iter().collect();
    let node = nodes[node % nodes.len()];
    let point = Point::new(extra % 19, extra / 19 % 19);
    // Whatever is refused (such as deleting the root) must leave the game as it was.
    let _ = match choice % 13 {
        0..=3 => game.add_child(node, Properties::of_move(Color::Black, Move::Play(point))).map(drop),
        4 => game.delete(node).map(drop),
        5 => game.promote(node),
        6 => game.promote_to_main_line(node),
        7 => game.set_comment(node, &"x]\\:".repeat(usize::from(extra % 4))),
        8 => {
            let subtree = game.copy(node);
            if game.tree().node_count() > 200 { Ok(()) } else { game.paste(node, &subtree).map(drop) }
        }
        9 => game.set_up(node, point, [None, Some(Color::Black), Some(Color::White)][usize::from(extra % 3)]),
        10 => game.toggle_mark(node, point, Mark::ALL[usize::from(extra % 7)]),
        _ => game.demote(node),
    };
}

proptest! {
    #[test]
    fn undoing_everything_restores_the_game_and_redoing_everything_the_edits(
        edits in prop::collection::vec(any::<(u8, usize, u8)>(), 0..60)
    ) {
        let mut game = Game::new(19);
        let before = game.clone();
        for edit in edits {
            let revision = game.tree().revision();
            let was = game.tree().clone();
            edit_at_random(&mut game, edit);
            prop_assert!(game.tree().revision() > revision || *game.tree() == was, "a change must show");
        }
        let after = game.clone();
        while let Some(undone) = game.undo() {
            prop_assert!(game.tree().is_attached(undone.focus));
        }
        prop_assert_eq!(&game, &before);
        prop_assert!(!game.is_modified());
        while let Some(undone) = game.redo() {
            prop_assert!(game.tree().is_attached(undone.focus));
        }
        prop_assert_eq!(&game, &after);
    }
}
