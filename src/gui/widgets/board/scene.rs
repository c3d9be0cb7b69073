//! What is to be drawn on a board: plain data, made anew for each frame.

use super::Geometry;
use crate::board::{Board, Color, Point, PointMap, Symmetry};
use crate::gui::theme::Theme;
use egui::{Color32, Rect};

/// A mark of SGF on a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where.
    pub point: Point,
    /// What.
    pub kind: MarkKind,
}

/// The kinds of marks that SGF knows.
#[derive(Clone, Debug, PartialEq)]
pub enum MarkKind {
    /// TR
    Triangle,
    /// SQ
    Square,
    /// CR
    Circle,
    /// MA
    Cross,
    /// SL
    Selected,
    /// LB
    Label(String),
    /// TB, TW
    Territory(Color),
    /// AR, to the other point.
    Arrow(Point),
    /// LN, to the other point.
    Line(Point),
}

/// A move that the game or a variation goes on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextMove {
    /// Where.
    pub point: Point,
    /// The first one is drawn stronger.
    pub main: bool,
}

/// A move the engine considers, ready to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateMark {
    /// Where.
    pub point: Point,
    /// Its colour by loss.
    pub fill: Color32,
    /// Share of the most visited move's visits, 0..1.
    pub share: f32,
    /// Whether it is the best: ringed.
    pub best: bool,
    /// Big line, small line; nothing where there are too few visits.
    pub text: Option<(String, String)>,
    /// The sign of its loss class.
    pub symbol: &'static str,
}

/// The estimates of a move now and a turn ago.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreMark {
    /// Where.
    pub point: Point,
    /// Now, 0 the lowest of all and 1 the highest.
    pub now: f32,
    /// Before.
    pub before: Option<f32>,
    /// What changed.
    pub text: String,
}

/// An expert's grade on a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Badge {
    /// Where.
    pub point: Point,
    /// The short form of the term: VG, G, U, B, VB.
    pub text: String,
    /// The expert's own colour.
    pub color: Color32,
    /// Not on the disk yet.
    pub is_waiting: bool,
    /// The experts are far apart on this move.
    pub is_split: bool,
}

/// Everything that is drawn.
#[derive(Clone)]
pub struct Scene<'a> {
    /// The stones.
    pub board: &'a Board,
    /// How it is turned.
    pub symmetry: Symmetry,
    /// Whether letters and numbers stand in the margin.
    pub coordinates: bool,
    /// The stone that was played last.
    pub last_move: Option<Point>,
    /// Numbers on stones, `true` for the last of them.
    pub numbers: Vec<(Point, u32, bool)>,
    /// Stones that are only imagined (a line of the engine): drawn a little lighter.
    pub imagined: Vec<Point>,
    /// SGF marks.
    pub marks: &'a [Mark],
    /// Points greyed out.
    pub dimmed: &'a [Point],
    /// What comes next.
    pub next: Vec<NextMove>,
    /// Where the game went on while candidates are shown: a dashed ring.
    pub played: Option<Point>,
    /// The stone under the pointer.
    pub ghost: Option<(Point, Color)>,
    /// The engine's candidates.
    pub candidates: &'a [CandidateMark],
    /// For each point, -1 White's to 1 Black's.
    pub ownership: Option<&'a PointMap<f32>>,
    /// For each point, 0..1: prior, RAVE or another view of the search.
    pub heat: Option<&'a PointMap<f32>>,
    /// Estimates of moves: now and before, each 0..1 within their range, and the change as text.
    pub scores: Vec<ScoreMark>,
    /// Only these points are to be seen; all of them when it is empty.
    pub visible: &'a [Point],
    /// Experts' grades.
    pub badges: &'a [Badge],
    /// The point about which the reader asks.
    pub asked: Option<Point>,
    /// The point that the keyboard has chosen.
    pub cursor: Option<Point>,
}

impl<'a> Scene<'a> {
    /// Stones and nothing else.
    pub fn of(board: &'a Board) -> Scene<'a> {
        Scene {
            board,
            symmetry: Symmetry::IDENTITY,
            coordinates: false,
            last_move: None,
            numbers: Vec::new(),
            imagined: Vec::new(),
            marks: &[],
            dimmed: &[],
            next: Vec::new(),
            played: None,
            ghost: None,
            candidates: &[],
            ownership: None,
            heat: None,
            scores: Vec::new(),
            visible: &[],
            badges: &[],
            asked: None,
            cursor: None,
        }
    }

    /// Where its points lie in this room of the screen.
    pub fn geometry(&self, room: Rect, scale: f32, theme: &Theme) -> Geometry {
        let size = self.board.size();
        Geometry::of_part(room, size, self.visible, self.coordinates, self.symmetry, scale, theme)
    }
}
