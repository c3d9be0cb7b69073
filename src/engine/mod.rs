//! The Monte-Carlo engine: playouts and, above them, the search.

pub mod dead_stones;
pub mod params;
pub mod playout;
pub mod signature;
