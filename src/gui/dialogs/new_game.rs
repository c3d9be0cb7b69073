//! The new game dialog: board, rules, komi, handicap, players.

use super::{Dialogs, buttons, modal};
use crate::board::rules::RULE_SETS;
use crate::board::{MAX_SIZE, MIN_SIZE, Rules, handicap};
use crate::gui::context::{Action, Cx, NewGame};
use egui::{ComboBox, Context, DragValue, Grid, Slider, TextEdit};

/// What was chosen so far.
pub struct NewGameState {
    game: NewGame,
    /// Komi follows the rules until the reader sets it.
    own_komi: bool,
}

impl Default for NewGameState {
    fn default() -> NewGameState {
        let game = NewGame {
            size: 19,
            rules: "japanese".to_owned(),
            komi: Rules::JAPANESE.komi,
            handicap: 0,
            black: String::new(),
            white: String::new(),
            engine: None,
        };
        NewGameState { game, own_komi: false }
    }
}

/// Draws the dialog.
pub fn show(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    let Some(state) = &mut dialogs.new_game else { return };
    let mut pressed = None;
    let wants_close = modal(ctx, "new_game", 400.0, cx.t.get("new.title"), |ui| {
        let NewGameState { game, own_komi } = state;
        Grid::new("new_game").num_columns(2).spacing([16.0, 10.0]).show(ui, |ui| {
            let label = ui.label(cx.t.get("new.size"));
            ui.horizontal(|ui| {
                for size in [9, 13, 19] {
                    ui.selectable_value(&mut game.size, size, format!("{size}×{size}"));
                }
                ui.add(DragValue::new(&mut game.size).range(MIN_SIZE..=MAX_SIZE)).labelled_by(label.id);
            });
            ui.end_row();
            let label = ui.label(cx.t.get("new.rules"));
            let name = RULE_SETS.iter().find(|set| set.id == game.rules).map_or("", |set| set.name);
            ComboBox::from_id_salt("rules")
                .selected_text(name)
                .width(180.0)
                .show_ui(ui, |ui| {
                    for set in RULE_SETS {
                        ui.selectable_value(&mut game.rules, set.id.to_owned(), set.name);
                    }
                })
                .response
                .labelled_by(label.id);
            ui.end_row();
            let label = ui.label(cx.t.get("new.handicap"));
            let most = handicap::max_fixed(game.size).min(9) as u8;
            ui.add(Slider::new(&mut game.handicap, 0..=most.max(1))).labelled_by(label.id);
            ui.end_row();
            let rules = Rules::parse(&game.rules).unwrap_or(Rules::JAPANESE);
            if !*own_komi {
                game.komi = rules.default_komi(u32::from(game.handicap));
            }
            let label = ui.label(cx.t.get("new.komi"));
            let komi = ui.add(DragValue::new(&mut game.komi).speed(0.5).range(-100.0..=100.0)).labelled_by(label.id);
            *own_komi |= komi.changed();
            ui.end_row();
            for (key, name) in [("new.black", &mut game.black), ("new.white", &mut game.white)] {
                let label = ui.label(cx.t.get(key));
                ui.add(TextEdit::singleline(name).desired_width(220.0)).labelled_by(label.id);
                ui.end_row();
            }
        });
        pressed = buttons(ui, cx, &[cx.t.get("new.start"), cx.t.get("dialog.cancel")]);
    });
    if pressed == Some(0) {
        let game = state.game.clone();
        cx.send(Action::NewGame(game));
    }
    if pressed.is_some() || wants_close {
        dialogs.new_game = None;
    }
}
