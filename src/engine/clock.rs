//! Clocks of a game: main time with overtime, and what of it a move may cost.

use super::Limits;
use crate::board::{ByColor, Color, Position};
use std::time::Duration;

/// What comes after the main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// Nothing: who runs out has lost.
    None,
    /// Byo-yomi: each move within a period costs nothing; there are so many periods.
    Periods {
        /// Length of a period.
        time: Duration,
        /// How many there are.
        count: u32,
    },
    /// Canadian: so many stones in each period.
    Canadian {
        /// Length of a period.
        time: Duration,
        /// Stones to be played in it.
        stones: u32,
    },
}

/// The times of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSettings {
    /// Main time.
    pub main: Duration,
    /// What comes after it.
    pub overtime: Overtime,
}

/// What a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// Main time.
    Main(Duration),
    /// Time of the current period, and periods (byo-yomi) or stones (Canadian) left in all.
    Overtime(Duration, u32),
}

/// What the clock of a player shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Time left: of the main time, or of the current period.
    pub time: Duration,
    /// Periods (byo-yomi) or stones (Canadian) left, in overtime.
    pub overtime: Option<u32>,
}

/// The clocks of both players; without settings time is free.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    settings: Option<TimeSettings>,
    left: Option<ByColor<Left>>,
}

/// Never planned with: a message takes its time, and a thread may be scheduled late.
const LAG: Duration = Duration::from_millis(40);
/// The share of any time that is kept back.
const RESERVE: f64 = 0.02;
/// How much longer than planned an undecided move may take.
const STRETCH: f64 = 2.5;
/// The share of the main time that one move may cost at most.
const LARGEST_SHARE: f64 = 0.15;
/// Moves are always planned for at least this share of the points: games may be long.
const FEWEST_MOVES: f64 = 0.08;
/// The share of the points that one player fills in an ordinary game.
const USUAL_MOVES: f64 = 0.38;

impl Clock {
    /// Sets the times of both players; `None` is without limit.
    pub fn set(&mut self, settings: Option<TimeSettings>) {
        self.settings = settings;
        self.restart();
    }

    /// Begins a game with the times that were set.
    pub fn restart(&mut self) {
        self.left = self.settings.map(|settings| ByColor::from_fn(|_| settings.start()));
    }

    /// Whether time counts at all.
    pub fn is_running(&self) -> bool {
        self.left.is_some()
    }

    /// Takes what a controller says: time left, and stones or periods, 0 in main time.
    pub fn set_left(&mut self, color: Color, time: Duration, stones: u32) {
        let left = if stones == 0 { Left::Main(time) } else { Left::Overtime(time, stones) };
        match &mut self.left {
            Some(both) => both[color] = left,
            // Time is counted, although nobody said how.
            None => {
                self.settings = Some(TimeSettings { main: time, overtime: Overtime::None });
                self.left = Some(ByColor::from_fn(|_| left));
            }
        }
    }

    /// Counts time that a move has cost.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let (Some(settings), Some(both)) = (self.settings, &mut self.left) else { return };
        both[color] = settings.after(both[color], time);
    }

    /// What the clock of a player shows after so much time for the move at hand; nothing where time is
    /// free.
    pub fn reading(&self, color: Color, spent: Duration) -> Option<Reading> {
        let (settings, both) = (self.settings?, self.left?);
        Some(settings.running(both[color], spent).unwrap_or(Reading { time: Duration::ZERO, overtime: None }))
    }

    /// Whether a player has lost on time when the move at hand took so long.
    pub fn has_fallen(&self, color: Color, spent: Duration) -> bool {
        match (self.settings, self.left) {
            (Some(settings), Some(both)) => settings.running(both[color], spent).is_none(),
            _ => false,
        }
    }

    /// What a search for the player to move may cost; `otherwise` where time is free. A number of
    /// simulations holds beside the clock.
    pub fn limits(&self, position: &Position, otherwise: Limits) -> Limits {
        let (Some(settings), Some(both)) = (self.settings, self.left) else { return otherwise };
        let (time, most) = settings.share(both[position.to_play()], position);
        let (time, most) = (kept_back(time), kept_back(most));
        Limits { simulations: otherwise.simulations, time: Some(time), max_time: Some(most), stop_when_decided: true }
    }
}

/// Without the lag and the reserve, but never nothing.
fn kept_back(time: Duration) -> Duration {
    let usable = time.mul_f64(1.0 - RESERVE);
    // Very short times cannot afford the whole lag.
    usable.saturating_sub(LAG.min(time / 10)).max(Duration::from_millis(1))
}

impl TimeSettings {
    fn start(&self) -> Left {
        if self.main.is_zero() { self.overtime.start() } else { Left::Main(self.main) }
    }

    /// What is shown while a move is thought about; nothing when the flag is down.
    fn running(&self, left: Left, spent: Duration) -> Option<Reading> {
        match (left, self.overtime) {
            (Left::Main(main), _) if spent < main => Some(Reading { time: main - spent, overtime: None }),
            (Left::Main(_), Overtime::None) => None,
            (Left::Main(main), overtime) => self.running(overtime.start(), spent - main),
            (Left::Overtime(time, left), _) if spent < time => {
                Some(Reading { time: time - spent, overtime: Some(left) })
            }
            (Left::Overtime(first, periods), Overtime::Periods { time, .. }) if !time.is_zero() => {
                let over = spent - first;
                let lost = u32::try_from(over.as_nanos() / time.as_nanos()).ok()?.checked_add(1)?;
                let left = periods.checked_sub(lost).filter(|&left| left > 0)?;
                Some(Reading { time: time * lost - over, overtime: Some(left) })
            }
            (Left::Overtime(..), _) => None,
        }
    }

    /// What is left after a move.
    fn after(&self, left: Left, spent: Duration) -> Left {
        match (left, self.overtime) {
            (Left::Main(main), _) if spent < main => Left::Main(main - spent),
            (Left::Main(_), Overtime::None) => Left::Main(Duration::ZERO),
            (Left::Main(main), _) => self.after(self.overtime.start(), spent - main),
            (Left::Overtime(_, periods), Overtime::Periods { time, .. }) => {
                let lost = spent.as_secs_f64() / time.as_secs_f64().max(1e-3);
                Left::Overtime(time, periods.saturating_sub(lost as u32).max(1))
            }
            (Left::Overtime(_, 1), Overtime::Canadian { time, stones }) => Left::Overtime(time, stones.max(1)),
            (Left::Overtime(time, stones), _) => Left::Overtime(time.saturating_sub(spent), stones.max(2) - 1),
        }
    }

    /// The time planned for this move, and the most it may take, without reserves.
    fn share(&self, left: Left, position: &Position) -> (Duration, Duration) {
        match (left, self.overtime) {
            (Left::Main(main), overtime) => {
                let period = overtime.per_move();
                // With overtime to come the main time may be used up sooner: two thirds of the way.
                let moves = moves_left(position) * if period.is_zero() { 1.0 } else { 0.66 };
                let planned = main.div_f64(moves.max(1.0)).max(period.min(main + period));
                let most = planned.mul_f64(STRETCH).min(main.mul_f64(LARGEST_SHARE) + period);
                (planned.min(most.max(period)), most.max(planned))
            }
            // The rest of a period is lost anyway: all of it, and no more.
            (Left::Overtime(time, _), Overtime::Periods { .. }) => (time, time),
            (Left::Overtime(time, stones), _) => {
                let planned = time / stones.max(1);
                let spare = time.saturating_sub(planned * stones.saturating_sub(1) / 2);
                (planned, planned.mul_f64(STRETCH).min(spare).max(planned))
            }
        }
    }
}

impl Overtime {
    fn start(&self) -> Left {
        match *self {
            Overtime::None => Left::Main(Duration::ZERO),
            Overtime::Periods { time, count } => Left::Overtime(time, count.max(1)),
            Overtime::Canadian { time, stones } => Left::Overtime(time, stones.max(1)),
        }
    }

    /// What a move may cost once the main time is gone.
    fn per_move(&self) -> Duration {
        match *self {
            Overtime::None => Duration::ZERO,
            Overtime::Periods { time, .. } => time,
            Overtime::Canadian { time, stones } => time / stones.max(1),
        }
    }
}

/// Moves that the player to move may still have to make.
fn moves_left(position: &Position) -> f64 {
    let points = f64::from(position.board().area());
    let stones: u32 = Color::BOTH.into_iter().map(|color| position.board().stones_on_board(color)).sum();
    (points * USUAL_MOVES - f64::from(stones) / 2.0).max(points * FEWEST_MOVES).max(2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Point, Rules};

    fn seconds(n: f64) -> Duration {
        Duration::from_secs_f64(n)
    }

    fn clock(main: f64, overtime: Overtime) -> Clock {
        let mut clock = Clock::default();
        clock.set(Some(TimeSettings { main: seconds(main), overtime }));
        clock
    }

    fn planned(clock: &Clock, position: &Position) -> (f64, f64) {
        let limits = clock.limits(position, Limits::default());
        (limits.time.unwrap().as_secs_f64(), limits.max_time.unwrap().as_secs_f64())
    }

    #[test]
    fn without_a_clock_the_limits_stay() {
        let limits = Limits::simulations(77);
        assert_eq!(Clock::default().limits(&Position::new(9, Rules::CHINESE), limits), limits);
    }

    #[test]
    fn one_stone_in_a_period_is_time_for_one_move() {
        let mut clock = clock(0.0, Overtime::Canadian { time: seconds(1.0), stones: 1 });
        let position = Position::new(9, Rules::CHINESE);
        for _ in 0..3 {
            let (time, most) = planned(&clock, &position);
            assert!((0.9..0.97).contains(&time) && most == time, "{time} {most}");
            clock.spend(Color::Black, seconds(0.95));
        }
    }

    #[test]
    fn no_game_runs_out_of_main_time() {
        for (size, main) in [(9, 20.0), (9, 300.0), (19, 60.0), (19, 1800.0)] {
            let mut clock = clock(main, Overtime::None);
            let mut position = Position::new(size, Rules::CHINESE);
            let mut spent = 0.0;
            // A long game: three quarters of the points, and every move takes the most it may.
            for point in Point::all(size).take(usize::from(size) * usize::from(size) * 3 / 4) {
                if position.to_play() == Color::Black {
                    let (time, most) = planned(&clock, &position);
                    assert!(time <= most);
                    clock.spend(Color::Black, seconds(most + 0.01));
                    spent += most + 0.01;
                }
                position.play_anyway(position.to_play(), Move::Play(point));
            }
            assert!(spent < main, "{size}: {spent} of {main}");
            assert!(spent > main * 0.7, "{size}: only {spent} of {main} was used");
        }
    }

    #[test]
    fn byo_yomi_is_used_in_full_and_periods_are_kept() {
        let overtime = Overtime::Periods { time: seconds(10.0), count: 3 };
        let mut clock = clock(30.0, overtime);
        let position = Position::new(19, Rules::CHINESE);
        let (time, most) = planned(&clock, &position);
        assert!(time > 9.0 && most < 30.0, "a period is worth more than a share of the main time: {time} {most}");
        clock.spend(Color::Black, seconds(31.0));
        assert_eq!(clock.left.unwrap().black, Left::Overtime(seconds(10.0), 3));
        let (time, most) = planned(&clock, &position);
        assert!(time > 9.5 && most < 10.0, "{time} {most}");
        clock.spend(Color::Black, seconds(9.9));
        assert_eq!(clock.left.unwrap().black, Left::Overtime(seconds(10.0), 3));
        clock.spend(Color::Black, seconds(25.0));
        assert_eq!(clock.left.unwrap().black, Left::Overtime(seconds(10.0), 1));
    }

    #[test]
    fn canadian_overtime_is_shared_by_its_stones() {
        let mut clock = clock(0.0, Overtime::Canadian { time: seconds(100.0), stones: 10 });
        let position = Position::new(19, Rules::CHINESE);
        let mut spent = 0.0;
        for _ in 0..10 {
            let (_, most) = planned(&clock, &position);
            spent += most;
            clock.spend(Color::Black, seconds(most));
        }
        assert!(spent < 100.0, "{spent}");
        assert_eq!(clock.left.unwrap().black, Left::Overtime(seconds(100.0), 10), "a new period begins");
        clock.set_left(Color::Black, seconds(8.0), 4);
        let (time, _) = planned(&clock, &position);
        assert!((1.8..2.0).contains(&time), "{time}");
    }

    #[test]
    fn a_clock_shows_what_is_left_and_its_flag_falls() {
        let shows = |clock: &Clock, spent: f64| {
            let reading = clock.reading(Color::Black, seconds(spent)).unwrap();
            let fallen = clock.has_fallen(Color::Black, seconds(spent));
            (reading.time.as_secs_f64(), reading.overtime, fallen)
        };
        let byo_yomi = clock(60.0, Overtime::Periods { time: seconds(10.0), count: 3 });
        assert_eq!(shows(&byo_yomi, 15.0), (45.0, None, false));
        assert_eq!(shows(&byo_yomi, 64.0), (6.0, Some(3), false));
        assert_eq!(shows(&byo_yomi, 75.0), (5.0, Some(2), false));
        assert_eq!(shows(&byo_yomi, 89.0), (1.0, Some(1), false));
        assert_eq!(shows(&byo_yomi, 90.0), (0.0, None, true));
        let sudden = clock(60.0, Overtime::None);
        assert!(!sudden.has_fallen(Color::Black, seconds(59.9)) && sudden.has_fallen(Color::Black, seconds(60.0)));
        let canadian = clock(0.0, Overtime::Canadian { time: seconds(30.0), stones: 5 });
        assert_eq!(shows(&canadian, 20.0), (10.0, Some(5), false));
        assert!(canadian.has_fallen(Color::Black, seconds(30.0)));
        assert_eq!(Clock::default().reading(Color::Black, seconds(1e6)), None);
        assert!(!Clock::default().has_fallen(Color::Black, seconds(1e6)));
    }

    #[test]
    fn what_the_controller_says_counts() {
        let mut clock = Clock::default();
        clock.set_left(Color::White, seconds(5.0), 0);
        assert!(clock.is_running());
        let mut position = Position::new(9, Rules::CHINESE);
        position.set_to_play(Color::White);
        assert!(planned(&clock, &position).1 < 1.0);
        clock.set_left(Color::White, Duration::ZERO, 0);
        assert!(planned(&clock, &position).1 < 0.01, "no time at all still gives an answer");
    }
}
