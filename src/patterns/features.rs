//! What describes a move: keys of shapes, tactics and places, the same under every symmetry of the board
//! and exchange of the colours.

use super::shape::{self, Growing, Mark, Scenery, Turned, fold, mark_key, mixed};
use super::tactics::{Chains, Effects};
use crate::board::zobrist::split_mix;
use crate::board::{Board, Color, Point};

/// Kinds of features. Within a nested one every region holds the smaller ones, so that a shape that is
/// not in the dictionary ends the search for larger ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Family {
    /// Stones and border around the move. Nested.
    Shape,
    /// The same with the liberties and ladders of the chains. Nested.
    Status,
    /// A shape with the place of the last move. Nested.
    Answer,
    /// A shape with liberties and the place of the last move. Nested.
    StatusAnswer,
    /// The shape around the last move, with the place of this one. Nested.
    Reply,
    /// The same with liberties. Nested.
    StatusReply,
    /// A shape with the place of the move before the last. Nested.
    Before,
    /// A shape with the places of the last two moves. Nested.
    Both,
    /// Captures, ataris, ladders, liberties, connections.
    Tactics,
    /// The place on the board, and how far the game is.
    Place,
    /// The distances to the last two moves and to the border.
    Distance,
    /// All stones in the corner, with the place of the move.
    Corner,
    /// All stones on the board, with the place of the move.
    Whole,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 13] = [
        Family::Shape,
        Family::Status,
        Family::Answer,
        Family::StatusAnswer,
        Family::Reply,
        Family::StatusReply,
        Family::Before,
        Family::Both,
        Family::Tactics,
        Family::Place,
        Family::Distance,
        Family::Corner,
        Family::Whole,
    ];

    /// A short name.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Shape => "shape",
            Family::Status => "shape with liberties",
            Family::Answer => "answer",
            Family::StatusAnswer => "answer with liberties",
            Family::Reply => "reply",
            Family::StatusReply => "reply with liberties",
            Family::Before => "own last move",
            Family::Both => "last two moves",
            Family::Tactics => "tactics",
            Family::Place => "place",
            Family::Distance => "distance",
            Family::Corner => "corner",
            Family::Whole => "whole board",
        }
    }
}

/// Bits of a key: enough that a million known ones are met by chance once in a million times.
pub const KEY_BITS: u32 = 40;

/// One fact about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feature {
    /// What kind of fact.
    pub family: Family,
    /// Of shapes the size of the region; else which of the family's facts.
    pub size: u8,
    /// The fact itself, hashed with family and size.
    pub key: u64,
}

impl Feature {
    #[inline(always)]
    fn new(family: Family, size: usize, hash: u64) -> Feature {
        let salt = (family as u64) << 8 | size as u64;
        let mixed = (hash ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let key = (mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb) >> (64 - KEY_BITS);
        Feature { family, size: size as u8, key }
    }
}

/// Regions of the nested families, as sets of bits. Each look into the dictionary costs time, and
/// neighbouring sizes tell much the same.
const SHAPE: u32 = sizes(&[3, 4, 5, 6, 7, 8, 9, 10, 12, 14]);
const STATUS: u32 = sizes(&[3, 4, 5, 6]);
const ANSWER: u32 = sizes(&[3, 5, 7, 9]);
const STATUS_ANSWER: u32 = sizes(&[3, 5]);
const REPLY: u32 = sizes(&[3, 4, 5, 6, 8]);
const STATUS_REPLY: u32 = sizes(&[3, 4]);
const BEFORE: u32 = sizes(&[3, 5]);
const BOTH: u32 = sizes(&[3, 5]);
/// A region of nothing: only the marks count.
const NOTHING: usize = 0;
/// The largest region around the last move.
const LARGEST_REPLY: usize = 8;

/// Bits of the nested families, in sets of those that are not yet exhausted.
pub(super) mod nested {
    pub const SHAPE: u8 = 1;
    pub const STATUS: u8 = 2;
    pub const ANSWER: u8 = 4;
    pub const STATUS_ANSWER: u8 = 8;
    pub const BEFORE: u8 = 16;
    pub const BOTH: u8 = 32;
    pub const REPLY: u8 = 64;
    pub const STATUS_REPLY: u8 = 128;
    /// Those of regions around the move itself.
    pub const AROUND: u8 = SHAPE | STATUS | ANSWER | STATUS_ANSWER | BEFORE | BOTH;
}

/// The sizes of each family.
const NESTED: [(u8, u32); 8] = [
    (nested::SHAPE, SHAPE),
    (nested::STATUS, STATUS),
    (nested::ANSWER, ANSWER),
    (nested::STATUS_ANSWER, STATUS_ANSWER),
    (nested::BEFORE, BEFORE),
    (nested::BOTH, BOTH),
    (nested::REPLY, REPLY),
    (nested::STATUS_REPLY, STATUS_REPLY),
];

/// The families that have regions larger than a size.
const LARGER: [u8; shape::LARGEST + 1] = {
    let mut larger = [0; shape::LARGEST + 1];
    let mut size = 0;
    while size <= shape::LARGEST {
        let mut n = 0;
        while n < NESTED.len() {
            if NESTED[n].1 >> size > 1 {
                larger[size] |= NESTED[n].0;
            }
            n += 1;
        }
        size += 1;
    }
    larger
};

/// Where no mark is.
static NO_MARK: Turned = [0; 8];

/// A move on the way to larger regions.
pub(super) struct Walk<'a> {
    growing: Growing<'a>,
    size: usize,
    /// Families whose last region was known.
    alive: u8,
    last: &'static Turned,
    from_last: &'static Turned,
    before: &'static Turned,
    both: Turned,
}

impl Walk<'_> {
    /// Gives up the families that proved unknown; whether others are left.
    #[inline(always)]
    pub(super) fn goes_on(&mut self, unknown: u8) -> bool {
        self.alive &= !unknown & LARGER[self.size];
        self.alive != 0
    }
}

const fn sizes(list: &[u32]) -> u32 {
    let (mut set, mut i) = (0, 0);
    while i < list.len() {
        set |= 1 << list[i];
        i += 1;
    }
    set
}

const fn has(set: u32, size: usize) -> bool {
    set >> size & 1 != 0
}

/// More stones than this make no opening.
const WHOLE_STONES: u32 = 40;
/// Lines of the corners that are looked at as a whole.
const CORNERS: [u8; 2] = [7, 10];

/// Describes the moves of one position after the other. Keep it: it has a scratch board.
pub struct Extractor {
    scenery: Scenery,
    chains: Chains,
    to_play: Color,
    last: [Option<Point>; 2],
    /// Hashes around the last move by size, plain and with liberties.
    around_last: [(Turned, Turned); LARGEST_REPLY + 1],
    whole: Option<Turned>,
    corners: [[[u64; 2]; 4]; 2],
    stage: u64,
}

impl Default for Extractor {
    fn default() -> Self {
        Extractor::new()
    }
}

impl Extractor {
    /// Ready to look at a position.
    pub fn new() -> Extractor {
        Extractor {
            scenery: Scenery::new(),
            chains: Chains::new(),
            to_play: Color::Black,
            last: [None; 2],
            around_last: [([0; 8], [0; 8]); LARGEST_REPLY + 1],
            whole: None,
            corners: [[[0; 2]; 4]; 2],
            stage: 0,
        }
    }

    /// Looks at a position, before its moves are described.
    pub fn look(&mut self, board: &Board, to_play: Color, last: [Option<Point>; 2]) {
        self.to_play = to_play;
        self.last = last;
        self.chains.look(board, to_play);
        let chains = &self.chains;
        self.scenery.look(board, to_play, |stone| chains.state(board, stone));
        if let Some(last) = last[0] {
            let mut growing = self.scenery.around(last);
            for size in shape::SMALLEST..=LARGEST_REPLY {
                growing.grow(size);
                self.around_last[size] = (growing.shape, growing.status);
            }
        }
        let stones = board.stones_on_board(Color::Black) + board.stones_on_board(Color::White);
        self.stage = stage(stones * 361 / board.area());
        self.look_far(board, stones);
    }

    /// The corners and the whole board.
    fn look_far(&mut self, board: &Board, stones: u32) {
        let size = board.size();
        self.corners = [[[0; 2]; 4]; 2];
        let mut whole = [0; 8];
        for point in Point::all(size) {
            let cell = u64::from(self.scenery.cell(point));
            let mark = u64::from(self.last[0] == Some(point));
            if cell == 0 {
                continue;
            }
            if stones <= WHOLE_STONES {
                shape::mix_in(&mut whole, &places(cell, point, size));
            }
            for (n, &lines) in CORNERS.iter().enumerate().take(corner_kinds(size)) {
                for corner in 0..4 {
                    if let Some((u, v)) = in_corner(point, size, corner, lines) {
                        let hash = &mut self.corners[n][corner];
                        hash[0] ^= corner_key(cell | mark << 2, u, v);
                        hash[1] ^= corner_key(cell | mark << 2, v, u);
                    }
                }
            }
        }
        self.whole = (stones <= WHOLE_STONES).then_some(whole);
    }

    /// What a legal move does to the chains around it.
    pub fn effects(&self, board: &Board, point: Point) -> Effects {
        self.chains.effects(board, self.to_play, point, self.last[0])
    }

    /// Tells `known` the features of a legal move. It answers whether the dictionary has one; of nested
    /// families, those within a larger unknown one are not looked at.
    #[inline]
    pub fn describe(&self, board: &Board, point: Point, mut known: impl FnMut(Feature) -> bool) {
        let mut unknown = 0;
        let mut hear = |feature: Feature, family: u8| {
            if !known(feature) {
                unknown |= family;
            }
        };
        let mut walk = self.begin(board, point, &mut hear);
        while walk.goes_on(unknown) {
            unknown = 0;
            self.step(&mut walk, &mut |feature, family| {
                if !known(feature) {
                    unknown |= family;
                }
            });
        }
    }

    /// Tells the features of a legal move that have no larger ones, and the smallest of those that have,
    /// each with the bit of its nested family, 0 for none.
    #[inline]
    pub(super) fn begin(&self, board: &Board, point: Point, tell: &mut impl FnMut(Feature, u8)) -> Walk<'_> {
        let effects = self.effects(board, point);
        let last = self.last[0].and_then(|last| mark_key(Mark::Last, point, last));
        let from_last = self.last[0].and_then(|last| mark_key(Mark::Last, last, point));
        let before = self.last[1].and_then(|before| mark_key(Mark::Before, point, before));
        let last_place = last.map_or(0, fold);
        let mut alive = nested::SHAPE | nested::STATUS;
        if let Some(last) = last {
            alive |= nested::ANSWER | nested::STATUS_ANSWER;
            tell(Feature::new(Family::Answer, NOTHING, fold(last)), nested::ANSWER);
        }
        if from_last.is_some() {
            alive |= nested::REPLY | nested::STATUS_REPLY;
        }
        if let Some(before) = before {
            alive |= nested::BEFORE;
            tell(Feature::new(Family::Before, NOTHING, fold(before)), nested::BEFORE);
        }
        let mut both = NO_MARK;
        if let Some((last, before)) = last.zip(before) {
            alive |= nested::BOTH;
            both = mixed(*last, before);
            tell(Feature::new(Family::Both, NOTHING, fold(&both)), nested::BOTH);
        }
        let mut growing = self.scenery.around(point);
        growing.grow(3);
        // What a move does means different things in different shapes, and near or far.
        let does = split_mix(effects.sharp() | effects.quiet() << 16);
        tell(Feature::new(Family::Tactics, 3, fold(&growing.shape) ^ does), 0);
        tell(Feature::new(Family::Tactics, 4, last_place ^ does), 0);
        self.facts(board, point, &effects, last_place, tell);
        self.far(board, point, tell);
        Walk {
            growing,
            size: shape::SMALLEST,
            alive,
            last: last.unwrap_or(&NO_MARK),
            from_last: from_last.unwrap_or(&NO_MARK),
            before: before.unwrap_or(&NO_MARK),
            both,
        }
    }

    /// Tells the nested features of the next size.
    #[inline]
    pub(super) fn step(&self, walk: &mut Walk<'_>, tell: &mut impl FnMut(Feature, u8)) {
        walk.size += 1;
        let size = walk.size;
        if walk.alive & nested::AROUND != 0 {
            walk.growing.grow(size);
        }
        let alive = |bit: u8, sizes: u32| walk.alive & bit != 0 && has(sizes, size);
        let (shape, status) = (&walk.growing.shape, &walk.growing.status);
        if alive(nested::SHAPE, SHAPE) {
            tell(Feature::new(Family::Shape, size, fold(shape)), nested::SHAPE);
        }
        if alive(nested::ANSWER, ANSWER) {
            tell(Feature::new(Family::Answer, size, fold(&mixed(*shape, walk.last))), nested::ANSWER);
        }
        if alive(nested::BEFORE, BEFORE) {
            tell(Feature::new(Family::Before, size, fold(&mixed(*shape, walk.before))), nested::BEFORE);
        }
        if alive(nested::BOTH, BOTH) {
            tell(Feature::new(Family::Both, size, fold(&mixed(*shape, &walk.both))), nested::BOTH);
        }
        if alive(nested::STATUS, STATUS) {
            tell(Feature::new(Family::Status, size, fold(status)), nested::STATUS);
        }
        if alive(nested::STATUS_ANSWER, STATUS_ANSWER) {
            let hash = fold(&mixed(*status, walk.last));
            tell(Feature::new(Family::StatusAnswer, size, hash), nested::STATUS_ANSWER);
        }
        if alive(nested::REPLY, REPLY) {
            let hash = fold(&mixed(self.around_last[size].0, walk.from_last));
            tell(Feature::new(Family::Reply, size, hash), nested::REPLY);
        }
        if alive(nested::STATUS_REPLY, STATUS_REPLY) {
            let hash = fold(&mixed(self.around_last[size].1, walk.from_last));
            tell(Feature::new(Family::StatusReply, size, hash), nested::STATUS_REPLY);
        }
    }

    #[inline(always)]
    fn facts(
        &self,
        board: &Board,
        point: Point,
        effects: &Effects,
        last_place: u64,
        tell: &mut impl FnMut(Feature, u8),
    ) {
        let size = board.size();
        let mut known = |feature| tell(feature, 0);
        known(Feature::new(Family::Tactics, 0, effects.sharp()));
        known(Feature::new(Family::Tactics, 1, effects.quiet()));
        known(Feature::new(Family::Tactics, 2, effects.sharp() | effects.quiet() << 16));
        let (x, y) = canonical(point, size);
        let place = u64::from(x) | u64::from(y) << 8;
        known(Feature::new(Family::Place, 0, place));
        known(Feature::new(Family::Place, 1, place | self.stage << 16));
        let far = |other: Option<Point>| other.map_or(63, |o| u64::from(o.circular_distance(point).min(24)));
        let (last, before) = (far(self.last[0]), far(self.last[1]));
        let line = u64::from(x.min(y).min(7));
        known(Feature::new(Family::Distance, 0, last | before << 8));
        known(Feature::new(Family::Distance, 1, last | line << 8 | self.stage << 16));
        known(Feature::new(Family::Distance, 2, before | line << 8 | self.stage << 16));
        known(Feature::new(Family::Distance, 3, last_place ^ split_mix(place)));
    }

    #[inline(always)]
    fn far(&self, board: &Board, point: Point, tell: &mut impl FnMut(Feature, u8)) {
        let size = board.size();
        for (n, &lines) in CORNERS.iter().enumerate().take(corner_kinds(size)) {
            for corner in 0..4 {
                // A point on a middle line lies in two corners, and both count.
                if let Some((u, v)) = in_corner(point, size, corner, lines) {
                    let hash = self.corners[n][corner];
                    let there = (hash[0] ^ corner_key(7, u, v)).min(hash[1] ^ corner_key(7, v, u));
                    tell(Feature::new(Family::Corner, usize::from(lines), there), 0);
                }
            }
        }
        if let Some(whole) = self.whole {
            tell(Feature::new(Family::Whole, 0, fold(&mixed(whole, &places(7, point, size)))), 0);
        }
    }
}

/// How far the game is, by stones as on a full-size board.
fn stage(stones: u32) -> u64 {
    const ENDS: [u32; 11] = [4, 8, 14, 20, 30, 45, 65, 95, 130, 180, 230];
    ENDS.iter().position(|&end| stones < end).unwrap_or(ENDS.len()) as u64
}

/// Lines from the two nearest edges, the nearer first.
fn canonical(point: Point, size: u8) -> (u8, u8) {
    let x = point.x().min(size - 1 - point.x());
    let y = point.y().min(size - 1 - point.y());
    (x.min(y), x.max(y))
}

/// On small boards the two kinds of corners are one.
fn corner_kinds(size: u8) -> usize {
    if size.div_ceil(2) > CORNERS[0] { 2 } else { 1 }
}

/// Lines from the edges of a corner, where the point is within so many of both.
#[inline]
fn in_corner(point: Point, size: u8, corner: usize, lines: u8) -> Option<(u8, u8)> {
    let u = if corner & 1 == 0 { point.x() } else { size - 1 - point.x() };
    let v = if corner & 2 == 0 { point.y() } else { size - 1 - point.y() };
    (u < lines.min(size.div_ceil(2)) && v < lines.min(size.div_ceil(2))).then_some((u, v))
}

fn corner_key(what: u64, u: u8, v: u8) -> u64 {
    split_mix(0xc0_0000 | what << 16 | u64::from(u) << 8 | u64::from(v))
}

/// The keys of a thing on a board of this size, for the eight symmetries.
fn places(what: u64, point: Point, size: u8) -> Turned {
    let (x, y) = (u64::from(point.x()), u64::from(point.y()));
    let last = u64::from(size) - 1;
    let key = |x: u64, y: u64| split_mix(0xb0_0000 | what << 16 | x << 8 | y);
    let (u, v) = (last - x, last - y);
    [key(x, y), key(u, y), key(x, v), key(u, v), key(y, x), key(v, x), key(y, u), key(v, u)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;
    use crate::board::tactics::{LadderReader, Reading, liberties};
    use crate::patterns::tactics::LADDER_LIMIT;
    use crate::util::rng::FastRng;
    use proptest::prelude::*;

    /// A game of random moves, as points.
    fn random_game(size: u8, length: usize, seed: u64) -> Vec<(Color, Point)> {
        let mut rng = FastRng::new(seed);
        let (mut board, mut color) = (Board::new(size), Color::Black);
        let mut moves = Vec::new();
        for _ in 0..length {
            let free: Vec<Point> =
                board.empty_points().iter().copied().filter(|&p| board.is_playable(color, p)).collect();
            let Some(&point) = free.get(rng.below(free.len().max(1) as u32) as usize) else { break };
            board.play(color, point);
            moves.push((color, point));
            color = !color;
        }
        moves
    }

    /// The features of every legal move at the end of a game.
    fn all_features(size: u8, moves: &[(Color, Point)], to_play: Color) -> Vec<(Point, Vec<Feature>)> {
        let mut board = Board::new(size);
        moves.iter().for_each(|&(color, point)| {
            board.play(color, point);
        });
        let back = |n: usize| moves.len().checked_sub(n).map(|at| moves[at].1);
        let mut extractor = Extractor::new();
        extractor.look(&board, to_play, [back(1), back(2)]);
        Point::all(size)
            .filter(|&p| board.is_legal(to_play, p))
            .map(|point| {
                let mut features = Vec::new();
                extractor.describe(&board, point, |feature| {
                    features.push(feature);
                    true
                });
                features.sort_by_key(|f| (f.family, f.size, f.key));
                (point, features)
            })
            .collect()
    }

    /// Whether every ladder of the board is read to its end. Where the limit cuts reading short, its order
    /// matters, and that turns with the board.
    fn is_read_to_the_end(board: &Board) -> bool {
        let mut reader = LadderReader::new(LADDER_LIMIT);
        Point::all(board.size()).filter(|&p| board.stone(p).is_some() && board.chain(p) == p).all(|chain| {
            let both = liberties::<3>(board, chain);
            match both.len() {
                1 => reader.escape(board, chain) != Reading::Unknown,
                2 => {
                    let attacker = board.stone(chain).map_or(Color::Black, |color| !color);
                    reader.capture(board, chain) != Reading::Unknown
                        && both.iter().filter(|&&p| board.is_legal(attacker, p)).all(|&point| {
                            let mut next = board.clone();
                            next.play(attacker, point);
                            next.stone(chain).is_none() || reader.escape(&next, chain) != Reading::Unknown
                        })
                }
                _ => true,
            }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn turning_mirroring_and_exchanging_colours_change_no_feature(
            size in prop::sample::select(vec![5u8, 9, 13, 19]),
            length in 0usize..120,
            seed: u64,
            turn in 0usize..8,
            exchange: bool,
        ) {
            let moves = random_game(size, length, seed);
            let to_play = moves.last().map_or(Color::Black, |m| !m.0);
            let symmetry = Symmetry::ALL[turn];
            let other = |color: Color| if exchange { !color } else { color };
            let image: Vec<(Color, Point)> = moves.iter().map(|&(c, p)| (other(c), symmetry.apply(p, size))).collect();
            for game in [&moves, &image] {
                let mut board = Board::new(size);
                game.iter().for_each(|&(color, point)| {
                    board.play(color, point);
                });
                prop_assume!(is_read_to_the_end(&board));
            }
            let mut there = all_features(size, &image, other(to_play));
            there.sort_by_key(|m| m.0);
            for (point, features) in all_features(size, &moves, to_play) {
                let at = symmetry.apply(point, size);
                let found = there.iter().find(|m| m.0 == at).map(|m| &m.1);
                prop_assert_eq!(Some(&features), found, "{:?} became {:?}", point, at);
            }
        }
    }

    #[test]
    fn features_tell_moves_apart() {
        let moves = random_game(9, 20, 7);
        let all = all_features(9, &moves, Color::Black);
        for (n, (point, features)) in all.iter().enumerate() {
            assert!(features.len() > 15, "{point:?} has {} features", features.len());
            assert!(all[..n].iter().all(|(_, others)| others != features), "{point:?} is like another one");
        }
    }

    #[test]
    fn a_larger_region_is_asked_for_only_when_the_smaller_one_is_known() {
        let board = Board::new(9);
        let mut extractor = Extractor::new();
        extractor.look(&board, Color::Black, [None; 2]);
        let mut shapes = 0;
        extractor.describe(&board, Point::new(2, 2), |feature| {
            shapes += usize::from(feature.family == Family::Shape);
            feature.size < 5
        });
        assert_eq!(shapes, 3, "sizes 3 and 4 are known, 5 is asked for");
    }
}
