//! Whole games: judged in the background, kept in the file, written as a report.

use super::app::Window;
use crate::app::files::{Fault, FileEvent, FileKind, FileQuestion};
use crate::app::report::{Report, to_html};
use crate::app::review::{
    Agreement, Background, Cache, Effort, GameVerdict, JudgeSpec, News, Order, Said, agreement, clear, places_on,
    remarks, store,
};
use crate::app::texts::Texts;
use crate::app::{DocumentId, Task};
use crate::ontology::{Index, Store};
use crate::record::{NodeId, Tree};
use crate::util::atomic_file;
use std::path::{Path, PathBuf};

/// A whole-game analysis under way.
pub(super) struct GameRun {
    /// The game that is judged.
    of: (DocumentId, usize),
    run: Background,
}

impl Window {
    /// Begins to judge the line shown, or ends that.
    pub(super) fn toggle_game_run(&mut self, ctx: &egui::Context) {
        if self.game_run.take().is_some() {
            self.analysis.task = None;
            return;
        }
        let Some(document) = self.session.active() else { return };
        let engine = &self.settings.engine;
        let order = Order {
            tree: document.tree().clone(),
            line: document.line(),
            judge: self.engines.spec(&engine.program).unwrap_or_else(|| JudgeSpec::Own(Box::new(engine.params().0))),
            effort: Effort::Simulations(engine.game_simulations),
            cache: self.folders.as_ref().map(|folders| Cache::path_in(&folders.data)),
            threads: engine.threads.max(1) as usize,
        };
        let of = (document.id(), document.game_index());
        let wake = ctx.clone();
        match Background::start(order, move || wake.request_repaint()) {
            Ok(run) => {
                self.game_run = Some(GameRun { of, run });
                self.analysis.task = Some(Task::Game { document: of.0, done: 0, total: 0, left: None });
            }
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Takes what the run has found. The engine rests meanwhile: the cores are the run's.
    pub(super) fn follow_game_run(&mut self) {
        self.analysis.stop();
        let Some(mut game) = self.game_run.take() else { return };
        let (document, index) = game.of;
        while let Some(news) = game.run.poll() {
            match news {
                News::Said(said) => {
                    for (node, position, analysed) in said {
                        self.analysis.adopt((document, index, node), analysed, position);
                    }
                }
                News::Ended(Ok(())) => {
                    self.game_run_ended(document, index, game.run.step().done);
                    return;
                }
                News::Ended(Err(words)) => {
                    let summary = self.texts.get("review.failed").to_owned();
                    self.dialogs.fault(Fault { summary, details: words });
                    return;
                }
            }
        }
        let step = game.run.step();
        let left = game.run.time_left();
        self.analysis.task = Some(Task::Game { document, done: step.done, total: step.total, left });
        self.game_run = Some(game);
    }

    fn game_run_ended(&mut self, document: DocumentId, index: usize, count: usize) {
        let mut text = self.texts.fill("status.analysed", &[("n", &count)]);
        if self.settings.engine.store_analysis && self.store_analysis(document, index) {
            text = format!("{text} {}", self.texts.get("status.analysis_stored"));
        }
        self.say(text);
    }

    /// What is known of the nodes of a game.
    fn said_of(&self, document: DocumentId, game: usize, tree: &Tree) -> Said {
        let nodes =
            self.analysis.nodes_of(document, game).filter(|&node| tree.contains(node) && tree.is_attached(node));
        nodes.filter_map(|node| Some((node, (*self.analysis.verdict((document, game, node))?.said).clone()))).collect()
    }

    /// Writes what is known into a game, as an edit that undo takes back. Whether there was anything.
    pub(super) fn store_analysis(&mut self, document: DocumentId, game: usize) -> bool {
        let Some(tree) = self.session.find(document).and_then(|d| Some(d.collection().games.get(game)?.tree())) else {
            return false;
        };
        let said = self.said_of(document, game, tree);
        let Some(game) = self.session.find_mut(document).and_then(|d| d.game_at_mut(game)) else { return false };
        !said.is_empty() && store(game, &said).is_ok()
    }

    /// Writes what is known into the game shown.
    pub(super) fn store_shown(&mut self) {
        let Some((id, game)) = self.session.active().map(|document| (document.id(), document.game_index())) else {
            return;
        };
        let key = if self.store_analysis(id, game) { "status.analysis_stored" } else { "status.no_analysis" };
        self.say(self.texts.get(key).to_owned());
    }

    /// Takes analysis out of the game shown.
    pub(super) fn clear_stored(&mut self) {
        if let Some(document) = self.session.active_mut()
            && let Err(error) = clear(document.game_mut())
        {
            self.say(error.to_string());
        }
    }

    /// Asks for a file and writes a report of the line shown to it, all on a thread.
    pub(super) fn save_report(&mut self, ctx: &egui::Context) {
        let Some(document) = self.session.active() else { return };
        let (tree, line) = (document.tree().clone(), document.line());
        let said = self.said_of(document.id(), document.game_index(), &tree);
        if said.is_empty() {
            self.say(self.texts.get("status.no_analysis").to_owned());
            return;
        }
        let name = super::file_dialog::name_of(document.title(), "html");
        let folder = document.path().and_then(|path| path.parent()).map(|folder| folder.to_owned());
        let ontology = self.knowledge.is_open().then(|| self.knowledge.path().to_owned());
        let language = self.settings.language;
        let (ask, report, ctx) = (self.asker(ctx), self.files.reporter(), ctx.clone());
        std::thread::spawn(move || {
            let Some(path) = ask(&FileQuestion { name, folder, kind: FileKind::Html }).pop() else { return };
            let result = write_report(&tree, line, &said, ontology, &path, &Texts::of(language));
            let result = result.map_err(|words| Fault { summary: words.clone(), details: words });
            let _ = report.send(FileEvent::ReportSaved { path, result });
            ctx.request_repaint();
        });
    }
}

fn write_report(
    tree: &Tree,
    line: Vec<NodeId>,
    said: &Said,
    ontology: Option<PathBuf>,
    path: &Path,
    t: &Texts,
) -> Result<(), String> {
    let places = places_on(tree, line.iter().copied(), None);
    let verdict = GameVerdict::of(tree, line, said);
    let mut heard = (Vec::new(), Agreement::default());
    if let Some(file) = ontology {
        let store = Store::open_to_read(&file).map_err(|error| error.to_string())?;
        let index = Index::load(&store).map_err(|error| error.to_string())?;
        heard.0 = remarks(&store, &index, tree, &places).map_err(|error| error.to_string())?;
        heard.1 = agreement(&heard.0, &verdict);
    }
    let engines: std::collections::BTreeSet<&str> = said.values().map(|said| said.engine.as_str()).collect();
    let names = engines.into_iter().collect::<Vec<_>>().join(", ");
    let judged_by = t.fill("report.judged", &[("name", &names)]);
    let page = to_html(&Report::new(tree, &places, verdict, heard, judged_by, t), t);
    atomic_file::save(path, |out| out.write_all(page.as_bytes())).map_err(|error| error.to_string())
}
