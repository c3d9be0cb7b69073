//! Small tools that know nothing of Go: random numbers, statistics, progress.

pub mod progress;
pub mod rng;
pub mod stats;
pub mod summary;
