//! Grading a move: what pressing one key means for the store.

use super::{Edit, Store, StoreError};
use crate::board::Move;
use crate::ontology::model::position::PositionKey;
use crate::ontology::model::*;

/// One expert's grade for the last move of a line, as the window hands it in.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// Who grades.
    pub expert: ExpertId,
    /// The moves up to and with the graded one.
    pub line: Line,
    /// The term; `None` leaves or makes the move ungraded.
    pub term: Option<TermCode>,
    /// A new comment; `None` leaves the old one.
    pub comment: Option<String>,
    /// What should have been played; `None` leaves the old word.
    pub better: Option<Option<Move>>,
    /// The rules of the game.
    pub rules: Option<String>,
    /// The komi of the game.
    pub komi: Option<f32>,
    /// The row of a pattern it belongs to.
    pub pattern: Option<BranchRef>,
    /// The move of a game.
    pub source: Option<SourceRef>,
    /// That game, for the case that it is not kept yet.
    pub game: Option<GameSource>,
    /// When, in seconds since 1970.
    pub time: i64,
}

impl Grade {
    /// A grade with nothing beside it.
    pub fn new(expert: ExpertId, line: Line, term: Option<TermCode>) -> Grade {
        Grade {
            expert,
            line,
            term,
            comment: None,
            better: None,
            rules: None,
            komi: None,
            pattern: None,
            source: None,
            game: None,
            time: 0,
        }
    }
}

impl Store {
    /// What a grade changes: it replaces what the same expert said of the same move (in any
    /// orientation), rather in the same game than in another, or is new, or clears. With the label for
    /// the menu.
    pub fn grade_edits(&self, grade: &Grade) -> Result<(String, Vec<Edit>), StoreError> {
        let refuse = |why: LineError| StoreError::Refused { what: "the grade".to_owned(), why: why.to_string() };
        let (situation, mv) = grade.line.graded().map_err(refuse)?;
        let (key, ways) = PositionKey::of(&situation);
        let place = key.stored_move(mv, &ways);
        let same_move = |a: &Annotation| {
            a.line.graded().is_ok_and(|(there, mv)| {
                let (key, ways) = PositionKey::of(&there);
                key.stored_move(mv, &ways) == place
            })
        };
        let mut said = self.annotations_at(&situation)?;
        said.retain(|a| a.expert == grade.expert && same_move(a));
        said.sort_by_key(|a| (a.source != grade.source, a.source.is_some(), a.line != grade.line, a.id));
        let old = said.into_iter().next();
        let mut new = old.clone().unwrap_or_else(|| {
            let fresh = Annotation::new(grade.expert, grade.line.clone(), None);
            let (rules, komi) = (grade.rules.clone(), grade.komi);
            let origin = "the window".to_owned();
            Annotation { rules, komi, pattern: grade.pattern, source: grade.source, origin, ..fresh }
        });
        new.term = grade.term;
        new.time = grade.time;
        if let Some(comment) = &grade.comment {
            new.comment.clone_from(comment);
        }
        if let Some(better) = grade.better {
            new.better = better;
        }
        if old.as_ref().is_some_and(|o| o.term != new.term) {
            // Another word than the one that was judged.
            (new.state, new.judged_by) = (Validation::Proposed, None);
        }
        let name = mv.to_gtp(grade.line.size());
        let label = match (grade.term, &grade.comment) {
            (Some(term), _) => format!("Grade {name} {term}"),
            (None, Some(text)) if !text.is_empty() => format!("Comment on {name}"),
            (None, _) => format!("Clear the grade of {name}"),
        };
        let is_empty = new.term.is_none() && new.comment.is_empty() && new.better.is_none();
        let edits = match (old, is_empty) {
            (None, true) => Vec::new(),
            (Some(old), true) => vec![Edit::Delete(Key::Annotation(old.id))],
            (old, false) => {
                // An older verdict keeps the game it was said about.
                let of = new.source.map(|source| source.id);
                let game = grade.game.clone().filter(|game| old.is_none() && of == Some(game.id));
                let game = game.map(|game| Edit::Put(Record::Source(game)));
                game.into_iter().chain([Edit::Put(Record::Annotation(new))]).collect()
            }
        };
        Ok((label, edits))
    }
}
