//! The panels: each a file with a `show`, and what they keep between frames.

pub mod analysis;
pub mod audit;
pub mod bias;
pub mod board;
mod board_scene;
pub mod comment;
pub mod engine;
pub mod engines;
pub mod experts;
pub mod games;
pub mod grades;
pub mod graph;
mod navigation;
pub mod ontology;
mod players;
mod reasons;
pub mod review;
pub mod variations;
pub mod verdicts;
pub mod why;

pub use board_scene::short_count;
pub use variations::loss_of;

use super::context::Cx;
use super::widgets::tree::TreeState;
use crate::app::NodeKey;
use egui::{Align, Layout, Rect, RichText, Sense, Ui, UiBuilder, vec2};

/// What the panels keep between frames.
#[derive(Default)]
pub struct PanelState {
    /// The variation tree.
    pub tree: TreeState,
    /// The node whose menu is open in the tree.
    pub tree_menu: Option<NodeKey>,
    /// The comment field.
    pub comment: comment::CommentState,
    /// How the candidates are sorted.
    pub sort: analysis::Sort,
    /// The filter of the games list.
    pub games_filter: String,
    /// What experts say here.
    pub verdicts: verdicts::VerdictsState,
    /// The experts.
    pub experts: experts::ExpertsState,
    /// The ontology.
    pub ontology: ontology::OntologyState,
    /// The audit.
    pub audit: audit::AuditState,
    /// The verdict on the game.
    pub review: review::ReviewState,
    /// Why a point.
    pub why: why::WhyState,
    /// The points of the graph.
    pub graph: graph::GraphState,
}

/// Three parts in a row: the left one, the middle one of a fixed width, the right one from the right.
fn three_parts(ui: &mut Ui, height: f32, middle: f32, mut part: impl FnMut(&mut Ui, usize)) {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let left = (row.width() - middle) / 2.0;
    let cuts = [row.left(), row.left() + left, row.right() - left, row.right()];
    for i in 0..3 {
        let layout = match i {
            2 => Layout::right_to_left(Align::Center),
            _ => Layout::left_to_right(Align::Center),
        };
        let rect = Rect::from_x_y_ranges(cuts[i]..=cuts[i + 1].max(cuts[i]), row.y_range());
        ui.scope_builder(UiBuilder::new().max_rect(rect).layout(layout), |ui| part(ui, i));
    }
}

/// A plot to look at, which does not move under the pointer.
fn still_plot<'a>(cx: &Cx<'_>, name: &str) -> egui_plot::Plot<'a> {
    egui_plot::Plot::new(name)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .show_background(false)
        .grid_color(cx.theme.rule)
        .label_formatter(|_| None)
}

/// A panel with nothing to show says why, in the middle and quietly.
pub fn empty(ui: &mut Ui, text: &str) {
    ui.centered_and_justified(|ui| {
        ui.label(RichText::new(text).weak());
    });
}

/// The tool that a command chooses.
pub fn navigation_tool(command: crate::app::command::Command) -> Option<crate::app::Tool> {
    crate::app::Tool::ALL.into_iter().find(|&tool| navigation::tool_look(tool).0 == command)
}
