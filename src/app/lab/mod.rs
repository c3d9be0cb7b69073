//! Experiments of the papers that need neither a window nor a game.

pub mod rating;
