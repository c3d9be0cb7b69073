//! What the engine does, what it may use, and every parameter of its registry.

use super::board_scene::short_count;
use crate::app::command::Command;
use crate::engine::params::{Domain, ParamInfo, Params, REGISTRY, Value};
use crate::gui::context::{Action, Cx};
use crate::gui::dialogs::strength;
use crate::gui::settings::EngineSettings;
use egui::{ComboBox, DragValue, Grid, RichText, Slider, Ui};

/// Sets of parameters that belong together: the key of their name, and what differs from the defaults.
const PRESETS: &[(&str, &str)] = &[
    ("engine.preset_default", ""),
    ("engine.preset_plain", "selection=ucb1,ucb_alpha=0.7,prior_weight=0"),
    ("engine.preset_tuned", "selection=ucb1-tuned"),
    ("engine.preset_score", "score_weight=0.3,score_temperature=0.5"),
];

/// Parameters that have a control of their own above the list.
const APART: [&str; 2] = ["threads", "memory"];

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    if !cx.analysis.is_available() {
        super::empty(ui, cx.t.get("analysis.no_engine"));
        return;
    }
    let mut settings = cx.settings.clone();
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let mut on = settings.analysis;
        let switch = ui.checkbox(&mut on, cx.t.command(Command::Analysis)).on_hover_text(cx.tooltip(Command::Analysis));
        if switch.changed() {
            cx.send(Command::Analysis);
        }
        live(ui, cx);
        ui.add_space(4.0);
        resources(ui, cx, &mut settings.engine);
        ui.add_space(6.0);
        ui.collapsing(cx.t.get("engine.parameters"), |ui| parameters(ui, cx, &mut settings.engine));
    });
    if settings != *cx.settings {
        cx.send(Action::SetSettings(Box::new(settings)));
    }
}

/// What it does now.
fn live(ui: &mut Ui, cx: &Cx<'_>) {
    let Some(snapshot) = &cx.snapshot else { return };
    let line = |ui: &mut Ui, key: &str, value: String| {
        ui.label(RichText::new(cx.t.get(key)).color(cx.theme.weak));
        ui.label(value);
    };
    Grid::new("live").num_columns(4).spacing([12.0, 3.0]).show(ui, |ui| {
        line(ui, "engine.live_simulations", short_count(snapshot.simulations));
        line(ui, "engine.live_speed", short_count(snapshot.speed() as u64));
        ui.end_row();
        line(ui, "engine.live_depth", snapshot.depth.to_string());
        line(ui, "engine.live_nodes", short_count(snapshot.nodes as u64));
        ui.end_row();
        line(ui, "engine.live_memory", format!("{:.0} MB", snapshot.memory as f64 / 1e6));
        ui.end_row();
    });
}

/// Threads, memory, limits. Shared with the settings window.
pub fn resources(ui: &mut Ui, cx: &Cx<'_>, engine: &mut EngineSettings) {
    Grid::new("engine").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
        let cores = std::thread::available_parallelism().map_or(2, |n| n.get() as u32);
        let label = ui.label(cx.t.get("engine.threads"));
        let most = cores.max(engine.threads);
        ui.add(Slider::new(&mut engine.threads, 1..=most)).labelled_by(label.id);
        ui.end_row();
        let label = ui.label(cx.t.get("engine.memory"));
        ui.add(Slider::new(&mut engine.memory, 16..=16_384).logarithmic(true).suffix(" MiB")).labelled_by(label.id);
        ui.end_row();
        let label = ui.label(cx.t.get("engine.simulations"));
        ui.add(DragValue::new(&mut engine.simulations).speed(100.0)).labelled_by(label.id);
        ui.end_row();
        strength(ui, cx, engine);
        let label = ui.label(cx.t.get("engine.game_simulations"));
        let slider = Slider::new(&mut engine.game_simulations, 50..=100_000).logarithmic(true);
        ui.add(slider).labelled_by(label.id);
        ui.end_row();
    });
    ui.checkbox(&mut engine.store_analysis, cx.t.get("engine.store_analysis"));
}

/// The presets, then each parameter with its documentation as tooltip.
fn parameters(ui: &mut Ui, cx: &Cx<'_>, engine: &mut EngineSettings) {
    ui.horizontal_wrapped(|ui| {
        for (key, list) in PRESETS {
            let wanted = preset(list);
            if ui.selectable_label(engine.parameters == wanted, cx.t.get(key)).on_hover_text(*list).clicked() {
                engine.parameters = wanted;
            }
        }
    });
    let (mut params, _) = engine.params();
    let default = Params::default();
    Grid::new("parameters").num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
        for info in REGISTRY.iter().filter(|info| !APART.contains(&info.name)) {
            let changed = (info.get)(&params) != (info.get)(&default);
            let name = info.name.replace('_', " ");
            let text = RichText::new(name).small().color(if changed { cx.theme.accent } else { cx.theme.text });
            let label = ui.label(text).on_hover_text(info.doc.trim());
            let value = control(ui, info, (info.get)(&params), label.id);
            if let Some(value) = value.or_else(|| (changed && reset(ui, cx)).then(|| (info.get)(&default)))
                && info.put(&mut params, value).is_ok()
            {
                engine.put(info.name, &info.show(&params));
            }
            ui.end_row();
        }
    });
}

fn reset(ui: &mut Ui, cx: &Cx<'_>) -> bool {
    ui.small_button(cx.t.get("keys.reset")).clicked()
}

/// The control for a parameter of its kind; the new value, if it changed.
fn control(ui: &mut Ui, info: &ParamInfo, value: Value, label: egui::Id) -> Option<Value> {
    let doc = info.doc.trim();
    match (info.domain, value) {
        (Domain::Switch, Value::Switch(mut on)) => {
            let response = ui.checkbox(&mut on, "").labelled_by(label).on_hover_text(doc);
            response.changed().then_some(Value::Switch(on))
        }
        (Domain::Whole(low, high), Value::Whole(mut number)) => {
            let response = ui.add(DragValue::new(&mut number).range(low..=high)).labelled_by(label).on_hover_text(doc);
            response.changed().then_some(Value::Whole(number))
        }
        (Domain::Real(low, high), Value::Real(mut number)) => {
            let speed = f64::from(high - low).min(f64::from(number.abs()).max(0.1)) / 100.0;
            let drag = DragValue::new(&mut number).range(low..=high).speed(speed).max_decimals(4);
            let response = ui.add(drag).labelled_by(label).on_hover_text(doc);
            response.changed().then_some(Value::Real(number))
        }
        (Domain::Choice(names), Value::Choice(mut at)) => {
            let before = at;
            let combo = ComboBox::from_id_salt(info.name).selected_text(names.get(at).copied().unwrap_or_default());
            let combo = combo.show_ui(ui, |ui| {
                for (i, name) in names.iter().enumerate() {
                    ui.selectable_value(&mut at, i, *name);
                }
            });
            combo.response.labelled_by(label).on_hover_text(doc);
            (at != before).then_some(Value::Choice(at))
        }
        _ => None,
    }
}

/// The parameters of a preset that differ from the defaults, by name.
fn preset(list: &str) -> std::collections::BTreeMap<String, String> {
    let pairs = list.split(',').filter_map(|item| item.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_made_of_parameters_that_exist() {
        for (key, list) in PRESETS {
            let engine = EngineSettings { parameters: preset(list), ..EngineSettings::default() };
            assert_eq!(engine.params().1, Vec::<String>::new(), "{key}");
            for (name, value) in preset(list) {
                let info = Params::info(&name).unwrap();
                assert_eq!(info.show(&engine.params().0), value, "{key}: {name} is written as the registry writes it");
            }
        }
    }
}
