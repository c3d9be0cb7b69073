//! The window: owns everything, draws a frame, then does what was asked for.

use super::context::{Action, BoardState, Cx, Heat};
use super::dialogs::Dialogs;
use super::engines::Engines;
use super::experts::Here;
use super::fonts::Fonts;
use super::grade_history::GradeHistory;
use super::keymap::Keymap;
use super::layout::{self, Pane};
use super::panels::PanelState;
use super::reviewing::GameRun;
use super::settings::{Memory, Place, Settings};
use super::signals::Signals;
use super::sounds::{Sound, Sounds};
use super::texts::Texts;
use super::theme::Theme;
use super::thinking::Conclusion;
use super::widgets::board::Textures;
use super::{dialogs, dock, input, menu};
use crate::app::command::Command;
use crate::app::config::{self, Folders, Format};
use crate::app::files::{AskWhere, Fault, Files, Source};
use crate::app::knowledge::State;
use crate::app::knowledge::marks::GameMarks;
use crate::app::recovery::{Leftover, Recovery};
use crate::app::{
    AnalysisService, Analyst, Document, DocumentId, Knowledge, NodeKey, ScoreMap, SecondOpinion, Session, wiring,
};
use crate::board::Rules;
use crate::engine::{Book, Snapshot};
use crate::record::NodeId;
use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// How the window begins.
#[derive(Default)]
pub struct Start {
    /// Where settings and data live; nothing is remembered without.
    pub folders: Option<Folders>,
    /// Files to open.
    pub files: Vec<PathBuf>,
    /// Settings that count instead of those on disk.
    pub settings: Option<Settings>,
    /// Something else in place of our engine, for tests.
    pub analyst: Option<Box<dyn Analyst>>,
    /// Start without any engine.
    pub without_engine: bool,
    /// The ontology, instead of the one among the data.
    pub ontology: Option<PathBuf>,
    /// Something else in place of the desktop's dialogs for files, for tests.
    pub ask_where: Option<AskWhere>,
    /// Who hears when the system asks the program to end.
    pub signals: Signals,
}

/// When a document was last written to the recovery store, and since when it differs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Autosaved {
    written: u64,
    seen: u64,
    changed: Option<Instant>,
    /// It was given to the store.
    kept: bool,
    /// The store has said that it is written.
    on_disk: bool,
    /// It could not be written: when to try again.
    again: Option<Instant>,
}

/// The window of the program.
pub struct Window {
    pub(super) session: Session,
    pub(super) settings: Settings,
    pub(super) memory: Memory,
    pub(super) folders: Option<Folders>,
    pub(super) theme: Theme,
    pub(super) texts: Texts,
    pub(super) keymap: Keymap,
    pub(super) dock: egui_tiles::Tree<Pane>,
    pub(super) board: BoardState,
    pub(super) panels: PanelState,
    pub(super) textures: Textures,
    pub(super) dialogs: Dialogs,
    pub(super) files: Files,
    pub(super) ask_where: AskWhere,
    pub(super) fonts: Fonts,
    pub(super) engines: Engines,
    pub(super) sounds: Sounds,
    pub(super) recovery: Option<Recovery>,
    pub(super) leftovers: Vec<Leftover>,
    pub(super) autosaved: HashMap<DocumentId, Autosaved>,
    /// The trouble of the recovery store that was told last.
    recovery_trouble: Option<String>,
    /// Why the settings could not be written, as it was told last.
    settings_trouble: Option<String>,
    signals: Signals,
    /// The system wants the program to end: what is not saved stays in the recovery store.
    terminated: bool,
    pub(super) analysis: AnalysisService,
    pub(super) knowledge: Knowledge,
    pub(super) marks: GameMarks,
    /// Whether the marks are those of the game as it is.
    pub(super) marks_done: bool,
    pub(super) here: Here,
    pub(super) grade_history: GradeHistory,
    /// An engine without experts, for comparing.
    pub(super) second: SecondOpinion,
    /// A game on its way, and the move of it that is to be shown.
    pub(super) go_to_after_opening: Option<(PathBuf, u32)>,
    /// Moves that need no search, for when the engine plays.
    pub(super) book: Option<Arc<dyn Book>>,
    /// A whole-game analysis under way.
    pub(super) game_run: Option<GameRun>,
    /// What a thread works out about the position at hand: the engine's decision, or the result.
    pub(super) conclusion: Option<(NodeKey, Receiver<Conclusion>)>,
    /// The breakdown of the engine that was told last.
    pub(super) failure: Option<String>,
    pub(super) actions: Vec<Action>,
    /// The keys went to a field or a dialog in the last frame.
    pub(super) keys_elsewhere: bool,
    /// The key that opened the key help and when, until it is let go.
    pub(super) key_help_since: Option<(egui::Key, f64)>,
    pub(super) status: Option<(String, Instant)>,
    pub(super) settings_changed: Option<Instant>,
    /// The reader said that unsaved work may go, or it was saved: the window may close.
    pub(super) may_close: bool,
    /// The window closes when the saves under way are done.
    pub(super) closing: bool,
    /// Games without a file that the reader is asked about before the window closes, one by one.
    pub(super) to_name: VecDeque<DocumentId>,
    /// The game that closes when it is saved.
    pub(super) close_when_saved: Option<DocumentId>,
    styled: bool,
    /// Whether engines may be started.
    pub(super) has_engine: bool,
}

/// A change is written to the recovery store when nothing changed for this long,
const AUTOSAVE_QUIET: Duration = Duration::from_millis(350);
/// or when it has waited for this long.
const AUTOSAVE_LATEST: Duration = Duration::from_millis(800);
/// A recovery store that could not be written is tried again after this.
const AUTOSAVE_AGAIN: Duration = Duration::from_secs(3);
/// How long a message stands in the status bar.
const STATUS_TIME: Duration = Duration::from_secs(6);

impl Window {
    /// Makes the window: reads settings, finds what a crash left, opens files.
    pub fn new(ctx: &egui::Context, start: Start) -> std::io::Result<Window> {
        let (mut broken, mut troubles) = (Vec::new(), Vec::new());
        let (mut settings, mut memory) = (Settings::default(), Memory::default());
        let mut has_settings = false;
        if let Some(folders) = &start.folders {
            let path = settings_path(folders);
            has_settings = path.exists();
            let loaded = config::load::<Settings>(&path, Format::Toml);
            has_settings &= loaded.trouble.is_none();
            broken.extend(loaded.trouble);
            settings = loaded.value.within_bounds();
            let loaded = config::load::<Memory>(&memory_path(folders), Format::Json);
            broken.extend(loaded.trouble);
            memory = loaded.value;
        }
        if let Some(given) = start.settings {
            settings = given;
        } else if !has_settings {
            settings.language = super::texts::Language::of_environment();
        }
        let texts = Texts::of(settings.language);
        let wake = ctx.clone();
        let files = Files::start(move || wake.request_repaint())?;
        let (recovery, leftovers) = match &start.folders {
            Some(folders) => match Recovery::open(&folders.data.join("recovery")) {
                Ok((recovery, leftovers)) => (Some(recovery), leftovers),
                Err(error) => {
                    let parts: [(&str, &dyn std::fmt::Display); 2] =
                        [("path", &folders.data.display()), ("why", &error)];
                    troubles.push(texts.fill("recover.none", &parts));
                    (None, Vec::new())
                }
            },
            None => (None, Vec::new()),
        };
        let keymap = Keymap::new(settings.arrows, &settings.keys);
        let (params, faults) = settings.engine.params();
        let (operator, fault) = settings.operator();
        let senseless: Vec<String> = keymap.faults.iter().cloned().chain(faults).chain(fault).collect();
        if let (false, Some(folders)) = (senseless.is_empty(), &start.folders) {
            let (path, why) = (settings_path(folders), senseless.join("; "));
            troubles.push(texts.fill("settings.senseless", &[("path", &path.display()), ("why", &why)]));
        }
        let wake = ctx.clone();
        let ours = || -> Box<dyn Analyst> {
            Box::new(wiring::start_engine(params, Some(Arc::new(move || wake.request_repaint()))))
        };
        let has_engine = !start.without_engine;
        let engines = Engines::load(start.folders.as_ref(), &mut broken);
        let chosen = engines.analyst(&settings.engine.program, ctx);
        let analyst = start.analyst.or_else(|| (!start.without_engine).then(|| chosen.unwrap_or_else(ours)));
        let data = start.folders.as_ref().map(|folders| folders.data.clone());
        let own = data.as_ref().map(|data| data.join("ontology.db"));
        let (there, gone) = match memory.ontology.clone() {
            Some(path) if path.exists() => (Some(path), None),
            other => (None, other.filter(|path| Some(path) != own.as_ref())),
        };
        if let (Some(path), None) = (&gone, &start.ontology) {
            let (menu, command) = (texts.get("menu.experts"), texts.command(Command::OpenOntology));
            let parts: [(&str, &dyn std::fmt::Display); 3] =
                [("path", &path.display()), ("menu", &menu), ("command", &command)];
            troubles.push(texts.fill("trouble.gone", &parts));
        }
        let ontology = start.ontology.or(there).or(own);
        let open = |path| super::ontology_file::open(path, data.as_deref(), ctx);
        let mut knowledge = ontology.map_or_else(Knowledge::absent, open);
        knowledge.set_operator(operator);
        let sound_folder = match &start.folders {
            Some(folders) => folders.data.join("sounds"),
            None => std::env::temp_dir().join("fuzeki-sounds"),
        };
        let dock = memory.take_layout();
        let mut window = Window {
            session: Session::default(),
            theme: Theme::of(settings.theme),
            texts,
            keymap,
            dock,
            board: BoardState::default(),
            panels: PanelState::default(),
            textures: Textures::default(),
            dialogs: Dialogs::default(),
            files,
            ask_where: start.ask_where.unwrap_or_else(|| {
                let games = Texts::of(settings.language).get("file.games").to_owned();
                Arc::new(move |question| super::file_dialog::of_desktop(question, &games))
            }),
            fonts: Fonts::default(),
            engines,
            sounds: Sounds::new(sound_folder),
            recovery,
            leftovers,
            autosaved: HashMap::new(),
            recovery_trouble: None,
            settings_trouble: None,
            signals: start.signals,
            terminated: false,
            analysis: AnalysisService::new(analyst),
            knowledge,
            marks: GameMarks::default(),
            marks_done: true,
            here: Here::default(),
            grade_history: GradeHistory::default(),
            second: SecondOpinion::default(),
            has_engine,
            go_to_after_opening: None,
            book: None,
            game_run: None,
            conclusion: None,
            failure: None,
            actions: Vec::new(),
            key_help_since: None,
            keys_elsewhere: false,
            status: None,
            settings_changed: None,
            may_close: false,
            closing: false,
            to_name: VecDeque::new(),
            close_when_saved: None,
            styled: false,
            settings,
            memory,
            folders: start.folders,
        };
        for file in broken {
            window.dialogs.fault(Fault { summary: window.texts.broken(&file), details: file.why });
        }
        for trouble in troubles {
            window.dialogs.fault(Fault { summary: trouble, details: String::new() });
        }
        if window.leftovers.is_empty() && start.files.is_empty() && window.settings.welcome {
            window.dialogs.welcome = true;
        }
        if !window.leftovers.is_empty() {
            window.dialogs.recover = true;
        }
        if start.files.is_empty() {
            window.files.read_text(Source::Sample, window.texts.sample());
        }
        for path in start.files {
            window.files.read(Source::File(path));
        }
        Ok(window)
    }

    /// One frame: what came in, what is drawn, what was asked for.
    pub fn frame(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        if !self.styled {
            self.theme.apply(&ctx);
            ctx.set_zoom_factor(self.settings.scale);
            if !self.settings.font.is_empty() {
                self.fonts.choose(&ctx, &self.settings.font);
            }
            self.styled = true;
        }
        self.receive(&ctx);
        self.fonts.poll(&ctx, &self.settings.font);
        self.hear_of_engines();
        self.hear_experts();
        self.watch_trouble(&ctx);
        if !self.marks_done {
            ctx.request_repaint();
        }
        input::keys(self, &ctx);
        let before = self.place_shown();
        self.tick(&ctx);
        self.think(&ctx);
        self.think_without_experts(&ctx);
        self.think_beside(&ctx);
        self.draw(ui);
        self.perform(&ctx);
        self.sound(before);
        self.autosave(&ctx);
        self.remember(&ctx);
        self.close_requested(&ctx);
    }

    fn draw(&mut self, ui: &mut egui::Ui) {
        let view = self.session.active_mut().map(|document| document.view());
        if let Some(view) = &view {
            self.board.fit(view.position.size());
        }
        let key = self.session.active().map(Document::key);
        let seen = key.filter(|_| !self.here.is_blind);
        let snapshot = seen.and_then(|key| self.analysis.verdict(key)).map(|verdict| verdict.snapshot.clone());
        let may_see = |pane| !self.here.is_blind && layout::is_shown(&self.dock, pane);
        let report = view.as_ref().filter(|_| may_see(Pane::Verdicts)).and_then(|v| self.knowledge.report(&v.position));
        let table = self.ask_for_ontology();
        let audit = self.ask_for_audit();
        let score_map = seen.filter(|_| self.board.heat == Heat::Scores).and_then(|_| self.score_map());
        let mut actions = std::mem::take(&mut self.actions);
        let mut cx = Cx {
            t: &self.texts,
            theme: &self.theme,
            settings: &self.settings,
            keymap: &self.keymap,
            document: self.session.active(),
            view,
            analysis: &self.analysis,
            snapshot,
            knowledge: &self.knowledge,
            marks: &self.marks,
            here: &self.here,
            report,
            table,
            audit,
            second: &self.second,
            grade_history: &self.grade_history,
            score_map,
            fonts: &self.fonts,
            engines: &self.engines,
            files_busy: self.files.is_busy(),
            sounds: &self.sounds,
            board: &mut self.board,
            panels: &mut self.panels,
            textures: &mut self.textures,
            actions: &mut actions,
        };
        menu::bar(ui, &mut cx, &self.memory, &self.dock, &self.session);
        menu::status(ui, &mut cx, self.status.as_ref().map(|(text, _)| text.as_str()));
        dock::show(ui, &mut cx, &mut self.dock);
        dialogs::show(ui.ctx(), &mut cx, &mut self.dialogs, &self.session, &self.leftovers);
        self.actions = actions;
    }

    /// Estimates of the moves of the side to move, now and when it was last to move.
    fn score_map(&self) -> Option<ScoreMap> {
        let document = self.session.active()?;
        let verdict = |node| self.analysis.verdict((document.id(), document.game_index(), node));
        let now = &verdict(document.current())?.snapshot;
        let earlier = document.tree().ancestors(document.current()).skip(1).take(4);
        let before = earlier.filter_map(verdict).map(|v| &v.snapshot).find(|s| s.to_play == now.to_play);
        Some(ScoreMap::new(now, before.map(|snapshot| &**snapshot)))
    }

    /// The node shown, and how many stones were taken off the board up to it.
    fn place_shown(&mut self) -> Option<(DocumentId, NodeId, u32)> {
        let document = self.session.active_mut()?;
        let prisoners = document.view().position.prisoners();
        Some((document.id(), document.current(), prisoners.black + prisoners.white))
    }

    /// A stone is heard when a move was played or the reader went one move forward.
    fn sound(&mut self, before: Option<(DocumentId, NodeId, u32)>) {
        if !self.settings.sounds {
            return;
        }
        let (Some((id, node, taken)), Some(now)) = (before, self.place_shown()) else { return };
        let Some(document) = self.session.active() else { return };
        let stone = document.tree().move_at(now.1, document.tree().size()).and_then(|(_, mv)| mv?.point());
        if now.0 == id && stone.is_some() && document.tree().parent(now.1) == Some(node) {
            self.sounds.play(if now.2 > taken { Sound::Capture } else { Sound::Stone });
        }
    }

    /// Writes changed games to the recovery store; what is safe in its file is taken out of it.
    fn autosave(&mut self, ctx: &egui::Context) {
        let Some(recovery) = &self.recovery else { return };
        let now = Instant::now();
        for (id, outcome) in recovery.outcomes() {
            let trouble = outcome.err().map(|error| error.to_string());
            match (&trouble, self.autosaved.get_mut(&id)) {
                (Some(why), Some(entry)) => {
                    *entry = Autosaved { again: Some(now + AUTOSAVE_AGAIN), ..Autosaved::default() };
                    if self.recovery_trouble.is_none() {
                        let summary = self.texts.fill("recover.failing", &[("why", why)]);
                        self.dialogs.fault(Fault { summary, details: recovery.folder().display().to_string() });
                    }
                }
                (None, Some(entry)) => entry.on_disk = true,
                (_, None) => {}
            }
            self.recovery_trouble = trouble;
        }
        for document in self.session.documents() {
            let entry = self.autosaved.entry(document.id()).or_default();
            let revision = document.revision();
            if !document.is_modified() {
                if self.files.saves(document.id()) {
                    continue; // what is kept is not in the file yet
                }
                if entry.kept {
                    recovery.forget(document.id());
                }
                *entry = Autosaved { written: revision, seen: revision, ..Autosaved::default() };
                continue;
            }
            if entry.kept && entry.written == revision {
                continue;
            }
            if let Some(again) = entry.again.filter(|again| now < *again) {
                ctx.request_repaint_after(again - now);
                continue;
            }
            let since = *entry.changed.get_or_insert(now);
            let quiet = entry.seen == revision;
            entry.seen = revision;
            let due = now - since >= AUTOSAVE_LATEST || quiet && now - since >= AUTOSAVE_QUIET;
            if due {
                let path = document.path().map(|path| path.to_owned());
                recovery.write(document.id(), document.collection().clone(), path, document.title());
                *entry = Autosaved { written: revision, seen: revision, kept: true, ..Autosaved::default() };
            } else {
                ctx.request_repaint_after(AUTOSAVE_QUIET);
            }
        }
    }

    /// Ends the program if the system wants it to; games that are not saved are kept for the next start.
    fn obey_signals(&mut self, ctx: &egui::Context) {
        if self.terminated || self.signals.heard().is_none() {
            return;
        }
        self.terminated = true;
        if let Some(recovery) = &self.recovery {
            // A save under way may fail, when nobody hears of it any more.
            let at_risk = |document: &&Document| document.is_modified() || self.files.saves(document.id());
            for document in self.session.documents().iter().filter(at_risk) {
                let path = document.path().map(|path| path.to_owned());
                recovery.write(document.id(), document.collection().clone(), path, document.title());
            }
        }
        self.may_close = true;
        ctx.send_viewport_cmd(egui::ViewportCommand::Close);
    }

    /// Writes settings and layout a moment after they changed.
    fn remember(&mut self, ctx: &egui::Context) {
        if self.status.as_ref().is_some_and(|(_, since)| since.elapsed() > STATUS_TIME) {
            self.status = None;
        }
        let zoom = ctx.zoom_factor();
        let place = ctx.input(|input| self.memory.window.updated(input.viewport(), zoom));
        if place != self.memory.window {
            self.memory.window = place;
            self.settings_changed.get_or_insert_with(Instant::now);
        }
        let Some(since) = self.settings_changed else { return };
        if since.elapsed() < AUTOSAVE_LATEST {
            ctx.request_repaint_after(AUTOSAVE_LATEST);
            return;
        }
        self.write_settings();
    }

    /// Writes settings and what the window remembers. Both are small.
    pub(super) fn write_settings(&mut self) {
        self.settings_changed = None;
        let Some(folders) = &self.folders else { return };
        self.memory.layout = Some(self.dock.clone());
        let written = config::save(&settings_path(folders), Format::Toml, &self.settings)
            .and_then(|()| config::save(&memory_path(folders), Format::Json, &self.memory));
        self.memory.layout = None;
        let trouble = written.err();
        if let Some(why) = trouble.as_ref().filter(|_| trouble != self.settings_trouble) {
            let summary = self.texts.fill("settings.not_written", &[("why", why)]);
            self.dialogs.fault(Fault { summary, details: String::new() });
        }
        self.settings_trouble = trouble;
    }

    /// Whether the recovery store has a document on the disk, if not with its last changes.
    pub(super) fn is_kept(&self, id: DocumentId) -> bool {
        self.autosaved.get(&id).is_some_and(|entry| entry.on_disk)
    }

    /// Shows a message in the status bar for a while.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.status = Some((text.into(), Instant::now()));
    }

    /// Does a command in the next frame as if the reader had chosen it, for tests.
    pub fn ask(&mut self, command: Command) {
        self.actions.push(Action::Command(command));
    }

    /// Opens a file as if the reader had dropped it on the window, for tests.
    pub fn ask_to_open(&mut self, path: PathBuf) {
        self.actions.push(Action::OpenFile(path));
    }

    /// The open games, for tests and benches.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The settings, for tests.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether files are being read or written, for tests.
    pub fn files_are_busy(&self) -> bool {
        self.files.is_busy()
    }

    /// Whether files are being read or written, or the ontology is being opened.
    pub fn is_busy(&self) -> bool {
        self.files.is_busy() || *self.knowledge.state() == State::Opening
    }

    /// What the engine says of the node shown, for tests.
    pub fn opinion(&self) -> Option<Arc<Snapshot>> {
        let document = self.session.active()?;
        let verdict = self.analysis.verdict(document.key())?;
        Some(verdict.snapshot.clone())
    }

    /// What the engine without experts says of the position shown, for tests.
    pub fn second_opinion(&self) -> Option<Arc<Snapshot>> {
        let document = self.session.active()?;
        let position = document.tree().replay_to(document.current(), Rules::JAPANESE).position;
        self.second.seen(position.hash()).cloned()
    }

    /// Engines of others, for tests.
    pub fn engines(&self) -> &Engines {
        &self.engines
    }

    /// Whether everything about the position shown has been looked up, for tests.
    pub fn has_report(&self) -> bool {
        self.knowledge.has_report()
    }

    /// Whether the pattern table has been read, for tests.
    pub fn has_pattern_table(&self) -> bool {
        self.knowledge.has_table()
    }

    /// Whether the audit has been made, for tests.
    pub fn has_audit(&self) -> bool {
        self.knowledge.has_audit()
    }

    /// What experts say of what is shown, for tests.
    pub fn here(&self) -> &Here {
        &self.here
    }

    /// The ontology, for tests.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Whether what follows a node is folded in the tree, for tests.
    pub fn is_folded(&self, node: NodeId) -> bool {
        self.panels.tree.is_folded(node)
    }

    /// Whether every change is in the recovery store.
    pub fn is_autosaved(&self) -> bool {
        let kept = |document: &Document| {
            self.autosaved.get(&document.id()).is_some_and(|entry| entry.kept && entry.written == document.revision())
        };
        self.session.modified().all(kept)
    }

    /// Whether the settings are on disk as they are.
    pub fn settings_are_written(&self) -> bool {
        self.settings_changed.is_none()
    }

    /// Whether the engine has said anything of the node shown.
    pub fn has_verdict(&self) -> bool {
        self.session.active().is_some_and(|document| self.analysis.verdict(document.key()).is_some())
    }

    /// Ends in order: everything written, nothing left to recover unless the system did not let the
    /// reader decide.
    pub fn end(&mut self) {
        self.analysis.stop();
        // Waits until every grade is on the disk, or kept for the next run.
        self.knowledge.close();
        self.write_settings();
        let mut at_risk = self.files.finish();
        if self.terminated {
            at_risk.extend(self.session.modified().map(Document::id));
        }
        let Some(mut recovery) = self.recovery.take() else { return };
        if at_risk.is_empty() {
            return recovery.close();
        }
        let safe = self.session.documents().iter().map(Document::id).filter(|id| !at_risk.contains(id));
        safe.for_each(|id| recovery.forget(id));
        recovery.flush();
    }
}

/// Where the window was when it was last closed.
pub(super) fn remembered_place(folders: &Folders) -> Place {
    // Only a look: the window itself tells of a broken file.
    config::peek::<Memory>(&memory_path(folders), Format::Json).window.within_bounds()
}

fn settings_path(folders: &Folders) -> PathBuf {
    folders.config.join("settings.toml")
}

fn memory_path(folders: &Folders) -> PathBuf {
    folders.config.join("window.json")
}

impl eframe::App for Window {
    /// Called also while the window is hidden.
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.obey_signals(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.frame(ui);
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.end();
    }

    fn clear_color(&self, _visuals: &egui::Visuals) -> [f32; 4] {
        self.theme.ground.to_normalized_gamma_f32()
    }
}
