//! What is written reads back the same, and random bytes do no harm.

use super::load;
use crate::board::{Color, Move, Point};
use crate::record::{Collection, Game, Ident, NodeId, Properties, ReadOptions, Value, known, read_bytes, sgf};
use proptest::prelude::*;

/// Text with what SGF has trouble with.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[\\[\\]\\\\:;()A-Za-z \n\r\t]{0,20}",
        "[\u{4e00}-\u{4e20}\u{3042}-\u{3060}\u{ac00}-\u{ac20}\\]]{0,8}",
    ]
}

/// One property of a node.
fn property() -> impl Strategy<Value = (String, Vec<String>)> {
    let name = prop_oneof![
        Just("C".to_owned()),
        Just("N".to_owned()),
        Just("GC".to_owned()),
        Just("LB".to_owned()),
        Just("AB".to_owned()),
        Just("SBKV".to_owned()),
        "[A-Z]{1,4}",
        "[A-Z]{3}[A-Z0-9_]{0,9}",
    ];
    (name, prop::collection::vec(text(), 1..4))
}

/// A node: its parent by number, perhaps a move, some properties.
type Plan = (usize, Option<(bool, u8, u8)>, Vec<(String, Vec<String>)>);

fn plan() -> impl Strategy<Value = Vec<Plan>> {
    let mv = prop::option::of((any::<bool>(), 0u8..19, 0u8..19));
    prop::collection::vec((any::<usize>(), mv, prop::collection::vec(property(), 0..4)), 0..40)
}

fn build(plan: Vec<Plan>) -> Game {
    let mut game = Game::new(19);
    let mut nodes: Vec<NodeId> = vec![game.tree().root()];
    for (parent, mv, properties) in plan {
        let mut all = Properties::default();
        if let Some((black, x, y)) = mv {
            all = Properties::of_move(if black { Color::Black } else { Color::White }, Move::Play(Point::new(x, y)));
        }
        for (name, values) in &properties {
            // Moves are one a node, by the rules of SGF; what else stands there is free.
            if name == "B" || name == "W" {
                continue;
            }
            let values: Vec<Value> = values.iter().map(|value| Value::text(value)).collect();
            all = all.with(Ident::new(name).unwrap(), &values);
        }
        nodes.push(game.add_child(nodes[parent % nodes.len()], all).unwrap());
    }
    game
}

proptest! {
    #[test]
    fn any_tree_that_can_be_built_survives_a_round_trip(plan in plan()) {
        let collection = Collection::of(build(plan));
        let written = sgf::to_string(&collection);
        let loaded = load(&written);
        prop_assert_eq!(&loaded.collection, &collection);
        prop_assert_eq!(sgf::to_string(&loaded.collection), written);
    }

    #[test]
    fn random_bytes_never_panic_and_settle_after_one_save(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        settles(&bytes);
    }

    #[test]
    fn random_markup_never_panics_and_settles_after_one_save(
        text in "([();]|;[BW]\\[[a-t]{0,2}\\]|[A-Za-z]{1,3}|\\[|\\]|\\\\|(C|AB|SZ|HA|KM|LB)\\[[^\\[\\]]{0,4}\\]|[ \n]|é|日){0,60}"
    ) {
        settles(text.as_bytes());
    }
}

/// Whatever is read can be written, and what was written once is written the same for ever.
pub(super) fn settles(bytes: &[u8]) {
    let options = ReadOptions { legality: true, ..ReadOptions::default() };
    let Ok(loaded) = read_bytes(bytes, &options) else { return };
    let once = sgf::to_string(&loaded.collection);
    let again = load(&once);
    assert_eq!(again.collection.games.len(), loaded.collection.games.len(), "{once:?}");
    assert_eq!(sgf::to_string(&again.collection), once, "{:?}", String::from_utf8_lossy(bytes));
}

#[test]
fn saving_an_untouched_file_changes_only_version_and_encoding() {
    let before =
        "(;FF[3]GM[1]SZ[19]CA[ISO-8859-1]ZZ[odd\\]]PB[a]\r\n;B[dd]XY[1][2];W[pp](;B[dp]C[line\r\nbreak])(;B[pd]))";
    let loaded = load(before);
    let after = sgf::to_string(&loaded.collection);
    assert_eq!(
        after,
        "(;FF[4]GM[1]SZ[19]CA[UTF-8]ZZ[odd\\]]PB[a]\n;B[dd]XY[1][2];W[pp]\n(;B[dp]C[line\r\nbreak])\n(;B[pd]))\n"
    );
    assert_eq!(sgf::to_string(&load(&after).collection), after);
}

#[test]
fn version_and_encoding_are_added_where_they_lack() {
    let saved = |text: &str| sgf::to_string(&load(text).collection);
    assert_eq!(saved("(;SZ[9])"), "(;FF[4]CA[UTF-8]SZ[9])\n");
    assert_eq!(saved("(;GM[1]FF[4]SZ[9])"), "(;CA[UTF-8]GM[1]FF[4]SZ[9])\n");
    assert!(sgf::to_string(&Collection::of(Game::new(9))).starts_with("(;GM[1]FF[4]CA[UTF-8]AP[Fuzeki:"));
}

#[test]
fn a_game_made_here_says_so() {
    let game = Game::new(13);
    assert!(game.tree().info(known::AP).unwrap().starts_with("Fuzeki:"));
    assert_eq!(game.tree().size(), 13);
}
