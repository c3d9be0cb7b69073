//! Every control has a name that a screen reader can say, in every panel and every dialog.

use crate::grades::{PATTERN, open_as_cheng};
use crate::support::*;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{By, NodeT, Queryable};
use fuzeki::app::command::{COMMANDS, Menu};
use fuzeki::gui::texts::{Language, Texts};

/// Controls that say nothing of what they are.
fn nameless(hands: &Hands) -> Vec<String> {
    let is_nameless = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        let role = node.role();
        let is_control = matches!(
            role,
            Role::Button
                | Role::CheckBox
                | Role::RadioButton
                | Role::ComboBox
                | Role::Slider
                | Role::SpinButton
                | Role::TextInput
                | Role::MultilineTextInput
                | Role::ColorWell
                | Role::Canvas
                | Role::ProgressIndicator
        );
        is_control && node.label().is_none_or(|name| name.trim().is_empty())
    };
    let buttons = hands.query_all(By::new().predicate(|node| node.role() == Role::Button)).count();
    assert!(buttons > 0, "the search finds nothing at all");
    let found = hands.query_all(By::new().predicate(is_nameless));
    found
        .map(|node| format!("{:?} at {:?}, says {:?}", node.accesskit_node().role(), node.rect(), node.value()))
        .collect()
}

fn run(hands: &mut Hands, name: &str) {
    press(hands, Modifiers::COMMAND, Key::K);
    hands.event(egui::Event::Text(name.trim_end_matches('…').to_owned()));
    hands.run_steps(2);
    press(hands, Modifiers::NONE, Key::Enter);
    hands.run_steps(4);
}

#[test]
fn every_control_has_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), PATTERN);
    press(&mut hands, Modifiers::NONE, Key::End);
    let mut faults = Vec::new();
    let mut look = |hands: &Hands, place: &str| {
        faults.extend(nameless(hands).into_iter().map(|fault| format!("{place}: {fault}")))
    };
    look(&hands, "the window");
    // Panels and dialogs, by the commands that open them.
    let texts = Texts::of(Language::English);
    for id in [
        "edit_tools",
        "show_verdicts",
        "show_ontology",
        "show_audit",
        "show_bias",
        "settings",
        "new",
        "game_info",
        "go_to_move",
        "keys",
        "welcome",
        "about",
        "choose_expert",
        "palette",
    ] {
        let spec = COMMANDS.iter().find(|spec| spec.id == id).unwrap();
        run(&mut hands, texts.command(spec.command));
        look(&hands, id);
        if id == "settings" {
            for page in ["Board", "Keys", "Engine", "Look"] {
                let at = hands.get_all_by_label(page).map(|node| node.rect().center());
                let centre = egui::pos2(640.0, 400.0);
                let at = at.min_by(|a, b| (*a - centre).length().total_cmp(&(*b - centre).length())).unwrap();
                click_at(&mut hands, at, egui::PointerButton::Primary);
                look(&hands, &format!("settings, {page}"));
            }
        }
        for _ in 0..2 {
            press(&mut hands, Modifiers::NONE, Key::Escape);
        }
    }
    // The tabs of the panels that no command brings up.
    for tab in ["Games", "Analysis", "Review", "Engine", "Comment", "Experts"] {
        let tab_at = hands.get_all_by_label(tab).map(|node| node.rect().center()).max_by(|a, b| a.y.total_cmp(&b.y));
        click_at(&mut hands, tab_at.unwrap(), egui::PointerButton::Primary);
        look(&hands, tab);
    }
    for menu in Menu::ALL {
        let title = hands.get_all_by_label(texts.get(menu.text_key())).map(|node| node.rect().center());
        let title = title.min_by(|a, b| (a.y + a.x).total_cmp(&(b.y + b.x))).unwrap();
        click_at(&mut hands, title, egui::PointerButton::Primary);
        look(&hands, menu.text_key());
        press(&mut hands, Modifiers::NONE, Key::Escape);
    }
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{} controls without a name:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_branch_is_folded_by_a_key_and_unfolded_by_going_into_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), "(;SZ[9];B[cc];W[gg];B[cg])");
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::NONE, Key::F);
    let node = document(&hands).current();
    assert!(hands.state().is_folded(node));
    press(&mut hands, Modifiers::NONE, Key::F);
    assert!(!hands.state().is_folded(node));
    press(&mut hands, Modifiers::NONE, Key::F);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    assert!(!hands.state().is_folded(node), "what is shown is never hidden");
}
