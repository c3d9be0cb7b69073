//! What goes wrong around the window: the system ends it, disks and files fail, the engine breaks down,
//! the screen is not what it was. Everything is told, nothing is lost.

use crate::support::*;
use egui::{Key, Modifiers, ViewportCommand, ViewportId};
use egui_kittest::kittest::Queryable;
use fuzeki::app::command::Command;
use fuzeki::app::config::Folders;
use fuzeki::board::Move;
use fuzeki::engine::prior::rules::RulePrior;
use fuzeki::engine::prior::{Opinion, Prior, Scene};
use fuzeki::engine::{Handle, Params};
use fuzeki::gui::Start;
use fuzeki::gui::settings::Settings;
use fuzeki::gui::signals::{Signals, exit_code};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const GAME: &str = "(;SZ[9];B[ee];W[gc])";

fn start(folder: &Path, files: Vec<PathBuf>) -> Start {
    start_in(folders(folder), files)
}

fn start_in(folders: Folders, files: Vec<PathBuf>) -> Start {
    Start { folders: Some(folders), files, without_engine: true, ..Start::default() }
}

/// A window with a file open that can be sent signals.
fn open_with_signals(folder: &Path) -> (Hands, PathBuf, Signals) {
    let path = folder.join("game.sgf");
    std::fs::write(&path, GAME).unwrap();
    let signals = Signals::default();
    let hands = open(Start { signals: signals.clone(), ..start(folder, vec![path.clone()]) });
    (hands, path, signals)
}

#[test]
fn a_signal_ends_the_window_and_the_next_start_offers_what_was_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, path, signals) = open_with_signals(folder.path());
    press(&mut hands, Modifiers::NONE, Key::P);
    signals.pretend(15);
    hands.step();
    let commands = &hands.output().viewport_output[&ViewportId::ROOT].commands;
    assert!(commands.contains(&ViewportCommand::Close), "nobody is asked: {commands:?}");
    hands.state_mut().end();
    drop(hands);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), GAME, "the file is left as it was");
    assert_eq!(exit_code(15), 143);

    let mut hands = open(start(folder.path(), Vec::new()));
    hands.get_by_label("Bring back").click();
    hands.run_steps(2);
    settle(&mut hands, |window| window.session().modified().count() == 1);
    assert_eq!(document(&hands).path(), Some(path.as_path()));
    let last = document(&hands).tree().preorder(document(&hands).tree().root()).count();
    assert_eq!(last, 4, "with the pass that was not saved");
}

#[test]
fn a_signal_leaves_nothing_behind_where_nothing_was_changed() {
    let folder = tempfile::tempdir().unwrap();
    let signals = Signals::default();
    let mut hands = open(Start { signals: signals.clone(), ..start(folder.path(), Vec::new()) });
    signals.pretend(1);
    hands.step();
    hands.state_mut().end();
    assert_eq!(std::fs::read_dir(folder.path().join("data/recovery")).unwrap().count(), 0);
}

#[test]
fn broken_settings_are_told_kept_and_replaced_by_the_defaults() {
    let folder = tempfile::tempdir().unwrap();
    let config = folders(folder.path()).config;
    std::fs::write(config.join("settings.toml"), "theme = \"dark\"\nscale = [").unwrap();
    std::fs::write(config.join("window.json"), "{\"recent\": 5").unwrap();
    let hands = open(start(folder.path(), Vec::new()));
    assert!(hands.query_all_by_label_contains("settings.toml is broken").next().is_some());
    assert_eq!(hands.state().settings().theme, Settings::default().theme);
    for (name, text) in [("settings.toml.bak", "theme = \"dark\"\nscale = ["), ("window.json.bak", "{\"recent\": 5")] {
        assert_eq!(std::fs::read_to_string(config.join(name)).unwrap(), text);
    }
}

#[test]
fn senseless_numbers_in_the_settings_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let config = folders(folder.path()).config;
    let settings =
        "welcome = false\nscale = nan\n[engine]\nthreads = 4294967295\nmemory = 4294967295\nseconds = -inf\n";
    std::fs::write(config.join("settings.toml"), settings).unwrap();
    std::fs::write(config.join("window.json"), r#"{"window":{"size":[1e38,-1e38],"position":[1e38,0]}}"#).unwrap();
    let mut hands = open(start(folder.path(), Vec::new()));
    assert_eq!(hands.ctx.zoom_factor(), 1.0);
    press(&mut hands, Modifiers::COMMAND, Key::Comma);
    hands.run_steps(3);
}

#[test]
fn a_file_deleted_while_open_is_written_anew_and_a_deleted_folder_is_told() {
    let outer = tempfile::tempdir().unwrap();
    let inner = outer.path().join("games");
    std::fs::create_dir(&inner).unwrap();
    let path = inner.join("game.sgf");
    std::fs::write(&path, GAME).unwrap();
    let mut hands = open(start(outer.path(), vec![path.clone()]));
    std::fs::remove_file(&path).unwrap();
    press(&mut hands, Modifiers::NONE, Key::P);
    press(&mut hands, Modifiers::COMMAND, Key::S);
    settle(&mut hands, |window| !window.is_busy());
    assert!(std::fs::read_to_string(&path).unwrap().contains("W[gc]"));
    assert_eq!(hands.state().session().modified().count(), 0);

    std::fs::remove_dir_all(&inner).unwrap();
    press(&mut hands, Modifiers::NONE, Key::P);
    press(&mut hands, Modifiers::COMMAND, Key::S);
    settle(&mut hands, |window| !window.is_busy());
    assert!(hands.query_all_by_label_contains("game.sgf").any(|_| true));
    assert!(hands.query_by_label("OK").is_some(), "a message says that it was not saved");
    assert_eq!(hands.state().session().modified().count(), 1, "it still counts as not saved");
    settle(&mut hands, |window| window.is_autosaved());
}

#[test]
fn a_recovery_store_that_cannot_be_written_is_told_once_and_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    let store = folder.path().join("data/recovery");
    let run = std::fs::read_dir(&store).unwrap().next().unwrap().unwrap().path();
    let aside = folder.path().join("aside");
    std::fs::rename(&run, &aside).unwrap();
    std::fs::write(&run, "no folder").unwrap();
    press(&mut hands, Modifiers::NONE, Key::P);
    let told = |hands: &Hands| hands.query_all_by_label_contains("cannot be kept for recovery").count();
    let started = std::time::Instant::now();
    while told(&hands) == 0 {
        assert!(started.elapsed().as_secs() < 20, "nobody says that nothing is kept");
        hands.run_steps(2);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    hands.get_by_label("OK").click();
    hands.run_steps(3);
    assert_eq!(told(&hands), 0);
    std::fs::remove_file(&run).unwrap();
    std::fs::rename(&aside, &run).unwrap();
    settle(&mut hands, |window| window.is_autosaved());
    let kept = |run: &Path| {
        std::fs::read_dir(run).unwrap().flatten().any(|f| f.path().extension().is_some_and(|e| e == "sgf"))
    };
    let started = std::time::Instant::now();
    while !kept(&run) {
        assert!(started.elapsed().as_secs() < 20, "it is not tried again");
        hands.run_steps(2);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(told(&hands), 0, "once is enough");
}

#[test]
fn what_a_crash_left_stays_until_it_is_on_the_disk_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::P);
    settle(&mut hands, |window| window.is_autosaved());
    drop(hands);
    // The writer thread of the dead window finishes what it was given.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let store = folder.path().join("data/recovery");
    let runs = || std::fs::read_dir(&store).unwrap().flatten().map(|entry| entry.path()).collect::<Vec<_>>();
    let dead = runs().remove(0);
    let mut again = open(start(folder.path(), Vec::new()));
    let own = runs().into_iter().find(|run| *run != dead).unwrap();
    let aside = folder.path().join("aside");
    std::fs::rename(&own, &aside).unwrap();
    std::fs::write(&own, "no folder").unwrap();
    again.get_by_label("Bring back").click();
    let wait = |hands: &mut Hands, done: &dyn Fn(&Hands) -> bool| {
        let started = std::time::Instant::now();
        while !done(hands) {
            assert!(started.elapsed().as_secs() < 20, "waited in vain");
            hands.run_steps(2);
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    };
    let told = |hands: &Hands| hands.query_all_by_label_contains("cannot be kept for recovery").next().is_some();
    wait(&mut again, &told);
    assert!(dead.exists(), "the only copy on the disk");
    std::fs::remove_file(&own).unwrap();
    std::fs::rename(&aside, &own).unwrap();
    wait(&mut again, &|_| !dead.exists());
    assert!(std::fs::read_dir(&own).unwrap().flatten().any(|f| f.path().extension().is_some_and(|e| e == "sgf")));
}

#[test]
fn what_is_kept_stays_until_the_save_is_on_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, path) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::End);
    press(&mut hands, Modifiers::NONE, Key::P);
    settle(&mut hands, |window| window.is_autosaved());
    let store = folder.path().join("data/recovery");
    let run = std::fs::read_dir(&store).unwrap().next().unwrap().unwrap().path();
    let is_kept = || {
        let files = std::fs::read_dir(&run).unwrap().flatten();
        files.map(|file| file.path()).any(|file| file.extension().is_some_and(|end| end == "sgf"))
    };
    let begun = std::time::Instant::now();
    while !is_kept() {
        assert!(begun.elapsed().as_secs() < 20, "it is not kept");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    hands.state_mut().ask(Command::Save);
    hands.step();
    // The file is given to its thread, and the window has not heard yet what came of it.
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert!(is_kept(), "a kill now, or a save that fails, would lose the pass");
    let begun = std::time::Instant::now();
    while is_kept() {
        assert!(begun.elapsed().as_secs() < 20, "it is saved, and the copy stays");
        hands.step();
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(std::fs::read_to_string(&path).unwrap().contains("B[]"));
}

#[test]
fn a_save_that_fails_on_the_way_out_is_offered_by_the_next_start() {
    for signal in [None, Some(15)] {
        let folder = tempfile::tempdir().unwrap();
        let (mut hands, path, signals) = open_with_signals(folder.path());
        press(&mut hands, Modifiers::NONE, Key::P);
        settle(&mut hands, |window| window.is_autosaved());
        // A folder in the place of the file cannot be replaced by it.
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
        hands.state_mut().ask(Command::Save);
        hands.step();
        if let Some(signal) = signal {
            signals.pretend(signal);
            hands.step();
        }
        hands.state_mut().end();
        drop(hands);
        let mut again = open(start(folder.path(), Vec::new()));
        again.get_by_label("Bring back").click();
        again.run_steps(2);
        settle(&mut again, |window| window.session().modified().count() == 1);
        let nodes = document(&again).tree().node_count();
        assert_eq!(nodes, 4, "with the pass, {signal:?}");
    }
}

#[test]
fn folders_that_cannot_be_written_are_told_once_with_the_remedy_and_games_can_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    std::fs::write(&path, GAME).unwrap();
    let own = folders(folder.path());
    // Files in the place of folders: nobody can write there, not even an administrator.
    std::fs::write(&own.data, "").unwrap();
    let settings = Settings { welcome: false, ..Settings::default() };
    std::fs::remove_dir_all(&own.config).unwrap();
    std::fs::write(&own.config, "").unwrap();
    let start = Start { settings: Some(settings), ..start_in(own, vec![path.clone()]) };
    let mut hands = open(start);
    let told = |hands: &Hands, text: &str| hands.query_all_by_label_contains(text).count();
    // The name of the file that was opened is to be kept, too; on a slow machine that is tried by now.
    settle(&mut hands, |window| window.settings_are_written());
    let texts = ["not kept for recovery", "The ontology cannot be used", "cannot be kept for the next start"];
    let mut seen = Vec::new();
    for _ in 0..6 {
        seen.extend(texts.into_iter().filter(|text| told(&hands, text) > 0));
        press(&mut hands, Modifiers::NONE, Key::Escape);
    }
    for text in texts {
        assert_eq!(seen.iter().filter(|seen| **seen == text).count(), 1, "{seen:?}");
    }
    for _ in 0..2 {
        press(&mut hands, Modifiers::NONE, Key::C);
        settle(&mut hands, |window| window.settings_are_written());
    }
    assert!(texts.iter().all(|text| told(&hands, text) == 0), "once is enough");
    press(&mut hands, Modifiers::NONE, Key::P);
    press(&mut hands, Modifiers::COMMAND, Key::S);
    settle(&mut hands, |window| !window.files_are_busy());
    assert!(std::fs::read_to_string(&path).unwrap().contains("B[]"), "the game's own folder can be written");
}

#[test]
fn an_ontology_that_is_not_there_any_more_is_told_before_grades_go_to_another() {
    let folder = tempfile::tempdir().unwrap();
    let config = folders(folder.path()).config;
    let gone = folder.path().join("stick/shared.db");
    let memory = serde_json::json!({ "ontology": gone });
    std::fs::write(config.join("window.json"), memory.to_string()).unwrap();
    let hands = open(start(folder.path(), Vec::new()));
    let message = format!("{:?}", hands.get_by_label_contains("is not there any more"));
    assert!(message.contains("shared.db") && message.contains("Open another ontology…"), "{message}");
    assert_eq!(hands.state().knowledge().path(), folder.path().join("data/ontology.db"));
}

/// Knowledge that breaks down until it is mended.
struct Broken(Arc<AtomicBool>);

impl Prior for Broken {
    fn name(&self) -> &'static str {
        "broken"
    }

    fn judge(&self, scene: &Scene<'_>, opinions: &mut [Opinion]) {
        assert!(!self.0.load(Ordering::Relaxed), "this prior is broken");
        RulePrior.judge(scene, opinions);
    }
}

#[test]
fn an_engine_that_breaks_down_is_told_and_thinks_again() {
    let broken = Arc::new(AtomicBool::new(true));
    let engine = Handle::new(Params { memory: 16, ..Params::default() }, vec![Arc::new(Broken(broken.clone()))], None);
    let settings = Settings { welcome: false, ..Settings::default() };
    let mut hands = open(Start { analyst: Some(Box::new(engine)), settings: Some(settings), ..Start::default() });
    let told = |hands: &Hands| hands.query_all_by_label_contains("The engine broke down").next().is_some();
    let started = std::time::Instant::now();
    while !told(&hands) {
        assert!(started.elapsed().as_secs() < 20, "nobody says that the engine broke down");
        hands.run_steps(2);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    hands.get_by_label("OK").click();
    hands.run_steps(2);
    broken.store(false, Ordering::Relaxed);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    settle(&mut hands, |window| window.has_verdict());
    assert!(!told(&hands));
}

#[test]
fn a_window_of_one_pixel_or_none_draws_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    for size in [[1.0, 1.0], [0.0, 0.0], [1.0, 800.0], [1280.0, 1.0], [37.0, 11.0]] {
        hands.set_size(size.into());
        hands.run_steps(4);
        for (modifiers, key) in [(Modifiers::COMMAND, Key::K), (Modifiers::COMMAND, Key::Comma)] {
            press(&mut hands, modifiers, key);
            press(&mut hands, Modifiers::NONE, Key::Escape);
        }
    }
    hands.set_size(egui::vec2(1280.0, 800.0));
    hands.run_steps(4);
    press(&mut hands, Modifiers::NONE, Key::End);
    assert_eq!(number(&hands), 2);
    click(&mut hands, fuzeki::board::Point::from_gtp("C3", 9).unwrap());
    assert_eq!(number(&hands), 3, "the board is where it was");
}

#[test]
fn in_the_smallest_window_nothing_covers_anything_else() {
    let folder = tempfile::tempdir().unwrap();
    let long = "a result that nobody wants to read to its end, ".repeat(8);
    let game = format!("(;SZ[9]PB[{0}]PW[{0}]BR[9p]WR[9p]RE[{long}];B[ee];W[gc])", "A very long name ".repeat(9));
    let (mut hands, _) = open_file(folder.path(), &game);
    hands.set_size(egui::vec2(720.0, 520.0));
    hands.run_steps(4);
    press(&mut hands, Modifiers::COMMAND, Key::E);
    let facts = hands.get_by_label_contains("result a result").rect();
    let who = hands.get_by_label("Nobody grades yet").rect();
    assert!(facts.right() <= who.left(), "{facts:?} {who:?}");
    let right_column = hands.get_all_by_label("Analysis").map(|node| node.rect().left()).fold(0.0, f32::max);
    let mut last = 0.0;
    for name in ["play", "black stone", "erase", "arrow", "line", "dim", "Black's territory", "White's territory"] {
        let tool = hands.get_by_label(&format!("Tool: {name}")).rect();
        assert!(last <= tool.left() && tool.right() <= right_column, "{name}: {tool:?}");
        last = tool.right();
    }
    let taken: Vec<egui::Rect> = hands.get_all_by_label("0 stones taken").map(|node| node.rect()).collect();
    assert!(taken.len() < 2 || !taken[0].intersects(taken[1]), "{taken:?}");
}

#[test]
fn the_board_follows_a_monitor_of_another_scale() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, _) = open_file(folder.path(), GAME);
    press(&mut hands, Modifiers::NONE, Key::End);
    for (scale, name) in [(2.0, "C3"), (1.25, "J1"), (1.0, "A9"), (0.75, "D3"), (3.0, "C4"), (1.0, "D4")] {
        hands.set_pixels_per_point(scale);
        hands.run_steps(4);
        let before = number(&hands);
        let point = fuzeki::board::Point::from_gtp(name, 9).unwrap();
        click(&mut hands, point);
        assert_eq!(number(&hands), before + 1, "at scale {scale}");
        let played = document(&hands).tree().move_at(document(&hands).current(), 9);
        assert_eq!(played.and_then(|(_, mv)| mv), Some(Move::Play(point)), "at scale {scale}");
    }
}
