//! The bias made visible: candidates with the experts and without them, side by side, under a live slider.

use super::board_scene::short_count;
use super::grades;
use crate::app::command::Command;
use crate::board::Move;
use crate::engine::{Candidate, Snapshot};
use crate::gui::context::{Action, Cx};
use egui::{Grid, RichText, Slider, Ui};

/// Moves shown on each side.
const ROWS: usize = 12;

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    if cx.here.is_blind {
        super::empty(ui, cx.t.get("experts.blind"));
        return;
    }
    if !cx.analysis.is_available() {
        super::empty(ui, cx.t.get("analysis.no_engine"));
        return;
    }
    controls(ui, cx);
    ui.separator();
    let with = cx.snapshot.clone();
    let without = cx.view.as_ref().and_then(|view| cx.second.seen(view.position.hash()).cloned());
    egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        if cx.here.next.is_empty() {
            ui.label(RichText::new(cx.t.get("bias.nobody")).small().weak());
        }
        let size = cx.view.as_ref().map_or(19, |view| view.position.size());
        let lists = [with.as_deref(), without.as_deref()];
        Grid::new("bias").striped(true).num_columns(5).spacing([7.0, 3.0]).min_col_width(20.0).show(ui, |ui| {
            let head = |ui: &mut Ui, key: &str, help: &str| {
                ui.label(RichText::new(cx.t.get(key)).small().weak()).on_hover_text(cx.t.get(help));
            };
            head(ui, "bias.with", "bias.with_help");
            head(ui, "bias.head_values", "bias.values_help");
            head(ui, "bias.head_expert", "bias.expert_help");
            head(ui, "bias.without", "bias.without_help");
            head(ui, "bias.head_values", "bias.values_help");
            ui.end_row();
            for at in 0..ROWS {
                let row = lists.map(|list| list.and_then(|list| list.candidates.get(at)).filter(|c| c.visits > 0));
                if row == [None, None] {
                    break;
                }
                side(ui, cx, row[0], lists[0], lists[1], size);
                match row[0].filter(|c| c.expert.1 > 0.0) {
                    Some(c) => {
                        let text = format!("{:+.0} · {:.0}", c.expert.1, c.expert.0 * 100.0);
                        let text = RichText::new(text).small().color(cx.theme.accent);
                        ui.label(text).on_hover_text(cx.t.get("bias.expert_help"));
                    }
                    None => {
                        ui.label("");
                    }
                }
                side(ui, cx, row[1], lists[1], lists[0], size);
                ui.end_row();
            }
        });
        if without.is_none() && cx.settings.analysis {
            ui.label(RichText::new(cx.t.get("bias.waiting")).small().weak());
        }
        for (key, list) in ["bias.with", "bias.without"].into_iter().zip(lists) {
            if let Some(list) = list {
                let text = format!("{}: {}", cx.t.get(key), short_count(u64::from(list.visits)));
                ui.label(RichText::new(text).small().weak());
            }
        }
    });
}

/// The switch and the slider.
fn controls(ui: &mut Ui, cx: &mut Cx<'_>) {
    let params = cx.settings.engine.params().0;
    let mut on = params.experts;
    let help = cx.tooltip(Command::ExpertBias);
    if ui.checkbox(&mut on, cx.t.command(Command::ExpertBias)).on_hover_text(help).changed() {
        cx.send(Command::ExpertBias);
    }
    ui.horizontal(|ui| {
        let label = ui.label(cx.t.get("bias.strength"));
        let mut strength = params.expert_strength;
        let slider = Slider::new(&mut strength, 0.0..=10.0).step_by(0.1).max_decimals(1);
        let slider = ui.add_enabled(on, slider).labelled_by(label.id).on_hover_text(cx.t.get("bias.help"));
        if slider.changed() {
            let mut settings = cx.settings.clone();
            settings.engine.put("expert_strength", &strength.to_string());
            cx.send(Action::SetSettings(Box::new(settings)));
        }
    });
    grades::operator_choice(ui, cx);
    let mut book = params.book;
    let help = cx.tooltip(Command::ExpertBook);
    if ui.checkbox(&mut book, cx.t.command(Command::ExpertBook)).on_hover_text(help).changed() {
        cx.send(Command::ExpertBook);
    }
}

/// One candidate of one side: its name, coloured where it gets another share there, then win rate and share.
fn side(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    candidate: Option<&Candidate>,
    own: Option<&Snapshot>,
    other: Option<&Snapshot>,
    size: u8,
) {
    let (Some(candidate), Some(own)) = (candidate, own) else {
        ui.label("");
        ui.label("");
        return;
    };
    let share = |c: &Candidate, of: &Snapshot| c.visits as f32 / of.visits.max(1) as f32;
    let there = other.and_then(|other| {
        let found = other.candidates.iter().find(|c| c.mv == candidate.mv)?;
        Some(share(found, other))
    });
    let here = share(candidate, own);
    let color = match there {
        Some(there) if here > there + 0.05 => cx.theme.accent,
        Some(there) if here < there - 0.05 => cx.theme.weak,
        _ => cx.theme.text,
    };
    let name = RichText::new(candidate.mv.to_gtp(size)).color(color).strong();
    let response = ui.add(egui::Label::new(name).sense(egui::Sense::click()));
    if let Move::Play(point) = candidate.mv
        && response.clicked()
    {
        cx.send(Action::Play(point));
    }
    ui.label(RichText::new(format!("{:.1} · {:.0} %", candidate.win_rate * 100.0, here * 100.0)).small());
}
