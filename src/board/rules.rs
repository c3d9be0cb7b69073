//! Rule sets: what is legal, when a game ends, and what counts.
//!
//! [`RULE_SETS`] is the registry: names, spellings, sources. Everything else asks a [`Rules`] value,
//! which may also be none of them.

use serde::{Deserialize, Serialize};

/// What is counted at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// Stones on the board and the empty points they surround.
    Area,
    /// Surrounded empty points and prisoners.
    Territory,
}

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KoRule {
    /// Only taking back at once in a ko. Longer cycles are allowed; see [`super::Position::repeats`].
    Simple,
    /// No move may bring back a whole-board position that was there before.
    Positional,
    /// No move may bring back a whole-board position with the same player to move.
    Situational,
}

/// What White receives for Black's handicap stones when areas are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compensation {
    /// Nothing.
    None,
    /// One point for each handicap stone.
    PerStone,
    /// One point for each handicap stone but the first.
    PerStoneButOne,
}

impl Compensation {
    /// Points for White against so many handicap stones.
    pub const fn points(self, handicap: u32) -> u32 {
        match self {
            Compensation::None => 0,
            Compensation::PerStone => handicap,
            Compensation::PerStoneButOne => handicap.saturating_sub(1),
        }
    }
}

/// How passes end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndRule {
    /// Two passes in succession.
    TwoPasses,
    /// Two passes in succession, the last one by White; a third where it was Black's.
    WhitePassesLast,
}

/// Everything about the rules that changes legality, the end, or the score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// What is counted.
    pub scoring: Scoring,
    /// Which repetitions are forbidden.
    pub ko: KoRule,
    /// Whether a player may take his own stones off the board.
    pub suicide: bool,
    /// Whether eyes of groups in seki count.
    pub eyes_in_seki: bool,
    /// What White receives for handicap stones.
    pub compensation: Compensation,
    /// How passes end a game.
    pub end: EndRule,
    /// Komi of an even game.
    pub komi: f32,
    /// Komi of a handicap game, before compensation.
    pub handicap_komi: f32,
}

impl Rules {
    /// Chinese competition rules (2002). Article 20 forbids a repetition of the whole board, as KGS and
    /// OGS do; the compensation is the "returned" stones of a handicap game.
    pub const CHINESE: Rules = Rules {
        scoring: Scoring::Area,
        ko: KoRule::Positional,
        suicide: false,
        eyes_in_seki: true,
        compensation: Compensation::PerStone,
        end: EndRule::TwoPasses,
        komi: 7.5,
        handicap_komi: 0.0,
    };

    /// Japanese rules (Nihon Ki-in, 1989): article 6 (simple ko), 7 and 8 (no territory in seki),
    /// 9 (two passes), 12 (a long cycle may end a game without result).
    pub const JAPANESE: Rules = Rules {
        scoring: Scoring::Territory,
        ko: KoRule::Simple,
        suicide: false,
        eyes_in_seki: false,
        compensation: Compensation::None,
        end: EndRule::TwoPasses,
        komi: 6.5,
        handicap_komi: 0.0,
    };

    /// Korean rules (Korea Baduk Association): here they differ from the Japanese by name only.
    pub const KOREAN: Rules = Rules::JAPANESE;

    /// AGA rules (1991; komi of 7.5 since 2005): rule 3 (half a point of komi in handicap games), 4 (one
    /// point for each handicap stone after the first when areas are counted), 5 (no suicide), 6 (no
    /// repetition with the same player to move), 11 (White makes the last move, if need be by a third
    /// pass). Pass stones make counting by territory equal to counting by area, so area it is.
    pub const AGA: Rules = Rules {
        scoring: Scoring::Area,
        ko: KoRule::Situational,
        suicide: false,
        eyes_in_seki: true,
        compensation: Compensation::PerStoneButOne,
        end: EndRule::WhitePassesLast,
        komi: 7.5,
        handicap_komi: 0.5,
    };

    /// New Zealand rules (New Zealand Go Society): a move may not repeat the board "as it was after any
    /// of that player's previous moves"; suicide is a play like others; komi 7 and none with handicap,
    /// where White passes the first moves and receives nothing for it. The end by agreement is taken to
    /// be two passes.
    pub const NEW_ZEALAND: Rules = Rules {
        scoring: Scoring::Area,
        ko: KoRule::Situational,
        suicide: true,
        eyes_in_seki: true,
        compensation: Compensation::None,
        end: EndRule::TwoPasses,
        komi: 7.0,
        handicap_komi: 0.0,
    };

    /// Tromp-Taylor rules (1995), the logical rules of programs. They know no komi; 7.5 is the habit.
    pub const TROMP_TAYLOR: Rules = Rules {
        scoring: Scoring::Area,
        ko: KoRule::Positional,
        suicide: true,
        eyes_in_seki: true,
        compensation: Compensation::None,
        end: EndRule::TwoPasses,
        komi: 7.5,
        handicap_komi: 0.0,
    };

    /// The usual komi with so many handicap stones. One stone is no handicap but the first move.
    pub const fn default_komi(&self, handicap: u32) -> f32 {
        if handicap < 2 { self.komi } else { self.handicap_komi }
    }

    /// What White receives for handicap stones, beside komi.
    pub const fn handicap_points(&self, handicap: u32) -> u32 {
        match self.scoring {
            Scoring::Area if handicap >= 2 => self.compensation.points(handicap),
            _ => 0,
        }
    }

    /// Reads the name of a rule set as it stands in SGF (`RU`), as GTP and KataGo say it
    /// (`tromp-taylor`, `chinese-kgs`, `koSIMPLEscoreAREAtaxNONEsui0`), or as people write it.
    pub fn parse(text: &str) -> Result<Rules, UnknownRules> {
        let unknown = || UnknownRules { text: text.to_owned() };
        if let Some(rules) = parse_parts(text) {
            return Ok(rules);
        }
        let plain: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        if plain.is_empty() {
            return Err(unknown());
        }
        if let Some(variant) = VARIANTS.iter().find(|v| v.0 == plain) {
            return Ok(variant.1);
        }
        if let Some(set) = RULE_SETS.iter().find(|set| set.spellings.contains(&plain.as_str())) {
            return Ok(set.rules);
        }
        // "Japanese rules, 6.5 points komi", "NZ (situational superko)": the one rule set whose name occurs,
        // if it is one only.
        let words: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .map(|word| word.chars().flat_map(char::to_lowercase).collect())
            .collect();
        let occurs = |spelling: &&str| {
            words.iter().any(|word| word == spelling) || is_telling(spelling) && plain.contains(spelling)
        };
        let mut named = RULE_SETS
            .iter()
            .filter(|set| set.spellings.iter().filter(|spelling| !WAYS_TO_COUNT.contains(spelling)).any(&occurs));
        match (named.next(), named.next()) {
            (Some(set), None) => Ok(set.rules),
            _ => Err(unknown()),
        }
    }

    /// The name for people, or `custom` when these are none of the known rule sets. Komi does not count.
    pub fn name(&self) -> &'static str {
        self.rule_set().map_or("custom", |set| set.name)
    }

    /// The name for GTP and KataGo, where there is one. Japanese stands for Korean too.
    pub fn rule_set(&self) -> Option<&'static RuleSet> {
        RULE_SETS.iter().find(|set| set.rules.plays_like(self))
    }

    /// The same but for komi.
    pub fn plays_like(&self, other: &Rules) -> bool {
        Rules { komi: other.komi, handicap_komi: other.handicap_komi, ..*self } == *other
    }

    /// The rules in KataGo's one-word form, for engines to which names mean something else.
    pub fn to_katago(&self) -> String {
        let ko = match self.ko {
            KoRule::Simple => "SIMPLE",
            KoRule::Positional => "POSITIONAL",
            KoRule::Situational => "SITUATIONAL",
        };
        let score = match self.scoring {
            Scoring::Area => "AREA",
            Scoring::Territory => "TERRITORY",
        };
        let tax = if self.eyes_in_seki { "NONE" } else { "SEKI" };
        let bonus = match self.compensation {
            Compensation::None => "0",
            Compensation::PerStone => "N",
            Compensation::PerStoneButOne => "N-1",
        };
        format!("ko{ko}score{score}tax{tax}sui{}whb{bonus}", u8::from(self.suicide))
    }
}

impl Default for Rules {
    /// Chinese: area scoring is what the engine plays best.
    fn default() -> Self {
        Rules::CHINESE
    }
}

/// Spellings that stand for a rule set only where nothing else is said: several count so.
const WAYS_TO_COUNT: [&str; 5] = ["area", "territory", "territoire", "数子", "數子"];

/// Names of less than four letters occur within other words.
fn is_telling(spelling: &str) -> bool {
    spelling.chars().count() >= 4 || !spelling.is_ascii()
}

/// KataGo's one-word form. Parts may be missing, their order is free.
fn parse_parts(text: &str) -> Option<Rules> {
    // `whbN-1` before `whbN`: the first that fits is taken.
    const WORDS: [&str; 13] = [
        "koSIMPLE",
        "koPOSITIONAL",
        "koSITUATIONAL",
        "scoreAREA",
        "scoreTERRITORY",
        "taxNONE",
        "taxSEKI",
        "sui0",
        "sui1",
        "whb0",
        "whbN-1",
        "whbN",
        "fpok",
    ];
    let mut rest = text.trim();
    if !rest.starts_with("ko") && !rest.starts_with("score") {
        return None;
    }
    let mut rules = Rules { compensation: Compensation::None, ..Rules::CHINESE };
    let mut eyes_in_seki = None;
    while !rest.is_empty() {
        let word = WORDS.into_iter().find(|word| rest.starts_with(word))?;
        match word {
            "koSIMPLE" => rules.ko = KoRule::Simple,
            "koPOSITIONAL" => rules.ko = KoRule::Positional,
            "koSITUATIONAL" => rules.ko = KoRule::Situational,
            "scoreAREA" => rules.scoring = Scoring::Area,
            "scoreTERRITORY" => rules.scoring = Scoring::Territory,
            "taxNONE" => eyes_in_seki = Some(true),
            "taxSEKI" => eyes_in_seki = Some(false),
            "sui0" => rules.suicide = false,
            "sui1" => rules.suicide = true,
            "whb0" => rules.compensation = Compensation::None,
            "whbN-1" => rules.compensation = Compensation::PerStoneButOne,
            "whbN" => rules.compensation = Compensation::PerStone,
            _ => {} // `fpok`, the friendly pass: a matter between programs, not of the rules
        }
        rest = &rest[word.len()..];
    }
    rules.eyes_in_seki = eyes_in_seki.unwrap_or(rules.scoring == Scoring::Area);
    if rules.scoring == Scoring::Territory {
        rules.komi = Rules::JAPANESE.komi;
    }
    Some(rules)
}

/// The text names no rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` names no known rules; write one of {}", names())]
pub struct UnknownRules {
    /// What was written.
    pub text: String,
}

fn names() -> String {
    RULE_SETS.iter().map(|set| set.id).collect::<Vec<_>>().join(", ")
}

/// A rule set with its names.
#[derive(Clone, Copy, Debug)]
pub struct RuleSet {
    /// The name for programs, as KataGo says it.
    pub id: &'static str,
    /// The name for people, and for `RU` in SGF.
    pub name: &'static str,
    /// Spellings that mean it, in lower case without anything but letters and digits.
    pub spellings: &'static [&'static str],
    /// The rules.
    pub rules: Rules,
}

/// All rule sets, the default first.
pub static RULE_SETS: &[RuleSet] = &[
    RuleSet {
        id: "chinese",
        name: "Chinese",
        spellings: &["chinese", "cn", "china", "chineserules", "area", "zhongguo", "中国", "中國", "数子", "數子"],
        rules: Rules::CHINESE,
    },
    RuleSet {
        id: "japanese",
        name: "Japanese",
        spellings: &["japanese", "jp", "jpn", "japan", "territory", "nihonkiin", "kansaikiin", "日本", "territoire"],
        rules: Rules::JAPANESE,
    },
    RuleSet {
        id: "korean",
        name: "Korean",
        spellings: &["korean", "kr", "kor", "korea", "한국", "韩国", "韓国", "韓國"],
        rules: Rules::KOREAN,
    },
    RuleSet {
        id: "aga",
        name: "AGA",
        spellings: &["aga", "agarules", "american", "bga", "british", "french", "ffg", "usgo"],
        rules: Rules::AGA,
    },
    RuleSet {
        id: "new-zealand",
        name: "New Zealand",
        spellings: &["nz", "newzealand", "nzgs", "nzrules"],
        rules: Rules::NEW_ZEALAND,
    },
    RuleSet {
        id: "tromp-taylor",
        name: "Tromp-Taylor",
        spellings: &["tromptaylor", "tt", "trompandtaylor", "logical", "cgos"],
        rules: Rules::TROMP_TAYLOR,
    },
];

/// Names of KataGo that mean a variant of a rule set. Plain `chinese` is for us what Chinese rules
/// say and servers do, so theirs without superko has a name of its own.
static VARIANTS: &[(&str, Rules)] = &[
    ("chineseogs", Rules::CHINESE),
    ("chinesekgs", Rules::CHINESE),
    ("chinesesimple", Rules { ko: KoRule::Simple, ..Rules::CHINESE }),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_in_any_spelling() {
        for (text, rules) in [
            ("Chinese", Rules::CHINESE),
            ("CHINESE rules", Rules::CHINESE),
            ("中国规则", Rules::CHINESE),
            ("Japanese", Rules::JAPANESE),
            ("japanese, komi 6.5", Rules::JAPANESE),
            ("Nihon Ki-in", Rules::JAPANESE),
            ("Korean", Rules::KOREAN),
            ("AGA", Rules::AGA),
            ("NZ", Rules::NEW_ZEALAND),
            ("new_zealand", Rules::NEW_ZEALAND),
            ("tromp-taylor", Rules::TROMP_TAYLOR),
            ("Tromp Taylor", Rules::TROMP_TAYLOR),
            ("chinese-ogs", Rules::CHINESE),
            ("AGA, area counting", Rules::AGA),
            ("NZ (situational superko)", Rules::NEW_ZEALAND),
            ("JP rules", Rules::JAPANESE),
            ("Territory", Rules::JAPANESE),
            ("KOREAN", Rules::KOREAN),
        ] {
            assert_eq!(Rules::parse(text), Ok(rules), "{text}");
        }
    }

    #[test]
    fn every_name_we_give_reads_back() {
        for set in RULE_SETS {
            assert_eq!(Rules::parse(set.id), Ok(set.rules));
            assert_eq!(Rules::parse(set.name), Ok(set.rules));
            assert!(Rules::parse(&set.rules.to_katago()).unwrap().to_katago() == set.rules.to_katago());
            for spelling in set.spellings {
                assert_eq!(Rules::parse(spelling), Ok(set.rules), "{spelling}");
            }
        }
        assert_eq!(Rules::NEW_ZEALAND.name(), "New Zealand");
        assert_eq!(Rules { komi: 0.5, ..Rules::AGA }.name(), "AGA");
        assert_eq!(Rules { suicide: true, ..Rules::JAPANESE }.name(), "custom");
    }

    #[test]
    fn what_is_unknown_is_refused_with_the_names_that_are_not() {
        for text in ["", "??", "ing", "Japanese or Chinese", "koWRONG", "nonsense", "Agatha", "area or territory"] {
            assert!(Rules::parse(text).is_err(), "{text}");
        }
        let error = Rules::parse("ing").unwrap_err().to_string();
        assert!(error.starts_with("`ing` names no known rules; write one of chinese, japanese,"), "{error}");
    }

    #[test]
    fn katagos_words_set_each_part() {
        let rules = Rules::parse("koSITUATIONALscoreTERRITORYtaxNONEsui1whbN-1").unwrap();
        assert_eq!((rules.ko, rules.scoring, rules.suicide), (KoRule::Situational, Scoring::Territory, true));
        assert!(rules.eyes_in_seki);
        assert_eq!(rules.compensation, Compensation::PerStoneButOne);
        assert!(!Rules::parse("koSIMPLEscoreTERRITORY").unwrap().eyes_in_seki);
    }

    #[test]
    fn handicap_costs_what_each_rule_set_says() {
        let points = |rules: Rules| [0, 1, 2, 9].map(|n| rules.handicap_points(n));
        assert_eq!(points(Rules::CHINESE), [0, 0, 2, 9]);
        assert_eq!(points(Rules::AGA), [0, 0, 1, 8]);
        assert_eq!(points(Rules::NEW_ZEALAND), [0; 4]);
        assert_eq!(points(Rules::JAPANESE), [0; 4]);
        assert_eq!(Rules::AGA.default_komi(1), 7.5);
        assert_eq!(Rules::AGA.default_komi(4), 0.5);
        assert_eq!(Rules::NEW_ZEALAND.default_komi(0), 7.0);
    }
}
