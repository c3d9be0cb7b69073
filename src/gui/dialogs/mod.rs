//! Windows over the window: questions, messages, the palette, settings.

mod engine_setup;
mod info;
mod keys;
mod messages;
mod new_game;
mod palette;
mod path;
mod settings;
mod trouble;
mod who;

pub use messages::{ChangedAnswer, CloseAnswer, CloseWhat};
pub use new_game::strength;
pub use who::rank_choice;

use super::context::Cx;
use super::ontology_file::TroubleAnswer;
use crate::app::files::Fault;
use crate::app::knowledge::trouble::Trouble;
use crate::app::recovery::Leftover;
use crate::app::{DocumentId, Session};
use crate::ontology::Expert;
use egui::{Align2, Frame, Id, Margin, Modal, Ui};
use std::collections::VecDeque;
use std::path::PathBuf;

/// Which of them are open, and what is in them.
#[derive(Default)]
pub struct Dialogs {
    faults: VecDeque<Fault>,
    fault_details: bool,
    /// What is wrong with the ontology's file.
    pub trouble: Option<Trouble>,
    trouble_answer: Option<TroubleAnswer>,
    /// The names of files and what was repaired in them, one after the other.
    pub warnings: VecDeque<(String, Vec<String>)>,
    /// A document whose file somebody else has changed.
    pub changed: Option<(DocumentId, PathBuf)>,
    changed_answer: Option<(DocumentId, PathBuf, ChangedAnswer)>,
    /// What is to be closed though it has unsaved work.
    pub close: Option<CloseWhat>,
    close_answer: Option<(CloseWhat, CloseAnswer)>,
    /// A crash left games; the reader is asked.
    pub recover: bool,
    recover_answer: Option<bool>,
    /// Games were brought back whose old copies are still to go.
    pub recovered: bool,
    /// The welcome is shown.
    pub welcome: bool,
    /// What this is.
    pub about: bool,
    /// The key help is shown.
    pub keys: bool,
    /// The game info window is shown.
    pub info: bool,
    /// The number typed so far.
    pub go_to: Option<String>,
    go_to_answer: Option<u32>,
    palette: Option<palette::PaletteState>,
    path: Option<path::PathState>,
    settings: Option<settings::SettingsState>,
    new_game: Option<new_game::NewGameState>,
    engine_setup: Option<engine_setup::EngineSetup>,
    who: Option<who::WhoState>,
    who_answer: Option<Expert>,
    waiting_grade: Option<who::WaitingGrade>,
}

impl Dialogs {
    /// Something went wrong; it is told in a window, one at a time.
    pub fn fault(&mut self, fault: Fault) {
        self.faults.push_back(fault);
    }

    /// Opens the palette.
    pub fn open_palette(&mut self) {
        self.palette = Some(palette::PaletteState::default());
    }

    /// Opens the settings.
    pub fn open_settings(&mut self) {
        self.settings = Some(settings::SettingsState::default());
    }

    /// Opens the new game dialog.
    pub fn open_new_game(&mut self) {
        self.new_game = Some(new_game::NewGameState::default());
    }

    /// Whether something is open that must be answered before anything else is done.
    pub fn is_modal(&self) -> bool {
        !self.faults.is_empty()
            || self.trouble.is_some()
            || !self.warnings.is_empty()
            || self.changed.is_some()
            || self.close.is_some()
            || self.recover
            || self.welcome
            || self.about
            || self.go_to.is_some()
            || self.palette.is_some()
            || self.path.is_some()
            || self.new_game.is_some()
            || self.settings.is_some()
            || self.engine_setup.is_some()
            || self.info
            || self.who.is_some()
    }

    /// Whether the program may be ended while this is open: not in the middle of a question about
    /// unsaved work, and not while a key is waited for.
    pub fn lets_quit(&self) -> bool {
        self.close.is_none() && !self.recover && !self.captures_keys()
    }

    /// Whether a window waits for a key to be pressed.
    pub fn captures_keys(&self) -> bool {
        self.settings.as_ref().is_some_and(settings::SettingsState::waits_for_key)
    }

    /// The number of the move to go to, once.
    pub fn take_go_to(&mut self) -> Option<u32> {
        self.go_to_answer.take()
    }

    /// Whether to bring back what a crash left, once.
    pub fn take_recover(&mut self) -> Option<bool> {
        self.recover_answer.take()
    }

    /// What to do about the ontology's file, once.
    pub fn take_trouble(&mut self) -> Option<TroubleAnswer> {
        self.trouble_answer.take()
    }

    /// What to do about a file that somebody else has changed, once.
    pub fn take_changed(&mut self) -> Option<(DocumentId, PathBuf, ChangedAnswer)> {
        self.changed_answer.take()
    }

    /// What to do with unsaved work, once.
    pub fn take_close(&mut self) -> Option<(CloseWhat, CloseAnswer)> {
        self.close_answer.take()
    }
}

/// Draws those that are open. A message or a question about somebody's work comes alone, the gravest first:
/// what lay beneath would hear the same keys, and be answered unseen.
pub fn show(ctx: &egui::Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs, session: &Session, leftovers: &[Leftover]) {
    if !dialogs.faults.is_empty() {
        return messages::fault(ctx, cx, dialogs);
    } else if dialogs.trouble.is_some() {
        return trouble::show(ctx, cx, dialogs);
    } else if dialogs.changed.is_some() {
        return messages::changed(ctx, cx, dialogs);
    } else if dialogs.close.is_some() {
        return messages::close(ctx, cx, dialogs, session);
    } else if dialogs.recover {
        return messages::recover(ctx, cx, dialogs, leftovers);
    } else if !dialogs.warnings.is_empty() {
        return messages::warnings(ctx, cx, dialogs);
    }
    info::show(ctx, cx, dialogs);
    keys::show(ctx, cx, dialogs);
    settings::show(ctx, cx, dialogs);
    new_game::show(ctx, cx, dialogs);
    engine_setup::show(ctx, cx, dialogs);
    who::show(ctx, cx, dialogs);
    path::show(ctx, cx, dialogs);
    messages::go_to(ctx, cx, dialogs);
    messages::about(ctx, cx, dialogs);
    messages::welcome(ctx, cx, dialogs);
    palette::show(ctx, cx, dialogs);
}

/// A window in the middle that must be answered; whether the reader wants it gone.
fn modal(ctx: &egui::Context, name: &str, width: f32, title: &str, content: impl FnOnce(&mut Ui)) -> bool {
    let response = themed_modal(ctx, name).show(ctx, |ui| {
        let room = ctx.content_rect().width() - 60.0;
        ui.set_width(width.min(room));
        if !title.is_empty() {
            ui.heading(title);
            ui.add_space(6.0);
        }
        content(ui);
    });
    response.should_close()
}

/// A window in the middle with our margins and a light veil over the rest.
fn themed_modal(ctx: &egui::Context, name: &str) -> Modal {
    let style = ctx.global_style();
    Modal::new(Id::unique(name))
        .backdrop_color(egui::Color32::from_black_alpha(80))
        .frame(Frame::window(&style).inner_margin(Margin::symmetric(22, 18)))
}

/// The row of buttons at the bottom, the first one the one that Enter presses. Which was pressed.
fn buttons(ui: &mut Ui, cx: &Cx<'_>, texts: &[&str]) -> Option<usize> {
    ui.add_space(10.0);
    let mut pressed = None;
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        for (i, text) in texts.iter().enumerate() {
            let mut button = egui::Button::new(*text).min_size(egui::vec2(84.0, 28.0));
            if i == 0 {
                let ink = if cx.theme.dark { cx.theme.ground } else { cx.theme.field };
                button = egui::Button::new(egui::RichText::new(*text).color(ink))
                    .fill(cx.theme.accent)
                    .min_size(egui::vec2(84.0, 28.0));
            }
            if ui.add(button).clicked() {
                pressed = Some(i);
            }
        }
    });
    if ui.input(|input| input.key_pressed(egui::Key::Enter)) && !ui.ctx().text_edit_focused() {
        pressed = pressed.or(Some(0));
    }
    pressed
}

/// A window that stays beside the work.
fn window(
    ctx: &egui::Context,
    cx: &Cx<'_>,
    title: &str,
    open: &mut bool,
    size: [f32; 2],
    content: impl FnOnce(&mut Ui),
) {
    let room = ctx.content_rect().size() - egui::vec2(40.0, 60.0);
    let size = [size[0].min(room.x), size[1].min(room.y)];
    egui::Window::new(title)
        .open(open)
        .default_size(size)
        .max_size(room)
        .collapsible(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .frame(Frame::window(&ctx.global_style()).fill(cx.theme.panel).inner_margin(Margin::same(14)))
        .show(ctx, content);
    if ctx.input(|input| input.key_pressed(egui::Key::Escape)) && !ctx.text_edit_focused() {
        *open = false;
    }
}
