//! Puts the parts together: which knowledge the engine is given.

use crate::engine::handle::Notify;
use crate::engine::prior::Prior;
use crate::engine::prior::rules::RulePrior;
use crate::engine::{Book, Handle, Params};
use crate::ontology::bias::{self, Adviser};
use crate::ontology::prior::{OntologyBook, OntologyPrior};
use crate::ontology::{Index, Store, StoreError};
use std::path::Path;
use std::sync::Arc;

/// What an engine knows beyond the rules.
#[derive(Clone)]
pub struct Sources {
    /// What it thinks of moves before any simulation.
    pub priors: Vec<Arc<dyn Prior>>,
    /// Moves it may play without a search.
    pub book: Option<Arc<dyn Book>>,
}

impl Sources {
    /// What every engine of the program has.
    pub fn own() -> Sources {
        Sources { priors: vec![Arc::new(RulePrior)], book: None }
    }

    /// With what experts say. How much of it counts is a setting of the engine, not of the source.
    pub fn with_experts(index: &Index) -> Sources {
        let adviser = Adviser::new(index.clone(), 1.0);
        let mut sources = Sources::own();
        sources.priors.push(Arc::new(OntologyPrior(adviser.clone())));
        sources.book = Some(Arc::new(OntologyBook { adviser, rule: bias::Book::default() }));
        sources
    }

    /// With the experts of an ontology file, which is only read.
    pub fn from_file(path: &Path) -> Result<Sources, StoreError> {
        Ok(Sources::with_experts(&Index::load(&Store::open_to_read(path)?)?))
    }
}

/// The sources of knowledge that every engine of the program has.
pub fn priors() -> Vec<Arc<dyn Prior>> {
    Sources::own().priors
}

/// An engine on its thread; `notify` is called when it has something new to say.
pub fn start_engine(params: Params, notify: Option<Notify>) -> Handle {
    Handle::new(params, priors(), notify)
}
