//! The Monte-Carlo engine: playouts and, above them, the search.

pub mod book;
pub mod clock;
pub mod dead_stones;
pub mod handle;
pub mod limits;
pub mod params;
pub mod player;
pub mod playout;
pub mod prior;
mod report;
mod reward;
mod root_parallel;
mod search;
mod select;
pub mod signature;
pub mod snapshot;
pub mod status;
mod sync;
mod tally;
mod tree;
mod worker;

pub use book::Book;
pub use handle::Handle;
pub use limits::Limits;
pub use params::Params;
pub use search::{Decision, Engine};
pub use snapshot::{Candidate, Snapshot};
