//! Playouts: games played to the end by a cheap policy.

pub mod uniform;
