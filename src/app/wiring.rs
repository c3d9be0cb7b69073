//! Puts the parts together: which knowledge the engine is given.

use crate::engine::handle::Notify;
use crate::engine::prior::Prior;
use crate::engine::prior::rules::RulePrior;
use crate::engine::{Handle, Params};
use std::sync::Arc;

/// The sources of knowledge that every engine of the program has.
pub fn priors() -> Vec<Arc<dyn Prior>> {
    vec![Arc::new(RulePrior)]
}

/// An engine on its thread; `notify` is called when it has something new to say.
pub fn start_engine(params: Params, notify: Option<Notify>) -> Handle {
    Handle::new(params, priors(), notify)
}
