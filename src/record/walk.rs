//! Ways through the tree. None of them recurses, so that depth costs nothing.

use super::properties::Properties;
use super::tree::{NodeId, Tree};

/// A node and those above it, up to the root.
#[derive(Clone, Debug)]
pub struct Ancestors<'a>(&'a Tree, Option<NodeId>);

/// The children of a node in order.
#[derive(Clone, Debug)]
pub struct Children<'a>(&'a Tree, Option<(NodeId, NodeId)>);

/// A node and its line of first children.
#[derive(Clone, Debug)]
pub struct Line<'a>(&'a Tree, Option<NodeId>);

/// A node and all below it, parents before children, in the order of a file.
#[derive(Clone, Debug)]
pub struct Preorder<'a>(Walk<'a>);

/// A walk around a subtree that tells when nodes are entered and left.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    tree: &'a Tree,
    top: NodeId,
    next: Option<Visit>,
}

/// A step of a [`Walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// The node is reached; its children follow.
    Enter(NodeId),
    /// Node and children are done.
    Leave(NodeId),
}

impl Visit {
    /// The properties of a node that is entered.
    pub(super) fn properties_in(self, tree: &Tree) -> Option<&Properties> {
        match self {
            Visit::Enter(id) => Some(tree.properties(id)),
            Visit::Leave(_) => None,
        }
    }
}

impl Tree {
    /// The node and those above it, up to the root.
    pub fn ancestors(&self, id: NodeId) -> Ancestors<'_> {
        Ancestors(self, Some(id))
    }

    /// From the root to the node, both included.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.ancestors(id).collect();
        path.reverse();
        path
    }

    /// Steps from the root: 0 for the root itself.
    pub fn depth(&self, id: NodeId) -> usize {
        self.ancestors(id).count() - 1
    }

    /// The children of a node in order; the first one is the main line.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        let node = self.node(id);
        Children(self, node.first_child.zip(node.last_child))
    }

    /// From the root along first children.
    pub fn main_line(&self) -> Line<'_> {
        self.line(self.root())
    }

    /// From a node along first children, the node included.
    pub fn line(&self, id: NodeId) -> Line<'_> {
        Line(self, Some(id))
    }

    /// The last node of the line that begins here.
    pub fn line_end(&self, id: NodeId) -> NodeId {
        self.line(id).last().unwrap_or(id)
    }

    /// Whether the node hangs on the root: it was not deleted.
    pub fn is_attached(&self, id: NodeId) -> bool {
        self.ancestors(id).last() == Some(self.root())
    }

    /// Whether `id` is `top` or below it.
    pub fn is_within(&self, id: NodeId, top: NodeId) -> bool {
        self.ancestors(id).any(|node| node == top)
    }

    /// The node and all below it, parents first, in the order of a file.
    pub fn preorder(&self, top: NodeId) -> Preorder<'_> {
        Preorder(self.walk(top))
    }

    /// All nodes that hang on the root.
    pub fn iter(&self) -> Preorder<'_> {
        self.preorder(self.root())
    }

    /// How many nodes hang on the root, itself included.
    pub fn node_count(&self) -> usize {
        self.iter().count()
    }

    /// Around the node and all below it.
    pub fn walk(&self, top: NodeId) -> Walk<'_> {
        Walk { tree: self, top, next: Some(Visit::Enter(top)) }
    }
}

impl Iterator for Ancestors<'_> {
    type Item = NodeId;
    fn next(&mut self) -> Option<NodeId> {
        let id = self.1?;
        self.1 = self.0.parent(id);
        Some(id)
    }
}

impl Iterator for Line<'_> {
    type Item = NodeId;
    fn next(&mut self) -> Option<NodeId> {
        let id = self.1?;
        self.1 = self.0.first_child(id);
        Some(id)
    }
}

impl Iterator for Children<'_> {
    type Item = NodeId;
    fn next(&mut self) -> Option<NodeId> {
        let (first, last) = self.1?;
        self.1 = if first == last { None } else { self.0.next_sibling(first).map(|next| (next, last)) };
        Some(first)
    }
}

impl DoubleEndedIterator for Children<'_> {
    fn next_back(&mut self) -> Option<NodeId> {
        let (first, last) = self.1?;
        self.1 = if first == last { None } else { self.0.previous_sibling(last).map(|before| (first, before)) };
        Some(last)
    }
}

impl Iterator for Walk<'_> {
    type Item = Visit;
    fn next(&mut self) -> Option<Visit> {
        let visit = self.next?;
        self.next = match visit {
            Visit::Enter(id) => Some(self.tree.first_child(id).map_or(Visit::Leave(id), Visit::Enter)),
            Visit::Leave(id) if id == self.top => None,
            Visit::Leave(id) => match self.tree.next_sibling(id) {
                Some(next) => Some(Visit::Enter(next)),
                None => self.tree.parent(id).map(Visit::Leave),
            },
        };
        Some(visit)
    }
}

impl Iterator for Preorder<'_> {
    type Item = NodeId;
    fn next(&mut self) -> Option<NodeId> {
        self.0.find_map(|visit| match visit {
            Visit::Enter(id) => Some(id),
            Visit::Leave(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Root, a line of two, and a variation at the first move.
    fn small() -> (Tree, [NodeId; 4]) {
        let mut tree = Tree::default();
        let root = tree.root();
        let a = tree.push_child(root, Properties::default());
        let b = tree.push_child(a, Properties::default());
        let c = tree.push_child(root, Properties::default());
        (tree, [root, a, b, c])
    }

    #[test]
    fn every_way_visits_what_it_says() {
        let (tree, [root, a, b, c]) = small();
        assert_eq!(tree.path_to(b), [root, a, b]);
        assert_eq!(tree.depth(b), 2);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [root, a, b]);
        assert_eq!(tree.children(root).collect::<Vec<_>>(), [a, c]);
        assert_eq!(tree.children(root).rev().collect::<Vec<_>>(), [c, a]);
        assert_eq!(tree.iter().collect::<Vec<_>>(), [root, a, b, c]);
        assert_eq!(tree.preorder(a).collect::<Vec<_>>(), [a, b]);
        use Visit::{Enter, Leave};
        assert_eq!(tree.walk(a).collect::<Vec<_>>(), [Enter(a), Enter(b), Leave(b), Leave(a)]);
    }

    #[test]
    fn a_copy_has_the_same_shape() {
        let (tree, [root, a, ..]) = small();
        assert_eq!(tree.copy(root).tree(), &tree);
        assert_eq!(tree.copy(a).tree().node_count(), 2);
    }
}
