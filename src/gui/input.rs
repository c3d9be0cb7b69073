//! Keys, drops and the clipboard: from events to commands.

use super::app::Window;
use super::context::Action;
use crate::app::command::Command;
use crate::app::files::Source;
use egui::{Event, Key, Modifiers};

/// Keys that a text field keeps for itself, with Ctrl.
const TEXT_KEYS: [Key; 6] = [Key::A, Key::C, Key::V, Key::X, Key::Y, Key::Z];

/// Turns the keys of this frame into commands.
pub fn keys(window: &mut Window, ctx: &egui::Context) {
    window.board.hide_hints = held(window, ctx, Command::HideHints);
    let typing = ctx.text_edit_focused();
    // A board with a cursor has the focus, so that screen readers follow it; its keys are ours.
    let focused = ctx.memory(|memory| memory.focused()).is_some_and(|id| Some(id) != window.board.widget);
    let modal = window.dialogs.is_modal() || window.dialogs.captures_keys();
    window.board.may_have_focus = !modal;
    // Escape has taken the focus from a field by now; the same press does not end the cursor too.
    let was_elsewhere = std::mem::replace(&mut window.keys_elsewhere, typing || focused || modal);
    release_key_help(window, ctx);
    let events = ctx.input(|input| input.events.clone());
    for event in events {
        let (key, modifiers) = match event {
            Event::Key { key, pressed: true, modifiers, repeat, .. } => {
                if repeat && !repeats(key) {
                    continue;
                }
                (key, modifiers)
            }
            // The clipboard keys come as events of their own.
            Event::Copy => (Key::C, Modifiers::COMMAND),
            Event::Cut => (Key::X, Modifiers::COMMAND),
            Event::Paste(text) => {
                if !typing && !modal && window.keymap.command(Modifiers::COMMAND, Key::V) == Some(Command::PasteSgf) {
                    window.files.read_text(Source::Clipboard, text);
                }
                continue;
            }
            _ => continue,
        };
        let quits = window.keymap.command(modifiers, key) == Some(Command::Quit);
        if modal && !(quits && window.dialogs.lets_quit()) || modifiers.command && typing && TEXT_KEYS.contains(&key) {
            continue;
        }
        let plain = !modifiers.command && !modifiers.ctrl && !modifiers.alt && !is_function(key);
        if plain && (typing || focused) {
            continue;
        }
        if key == Key::Escape && was_elsewhere {
            continue;
        }
        if modifiers.is_none()
            && window.board.cursor.is_some()
            && let Some(command) = cursor_key(key)
        {
            window.actions.push(Action::Command(command));
            continue;
        }
        if let Some(command) = window.keymap.command(modifiers, key) {
            if command == Command::Keys && !window.dialogs.keys {
                window.key_help_since = Some((key, ctx.input(|input| input.time)));
            }
            if command == Command::PasteSgf && matches!(key, Key::V) {
                continue; // comes as a paste event, with the text
            }
            window.actions.push(Action::Command(command));
        }
    }
    let dropped = ctx.input(|input| input.raw.dropped_files.clone());
    for file in dropped {
        window.actions.push(Action::OpenFile(file.path().to_owned()));
    }
}

/// What plain keys do while there is a cursor on the board.
fn cursor_key(key: Key) -> Option<Command> {
    Some(match key {
        Key::ArrowLeft => Command::CursorLeft,
        Key::ArrowRight => Command::CursorRight,
        Key::ArrowUp => Command::CursorUp,
        Key::ArrowDown => Command::CursorDown,
        Key::Enter => Command::CursorUse,
        Key::Escape => Command::BoardCursor,
        _ => return None,
    })
}

/// A key held for longer than this shows the key help only while it is held; a tap opens it.
const HOLD_SECONDS: f64 = 0.4;

/// The key help goes with the key that was held for it.
fn release_key_help(window: &mut Window, ctx: &egui::Context) {
    let Some((key, since)) = window.key_help_since else { return };
    let (is_down, now) = ctx.input(|input| (input.key_down(key), input.time));
    if is_down {
        return;
    }
    window.key_help_since = None;
    if now - since >= HOLD_SECONDS {
        window.dialogs.keys = false;
    }
}

/// Keys that go on while they are held.
fn repeats(key: Key) -> bool {
    matches!(key, Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown | Key::PageUp | Key::PageDown)
}

fn is_function(key: Key) -> bool {
    matches!(key, Key::F1 | Key::F2 | Key::F3 | Key::F4 | Key::F5 | Key::F6 | Key::F7 | Key::F8 | Key::F9)
        || matches!(key, Key::F10 | Key::F11 | Key::F12)
}

/// Whether a key of the command is held down now.
fn held(window: &Window, ctx: &egui::Context, command: Command) -> bool {
    if ctx.text_edit_focused() || window.dialogs.is_modal() {
        return false;
    }
    let keys = window.keymap.keys(command);
    ctx.input(|input| {
        keys.iter()
            .filter_map(|key| super::keymap::parse(key))
            .any(|shortcut| input.key_down(shortcut.logical_key) && input.modifiers.matches_exact(shortcut.modifiers))
    })
}
