//! Why strong players would choose a move: what the learnt patterns say for and against it.

use crate::board::{Point, Position};
use crate::gui::texts::Texts;
use crate::patterns::{Extractor, Family, shipped};
use egui::{Grid, RichText, Ui};

/// Families that are listed: the rest says next to nothing.
const LISTED: usize = 6;

/// The probability of a move, and the kinds of patterns that weigh most, for and against.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// From 0 to 1.
    pub probability: f32,
    /// Kinds of patterns with the sum of their weights, the heaviest first.
    pub families: Vec<(Family, f32)>,
}

impl Why {
    /// Asks the patterns about a legal move; `None` where there is nothing to ask.
    pub fn of(position: &Position, point: Point) -> Option<Why> {
        let models = shipped().ok()?;
        let model = models.of(position.size())?;
        let (board, to_play, last) = (position.board(), position.to_play(), position.last_points());
        let probability = model.policy(board, to_play, last).iter().find(|m| m.0 == point)?.1;
        let mut extractor = Extractor::new();
        extractor.look(board, to_play, last);
        let terms = model.explain(&extractor, board, point);
        let sum = |family| terms.iter().filter(|t| t.feature.family == family).map(|t| t.weight).sum::<f32>();
        let mut families: Vec<(Family, f32)> = Family::ALL.into_iter().map(|family| (family, sum(family))).collect();
        families.retain(|f| f.1 != 0.0);
        families.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        families.truncate(LISTED);
        Some(Why { probability, families })
    }
}

/// Draws it.
pub fn show(ui: &mut Ui, t: &Texts, position: &Position, point: Point) {
    let Some(why) = Why::of(position, point) else { return };
    ui.label(t.fill("why.probability", &[("n", &format!("{:.1}", 100.0 * why.probability))]));
    Grid::new("why").num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for (family, weight) in why.families {
            ui.label(RichText::new(t.get(text_key(family))).small());
            ui.label(RichText::new(format!("{weight:+.2}")).small().monospace());
            ui.end_row();
        }
    });
}

fn text_key(family: Family) -> &'static str {
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
    fn a_likely_move_has_reasons_and_an_illegal_one_none() {
        let mut position = Position::new(19, Rules::JAPANESE);
        position.play(Point::new(15, 3).into()).unwrap();
        let corner = Why::of(&position, Point::new(3, 3)).unwrap();
        let edge = Why::of(&position, Point::new(0, 9)).unwrap();
        assert!(corner.probability > 0.02 && edge.probability < 0.001, "{corner:?} {edge:?}");
        assert!(!corner.families.is_empty() && corner.families.len() <= LISTED);
        assert!(Why::of(&position, Point::new(15, 3)).is_none());
    }

    #[test]
    fn every_family_has_a_text_in_every_language() {
        for language in Language::ALL {
            let texts = Texts::of(language);
            for family in Family::ALL {
                assert_ne!(texts.get(text_key(family)), text_key(family), "{language:?}");
            }
        }
    }
}
