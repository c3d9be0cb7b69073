//! Where the nodes live: chunks made on demand up to a bound, and pruning by copying.

use super::{Growth, Node};
use crate::engine::sync::{AtomicU32, Ordering};
use std::sync::OnceLock;

/// A node's place in its arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The node so many places further in the same family.
    #[inline(always)]
    pub fn sibling(self, by: u32) -> NodeId {
        NodeId(self.0 + by)
    }
}

/// Loom follows each atomic by itself, and only a few of them.
const CHUNK_BITS: u32 = if cfg!(loom) { 3 } else { 14 };
/// Nodes in a chunk. A family of children never spans two.
const CHUNK: u32 = 1 << CHUNK_BITS;

/// Nodes in chunks of a megabyte. Handing out a family is one atomic step; nothing is freed until
/// the whole arena is copied into another or cleared.
#[derive(Debug)]
pub struct Arena {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    next: AtomicU32,
}

/// A node is one cache line.
#[cfg(not(loom))]
const _: () = assert!(size_of::<Node>() == 64);

impl Arena {
    /// Bytes of a chunk.
    pub const CHUNK_BYTES: usize = CHUNK as usize * 64;

    /// An arena of at most this many bytes, and at least one chunk.
    pub fn new(bytes: usize) -> Arena {
        let chunks = (bytes / Arena::CHUNK_BYTES).clamp(1, (u32::MAX / CHUNK) as usize);
        Arena { chunks: (0..chunks).map(|_| OnceLock::new()).collect(), next: AtomicU32::new(0) }
    }

    /// Nodes handed out.
    pub fn len(&self) -> usize {
        self.next.load(Ordering::Relaxed) as usize
    }

    /// Nodes that fit.
    pub fn capacity(&self) -> usize {
        self.chunks.len() * CHUNK as usize
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.chunks.iter().filter(|c| c.get().is_some()).count() * Arena::CHUNK_BYTES
    }

    /// Forgets all nodes; needs to be alone. The chunks stay for the next tree.
    pub fn clear(&mut self) {
        self.next.store(0, Ordering::Relaxed);
    }

    /// Frees the memory beyond what is in use.
    pub fn shrink(&mut self) {
        let used = self.len().div_ceil(CHUNK as usize);
        for chunk in &mut self.chunks[used..] {
            chunk.take();
        }
    }

    /// Room for a family of nodes side by side, or `None` when the arena is full.
    pub fn allocate(&self, count: u32) -> Option<NodeId> {
        assert!(count <= CHUNK, "a family fits into a chunk");
        let mut next = self.next.load(Ordering::Relaxed);
        loop {
            let room = CHUNK - next % CHUNK;
            let first = if count <= room { next } else { next + room };
            let end = u64::from(first) + u64::from(count);
            if end > self.capacity() as u64 {
                return None;
            }
            match self.next.compare_exchange_weak(next, end as u32, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => {
                    self.chunks[(first >> CHUNK_BITS) as usize].get_or_init(new_chunk);
                    return Some(NodeId(first));
                }
                Err(now) => next = now,
            }
        }
    }

    /// A node.
    #[inline(always)]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.chunk(id)[(id.0 % CHUNK) as usize]
    }

    /// A family of nodes.
    #[inline(always)]
    pub fn family(&self, first: NodeId, count: u32) -> &[Node] {
        let at = (first.0 % CHUNK) as usize;
        &self.chunk(first)[at..at + count as usize]
    }

    /// The children of a node, if they are grown.
    #[inline]
    pub fn children(&self, id: NodeId) -> &[Node] {
        match self.node(id).growth() {
            Growth::Grown(first, count) => self.family(first, count),
            Growth::Leaf | Growth::Growing => &[],
        }
    }

    /// The ids of the children of a node with the nodes.
    pub fn children_with_ids(&self, id: NodeId) -> impl Iterator<Item = (NodeId, &Node)> {
        let first = match self.node(id).growth() {
            Growth::Grown(first, _) => first.0,
            Growth::Leaf | Growth::Growing => 0,
        };
        self.children(id).iter().enumerate().map(move |(i, node)| (NodeId(first + i as u32), node))
    }

    #[inline(always)]
    fn chunk(&self, id: NodeId) -> &[Node] {
        self.chunks[(id.0 >> CHUNK_BITS) as usize].get().expect("ids come from allocate, which makes the chunk")
    }

    /// Copies a subtree into this empty arena, breadth first; families of nodes with fewer than
    /// `keep_from` visits are left behind, and what finds no more room. Returns the new root.
    pub fn copy_tree(&mut self, from: &Arena, root: NodeId, keep_from: u32) -> Option<NodeId> {
        self.clear();
        let new_root = self.allocate(1)?;
        self.node(new_root).copy(from.node(root));
        let mut queue = std::collections::VecDeque::from([(root, new_root)]);
        while let Some((old, new)) = queue.pop_front() {
            let Growth::Grown(first, count) = from.node(old).growth() else { continue };
            if from.node(old).tally.visits() < keep_from && old != root {
                continue;
            }
            let Some(copy) = self.allocate(count) else { continue };
            for i in 0..count {
                let (old, new) = (NodeId(first.0 + i), NodeId(copy.0 + i));
                self.node(new).copy(from.node(old));
                queue.push_back((old, new));
            }
            self.node(new).publish(copy, count);
        }
        Some(new_root)
    }
}

fn new_chunk() -> Box<[Node]> {
    (0..CHUNK).map(|_| Node::default()).collect()
}
