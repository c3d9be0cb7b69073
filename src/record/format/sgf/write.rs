//! Writing SGF: UTF-8, FF4, everything else as it was.

use crate::record::Collection;
use crate::record::ident::known;
use crate::record::properties::Properties;
use crate::record::tree::Tree;
use crate::record::value::Value;
use crate::record::walk::Visit;
use std::io::{self, Write};

/// Lines are broken between nodes once they are this long.
const LINE: usize = 72;

/// Writes all games.
pub fn write(collection: &Collection, out: &mut impl Write) -> io::Result<()> {
    for game in &collection.games {
        write_tree(game.tree(), out)?;
    }
    Ok(())
}

/// All games as one text.
pub fn to_string(collection: &Collection) -> String {
    let mut out = Vec::new();
    write(collection, &mut out).expect("memory takes whatever is written");
    String::from_utf8(out).expect("everything written is text")
}

/// Writes one game.
fn write_tree(tree: &Tree, out: &mut impl Write) -> io::Result<()> {
    let root = tree.root();
    let mut column = 0;
    for visit in tree.walk(root) {
        let (Visit::Enter(id) | Visit::Leave(id)) = visit;
        // A line without branches needs no parentheses of its own.
        let branches = id == root || tree.next_sibling(id).is_some() || tree.previous_sibling(id).is_some();
        match visit {
            Visit::Enter(_) => {
                if id != root && (branches || column > LINE || tree.parent(id) == Some(root)) {
                    out.write_all(b"\n")?;
                    column = 0;
                }
                if branches {
                    out.write_all(b"(")?;
                }
                out.write_all(b";")?;
                let text = if id == root {
                    let saved = root_for_saving(tree.properties(root));
                    out.write_all(saved.as_str().as_bytes())?;
                    saved.as_str().len()
                } else {
                    let text = tree.properties(id).as_str();
                    out.write_all(text.as_bytes())?;
                    text.len()
                };
                column += text + 2;
            }
            Visit::Leave(_) if branches => {
                out.write_all(b")")?;
                column += 1;
            }
            Visit::Leave(_) => {}
        }
    }
    out.write_all(b"\n")
}

/// The root with the version and the encoding that are written, each in its place if it has one.
fn root_for_saving(root: &Properties) -> Properties {
    let version = [Value::number(4)];
    let encoding = [Value::text("UTF-8")];
    let mut saved = Properties::default();
    if !root.contains(known::FF) {
        saved = saved.with(known::FF, &version);
    }
    if !root.contains(known::CA) {
        saved = saved.with(known::CA, &encoding);
    }
    let mut text = saved.as_str().to_owned();
    text.push_str(root.as_str());
    Properties::from_canonical(text).with(known::FF, &version).with(known::CA, &encoding)
}
