//! Small tools that know nothing of Go: random numbers, statistics.

pub mod rng;
pub mod stats;
