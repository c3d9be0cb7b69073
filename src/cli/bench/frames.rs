//! `fuzeki bench frames`: what a frame of the window costs, with everything going on at once.

use crate::board::{Color, Move, Point};
use crate::cli::Failure;
use crate::gui::settings::Settings;
use crate::gui::{Start, Window};
use crate::record::{Collection, Game, Properties, Tree, sgf};
use crate::util::cpu::thread_time;
use egui::{Event, Key, Modifiers, RawInput, Rect, pos2, vec2};
use std::time::{Duration, Instant};

/// Arguments of `fuzeki bench frames`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki bench frames --json")]
pub struct Args {
    /// Frames to draw
    #[arg(long, default_value_t = 2000)]
    frames: usize,
    /// Nodes of the open game
    #[arg(long, default_value_t = 50_000)]
    nodes: usize,
    /// Threads of the engine
    #[arg(long, default_value_t = 2)]
    threads: u32,
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct Report {
    frames: usize,
    nodes: usize,
    threads: u32,
    median_ms: f64,
    p99_ms: f64,
    worst_ms: f64,
    first_frame_ms: f64,
    first_candidate_ms: f64,
}

/// A game of many variations: a long line, and short ones leaving it.
fn big_game(nodes: usize) -> String {
    let mut tree = Tree::new(Game::new(19).tree().properties(Game::new(19).tree().root()).clone());
    let mut line = tree.root();
    let mut side = line;
    for i in 0..nodes {
        let color = if i % 2 == 0 { Color::Black } else { Color::White };
        let point = Point::new((i * 7 % 19) as u8, (i * 11 / 19 % 19) as u8);
        let properties = Properties::of_move(color, Move::Play(point));
        if i % 8 < 2 && i < nodes / 2 {
            line = tree.push_child(line, properties);
            side = line;
        } else {
            side = tree.push_child(side, properties);
        }
    }
    sgf::to_string(&Collection::of(Game::from(tree)))
}

/// A window without a screen: frames are laid out and cut into triangles, not sent to a card.
struct Screen {
    ctx: egui::Context,
    window: Window,
    started: Instant,
}

impl Screen {
    /// Draws a frame with these events; how much of this thread's time it took.
    fn frame(&mut self, events: Vec<Event>) -> Duration {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1920.0, 1080.0))),
            time: Some(self.started.elapsed().as_secs_f64()),
            events,
            focused: true,
            ..RawInput::default()
        };
        let before = thread_time();
        let mut output = self.ctx.run_ui(input, |ui| self.window.frame(ui));
        output.textures_delta.clear(); // there is no card to send them to
        let triangles = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let spent = thread_time() - before;
        std::hint::black_box(triangles);
        spent
    }

    fn press(&mut self, modifiers: Modifiers, key: Key) -> Duration {
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        self.frame(vec![event(true), event(false)])
    }

    /// Frames until something is so, or too long has passed.
    fn wait(&mut self, what: &str, done: impl Fn(&Window) -> bool) -> Result<(), Failure> {
        let started = Instant::now();
        while !done(&self.window) {
            self.frame(Vec::new());
            std::thread::sleep(Duration::from_millis(1));
            if started.elapsed() > Duration::from_secs(60) {
                return Err(format!("waited a minute in vain for {what}").into());
            }
        }
        Ok(())
    }
}

/// Opens a big game in a window without a screen, lets the engine think, walks and writes, and prints
/// what frames cost.
pub fn run(args: Args) -> Result<(), Failure> {
    let path = std::env::temp_dir().join(format!("fuzeki-frames-{}.sgf", std::process::id()));
    std::fs::write(&path, big_game(args.nodes))?;
    let report = measure(&args, path.clone());
    std::fs::remove_file(&path)?;
    let report = report?;
    if args.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        println!("{} frames of 1920x1080, {} nodes, engine on {} threads", report.frames, report.nodes, report.threads);
        println!(
            "  median {:.2} ms, 99 % below {:.2} ms, worst {:.2} ms",
            report.median_ms, report.p99_ms, report.worst_ms
        );
        println!("  first frame after {:.0} ms", report.first_frame_ms);
        println!("  first candidate after a jump within {:.0} ms", report.first_candidate_ms);
    }
    Ok(())
}

fn measure(args: &Args, path: std::path::PathBuf) -> Result<Report, Failure> {
    let started = Instant::now();
    let ctx = egui::Context::default();
    let mut settings = Settings { welcome: false, ..Settings::default() };
    settings.engine.threads = args.threads;
    let start = Start { files: vec![path], settings: Some(settings), ..Start::default() };
    let window = Window::new(&ctx, start)?;
    let mut screen = Screen { ctx, window, started };
    screen.frame(Vec::new());
    let first_frame_ms = started.elapsed().as_secs_f64() * 1e3;
    screen.wait("the file", |window| !window.is_busy() && window.session().active().is_some())?;

    // From a jump to the first candidates on screen, wall time.
    let mut slowest = Duration::ZERO;
    for _ in 0..10 {
        let asked = Instant::now();
        screen.press(Modifiers::NONE, Key::PageDown);
        screen.wait("a candidate", Window::has_verdict)?;
        slowest = slowest.max(asked.elapsed());
    }

    let mut spent = Vec::with_capacity(args.frames);
    for i in 0..args.frames {
        let time = match i % 20 {
            0 => screen.press(Modifiers::NONE, Key::ArrowRight),
            5 => screen.press(Modifiers::COMMAND, Key::M),
            6..=8 => screen.frame(vec![Event::Text("好".to_owned())]),
            9 => screen.press(Modifiers::NONE, Key::Escape),
            12 => screen.press(Modifiers::NONE, if i % 40 < 20 { Key::PageDown } else { Key::PageUp }),
            15 => screen.frame(vec![Event::PointerMoved(pos2(700.0 + (i % 300) as f32, 400.0))]),
            _ => screen.frame(Vec::new()),
        };
        spent.push(time.as_secs_f64() * 1e3);
    }
    spent.sort_by(f64::total_cmp);
    let at =
        |share: f64| spent.get(((spent.len() as f64 * share) as usize).min(spent.len() - 1)).copied().unwrap_or(0.0);
    Ok(Report {
        frames: args.frames,
        nodes: args.nodes,
        threads: args.threads,
        median_ms: at(0.5),
        p99_ms: at(0.99),
        worst_ms: at(1.0),
        first_frame_ms,
        first_candidate_ms: slowest.as_secs_f64() * 1e3,
    })
}
