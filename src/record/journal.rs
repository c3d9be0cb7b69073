//! Undo and redo: groups of inverse edits, as many as memory holds.

use super::edit::Edit;
use super::tree::{NodeId, Tree};

/// What people see as one edit. The window has a name for each in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EditKind {
    /// A move or another node was added.
    AddNode,
    /// A node went, and all below it.
    Delete,
    /// A variation was cut out.
    Cut,
    /// A variation was pasted.
    Paste,
    /// A variation went one place up.
    VariationUp,
    /// A variation went one place down.
    VariationDown,
    /// A variation became the main line.
    MainLine,
    /// A comment.
    Comment,
    /// A mark on a point.
    Mark,
    /// A label on a point.
    Label,
    /// An arrow or a line.
    Draw,
    /// All marks went.
    ClearMarks,
    /// Stones were set up.
    SetUp,
    /// Another property of a node.
    Property,
}

impl EditKind {
    /// All kinds.
    pub const ALL: [EditKind; 14] = [
        EditKind::AddNode,
        EditKind::Delete,
        EditKind::Cut,
        EditKind::Paste,
        EditKind::VariationUp,
        EditKind::VariationDown,
        EditKind::MainLine,
        EditKind::Comment,
        EditKind::Mark,
        EditKind::Label,
        EditKind::Draw,
        EditKind::ClearMarks,
        EditKind::SetUp,
        EditKind::Property,
    ];
}

/// Edits that people see as one, in the order they were done, each as its inverse.
#[derive(Clone, Debug)]
struct Group {
    kind: EditKind,
    inverses: Vec<Edit>,
    /// Tells states apart: the number of the group on top is the state the game is in.
    number: u64,
    /// What typing goes on with: the same key again joins this group.
    key: Option<MergeKey>,
}

/// Edits with the same key, one after the other, are one for undo: typing in a comment.
pub(super) type MergeKey = (&'static str, NodeId);

/// What undo or redo did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// What kind of edit it was.
    pub kind: EditKind,
    /// The node that people should look at now; it hangs in the tree.
    pub focus: NodeId,
}

/// The edits of a game that can be undone and redone.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    done: Vec<Group>,
    undone: Vec<Group>,
    last_number: u64,
    saved: u64,
}

impl Journal {
    /// Files edits that were just done, as their inverses.
    pub fn push(&mut self, kind: EditKind, inverses: Vec<Edit>, key: Option<MergeKey>) {
        if inverses.is_empty() {
            return;
        }
        self.undone.clear();
        if key.is_some()
            && let Some(top) = self.done.last_mut()
            && top.key == key
        {
            for inverse in inverses {
                let repeats = matches!((&inverse, top.inverses.last()), (
                    Edit::SetProperties { node, .. },
                    Some(Edit::SetProperties { node: earlier, .. }),
                ) if node == earlier);
                // Only the oldest state of the node is wanted back.
                if !repeats {
                    top.inverses.push(inverse);
                }
            }
            return;
        }
        self.last_number += 1;
        self.done.push(Group { kind, inverses, number: self.last_number, key });
    }

    /// Ends typing: the next edit is a group of its own.
    pub fn seal(&mut self) {
        if let Some(top) = self.done.last_mut() {
            top.key = None;
        }
    }

    fn state(&self) -> u64 {
        self.done.last().map_or(0, |group| group.number)
    }

    /// The game as it is now is the one on disk.
    pub fn mark_saved(&mut self) {
        self.seal();
        self.saved = self.state();
    }

    /// Whether the game differs from the one on disk.
    pub fn is_modified(&self) -> bool {
        self.saved != self.state()
    }

    /// How many groups can be undone.
    pub fn depth(&self) -> usize {
        self.done.len()
    }

    /// What undo would undo.
    pub fn next_undo(&self) -> Option<EditKind> {
        self.done.last().map(|group| group.kind)
    }

    /// What redo would redo.
    pub fn next_redo(&self) -> Option<EditKind> {
        self.undone.last().map(|group| group.kind)
    }

    pub fn undo(&mut self, tree: &mut Tree) -> Option<Undone> {
        let group = self.done.pop()?;
        let (group, undone) = turn(group, tree);
        self.undone.push(group);
        self.seal();
        Some(undone)
    }

    pub fn redo(&mut self, tree: &mut Tree) -> Option<Undone> {
        let group = self.undone.pop()?;
        let (group, undone) = turn(group, tree);
        self.done.push(group);
        self.seal();
        Some(undone)
    }
}

/// Applies the inverses of a group from the last to the first; their inverses are the way back.
fn turn(group: Group, tree: &mut Tree) -> (Group, Undone) {
    let mut back = Vec::with_capacity(group.inverses.len());
    let mut focus = tree.root();
    for edit in group.inverses.into_iter().rev() {
        focus = match edit {
            // Its parent will be all that is left to look at.
            Edit::Detach { node } => tree.parent(node).unwrap_or(focus),
            _ => edit.focus(),
        };
        back.push(tree.apply(edit).expect("the tree is in the state in which this edit was undone or done"));
    }
    if !tree.is_attached(focus) {
        focus = tree.root();
    }
    let undone = Undone { kind: group.kind, focus };
    (Group { inverses: back, key: None, ..group }, undone)
}
