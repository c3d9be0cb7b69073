//! A file by its path, where the desktop has no dialog for files.

use super::{Dialogs, buttons, modal};
use crate::app::files::FileQuestion;
use crate::gui::context::Cx;
use crate::gui::file_dialog;
use egui::{Context, RichText, TextEdit};
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;

/// What was typed so far.
pub struct PathState {
    text: String,
    is_written: bool,
    replaces: bool,
    answer: SyncSender<PathBuf>,
}

impl Dialogs {
    /// Asks for a path; who waits for the answer hears of it when the dialog goes.
    pub fn open_path(&mut self, question: &FileQuestion, replaces: bool, answer: SyncSender<PathBuf>) {
        let text = file_dialog::start(question).to_string_lossy().into_owned();
        self.path = Some(PathState { text, is_written: question.kind.is_written(), replaces, answer });
    }
}

/// Draws the dialog.
pub fn show(ctx: &Context, cx: &Cx<'_>, dialogs: &mut Dialogs) {
    let Some(mut state) = dialogs.path.take() else { return };
    let mut pressed = None;
    let title = if state.is_written { "path.save" } else { "path.open" };
    let wants_close = modal(ctx, "path", 460.0, cx.t.get(title), |ui| {
        let (text, ink) = match state.replaces {
            true => ("path.replaces", cx.theme.warning),
            false => ("path.why", cx.theme.weak),
        };
        ui.label(RichText::new(cx.t.get(text)).color(ink));
        ui.add_space(6.0);
        let field = ui.add(TextEdit::singleline(&mut state.text).desired_width(f32::INFINITY));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, cx.t.get("path.label")));
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if !entered {
            field.request_focus();
        }
        let go_on = match (state.is_written, state.replaces) {
            (_, true) => "path.replace",
            (true, false) => "close.save",
            (false, false) => "dialog.ok",
        };
        pressed = buttons(ui, cx, &[cx.t.get(go_on), cx.t.get("dialog.cancel")]).or(entered.then_some(0));
    });
    match pressed {
        Some(0) => {
            // Whoever asked may be gone with the window.
            let _ = state.answer.try_send(PathBuf::from(state.text.trim()));
        }
        None if !wants_close => dialogs.path = Some(state),
        _ => {}
    }
}
