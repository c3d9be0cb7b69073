//! Grades as they are shown everywhere: names, colours, signs, badges, and the menu that gives them.

use crate::app::command::Command;
use crate::app::knowledge::marks::Mark;
use crate::board::Move;
use crate::gui::context::{Action, Cx, Target};
use crate::gui::experts::GRADES;
use crate::gui::keymap::pretty;
use crate::gui::settings::Settings;
use crate::gui::texts::Texts;
use crate::gui::theme::{LossClass, LossPalette};
use crate::gui::widgets::board::Badge;
use crate::ontology::fusion::OPERATORS;
use crate::ontology::{ExpertId, TermCode, Vocabulary};
use crate::record::NodeId;
use egui::{Button, Color32, ComboBox, RichText, Ui};

/// The menu of grades for a move; the one it has is marked.
pub fn menu(ui: &mut Ui, cx: &mut Cx<'_>, target: Target, has: Option<TermCode>) {
    let keys = target == Target::Shown;
    for (command, term) in
        GRADES.map(|(command, term)| (command, Some(term))).into_iter().chain([(Command::GradeNone, None)])
    {
        let key = cx.keymap.first(command).filter(|_| keys).map(|key| pretty(&key)).unwrap_or_default();
        let text = RichText::new(cx.t.command(command));
        let button = Button::new(text).shortcut_text(RichText::new(key).weak()).selected(term.is_some() && term == has);
        if ui.add_enabled(cx.knowledge.is_open() && (term.is_some() || has.is_some()), button).clicked() {
            cx.send(Action::Grade(target, term));
            ui.close();
        }
    }
}

/// How verdicts are made one: the same choice wherever it makes a difference.
pub fn operator_choice(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        let label = ui.label(cx.t.get("fusion.label")).on_hover_text(cx.t.get("fusion.help"));
        let now = cx.settings.operator().0.name();
        let mut chosen = now;
        let shown = cx.t.get(&operator_key(now)).to_owned();
        let combo = ComboBox::from_id_salt("operator").selected_text(shown).show_ui(ui, |ui| {
            for operator in OPERATORS {
                let name = operator.name();
                let (title, help) = (operator_key(name), format!("{}_help", operator_key(name)));
                ui.selectable_value(&mut chosen, name, cx.t.get(&title)).on_hover_text(cx.t.get(&help));
            }
        });
        combo.response.labelled_by(label.id).on_hover_text(cx.t.get(&format!("{}_help", operator_key(now))));
        if chosen != now {
            let settings = Settings { fusion: chosen.to_owned(), ..cx.settings.clone() };
            cx.send(Action::SetSettings(Box::new(settings)));
        }
    });
}

/// The key of the name of an operator in the texts.
fn operator_key(name: &str) -> String {
    format!("fusion.{name}")
}

/// The name of a term in the reader's language, or the one that the ontology gives it.
pub fn term_name<'a>(cx: &'a Cx<'_>, term: TermCode) -> &'a str {
    name_of_term(cx.t, cx.knowledge.index().terms(), term)
}

/// The same where there is no panel.
pub fn name_of_term<'a>(texts: &'a Texts, terms: &'a Vocabulary, term: TermCode) -> &'a str {
    let key = match term {
        TermCode::VERY_GOOD => "term.VG",
        TermCode::GOOD => "term.G",
        TermCode::UNCERTAIN => "term.U",
        TermCode::BAD => "term.B",
        TermCode::VERY_BAD => "term.VB",
        _ => return terms.get(term).map_or("?", |term| term.name.as_str()),
    };
    texts.get(key)
}

/// The expert's own colour.
pub fn expert_color(cx: &Cx<'_>, id: ExpertId) -> Color32 {
    let [r, g, b] = cx.knowledge.expert(id).map_or([0x80; 3], |expert| expert.colour.0);
    Color32::from_rgb(r, g, b)
}

/// The expert's own colour for text, light enough to be read on a dark ground.
pub fn expert_ink(cx: &Cx<'_>, id: ExpertId) -> Color32 {
    let color = expert_color(cx, id);
    if cx.theme.dark { cx.theme.mix(color, Color32::WHITE, 0.45) } else { color }
}

/// A score from 0 to 1 as one of the colours that losses have, so that bad looks bad everywhere.
pub fn score_color(palette: LossPalette, score: f32) -> Color32 {
    palette.color(LossClass::of_score(score))
}

/// A sign for a score, for those who do not see colours alike.
pub fn score_sign(score: f32) -> &'static str {
    match score {
        s if s >= 0.8 => "++",
        s if s >= 0.6 => "+",
        s if s > 0.4 => "~",
        s if s > 0.2 => "−",
        _ => "−−",
    }
}

/// The score that a term stands for: the centre of its fuzzy set.
pub fn term_score(cx: &Cx<'_>, term: TermCode) -> f32 {
    cx.knowledge.index().terms().get(term).map_or(0.5, |term| term.set.centroid())
}

/// The mean score of several verdicts, for a place too small for each of them.
pub fn mean_score(cx: &Cx<'_>, marks: &[Mark]) -> Option<f32> {
    let sum: f32 = marks.iter().map(|mark| term_score(cx, mark.term)).sum();
    (!marks.is_empty()).then(|| sum / marks.len() as f32)
}

/// The verdicts on a node's move that may be seen: in blind mode one's own.
pub fn seen(cx: &Cx<'_>, node: NodeId) -> Vec<Mark> {
    let may_see = |mark: &&Mark| !cx.settings.blind || Some(mark.expert) == cx.here.me;
    cx.marks.of(node).iter().filter(may_see).copied().collect()
}

/// Whether verdicts are so far apart that one should know: two terms or more.
pub fn is_split(cx: &Cx<'_>, marks: impl Iterator<Item = TermCode>) -> bool {
    let (mut low, mut high) = (f32::MAX, f32::MIN);
    for term in marks {
        let score = term_score(cx, term);
        (low, high) = (low.min(score), high.max(score));
    }
    high - low > 0.4
}

/// The badges on the board: next moves, and the move shown.
pub fn badges(cx: &Cx<'_>) -> Vec<Badge> {
    if !cx.settings.grades {
        return Vec::new();
    }
    let here = cx.here;
    let mut said: Vec<(Move, Mark, bool)> = here.next.iter().map(|&(mv, mark)| (mv, mark, false)).collect();
    for waiting in &here.waiting {
        // What is on its way stands in the place of what it replaces.
        said.retain(|(mv, mark, _)| *mv != waiting.mv || Some(mark.expert) != here.me);
        said.extend(waiting.mark.map(|mark| (waiting.mv, mark, true)));
    }
    let shown = cx.view.as_ref().and_then(|view| view.last_point());
    said.extend(
        shown.into_iter().flat_map(|point| here.shown.iter().map(move |&mark| (Move::Play(point), mark, false))),
    );
    said.dedup_by_key(|(mv, mark, _)| (*mv, mark.expert));
    let mut badges = Vec::new();
    for &(mv, mark, is_waiting) in &said {
        let Move::Play(point) = mv else { continue };
        let same_move = said.iter().filter(|(other, ..)| *other == mv).map(|(_, mark, _)| mark.term);
        badges.push(Badge {
            point,
            text: mark.term.to_string(),
            color: expert_color(cx, mark.expert),
            is_waiting,
            is_split: is_split(cx, same_move),
        });
    }
    badges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::texts::Language;

    #[test]
    fn every_operator_has_a_name_and_a_help_in_every_language() {
        for language in Language::ALL {
            let texts = Texts::of(language);
            for operator in OPERATORS {
                let key = operator_key(operator.name());
                for key in [format!("{key}_help"), key] {
                    assert_ne!(texts.get(&key), key, "{language:?}");
                }
            }
        }
    }
}
