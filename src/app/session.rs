//! The open files, and which of them is shown.

use super::document::{Document, DocumentId, Refusal};
use crate::record::Subtree;
use std::path::Path;

/// All open files. There may be none.
#[derive(Debug, Default)]
pub struct Session {
    documents: Vec<Document>,
    active: usize,
    clip: Option<Clip>,
}

/// A variation that was cut or copied, for any game on a board of its size.
#[derive(Debug)]
struct Clip {
    size: u8,
    branch: Subtree,
}

impl Session {
    /// Keeps a copy of the node shown and all below it.
    pub fn copy_branch(&mut self) -> Result<(), Refusal> {
        self.clip(|document| Ok(document.copy_branch()?))
    }

    /// Takes the node shown out with all below it, and keeps it.
    pub fn cut_branch(&mut self) -> Result<(), Refusal> {
        self.clip(|document| Ok(document.cut_branch()?))
    }

    fn clip(&mut self, take: impl FnOnce(&mut Document) -> Result<Subtree, Refusal>) -> Result<(), Refusal> {
        let Some(document) = self.active_mut() else { return Ok(()) };
        let clip = Clip { size: document.tree().size(), branch: take(document)? };
        self.clip = Some(clip);
        Ok(())
    }

    /// What was last cut or copied, in any game, becomes a variation of the node shown.
    pub fn paste_branch(&mut self) -> Result<(), Refusal> {
        let Some(document) = self.documents.get_mut(self.active) else { return Ok(()) };
        let clip = self.clip.as_ref().ok_or(Refusal::NothingCopied)?;
        if clip.size != document.tree().size() {
            return Err(Refusal::OtherSize(clip.size));
        }
        Ok(document.paste_branch(&clip.branch)?)
    }

    /// All open files in the order of the tabs.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// All open files, to change.
    pub fn documents_mut(&mut self) -> &mut [Document] {
        &mut self.documents
    }

    /// The place of the file shown.
    pub fn active_index(&self) -> usize {
        self.active
    }

    /// The file shown.
    pub fn active(&self) -> Option<&Document> {
        self.documents.get(self.active)
    }

    /// The file shown, to change.
    pub fn active_mut(&mut self) -> Option<&mut Document> {
        self.documents.get_mut(self.active)
    }

    /// Tells the file shown apart.
    pub fn active_id(&self) -> Option<DocumentId> {
        self.active().map(Document::id)
    }

    /// The file with this id.
    pub fn find(&self, id: DocumentId) -> Option<&Document> {
        self.documents.iter().find(|document| document.id() == id)
    }

    /// The file with this id, to change.
    pub fn find_mut(&mut self, id: DocumentId) -> Option<&mut Document> {
        self.documents.iter_mut().find(|document| document.id() == id)
    }

    /// Shows a file.
    pub fn show(&mut self, index: usize) {
        if index < self.documents.len() {
            self.active = index;
        }
    }

    /// Shows the file with this path, if it is open.
    pub fn show_path(&mut self, path: &Path) -> bool {
        match self.documents.iter().position(|document| document.path() == Some(path)) {
            Some(index) => {
                self.active = index;
                true
            }
            None => false,
        }
    }

    /// Adds a file and shows it. An untouched new game makes room for it.
    pub fn add(&mut self, document: Document) {
        let blank = |d: &Document| d.path().is_none() && !d.is_modified() && d.collection().node_count() == 1;
        if self.active().is_some_and(blank) && !blank(&document) {
            self.documents[self.active] = document;
            return;
        }
        self.active = if self.documents.is_empty() { 0 } else { self.active + 1 };
        self.documents.insert(self.active, document);
    }

    /// Closes a file, whatever its state.
    pub fn close(&mut self, index: usize) -> Option<Document> {
        if index >= self.documents.len() {
            return None;
        }
        let document = self.documents.remove(index);
        if self.active > index || self.active == self.documents.len() {
            self.active = self.active.saturating_sub(1);
        }
        Some(document)
    }

    /// Files with work that is not on disk.
    pub fn modified(&self) -> impl Iterator<Item = &Document> {
        self.documents.iter().filter(|document| document.is_modified())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::record::{Collection, Game};

    fn document(name: &str) -> Document {
        Document::new(Collection::of(Game::new(9)), Some(name.into()))
    }

    #[test]
    fn closing_shows_a_neighbour() {
        let mut session = Session::default();
        for name in ["a", "b", "c"] {
            session.add(document(name));
        }
        assert_eq!(session.active_index(), 2);
        session.close(2);
        assert_eq!(session.active().and_then(Document::title).as_deref(), Some("b"));
        session.show(0);
        session.close(1);
        assert_eq!(session.active_index(), 0);
        session.close(0);
        assert!(session.active().is_none() && session.close(0).is_none());
    }

    #[test]
    fn an_untouched_new_game_makes_room_and_one_with_a_move_does_not() {
        let mut session = Session::default();
        session.add(Document::new(Collection::of(Game::new(19)), None));
        session.add(document("a"));
        assert_eq!(session.documents().len(), 1);
        session.add(Document::new(Collection::of(Game::new(19)), None));
        session.active_mut().unwrap().play(Move::Pass).unwrap();
        session.add(document("b"));
        assert_eq!(session.documents().len(), 3);
        assert_eq!(session.modified().count(), 1);
        assert!(session.show_path(Path::new("a")) && !session.show_path(Path::new("x")));
    }
}
