//! The new game dialog: board, rules, komi, handicap, players.

use super::{Dialogs, buttons, modal};
use crate::board::rules::RULE_SETS;
use crate::board::{Color, MAX_SIZE, MIN_SIZE, Rules, handicap};
use crate::engine::clock::{Overtime, TimeSettings};
use crate::gui::context::{Action, Cx, NewGame};
use crate::gui::settings::EngineSettings;
use egui::{ComboBox, Context, DragValue, Grid, Slider, TextEdit, Ui};
use std::time::Duration;

/// What was chosen so far.
pub struct NewGameState {
    game: NewGame,
    /// Komi follows the rules until the reader sets it.
    own_komi: bool,
    clock: ClockChoice,
}

/// The clocks as they are chosen.
struct ClockChoice {
    on: bool,
    minutes: u32,
    periods: u32,
    seconds: u32,
}

impl ClockChoice {
    fn settings(&self) -> Option<TimeSettings> {
        let overtime = match self.periods {
            0 => Overtime::None,
            count => Overtime::Periods { time: Duration::from_secs(self.seconds.into()), count },
        };
        let main = Duration::from_secs(u64::from(self.minutes) * 60);
        (self.on && (self.minutes > 0 || self.periods > 0)).then_some(TimeSettings { main, overtime })
    }
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
            time: None,
        };
        let clock = ClockChoice { on: false, minutes: 10, periods: 3, seconds: 30 };
        NewGameState { game, own_komi: false, clock }
    }
}

/// How strong the engine plays: by time, or by simulations for each move. Two rows of a grid.
pub fn strength(ui: &mut Ui, cx: &Cx<'_>, engine: &mut EngineSettings) {
    ui.label(cx.t.get("engine.strength"));
    ui.horizontal(|ui| {
        let by_time = engine.move_simulations == 0;
        if ui.selectable_label(by_time, cx.t.get("engine.by_time")).clicked() {
            engine.move_simulations = 0;
        }
        if ui.selectable_label(!by_time, cx.t.get("engine.by_simulations")).clicked() && by_time {
            engine.move_simulations = 2000;
        }
    });
    ui.end_row();
    if engine.move_simulations == 0 {
        let label = ui.label(cx.t.get("engine.seconds"));
        ui.add(Slider::new(&mut engine.seconds, 0.1..=120.0).logarithmic(true).suffix(" s")).labelled_by(label.id);
    } else {
        let label = ui.label(cx.t.get("engine.move_simulations"));
        ui.add(Slider::new(&mut engine.move_simulations, 1..=1_000_000).logarithmic(true)).labelled_by(label.id);
    }
    ui.end_row();
}

/// Main time and byo-yomi. Rows of a grid.
fn clock_rows(ui: &mut Ui, cx: &Cx<'_>, clock: &mut ClockChoice) {
    ui.label(cx.t.get("new.clock"));
    ui.checkbox(&mut clock.on, cx.t.get("new.clock_on"));
    ui.end_row();
    if !clock.on {
        return;
    }
    let label = ui.label(cx.t.get("new.main_time"));
    ui.add(Slider::new(&mut clock.minutes, 0..=180).suffix(" min")).labelled_by(label.id);
    ui.end_row();
    let label = ui.label(cx.t.get("new.byo_yomi"));
    ui.horizontal(|ui| {
        ui.add(DragValue::new(&mut clock.periods).range(0..=30)).labelled_by(label.id);
        ui.label("×");
        ui.add(DragValue::new(&mut clock.seconds).range(1..=600).suffix(" s")).labelled_by(label.id);
    });
    ui.end_row();
}

/// Draws the dialog.
pub fn show(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    let Some(state) = &mut dialogs.new_game else { return };
    let mut pressed = None;
    let mut settings = cx.settings.clone();
    let wants_close = modal(ctx, "new_game", 430.0, cx.t.get("new.title"), |ui| {
        let NewGameState { game, own_komi, clock } = state;
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
            let name = RULE_SETS.iter().find(|set| set.id == game.rules).map_or("", |set| cx.t.rules(set.name));
            ComboBox::from_id_salt("rules")
                .selected_text(name)
                .width(180.0)
                .show_ui(ui, |ui| {
                    for set in RULE_SETS {
                        ui.selectable_value(&mut game.rules, set.id.to_owned(), cx.t.rules(set.name));
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
            if cx.analysis.is_available() {
                ui.label(cx.t.get("new.engine"));
                ui.horizontal(|ui| {
                    let sides =
                        [(None, "new.nobody"), (Some(Color::Black), "new.black"), (Some(Color::White), "new.white")];
                    for (side, key) in sides {
                        ui.selectable_value(&mut game.engine, side, cx.t.get(key));
                    }
                });
                ui.end_row();
                if game.engine.is_some() {
                    strength(ui, cx, &mut settings.engine);
                }
            }
            clock_rows(ui, cx, clock);
            game.time = clock.settings();
        });
        pressed = buttons(ui, cx, &[cx.t.get("new.start"), cx.t.get("dialog.cancel")]);
    });
    if settings != *cx.settings {
        cx.send(Action::SetSettings(Box::new(settings)));
    }
    if pressed == Some(0) {
        let game = state.game.clone();
        cx.send(Action::NewGame(game));
    }
    if pressed.is_some() || wants_close {
        dialogs.new_game = None;
    }
}
