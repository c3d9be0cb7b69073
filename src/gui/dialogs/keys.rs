//! The key help: all commands with their keys, as far as it can be done at one glance.

use super::messages::key_cap;
use super::{Dialogs, window};
use crate::app::command::{COMMANDS, Command, Menu};
use crate::gui::context::Cx;
use crate::gui::keymap::pretty;
use egui::{Context, RichText, ScrollArea, Ui};

/// A column is at least this wide.
const COLUMN: f32 = 292.0;

/// A line of the help.
enum Row {
    Title(Menu),
    Keys(Command, String),
}

/// Draws the help.
pub fn show(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    if !dialogs.keys {
        return;
    }
    let mut open = true;
    window(ctx, cx, cx.t.get("keys.title"), &mut open, [1200.0, 720.0], |ui| {
        let rows = rows(cx);
        let many = ((ui.available_width() / COLUMN) as usize).clamp(1, 4);
        let columns = split(&rows, many);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.columns(many, |uis| {
                for (ui, rows) in uis.iter_mut().zip(columns) {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    rows.iter().for_each(|row| draw(ui, cx, row));
                }
            });
            ui.add_space(6.0);
            ui.label(RichText::new(cx.t.get("keys.mouse")).small().color(cx.theme.weak));
        });
    });
    dialogs.keys = open;
}

/// All commands that have keys, by menu.
fn rows(cx: &Cx<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for menu in Menu::ALL {
        rows.push(Row::Title(menu));
        for spec in COMMANDS.iter().filter(|spec| spec.menu == menu) {
            let keys: Vec<String> = cx.keymap.keys(spec.command).iter().map(|key| pretty(key)).collect();
            if !keys.is_empty() {
                rows.push(Row::Keys(spec.command, keys.join("  ")));
            }
        }
    }
    rows
}

/// Columns of about the same length; a title never stands alone at the foot of one.
fn split(rows: &[Row], many: usize) -> Vec<&[Row]> {
    let length = rows.len().div_ceil(many);
    let mut columns = Vec::new();
    let mut rest = rows;
    for _ in 1..many {
        let mut at = length.min(rest.len());
        if at > 0 && matches!(rest[at - 1], Row::Title(_)) {
            at -= 1;
        }
        let (column, after) = rest.split_at(at);
        columns.push(column);
        rest = after;
    }
    columns.push(rest);
    columns
}

fn draw(ui: &mut Ui, cx: &Cx<'_>, row: &Row) {
    match row {
        Row::Title(menu) => {
            ui.add_space(4.0);
            ui.label(RichText::new(cx.t.get(menu.text_key())).color(cx.theme.accent));
        }
        Row::Keys(command, keys) => {
            ui.horizontal(|ui| {
                key_cap(ui, cx, keys);
                let name = RichText::new(cx.t.command(*command).trim_end_matches('…')).small();
                ui.add(egui::Label::new(name).truncate()).on_hover_text(cx.t.help(*command));
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_in_one_column_and_titles_have_something_below() {
        for many in 1..=4 {
            for length in [1, 7, 30, 101] {
                let row = |i: usize| match i % 7 {
                    0 => Row::Title(Menu::File),
                    _ => Row::Keys(Command::Open, i.to_string()),
                };
                let rows: Vec<Row> = (0..length).map(row).collect();
                let columns = split(&rows, many);
                assert_eq!((columns.len(), columns.iter().map(|c| c.len()).sum::<usize>()), (many, length));
                for column in &columns[..many - 1] {
                    assert!(!matches!(column.last(), Some(Row::Title(_))));
                }
            }
        }
    }
}
