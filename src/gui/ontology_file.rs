//! The file of the ontology as the window sees it: what is wrong with it and what to do, what waits to be
//! written, and another file in its place.

use super::app::Window;
use super::texts::Texts;
use crate::app::Knowledge;
use crate::app::command::Command;
use crate::app::files::{Fault, FileEvent, FileKind, FileQuestion};
use crate::app::knowledge::outbox::Job;
use crate::app::knowledge::trouble::{Trouble, TroubleKind};
use crate::app::knowledge::{Deed, RETRY, State};
use crate::ontology::stable_hash;
use crate::ontology::store::Edit;
use crate::ontology::{Record, Store};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is wrong and what to do about it, in the reader's language.
pub fn words(t: &Texts, trouble: &Trouble) -> String {
    let path = trouble.path.display();
    let key = match trouble.kind {
        TroubleKind::Locked => "trouble.locked",
        TroubleKind::ReadOnly => "trouble.read_only",
        TroubleKind::Full => "trouble.full",
        TroubleKind::Newer => "trouble.newer",
        TroubleKind::Foreign => "trouble.foreign",
        TroubleKind::Other => return t.fill("trouble.other", &[("path", &path), ("why", &trouble.said)]),
        TroubleKind::Damaged if trouble.backups.is_empty() => "trouble.damaged",
        TroubleKind::Damaged => {
            let newest = trouble.backups[0].display();
            return t.fill("trouble.damaged_backup", &[("path", &path), ("backup", &newest)]);
        }
    };
    t.fill(key, &[("path", &path)])
}

/// Begins to open an ontology for the window.
pub(super) fn open(path: PathBuf, data: Option<&Path>, ctx: &egui::Context) -> Knowledge {
    let path = std::path::absolute(&path).unwrap_or(path);
    let unwritten = data.map(|data| {
        let hash = stable_hash([path.to_string_lossy().as_ref()]);
        data.join("unwritten").join(format!("{hash:016x}.json"))
    });
    let wake = ctx.clone();
    Knowledge::open(path, unwritten, Arc::new(move || wake.request_repaint()))
}

impl Window {
    /// Trouble is looked at again after a while, without anybody moving the mouse.
    pub(super) fn watch_trouble(&self, ctx: &egui::Context) {
        if self.knowledge.trouble().is_some() {
            ctx.request_repaint_after(RETRY);
        }
    }

    /// The ontology cannot be used, or a change could not be written: told with the remedy.
    pub(super) fn tell_trouble(&mut self, trouble: Trouble) {
        self.dialogs.trouble = Some(trouble);
    }

    /// A change was refused: told, and what was typed is given back to its form.
    pub(super) fn refused(&mut self, fault: Fault, deed: Deed, job: Option<Job>) {
        match deed {
            Deed::Undo => self.grade_history.undo_failed(),
            Deed::Redo => self.grade_history.redo_failed(),
            Deed::Change => {}
        }
        if let Some(Job::Change(_, edits)) = job {
            for edit in edits {
                match edit {
                    Edit::Put(Record::Annotation(verdict)) => self.panels.ontology.give_back(verdict),
                    Edit::Put(Record::Expert(expert)) => self.panels.experts.give_back(expert),
                    Edit::Put(Record::Term(term)) => {
                        let known = self.knowledge.index().terms();
                        self.panels.verdicts.give_back(known, &term);
                    }
                    _ => {}
                }
            }
        }
        let summary = self.texts.fill("experts.refused", &[("why", &fault.summary)]);
        self.dialogs.fault(Fault { summary, ..fault });
    }

    /// The last change is another program's, which is not taken back here.
    pub(super) fn not_ours(&mut self, fault: Fault) {
        self.grade_history.forget_undone();
        let summary = self.texts.get("experts.not_ours").to_owned();
        self.dialogs.fault(Fault { summary, ..fault });
    }

    /// The commands about the file.
    pub(super) fn ontology_file_command(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::OpenOntology => self.ask_for_ontology_file(ctx),
            Command::OwnOntology => {
                let own = self.folders.as_ref().map(|folders| folders.data.join("ontology.db"));
                if let Some(own) = own.or_else(Store::default_path) {
                    self.change_ontology(ctx, own);
                }
            }
            _ => match self.knowledge.trouble().cloned() {
                Some(trouble) => {
                    self.knowledge.try_again();
                    self.tell_trouble(trouble);
                }
                None => self.say(self.texts.get("trouble.none").to_owned()),
            },
        }
    }

    fn ask_for_ontology_file(&self, ctx: &egui::Context) {
        let (report, ctx, ask) = (self.files.reporter(), ctx.clone(), self.asker(ctx));
        let folder = self.knowledge.path().parent().map(Path::to_owned);
        std::thread::spawn(move || {
            let question = FileQuestion { name: String::new(), folder, kind: FileKind::Ontology };
            if let Some(path) = ask(&question).pop() {
                let _ = report.send(FileEvent::ChosenOntology(path));
                ctx.request_repaint();
            }
        });
    }

    /// Another ontology in the place of this one; what this one was given is written first.
    pub(super) fn change_ontology(&mut self, ctx: &egui::Context, path: PathBuf) {
        let data = self.folders.as_ref().map(|folders| folders.data.clone());
        let mut next = open(path, data.as_deref(), ctx);
        next.follow(&self.knowledge);
        let mut old = std::mem::replace(&mut self.knowledge, next);
        // Its writer may have to wait for the disk.
        std::thread::spawn(move || old.close());
        self.dialogs.trouble = None;
        self.grade_history = Default::default();
        self.memory.ontology = Some(self.knowledge.path().to_owned());
        self.settings_changed = Some(std::time::Instant::now());
        self.say(self.texts.fill("trouble.opened", &[("path", &self.knowledge.path().display())]));
    }

    /// What the dialog about a file asks for.
    pub(super) fn trouble_answers(&mut self, ctx: &egui::Context) {
        if let Some(answer) = self.dialogs.take_trouble() {
            match answer {
                TroubleAnswer::TryAgain => self.knowledge.try_again(),
                TroubleAnswer::OpenOther => self.ask_for_ontology_file(ctx),
                TroubleAnswer::ThrowAway => self.knowledge.throw_away_unwritten(),
            }
        }
        let is_well = self.knowledge.trouble().is_none() && *self.knowledge.state() == State::Open;
        if is_well && self.dialogs.trouble.take().is_some() {
            self.say(self.texts.get("trouble.none").to_owned());
        }
    }
}

/// What to do about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TroubleAnswer {
    /// The same again.
    TryAgain,
    /// Another file.
    OpenOther,
    /// What waits to be written is given up.
    ThrowAway,
}
