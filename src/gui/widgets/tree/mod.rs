//! The variation tree: laid out once for each structure, drawn only where it is seen.

mod layout;

pub use layout::Layout;

use crate::board::Color;
use crate::gui::theme::Theme;
use crate::record::{NodeId, Tree, known};
use egui::{Color32, FontId, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2};
use std::collections::HashSet;

/// The distance of two nodes.
const CELL: Vec2 = Vec2::new(25.0, 26.0);
const MARGIN: Vec2 = Vec2::new(18.0, 16.0);
const RADIUS: f32 = 9.5;

/// What the widget keeps between frames.
#[derive(Default)]
pub struct TreeState {
    layout: Layout,
    laid_out: Option<(u64, u64, u64)>,
    collapsed: HashSet<NodeId>,
    /// Counts changes of `collapsed`.
    folds: u64,
    scrolled_to: Option<(u64, NodeId)>,
}

impl TreeState {
    /// Hides or shows what is below a node.
    pub fn fold(&mut self, node: NodeId) {
        if !self.collapsed.remove(&node) {
            self.collapsed.insert(node);
        }
        self.folds += 1;
    }

    /// Whether what is below a node is hidden.
    pub fn is_folded(&self, node: NodeId) -> bool {
        self.collapsed.contains(&node)
    }

    fn update(&mut self, game: u64, tree: &Tree, current: NodeId) {
        if self.laid_out.is_some_and(|(of, ..)| of != game) {
            self.collapsed.clear();
        }
        // What is shown on the board is never hidden here.
        for node in tree.ancestors(current).skip(1) {
            if !self.collapsed.is_empty() && self.collapsed.remove(&node) {
                self.folds += 1;
            }
            if self.collapsed.is_empty() {
                break;
            }
        }
        let key = (game, tree.structure(), self.folds);
        if self.laid_out != Some(key) {
            self.layout = Layout::new(tree, &self.collapsed);
            self.laid_out = Some(key);
        }
    }
}

/// What the reader did with the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeResponse {
    /// The node to show.
    pub clicked: Option<NodeId>,
    /// The node to fold.
    pub folded: Option<NodeId>,
    /// The node whose menu is wanted.
    pub menu: Option<NodeId>,
}

/// How a node is told apart beyond its colour: a ring by the engine's verdict, a badge by the experts'.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeLook {
    /// The colour of the ring.
    pub ring: Option<Color32>,
    /// The colour and the sign of the badge.
    pub badge: Option<(Color32, &'static str)>,
}

/// Says how a node looks.
pub type LookOf<'a> = dyn Fn(NodeId) -> NodeLook + 'a;

/// Draws the tree of a game; `game` tells games apart.
pub fn show(
    ui: &mut Ui,
    theme: &Theme,
    state: &mut TreeState,
    (game, tree): (u64, &Tree),
    current: NodeId,
    name: &str,
    look_of: &LookOf<'_>,
) -> TreeResponse {
    state.update(game, tree, current);
    let mut answer = TreeResponse::default();
    let size = state.layout.size();
    let content = vec2(size.0 as f32, size.1 as f32) * CELL + MARGIN * 2.0;
    egui::ScrollArea::both().auto_shrink(false).id_salt("variations").show_viewport(ui, |ui, seen| {
        let (rect, response) = ui.allocate_exact_size(content.max(ui.available_size()), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Tree, true, name));
        let origin = rect.min + MARGIN;
        let place = |column: u32, row: u32| origin + vec2(column as f32 + 0.25, row as f32 + 0.25) * CELL;
        let window = seen.translate(rect.min.to_vec2()).expand(CELL.y);
        if let Some((column, row)) = state.layout.place(current)
            && state.scrolled_to != Some((game, current))
        {
            state.scrolled_to = Some((game, current));
            let target = Rect::from_center_size(place(column, row), CELL * vec2(2.5, 5.0));
            ui.scroll_to_rect_animation(target, None, egui::style::ScrollAnimation::none());
        }
        paint(ui, theme, state, tree, current, window, &place, look_of);
        if let Some(pos) = response.interact_pointer_pos()
            && (response.clicked() || response.secondary_clicked())
        {
            let cell = ((pos - origin) / CELL - vec2(0.25, 0.25)).round();
            if cell.x >= 0.0 && cell.y >= 0.0 {
                let node = state.layout.at(cell.x as u32, cell.y as u32);
                if response.secondary_clicked() {
                    answer.menu = node;
                } else if ui.input(|input| input.modifiers.command) {
                    answer.folded = node;
                } else {
                    answer.clicked = node;
                }
            }
        }
    });
    answer
}

#[expect(clippy::too_many_arguments, reason = "one call, and each of them is another thing")]
fn paint(
    ui: &Ui,
    theme: &Theme,
    state: &TreeState,
    tree: &Tree,
    current: NodeId,
    window: Rect,
    place: &dyn Fn(u32, u32) -> Pos2,
    look_of: &LookOf<'_>,
) {
    let painter = ui.painter();
    let first = place(0, 0);
    let rows = ((window.top() - first.y) / CELL.y).floor().max(0.0) as u32
        ..=((window.bottom() - first.y) / CELL.y).ceil().max(0.0) as u32;
    let columns = ((window.left() - first.x) / CELL.x).floor().max(0.0) as u32
        ..=((window.right() - first.x) / CELL.x).ceil().max(0.0) as u32;
    let line = Stroke::new(1.4, theme.mix(theme.panel, theme.text, 0.32));
    let layout = &state.layout;
    let mut lines = Vec::new();
    for row in rows.clone() {
        for (from, to) in layout.rails(row, columns.clone()) {
            lines.push(Shape::line_segment([place(from, row), place(to, row)], line));
        }
    }
    for row in rows.clone() {
        for (node, column) in layout.row(row, columns.clone()) {
            if row > 0 {
                let parent_column = tree.parent(node).and_then(|parent| layout.place(parent)).map_or(column, |p| p.0);
                let above = if parent_column == column { column } else { column - 1 };
                lines.push(Shape::line_segment([place(above, row - 1), place(column, row)], line));
            }
        }
    }
    painter.extend(lines);
    let size = tree.size();
    for row in rows {
        for (node, column) in layout.row(row, columns.clone()) {
            let at = place(column, row);
            let properties = tree.properties(node);
            let number = layout.number(node);
            match properties.move_text() {
                Some((color, _)) => {
                    let (fill, ink) = match color {
                        Color::Black => (Color32::from_gray(28), Color32::from_gray(240)),
                        Color::White => (Color32::from_gray(252), Color32::from_gray(30)),
                    };
                    let rim =
                        Stroke::new(1.0, if theme.dark { Color32::from_gray(120) } else { Color32::from_gray(90) });
                    painter.circle(at, RADIUS, fill, rim);
                    let pass = properties.move_on(size).is_some_and(|(_, mv)| mv == Some(crate::board::Move::Pass));
                    let text = if pass { "–".to_owned() } else { number.to_string() };
                    let font = FontId::proportional(if number < 100 { 10.5 } else { 8.8 });
                    painter.text(at, egui::Align2::CENTER_CENTER, text, font, ink);
                }
                None => {
                    let r = if row == 0 { 6.0 } else { 4.5 };
                    let diamond = [vec2(0.0, -r), vec2(r, 0.0), vec2(0.0, r), vec2(-r, 0.0)].map(|v| at + v).to_vec();
                    painter.add(Shape::convex_polygon(diamond, theme.weak, Stroke::NONE));
                }
            }
            let look = look_of(node);
            if let Some(color) = look.ring {
                painter.circle_stroke(at, RADIUS + 1.0, Stroke::new(2.0, color));
            }
            if let Some((color, sign)) = look.badge {
                let rect = Rect::from_center_size(at + vec2(8.5, 7.5), vec2(12.0, 10.0));
                painter.rect(rect, 2.5, color, Stroke::new(1.0, theme.panel), egui::StrokeKind::Outside);
                let [r, g, b, _] = color.to_array();
                let light = 0.299 * f32::from(r) + 0.587 * f32::from(g) + 0.114 * f32::from(b) > 120.0;
                let ink = if light { Color32::BLACK } else { Color32::WHITE };
                painter.text(rect.center(), egui::Align2::CENTER_CENTER, sign, FontId::proportional(9.0), ink);
            }
            if properties.contains(known::C) {
                painter.circle(at + vec2(7.5, -7.5), 3.2, theme.accent, Stroke::new(1.0, theme.panel));
            }
            if state.is_folded(node) && tree.first_child(node).is_some() {
                let plus = pos2(at.x, at.y + RADIUS + 4.0);
                painter.text(plus, egui::Align2::CENTER_CENTER, "+", FontId::proportional(12.0), theme.accent);
            }
            if node == current {
                painter.circle_stroke(at, RADIUS + 2.6, Stroke::new(2.2, theme.accent));
            }
        }
    }
}
