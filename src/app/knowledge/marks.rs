//! Which moves of an open game experts have judged: walked a little in every frame, so that a game of
//! any size costs no frame much.

use super::Knowledge;
use crate::app::{Document, DocumentId};
use crate::board::{Position, Rules};
use crate::ontology::{Context, ExpertId, Index, TermCode, Validation};
use crate::record::{NodeId, Step, Tree};
use std::collections::HashMap;

/// One expert's verdict on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Who says it.
    pub expert: ExpertId,
    /// What.
    pub term: TermCode,
    /// Whether it is confirmed.
    pub state: Validation,
}

/// Moves looked at in one frame.
const BUDGET: usize = 150;

/// What the marks were made from.
type Origin = (DocumentId, usize, u64, u64);

/// The verdicts on the moves of a game.
#[derive(Default)]
pub struct GameMarks {
    of: Option<Origin>,
    marks: HashMap<NodeId, Vec<Mark>>,
    /// The new marks while the walk goes on; the old ones are shown meanwhile.
    fresh: HashMap<NodeId, Vec<Mark>>,
    /// Nodes to look at, each with the position before it. A line needs one entry, not one for a move.
    ahead: Vec<(NodeId, Position)>,
    generation: u64,
}

impl GameMarks {
    /// Goes on with the walk over the game shown, or begins a new one when the game or what is known
    /// has changed. Whether the walk is at its end.
    pub fn update(&mut self, document: &Document, knowledge: &Knowledge) -> bool {
        let tree = document.tree();
        let origin = (document.id(), document.game_index(), tree.revision(), knowledge.generation());
        if self.of != Some(origin) {
            let same_game = self.of.is_some_and(|of| (of.0, of.1) == (origin.0, origin.1));
            if !same_game {
                self.marks.clear();
            }
            self.of = Some(origin);
            self.fresh.clear();
            self.ahead.clear();
            if knowledge.index().knows_size(tree.size()) {
                self.ahead.push((tree.root(), tree.first_position(Rules::JAPANESE)));
            } else {
                self.finish();
            }
        }
        if self.ahead.is_empty() {
            return true;
        }
        for _ in 0..BUDGET {
            let Some((node, position)) = self.ahead.pop() else { break };
            self.look_at(tree, node, position, knowledge.index());
        }
        if self.ahead.is_empty() {
            self.finish();
        }
        self.ahead.is_empty()
    }

    fn finish(&mut self) {
        self.marks = std::mem::take(&mut self.fresh);
        self.generation += 1;
    }

    fn look_at(&mut self, tree: &Tree, node: NodeId, mut position: Position, index: &Index) {
        for step in tree.properties(node).steps(tree.size()) {
            if let Step::Move { color, mv } = step {
                let context = Context::of(position.rules(), position.komi());
                let mut said = Vec::new();
                index.each_exact(position.board(), color, &context, |judged, verdict| {
                    if judged == mv {
                        said.push(Mark { expert: verdict.expert, term: verdict.term, state: verdict.state });
                    }
                });
                if !said.is_empty() {
                    said.sort_by_key(|mark| mark.expert);
                    self.fresh.insert(node, said);
                }
            }
            step.carry_out(&mut position);
        }
        // Variations before the main line, so that few positions wait at any time.
        let mut children = tree.children(node);
        if let Some(main) = children.next() {
            let variations: Vec<NodeId> = children.collect();
            let copies: Vec<_> = variations.into_iter().map(|child| (child, position.clone())).collect();
            self.ahead.push((main, position));
            self.ahead.extend(copies);
        }
    }

    /// What was said of the move of a node, by expert.
    pub fn of(&self, node: NodeId) -> &[Mark] {
        self.marks.get(&node).map_or(&[], Vec::as_slice)
    }

    /// All judged moves.
    pub fn all(&self) -> impl Iterator<Item = (NodeId, &[Mark])> {
        self.marks.iter().map(|(&node, marks)| (node, marks.as_slice()))
    }

    /// Changes with the marks.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::knowledge::State;
    use crate::board::{Color, Move, Point};
    use crate::record::{Collection, Game, Properties};
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    #[test]
    fn a_long_game_is_walked_in_pieces_and_judged_moves_are_found_in_any_orientation() {
        let dir = tempfile::tempdir().unwrap();
        let mut knowledge = Knowledge::open(dir.path().join("o.db"), None, Arc::new(|| {}));
        let begun = Instant::now();
        while *knowledge.state() == State::Opening {
            knowledge.poll();
            assert!(begun.elapsed() < Duration::from_secs(20));
            std::thread::sleep(Duration::from_millis(2));
        }
        let mut tree = Tree::new(Properties::parse("SZ[9]KM[7.5]RU[Chinese]").unwrap());
        let root = tree.root();
        let mv = |text: &str| Move::from_gtp(text, 9).unwrap();
        let mut play = |parent, color, mv| tree.push_child(parent, Properties::of_move(color, mv));
        let first = play(root, Color::Black, mv("E5"));
        // Pattern 1 turned by a quarter: G5 becomes E3, F3 becomes C4 or G4.
        let second = play(first, Color::White, mv("E3"));
        let turned = play(second, Color::Black, mv("C4"));
        let wrong = play(second, Color::Black, mv("A1"));
        let mut end = turned;
        for i in 0..3 * BUDGET {
            let color = if i % 2 == 0 { Color::White } else { Color::Black };
            end = play(end, color, Move::Play(Point::new((i % 9) as u8, (i / 9 % 9) as u8)));
        }
        let document = Document::new(Collection::of(Game::from(tree)), None);
        let mut marks = GameMarks::default();
        let mut frames = 1;
        while !marks.update(&document, &knowledge) {
            frames += 1;
            assert!(marks.of(turned).is_empty(), "what is half done is not shown");
        }
        assert_eq!(frames, 4, "a piece in each frame");
        let terms: Vec<TermCode> = marks.of(turned).iter().map(|mark| mark.term).collect();
        assert_eq!(terms, [TermCode::VERY_GOOD; 2]);
        assert!(marks.of(wrong).is_empty() && marks.of(end).is_empty());
        assert_eq!(marks.of(first).len(), 2);
        let before = marks.generation();
        assert!(marks.update(&document, &knowledge) && marks.generation() == before, "nothing new, nothing done");
    }
}
