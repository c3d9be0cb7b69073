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
    let title = format!("{}  {}", index + 1, title(game).unwrap_or_else(|| cx.t.get("tab.untitled").to_owned()));
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &title));
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact_selectable(&response, chosen);
        if chosen || response.hovered() {
            ui.painter().rect_filled(rect, 4.0, if chosen { cx.theme.accent_soft } else { visuals.weak_bg_fill });
        }
        let clip = ui.painter_at(rect.shrink2(egui::vec2(6.0, 0.0)));
        let text = egui::WidgetText::from(RichText::new(&title).color(cx.theme.text));
        let wrap = Some(egui::TextWrapMode::Truncate);
        let galley = text.into_galley(ui, wrap, rect.width() - 16.0, egui::TextStyle::Body);
        clip.galley(rect.left_top() + egui::vec2(8.0, 4.0), galley, cx.theme.text);
        let more: Vec<_> = [known::DT, known::EV, known::RE].into_iter().filter_map(|name| tree.info(name)).collect();
        let small = egui::TextStyle::Small.resolve(ui.style());
        let at = rect.left_bottom() + egui::vec2(8.0, -4.0);
        clip.text(at, egui::Align2::LEFT_BOTTOM, more.join(" · "), small, cx.theme.weak);
    }
    if response.on_hover_text(title).clicked() {
        cx.send(Action::ShowGame(index));
    }
}

/// Who played; the name of the game where nobody is named.
fn title(game: &Game) -> Option<String> {
    let info = |name| game.tree().info(name);
    match (info(known::PB), info(known::PW)) {
        (None, None) => info(known::GN).map(|name| name.into_owned()),
        (black, white) => Some(format!("{} – {}", black.unwrap_or("?".into()), white.unwrap_or("?".into()))),
    }
}

/// What the filter looks at.
fn summary(game: &Game) -> String {
    let fields = [known::PB, known::PW, known::EV, known::DT, known::RE, known::GN];
    let texts: Vec<_> = fields.into_iter().filter_map(|name| game.tree().info(name)).collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_players_is_called_by_its_name() {
        let titles = |sgf: &str| {
            let games = crate::record::read_bytes(sgf.as_bytes(), &Default::default()).unwrap().collection.games;
            games.iter().map(title).collect::<Vec<_>>()
        };
        let told = titles("(;PB[Ada]PW[Bob]GN[cup])(;PW[Bob]GN[cup])(;GN[third])(;SZ[9])");
        assert_eq!(told, [Some("Ada – Bob"), Some("? – Bob"), Some("third"), None].map(|t| t.map(str::to_owned)));
    }
}
