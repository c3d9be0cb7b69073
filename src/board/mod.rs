//! The rules of Go: points, stones, boards, positions, scoring. No files, no time.
//!
//! [`Board`] is the fast board of playouts: stones, chains and simple ko, nothing else. A position
//! adds what rules and history bring: superko, komi, passes.

mod board;
mod color;
pub mod coord;
mod point;
mod symmetry;
pub mod zobrist;

pub use board::Board;
pub use color::{ByColor, Cell, Color};
pub use point::{GRID, MAX_SIZE, MIN_SIZE, Move, Point, PointMap, STRIDE};
pub use symmetry::Symmetry;
