//! Random commands, keys, clicks and files against the window with its engine on. Whatever happens: no panic,
//! every edit can be taken back and made again, memory stays within its bounds, the engine lives.
//!
//! For long: `FUZEKI_SOAK_SECONDS=7200 cargo test --release --test window -- --ignored soak --nocapture`.

use crate::support::*;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::Queryable;
use fuzeki::app::command::{COMMANDS, Command};
use fuzeki::app::files::FileAnswer;
use fuzeki::gui::Start;
use fuzeki::gui::settings::{EngineSettings, Settings};
use fuzeki::record::{Collection, Game, sgf};
use fuzeki::util::resident;
use fuzeki::util::rng::FastRng;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// What the engine may take for its tree, in MiB.
const TREE: u32 = 32;
/// What the process may have at most in a short run, in megabytes: fonts, textures, games, two engines.
const MEMORY: f64 = 600.0;
/// More games than this are closed again.
const TABS: usize = 5;

/// Games of all kinds, and files that are none.
fn files(folder: &Path) -> Vec<PathBuf> {
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    vec![
        write("small.sgf", b"(;SZ[9]KM[7];B[ee];W[gc](;B[cc]C[a];W[cg])(;B[gg]TR[aa]LB[bb:x];W[cf]))"),
        write("tiny.sgf", b"(;SZ[2];B[aa];W[bb])"),
        write("large.sgf", b"(;SZ[25]HA[3]AB[dd][vv][dv];W[vd];B[mm];W[]PL[B])"),
        write("two.sgf", b"(;SZ[13];B[gg])(;SZ[19]GN[second];B[pd];W[dp]VW[aa:kk])"),
        write("broken.sgf", b"(;SZ[9];B[ee];W[zz];B[ee]C[not closed"),
        write("oblong.sgf", b"(;SZ[9:13];B[ee])"),
        write(
            "tygem.gib",
            b"\\HS\r\n\\[GAMEBLACKNAME=x (5D)\\]\r\n\\HE\r\n\\GS\r\nINI 0 1 2 &4\r\nSTO 0 2 2 15 15\r\n\\GE",
        ),
        write("nothing.sgf", b"not a game at all"),
        write("empty.sgf", b""),
        folder.join("missing.sgf"),
        folder.to_owned(),
    ]
}

struct Soak {
    hands: Hands,
    rng: FastRng,
    files: Vec<PathBuf>,
    steps: u64,
    did: String,
}

impl Soak {
    fn new(folder: &Path, seed: u64) -> Soak {
        let engine =
            EngineSettings { threads: 1, memory: TREE, seconds: 0.05, game_simulations: 10, ..Default::default() };
        let settings = Settings { welcome: false, engine, ..Settings::default() };
        let out = folder.join("saved.sgf");
        // The reader chooses a file, thinks better of it, or is asked by the window itself.
        let asked = AtomicU32::new(0);
        let ask = move |_: &_| match asked.fetch_add(1, Ordering::Relaxed) % 4 {
            0 => FileAnswer::Dismissed,
            1 => FileAnswer::NoDialog,
            _ => FileAnswer::Chosen(vec![out.clone()]),
        };
        let start = Start {
            folders: Some(folders(folder)),
            settings: Some(settings),
            ask_where: Some(Arc::new(ask)),
            ..Start::default()
        };
        let files = files(folder);
        Soak { hands: open(start), rng: FastRng::new(seed), files, steps: 0, did: String::new() }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound as u32) as usize
    }

    /// One thing that a reader might do.
    fn step(&mut self) {
        let before = self.game();
        let is_undo = match self.rng.below(10) {
            0..=5 => {
                let spec = &COMMANDS[self.below(COMMANDS.len())];
                self.did = format!("command {}", spec.id);
                // The desktop's own dialog is not for tests; files are opened below.
                if spec.command != Command::Open {
                    self.hands.state_mut().ask(spec.command);
                }
                matches!(spec.command, Command::Undo | Command::Redo)
            }
            6 => {
                let chosen = self.below(self.files.len());
                let path = self.files[chosen].clone();
                self.did = format!("file {}", path.display());
                self.hands.state_mut().ask_to_open(path);
                false
            }
            7 => {
                let place = Pos2::new(self.rng.unit() * 1280.0, self.rng.unit() * 800.0);
                let button = [PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle][self.below(3)];
                self.did = format!("{button:?} click at {place:?}");
                click_at(&mut self.hands, place, button);
                true // it may have hit the menu of undo
            }
            8 => {
                let text = ["7", "Ada", "妙手", "x]\\", "1e9"][self.below(5)];
                self.did = format!("text {text}");
                self.hands.event(Event::Text(text.to_owned()));
                false
            }
            _ => {
                let keys =
                    [Key::Tab, Key::Enter, Key::ArrowLeft, Key::ArrowRight, Key::ArrowDown, Key::Delete, Key::Space];
                let key = keys[self.below(keys.len())];
                self.did = format!("{key:?}");
                press(&mut self.hands, Modifiers::NONE, key);
                false
            }
        };
        self.hands.run_steps(2);
        self.check(before.filter(|_| !is_undo));
        if self.rng.below(3) != 0 {
            for _ in 0..2 {
                press(&mut self.hands, Modifiers::NONE, Key::Escape);
            }
        }
        if self.hands.state().session().documents().len() > TABS {
            self.hands.state_mut().ask(Command::Close);
            self.hands.run_steps(2);
            if let Some(button) = self.hands.query_by_label("Don't save") {
                button.click();
            }
            self.hands.run_steps(2);
        }
        self.steps += 1;
    }

    /// The game shown, with the file that it is in.
    fn game(&self) -> Option<(u64, usize, Game)> {
        let document = self.hands.state().session().active()?;
        Some((document.id().number(), document.game_index(), document.game().clone()))
    }

    fn check(&self, before: Option<(u64, usize, Game)>) {
        if let (Some((id, index, before)), Some((same, at, after))) = (before, self.game())
            && (id, index) == (same, at)
            && after.undo_depth() > before.undo_depth()
        {
            let text = |game: &Game| sgf::to_string(&Collection::of(game.clone()));
            let mut game = after.clone();
            for _ in 0..after.undo_depth() - before.undo_depth() {
                assert!(game.undo().is_some(), "{} cannot be taken back", self.did);
            }
            assert_eq!(text(&game), text(&before), "{} taken back leaves another game", self.did);
            while game.redo().is_some() {}
            assert_eq!(text(&game), text(&after), "{} made again gives another game", self.did);
        }
        if let Some(document) = self.hands.state().session().active() {
            let tree = document.tree();
            assert!(tree.ancestors(document.current()).any(|node| node == tree.root()), "after {}", self.did);
        }
        let broke = self.hands.query_all_by_label_contains("The engine broke down").next().is_some();
        assert!(!broke, "after {}", self.did);
        assert!(
            resident::megabytes().is_none_or(|now| now < MEMORY),
            "{:?} MB after {}",
            resident::megabytes(),
            self.did
        );
    }
}

/// Runs until told to stop; how many steps there were.
fn soak(seed: u64, mut goes_on: impl FnMut(u64) -> bool) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let mut soak = Soak::new(folder.path(), seed);
    while goes_on(soak.steps) {
        soak.step();
    }
    // What was changed last is kept, and the window can still be ended.
    for _ in 0..4 {
        press(&mut soak.hands, Modifiers::NONE, Key::Escape);
    }
    soak.hands.state_mut().end();
    soak.steps
}

#[test]
fn a_hundred_random_deeds_leave_the_window_whole() {
    assert_eq!(soak(1, |steps| steps < 100), 100);
}

#[test]
#[ignore = "an hour by default; FUZEKI_SOAK_SECONDS says how long"]
fn soak_of_random_deeds() {
    let seconds = std::env::var("FUZEKI_SOAK_SECONDS").map_or(3600, |text| text.parse().unwrap());
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut early, mut most) = (None, 0.0_f64);
    let seed = std::env::var("FUZEKI_SOAK_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let steps = soak(seed, |steps| {
        let now = resident::megabytes().unwrap_or(0.0);
        if steps == 1000 {
            early = Some(now);
        }
        most = most.max(now);
        Instant::now() < end
    });
    #[allow(clippy::print_stdout)]
    {
        println!("{steps} deeds in {seconds} s; {early:?} MB after the first thousand, at most {most:.0} MB");
    }
}
