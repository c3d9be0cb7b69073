//! The key help: all commands with their keys.

use super::messages::key_cap;
use super::{Dialogs, window};
use crate::app::command::{COMMANDS, Menu};
use crate::gui::context::Cx;
use crate::gui::keymap::pretty;
use egui::{Context, RichText, ScrollArea};

/// Draws the help.
pub fn show(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    if !dialogs.keys {
        return;
    }
    let mut open = true;
    window(ctx, cx, cx.t.get("keys.title"), &mut open, [760.0, 560.0], |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.columns(2, |columns| {
                for (i, menu) in Menu::ALL.into_iter().enumerate() {
                    // Two columns of about the same length.
                    let ui = &mut columns[usize::from(i >= 2)];
                    ui.label(RichText::new(cx.t.get(menu.text_key())).size(15.0).color(cx.theme.accent));
                    for spec in COMMANDS.iter().filter(|spec| spec.menu == menu) {
                        let keys: Vec<String> = cx.keymap.keys(spec.command).iter().map(|key| pretty(key)).collect();
                        if keys.is_empty() {
                            continue;
                        }
                        ui.horizontal(|ui| {
                            key_cap(ui, cx, &keys.join("  "));
                            ui.label(cx.t.command(spec.command).trim_end_matches('…'))
                                .on_hover_text(cx.t.help(spec.command));
                        });
                    }
                    ui.add_space(10.0);
                }
            });
            ui.label(RichText::new(cx.t.get("keys.mouse")).color(cx.theme.weak));
        });
    });
    dialogs.keys = open;
}
