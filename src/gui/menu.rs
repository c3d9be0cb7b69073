//! The menu bar, the tabs of open games and the status bar.

use super::context::{Action, Cx, Heat};
use super::grade_history::Moment;
use super::keymap::pretty;
use super::layout::{self, Pane};
use super::settings::{Memory, Numbers};
use super::theme::ThemeName;
use super::widgets::icons::{self, Icon};
use crate::app::command::{COMMANDS, Command, CommandSpec, Menu};
use crate::app::knowledge::State;
use crate::app::{Session, Task};
use egui::{Button, Color32, Frame, Margin, MenuBar, Panel, RichText, Sense, Stroke, Ui, vec2};

/// The menu bar, all of it from the list of commands.
pub fn bar(ui: &mut Ui, cx: &mut Cx<'_>, memory: &Memory, dock: &egui_tiles::Tree<Pane>, session: &Session) {
    let frame = Frame::new().fill(cx.theme.ground).inner_margin(Margin { left: 6, right: 6, top: 4, bottom: 0 });
    Panel::top("menu").frame(frame).show_separator_line(false).show(ui, |ui| {
        MenuBar::new().ui(ui, |ui| {
            for menu in Menu::ALL {
                ui.menu_button(cx.t.get(menu.text_key()), |ui| {
                    ui.set_min_width(230.0);
                    let mut group = None;
                    for spec in COMMANDS.iter().filter(|spec| spec.menu == menu) {
                        if group.is_some_and(|group| group != spec.group) {
                            ui.separator();
                        }
                        group = Some(spec.group);
                        item(ui, cx, spec);
                        match spec.command {
                            Command::Open => recent(ui, cx, memory),
                            Command::NextTheme => themes(ui, cx),
                            Command::ResetLayout => panes(ui, cx, dock),
                            _ => {}
                        }
                    }
                });
            }
            ui.add_space(10.0);
            tabs(ui, cx, session);
        });
    });
}

fn item(ui: &mut Ui, cx: &mut Cx<'_>, spec: &CommandSpec) {
    let key = cx.keymap.first(spec.command).map(|key| pretty(&key)).unwrap_or_default();
    let mut button = Button::new(name(cx, spec.command)).shortcut_text(RichText::new(key).color(cx.theme.weak));
    if let Some(on) = state(cx, spec.command) {
        button = button.selected(on);
    }
    if ui.add_enabled(enabled(cx, spec.command), button).on_hover_text(cx.t.help(spec.command)).clicked() {
        cx.send(spec.command);
        ui.close();
    }
}

/// The name of a command; undo and redo say what of.
fn name(cx: &Cx<'_>, command: Command) -> String {
    let game = cx.document.map(|document| document.game());
    let now = Moment::now(cx.document);
    let (grade, edit) = match command {
        // What is not written yet has no name, and is taken back first.
        Command::Undo if cx.knowledge.unwritten() > 0 => (None, None),
        Command::Undo => (cx.grade_history.next_undo(now), game.and_then(|game| game.next_undo())),
        Command::Redo => {
            let edit = game.and_then(|game| game.next_redo());
            (cx.grade_history.next_redo(now, edit.is_some()), edit)
        }
        _ => (None, None),
    };
    let name = cx.t.command(command);
    match grade.or_else(|| edit.map(|kind| cx.t.edit(kind))) {
        Some(what) => cx.t.fill("menu.undo_what", &[("command", &name), ("what", &what)]),
        None => name.to_owned(),
    }
}

/// Whether a switch is on, for commands that are switches.
fn state(cx: &Cx<'_>, command: Command) -> Option<bool> {
    Some(match command {
        Command::Coordinates => cx.settings.coordinates,
        Command::MoveNumbers => cx.settings.numbers != Numbers::None,
        Command::NextMoves => cx.settings.next_moves,
        Command::Candidates => cx.settings.candidates,
        Command::Ownership => cx.settings.ownership,
        Command::Analysis => cx.settings.analysis,
        Command::Grades => cx.settings.grades,
        Command::Blind => cx.settings.blind,
        Command::ExpertBias => cx.settings.engine.params().0.experts,
        Command::ExpertBook => cx.settings.engine.params().0.book,
        Command::EditTools => cx.board.tools_shown,
        Command::BoardCursor => cx.board.cursor.is_some(),
        Command::EngineMove => cx.analysis.task == Some(Task::Move),
        Command::EngineSelf => cx.analysis.task == Some(Task::SelfPlay),
        Command::AnalyseGame => matches!(cx.analysis.task, Some(Task::Game { .. })),
        Command::PriorMap => cx.board.heat == Heat::Prior,
        Command::RaveMap => cx.board.heat == Heat::Rave,
        Command::ScoreMap => cx.board.heat == Heat::Scores,
        _ => return None,
    })
}

/// Whether a command can do anything now.
pub fn enabled(cx: &Cx<'_>, command: Command) -> bool {
    let document = cx.document;
    match command {
        Command::Undo => {
            let edit = document.and_then(|document| document.game().next_undo());
            let grade = cx.grade_history.next_undo(Moment::now(document));
            edit.is_some() || grade.is_some() || cx.knowledge.unwritten() > 0
        }
        Command::Redo => {
            let edit = document.and_then(|document| document.game().next_redo());
            edit.is_some() || cx.grade_history.next_redo(Moment::now(document), false).is_some()
        }
        Command::OpenOntology | Command::OwnOntology | Command::TryOntology => true,
        Command::Grades | Command::Blind | Command::ExpertBias | Command::ExpertBook => true,
        Command::ShowVerdicts | Command::ShowOntology | Command::ShowAudit | Command::ShowBias => true,
        Command::NextGame | Command::PreviousGame => {
            document.is_some_and(|document| document.collection().games.len() > 1)
        }
        _ => match command.spec().menu {
            Menu::Edit | Menu::Go => document.is_some(),
            Menu::Engine if command == Command::ShowWhy => document.is_some(),
            Menu::Engine if matches!(command, Command::ShowEngines | Command::SetUpEngine) => true,
            Menu::Engine => document.is_some() && cx.analysis.is_available(),
            Menu::Experts => cx.knowledge.is_open(),
            Menu::File => {
                let needs = matches!(
                    command,
                    Command::Save | Command::SaveAs | Command::SaveReport | Command::CopySgf | Command::Close
                );
                !needs || document.is_some()
            }
            Menu::View | Menu::Help => true,
        },
    }
}

fn recent(ui: &mut Ui, cx: &mut Cx<'_>, memory: &Memory) {
    ui.add_enabled_ui(!memory.recent.is_empty(), |ui| {
        ui.menu_button(cx.t.get("menu.recent"), |ui| {
            ui.set_min_width(260.0);
            for path in &memory.recent {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                    cx.send(Action::OpenFile(path.clone()));
                    ui.close();
                }
            }
            ui.separator();
            if ui.button(cx.t.get("menu.forget_recent")).clicked() {
                cx.send(Action::ForgetRecent);
                ui.close();
            }
        });
    });
}

fn themes(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.menu_button(cx.t.get("menu.themes"), |ui| {
        for theme in ThemeName::ALL {
            if ui.radio(cx.settings.theme == theme, cx.t.get(theme.text_key())).clicked() {
                let mut settings = cx.settings.clone();
                settings.theme = theme;
                cx.send(Action::SetSettings(Box::new(settings)));
            }
        }
    });
}

fn panes(ui: &mut Ui, cx: &mut Cx<'_>, dock: &egui_tiles::Tree<Pane>) {
    ui.menu_button(cx.t.get("menu.panels"), |ui| {
        for pane in Pane::ALL.into_iter().filter(|&pane| pane != Pane::Board) {
            let mut shown = layout::is_shown(dock, pane);
            if ui.checkbox(&mut shown, cx.t.get(pane.text_key())).changed() {
                cx.send(Action::ShowPane(pane, shown));
            }
        }
    });
}

/// The tabs of the open games, in what is left of the row.
fn tabs(ui: &mut Ui, cx: &mut Cx<'_>, session: &Session) {
    egui::ScrollArea::horizontal().auto_shrink(false).id_salt("tabs").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for (index, document) in session.documents().iter().enumerate() {
                let title = document.title().unwrap_or_else(|| cx.t.get("tab.untitled").to_owned());
                tab(ui, cx, index, &title, document.is_modified(), index == session.active_index());
            }
            let tooltip = cx.tooltip(Command::New);
            if icons::button(ui, Icon::Plus, false, cx.t.command(Command::New)).on_hover_text(tooltip).clicked() {
                cx.send(Command::New);
            }
        });
    });
}

fn tab(ui: &mut Ui, cx: &mut Cx<'_>, index: usize, title: &str, modified: bool, active: bool) {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let shown: String =
        if title.chars().count() > 30 { title.chars().take(29).chain(['…']).collect() } else { title.into() };
    let color = if active { cx.theme.text } else { cx.theme.weak };
    let galley = ui.painter().layout_no_wrap(shown, font, color);
    let size = vec2(galley.size().x + 44.0, 28.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let said = if modified { cx.t.fill("tab.modified", &[("title", &title)]) } else { title.to_owned() };
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, active, &said));
    let fill = match (active, response.hovered()) {
        (true, _) => cx.theme.panel,
        (false, true) => cx.theme.mix(cx.theme.ground, cx.theme.panel, 0.5),
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, egui::CornerRadius { nw: 6, ne: 6, sw: 0, se: 0 }, fill);
    if active {
        let line = egui::Rect::from_min_size(rect.left_bottom() - vec2(0.0, 2.0), vec2(rect.width(), 2.0));
        ui.painter().rect_filled(line, 0.0, cx.theme.accent);
    }
    let dot = rect.left_center() + vec2(11.0, 0.0);
    if modified {
        ui.painter().circle_filled(dot, 3.5, cx.theme.warning);
    }
    let at = egui::pos2(rect.left() + 19.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, color);
    // The cross shows where the pointer or the eye is.
    let cross = egui::Rect::from_center_size(rect.right_center() - vec2(13.0, 0.0), vec2(16.0, 16.0));
    let close = ui.interact(cross, response.id.with("close"), Sense::click());
    close.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, cx.t.command(Command::Close)));
    if active || response.hovered() || close.hovered() {
        let stroke = Stroke::new(1.2, if close.hovered() { cx.theme.error } else { cx.theme.weak });
        let c = cross.shrink(4.5);
        ui.painter().line_segment([c.left_top(), c.right_bottom()], stroke);
        ui.painter().line_segment([c.right_top(), c.left_bottom()], stroke);
    }
    if close.clicked() || response.clicked_by(egui::PointerButton::Middle) {
        cx.send(Action::CloseTab(index));
    } else if response.clicked() {
        cx.send(Action::ShowTab(index));
    }
}

/// What the engine is busy with, and a button to end it.
fn task_progress(ui: &mut Ui, cx: &mut Cx<'_>, task: &Task) {
    let (command, progress) = match task {
        Task::Move => (Command::EngineMove, None),
        Task::SelfPlay => (Command::EngineSelf, None),
        Task::Game { done, total, left, .. } => (Command::AnalyseGame, Some((*done, *total, *left))),
    };
    if ui.small_button(cx.t.get("dialog.cancel")).clicked() {
        cx.send(command);
    }
    if let Some((done, all, left)) = progress {
        let share = done as f32 / all.max(1) as f32;
        let time = left.map(|left| format!("  {}:{:02}", left.as_secs() / 60, left.as_secs() % 60)).unwrap_or_default();
        let text = RichText::new(format!("{done} / {all}{time}")).small();
        ui.add(egui::ProgressBar::new(share).desired_width(150.0).desired_height(14.0).text(text));
    }
    ui.label(RichText::new(cx.t.command(command)).small().color(cx.theme.weak));
}

/// Who grades, and whether everything graded is on the disk; a click chooses another expert.
fn who_grades(ui: &mut Ui, cx: &mut Cx<'_>) {
    let text = match (cx.knowledge.state(), cx.here.me.and_then(|id| cx.knowledge.expert(id))) {
        (State::Absent, _) => return,
        (State::Opening, _) => cx.t.get("experts.opening").to_owned(),
        (State::Failed(_), _) => cx.t.get("experts.absent").to_owned(),
        (State::Open, None) => cx.t.get("experts.none").to_owned(),
        (State::Open, Some(expert)) => cx.t.fill("experts.as", &[("name", &expert.title())]),
    };
    let unwritten = cx.knowledge.unwritten();
    if unwritten > 0 || cx.knowledge.trouble().is_some() {
        let text = match unwritten {
            0 if cx.knowledge.is_open() => cx.t.get("trouble.read_only_short").to_owned(),
            0 => cx.t.get("trouble.title").to_owned(),
            n => cx.t.fill("trouble.unwritten", &[("n", &n)]),
        };
        let text = RichText::new(format!("⚠ {text}")).small().color(cx.theme.warning);
        if ui.add(Button::new(text).frame(false)).on_hover_text(cx.t.help(Command::TryOntology)).clicked() {
            cx.send(Command::TryOntology);
        }
    }
    if cx.knowledge.is_writing() {
        ui.label(RichText::new(cx.t.get("experts.saving")).small().color(cx.theme.warning));
    }
    let button = Button::new(RichText::new(text).small().color(cx.theme.text)).frame(false);
    let response = ui.add_enabled(cx.knowledge.is_open(), button).on_hover_text(cx.t.get("experts.choose_hint"));
    if response.clicked() {
        cx.send(Command::ChooseExpert);
    }
    if let Some(id) = cx.here.me {
        let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
        ui.painter().circle_filled(rect.center(), 4.5, super::panels::grades::expert_color(cx, id));
    }
}

/// The status bar: a message, the game's facts, who grades, what the engine does.
pub fn status(ui: &mut Ui, cx: &mut Cx<'_>, message: Option<&str>) {
    let frame = Frame::new().fill(cx.theme.ground).inner_margin(Margin::symmetric(10, 3));
    Panel::bottom("status").frame(frame).show_separator_line(false).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                busy_with(ui, cx);
                // What is left of the row; a long message ends where the others begin.
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| facts(ui, cx, message));
            });
        });
    });
}

/// The left of the status bar: where the cursor is, and a message or what is known of the game.
fn facts(ui: &mut Ui, cx: &Cx<'_>, message: Option<&str>) {
    if let Some(text) = super::cursor::describe(cx) {
        let label = ui.label(RichText::new(text).small().strong().color(cx.theme.text));
        // Screen readers say it whenever it changes.
        ui.ctx().accesskit_node_builder(label.id, |node| node.set_live(egui::accesskit::Live::Polite));
        ui.separator();
    }
    let text = match (message, cx.document, &cx.view) {
        (Some(message), ..) => RichText::new(message).color(cx.theme.text),
        (None, Some(document), Some(view)) => {
            let position = &view.position;
            let mut facts = vec![
                format!("{0}×{0}", position.size()),
                cx.t.rules(position.rules().name()).to_owned(),
                cx.t.fill("status.komi", &[("komi", &position.komi())]),
            ];
            if let Some(result) = document.tree().info(crate::record::known::RE) {
                facts.push(cx.t.fill("status.result", &[("result", &result)]));
            }
            if let Some(map) = &cx.score_map {
                facts.push(match map.correlation {
                    Some(r) => cx.t.fill("status.correlation", &[("r", &format!("{r:.2}"))]),
                    None => cx.t.get("status.no_correlation").to_owned(),
                });
            }
            RichText::new(facts.join("  ·  ")).color(cx.theme.weak)
        }
        _ => return,
    };
    ui.add(egui::Label::new(text.small()).truncate());
}

/// The right of the status bar: who grades, what the engine does.
fn busy_with(ui: &mut Ui, cx: &mut Cx<'_>) {
    if let Some(task) = &cx.analysis.task {
        task_progress(ui, cx, &task.clone());
    }
    let engine = match (&cx.snapshot, cx.analysis.is_running()) {
        _ if !cx.analysis.is_available() => cx.t.get("status.no_engine").to_owned(),
        (Some(snapshot), true) => cx.t.fill(
            "status.thinking",
            &[
                ("n", &super::panels::short_count(snapshot.simulations)),
                ("speed", &super::panels::short_count(snapshot.speed() as u64)),
            ],
        ),
        (None, true) => cx.t.get("analysis.thinking").to_owned(),
        (_, false) => cx.t.get("status.rests").to_owned(),
    };
    ui.label(RichText::new(engine).small().color(cx.theme.weak));
    ui.separator();
    who_grades(ui, cx);
}
