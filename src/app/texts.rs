//! Every text of the window and of reports, in one file for each language under assets/lang.

use crate::app::Refusal;
use crate::app::command::Command;
use crate::app::config::Broken;
use crate::app::engines::{EngineFault, Need};
use crate::app::files::FileFault;
use crate::board::rules::RULE_SETS;
use crate::board::{Color, Reason};
use crate::gtp::client::CommandLineError;
use crate::record::{EditError, EditKind, ReadError};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::ErrorKind;

mod repairs;

/// The sample game of the first start.
const SAMPLE: &str = include_str!("../../assets/sample/ear-reddening.sgf");

/// What is written in it, as keys of the texts; the last ones stand within the others, too.
const SAMPLE_PARTS: [&str; 12] = [
    "sample.start",
    "sample.corners",
    "sample.diagonal",
    "sample.fight",
    "sample.behind",
    "sample.famous",
    "sample.answer",
    "sample.end",
    "sample.variation",
    "sample.name",
    "sample.black",
    "sample.white",
];

/// The languages of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Simplified Chinese.
    #[serde(rename = "zh-Hans")]
    Chinese,
    /// Japanese.
    #[serde(rename = "ja")]
    Japanese,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::English, Language::Chinese, Language::Japanese];

    /// Its own name, as its readers write it.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Chinese => "简体中文",
            Language::Japanese => "日本語",
        }
    }

    /// The language that the environment asks for, English if it is none of ours.
    pub fn of_locale(locale: &str) -> Language {
        match locale.get(..2) {
            Some("zh") => Language::Chinese,
            Some("ja") => Language::Japanese,
            _ => Language::English,
        }
    }

    /// The language that the environment of the program asks for.
    pub fn of_environment() -> Language {
        Language::asked_for(|name| std::env::var(name).ok())
    }

    /// The language of the first of these that says anything.
    fn asked_for(variable: impl Fn(&str) -> Option<String>) -> Language {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
        Language::of_locale(&names.filter_map(variable).find(|locale| !locale.is_empty()).unwrap_or_default())
    }

    /// Its tag, as in HTML and in the names of the files.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh-Hans",
            Language::Japanese => "ja",
        }
    }

    fn source(self) -> &'static str {
        match self {
            Language::English => include_str!("../../assets/lang/en.toml"),
            Language::Chinese => include_str!("../../assets/lang/zh-Hans.toml"),
            Language::Japanese => include_str!("../../assets/lang/ja.toml"),
        }
    }
}

#[derive(Deserialize)]
struct Source {
    command: HashMap<String, (String, String)>,
    text: HashMap<String, String>,
}

/// The texts of one language, with English for what it lacks.
pub struct Texts {
    language: Language,
    commands: HashMap<String, (String, String)>,
    texts: HashMap<String, String>,
}

impl Texts {
    /// The texts of a language.
    pub fn of(language: Language) -> Texts {
        let mut all = Self::read(Language::English);
        if language != Language::English {
            let own = Self::read(language);
            all.command.extend(own.command);
            all.text.extend(own.text);
        }
        Texts { language, commands: all.command, texts: all.text }
    }

    fn read(language: Language) -> Source {
        toml::from_str(language.source()).expect("the language files are part of the program and tested")
    }

    /// Which language it is.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The sample game in the language of its reader.
    pub fn sample(&self) -> String {
        let english = Self::read(Language::English).text;
        let translated = |game: String, part: &&str| match english.get(*part) {
            Some(text) => game.replace(text.as_str(), self.get(part)),
            None => game,
        };
        SAMPLE_PARTS.iter().fold(SAMPLE.to_owned(), translated)
    }

    /// A text; its key where there is none, which a test makes impossible.
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.texts.get(key).map_or(key, String::as_str)
    }

    /// A text with `{name}` replaced, and with one of the words of `{name|stone|stones}`: the first where there
    /// is one of them.
    pub fn fill(&self, key: &str, parts: &[(&str, &dyn std::fmt::Display)]) -> String {
        let (mut text, mut rest) = (String::new(), self.get(key));
        while let Some((before, (hole, after))) = next_hole(rest) {
            text.push_str(before);
            let mut words = hole.split('|');
            let name = words.next().unwrap_or_default();
            let value = parts.iter().find(|part| part.0 == name).map(|part| part.1.to_string());
            match (value, words.next(), words.next()) {
                (Some(value), Some(one), Some(many)) => text.push_str(if value == "1" { one } else { many }),
                (Some(value), ..) => text.push_str(&value),
                (None, ..) => text.push_str(&rest[before.len()..rest.len() - after.len()]),
            }
            rest = after;
        }
        text + rest
    }

    /// The name of a rule set, from the one it has in game records; names of others stay as they are.
    pub fn rules<'a>(&'a self, name: &'a str) -> &'a str {
        let known = RULE_SETS.iter().find(|set| set.name == name).map(|set| set.id);
        let id = known.or_else(|| (name == "custom").then_some(name));
        id.and_then(|id| self.texts.get(&format!("rules.{id}"))).map_or(name, String::as_str)
    }

    /// The name of an edit, after the name of undo or redo.
    pub fn edit(&self, kind: EditKind) -> &str {
        self.get(edit_key(kind))
    }

    /// Why the rules forbid a move.
    pub fn reason(&self, reason: Reason) -> String {
        match reason {
            Reason::Outside => self.get("illegal.outside").to_owned(),
            Reason::Occupied(Color::Black) => self.get("illegal.black").to_owned(),
            Reason::Occupied(Color::White) => self.get("illegal.white").to_owned(),
            Reason::Ko => self.get("illegal.ko").to_owned(),
            Reason::Superko(number) => self.fill("illegal.superko", &[("n", &number)]),
            Reason::Suicide => self.get("illegal.suicide").to_owned(),
        }
    }

    /// Why something was not done. What readers cannot bring about is told in English.
    pub fn refusal(&self, refusal: Refusal) -> String {
        match refusal {
            Refusal::Rules(reason) => self.fill("board.illegal", &[("reason", &self.reason(reason))]),
            Refusal::Edit(EditError::IsRoot) => self.get("edit.is_root").to_owned(),
            Refusal::Edit(error) => error.to_string(),
            Refusal::NothingCopied => self.get("edit.nothing_copied").to_owned(),
            Refusal::OtherSize(size) => self.fill("edit.other_size", &[("n", &size)]),
        }
    }

    /// Why a file could not be opened or saved; what only the system can tell stays as it says it.
    pub fn file_fault(&self, fault: &FileFault) -> String {
        let key = match &fault.cause {
            ReadError::Io(error) => match error.kind() {
                ErrorKind::NotFound => "file.not_there",
                ErrorKind::PermissionDenied => "file.denied",
                ErrorKind::IsADirectory => "file.folder",
                ErrorKind::StorageFull => "file.full",
                ErrorKind::ReadOnlyFilesystem => "file.read_only",
                _ => return fault.to_string(),
            },
            ReadError::TooLarge => "file.too_large",
            ReadError::Empty => "file.empty",
            ReadError::NoGame => "file.no_game",
        };
        self.fill(key, &[("name", &fault.name)])
    }

    /// A settings file that could not be read, and what became of it.
    pub fn broken(&self, broken: &Broken) -> String {
        let parts: [(&str, &dyn std::fmt::Display); 3] = [
            ("path", &broken.path.display()),
            ("backup", &broken.backup.display()),
            ("why", &broken.not_kept.as_deref().unwrap_or_default()),
        ];
        let key = if broken.not_kept.is_none() { "settings.broken" } else { "settings.broken_lost" };
        self.fill(key, &parts)
    }

    /// Why an engine of others cannot be used; what it said itself stays as it is.
    pub fn engine_fault(&self, fault: &EngineFault) -> String {
        let need = |need: Need| match need {
            Need::Network => self.get("setup.its_network"),
            Need::Config => self.get("setup.its_config"),
        };
        match fault {
            EngineFault::CommandLine { error: CommandLineError::Empty, .. } => self.get("setup.no_command").to_owned(),
            EngineFault::CommandLine { error: CommandLineError::Open(sign), .. } => {
                self.fill("setup.open_quotation", &[("sign", sign)])
            }
            EngineFault::NoFile { name, need: of, option, file } => {
                self.fill("setup.no_file", &[("file", file), ("name", name), ("need", &need(*of)), ("option", option)])
            }
            EngineFault::Needs { name, need: of, option } => {
                self.fill("setup.needs", &[("name", name), ("need", &need(*of)), ("option", option)])
            }
            EngineFault::Talk(words) => words.clone(),
        }
    }

    /// The name of a command.
    pub fn command(&self, command: Command) -> &str {
        self.commands.get(command.spec().id).map_or(command.spec().id, |(name, _)| name)
    }

    /// What a command does, in a sentence.
    pub fn help(&self, command: Command) -> &str {
        self.commands.get(command.spec().id).map_or("", |(_, help)| help)
    }
}

/// What stands before the next hole of a text; the hole; what stands after it.
fn next_hole(text: &str) -> Option<(&str, (&str, &str))> {
    let (before, rest) = text.split_once('{')?;
    Some((before, rest.split_once('}')?))
}

/// The key of the name of an edit.
fn edit_key(kind: EditKind) -> &'static str {
    match kind {
        EditKind::AddNode => "edit.add_node",
        EditKind::Delete => "edit.delete",
        EditKind::Cut => "edit.cut",
        EditKind::Paste => "edit.paste",
        EditKind::VariationUp => "edit.variation_up",
        EditKind::VariationDown => "edit.variation_down",
        EditKind::MainLine => "edit.main_line",
        EditKind::Comment => "edit.comment",
        EditKind::Mark => "edit.mark",
        EditKind::Label => "edit.label",
        EditKind::Draw => "edit.draw",
        EditKind::ClearMarks => "edit.clear_marks",
        EditKind::SetUp => "edit.set_up",
        EditKind::Property => "edit.property",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::command::COMMANDS;
    use crate::record::known;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_language_has_every_text_and_no_other() {
        let english = Texts::read(Language::English);
        for language in Language::ALL {
            let own = Texts::read(language);
            let keys = |source: &Source| {
                let commands = source.command.keys().map(|key| format!("command {key}"));
                commands.chain(source.text.keys().cloned()).collect::<BTreeSet<_>>()
            };
            let missing: Vec<_> = keys(&english).difference(&keys(&own)).cloned().collect();
            let extra: Vec<_> = keys(&own).difference(&keys(&english)).cloned().collect();
            assert!(
                missing.is_empty() && extra.is_empty(),
                "{language:?} lacks {missing:?} and has {extra:?} too many"
            );
            for (key, text) in &own.text {
                assert!(!text.trim().is_empty(), "{language:?} {key} is empty");
                assert_eq!(holes(text), holes(&english.text[key]), "{language:?} {key} fills other places");
            }
        }
    }

    /// The names of the holes of a text, those that choose a word once with the others.
    fn holes(mut text: &str) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        while let Some((_, (hole, rest))) = next_hole(text) {
            let words: Vec<&str> = hole.split('|').collect();
            assert!(words.len() == 1 || words.len() == 3, "{hole}: one word and one for many");
            names.insert(words[0]);
            text = rest;
        }
        names
    }

    #[test]
    fn one_thing_is_told_in_the_singular_and_what_is_filled_in_is_no_text_to_fill() {
        let english = Texts::of(Language::English);
        let captures = |n: u32| english.fill("board.captures", &[("n", &n)]);
        assert_eq!([captures(0), captures(1), captures(2)], ["0 stones taken", "1 stone taken", "2 stones taken"]);
        assert_eq!(Texts::of(Language::Chinese).fill("board.captures", &[("n", &1)]), "提子 1");
        let opened = english.fill("warnings.text", &[("name", &"{n}"), ("n", &1)]);
        assert_eq!(opened, "{n} is open. While reading it, 1 thing was put right:");
        assert_eq!(english.fill("board.captures", &[]), "{n} {n|stone|stones} taken");
    }

    /// Every text in which a number stands before a word of many has a word for one of them.
    #[test]
    fn no_english_text_says_one_of_many() {
        for (key, text) in Texts::read(Language::English).text {
            let mut rest = text.as_str();
            while let Some((_, (hole, after))) = next_hole(rest) {
                let word: String = after.trim_start_matches(' ').chars().take_while(|c| c.is_alphabetic()).collect();
                let is_number = ["n", "all", "games", "judged", "verdicts", "compared", "length"].contains(&hole);
                let is_plural =
                    after.starts_with(' ') && word.ends_with('s') && !["is", "was", "as", "s"].contains(&&*word);
                assert!(!is_number || !is_plural, "{key}: {text}");
                rest = after;
            }
        }
    }

    #[test]
    fn every_command_has_a_name_and_a_help_in_every_language() {
        for language in Language::ALL {
            let source = Texts::read(language);
            for spec in COMMANDS {
                let (name, help) = source.command.get(spec.id).unwrap_or_else(|| panic!("{language:?}: {}", spec.id));
                assert!(!name.is_empty() && !help.is_empty(), "{language:?}: {}", spec.id);
            }
            assert_eq!(source.command.len(), COMMANDS.len(), "{language:?} names commands that do not exist");
        }
    }

    /// Keys that the sources ask for, wherever `get("…")`, `fill("…"` or a text key stands.
    #[test]
    fn every_text_asked_for_exists() {
        let english = Texts::read(Language::English);
        let mut asked = 0;
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut folders = vec![sources.join("gui"), sources.join("app"), sources.join("cli")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let source = std::fs::read_to_string(&path).unwrap();
                for start in ["texts.get(\"", "texts.fill(\"", "t.get(\"", "t.fill(\"", "t(\""] {
                    for (at, _) in source.match_indices(start) {
                        let key = source[at + start.len()..].split('"').next().unwrap();
                        if key.contains('.') && !key.contains(' ') {
                            asked += 1;
                            assert!(english.text.contains_key(key), "{}: no text `{key}`", path.display());
                        }
                    }
                }
            }
        }
        assert!(asked > 50, "only {asked} texts found: the search is broken");
        for kind in EditKind::ALL {
            assert!(english.text.contains_key(edit_key(kind)), "{kind:?}");
        }
        for menu in crate::app::command::Menu::ALL {
            assert!(english.text.contains_key(menu.text_key()));
        }
    }

    #[test]
    fn the_sample_game_speaks_the_language_of_its_reader() {
        assert_eq!(Texts::of(Language::English).sample(), SAMPLE);
        let read = |game: &str| {
            let loaded = crate::record::read_bytes(game.as_bytes(), &Default::default()).unwrap();
            assert_eq!(loaded.warnings.total(), 0, "{game}");
            loaded.collection.games[0].tree().clone()
        };
        let english = read(SAMPLE);
        for language in [Language::Chinese, Language::Japanese] {
            let texts = Texts::of(language);
            let tree = read(&texts.sample());
            assert_eq!(tree.info(known::PB).unwrap(), texts.get("sample.black"));
            assert_eq!(tree.node_count(), english.node_count());
            for node in tree.preorder(tree.root()) {
                assert_eq!(tree.properties(node).move_text(), english.properties(node).move_text());
                let comment = tree.comment(node).unwrap_or_default().replace("Ctrl+G", "");
                assert!(!comment.contains(|c: char| c.is_ascii_alphabetic()), "{language:?}: {comment}");
            }
        }
    }

    #[test]
    fn every_rule_set_has_a_name_in_every_language() {
        for language in Language::ALL {
            let source = Texts::read(language);
            for set in RULE_SETS {
                assert!(source.text.contains_key(&format!("rules.{}", set.id)), "{language:?} {}", set.id);
            }
        }
        assert_eq!(Texts::of(Language::Chinese).rules("Japanese"), "日本规则");
        assert_eq!(Texts::of(Language::Chinese).rules("Ing's"), "Ing's", "what a file says of its own");
    }

    #[test]
    fn what_is_wrong_with_an_engine_is_told_in_the_language_of_the_window() {
        let needs = EngineFault::Needs { name: "KataGo", need: Need::Network, option: "-model" };
        assert_eq!(
            Texts::of(Language::Chinese).engine_fault(&needs),
            "KataGo 没有网络无法启动：请加上 -model 和文件名"
        );
        assert_eq!(Texts::of(Language::English).engine_fault(&needs), needs.to_string());
        let open = EngineFault::CommandLine { name: "x".to_owned(), error: CommandLineError::Open('"') };
        assert!(Texts::of(Language::Japanese).engine_fault(&open).contains('"'));
    }

    #[test]
    fn why_a_file_cannot_be_opened_is_told_in_the_language_of_the_window() {
        let told = |language, cause: ReadError| {
            let fault = FileFault { name: "a.sgf".to_owned(), cause, details: String::new() };
            Texts::of(language).file_fault(&fault)
        };
        let system = |kind: ErrorKind| ReadError::Io(kind.into());
        let english = told(Language::English, system(ErrorKind::NotFound));
        assert!(english.starts_with("a.sgf is not there"), "{english}");
        let causes = [ErrorKind::NotFound, ErrorKind::PermissionDenied, ErrorKind::StorageFull].map(system);
        for cause in causes.into_iter().chain([ReadError::Empty, ReadError::NoGame, ReadError::TooLarge]) {
            let words = cause.to_string();
            let chinese = told(Language::Chinese, cause);
            assert!(chinese.contains("a.sgf") && !chinese.contains(&words), "{chinese}");
        }
        assert!(told(Language::Chinese, system(ErrorKind::TimedOut)).starts_with("a.sgf: "), "as the system says it");
    }

    #[test]
    fn locales_choose_their_language() {
        assert_eq!(Language::of_locale("zh_CN.UTF-8"), Language::Chinese);
        assert_eq!(Language::of_locale("ja_JP"), Language::Japanese);
        assert_eq!(Language::of_locale("fr_FR"), Language::English);
        assert_eq!(Language::of_locale("C"), Language::English);
        let asked_for = |set: &[(&str, &str)]| {
            Language::asked_for(|name| set.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned()))
        };
        assert_eq!(asked_for(&[("LANG", "zh_CN.UTF-8")]), Language::Chinese);
        assert_eq!(asked_for(&[("LC_ALL", ""), ("LANG", "zh_CN.UTF-8")]), Language::Chinese, "empty says nothing");
        assert_eq!(asked_for(&[("LC_ALL", "ja_JP.UTF-8"), ("LANG", "zh_CN.UTF-8")]), Language::Japanese);
        assert_eq!(asked_for(&[]), Language::English);
    }
}
