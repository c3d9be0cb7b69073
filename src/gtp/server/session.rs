//! What the server remembers between commands: the game, the engine, the clocks.

use crate::board::{Color, MAX_SIZE, MIN_SIZE, Move, Position, Rules};
use crate::engine::clock::Clock;
use crate::engine::player::{Choice, Player};
use crate::engine::prior::Prior;
use crate::engine::{Decision, Limits, Params, Snapshot};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// How a server starts.
pub struct Options {
    /// The settings of the engine.
    pub params: Params,
    /// Its sources of knowledge.
    pub priors: Vec<Arc<dyn Prior>>,
    /// How long it thinks for a move as long as no clock says otherwise.
    pub limits: Limits,
    /// The rules until a command changes them.
    pub rules: Rules,
}

/// The state of a server.
pub struct Session {
    player: Player,
    position: Position,
    limits: Limits,
    clock: Clock,
    /// Whether our last deed was a move of our own, and it is the opponent's time that passes.
    moved: bool,
    quit: bool,
}

impl Session {
    /// An empty 19x19 board.
    pub fn new(options: Options) -> Session {
        Session {
            player: Player::new(options.params, options.priors),
            position: Position::new(19, options.rules),
            limits: options.limits,
            clock: Clock::default(),
            moved: false,
            quit: false,
        }
    }

    /// The game.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Lines of the board.
    pub fn size(&self) -> u8 {
        self.position.size()
    }

    /// Changes the game, the tree is found again where it can be.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Position) -> T) -> T {
        self.moved = false;
        change(&mut self.position)
    }

    /// An empty board of this size, with the rules and komi there are; clocks begin anew. False where
    /// there is no such board.
    pub fn clear(&mut self, size: u8) -> bool {
        let possible = (MIN_SIZE..=MAX_SIZE).contains(&size);
        if possible {
            let (rules, komi) = (*self.position.rules(), self.position.komi());
            self.change(|position| *position = Position::new(size, rules).with_komi(komi));
            self.clock.restart();
        }
        possible
    }

    /// The clocks.
    pub fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// The engine's player.
    pub fn player(&mut self) -> &mut Player {
        &mut self.player
    }

    /// Chooses a move for a player, without making it.
    pub fn choose(&mut self, color: Color, stop: &AtomicBool, show: impl FnMut(Snapshot)) -> Choice {
        let position = self.turned_to(color);
        let limits = self.clock.limits(&position, self.limits);
        let start = Instant::now();
        let choice = self.player.choose(&position, &limits, stop, show);
        self.clock.spend(color, start.elapsed());
        choice
    }

    /// Makes a move that was chosen here.
    pub fn make(&mut self, color: Color, decision: Decision) {
        match decision {
            Decision::Resign => self.change(|position| position.resign(color)),
            Decision::Play(mv) => self.change(|position| {
                // The search knows the rules; if it erred, a pass is always legal.
                if position.play_as(color, mv).is_err() {
                    position.play_anyway(color, Move::Pass);
                }
            }),
        }
        self.moved = true;
    }

    /// The position with this player to move.
    pub fn turned_to(&self, color: Color) -> Position {
        let mut position = self.position.clone();
        position.set_to_play(color);
        position
    }

    /// Thinks on the opponent's time, if the settings want it, until a line comes in.
    pub fn ponder(&mut self, stop: &AtomicBool) {
        if self.moved && self.player.params().ponder && !self.position.is_over() {
            self.player.think(&self.position, &Limits::analysis(), stop, |_| {});
            self.moved = false;
        }
    }

    /// Gives the engine a fresh start after a breakdown.
    pub fn start_anew(&mut self) {
        self.player.start_anew();
        self.moved = false;
    }

    /// Ends the service after this answer.
    pub fn quit(&mut self) {
        self.quit = true;
    }

    /// Whether the service has ended.
    pub fn has_quit(&self) -> bool {
        self.quit
    }
}
