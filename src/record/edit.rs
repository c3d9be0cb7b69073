//! The one door through which a tree changes: every edit yields the edit that undoes it.

use super::properties::Properties;
use super::tree::{NodeId, Tree};

/// A change of a tree. Everything that people do to a game is made of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The node gets other properties.
    SetProperties {
        /// Which node.
        node: NodeId,
        /// All its properties from now on.
        properties: Properties,
    },
    /// A node that hangs nowhere, with all below it, becomes a child.
    Attach {
        /// The top of what is attached.
        node: NodeId,
        /// Under which node.
        parent: NodeId,
        /// Before which of its children; after all of them without.
        before: Option<NodeId>,
    },
    /// A node with all below it is taken off its parent. It stays in the arena.
    Detach {
        /// The top of what is taken off.
        node: NodeId,
    },
}

/// Why an edit cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The id is of another game.
    #[error("this node does not belong to the game")]
    NoSuchNode,
    /// The root can be neither deleted nor moved.
    #[error("the first node of a game can be neither deleted nor moved")]
    IsRoot,
    /// The node hangs nowhere: it was deleted.
    #[error("this node was deleted")]
    Deleted,
    /// The node has a parent already.
    #[error("this node hangs in the tree already")]
    Attached,
    /// A node cannot hang below itself.
    #[error("a variation cannot be moved into itself")]
    IntoItself,
    /// `before` is not a child of the parent.
    #[error("the variation to insert before is not a child of that node")]
    NotAChild,
}

impl Tree {
    /// Does an edit and returns the one that undoes it. A refused edit changes nothing.
    pub fn apply(&mut self, edit: Edit) -> Result<Edit, EditError> {
        let mut structure = true;
        let inverse = match edit {
            Edit::SetProperties { node, properties } => {
                self.known(node)?;
                structure = self.properties(node).move_text() != properties.move_text();
                let before = std::mem::replace(&mut self.node_mut(node).properties, properties);
                Edit::SetProperties { node, properties: before }
            }
            Edit::Attach { node, parent, before } => {
                self.known(node)?;
                self.known(parent)?;
                if node == self.root() {
                    return Err(EditError::IsRoot);
                }
                if self.parent(node).is_some() {
                    return Err(EditError::Attached);
                }
                if let Some(before) = before {
                    self.known(before)?;
                    if self.parent(before) != Some(parent) {
                        return Err(EditError::NotAChild);
                    }
                }
                // A leaf has nothing below it where the parent could hang.
                if parent == node || self.first_child(node).is_some() && self.is_within(parent, node) {
                    return Err(EditError::IntoItself);
                }
                self.link(node, parent, before);
                Edit::Detach { node }
            }
            Edit::Detach { node } => {
                self.known(node)?;
                if node == self.root() {
                    return Err(EditError::IsRoot);
                }
                let parent = self.parent(node).ok_or(EditError::Deleted)?;
                let before = self.next_sibling(node);
                self.unlink(node);
                Edit::Attach { node, parent, before }
            }
        };
        self.touch(structure);
        Ok(inverse)
    }

    fn known(&self, node: NodeId) -> Result<(), EditError> {
        if self.contains(node) { Ok(()) } else { Err(EditError::NoSuchNode) }
    }
}

impl Edit {
    /// The node that changes, for views to show: what was detached is shown at its parent.
    pub(super) fn focus(&self) -> NodeId {
        match *self {
            Edit::SetProperties { node, .. } | Edit::Attach { node, .. } | Edit::Detach { node } => node,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_is_refused_and_changes_nothing() {
        let mut tree = Tree::default();
        let root = tree.root();
        let child = tree.push_child(root, Properties::default());
        let grandchild = tree.push_child(child, Properties::default());
        let before = tree.clone();
        let attach = |node, parent, before| Edit::Attach { node, parent, before };
        assert_eq!(tree.apply(Edit::Detach { node: root }), Err(EditError::IsRoot));
        assert_eq!(tree.apply(attach(child, root, None)), Err(EditError::Attached));
        let mut other = tree.clone();
        let foreign = other.push_child(root, Properties::default());
        assert_eq!(tree.apply(Edit::Detach { node: foreign }), Err(EditError::NoSuchNode));
        assert_eq!(tree, before);
        assert_eq!(tree.revision(), before.revision());

        let back = tree.apply(Edit::Detach { node: child }).unwrap();
        assert_eq!(tree.apply(Edit::Detach { node: child }), Err(EditError::Deleted));
        assert_eq!(tree.apply(attach(child, grandchild, None)), Err(EditError::IntoItself));
        assert_eq!(tree.apply(attach(child, root, Some(grandchild))), Err(EditError::NotAChild));
        tree.apply(back).unwrap();
        assert_eq!(tree, before);
        assert!(tree.revision() > before.revision());
    }

    #[test]
    fn the_structure_changes_with_nodes_and_moves_and_not_with_words() {
        let mut tree = Tree::default();
        let root = tree.root();
        let child = tree.push_child(root, Properties::default());
        let mut set = |text: &str| {
            let before = tree.structure();
            let properties = Properties::parse(text).unwrap();
            tree.apply(Edit::SetProperties { node: child, properties }).unwrap();
            tree.structure() != before
        };
        assert!(!set("C[words]") && set("B[aa]C[words]") && !set("B[aa]TR[aa]") && set("W[aa]"));
        let before = tree.structure();
        tree.apply(Edit::Detach { node: child }).unwrap();
        assert!(tree.structure() > before);
    }
}
