//! The strip above the board: players, captures, clocks, whose turn it is.

use crate::app::{Clock, NodeView};
use crate::board::Color;
use crate::gui::context::Cx;
use crate::record::{Tree, known};
use egui::{Align2, FontId, RichText, Sense, Stroke, Ui, vec2};

/// The height of the strip.
pub const HEIGHT: f32 = 38.0;

/// Width that a rank takes at the most.
const MOST_OF_RANK: f32 = 80.0;
/// Where a player has less room, there is no rank;
const ROOM_FOR_RANK: f32 = 170.0;
/// where there is even less, no captures.
const ROOM_FOR_CAPTURES: f32 = 100.0;

/// Draws the strip.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (Some(document), Some(view)) = (cx.document, cx.view.clone()) else { return };
    let tree = document.tree();
    super::three_parts(ui, HEIGHT, 84.0, |ui, part| match part {
        0 => player(ui, cx, tree, &view, Color::Black),
        1 => {
            ui.vertical_centered(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.add_space(2.0);
                ui.label(RichText::new(view.number.to_string()).size(17.0));
                ui.label(RichText::new(last_move(cx, &view)).small().weak());
            });
        }
        _ => player(ui, cx, tree, &view, Color::White),
    });
}

fn last_move(cx: &Cx<'_>, view: &NodeView) -> String {
    match view.played {
        Some((_, Some(crate::board::Move::Pass))) => cx.t.get("board.pass").to_owned(),
        Some((_, Some(mv))) => mv.to_gtp(view.position.size()),
        Some((_, None)) => cx.t.get("board.off_board").to_owned(),
        None => cx.t.get("board.moves").to_owned(),
    }
}

/// The clock of a player: that of the game at hand where it stands, what the file says elsewhere.
fn clock_of(cx: &Cx<'_>, view: &NodeView, color: Color) -> Option<Clock> {
    let live = cx.document.and_then(|document| document.clock.as_ref()).filter(|clock| clock.node() == view.node);
    live.and_then(|clock| clock.reading(color, std::time::Instant::now())).or(view.clocks[color])
}

fn player(ui: &mut Ui, cx: &Cx<'_>, tree: &Tree, view: &NodeView, color: Color) {
    let (name, rank) = match color {
        Color::Black => (known::PB, known::BR),
        Color::White => (known::PW, known::WR),
    };
    let unnamed = cx.t.get(if color == Color::Black { "board.black" } else { "board.white" });
    let name = tree.info(name).map_or(unnamed.to_owned(), |name| name.into_owned());
    let rank = tree.info(rank).map(|rank| rank.into_owned()).unwrap_or_default();
    let room = ui.available_width();
    let to_play = view.position.to_play() == color;
    let captured = view.position.prisoners()[color];
    let clock = clock_of(cx, view, color);

    let (rect, response) = ui.allocate_exact_size(vec2(26.0, 26.0), Sense::hover());
    response.on_hover_text(cx.t.get(if to_play { "board.to_play" } else { "board.waits" }));
    let (fill, rim) = match color {
        Color::Black => (egui::Color32::from_gray(28), egui::Color32::from_gray(100)),
        Color::White => (egui::Color32::from_gray(252), egui::Color32::from_gray(120)),
    };
    ui.painter().circle(rect.center(), 9.5, fill, Stroke::new(1.0, rim));
    if to_play {
        ui.painter().circle_stroke(rect.center(), 12.5, Stroke::new(2.0, cx.theme.accent));
    }
    let label = RichText::new(&name).size(15.0).color(cx.theme.text);
    // The name gives way to rank, captures and clock; a rank that is a title gives way too.
    let cut = |ui: &Ui, text: RichText, width: f32| {
        let wrap = Some(egui::TextWrapMode::Truncate);
        egui::WidgetText::from(text).into_galley(ui, wrap, width.max(40.0), egui::TextStyle::Body)
    };
    let rank = (!rank.is_empty() && room >= ROOM_FOR_RANK).then(|| cut(ui, RichText::new(rank).weak(), MOST_OF_RANK));
    let between = ui.spacing().item_spacing.x;
    let reserve = 46.0 + rank.as_ref().map_or(0.0, |rank| rank.size().x + between) + clock.map_or(0.0, |_| 84.0);
    let name = cut(ui, label, ui.available_width() - reserve);
    ui.label(name);
    if let Some(rank) = rank {
        ui.label(rank);
    }
    if room >= ROOM_FOR_CAPTURES {
        captures(ui, cx, color, captured);
    }
    if let Some(clock) = clock {
        // The last seconds before the flag falls.
        let short = to_play && clock.seconds < 10.0 && clock.overtime.is_none_or(|left| left <= 1);
        let ink = if short { cx.theme.error } else { cx.theme.text };
        ui.label(RichText::new(clock_text(clock)).monospace().color(ink));
    }
}

/// How many stones a player has taken.
fn captures(ui: &mut Ui, cx: &Cx<'_>, color: Color, captured: u32) {
    let text = cx.t.fill("board.captures", &[("n", &captured)]);
    let font = FontId::proportional(12.0);
    let (rect, response) = ui.allocate_exact_size(vec2(34.0, 20.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &text));
    response.on_hover_text(&text);
    // A small stone of the other colour: what was taken.
    let other = if color == Color::Black { egui::Color32::from_gray(250) } else { egui::Color32::from_gray(35) };
    let stone = rect.left_center() + vec2(7.0, 0.0);
    ui.painter().circle(stone, 4.5, other, Stroke::new(1.0, cx.theme.weak));
    let at = stone + vec2(9.0, 0.0);
    ui.painter().text(at, Align2::LEFT_CENTER, captured.to_string(), font, cx.theme.weak);
}

/// `12:05`, `1:02:03`, with the moves or periods left: `0:28 (3)`.
pub fn clock_text(clock: Clock) -> String {
    let total = clock.seconds.ceil().max(0.0) as u64;
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60);
    let mut text = match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    };
    if let Some(left) = clock.overtime {
        text.push_str(&format!(" ({left})"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_written_as_people_read_them() {
        for (seconds, overtime, text) in
            [(64.4, None, "1:05"), (3723.0, None, "1:02:03"), (28.0, Some(3), "0:28 (3)"), (0.0, None, "0:00")]
        {
            assert_eq!(clock_text(Clock { seconds, overtime }), text);
        }
    }
}
