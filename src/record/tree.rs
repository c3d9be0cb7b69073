//! The game tree: an arena of linked nodes with ids that stay valid for the life of the tree.

use super::properties::Properties;
use std::fmt;
use std::num::NonZeroU32;

/// A node of one tree. It stays valid when the node is deleted, so that undo brings back the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

const _: () = assert!(size_of::<Option<NodeId>>() == 4);

impl NodeId {
    /// Its place in the arena, from 0: an index for tables that views keep beside the tree.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn from_index(index: usize) -> NodeId {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        NodeId(number.expect("a tree holds fewer than 2^32 nodes: a file of that many would not fit in memory"))
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {}", self.index())
    }
}

/// A node with its links. Siblings form a list, so that any number of them costs the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub parent: Option<NodeId>,
    pub first_child: Option<NodeId>,
    pub last_child: Option<NodeId>,
    pub previous: Option<NodeId>,
    pub next: Option<NodeId>,
    pub properties: Properties,
}

const _: () = assert!(size_of::<Node>() <= 40, "a million nodes are meant to fit in 40 MB, apart from their text");

/// The nodes of one game. The root is always there.
///
/// Nodes that were deleted stay in the arena without a parent, because undo may want them back.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(super) nodes: Vec<Node>,
    revision: u64,
    structure: u64,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new(Properties::default())
    }
}

impl Tree {
    /// A tree with only a root.
    pub fn new(root: Properties) -> Tree {
        Tree { nodes: vec![Node { properties: root, ..Node::default() }], revision: 0, structure: 0 }
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        NodeId::from_index(0)
    }

    /// Changes with every edit; what was computed at the same revision is still true.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Changes when nodes come, go or move, and when one gets or loses a move; not with a comment or a
    /// mark. What depends only on the shape of the tree and the numbers of its moves is still true.
    pub fn structure(&self) -> u64 {
        self.structure
    }

    pub(super) fn touch(&mut self, structure: bool) {
        self.revision += 1;
        self.structure += u64::from(structure);
    }

    /// Whether the id belongs to this tree, attached or not.
    pub fn contains(&self, id: NodeId) -> bool {
        id.index() < self.nodes.len()
    }

    /// Length of a table that has room for every id of this tree.
    pub fn arena_len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The properties of a node.
    ///
    /// # Panics
    /// When the id is of another tree, as with every look into the tree.
    pub fn properties(&self, id: NodeId) -> &Properties {
        &self.node(id).properties
    }

    /// The node above; none for the root and for deleted nodes.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The first child: the main line goes on there.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// The last child.
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).last_child
    }

    /// The next variation beside this one.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next
    }

    /// The variation before this one.
    pub fn previous_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).previous
    }

    /// A new node that hangs nowhere yet. Not an edit: nobody can see it until it is attached.
    pub(super) fn allocate(&mut self, properties: Properties) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(Node { properties, ..Node::default() });
        id
    }

    /// Builds: a new last child. For readers of files, who have no journal.
    pub fn push_child(&mut self, parent: NodeId, properties: Properties) -> NodeId {
        let id = self.allocate(properties);
        self.link(id, parent, None);
        id
    }

    /// Hangs a node that hangs nowhere under `parent`, before one of its children or as the last.
    pub(super) fn link(&mut self, id: NodeId, parent: NodeId, before: Option<NodeId>) {
        let previous = match before {
            Some(next) => self.node_mut(next).previous.replace(id),
            None => self.node_mut(parent).last_child.replace(id),
        };
        match previous {
            Some(previous) => self.node_mut(previous).next = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        let node = self.node_mut(id);
        node.parent = Some(parent);
        node.previous = previous;
        node.next = before;
    }

    /// Takes a node with all below it off its parent.
    pub(super) fn unlink(&mut self, id: NodeId) {
        let node = self.node_mut(id);
        let Some(parent) = node.parent.take() else { return };
        let (previous, next) = (node.previous.take(), node.next.take());
        match previous {
            Some(previous) => self.node_mut(previous).next = next,
            None => self.node_mut(parent).first_child = next,
        }
        match next {
            Some(next) => self.node_mut(next).previous = previous,
            None => self.node_mut(parent).last_child = previous,
        }
    }

    /// A copy of a node and all below it.
    pub fn copy(&self, top: NodeId) -> Subtree {
        let mut copy = Tree::new(self.properties(top).clone());
        copy.copy_below(copy.root(), self, top);
        Subtree(copy)
    }

    /// A copy of a subtree that hangs nowhere yet.
    pub(super) fn allocate_copy(&mut self, subtree: &Subtree) -> NodeId {
        let source = &subtree.0;
        let top = self.allocate(source.properties(source.root()).clone());
        self.copy_below(top, source, source.root());
        top
    }

    /// Copies what is below `from` of another tree below `to`.
    fn copy_below(&mut self, to: NodeId, source: &Tree, from: NodeId) {
        let (mut place, mut at) = (to, from);
        loop {
            if let Some(child) = source.first_child(at) {
                place = self.push_child(place, source.properties(child).clone());
                at = child;
                continue;
            }
            // Up until there is a sibling to go on with.
            loop {
                if at == from {
                    return;
                }
                let above = self.node(place).parent.expect("every copied node below `to` has a parent");
                if let Some(next) = source.next_sibling(at) {
                    place = self.push_child(above, source.properties(next).clone());
                    at = next;
                    break;
                }
                place = above;
                at = source.parent(at).expect("a node below `from` has a parent");
            }
        }
    }
}

/// Equal when the nodes that hang on the root, their order and their properties are.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.walk(self.root())
            .map(|visit| visit.properties_in(self))
            .eq(other.walk(other.root()).map(|visit| visit.properties_in(other)))
    }
}

impl Eq for Tree {}

/// A node and all below it, cut or copied out of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtree(pub(super) Tree);

impl Subtree {
    /// What was copied, as a tree of its own.
    pub fn tree(&self) -> &Tree {
        &self.0
    }
}

impl From<Tree> for Subtree {
    fn from(tree: Tree) -> Subtree {
        Subtree(tree)
    }
}
