//! Several engines side by side: who thinks, how each of them is, and what they make of the position.

use super::board_scene::{points, short_count};
use crate::app::NodeKey;
use crate::app::command::Command;
use crate::app::companion::{Companion, State};
use crate::app::engines::Profile;
use crate::app::review::Step;
use crate::board::Move;
use crate::engine::{Candidate, Snapshot};
use crate::gui::context::{Action, Cx};
use crate::gui::theme::Theme;
use egui::{Color32, Grid, RichText, ScrollArea, Sense, Shape, Stroke, Ui, pos2, vec2};
use egui_plot::LineStyle;
use std::sync::Arc;

/// Moves that are compared at most.
const MOST_MOVES: usize = 12;
/// Moves of each engine that are compared.
const MOVES_EACH: usize = 5;

/// Room for the opinion of one engine, and between two: where two are compared, and where there are more.
const CELLS: [(f32, f32); 2] = [(86.0, 14.0), (54.0, 9.0)];

/// The colours of engines beside ours, from Okabe and Ito's set for those who do not see red and green
/// apart: on light ground, on dark ground.
const COLORS: [(Color32, Color32); 4] = [
    (Color32::from_rgb(0, 114, 178), Color32::from_rgb(86, 180, 233)),
    (Color32::from_rgb(170, 60, 130), Color32::from_rgb(224, 150, 190)),
    (Color32::from_rgb(0, 120, 88), Color32::from_rgb(60, 200, 160)),
    (Color32::from_rgb(190, 80, 0), Color32::from_rgb(240, 228, 66)),
];

/// The colour and the kind of line of the engine beside ours of this number: no two of the first twelve are
/// alike, and neighbours differ in both.
pub fn look(theme: &Theme, number: usize) -> (Color32, LineStyle) {
    let (light, dark) = COLORS[number % COLORS.len()];
    let style = match number % 3 {
        0 => LineStyle::dashed_loose(),
        1 => LineStyle::dotted_dense(),
        _ => LineStyle::dashed_dense(),
    };
    (if theme.dark { dark } else { light }, style)
}

/// A short piece of an engine's line, as it is in the graph.
pub fn sample(ui: &mut Ui, color: Color32, style: LineStyle) {
    let (rect, _) = ui.allocate_exact_size(vec2(24.0, 12.0), Sense::hover());
    let ends = [pos2(rect.left(), rect.center().y), pos2(rect.right(), rect.center().y)];
    let stroke = Stroke::new(2.0, color);
    match style {
        LineStyle::Dotted { spacing } => ui.painter().extend(Shape::dotted_line(&ends, color, spacing.max(4.0), 1.4)),
        LineStyle::Dashed { length } => {
            ui.painter().extend(Shape::dashed_line(&ends, stroke, length, length * 0.6));
        }
        LineStyle::Solid => {
            ui.painter().line_segment(ends, stroke);
        }
    }
}

/// What our engine, or the one in its place, is called.
pub fn own_name(cx: &Cx<'_>) -> String {
    let program = &cx.settings.engine.program;
    if program.is_empty() { "Fuzeki".to_owned() } else { program.clone() }
}

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        own(ui, cx);
        for profile in cx.engines.profiles().to_vec() {
            row(ui, cx, &profile);
        }
        ui.add_space(2.0);
        let button = ui.button(cx.t.command(Command::SetUpEngine)).on_hover_text(cx.t.help(Command::SetUpEngine));
        if button.clicked() {
            cx.send(Command::SetUpEngine);
        }
        ui.add_space(6.0);
        match cx.here.is_blind {
            true => {
                ui.label(RichText::new(cx.t.get("experts.blind")).color(cx.theme.weak));
            }
            false => compare(ui, cx),
        }
    });
}

fn own(ui: &mut Ui, cx: &Cx<'_>) {
    ui.horizontal(|ui| {
        sample(ui, cx.theme.text, LineStyle::Solid);
        ui.label(own_name(cx));
        let text = match &cx.snapshot {
            _ if !cx.analysis.is_available() => cx.t.get("status.no_engine").to_owned(),
            Some(snapshot) if cx.settings.analysis => {
                cx.t.fill("engines.simulations", &[("n", &short_count(snapshot.simulations))])
            }
            _ => cx.t.get("engines.rests").to_owned(),
        };
        ui.label(RichText::new(text).small().color(cx.theme.weak));
    });
}

fn row(ui: &mut Ui, cx: &mut Cx<'_>, profile: &Profile) {
    let name = &profile.name;
    let number = cx.engines.companions().iter().position(|one| one.profile().name == *name);
    let companion = number.and_then(|number| cx.engines.companions().get(number));
    let about = companion.map(|one| (one.state(), one.errors(), one.game_step()));
    ui.horizontal(|ui| {
        match number {
            Some(number) => {
                let (color, style) = look(cx.theme, number);
                sample(ui, color, style);
            }
            None => ui.add_space(24.0 + ui.spacing().item_spacing.x),
        }
        let mut on = cx.settings.engine.beside.contains(name);
        if ui.checkbox(&mut on, name).on_hover_text(&profile.command).changed() {
            cx.send(Action::SetBeside(name.clone(), on));
        }
        ui.menu_button("…", |ui| {
            if let Some((_, _, step)) = &about {
                work(ui, cx, name, *step);
                ui.separator();
            }
            item(ui, cx, "engines.edit", Action::SetUpEngine(Some(profile.clone())));
            if about.is_none() {
                item(ui, cx, "engines.forget", Action::ForgetEngine(name.clone()));
            }
        });
        let text = match &about {
            Some((_, _, Some(step))) => format!("{} / {}", step.done, step.total),
            Some((State::Rests, ..)) => cx.t.get("engines.rests").to_owned(),
            Some((State::Thinks, ..)) => cx.t.get("engines.thinks").to_owned(),
            _ => return,
        };
        ui.label(RichText::new(text).small().color(cx.theme.weak));
    });
    if let Some((state, errors, _)) = about {
        ui.indent(("engine", name), |ui| troubles(ui, cx, name, &state, &errors));
    }
}

fn item(ui: &mut Ui, cx: &mut Cx<'_>, key: &str, action: Action) {
    if ui.button(cx.t.get(key)).clicked() {
        cx.send(action);
        ui.close();
    }
}

/// What an engine that thinks beside ours can be told to do.
fn work(ui: &mut Ui, cx: &mut Cx<'_>, name: &str, step: Option<Step>) {
    item(ui, cx, "engines.restart", Action::RestartEngine(name.to_owned()));
    let key = if step.is_some() { "engines.game_stop" } else { "engines.game" };
    if ui.button(cx.t.get(key)).on_hover_text(cx.t.get("engines.game_help")).clicked() {
        cx.send(Action::GameBeside(name.to_owned()));
        ui.close();
    }
}

/// What is wrong with an engine, the way out of it, and what it writes to standard error.
fn troubles(ui: &mut Ui, cx: &mut Cx<'_>, name: &str, state: &State, errors: &[String]) {
    let text = match state {
        State::Rests | State::Thinks => None,
        State::Silent(seconds) => Some(cx.t.fill("engines.silent", &[("n", seconds)])),
        State::Failed(words) => Some(cx.t.fill("engines.failed", &[("why", words)])),
    };
    if let Some(text) = text {
        ui.label(RichText::new(text).small().color(cx.theme.warning));
        if ui.small_button(cx.t.get("engines.restart")).clicked() {
            cx.send(Action::RestartEngine(name.to_owned()));
        }
    }
    if !errors.is_empty() {
        let title = RichText::new(cx.t.fill("engines.errors", &[("n", &errors.len())])).small();
        egui::CollapsingHeader::new(title).id_salt(("errors", name)).show(ui, |ui| {
            for line in errors {
                ui.label(RichText::new(line).small().monospace());
            }
        });
    }
}

/// A column of the comparison.
struct Column {
    name: String,
    snapshot: Option<Arc<Snapshot>>,
    ink: Color32,
}

/// The moves that any of them likes, with each one's opinion.
fn compare(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(key) = cx.view.as_ref().and_then(|view| cx.key(view.node)) else { return };
    let mut columns = vec![Column { name: own_name(cx), snapshot: cx.snapshot.clone(), ink: cx.theme.text }];
    let beside = cx.engines.companions().iter().enumerate();
    columns.extend(beside.map(|(i, one)| column(one, key, look(cx.theme, i).0)));
    if columns.len() < 2 {
        ui.label(RichText::new(cx.t.get("engines.hint")).small().color(cx.theme.weak));
        return;
    }
    let size = cx.view.as_ref().map_or(19, |view| view.position.size());
    let weak = cx.theme.weak;
    let crowded = columns.len() > 2;
    let (cell, gap) = CELLS[usize::from(crowded)];
    Grid::new("engines compared")
        .num_columns(columns.len() + 1)
        .spacing([gap, 4.0])
        .min_col_width(36.0)
        .striped(true)
        .show(ui, |ui| {
            ui.label(RichText::new(cx.t.get("analysis.move")).small().color(weak));
            for column in &columns {
                ui.label(RichText::new(&column.name).small().color(column.ink));
            }
            ui.end_row();
            ui.label(RichText::new(cx.t.get("engines.black")).small().color(weak));
            for column in &columns {
                let text = column.snapshot.as_ref().map_or("–".to_owned(), |snapshot| {
                    let between = if crowded { "\n" } else { "  " };
                    format!("{:.1} %{between}{}", 100.0 * snapshot.black_win_rate(), points(snapshot.score))
                });
                // Room from the beginning: a table that learns its widths only by the next frame overlaps in this one.
                ui.set_min_width(cell);
                ui.label(text);
            }
            ui.end_row();
            for mv in moves(&columns) {
                let button = ui.add(egui::Button::new(mv.to_gtp(size)).frame(false));
                if button.on_hover_text(cx.t.get("engines.play")).clicked()
                    && let Move::Play(point) = mv
                {
                    cx.send(Action::Play(point));
                }
                for column in &columns {
                    ui.label(opinion(column.snapshot.as_deref(), mv));
                }
                ui.end_row();
            }
        });
    // The table may be wider than the panel; what is written below it is not.
    ui.set_max_width(ui.clip_rect().width() - 2.0 * ui.spacing().item_spacing.x);
    ui.label(RichText::new(cx.t.get("engines.cells")).small().color(weak));
}

fn column(companion: &Companion, key: NodeKey, ink: Color32) -> Column {
    Column { name: companion.profile().name.clone(), snapshot: companion.snapshot(key).cloned(), ink }
}

/// What an engine thinks of a move: its place among the engine's moves, and the chance to win.
fn opinion(snapshot: Option<&Snapshot>, mv: Move) -> String {
    let all = snapshot.map(places).unwrap_or_default();
    let found = all.into_iter().find(|(_, candidate)| candidate.mv == mv);
    found.map_or("–".to_owned(), |(place, said)| format!("{}.  {:.1} %", place + 1, 100.0 * said.win_rate))
}

/// The moves that an engine tried with their places, the first 0; mirror images share one.
fn places(snapshot: &Snapshot) -> Vec<(usize, &Candidate)> {
    let mut places: Vec<(usize, &Candidate)> = Vec::new();
    for candidate in snapshot.candidates.iter().filter(|candidate| candidate.visits > 0) {
        let place = places.last().map_or(0, |(place, last)| place + usize::from(!candidate.is_level_with(last)));
        places.push((place, candidate));
    }
    places
}

/// The moves that are compared: first every engine's first choice, then every second one, and so on.
fn moves(columns: &[Column]) -> Vec<Move> {
    let mut found: Vec<Move> = Vec::new();
    let all: Vec<_> = columns.iter().filter_map(|column| Some(places(column.snapshot.as_deref()?))).collect();
    for wanted in 0..MOVES_EACH {
        for places in &all {
            let choices = || places.iter().filter(|(place, _)| *place == wanted).map(|(_, candidate)| candidate.mv);
            // Of mirror images one is enough.
            if !choices().any(|mv| found.contains(&mv)) {
                found.extend(choices().next());
            }
        }
    }
    found.truncate(MOST_MOVES);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::theme::ThemeName;

    #[test]
    fn mirror_images_share_a_place_and_one_of_them_is_compared() {
        let snapshot = |moves: &[(&str, u32, f32)]| {
            let candidate = |&(mv, visits, win_rate): &(&str, u32, f32)| Candidate {
                visits,
                win_rate,
                ..Candidate::unknown(Move::from_gtp(mv, 9).unwrap())
            };
            let candidates = moves.iter().map(candidate).collect();
            Some(Arc::new(Snapshot { candidates, ..Snapshot::empty(9, crate::board::Color::Black) }))
        };
        let column = |snapshot| Column { name: String::new(), snapshot, ink: Color32::BLACK };
        let kata = snapshot(&[("F5", 9, 0.6), ("D5", 9, 0.6), ("E4", 9, 0.6), ("C3", 4, 0.5), ("G7", 0, 0.5)]);
        let ours = snapshot(&[("E4", 80, 0.55), ("G7", 20, 0.5)]);
        let both = [column(ours), column(kata.clone())];
        let names: Vec<String> = moves(&both).iter().map(|mv| mv.to_gtp(9)).collect();
        assert_eq!(names, ["E4", "G7", "C3"]);
        let said = |mv| opinion(kata.as_deref(), Move::from_gtp(mv, 9).unwrap());
        assert_eq!([said("E4"), said("C3"), said("G7")], ["1.  60.0 %", "2.  50.0 %", "–"]);
    }

    #[test]
    fn no_two_of_the_first_twelve_engines_look_alike() {
        for name in ThemeName::ALL {
            let theme = Theme::of(name);
            let looks: Vec<_> = (0..12).map(|number| look(&theme, number)).collect();
            for (i, one) in looks.iter().enumerate() {
                assert!(!looks[..i].contains(one), "{i} in {name:?}");
                assert!(i == 0 || looks[i - 1].0 != one.0 && looks[i - 1].1 != one.1, "neighbours differ in both");
            }
        }
    }
}
