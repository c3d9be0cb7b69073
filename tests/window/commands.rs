//! Commands, keys, texts, settings.

use crate::support::*;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use fuzeki::app::command::{COMMANDS, Menu};
use fuzeki::gui::Start;
use fuzeki::gui::settings::Settings;
use fuzeki::gui::texts::{Language, Texts};
use fuzeki::record::Collection;

const GAME: &str = "(;SZ[9];B[ee];W[gc])";

#[test]
fn every_command_stands_in_its_menu() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    let texts = Texts::of(Language::English);
    for menu in Menu::ALL {
        let title = hands.get_all_by_label(texts.get(menu.text_key())).map(|node| node.rect().center());
        let title = title.min_by(|a, b| (a.y + a.x).total_cmp(&(b.y + b.x))).unwrap();
        click_at(&mut hands, title, egui::PointerButton::Primary);
        for spec in COMMANDS.iter().filter(|spec| spec.menu == menu) {
            let name = texts.command(spec.command);
            assert!(hands.query_all_by_label_contains(name).next().is_some(), "{name} is not in {menu:?}");
        }
        press(&mut hands, Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn every_command_can_be_run_from_the_palette_without_harm() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    let texts = Texts::of(Language::English);
    for spec in COMMANDS {
        // Dialogs of the system and the end of the program are not for tests.
        if ["open", "save_as", "quit", "palette", "close", "paste_sgf", "full_screen", "open_ontology"]
            .contains(&spec.id)
        {
            continue;
        }
        press(&mut hands, Modifiers::COMMAND, Key::K);
        hands.event(egui::Event::Text(texts.command(spec.command).trim_end_matches('…').to_owned()));
        hands.run_steps(2);
        press(&mut hands, Modifiers::NONE, Key::Enter);
        hands.run_steps(2);
        for _ in 0..3 {
            press(&mut hands, Modifiers::NONE, Key::Escape);
        }
        assert!(hands.state().session().active().is_some(), "after {}", spec.id);
    }
}

#[test]
fn a_variation_is_copied_into_another_game_and_cut_out_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let games = "(;SZ[9];B[ee];W[gc];B[cc])(;SZ[9];B[gg])(;SZ[19];B[pd])";
    let (mut hands, _) = open_file(folder.path(), games);
    let shown = |hands: &Hands| fuzeki::record::sgf::to_string(&Collection::of(document(hands).game().clone()));
    press(&mut hands, Modifiers::ALT, Key::V);
    assert!(hands.query_by_label("No variation was cut or copied yet").is_some());
    press(&mut hands, Modifiers::ALT, Key::X);
    assert!(hands.query_all_by_label_contains("the first node of a game").next().is_some(), "it is no variation");
    for _ in 0..2 {
        press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    }
    press(&mut hands, Modifiers::ALT, Key::C);
    press(&mut hands, Modifiers::COMMAND, Key::PageDown);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::ALT, Key::V);
    assert!(shown(&hands).contains("B[gg];W[gc];B[cc]"), "{}", shown(&hands));
    assert_eq!(number(&hands), 2, "its first move is shown");
    press(&mut hands, Modifiers::ALT, Key::X);
    assert!(!shown(&hands).contains("W[gc]") && number(&hands) == 1, "{}", shown(&hands));
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    assert!(shown(&hands).contains("B[gg];W[gc];B[cc]"), "undo brings it back");
    press(&mut hands, Modifiers::COMMAND, Key::PageDown);
    press(&mut hands, Modifiers::ALT, Key::V);
    assert!(!shown(&hands).contains("gc"), "a board of another size has no place for it");
    assert!(hands.query_by_label("The variation is of a board with 9 lines").is_some());
}

#[test]
fn a_key_is_given_to_another_command_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::F8);
    assert_eq!(number(&hands), 0);
    press(&mut hands, Modifiers::COMMAND, Key::Comma);
    let page = hands.get_all_by_label("Keys").map(|node| node.rect().center()).next().unwrap();
    click_at(&mut hands, page, egui::PointerButton::Primary);
    hands.get_by_label("Change the key of To the end").scroll_to_me();
    hands.run_steps(4);
    hands.get_by_label("Change the key of To the end").click();
    hands.run_steps(3);
    press(&mut hands, Modifiers::NONE, Key::F8);
    press(&mut hands, Modifiers::NONE, Key::Escape);
    press(&mut hands, Modifiers::NONE, Key::F8);
    assert_eq!(number(&hands), 2, "F8 goes to the end now");
    assert_eq!(hands.state().settings().keys["end"], ["F8"]);
    settle(&mut hands, |window| window.settings_are_written());
    let text = std::fs::read_to_string(folder.path().join("config/settings.toml")).unwrap();
    assert_eq!(toml::from_str::<Settings>(&text).unwrap().keys["end"], ["F8"]);
}

#[test]
fn the_window_speaks_chinese_and_japanese() {
    for (language, menu) in [("zh-Hans", "文件"), ("ja", "ファイル")] {
        let folder = tempfile::tempdir().unwrap();
        let folders = folders(folder.path());
        std::fs::write(folders.config.join("settings.toml"), format!("language = \"{language}\"\nwelcome = false\n"))
            .unwrap();
        let start = Start { folders: Some(folders), without_engine: true, ..Start::default() };
        let hands = open(start);
        assert!(hands.query_by_label(menu).is_some(), "{language}");
    }
}

#[test]
fn broken_settings_are_kept_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let folders = folders(folder.path());
    std::fs::write(folders.config.join("settings.toml"), "theme = 7").unwrap();
    let start = Start { folders: Some(folders.clone()), without_engine: true, ..Start::default() };
    let hands = open(start);
    assert!(hands.query_by_label_contains("settings.toml is broken").is_some());
    assert_eq!(std::fs::read_to_string(folders.config.join("settings.toml.bak")).unwrap(), "theme = 7");
}

#[test]
fn the_first_start_shows_a_welcome_and_the_sample() {
    let folder = tempfile::tempdir().unwrap();
    let folders = fuzeki::app::config::Folders::within(folder.path());
    let start = Start { folders: Some(folders), without_engine: true, ..Start::default() };
    let mut hands = open(start);
    assert!(hands.query_by_label("Welcome to Fuzeki").is_some());
    assert_eq!(document(&hands).tree().main_line().count(), 326, "the Ear-Reddening Game has 325 moves");
    hands.get_by_label("Show the welcome at the start").click();
    hands.run_steps(2);
    hands.get_by_label("Begin").click();
    hands.run_steps(3);
    assert!(hands.query_by_label("Welcome to Fuzeki").is_none());
    assert!(!hands.state().settings().welcome);
}

#[test]
fn undo_says_what_it_takes_back_in_the_language_of_the_window() {
    for (language, name, menu, edit) in [
        ("en", "English", "Edit", "comment"),
        ("zh-Hans", "简体中文", "编辑", "评论"),
        ("ja", "日本語", "編集", "コメント"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let start = start_with(folder.path(), &format!("language = \"{language}\"\n"), GAME);
        let mut hands = open(Start { without_engine: true, ..start });
        press(&mut hands, Modifiers::COMMAND, Key::M);
        hands.event(egui::Event::Text("x".to_owned()));
        hands.run_steps(3);
        press(&mut hands, Modifiers::NONE, Key::Escape);
        let title = hands.get_all_by_label(menu).map(|node| node.rect().center());
        let title = title.min_by(|a, b| (a.y + a.x).total_cmp(&(b.y + b.x))).unwrap();
        click_at(&mut hands, title, egui::PointerButton::Primary);
        let texts = Texts::of(Language::ALL.into_iter().find(|language| language.name() == name).unwrap());
        let undo = texts.command(fuzeki::app::command::Command::Undo);
        let found: Vec<String> =
            hands.query_all_by_label_contains(undo).filter_map(|node| node.accesskit_node().label()).collect();
        assert!(found.iter().any(|label| label.contains(edit)), "{language}: {found:?}");
    }
}

#[test]
fn resigning_writes_the_result_and_can_be_undone() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::COMMAND, Key::K);
    hands.event(egui::Event::Text("Resign".to_owned()));
    hands.run_steps(2);
    press(&mut hands, Modifiers::NONE, Key::Enter);
    let root = document(&hands).tree().root();
    assert!(document(&hands).tree().properties(root).as_str().contains("RE[W+R]"));
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    assert!(!document(&hands).is_modified());
}

#[test]
fn a_window_without_a_game_offers_ways_to_one() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::COMMAND, Key::W);
    assert!(hands.state().session().documents().is_empty());
    hands.get_by_label_contains("Open the sample game").click();
    hands.run_steps(3);
    settle(&mut hands, |window| !window.is_busy());
    assert_eq!(document(&hands).tree().main_line().count(), 326);
}

#[test]
fn every_tab_of_a_full_row_can_be_seen() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::E);
    for title in ["Analysis", "Review", "Engine", "Engines", "Bias"] {
        let is_seen = |place: egui::Rect| place.top() < 60.0 && place.left() > 900.0 && place.right() <= 1280.0;
        assert!(hands.get_all_by_label(title).any(|node| is_seen(node.rect())), "{title}");
    }
}
