//! What the tests share: a window in memory, hands for it, and patience with its threads.

use egui::{Key, Modifiers, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use fuzeki::app::Document;
use fuzeki::app::config::Folders;
use fuzeki::board::{Point, Symmetry};
use fuzeki::gui::theme::{Theme, ThemeName};
use fuzeki::gui::widgets::board::Geometry;
use fuzeki::gui::{Start, Window};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub type Hands = Harness<'static, Window>;

/// A window of the usual size, with its files and its ontology there.
pub fn open(start: Start) -> Hands {
    let mut hands = open_at_once(start);
    settle(&mut hands, |window| !window.is_busy());
    hands
}

/// A window of the usual size whose files may still be on their way.
pub fn open_at_once(start: Start) -> Hands {
    Harness::builder()
        .with_size([1280.0, 800.0])
        // No fonts of the system in tests: Chinese is there, only its shapes are not.
        .allow_missing_glyphs()
        .build_eframe(|cc| Window::new(&cc.egui_ctx, start).expect("the window can be made"))
}

/// Folders of their own, with settings that show no welcome.
pub fn folders(folder: &Path) -> Folders {
    let folders = Folders::within(folder);
    std::fs::create_dir_all(&folders.config).unwrap();
    let settings = folders.config.join("settings.toml");
    if !settings.exists() {
        std::fs::write(settings, "welcome = false\n").unwrap();
    }
    folders
}

/// A window with one file open, without an engine.
pub fn open_file(folder: &Path, text: &str) -> (Hands, PathBuf) {
    let path = folder.join("game.sgf");
    std::fs::write(&path, text).unwrap();
    let start =
        Start { folders: Some(folders(folder)), files: vec![path.clone()], without_engine: true, ..Start::default() };
    (open(start), path)
}

/// What begins a window with these settings beside those of every test, one file open, and the engine.
pub fn start_with(folder: &Path, settings: &str, game: &str) -> Start {
    let own = folders(folder);
    std::fs::write(own.config.join("settings.toml"), format!("welcome = false\n{settings}")).unwrap();
    let path = folder.join("game.sgf");
    std::fs::write(&path, game).unwrap();
    Start { folders: Some(own), files: vec![path], ..Start::default() }
}

/// Draws frames until something is so.
pub fn settle(hands: &mut Hands, done: impl Fn(&Window) -> bool) {
    let started = Instant::now();
    loop {
        hands.run_steps(2);
        if done(hands.state()) {
            hands.run_steps(2);
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "waited in vain");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The file shown.
pub fn document(hands: &Hands) -> &Document {
    hands.state().session().active().expect("a game is open")
}

/// How many moves were played up to the node shown.
pub fn number(hands: &Hands) -> u32 {
    let document = document(hands);
    document.tree().move_number(document.current())
}

/// Presses a key and lets the window answer.
pub fn press(hands: &mut Hands, modifiers: Modifiers, key: Key) {
    hands.key_press_modifiers(modifiers, key);
    hands.run_steps(3);
}

/// Where a point of the board is on the screen.
pub fn place(hands: &Hands, point: Point) -> Pos2 {
    let label = format!("Board, move {}", number(hands));
    let board = hands.get_by_label(&label).rect();
    let size = document(hands).tree().size();
    Geometry::new(board, size, true, Symmetry::IDENTITY, 1.0, &Theme::of(ThemeName::Wood)).pos(point)
}

/// Clicks on a point of the board.
pub fn click(hands: &mut Hands, point: Point) {
    let pos = place(hands, point);
    click_at(hands, pos, egui::PointerButton::Primary);
}

/// Clicks somewhere.
pub fn click_at(hands: &mut Hands, pos: Pos2, button: egui::PointerButton) {
    hands.hover_at(pos);
    hands.run_steps(2);
    for pressed in [true, false] {
        hands.event(egui::Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
        hands.run_steps(2);
    }
}

/// The comment field.
pub fn write_comment(hands: &mut Hands, text: &str) {
    press(hands, Modifiers::COMMAND, Key::M);
    assert!(
        hands.get_all_by_label("Comment").any(|node| node.accesskit_node().is_focused()),
        "the field is reached by a key"
    );
    hands.event(egui::Event::Text(text.to_owned()));
    hands.run_steps(3);
    press(hands, Modifiers::NONE, Key::Escape);
}

/// Draws frames until a text is to be seen.
pub fn wait_for(hands: &mut Hands, text: &str) {
    let started = std::time::Instant::now();
    while hands.query_all_by_label_contains(text).next().is_none() {
        assert!(started.elapsed().as_secs() < 60, "`{text}` never came");
        hands.run_steps(2);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
