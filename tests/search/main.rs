//! The search against positions with a known answer, and its promises: reproducible, reusable, bounded.

#![allow(clippy::unwrap_used)] // a test may fail where it stands

mod lies;
mod positions;
mod promises;
mod soak;
