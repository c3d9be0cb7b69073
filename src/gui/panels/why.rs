//! Why strong players would choose a point, or would not: what the learnt patterns say of it, in
//! sentences, with every feature and its weight below.

use crate::app::why::{Kind, Policy, Why};
use crate::board::{Move, Point, Position};
use crate::gui::context::Cx;
use crate::gui::texts::Texts;
use crate::patterns::{Effects, Family};
use egui::{Align, Color32, Grid, Layout, Rect, RichText, Sense, Ui, pos2, vec2};

/// Reasons in a tooltip.
const BRIEF: usize = 3;
/// Likely moves that can be chosen in the panel.
const LIKELY: usize = 8;
/// What makes a move less than so many times likelier or less likely is no reason.
const REASON: f32 = 1.15;
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
    let Some(view) = cx.view.clone() else { return };
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
        ui.label(probability(cx.t, why.probability));
    });
    let parts: [(&str, &dyn std::fmt::Display); 2] = [("n", &why.rank), ("all", &moves.len())];
    let mut text = cx.t.fill("why.rank", &parts);
    if played {
        text.push_str(" · ");
        text.push_str(cx.t.get("why.played"));
    }
    ui.label(RichText::new(text).small().color(cx.theme.weak));
}

fn probability(t: &Texts, share: f32) -> String {
    t.fill("why.probability", &[("n", &percent(share))])
}

/// Small shares need a digit more.
fn percent(share: f32) -> String {
    let percent = 100.0 * share;
    if percent < 0.1 { "< 0.1".to_owned() } else { format!("{percent:.1}") }
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
    for &(kind, factor) in why.reasons.iter().filter(|reason| counts(reason.1)) {
        ui.horizontal(|ui| {
            let room = (ui.available_width() - SCALE - 8.0).max(60.0);
            ui.allocate_ui_with_layout(vec2(room, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(room);
                ui.label(sentence(cx.t, why, kind, factor));
            });
            bar(ui, cx, factor);
        });
        ui.add_space(2.0);
    }
}

fn counts(factor: f32) -> bool {
    !(1.0 / REASON..=REASON).contains(&factor)
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

/// So many times as likely, or less likely.
fn times(factor: f32) -> String {
    let (sign, value) = if factor >= 1.0 { ("×", factor) } else { ("÷", 1.0 / factor) };
    match value {
        v if v < 10.0 => format!("{sign} {v:.1}"),
        v if v < 1000.0 => format!("{sign} {v:.0}"),
        _ => format!("{sign} > 1000"),
    }
}

/// Every feature with its weight, for those who want to know exactly.
fn features(ui: &mut Ui, cx: &Cx<'_>, why: &Why, all: &mut bool) {
    let title = cx.t.fill("why.features", &[("n", &why.terms.len())]);
    let header = egui::CollapsingHeader::new(title).id_salt("why features").open(Some(*all)).show(ui, |ui| {
        Grid::new("why features").num_columns(3).spacing([14.0, 2.0]).show(ui, |ui| {
            for term in &why.terms {
                let small = |text: String| RichText::new(text).small();
                ui.label(small(cx.t.get(family_key(term.feature.family)).to_owned()));
                ui.label(small(term.feature.size.to_string()).color(cx.theme.weak));
                ui.label(small(format!("{:+.2}", term.weight)).monospace());
                ui.end_row();
            }
        });
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
    ui.label(probability(t, why.probability));
    for &(kind, factor) in why.reasons.iter().filter(|reason| counts(reason.1)).take(BRIEF) {
        ui.label(RichText::new(format!("{} ({})", sentence(t, &why, kind, factor), times(factor))).small());
    }
}

/// What speaks for or against a move, as a sentence.
fn sentence(t: &Texts, why: &Why, kind: Kind, factor: f32) -> String {
    let pick = |for_it: &'static str, against: &'static str| if factor > 1.0 { for_it } else { against };
    let last = why.from_last.unwrap_or(0);
    let filled = |key: &str, n: u8| t.fill(key, &[("n", &n)]);
    match kind {
        Kind::Tactics => facts(t, &why.effects),
        Kind::Shape if why.shape == 0 => t.get("why.shape_unknown").to_owned(),
        Kind::Shape => filled(pick("why.shape_for", "why.shape_against"), why.shape),
        Kind::Answer => t.get(pick("why.answer_for", "why.answer_against")).to_owned(),
        Kind::Plan => t.get(pick("why.plan_for", "why.plan_against")).to_owned(),
        Kind::Place => filled(pick("why.place_for", "why.place_against"), why.line),
        Kind::Distance if why.from_last.is_none() => t.get(pick("why.tenuki_for", "why.tenuki_against")).to_owned(),
        Kind::Distance => filled(pick("why.distance_for", "why.distance_against"), last),
        Kind::Opening => t.get(pick("why.opening_for", "why.opening_against")).to_owned(),
    }
}

/// What a move does to the chains around it, the sharpest first.
fn facts(t: &Texts, effects: &Effects) -> String {
    let all = [
        (effects.captures == 2, "why.fact.takes"),
        (effects.captures == 1, "why.fact.takes_dead"),
        (effects.rescues, "why.fact.rescues"),
        (effects.extends == 2, "why.fact.escapes"),
        (effects.extends == 1, "why.fact.runs_in_vain"),
        (effects.atari == 3, "why.fact.ladder"),
        (effects.atari == 2, "why.fact.wrong_ladder"),
        (effects.atari == 1, "why.fact.atari"),
        (effects.self_atari == 1, "why.fact.self_atari"),
        (effects.self_atari > 1, "why.fact.self_atari_many"),
        (effects.defends, "why.fact.defends"),
        (effects.short_own, "why.fact.strengthens"),
        (effects.three, "why.fact.presses"),
        (effects.own_chains > 1, "why.fact.connects"),
        (effects.enemy_chains > 1, "why.fact.between"),
        (effects.ko, "why.fact.ko"),
    ];
    let mut told: Vec<&str> = all.iter().filter(|fact| fact.0).map(|fact| t.get(fact.1)).collect();
    if told.is_empty() {
        told.push(t.get("why.fact.quiet"));
    }
    let text = told.join(t.get("why.fact.joint"));
    let mut signs = text.chars();
    signs.next().map_or(String::new(), |first| first.to_uppercase().chain(signs).collect())
}

fn family_key(family: Family) -> &'static str {
    match family {
        Family::Shape => "why.shape",
        Family::Status => "why.status",
        Family::Answer => "why.answer",
        Family::StatusAnswer => "why.status_answer",
        Family::Reply => "why.reply",
        Family::StatusReply => "why.status_reply",
        Family::Before => "why.before",
        Family::Both => "why.both",
        Family::Tactics => "why.tactics",
        Family::Place => "why.place",
        Family::Distance => "why.distance",
        Family::Corner => "why.corner",
        Family::Whole => "why.whole",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::gui::texts::Language;

    #[test]
    fn every_reason_is_a_sentence_in_every_language() {
        let position = Position::new(9, Rules::CHINESE);
        let policy = Policy::of(&position).unwrap();
        let mut why = policy.why(policy.moves()[0].0).unwrap();
        for language in Language::ALL {
            let texts = Texts::of(language);
            for family in Family::ALL {
                assert_ne!(texts.get(family_key(family)), family_key(family), "{language:?}");
            }
            for (shape, from_last) in [(0, None), (7, Some(3))] {
                (why.shape, why.from_last) = (shape, from_last);
                for kind in Kind::ALL {
                    for factor in [0.5, 2.0] {
                        let text = sentence(&texts, &why, kind, factor);
                        assert!(!text.starts_with("why.") && !text.contains('{'), "{language:?} {kind:?}: {text}");
                    }
                }
            }
        }
        let texts = Texts::of(Language::English);
        let effects = Effects { captures: 2, extends: 2, ..Effects::default() };
        let text = facts(&texts, &effects);
        assert!(text.contains("Takes") && text.contains("atari"), "{text}");
        assert_ne!(text, facts(&texts, &Effects::default()));
    }

    #[test]
    fn factors_are_written_as_people_say_them() {
        assert_eq!((times(3.24), times(0.05), times(1e5)), ("× 3.2".into(), "÷ 20".into(), "× > 1000".into()));
        assert!(counts(2.0) && counts(0.5) && !counts(1.0));
    }
}
