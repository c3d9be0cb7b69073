//! From game records to the ontology: the line that leads to a node, and the game as a source.

use super::model::{GameSource, Line, LineError, SourceId};
use crate::board::{Color, Move, Point, Rules};
use crate::record::{NodeId, Step, Tree, known};

/// The moves that lead to a node. Where stones are set up on the way, the line begins with all stones
/// then on the board. Fails where the record plays on a taken point.
pub fn line_to(tree: &Tree, node: NodeId) -> Result<Line, LineError> {
    let mut position = tree.first_position(Rules::CHINESE);
    let stones = |p: &crate::board::Position| -> Vec<(Color, Point)> {
        Point::all(p.size()).filter_map(|point| Some((p.board().stone(point)?, point))).collect()
    };
    let mut setup = stones(&position);
    let mut moves: Vec<(Color, Move)> = Vec::new();
    for (_, step) in tree.steps_to(node) {
        match step {
            Step::Setup(changes) => {
                position.set_up(changes.changes());
                setup = stones(&position);
                moves.clear();
            }
            Step::Move { color, mv } => {
                position.play_anyway(color, mv);
                moves.push((color, mv));
            }
            Step::OffBoard { color } => moves.push((color, Move::Pass)),
            Step::ToPlay(_) => {}
        }
    }
    Line::new(position.size(), setup, moves)
}

/// The game of a tree as a source of verdicts. The same game is the same source, whatever its file.
pub fn source_of(tree: &Tree, file: &str) -> GameSource {
    let info = |name| tree.info(name).map(|text| text.trim().to_owned()).unwrap_or_default();
    let (black, white) = (info(known::PB), info(known::PW));
    let (date, result) = (info(known::DT), info(known::RE));
    let name = |text: &str, otherwise: &str| if text.is_empty() { otherwise.to_owned() } else { text.to_owned() };
    let mut title = format!("{} – {}", name(&black, "Black"), name(&white, "White"));
    if !date.is_empty() {
        title += &format!(", {date}");
    }
    let size = tree.size();
    let moves: Vec<String> = tree
        .main_line()
        .take(60)
        .filter_map(|node| tree.move_at(node, size))
        .map(|(color, mv)| format!("{}{}", color.letter(), mv.map_or("?".to_owned(), |m| m.to_gtp(size))))
        .collect();
    let id = SourceId::from_content([black.as_str(), &white, &date, &moves.join(" ")]);
    GameSource { id, title, file: file.to_owned(), black, white, date, result }
}
