//! The engine as a player: it searches, and knows when a game is over.
//!
//! The search alone sees no difference between passing and a useless move when the game is decided;
//! here the position is counted, so that the engine neither fills its own territory nor passes a won
//! game away.

use super::playout::is_sensible;
use super::prior::Prior;
use super::status::{self, Settled};
use super::{Book, Candidate, Decision, Engine, Limits, Params, Snapshot};
use crate::board::rules::Scoring;
use crate::board::scoring::score;
use crate::board::{Color, GameResult, Move, PointSet, Position, Rules};
use crate::util::rng::FastRng;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A passing move may be replaced by one that loses no more than this share of games,
const CLOSE_RATE: f32 = 0.05;
/// and no more than this many points. Where stones in one's own area cost nothing, a move in vain still keeps the
/// turn; under territory scoring it costs a point.
const CLOSE_SCORE: f32 = 1.5;
const CLOSE_SCORE_OF_TERRITORY: f32 = 0.5;

/// What the engine does on its turn, and what it thought.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move, or resignation.
    pub decision: Decision,
    /// The end of the search.
    pub snapshot: Snapshot,
}

/// An engine that plays games.
pub struct Player {
    engine: Engine,
    priors: Vec<Arc<dyn Prior>>,
    book: Option<Arc<dyn Book>>,
}

impl Player {
    /// A player with these settings and sources of knowledge.
    pub fn new(params: Params, priors: Vec<Arc<dyn Prior>>) -> Player {
        Player { engine: Engine::new(params, priors.clone()), priors, book: None }
    }

    /// With a book, which is asked first where [`Params::book`] says so.
    #[must_use]
    pub fn with_book(mut self, book: Option<Arc<dyn Book>>) -> Player {
        self.book = book;
        self
    }

    /// The settings.
    pub fn params(&self) -> &Params {
        self.engine.params()
    }

    /// Takes new settings.
    pub fn set_params(&mut self, params: Params) {
        self.engine.set_params(params);
    }

    /// Forgets what was searched, for a new game or after a breakdown.
    pub fn start_anew(&mut self) {
        self.engine = Engine::new(self.engine.params().clone(), self.priors.clone());
    }

    /// Searches without choosing: for analysis and on the opponent's time.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &AtomicBool,
        show: impl FnMut(Snapshot),
    ) -> Snapshot {
        self.engine.search(position, limits, stop, show)
    }

    /// Chooses a move for the player to move: from the book, or by a search.
    pub fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &AtomicBool,
        show: impl FnMut(Snapshot),
    ) -> Choice {
        if let Some(mv) = self.book_move(position) {
            let snapshot = Snapshot::empty(position.size(), position.to_play());
            return Choice { decision: Decision::Play(mv), snapshot };
        }
        let snapshot = self.think(position, limits, stop, show);
        let decision = self.decide(position, &snapshot);
        Choice { decision, snapshot }
    }

    /// A legal move of the book, if it is to be used and has one. Seed and move number decide which.
    fn book_move(&self, position: &Position) -> Option<Move> {
        let book = self.book.as_ref().filter(|_| self.params().book)?;
        let mut rng = FastRng::new(u64::from(self.params().seed) << 32 | position.turns().len() as u64);
        book.choose(position, &mut rng).filter(|&mv| position.is_legal(mv))
    }

    /// What a finished search means for the player to move.
    pub fn decide(&self, position: &Position, snapshot: &Snapshot) -> Decision {
        decide(self.params(), position, snapshot)
    }
}

/// What a finished search means for the player to move, for whoever has the search elsewhere. It may
/// play the game out many times to find dead stones.
pub fn decide(params: &Params, position: &Position, snapshot: &Snapshot) -> Decision {
    decide_by(params, position, snapshot, || Ending::of(position, params.clean_up))
}

/// What a finished search means where both have passed and do not agree what is dead: the enemy's dead stones
/// are taken off while there are any, whatever else there is to play for.
pub fn decide_cleaning(params: &Params, position: &Position, snapshot: &Snapshot) -> Decision {
    let end = Ending::of(position, true);
    match removal(position, snapshot, &end.to_take) {
        Some(mv) => Decision::Play(mv),
        None => decide_by(params, position, snapshot, || end),
    }
}

fn decide_by(params: &Params, position: &Position, snapshot: &Snapshot, ending: impl FnOnce() -> Ending) -> Decision {
    let settled = Settled::new(position.board(), snapshot);
    let after_pass = position.passes() > 0;
    if after_pass || settled.is_all() {
        let end = ending();
        let won = end.winner == Some(position.to_play());
        let may_end = if after_pass { won || settled.is_all() } else { won && pass_is_safe(position, snapshot) };
        if end.to_take.is_empty() && may_end {
            return Decision::Play(Move::Pass);
        }
        if let Decision::Resign = first_thought(params, position, snapshot) {
            return Decision::Resign;
        }
        let removal = removal(position, snapshot, &end.to_take);
        return Decision::Play(
            removal.unwrap_or_else(|| best(position, snapshot, |mv| mv != Move::Pass || !after_pass || won)),
        );
    }
    match first_thought(params, position, snapshot) {
        Decision::Play(Move::Pass) => Decision::Play(instead_of_pass(position, snapshot)),
        Decision::Play(_) => Decision::Play(best(position, snapshot, |_| true)),
        Decision::Resign => Decision::Resign,
    }
}

/// The most simulated move, or resignation where nothing is to be hoped for.
fn first_thought(params: &Params, position: &Position, snapshot: &Snapshot) -> Decision {
    let Some(best) = snapshot.best() else { return Decision::Play(Move::Pass) };
    let hopeless = snapshot.win_rate < params.resign_below && best.win_rate < params.resign_below;
    if hopeless && snapshot.visits > 500 && position.turns().len() > usize::from(position.size()) {
        return Decision::Resign;
    }
    Decision::Play(best.mv)
}

/// The most visited legal move of those wanted; a pass where there is none.
fn best(position: &Position, snapshot: &Snapshot, wanted: impl Fn(Move) -> bool) -> Move {
    let mut moves = snapshot.candidates.iter().filter(|c| c.visits > 0).map(|c| c.mv);
    moves.find(|&mv| wanted(mv) && position.is_legal(mv)).unwrap_or(Move::Pass)
}

/// A step towards taking dead stones off, unless the search saw that it loses a game that is won. A search that
/// is sure of its best move may not have looked at it.
fn removal(position: &Position, snapshot: &Snapshot, to_take: &PointSet) -> Option<Move> {
    let least = if snapshot.best()?.win_rate > 0.5 { 0.5 } else { 0.0 };
    let (board, color) = (position.board(), position.to_play());
    let sensible = |mv: Move| {
        mv.point().is_some_and(|point| to_take.contains(point) && is_sensible(board, color, point))
            && position.is_legal(mv)
    };
    snapshot.candidates.iter().filter(|c| c.win_rate >= least).map(|c| c.mv).find(|&mv| sensible(mv))
}

/// Whether the search tried the pass and lost nothing by it. That all points are settled is not enough: they may
/// be so only because the answer to a threat is never left out.
fn pass_is_safe(position: &Position, snapshot: &Snapshot) -> bool {
    let pass = snapshot.candidates.iter().find(|c| c.mv == Move::Pass && c.visits > 0);
    match (pass, snapshot.best()) {
        (Some(pass), Some(best)) => is_close(position, pass, best),
        _ => false,
    }
}

/// Whether a candidate is as good as another, or nearly so.
fn is_close(position: &Position, one: &Candidate, other: &Candidate) -> bool {
    let sign = if position.to_play() == Color::Black { 1.0 } else { -1.0 };
    let close_score = match position.rules().scoring {
        Scoring::Area => CLOSE_SCORE,
        Scoring::Territory => CLOSE_SCORE_OF_TERRITORY,
    };
    one.win_rate > other.win_rate - CLOSE_RATE && sign * (one.score - other.score) > -close_score
}

/// While points are open, a move that is as good as the pass is rather played: the opponent need not
/// see it as we do.
fn instead_of_pass(position: &Position, snapshot: &Snapshot) -> Move {
    let pass = snapshot.candidates.iter().find(|c| c.mv == Move::Pass);
    let play = snapshot.candidates.iter().find(|c| c.mv != Move::Pass && c.visits > 0 && position.is_legal(c.mv));
    match (pass, play) {
        (Some(pass), Some(play)) if is_close(position, play, pass) => play.mv,
        _ => Move::Pass,
    }
}

/// How the game would end if both passed now.
struct Ending {
    winner: Option<Color>,
    /// Liberties of the enemy's dead stones, where they should be taken off first.
    to_take: PointSet,
}

impl Ending {
    fn of(position: &Position, clean_up: bool) -> Ending {
        let dead = status::dead_stones(position);
        if position.rules().plays_like(&Rules::TROMP_TAYLOR) {
            // Those rules know no dead stones: what stands, stands.
            return Ending { winner: winner(position, &PointSet::EMPTY), to_take: PointSet::EMPTY };
        }
        let (board, enemy) = (position.board(), !position.to_play());
        let theirs = dead.iter().filter(|&point| clean_up && board.stone(point) == Some(enemy));
        let near = theirs.flat_map(|point| point.neighbours());
        let to_take = near.filter(|&point| board.is_empty(point)).collect();
        Ending { winner: winner(position, &dead), to_take }
    }
}

fn winner(position: &Position, dead: &PointSet) -> Option<Color> {
    match score(position, dead).result() {
        GameResult::Win { winner, .. } => Some(winner),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram::Diagram;
    use crate::engine::prior::rules::RulePrior;

    fn position(text: &str, to_play: Color, rules: Rules) -> Position {
        let diagram = Diagram::parse(text).unwrap();
        Position::from_setup(diagram.size, rules, diagram.stones, to_play)
    }

    fn choose(position: &Position, settings: &str) -> Decision {
        let mut params = Params { memory: 16, ..Params::default() };
        params.set_list(settings).unwrap();
        let mut player = Player::new(params, vec![Arc::new(RulePrior)]);
        player.choose(position, &Limits::simulations(600), &AtomicBool::new(false), |_| {}).decision
    }

    const FINISHED: &str = "
        . X . X O . O
        X X X X O O O
        X X . X O . O
        X X X X O O .
        X . X X O O O
        X X X X O . O
        . X . X O O O";

    #[test]
    fn when_all_is_settled_it_passes_under_all_rules() {
        for rules in [Rules::CHINESE, Rules::JAPANESE, Rules::AGA, Rules::NEW_ZEALAND] {
            for to_play in Color::BOTH {
                let mut game = position(FINISHED, to_play, rules).with_komi(0.5);
                game.play_as(!to_play, Move::Pass).unwrap();
                assert_eq!(choose(&game, "resign_below=0"), Decision::Play(Move::Pass), "{} {to_play}", rules.name());
            }
        }
    }

    #[test]
    fn what_is_settled_and_lost_is_resigned_or_passed_but_not_played_on() {
        let mut game = position(FINISHED, Color::White, Rules::CHINESE).with_komi(0.5);
        for color in [Color::White, Color::Black].repeat(4) {
            game.play_as(color, Move::Pass).unwrap();
        }
        assert!(matches!(choose(&game, "resign_below=0.2"), Decision::Resign | Decision::Play(Move::Pass)));
    }

    const DEAD_STONE: &str = "
        . . X O . . .
        . O X O . O .
        . . X O . . .
        . . X O . . .
        X . X O O O O
        . X X X O . .
        . . . X O . O";

    #[test]
    fn a_dead_stone_is_left_unless_it_must_be_taken_off() {
        let mut game = position(DEAD_STONE, Color::White, Rules::CHINESE).with_komi(-8.5);
        game.play(Move::Pass).unwrap();
        let black_is_ahead = Ending::of(&game, false);
        assert_eq!(black_is_ahead.winner, Some(Color::Black));
        assert_eq!(choose(&game, ""), Decision::Play(Move::Pass));
        let to_take = Ending::of(&game, true).to_take;
        let Decision::Play(Move::Play(point)) = choose(&game, "clean_up=on") else { panic!("it passed") };
        assert!(to_take.contains(point), "{point:?} is beside a dead stone");
    }

    const WIDE_TERRITORIES: &str = "
        . . . X O . .
        . . . X O . .
        . X . X O . O
        . . . X O . .
        X X X X O O O
        . . X O O . .
        . . X O . . .";

    #[test]
    fn a_finished_game_is_passed_where_a_move_in_vain_would_cost_it() {
        // Black has 17 points of territory and White 14: after a move into his own, Black would lose.
        let game = position(WIDE_TERRITORIES, Color::Black, Rules::JAPANESE).with_komi(2.5);
        assert_eq!(status::final_score(&game).margin(), 0.5);
        assert_eq!(choose(&game, ""), Decision::Play(Move::Pass));
        // White is behind: whatever it tries, it does not throw its own points away.
        let game = position(WIDE_TERRITORIES, Color::White, Rules::JAPANESE).with_komi(3.5);
        assert_eq!(choose(&game, ""), Decision::Play(Move::Pass));
    }

    #[test]
    fn handicap_stones_are_no_points_under_territory_scoring() {
        let think = |rules: Rules| {
            let mut game = Position::from_setup(
                9,
                rules,
                ["C3", "G7", "C7", "G3", "E5"]
                    .map(|text| (Move::from_gtp(text, 9).unwrap().point().unwrap(), Color::Black)),
                Color::White,
            )
            .with_komi(0.5);
            game.set_handicap(5);
            let mut engine = Engine::new(Params { memory: 16, ..Params::default() }, vec![Arc::new(RulePrior)]);
            engine.search(&game, &Limits::simulations(400), &AtomicBool::new(false), |_| {}).score
        };
        // Black is ahead by about as much in either way of counting; Chinese rules give White five points for
        // the stones.
        let (area, territory) = (think(Rules::CHINESE), think(Rules::JAPANESE));
        assert!((area - territory).abs() < 3.0, "{area} and {territory}");
    }

    #[test]
    fn a_threat_is_answered_though_its_outcome_is_certain() {
        // White threatens to break through at F8. It is answered in every simulation, so all points look settled.
        let text = "
            . . . O O X . . .
            . . . O X . X . .
            . . O O O X . . .
            . . O X X . X . .
            . . O O X . . . .
            . . O X . X . X .
            . . O X X X O . .
            . . O X O X . . .
            . . O O O X . . .";
        for rules in [Rules::CHINESE, Rules::JAPANESE] {
            let game = position(text, Color::Black, rules).with_komi(7.5);
            assert_eq!(choose(&game, ""), Decision::Play(Move::from_gtp("F8", 9).unwrap()), "{}", rules.name());
        }
    }

    #[test]
    fn dead_stones_are_left_where_the_rules_know_them_and_taken_where_they_do_not() {
        let text = "
            . X . X O
            X X X X O
            X X X X O
            . X X O O
            X X X O .";
        for (rules, expected) in [(Rules::CHINESE, Move::Pass), (Rules::TROMP_TAYLOR, Move::from_gtp("E1", 5).unwrap())]
        {
            // Black wins only with White's stones off the board.
            let mut game = position(text, Color::White, rules).with_komi(12.5);
            game.play(Move::Pass).unwrap();
            assert_eq!(choose(&game, "resign_below=0"), Decision::Play(expected), "{}", rules.name());
        }
    }
}
