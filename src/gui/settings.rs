//! What the reader chose, kept in the platform's config folder; and what the window remembers.

use super::keymap::{Arrows, Choices};
use super::layout::{self, Pane};
use super::texts::Language;
use super::theme::{LossPalette, ThemeName};
use crate::engine::{Limits, Params};
use crate::ontology::ExpertId;
use crate::ontology::fusion::{self, OPERATORS, Operator};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How small and how large everything may be.
pub const SCALES: [f32; 2] = [0.5, 4.0];

/// No screen is larger than this, in points.
const LARGEST_SCREEN: f32 = 32_768.0;

/// How many recent files are kept.
const RECENT: usize = 12;

/// Which stones carry their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Numbers {
    /// None: the last move has a ring.
    #[default]
    None,
    /// The last five moves.
    Last,
    /// All moves.
    All,
}

impl Numbers {
    /// All choices.
    pub const ALL: [Numbers; 3] = [Numbers::None, Numbers::Last, Numbers::All];

    /// The one after.
    pub fn next(self) -> Numbers {
        match self {
            Numbers::None => Numbers::Last,
            Numbers::Last => Numbers::All,
            Numbers::All => Numbers::None,
        }
    }

    /// The key of its name in the texts.
    pub fn text_key(self) -> &'static str {
        match self {
            Numbers::None => "numbers.none",
            Numbers::Last => "numbers.last",
            Numbers::All => "numbers.all",
        }
    }
}

/// What candidates show on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CandidateText {
    /// The probability to win, in percent.
    #[default]
    Winrate,
    /// The expected lead in points.
    Score,
}

/// How long and with how much the engine thinks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSettings {
    /// Threads of the search.
    pub threads: u32,
    /// Mebibytes for the search tree.
    pub memory: u32,
    /// Simulations after which a position is thought about enough; 0 for no end.
    pub simulations: u64,
    /// Seconds for a move when the engine plays.
    pub seconds: f32,
    /// Simulations for a move when the engine plays; 0 lets the time decide.
    pub move_simulations: u64,
    /// Simulations for each move when a whole game is analysed.
    pub game_simulations: u64,
    /// The engine of others that thinks in the place of ours; empty for ours.
    pub program: String,
    /// Engines of others that think beside it, by name.
    pub beside: Vec<String>,
    /// What a whole-game analysis says goes into the game.
    pub store_analysis: bool,
    /// Parameters that differ from their defaults, by name.
    pub parameters: BTreeMap<String, String>,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        let cores = std::thread::available_parallelism().map_or(2, |n| n.get() as u32);
        EngineSettings {
            // One core is left for the window and the rest of the machine.
            threads: cores.saturating_sub(1).max(1),
            memory: 512,
            simulations: 0,
            seconds: 5.0,
            move_simulations: 0,
            game_simulations: 1000,
            program: String::new(),
            beside: Vec::new(),
            store_analysis: true,
            parameters: BTreeMap::new(),
        }
    }
}

impl EngineSettings {
    /// The parameters of the engine, and what in the settings it does not understand.
    pub fn params(&self) -> (Params, Vec<String>) {
        let mut params = Params::default();
        let set = |(name, value): (&String, &String)| params.set(name, value).err().map(|error| error.to_string());
        let faults = self.parameters.iter().filter_map(set).collect();
        (Params { threads: self.threads.clamp(1, 256), memory: self.memory.clamp(8, 65_536), ..params }, faults)
    }

    /// Sets a parameter by name; one that has its default is not kept. What is no parameter or no value
    /// for it changes nothing.
    pub fn put(&mut self, name: &str, value: &str) {
        let mut params = Params::default();
        let Ok(info) = Params::info(name) else { return };
        if params.set(name, value).is_err() {
            return;
        }
        if params == Params::default() {
            self.parameters.remove(name);
        } else {
            self.parameters.insert(name.to_owned(), info.show(&params));
        }
    }

    /// Lets an engine of others think beside ours, or no longer.
    pub fn put_beside(&mut self, name: &str, on: bool) {
        self.beside.retain(|other| other != name);
        if on {
            self.beside.push(name.to_owned());
        }
    }

    /// Limits for thinking about the node shown.
    pub fn limits(&self) -> Limits {
        if self.simulations == 0 { Limits::analysis() } else { Limits::simulations(self.simulations) }
    }

    /// Limits for a move of the engine.
    pub fn move_limits(&self) -> Limits {
        let limits = match self.move_simulations {
            0 => Limits::time(Duration::from_secs_f32(finite(self.seconds, 5.0).clamp(0.05, 3600.0))),
            simulations => Limits::simulations(simulations),
        };
        limits.decided_early()
    }
}

/// What the reader chose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language of the window.
    pub language: Language,
    /// The theme.
    pub theme: ThemeName,
    /// How large everything is; 1 is as the system has it.
    pub scale: f32,
    /// The family of the system's fonts that texts are set in; empty for the built-in one.
    pub font: String,
    /// Stones can be heard.
    pub sounds: bool,
    /// Letters and numbers around the board.
    pub coordinates: bool,
    /// Numbers on stones.
    pub numbers: Numbers,
    /// Rings where the game goes on.
    pub next_moves: bool,
    /// Candidates on the board.
    pub candidates: bool,
    /// What they show.
    pub candidate_text: CandidateText,
    /// Ownership on the board.
    pub ownership: bool,
    /// The colours of losses.
    pub palette: LossPalette,
    /// Signs beside those colours.
    pub loss_symbols: bool,
    /// The engine thinks about what is shown.
    pub analysis: bool,
    /// Experts' grades on board and tree.
    pub grades: bool,
    /// Engine and other experts are hidden until one has graded.
    pub blind: bool,
    /// How experts' verdicts on a move are made one, by the name of the operator.
    pub fusion: String,
    /// The welcome is shown at the start.
    pub welcome: bool,
    /// The arrow keys.
    pub arrows: Arrows,
    /// The engine.
    pub engine: EngineSettings,
    /// The reader's own keys.
    pub keys: Choices,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: Language::English,
            theme: ThemeName::Wood,
            scale: 1.0,
            font: String::new(),
            sounds: false,
            coordinates: true,
            numbers: Numbers::None,
            next_moves: true,
            candidates: true,
            candidate_text: CandidateText::Winrate,
            ownership: false,
            palette: LossPalette::Normal,
            loss_symbols: true,
            analysis: true,
            grades: true,
            blind: false,
            fusion: OPERATORS[0].name().to_owned(),
            welcome: true,
            arrows: Arrows::Sideways,
            engine: EngineSettings::default(),
            keys: Choices::new(),
        }
    }
}

impl Settings {
    /// A file may say anything: numbers that no window can have become the nearest that one can.
    pub fn within_bounds(mut self) -> Settings {
        self.scale = finite(self.scale, 1.0).clamp(SCALES[0], SCALES[1]);
        self
    }

    /// How experts' verdicts on a move are made one, and what is wrong where the settings name no way to.
    pub fn operator(&self) -> (&'static dyn Operator, Option<String>) {
        if let Some(operator) = fusion::operator(&self.fusion) {
            return (operator, None);
        }
        let names: Vec<&str> = OPERATORS.iter().map(|operator| operator.name()).collect();
        let fault = format!("fusion: there is no `{}`, only {}", self.fusion, names.join(", "));
        (OPERATORS[0], Some(fault))
    }
}

/// The number, or another one where it is none.
fn finite(number: f32, otherwise: f32) -> f32 {
    if number.is_finite() { number } else { otherwise }
}

/// What the window remembers without being asked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    /// Files opened or saved last, the latest first.
    pub recent: Vec<PathBuf>,
    /// Who grades.
    pub expert: Option<ExpertId>,
    /// The ontology, where it is not the reader's own.
    pub ontology: Option<PathBuf>,
    /// Where the panels are.
    pub layout: Option<egui_tiles::Tree<Pane>>,
    /// Where the window is.
    pub window: Place,
}

/// Where a window is on the screen, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Place {
    /// Its size when it does not fill the screen.
    pub size: Option<[f32; 2]>,
    /// Its upper left corner when it does not fill the screen, where the system tells.
    pub position: Option<[f32; 2]>,
    /// Whether it fills the screen.
    pub maximized: bool,
}

impl Place {
    /// Without what no screen can have.
    pub fn within_bounds(self) -> Place {
        let possible = |v: &[f32; 2]| v.iter().all(|v| v.is_finite() && v.abs() <= LARGEST_SCREEN);
        Place { size: self.size.filter(possible), position: self.position.filter(possible), ..self }
    }

    /// The place by what the system says now; what it does not say stays.
    pub fn updated(self, info: &egui::ViewportInfo, zoom: f32) -> Place {
        let filled = info.maximized.unwrap_or(false) || info.fullscreen.unwrap_or(false);
        if filled || info.minimized.unwrap_or(false) {
            return Place { maximized: info.maximized.unwrap_or(self.maximized), ..self };
        }
        // The system counts in its own points, which our zoom leaves alone.
        let whole = |v: [f32; 2]| v.map(|v| (v * zoom).round());
        Place {
            size: info.inner_rect.map(|rect| whole(rect.size().into())).or(self.size),
            position: info.outer_rect.map(|rect| whole(rect.min.into())).or(self.position),
            maximized: false,
        }
    }
}

impl Memory {
    /// Where the panels are to be; where nothing sound is remembered, where they are at first.
    pub fn take_layout(&mut self) -> egui_tiles::Tree<Pane> {
        self.layout.take().map_or_else(layout::initial, layout::restore)
    }

    /// Puts a file in front of the recent ones.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|known| known != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(RECENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_their_file_and_an_old_file_lacks_nothing() {
        let mut settings = Settings { theme: ThemeName::Dark, numbers: Numbers::All, ..Settings::default() };
        settings.keys.insert("save".to_owned(), vec!["F5".to_owned()]);
        let text = toml::to_string_pretty(&settings).unwrap();
        assert_eq!(toml::from_str::<Settings>(&text).unwrap(), settings);
        assert_eq!(toml::from_str::<Settings>("theme = \"paper\"").unwrap().theme, ThemeName::Paper);
    }

    #[test]
    fn engine_parameters_are_taken_over_and_unknown_ones_told() {
        let mut engine = EngineSettings { threads: 3, ..EngineSettings::default() };
        engine.parameters.insert("rave_equivalence".to_owned(), "1234".to_owned());
        engine.parameters.insert("no_such".to_owned(), "1".to_owned());
        let (params, faults) = engine.params();
        assert_eq!((params.threads, params.rave_equivalence, faults.len()), (3, 1234.0, 1));
        assert_eq!(engine.limits(), Limits::analysis());
        assert!(engine.move_limits().time.is_some());
        engine.move_simulations = 500;
        assert_eq!((engine.move_limits().time, engine.move_limits().simulations), (None, Some(500)));
    }

    #[test]
    fn an_operator_that_does_not_exist_is_told_with_those_that_do() {
        let with = |fusion: &str| Settings { fusion: fusion.to_owned(), ..Settings::default() };
        assert_eq!(Settings::default().operator(), (OPERATORS[0], None));
        assert_eq!(with("pessimistic").operator().0.name(), "pessimistic");
        let (operator, fault) = with("median").operator();
        assert_eq!(operator.name(), "weighted-mean");
        assert!(fault.is_some_and(|fault| fault.contains("`median`") && fault.contains("dempster-shafer")));
    }

    #[test]
    fn numbers_that_no_window_can_have_are_brought_within_bounds() {
        for (scale, made) in [("nan", 1.0), ("inf", 1.0), ("-3.0", 0.5), ("1e30", 4.0), ("0.0", 0.5), ("1.25", 1.25)] {
            let settings = toml::from_str::<Settings>(&format!("scale = {scale}")).unwrap().within_bounds();
            assert_eq!(settings.scale, made);
        }
        let hostile = "[engine]\nthreads = 4000000000\nmemory = 4000000000\nseconds = nan";
        let engine = toml::from_str::<Settings>(hostile).unwrap().within_bounds().engine;
        let (params, _) = engine.params();
        assert_eq!((params.threads, params.memory), (256, 65_536));
        assert_eq!(engine.move_limits().time, Some(Duration::from_secs(5)));
        let place: Place = serde_json::from_str(r#"{"size":[1e38,10],"position":[5,-7]}"#).unwrap();
        assert_eq!(place.within_bounds(), Place { size: None, position: Some([5.0, -7.0]), maximized: false });
    }

    #[test]
    fn a_place_is_kept_while_the_window_fills_the_screen() {
        let rect = |x: f32, w: f32| Some(egui::Rect::from_min_size(egui::pos2(x, 20.0), egui::vec2(w, 600.0)));
        let info =
            egui::ViewportInfo { inner_rect: rect(12.0, 800.0), outer_rect: rect(10.0, 810.0), ..Default::default() };
        let place = Place::default().updated(&info, 1.5);
        assert_eq!((place.size, place.position), (Some([1200.0, 900.0]), Some([15.0, 30.0])));
        let filled = egui::ViewportInfo { maximized: Some(true), inner_rect: rect(0.0, 4000.0), ..Default::default() };
        assert_eq!(place.updated(&filled, 1.5), Place { maximized: true, ..place });
        let nothing = egui::ViewportInfo::default();
        assert_eq!(place.updated(&nothing, 1.0), place);
    }

    #[test]
    fn recent_files_are_unique_and_few() {
        let mut memory = Memory::default();
        for i in 0..40 {
            memory.remember(Path::new(&format!("{}.sgf", i % 20)));
        }
        assert_eq!(memory.recent.len(), RECENT);
        assert_eq!(memory.recent[0], Path::new("19.sgf"));
    }
}
