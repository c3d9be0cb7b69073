//! The settings window: look, board, keys, engine.

use super::{Dialogs, window};
use crate::app::command::{COMMANDS, Command, Menu};
use crate::gui::context::{Action, Cx};
use crate::gui::keymap::{self, Arrows, pretty};
use crate::gui::panels::engine::resources;
use crate::gui::settings::{CandidateText, Numbers, Settings};
use crate::gui::texts::Language;
use crate::gui::theme::{LossPalette, ThemeName};
use egui::{ComboBox, Context, Event, Grid, Key, RichText, ScrollArea, Slider, Ui};

/// The pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Look,
    Board,
    Keys,
    Engine,
}

/// What the window keeps between frames.
#[derive(Default)]
pub struct SettingsState {
    page: Page,
    /// The command whose new key is waited for.
    rebinding: Option<Command>,
    /// What became of the last new key.
    note: Option<String>,
}

impl SettingsState {
    /// Whether the next key becomes a command's.
    pub fn waits_for_key(&self) -> bool {
        self.rebinding.is_some()
    }
}

/// Draws the window. Changes take effect at once.
pub fn show(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    let Some(state) = &mut dialogs.settings else { return };
    let mut open = true;
    let mut settings = cx.settings.clone();
    capture(ctx, cx, state, &mut settings);
    let waiting = state.waits_for_key();
    let mut find = false;
    window(ctx, cx, cx.t.get("settings.title"), &mut open, [600.0, 480.0], |ui| {
        ui.horizontal(|ui| {
            let pages = [
                (Page::Look, "settings.look"),
                (Page::Board, "settings.board"),
                (Page::Keys, "settings.keys"),
                (Page::Engine, "settings.engine"),
            ];
            for (page, key) in pages {
                ui.selectable_value(&mut state.page, page, cx.t.get(key));
            }
        });
        ui.separator();
        ui.add_space(4.0);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match state.page {
            Page::Look => look(ui, cx, &mut settings),
            Page::Board => board(ui, cx, &mut settings),
            Page::Keys => keys(ui, cx, state, &mut settings),
            Page::Engine => engine(ui, cx, &mut settings, &mut find),
        });
    });
    if find {
        cx.send(Action::FindEngines);
    }
    if settings != *cx.settings {
        cx.send(Action::SetSettings(Box::new(settings)));
    }
    if !open && !waiting {
        dialogs.settings = None;
    }
}

fn grid(ui: &mut Ui, name: &str, rows: impl FnOnce(&mut Ui)) {
    Grid::new(name).num_columns(2).spacing([24.0, 10.0]).show(ui, rows);
}

fn look(ui: &mut Ui, cx: &Cx<'_>, settings: &mut Settings) {
    grid(ui, "look", |ui| {
        let label = ui.label(cx.t.get("settings.language"));
        let name = settings.language.name();
        let combo = ComboBox::from_id_salt("language").selected_text(name).width(180.0).show_ui(ui, |ui| {
            for language in Language::ALL {
                ui.selectable_value(&mut settings.language, language, language.name());
            }
        });
        combo.response.labelled_by(label.id);
        ui.end_row();
        ui.label(cx.t.get("settings.theme"));
        ui.horizontal(|ui| {
            for theme in ThemeName::ALL {
                ui.selectable_value(&mut settings.theme, theme, cx.t.get(theme.text_key()));
            }
        });
        ui.end_row();
        let label = ui.label(cx.t.get("settings.scale"));
        // Applied when let go: the slider would run away under the pointer.
        let mut scale = ui.data(|data| data.get_temp(label.id)).unwrap_or(settings.scale);
        let slider = ui.add(Slider::new(&mut scale, 0.6..=3.0).step_by(0.05).fixed_decimals(2)).labelled_by(label.id);
        if slider.dragged() {
            ui.data_mut(|data| data.insert_temp(label.id, scale));
        } else {
            ui.data_mut(|data| data.remove::<f32>(label.id));
            settings.scale = scale;
        }
        ui.end_row();
        font(ui, cx, settings);
        ui.label(cx.t.get("settings.palette"));
        ui.horizontal(|ui| {
            ui.selectable_value(&mut settings.palette, LossPalette::Normal, cx.t.get("palette.normal"));
            ui.selectable_value(&mut settings.palette, LossPalette::RedGreenSafe, cx.t.get("palette.safe"));
        });
        ui.end_row();
    });
    ui.checkbox(&mut settings.loss_symbols, cx.t.get("settings.symbols"));
    ui.checkbox(&mut settings.welcome, cx.t.get("welcome.again"));
    ui.checkbox(&mut settings.sounds, cx.t.get("settings.sounds"));
    let note = match cx.sounds.player() {
        Some(player) => cx.t.fill("settings.sound_player", &[("name", &player)]),
        None => cx.t.get("settings.no_sound_player").to_owned(),
    };
    if settings.sounds || cx.sounds.player().is_none() {
        ui.label(RichText::new(note).small().color(cx.theme.weak));
    }
}

/// The families of the system, to choose one.
fn font(ui: &mut Ui, cx: &Cx<'_>, settings: &mut Settings) {
    let label = ui.label(cx.t.get("settings.font"));
    let built_in = cx.t.get("settings.font_built_in");
    let name = if settings.font.is_empty() { built_in } else { &settings.font }.to_owned();
    ui.horizontal(|ui| {
        let combo = ComboBox::from_id_salt("font").selected_text(name).width(180.0).height(320.0).show_ui(ui, |ui| {
            ui.selectable_value(&mut settings.font, String::new(), built_in);
            for family in cx.fonts.families().unwrap_or_default() {
                ui.selectable_value(&mut settings.font, family.clone(), family);
            }
        });
        combo.response.labelled_by(label.id);
        if let Some(missing) = cx.fonts.missing() {
            let text = cx.t.fill("settings.font_missing", &[("name", &missing)]);
            ui.label(RichText::new(text).small().color(cx.theme.warning));
        }
    });
    ui.end_row();
}

fn board(ui: &mut Ui, cx: &Cx<'_>, settings: &mut Settings) {
    ui.checkbox(&mut settings.coordinates, cx.t.command(Command::Coordinates));
    ui.checkbox(&mut settings.next_moves, cx.t.command(Command::NextMoves));
    ui.checkbox(&mut settings.candidates, cx.t.command(Command::Candidates));
    ui.checkbox(&mut settings.ownership, cx.t.command(Command::Ownership));
    ui.add_space(6.0);
    grid(ui, "board", |ui| {
        ui.label(cx.t.command(Command::MoveNumbers));
        ui.horizontal(|ui| {
            for numbers in Numbers::ALL {
                ui.selectable_value(&mut settings.numbers, numbers, cx.t.get(numbers.text_key()));
            }
        });
        ui.end_row();
        ui.label(cx.t.get("settings.candidate_text"));
        ui.horizontal(|ui| {
            ui.selectable_value(&mut settings.candidate_text, CandidateText::Winrate, cx.t.get("analysis.winrate"));
            ui.selectable_value(&mut settings.candidate_text, CandidateText::Score, cx.t.get("analysis.score"));
        });
        ui.end_row();
    });
}

fn keys(ui: &mut Ui, cx: &Cx<'_>, state: &mut SettingsState, settings: &mut Settings) {
    ui.horizontal(|ui| {
        ui.label(cx.t.get("keys.arrows"));
        for arrows in Arrows::ALL {
            ui.selectable_value(&mut settings.arrows, arrows, cx.t.get(arrows.text_key()));
        }
    });
    ui.horizontal(|ui| {
        if ui.add_enabled(!settings.keys.is_empty(), egui::Button::new(cx.t.get("keys.reset_all"))).clicked() {
            settings.keys.clear();
            state.note = None;
        }
        if let Some(note) = &state.note {
            ui.label(RichText::new(note).color(cx.theme.warning));
        }
    });
    for menu in Menu::ALL {
        ui.add_space(8.0);
        ui.label(RichText::new(cx.t.get(menu.text_key())).color(cx.theme.accent));
        Grid::new(menu.text_key()).num_columns(3).spacing([14.0, 5.0]).min_col_width(60.0).show(ui, |ui| {
            for spec in COMMANDS.iter().filter(|spec| spec.menu == menu) {
                let name = cx.t.command(spec.command).trim_end_matches('…');
                ui.label(name).on_hover_text(cx.t.help(spec.command));
                let waiting = state.rebinding == Some(spec.command);
                let shown = match waiting {
                    true => cx.t.get("keys.press").to_owned(),
                    false => cx.keymap.keys(spec.command).iter().map(|key| pretty(key)).collect::<Vec<_>>().join(", "),
                };
                let button = ui.add(egui::Button::new(shown).selected(waiting).min_size(egui::vec2(140.0, 22.0)));
                button.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, cx.t.fill("keys.change", &[("name", &name)]))
                });
                if button.clicked() {
                    state.rebinding = Some(spec.command);
                    state.note = None;
                }
                let changed = settings.keys.contains_key(spec.id);
                if changed && ui.small_button(cx.t.get("keys.reset")).clicked() {
                    settings.keys.remove(spec.id);
                }
                ui.end_row();
            }
        });
    }
}

/// Takes the next key press for the command that waits for one; Escape gives up, Delete leaves it
/// without a key.
fn capture(ctx: &Context, cx: &Cx<'_>, state: &mut SettingsState, settings: &mut Settings) {
    let Some(command) = state.rebinding else { return };
    let pressed = ctx.input_mut(|input| {
        let mut found = None;
        input.events.retain(|event| match event {
            Event::Key { key, pressed: true, modifiers, .. } => {
                found = Some((*key, *modifiers));
                false
            }
            Event::Copy => {
                found = Some((Key::C, egui::Modifiers::COMMAND));
                false
            }
            _ => true,
        });
        found
    });
    let Some((key, modifiers)) = pressed else { return };
    state.rebinding = None;
    let id = command.spec().id.to_owned();
    match key {
        Key::Escape => {}
        Key::Delete | Key::Backspace if modifiers.is_none() => {
            settings.keys.insert(id, Vec::new());
        }
        _ => {
            let text = keymap::name(egui::KeyboardShortcut::new(modifiers, key));
            state.note = cx.keymap.taken_by(&text, command).map(|other| {
                let parts: [(&str, &dyn std::fmt::Display); 2] =
                    [("key", &pretty(&text)), ("name", &cx.t.command(other))];
                cx.t.fill("keys.taken", &parts)
            });
            // The command that had the key loses it, so that one key never does two things.
            if let Some(other) = cx.keymap.taken_by(&text, command) {
                let left = cx.keymap.keys(other).into_iter().filter(|key| *key != text).collect();
                settings.keys.insert(other.spec().id.to_owned(), left);
            }
            settings.keys.insert(id, vec![text]);
        }
    }
}

fn engine(ui: &mut Ui, cx: &Cx<'_>, settings: &mut Settings, find: &mut bool) {
    programs(ui, cx, settings, find);
    ui.checkbox(&mut settings.analysis, cx.t.command(Command::Analysis));
    ui.add_space(4.0);
    resources(ui, cx, &mut settings.engine);
}

/// Ours or an engine of others, and a button that looks for them.
fn programs(ui: &mut Ui, cx: &Cx<'_>, settings: &mut Settings, find: &mut bool) {
    ui.horizontal(|ui| {
        let label = ui.label(cx.t.get("settings.engine"));
        let own = "Fuzeki";
        let program = &mut settings.engine.program;
        let name = if program.is_empty() { own.to_owned() } else { program.clone() };
        let combo = ComboBox::from_id_salt("program").selected_text(name).width(180.0).show_ui(ui, |ui| {
            ui.selectable_value(program, String::new(), own);
            for profile in cx.engines.profiles() {
                ui.selectable_value(program, profile.name.clone(), &profile.name).on_hover_text(&profile.command);
            }
        });
        combo.response.labelled_by(label.id);
        let button = egui::Button::new(cx.t.get("engines.find"));
        let help = cx.t.get("engines.find_help");
        *find |= ui.add_enabled(!cx.engines.is_searching(), button).on_hover_text(help).clicked();
    });
    for line in cx.engines.told() {
        ui.label(RichText::new(line).small().color(cx.theme.weak));
    }
    ui.add_space(6.0);
}
