//! What describes a move: keys of shapes, tactics and places, the same under every symmetry of the board
//! and exchange of the colours.

use super::shape::{self, Mark, Scenery, Turned, fold, mark_key, mixed};
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

    /// Tells `known` the features of a legal move. It answers whether the dictionary has one; of nested
    /// families, those within a larger unknown one are not looked at.
    #[inline]
    pub fn describe(&self, board: &Board, point: Point, mut known: impl FnMut(Feature) -> bool) {
        let effects = self.chains.effects(board, self.to_play, point, self.last[0]);
        let last_key = self.last[0].and_then(|last| mark_key(Mark::Last, point, last));
        let before_key = self.last[1].and_then(|before| mark_key(Mark::Before, point, before));
        let last_place = last_key.map_or(0, fold);
        self.shapes(point, last_key, before_key, &effects, last_place, &mut known);
        self.replies(point, &mut known);
        self.facts(board, point, &effects, last_place, &mut known);
        self.far(board, point, &mut known);
    }

    #[inline(always)]
    fn shapes(
        &self,
        point: Point,
        last: Option<&Turned>,
        before: Option<&Turned>,
        effects: &Effects,
        last_place: u64,
        known: &mut impl FnMut(Feature) -> bool,
    ) {
        let mut growing = self.scenery.around(point);
        let none = [0; 8];
        let both = last.zip(before).map(|(last, before)| mixed(*last, before));
        let (last, mut answer) = (last.unwrap_or(&none), last.is_some());
        let (before, mut own) = (before.unwrap_or(&none), before.is_some());
        let (both, mut pair) = (both.unwrap_or(none), both.is_some());
        let (mut shape, mut status, mut status_answer) = (true, true, answer);
        answer = answer && known(Feature::new(Family::Answer, NOTHING, fold(last)));
        own = own && known(Feature::new(Family::Before, NOTHING, fold(before)));
        pair = pair && known(Feature::new(Family::Both, NOTHING, fold(&both)));
        for size in shape::SMALLEST + 1..=shape::LARGEST {
            growing.grow(size);
            let hash = &growing.shape;
            if has(SHAPE, size) {
                shape = shape && known(Feature::new(Family::Shape, size, fold(hash)));
            }
            if size == 3 {
                // What a move does means different things in different shapes, and near or far.
                let with = effects.sharp() | effects.quiet() << 16;
                known(Feature::new(Family::Tactics, 3, fold(hash) ^ split_mix(with)));
                known(Feature::new(Family::Tactics, 4, last_place ^ split_mix(with)));
            }
            if has(ANSWER, size) {
                answer = answer && known(Feature::new(Family::Answer, size, fold(&mixed(*hash, last))));
            }
            if has(BEFORE, size) {
                own = own && known(Feature::new(Family::Before, size, fold(&mixed(*hash, before))));
            }
            if has(BOTH, size) {
                pair = pair && known(Feature::new(Family::Both, size, fold(&mixed(*hash, &both))));
            }
            let hash = &growing.status;
            if has(STATUS, size) {
                status = status && known(Feature::new(Family::Status, size, fold(hash)));
            }
            if has(STATUS_ANSWER, size) {
                let feature = || Feature::new(Family::StatusAnswer, size, fold(&mixed(*hash, last)));
                status_answer = status_answer && known(feature());
            }
            let larger = |set: u32| set >> size > 1;
            let more = [
                (shape, SHAPE),
                (answer, ANSWER),
                (status, STATUS),
                (own, BEFORE),
                (pair, BOTH),
                (status_answer, STATUS_ANSWER),
            ];
            if !more.iter().any(|&(alive, set)| alive && larger(set)) && size >= 3 {
                break;
            }
        }
    }

    #[inline(always)]
    fn replies(&self, point: Point, known: &mut impl FnMut(Feature) -> bool) {
        let Some(from_last) = self.last[0].and_then(|last| mark_key(Mark::Last, last, point)) else { return };
        let (mut reply, mut status) = (true, true);
        for size in shape::SMALLEST..=LARGEST_REPLY {
            let (plain, with_status) = &self.around_last[size];
            if has(REPLY, size) {
                reply = reply && known(Feature::new(Family::Reply, size, fold(&mixed(*plain, from_last))));
            }
            if has(STATUS_REPLY, size) {
                let feature = || Feature::new(Family::StatusReply, size, fold(&mixed(*with_status, from_last)));
                status = status && known(feature());
            }
        }
    }

    #[inline(always)]
    fn facts(
        &self,
        board: &Board,
        point: Point,
        effects: &Effects,
        last_place: u64,
        known: &mut impl FnMut(Feature) -> bool,
    ) {
        let size = board.size();
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
    fn far(&self, board: &Board, point: Point, known: &mut impl FnMut(Feature) -> bool) {
        let size = board.size();
        for (n, &lines) in CORNERS.iter().enumerate().take(corner_kinds(size)) {
            for corner in 0..4 {
                // A point on a middle line lies in two corners, and both count.
                if let Some((u, v)) = in_corner(point, size, corner, lines) {
                    let hash = self.corners[n][corner];
                    let there = (hash[0] ^ corner_key(7, u, v)).min(hash[1] ^ corner_key(7, v, u));
                    known(Feature::new(Family::Corner, usize::from(lines), there));
                }
            }
        }
        if let Some(whole) = self.whole {
            known(Feature::new(Family::Whole, 0, fold(&mixed(whole, &places(7, point, size)))));
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
    let mut keys = [0; 8];
    for (key, symmetry) in keys.iter_mut().zip(crate::board::Symmetry::ALL) {
        let image = symmetry.apply(point, size);
        *key = split_mix(0xb0_0000 | what << 16 | u64::from(image.x()) << 8 | u64::from(image.y()));
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;
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
