//! Controls of our own: the board, the variation tree, icons.

pub mod board;
pub mod icons;
pub mod tree;
