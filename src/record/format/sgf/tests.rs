//! SGF from end to end: what parsers die on, encodings, shapes of trees, round trips.

mod encodings;
mod round_trip;
mod shapes;
mod torture;

use crate::record::{Collection, Loaded, ReadOptions, Tree, read_bytes, sgf};

fn load(bytes: impl AsRef<[u8]>) -> Loaded {
    let options = ReadOptions { legality: true, ..ReadOptions::default() };
    read_bytes(bytes.as_ref(), &options).unwrap()
}

/// The games without spaces and line breaks between nodes, and the warnings in words.
fn read(bytes: impl AsRef<[u8]>) -> (String, Vec<String>) {
    let loaded = load(bytes);
    let warnings = loaded.warnings.list().iter().map(ToString::to_string).collect();
    (plain(&loaded.collection), warnings)
}

fn plain(collection: &Collection) -> String {
    let text = sgf::to_string(collection);
    text.replace("FF[4]CA[UTF-8]", "").replace('\n', "")
}

fn tree(bytes: impl AsRef<[u8]>) -> Tree {
    load(bytes).collection.games.remove(0).into_tree()
}
