//! What panels see, and what they ask for: panels read a [`Cx`] and send [`Action`]s, which are done
//! in one place after the frame is drawn.

use super::engines::Engines;
use super::experts::Here;
use super::fonts::Fonts;
use super::grade_history::GradeHistory;
use super::keymap::Keymap;
use super::panels::PanelState;
use super::settings::Settings;
use super::sounds::Sounds;
use super::texts::Texts;
use super::theme::Theme;
use super::widgets::board::Textures;
use crate::app::command::Command;
use crate::app::engines::Profile;
use crate::app::knowledge::audit::Audit;
use crate::app::knowledge::marks::GameMarks;
use crate::app::knowledge::report::PositionReport;
use crate::app::knowledge::table::PatternTable;
use crate::app::{AnalysisService, Document, Knowledge, NodeKey, NodeView, ScoreMap, SecondOpinion, Tool};
use crate::board::{Color, Move, Point, Symmetry};
use crate::engine::Snapshot;
use crate::engine::clock::TimeSettings;
use crate::ontology::store::Edit;
use crate::ontology::{Annotation, Expert, ExpertId, Line, TermCode};
use crate::record::{Ident, NodeId};
use std::path::PathBuf;
use std::sync::Arc;

/// What is asked for.
#[derive(Clone, Debug)]
pub enum Action {
    /// A command of the list.
    Command(Command),
    /// Shows a node.
    GoTo(NodeId),
    /// So many nodes forward, or back.
    Step(i32),
    /// Plays there.
    Play(Point),
    /// Adds a line to the tree, without going there.
    AddLine(Vec<Move>),
    /// Uses the tool, from one point to another.
    UseTool(Tool, Point, Point),
    /// Chooses a tool.
    SetTool(Tool),
    /// The comment of the node shown.
    SetComment(String),
    /// A text of the root.
    SetInfo(Ident<'static>, String),
    /// Shows a game of the collection.
    ShowGame(usize),
    /// Shows a tab.
    ShowTab(usize),
    /// Closes a tab, asking first where work is unsaved.
    CloseTab(usize),
    /// Opens a file.
    OpenFile(PathBuf),
    /// A new game.
    NewGame(NewGame),
    /// Other settings.
    SetSettings(Box<Settings>),
    /// Shows or hides a panel.
    ShowPane(super::layout::Pane, bool),
    /// Forgets the recent files.
    ForgetRecent,
    /// Looks for engines of others.
    FindEngines,
    /// Opens the window that sets an engine up, with a profile to begin with.
    SetUpEngine(Option<Profile>),
    /// Tries a profile out.
    TryEngine(Profile),
    /// Keeps a profile.
    KeepEngine(Profile),
    /// Forgets the profile of this name.
    ForgetEngine(String),
    /// Lets an engine think beside ours, or no longer.
    SetBeside(String, bool),
    /// Ends an engine beside ours and starts it anew.
    RestartEngine(String),
    /// An engine beside ours goes through the whole game, or stops that.
    GameBeside(String),
    /// A grade as the chosen expert; `None` takes it away.
    Grade(Target, Option<TermCode>),
    /// Chooses who grades.
    SetExpert(Box<Expert>),
    /// A change of the ontology, with its name.
    ChangeOntology(String, Vec<Edit>),
    /// Takes an expert away with all verdicts; with the name of the change.
    RemoveExpert(String, ExpertId),
    /// Shows the position that a verdict is about, with the judged move.
    ShowVerdict(Box<Annotation>),
    /// Shows a sequence of moves, under these rules and this komi.
    ShowLine(Box<Line>, Option<String>, Option<f32>),
    /// Shows the game that a verdict comes from.
    ShowSource(Box<Annotation>),
    /// Shows a node of any open game.
    ShowNode(NodeKey),
    /// The engine without experts looks at everything that was judged, or stops.
    AskSecond(bool),
    /// Looks through the open games for what is worth an expert's time.
    LookForWork,
}

/// A move that can be graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The move of the node shown.
    Shown,
    /// The move of another node.
    Node(NodeId),
    /// A move that could come next.
    Next(Move),
}

impl From<Command> for Action {
    fn from(command: Command) -> Action {
        Action::Command(command)
    }
}

/// A game to begin.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// Lines of the board.
    pub size: u8,
    /// The id of the rules.
    pub rules: String,
    /// Points for White.
    pub komi: f32,
    /// Handicap stones; 0 for none.
    pub handicap: u8,
    /// Names.
    pub black: String,
    /// Names.
    pub white: String,
    /// The side that the engine plays, if it does.
    pub engine: Option<Color>,
    /// The clocks, if there are any.
    pub time: Option<TimeSettings>,
}

/// A view of the search on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heat {
    /// None.
    #[default]
    None,
    /// Priors.
    Prior,
    /// RAVE values.
    Rave,
    /// Estimates of moves now and a turn ago.
    Scores,
}

/// How the board is shown, apart from the settings.
#[derive(Clone, Debug)]
pub struct BoardState {
    /// The tool that clicks use.
    pub tool: Tool,
    /// Whether the bar of tools is shown.
    pub tools_shown: bool,
    /// How the board is turned.
    pub symmetry: Symmetry,
    /// Hints are away while the key is held.
    pub hide_hints: bool,
    /// A view of the search.
    pub heat: Heat,
    /// The point whose menu is open.
    pub menu_at: Option<Point>,
    /// Where a drag began, or where the cursor began an arrow or a line.
    pub drag_from: Option<Point>,
    /// The point that the keyboard has chosen.
    pub cursor: Option<Point>,
    /// The board among the widgets, which has the focus while there is a cursor.
    pub widget: Option<egui::Id>,
    /// Nothing lies over the board that wants the keys.
    pub may_have_focus: bool,
    /// The candidate whose line is shown, and how far.
    pub line: Option<(Point, usize)>,
    /// The point of a node about which the reader asks why.
    pub asked: Option<(NodeKey, Point)>,
}

impl BoardState {
    /// Forgets points that the board now shown does not have: another game may have a smaller one.
    pub fn fit(&mut self, size: u8) {
        let fits = |point: &Point| point.x() < size && point.y() < size;
        for place in [&mut self.menu_at, &mut self.drag_from, &mut self.cursor] {
            *place = place.filter(fits);
        }
        self.line = self.line.filter(|(point, _)| fits(point));
    }
}

impl Default for BoardState {
    fn default() -> BoardState {
        BoardState {
            tool: Tool::Play,
            tools_shown: false,
            symmetry: Symmetry::IDENTITY,
            hide_hints: false,
            heat: Heat::None,
            menu_at: None,
            drag_from: None,
            cursor: None,
            widget: None,
            may_have_focus: true,
            line: None,
            asked: None,
        }
    }
}

/// What panels see.
pub struct Cx<'a> {
    /// The texts.
    pub t: &'a Texts,
    /// The theme.
    pub theme: &'a Theme,
    /// The settings.
    pub settings: &'a Settings,
    /// The keys.
    pub keymap: &'a Keymap,
    /// The file shown.
    pub document: Option<&'a Document>,
    /// The node shown.
    pub view: Option<Arc<NodeView>>,
    /// The engine.
    pub analysis: &'a AnalysisService,
    /// What the engine says of the node shown.
    pub snapshot: Option<Arc<Snapshot>>,
    /// What experts say.
    pub knowledge: &'a Knowledge,
    /// What they say of the moves of the game shown.
    pub marks: &'a GameMarks,
    /// What they say here.
    pub here: &'a Here,
    /// Everything known about the position shown, once it is there.
    pub report: Option<Arc<PositionReport>>,
    /// The pattern table, where it is shown.
    pub table: Option<Arc<PatternTable>>,
    /// The verdicts made ready for comparing, where they are shown.
    pub audit: Option<Arc<Audit>>,
    /// What the engine thinks without the experts.
    pub second: &'a SecondOpinion,
    /// What can be taken back of it.
    pub grade_history: &'a GradeHistory,
    /// Estimates of moves now and a turn ago, while they are shown.
    pub score_map: Option<ScoreMap>,
    /// The fonts of the system.
    pub fonts: &'a Fonts,
    /// Engines of others.
    pub engines: &'a Engines,
    /// Whether files are being read or written.
    pub files_busy: bool,
    /// What can be heard.
    pub sounds: &'a Sounds,
    /// How the board is shown.
    pub board: &'a mut BoardState,
    /// What panels keep between frames.
    pub panels: &'a mut PanelState,
    /// Computed images.
    pub textures: &'a mut Textures,
    /// What is asked for.
    pub actions: &'a mut Vec<Action>,
}

impl Cx<'_> {
    /// Asks for something.
    pub fn send(&mut self, action: impl Into<Action>) {
        self.actions.push(action.into());
    }

    /// The key under which the analysis of a node is kept.
    pub fn key(&self, node: NodeId) -> Option<NodeKey> {
        self.document.map(|document| (document.id(), document.game_index(), node))
    }

    /// The point of the node shown about which the reader asks why.
    pub fn asked(&self) -> Option<Point> {
        let shown = self.view.as_ref().and_then(|view| self.key(view.node));
        self.board.asked.filter(|asked| Some(asked.0) == shown).map(|asked| asked.1)
    }

    /// Asks why about a point of the node shown.
    pub fn ask(&mut self, point: Point) {
        let shown = self.view.as_ref().and_then(|view| self.key(view.node));
        self.board.asked = shown.map(|key| (key, point));
    }

    /// Name, help and key of a command, for a tooltip.
    pub fn tooltip(&self, command: Command) -> String {
        let mut text = self.t.command(command).trim_end_matches('…').to_owned();
        if let Some(key) = self.keymap.first(command) {
            text.push_str(&format!("  ({})", super::keymap::pretty(&key)));
        }
        text.push('\n');
        text.push_str(self.t.help(command));
        text
    }
}
