//! Small tools that know nothing of Go: random numbers.

pub mod rng;
