//! What is wrong with the ontology's file, what waits to be written, and what to do.

use super::{Dialogs, buttons, modal};
use crate::gui::context::Cx;
use crate::gui::ontology_file::{TroubleAnswer, words};
use egui::{Context, RichText, ScrollArea, TextEdit};

/// Draws the message.
pub fn show(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    let Some(trouble) = dialogs.trouble.clone() else { return };
    let mut answer = None;
    let mut done = false;
    let details = &mut dialogs.fault_details;
    let wants_close = modal(ctx, "trouble", 520.0, cx.t.get("trouble.title"), |ui| {
        let words = words(cx.t, &trouble);
        let is_open = cx.knowledge.is_open();
        ui.label(if is_open { words } else { cx.t.fill("experts.failed", &[("why", &words)]) });
        let unwritten = cx.knowledge.unwritten();
        if unwritten > 0 {
            ui.add_space(6.0);
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(cx.t.fill("trouble.kept", &[("n", &unwritten)])).strong());
                if ui.small_button(cx.t.get("trouble.throw_away")).clicked() {
                    answer = Some(TroubleAnswer::ThrowAway);
                }
            });
        }
        if *details {
            ui.add_space(6.0);
            ScrollArea::vertical().max_height(180.0).show(ui, |ui| {
                let text = format!("{}\n\n{}", trouble.said, trouble.details);
                let mut text = text.as_str();
                ui.add(TextEdit::multiline(&mut text).font(egui::TextStyle::Monospace).desired_width(f32::INFINITY));
            });
        }
        let toggle = if *details { "fault.hide" } else { "fault.details" };
        let texts = ["dialog.ok", "trouble.try_again", "trouble.open_other", toggle].map(|key| cx.t.get(key));
        match buttons(ui, cx, &texts) {
            Some(0) => done = true,
            Some(1) => answer = Some(TroubleAnswer::TryAgain),
            Some(2) => answer = Some(TroubleAnswer::OpenOther),
            Some(_) => *details ^= true,
            None => {}
        }
    });
    if answer.is_some() {
        dialogs.trouble_answer = answer;
    }
    if done || wants_close || answer == Some(TroubleAnswer::OpenOther) {
        dialogs.trouble = None;
        dialogs.fault_details = false;
    }
}
