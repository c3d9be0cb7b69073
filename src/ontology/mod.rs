//! What experts say about moves, kept for ever, matched to positions, fused, and felt by the engine
//! (Hoock et al. 2010, section III.A).
//!
//! - [`model`]: experts, terms, patterns, verdicts.
//! - [`store`]: the file they live in, with one write door and a writer thread.
//! - [`matching`]: the index that says which verdicts bear on a position.
//! - [`fusion`]: several verdicts made one.
//! - [`bias`] and [`prior`]: what the search feels of it, and book moves.
//! - [`concepts`]: the tree to browse it by. [`merge`]: two ontologies made one.
//!   [`mine`]: openings from game records.
//! - [`exchange`]: other forms of files. [`shipped`]: what comes with the program.

pub mod bias;
pub mod concepts;
pub mod exchange;
pub mod from_record;
pub mod fusion;
pub mod matching;
pub mod merge;
pub mod mine;
pub mod model;
pub mod prior;
pub mod shipped;
pub mod store;

pub use matching::{Context, Index};
pub use model::*;
pub use store::{Store, StoreError, Writer};
