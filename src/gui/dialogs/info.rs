//! The game info: players, result, rules, and the rest of what a file says of a game.

use super::{Dialogs, window};
use crate::gui::context::{Action, Cx};
use crate::record::InfoField;
use egui::{Context, Grid, ScrollArea, TextEdit};

/// Draws the editor. Every keystroke is an edit, and undone like one.
pub fn show(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    let (true, Some(document)) = (dialogs.info, cx.document) else { return };
    let mut open = true;
    let tree = document.tree();
    let mut changes = Vec::new();
    window(ctx, cx, cx.t.get("info.title"), &mut open, [440.0, 560.0], |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            Grid::new("info").num_columns(2).spacing([14.0, 7.0]).show(ui, |ui| {
                for field in InfoField::ALL {
                    let key = format!("info.{}", field.name);
                    let label = ui.label(cx.t.get(&key));
                    let root = tree.properties(tree.root());
                    let mut text = root.text(field.name).map(|text| text.into_owned()).unwrap_or_default();
                    let edit = match field.multiline {
                        true => TextEdit::multiline(&mut text).desired_rows(4),
                        false => TextEdit::singleline(&mut text),
                    };
                    let id = egui::Id::unique(("info", field.name.as_str()));
                    if ui.add(edit.id(id).desired_width(280.0)).labelled_by(label.id).changed() {
                        changes.push(Action::SetInfo(field.name, text));
                    }
                    ui.end_row();
                }
            });
        });
    });
    for change in changes {
        cx.send(change);
    }
    dialogs.info = open;
}
