//! Why strong players would choose a point, or would not: what the learnt patterns say of it, in
//! sentences, with every feature and its weight below.

use crate::app::why::sentences::{feature, probability, rank, times, told};
use crate::app::why::{Policy, Why};
use crate::board::{Move, Point, Position};
use crate::gui::context::Cx;
use crate::gui::texts::Texts;
use egui::{Align, Color32, Label, Layout, Rect, RichText, Sense, Ui, pos2, vec2};

/// Reasons in a tooltip.
const BRIEF: usize = 3;
/// Likely moves that can be chosen in the panel.
const LIKELY: usize = 8;
/// The factor whose bar is as long as there is room.
const LONGEST: f32 = 50.0;
/// Room for the bar and its number.
const SCALE: f32 = 112.0;

/// What was worked out for the position shown, kept while it does not change.
#[derive(Default)]
pub struct WhyState {
    policy: Option<Policy>,
    all: bool,
}

impl WhyState {
    /// What the patterns say of a position.
    fn policy(&mut self, position: &Position) -> Option<&Policy> {
        let same = |policy: &Policy| {
            let known = policy.position();
            (known.hash(), known.size(), known.last_points())
                == (position.hash(), position.size(), position.last_points())
        };
        if !self.policy.as_ref().is_some_and(same) {
            self.policy = Policy::of(position);
        }
        self.policy.as_ref()
    }
}

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(view) = cx.view.clone() else {
        super::empty(ui, cx.t.get("analysis.no_game"));
        return;
    };
    if cx.here.is_blind || cx.board.hide_hints {
        super::empty(ui, cx.t.get("experts.blind"));
        return;
    }
    let mut state = std::mem::take(&mut cx.panels.why);
    let chosen = cx.asked();
    let next = view.next.iter().find_map(|&(_, mv)| mv.and_then(Move::point));
    let found = state.policy(&view.position).and_then(|policy| {
        let first = policy.moves().first().map(|m| m.0);
        let why = [chosen, next, first].into_iter().flatten().find_map(|point| policy.why(point))?;
        Some((why, policy.moves().to_vec()))
    });
    match found {
        Some((why, moves)) => {
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                let size = view.position.size();
                head(ui, cx, &why, &moves, size, next == Some(why.point));
                likely(ui, cx, &moves, size, why.point);
                ui.add_space(4.0);
                reasons(ui, cx, &why);
                features(ui, cx, &why, &mut state.all);
                ui.add_space(6.0);
                ui.label(RichText::new(cx.t.get("why.help")).small().color(cx.theme.weak));
            });
        }
        None => super::empty(ui, cx.t.get("why.nothing")),
    }
    cx.panels.why = state;
}

/// The point, how likely it is, and its place among all.
fn head(ui: &mut Ui, cx: &Cx<'_>, why: &Why, moves: &[(Point, f32)], size: u8, played: bool) {
    ui.horizontal_wrapped(|ui| {
        ui.heading(why.point.to_gtp(size));
        ui.label(probability(cx.t, why));
    });
    let mut text = rank(cx.t, why, moves.len());
    if played {
        text.push_str(" · ");
        text.push_str(cx.t.get("why.played"));
    }
    ui.label(RichText::new(text).small().color(cx.theme.weak));
}

/// The likeliest moves, to choose another one.
fn likely(ui: &mut Ui, cx: &mut Cx<'_>, moves: &[(Point, f32)], size: u8, shown: Point) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 0.0);
        ui.spacing_mut().button_padding.x = 4.0;
        for &(point, share) in moves.iter().take(LIKELY) {
            let text = format!("{} {:.0} %", point.to_gtp(size), 100.0 * share);
            if ui.selectable_label(point == shown, RichText::new(text).small()).clicked() {
                cx.ask(point);
            }
        }
    });
}

/// A sentence for each kind of reason, with a bar: to the right for the move, to the left against it.
fn reasons(ui: &mut Ui, cx: &Cx<'_>, why: &Why) {
    for (factor, sentence) in told(cx.t, why) {
        ui.horizontal(|ui| {
            let room = (ui.available_width() - SCALE - 8.0).max(60.0);
            ui.allocate_ui_with_layout(vec2(room, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(room);
                ui.label(sentence);
            });
            bar(ui, cx, factor);
        });
        ui.add_space(2.0);
    }
}

fn bar(ui: &mut Ui, cx: &Cx<'_>, factor: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(SCALE, 18.0), Sense::hover());
    let number = times(factor);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &number));
    let middle = rect.left() + 26.0;
    let long = (factor.ln().abs() / LONGEST.ln()).min(1.0) * 24.0;
    let (from, to) = if factor > 1.0 { (middle, middle + long) } else { (middle - long, middle) };
    let color: Color32 = if factor > 1.0 { cx.theme.accent } else { cx.theme.warning };
    let part = Rect::from_min_max(pos2(from, rect.top() + 5.0), pos2(to, rect.bottom() - 5.0));
    ui.painter().rect_filled(part, 1.0, color);
    ui.painter().vline(middle, rect.y_range(), egui::Stroke::new(1.0, cx.theme.rule));
    let font = egui::TextStyle::Body.resolve(ui.style());
    ui.painter().text(rect.right_center(), egui::Align2::RIGHT_CENTER, number, font, cx.theme.text);
    response.on_hover_text(cx.t.get(if factor > 1.0 { "why.times" } else { "why.divided" }));
}

/// Every feature with its weight, for those who want to know exactly.
fn features(ui: &mut Ui, cx: &Cx<'_>, why: &Why, all: &mut bool) {
    let title = cx.t.fill("why.features", &[("n", &why.terms.len())]);
    let header = egui::CollapsingHeader::new(title).id_salt("why features").open(Some(*all)).show(ui, |ui| {
        for term in &why.terms {
            let small = |text: String| RichText::new(text).small();
            ui.horizontal(|ui| {
                ui.label(small(format!("{:+6.2}", term.weight)).monospace());
                ui.add(Label::new(small(feature(cx.t, &term.feature))).wrap());
            });
        }
    });
    if *all && header.openness < 1.0 {
        // It opens at the lower end; what is in it should be seen.
        header.header_response.scroll_to_me(Some(Align::Min));
    }
    *all ^= header.header_response.clicked();
}

/// The probability and the strongest reasons, for a tooltip.
pub fn brief(ui: &mut Ui, t: &Texts, state: &mut WhyState, position: &Position, point: Point) {
    let Some(why) = state.policy(position).and_then(|policy| policy.why(point)) else { return };
    ui.label(probability(t, &why));
    for (factor, sentence) in told(t, &why).into_iter().take(BRIEF) {
        ui.label(RichText::new(format!("{sentence} ({})", times(factor))).small());
    }
}
