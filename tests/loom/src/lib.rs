//! The sources of the search tree, built with loom's atomics.

#[path = "../../../src/board/mod.rs"]
pub mod board;

#[path = "."]
pub mod engine {
    //! The part of the engine that threads share.

    #[path = "../../../src/engine/sync.rs"]
    pub mod sync;
    #[path = "../../../src/engine/tree/mod.rs"]
    pub mod tree;
}
