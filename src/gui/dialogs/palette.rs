//! The command palette: every command by a few letters of its name.

use super::{Dialogs, themed_modal};
use crate::app::command::{COMMANDS, Command};
use crate::gui::context::Cx;
use crate::gui::keymap::pretty;
use crate::gui::menu;
use egui::{Align2, Context, Id, Key, Modal, RichText, ScrollArea, Sense, TextEdit, vec2};

/// What is typed and chosen.
#[derive(Default)]
pub struct PaletteState {
    query: String,
    chosen: usize,
}

/// How well a name fits what was typed: all its letters in order, better when they begin words or
/// stand together. Lower is better.
fn distance(name: &str, query: &str) -> Option<usize> {
    let name: Vec<char> = name.to_lowercase().chars().collect();
    let mut cost = 0;
    let mut at = 0;
    for wanted in query.to_lowercase().chars().filter(|c| !c.is_whitespace()) {
        let found = (at..name.len()).find(|&i| name[i] == wanted)?;
        let begins_word = found == 0 || name[found - 1] == ' ';
        cost += if begins_word { 0 } else { (found - at) * 2 + usize::from(found != at) };
        at = found + 1;
    }
    Some(cost * 64 + name.len())
}

/// Commands for a query, the best first.
fn matches(cx: &Cx<'_>, query: &str) -> Vec<Command> {
    let mut found: Vec<(usize, Command)> = COMMANDS
        .iter()
        .map(|spec| spec.command)
        .filter(|&command| !matches!(command, Command::Palette | Command::HideHints) && menu::enabled(cx, command))
        .filter_map(|command| {
            let name = distance(cx.t.command(command), query);
            let id = distance(&command.spec().id.replace('_', " "), query).map(|cost| cost + 32);
            Some((name.into_iter().chain(id).min()?, command))
        })
        .collect();
    if !query.trim().is_empty() {
        found.sort_by_key(|&(cost, _)| cost);
    }
    found.into_iter().map(|(_, command)| command).collect()
}

/// Draws the palette.
pub fn show(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    let Some(state) = &mut dialogs.palette else { return };
    let mut run = None;
    let area = Modal::default_area(Id::unique("palette")).anchor(Align2::CENTER_TOP, vec2(0.0, 70.0));
    let response = themed_modal(ctx, "palette").area(area).show(ctx, |ui| {
        ui.set_width(460.0);
        let hint = cx.t.get("palette.hint");
        let field = ui.add(
            TextEdit::singleline(&mut state.query)
                .hint_text(RichText::new(hint).color(cx.theme.weak))
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(8, 7))
                .font(egui::FontId::proportional(16.0)),
        );
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, hint));
        field.request_focus();
        if field.changed() {
            state.chosen = 0;
        }
        let found = matches(cx, &state.query);
        let (down, up, enter) = ui.input(|input| {
            (input.key_pressed(Key::ArrowDown), input.key_pressed(Key::ArrowUp), input.key_pressed(Key::Enter))
        });
        if down {
            state.chosen = (state.chosen + 1).min(found.len().saturating_sub(1));
        }
        if up {
            state.chosen = state.chosen.saturating_sub(1);
        }
        if enter {
            run = found.get(state.chosen).copied();
        }
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.y = 1.0;
        ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
            for (i, &command) in found.iter().enumerate() {
                let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), 27.0), Sense::click());
                let name = cx.t.command(command);
                row.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, i == state.chosen, name));
                if i == state.chosen {
                    ui.painter().rect_filled(rect, 4.0, cx.theme.accent_soft);
                    if down || up {
                        row.scroll_to_me(None);
                    }
                } else if row.hovered() {
                    ui.painter().rect_filled(rect, 4.0, ui.visuals().widgets.hovered.weak_bg_fill);
                }
                let font = egui::TextStyle::Body.resolve(ui.style());
                let left = rect.left_center() + vec2(10.0, 0.0);
                ui.painter().text(left, Align2::LEFT_CENTER, name.trim_end_matches('…'), font.clone(), cx.theme.text);
                if let Some(key) = cx.keymap.first(command) {
                    let right = rect.right_center() - vec2(10.0, 0.0);
                    ui.painter().text(right, Align2::RIGHT_CENTER, pretty(&key), font, cx.theme.weak);
                }
                if row.on_hover_text(cx.t.help(command)).clicked() {
                    run = Some(command);
                }
            }
            if found.is_empty() {
                ui.label(RichText::new(cx.t.get("palette.none")).color(cx.theme.weak));
            }
        });
    });
    if let Some(command) = run {
        cx.send(command);
    }
    if run.is_some() || response.should_close() {
        dialogs.palette = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_order_are_found_and_beginnings_of_words_win() {
        assert!(distance("Save as…", "sa").unwrap() < distance("Close game", "sa").unwrap_or(usize::MAX));
        assert!(distance("Next variation", "nv").unwrap() < distance("Move numbers view", "nv").unwrap());
        assert_eq!(distance("Open", "x"), None);
        assert_eq!(distance("Open", ""), Some(4));
        assert!(distance("下一个变化", "变化").is_some());
    }
}
