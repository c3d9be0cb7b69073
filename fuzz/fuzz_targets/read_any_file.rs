//! Whatever bytes are read as a game file: no panic, and what was written once reads back the same.
//!
//! The three lowest layers are built from their sources, so that the window and its libraries need not
//! be built with the instruments of the fuzzer.

#![no_main]
#![allow(dead_code, unused_imports, missing_docs)]

#[path = "../../src/board/mod.rs"]
mod board;
#[path = "../../src/record/mod.rs"]
mod record;
#[path = "../../src/util/mod.rs"]
mod util;

use libfuzzer_sys::fuzz_target;
use record::{ReadOptions, read_bytes, sgf};

fuzz_target!(|bytes: &[u8]| {
    let options = ReadOptions { legality: true, ..ReadOptions::default() };
    let Ok(loaded) = read_bytes(bytes, &options) else { return };
    let once = sgf::to_string(&loaded.collection);
    let again = read_bytes(once.as_bytes(), &options).expect("what was written can be read");
    assert_eq!(again.collection.games.len(), loaded.collection.games.len());
    assert_eq!(sgf::to_string(&again.collection), once);
    for game in &loaded.collection.games {
        let tree = game.tree();
        let size = tree.size();
        for node in tree.iter().take(100) {
            let _ = tree.properties(node).markup(size);
        }
    }
});
