//! The search tree: nodes with atomic statistics in an arena of bounded size.
//!
//! Protocol of a node: its move and its prior are written before its parent publishes it, and never
//! again. Its children go from none through "somebody is growing them" to published, only forward.
//! Statistics only grow: a descent adds a visit at once (a loss until shown otherwise, which is the
//! virtual loss) and adds the reward on the way back.

mod arena;
mod node;

pub use arena::{Arena, NodeId};
pub use node::{Growth, Node, REWARD, Tally};
