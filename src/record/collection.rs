//! A file of games.

use super::game::Game;
use std::ops::{Index, IndexMut};

/// The games of one file, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// The games.
    pub games: Vec<Game>,
}

impl Collection {
    /// A collection of one game.
    pub fn of(game: Game) -> Collection {
        Collection { games: vec![game] }
    }

    /// Nodes of all games.
    pub fn node_count(&self) -> usize {
        self.games.iter().map(|game| game.tree().node_count()).sum()
    }

    /// Whether any game differs from what was saved.
    pub fn is_modified(&self) -> bool {
        self.games.iter().any(Game::is_modified)
    }

    /// All games were saved as they are.
    pub fn mark_saved(&mut self) {
        self.games.iter_mut().for_each(Game::mark_saved);
    }
}

impl Index<usize> for Collection {
    type Output = Game;
    fn index(&self, index: usize) -> &Game {
        &self.games[index]
    }
}

impl IndexMut<usize> for Collection {
    fn index_mut(&mut self, index: usize) -> &mut Game {
        &mut self.games[index]
    }
}
