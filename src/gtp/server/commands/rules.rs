//! The rules of the game, as KataGo and KGS name them.

use super::Command;
use crate::board::Rules;
use crate::board::rules::{Compensation, KoRule, Scoring};
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
    let rules = match text.starts_with('{') {
        true => {
            let parts: Map<String, Value> = serde_json::from_str(&text).map_err(Refusal::syntax)?;
            from_json(*session.position().rules(), &parts)?
        }
        false => Rules::parse(&text).map_err(Refusal::syntax)?,
    };
    session.change(|position| position.set_rules(rules));
    DONE
}

fn kata_get_rules(session: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(to_json(session.position().rules()).to_string())
}

fn kata_set_rule(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let key = call.args.need("a rule")?.to_owned();
    let text = call.args.need("a value")?;
    let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    let rules = from_json(*session.position().rules(), &Map::from_iter([(key, value)]))?;
    session.change(|position| position.set_rules(rules));
    DONE
}

fn kgs_rules(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let rules = Rules::parse(call.args.need("the name of the rules")?).map_err(Refusal::syntax)?;
    session.change(|position| position.set_rules(rules));
    DONE
}

fn to_json(rules: &Rules) -> Value {
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
        "friendlyPassOk": true,
    })
}

/// Changes the rules that are named; what we do not know is refused.
fn from_json(mut rules: Rules, parts: &Map<String, Value>) -> Result<Rules, Refusal> {
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
            // A matter between programs, not of the rules.
            "friendlyPassOk" => {}
            _ => return Err(refuse()),
        }
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::rules::RULE_SETS;

    #[test]
    fn rules_come_back_from_json() {
        for set in RULE_SETS {
            let Value::Object(parts) = to_json(&set.rules) else { panic!("an object") };
            let read = from_json(Rules::CHINESE, &parts).unwrap();
            assert_eq!(read.to_katago(), set.rules.to_katago());
        }
        let bad = Map::from_iter([("tax".to_owned(), Value::from("ALL"))]);
        assert_eq!(
            from_json(Rules::CHINESE, &bad).unwrap_err().0,
            "syntax error: `tax` of \"ALL\" is not possible here"
        );
    }
}
