//! The window driven like a reader drives it: by keys, clicks and the names that screen readers say.

mod closing;
mod commands;
mod engine;
mod review;
mod support;
