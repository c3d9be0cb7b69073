//! Win rate and score over the game, from Black's view, Black up; drag to go through the game.

use crate::app::NodeKey;
use crate::gui::context::{Action, Cx};
use crate::record::NodeId;
use egui::{Color32, Stroke, Ui};
use egui_plot::{Bar, BarChart, HPlacement, Line, LineStyle, Plot, PlotPoint, PlotPoints, Text, VLine};

/// The line shown and what was said of it, kept while neither changes.
#[derive(Default)]
pub struct GraphState {
    of: Option<(NodeKey, u64, u64)>,
    line: Vec<NodeId>,
    current: usize,
    known: Vec<(usize, f32, f32)>,
    losses: Vec<(usize, f32)>,
}

impl GraphState {
    fn update(&mut self, cx: &Cx<'_>) {
        let Some(document) = cx.document else { return };
        let Some(key) = cx.key(document.current()) else { return };
        let state = (key, document.tree().revision(), cx.analysis.generation());
        if self.of == Some(state) {
            return;
        }
        self.of = Some(state);
        // The line stays the same while one walks along it.
        let on_line = self.line.get(self.current).is_some_and(|&node| node == document.current());
        if !on_line {
            self.line = document.line();
            self.current = document.tree().depth(document.current());
        }
        let verdict = |node| cx.key(node).and_then(|key| cx.analysis.verdict(key));
        let known = self.line.iter().enumerate().filter_map(|(i, &node)| {
            let verdict = verdict(node)?;
            Some((i, verdict.winrate, verdict.score))
        });
        self.known = known.collect();
        self.losses = self
            .known
            .windows(2)
            .filter(|pair| pair[1].0 == pair[0].0 + 1)
            .map(|pair| (pair[1].0, pair[1].1 - pair[0].1))
            .filter(|(_, change)| change.abs() >= 0.03)
            .collect();
    }
}

/// Marks every 10, 20, 50 or 100 moves, so that there are not too many.
fn x_marks(length: f64) -> Vec<egui_plot::GridMark> {
    let step =
        [10.0, 20.0, 50.0, 100.0, 1000.0, 10_000.0].into_iter().find(|step| length / step <= 12.0).unwrap_or(1e5);
    let count = (length / step) as usize;
    (0..=count).map(|i| egui_plot::GridMark { value: i as f64 * step, step_size: step }).collect()
}

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(document) = cx.document else { return };
    if cx.here.is_blind {
        super::empty(ui, cx.t.get("experts.blind"));
        return;
    }
    let mut state = std::mem::take(&mut cx.panels.graph);
    state.update(cx);
    let length = state.line.len().max(2) as f64 - 1.0;
    let most_score = f64::from(state.known.iter().map(|k| k.2).fold(10.0f32, |most, score| most.max(score.abs())));
    let current = document.tree().depth(document.current());
    state.current = current;
    let (black, white) = (cx.theme.text, cx.theme.weak);
    let accent = cx.theme.accent;
    let score_color = if cx.theme.dark { Color32::from_rgb(230, 170, 80) } else { Color32::from_rgb(176, 108, 20) };
    let percent = |mark: egui_plot::GridMark, _: &std::ops::RangeInclusive<f64>| format!("{:.0} %", mark.value);
    let score_mark = move |mark: egui_plot::GridMark, _: &std::ops::RangeInclusive<f64>| {
        format!("{:+.0}", (mark.value - 50.0) / 50.0 * most_score)
    };
    let axes = vec![
        egui_plot::AxisHints::new_y().formatter(percent).min_thickness(34.0),
        egui_plot::AxisHints::new_y().formatter(score_mark).placement(HPlacement::Right).min_thickness(30.0),
    ];
    let plot = Plot::new("graph")
        .custom_y_axes(axes)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .show_background(false)
        .grid_color(cx.theme.rule)
        .x_grid_spacer(move |_| x_marks(length))
        .label_formatter(|_| None)
        .set_margin_fraction(egui::Vec2::ZERO)
        .y_grid_spacer(|_| {
            [0.0, 25.0, 50.0, 75.0, 100.0].map(|value| egui_plot::GridMark { value, step_size: 50.0 }).to_vec()
        })
        .default_x_bounds(0.0, length)
        .default_y_bounds(0.0, 100.0);
    let known = &state.known;
    let losses = &state.losses;
    let response = plot.show(ui, |plot| {
        plot.set_plot_bounds_x(0.0..=length);
        plot.set_plot_bounds_y(0.0..=100.0);
        let middle = [[0.0, 50.0], [length, 50.0]];
        plot.line(Line::new("", middle.to_vec()).color(white.gamma_multiply(0.6)).width(1.0));
        let bars = losses.iter().map(|&(i, change)| {
            let class = crate::gui::theme::LossClass::of_winrate(change.abs());
            Bar::new(i as f64, f64::from(change) * 100.0)
                .base_offset(50.0)
                .width(0.9)
                .fill(cx.settings.palette.color(class))
        });
        plot.bar_chart(BarChart::new("", bars.collect()).allow_hover(false));
        let whole: Vec<[f64; 2]> = known.iter().map(|k| [k.0 as f64, f64::from(k.1) * 100.0]).collect();
        // Dashed over what was not analysed, firm where neighbours were.
        plot.line(Line::new("", whole).color(black.gamma_multiply(0.5)).width(1.2).style(LineStyle::dashed_loose()));
        for run in known.chunk_by(|a, b| b.0 == a.0 + 1).filter(|run| run.len() > 1) {
            let points: Vec<[f64; 2]> = run.iter().map(|k| [k.0 as f64, f64::from(k.1) * 100.0]).collect();
            plot.line(Line::new("", points).color(black).width(1.8));
        }
        let scores = known.iter().map(|k| [k.0 as f64, 50.0 + f64::from(k.2) / most_score * 50.0]);
        plot.line(Line::new("", PlotPoints::from_iter(scores)).color(score_color).width(1.2));
        plot.vline(VLine::new("", current as f64).stroke(Stroke::new(1.5, accent)));
        if known.is_empty() {
            let text = egui::RichText::new(cx.t.get("graph.empty")).small().color(white);
            plot.text(Text::new("", PlotPoint::new(length / 2.0, 80.0), text));
        }
        plot.pointer_coordinate().map(|point| point.x.round().clamp(0.0, length) as usize)
    });
    let plot = response.response;
    plot.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, cx.t.get("pane.graph")));
    if (plot.clicked() || plot.dragged())
        && let Some(node) = response.inner.and_then(|at| state.line.get(at)).copied()
    {
        cx.send(Action::GoTo(node));
    }
    cx.panels.graph = state;
}
