//! The Go Text Protocol, version 2: we as an engine ([`server`]).

pub mod lines;
pub mod server;
