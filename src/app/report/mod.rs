//! Reports of analysed games, to be read by people: one HTML file that needs nothing else, or
//! Markdown; and diagrams as SVG and PNG.

mod diagram;
mod drawing;
mod graph;
mod html;
mod markdown;
mod raster;

pub use diagram::{Diagram, Sign};
pub use drawing::{Drawing, escape};
pub use html::to_html;
pub use markdown::to_markdown;
pub use raster::to_png;

use super::NodeView;
use super::review::{Agreement, GameVerdict, LossClass, MoveVerdict, Place, Remark};
use super::texts::Texts;
use crate::board::{ByColor, Color, Move};
use crate::ontology::TermCode;
use crate::record::{Tree, known};
use diagram::{numbered, played_ring};
use std::collections::HashMap;

/// Mistakes that get diagrams; the rest stands in the list.
const MOST_DIAGRAMS: usize = 12;
/// Moves of a line that a diagram shows.
const LINE: usize = 8;

/// What a report says, before it has a form.
#[derive(Clone, Debug)]
pub struct Report {
    /// The game in a line.
    pub title: String,
    /// Names with their ranks.
    pub names: ByColor<String>,
    /// What the file says of the game: label and text.
    pub facts: Vec<(String, String)>,
    /// Who judged, and how long.
    pub judged_by: String,
    /// Lines of the board.
    pub size: u8,
    /// The verdict.
    pub verdict: GameVerdict,
    /// The mistakes, the worst first.
    pub mistakes: Vec<Mistake>,
    /// What experts say.
    pub remarks: Vec<Remark>,
    /// How often they and the engine agree.
    pub agreement: Agreement,
    /// The chance of Black over the game.
    pub graph: Drawing,
}

/// A mistake, shown beside what would have been better.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// What is to be said of it.
    pub verdict: MoveVerdict,
    /// What the file says of it.
    pub comment: String,
    /// The game, and the engine's line; only for the worst ones.
    pub diagrams: Option<(Drawing, Drawing)>,
}

impl Report {
    /// The report of a game whose main line was judged.
    pub fn new(
        tree: &Tree,
        places: &[Place],
        verdict: GameVerdict,
        (remarks, agreement): (Vec<Remark>, Agreement),
        judged_by: String,
        t: &Texts,
    ) -> Report {
        let info = |name| tree.info(name).map(|text| text.into_owned()).unwrap_or_default();
        let names = ByColor::from_fn(|color| {
            let (name, rank, unnamed) = match color {
                Color::Black => (known::PB, known::BR, t.get("board.black")),
                Color::White => (known::PW, known::WR, t.get("board.white")),
            };
            let (name, rank) = (info(name), info(rank));
            let name = if name.is_empty() { unnamed.to_owned() } else { name };
            if rank.is_empty() { name } else { format!("{name} ({rank})") }
        });
        let fields = [
            ("info.EV", known::EV),
            ("info.RO", known::RO),
            ("info.PC", known::PC),
            ("info.DT", known::DT),
            ("info.RU", known::RU),
            ("info.KM", known::KM),
            ("info.HA", known::HA),
            ("info.RE", known::RE),
        ];
        let facts = fields.map(|(key, name)| (t.get(key).to_owned(), info(name)));
        let title = format!("{} – {}", names.black, names.white);
        let by_node: HashMap<_, _> = places.iter().map(|place| (place.node, place)).collect();
        let mut mistakes = Vec::new();
        for (i, judged) in verdict.mistakes().into_iter().enumerate() {
            let before = tree.parent(judged.node).and_then(|parent| by_node.get(&parent));
            let diagrams = before.filter(|_| i < MOST_DIAGRAMS).map(|place| show(tree, place, judged, t));
            let comment = tree.comment(judged.node).map(|text| text.into_owned()).unwrap_or_default();
            mistakes.push(Mistake { verdict: judged.clone(), comment, diagrams });
        }
        let graph = graph::graph(&verdict, t.fill("report.graph_title", &[("title", &title)]));
        Report {
            title,
            names,
            facts: facts.into_iter().filter(|(_, text)| !text.is_empty()).collect(),
            judged_by,
            size: tree.size(),
            verdict,
            mistakes,
            remarks,
            agreement,
            graph,
        }
    }

    /// A move as players write it.
    pub fn mv(&self, mv: Move) -> String {
        mv.to_gtp(self.size)
    }

    /// Moves that are the same by symmetry.
    fn same_moves(&self, moves: &[Move]) -> String {
        moves.iter().map(|&mv| self.mv(mv)).collect::<Vec<_>>().join(" = ")
    }

    /// Moves one after the other.
    pub fn line(&self, line: &[Move]) -> String {
        line.iter().take(LINE).map(|&mv| self.mv(mv)).collect::<Vec<_>>().join(" ")
    }

    /// The chance of the player who made a move, before and after it, in percent.
    pub fn chances(&self, judged: &MoveVerdict) -> (f32, f32) {
        let own = |rate: f32| if judged.color == Color::Black { rate } else { 1.0 - rate };
        (own(judged.win_rate.0) * 100.0, own(judged.win_rate.1) * 100.0)
    }

    /// What a move lost, in words.
    pub fn loss(&self, judged: &MoveVerdict, t: &Texts) -> String {
        let rate = format!("{:.0}", judged.loss.win_rate * 100.0);
        match judged.loss.points {
            Some(points) => {
                let points = format!("{points:.1}");
                t.fill("report.loss_points", &[("points", &points), ("rate", &rate)])
            }
            None => t.fill("report.loss_rate", &[("rate", &rate)]),
        }
    }

    /// The names of the classes with how often each player's moves fell into them.
    pub fn classes(&self) -> Vec<(LossClass, ByColor<usize>)> {
        let count = |class: LossClass| ByColor::from_fn(|color| self.verdict.players[color].classes[class.index()]);
        LossClass::all().map(|class| (class, count(class))).collect()
    }
}

/// The game around a mistake, and what the engine would have played.
fn show(tree: &Tree, place: &Place, judged: &MoveVerdict, t: &Texts) -> (Drawing, Drawing) {
    let size = tree.size();
    let ahead = std::iter::successors(Some(judged.node), |&node| tree.first_child(node));
    let game: Vec<Move> = ahead.map_while(|node| tree.move_at(node, size)?.1).take(LINE / 2).collect();
    let diagram = |line: &[Move], title: String| {
        let (board, mut signs) = numbered(&place.position, line, judged.number);
        if let Some(point) = line.first().and_then(|mv| mv.point()) {
            signs.insert(0, (point, played_ring()));
        }
        Diagram { board: &board, coordinates: true, signs, last: None, title }.draw()
    };
    let better: Vec<Move> = judged.best.line.iter().copied().take(LINE).collect();
    let played = t.fill("report.diagram_game", &[("n", &judged.number), ("move", &judged.mv.to_gtp(size))]);
    let best = t.fill("report.diagram_better", &[("move", &judged.best.mv.to_gtp(size))]);
    (diagram(&game, played), diagram(&better, best))
}

/// What a class of losses is called.
fn class_name(class: LossClass, t: &Texts) -> &str {
    const KEYS: [&str; LossClass::COUNT] =
        ["class.good", "class.slack", "class.inaccuracy", "class.mistake", "class.bad_mistake", "class.blunder"];
    t.get(KEYS[class.index()])
}

/// Which move it is, by whom, and what it is called.
fn mistake_title(report: &Report, judged: &MoveVerdict, t: &Texts) -> String {
    let class = judged.class();
    let class = format!("{} {}", class_name(class, t), class.symbol());
    let (name, mv) = (&report.names[judged.color], report.mv(judged.mv));
    t.fill("report.mistake", &[("n", &judged.number), ("name", name), ("move", &mv), ("class", &class)])
}

/// What it lost, and what would have been better.
fn mistake_loss(report: &Report, judged: &MoveVerdict, t: &Texts) -> String {
    let (before, after) = report.chances(judged);
    let (before, after) = (format!("{before:.0}"), format!("{after:.0}"));
    let (loss, better, line) = (report.loss(judged, t), report.mv(judged.best.mv), report.line(&judged.best.line));
    t.fill(
        "report.mistake_loss",
        &[("loss", &loss), ("before", &before), ("after", &after), ("better", &better), ("line", &line)],
    )
}

/// How often engine and experts agree, where they can be compared.
fn agreement_text(report: &Report, t: &Texts) -> Option<String> {
    let Agreement { agreed, compared } = report.agreement;
    (compared > 0).then(|| t.fill("report.agreement", &[("agreed", &agreed), ("compared", &compared)]))
}

/// What a player is called who has no name here.
fn color_name(color: Color, t: &Texts) -> &str {
    t.get(if color == Color::Black { "board.black" } else { "board.white" })
}

/// An expert's term in the language of the report; terms of the expert's own as they are.
fn term_name<'a>(remark: &'a Remark, t: &'a Texts) -> &'a str {
    match remark.code {
        TermCode::VERY_GOOD => t.get("term.VG"),
        TermCode::GOOD => t.get("term.G"),
        TermCode::UNCERTAIN => t.get("term.U"),
        TermCode::BAD => t.get("term.B"),
        TermCode::VERY_BAD => t.get("term.VB"),
        _ => &remark.term,
    }
}

/// A node of a game as a drawing, with a line under it that says which.
pub fn node_diagram(view: &NodeView, coordinates: bool) -> Drawing {
    let title = match view.played.and_then(|(color, mv)| Some((color, mv?))) {
        Some((color, mv)) => format!("Move {}: {color} {}", view.number, mv.to_gtp(view.position.size())),
        None => format!("Position after {} moves", view.number),
    };
    Diagram { coordinates, ..Diagram::of(view, title) }.draw()
}
