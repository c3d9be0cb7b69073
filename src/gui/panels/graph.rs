//! Win rate and score over the game, from Black's view, Black up; drag to go through the game.

use super::{engines, grades, still_plot};
use crate::app::companion::Companion;
use crate::app::{DocumentId, NodeKey};
use crate::gui::context::{Action, Cx};
use crate::record::{NodeId, Tree};
use egui::{Color32, Stroke, Ui};
use egui_plot::{Bar, BarChart, HPlacement, Line, LineStyle, MarkerShape, PlotPoint, PlotUi, Points, Text, VLine};
use std::collections::HashMap;

/// Nodes of variations that are drawn at most; more would be a thicket.
const MOST_BRANCHES: usize = 400;

/// What was said of a node: how far it is from the root, Black's chance, Black's lead.
type Known = (usize, f32, f32);

/// The line shown, the main line, and what was said of them, kept while neither changes.
#[derive(Default)]
pub struct GraphState {
    of: Option<(NodeKey, u64, u64)>,
    shape: Option<(DocumentId, usize, u64)>,
    line: Vec<NodeId>,
    current: usize,
    /// Nodes of the main line with their distance from the root.
    main_line: HashMap<NodeId, usize>,
    /// How much of the line shown is main line.
    shared: usize,
    main: Vec<Known>,
    /// The line shown where it leaves the main line, from there on.
    variation: Vec<Known>,
    /// Steps of other variations, from one node to the next.
    branches: Vec<(Known, Known)>,
    losses: Vec<(usize, f32)>,
    length: usize,
    /// What each engine beside ours said along the line shown, and what it was made from.
    beside: Vec<Vec<(usize, f32)>>,
    beside_of: Option<(NodeKey, u64, u64)>,
    /// The experts' mean score of the moves they have graded on the line shown, and what it was made from.
    grades: Vec<(usize, f32)>,
    grades_of: Option<(NodeKey, u64, u64, bool)>,
}

impl GraphState {
    fn update(&mut self, cx: &Cx<'_>) {
        let Some(document) = cx.document else { return };
        let tree = document.tree();
        let key = document.key();
        let state = (key, tree.structure(), cx.analysis.generation());
        if self.of == Some(state) {
            return;
        }
        self.of = Some(state);
        let shape = (document.id(), document.game_index(), tree.structure());
        let same_shape = self.shape == Some(shape);
        if !same_shape {
            self.shape = Some(shape);
            self.main_line = tree.main_line().enumerate().map(|(i, node)| (node, i)).collect();
        }
        // The line stays the same while one walks along it.
        if !same_shape || self.line.get(self.current) != Some(&document.current()) {
            self.line = document.line();
            self.current = tree.depth(document.current());
            self.shared = self.line.iter().take_while(|node| self.main_line.contains_key(node)).count();
        }
        self.length = self.main_line.len().max(self.line.len()).max(2) - 1;
        self.sort_verdicts(cx, tree);
    }

    /// The curves of the engines beside ours, along the line shown.
    fn update_beside(&mut self, cx: &Cx<'_>) {
        let Some(document) = cx.document else { return };
        let (id, game) = (document.id(), document.game_index());
        let of = ((id, game, document.current()), document.tree().structure(), cx.engines.generation());
        if self.beside_of == Some(of) {
            return;
        }
        self.beside_of = Some(of);
        let curve = |companion: &Companion| {
            let known = companion.nodes_of(id, game).filter_map(|node| {
                let depth = document.tree().depth(node);
                let said = companion.verdict((id, game, node))?;
                (self.line.get(depth) == Some(&node)).then_some((depth, said.winrate))
            });
            let mut known: Vec<_> = known.collect();
            known.sort_by_key(|known| known.0);
            known
        };
        self.beside = cx.engines.companions().iter().map(curve).collect();
    }

    /// The strip of grades under the line shown. Costs what was graded, not what the tree holds.
    fn update_grades(&mut self, cx: &Cx<'_>) {
        let Some(document) = cx.document else { return };
        let key = document.key();
        let of = (key, document.tree().structure(), cx.marks.generation(), cx.settings.blind);
        if self.grades_of == Some(of) {
            return;
        }
        self.grades_of = Some(of);
        let place = |(node, _)| {
            let depth = document.tree().depth(node);
            let score = grades::mean_score(cx, &grades::seen(cx, node))?;
            (self.line.get(depth) == Some(&node)).then_some((depth, score))
        };
        self.grades = cx.marks.all().filter_map(place).collect();
        self.grades.sort_by_key(|grade| grade.0);
    }

    /// Puts what was said of nodes to the lines they are on. Costs what was said, not what the tree holds.
    fn sort_verdicts(&mut self, cx: &Cx<'_>, tree: &Tree) {
        let verdict = |node| cx.key(node).and_then(|key| cx.analysis.verdict(key));
        self.main.clear();
        self.variation.clear();
        self.branches.clear();
        let Some((document, game, _)) = self.shape else { return };
        for node in cx.analysis.nodes_of(document, game) {
            let Some((depth, on_main)) = self.place(tree, node) else { continue };
            let Some(said) = verdict(node) else { continue };
            let known = (depth, said.winrate, said.score);
            let shown = self.line.get(depth) == Some(&node);
            if on_main {
                self.main.push(known);
            }
            if shown && depth + 1 >= self.shared && self.shared < self.line.len() {
                self.variation.push(known);
            } else if !on_main
                && self.branches.len() < MOST_BRANCHES
                && let Some(before) = tree.parent(node).and_then(verdict)
            {
                self.branches.push(((depth - 1, before.winrate, before.score), known));
            }
        }
        self.main.sort_by_key(|known| known.0);
        self.variation.sort_by_key(|known| known.0);
        // Losses are those of the line shown.
        let before = self.main.iter().take_while(|known| known.0 + 1 < self.shared || self.variation.is_empty());
        let line: Vec<Known> = before.chain(&self.variation).copied().collect();
        self.losses = line
            .windows(2)
            .filter(|pair| pair[1].0 == pair[0].0 + 1)
            .map(|pair| (pair[1].0, pair[1].1 - pair[0].1))
            .filter(|(_, change)| change.abs() >= 0.03)
            .collect();
    }

    /// How far a node is from the root, and whether it is on the main line; nothing for a deleted one.
    fn place(&self, tree: &Tree, node: NodeId) -> Option<(usize, bool)> {
        let (steps, above) =
            tree.ancestors(node).enumerate().find_map(|(i, at)| Some((i, *self.main_line.get(&at)?)))?;
        Some((above + steps, steps == 0))
    }

    /// Everything that was said, for the range of the score.
    fn all(&self) -> impl Iterator<Item = &Known> {
        self.main.iter().chain(&self.variation)
    }
}

/// Where the strip of grades lies, in percent below zero.
const STRIP_BOTTOM: f64 = -14.0;

/// Marks every 10, 20, 50 or 100 moves, so that there are not too many.
fn x_marks(length: f64) -> Vec<egui_plot::GridMark> {
    let step =
        [10.0, 20.0, 50.0, 100.0, 1000.0, 10_000.0].into_iter().find(|step| length / step <= 12.0).unwrap_or(1e5);
    let count = (length / step) as usize;
    (0..=count).map(|i| egui_plot::GridMark { value: i as f64 * step, step_size: step }).collect()
}

/// Which line is whose, in the upper corner of the graph.
fn legend(ui: &mut Ui, cx: &Cx<'_>, plot: egui::Rect) {
    let corner = egui::Rect::from_min_max(plot.min + egui::vec2(8.0, 0.0), plot.right_top() + egui::vec2(0.0, 16.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(corner), |ui| {
        // Curves pass behind it.
        let ground = egui::Frame::new().fill(cx.theme.panel.gamma_multiply(0.85));
        ui.horizontal(|ui| {
            ground.show(ui, |ui| {
                let small = |text: String| egui::RichText::new(text).small();
                engines::sample(ui, cx.theme.text, LineStyle::Solid);
                ui.label(small(engines::own_name(cx)));
                for (number, companion) in cx.engines.companions().iter().enumerate() {
                    let (color, style) = engines::look(cx.theme, number);
                    engines::sample(ui, color, style);
                    ui.label(small(companion.profile().name.clone()));
                }
            })
        });
    });
}

/// The main line and the variation, in an ink each: dashed over what was not analysed, firm where
/// neighbours were. The widths are of the dashes and of the rest.
fn curve(
    plot: &mut PlotUi<'_>,
    state: &GraphState,
    at: impl Fn(&Known) -> [f64; 2],
    [ink, of_variation]: [Color32; 2],
    [thin, firm]: [f32; 2],
) {
    let line = |known: &[Known]| Line::new("", known.iter().map(&at).collect::<Vec<[f64; 2]>>());
    plot.line(line(&state.main).color(ink.gamma_multiply(0.5)).width(thin).style(LineStyle::dashed_loose()));
    for run in state.main.chunk_by(|a, b| b.0 == a.0 + 1).filter(|run| run.len() > 1) {
        plot.line(line(run).color(ink).width(firm));
    }
    if !state.variation.is_empty() {
        plot.line(line(&state.variation).color(of_variation).width(firm).style(LineStyle::dashed_dense()));
    }
}

/// The win rates of the engines beside ours.
fn beside(plot: &mut PlotUi<'_>, cx: &Cx<'_>, curves: &[Vec<(usize, f32)>]) {
    for (number, curve) in curves.iter().enumerate() {
        let (color, style) = engines::look(cx.theme, number);
        let points: Vec<[f64; 2]> = curve.iter().map(|&(i, rate)| [i as f64, f64::from(rate) * 100.0]).collect();
        if let [only] = points[..] {
            plot.points(Points::new("", vec![only]).radius(2.5).color(color));
        }
        plot.line(Line::new("", points).color(color).width(1.8).style(style));
    }
}

/// The experts' grades, in a strip below.
fn grades_strip(plot: &mut PlotUi<'_>, cx: &Cx<'_>, strip: &[(usize, f32)]) {
    for &(i, score) in strip {
        // Up is good, down is bad, for those who do not see colours alike.
        let shape = match score {
            s if s >= 0.6 => MarkerShape::Up,
            s if s > 0.4 => MarkerShape::Circle,
            _ => MarkerShape::Down,
        };
        let color = cx.theme.mix(grades::score_color(cx.settings.palette, score), cx.theme.text, 0.2);
        let point = Points::new("", vec![[i as f64, STRIP_BOTTOM / 2.0]]).shape(shape).radius(4.0);
        plot.points(point.color(color).filled(true));
    }
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
    state.update_grades(cx);
    state.update_beside(cx);
    let length = state.length.max(1) as f64;
    let most_score = f64::from(state.all().map(|k| k.2).fold(10.0f32, |most, score| most.max(score.abs())));
    let current = document.tree().depth(document.current());
    state.current = current;
    let white = cx.theme.weak;
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
    let low = ui.available_height() < 120.0;
    let plot = still_plot(cx, "graph")
        .custom_y_axes(axes)
        .x_grid_spacer(move |_| x_marks(length))
        .set_margin_fraction(egui::Vec2::ZERO)
        .y_grid_spacer(move |_| {
            // Quarters only where their numbers have room.
            let step = if low { 50.0 } else { 25.0 };
            let marks = (0..).map(|i| f64::from(i) * step).take_while(|&value| value <= 100.0);
            marks.map(|value| egui_plot::GridMark { value, step_size: 50.0 }).collect()
        })
        .default_x_bounds(0.0, length)
        .default_y_bounds(0.0, 100.0);
    let strip: &[(usize, f32)] = if cx.settings.grades { &state.grades } else { &[] };
    let response = plot.show(ui, |plot| {
        // A little room at the end, so that marks on the last move are whole.
        plot.set_plot_bounds_x(0.0..=length + (length * 0.015).max(0.05));
        plot.set_plot_bounds_y(if strip.is_empty() { 0.0 } else { STRIP_BOTTOM }..=100.0);
        let middle = [[0.0, 50.0], [length, 50.0]];
        plot.line(Line::new("", middle.to_vec()).color(white.gamma_multiply(0.6)).width(1.0));
        let bars = state.losses.iter().map(|&(i, change)| {
            let class = crate::gui::theme::LossClass::of_winrate(change.abs());
            Bar::new(i as f64, f64::from(change) * 100.0)
                .base_offset(50.0)
                .width(0.9)
                .fill(cx.settings.palette.color(class))
        });
        plot.bar_chart(BarChart::new("", bars.collect()).allow_hover(false));
        let at = |k: &Known| [k.0 as f64, f64::from(k.1) * 100.0];
        for (from, to) in &state.branches {
            let points = vec![at(from), at(to)];
            plot.line(
                Line::new("", points).color(white.gamma_multiply(0.8)).width(1.0).style(LineStyle::dashed_dense()),
            );
        }
        // Behind a variation the main line is fainter.
        let ink = cx.theme.text.gamma_multiply(if state.variation.is_empty() { 1.0 } else { 0.6 });
        curve(plot, &state, at, [ink, accent], [1.2, 1.8]);
        let level = |k: &Known| [k.0 as f64, 50.0 + f64::from(k.2) / most_score * 50.0];
        curve(plot, &state, level, [score_color; 2], [1.0, 1.2]);
        beside(plot, cx, &state.beside);
        grades_strip(plot, cx, strip);
        plot.vline(VLine::new("", current as f64).stroke(Stroke::new(1.5, accent)));
        if state.main.is_empty() && state.variation.is_empty() {
            // On a ground of its own: the line of the move shown ends beside the words.
            let text = egui::RichText::new(cx.t.get("graph.empty")).small().color(white);
            let text = text.background_color(cx.theme.panel);
            plot.text(Text::new("", PlotPoint::new(length / 2.0, 80.0), text));
        }
        plot.pointer_coordinate().map(|point| point.x.round().clamp(0.0, length) as usize)
    });
    let plot = response.response;
    if !state.beside.is_empty() {
        legend(ui, cx, plot.rect);
    }
    plot.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, cx.t.get("pane.graph")));
    if (plot.clicked() || plot.dragged())
        && let Some(node) = response.inner.and_then(|at| state.line.get(at)).copied()
    {
        cx.send(Action::GoTo(node));
    }
    cx.panels.graph = state;
}
