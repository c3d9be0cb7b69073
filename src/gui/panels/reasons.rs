//! Why a verdict bears on a position, in the reader's language.

use crate::gui::texts::Texts;
use crate::ontology::matching::PrefixHit;
use crate::ontology::matching::why::{Difference, Ground, Why, names};

/// The ground of a hit and what differs besides, in a sentence.
pub fn why(t: &Texts, why: &Why) -> String {
    let ground = match &why.ground {
        Ground::Same => t.get("reason.same").to_owned(),
        Ground::Exchanged => t.get("reason.exchanged").to_owned(),
        Ground::Near { points, lines, size } => {
            let (n, names) = (points.len(), names(points, *size));
            let key = if n == 1 { "reason.near_one" } else { "reason.near" };
            let mut text = t.fill(key, &[("n", &n), ("points", &names)]);
            if let Some(lines) = lines {
                let key = if *lines == 1 { "reason.line" } else { "reason.lines" };
                text += &t.fill(key, &[("n", lines)]);
            }
            text
        }
        Ground::Local { span, stones } => t.fill("reason.local", &[("span", span), ("n", stones)]),
    };
    with(t, ground, &why.differences)
}

/// How far a game follows a pattern, in a sentence.
pub fn follows(t: &Texts, hit: &PrefixHit) -> String {
    let all = hit.common == hit.length;
    let parts: [(&str, &dyn std::fmt::Display); 3] = [("name", &hit.name), ("n", &hit.common), ("length", &hit.length)];
    let mut text = t.fill(if all { "reason.follows" } else { "reason.followed" }, &parts);
    if let Some(next) = hit.next {
        let key = if all { "reason.goes_on" } else { "reason.went_on" };
        text += t.get("reason.and");
        text += &t.fill(key, &[("row", &hit.label), ("move", &next.to_gtp(hit.size))]);
    }
    with(t, text, &hit.differences)
}

fn with(t: &Texts, mut text: String, differences: &[Difference]) -> String {
    for difference in differences {
        text += t.get("reason.and");
        text += &match difference {
            Difference::Komi { here, there, exchanged } => {
                let key = if *exchanged { "reason.komi_exchanged" } else { "reason.komi" };
                t.fill(key, &[("here", here), ("there", there)])
            }
            Difference::NoKomi { here } => t.fill("reason.no_komi", &[("here", here)]),
            Difference::Rules { here, there } => {
                t.fill("reason.rules", &[("here", &t.rules(here)), ("there", &t.rules(there))])
            }
            Difference::NoRules => t.get("reason.no_rules").to_owned(),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Point};
    use crate::gui::texts::Language;
    use crate::ontology::{BranchLabel, PatternId};

    fn grounds() -> Vec<Ground> {
        let points = vec![Point::new(2, 2), Point::new(2, 3)];
        vec![
            Ground::Same,
            Ground::Exchanged,
            Ground::Near { points: points.clone(), lines: Some(3), size: 9 },
            Ground::Near { points: points[..1].to_vec(), lines: Some(1), size: 9 },
            Ground::Near { points, lines: None, size: 9 },
            Ground::Local { span: 7, stones: 4 },
        ]
    }

    fn differences() -> Vec<Difference> {
        let rules = |name: &str| name.to_owned();
        vec![
            Difference::Komi { here: 6.5, there: 7.5, exchanged: false },
            Difference::Komi { here: 6.5, there: -7.5, exchanged: true },
            Difference::NoKomi { here: 6.5 },
            Difference::Rules { here: rules("Japanese"), there: rules("Chinese") },
            Difference::NoRules,
        ]
    }

    #[test]
    fn english_says_what_the_command_line_says() {
        let t = Texts::of(Language::English);
        for ground in grounds() {
            for difference in differences() {
                let reason = Why { ground: ground.clone(), differences: vec![difference] };
                assert_eq!(why(&t, &reason), reason.to_string());
            }
        }
        for (common, next) in [(3, Some(Move::Pass)), (2, Some(Move::Play(Point::new(4, 4)))), (2, None)] {
            let hit = PrefixHit {
                pattern: PatternId(1),
                label: BranchLabel::parse("M3-A").unwrap(),
                common,
                length: 3,
                next,
                degree: 1.0,
                name: "Pattern 1".to_owned(),
                size: 9,
                differences: differences(),
            };
            assert_eq!(follows(&t, &hit), hit.why());
        }
    }

    #[test]
    fn other_languages_say_it_in_their_own_words() {
        for language in [Language::Chinese, Language::Japanese] {
            let t = Texts::of(language);
            for ground in grounds() {
                let reason = Why { ground, differences: differences() };
                let said = why(&t, &reason);
                assert!(!said.contains('{') && !said.contains("the ") && !said.contains(" is "), "{said}");
            }
        }
    }
}
