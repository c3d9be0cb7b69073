//! The window driven like a reader drives it: by keys, clicks and the names that screen readers say.

#![allow(clippy::unwrap_used)] // a test may fail where it stands

mod closing;
mod commands;
mod cursor;
mod engine;
mod engines;
mod faults;
mod grades;
mod names;
mod ontology;
mod ontology_file;
mod review;
mod soak;
mod support;
mod why;
