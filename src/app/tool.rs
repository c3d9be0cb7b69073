//! The edit tools: what a click on the board does.

use super::document::Document;
use crate::board::{Color, Point};
use crate::record::{EditError, Mark, Properties, Value, known};

/// What a click on the board does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tool {
    /// Plays a move, or follows an existing one.
    #[default]
    Play,
    /// Puts a stone, or takes one of the same colour away.
    Stone(Color),
    /// Takes away whatever is there: marks first, then a stone.
    Erase,
    /// A mark, or none if it is there.
    Mark(Mark),
    /// The next free letter, or none if there is a label.
    Letter,
    /// The next free number, or none if there is a label.
    Number,
    /// An arrow, drawn by dragging.
    Arrow,
    /// A line, drawn by dragging.
    Line,
    /// Greys a point out, or not.
    Dim,
}

impl Tool {
    /// All tools in the order of the bar.
    pub const ALL: [Tool; 15] = [
        Tool::Play,
        Tool::Stone(Color::Black),
        Tool::Stone(Color::White),
        Tool::Erase,
        Tool::Mark(Mark::Triangle),
        Tool::Mark(Mark::Square),
        Tool::Mark(Mark::Circle),
        Tool::Mark(Mark::Cross),
        Tool::Letter,
        Tool::Number,
        Tool::Arrow,
        Tool::Line,
        Tool::Dim,
        Tool::Mark(Mark::BlackTerritory),
        Tool::Mark(Mark::WhiteTerritory),
    ];

    /// Whether it is drawn from one point to another.
    pub fn is_dragged(self) -> bool {
        matches!(self, Tool::Arrow | Tool::Line)
    }
}

impl Document {
    /// Uses a tool on a point; `from` is where a drag began.
    pub fn use_tool(&mut self, tool: Tool, from: Point, to: Point) -> Result<(), EditError> {
        let node = self.current();
        let size = self.game().tree().size();
        match tool {
            Tool::Play => {}
            Tool::Stone(color) => {
                let stone = if self.view().position.board().stone(to) == Some(color) { None } else { Some(color) };
                self.set_up(to, stone)?;
            }
            Tool::Erase => {
                let markup = self.game().tree().properties(node).markup(size);
                if markup.labels.iter().any(|&(point, _)| point == to) {
                    self.game_mut().set_label(node, to, "")?;
                } else if let Some(&(_, mark)) = markup.marks.iter().find(|&&(point, _)| point == to) {
                    self.game_mut().toggle_mark(node, to, mark)?;
                } else if self.view().position.board().stone(to).is_some() {
                    self.set_up(to, None)?;
                }
            }
            Tool::Mark(mark) => self.game_mut().toggle_mark(node, to, mark)?,
            Tool::Letter | Tool::Number => {
                let labels = self.game().tree().properties(node).markup(size).labels;
                let label = match labels.iter().any(|&(point, _)| point == to) {
                    true => String::new(),
                    false => free_label(&labels, tool == Tool::Number),
                };
                self.game_mut().set_label(node, to, &label)?;
            }
            Tool::Arrow => self.game_mut().toggle_arrow(node, from, to)?,
            Tool::Line => self.game_mut().toggle_line(node, from, to)?,
            Tool::Dim => {
                let mut dim = self.view().dim.clone();
                match dim.iter().position(|&point| point == to) {
                    Some(at) => drop(dim.remove(at)),
                    None => dim.push(to),
                }
                let values: Vec<Value> = dim.into_iter().map(Value::point).collect();
                self.game_mut().set_values(node, known::DD, &values)?;
            }
        }
        Ok(())
    }

    /// Sets up a point. A node with a move gets a child for it, since SGF wants the two apart.
    fn set_up(&mut self, point: Point, stone: Option<Color>) -> Result<(), EditError> {
        let node = self.current();
        if self.game().tree().properties(node).move_text().is_none() {
            return self.game_mut().set_up(node, point, stone);
        }
        let name = match stone {
            Some(Color::Black) => known::AB,
            Some(Color::White) => known::AW,
            None => known::AE,
        };
        let child = self.game_mut().add_child(node, Properties::default().with(name, &[Value::point(point)]))?;
        self.go_to(child);
        Ok(())
    }
}

/// The first letter or number that no label has yet.
fn free_label(labels: &[(Point, String)], number: bool) -> String {
    let taken = |text: &str| labels.iter().any(|(_, label)| label == text);
    if number {
        return (1..).map(|n: u32| n.to_string()).find(|text| !taken(text)).unwrap_or_default();
    }
    let letters = ('A'..='Z').chain('a'..='z').map(String::from);
    letters.into_iter().find(|text| !taken(text)).unwrap_or_else(|| "?".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::record::{Collection, Game};

    #[test]
    fn each_tool_is_undone_and_setup_keeps_away_from_moves() {
        let mut doc = Document::new(Collection::of(Game::new(9)), None);
        let (p, q) = (Point::new(2, 2), Point::new(6, 6));
        doc.play(Move::Play(p)).unwrap();
        let moved = doc.current();
        doc.use_tool(Tool::Stone(Color::White), q, q).unwrap();
        assert_ne!(doc.current(), moved, "a stone after a move is a node of its own");
        assert_eq!(doc.view().position.board().stone(q), Some(Color::White));
        doc.use_tool(Tool::Stone(Color::White), q, q).unwrap();
        assert_eq!(doc.view().position.board().stone(q), None);
        for tool in Tool::ALL {
            doc.use_tool(tool, Point::new(0, 0), Point::new(4, 4)).unwrap();
        }
        doc.use_tool(Tool::Erase, p, p).unwrap();
        assert_eq!(doc.view().position.board().stone(p), None);
        while doc.undo() {}
        assert_eq!(doc.collection(), &Collection::of(Game::new(9)));
    }

    #[test]
    fn labels_count_on_from_what_is_there() {
        let labels = vec![(Point::new(0, 0), "A".to_owned()), (Point::new(1, 0), "1".to_owned())];
        assert_eq!((free_label(&labels, false), free_label(&labels, true)), ("B".to_owned(), "2".to_owned()));
    }
}
