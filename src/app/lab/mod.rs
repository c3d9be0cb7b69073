//! Experiments: those of the papers that need neither a window nor a game, and tuning of the engine.

pub mod effects;
pub mod foresight;
pub mod rating;
pub mod tuning;
pub mod tuning_log;
