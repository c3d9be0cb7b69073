//! The number of legal positions (Tromp and Farnebäck, "Combinatorics of Go"): 1, 57, 12,675,
//! 24,318,165 on boards of one to four lines.

use crate::reference_board::ReferenceBoard;
use fuzeki::board::{Board, Color, Point};
use std::collections::HashSet;

/// Tries everything on the plain board, one place after the other.
fn count_on_reference(board: &mut ReferenceBoard, at: usize) -> u64 {
    let Some(place) = board.places().nth(at) else { return board.is_legal_position().into() };
    [None, Some(Color::Black), Some(Color::White)]
        .into_iter()
        .map(|stone| {
            board.set(place, stone);
            count_on_reference(board, at + 1)
        })
        .sum()
}

/// Sets stones on the fast board. A chain without pseudo-liberties stays without: what is not yet
/// decided counts as empty.
fn count_on_board(boards: &mut [Board], points: &[Point]) -> u64 {
    let Some((&point, rest)) = points.split_first() else { return 1 };
    let mut count = count_on_board(boards, rest);
    for color in Color::BOTH {
        let (board, deeper) = boards.split_first_mut().expect("one board for each point");
        deeper[0].copy_from(board);
        deeper[0].put(color, point);
        let near = point.neighbours();
        let stays = |p: &Point| deeper[0].stone(*p).is_none() || deeper[0].pseudo_liberties(*p) > 0;
        if stays(&point) && near.iter().all(stays) {
            count += count_on_board(deeper, rest);
        }
    }
    count
}

fn count(size: u8) -> u64 {
    let points: Vec<Point> = Point::all(size).collect();
    let mut boards = vec![Board::new(size); points.len() + 1];
    count_on_board(&mut boards, &points)
}

/// All boards that legal moves of either colour lead to.
fn count_by_play(size: u8) -> usize {
    let mut seen = HashSet::from([Board::new(size).hash()]);
    let mut open = vec![Board::new(size)];
    while let Some(board) = open.pop() {
        for point in Point::all(size).filter(|&point| board.is_empty(point)) {
            for color in Color::BOTH {
                if !board.is_suicide(color, point) {
                    let mut next = board.clone();
                    next.play(color, point);
                    if seen.insert(next.hash()) {
                        open.push(next);
                    }
                }
            }
        }
    }
    seen.len()
}

#[test]
fn one_position_on_one_point() {
    assert_eq!(count_on_reference(&mut ReferenceBoard::new(1), 0), 1);
}

#[test]
fn legal_positions_on_two_and_three_lines_are_as_many_as_is_known() {
    for (size, expected) in [(2, 57), (3, 12_675)] {
        assert_eq!(count(size), expected);
        assert_eq!(count_by_play(size), expected as usize);
        assert_eq!(count_on_reference(&mut ReferenceBoard::new(size.into()), 0), expected);
    }
}

#[test]
fn legal_positions_on_four_lines_are_as_many_as_is_known() {
    assert_eq!(count(4), 24_318_165);
}
