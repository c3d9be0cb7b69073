//! The assistant that sets an engine of others up: what it is called, how it is started, the files it
//! needs; tried out before it is kept, and what is wrong told in words.

use super::{Dialogs, window};
use crate::app::engines::{Need, Profile};
use crate::gui::context::{Action, Cx};
use egui::{Context, Grid, RichText, TextEdit, Ui};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};

/// How large the window is, and how much of its height there is for what an engine writes.
const WIDTH: f32 = 580.0;
const HEIGHT: f32 = 400.0;
const MESSAGES: f32 = 130.0;

/// What the window keeps between frames.
pub struct EngineSetup {
    profile: Profile,
    /// A file that is being chosen.
    choosing: Option<(Need, Receiver<PathBuf>)>,
}

impl Dialogs {
    /// Opens the assistant, with a profile to begin with.
    pub fn open_engine_setup(&mut self, profile: Option<Profile>) {
        let profile = profile.unwrap_or_else(|| Profile { name: String::new(), command: String::new() });
        self.engine_setup = Some(EngineSetup { profile, choosing: None });
    }
}

/// Draws the window.
pub fn show(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    let Some(state) = &mut dialogs.engine_setup else { return };
    let mut open = true;
    let mut done = false;
    let mut asked: Vec<Action> = Vec::new();
    window(ctx, cx, cx.t.get("setup.title"), &mut open, [WIDTH, HEIGHT], |ui| {
        // With room for what comes, so that no button moves from under the pointer when it does.
        ui.set_min_width(WIDTH.min(ctx.content_rect().width() - 80.0));
        ui.set_min_height(HEIGHT.min(ctx.content_rect().height() - 140.0));
        asked.extend(found(ui, cx, state));
        fields(ui, cx, state);
        ui.add_space(6.0);
        let whole = !state.profile.name.trim().is_empty() && state.profile.command_line().is_ok();
        ui.horizontal(|ui| {
            if ui.add_enabled(whole, egui::Button::new(cx.t.get("setup.try"))).clicked() {
                asked.push(Action::TryEngine(state.profile.clone()));
            }
            if ui.add_enabled(whole, egui::Button::new(cx.t.get("setup.keep"))).clicked() {
                let name = state.profile.name.trim().to_owned();
                asked.push(Action::KeepEngine(Profile { name: name.clone(), ..state.profile.clone() }));
                asked.push(Action::SetBeside(name, true));
                done = true;
            }
        });
        ui.add_space(4.0);
        outcome(ui, cx, &state.profile);
    });
    asked.into_iter().for_each(|action| cx.send(action));
    if !open || done {
        dialogs.engine_setup = None;
    }
}

/// Engines that are on this machine, to begin with.
fn found(ui: &mut Ui, cx: &Cx<'_>, state: &mut EngineSetup) -> Option<Action> {
    let mut asked = None;
    ui.horizontal_wrapped(|ui| {
        let button = egui::Button::new(cx.t.get("engines.find"));
        let help = cx.t.get("engines.find_help");
        if ui.add_enabled(!cx.engines.is_searching(), button).on_hover_text(help).clicked() {
            asked = Some(Action::FindEngines);
        }
        if cx.engines.is_searching() {
            ui.spinner();
        }
        for profile in cx.engines.profiles().iter().chain(cx.engines.unready()) {
            let chosen = state.profile.name == profile.name;
            if ui.selectable_label(chosen, &profile.name).on_hover_text(&profile.command).clicked() {
                state.profile = profile.clone();
            }
        }
    });
    for line in cx.engines.told() {
        ui.label(RichText::new(line).small().color(cx.theme.weak));
    }
    ui.add_space(6.0);
    asked
}

fn fields(ui: &mut Ui, cx: &Cx<'_>, state: &mut EngineSetup) {
    if let Some((need, chosen)) = &state.choosing
        && let Ok(path) = chosen.try_recv()
    {
        state.profile = state.profile.with_file(*need, &path.to_string_lossy());
        state.choosing = None;
    }
    Grid::new("engine setup").num_columns(2).spacing([12.0, 8.0]).show(ui, |ui| {
        let label = ui.label(cx.t.get("setup.name"));
        ui.add(TextEdit::singleline(&mut state.profile.name).desired_width(220.0)).labelled_by(label.id);
        ui.end_row();
        let label = ui.label(cx.t.get("setup.command"));
        let hint = "katago gtp -model … -config …";
        let field = TextEdit::multiline(&mut state.profile.command).desired_rows(2).hint_text(hint);
        ui.add(field.desired_width(380.0)).labelled_by(label.id);
        ui.end_row();
        for (need, option, given) in state.profile.needs() {
            let name = match need {
                Need::Network => cx.t.get("setup.network"),
                Need::Config => cx.t.get("setup.config"),
            };
            let label = ui.label(format!("{name} ({option})"));
            ui.horizontal(|ui| {
                let mut file = given.unwrap_or_default();
                let field = TextEdit::singleline(&mut file).desired_width(300.0);
                if ui.add(field).labelled_by(label.id).changed() {
                    state.profile = state.profile.with_file(need, file.trim());
                }
                if ui.button(cx.t.get("setup.browse")).clicked() {
                    state.choosing = Some((need, choose(ui.ctx())));
                }
            });
            ui.end_row();
        }
    });
}

/// The desktop's own dialog, on a thread.
fn choose(ctx: &Context) -> Receiver<PathBuf> {
    let (report, chosen) = channel();
    let ctx = ctx.clone();
    std::thread::spawn(move || {
        if let Some(path) = rfd::FileDialog::new().pick_file() {
            let _ = report.send(path);
            ctx.request_repaint();
        }
    });
    chosen
}

/// What came of trying it out, with what it wrote to standard error.
fn outcome(ui: &mut Ui, cx: &Cx<'_>, profile: &Profile) {
    if let Err(fault) = profile.command_line()
        && !profile.command.trim().is_empty()
    {
        ui.label(RichText::new(cx.t.engine_fault(&fault)).color(cx.theme.warning));
    }
    let Some(trial) = cx.engines.trial().filter(|trial| trial.profile == *profile) else { return };
    match &trial.result {
        None => {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(cx.t.get("setup.trying"));
            });
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(300));
        }
        Some(Ok(tried)) => {
            let parts: [(&str, &dyn std::fmt::Display); 2] = [("name", &tried.name), ("move", &tried.likes)];
            ui.label(RichText::new(cx.t.fill("setup.works", &parts)).strong());
        }
        Some(Err(fault)) => {
            let why = cx.t.engine_fault(fault);
            ui.label(RichText::new(cx.t.fill("setup.fails", &[("why", &why)])).color(cx.theme.warning));
        }
    }
    // Some write much; the newest is of interest.
    egui::ScrollArea::vertical().max_height(MESSAGES).stick_to_bottom(true).show(ui, |ui| {
        for line in trial.errors() {
            ui.label(RichText::new(line).small().monospace().color(cx.theme.weak));
        }
    });
}
