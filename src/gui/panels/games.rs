//! The games of a collection, to choose from.

use crate::gui::context::{Action, Cx};
use crate::record::{Game, known};
use egui::{RichText, Sense, TextEdit, Ui};

const ROW: f32 = 40.0;

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(document) = cx.document else { return };
    let games = &document.collection().games;
    let mut filter = std::mem::take(&mut cx.panels.games_filter);
    let hint = cx.t.get("games.filter");
    let field = ui.add(TextEdit::singleline(&mut filter).hint_text(hint).desired_width(f32::INFINITY));
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, hint));
    let wanted = filter.to_lowercase();
    let shown: Vec<usize> = (0..games.len())
        .filter(|&i| wanted.is_empty() || summary(&games[i]).to_lowercase().contains(&wanted))
        .collect();
    cx.panels.games_filter = filter;
    ui.label(RichText::new(cx.t.fill("games.count", &[("n", &shown.len())])).small().weak());
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, shown.len(), |ui, rows| {
        for &i in &shown[rows] {
            row(ui, cx, i, &games[i], i == document.game_index());
        }
    });
}

fn row(ui: &mut Ui, cx: &mut Cx<'_>, index: usize, game: &Game, chosen: bool) {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), ROW), Sense::click());
    let tree = game.tree();
    let black = tree.info(known::PB).unwrap_or("?".into());
    let white = tree.info(known::PW).unwrap_or("?".into());
    let title = format!("{}  {black} – {white}", index + 1);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &title));
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact_selectable(&response, chosen);
        if chosen || response.hovered() {
            ui.painter().rect_filled(rect, 4.0, if chosen { cx.theme.accent_soft } else { visuals.weak_bg_fill });
        }
        let clip = ui.painter_at(rect.shrink2(egui::vec2(6.0, 0.0)));
        let font = egui::TextStyle::Body.resolve(ui.style());
        clip.text(rect.left_top() + egui::vec2(8.0, 4.0), egui::Align2::LEFT_TOP, &title, font, cx.theme.text);
        let more: Vec<_> = [known::DT, known::EV, known::RE].into_iter().filter_map(|name| tree.info(name)).collect();
        let small = egui::TextStyle::Small.resolve(ui.style());
        let at = rect.left_bottom() + egui::vec2(8.0, -4.0);
        clip.text(at, egui::Align2::LEFT_BOTTOM, more.join(" · "), small, cx.theme.weak);
    }
    if response.clicked() {
        cx.send(Action::ShowGame(index));
    }
}

/// What the filter looks at.
fn summary(game: &Game) -> String {
    let fields = [known::PB, known::PW, known::EV, known::DT, known::RE, known::GN];
    let texts: Vec<_> = fields.into_iter().filter_map(|name| game.tree().info(name)).collect();
    texts.join(" ")
}
