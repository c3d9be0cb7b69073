//! When a search ends.

use std::time::Duration;

/// What ends a search; whatever comes first. No limit at all is for analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Simulations of this search.
    pub simulations: Option<u64>,
    /// Time that is spent when the answer is clear.
    pub time: Option<Duration>,
    /// Time that may be spent when it is not; at least `time`.
    pub max_time: Option<Duration>,
    /// Stop as soon as the rest of the limit cannot change the answer.
    pub stop_when_decided: bool,
}

impl Limits {
    /// Until told to stop.
    pub fn analysis() -> Limits {
        Limits::default()
    }

    /// A fixed number of simulations, all of them.
    pub fn simulations(simulations: u64) -> Limits {
        Limits { simulations: Some(simulations), ..Limits::default() }
    }

    /// A fixed time, all of it.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// The same, ending early when nothing can change any more.
    pub fn decided_early(self) -> Limits {
        Limits { stop_when_decided: true, ..self }
    }
}
