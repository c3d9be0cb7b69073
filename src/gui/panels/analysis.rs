//! The candidates as a table that can be sorted by each of its columns.

use super::board_scene::{enough_visits, loss_class, points, short_count};
use crate::app::lead;
use crate::board::{Color, Move};
use crate::engine::Candidate;
use crate::gui::context::{Action, Cx, Target};
use egui::{Align, Align2, RichText, Sense, Stroke, TextStyle, Ui, vec2};

/// The columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// The engine's own order.
    #[default]
    Move,
    /// Win rate.
    Winrate,
    /// Lead in points.
    Score,
    /// Visits.
    Visits,
    /// Prior.
    Prior,
    /// What the experts say.
    Expert,
    /// The line.
    Line,
}

impl Column {
    const ALL: [Column; 7] =
        [Column::Move, Column::Winrate, Column::Score, Column::Visits, Column::Prior, Column::Expert, Column::Line];

    fn text_key(self) -> &'static str {
        match self {
            Column::Move => "analysis.move",
            Column::Winrate => "analysis.winrate",
            Column::Score => "analysis.score",
            Column::Visits => "analysis.visits",
            Column::Prior => "analysis.prior",
            Column::Expert => "analysis.expert",
            Column::Line => "analysis.line",
        }
    }

    /// Its width; the line takes what is left.
    fn width(self) -> f32 {
        match self {
            Column::Move => 64.0,
            Column::Winrate | Column::Score | Column::Visits | Column::Prior | Column::Expert => 44.0,
            Column::Line => 0.0,
        }
    }
}

/// How the table is sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sort {
    column: Column,
    reversed: bool,
}

impl Sort {
    fn apply(self, rows: &mut [&Candidate], to_play: Color, score: &dyn Fn(Move) -> Option<f32>) {
        let by = |f: &dyn Fn(&Candidate) -> f32, rows: &mut [&Candidate]| {
            rows.sort_by(|a, b| f(b).total_cmp(&f(a)));
        };
        match self.column {
            Column::Move | Column::Line => {}
            Column::Winrate => by(&|c| c.win_rate, rows),
            Column::Score => by(&|c| lead(c, to_play), rows),
            Column::Visits => rows.sort_by_key(|c| std::cmp::Reverse(c.visits)),
            Column::Prior => by(&|c| c.policy, rows),
            // Moves that nobody has judged come last.
            Column::Expert => by(&|c| score(c.mv).unwrap_or(-1.0), rows),
        }
        if self.reversed {
            rows.reverse();
        }
    }
}

const ROW: f32 = 22.0;

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(snapshot) = cx.snapshot.clone().filter(|_| !cx.board.hide_hints) else {
        let key = if cx.document.is_none() && cx.files_busy {
            "board.opening"
        } else if cx.document.is_none() {
            "analysis.no_game"
        } else if cx.here.is_blind {
            "experts.blind"
        } else if !cx.analysis.is_available() {
            "analysis.no_engine"
        } else if cx.settings.analysis {
            "analysis.thinking"
        } else {
            "analysis.off"
        };
        super::empty(ui, cx.t.get(key));
        return;
    };
    ui.spacing_mut().item_spacing.y = 0.0;
    header(ui, cx);
    let mut rows: Vec<&Candidate> = snapshot.candidates.iter().collect();
    let here = cx.here;
    cx.panels.sort.apply(&mut rows, snapshot.to_play, &|mv| here.score(mv));
    let (best, enough) = (snapshot.best(), enough_visits(&snapshot));
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, rows.len(), |ui, range| {
        for candidate in &rows[range] {
            // What few simulations say of a move is shown, but no loss is made of it.
            let best = best.filter(|_| candidate.visits as f32 >= enough);
            row(ui, cx, candidate, best, snapshot.to_play);
        }
    });
}

/// The line is left out where there is no room for two moves of it; the board shows it anyway.
fn shown_columns(width: f32) -> impl Iterator<Item = Column> {
    let fixed: f32 = Column::ALL.iter().map(|column| column.width()).sum();
    Column::ALL.into_iter().filter(move |&column| column != Column::Line || width > fixed + 70.0)
}

fn header(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for column in shown_columns(ui.available_width()) {
            let width = if column == Column::Line { ui.available_width().max(0.0) } else { column.width() };
            let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::click());
            let text = cx.t.get(column.text_key());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, text));
            let sort = cx.panels.sort;
            let arrow = match (sort.column == column, sort.reversed) {
                (true, false) if column != Column::Move => " ▾",
                (true, true) => " ▴",
                _ => "",
            };
            let (at, align) = place(column, rect);
            let font = TextStyle::Small.resolve(ui.style());
            ui.painter_at(rect).text(at, align, format!("{text}{arrow}"), font, cx.theme.weak);
            let response = match column {
                Column::Expert => response.on_hover_text(cx.t.get("analysis.expert_help")),
                _ => response,
            };
            if response.clicked() {
                let reversed = sort.column == column && !sort.reversed;
                cx.panels.sort = Sort { column, reversed };
            }
        }
    });
    let y = ui.cursor().top();
    ui.painter().hline(ui.max_rect().x_range(), y, Stroke::new(1.0, cx.theme.rule));
}

/// Numbers stand to the right of their column, words to the left.
fn place(column: Column, rect: egui::Rect) -> (egui::Pos2, Align2) {
    match column {
        Column::Move => (rect.left_center() + vec2(22.0, 0.0), Align2::LEFT_CENTER),
        Column::Line => (rect.left_center() + vec2(12.0, 0.0), Align2::LEFT_CENTER),
        _ => (rect.right_center() - vec2(4.0, 0.0), Align2([Align::Max, Align::Center])),
    }
}

/// One candidate; its loss is shown where it is held against the best.
fn row(ui: &mut Ui, cx: &mut Cx<'_>, candidate: &Candidate, best: Option<&Candidate>, to_play: Color) {
    let size = cx.view.as_ref().map_or(19, |view| view.position.size());
    let name = candidate.mv.to_gtp(size);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    // A move that no simulation has tried has no chance of its own yet.
    let tried = candidate.visits > 0;
    let said = match tried {
        true => format!("{name}, {:.1} %, {}", candidate.win_rate * 100.0, candidate.visits),
        false => format!("{name}, 0"),
    };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &said));
    if ui.is_rect_visible(rect) {
        if response.hovered() {
            ui.painter().rect_filled(rect, 3.0, ui.visuals().widgets.hovered.weak_bg_fill);
        }
        let class = best.map(|best| loss_class(candidate, best, to_play));
        if let Some(class) = class {
            let dot = rect.left_center() + vec2(11.0, 0.0);
            ui.painter().circle(dot, 5.0, cx.settings.palette.color(class), Stroke::new(1.0, cx.theme.rule));
        }
        let symbol = class.map_or("", |class| class.symbol());
        let line = candidate.line.iter().skip(1).take(14).map(|mv| mv.to_gtp(size)).collect::<Vec<_>>().join(" ");
        let mut left = rect.left();
        for column in shown_columns(rect.width()) {
            let right = if column == Column::Line { rect.right() } else { left + column.width() };
            let cell = egui::Rect::from_x_y_ranges(left..=right, rect.y_range());
            left = right;
            let text = match column {
                Column::Move => format!("{name}{symbol}"),
                Column::Winrate | Column::Score if !tried => "–".to_owned(),
                Column::Winrate => format!("{:.1}", candidate.win_rate * 100.0),
                Column::Score => points(lead(candidate, to_play)),
                Column::Visits => short_count(u64::from(candidate.visits)),
                Column::Prior => format!("{:.1}", candidate.policy * 100.0),
                Column::Expert => cx.here.score(candidate.mv).map_or("–".to_owned(), |score| {
                    format!("{:.0}{}", score * 100.0, super::grades::score_sign(score))
                }),
                Column::Line => line.clone(),
            };
            let (at, align) = place(column, cell);
            let color = if column == Column::Line { cx.theme.weak } else { cx.theme.text };
            let font = if column == Column::Line { TextStyle::Small } else { TextStyle::Body };
            ui.painter_at(cell).text(at, align, text, font.resolve(ui.style()), color);
        }
    }
    let response = response.on_hover_ui(|ui| {
        if let (Move::Play(point), Some(view)) = (candidate.mv, &cx.view) {
            super::why::brief(ui, cx.t, &mut cx.panels.why, &view.position, point);
            ui.separator();
        }
        ui.label(RichText::new(cx.t.get("analysis.row_help")).small());
    });
    if let Move::Play(point) = candidate.mv {
        if response.hovered() {
            cx.board.line = Some((point, usize::MAX));
        }
        if response.clicked() {
            cx.send(Action::Play(point));
        }
        if response.clicked_by(egui::PointerButton::Middle) {
            cx.send(Action::AddLine(candidate.line.clone()));
        }
    }
    let mine = cx.here.mine(candidate.mv);
    egui::Popup::context_menu(&response).show(|ui| super::grades::menu(ui, cx, Target::Next(candidate.mv), mine));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    #[test]
    fn columns_sort_both_ways() {
        let candidate = |x, win_rate, score, visits| Candidate {
            mv: Move::Play(Point::new(x, 0)),
            visits,
            win_rate,
            score,
            score_spread: 0.0,
            rave: (0.0, 0),
            prior: (0.0, 0.0),
            expert: (0.0, 0.0),
            policy: 0.0,
            line: Vec::new(),
            line_visits: Vec::new(),
        };
        let all = [candidate(0, 0.5, -1.0, 10), candidate(1, 0.7, 1.0, 5), candidate(2, 0.6, 2.0, 20)];
        let order = |column, reversed| {
            let mut rows: Vec<&Candidate> = all.iter().collect();
            let score = |mv: Move| mv.point().filter(|p| p.x() > 0).map(|p| f32::from(p.x()) / 10.0);
            Sort { column, reversed }.apply(&mut rows, Color::Black, &score);
            rows.iter().map(|c| c.mv.point().unwrap().x()).collect::<Vec<_>>()
        };
        assert_eq!(order(Column::Move, false), [0, 1, 2]);
        assert_eq!(order(Column::Winrate, false), [1, 2, 0]);
        assert_eq!(order(Column::Score, false), [2, 1, 0]);
        assert_eq!(order(Column::Visits, true), [1, 0, 2]);
        assert_eq!(order(Column::Expert, false), [2, 1, 0], "what nobody has judged comes last");
    }
}
