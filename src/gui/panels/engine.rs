//! What the engine does and what it may use.

use crate::app::command::Command;
use crate::gui::context::{Action, Cx};
use egui::{DragValue, Grid, RichText, Slider, Ui};

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    if !cx.analysis.is_available() {
        super::empty(ui, cx.t.get("analysis.no_engine"));
        return;
    }
    let mut settings = cx.settings.clone();
    let engine = &mut settings.engine;
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let mut on = settings.analysis;
        if ui.checkbox(&mut on, cx.t.command(Command::Analysis)).on_hover_text(cx.tooltip(Command::Analysis)).changed()
        {
            cx.send(Command::Analysis);
        }
        ui.add_space(4.0);
        Grid::new("engine").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
            let cores = std::thread::available_parallelism().map_or(2, |n| n.get() as u32);
            let label = ui.label(cx.t.get("engine.threads"));
            ui.add(Slider::new(&mut engine.threads, 1..=cores)).labelled_by(label.id);
            ui.end_row();
            let label = ui.label(cx.t.get("engine.memory"));
            ui.add(Slider::new(&mut engine.memory, 16..=16_384).logarithmic(true).suffix(" MiB")).labelled_by(label.id);
            ui.end_row();
            let label = ui.label(cx.t.get("engine.simulations"));
            ui.add(DragValue::new(&mut engine.simulations).speed(100.0)).labelled_by(label.id);
            ui.end_row();
            let label = ui.label(cx.t.get("engine.seconds"));
            ui.add(Slider::new(&mut engine.seconds, 0.1..=120.0).logarithmic(true).suffix(" s")).labelled_by(label.id);
            ui.end_row();
        });
        if let Some(snapshot) = &cx.snapshot {
            ui.add_space(8.0);
            let line = |ui: &mut Ui, key: &str, value: String| {
                ui.label(RichText::new(cx.t.get(key)).weak());
                ui.label(value);
                ui.end_row();
            };
            Grid::new("live").num_columns(2).spacing([16.0, 4.0]).show(ui, |ui| {
                line(ui, "engine.live_simulations", super::board_scene::short_count(snapshot.simulations));
                line(ui, "engine.live_speed", super::board_scene::short_count(snapshot.speed() as u64));
                line(ui, "engine.live_depth", snapshot.depth.to_string());
                line(ui, "engine.live_nodes", super::board_scene::short_count(snapshot.nodes as u64));
                line(ui, "engine.live_memory", format!("{:.0} MB", snapshot.memory as f64 / 1e6));
            });
        }
    });
    if settings != *cx.settings {
        cx.send(Action::SetSettings(Box::new(settings)));
    }
}
