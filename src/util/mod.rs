//! Small tools that know nothing of Go: random numbers, statistics, progress, safe saving.

pub mod atomic_file;
pub mod bounded_file;
pub mod cpu;
pub mod line_log;
pub mod progress;
pub mod resident;
pub mod rng;
pub mod sealed;
pub mod stats;
pub mod suggest;
pub mod summary;
