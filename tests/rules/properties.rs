//! What holds on any board: facts that are told without playing come true when one plays, and nothing
//! depends on how the board is turned.

use fuzeki::board::rules::KoRule;
use fuzeki::board::tactics::{self, LadderReader, Reading};
use fuzeki::board::{
    Board, ByColor, Color, Move, Point, PointSet, Position, Reason, Rules, Symmetry, hash_after, scoring, zobrist,
};
use fuzeki::util::rng::FastRng;

/// Plays random moves, rather many than few.
fn random_board(size: u8, rng: &mut FastRng) -> (Board, Color) {
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..rng.below(2 * board.area()) {
        let point = board.empty_points()[rng.below(board.empty_points().len() as u32) as usize];
        if board.is_legal(color, point) && !board.is_eye(color, point) {
            board.play(color, point);
        }
        color = !color;
    }
    board.clear_ko();
    (board, color)
}

fn image(board: &Board, symmetry: Symmetry, swap: bool) -> Board {
    let color = |c: Color| if swap { !c } else { c };
    let stones =
        Point::all(board.size()).filter_map(|p| Some((symmetry.apply(p, board.size()), color(board.stone(p)?))));
    let mut turned = Board::from_stones(board.size(), stones);
    turned.set_captured(ByColor::from_fn(|c| board.captured(color(c)) as u16));
    turned
}

#[test]
fn facts_about_a_move_come_true_when_it_is_played() {
    let mut rng = FastRng::new(21);
    for round in 0..3000 {
        let (board, _) = random_board([3, 5, 7, 9][round % 4], &mut rng);
        for &point in board.empty_points() {
            for color in Color::BOTH {
                let mut after = board.clone();
                let taken = after.play(color, point);
                assert_eq!(tactics::captured_stones(&board, color, point), taken);
                assert_eq!(hash_after(&board, color, point), after.hash());
                let left = after.stone(point).map_or(0, |_| tactics::liberty_count(&after, point) as usize);
                assert_eq!(tactics::liberties_after::<81>(&board, color, point), left);
                assert_eq!(tactics::liberties_after::<3>(&board, color, point), left.min(3));
                assert_eq!(tactics::is_self_atari(&board, color, point), left < 2);
                if taken == 0 {
                    assert_eq!(board.is_short_after(color, point), left < 2);
                }
                if left > 0 {
                    assert_eq!(tactics::chain_size_after(&board, color, point), after.chain_size(point));
                    assert_eq!(tactics::liberties::<2>(&after, point).is_full(), left >= 2);
                }
                // A suicide lifts its own atari again.
                if left > 0 {
                    let new_atari =
                        |n: &Point| after.stone(*n) == Some(!color) && after.in_atari(*n) && !board.in_atari(*n);
                    let found = tactics::gives_atari(&board, color, point);
                    assert_eq!(found.is_some(), point.neighbours().iter().any(new_atari));
                }
            }
        }
    }
}

#[test]
fn the_hash_is_that_of_the_stones() {
    let mut rng = FastRng::new(22);
    for _ in 0..500 {
        let (board, _) = random_board(9, &mut rng);
        let stones = Point::all(9).filter_map(|p| Some((p, board.stone(p)?)));
        let anew = stones.clone().fold(zobrist::board_size(9), |hash, (p, color)| hash ^ zobrist::stone(color, p));
        assert_eq!(board.hash(), anew);
        assert_eq!(Board::from_stones(9, stones).hash(), anew);
    }
}

#[test]
fn nothing_depends_on_how_the_board_lies() {
    let mut rng = FastRng::new(23);
    let mut reader = LadderReader::new(400);
    for round in 0..600 {
        let (board, to_play) = random_board([5, 7, 9][round % 3], &mut rng);
        let (symmetry, swap) = (Symmetry::ALL[round % 8], round / 8 % 2 == 1);
        let turned = image(&board, symmetry, swap);
        let size = board.size();
        let there = |p: Point| symmetry.apply(p, size);
        let color = |c: Color| if swap { !c } else { c };
        let turn_set = |set: &PointSet| set.iter().map(there).collect::<PointSet>();
        for c in Color::BOTH {
            let (life, other) =
                (tactics::unconditional_life(&board, c, false), tactics::unconditional_life(&turned, color(c), false));
            assert_eq!(turn_set(&life.stones), other.stones);
            assert_eq!(turn_set(&life.territory), other.territory);
            for &p in board.empty_points() {
                let (q, d) = (there(p), color(c));
                assert_eq!(board.is_legal(c, p), turned.is_legal(d, q));
                assert_eq!(tactics::eye_kind(&board, c, p), tactics::eye_kind(&turned, d, q));
                assert_eq!(tactics::is_self_atari(&board, c, p), tactics::is_self_atari(&turned, d, q));
                let vital = |b: &Board, c: Color, p: Point| tactics::EyeSpace::empty(b, c, p)?.vital_point(b);
                assert_eq!(vital(&board, c, p).map(there), vital(&turned, d, q));
            }
        }
        for p in Point::all(size).filter(|&p| board.stone(p).is_some()) {
            let works = |reading: Reading| matches!(reading, Reading::Works(_));
            assert_eq!(works(reader.capture(&board, p)), works(reader.capture(&turned, there(p))));
        }
        for rules in [Rules::CHINESE, Rules::JAPANESE] {
            let score = |board: &Board, c| {
                scoring::score(&Position::from_board(board.clone(), c, rules).with_komi(0.0), &PointSet::EMPTY).margin()
            };
            let margin = score(&turned, color(to_play));
            assert_eq!(score(&board, to_play), if swap { -margin } else { margin });
        }
    }
}

/// A ladder reader without any cleverness: a copy of the board for each move, no order, no shortcut.
fn caught(board: &Board, target: Point, depth: u32) -> Option<bool> {
    let defender = board.stone(target)?;
    let free = tactics::liberties::<3>(board, target);
    if let [last] = free[..] {
        return Some(board.is_legal(!defender, last));
    }
    if free.len() != 2 {
        return Some(false);
    }
    let mut answer = Some(false);
    for &block in free.iter().filter(|&&block| board.is_legal(!defender, block)) {
        let mut after = board.clone();
        after.play(!defender, block);
        match escapes(&after, target, depth.checked_sub(1)?) {
            Some(false) => return Some(true),
            Some(true) => {}
            None => answer = None,
        }
    }
    answer
}

fn escapes(board: &Board, target: Point, depth: u32) -> Option<bool> {
    let defender = board.stone(target)?;
    let holding = board.chain_stones(target).flat_map(Point::neighbours).filter(|&n| board.stone(n) == Some(!defender));
    let tries: Vec<Point> = holding.filter_map(|n| board.atari(n)).chain(board.atari(target)).collect();
    let mut answer = Some(false);
    for &point in tries.iter().filter(|&&point| board.is_legal(defender, point)) {
        let mut after = board.clone();
        after.play(defender, point);
        match caught(&after, target, depth.checked_sub(1)?) {
            Some(false) => return Some(true),
            Some(true) => {}
            None => answer = None,
        }
    }
    answer
}

#[test]
fn the_ladder_reader_agrees_with_a_plain_one() {
    let mut rng = FastRng::new(24);
    let mut reader = LadderReader::new(100_000);
    let (mut works, mut fails) = (0, 0);
    for round in 0..1500 {
        let (board, _) = random_board([5, 7, 9][round % 3], &mut rng);
        for p in Point::all(board.size()).filter(|&p| board.stone(p).is_some() && board.chain(p) == p) {
            let few = (1..=2).contains(&tactics::liberty_count(&board, p));
            let Some(expected) = few.then(|| caught(&board, p, 40)).flatten() else { continue };
            let found = reader.capture(&board, p);
            assert_eq!(
                matches!(found, Reading::Works(_)),
                expected,
                "{}",
                fuzeki::board::diagram::print(&board, Some(p))
            );
            if expected {
                works += 1
            } else {
                fails += 1
            }
            if board.in_atari(p) {
                let expected = escapes(&board, p, 40).expect("as deep as before");
                assert_eq!(matches!(reader.escape(&board, p), Reading::Works(_)), expected);
            }
        }
    }
    assert!(works > 500 && fails > 500, "{works} {fails}: the boards say too little");
}

#[test]
fn no_enemy_takes_what_is_unconditionally_alive() {
    let mut rng = FastRng::new(25);
    let mut boards_with_life = 0;
    for round in 0..3000 {
        let (mut board, to_play) = random_board([5, 7][round % 2], &mut rng);
        let moves = 30 + rng.below(60);
        fuzeki::engine::playout::uniform::play_out(&mut board, to_play, &mut rng, moves);
        let (color, suicide) = (Color::BOTH[round / 2 % 2], round / 4 % 2 == 1);
        let life = tactics::unconditional_life(&board, color, suicide);
        boards_with_life += u32::from(!life.stones.is_empty());
        // The owner passes all the time.
        for _ in 0..300 {
            let empty = board.empty_points();
            let point = empty[rng.below(empty.len() as u32) as usize];
            if suicide || !board.is_suicide(!color, point) {
                board.play(!color, point);
            }
            for stone in life.stones.iter() {
                assert_eq!(board.stone(stone), Some(color), "suicide: {suicide}");
            }
        }
        // Nor can the enemy be alive in what is called territory.
        let enemy = tactics::unconditional_life(&board, !color, suicide);
        assert!(life.territory.iter().all(|point| !enemy.stones.contains(point)));
    }
    assert!(boards_with_life > 500, "{boards_with_life}: the boards say too little");
}

/// Whole games of small boards under each ko rule, against a plain list of all that was.
#[test]
fn superko_forbids_exactly_the_repetitions() {
    let mut rng = FastRng::new(26);
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        let mut forbidden = 0;
        for game in 0..400 {
            let rules = Rules { ko, suicide: game % 2 == 0, ..Rules::CHINESE };
            let size = 2 + (game % 2) as u8;
            let mut position = Position::new(size, rules);
            let mut seen = vec![(position.board().hash(), Color::Black)];
            for _ in 0..60 {
                let to_play = position.to_play();
                let mut legal = vec![Move::Pass];
                for point in Point::all(size).filter(|&p| position.board().is_empty(p)) {
                    let mut after = position.board().clone();
                    after.play(to_play, point);
                    let situations = seen.iter().filter(|(hash, _)| *hash == after.hash());
                    let repeats = match ko {
                        KoRule::Simple => false,
                        KoRule::Positional => situations.count() > 0,
                        KoRule::Situational => situations.filter(|(_, next)| *next == !to_play).count() > 0,
                    };
                    let found = position.check(to_play, point);
                    match found {
                        Ok(()) => assert!(!repeats),
                        Err(Reason::Superko(number)) => {
                            assert_eq!(seen[number].0, after.hash());
                            assert!(repeats);
                            forbidden += 1;
                        }
                        Err(Reason::Suicide) => assert!(!rules.suicide && after.stone(point).is_none()),
                        Err(Reason::Ko) => assert_eq!(position.board().ko(), Some(point)),
                        Err(reason) => panic!("{reason}"),
                    }
                    if found.is_ok() {
                        legal.push(Move::Play(point));
                    }
                }
                let mv = legal[rng.below(legal.len() as u32) as usize];
                position.play(mv).expect("it was found legal");
                seen.push((position.board().hash(), position.to_play()));
                if let Some(number) = position.repeats() {
                    assert_eq!(seen[number], seen[seen.len() - 1]);
                }
            }
        }
        assert_eq!(forbidden > 100, ko != KoRule::Simple, "{ko:?}: {forbidden}");
    }
}

#[test]
fn area_of_a_finished_playout_is_what_playouts_count() {
    let mut rng = FastRng::new(27);
    for size in [5, 9, 13] {
        for _ in 0..100 {
            let mut board = Board::new(size);
            fuzeki::engine::playout::uniform::play_out(&mut board, Color::Black, &mut rng, 10 * 13 * 13);
            let position = Position::from_board(board, Color::Black, Rules::TROMP_TAYLOR).with_komi(0.0);
            let score = scoring::score(&position, &PointSet::EMPTY);
            let points: ByColor<u32> = ByColor::from_fn(|color| score.points[color].len());
            assert_eq!(score.margin() as i32, position.board().simple_area(), "{points:?}");
        }
    }
}
