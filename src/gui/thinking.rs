//! What the engine is given to do: the node shown, a move, a game against itself, a whole game.

use super::app::Window;
use crate::app::files::Fault;
use crate::app::{NodeKey, NodeView, Task};
use crate::board::Move;
use crate::engine::Limits;
use crate::util::rng::FastRng;

/// A game against itself ends at the latest after this many times the points of the board.
const LONGEST_GAME: u32 = 3;

impl Window {
    /// Gives the engine what it is to think about now, and takes what it said.
    pub(super) fn think(&mut self) {
        self.analysis.poll();
        self.tell_failure();
        if self.analysis.task.is_none() && self.opponent_is_to_move() {
            self.analysis.task = Some(Task::Move);
        }
        match self.analysis.task.take() {
            None => self.think_about_shown(),
            Some(Task::Move) => self.find_move(Task::Move),
            Some(Task::SelfPlay) => self.find_move(Task::SelfPlay),
            Some(Task::Game { nodes, done }) => self.think_about_game(nodes, done),
        }
    }

    /// Whether the reader plays against the engine and it is the engine's turn at the end of the line.
    fn opponent_is_to_move(&mut self) -> bool {
        let available = self.analysis.is_available();
        self.session.active_mut().is_some_and(|document| {
            let Some(side) = document.opponent.filter(|_| available) else { return false };
            let view = document.view();
            view.next.is_empty() && view.position.to_play() == side && !view.position.is_over()
        })
    }

    fn think_about_shown(&mut self) {
        match self.session.active_mut() {
            Some(document) if self.settings.analysis => {
                let view = document.view();
                let key = (document.id(), document.game_index(), document.current());
                self.analysis.think(key, &view.position, self.settings.engine.limits());
            }
            _ => self.analysis.stop(),
        }
    }

    /// Thinks about the node shown for as long as a move may take, then plays.
    fn find_move(&mut self, task: Task) {
        let Some(document) = self.session.active_mut() else { return };
        let view = document.view();
        let key = (document.id(), document.game_index(), document.current());
        let area = view.position.board().area();
        if view.position.is_over() || view.number > area * LONGEST_GAME {
            self.say(self.texts.get("status.game_over").to_owned());
            return;
        }
        let from_book = self.book.as_ref().filter(|_| self.settings.engine.params().0.book).and_then(|book| {
            let mut rng = FastRng::from_entropy();
            book.choose(&view.position, &mut rng).filter(|&mv| view.position.is_legal(mv))
        });
        let mv = match from_book {
            Some(mv) => mv,
            None => {
                self.analysis.think(key, &view.position, self.settings.engine.move_limits());
                if !self.analysis.is_done() {
                    self.analysis.task = Some(task);
                    return;
                }
                self.analysis.best(key).unwrap_or(Move::Pass)
            }
        };
        if let Err(reason) = document.play(mv) {
            self.say(reason);
        } else if task == Task::SelfPlay {
            self.analysis.task = Some(task);
        }
    }

    /// Goes on with the next node of a game that is analysed whole.
    fn think_about_game(&mut self, nodes: Vec<NodeKey>, mut done: usize) {
        let wanted = self.settings.engine.game_simulations;
        let enough = |window: &Window, key| {
            window.analysis.verdict(key).is_some_and(|verdict| u64::from(verdict.visits) >= wanted)
        };
        while done < nodes.len() && enough(self, nodes[done]) {
            done += 1;
        }
        let Some(&key) = nodes.get(done) else {
            self.say(self.texts.fill("status.analysed", &[("n", &nodes.len())]));
            return;
        };
        let (id, game, node) = key;
        let Some(document) = self.session.documents().iter().find(|document| document.id() == id) else { return };
        let Some(tree) = document.collection().games.get(game).map(|game| game.tree()) else { return };
        if !tree.contains(node) || !tree.is_attached(node) {
            // Deleted while its turn was awaited.
            self.analysis.task = Some(Task::Game { nodes, done: done + 1 });
            return;
        }
        let position = match &self.game_view {
            Some((of, revision, view)) if *of == key && *revision == tree.revision() => view.position.clone(),
            before => {
                let before = before.as_ref().filter(|(of, revision, _)| of.0 == id && *revision == tree.revision());
                let view = NodeView::of(tree, node, before.map(|(_, _, view)| view));
                let position = view.position.clone();
                self.game_view = Some((key, tree.revision(), view));
                position
            }
        };
        self.analysis.think(key, &position, Limits::simulations(wanted));
        // A search that ended below the wish (a decided or full tree) is as good as it gets.
        let done = if self.analysis.is_done() { done + 1 } else { done };
        self.analysis.task = Some(Task::Game { nodes, done });
    }

    fn tell_failure(&mut self) {
        let failure = self.analysis.failure();
        if failure != self.failure {
            self.failure.clone_from(&failure);
            if let Some(words) = failure {
                let summary = self.texts.get("engine.failed").to_owned();
                self.dialogs.fault(Fault { summary, details: words });
            }
        }
    }
}
