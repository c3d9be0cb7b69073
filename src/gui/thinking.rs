//! What the engine is given to do: the node shown, a move, a game against itself, a whole game.

use super::app::Window;
use crate::app::files::Fault;
use crate::app::{NodeKey, Task};
use crate::board::{Color, GameResult, Move};
use crate::engine::player::decide;
use crate::engine::{Decision, status};
use crate::record::known;
use crate::util::rng::FastRng;
use std::sync::mpsc::{TryRecvError, channel};
use std::time::{Duration, Instant};

/// A game against itself ends at the latest after this many times the points of the board.
const LONGEST_GAME: u32 = 3;

/// How often a running clock is drawn.
const CLOCK_FRAME: Duration = Duration::from_millis(100);

/// What was worked out about a position on a thread.
pub(super) enum Conclusion {
    /// What the engine does after its search.
    Decision(Decision),
    /// How the game ended.
    Result(GameResult),
    /// The thread broke down.
    Nothing,
}

impl Window {
    /// Lets the clocks of the game shown run, those of the others stand still.
    pub(super) fn tick(&mut self, ctx: &egui::Context) {
        let (now, active) = (Instant::now(), self.session.active_index());
        let mut fallen = None;
        for (i, document) in self.session.documents_mut().iter_mut().enumerate() {
            if document.clock.is_some() {
                let runs = i == active && !document.view().position.is_over();
                fallen = document.tick(now, runs).or(fallen);
                ctx.request_repaint_after(CLOCK_FRAME);
            }
        }
        if let Some(color) = fallen {
            let side = self.side(color);
            self.say(self.texts.fill("status.lost_on_time", &[("side", &side)]));
            self.analysis.task = None;
        }
    }

    fn side(&self, color: Color) -> String {
        self.texts.get(if color == Color::Black { "board.black" } else { "board.white" }).to_owned()
    }

    /// Works something out on a thread; the answer, in one of the next frames.
    fn conclude(
        &mut self,
        ctx: &egui::Context,
        key: NodeKey,
        work: impl FnOnce() -> Conclusion + Send + 'static,
    ) -> Option<Conclusion> {
        if let Some((_, answer)) = self.conclusion.as_ref().filter(|(of, _)| *of == key) {
            let answer = match answer.try_recv() {
                Ok(answer) => answer,
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => Conclusion::Nothing,
            };
            self.conclusion = None;
            return Some(answer);
        }
        let (report, answer) = channel();
        self.conclusion = Some((key, answer));
        let ctx = ctx.clone();
        std::thread::spawn(move || {
            let _ = report.send(work());
            ctx.request_repaint();
        });
        None
    }

    /// Counts a game that was played here and has ended by passes.
    fn count_finished(&mut self, ctx: &egui::Context) {
        let Some(document) = self.session.active_mut() else { return };
        let view = document.view();
        let key = document.key();
        if document.opponent.is_none() && document.clock.is_none() || !view.position.is_over() {
            return;
        }
        let position = view.position.clone();
        let count = move || Conclusion::Result(status::final_score(&position).result());
        if let Some(Conclusion::Result(result)) = self.conclude(ctx, key, count) {
            if let Some(document) = self.session.active_mut() {
                document.finish(result);
            }
            self.say(self.texts.fill("status.finished", &[("result", &result)]));
        }
    }

    /// Gives the engine what it is to think about now, and takes what it said.
    pub(super) fn think(&mut self, ctx: &egui::Context) {
        self.analysis.poll();
        self.tell_failure();
        self.count_finished(ctx);
        if self.analysis.task.is_none() && self.opponent_is_to_move() {
            self.analysis.task = Some(Task::Move);
        }
        match self.analysis.task.take() {
            None => self.think_about_shown(),
            Some(Task::Move) => self.find_move(ctx, Task::Move),
            Some(Task::SelfPlay) => self.find_move(ctx, Task::SelfPlay),
            Some(Task::Game { .. }) => self.follow_game_run(),
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
                let key = document.key();
                self.analysis.think(key, &view.position, self.settings.engine.limits());
            }
            _ => self.analysis.stop(),
        }
    }

    /// Thinks about the node shown for as long as a move may take, then plays, passes or resigns.
    fn find_move(&mut self, ctx: &egui::Context, task: Task) {
        let Some(document) = self.session.active_mut() else { return };
        let view = document.view();
        let key = document.key();
        let area = view.position.board().area();
        if view.position.is_over() || view.number > area * LONGEST_GAME {
            self.say(self.texts.get("status.game_over").to_owned());
            return;
        }
        let from_book = self.book.as_ref().filter(|_| self.settings.engine.params().0.book).and_then(|book| {
            let mut rng = FastRng::from_entropy();
            book.choose(&view.position, &mut rng).filter(|&mv| view.position.is_legal(mv))
        });
        if let Some(mv) = from_book {
            self.carry_out(Decision::Play(mv), key, task);
            return;
        }
        let limits = self.settings.engine.move_limits();
        let limits = document.clock.as_ref().map_or(limits, |clock| clock.limits(&view.position, limits));
        self.analysis.think(key, &view.position, limits);
        if !self.analysis.is_done() {
            self.analysis.task = Some(task);
            return;
        }
        // What it said last may have come after the beginning of this frame.
        self.analysis.poll();
        let Some(verdict) = self.analysis.verdict(key) else {
            // Nothing was there to simulate.
            self.carry_out(Decision::Play(Move::Pass), key, task);
            return;
        };
        let (snapshot, position, params) =
            (verdict.snapshot.clone(), view.position.clone(), self.settings.engine.params().0);
        let work = move || Conclusion::Decision(decide(&params, &position, &snapshot));
        let decision = match self.conclude(ctx, key, work) {
            None => {
                self.analysis.task = Some(task);
                return;
            }
            Some(Conclusion::Decision(decision)) => decision,
            Some(_) => Decision::Play(self.analysis.best(key).unwrap_or(Move::Pass)),
        };
        self.carry_out(decision, key, task);
    }

    /// Does what the engine decided. It resigns only games that are being played, not those reviewed.
    fn carry_out(&mut self, decision: Decision, key: NodeKey, task: Task) {
        let Some(document) = self.session.active_mut() else { return };
        let side = document.view().position.to_play();
        let playing =
            document.opponent == Some(side) || task == Task::SelfPlay && document.tree().info(known::RE).is_none();
        let mv = match decision {
            Decision::Resign if playing => {
                document.finish(GameResult::from_resignation(side));
                let side = self.side(side);
                self.say(self.texts.fill("status.resigned", &[("side", &side)]));
                return;
            }
            Decision::Resign => self.analysis.best(key).unwrap_or(Move::Pass),
            Decision::Play(mv) => mv,
        };
        if let Err(reason) = document.play(mv) {
            self.say(self.texts.refusal(reason));
        } else if task == Task::SelfPlay {
            self.analysis.task = Some(task);
        }
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
