//! Every technique of the engine as a named parameter, declared once.
//!
//! One line in `params!` gives the field, its default, its range, its documentation, the key in a
//! TOML file, the name in GTP and the slider in the settings window: they all walk [`REGISTRY`].

use crate::util::suggest::nearest;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The value of a parameter, whatever its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// On or off.
    Switch(bool),
    /// A whole number.
    Whole(u32),
    /// A real number.
    Real(f32),
    /// One of the names a parameter offers, by its place among them.
    Choice(usize),
}

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// On or off.
    Switch,
    /// Whole numbers from the first to the second.
    Whole(u32, u32),
    /// Real numbers from the first to the second.
    Real(f32, f32),
    /// One of these names.
    Choice(&'static [&'static str]),
}

/// Why a value was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParamError {
    /// No such parameter.
    #[error("there is no parameter `{name}`{}", suggestion(nearest))]
    Unknown {
        /// What was asked for.
        name: String,
        /// A parameter with a similar name.
        nearest: Option<&'static str>,
    },
    /// A value that the parameter does not take.
    #[error("`{value}` is no value for `{name}`, which takes {domain}")]
    Refused {
        /// The parameter.
        name: &'static str,
        /// The refused value.
        value: String,
        /// What it takes.
        domain: Domain,
    },
}

fn suggestion(nearest: &Option<&'static str>) -> String {
    nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Switch => f.write_str("on or off"),
            Domain::Whole(low, high) => write!(f, "whole numbers from {low} to {high}"),
            Domain::Real(low, high) => write!(f, "numbers from {low} to {high}"),
            Domain::Choice(names) => write!(f, "one of {}", names.join(", ")),
        }
    }
}

/// One declared parameter.
pub struct ParamInfo {
    /// Key in TOML, name in GTP, label in the settings window.
    pub name: &'static str,
    /// What it does, and where it comes from.
    pub doc: &'static str,
    /// The values it takes.
    pub domain: Domain,
    /// Its value in a set of parameters.
    pub get: fn(&Params) -> Value,
    set: fn(&mut Params, Value) -> bool,
}

impl ParamInfo {
    /// The parameter's value as text that [`Params::set`] reads back.
    pub fn show(&self, params: &Params) -> String {
        match ((self.get)(params), self.domain) {
            (Value::Switch(on), _) => if on { "on" } else { "off" }.to_owned(),
            (Value::Whole(number), _) => number.to_string(),
            (Value::Real(number), _) => number.to_string(),
            (Value::Choice(at), Domain::Choice(names)) => names[at].to_owned(),
            (Value::Choice(at), _) => at.to_string(),
        }
    }

    /// Sets a value within the domain.
    pub fn put(&self, params: &mut Params, value: Value) -> Result<(), ParamError> {
        let fits = match (self.domain, value) {
            (Domain::Switch, Value::Switch(_)) => true,
            (Domain::Whole(low, high), Value::Whole(number)) => (low..=high).contains(&number),
            (Domain::Real(low, high), Value::Real(number)) => (low..=high).contains(&number),
            (Domain::Choice(names), Value::Choice(at)) => at < names.len(),
            _ => false,
        };
        if fits && (self.set)(params, value) { Ok(()) } else { Err(self.refuse(format!("{value:?}"))) }
    }

    fn refuse(&self, value: String) -> ParamError {
        ParamError::Refused { name: self.name, value, domain: self.domain }
    }

    fn parse(&self, text: &str) -> Option<Value> {
        match self.domain {
            Domain::Switch => match text.to_ascii_lowercase().as_str() {
                "on" | "true" | "1" | "yes" => Some(Value::Switch(true)),
                "off" | "false" | "0" | "no" => Some(Value::Switch(false)),
                _ => None,
            },
            Domain::Whole(..) => text.parse().ok().map(Value::Whole),
            Domain::Real(..) => text.parse().ok().map(Value::Real),
            Domain::Choice(names) => names.iter().position(|n| n.eq_ignore_ascii_case(text)).map(Value::Choice),
        }
    }
}

/// A type that a parameter may have.
trait ParamType: Copy {
    fn into_value(self) -> Value;
    fn from_value(value: Value) -> Option<Self>;
}

macro_rules! param_type {
    ($type:ty, $variant:ident) => {
        impl ParamType for $type {
            fn into_value(self) -> Value {
                Value::$variant(self)
            }
            fn from_value(value: Value) -> Option<Self> {
                match value {
                    Value::$variant(inner) => Some(inner),
                    _ => None,
                }
            }
        }
    };
}
param_type!(bool, Switch);
param_type!(u32, Whole);
param_type!(f32, Real);

/// Declares an enumeration whose variants are the values of a parameter.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $text)] $variant,)+ }
        impl $name {
            /// The names in order.
            pub const NAMES: &'static [&'static str] = &[$($text,)+];
            const ALL: &'static [$name] = &[$($name::$variant,)+];
        }
        impl ParamType for $name {
            fn into_value(self) -> Value { Value::Choice(self as usize) }
            fn from_value(value: Value) -> Option<Self> {
                match value { Value::Choice(at) => Self::ALL.get(at).copied(), _ => None }
            }
        }
    };
}

macro_rules! domain {
    (bool) => {
        Domain::Switch
    };
    (u32, $low:literal ..= $high:literal) => {
        Domain::Whole($low, $high)
    };
    (f32, $low:literal ..= $high:literal) => {
        Domain::Real($low, $high)
    };
    ($choice:ident) => {
        Domain::Choice($choice::NAMES)
    };
}

macro_rules! params {
    ($($(#[doc = $doc:literal])+ $field:ident: $type:ident = $default:expr $(, $low:literal ..= $high:literal)?;)+) => {
        /// The settings of a search. `Default` is what matches have shown to be best.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Params { $($(#[doc = $doc])+ pub $field: $type,)+ }

        impl Default for Params {
            fn default() -> Self { Params { $($field: $default,)+ } }
        }

        /// All parameters in the order of their declaration.
        pub static REGISTRY: &[ParamInfo] = &[$(ParamInfo {
            name: stringify!($field),
            doc: concat!($($doc),+),
            domain: domain!($type $(, $low ..= $high)?),
            get: |params| params.$field.into_value(),
            set: |params, value| match <$type>::from_value(value) {
                Some(value) => { params.$field = value; true }
                None => false,
            },
        },)+];
    };
}

choices! {
    /// How a move's worth is scored in the tree.
    Selection {
        /// Rimmel, eq. 4.1: online mean, RAVE and offline knowledge, without an exploration term.
        Rave = "rave",
        /// UCB1 with the constant `ucb_alpha` (Rimmel 1.3), no RAVE.
        Ucb1 = "ucb1",
        /// UCB1-TUNED: the exploration term follows the variance (Chelaru 4.3.2), no RAVE.
        Ucb1Tuned = "ucb1-tuned",
    }
}

choices! {
    /// How fast RAVE gives way to what the move's own simulations say.
    BetaSchedule {
        /// Rimmel, eq. 4.2.
        Rimmel = "rimmel",
        /// Gelly and Silver's minimum mean squared error, with `rave_bias`.
        GellySilver = "gelly-silver",
        /// sqrt(k / (3n + k)) with k = `rave_equivalence` (WPI report 3.1.2).
        Equivalence = "equivalence",
    }
}

choices! {
    /// How several threads share the work.
    Parallelism {
        /// One tree for all (Rimmel, alg. 7).
        Tree = "tree",
        /// One tree each, the roots added up.
        Root = "root",
        /// One descent, every thread a playout from the leaf.
        Leaf = "leaf",
    }
}

choices! {
    /// What a playout does when the drawn move of the pool cannot be played.
    PoolRave {
        /// No pool.
        Off = "off",
        /// Goes on to the ordinary rules (Hoock et al. IV.A).
        On = "on",
        /// Passes (WPI report 4.1.2).
        Pass = "pass",
        /// Looks through the whole pool, passes if nothing fits (4.1.3).
        PersistPass = "persist-pass",
        /// Looks through the whole pool, then goes on to the ordinary rules (4.1.4).
        SmartPersist = "smart-persist",
    }
}

params! {
    /// How a move is chosen in the tree.
    selection: Selection = Selection::Rave;
    /// Constant of UCB1's exploration term, alpha in Rimmel 1.3. With RAVE it is added to eq. 4.1, as in Hoock et al., eq. 3.
    ucb_alpha: f32 = 0.0, 0.0..=10.0;
    /// Moves are also judged by simulations that play them later (RAVE); off, eq. 4.1 has only the mean and H, and explores by `ucb_alpha`.
    rave: bool = true;
    /// Schedule of the weight of RAVE.
    beta_schedule: BetaSchedule = BetaSchedule::Rimmel;
    /// Simulations at which RAVE and the move's own mean weigh the same: 1/c1 in Rimmel, eq. 4.2; k in the WPI report.
    rave_equivalence: f32 = 3000.0, 1.0..=1000000.0;
    /// Squared bias of RAVE in Gelly and Silver's schedule.
    rave_bias: f32 = 0.001, 0.0..=1.0;
    /// Moves early in the simulation count more often in RAVE, down to this share of the last ones.
    rave_late_weight: f32 = 0.5, 0.0..=1.0;
    /// Value of a move that no simulation has touched, real or virtual (Chelaru 4.3.5). The rules begin every move with ten virtual ones, so it speaks only where `prior_weight` is 0.
    first_play_urgency: f32 = 1.0, 0.0..=10.0;
    /// C in Rimmel, eq. 4.1: the weight of offline knowledge H falls as C / log(2 + n).
    bias_c: f32 = 0.0, 0.0..=10.0;
    /// c2 in Rimmel, eq. 4.3: H weighs c2 / (RAVE simulations) more.
    bias_c2: f32 = 0.0, 0.0..=1000.0;
    /// Weight of all knowledge that enters as virtual simulations at a node's birth; 0 is none.
    prior_weight: f32 = 1.0, 0.0..=10.0;
    /// Share of the virtual simulations that also counts as real ones, not only as RAVE.
    prior_real_share: f32 = 1.0, 0.0..=1.0;
    /// Share of the virtual simulations that counts as RAVE ones (Rimmel 4.2.1).
    prior_rave_share: f32 = 0.0, 0.0..=1.0;
    /// What experts say of moves enters the search, where the engine was given any of it.
    experts: bool = true;
    /// Weight of the experts' part: 1 counts their virtual simulations and H as they are, 0 not at all.
    expert_strength: f32 = 1.0, 0.0..=10.0;
    /// A move of the book, where there is one, is played at once without a search.
    book: bool = false;
    /// Weight of the hand-made rules (Rimmel 4.2.1) among the virtual simulations and in H.
    rule_weight: f32 = 0.3, 0.0..=10.0;
    /// Won virtual simulations of a move that strong players would surely play, by patterns learnt from their games; a move of probability p gets the root of p of them. Meant for nine lines; larger boards get more in proportion to their lines.
    pattern_weight: f32 = 120.0, 0.0..=10000.0;
    /// The same as H: what the patterns add to it for a sure move.
    pattern_bias: f32 = 0.0, 0.0..=100.0;
    /// New moves begin with the results of the same move two plies earlier, at this weight (Chelaru 4.3.6.1).
    grandparent: f32 = 0.0, 0.0..=100.0;
    /// Weight of key-positions priority: lines drawn by a Bezier curve (Chelaru 4.3.4).
    key_positions: f32 = 0.0, 0.0..=100.0;
    /// Progressive unpruning: moves open at first, the rest as simulations come in; 0 opens all (Rimmel 4.1.2).
    unprune_first: u32 = 0, 0..=1000;
    /// Progressive unpruning: each further move opens after this factor more simulations.
    unprune_growth: f32 = 1.3, 1.01..=10.0;
    /// Consistency guard: below this win rate a node draws its moves at random (Berthier et al., alg. 2, where it is 0.3); 0 is off.
    guard_threshold: f32 = 0.0, 0.0..=0.5;
    /// Consistency guard: RAVE values count as at least this (Berthier et al., 4).
    guard_rave_floor: f32 = 0.1, 0.0..=0.5;
    /// Consistency guard: K in (w + K) / (n + 2K) (Berthier et al., 4).
    guard_regularity: f32 = 0.0, 0.0..=10.0;
    /// A leaf grows its moves after this many visits. Meant for nine lines; larger boards, where that costs more, wait longer in proportion to their lines.
    expand_at: u32 = 3, 1..=1000;
    /// How threads share the work.
    parallelism: Parallelism = Parallelism::Tree;
    /// Losses that a thread pretends on its way down, so that others look elsewhere.
    virtual_loss: u32 = 1, 1..=20;
    /// Share of the reward that follows the score instead of win or loss.
    score_weight: f32 = 0.02, 0.0..=1.0;
    /// Remedy of Chelaru 5.2: the score's share grows to this when the game is all but decided.
    score_temperature: f32 = 0.1, 0.0..=1.0;
    /// Running-average remedy of Chelaru 5.2 as dynamic komi: while a side's win rate is below this, the bar is moved in its favour; 0 is off.
    dynamic_komi: f32 = 0.0, 0.0..=0.49;
    /// Playouts save own stones that the last move put in atari.
    play_save: bool = true;
    /// Playouts read whether own stones that run out of atari are caught in a ladder, and do not run then.
    play_ladders: bool = false;
    /// Playouts take stones that are in atari near the last move.
    play_capture: bool = true;
    /// Playouts play the vital point of an enclosed space near the last move (Rimmel, alg. 12).
    play_nakade: bool = true;
    /// Playouts keep own spaces of up to six points: they play there only to make two eyes, and answer a stone that comes in.
    play_keep_space: bool = false;
    /// Playouts fight over chains of two liberties near the last move.
    play_two_liberties: bool = true;
    /// Probability of following the rules for stones in atari where they name a move; the rest is variety. Learnt shapes bring factors for this and the other rates.
    play_atari_rate: f32 = 0.9, 0.0..=1.0;
    /// Probability of playing a vital point.
    play_nakade_rate: f32 = 0.9, 0.0..=1.0;
    /// Probability of following the rule for chains of two liberties.
    play_two_liberties_rate: f32 = 0.9, 0.0..=1.0;
    /// On boards of up to 11 lines, moves next to the last one, and moves elsewhere, are drawn by learnt weights of 3x3 shapes in the place of MoGo's patterns (Huang, Coulom and Lin 2010).
    play_shapes: bool = true;
    /// Without learnt shapes: probability of looking for 3x3 patterns around the last move (Wang and Gelly 2007).
    play_patterns: f32 = 1.0, 0.0..=1.0;
    /// Without learnt shapes: probability of looking for 3x3 patterns around the move before the last.
    play_patterns_before: f32 = 0.3, 0.0..=1.0;
    /// Tries of the fill-board rule on boards larger than 11 lines; 0 is off (Rimmel, alg. 11).
    play_fill_board: u32 = 0, 0..=20;
    /// Probability of looking over the whole board for a capture.
    play_capture_anywhere: f32 = 0.6, 0.0..=1.0;
    /// Probability of replacing a pattern move that is a self-atari by a connection (Rimmel, alg. 13).
    play_approach: f32 = 0.5, 0.0..=1.0;
    /// Probability of refusing a self-atari that neither kills nor is nakade.
    play_refuse_self_atari: f32 = 0.95, 0.0..=1.0;
    /// Pool of the best RAVE moves of the last tree node in the playouts (Hoock et al. IV.A).
    pool_rave: PoolRave = PoolRave::Off;
    /// Moves in the pool, k in Hoock et al.
    pool_size: u32 = 20, 1..=100;
    /// Probability of playing from the pool, p in Hoock et al.
    pool_probability: f32 = 0.5, 0.0..=1.0;
    /// Contextual Monte Carlo: probability of playing the point that won most together with one's last move, over all simulations with both (Hoock et al. IV.B).
    contextual: f32 = 0.0, 0.0..=1.0;
    /// Last good reply with forgetting: probability of replying as in the last won playout.
    last_good_reply: f32 = 0.0, 0.0..=1.0;
    /// A playout ends when one side is this share of the board ahead in captures; 1 is off.
    mercy: f32 = 0.35, 0.05..=1.0;
    /// A playout ends after this many times the points of the board.
    length_cap: f32 = 3.0, 1.0..=10.0;
    /// Memory for the tree, in MiB.
    memory: u32 = 1024, 8..=65536;
    /// Threads that search.
    threads: u32 = 1, 1..=256;
    /// Seed of the random numbers; with one thread the search repeats itself.
    seed: u32 = 0, 0..=4294967295;
    /// The engine resigns below this win rate, after more than 500 simulations and more moves than the board has lines; 0 never.
    resign_below: f32 = 0.1, 0.0..=0.5;
    /// Fight on to take dead stones off under area rules, before passing.
    clean_up: bool = false;
    /// Think on the opponent's time.
    ponder: bool = false;
}

impl Params {
    /// The declaration of a parameter by name.
    pub fn info(name: &str) -> Result<&'static ParamInfo, ParamError> {
        REGISTRY.iter().find(|info| info.name == name).ok_or_else(|| ParamError::Unknown {
            name: name.to_owned(),
            nearest: nearest(name, REGISTRY.iter().map(|info| info.name)),
        })
    }

    /// The weight of what experts say: none where they are switched off.
    pub fn expert_weight(&self) -> f32 {
        if self.experts { self.expert_strength } else { 0.0 }
    }

    /// Visits after which a leaf of a board of so many lines grows its moves.
    pub fn expand_after(&self, lines: u8) -> u32 {
        self.expand_at * u32::from(lines.max(9)) / 9
    }

    /// How often playouts follow their rules, in the order of [`Rule`](super::playout::Rule).
    pub fn playout_rates(&self) -> [f32; 4] {
        [self.play_atari_rate, self.play_nakade_rate, self.play_two_liberties_rate, self.play_capture_anywhere]
    }

    /// Sets a parameter from text, as `fuzeki:rave_equivalence=2000` and GTP do.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
        let info = Params::info(name)?;
        let value = info.parse(text.trim()).ok_or_else(|| info.refuse(text.to_owned()))?;
        info.put(self, value).map_err(|_| info.refuse(text.to_owned()))
    }

    /// Sets several, written `name=value,name=value`.
    pub fn set_list(&mut self, list: &str) -> Result<(), ParamError> {
        for item in list.split(',').filter(|item| !item.trim().is_empty()) {
            let (name, value) = item.split_once('=').unwrap_or((item, "on"));
            self.set(name.trim(), value)?;
        }
        Ok(())
    }

    /// What differs from the defaults, as `set_list` reads it.
    pub fn changes(&self) -> String {
        let usual = Params::default();
        let changed = REGISTRY.iter().filter(|info| (info.get)(self) != (info.get)(&usual));
        changed.map(|info| format!("{}={}", info.name, info.show(self))).collect::<Vec<_>>().join(",")
    }

    /// Reads a TOML table; faults name the key, the range and the line.
    pub fn from_toml(text: &str) -> Result<Params, String> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        let mut params = Params::default();
        for (key, value) in &table {
            let text_value = match value {
                toml::Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            params.set(key, &text_value).map_err(|error| match line_of(text, key) {
                Some(line) => format!("line {line}: {error}"),
                None => error.to_string(),
            })?;
        }
        Ok(params)
    }
}

/// The line, from 1, where a key of the outermost table first stands: bare, quoted, dotted or as a table's name.
fn line_of(text: &str, key: &str) -> Option<usize> {
    let document = toml::de::DeTable::parse(text).ok()?;
    let (found, _) = document.get_ref().iter().find(|(name, _)| name.get_ref() == key)?;
    let before = text.get(..found.span().start)?;
    Some(before.matches('\n').count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range_and_reads_back() {
        let params = Params::default();
        let mut copy = Params::default();
        for info in REGISTRY {
            assert!(!info.doc.trim().is_empty(), "{} has no documentation", info.name);
            copy.set(info.name, &info.show(&params)).unwrap();
        }
        assert_eq!(copy, params);
    }

    #[test]
    fn what_differs_from_the_defaults_reads_back() {
        let mut params = Params::default();
        assert_eq!(params.changes(), "");
        params.set_list("bias_c=0.5,play_nakade=off").unwrap();
        let mut copy = Params::default();
        copy.set_list(&params.changes()).unwrap();
        assert_eq!((copy, params.changes().split(',').count()), (params, 2));
    }

    #[test]
    fn an_unknown_name_gets_a_suggestion() {
        let error = Params::default().set("rave_equivalnce", "5").unwrap_err();
        assert_eq!(error.to_string(), "there is no parameter `rave_equivalnce`; did you mean `rave_equivalence`?");
        let error = Params::default().set("ravel_equivalence", "5").unwrap_err();
        assert_eq!(error.to_string(), "there is no parameter `ravel_equivalence`; did you mean `rave_equivalence`?");
    }

    #[test]
    fn a_value_out_of_range_names_the_range_and_the_line() {
        let error = Params::from_toml("threads = 2\nexpand_at = 0\n").unwrap_err();
        assert_eq!(error, "line 2: `0` is no value for `expand_at`, which takes whole numbers from 1 to 1000");
    }

    #[test]
    fn the_line_of_a_fault_is_told_however_its_key_is_written() {
        for fault in
            ["[engine]\nthreads = 2", "engine.threads = 2", "'bogus' = 2", "\"bo\\u0067us\" = 2", "[[x]]", "[ 'a'.b ]"]
        {
            let error = Params::from_toml(&format!("# bogus = 1\nthreads = 1\n\n{fault}\n")).unwrap_err();
            assert!(error.starts_with("line 4: there is no parameter `"), "{fault}: {error}");
        }
        assert!(Params::from_toml("\r\nthreads = 0\r\n").unwrap_err().starts_with("line 2: "));
    }

    #[test]
    fn a_file_of_settings_is_read_by_name() {
        let file = "threads = 3\npool_rave = \"smart-persist\"\nplay_nakade = false\nbias_c = 0.5\n";
        let mut params = Params::default();
        params.set_list("threads=3,pool_rave=smart-persist,play_nakade=off,bias_c=0.5").unwrap();
        assert_eq!(Params::from_toml(file).unwrap(), params);
    }
}
