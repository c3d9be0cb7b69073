//! Deep and wide trees: none of it recurses, memory is in proportion.

use super::load;
use crate::record::{Collection, Game, Properties, Tree, sgf};
use std::fmt::Write;

/// Loads, saves, loads again, edits, and drops, on a thread whose stack has no room for recursion.
fn survives(text: String, nodes: usize) {
    let small_stack = std::thread::Builder::new().stack_size(256 << 10);
    let thread = small_stack.spawn(move || {
        let loaded = load(&text);
        assert_eq!(loaded.collection.node_count(), nodes);
        assert_eq!(loaded.warnings.total(), 0);
        drop(text);
        let saved = sgf::to_string(&loaded.collection);
        let again = load(&saved);
        assert_eq!(again.collection.node_count(), nodes);
        assert_eq!(sgf::to_string(&again.collection), saved);
        let mut game: Game = again.collection.games.into_iter().next().unwrap();
        let top = game.tree().first_child(game.tree().root()).unwrap();
        let cut = game.cut(top).unwrap();
        let root = game.tree().root();
        game.paste(root, &cut).unwrap();
        game.undo().unwrap();
        game.undo().unwrap();
        assert_eq!(game.tree().node_count(), nodes);
        assert_eq!(game.clone(), game);
    });
    thread.unwrap().join().unwrap();
}

#[test]
fn a_million_nodes_in_one_line_need_no_stack() {
    let mut text = String::from("(;SZ[19]");
    for n in 0..999_999 {
        text.push_str([";B[]", ";W[]"][n % 2]);
    }
    text.push(')');
    survives(text, 1_000_000);
}

#[test]
fn a_hundred_thousand_nested_variations_need_no_stack() {
    let mut text = String::from("(;SZ[19]");
    for _ in 0..100_000 {
        text.push_str("(;B[](;W[])");
    }
    text.push_str(&")".repeat(100_001));
    survives(text, 200_001);
}

#[test]
fn a_hundred_thousand_siblings_are_kept_in_order() {
    let mut text = String::from("(;SZ[19]");
    for n in 0..100_000 {
        write!(text, "(;B[dd]C[{n}])").unwrap();
    }
    text.push(')');
    survives(text, 100_001);
}

#[test]
fn a_hundred_thousand_games_are_read() {
    let loaded = load("(;)".repeat(100_000));
    assert_eq!(loaded.collection.games.len(), 100_000);
}

#[test]
fn unclosed_parentheses_by_the_hundred_thousand_are_one_warning() {
    let loaded = load("(;B[]".repeat(100_000));
    assert_eq!(
        loaded.warnings.list()[0].to_string().split(": ").nth(1).unwrap(),
        "100000 `)` missing at the end; the game was closed there"
    );
}

#[test]
fn a_deep_tree_built_by_hand_is_written_and_dropped() {
    let mut tree = Tree::default();
    let mut at = tree.root();
    for _ in 0..1_000_000 {
        at = tree.push_child(at, Properties::default());
    }
    assert_eq!(tree.depth(at), 1_000_000);
    let text = sgf::to_string(&Collection::of(tree.into()));
    assert_eq!(text.bytes().filter(|&byte| byte == b';').count(), 1_000_001);
}

#[test]
fn hostile_files_take_time_in_proportion() {
    // Each was once quadratic, or could have been, in a parser like this one.
    for (unit, count) in [
        ("C[x]", 200_000),
        ("C[x]~", 100_000),
        ("[", 400_000),
        ("C[a [b] c]", 50_000),
        ("AB[aa:ss]", 50_000),
        ("x ", 200_000),
    ] {
        let start = std::time::Instant::now();
        let loaded = load(format!("(;SZ[19]{})", unit.repeat(count)));
        assert_eq!(loaded.collection.games.len(), 1);
        assert!(loaded.warnings.list().len() <= crate::record::Warnings::KEPT);
        // A hundred times what it takes on a busy machine; the square would be hours.
        assert!(start.elapsed().as_secs() < 60, "{unit}");
    }
}
