//! The rules of the game, as KataGo and KGS name them.

use super::Command;
use crate::board::Rules;
use crate::board::rules::{Compensation, KoRule, Scoring};
use crate::engine::Params;
use crate::gtp::server::call::DONE;
use crate::gtp::server::{Answer, Call, Refusal, Session};
use serde_json::{Map, Value, json};

pub(super) static COMMANDS: &[Command] = &[
    Command { name: "kata-set-rules", doc: "NAME or JSON: the rules from now on; komi stays", run: kata_set_rules },
    Command { name: "kata-get-rules", doc: "the rules as JSON", run: kata_get_rules },
    Command { name: "kata-set-rule", doc: "KEY VALUE: one of the rules", run: kata_set_rule },
    Command { name: "kgs-rules", doc: "japanese | chinese | aga | new_zealand: the rules", run: kgs_rules },
];

fn kata_set_rules(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let text = call.args.rest().join(" ");
    if text.starts_with('{') {
        let parts = serde_json::from_str(&text).map_err(Refusal::syntax)?;
        return set_parts(session, &parts);
    }
    set_named(session, &text)
}

fn kata_get_rules(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let cleans_up = session.player().params().clean_up;
    Ok(to_json(session.position().rules(), cleans_up).to_string())
}

fn kata_set_rule(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let key = call.args.need("a rule")?.to_owned();
    let text = call.args.need("a value")?;
    let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    set_parts(session, &Map::from_iter([(key, value)]))
}

fn kgs_rules(session: &mut Session, call: &mut Call<'_>) -> Answer {
    set_named(session, call.args.need("the name of the rules")?)
}

/// Takes rules by their name.
fn set_named(session: &mut Session, name: &str) -> Answer {
    // The rules of the AGA are read out of KataGo's `aga-button`, but the button is none that we have.
    if name.to_ascii_lowercase().contains("button") {
        return Err(Refusal::syntax(format_args!("`{name}` is not possible here: nobody takes a button")));
    }
    let rules = Rules::parse(name).map_err(Refusal::syntax)?;
    session.change(|position| position.set_rules(rules));
    DONE
}

/// Takes rules part by part, all of them or none.
fn set_parts(session: &mut Session, parts: &Map<String, Value>) -> Answer {
    let (rules, may_leave) = from_json(*session.position().rules(), parts)?;
    let params = session.player().params();
    if let Some(may_leave) = may_leave.filter(|&wanted| wanted != leaves_dead_stones(&rules, params.clean_up)) {
        if knows_no_dead_stones(&rules) {
            let why = "under Tromp-Taylor rules stones that are left on the board count as alive";
            return Err(Refusal::syntax(format_args!("`friendlyPassOk` of true is not possible here: {why}")));
        }
        let params = Params { clean_up: !may_leave, ..params.clone() };
        session.player().set_params(params);
    }
    session.change(|position| position.set_rules(rules));
    DONE
}

/// Whether stones stand at the end whatever became of them.
fn knows_no_dead_stones(rules: &Rules) -> bool {
    rules.plays_like(&Rules::TROMP_TAYLOR)
}

/// Whether we pass before dead stones are off the board: KataGo's `friendlyPassOk`.
fn leaves_dead_stones(rules: &Rules, cleans_up: bool) -> bool {
    !cleans_up && !knows_no_dead_stones(rules)
}

fn to_json(rules: &Rules, cleans_up: bool) -> Value {
    let ko = match rules.ko {
        KoRule::Simple => "SIMPLE",
        KoRule::Positional => "POSITIONAL",
        KoRule::Situational => "SITUATIONAL",
    };
    let bonus = match rules.compensation {
        Compensation::None => "0",
        Compensation::PerStone => "N",
        Compensation::PerStoneButOne => "N-1",
    };
    json!({
        "ko": ko,
        "scoring": if rules.scoring == Scoring::Area { "AREA" } else { "TERRITORY" },
        "tax": if rules.eyes_in_seki { "NONE" } else { "SEKI" },
        "suicide": rules.suicide,
        "whiteHandicapBonus": bonus,
        "hasButton": false,
        "friendlyPassOk": leaves_dead_stones(rules, cleans_up),
    })
}

/// Changes the rules that are named, and tells whether dead stones may be left if that is said; what we do not
/// know is refused.
fn from_json(mut rules: Rules, parts: &Map<String, Value>) -> Result<(Rules, Option<bool>), Refusal> {
    let mut may_leave = None;
    for (key, value) in parts {
        let text = value.as_str();
        let refuse = || Refusal::syntax(format_args!("`{key}` of {value} is not possible here"));
        match key.as_str() {
            "ko" => {
                rules.ko = match text {
                    Some("SIMPLE") => KoRule::Simple,
                    Some("POSITIONAL") => KoRule::Positional,
                    Some("SITUATIONAL") => KoRule::Situational,
                    _ => return Err(refuse()),
                }
            }
            "scoring" | "scoringRule" => {
                rules.scoring = match text {
                    Some("AREA") => Scoring::Area,
                    Some("TERRITORY") => Scoring::Territory,
                    _ => return Err(refuse()),
                }
            }
            "tax" | "taxRule" => {
                rules.eyes_in_seki = match text {
                    Some("NONE") => true,
                    Some("SEKI") => false,
                    _ => return Err(refuse()),
                }
            }
            "suicide" | "multiStoneSuicideLegal" => rules.suicide = value.as_bool().ok_or_else(refuse)?,
            "whiteHandicapBonus" => {
                rules.compensation = match (text, value.as_u64()) {
                    (Some("0"), _) | (None, Some(0)) => Compensation::None,
                    (Some("N"), _) => Compensation::PerStone,
                    (Some("N-1"), _) => Compensation::PerStoneButOne,
                    _ => return Err(refuse()),
                }
            }
            "hasButton" if value == &Value::Bool(false) => {}
            // A setting of ours, not of the rules.
            "friendlyPassOk" => may_leave = Some(value.as_bool().ok_or_else(refuse)?),
            _ => return Err(refuse()),
        }
    }
    Ok((rules, may_leave))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::rules::RULE_SETS;

    #[test]
    fn rules_come_back_from_json() {
        for set in RULE_SETS {
            let Value::Object(parts) = to_json(&set.rules, false) else { panic!("an object") };
            let (read, may_leave) = from_json(Rules::CHINESE, &parts).unwrap();
            assert_eq!(read.to_katago(), set.rules.to_katago());
            assert_eq!(may_leave, Some(set.id != "tromp-taylor"));
        }
        let bad = Map::from_iter([("tax".to_owned(), Value::from("ALL"))]);
        assert_eq!(
            from_json(Rules::CHINESE, &bad).unwrap_err().0,
            "syntax error: `tax` of \"ALL\" is not possible here"
        );
    }
}
