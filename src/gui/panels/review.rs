//! What the engine makes of the line shown: accuracy of the players, turning points, mistakes to jump to.

use crate::app::NodeKey;
use crate::app::command::Command;
use crate::app::review::{GameVerdict, MoveVerdict};
use crate::board::Color;
use crate::gui::context::{Action, Cx};
use egui::{Align2, Grid, RichText, Sense, Stroke, TextStyle, Ui, vec2};

/// The verdict on the line shown, kept while nothing changes.
#[derive(Default)]
pub struct ReviewState {
    of: Option<(NodeKey, u64, u64)>,
    verdict: GameVerdict,
}

impl ReviewState {
    fn update(&mut self, cx: &Cx<'_>) {
        let Some(document) = cx.document else { return };
        let Some(key) = cx.key(document.current()) else { return };
        let state = (key, document.tree().structure(), cx.analysis.generation());
        if self.of != Some(state) {
            self.of = Some(state);
            let said = |node| cx.key(node).and_then(|key| cx.analysis.verdict(key)).map(|verdict| &*verdict.said);
            self.verdict = GameVerdict::with(document.tree(), document.line(), said);
        }
    }
}

const ROW: f32 = 22.0;

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(document) = cx.document else { return };
    let mut state = std::mem::take(&mut cx.panels.review);
    state.update(cx);
    if state.verdict.moves.is_empty() || cx.here.is_blind {
        cx.panels.review = state;
        ui.vertical_centered(|ui| {
            ui.add_space(16.0);
            ui.label(RichText::new(cx.t.get("review.empty")).color(cx.theme.weak));
            ui.add_space(6.0);
            let command = Command::AnalyseGame;
            if ui.button(cx.t.command(command)).on_hover_text(cx.tooltip(command)).clicked() {
                cx.send(command);
            }
        });
        return;
    }
    players(ui, cx, &state.verdict);
    turns(ui, cx, &state.verdict);
    let mut mistakes = state.verdict.mistakes();
    mistakes.sort_by_key(|judged| judged.number);
    ui.add_space(4.0);
    ui.label(RichText::new(cx.t.fill("review.mistakes", &[("n", &mistakes.len())])).small().color(cx.theme.weak));
    let current = document.current();
    ui.spacing_mut().item_spacing.y = 0.0;
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, mistakes.len(), |ui, rows| {
        for judged in &mistakes[rows] {
            row(ui, cx, judged, judged.node == current);
        }
    });
    cx.panels.review = state;
}

fn players(ui: &mut Ui, cx: &Cx<'_>, verdict: &GameVerdict) {
    let players = &verdict.players;
    Grid::new("review_players").num_columns(3).spacing([14.0, 3.0]).show(ui, |ui| {
        let weak = |key: &str| RichText::new(cx.t.get(key)).small().color(cx.theme.weak);
        ui.label("");
        ui.label(weak("board.black"));
        ui.label(weak("board.white"));
        ui.end_row();
        let mut line = |key: &str, cell: &dyn Fn(Color) -> String| {
            ui.label(weak(key));
            ui.label(cell(Color::Black));
            ui.label(cell(Color::White));
            ui.end_row();
        };
        line("review.accuracy", &|color| format!("{:.0}", players[color].accuracy));
        line("review.first", &|color| {
            let player = &players[color];
            format!("{:.0} %", 100.0 * player.first_choices as f32 / player.moves.max(1) as f32)
        });
        line("review.mean_loss", &|color| {
            players[color].mean_points.map_or("–".to_owned(), |points| format!("{points:.1}"))
        });
    });
}

/// The moves by which the lead changed hands, each a button.
fn turns(ui: &mut Ui, cx: &mut Cx<'_>, verdict: &GameVerdict) {
    if verdict.turning_points.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(cx.t.get("review.turns")).small().color(cx.theme.weak));
        for turn in &verdict.turning_points {
            let (before, after) = (turn.win_rate.0 * 100.0, turn.win_rate.1 * 100.0);
            let help = format!("{} {before:.0} % → {after:.0} %", cx.t.get("board.black"));
            if ui.small_button(turn.number.to_string()).on_hover_text(help).clicked() {
                cx.send(Action::GoTo(turn.node));
            }
        }
    });
}

fn row(ui: &mut Ui, cx: &mut Cx<'_>, judged: &MoveVerdict, chosen: bool) {
    let size = cx.view.as_ref().map_or(19, |view| view.position.size());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let class = judged.class();
    let (played, better) = (judged.mv.to_gtp(size), judged.best.mv.to_gtp(size));
    let said = cx.t.fill("review.row", &[("n", &judged.number), ("played", &played), ("better", &better)]);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &said));
    if ui.is_rect_visible(rect) {
        if chosen || response.hovered() {
            let fill = if chosen { cx.theme.accent_soft } else { ui.visuals().widgets.hovered.weak_bg_fill };
            ui.painter().rect_filled(rect, 3.0, fill);
        }
        let body = TextStyle::Body.resolve(ui.style());
        let small = TextStyle::Small.resolve(ui.style());
        let clip = ui.painter_at(rect);
        let dot = rect.left_center() + vec2(10.0, 0.0);
        let stone = if judged.color == Color::Black { 30 } else { 250 };
        clip.circle(dot, 5.0, egui::Color32::from_gray(stone), Stroke::new(2.0, cx.settings.palette.color(class)));
        let at = |x: f32| rect.left_center() + vec2(x, 0.0);
        clip.text(at(22.0), Align2::LEFT_CENTER, judged.number.to_string(), body.clone(), cx.theme.text);
        clip.text(at(56.0), Align2::LEFT_CENTER, format!("{played}{}", class.symbol()), body.clone(), cx.theme.text);
        clip.text(at(114.0), Align2::LEFT_CENTER, format!("→ {better}"), body, cx.theme.accent);
        let lost = match judged.loss.points {
            Some(points) => format!("−{points:.1}  −{:.0} %", judged.loss.win_rate * 100.0),
            None => format!("−{:.0} %", judged.loss.win_rate * 100.0),
        };
        clip.text(rect.right_center() - vec2(6.0, 0.0), Align2::RIGHT_CENTER, lost, small, cx.theme.weak);
    }
    if response.on_hover_text(cx.tooltip(Command::NextMistake)).clicked() {
        cx.send(Action::GoTo(judged.node));
    }
}
