//! Which key does what: the defaults of the command list, a preset for the arrows, and the reader's
//! own choices over both.

use crate::app::command::{COMMANDS, Command};
use egui::{Key, KeyboardShortcut, Modifiers};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The two camps of arrow keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arrows {
    /// Left and right walk the moves, up and down the variations (KaTrain, q5Go, GoGui, Drago).
    #[default]
    Sideways,
    /// Up and down walk the moves, left and right the variations (Sabaki, Lizzie, Ogatak).
    Upright,
}

impl Arrows {
    /// Both.
    pub const ALL: [Arrows; 2] = [Arrows::Sideways, Arrows::Upright];

    /// The key of its name in the texts.
    pub fn text_key(self) -> &'static str {
        match self {
            Arrows::Sideways => "keys.sideways",
            Arrows::Upright => "keys.upright",
        }
    }

    /// The default key, with the arrows turned where the preset wants it.
    fn turn(self, key: &str) -> String {
        if self == Arrows::Sideways {
            return key.to_owned();
        }
        let (prefix, name) = key.rsplit_once('+').map_or(("", key), |(prefix, name)| (prefix, name));
        let turned = match name {
            "Left" => "Up",
            "Right" => "Down",
            "Up" => "Left",
            "Down" => "Right",
            other => other,
        };
        if prefix.is_empty() { turned.to_owned() } else { format!("{prefix}+{turned}") }
    }
}

/// The reader's choices: for a command's id, all its keys. Commands not listed have the default.
pub type Choices = BTreeMap<String, Vec<String>>;

/// Keys and commands, both ways.
#[derive(Clone, Debug, Default)]
pub struct Keymap {
    keys: Vec<(KeyboardShortcut, Command)>,
    /// What in the choices could not be understood.
    pub faults: Vec<String>,
}

impl Keymap {
    /// The map of a preset and choices.
    pub fn new(arrows: Arrows, choices: &Choices) -> Keymap {
        let mut map = Keymap::default();
        for id in choices.keys().filter(|id| Command::from_id(id).is_none()) {
            map.faults.push(format!("keys: there is no command `{id}`"));
        }
        for spec in COMMANDS {
            let texts = match choices.get(spec.id) {
                Some(own) => own.clone(),
                // The cursor goes where the arrow points, whatever the other arrows do.
                None if is_cursor(spec.command) => spec.keys.iter().map(|&key| key.to_owned()).collect(),
                None => spec.keys.iter().map(|key| arrows.turn(key)).collect(),
            };
            for text in texts {
                match parse(&text) {
                    Some(shortcut) => map.keys.push((shortcut, spec.command)),
                    None => map.faults.push(format!("keys: `{text}` for `{}` is not a key, such as Ctrl+O", spec.id)),
                }
            }
        }
        // The reader's own keys win over defaults that are the same.
        map.keys.sort_by_key(|(_, command)| !choices.contains_key(command.spec().id));
        map
    }

    /// The command of a pressed key.
    pub fn command(&self, modifiers: Modifiers, key: Key) -> Option<Command> {
        let same =
            |shortcut: &KeyboardShortcut| shortcut.logical_key == key && plain(modifiers) == plain(shortcut.modifiers);
        self.keys.iter().find(|(shortcut, _)| same(shortcut)).map(|&(_, command)| command)
    }

    /// All keys of a command, as text.
    pub fn keys(&self, command: Command) -> Vec<String> {
        self.keys.iter().filter(|&&(_, c)| c == command).map(|(shortcut, _)| name(*shortcut)).collect()
    }

    /// The key shown in menus.
    pub fn first(&self, command: Command) -> Option<String> {
        let spec_keys = self.keys(command);
        spec_keys.into_iter().next()
    }

    /// The other command that has this key.
    pub fn taken_by(&self, text: &str, except: Command) -> Option<Command> {
        let shortcut = parse(text)?;
        self.keys.iter().find(|&&(key, command)| key == shortcut && command != except).map(|&(_, command)| command)
    }
}

fn is_cursor(command: Command) -> bool {
    use Command::{CursorDown, CursorLeft, CursorRight, CursorUp};
    matches!(command, CursorLeft | CursorRight | CursorUp | CursorDown)
}

/// Ctrl is the command key everywhere but on the Mac, where both count as one.
fn plain(modifiers: Modifiers) -> (bool, bool, bool) {
    (modifiers.ctrl || modifiers.command || modifiers.mac_cmd, modifiers.shift, modifiers.alt)
}

/// Reads `Ctrl+Shift+S`.
pub fn parse(text: &str) -> Option<KeyboardShortcut> {
    let mut modifiers = Modifiers::NONE;
    let mut parts = text.split('+').map(str::trim).peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return Some(KeyboardShortcut::new(modifiers, Key::from_name(part)?));
        }
        modifiers |= match part.to_ascii_lowercase().as_str() {
            "ctrl" | "cmd" | "command" => Modifiers::COMMAND,
            "shift" => Modifiers::SHIFT,
            "alt" | "option" => Modifiers::ALT,
            _ => return None,
        };
    }
    None
}

/// Writes a key so that [`parse`] reads it.
pub fn name(shortcut: KeyboardShortcut) -> String {
    let (ctrl, shift, alt) = plain(shortcut.modifiers);
    let mut text = String::new();
    for (pressed, word) in [(ctrl, "Ctrl+"), (shift, "Shift+"), (alt, "Alt+")] {
        if pressed {
            text.push_str(word);
        }
    }
    text + shortcut.logical_key.name()
}

/// A key as it is written for people: `Ctrl+,` rather than `Ctrl+Comma`.
pub fn pretty(text: &str) -> String {
    let (prefix, key) = text.rsplit_once('+').map_or(("", text), |(prefix, key)| (prefix, key));
    let key = match key {
        "Comma" => ",",
        "Plus" => "+",
        "Minus" => "−",
        "Equals" => "=",
        "Left" => "←",
        "Right" => "→",
        "Up" => "↑",
        "Down" => "↓",
        "Delete" => "Del",
        "OpenBracket" => "[",
        "CloseBracket" => "]",
        "PageUp" => "PgUp",
        "PageDown" => "PgDn",
        other => other,
    };
    if prefix.is_empty() { key.to_owned() } else { format!("{prefix}+{key}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_key_can_be_read_and_comes_back() {
        for arrows in Arrows::ALL {
            let map = Keymap::new(arrows, &Choices::new());
            assert!(map.faults.is_empty(), "{:?}", map.faults);
            for spec in COMMANDS {
                assert_eq!(map.keys(spec.command).len(), spec.keys.len());
                for key in map.keys(spec.command) {
                    assert_eq!(name(parse(&key).unwrap()), key);
                    assert_eq!(map.taken_by(&key, spec.command), None, "{key}");
                }
            }
        }
    }

    #[test]
    fn the_second_preset_turns_the_arrows() {
        let map = Keymap::new(Arrows::Upright, &Choices::new());
        assert_eq!(map.command(Modifiers::NONE, Key::ArrowDown), Some(Command::Forward));
        assert_eq!(map.command(Modifiers::SHIFT, Key::ArrowUp), Some(Command::BackTen));
        assert_eq!(map.command(Modifiers::NONE, Key::ArrowRight), Some(Command::NextVariation));
        assert_eq!(map.command(Modifiers::ALT, Key::ArrowLeft), Some(Command::CursorLeft));
    }

    #[test]
    fn choices_replace_defaults_and_bad_ones_are_told() {
        let choices = Choices::from([
            ("save".to_owned(), vec!["F5".to_owned(), "Ctrl+".to_owned()]),
            ("no_such".to_owned(), vec!["A".to_owned()]),
            ("analysis".to_owned(), vec!["Ctrl+O".to_owned()]),
        ]);
        let map = Keymap::new(Arrows::Sideways, &choices);
        assert_eq!(map.command(Modifiers::NONE, Key::F5), Some(Command::Save));
        assert_eq!(map.command(Modifiers::COMMAND, Key::S), None);
        assert_eq!(map.command(Modifiers::CTRL, Key::O), Some(Command::Analysis), "one's own key wins");
        assert_eq!(map.faults.len(), 2);
    }
}
