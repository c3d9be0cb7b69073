//! One open file: its games, where the reader is in them, and what can be done there.

use super::game_clock::GameClock;
use super::view::NodeView;
use crate::board::{Color, GameResult, Margin, Move, Reason};
use crate::record::{Collection, EditError, Game, NodeId, Properties, Subtree, Tree, known};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Why something was not done to a game.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// The rules forbid it.
    #[error(transparent)]
    Rules(#[from] Reason),
    /// The tree does not allow it.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// There is nothing to paste.
    #[error("no variation was cut or copied yet")]
    NothingCopied,
    /// What is to be pasted is of a board with so many lines.
    #[error("the variation is of a board with {0} lines")]
    OtherSize(u8),
}

/// Tells open files apart for as long as the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId(u64);

impl DocumentId {
    fn fresh() -> DocumentId {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        DocumentId(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// A number for file names.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// A node of an open game: its file, the number of the game there, and the node.
pub type NodeKey = (DocumentId, usize, NodeId);

/// Where the reader is in one game.
#[derive(Clone, Debug)]
struct Place {
    node: NodeId,
    /// The child last gone to from a node: forward goes there again.
    followed: HashMap<NodeId, NodeId>,
}

/// An open file.
#[derive(Debug)]
pub struct Document {
    id: DocumentId,
    collection: Collection,
    game: usize,
    places: Vec<Place>,
    path: Option<PathBuf>,
    view: Arc<NodeView>,
    viewed: (usize, u64),
    /// The side that the engine plays, where the reader plays against it.
    pub opponent: Option<Color>,
    /// The clocks of a game at hand.
    pub clock: Option<GameClock>,
    /// Changed since it was opened without a file: brought back after a crash, or pasted.
    unsaved: bool,
}

impl Document {
    /// A document of these games. An empty collection gets an empty game.
    pub fn new(mut collection: Collection, path: Option<PathBuf>) -> Document {
        if collection.games.is_empty() {
            collection.games.push(Game::new(19));
        }
        let places = collection.games.iter().map(|game| Place { node: game.tree().root(), followed: HashMap::new() });
        let places = places.collect();
        let tree = collection.games[0].tree();
        let view = Arc::new(NodeView::of(tree, tree.root(), None));
        let viewed = (0, tree.revision());
        Document {
            id: DocumentId::fresh(),
            collection,
            game: 0,
            places,
            path,
            opponent: None,
            clock: None,
            view,
            viewed,
            unsaved: false,
        }
    }

    /// Tells it apart.
    pub fn id(&self) -> DocumentId {
        self.id
    }

    /// Its file, if it has one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// All its games.
    pub fn collection(&self) -> &Collection {
        &self.collection
    }

    /// Which game is shown.
    pub fn game_index(&self) -> usize {
        self.game
    }

    /// The game shown.
    pub fn game(&self) -> &Game {
        &self.collection.games[self.game]
    }

    /// The game shown, to change.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.collection.games[self.game]
    }

    /// A game of the file, to change.
    pub fn game_at_mut(&mut self, index: usize) -> Option<&mut Game> {
        self.collection.games.get_mut(index)
    }

    /// The tree of the game shown.
    pub fn tree(&self) -> &Tree {
        self.game().tree()
    }

    /// The node shown.
    pub fn current(&self) -> NodeId {
        self.places[self.game].node
    }

    /// The node shown, told apart from the nodes of all open games.
    pub fn key(&self) -> NodeKey {
        (self.id, self.game, self.current())
    }

    /// What the node shown looks like.
    pub fn view(&mut self) -> Arc<NodeView> {
        let tree = self.collection.games[self.game].tree();
        let node = self.places[self.game].node;
        let key = (self.game, tree.revision());
        if self.view.node != node || self.viewed != key {
            let before = (self.viewed == key).then_some(&*self.view);
            self.view = Arc::new(NodeView::of(tree, node, before));
            self.viewed = key;
        }
        self.view.clone()
    }

    /// A name for the tab: the file's, or the players'.
    pub fn title(&self) -> Option<String> {
        if let Some(name) = self.path.as_deref().and_then(Path::file_stem) {
            return Some(name.to_string_lossy().into_owned());
        }
        let tree = self.tree();
        if let Some(name) = tree.info(known::GN) {
            return Some(name.into_owned());
        }
        match (tree.info(known::PB), tree.info(known::PW)) {
            (None, None) => None,
            (black, white) => Some(format!("{} – {}", black.unwrap_or("?".into()), white.unwrap_or("?".into()))),
        }
    }

    /// Whether there is work that is not in a file.
    pub fn is_modified(&self) -> bool {
        self.unsaved || self.collection.is_modified()
    }

    /// Work that has no file yet and must not be lost: recovered or pasted games.
    pub fn mark_unsaved(&mut self) {
        self.unsaved = true;
    }

    /// The games as they are now are in this file.
    pub fn mark_saved(&mut self, path: PathBuf) {
        self.path = Some(path);
        self.unsaved = false;
        self.collection.mark_saved();
    }

    /// Changes whenever a game does: what was written for the same number is up to date.
    pub fn revision(&self) -> u64 {
        self.collection.games.iter().map(|game| game.tree().revision()).sum()
    }

    /// Shows another game of the collection.
    pub fn show_game(&mut self, index: usize) {
        if index < self.collection.games.len() {
            self.game_mut().seal();
            self.game = index;
        }
    }

    /// Shows a node. One that was deleted or is of another game is not shown.
    pub fn go_to(&mut self, node: NodeId) {
        let tree = self.collection.games[self.game].tree();
        if !tree.contains(node) || node == self.current() || !tree.is_attached(node) {
            return;
        }
        let mut child = node;
        let followed = &mut self.places[self.game].followed;
        while let Some(parent) = tree.parent(child) {
            if followed.insert(parent, child) == Some(child) {
                break;
            }
            child = parent;
        }
        self.places[self.game].node = node;
        self.game_mut().seal();
    }

    /// The child that forward goes to from a node: the one last visited, else the first.
    pub fn next_of(&self, node: NodeId) -> Option<NodeId> {
        let tree = self.tree();
        let followed = self.places[self.game].followed.get(&node).copied();
        followed.filter(|&child| tree.parent(child) == Some(node)).or_else(|| tree.first_child(node))
    }

    /// Goes so many nodes forward. Whether it could go at all.
    pub fn forward(&mut self, steps: usize) -> bool {
        let before = self.current();
        let mut node = before;
        for _ in 0..steps {
            match self.next_of(node) {
                Some(next) => node = next,
                None => break,
            }
        }
        self.go_to(node);
        node != before
    }

    /// Goes so many nodes back. Whether it could go at all.
    pub fn back(&mut self, steps: usize) -> bool {
        let before = self.current();
        let node = self.tree().ancestors(before).take(steps + 1).last().unwrap_or(before);
        self.go_to(node);
        node != before
    }

    /// To the root.
    pub fn start(&mut self) {
        self.go_to(self.tree().root());
    }

    /// To the end of the line.
    pub fn end(&mut self) {
        self.forward(usize::MAX);
    }

    /// To the next variation at the nearest branch at or above this node.
    pub fn variation(&mut self, forward: bool) -> bool {
        let tree = self.tree();
        let sibling = |node| if forward { tree.next_sibling(node) } else { tree.previous_sibling(node) };
        match tree.ancestors(self.current()).find_map(sibling) {
            Some(node) => {
                self.go_to(node);
                true
            }
            None => false,
        }
    }

    /// Up to the main line.
    pub fn back_to_main(&mut self) {
        let tree = self.tree();
        // From the root down, the last node before the line leaves the first children.
        let mut last = tree.root();
        for node in tree.path_to(self.current()) {
            if tree.previous_sibling(node).is_some() {
                break;
            }
            last = node;
        }
        self.go_to(last);
    }

    /// To the next node (in the line shown) for which `wanted` holds.
    pub fn seek(&mut self, forward: bool, wanted: impl Fn(&Tree, NodeId) -> bool) -> bool {
        let tree = self.tree();
        let found = if forward {
            std::iter::successors(self.next_of(self.current()), |&at| self.next_of(at)).find(|&at| wanted(tree, at))
        } else {
            tree.ancestors(self.current()).skip(1).find(|&at| wanted(tree, at))
        };
        match found {
            Some(node) => {
                self.go_to(node);
                true
            }
            None => false,
        }
    }

    /// To the node with this move number on the line shown; the nearest if there is none.
    pub fn go_to_number(&mut self, number: u32) {
        let line = self.line();
        let tree = self.tree();
        let mut count = 0;
        let mut best = tree.root();
        for node in line {
            count += u32::from(tree.properties(node).move_text().is_some());
            if count > number {
                break;
            }
            best = node;
        }
        self.go_to(best);
    }

    /// The line shown: from the root through this node to its end.
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = self.tree().path_to(self.current());
        line.extend(std::iter::successors(self.next_of(self.current()), |&at| self.next_of(at)));
        line
    }

    /// Plays a move for the side to move, or follows it where it was played before. The reason, when
    /// the rules forbid it.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        let view = self.view();
        let color = view.position.to_play();
        if let Move::Play(point) = mv {
            view.position.check(color, point)?;
        }
        let here = self.current();
        let size = self.tree().size();
        let known =
            self.tree().children(here).find(|&child| self.tree().move_at(child, size) == Some((color, Some(mv))));
        let node = match known {
            Some(child) => child,
            None => {
                let mut properties = Properties::of_move(color, mv);
                if let Some(clock) = self.clock.as_mut().filter(|clock| clock.node() == here) {
                    properties = clock.press(Instant::now(), properties);
                }
                self.game_mut().add_child(here, properties)?
            }
        };
        self.go_to(node);
        if let Some(clock) = self.clock.as_mut().filter(|clock| known.is_none() && clock.node() == here) {
            clock.turn_to(node, !color);
        }
        Ok(())
    }

    /// Lets the clocks run or stand still. Who has lost on time, once.
    pub fn tick(&mut self, now: Instant, runs: bool) -> Option<Color> {
        let live = self.clock.as_ref()?.node();
        if !self.tree().is_attached(live) {
            // The last move was taken back: the game stands where the reader is.
            let (node, to_play) = (self.current(), self.view().position.to_play());
            self.clock.as_mut()?.turn_to(node, to_play);
        }
        let clock = self.clock.as_mut()?;
        if runs {
            clock.resume(now);
        } else {
            clock.pause(now);
        }
        let fallen = clock.fallen(now)?;
        self.finish(GameResult::Win { winner: !fallen, by: Margin::Time });
        Some(fallen)
    }

    /// The game being played has ended with this result (RE): nobody moves any more.
    pub fn finish(&mut self, result: GameResult) {
        self.opponent = None;
        self.clock = None;
        let root = self.tree().root();
        self.game_mut().set_text(root, known::RE, &result.to_string()).expect("every game has its root");
    }

    /// Deletes the node shown and goes to its parent.
    pub fn delete(&mut self) -> Result<(), EditError> {
        let node = self.current();
        let parent = self.game_mut().delete(node)?;
        self.places[self.game].node = parent;
        Ok(())
    }

    /// A copy of the node shown and all below it. The first node of a game is no variation.
    pub fn copy_branch(&self) -> Result<Subtree, EditError> {
        if self.current() == self.tree().root() { Err(EditError::IsRoot) } else { Ok(self.game().copy(self.current())) }
    }

    /// Takes the node shown out with all below it and goes to its parent.
    pub fn cut_branch(&mut self) -> Result<Subtree, EditError> {
        let node = self.current();
        let parent = self.tree().parent(node).ok_or(EditError::IsRoot)?;
        let branch = self.game_mut().cut(node)?;
        self.places[self.game].node = parent;
        Ok(branch)
    }

    /// Adds a variation to the node shown and goes to its first move.
    pub fn paste_branch(&mut self, branch: &Subtree) -> Result<(), EditError> {
        let here = self.current();
        let top = self.game_mut().paste(here, branch)?;
        self.go_to(top);
        Ok(())
    }

    /// Takes the last edit back and shows where. Whether there was one.
    pub fn undo(&mut self) -> bool {
        let undone = self.game_mut().undo();
        self.after_undo(undone.map(|undone| undone.focus))
    }

    /// Does the last undone edit again and shows where.
    pub fn redo(&mut self) -> bool {
        let redone = self.game_mut().redo();
        self.after_undo(redone.map(|redone| redone.focus))
    }

    fn after_undo(&mut self, focus: Option<NodeId>) -> bool {
        let Some(focus) = focus else { return false };
        self.places[self.game].node = focus;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    fn play(doc: &mut Document, x: u8, y: u8) -> NodeId {
        doc.play(Move::Play(Point::new(x, y))).unwrap();
        doc.current()
    }

    #[test]
    fn forward_follows_the_line_last_walked() {
        let mut doc = Document::new(Collection::of(Game::new(9)), None);
        let a = play(&mut doc, 0, 0);
        play(&mut doc, 1, 1);
        doc.go_to(a);
        let branch = play(&mut doc, 2, 2);
        play(&mut doc, 3, 3);
        doc.start();
        doc.end();
        assert!(doc.tree().is_within(doc.current(), branch));
        assert!(doc.variation(false), "up to the first variation");
        assert!(doc.tree().main_line().any(|node| node == doc.current()));
        assert!(!doc.variation(false));
        assert!(doc.variation(true));
        doc.back_to_main();
        assert_eq!(doc.current(), a);
        assert_eq!(doc.line().len(), 4, "down the variation last seen");
        doc.go_to_number(2);
        assert_eq!(doc.current(), branch);
    }

    #[test]
    fn an_illegal_move_says_why_and_changes_nothing() {
        let mut doc = Document::new(Collection::of(Game::new(9)), None);
        play(&mut doc, 4, 4);
        let before = doc.revision();
        assert!(doc.play(Move::Play(Point::new(4, 4))).is_err());
        assert_eq!(doc.revision(), before);
        assert_eq!(doc.view().position.to_play(), Color::White);
    }

    #[test]
    fn undo_shows_where_it_happened_and_modified_follows() {
        let mut doc = Document::new(Collection::of(Game::new(9)), None);
        assert!(!doc.is_modified());
        let a = play(&mut doc, 4, 4);
        play(&mut doc, 5, 5);
        let node = doc.current();
        doc.game_mut().set_comment(node, "好手").unwrap();
        doc.start();
        assert!(doc.undo());
        assert_eq!(doc.current(), node, "the comment was here");
        assert!(doc.undo());
        assert_eq!(doc.current(), a);
        assert!(doc.redo() && doc.redo());
        assert_eq!(doc.tree().comment(node).as_deref(), Some("好手"));
        doc.mark_saved("x.sgf".into());
        assert!(!doc.is_modified());
        doc.delete().unwrap();
        assert!(doc.is_modified());
        doc.undo();
        assert!(!doc.is_modified());
    }

    #[test]
    fn comments_are_found_on_both_sides() {
        let mut doc = Document::new(Collection::of(Game::new(9)), None);
        let first = play(&mut doc, 0, 0);
        play(&mut doc, 1, 1);
        let third = play(&mut doc, 2, 2);
        for node in [first, third] {
            doc.game_mut().set_comment(node, "x").unwrap();
        }
        let commented = |tree: &Tree, node| tree.comment(node).is_some();
        assert!(doc.seek(false, commented));
        assert_eq!(doc.current(), first);
        assert!(!doc.seek(false, commented));
        assert!(doc.seek(true, commented));
        assert_eq!(doc.current(), third);
    }

    #[test]
    fn a_flag_that_falls_ends_the_game_once_and_a_takeback_turns_the_clock() {
        use crate::engine::clock::{Overtime, TimeSettings};
        use std::time::Duration;
        let mut doc = Document::new(Collection::of(Game::new(9)), None);
        doc.opponent = Some(Color::White);
        let settings = TimeSettings { main: Duration::from_secs(60), overtime: Overtime::None };
        doc.clock = Some(GameClock::new(settings, doc.current(), Color::Black));
        let start = Instant::now();
        assert_eq!(doc.tick(start, true), None);
        play(&mut doc, 4, 4);
        assert!(doc.tree().properties(doc.current()).as_str().starts_with("B[ee]BL["));
        doc.undo();
        assert_eq!(doc.tick(start, true), None);
        assert_eq!(doc.clock.as_ref().map(GameClock::node), Some(doc.tree().root()), "the move was taken back");
        assert_eq!(doc.tick(start + Duration::from_secs(100), true), Some(Color::Black));
        assert_eq!(doc.tree().info(known::RE).as_deref(), Some("W+T"));
        assert_eq!((doc.tick(start + Duration::from_secs(200), true), doc.opponent), (None, None));
    }
}
