//! Playouts: games played to the end by a cheap policy.
//!
//! [`uniform`] draws any move that fills no own eye. [`Mogo`] first asks the rules of `rules/`, in the
//! order of Rimmel's algorithms 6 and 11 to 13: each looks at the last moves and may name moves; one
//! of them is played at random. The rules are resolved from [`Params`](crate::engine::Params) once for a search.

pub mod chelaru;
mod log;
mod mogo;
mod reply;
mod rules;
pub mod shapes;
pub mod shapes_file;
pub mod simulator;
pub mod uniform;
mod witness;

pub use log::MoveLog;
pub use mogo::{End, Mogo, Settings};
pub use reply::Replies;
pub use rules::{is_bad_self_atari, is_sensible, pattern_matches};
pub use witness::{Rule, Witness};
