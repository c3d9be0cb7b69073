//! Fuzeki: review Go games with a Monte-Carlo engine and an ontology of expert verdicts.
//!
//! The modules are layers: each names only those above it in this list (`tests/tidy.rs` holds it).
//! ARCHITECTURE.md is the map.

pub mod util;

pub mod board;

pub mod record;

pub mod engine;

pub mod patterns;

pub mod ontology;

pub mod gtp;

pub mod app;

pub mod gui;

pub mod cli;
