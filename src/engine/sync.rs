//! The atomics of the tree: the standard ones, or loom's when its model tests are built.

#[cfg(loom)]
pub use loom::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};
#[cfg(not(loom))]
pub use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};
