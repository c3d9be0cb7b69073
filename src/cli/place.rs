//! A position of a game file, as the arguments of several subcommands name it.

use super::Failure;
use crate::record::{Loaded, NodeId, Tree};
use std::path::PathBuf;

/// Arguments that name a position.
#[derive(clap::Args)]
pub(super) struct GamePlace {
    /// The game file
    pub file: PathBuf,
    /// After which move of the main line; 0 is the beginning, without it the end
    #[arg(long = "move", value_name = "N")]
    number: Option<u32>,
    /// Which game of a collection, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
}

impl GamePlace {
    /// The game and the node of the file that was read.
    pub fn find<'a>(&self, loaded: &'a Loaded) -> Result<(&'a Tree, NodeId), Failure> {
        let (file, games) = (self.file.display(), &loaded.collection.games);
        let found = self.game.checked_sub(1).and_then(|index| games.get(index));
        let tree = found
            .ok_or_else(|| format!("{file}: there is no game {}; the file has {}", self.game, games.len()))?
            .tree();
        let end = tree.line_end(tree.root());
        let Some(number) = self.number else { return Ok((tree, end)) };
        let node = find_move(tree, number)
            .ok_or_else(|| format!("{file}: there is no move {number}; the main line has {}", tree.move_number(end)))?;
        Ok((tree, node))
    }
}

/// The last node of the main line at which so many moves were played.
fn find_move(tree: &Tree, number: u32) -> Option<NodeId> {
    let mut played = 0;
    let mut found = None;
    for node in tree.main_line() {
        played += u32::from(tree.properties(node).move_text().is_some());
        if played > number {
            break;
        }
        found = (played == number).then_some(node);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{ReadOptions, read_bytes};

    #[test]
    fn moves_are_found_by_number() {
        let read = read_bytes(b"(;SZ[5];B[bb];C[between];W[ee])", &ReadOptions::default()).unwrap();
        let tree = read.collection.games[0].tree();
        let line: Vec<_> = tree.main_line().collect();
        assert_eq!(find_move(tree, 0), Some(line[0]));
        assert_eq!(find_move(tree, 1), Some(line[2]));
        assert_eq!(find_move(tree, 2), Some(line[3]));
        assert_eq!(find_move(tree, 3), None);
    }
}
