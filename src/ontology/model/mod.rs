//! What an ontology is made of: experts, terms, fuzzy patterns, verdicts, games.

mod annotation;
mod expert;
mod id;
mod knowledge;
pub(crate) mod line;
mod pattern;
pub mod position;
mod rank;
mod term;

pub use annotation::{Annotation, BranchRef, GameSource, SourceRef, Validation};
pub use expert::{Expert, Rgb};
pub use id::{AnnotationId, ExpertId, PatternId, SourceId, stable_hash};
pub use knowledge::{Dangling, Key, Knowledge, Record};
pub use line::{Line, LineError, Situation};
pub use pattern::{Branch, BranchLabel, FuzzyPattern, Phase};
pub use rank::Rank;
pub use term::{FuzzySet, NotAFuzzySet, Term, TermCode, Vocabulary};
