//! Why a move, in the language of its reader: what the window shows and `fuzeki patterns show` prints.

use super::{Kind, Why, across};
use crate::app::texts::Texts;
use crate::patterns::{Effects, Family, Feature};

/// What makes a move less than so many times likelier or less likely is no reason.
const REASON: f32 = 1.15;

/// How likely strong players choose the move.
pub fn probability(t: &Texts, why: &Why) -> String {
    t.fill("why.probability", &[("n", &percent(why.probability))])
}

/// Its place among so many moves.
pub fn rank(t: &Texts, why: &Why, moves: usize) -> String {
    t.fill("why.rank", &[("n", &why.rank), ("all", &moves)])
}

/// Small shares need a digit more.
fn percent(share: f32) -> String {
    let percent = 100.0 * share;
    if percent < 0.1 { "< 0.1".to_owned() } else { format!("{percent:.1}") }
}

/// The reasons that count, the strongest first: how many times as likely each makes the move, and what it is.
pub fn told(t: &Texts, why: &Why) -> Vec<(f32, String)> {
    let counting = why.reasons.iter().filter(|reason| counts(reason.1));
    counting.map(|&(kind, factor)| (factor, sentence(t, why, kind, factor))).collect()
}

fn counts(factor: f32) -> bool {
    !(1.0 / REASON..=REASON).contains(&factor)
}

/// So many times as likely, or less likely.
pub fn times(factor: f32) -> String {
    let (sign, value) = if factor >= 1.0 { ("×", factor) } else { ("÷", 1.0 / factor) };
    match value {
        v if v < 10.0 => format!("{sign} {v:.1}"),
        v if v < 1000.0 => format!("{sign} {v:.0}"),
        _ => format!("{sign} > 1000"),
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

/// What a move does to the chains around it, the sharpest first. What is known of chains is how they were before
/// the move, so the texts must not tell what becomes of them.
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

/// What a feature is about.
pub fn feature(t: &Texts, feature: &Feature) -> String {
    let name = t.get(family_key(feature.family));
    let size = feature.size;
    let detail = match (feature.family, size) {
        (Family::Whole, _) => return name.to_owned(),
        (Family::Tactics, 0) => t.get("why.part.sharp").to_owned(),
        (Family::Tactics, 1) => t.get("why.part.quiet").to_owned(),
        (Family::Tactics, 2) => t.get("why.part.effects").to_owned(),
        (Family::Tactics, 3) => t.get("why.part.effects_shape").to_owned(),
        (Family::Tactics, _) => t.get("why.part.effects_last").to_owned(),
        (Family::Place, 0) => t.get("why.part.place").to_owned(),
        (Family::Place, _) => t.get("why.part.place_stage").to_owned(),
        (Family::Distance, 0) => t.get("why.part.distances").to_owned(),
        (Family::Distance, 1) => t.get("why.part.last_line").to_owned(),
        (Family::Distance, 2) => t.get("why.part.before_line").to_owned(),
        (Family::Distance, _) => t.get("why.part.last_place").to_owned(),
        (Family::Corner, _) => t.fill("why.part.corner", &[("n", &size)]),
        (_, 0) => t.get("why.part.marks").to_owned(),
        (Family::Reply | Family::StatusReply, _) => region(t, "why.part.region_last", size),
        _ => region(t, "why.part.region", size),
    };
    t.fill("why.feature", &[("name", &name), ("detail", &detail)])
}

fn region(t: &Texts, key: &str, size: u8) -> String {
    t.fill(key, &[("n", &across(size)), ("size", &size)])
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
    use crate::app::texts::Language;
    use crate::app::why::Policy;
    use crate::board::{Position, Rules};

    #[test]
    fn every_reason_is_a_sentence_in_every_language() {
        let position = Position::new(9, Rules::CHINESE);
        let policy = Policy::of(&position).unwrap();
        let mut why = policy.why(policy.moves()[0].0).unwrap();
        for language in Language::ALL {
            let texts = Texts::of(language);
            for family in Family::ALL {
                for size in 0..=14 {
                    let text = feature(&texts, &Feature { family, size, key: 0 });
                    assert!(!text.contains("why.") && !text.contains('{'), "{language:?} {family:?} {size}: {text}");
                }
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
    fn features_are_told_in_words() {
        let english = Texts::of(Language::English);
        let told = |family, size| feature(&english, &Feature { family, size, key: 0 });
        assert_eq!(told(Family::Tactics, 0), "Tactics: captures, ataris, dangers");
        assert_eq!(told(Family::Distance, 0), "Distance to the last moves: to both of them");
        assert_eq!(told(Family::Shape, 6), "Shape: 7 lines across, size 6");
        assert_eq!(told(Family::Whole, 0), "Whole board");
    }

    /// A stone that fills its own last liberty but one neither saves nor strengthens what it joins.
    #[test]
    fn a_move_that_leaves_its_stones_in_atari_is_not_said_to_help_them() {
        let english = Texts::of(Language::English);
        let effects = Effects { self_atari: 2, short_own: true, defends: true, extends: 1, ..Effects::default() };
        let text = facts(&english, &effects);
        assert!(text.contains("leaves own stones in atari"), "{text}");
        assert!(["saves", "protects", "gives liberties"].iter().all(|claim| !text.contains(claim)), "{text}");
    }

    #[test]
    fn factors_are_written_as_people_say_them() {
        assert_eq!((times(3.24), times(0.05), times(1e5)), ("× 3.2".into(), "÷ 20".into(), "× > 1000".into()));
        assert!(counts(2.0) && counts(0.5) && !counts(1.0));
    }
}
