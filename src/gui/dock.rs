//! The dock: shows the panels in their tiles.

use super::context::Cx;
use super::layout::Pane;
use super::panels;
use egui::{Color32, Frame, Margin, Rect, Stroke, Ui, Visuals, WidgetText};
use egui_tiles::{ResizeState, SimplificationOptions, TabState, Tabs, Tile, TileId, Tiles, UiResponse};

/// Room on either side of a tab's title: usually, and at the least where many stand in one row.
const TAB_ROOM: (f32, f32) = (12.0, 4.0);

struct Panels<'a, 'b> {
    cx: &'a mut Cx<'b>,
    only_board: Vec<TileId>,
    tab_room: f32,
}

/// Draws all panels.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>, dock: &mut egui_tiles::Tree<Pane>) {
    let ground = cx.theme.ground;
    let board = super::layout::tile_of(dock, Pane::Board);
    let only_board = dock
        .tiles
        .iter()
        .filter(|(_, tile)| match tile {
            Tile::Container(egui_tiles::Container::Tabs(tabs)) => {
                let mut seen = tabs.children.iter().filter(|&&id| dock.tiles.is_visible(id));
                seen.next().copied() == board && board.is_some() && seen.next().is_none()
            }
            _ => false,
        })
        .map(|(&id, _)| id)
        .collect();
    let tab_room = tab_room(ui, cx, dock);
    egui::CentralPanel::default().frame(Frame::new().fill(ground)).show(ui, |ui| {
        let mut behaviour = Panels { cx, only_board, tab_room };
        dock.ui(&mut behaviour, ui);
    });
}

/// The room beside titles with which every row of tabs is seen whole, as far as that goes. It is the same in all
/// rows, so that they look alike.
fn tab_room(ui: &Ui, cx: &Cx<'_>, dock: &egui_tiles::Tree<Pane>) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let width = |pane: &Pane| {
        let title = cx.t.get(pane.text_key()).to_owned();
        ui.painter().layout_no_wrap(title, font.clone(), Color32::PLACEHOLDER).size().x
    };
    let mut room = TAB_ROOM.0;
    for (&id, tile) in dock.tiles.iter() {
        let (Tile::Container(egui_tiles::Container::Tabs(tabs)), Some(rect)) = (tile, dock.tiles.rect(id)) else {
            continue;
        };
        let seen = tabs.children.iter().filter(|&&child| dock.tiles.is_visible(child));
        let widths: Vec<f32> = seen.filter_map(|&child| Some(width(dock.tiles.get_pane(&child)?))).collect();
        let left = rect.width() - 1.0 - widths.iter().sum::<f32>();
        room = room.min((left / (2 * widths.len().max(1)) as f32).floor());
    }
    room.max(TAB_ROOM.1)
}

impl egui_tiles::Behavior<Pane> for Panels<'_, '_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, pane: &mut Pane) -> UiResponse {
        let cx = &mut *self.cx;
        let (fill, margin) = match pane {
            Pane::Board => (cx.theme.ground, Margin::ZERO),
            Pane::Variations => (cx.theme.panel, Margin::ZERO),
            Pane::Graph => (cx.theme.panel, Margin { left: 2, right: 2, top: 6, bottom: 2 }),
            Pane::Comment => (cx.theme.field, Margin::symmetric(8, 6)),
            _ => (cx.theme.panel, Margin::symmetric(8, 6)),
        };
        Frame::new().fill(fill).inner_margin(margin).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            match pane {
                Pane::Board => panels::board::show(ui, cx),
                Pane::Variations => panels::variations::show(ui, cx),
                Pane::Games => panels::games::show(ui, cx),
                Pane::Analysis => panels::analysis::show(ui, cx),
                Pane::Comment => panels::comment::show(ui, cx),
                Pane::Graph => panels::graph::show(ui, cx),
                Pane::Engine => panels::engine::show(ui, cx),
                Pane::Review => panels::review::show(ui, cx),
                Pane::Verdicts => panels::verdicts::show(ui, cx),
                Pane::Experts => panels::experts::show(ui, cx),
                Pane::Ontology => panels::ontology::show(ui, cx),
                Pane::Audit => panels::audit::show(ui, cx),
                Pane::Bias => panels::bias::show(ui, cx),
                Pane::Why => panels::why::show(ui, cx),
                Pane::Engines => panels::engines::show(ui, cx),
            }
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        self.cx.t.get(pane.text_key()).into()
    }

    fn is_tab_bar_visible(&self, tile: TileId, _tabs: &Tabs) -> bool {
        !self.only_board.contains(&tile)
    }

    fn tab_bar_height(&self, _style: &egui::Style) -> f32 {
        26.0
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        1.0
    }

    fn min_size(&self) -> f32 {
        90.0
    }

    fn tab_title_spacing(&self, _visuals: &Visuals) -> f32 {
        self.tab_room
    }

    fn tab_bar_color(&self, _visuals: &Visuals) -> Color32 {
        self.cx.theme.ground
    }

    fn tab_bg_color(&self, _: &Visuals, _: &Tiles<Pane>, _: TileId, state: &TabState) -> Color32 {
        if state.active { self.cx.theme.panel } else { Color32::TRANSPARENT }
    }

    fn tab_outline_stroke(&self, _: &Visuals, _: &Tiles<Pane>, _: TileId, state: &TabState) -> Stroke {
        // Where panels are as black as what lies behind them, the tab in front is told by its outline.
        let theme = self.cx.theme;
        let alike = theme.panel == theme.ground;
        if state.active && alike { Stroke::new(1.0, theme.rule) } else { Stroke::NONE }
    }

    fn tab_bar_hline_stroke(&self, _visuals: &Visuals) -> Stroke {
        Stroke::NONE
    }

    fn tab_text_color(&self, _: &Visuals, _: &Tiles<Pane>, _: TileId, state: &TabState) -> Color32 {
        if state.active { self.cx.theme.text } else { self.cx.theme.weak }
    }

    fn resize_stroke(&self, style: &egui::Style, state: ResizeState) -> Stroke {
        match state {
            ResizeState::Idle => Stroke::new(1.0, self.cx.theme.rule),
            ResizeState::Hovering | ResizeState::Dragging => Stroke::new(2.0, style.visuals.hyperlink_color),
        }
    }

    fn paint_drag_preview(&self, _: &Visuals, painter: &egui::Painter, parent: Option<Rect>, preview: Rect) {
        let stroke = Stroke::new(1.5, self.cx.theme.accent);
        if let Some(parent) = parent {
            painter.rect_stroke(parent, 2.0, stroke, egui::StrokeKind::Inside);
        }
        painter.rect(preview, 2.0, self.cx.theme.accent.gamma_multiply(0.2), stroke, egui::StrokeKind::Inside);
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }
}
