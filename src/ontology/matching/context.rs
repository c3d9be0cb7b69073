//! Rules and komi of a verdict against those of the game at hand: a difference lowers the degree and
//! says so.

use super::why::Difference;
use crate::board::rules::Rules;

/// Rules and komi, each if known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    /// The rules as named.
    pub rules: Option<String>,
    /// Komi in points.
    pub komi: Option<f32>,
    parsed: Option<Rules>,
}

impl Context {
    /// From a name of rules and a komi.
    pub fn new(rules: Option<&str>, komi: Option<f32>) -> Context {
        Context { rules: rules.map(str::to_owned), komi, parsed: rules.and_then(|r| Rules::parse(r).ok()) }
    }

    /// Of a position in play.
    pub fn of(rules: &Rules, komi: f32) -> Context {
        Context { rules: Some(rules.name().to_owned()), komi: Some(komi), parsed: Some(*rules) }
    }
}

/// How far a verdict's context carries over.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// In [0, 1].
    pub degree: f32,
    /// What differs; empty when nothing does.
    pub differences: Vec<Difference>,
}

/// At this difference of komi the degree is half, and it falls no further: a good move stays a move
/// to look at.
const HALF_KOMI: f32 = 14.0;

/// Compares the context of a verdict (`there`) with the one at hand (`here`), and says what differs.
/// With colours exchanged komi is Black's on one side.
pub fn agreement(here: &Context, there: &Context, exchanged: bool) -> Agreement {
    let mut differences = Vec::new();
    match (here.komi, there.komi.map(|k| if exchanged { -k } else { k })) {
        (Some(ours), Some(theirs)) if komi_degree(here, there, exchanged) < 1.0 => {
            differences.push(Difference::Komi { here: ours, there: theirs, exchanged });
        }
        (Some(ours), None) => differences.push(Difference::NoKomi { here: ours }),
        _ => {}
    }
    if rules_degree(here, there) < 1.0 {
        let name = |c: &Context| c.parsed.map_or(c.rules.clone().unwrap_or_default(), |r| r.name().to_owned());
        differences.push(match there.rules {
            Some(_) => Difference::Rules { here: name(here), there: name(there) },
            None => Difference::NoRules,
        });
    }
    Agreement { degree: agreement_degree(here, there, exchanged), differences }
}

/// The degree of [`agreement`] alone, for the search.
pub fn agreement_degree(here: &Context, there: &Context, exchanged: bool) -> f32 {
    komi_degree(here, there, exchanged) * rules_degree(here, there)
}

fn komi_degree(here: &Context, there: &Context, exchanged: bool) -> f32 {
    match (here.komi, there.komi) {
        (Some(ours), Some(theirs)) => {
            let difference = (ours - if exchanged { -theirs } else { theirs }).abs();
            if difference <= 1e-3 { 1.0 } else { 1.0 - 0.5 * (difference / HALF_KOMI).min(1.0) }
        }
        (Some(_), None) => 0.95,
        (None, _) => 1.0,
    }
}

fn rules_degree(here: &Context, there: &Context) -> f32 {
    match (&here.rules, &there.rules) {
        (Some(ours), Some(theirs)) => match (here.parsed, there.parsed) {
            (Some(a), Some(b)) if a.plays_like(&b) => 1.0,
            // Area against area differs by a point at most; area against territory by more.
            (Some(a), Some(b)) if a.scoring == b.scoring => 0.98,
            _ if ours.eq_ignore_ascii_case(theirs) => 1.0,
            _ => 0.93,
        },
        (Some(_), None) => 0.98,
        (None, _) => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_context_says_nothing() {
        let a = Context::new(Some("Chinese"), Some(7.5));
        let b = Context::new(Some("chinese"), Some(7.5));
        assert_eq!(agreement(&a, &b, false), Agreement { degree: 1.0, differences: vec![] });
    }

    #[test]
    fn another_komi_lowers_the_degree_and_is_told() {
        let here = Context::new(Some("chinese"), Some(5.5));
        let there = Context::new(Some("chinese"), Some(7.5));
        let two = agreement(&here, &there, false);
        assert_eq!(two.differences, [Difference::Komi { here: 5.5, there: 7.5, exchanged: false }]);
        assert_eq!(two.differences[0].to_string(), "komi is 5.5 here and 7.5 there");
        let far = agreement(&Context::new(Some("chinese"), Some(-60.0)), &there, false);
        assert!(far.degree < two.degree && two.degree < 1.0);
        assert!((far.degree - 0.5).abs() < 1e-6, "never below one half");
    }

    #[test]
    fn other_rules_are_told() {
        let here = Context::new(Some("japanese"), Some(6.5));
        let said = agreement(&here, &Context::new(Some("cn"), Some(6.5)), false);
        assert_eq!(said.differences[0].to_string(), "rules are Japanese here and Chinese there");
        assert!(agreement(&here, &Context::new(None, None), false).degree < 1.0);
        assert_eq!(agreement(&Context::default(), &here, false).degree, 1.0, "nothing known, nothing held against");
    }

    #[test]
    fn with_colours_exchanged_komi_changes_sides() {
        let even = Context::new(None, Some(0.0));
        assert_eq!(agreement(&even, &even, true).degree, 1.0);
        let komi = Context::new(None, Some(7.5));
        assert!(agreement(&komi, &komi, true).degree <= 0.5 + 1e-6);
    }
}
