//! The Monte-Carlo engine: playouts and, above them, the search.

pub mod playout;
