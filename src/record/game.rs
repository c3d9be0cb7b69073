//! A game: its tree, the edits people do to it, and their undo.

use super::edit::{Edit, EditError};
use super::ident::{Ident, known};
use super::journal::{EditKind, Journal, MergeKey, Undone};
use super::properties::Properties;
use super::tree::{NodeId, Subtree, Tree};
use super::value::Value;
use crate::board::{MAX_SIZE, MIN_SIZE};

/// One game of a file: a tree that changes only through edits which can be undone.
#[derive(Clone, Debug, Default)]
pub struct Game {
    tree: Tree,
    journal: Journal,
}

/// Equal when the trees are; what was undone does not count.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.tree == other.tree
    }
}

impl Eq for Game {}

impl From<Tree> for Game {
    fn from(tree: Tree) -> Game {
        Game { tree, journal: Journal::default() }
    }
}

impl Game {
    /// An empty game on a board of this size, clamped to those that exist.
    pub fn new(size: u8) -> Game {
        let size = size.clamp(MIN_SIZE, MAX_SIZE);
        let root = Properties::default()
            .with(known::GM, &[Value::number(1)])
            .with(known::FF, &[Value::number(4)])
            .with(known::CA, &[Value::text("UTF-8")])
            .with(known::AP, &[Value::text(concat!("Fuzeki:", env!("CARGO_PKG_VERSION")))])
            .with(known::SZ, &[Value::number(size)]);
        Game::from(Tree::new(root))
    }

    /// The tree, to read.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Takes the tree out.
    pub fn into_tree(self) -> Tree {
        self.tree
    }

    /// Does several edits as one: undo takes them back together. When the closure fails, what it did
    /// so far is taken back.
    pub fn edit<T>(
        &mut self,
        kind: EditKind,
        edits: impl FnOnce(&mut Editor) -> Result<T, EditError>,
    ) -> Result<T, EditError> {
        self.edit_with(kind, None, edits)
    }

    fn edit_with<T>(
        &mut self,
        kind: EditKind,
        key: Option<MergeKey>,
        edits: impl FnOnce(&mut Editor) -> Result<T, EditError>,
    ) -> Result<T, EditError> {
        let mut editor = Editor { tree: &mut self.tree, inverses: Vec::new() };
        match edits(&mut editor) {
            Ok(done) => {
                let inverses = editor.inverses;
                self.journal.push(kind, inverses, key);
                Ok(done)
            }
            Err(error) => {
                for inverse in editor.inverses.into_iter().rev() {
                    self.tree.apply(inverse).expect("an inverse fits right after its edit");
                }
                Err(error)
            }
        }
    }

    /// Undoes the last group of edits.
    pub fn undo(&mut self) -> Option<Undone> {
        self.journal.undo(&mut self.tree)
    }

    /// Does the last group again that was undone.
    pub fn redo(&mut self) -> Option<Undone> {
        self.journal.redo(&mut self.tree)
    }

    /// How many edits can be undone.
    pub fn undo_depth(&self) -> usize {
        self.journal.depth()
    }

    /// What undo would undo, for the menu.
    pub fn next_undo(&self) -> Option<EditKind> {
        self.journal.next_undo()
    }

    /// What redo would redo, for the menu.
    pub fn next_redo(&self) -> Option<EditKind> {
        self.journal.next_redo()
    }

    /// Whether the game differs from what was last saved or loaded. Undoing back to it counts.
    pub fn is_modified(&self) -> bool {
        self.journal.is_modified()
    }

    /// The game as it is now was saved.
    pub fn mark_saved(&mut self) {
        self.journal.mark_saved();
    }

    /// Ends typing: the next comment edit is undone on its own.
    pub fn seal(&mut self) {
        self.journal.seal();
    }

    /// Adds a last variation.
    pub fn add_child(&mut self, parent: NodeId, properties: Properties) -> Result<NodeId, EditError> {
        self.edit(EditKind::AddNode, |editor| editor.add_child(parent, properties))
    }

    /// Deletes a node and all below it. Returns the parent.
    pub fn delete(&mut self, node: NodeId) -> Result<NodeId, EditError> {
        self.remove(EditKind::Delete, node)
    }

    fn remove(&mut self, kind: EditKind, node: NodeId) -> Result<NodeId, EditError> {
        self.edit(kind, |editor| {
            let parent = editor.tree().parent(node);
            editor.detach(node)?;
            parent.ok_or(EditError::IsRoot)
        })
    }

    /// A copy of a node and all below it, for the clipboard.
    pub fn copy(&self, node: NodeId) -> Subtree {
        self.tree.copy(node)
    }

    /// Copies a node with all below it, then deletes it.
    pub fn cut(&mut self, node: NodeId) -> Result<Subtree, EditError> {
        let subtree = self.tree.copy(node);
        self.remove(EditKind::Cut, node)?;
        Ok(subtree)
    }

    /// Adds a copy of a subtree as the last variation. Returns its top.
    pub fn paste(&mut self, parent: NodeId, subtree: &Subtree) -> Result<NodeId, EditError> {
        self.edit(EditKind::Paste, |editor| editor.paste(parent, subtree))
    }

    /// Moves a variation one place towards the main line. Nothing happens to the first one.
    pub fn promote(&mut self, node: NodeId) -> Result<(), EditError> {
        self.edit(EditKind::VariationUp, |editor| {
            let Some(before) = editor.tree().previous_sibling(node) else { return Ok(()) };
            editor.move_before(node, Some(before))
        })
    }

    /// Moves a variation one place away from the main line. Nothing happens to the last one.
    pub fn demote(&mut self, node: NodeId) -> Result<(), EditError> {
        self.edit(EditKind::VariationDown, |editor| {
            let Some(after) = editor.tree().next_sibling(node) else { return Ok(()) };
            let before = editor.tree().next_sibling(after);
            editor.move_before(node, before)
        })
    }

    /// Makes the way from the root to this node the main line.
    pub fn promote_to_main_line(&mut self, node: NodeId) -> Result<(), EditError> {
        self.edit(EditKind::MainLine, |editor| {
            for step in editor.tree().path_to(node) {
                if editor.tree().previous_sibling(step).is_some() {
                    let first = editor.tree().parent(step).and_then(|parent| editor.tree().first_child(parent));
                    editor.move_before(step, first)?;
                }
            }
            Ok(())
        })
    }

    /// Sets the comment; typing on in the same node is one edit for undo until [`Game::seal`].
    pub fn set_comment(&mut self, node: NodeId, comment: &str) -> Result<(), EditError> {
        self.edit_with(EditKind::Comment, Some(("comment", node)), |editor| editor.set_text(node, known::C, comment))
    }

    /// Sets a text property such as a name, a result or a private one; an empty text removes it.
    /// Typing on is one edit for undo.
    pub fn set_text(&mut self, node: NodeId, name: Ident<'static>, text: &str) -> Result<(), EditError> {
        self.edit_with(EditKind::Property, Some((name.as_str(), node)), |editor| editor.set_text(node, name, text))
    }

    /// Sets the values of any property; without values it goes.
    pub fn set_values(&mut self, node: NodeId, name: Ident, values: &[Value]) -> Result<(), EditError> {
        self.edit(EditKind::Property, |editor| editor.set_values(node, name, values))
    }
}

/// What a group of edits is made with; see [`Game::edit`].
pub struct Editor<'a> {
    tree: &'a mut Tree,
    inverses: Vec<Edit>,
}

impl Editor<'_> {
    /// The tree as it is by now.
    pub fn tree(&self) -> &Tree {
        self.tree
    }

    /// Does one edit.
    pub fn apply(&mut self, edit: Edit) -> Result<(), EditError> {
        self.inverses.push(self.tree.apply(edit)?);
        Ok(())
    }

    /// A node that hangs nowhere yet.
    pub fn new_node(&mut self, properties: Properties) -> NodeId {
        self.tree.allocate(properties)
    }

    /// Hangs a node under a parent, before one of its children or last.
    pub fn attach(&mut self, node: NodeId, parent: NodeId, before: Option<NodeId>) -> Result<(), EditError> {
        self.apply(Edit::Attach { node, parent, before })
    }

    /// Takes a node with all below it off the tree.
    pub fn detach(&mut self, node: NodeId) -> Result<(), EditError> {
        self.apply(Edit::Detach { node })
    }

    /// Adds a last variation.
    pub fn add_child(&mut self, parent: NodeId, properties: Properties) -> Result<NodeId, EditError> {
        let node = self.new_node(properties);
        self.attach(node, parent, None)?;
        Ok(node)
    }

    /// Adds a copy of a subtree as the last variation.
    pub fn paste(&mut self, parent: NodeId, subtree: &Subtree) -> Result<NodeId, EditError> {
        let node = self.tree.allocate_copy(subtree);
        self.attach(node, parent, None)?;
        Ok(node)
    }

    /// Moves a variation before one of its siblings, or to the end.
    pub fn move_before(&mut self, node: NodeId, before: Option<NodeId>) -> Result<(), EditError> {
        let parent = self.tree.parent(node).ok_or(EditError::IsRoot)?;
        self.detach(node)?;
        self.attach(node, parent, before)
    }

    /// Gives a node other properties. Nothing is done when they are the same.
    pub fn set_properties(&mut self, node: NodeId, properties: Properties) -> Result<(), EditError> {
        if self.tree.contains(node) && *self.tree.properties(node) == properties {
            return Ok(());
        }
        self.apply(Edit::SetProperties { node, properties })
    }

    /// Sets a text; an empty one removes the property.
    pub fn set_text(&mut self, node: NodeId, name: Ident, text: &str) -> Result<(), EditError> {
        let properties = self.known(node)?.with_text(name, text);
        self.set_properties(node, properties)
    }

    /// Sets the values of a property; without values it goes.
    pub fn set_values(&mut self, node: NodeId, name: Ident, values: &[Value]) -> Result<(), EditError> {
        let properties = self.known(node)?.with(name, values);
        self.set_properties(node, properties)
    }

    fn known(&self, node: NodeId) -> Result<&Properties, EditError> {
        if self.tree.contains(node) { Ok(self.tree.properties(node)) } else { Err(EditError::NoSuchNode) }
    }
}

#[cfg(test)]
mod tests;
