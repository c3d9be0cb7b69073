//! The search against positions with a known answer, and its promises: reproducible, reusable, bounded.

#![allow(clippy::unwrap_used)] // a test may fail where it stands

use fuzeki::engine::{Engine, Params};

/// The engine as the program has it, with all it knows.
fn engine(params: Params) -> Engine {
    Engine::new(params, fuzeki::app::wiring::priors())
}

mod lies;
mod positions;
mod promises;
mod soak;
