//! What the server remembers between commands: the game, the engine, the clocks.

use super::commands::gogui;
use crate::board::{Color, MAX_SIZE, MIN_SIZE, Move, Position, Rules};
use crate::engine::clock::Clock;
use crate::engine::player::{self, Choice, Player};
use crate::engine::prior::Prior;
use crate::engine::{Book, Decision, Limits, Params, Snapshot};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How a server starts.
pub struct Options {
    /// The settings of the engine.
    pub params: Params,
    /// Its sources of knowledge.
    pub priors: Vec<Arc<dyn Prior>>,
    /// Moves to play without a search, where the settings want them.
    pub book: Option<Arc<dyn Book>>,
    /// How long it thinks for a move as long as no clock says otherwise.
    pub limits: Limits,
    /// The rules until a command changes them.
    pub rules: Rules,
    /// One who has a say in the moves that are played.
    pub partner: Option<Box<dyn Partner>>,
}

/// One who has a say in our moves.
pub trait Partner {
    /// The move that both together choose, where the search found a move worth playing; nothing leaves it
    /// to the search. Passing and resigning are ours alone to decide.
    fn choose(&mut self, position: &Position, snapshot: &Snapshot) -> Option<Move>;
}

/// What of a search can be shown while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Win rates of the moves.
    WinRates,
    /// Shares of the simulations.
    Visits,
    /// What knowledge says of the moves.
    Priors,
    /// Win rates by RAVE.
    Rave,
    /// The expected line.
    Line,
    /// Who will own the points.
    Ownership,
}

impl View {
    /// All views by name.
    pub const NAMES: [(&'static str, View); 6] = [
        ("win_rates", View::WinRates),
        ("visits", View::Visits),
        ("priors", View::Priors),
        ("rave", View::Rave),
        ("line", View::Line),
        ("ownership", View::Ownership),
    ];
}

/// How often a live view is drawn.
const DRAW: Duration = Duration::from_millis(200);
/// Time for a view when nothing was searched yet.
const GLANCE: Duration = Duration::from_secs(1);

/// A search, and what it was of.
struct Searched {
    position: Position,
    params: Params,
    snapshot: Snapshot,
}

impl Searched {
    /// Whether it tells of this position with these settings. How the game came there counts as well: by
    /// superko and by passes it decides what may be played, and what a game is worth.
    fn is_of(&self, position: &Position, params: &Params) -> bool {
        let known = &self.position;
        self.snapshot.visits > 0
            && self.params == *params
            && known.terms() == position.terms()
            && (known.hash(), known.keys(), known.turns()) == (position.hash(), position.keys(), position.turns())
    }
}

/// The state of a server.
pub struct Session {
    player: Player,
    partner: Option<Box<dyn Partner>>,
    position: Position,
    limits: Limits,
    clock: Clock,
    /// Whether our last deed was a move of our own, and it is the opponent's time that passes.
    moved: bool,
    /// The last search.
    last: Option<Searched>,
    live: Option<View>,
    quit: bool,
}

impl Session {
    /// An empty 19x19 board.
    pub fn new(options: Options) -> Session {
        Session {
            player: Player::new(options.params, options.priors).with_book(options.book),
            partner: options.partner,
            position: Position::new(19, options.rules),
            limits: options.limits,
            clock: Clock::default(),
            moved: false,
            last: None,
            live: None,
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

    /// Chooses a move for a player on his clock, without making it.
    pub fn choose(&mut self, color: Color, stop: &AtomicBool, show: impl FnMut(Snapshot)) -> Choice {
        let start = Instant::now();
        let choice = self.advise(color, stop, show);
        self.clock.spend(color, start.elapsed());
        choice
    }

    /// Chooses a move as a player would, without making it; his clock stands still.
    pub fn advise(&mut self, color: Color, stop: &AtomicBool, show: impl FnMut(Snapshot)) -> Choice {
        let position = self.turned_to(color);
        let limits = self.clock.limits(&position, self.limits);
        let mut choice = self.player.choose(&position, &limits, stop, drawing(self.live, show));
        // Whoever interrupts wants the move at once, and a partner takes his time.
        let partner = self.partner.as_mut().filter(|_| !stop.load(Ordering::Relaxed));
        if let (Some(partner), Decision::Play(Move::Play(_))) = (partner, choice.decision) {
            let together = partner.choose(&position, &choice.snapshot).filter(|&mv| position.is_legal(mv));
            choice.decision = together.map_or(choice.decision, Decision::Play);
        }
        self.remember(position, choice.snapshot.clone());
        choice
    }

    /// Chooses a move that takes dead stones off, as long as there are any; it never resigns.
    pub fn choose_cleaning(&mut self, color: Color, stop: &AtomicBool) -> Decision {
        let usual = self.player.params().clone();
        self.player.set_params(Params { clean_up: true, resign_below: 0.0, ..usual.clone() });
        let position = self.turned_to(color);
        let limits = self.clock.limits(&position, self.limits);
        let start = Instant::now();
        let snapshot = self.think(&position, &limits, stop, |_| {});
        let decision = player::decide_cleaning(self.player.params(), &position, &snapshot);
        self.clock.spend(color, start.elapsed());
        self.player.set_params(usual);
        decision
    }

    /// Searches without choosing.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &AtomicBool,
        show: impl FnMut(Snapshot),
    ) -> Snapshot {
        let snapshot = self.player.think(position, limits, stop, drawing(self.live, show));
        self.remember(position.clone(), snapshot.clone());
        snapshot
    }

    fn remember(&mut self, position: Position, snapshot: Snapshot) {
        self.last = Some(Searched { position, params: self.player.params().clone(), snapshot });
    }

    /// The last search of this position under the rules and settings there are; a short one where there is none.
    pub fn searched(&mut self, stop: &AtomicBool) -> Snapshot {
        if let Some(last) = self.last.as_ref().filter(|last| last.is_of(&self.position, self.player.params())) {
            return last.snapshot.clone();
        }
        let glance = self.limits.time.map_or(GLANCE, |time| time.min(GLANCE));
        let limits = Limits { simulations: self.limits.simulations, ..Limits::time(glance) };
        let position = self.position.clone();
        self.think(&position, &limits, stop, |_| {})
    }

    /// Shows a view of each search while it runs, or none.
    pub fn set_live(&mut self, view: Option<View>) {
        self.live = view;
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

/// Shows a live view as GoGui wants it, on standard error, beside what else is to be shown.
fn drawing(live: Option<View>, mut show: impl FnMut(Snapshot)) -> impl FnMut(Snapshot) {
    let mut drawn = Instant::now();
    move |snapshot| {
        if let Some(view) = live.filter(|_| drawn.elapsed() >= DRAW) {
            drawn = Instant::now();
            // Whether anybody looks at standard error is not our affair.
            let _ = writeln!(std::io::stderr(), "gogui-gfx:\n{}\n", gogui::gfx(&snapshot, view));
        }
        show(snapshot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::clock::{Overtime, TimeSettings};

    fn session() -> Session {
        Session::new(Options {
            params: Params { memory: 16, ..Params::default() },
            priors: Vec::new(),
            book: None,
            limits: Limits::simulations(50),
            rules: Rules::CHINESE,
            partner: None,
        })
    }

    #[test]
    fn what_is_shown_is_a_search_of_the_game_as_it_is() {
        let mut session = session();
        let stop = AtomicBool::new(false);
        session.clear(5);
        let pass = |session: &mut Session| {
            let color = session.position().to_play();
            session.change(|position| position.play_as(color, Move::Pass)).unwrap();
        };
        type Change<'a> = (&'a str, &'a dyn Fn(&mut Session));
        let changes: [Change<'_>; 6] = [
            ("komi", &|session| session.change(|position| position.set_komi(0.5))),
            ("rules", &|session| session.change(|position| position.set_rules(Rules::JAPANESE))),
            ("a seed", &|session| {
                let params = Params { seed: 7, ..session.player().params().clone() };
                session.player().set_params(params);
            }),
            ("a setting", &|session| {
                let params = Params { rave_equivalence: 10.0, ..session.player().params().clone() };
                session.player().set_params(params);
            }),
            ("two passes", &|session| (0..2).for_each(|_| pass(session))),
            ("a handicap", &|session| session.change(|position| position.set_handicap(2))),
        ];
        let mut shown = session.searched(&stop);
        for (name, change) in changes {
            // Two searches never take the same time to the nanosecond.
            assert_eq!(session.searched(&stop), shown, "{name}: it was searched already");
            let hash = session.position().hash();
            change(&mut session);
            assert_eq!(session.position().hash(), hash, "{name}: the stones are the same");
            let now = session.searched(&stop);
            assert!(now != shown, "{name}: an old search is shown");
            shown = now;
        }
    }

    #[test]
    fn advice_costs_no_time_of_the_game() {
        let mut session = session();
        session.clear(5);
        let main = Duration::from_secs(60);
        session.clock().set(Some(TimeSettings { main, overtime: Overtime::None }));
        let left = |session: &mut Session| session.clock().reading(Color::Black, Duration::ZERO).unwrap().time;
        let stop = AtomicBool::new(false);
        session.advise(Color::Black, &stop, |_| {});
        assert_eq!(left(&mut session), main);
        session.choose(Color::Black, &stop, |_| {});
        assert!(left(&mut session) < main);
    }

    #[test]
    fn whoever_interrupts_does_not_wait_for_a_partner() {
        struct Slow(Arc<AtomicBool>);
        impl Partner for Slow {
            fn choose(&mut self, _: &Position, _: &Snapshot) -> Option<Move> {
                self.0.store(true, Ordering::Relaxed);
                None
            }
        }
        let asked = Arc::new(AtomicBool::new(false));
        let mut session = session();
        session.partner = Some(Box::new(Slow(asked.clone())));
        session.clear(9);
        session.choose(Color::Black, &AtomicBool::new(true), |_| {});
        assert!(!asked.load(Ordering::Relaxed));
        session.choose(Color::Black, &AtomicBool::new(false), |_| {});
        assert!(asked.load(Ordering::Relaxed));
    }
}
