//! Changes of the ontology in this run, in one order with the edits of games: so that undo takes back what
//! was done last, and the menu says what that is.

use crate::app::{Document, DocumentId};

/// How many edits of which game lay before something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    game: Option<(DocumentId, usize)>,
    depth: usize,
}

impl Moment {
    /// Now, with this game shown.
    pub fn now(document: Option<&Document>) -> Moment {
        document.map_or(Moment::default(), |document| Moment {
            game: Some((document.id(), document.game_index())),
            depth: document.game().undo_depth(),
        })
    }
}

/// A change of the ontology.
#[derive(Clone, Debug)]
struct Step {
    made: Moment,
    /// Its place in the history of the ontology.
    seq: Option<i64>,
    /// What it is called.
    name: String,
}

/// Changes of the ontology in this run.
#[derive(Debug, Default)]
pub struct GradeHistory {
    done: Vec<Step>,
    undone: Vec<Step>,
}

impl GradeHistory {
    /// A new change; what was taken back before cannot be made again.
    pub(super) fn push(&mut self, made: Moment, seq: Option<i64>, name: String) {
        self.done.push(Step { made, seq, name });
        self.undone.clear();
    }

    /// The name of the last change, if it was made after the last edit of the game shown.
    pub fn next_undo(&self, now: Moment) -> Option<&str> {
        let step = self.done.last()?;
        let is_next = now.depth == 0 || step.made.game == now.game && now.depth <= step.made.depth;
        is_next.then_some(&step.name)
    }

    /// The name of the change taken back last, if it comes before the next edit to be made again, where there
    /// is one.
    pub fn next_redo(&self, now: Moment, has_edit: bool) -> Option<&str> {
        let step = self.undone.last()?;
        let is_next = !has_edit || step.made.game == now.game && now.depth >= step.made.depth;
        is_next.then_some(&step.name)
    }

    /// The last change is taken back; its place in the history of the ontology.
    pub(super) fn undo(&mut self) -> Option<i64> {
        let step = self.done.pop()?;
        let seq = step.seq;
        self.undone.push(step);
        seq
    }

    /// The change taken back last is made again.
    pub(super) fn redo(&mut self) {
        self.done.extend(self.undone.pop());
    }

    /// What was to be taken back could not be: another program has changed the ontology since.
    pub(super) fn forget_undone(&mut self) {
        self.undone.pop();
    }

    /// The last change could not be taken back just now: it still can be.
    pub(super) fn undo_failed(&mut self) {
        self.redo();
    }

    /// The change taken back last could not be made again just now: it still can be.
    pub(super) fn redo_failed(&mut self) {
        self.undo();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Collection, Game};

    #[test]
    fn grades_and_edits_are_taken_back_in_the_order_in_which_they_were_made() {
        let mut document = Document::new(Collection::of(Game::new(9)), None);
        let mut history = GradeHistory::default();
        let add = |document: &mut Document| {
            let root = document.tree().root();
            document.game_mut().set_comment(root, "x").unwrap();
        };
        history.push(Moment::now(Some(&document)), Some(1), "first".to_owned());
        assert_eq!(history.next_undo(Moment::now(Some(&document))), Some("first"));
        add(&mut document);
        assert_eq!(history.next_undo(Moment::now(Some(&document))), None, "the edit is younger");
        history.push(Moment::now(Some(&document)), Some(2), "second".to_owned());
        assert_eq!(history.next_undo(Moment::now(Some(&document))), Some("second"));
        assert_eq!(history.undo(), Some(2));
        assert_eq!(history.next_undo(Moment::now(Some(&document))), None);
        document.undo();
        assert_eq!(history.next_redo(Moment::now(Some(&document)), true), None, "the edit comes before");
        assert_eq!(history.next_undo(Moment::now(Some(&document))), Some("first"));
        document.redo();
        assert_eq!(history.next_redo(Moment::now(Some(&document)), false), Some("second"));
        history.redo();
        history.push(Moment::default(), None, "third".to_owned());
        assert_eq!(history.next_redo(Moment::default(), false), None, "a new change forgets what was taken back");
    }
}
