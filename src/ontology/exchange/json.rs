//! JSON: everything, without loss. The schema is docs/ontology-format.md.

use super::{ExchangeError, Format, ReadOptions};
use crate::ontology::model::*;
use serde::{Deserialize, Serialize};

pub(super) struct Json;

/// The version of the form; a file of a later one is refused.
const VERSION: u32 = 1;
const NAME: &str = "fuzeki-ontology";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    #[serde(default)]
    terms: Vocabulary,
    #[serde(default)]
    experts: Vec<Expert>,
    #[serde(default)]
    games: Vec<GameSource>,
    #[serde(default)]
    patterns: Vec<FuzzyPattern>,
    #[serde(default)]
    annotations: Vec<Annotation>,
}

#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u32>,
}

impl From<Knowledge> for File {
    fn from(mut knowledge: Knowledge) -> File {
        knowledge.sort();
        let Knowledge { terms, experts, sources, patterns, annotations } = knowledge;
        File { format: NAME.into(), version: VERSION, terms, experts, games: sources, patterns, annotations }
    }
}

/// Everything on one line.
pub(super) fn compact(knowledge: Knowledge) -> String {
    serde_json::to_string(&File::from(knowledge)).expect("plain data without maps has a JSON form")
}

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn extension(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "everything without loss, for keeping, merging and other programs"
    }

    fn is_lossless(&self) -> bool {
        true
    }

    fn write(&self, knowledge: &Knowledge) -> String {
        let file = File::from(knowledge.clone());
        let mut text = serde_json::to_string_pretty(&file).expect("plain data without maps has a JSON form");
        text.push('\n');
        text
    }

    fn read(&self, text: &str, _: &ReadOptions) -> Result<Knowledge, ExchangeError> {
        let fault = |error: serde_json::Error| {
            let said = error.to_string();
            let reason = said.split(" at line ").next().unwrap_or(&said).to_owned();
            ExchangeError::new(error.line().max(1), reason)
        };
        let head: Head = serde_json::from_str(text).map_err(fault)?;
        if head.format.as_deref() != Some(NAME) {
            return Err(ExchangeError::new(1, format!("this is no ontology: its `format` is not \"{NAME}\"")));
        }
        if let Some(version) = head.version.filter(|&v| v > VERSION) {
            let reason = format!("written by a newer Fuzeki (version {version} of the form, {VERSION} is known here)");
            return Err(ExchangeError::new(1, reason));
        }
        let file: File = serde_json::from_str(text).map_err(fault)?;
        let komi = file.patterns.iter().map(|p| p.komi).chain(file.annotations.iter().map(|a| a.komi));
        if komi.flatten().any(|komi| !komi.is_finite()) {
            return Err(ExchangeError::new(line_of(text, "\"komi\""), "a komi is too large to be a number"));
        }
        if file.experts.iter().any(|expert| !expert.trust.is_finite()) {
            return Err(ExchangeError::new(
                line_of(text, "\"trust\""),
                "the trust in an expert is too large to be a number",
            ));
        }
        let mut knowledge = Knowledge {
            terms: file.terms,
            experts: file.experts,
            sources: file.games,
            patterns: file.patterns,
            annotations: file.annotations,
        };
        knowledge.check().map_err(|dangling| ExchangeError::new(line_of(text, &dangling.key), dangling))?;
        knowledge.sort();
        Ok(knowledge)
    }
}

/// The line where an identity stands.
fn line_of(text: &str, key: &str) -> usize {
    text.find(key).map_or(1, |at| text[..at].matches('\n').count() + 1)
}
