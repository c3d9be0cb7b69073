//! Where the nodes live: chunks made on demand up to a bound, and pruning by copying.

use super::{Growth, Node};
use crate::engine::sync::{AtomicU32, Ordering};
use std::collections::VecDeque;
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

    /// Copies a subtree into this arena, which is cleared, breadth first; families of nodes with fewer than
    /// `keep_from` visits are left behind, and what finds no more room. Returns the new root, or `None` where it
    /// was told to stop.
    pub fn copy_tree(
        &mut self,
        from: &Arena,
        root: NodeId,
        keep_from: u32,
        stopped: impl Fn() -> bool,
    ) -> Option<NodeId> {
        self.clear();
        let new_root = self.allocate(1)?;
        self.node(new_root).copy(from.node(root));
        let mut queue = VecDeque::from([(root, new_root)]);
        let mut families = 0u32;
        while let Some((old, new)) = queue.pop_front() {
            let Growth::Grown(first, count) = from.node(old).growth() else { continue };
            if from.node(old).tally.visits() < keep_from && old != root {
                continue;
            }
            families += 1;
            if families.is_multiple_of(LOOK_UP) && stopped() {
                return None;
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

    /// The least visits, a power of two, such that the families below a root whose parents have them take no more
    /// than so many nodes. `None` where it was told to stop.
    pub fn warm_from(&self, root: NodeId, room: usize, stopped: impl Fn() -> bool) -> Option<u32> {
        // Nodes of families by the visits of their parents, as powers of two.
        let mut nodes = [0usize; u32::BITS as usize];
        let mut waiting = vec![root];
        let mut families = 0u32;
        while let Some(id) = waiting.pop() {
            let Growth::Grown(first, count) = self.node(id).growth() else { continue };
            families += 1;
            if families.is_multiple_of(LOOK_UP) && stopped() {
                return None;
            }
            nodes[self.node(id).tally.visits().max(1).ilog2() as usize] += count as usize;
            waiting.extend((0..count).map(|i| NodeId(first.0 + i)));
        }
        let mut sum = 0;
        let cold = (0..nodes.len()).rev().find(|&power| {
            sum += nodes[power];
            sum > room
        });
        Some(cold.map_or(0, |power| 2u32.saturating_pow(power as u32 + 1)))
    }
}

/// Families between two looks at whether to stop.
const LOOK_UP: u32 = 256;

fn new_chunk() -> Box<[Node]> {
    (0..CHUNK).map(|_| Node::default()).collect()
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;
    use crate::board::Move;

    /// A node with `visits` and so many children, each with half of the visits.
    fn grow(arena: &Arena, id: NodeId, visits: u32, width: u32) {
        arena.node(id).tally.visit(visits);
        if visits < 2 {
            return;
        }
        let first = arena.allocate(width).unwrap();
        for n in 0..width {
            arena.node(first.sibling(n)).reset(Move::Pass, (0.0, 0.0), (0.0, 0.0), 0.0);
            grow(arena, first.sibling(n), visits / 2, width);
        }
        assert!(arena.node(id).claim());
        arena.node(id).publish(first, width);
    }

    #[test]
    fn the_warmest_branches_that_fit_are_kept() {
        let arena = Arena::new(4 * Arena::CHUNK_BYTES);
        let root = arena.allocate(1).unwrap();
        arena.node(root).reset(Move::Pass, (0.0, 0.0), (0.0, 0.0), 0.0);
        grow(&arena, root, 64, 3);
        // 3 + 9 + … + 729 nodes below parents with 64, 32, … 2 visits.
        assert_eq!(arena.len(), 1 + 1092);
        for (room, visits) in [(1092, 0), (1091, 4), (363, 4), (120, 8), (3, 64), (2, 128)] {
            assert_eq!(arena.warm_from(root, room, || false), Some(visits), "room for {room}");
            let mut spare = Arena::new(4 * Arena::CHUNK_BYTES);
            let copy = spare.copy_tree(&arena, root, visits, || false).unwrap();
            // The root's own family stays whatever it takes.
            assert!(spare.len() <= 1 + room.max(3), "{} nodes in room for {room}", spare.len());
            assert_eq!(spare.node(copy).tally.get(), arena.node(root).tally.get());
        }
        let mut spare = Arena::new(4 * Arena::CHUNK_BYTES);
        assert_eq!(arena.warm_from(root, 1, || true), None, "it stops when told");
        assert_eq!(spare.copy_tree(&arena, root, 0, || true), None);
    }
}
