//! The playout policy of MoGo's school: rules around the last moves, then a random move.

use super::rules::{self, Ataris, Candidates};
use super::shapes::{CLASSES, Classes, Shapes};
use super::shapes_file;
use super::simulator::{Outcome, Simulator};
use super::witness::{Rule, Witness};
use super::{MoveLog, Replies};
use crate::board::tactics::LadderReader;
use crate::board::{Board, Color, Move, Point};
use crate::engine::params::{Params, PoolRave};
use crate::util::rng::FastRng;
use std::sync::Arc;

/// The playout parameters of a search, resolved once. Probabilities are out of 65536.
#[derive(Clone, Debug)]
pub struct Settings {
    save: bool,
    capture: bool,
    ladders: bool,
    nakade: bool,
    keep_space: bool,
    two_liberties: bool,
    /// By [`Rule`].
    rates: [u32; 4],
    /// Learnt weights of shapes; without them MoGo's patterns.
    shapes: Option<Arc<Shapes>>,
    patterns: u32,
    patterns_before: u32,
    fill_board: u32,
    approach: u32,
    refuse_self_atari: u32,
    pool: PoolRave,
    pool_probability: u32,
    contextual: u32,
    good_reply: u32,
    mercy: i32,
    cap: u32,
}

const SURE: u32 = 1 << 16;
/// Moves that a playout reads of a ladder before it hopes for the best.
const LADDER: u32 = 60;

impl Settings {
    /// What the parameters mean on a board of this size.
    pub fn new(params: &Params, size: u8) -> Settings {
        let shapes = if params.play_shapes { shapes_file::shipped(size) } else { None };
        Settings::with_shapes(params, size, shapes)
    }

    /// The same with these weights of shapes, or with MoGo's patterns.
    pub fn with_shapes(params: &Params, size: u8, shapes: Option<Arc<Shapes>>) -> Settings {
        let points = f32::from(size) * f32::from(size);
        let chance = |p: f32| (p * SURE as f32) as u32;
        let rates = params.playout_rates();
        Settings {
            save: params.play_save,
            capture: params.play_capture,
            ladders: params.play_ladders,
            nakade: params.play_nakade,
            keep_space: params.play_keep_space,
            two_liberties: params.play_two_liberties,
            rates: shapes.as_ref().map_or(rates, |shapes| shapes.rates(rates)).map(chance),
            shapes,
            patterns: chance(params.play_patterns),
            patterns_before: chance(params.play_patterns_before),
            fill_board: if size > 11 { params.play_fill_board } else { 0 },
            approach: chance(params.play_approach),
            refuse_self_atari: chance(params.play_refuse_self_atari),
            pool: params.pool_rave,
            pool_probability: chance(params.pool_probability),
            contextual: chance(params.contextual),
            good_reply: chance(params.last_good_reply),
            mercy: if params.mercy < 1.0 { (params.mercy * points).max(4.0) as i32 } else { i32::MAX },
            cap: (params.length_cap * points) as u32,
        }
    }

    /// The probability that a foolish self-atari is refused, out of 65536.
    pub fn refusal(&self) -> u32 {
        self.refuse_self_atari
    }

    /// Whether playouts use what [`Replies`] learns from pairs of moves.
    pub fn uses_pairs(&self) -> bool {
        self.contextual > 0
    }

    /// Stones that one side is ahead by when mercy strikes.
    pub fn margin(&self) -> i32 {
        self.mercy
    }

    /// Whether playouts use last good replies.
    pub fn uses_replies(&self) -> bool {
        self.good_reply > 0
    }
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Both passed: the board can be counted.
    Passes,
    /// One side was so far ahead in captures that it was stopped: that side wins.
    Mercy(Color),
    /// The length cap struck.
    Cap,
}

/// One thread's playout player.
#[derive(Clone, Debug)]
pub struct Mogo<'a> {
    settings: &'a Settings,
    ladders: LadderReader,
    ataris: Ataris,
    classes: &'static Classes,
    /// The pool of poolRave by colour, best first; empty when not in use.
    pub pool: [Vec<Point>; 2],
}

impl<'a> Mogo<'a> {
    /// A player with these settings.
    pub fn new(settings: &'a Settings) -> Mogo<'a> {
        Mogo {
            settings,
            ladders: LadderReader::new(LADDER),
            ataris: Ataris::default(),
            classes: &CLASSES,
            pool: Default::default(),
        }
    }

    /// Plays to the end from a position whose last moves are in the log, and adds its moves there.
    pub fn play_out(
        &mut self,
        board: &mut Board,
        to_play: Color,
        log: &mut MoveLog,
        replies: &Replies,
        rng: &mut FastRng,
    ) -> End {
        self.play_out_watched(board, to_play, log, replies, rng, &mut ())
    }

    /// The same before the eyes of a witness.
    pub fn play_out_watched(
        &mut self,
        board: &mut Board,
        mut to_play: Color,
        log: &mut MoveLog,
        replies: &Replies,
        rng: &mut FastRng,
        witness: &mut impl Witness,
    ) -> End {
        let settings = self.settings;
        let follow = settings.rates[Rule::CaptureAnywhere as usize] > 0;
        if follow {
            self.ataris.seek(board);
        }
        let mut passes = 0;
        for _ in 0..settings.cap {
            match self.choose(board, to_play, log, replies, rng, witness) {
                Some(point) => {
                    board.play(to_play, point);
                    log.push(to_play, Move::Play(point));
                    if follow {
                        self.ataris.note(board, point);
                    }
                    passes = 0;
                    let ahead = board.stones_on_board(Color::Black) as i32 - board.stones_on_board(Color::White) as i32;
                    if ahead.abs() > settings.mercy {
                        return End::Mercy(if ahead > 0 { Color::Black } else { Color::White });
                    }
                }
                None => {
                    board.clear_ko();
                    log.push(to_play, Move::Pass);
                    passes += 1;
                    if passes == 2 {
                        return End::Passes;
                    }
                }
            }
            to_play = !to_play;
        }
        End::Cap
    }

    /// The next move; `None` is a pass.
    #[inline]
    fn choose(
        &mut self,
        board: &mut Board,
        color: Color,
        log: &MoveLog,
        replies: &Replies,
        rng: &mut FastRng,
        witness: &mut impl Witness,
    ) -> Option<Point> {
        let settings = self.settings;
        let last = log.point_back(0);
        let before = log.point_back(1);
        let mut found = Candidates::new();

        // 0. What earlier playouts taught.
        if let (Some(last), true) = (last, settings.good_reply > 0)
            && chance(rng, settings.good_reply)
        {
            let reply = replies.good_reply(color, last);
            if let Some(reply) = reply.filter(|&p| rules::is_sensible(board, color, p)) {
                return Some(reply);
            }
        }
        if let (Some(before), true) = (before, settings.contextual > 0)
            && chance(rng, settings.contextual)
        {
            let partner = replies.best_partner(color, before);
            if let Some(partner) = partner.filter(|&p| rules::is_sensible(board, color, p)) {
                return Some(partner);
            }
        }

        if let Some(last) = last {
            // 1. Save stones in atari, or take the attacker.
            if settings.save || settings.capture {
                let ladders = settings.ladders.then_some(&mut self.ladders);
                rules::atari(board, color, last, (settings.save, settings.capture), ladders, &mut found);
                if let Some(point) = self.follow(Rule::Atari, found.draw(rng), rng, witness) {
                    return Some(point);
                }
                found.clear();
            }
            // 2. The vital point of a small enclosed space, theirs or ours.
            if settings.nakade {
                let mut vital = rules::nakade(board, color, last);
                if settings.keep_space {
                    vital = vital.or_else(|| rules::answer_inside(board, color, last));
                }
                if let Some(point) = self.follow(Rule::Nakade, vital, rng, witness) {
                    return Some(point);
                }
            }
            // 3. Chains of two liberties: run, or put in atari.
            if settings.two_liberties {
                rules::two_liberties(board, color, last, &mut found);
                if let Some(point) = self.follow(Rule::TwoLiberties, found.draw(rng), rng, witness) {
                    return Some(point);
                }
                found.clear();
            }
        }

        // 4. Fill board: large empty spaces first (Rimmel, alg. 11).
        for _ in 0..settings.fill_board {
            let empty = board.empty_points();
            let point = empty[rng.below(empty.len() as u32) as usize];
            if rules::is_wide_open(board, point) && board.ko() != Some(point) {
                return Some(point);
            }
        }

        // 5. The pool of moves that RAVE likes.
        if settings.pool != PoolRave::Off
            && !self.pool[color.index()].is_empty()
            && chance(rng, settings.pool_probability)
        {
            match self.draw_from_pool(board, color, rng) {
                Some(Move::Play(point)) => return Some(point),
                Some(Move::Pass) => return None,
                None => {}
            }
        }

        // 6. Shapes around the last move, or MoGo's patterns around the last two.
        if let Some(shapes) = &settings.shapes {
            if let Some(last) = last
                && let Some(point) = self.draw_near(shapes, board, color, last, rng, witness)
                && let Some(better) = self.approach(board, color, point, rng)
            {
                return Some(better);
            }
        } else {
            for (around, probability) in [(last, settings.patterns), (before, settings.patterns_before)] {
                let Some(around) = around else { continue };
                if chance(rng, probability) {
                    rules::patterns(board, color, around, &mut found);
                    if let Some(point) = found.draw(rng)
                        && let Some(better) = self.approach(board, color, point, rng)
                    {
                        return Some(better);
                    }
                }
            }
            found.clear();
        }

        // 7. Capture something, wherever.
        if settings.rates[Rule::CaptureAnywhere as usize] > 0 {
            self.ataris.captures(board, color, &mut found);
            if let Some(point) = self.follow(Rule::CaptureAnywhere, found.draw(rng), rng, witness) {
                return Some(point);
            }
        }

        // 8. Any move that is not foolish.
        self.random(board, color, rng, witness)
    }

    /// A move that a rule names is played with the rule's probability.
    #[inline(always)]
    fn follow(&self, rule: Rule, named: Option<Point>, rng: &mut FastRng, witness: &mut impl Witness) -> Option<Point> {
        let point = named?;
        let taken = chance(rng, self.settings.rates[rule as usize]);
        witness.rule(rule, taken);
        taken.then_some(point)
    }

    /// A move next to the last one, by the weights of the shapes against a move elsewhere.
    #[inline]
    fn draw_near(
        &self,
        shapes: &Shapes,
        board: &Board,
        color: Color,
        last: Point,
        rng: &mut FastRng,
        witness: &mut impl Witness,
    ) -> Option<Point> {
        let near = shapes.near(self.classes, board, color, last);
        let mut lot = rng.unit() * near.total - 1.0;
        let mut drawn = None;
        if lot >= 0.0 {
            for (at, near) in near.iter().enumerate() {
                drawn = Some(at);
                lot -= near.weight;
                if lot < 0.0 {
                    break;
                }
            }
        }
        witness.near(&near, drawn);
        let point = near[drawn?].point;
        (board.is_legal(color, point) && !board.is_eye(color, point)).then_some(point)
    }

    /// A pattern move that is a foolish self-atari gives way to a connection (Rimmel, alg. 13) or to nothing.
    #[inline]
    fn approach(&self, board: &Board, color: Color, point: Point, rng: &mut FastRng) -> Option<Point> {
        if !rules::is_bad_self_atari(board, color, point) {
            return Some(point);
        }
        let replace = (rng.next_u64() as u32 & 0xffff) < self.settings.approach;
        replace.then(|| rules::connection(board, color, point)).flatten()
    }

    /// Draws from the pool; a pass is a move of the Pass variants (WPI report 4.1).
    fn draw_from_pool(&self, board: &Board, color: Color, rng: &mut FastRng) -> Option<Move> {
        let pool = &self.pool[color.index()];
        let drawn = pool[rng.below(pool.len() as u32) as usize];
        if rules::is_sensible(board, color, drawn) {
            return Some(Move::Play(drawn));
        }
        let any = || pool.iter().copied().find(|&p| rules::is_sensible(board, color, p)).map(Move::Play);
        match self.settings.pool {
            PoolRave::Off | PoolRave::On => None,
            PoolRave::Pass => Some(Move::Pass),
            PoolRave::PersistPass => any().or(Some(Move::Pass)),
            PoolRave::SmartPersist => any(),
        }
    }

    /// A random legal move that fills no own eye, by the lots of the shapes; foolish self-ataris are mostly refused.
    #[inline]
    fn random(&self, board: &mut Board, color: Color, rng: &mut FastRng, witness: &mut impl Witness) -> Option<Point> {
        let mut shapes = self.settings.shapes.as_deref();
        loop {
            let mut passed_over = false;
            let mut left = board.empty_points().len();
            while left > 0 {
                let bits = rng.next_u64();
                let at = (((bits >> 32) * left as u64) >> 32) as usize;
                let point = board.empty_points()[at];
                if board.is_playable(color, point) {
                    let lot = bits as u32 >> 16;
                    if shapes.is_some_and(|shapes| lot >= shapes.lot(self.classes.of(board, color, point))) {
                        passed_over = true;
                    } else {
                        let keep = self.settings.keep_space;
                        let wish = if keep { rules::keep_space(board, color, point) } else { Some(point) };
                        let refuse = (bits as u32 & 0xffff) < self.settings.refuse_self_atari;
                        if let Some(wish) = wish
                            && !(refuse && rules::is_bad_self_atari(board, color, wish))
                        {
                            witness.far(board, color, wish);
                            return Some(wish);
                        }
                    }
                }
                left -= 1;
                board.swap_empty(at, left);
            }
            // Where only foolish moves are left one passes: a group may live because nobody fills its last but
            // one liberty. What only had no luck is tried again without lots.
            if !passed_over {
                return None;
            }
            shapes = None;
        }
    }
}

/// Whether something of this probability happens.
#[inline(always)]
fn chance(rng: &mut FastRng, probability: u32) -> bool {
    probability > 0 && (probability >= SURE || (rng.next_u64() as u32 & 0xffff) < probability)
}

/// The policy with default settings as one of the ways to play a game out.
pub struct MogoSimulator {
    size: u8,
    settings: Settings,
    board: Board,
    log: MoveLog,
    replies: Replies,
}

impl Default for MogoSimulator {
    fn default() -> Self {
        let size = 9;
        MogoSimulator {
            size,
            settings: Settings::new(&Params::default(), size),
            board: Board::new(size),
            log: MoveLog::default(),
            replies: Replies::new(false),
        }
    }
}

impl Simulator for MogoSimulator {
    fn play_out(&mut self, start: &Board, to_play: Color, rng: &mut FastRng) -> Outcome {
        if start.size() != self.size {
            self.size = start.size();
            self.settings = Settings::new(&Params::default(), self.size);
        }
        self.board.copy_from(start);
        self.log.clear();
        Mogo::new(&self.settings).play_out(&mut self.board, to_play, &mut self.log, &self.replies, rng);
        Outcome { moves: self.log.len() as u32, score: self.board.simple_area() }
    }
}
