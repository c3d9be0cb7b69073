//! What is going on around a move: chains in danger, captures, ladders, connections.

use crate::board::tactics::{LadderReader, Reading, chain_size_after, chains_near, liberties, liberties_after};
use crate::board::{Board, Color, MIN_SIZE, Point, PointMap};

/// Moves that are read of one ladder. Longer ones count as not working, and which way round they are read may
/// decide whether they are too long.
pub(super) const LADDER_LIMIT: u32 = 120;

/// The state of a chain. The player to move has the odd ones out: 6 is added for the enemy's chains.
mod state {
    /// In atari, and running away works.
    pub const ATARI_ESCAPES: u8 = 1;
    /// In atari, and running away fails.
    pub const ATARI_LOST: u8 = 2;
    /// Two liberties, and the opponent can catch it in a ladder.
    pub const TWO_CATCHABLE: u8 = 3;
    /// Two liberties, and no ladder works.
    pub const TWO_SAFE: u8 = 4;
    /// Three liberties.
    pub const THREE: u8 = 5;
    /// Four or more.
    pub const MANY: u8 = 6;
    /// Added for chains of the enemy.
    pub const ENEMY: u8 = 6;
}

/// The chains of a position and their states.
pub struct Chains {
    states: PointMap<u8>,
    /// Of the enemy's catchable chains: where a ladder may begin.
    first: PointMap<[Option<Point>; 2]>,
    reader: LadderReader,
    scratch: Box<Board>,
}

/// What a move does, each field a small number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// 0 takes nothing, 1 stones that were lost anyway, 2 stones that could run.
    pub captures: u8,
    /// Stones taken: 1, 2 to 4, or more, as 1 to 3.
    pub taken: u8,
    /// Takes stones beside own ones in danger.
    pub rescues: bool,
    /// 0 no own chain in atari, 1 one that is lost, 2 one that escapes.
    pub extends: u8,
    /// 0 no atari, 1 on a chain that no ladder catches, 2 on one that a ladder catches, 3 its first move.
    pub atari: u8,
    /// A liberty of an own chain that a ladder would catch.
    pub defends: bool,
    /// A liberty of an own chain of two liberties that is in no such danger.
    pub short_own: bool,
    /// A liberty of an enemy chain of three.
    pub three: bool,
    /// Liberties after the move, at most 5.
    pub liberties: u8,
    /// Of a self-atari: stones in the chain, 1, 2 to 5, or more, as 1 to 3; 0 else.
    pub self_atari: u8,
    /// Own chains beside, at most 3.
    pub own_chains: u8,
    /// Enemy chains beside, at most 3.
    pub enemy_chains: u8,
    /// There is a ko that may not be taken back now.
    pub ko: bool,
    /// Beside the chain of the last move: its state, 0 when it is not beside.
    pub last_chain: u8,
}

impl Effects {
    /// The sharp part: captures, ataris, dangers.
    pub fn sharp(&self) -> u64 {
        u64::from(self.captures)
            | u64::from(self.taken) << 2
            | u64::from(self.rescues) << 4
            | u64::from(self.extends) << 5
            | u64::from(self.atari) << 7
            | u64::from(self.defends) << 9
            | u64::from(self.short_own) << 10
            | u64::from(self.three) << 11
            | u64::from(self.self_atari) << 12
    }

    /// The quiet part: liberties, connections, ko.
    pub fn quiet(&self) -> u64 {
        u64::from(self.liberties)
            | u64::from(self.own_chains) << 3
            | u64::from(self.enemy_chains) << 5
            | u64::from(self.ko) << 7
            | u64::from(self.last_chain) << 8
    }
}

impl Chains {
    /// Ready to look at a position.
    pub fn new() -> Chains {
        Chains {
            states: PointMap::new(0),
            first: PointMap::new([None; 2]),
            reader: LadderReader::new(LADDER_LIMIT),
            scratch: Box::new(Board::new(MIN_SIZE)),
        }
    }

    /// Reads the chains of a board.
    pub fn look(&mut self, board: &Board, to_play: Color) {
        for point in Point::all(board.size()) {
            let Some(color) = board.stone(point) else { continue };
            if board.chain(point) != point {
                continue;
            }
            let state = match liberties::<4>(board, point).len() {
                0 | 1 => match self.reader.escape(board, point) {
                    Reading::Works(_) => state::ATARI_ESCAPES,
                    Reading::Fails | Reading::Unknown => state::ATARI_LOST,
                },
                2 => match self.reader.capture(board, point) {
                    Reading::Works(_) => {
                        if color != to_play {
                            self.first[point] = self.beginnings(board, point, to_play);
                        }
                        state::TWO_CATCHABLE
                    }
                    Reading::Fails | Reading::Unknown => state::TWO_SAFE,
                },
                3 => state::THREE,
                _ => state::MANY,
            };
            self.states[point] = if color == to_play { state } else { state + state::ENEMY };
        }
    }

    /// From which of its two liberties a chain can be caught. The reader names only one of them.
    fn beginnings(&mut self, board: &Board, chain: Point, attacker: Color) -> [Option<Point>; 2] {
        let both = liberties::<2>(board, chain);
        [0, 1].map(|n| {
            let point = both.get(n).copied().filter(|&point| board.is_legal(attacker, point))?;
            self.scratch.copy_from(board);
            self.scratch.play(attacker, point);
            matches!(self.reader.escape(&self.scratch, chain), Reading::Fails).then_some(point)
        })
    }

    /// The state of the chain of a stone: 1 to 12.
    #[inline(always)]
    pub fn state(&self, board: &Board, stone: Point) -> u8 {
        self.states[board.chain(stone)]
    }

    /// What a legal move does.
    pub fn effects(&self, board: &Board, to_play: Color, point: Point, last: Option<Point>) -> Effects {
        let mut effects = Effects { ko: board.ko().is_some(), ..Effects::default() };
        let own = chains_near(board, to_play, point);
        let enemies = chains_near(board, !to_play, point);
        effects.own_chains = own.len().min(3) as u8;
        effects.enemy_chains = enemies.len().min(3) as u8;
        for &chain in own.iter() {
            match self.states[chain] {
                state::ATARI_ESCAPES => effects.extends = 2,
                state::ATARI_LOST => effects.extends = effects.extends.max(1),
                state::TWO_CATCHABLE => effects.defends = true,
                state::TWO_SAFE => effects.short_own = true,
                _ => {}
            }
        }
        let mut taken = 0;
        for &chain in enemies.iter() {
            match self.states[chain].saturating_sub(state::ENEMY) {
                lost @ (state::ATARI_ESCAPES | state::ATARI_LOST) => {
                    effects.captures = effects.captures.max(if lost == state::ATARI_LOST { 1 } else { 2 });
                    taken += board.chain_size(chain);
                    effects.rescues |= self.touches_danger(board, to_play, chain);
                }
                state::TWO_CATCHABLE => {
                    let first = if self.first[chain].contains(&Some(point)) { 3 } else { 2 };
                    effects.atari = effects.atari.max(first);
                }
                state::TWO_SAFE => effects.atari = effects.atari.max(1),
                state::THREE => effects.three = true,
                _ => {}
            }
        }
        effects.taken = match taken {
            0 => 0,
            1 => 1,
            2..=4 => 2,
            _ => 3,
        };
        effects.liberties = liberties_after::<5>(board, to_play, point) as u8;
        if effects.liberties <= 1 {
            effects.self_atari = match chain_size_after(board, to_play, point) {
                1 => 1,
                2..=5 => 2,
                _ => 3,
            };
        }
        if let Some(last) = last.filter(|&last| board.stone(last).is_some()) {
            let chain = board.chain(last);
            if point.neighbours().into_iter().any(|n| board.stone(n).is_some() && board.chain(n) == chain) {
                effects.last_chain = self.states[chain];
            }
        }
        effects
    }

    /// Whether an enemy chain lies beside own stones in danger.
    fn touches_danger(&self, board: &Board, own: Color, chain: Point) -> bool {
        board.chain_stones(chain).any(|stone| {
            stone.neighbours().into_iter().any(|n| {
                board.at(n).is(own)
                    && matches!(
                        self.states[board.chain(n)],
                        state::ATARI_ESCAPES | state::ATARI_LOST | state::TWO_CATCHABLE
                    )
            })
        })
    }
}
