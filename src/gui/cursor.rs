//! The cursor on the board: everything that a mouse does there, by keys, and in words for those who
//! do not see it.

use super::app::Window;
use super::context::{Cx, Target};
use super::panels::grades;
use super::widgets::board::Part;
use crate::app::command::Command;
use crate::app::{NodeView, Tool};
use crate::board::{Color, Move, Point, Symmetry};
use crate::engine::{Candidate, Snapshot};
use crate::ontology::{Expert, TermCode};
use crate::record::{NodeId, Tree};

/// Whether a command moves or uses the cursor.
pub fn is_of_cursor(command: Command) -> bool {
    step(command).is_some() || matches!(command, Command::BoardCursor | Command::CursorUse | Command::CursorStone)
}

/// Columns and rows of the screen.
fn step(command: Command) -> Option<(i8, i8)> {
    Some(match command {
        Command::CursorLeft => (-1, 0),
        Command::CursorRight => (1, 0),
        Command::CursorUp => (0, -1),
        Command::CursorDown => (0, 1),
        _ => return None,
    })
}

/// The point beside another one, as the board is turned on the screen; the edge of what is shown is
/// the end.
fn beside(point: Point, (right, down): (i8, i8), symmetry: Symmetry, size: u8, shown: &Part) -> Point {
    let seen = symmetry.apply(point, size);
    let x = seen.x().saturating_add_signed(right).clamp(shown.left, shown.right);
    let y = seen.y().saturating_add_signed(down).clamp(shown.top, shown.bottom);
    symmetry.inverse().apply(Point::new(x, y), size)
}

/// Where the cursor is first seen: at the last move, or in the middle.
fn first_place(view: &NodeView) -> Point {
    let middle = view.position.size() / 2;
    view.last_point().unwrap_or(Point::new(middle, middle))
}

/// The candidate at a point.
fn candidate_at(snapshot: &Snapshot, point: Point) -> Option<&Candidate> {
    snapshot.candidates.iter().find(|candidate| candidate.mv == Move::Play(point))
}

/// The node whose move put the stone there.
pub fn node_of_stone(tree: &Tree, view: &NodeView, point: Point) -> Option<NodeId> {
    if view.numbers[point] == 0 {
        return None;
    }
    let size = tree.size();
    let played = |&node: &NodeId| tree.move_at(node, size).is_some_and(|(_, mv)| mv == Some(Move::Play(point)));
    tree.ancestors(view.node).find(played)
}

/// What can be graded at a point: a move that could come next, or the one that put the stone there.
pub fn target_at(tree: &Tree, view: &NodeView, point: Point) -> Option<Target> {
    let mv = Move::Play(point);
    if view.position.board().is_empty(point) {
        return view.position.is_legal(mv).then_some(Target::Next(mv));
    }
    let node = node_of_stone(tree, view, point)?;
    Some(if node == view.node { Target::Shown } else { Target::Node(node) })
}

/// The point under the cursor in words, with what stands there; `None` without a cursor.
pub fn describe(cx: &Cx<'_>) -> Option<String> {
    let (point, view) = (cx.board.cursor?, cx.view.as_ref()?);
    let size = view.position.size();
    let name = point.to_gtp(size);
    let key = match view.position.board().stone(point) {
        Some(Color::Black) => "cursor.black",
        Some(Color::White) => "cursor.white",
        None => "cursor.empty",
    };
    let mut words = vec![cx.t.fill(key, &[("point", &name)])];
    let has_stone = key != "cursor.empty";
    if has_stone && view.numbers[point] > 0 {
        words.push(cx.t.fill("cursor.number", &[("n", &view.numbers[point])]));
    }
    if !has_stone && !view.position.is_legal(Move::Play(point)) {
        words.push(cx.t.get("cursor.illegal").to_owned());
    }
    let label = view.markup.labels.iter().find(|(at, _)| *at == point);
    words.extend(label.map(|(_, text)| cx.t.fill("cursor.label", &[("text", text)])));
    let seen = cx.snapshot.as_ref().filter(|_| !cx.board.hide_hints && cx.settings.candidates && !has_stone);
    if let Some(candidate) = seen.and_then(|snapshot| candidate_at(snapshot, point)).filter(|c| c.visits > 0) {
        let more = |other: &&Candidate| other.visits > candidate.visits;
        let rank = 1 + seen.map_or(0, |snapshot| snapshot.candidates.iter().filter(more).count());
        let rate = format!("{:.0}", candidate.win_rate * 100.0);
        words.push(cx.t.fill("cursor.candidate", &[("n", &rank), ("rate", &rate)]));
    }
    let next = cx.here.next.iter().filter(|(mv, _)| *mv == Move::Play(point)).map(|(_, mark)| mark);
    let shown = cx.here.shown.iter().filter(|_| view.last_point() == Some(point));
    for mark in next.chain(shown).filter(|_| cx.settings.grades && !cx.board.hide_hints) {
        let expert = cx.knowledge.expert(mark.expert).map(Expert::title).unwrap_or_default();
        words.push(format!("{expert}: {}", grades::term_name(cx, mark.term)));
    }
    if cx.board.drag_from.is_some() {
        words.push(cx.t.get("cursor.to_where").to_owned());
    }
    Some(words.join(", "))
}

impl Window {
    /// The commands of the cursor.
    pub(super) fn cursor_command(&mut self, ctx: &egui::Context, command: Command) {
        let Some(document) = self.session.active_mut() else { return };
        let view = document.view();
        let size = view.position.size();
        let symmetry = self.board.symmetry;
        let shown = Part::around(&view.visible, size, symmetry);
        // It may be another game than the one that was drawn last.
        self.board.fit(size);
        let cursor = self.board.cursor;
        super::layout::set_shown(&mut self.dock, super::layout::Pane::Board, true);
        match (command, cursor) {
            (Command::BoardCursor, Some(_)) if self.board.drag_from.take().is_some() => {}
            (Command::BoardCursor, Some(_)) => {
                self.board.cursor = None;
                if let Some(board) = self.board.widget {
                    ctx.memory_mut(|memory| memory.surrender_focus(board));
                }
            }
            (_, None) => self.board.cursor = Some(beside(first_place(&view), (0, 0), symmetry, size, &shown)),
            (Command::CursorUse, Some(point)) => self.use_cursor(point),
            (Command::CursorStone, Some(point)) => {
                if let Some(node) = node_of_stone(document.tree(), &view, point) {
                    document.go_to(node);
                }
            }
            (_, Some(point)) => {
                let by = step(command).unwrap_or_default();
                self.board.cursor = Some(beside(point, by, symmetry, size, &shown));
            }
        }
    }

    /// What a click would do there. An arrow or a line needs two points, one after the other.
    fn use_cursor(&mut self, point: Point) {
        let tool = self.board.tool;
        match self.board.drag_from {
            _ if tool == Tool::Play => self.play(Move::Play(point)),
            None if tool.is_dragged() => self.board.drag_from = Some(point),
            from => {
                self.board.drag_from = None;
                let from = from.filter(|_| tool.is_dragged()).unwrap_or(point);
                if !tool.is_dragged() || from != point {
                    self.edit(|document| document.use_tool(tool, from, point));
                }
            }
        }
    }

    /// Grades what the cursor is on; the move shown without a cursor.
    pub(super) fn grade_chosen(&mut self, term: Option<TermCode>) {
        let Some(point) = self.board.cursor else { return self.grade(Target::Shown, term) };
        let Some(document) = self.session.active_mut() else { return };
        let view = document.view();
        match target_at(document.tree(), &view, point) {
            Some(target) => self.grade(target, term),
            None => self.say(self.texts.get("experts.no_move").to_owned()),
        }
    }

    /// The candidate that is looked at: whose line is shown, else under the cursor, else the best.
    fn candidate_looked_at(&self) -> Option<Candidate> {
        let document = self.session.active()?;
        let key = document.key();
        let snapshot = &self.analysis.verdict(key)?.snapshot;
        let shown = self.board.line.map(|(point, _)| point).or(self.board.cursor);
        shown.and_then(|point| candidate_at(snapshot, point)).or(snapshot.best()).cloned()
    }

    /// The line of the candidate that is looked at becomes a variation.
    pub(super) fn add_candidate_line(&mut self) {
        match self.candidate_looked_at().filter(|_| !self.here.is_blind) {
            Some(candidate) => self.add_line(&candidate.line),
            None => self.say(self.texts.get("status.no_move_yet").to_owned()),
        }
    }

    /// The candidate whose line is shown and how many moves of it, for tests.
    pub fn shown_line(&self) -> Option<(Point, usize)> {
        let full = self.candidate_looked_at()?.line.len();
        self.board.line.map(|(point, length)| (point, length.min(full)))
    }

    /// One move more or less of the line that is shown.
    pub(super) fn scrub_line(&mut self, by: isize) {
        let full = self.candidate_looked_at().map_or(1, |candidate| candidate.line.len().max(1));
        if let Some((_, length)) = &mut self.board.line {
            *length = (*length).min(full).saturating_add_signed(by).clamp(1, full);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_goes_where_the_arrow_points_however_the_board_is_turned() {
        for symmetry in Symmetry::ALL {
            for point in Point::all(9) {
                let seen = symmetry.apply(point, 9);
                for (right, down) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                    let whole = Part::around(&[], 9, symmetry);
                    let now = symmetry.apply(beside(point, (right, down), symmetry, 9, &whole), 9);
                    let expected = (seen.x() as i8 + right, seen.y() as i8 + down);
                    let expected = (expected.0.clamp(0, 8) as u8, expected.1.clamp(0, 8) as u8);
                    assert_eq!((now.x(), now.y()), expected);
                }
            }
        }
    }
}
