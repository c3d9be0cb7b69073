//! The Go Text Protocol, version 2: we as an engine ([`server`]), and engines of others ([`client`]).

pub mod client;
pub mod lines;
pub mod server;
