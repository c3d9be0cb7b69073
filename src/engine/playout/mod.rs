//! Playouts: games played to the end by a cheap policy.

pub mod chelaru;
pub mod simulator;
pub mod uniform;
