//! Verdicts: one expert's term for one move in one position, with everything said beside it.

use super::id::{AnnotationId, ExpertId, PatternId, SourceId};
use super::line::Line;
use super::pattern::BranchLabel;
use super::term::TermCode;
use crate::board::Move;
use serde::{Deserialize, Serialize};

/// Whether the experts stand behind a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Validation {
    /// Said, not yet looked at by others.
    #[default]
    Proposed = 0,
    /// Confirmed.
    Validated = 1,
    /// Found wrong; kept, but without weight.
    Rejected = 2,
}

impl Validation {
    /// All three.
    pub const ALL: [Validation; 3] = [Validation::Proposed, Validation::Validated, Validation::Rejected];

    /// The name in files and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Validation::Proposed => "proposed",
            Validation::Validated => "validated",
            Validation::Rejected => "rejected",
        }
    }

    /// Reads a name of [`Validation::name`].
    pub fn parse(text: &str) -> Option<Validation> {
        Validation::ALL.into_iter().find(|v| v.name() == text)
    }

    /// The factor on a verdict's weight.
    pub const fn weight(self) -> f32 {
        match self {
            Validation::Proposed => 0.7,
            Validation::Validated => 1.0,
            Validation::Rejected => 0.0,
        }
    }
}

/// A game that verdicts come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSource {
    /// Its identity.
    pub id: SourceId,
    /// The title for people.
    pub title: String,
    /// The file it was read from, as it was called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// Who played Black.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub black: String,
    /// Who played White.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub white: String,
    /// The date as the record says it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// The result as the record says it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub result: String,
}

/// A row of a pattern that a verdict belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BranchRef {
    /// The pattern.
    pub id: PatternId,
    /// Its row.
    pub label: BranchLabel,
}

/// The move of a game that a verdict was said about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceRef {
    /// The game.
    pub id: SourceId,
    /// The number of the move, from 1.
    pub number: u32,
}

/// One expert's verdict on the last move of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RawAnnotation", into = "RawAnnotation")]
pub struct Annotation {
    /// Its identity.
    pub id: AnnotationId,
    /// Who says it.
    pub expert: ExpertId,
    /// The moves up to and with the graded one.
    pub line: Line,
    /// The verdict; `None` for a comment alone.
    pub term: Option<TermCode>,
    /// What the expert says in words.
    pub comment: String,
    /// What should have been played instead.
    pub better: Option<Move>,
    /// The rules of the game it was said about, if known.
    pub rules: Option<String>,
    /// The komi of the game it was said about, if known.
    pub komi: Option<f32>,
    /// The row of a pattern it belongs to.
    pub pattern: Option<BranchRef>,
    /// The game it was said about.
    pub source: Option<SourceRef>,
    /// When, in seconds since 1970 (UTC).
    pub time: i64,
    /// Whether it is confirmed.
    pub state: Validation,
    /// Who confirmed or rejected it.
    pub judged_by: Option<ExpertId>,
    /// Where it comes from: a file, a paper, the window.
    pub origin: String,
}

impl Annotation {
    /// A new verdict with nothing beside it, proposed, from no game.
    pub fn new(expert: ExpertId, line: Line, term: Option<TermCode>) -> Annotation {
        Annotation {
            id: AnnotationId::random(),
            expert,
            line,
            term,
            comment: String::new(),
            better: None,
            rules: None,
            komi: None,
            pattern: None,
            source: None,
            time: 0,
            state: Validation::Proposed,
            judged_by: None,
            origin: String::new(),
        }
    }

    /// The identity of a verdict that a file brings without one: from who says what about which move
    /// of which game or pattern. The same file read twice gives the same verdicts.
    pub fn content_id(&self) -> AnnotationId {
        let size = self.line.size().to_string();
        let line = self.line.to_string();
        let source = self.source.map(|s| format!("{}.{}", s.id, s.number)).unwrap_or_default();
        let pattern = self.pattern.map(|p| format!("{}.{}", p.id, p.label)).unwrap_or_default();
        let better = self.better.map(|m| m.to_gtp(self.line.size())).unwrap_or_default();
        let term = self.term.map(String::from).unwrap_or_default();
        let expert = self.expert.to_string();
        let parts: [&str; 8] = [&expert, &size, &line, &term, &self.comment, &better, &source, &pattern];
        AnnotationId::from_content(parts)
    }
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAnnotation {
    id: AnnotationId,
    expert: ExpertId,
    size: u8,
    sequence: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    term: Option<TermCode>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    better: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    komi: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pattern: Option<BranchRef>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<SourceRef>,
    #[serde(default)]
    time: i64,
    #[serde(default)]
    state: Validation,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    judged_by: Option<ExpertId>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    origin: String,
}

impl TryFrom<RawAnnotation> for Annotation {
    type Error = String;
    fn try_from(raw: RawAnnotation) -> Result<Annotation, String> {
        let line = Line::parse(&raw.sequence, raw.size).map_err(|e| e.to_string())?;
        if line.last().is_none() {
            return Err(format!("the verdict {} has no move in its sequence", raw.id));
        }
        let better = raw.better.map(|m| Move::from_gtp(&m, raw.size)).transpose().map_err(|e| e.to_string())?;
        Ok(Annotation {
            id: raw.id,
            expert: raw.expert,
            line,
            term: raw.term,
            comment: raw.comment,
            better,
            rules: raw.rules,
            komi: raw.komi,
            pattern: raw.pattern,
            source: raw.source,
            time: raw.time,
            state: raw.state,
            judged_by: raw.judged_by,
            origin: raw.origin,
        })
    }
}

impl From<Annotation> for RawAnnotation {
    fn from(a: Annotation) -> RawAnnotation {
        RawAnnotation {
            id: a.id,
            expert: a.expert,
            size: a.line.size(),
            sequence: a.line.to_string(),
            term: a.term,
            comment: a.comment,
            better: a.better.map(|m| m.to_gtp(a.line.size())),
            rules: a.rules,
            komi: a.komi,
            pattern: a.pattern,
            source: a.source,
            time: a.time,
            state: a.state,
            judged_by: a.judged_by,
            origin: a.origin,
        }
    }
}
