//! An ontology as a whole in memory: what exchange formats read and write and what merges work on.

use super::annotation::{Annotation, GameSource};
use super::expert::Expert;
use super::id::{AnnotationId, ExpertId, PatternId, SourceId};
use super::pattern::FuzzyPattern;
use super::term::{Term, TermCode, Vocabulary};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// One stored thing of any kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Record {
    /// A linguistic term.
    Term(Term),
    /// An expert.
    Expert(Expert),
    /// A game that verdicts come from.
    Source(GameSource),
    /// A fuzzy pattern with its rows.
    Pattern(FuzzyPattern),
    /// A verdict.
    Annotation(Annotation),
}

/// The identity of a stored thing of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Key {
    /// A linguistic term.
    Term(TermCode),
    /// An expert.
    Expert(ExpertId),
    /// A game that verdicts come from.
    Source(SourceId),
    /// A fuzzy pattern.
    Pattern(PatternId),
    /// A verdict.
    Annotation(AnnotationId),
}

impl Record {
    /// Its identity.
    pub fn key(&self) -> Key {
        match self {
            Record::Term(t) => Key::Term(t.code),
            Record::Expert(e) => Key::Expert(e.id),
            Record::Source(s) => Key::Source(s.id),
            Record::Pattern(p) => Key::Pattern(p.id),
            Record::Annotation(a) => Key::Annotation(a.id),
        }
    }
}

/// Everything an ontology holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knowledge {
    /// The terms.
    pub terms: Vocabulary,
    /// The experts, by identity.
    pub experts: Vec<Expert>,
    /// The games, by identity.
    pub sources: Vec<GameSource>,
    /// The patterns, by identity.
    pub patterns: Vec<FuzzyPattern>,
    /// The verdicts, by identity.
    pub annotations: Vec<Annotation>,
}

/// Something that cannot be: a verdict of nobody, a row of no pattern.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what} names {missing}, which is not there")]
pub struct Dangling {
    /// The thing that points nowhere, for people.
    pub what: String,
    /// Its identity as written in files, for finding the line.
    pub key: String,
    /// What it points at.
    pub missing: String,
}

impl Knowledge {
    /// Sorts everything by identity, so that equal knowledge compares and prints equal.
    pub fn sort(&mut self) {
        self.experts.sort_by_key(|e| e.id);
        self.sources.sort_by_key(|s| s.id);
        self.patterns.sort_by_key(|p| p.id);
        self.annotations.sort_by_key(|a| a.id);
    }

    /// Sorts, and of things with the same identity keeps one: for readers of files that may say the
    /// same twice.
    pub fn sort_and_dedup(&mut self) {
        self.sort();
        self.experts.dedup_by_key(|e| e.id);
        self.sources.dedup_by_key(|s| s.id);
        self.patterns.dedup_by_key(|p| p.id);
        self.annotations.dedup_by_key(|a| a.id);
    }

    /// The expert with this identity.
    pub fn expert(&self, id: ExpertId) -> Option<&Expert> {
        self.experts.iter().find(|e| e.id == id)
    }

    /// All records, what others refer to first.
    pub fn into_records(self) -> impl Iterator<Item = Record> {
        let terms = Vec::from(self.terms).into_iter().map(Record::Term);
        let experts = self.experts.into_iter().map(Record::Expert);
        let sources = self.sources.into_iter().map(Record::Source);
        let patterns = self.patterns.into_iter().map(Record::Pattern);
        terms.chain(experts).chain(sources).chain(patterns).chain(self.annotations.into_iter().map(Record::Annotation))
    }

    /// The first thing that refers to something missing.
    pub fn check(&self) -> Result<(), Dangling> {
        let experts: HashSet<ExpertId> = self.experts.iter().map(|e| e.id).collect();
        let sources: HashSet<SourceId> = self.sources.iter().map(|s| s.id).collect();
        let patterns: BTreeMap<PatternId, &FuzzyPattern> = self.patterns.iter().map(|p| (p.id, p)).collect();
        for a in &self.annotations {
            let missing = |missing: String| {
                let what = format!("the verdict {} on `{}`", a.id, a.line);
                Err(Dangling { what, key: a.id.to_string(), missing })
            };
            if !experts.contains(&a.expert) {
                return missing(format!("the expert {}", a.expert));
            }
            if let Some(judge) = a.judged_by.filter(|j| !experts.contains(j)) {
                return missing(format!("the expert {judge} as its judge"));
            }
            if let Some(term) = a.term.filter(|&t| self.terms.get(t).is_none()) {
                return missing(format!("the term {term}"));
            }
            if let Some(source) = a.source.filter(|s| !sources.contains(&s.id)) {
                return missing(format!("the game {}", source.id));
            }
            if let Some(row) = a.pattern {
                match patterns.get(&row.id) {
                    None => return missing(format!("the pattern {}", row.id)),
                    Some(p) if p.branch(row.label).is_none() => {
                        return missing(format!("the row {} of {}", row.label, p.name));
                    }
                    Some(_) => {}
                }
            }
        }
        Ok(())
    }
}
