//! The clocks of a game that is being played: they run for the side to move, stand still while the
//! game is not shown, and are written into the record move by move.

use super::view;
use crate::board::{Color, Position};
use crate::engine::Limits;
use crate::engine::clock::{Clock, Overtime, Reading, TimeSettings};
use crate::record::{NodeId, Properties, Value, known};
use std::time::{Duration, Instant};

/// The clocks of a game at hand.
#[derive(Clone, Debug)]
pub struct GameClock {
    clock: Clock,
    /// The last move of the game, and who is to move after it.
    turn: (NodeId, Color),
    /// Time of the move at hand before the clock last stood still.
    used: Duration,
    /// Since when it runs, if it does.
    since: Option<Instant>,
}

impl GameClock {
    /// Clocks that begin to run when they are first [resumed](GameClock::resume).
    pub fn new(settings: TimeSettings, node: NodeId, to_play: Color) -> GameClock {
        let mut clock = Clock::default();
        clock.set(Some(settings));
        GameClock { clock, turn: (node, to_play), used: Duration::ZERO, since: None }
    }

    /// The last move of the game.
    pub fn node(&self) -> NodeId {
        self.turn.0
    }

    /// The clock runs.
    pub fn resume(&mut self, now: Instant) {
        self.since.get_or_insert(now);
    }

    /// The clock stands still.
    pub fn pause(&mut self, now: Instant) {
        self.used = self.spent(now);
        self.since = None;
    }

    fn spent(&self, now: Instant) -> Duration {
        self.used + self.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// The side to move has moved: its time is taken, and what it has left is written to the node.
    pub fn press(&mut self, now: Instant, properties: Properties) -> Properties {
        let (_, color) = self.turn;
        self.clock.spend(color, self.spent(now));
        self.used = Duration::ZERO;
        self.since = self.since.map(|_| now);
        let Some(left) = self.clock.reading(color, Duration::ZERO) else { return properties };
        let (time, overtime) = match color {
            Color::Black => (known::BL, known::OB),
            Color::White => (known::WL, known::OW),
        };
        let properties = properties.with(time, &[Value::text(&format!("{:.1}", left.time.as_secs_f64()))]);
        match left.overtime {
            Some(periods) => properties.with(overtime, &[Value::number(periods)]),
            None => properties,
        }
    }

    /// The game stands at another node: after a move, or after one was taken back.
    pub fn turn_to(&mut self, node: NodeId, to_play: Color) {
        self.turn = (node, to_play);
    }

    /// What a player's clock shows.
    pub fn reading(&self, color: Color, now: Instant) -> Option<view::Clock> {
        let spent = if color == self.turn.1 { self.spent(now) } else { Duration::ZERO };
        let Reading { time, overtime } = self.clock.reading(color, spent)?;
        Some(view::Clock { seconds: time.as_secs_f32(), overtime })
    }

    /// Who has lost on time by now.
    pub fn fallen(&self, now: Instant) -> Option<Color> {
        let (_, color) = self.turn;
        self.clock.has_fallen(color, self.spent(now)).then_some(color)
    }

    /// What a search for the side to move may cost.
    pub fn limits(&self, position: &Position, otherwise: Limits) -> Limits {
        self.clock.limits(position, otherwise)
    }
}

/// Main time and overtime as SGF writes them: TM and OT.
pub fn time_properties(settings: TimeSettings, properties: Properties) -> Properties {
    let properties = properties.with(known::TM, &[Value::number(settings.main.as_secs())]);
    let overtime = match settings.overtime {
        Overtime::None => return properties,
        Overtime::Periods { time, count } => format!("{count}x{} byo-yomi", time.as_secs()),
        Overtime::Canadian { time, stones } => format!("{stones}/{} Canadian", time.as_secs()),
    };
    properties.with(known::OT, &[Value::text(&overtime)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::record::Tree;

    #[test]
    fn clocks_run_in_turn_stand_still_and_fall() {
        let overtime = Overtime::Periods { time: Duration::from_secs(10), count: 2 };
        let settings = TimeSettings { main: Duration::from_secs(60), overtime };
        let tree = Tree::default();
        let mut clock = GameClock::new(settings, tree.root(), Color::Black);
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let shows = |clock: &GameClock, color, seconds| clock.reading(color, at(seconds)).unwrap().seconds;
        assert_eq!(shows(&clock, Color::Black, 50), 60.0, "it has not begun");
        clock.resume(at(0));
        clock.pause(at(5));
        assert_eq!(shows(&clock, Color::Black, 50), 55.0, "it stands still");
        clock.resume(at(50));
        let written = clock.press(at(60), Properties::of_move(Color::Black, Move::Pass));
        clock.turn_to(tree.root(), Color::White);
        assert_eq!(written.as_str(), "B[]BL[45.0]");
        assert_eq!((shows(&clock, Color::Black, 70), shows(&clock, Color::White, 70)), (45.0, 50.0));
        assert_eq!(clock.fallen(at(60 + 79)), None);
        assert_eq!(clock.fallen(at(60 + 80)), Some(Color::White));
        let written = clock.press(at(60 + 65), Properties::of_move(Color::White, Move::Pass));
        assert_eq!(written.as_str(), "W[]WL[10.0]OW[2]", "a move within a period costs nothing");
        let root = time_properties(settings, Properties::default());
        assert_eq!(root.as_str(), "TM[60]OT[2x10 byo-yomi]");
    }
}
