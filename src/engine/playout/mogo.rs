//! The playout policy of MoGo's school: rules around the last moves, then a random move.

use super::rules::{self, Ataris, Candidates};
use super::simulator::{Outcome, Simulator};
use super::{MoveLog, Replies};
use crate::board::tactics::LadderReader;
use crate::board::{Board, Color, Move, Point};
use crate::engine::params::{Params, PoolRave};
use crate::util::rng::FastRng;

/// The playout parameters of a search, resolved once. Probabilities are out of 65536.
#[derive(Clone, Debug)]
pub struct Settings {
    save: bool,
    capture: bool,
    rate: u32,
    ladders: bool,
    nakade: bool,
    two_liberties: bool,
    patterns: u32,
    patterns_before: u32,
    fill_board: u32,
    capture_anywhere: u32,
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
        let points = f32::from(size) * f32::from(size);
        let chance = |p: f32| (p * SURE as f32) as u32;
        Settings {
            save: params.play_save,
            capture: params.play_capture,
            rate: chance(params.play_rate),
            ladders: params.play_ladders,
            nakade: params.play_nakade,
            two_liberties: params.play_two_liberties,
            patterns: chance(params.play_patterns),
            patterns_before: chance(params.play_patterns_before),
            fill_board: if size > 11 { params.play_fill_board } else { 0 },
            capture_anywhere: chance(params.play_capture_anywhere),
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
    /// The pool of poolRave by colour, best first; empty when not in use.
    pub pool: [Vec<Point>; 2],
}

impl<'a> Mogo<'a> {
    /// A player with these settings.
    pub fn new(settings: &'a Settings) -> Mogo<'a> {
        Mogo { settings, ladders: LadderReader::new(LADDER), ataris: Ataris::default(), pool: Default::default() }
    }

    /// Plays to the end from a position whose last moves are in the log, and adds its moves there.
    pub fn play_out(
        &mut self,
        board: &mut Board,
        mut to_play: Color,
        log: &mut MoveLog,
        replies: &Replies,
        rng: &mut FastRng,
    ) -> End {
        let settings = self.settings;
        let follow = settings.capture_anywhere > 0;
        if follow {
            self.ataris.seek(board);
        }
        let mut passes = 0;
        for _ in 0..settings.cap {
            match self.choose(board, to_play, log, replies, rng) {
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
    ) -> Option<Point> {
        let settings = self.settings;
        let chance = |rng: &mut FastRng, p: u32| p > 0 && (p >= SURE || (rng.next_u64() as u32 & 0xffff) < p);
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
            if (settings.save || settings.capture) && chance(rng, settings.rate) {
                let ladders = settings.ladders.then_some(&mut self.ladders);
                rules::atari(board, color, last, (settings.save, settings.capture), ladders, &mut found);
                if let Some(point) = found.draw(rng) {
                    return Some(point);
                }
            }
            // 2. The vital point of a small enclosed space.
            if settings.nakade
                && chance(rng, settings.rate)
                && let Some(point) = rules::nakade(board, color, last)
            {
                return Some(point);
            }
            // 3. Chains of two liberties: run, or put in atari.
            if settings.two_liberties && chance(rng, settings.rate) {
                rules::two_liberties(board, color, last, &mut found);
                if let Some(point) = found.draw(rng) {
                    return Some(point);
                }
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

        // 6. 3x3 patterns around the last move, less often around the one before.
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

        // 7. Capture something, wherever.
        if chance(rng, settings.capture_anywhere) {
            self.ataris.captures(board, color, &mut found);
            if let Some(point) = found.draw(rng) {
                return Some(point);
            }
        }

        // 8. Any move that is not foolish.
        self.random(board, color, rng)
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

    /// A random legal move that fills no own eye; foolish self-ataris are mostly refused.
    #[inline]
    fn random(&self, board: &mut Board, color: Color, rng: &mut FastRng) -> Option<Point> {
        let mut left = board.empty_points().len();
        while left > 0 {
            let bits = rng.next_u64();
            let at = (((bits >> 32) * left as u64) >> 32) as usize;
            let point = board.empty_points()[at];
            if board.is_playable(color, point) {
                let bad = (bits as u32 & 0xffff) < self.settings.refuse_self_atari
                    && rules::is_bad_self_atari(board, color, point);
                if !bad {
                    return Some(point);
                }
            }
            left -= 1;
            board.swap_empty(at, left);
        }
        // Where only foolish moves are left one passes: a group may live because nobody fills its last but
        // one liberty.
        None
    }
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
