//! The fast board agrees with the plain one in everything, over 100,000 random games.

use crate::reference_board::{Place, ReferenceBoard, place, point};
use fuzeki::board::tactics::{liberties, liberty_count};
use fuzeki::board::{Board, Color, Point};
use fuzeki::util::rng::FastRng;
use std::collections::BTreeSet;

/// Compares what a move changes directly.
fn check_stones(board: &Board, plain: &ReferenceBoard) {
    for p in Point::all(board.size()) {
        assert_eq!(board.stone(p), plain.at(place(p)), "{p:?}");
    }
    assert_eq!(board.hash(), plain.hash());
    for color in Color::BOTH {
        assert_eq!(board.captured(color), plain.captured[color.index()]);
        let stones = plain.stones().iter().filter(|&&stone| stone == Some(color)).count();
        assert_eq!(board.stones_on_board(color) as usize, stones);
    }
}

/// Compares chains, liberties, legality, ko and neighbours on every point.
fn check_everything(board: &Board, plain: &ReferenceBoard, to_play: Color) {
    let mut empty: Vec<Point> = board.empty_points().to_vec();
    empty.sort();
    let expected: Vec<Point> = Point::all(board.size()).filter(|&p| plain.at(place(p)).is_none()).collect();
    assert_eq!(empty, expected);
    let mut seen = BTreeSet::new();
    for p in Point::all(board.size()) {
        let near = plain.neighbours(place(p));
        for color in Color::BOTH {
            let count = near.iter().filter(|&&n| plain.at(n) == Some(color)).count();
            assert_eq!(board.neighbours_of(p, color) as usize, count);
        }
        for (at, around) in p.around().into_iter().enumerate() {
            assert_eq!(board.shape(p) >> (2 * at) & 3, board.at(around) as u16, "{p:?} {at}");
        }
        assert_eq!(board.empty_neighbours(p) as usize, near.iter().filter(|&&n| plain.at(n).is_none()).count());
        match plain.at(place(p)) {
            Some(_) if seen.contains(&place(p)) => {}
            Some(_) => seen.extend(check_chain(board, plain, p)),
            None => check_empty(board, plain, p, to_play),
        }
    }
}

/// Compares one chain, and returns its places.
fn check_chain(board: &Board, plain: &ReferenceBoard, stone: Point) -> BTreeSet<Place> {
    let chain = plain.chain(place(stone));
    let mut stones: Vec<_> = board.chain_stones(stone).map(place).collect();
    stones.sort();
    assert!(stones.iter().eq(&chain));
    assert_eq!(board.chain_size(stone) as usize, chain.len());
    assert!(chain.contains(&place(board.chain(stone))));
    let same_root = |&other: &Place| board.chain(point(other)) == board.chain(stone);
    assert!(chain.iter().all(same_root));
    let expected = plain.liberties(&chain);
    assert_eq!(liberty_count(board, stone) as usize, expected.len());
    let listed = liberties::<625>(board, stone);
    assert!(listed.len() == expected.len() && listed.iter().all(|&l| expected.contains(&place(l))));
    let near = chain.iter().flat_map(|&s| plain.neighbours(s));
    assert_eq!(board.pseudo_liberties(stone) as usize, near.filter(|&n| plain.at(n).is_none()).count());
    assert_eq!(board.in_atari(stone), expected.len() == 1);
    let only = (expected.len() == 1).then(|| expected.iter().next().copied()).flatten();
    assert_eq!(board.atari(stone), only.map(point));
    let both = board.two_liberties(stone).map(|both| both.map(place).into_iter().collect::<BTreeSet<_>>());
    assert_eq!(both, (expected.len() == 2).then(|| expected.iter().copied().collect()));
    chain
}

fn check_empty(board: &Board, plain: &ReferenceBoard, p: Point, to_play: Color) {
    for color in Color::BOTH {
        assert_eq!(board.is_suicide(color, p), plain.is_suicide(color, place(p)), "{color} {p:?}");
        assert_eq!(board.is_eye(color, p), is_eye(plain, color, place(p)), "{color} {p:?}");
    }
    let ko = plain.is_ko(to_play, place(p));
    assert_eq!(board.ko() == Some(p), ko, "{to_play} {p:?}");
    assert_eq!(board.is_legal(to_play, p), !ko && !plain.is_suicide(to_play, place(p)));
}

/// All neighbours own; enemies on at most one diagonal, on none at the edge.
fn is_eye(plain: &ReferenceBoard, color: Color, (x, y): (usize, usize)) -> bool {
    let near = plain.neighbours((x, y));
    let around: Vec<(usize, usize)> = plain
        .places()
        .filter(|&(a, b)| a.abs_diff(x) == 1 && b.abs_diff(y) == 1 && plain.at((a, b)) == Some(!color))
        .collect();
    near.iter().all(|&n| plain.at(n) == Some(color)) && around.len() <= usize::from(near.len() == 4)
}

/// Plays one random game to where nobody can move or it has gone on for long, comparing all the way.
/// Everything is compared after one move in `sparse`.
fn play_and_compare(size: u8, suicide: bool, sparse: u32, rng: &mut FastRng) {
    let mut board = Board::new(size);
    let mut plain = ReferenceBoard::new(size.into());
    let mut to_play = Color::Black;
    for _ in 0..3 * board.area() {
        let may = |p: &Point| board.is_legal(to_play, *p) || suicide && board.ko() != Some(*p);
        let playable: Vec<Point> = board.empty_points().iter().copied().filter(may).collect();
        // Now and then a pass, which lifts the ko.
        if playable.is_empty() || rng.below(20) == 0 {
            board.clear_ko();
            plain.pass();
        } else {
            let p = playable[rng.below(playable.len() as u32) as usize];
            let before = plain.captured[(!to_play).index()];
            let taken = board.play(to_play, p);
            plain.play(to_play, place(p));
            assert_eq!(taken, plain.captured[(!to_play).index()] - before);
        }
        to_play = !to_play;
        if rng.below(sparse) == 0 {
            check_stones(&board, &plain);
            check_everything(&board, &plain, to_play);
        }
    }
    check_stones(&board, &plain);
    let mut copy = Board::new(5);
    copy.copy_from(&board);
    check_everything(&copy, &plain, to_play);
}

fn compare(size: u8, games: u32, sparse: u32) {
    let mut rng = FastRng::new(u64::from(size));
    for game in 0..games {
        play_and_compare(size, game % 2 == 1, sparse, &mut rng);
    }
}

#[test]
fn small_boards_agree_over_90_000_games() {
    compare(2, 50_000, 3);
    compare(3, 40_000, 8);
}

#[test]
fn five_lines_agree_over_9_000_games() {
    compare(5, 9_000, 40);
}

#[test]
fn nine_lines_agree_over_900_games() {
    compare(9, 900, 100);
}

#[test]
fn large_boards_agree_over_100_games() {
    compare(13, 60, 120);
    compare(19, 35, 200);
    compare(25, 5, 600);
}
