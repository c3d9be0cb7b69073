//! Simulation balancing: weights of 3x3 shapes under which playouts end as games between strong players did
//! (Silver and Tesauro 2009; Huang, Coulom and Lin 2010).
//!
//! The weights first learn to choose what was played, as patterns do. Then playouts from positions of the games
//! are held beside the results: where the playouts of a position are wrong, what they left to chance is made
//! likelier or less likely by how it went together with winning them.

use super::games::{GameMoves, Played};
use crate::board::zobrist::split_mix;
use crate::board::{Board, Color, Move, Point};
use crate::engine::Params;
use crate::engine::playout::shapes::{CLASSES, NearMove, Relation, Shapes, Weights};
use crate::engine::playout::{Mogo, MoveLog, Replies, Rule, Settings, Witness, is_bad_self_atari};
use crate::util::rng::FastRng;
use rayon::prelude::*;
use std::sync::Arc;

/// A position of a finished game.
#[derive(Clone, Debug)]
pub struct Lesson {
    board: Board,
    to_play: Color,
    /// The last move and the one before.
    last: [Option<Point>; 2],
    komi: f32,
    black_won: bool,
}

impl Lesson {
    /// Positions of a game, spread over all of it but the first and the last moves; none without a winner.
    pub fn of(game: &GameMoves, most: usize, seed: u64) -> Vec<Lesson> {
        let Some(winner) = game.winner else { return Vec::new() };
        let (first, end) = (SKIPPED, game.moves.len().saturating_sub(SKIPPED_AT_END));
        let mut rng = FastRng::new(game.lot(seed));
        let mut wanted: Vec<usize> = Vec::new();
        if end > first {
            wanted.extend((0..most).map(|_| first + rng.below((end - first) as u32) as usize));
        }
        let mut lessons = Vec::new();
        game.each(|played| {
            if wanted.contains(&played.number) {
                lessons.push(Lesson {
                    board: played.board.clone(),
                    to_play: played.color,
                    last: played.last,
                    komi: game.komi,
                    black_won: winner == Color::Black,
                });
            }
        });
        lessons
    }
}

/// Moves at either end of a game that are left out: the first tell nothing, the last everything.
const SKIPPED: usize = 8;
const SKIPPED_AT_END: usize = 4;

/// All parameters in one row: near, far, relations, rates (as log odds).
struct Row;

impl Row {
    fn len() -> usize {
        2 * CLASSES.count() + 2 + Rule::ALL.len()
    }

    fn near(class: usize) -> usize {
        class
    }

    fn far(class: usize) -> usize {
        CLASSES.count() + class
    }

    fn relation(relation: Relation) -> usize {
        2 * CLASSES.count() + relation as usize
    }

    fn rate(rule: Rule) -> usize {
        2 * CLASSES.count() + 2 + rule as usize
    }

    fn from_weights(weights: &Weights) -> Vec<f32> {
        let mut row = Vec::with_capacity(Row::len());
        row.extend(&weights.near);
        row.extend(&weights.far);
        row.extend(weights.relation);
        // What is always or never done has no odds.
        row.extend(rates(weights).map(|p| p.clamp(0.001, 0.999)).map(|p| (p / (1.0 - p)).ln()));
        row
    }

    fn to_weights(row: &[f32]) -> Weights {
        let usual = Params::default().playout_rates();
        let rate = |rule: Rule| 1.0 / (1.0 + (-row[Row::rate(rule)]).exp());
        Weights {
            near: row[Row::near(0)..Row::far(0)].to_vec(),
            far: row[Row::far(0)..Row::relation(Relation::Beside)].to_vec(),
            relation: [Relation::Beside, Relation::Diagonal].map(|relation| row[Row::relation(relation)]),
            rates: Rule::ALL.map(|rule| rate(rule) / usual[rule as usize]),
        }
    }
}

/// How often rules are followed with these weights.
pub fn rates(weights: &Weights) -> [f32; 4] {
    Shapes::new(weights).rates(Params::default().playout_rates())
}

/// The playouts with these weights on a board of a size.
pub fn playouts(weights: &Weights, size: u8) -> Settings {
    Settings::with_shapes(&Params::default(), size, Some(Arc::new(Shapes::new(weights))))
}

/// Notes how likely every choice was made, as the gradient of the logarithm of its probability.
struct Tape<'a> {
    shapes: &'a Shapes,
    rates: [f32; 4],
    refusal: f32,
    notes: Vec<(u32, f32)>,
}

impl Tape<'_> {
    fn note(&mut self, at: usize, change: f32) {
        self.notes.push((at as u32, change));
    }
}

impl Witness for Tape<'_> {
    fn rule(&mut self, rule: Rule, taken: bool) {
        let p = self.rates[rule as usize];
        self.note(Row::rate(rule), f32::from(u8::from(taken)) - p);
    }

    fn near(&mut self, near: &[NearMove], drawn: Option<usize>) {
        let total = 1.0 + near.iter().map(|m| m.weight).sum::<f32>();
        for (at, m) in near.iter().enumerate() {
            let change = f32::from(u8::from(drawn == Some(at))) - m.weight / total;
            self.note(Row::near(usize::from(m.class)), change);
            self.note(Row::relation(m.relation), change);
        }
    }

    fn far(&mut self, board: &Board, color: Color, drawn: Point) {
        let first = self.notes.len();
        let mut total = 0.0;
        for &point in board.empty_points() {
            if board.is_playable(color, point) {
                let class = CLASSES.of(board, color, point);
                let mut chance = self.shapes.lot(class) as f32 / 65536.0;
                if is_bad_self_atari(board, color, point) {
                    chance *= 1.0 - self.refusal;
                }
                self.note(Row::far(class), chance);
                total += chance;
            }
        }
        self.notes[first..].iter_mut().for_each(|note| note.1 /= -total);
        self.note(Row::far(CLASSES.of(board, color, drawn)), 1.0);
    }
}

/// How learning goes.
#[derive(Clone, Debug)]
pub struct Options {
    /// Playouts from each position, an even number.
    pub playouts: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// Length of the first steps.
    pub rate: f32,
    /// How strongly weights are drawn back to where they began.
    pub decay: f32,
    /// Seed of all that is left to chance.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { playouts: 64, batch: 128, rate: 0.02, decay: 0.02, seed: 1 }
    }
}

/// Steps whose length follows how large and how steady the gradient of each parameter is (Kingma and Ba 2015).
struct Steps {
    mean: Vec<f32>,
    square: Vec<f32>,
    count: i32,
}

impl Steps {
    fn new(len: usize) -> Steps {
        Steps { mean: vec![0.0; len], square: vec![0.0; len], count: 0 }
    }

    fn go(&mut self, row: &mut [f32], downhill: &[f32], rate: f32) {
        const KEEP: f32 = 0.9;
        const KEEP_SQUARE: f32 = 0.999;
        self.count += 1;
        let (fill, fill_square) = (1.0 - KEEP.powi(self.count), 1.0 - KEEP_SQUARE.powi(self.count));
        for (n, &g) in downhill.iter().enumerate() {
            self.mean[n] = KEEP * self.mean[n] + (1.0 - KEEP) * g;
            self.square[n] = KEEP_SQUARE * self.square[n] + (1.0 - KEEP_SQUARE) * g * g;
            row[n] += rate * (self.mean[n] / fill) / ((self.square[n] / fill_square).sqrt() + 1e-6);
        }
    }
}

/// Learns to choose what was played: the weights of shapes, not the rates of rules.
pub fn imitate(games: &[GameMoves], start: &Weights, options: &Options, mut done: impl FnMut(usize, f64)) -> Weights {
    const GAMES: usize = 32;
    let mut row = Row::from_weights(start);
    let mut steps = Steps::new(row.len());
    let count = games.len();
    for (n, games) in games.chunks(GAMES).enumerate() {
        let shapes = Shapes::new(&Row::to_weights(&row));
        let (uphill, evidence, moves) = games
            .par_iter()
            .map(|game| {
                let mut tape = Tape { shapes: &shapes, rates: [0.5; 4], refusal: 0.95, notes: Vec::new() };
                let mut evidence = 0.0;
                let mut moves = 0;
                game.each(|played| {
                    evidence += f64::from(chosen(&mut tape, &played));
                    moves += 1;
                });
                let mut uphill = vec![0.0; Row::len()];
                tape.notes.iter().for_each(|&(at, change)| uphill[at as usize] += change);
                (uphill, evidence, moves)
            })
            .collect::<Vec<_>>()
            .into_iter()
            .fold((vec![0.0; Row::len()], 0.0, 0), |a, b| (add(a.0, &b.0), a.1 + b.1, a.2 + b.2));
        let left = 1.0 - n as f32 * GAMES as f32 / count as f32;
        steps.go(&mut row, &uphill, 2.5 * options.rate * left);
        done(games.len(), evidence / f64::from(moves.max(1)));
    }
    let mut weights = Row::to_weights(&row);
    temper(&mut weights.far);
    weights
}

/// How much of what players choose elsewhere lots take over: playouts of players' tastes alone judge worse.
const TASTE: f32 = 0.3;
/// The logarithm of the lot of a move that is as good as any.
const USUAL_LOT: f32 = -2.0;

fn temper(far: &mut [f32]) {
    let usual = far[CLASSES.of(&Board::new(9), Color::Black, Point::new(4, 4))];
    far.iter_mut().for_each(|log| *log = (TASTE * (*log - usual) + USUAL_LOT).min(0.0));
}

fn add(mut all: Vec<f32>, more: &[f32]) -> Vec<f32> {
    all.iter_mut().zip(more).for_each(|(a, b)| *a += b);
    all
}

/// Notes the choice of a player as if a playout had made it; the logarithm of its probability.
fn chosen(tape: &mut Tape<'_>, played: &Played<'_>) -> f32 {
    let near = played.last[0].map(|last| tape.shapes.near(&CLASSES, played.board, played.color, last));
    let total = near.as_ref().map_or(1.0, |near| near.total);
    let mut hit = 0.0;
    for m in near.iter().flat_map(|near| near.iter()) {
        let is_it = m.point == played.point;
        let change = f32::from(u8::from(is_it)) - m.weight / total;
        tape.note(Row::near(usize::from(m.class)), change);
        tape.note(Row::relation(m.relation), change);
        hit += if is_it { m.weight } else { 0.0 };
    }
    if hit > 0.0 {
        return (hit / total).ln();
    }
    if played.board.is_playable(played.color, played.point) {
        tape.far(played.board, played.color, played.point);
    }
    -total.ln()
}

/// What the playouts of a lesson say.
struct Heard {
    /// Playouts that Black won, of both halves.
    won: [u32; 2],
    /// How choices go together with winning for Black, in both halves.
    slopes: [Vec<f32>; 2],
}

/// Lets playouts end as games did.
pub struct Balancer {
    row: Vec<f32>,
    start: Vec<f32>,
    steps: Steps,
    /// What log odds of playouts are stretched by to be those of players.
    stretch: f32,
    size: u8,
    options: Options,
    round: u64,
}

impl Balancer {
    /// Begins with these weights, on boards of a size.
    pub fn new(weights: &Weights, size: u8, options: Options) -> Balancer {
        let row = Row::from_weights(weights);
        let steps = Steps::new(row.len());
        Balancer { start: row.clone(), row, steps, stretch: 1.5, size, options, round: 0 }
    }

    /// What is learnt so far.
    pub fn weights(&self) -> Weights {
        Row::to_weights(&self.row)
    }

    /// One step after some lessons; `left` falls from 1 to 0 as learning goes on.
    pub fn step(&mut self, lessons: &[Lesson], left: f32) {
        self.round += 1;
        let weights = self.weights();
        let settings = playouts(&weights, self.size);
        let shapes = Shapes::new(&weights);
        let rates = rates(&weights);
        let half = self.options.playouts / 2;
        let (stretch, round) = (self.stretch, self.round);
        let seed = self.options.seed;
        let (downhill, slope) = (0..self.options.batch)
            .into_par_iter()
            .map(|n| {
                let lot = split_mix(seed ^ split_mix(round << 20 | n as u64));
                let lesson = &lessons[(lot % lessons.len() as u64) as usize];
                let tape =
                    Tape { shapes: &shapes, rates, refusal: settings.refusal() as f32 / 65536.0, notes: Vec::new() };
                let heard = hear(lesson, &settings, tape, half, split_mix(lot));
                let mut downhill = vec![0.0; Row::len()];
                let mut slope = 0.0;
                let truth = f32::from(u8::from(lesson.black_won));
                for (judge, learn) in [(0, 1), (1, 0)] {
                    // Half a playout each way keeps the odds finite.
                    let rate = (heard.won[judge] as f32 + 0.5) / (half as f32 + 1.0);
                    let odds = (rate / (1.0 - rate)).ln();
                    let chance = 1.0 / (1.0 + (-odds * stretch).exp());
                    let error = truth - chance;
                    slope += 0.5 * error * odds;
                    downhill.iter_mut().zip(&heard.slopes[learn]).for_each(|(d, s)| *d += error * s);
                }
                (downhill, slope)
            })
            .collect::<Vec<_>>()
            .into_iter()
            .fold((vec![0.0; Row::len()], 0.0), |a, b| (add(a.0, &b.0), a.1 + b.1));
        let batch = self.options.batch as f32;
        let downhill: Vec<f32> = downhill.into_iter().map(|d| d / batch).collect();
        let rate = self.options.rate * left;
        self.steps.go(&mut self.row, &downhill, rate);
        self.stretch = (self.stretch + 0.1 * left * slope / batch).clamp(0.5, 5.0);
        for (weight, start) in self.row.iter_mut().zip(&self.start) {
            *weight -= rate * self.options.decay * (*weight - start);
        }
        let (shapes, rates) = self.row.split_at_mut(Row::rate(Rule::ALL[0]));
        rates.iter_mut().for_each(|rate| *rate = rate.clamp(-3.0, 5.0));
        // Lots beyond these have reached their end.
        shapes[Row::far(0)..Row::far(0) + CLASSES.count()].iter_mut().for_each(|log| *log = log.clamp(-5.3, 0.0));
    }
}

fn hear(lesson: &Lesson, settings: &Settings, mut tape: Tape<'_>, half: u32, seed: u64) -> Heard {
    let mut rng = FastRng::new(seed);
    let mut mogo = Mogo::new(settings);
    let replies = Replies::new(false);
    let mut board = lesson.board.clone();
    let mut log = MoveLog::default();
    let mut heard = Heard { won: [0; 2], slopes: [vec![], vec![]] };
    for part in 0..2 {
        let mut all = vec![0.0f32; Row::len()];
        let mut won = vec![0.0f32; Row::len()];
        for _ in 0..half {
            let black_won = play_out(lesson, &mut mogo, &replies, &mut board, &mut log, &mut rng, &mut tape);
            heard.won[part] += u32::from(black_won);
            tape.notes.iter().for_each(|&(at, change)| all[at as usize] += change);
            if black_won {
                tape.notes.iter().for_each(|&(at, change)| won[at as usize] += change);
            }
            tape.notes.clear();
        }
        let share = heard.won[part] as f32 / half as f32;
        let scale = 1.0 / (half as f32 - 1.0);
        won.iter_mut().zip(&all).for_each(|(w, a)| *w = (*w - share * a) * scale);
        heard.slopes[part] = won;
    }
    heard
}

fn play_out(
    lesson: &Lesson,
    mogo: &mut Mogo<'_>,
    replies: &Replies,
    board: &mut Board,
    log: &mut MoveLog,
    rng: &mut FastRng,
    witness: &mut impl Witness,
) -> bool {
    board.copy_from(&lesson.board);
    log.clear();
    for (back, color) in [(1, lesson.to_play), (0, !lesson.to_play)] {
        log.push(color, lesson.last[back].map_or(Move::Pass, Move::Play));
    }
    mogo.play_out_watched(board, lesson.to_play, log, replies, rng, witness);
    board.simple_area() as f32 > lesson.komi
}

/// The share of playouts that Black wins from each lesson, beside whether Black won the game.
pub fn judge(lessons: &[Lesson], settings: &Settings, playouts: u32, seed: u64) -> Vec<(f64, bool)> {
    lessons
        .par_iter()
        .enumerate()
        .map(|(n, lesson)| {
            let mut rng = FastRng::new(split_mix(seed ^ n as u64));
            let mut mogo = Mogo::new(settings);
            let replies = Replies::new(false);
            let (mut board, mut log) = (lesson.board.clone(), MoveLog::default());
            let won = (0..playouts)
                .filter(|_| play_out(lesson, &mut mogo, &replies, &mut board, &mut log, &mut rng, &mut ()))
                .count();
            ((won as f64 + 0.5) / (f64::from(playouts) + 1.0), lesson.black_won)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game in which everybody answers above the last stone, and Black wins.
    fn climbing() -> GameMoves {
        let mut moves = Vec::new();
        let mut color = Color::Black;
        for x in [1, 4, 7] {
            for y in (2..8).rev() {
                moves.push((color, Move::Play(Point::new(x, y))));
                color = !color;
            }
        }
        GameMoves { size: 9, year: 0, stones: Vec::new(), moves, komi: 7.5, winner: Some(Color::Black) }
    }

    #[test]
    fn what_players_choose_becomes_likelier() {
        let games: Vec<GameMoves> = (0..320).map(|_| climbing()).collect();
        let mut evidence = Vec::new();
        let weights = imitate(&games, &Weights::flat(), &Options::default(), |_, log| evidence.push(log));
        assert!(evidence.last() > evidence.first(), "{evidence:?}");
        assert!(weights.relation[0] > weights.relation[1], "they play beside the last stone: {:?}", weights.relation);
    }

    #[test]
    fn lessons_lie_between_the_ends_of_a_game_that_has_a_winner() {
        let game = climbing();
        let lessons = Lesson::of(&game, 6, 1);
        assert!(!lessons.is_empty() && lessons.len() <= 6);
        for lesson in &lessons {
            let stones = lesson.board.stones_on_board(Color::Black) + lesson.board.stones_on_board(Color::White);
            assert!((SKIPPED as u32..=(game.moves.len() - SKIPPED_AT_END) as u32).contains(&stones));
            assert!(lesson.black_won && lesson.last[0].is_some());
        }
        assert!(Lesson::of(&GameMoves { winner: None, ..game }, 6, 1).is_empty());
    }

    #[test]
    fn balanced_playouts_end_more_often_as_the_game_did() {
        // The game is open; it is said that Black wins it every time.
        let lessons = Lesson::of(&climbing(), 6, 1);
        let options = Options { batch: 16, playouts: 32, rate: 0.1, ..Options::default() };
        let share = |weights: &Weights| {
            let judged = judge(&lessons, &playouts(weights, 9), 400, 9);
            judged.iter().map(|j| j.0).sum::<f64>() / judged.len() as f64
        };
        let start = Weights::flat();
        let mut balancers = [0; 2].map(|_| Balancer::new(&start, 9, options.clone()));
        for _ in 0..40 {
            balancers.iter_mut().for_each(|balancer| {
                balancer.step(&lessons, 1.0);
            });
        }
        let [first, second] = balancers.map(|balancer| balancer.weights());
        assert_eq!(first, second, "the same seed learns the same");
        assert!(share(&first) > share(&start) + 0.03, "{} after {}", share(&first), share(&start));
    }
}
