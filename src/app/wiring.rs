//! Puts the parts together: which knowledge the engine is given.

use crate::engine::handle::Notify;
use crate::engine::prior::Prior;
use crate::engine::prior::rules::RulePrior;
use crate::engine::{Book, Handle, Params};
use crate::ontology::bias::{self, Adviser};
use crate::ontology::fusion::Operator;
use crate::ontology::prior::{OntologyBook, OntologyPrior};
use crate::ontology::{Index, Store, StoreError};
use crate::patterns::{self, Models, PatternPrior, WeightsError};
use crate::util::bounded_file;
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
        // Weights that cannot be unpacked are a fault of the build, which the tests name; the engine plays
        // without them.
        Sources { priors: vec![Arc::new(RulePrior)], book: None }.with_patterns(patterns::shipped().ok())
    }

    /// With pattern weights from a file instead of the program's own. When it cannot be used, the engine
    /// goes on without patterns, and the text says why.
    pub fn with_patterns_from(self, weights: &Path) -> (Sources, Option<String>) {
        let models = bounded_file::read(weights, Models::LARGEST_FILE)
            .map_err(|error| error.to_string())
            .and_then(|bytes| Models::from_bytes(&bytes).map_err(|error| format!("{error}; {}", WeightsError::REMEDY)));
        match models {
            Ok(models) => (self.with_patterns(Some(Arc::new(models))), None),
            Err(why) => {
                let told = format!("{}: {why}; the engine goes on without patterns", weights.display());
                (self.with_patterns(None), Some(told))
            }
        }
    }

    fn with_patterns(mut self, models: Option<Arc<Models>>) -> Sources {
        self.priors.retain(|prior| prior.name() != PatternPrior::NAME);
        self.priors.extend(models.map(|models| Arc::new(PatternPrior::new(models)) as Arc<dyn Prior>));
        self
    }

    /// With what experts say. How much of it counts is a setting of the engine, not of the source.
    pub fn with_experts(adviser: Adviser) -> Sources {
        let mut sources = Sources::own();
        sources.priors.push(Arc::new(OntologyPrior(adviser.clone())));
        sources.book = Some(Arc::new(OntologyBook { adviser, rule: bias::Book::default() }));
        sources
    }

    /// With the experts of an ontology file, which is only read, made one by this operator.
    pub fn from_file(path: &Path, operator: &'static dyn Operator) -> Result<Sources, StoreError> {
        let index = Index::load(&Store::open_to_read(path)?)?;
        Ok(Sources::with_experts(Adviser::new(index, operator)))
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
