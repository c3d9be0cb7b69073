//! The one place where things are done: every action that was asked for, and every answer that came
//! from a thread.

use super::app::Window;
use super::context::{Action, Heat, NewGame};
use super::dialogs::{ChangedAnswer, CloseAnswer, CloseWhat};
use super::file_dialog;
use super::keymap::Keymap;
use super::layout;
use super::panels::navigation_tool;
use super::settings::{SCALES, Settings};
use super::texts::Texts;
use super::theme::{Theme, ThemeName};
use crate::app::command::{Command, Menu};
use crate::app::files::{Fault, FileEvent, FileFault, FileKind, FileQuestion, Opened, Source};
use crate::app::{Document, DocumentId, GameClock, Refusal, Session, Task, Tool, time_properties};
use crate::board::{GameResult, Move, Rules, Symmetry, handicap};
use crate::record::{Collection, Game, Properties, Value, known, sgf};
use egui::ViewportCommand;
use std::path::PathBuf;
use std::time::Instant;

impl Window {
    /// Does what was asked for in this frame.
    pub(super) fn perform(&mut self, ctx: &egui::Context) {
        self.dialog_answers(ctx);
        for action in std::mem::take(&mut self.actions) {
            self.act(ctx, action);
            ctx.request_repaint();
        }
    }

    fn act(&mut self, ctx: &egui::Context, action: Action) {
        match action {
            Action::Command(command) => self.command(ctx, command),
            Action::GoTo(node) => self.on_document(|document| document.go_to(node)),
            Action::Step(steps) => self.on_document(|document| {
                let many = steps.unsigned_abs() as usize;
                if steps > 0 {
                    document.forward(many)
                } else {
                    document.back(many)
                };
            }),
            Action::Play(point) => self.play(Move::Play(point)),
            Action::AddLine(line) => self.add_line(&line),
            Action::UseTool(tool, from, to) => self.edit(|document| document.use_tool(tool, from, to)),
            Action::SetTool(tool) => self.set_tool(tool),
            Action::SetComment(text) => self.edit(|document| {
                let node = document.current();
                document.game_mut().set_comment(node, &text)
            }),
            Action::SetInfo(name, text) => self.edit(|document| {
                let root = document.tree().root();
                document.game_mut().set_text(root, name, &text)
            }),
            Action::ShowGame(index) => self.on_document(|document| document.show_game(index)),
            Action::ShowTab(index) => self.session.show(index),
            Action::CloseTab(index) => self.close_tab(index),
            Action::OpenFile(path) => self.open(path),
            Action::NewGame(new) => self.new_game(&new),
            Action::SetSettings(settings) => self.set_settings(ctx, *settings),
            Action::ShowPane(pane, shown) => {
                layout::set_shown(&mut self.dock, pane, shown);
                self.settings_changed = Some(Instant::now());
            }
            Action::Grade(target, term) => self.grade(target, term),
            Action::SetExpert(expert) => self.set_expert(*expert),
            Action::ChangeOntology(label, edits) => self.knowledge.write(&label, edits),
            Action::RemoveExpert(label, id) => self.knowledge.remove_expert(label, id),
            Action::ShowVerdict(verdict) => self.show_verdict(&verdict),
            Action::ShowLine(line, rules, komi) => self.show_line(&line, rules.as_deref(), komi),
            Action::ShowSource(verdict) => self.show_source(&verdict),
            Action::ShowNode(key) => self.show_node(key),
            Action::AskSecond(begin) => self.ask_second(ctx, begin),
            Action::LookForWork => self.look_for_work(),
            Action::FindEngines => self.engines.find(ctx),
            Action::SetUpEngine(profile) => self.dialogs.open_engine_setup(profile),
            Action::TryEngine(profile) => self.engines.try_one(ctx, profile),
            Action::KeepEngine(profile) => self.keep_engine(profile),
            Action::ForgetEngine(name) => self.forget_engine(&name),
            Action::SetBeside(name, on) => self.change(ctx, |settings| settings.engine.put_beside(&name, on)),
            Action::RestartEngine(name) => self.engines.restart(&name),
            Action::GameBeside(name) => self.toggle_game_beside(&name),
            Action::ForgetRecent => {
                self.memory.recent.clear();
                self.settings_changed = Some(Instant::now());
            }
        }
    }

    fn command(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::New => self.dialogs.open_new_game(),
            Command::Open => self.ask_open(ctx),
            Command::Save => self.save_active(ctx),
            Command::SaveAs => self.ask_save(ctx, self.session.active_id()),
            Command::SaveReport => self.save_report(ctx),
            Command::CopySgf => {
                if let Some(document) = self.session.active() {
                    ctx.copy_text(sgf::to_string(&Collection::of(document.game().clone())));
                    self.say(self.texts.get("status.copied").to_owned());
                }
            }
            Command::PasteSgf => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            Command::Settings => {
                self.fonts.list(ctx);
                self.dialogs.open_settings();
            }
            Command::Close => self.close_tab(self.session.active_index()),
            Command::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::GameInfo => self.dialogs.info = self.session.active().is_some(),
            Command::EditComment => {
                layout::set_shown(&mut self.dock, layout::Pane::Comment, true);
                self.panels.comment.wants_focus = true;
            }
            Command::Pass => self.play(Move::Pass),
            Command::Resign => self.on_document(|document| {
                let loser = document.view().position.to_play();
                document.finish(GameResult::from_resignation(loser));
            }),
            Command::SwitchTurn => self.edit(|document| {
                let color = !document.view().position.to_play();
                let node = document.current();
                document.game_mut().set_to_play(node, Some(color))
            }),
            Command::DeleteNode => self.edit(Document::delete),
            Command::CutBranch => self.on_clip(Session::cut_branch, Some("status.branch_kept")),
            Command::CopyBranch => self.on_clip(Session::copy_branch, Some("status.branch_kept")),
            Command::PasteBranch => self.on_clip(Session::paste_branch, None),
            Command::MainLine => self.edit(|document| {
                let node = document.current();
                document.game_mut().promote_to_main_line(node)
            }),
            Command::VariationUp => self.edit(|document| {
                let node = document.current();
                document.game_mut().promote(node)
            }),
            Command::VariationDown => self.edit(|document| {
                let node = document.current();
                document.game_mut().demote(node)
            }),
            Command::ClearMarks => self.edit(|document| {
                let node = document.current();
                document.game_mut().clear_markup(node)
            }),
            Command::EditTools => {
                self.board.tools_shown = !self.board.tools_shown;
                if !self.board.tools_shown {
                    self.set_tool(Tool::Play);
                }
            }
            _ if navigation_tool(command).is_some() => {
                self.set_tool(navigation_tool(command).unwrap_or_default());
                self.board.tools_shown = true;
            }
            _ => self.go_or_view(ctx, command),
        }
    }

    fn go_or_view(&mut self, ctx: &egui::Context, command: Command) {
        let commented = |tree: &crate::record::Tree, node| tree.comment(node).is_some();
        match command {
            Command::Forward => self.on_document(|document| drop_answer(document.forward(1))),
            Command::Back => self.on_document(|document| drop_answer(document.back(1))),
            Command::ForwardTen => self.on_document(|document| drop_answer(document.forward(10))),
            Command::BackTen => self.on_document(|document| drop_answer(document.back(10))),
            Command::Start => self.on_document(Document::start),
            Command::End => self.on_document(Document::end),
            Command::NextVariation => self.on_document(|document| drop_answer(document.variation(true))),
            Command::PreviousVariation => self.on_document(|document| drop_answer(document.variation(false))),
            Command::BackToMain => self.on_document(Document::back_to_main),
            Command::FoldBranch => {
                let node = self.session.active().map(Document::current);
                node.into_iter().for_each(|node| self.panels.tree.fold(node));
            }
            Command::NextComment => self.on_document(|document| drop_answer(document.seek(true, commented))),
            Command::PreviousComment => self.on_document(|document| drop_answer(document.seek(false, commented))),
            Command::NextMistake => self.seek_mistake(true),
            Command::PreviousMistake => self.seek_mistake(false),
            Command::GoToMove => self.dialogs.go_to = Some(String::new()),
            Command::NextGame => self.on_document(|document| document.show_game(document.game_index() + 1)),
            Command::PreviousGame => {
                self.on_document(|document| document.show_game(document.game_index().saturating_sub(1)));
            }
            Command::NextTab | Command::PreviousTab => {
                let count = self.session.documents().len().max(1);
                let step = if command == Command::NextTab { 1 } else { count - 1 };
                self.session.show((self.session.active_index() + step) % count);
            }
            _ if super::cursor::is_of_cursor(command) => self.cursor_command(ctx, command),
            Command::Coordinates => self.change(ctx, |settings| settings.coordinates ^= true),
            Command::MoveNumbers => self.change(ctx, |settings| settings.numbers = settings.numbers.next()),
            Command::NextMoves => self.change(ctx, |settings| settings.next_moves ^= true),
            Command::Rotate => self.board.symmetry = self.board.symmetry.then(Symmetry::ROTATE_RIGHT),
            Command::Flip => self.board.symmetry = self.board.symmetry.then(Symmetry::FLIP_LEFT_RIGHT),
            Command::NextTheme => self.change(ctx, |settings| {
                let at = ThemeName::ALL.iter().position(|&theme| theme == settings.theme).unwrap_or(0);
                settings.theme = ThemeName::ALL[(at + 1) % ThemeName::ALL.len()];
            }),
            Command::ZoomIn => self.change(ctx, |settings| settings.scale = (settings.scale + 0.1).min(SCALES[1])),
            Command::ZoomOut => self.change(ctx, |settings| settings.scale = (settings.scale - 0.1).max(SCALES[0])),
            Command::ZoomReset => self.change(ctx, |settings| settings.scale = 1.0),
            Command::FullScreen => {
                let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!full));
            }
            Command::ResetLayout => {
                self.dock = layout::initial();
                self.settings_changed = Some(Instant::now());
            }
            Command::Palette => self.dialogs.open_palette(),
            Command::Keys => self.dialogs.keys = !self.dialogs.keys,
            Command::Welcome => self.dialogs.welcome = true,
            Command::Sample => self.files.read_text(Source::Sample, self.texts.sample()),
            Command::About => self.dialogs.about = true,
            _ => self.engine(ctx, command),
        }
    }

    fn engine(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            _ if command.spec().menu == Menu::Experts => self.expert_command(ctx, command),
            Command::Candidates => self.change(ctx, |settings| settings.candidates ^= true),
            Command::Ownership => self.change(ctx, |settings| settings.ownership ^= true),
            Command::PriorMap => self.toggle_heat(Heat::Prior),
            Command::RaveMap => self.toggle_heat(Heat::Rave),
            Command::ScoreMap => self.toggle_heat(Heat::Scores),
            Command::AddLine => self.add_candidate_line(),
            Command::LineShorter => self.scrub_line(-1),
            Command::LineLonger => self.scrub_line(1),
            Command::ShowEngines => self.act(ctx, Action::ShowPane(layout::Pane::Engines, true)),
            Command::SetUpEngine => self.dialogs.open_engine_setup(None),
            Command::ShowWhy => self.act(ctx, Action::ShowPane(layout::Pane::Why, true)),
            Command::HideHints => {} // is asked for as long as it is held
            _ if !self.analysis.is_available() => {
                self.say(self.texts.get("status.no_engine").to_owned());
            }
            Command::Analysis => self.change(ctx, |settings| settings.analysis ^= true),
            Command::PlayBest => match self.best_move().filter(|_| !self.here.is_blind) {
                Some(mv) => self.play(mv),
                None => self.say(self.texts.get("status.no_move_yet").to_owned()),
            },
            Command::EngineMove => self.toggle_task(Task::Move),
            Command::EngineSelf => self.toggle_task(Task::SelfPlay),
            Command::AnalyseGame => self.toggle_game_run(ctx),
            Command::StoreAnalysis => self.store_shown(),
            Command::ClearAnalysis => self.clear_stored(),
            _ => {}
        }
    }

    /// Another tool; what was begun with the one before is given up.
    fn set_tool(&mut self, tool: Tool) {
        self.board.tool = tool;
        self.board.drag_from = None;
    }

    /// Begins a task, or ends the one of the same kind that is under way.
    fn toggle_task(&mut self, task: Task) {
        let same = |now: &Task| std::mem::discriminant(now) == std::mem::discriminant(&task);
        let under_way = self.analysis.task.as_ref().is_some_and(same);
        self.analysis.task = if under_way { None } else { Some(task) };
    }

    fn toggle_heat(&mut self, heat: Heat) {
        self.board.heat = if self.board.heat == heat { Heat::None } else { heat };
    }

    fn best_move(&self) -> Option<Move> {
        let document = self.session.active()?;
        self.analysis.best(document.key())
    }

    fn seek_mistake(&mut self, forward: bool) {
        let Window { session, analysis, .. } = self;
        let Some(document) = session.active_mut() else { return };
        let (id, game) = (document.id(), document.game_index());
        let found = document.seek(forward, |tree, node| {
            super::panels::loss_of(analysis, (id, game), tree, node).is_some_and(|class| class.is_mistake())
        });
        if !found {
            self.say(self.texts.get("status.no_mistake").to_owned());
        }
    }

    fn on_document(&mut self, act: impl FnOnce(&mut Document)) {
        if let Some(document) = self.session.active_mut() {
            act(document);
        }
    }

    /// An edit that may be refused; the reason is told.
    pub(super) fn edit<E: Into<Refusal>>(&mut self, act: impl FnOnce(&mut Document) -> Result<(), E>) {
        if let Some(document) = self.session.active_mut()
            && let Err(error) = act(document)
        {
            self.say(self.texts.refusal(error.into()));
        }
    }

    /// Cuts, copies or pastes a variation; what became of it is told.
    fn on_clip(&mut self, act: impl FnOnce(&mut Session) -> Result<(), Refusal>, done: Option<&str>) {
        match act(&mut self.session) {
            Ok(()) => done.into_iter().for_each(|key| self.say(self.texts.get(key).to_owned())),
            Err(refusal) => self.say(self.texts.refusal(refusal)),
        }
    }

    pub(super) fn play(&mut self, mv: Move) {
        self.edit(|document| document.play(mv));
    }

    pub(super) fn add_line(&mut self, line: &[Move]) {
        let Some(document) = self.session.active_mut() else { return };
        let back = document.current();
        for &mv in line {
            if document.play(mv).is_err() {
                break;
            }
        }
        document.go_to(back);
        self.say(self.texts.fill("status.line_added", &[("n", &line.len())]));
    }

    fn new_game(&mut self, new: &NewGame) {
        let mut game = Game::new(new.size);
        let root = game.tree().root();
        let rules = Rules::parse(&new.rules).unwrap_or(Rules::JAPANESE);
        let mut properties: Properties = game
            .tree()
            .properties(root)
            .with(known::RU, &[Value::text(rules.name())])
            .with(known::KM, &[Value::text(&format!("{}", new.komi))])
            .with_text(known::PB, &new.black)
            .with_text(known::PW, &new.white);
        if new.handicap >= 2 {
            let stones = handicap::suggest(new.size, usize::from(new.handicap)).unwrap_or_default();
            let stones: Vec<Value> = stones.into_iter().map(Value::point).collect();
            properties = properties
                .with(known::HA, &[Value::number(new.handicap)])
                .with(known::AB, &stones)
                .with(known::PL, &[Value::text("W")]);
        }
        if let Some(time) = new.time {
            properties = time_properties(time, properties);
        }
        let tree = crate::record::Tree::new(properties);
        game = Game::from(tree);
        let mut document = Document::new(Collection::of(game), None);
        document.opponent = new.engine;
        let to_play = document.view().position.to_play();
        document.clock = new.time.map(|time| GameClock::new(time, document.current(), to_play));
        self.session.add(document);
    }

    // Settings

    pub(super) fn change(&mut self, ctx: &egui::Context, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.settings.clone();
        change(&mut settings);
        self.set_settings(ctx, settings);
    }

    fn set_settings(&mut self, ctx: &egui::Context, settings: Settings) {
        if settings == self.settings {
            return;
        }
        if settings.theme != self.settings.theme {
            self.theme = Theme::of(settings.theme);
            self.theme.apply(ctx);
        }
        if settings.language != self.settings.language {
            self.texts = Texts::of(settings.language);
        }
        if settings.scale != self.settings.scale {
            ctx.set_zoom_factor(settings.scale);
        }
        if settings.font != self.settings.font {
            self.fonts.choose(ctx, &settings.font);
        }
        if settings.sounds && !self.settings.sounds {
            self.sounds.play(super::sounds::Sound::Stone);
        }
        if settings.engine.program != self.settings.engine.program && self.has_engine {
            self.change_engine(ctx, &settings.engine);
        }
        if settings.engine != self.settings.engine {
            let (params, _) = settings.engine.params();
            if params != self.settings.engine.params().0 {
                self.second.set_params(&params);
                self.analysis.set_params(params);
            }
        }
        if settings.fusion != self.settings.fusion {
            self.set_operator(settings.operator().0);
        }
        if settings.keys != self.settings.keys || settings.arrows != self.settings.arrows {
            self.keymap = Keymap::new(settings.arrows, &settings.keys);
        }
        self.settings = settings;
        self.settings_changed = Some(Instant::now());
    }

    // Files

    pub(super) fn open(&mut self, path: PathBuf) {
        let path = std::path::absolute(&path).unwrap_or(path);
        if !self.session.show_path(&path) {
            self.files.read(Source::File(path));
        }
    }

    fn ask_open(&self, ctx: &egui::Context) {
        let (report, ctx, ask) = (self.files.reporter(), ctx.clone(), self.asker(ctx));
        std::thread::spawn(move || {
            let paths = ask(&FileQuestion { name: String::new(), folder: None, kind: FileKind::Games });
            let _ = report.send(FileEvent::ChosenToOpen(paths));
            ctx.request_repaint();
        });
    }

    /// Asks where to save a document, on a thread: the dialog is the desktop's own and takes its time.
    fn ask_save(&self, ctx: &egui::Context, id: Option<DocumentId>) {
        let Some(document) = id.and_then(|id| self.session.find(id)) else { return };
        let (report, ctx, id, ask) = (self.files.reporter(), ctx.clone(), document.id(), self.asker(ctx));
        let name = file_dialog::name_of(document.title(), "sgf");
        let folder = document.path().and_then(|path| path.parent()).map(|folder| folder.to_owned());
        std::thread::spawn(move || {
            let event = match ask(&FileQuestion { name, folder, kind: FileKind::Sgf }).pop() {
                Some(path) => FileEvent::ChosenToSave(id, path),
                None => FileEvent::NotChosen,
            };
            let _ = report.send(event);
            ctx.request_repaint();
        });
    }

    fn save_active(&mut self, ctx: &egui::Context) {
        let Some(document) = self.session.active() else { return };
        match document.path().filter(|path| is_sgf(path)).map(|path| path.to_owned()) {
            Some(path) => self.save(document.id(), path, false),
            None => self.ask_save(ctx, Some(document.id())),
        }
    }

    /// Saves a document to a file, which becomes its own; one that somebody else has changed only if it is to
    /// be replaced.
    fn save(&mut self, id: DocumentId, path: PathBuf, replaces: bool) {
        if let Some(document) = self.session.find_mut(id) {
            self.files.save(id, document.collection().clone(), path.clone(), replaces);
            document.mark_saved(path);
        }
    }

    /// Takes what came from the threads.
    pub(super) fn receive(&mut self, ctx: &egui::Context) {
        while let Some(event) = self.files.poll() {
            match event {
                FileEvent::Opened { source, result } => self.opened(source, result),
                FileEvent::Saved { document, path, result } => self.saved(document, path, result),
                FileEvent::ChangedElsewhere { document, path } => {
                    self.not_saved(document);
                    self.dialogs.changed = Some((document, path));
                }
                FileEvent::ChosenToOpen(paths) => paths.into_iter().for_each(|path| self.open(path)),
                FileEvent::ChosenToSave(id, path) => {
                    // The dialog has asked about a file that is there.
                    self.save(id, path, true);
                    self.name_next(ctx, id);
                }
                FileEvent::ChosenOntology(path) => self.change_ontology(ctx, path),
                FileEvent::ReportSaved { path, result } => match result {
                    Ok(()) => {
                        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                        self.say(self.texts.fill("status.saved", &[("name", &name)]));
                    }
                    Err(fault) => self.dialogs.fault(fault),
                },
                FileEvent::AskHere { question, replaces, answer } => {
                    self.dialogs.open_path(&question, replaces, answer);
                }
                FileEvent::NotChosen => {
                    self.to_name.clear();
                    self.closing = false;
                    self.close_when_saved = None;
                }
            }
        }
    }

    fn opened(&mut self, source: Source, result: Result<Opened, FileFault>) {
        let opened = match result {
            Ok(opened) => opened,
            Err(fault) => {
                if let Source::Recovery { sgf, .. } = &source {
                    // What could not be opened stays where it is, with all that its run left.
                    self.leftovers.retain(|leftover| leftover.sgf.parent() != sgf.parent());
                }
                let summary = match source {
                    Source::Clipboard => self.texts.get("file.clipboard").to_owned(),
                    _ => self.texts.fill("file.cannot_open", &[("why", &self.texts.file_fault(&fault))]),
                };
                self.dialogs.fault(Fault { summary, details: fault.details });
                return;
            }
        };
        let path = match &source {
            Source::File(path) => Some(path.clone()),
            Source::Recovery { path, .. } => path.clone(),
            Source::Clipboard | Source::Sample => None,
        };
        if let Source::File(path) = &source {
            self.memory.remember(path);
            self.settings_changed = Some(Instant::now());
        }
        let mut document = Document::new(opened.collection, path);
        if matches!(source, Source::Recovery { .. } | Source::Clipboard) {
            document.mark_unsaved();
        }
        if opened.warnings.total() > 0 {
            let repairs = self.texts.repairs(&opened.warnings);
            self.dialogs.warnings.push_back((document.title().unwrap_or_default(), repairs));
        }
        for (game, node, said) in opened.analyses {
            self.analysis.adopt((document.id(), game, node), said, 0);
        }
        self.session.add(document);
        self.go_to_waiting();
    }

    fn saved(&mut self, id: DocumentId, path: PathBuf, result: Result<(), FileFault>) {
        match result {
            Ok(()) => {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                self.say(self.texts.fill("status.saved", &[("name", &name)]));
                self.memory.remember(&path);
                self.settings_changed = Some(Instant::now());
                if self.close_when_saved.take_if(|waiting| *waiting == id).is_some() {
                    let tab = self.session.documents().iter().position(|d| d.id() == id && !d.is_modified());
                    tab.into_iter().for_each(|index| self.forget_tab(index));
                }
            }
            Err(fault) => {
                self.not_saved(id);
                let (why, command) = (self.texts.file_fault(&fault), self.texts.command(Command::SaveAs));
                let summary = self.texts.fill("file.cannot_save", &[("why", &why), ("command", &command)]);
                self.dialogs.fault(Fault { summary, details: fault.details });
            }
        }
    }

    /// A document is not in its file after all; it was marked as saved when the writing began.
    fn not_saved(&mut self, id: DocumentId) {
        if let Some(document) = self.session.find_mut(id) {
            document.mark_unsaved();
        }
        self.closing = false;
        self.to_name.clear();
        self.close_when_saved = None;
    }

    // Closing

    fn close_tab(&mut self, index: usize) {
        match self.session.documents().get(index) {
            Some(document) if document.is_modified() => {
                self.session.show(index);
                self.dialogs.close = Some(CloseWhat::Tab(index));
            }
            Some(_) => self.forget_tab(index),
            None => {}
        }
    }

    fn forget_tab(&mut self, index: usize) {
        if let Some(document) = self.session.close(index) {
            self.analysis.forget(document.id());
            self.engines.forget_document(document.id());
            self.autosaved.remove(&document.id());
            if let Some(recovery) = &self.recovery {
                recovery.forget(document.id());
            }
        }
    }

    /// The system or the reader wants the window closed: unsaved work is asked about once.
    pub(super) fn close_requested(&mut self, ctx: &egui::Context) {
        if self.closing && self.to_name.is_empty() && !self.files.is_saving() {
            self.closing = false;
            self.may_close = true;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        let requested = ctx.input(|input| input.viewport().close_requested());
        if !requested || self.may_close {
            return;
        }
        if self.session.modified().next().is_some() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.dialogs.close = Some(CloseWhat::Window);
        } else if self.files.is_saving() {
            // A save that fails is told before the window is gone.
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.closing = true;
        }
    }

    fn dialog_answers(&mut self, ctx: &egui::Context) {
        if let Some(number) = self.dialogs.take_go_to() {
            self.on_document(|document| document.go_to_number(number));
        }
        self.who_answers();
        self.trouble_answers(ctx);
        match self.dialogs.take_recover() {
            Some(true) => {
                for leftover in &self.leftovers {
                    let source = Source::Recovery { sgf: leftover.sgf.clone(), path: leftover.path.clone() };
                    self.files.read(source);
                }
                // The old copies go only after the new ones of this run are written.
                self.dialogs.recovered = true;
            }
            Some(false) => {
                if let Some(recovery) = &self.recovery {
                    recovery.remove(&self.leftovers);
                }
                self.leftovers.clear();
            }
            None => {}
        }
        let all_kept = self.session.modified().all(|document| self.is_kept(document.id()));
        if self.dialogs.recovered && !self.files.is_busy() && all_kept {
            self.dialogs.recovered = false;
            if let Some(recovery) = &self.recovery {
                recovery.remove(&self.leftovers);
            }
            self.leftovers.clear();
        }
        match self.dialogs.take_changed() {
            Some((id, path, ChangedAnswer::Replace)) => self.save(id, path, true),
            Some((id, _, ChangedAnswer::SaveElsewhere)) => self.ask_save(ctx, Some(id)),
            None => {}
        }
        match self.dialogs.take_close() {
            Some((CloseWhat::Tab(index), CloseAnswer::Discard)) => self.forget_tab(index),
            Some((CloseWhat::Tab(index), CloseAnswer::Save)) => {
                self.session.show(index);
                self.close_when_saved = self.session.active_id();
                self.save_active(ctx);
            }
            Some((CloseWhat::Window, CloseAnswer::Discard)) => {
                self.may_close = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Some((CloseWhat::Window, CloseAnswer::Save)) => self.save_all_and_close(ctx),
            None => {}
        }
    }

    /// Saves what has a file, asks about the rest one by one, then closes.
    fn save_all_and_close(&mut self, ctx: &egui::Context) {
        let mut named = Vec::new();
        self.to_name.clear();
        for document in self.session.modified() {
            match document.path().filter(|path| is_sgf(path)) {
                Some(path) => named.push((document.id(), path.to_owned())),
                None => self.to_name.push_back(document.id()),
            }
        }
        for (id, path) in named {
            self.save(id, path, false);
        }
        self.closing = true;
        self.ask_save(ctx, self.to_name.front().copied());
        ctx.request_repaint();
    }

    /// A document has its file now: on to the next one that needs a name before the window closes.
    fn name_next(&mut self, ctx: &egui::Context, named: DocumentId) {
        if self.to_name.front() == Some(&named) {
            self.to_name.pop_front();
            self.ask_save(ctx, self.to_name.front().copied());
        }
    }
}

fn drop_answer(_: bool) {}

fn is_sgf(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}
