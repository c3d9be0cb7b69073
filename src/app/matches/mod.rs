//! Matches between engines, without a window: ours with any settings, and any that speaks GTP.
//!
//! The two sides are called A and B. Colours alternate, and both sides get each opening once with
//! either colour, so that an opening that favours one colour favours nobody. Our own [`Position`]
//! (rules, superko) referees; what an engine does against the rules is told in words and loses it the
//! game, and the match goes on.
//!
//! [`Position`]: crate::board::Position

mod contestant;
mod game;
mod joined;
mod log;
pub mod openings;
mod record;
mod run;
mod seat;
mod summary;

pub use contestant::{Contestant, ContestantError};
pub use joined::Joined;
pub use openings::Opening;
pub use record::{Cause, GameRecord, Side, Spent};
pub use run::{Match, MatchError};
pub use summary::Summary;

use crate::board::Rules;
use std::time::Duration;

/// What both sides play under.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// Lines of the board.
    pub size: u8,
    /// Points for White.
    pub komi: f32,
    /// The rules.
    pub rules: Rules,
    /// Time for each move.
    pub time: Option<Duration>,
    /// Simulations for each move, for our own engine.
    pub simulations: Option<u64>,
    /// How long a program may take for any answer before it counts as hanging.
    pub patience: Duration,
}
