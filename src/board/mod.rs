//! The rules of Go: points, stones, boards, positions, scoring. No files, no time.
//!
//! [`Board`] is the fast board of playouts: stones, chains and simple ko, nothing else. A [`Position`]
//! adds what rules and history bring: superko, komi, passes.

mod board;
pub mod canonical;
mod color;
pub mod coord;
pub mod diagram;
pub mod handicap;
mod point;
mod point_set;
mod position;
mod result;
pub mod rules;
pub mod scoring;
mod symmetry;
pub mod tactics;
pub mod zobrist;

pub use board::Board;
pub use canonical::Canonical;
pub use color::{ByColor, Cell, Color};
pub use point::{GRID, MAX_SIZE, MIN_SIZE, Move, Point, PointMap, STRIDE};
pub use point_set::{PointList, PointSet};
pub use position::{IllegalMove, Played, Position, Reason, Terms, Turn, hash_after};
pub use result::{GameResult, Margin};
pub use rules::Rules;
pub use symmetry::Symmetry;
