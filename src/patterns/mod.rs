//! Learnt patterns: what strong players would play, from the shapes and tactics around each move.
//!
//! A move is described by [`Feature`]s, each a key in a dictionary of those seen often enough in game
//! records; the worth of a move is the sum of their weights, and moves compete as in the generalised
//! Bradley-Terry model (Coulom, Computing Elo Ratings of Move Patterns in the Game of Go, 2007).

pub mod balance;
mod contests;
pub mod eval;
pub mod features;
mod file;
pub mod games;
pub mod harvest;
pub mod learn;
mod lookup;
mod mm;
mod model;
mod prior;
mod quick;
mod shape;
mod shipped;
mod tactics;

pub use features::{Extractor, Family, Feature};
pub use file::{WeightsError, sealed};
pub use model::{Model, Models, Term};
pub use prior::PatternPrior;
pub use shipped::{shipped, shipped_bytes, shipped_checksum};
pub use tactics::Effects;
