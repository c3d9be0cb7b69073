//! A position in a game: a board with the rules, whose turn it is, and what came before.
//!
//! A clone costs a copy of the board (some ten kilobytes) and of twelve bytes for each move played,
//! so the window may keep one for each step and the engine one for each search. Playouts never see a
//! position: they run on its [`Board`].

use super::rules::{EndRule, KoRule, Rules};
use super::zobrist::{self, Hash};
use super::{Board, ByColor, Color, Move, Point};
use std::sync::Arc;

/// A move with the colour of the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Who moved.
    pub color: Color,
    /// What was played.
    pub mv: Move,
}

/// What a legal move did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Enemy stones taken off the board.
    pub captured: u32,
    /// Own stones taken off the board, by suicide.
    pub lost: u32,
}

/// Why a move is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Not an intersection of this board.
    #[error("it lies outside of the board")]
    Outside,
    /// A stone lies there.
    #[error("there is already a {} stone", if *.0 == Color::Black { "black" } else { "white" })]
    Occupied(Color),
    /// It takes back in a ko at once.
    #[error("it takes back in the ko at once; play elsewhere first")]
    Ko,
    /// It brings back an earlier position.
    #[error("it repeats the position after move {0} (superko)")]
    Superko(usize),
    /// It would take only stones of the player.
    #[error("it is suicide, which these rules forbid")]
    Suicide,
}

/// A move that the rules forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{color} {} is illegal: {reason}", .mv.display(*.size))]
pub struct IllegalMove {
    /// Who wanted to move.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// Lines of the board, to write the move.
    pub size: u8,
    /// Why not.
    pub reason: Reason,
}

/// What players agree on before a game: the same stones are worth something else under other terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The rules.
    pub rules: Rules,
    /// Points that White receives at the end.
    pub komi: f32,
    /// Handicap stones.
    pub handicap: u32,
}

/// A position with its history since the start or the last set-up.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    to_play: Color,
    rules: Rules,
    komi: f32,
    handicap: u32,
    /// Where the history begins: shared, since it never changes.
    start: Arc<Start>,
    turns: Vec<Turn>,
    /// Board and player to move, before each turn and now. See [`Position::key`].
    keys: Vec<Hash>,
    resigned: Option<Color>,
}

#[derive(Debug)]
struct Start {
    board: Board,
    to_play: Color,
}

impl Position {
    /// An empty board, Black to move, with the komi that the rules have for even games.
    ///
    /// # Panics
    /// When the size is not in `MIN_SIZE..=MAX_SIZE`.
    pub fn new(size: u8, rules: Rules) -> Position {
        Position::from_board(Board::new(size), Color::Black, rules)
    }

    /// Stones that were set up, and who moves next. Of two stones on one point the first counts; chains
    /// without liberties stay, as SGF wants it.
    ///
    /// # Panics
    /// When the size is not in `MIN_SIZE..=MAX_SIZE`.
    pub fn from_setup(
        size: u8,
        rules: Rules,
        stones: impl IntoIterator<Item = (Point, Color)>,
        to_play: Color,
    ) -> Position {
        let on_board = stones.into_iter().filter(|(point, _)| point.is_on(size));
        Position::from_board(Board::from_stones(size, on_board), to_play, rules)
    }

    /// A board without history; its ko and its prisoners count.
    pub fn from_board(board: Board, to_play: Color, rules: Rules) -> Position {
        let start = Arc::new(Start { board: board.clone(), to_play });
        Position {
            keys: vec![Self::key(&board, to_play)],
            board,
            to_play,
            rules,
            komi: rules.komi,
            handicap: 0,
            start,
            turns: Vec::new(),
            resigned: None,
        }
    }

    /// The position with another komi.
    #[must_use]
    pub fn with_komi(mut self, komi: f32) -> Position {
        self.komi = komi;
        self
    }

    /// The stones.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Lines of the board.
    #[inline]
    pub fn size(&self) -> u8 {
        self.board.size()
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// Gives the turn to a player, as `PL` in SGF does. The ko ban falls when the turn changes.
    pub fn set_to_play(&mut self, color: Color) {
        if color != self.to_play {
            self.to_play = color;
            self.board.clear_ko();
            if let Some(now) = self.keys.last_mut() {
                *now = Self::key(&self.board, color);
            }
            if self.turns.is_empty() {
                self.start = Arc::new(Start { board: self.board.clone(), to_play: color });
            }
        }
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules from here on; komi stays.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Points that White receives at the end. Compensation for handicap stones is apart from it.
    #[inline]
    pub fn komi(&self) -> f32 {
        self.komi
    }

    /// Changes komi.
    pub fn set_komi(&mut self, komi: f32) {
        self.komi = komi;
    }

    /// Handicap stones, for the compensation that some rules give.
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// Says how many of Black's stones are handicap stones; below two there is none.
    pub fn set_handicap(&mut self, stones: u32) {
        self.handicap = stones;
    }

    /// Rules, komi and handicap together.
    pub fn terms(&self) -> Terms {
        Terms { rules: self.rules, komi: self.komi, handicap: self.handicap }
    }

    /// The moves since the start or the last set-up.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The last move, if there is one since the start or the last set-up.
    pub fn last(&self) -> Option<Turn> {
        self.turns.last().copied()
    }

    /// The points of the last move and of the one before it, where they were no passes.
    pub fn last_points(&self) -> [Option<Point>; 2] {
        let mut back = self.turns().iter().rev().map(|turn| turn.mv.point());
        [back.next().flatten(), back.next().flatten()]
    }

    /// The board on which the first of [`Position::turns`] was played, and whose turn it was there.
    pub fn start(&self) -> (&Board, Color) {
        (&self.start.board, self.start.to_play)
    }

    /// Stones that each player has taken: `prisoners()[Black]` are white stones, unless White gave
    /// them up by suicide, which counts the same.
    pub fn prisoners(&self) -> ByColor<u32> {
        ByColor::from_fn(|color| self.board.captured(!color))
    }

    /// Passes in succession up to now.
    pub fn passes(&self) -> usize {
        self.turns.iter().rev().take_while(|turn| turn.mv == Move::Pass).count()
    }

    /// Ends the game by resignation.
    pub fn resign(&mut self, color: Color) {
        self.resigned = Some(color);
    }

    /// Whether the game has ended by passes or resignation.
    ///
    /// Play may go on all the same: rules let players resume when they disagree, and records do it.
    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.has_ended_by_passes()
    }

    fn has_ended_by_passes(&self) -> bool {
        let last_is_white = || self.last().is_some_and(|turn| turn.color == Color::White);
        self.passes() >= 2
            && match self.rules.end {
                EndRule::TwoPasses => true,
                EndRule::WhitePassesLast => last_is_white(),
            }
    }

    /// What superko compares: the stones, and who moves next.
    #[inline]
    fn key(board: &Board, to_play: Color) -> Hash {
        zobrist::with_turn(board.hash(), to_play)
    }

    /// The keys of all positions since the start, this one last: the board's hash, mixed with
    /// [`zobrist::WHITE_TO_MOVE`] where White moved next. A search adds those of its own path.
    pub fn keys(&self) -> &[Hash] {
        &self.keys
    }

    /// The hash of the situation: stones, size, player to move, ko. Not free of symmetry; for that see
    /// [`super::canonical`].
    pub fn hash(&self) -> Hash {
        Self::key(&self.board, self.to_play) ^ self.board.ko().map_or(0, zobrist::ko)
    }

    /// The number of the move (0: the start) after which the same board stood with the same player to
    /// move. Where superko does not forbid it, this is the long cycle that may void a game.
    pub fn repeats(&self) -> Option<usize> {
        let (now, before) = self.keys.split_last()?;
        before.iter().rposition(|key| key == now)
    }

    /// Whether the player to move may make this move.
    pub fn is_legal(&self, mv: Move) -> bool {
        mv.point().is_none_or(|point| self.check(self.to_play, point).is_ok())
    }

    /// Says why a player may not play there. The board need not wait for him: records and protocols
    /// may give one player two moves in succession.
    pub fn check(&self, color: Color, point: Point) -> Result<(), Reason> {
        if !point.is_on(self.size()) {
            return Err(Reason::Outside);
        }
        if let Some(stone) = self.board.stone(point) {
            return Err(Reason::Occupied(stone));
        }
        // The ban is for the player whose stone was taken; the other may fill the ko.
        if self.board.ko() == Some(point) && color == self.to_play {
            return Err(Reason::Ko);
        }
        if !self.rules.suicide && self.board.is_suicide(color, point) {
            return Err(Reason::Suicide);
        }
        match self.repeated_by(color, point) {
            Some(number) => Err(Reason::Superko(number)),
            None => Ok(()),
        }
    }

    /// The earlier position that a move would bring back, where the rules forbid that.
    fn repeated_by(&self, color: Color, point: Point) -> Option<usize> {
        if self.rules.ko == KoRule::Simple || !self.may_repeat(color, point) {
            return None;
        }
        let key =
            hash_after(&self.board, color, point) ^ if color == Color::Black { zobrist::WHITE_TO_MOVE } else { 0 };
        // Positions: either player may have been to move.
        let other = if self.rules.ko == KoRule::Positional { key ^ zobrist::WHITE_TO_MOVE } else { key };
        self.keys.iter().rposition(|&k| k == key || k == other)
    }

    /// False where a repetition is impossible: as long as stones are only added. A first capture brings
    /// no position back, but a first suicide may.
    fn may_repeat(&self, color: Color, point: Point) -> bool {
        let was = &self.start.board;
        Color::BOTH.into_iter().any(|c| self.board.captured(c) != was.captured(c))
            || self.board.is_suicide(color, point)
    }

    /// Makes a move for the player to move.
    pub fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        self.play_as(self.to_play, mv)
    }

    /// Makes a move for a player, in or out of turn; then it is the other's turn.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<Played, IllegalMove> {
        if let Move::Play(point) = mv {
            self.check(color, point).map_err(|reason| IllegalMove { color, mv, size: self.size(), reason })?;
        }
        Ok(self.make(color, mv))
    }

    /// Makes a move that may be illegal, as records want it: whatever lies on the point is replaced.
    /// Nothing happens outside of the board.
    pub fn play_anyway(&mut self, color: Color, mv: Move) -> Played {
        if let Move::Play(point) = mv {
            if !point.is_on(self.size()) {
                return Played::default();
            }
            if self.board.stone(point).is_some() {
                self.board = rebuilt(&self.board, [(point, None)]);
            }
        }
        self.make(color, mv)
    }

    fn make(&mut self, color: Color, mv: Move) -> Played {
        let mut played = Played::default();
        match mv {
            Move::Pass => self.board.clear_ko(),
            Move::Play(point) => {
                let before = self.board.captured(color);
                played.captured = self.board.play(color, point);
                played.lost = self.board.captured(color) - before;
            }
        }
        self.to_play = !color;
        self.resigned = None;
        self.turns.push(Turn { color, mv });
        self.keys.push(Self::key(&self.board, self.to_play));
        played
    }

    /// Takes the last move back, and says what it was. None at the start of the history.
    ///
    /// Costs a replay from the start, a few microseconds a game.
    pub fn undo(&mut self) -> Option<Turn> {
        let last = self.turns.pop()?;
        let turns = std::mem::take(&mut self.turns);
        self.board.clone_from(&self.start.board);
        self.to_play = self.start.to_play;
        self.keys.truncate(1);
        self.resigned = None;
        for &turn in &turns {
            self.play_anyway(turn.color, turn.mv);
        }
        Some(last)
    }

    /// Changes stones as set-up does (`None` empties a point). Nothing is captured, the ko ban falls,
    /// and history starts anew; prisoners, komi and handicap stay.
    pub fn set_up(&mut self, changes: impl IntoIterator<Item = (Point, Option<Color>)>) {
        let size = self.size();
        let board = rebuilt(&self.board, changes.into_iter().filter(|(point, _)| point.is_on(size)));
        let (komi, handicap) = (self.komi, self.handicap);
        *self = Position { komi, handicap, ..Position::from_board(board, self.to_play, self.rules) };
    }
}

/// The hash of the stones after a move on an empty point, without making it.
pub fn hash_after(board: &Board, color: Color, point: Point) -> Hash {
    let mut hash = board.hash() ^ zobrist::stone(color, point);
    let mut taken = [None; 4];
    // Suicide takes the player's own chains, which are then all in atari, and the stone itself.
    let suicide = board.is_suicide(color, point);
    let victim = if suicide { color } else { !color };
    if suicide {
        hash ^= zobrist::stone(color, point);
    }
    for (i, near) in point.neighbours().into_iter().enumerate() {
        if board.at(near).is(victim) && board.in_atari(near) && !taken.contains(&Some(board.chain(near))) {
            taken[i] = Some(board.chain(near));
            hash = board.chain_stones(near).fold(hash, |hash, stone| hash ^ zobrist::stone(victim, stone));
        }
    }
    hash
}

/// The stones of a board with some changed, the later changes over the earlier; prisoners stay.
fn rebuilt(board: &Board, changes: impl IntoIterator<Item = (Point, Option<Color>)>) -> Board {
    let size = board.size();
    let mut stones = super::PointMap::new(None);
    Point::all(size).for_each(|point| stones[point] = board.stone(point));
    changes.into_iter().for_each(|(point, stone)| stones[point] = stone);
    let mut new = Board::from_stones(size, Point::all(size).filter_map(|point| Some((point, stones[point]?))));
    new.set_captured(ByColor::from_fn(|color| board.captured(color) as u16));
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(text: &str) -> Point {
        Point::from_gtp(text, 5).unwrap()
    }

    fn stones(black: &str, white: &str) -> Vec<(Point, Color)> {
        let of = |text: &str, color| text.split_whitespace().map(|t| (point(t), color)).collect::<Vec<_>>();
        [of(black, Color::Black), of(white, Color::White)].concat()
    }

    /// A ko around C3: Black to move may take C3's stone at B3... and White may not take back.
    fn ko(rules: Rules) -> Position {
        let setup = stones("B4 A3 B2", "C4 B3 D3 C2");
        Position::from_setup(5, rules, setup, Color::Black)
    }

    #[test]
    fn taking_back_in_a_ko_waits_a_turn() {
        let mut position = ko(Rules::JAPANESE);
        let played = position.play(point("C3").into()).unwrap();
        assert_eq!(played, Played { captured: 1, lost: 0 });
        assert_eq!(position.prisoners(), ByColor { black: 1, white: 0 });
        let error = position.play(point("B3").into()).unwrap_err();
        assert_eq!(error.reason, Reason::Ko);
        assert_eq!(error.to_string(), "White B3 is illegal: it takes back in the ko at once; play elsewhere first");
        position.play(point("E5").into()).unwrap();
        position.play(point("E1").into()).unwrap();
        assert!(position.is_legal(point("B3").into()));
    }

    #[test]
    fn the_taker_may_fill_the_ko_out_of_turn() {
        let mut position = ko(Rules::CHINESE);
        position.play(point("C3").into()).unwrap();
        assert_eq!(position.check(Color::Black, point("B3")), Ok(()));
        assert_eq!(position.check(Color::White, point("B3")), Err(Reason::Ko));
    }

    #[test]
    fn passes_do_not_lift_superko() {
        let mut simple = ko(Rules::JAPANESE);
        let mut superko = ko(Rules::CHINESE);
        for position in [&mut simple, &mut superko] {
            for mv in [point("C3").into(), Move::Pass, Move::Pass] {
                position.play(mv).unwrap();
            }
        }
        assert!(simple.is_legal(point("B3").into()));
        assert_eq!(superko.check(Color::White, point("B3")), Err(Reason::Superko(0)));
    }

    #[test]
    fn every_reason_says_itself_in_words() {
        let mut position = Position::from_setup(5, Rules::JAPANESE, stones("A4 B5", "C3"), Color::White);
        let words = |position: &mut Position, mv: Point| position.play(mv.into()).unwrap_err().to_string();
        assert_eq!(words(&mut position, point("A5")), "White A5 is illegal: it is suicide, which these rules forbid");
        assert_eq!(words(&mut position, point("C3")), "White C3 is illegal: there is already a white stone");
        assert_eq!(words(&mut position, Point::new(7, 1)), "White H4 is illegal: it lies outside of the board");
    }

    #[test]
    fn two_passes_end_a_game_and_white_passes_last_under_aga() {
        for (rules, passes) in [(Rules::JAPANESE, 2), (Rules::CHINESE, 2), (Rules::AGA, 3)] {
            let mut position = Position::new(5, rules);
            position.play(point("C3").into()).unwrap();
            for n in 1..=passes {
                assert!(!position.is_over());
                position.play(Move::Pass).unwrap();
                assert_eq!(position.passes(), n);
            }
            assert!(position.is_over());
        }
        let mut black_first = Position::new(5, Rules::AGA);
        black_first.play(Move::Pass).unwrap();
        black_first.play(Move::Pass).unwrap();
        assert!(black_first.is_over());
    }

    #[test]
    fn undo_brings_everything_back() {
        let mut position = ko(Rules::JAPANESE);
        let mut kept = vec![position.clone()];
        let c3 = point("C3").into();
        for mv in [c3, point("E5").into(), Move::Pass, point("B3").into(), point("E1").into(), c3] {
            position.play(mv).unwrap();
            kept.push(position.clone());
        }
        position.resign(Color::White);
        assert!(position.is_over());
        while let Some(before) = kept.pop() {
            if kept.len() < 6 {
                assert!(!position.is_over());
            }
            assert_eq!(position.hash(), before.hash());
            assert_eq!(position.keys(), before.keys());
            assert_eq!(position.turns(), before.turns());
            assert_eq!(position.prisoners(), before.prisoners());
            assert_eq!(position.to_play(), before.to_play());
            assert_eq!(position.undo().is_some(), !kept.is_empty());
        }
    }

    #[test]
    fn records_may_play_anything() {
        let mut position = Position::from_setup(5, Rules::JAPANESE, stones("C3", ""), Color::White);
        position.play_anyway(Color::White, point("C3").into());
        assert_eq!(position.board().stone(point("C3")), Some(Color::White));
        assert_eq!(position.board().stones_on_board(Color::Black), 0);
        assert_eq!(position.play_anyway(Color::White, Point::new(20, 20).into()), Played::default());
        assert_eq!(position.turns().len(), 1);
    }

    #[test]
    fn set_up_starts_history_anew_and_keeps_prisoners() {
        let mut position = ko(Rules::CHINESE);
        position.set_komi(0.5);
        position.play(point("C3").into()).unwrap();
        position.set_up([(point("E5"), Some(Color::White)), (point("C3"), None)]);
        assert!(position.turns().is_empty());
        assert_eq!(position.keys().len(), 1);
        assert_eq!(position.komi(), 0.5);
        assert_eq!(position.prisoners().black, 1);
        assert!(position.board().is_empty(point("C3")));
        assert_eq!(position.board().ko(), None);
    }
}
