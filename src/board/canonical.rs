//! Hashes that are the same for all turned and mirrored images of a position.
//!
//! What enters: the size of the board, the stones, the player to move, and the point a simple ko
//! forbids, each as in [`zobrist`]. What does not: history, prisoners, komi, rules.

use super::zobrist::{self, Hash};
use super::{Board, Color, MAX_SIZE, Move, Point, Symmetry};
use std::sync::OnceLock;

/// The hash of a position up to symmetry, and how the position lies to its canonical image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The least of the hashes of all images.
    pub hash: Hash,
    size: u8,
    /// Bit `i` is set when symmetry `i` leads to the canonical image. Several do when the position is
    /// symmetric itself.
    symmetries: u8,
}

impl Canonical {
    /// Of a board and the player to move.
    pub fn new(board: &Board, to_play: Color) -> Canonical {
        Self::least(board.size(), &image_hashes(board, to_play))
    }

    /// Of stones without a board, as files and indexes hold them.
    pub fn of_stones(
        size: u8,
        stones: impl IntoIterator<Item = (Point, Color)>,
        ko: Option<Point>,
        to_play: Color,
    ) -> Canonical {
        let keys = image_keys(size);
        let mut hashes = start_hashes(size, to_play, ko);
        for (point, color) in stones {
            mix(&mut hashes, &keys[cell(point, size)][color.index()]);
        }
        Self::least(size, &hashes)
    }

    fn least(size: u8, hashes: &[Hash; 8]) -> Canonical {
        let hash = hashes.iter().copied().min().unwrap_or_default();
        let symmetries = hashes.iter().enumerate().fold(0, |set, (i, &h)| set | u8::from(h == hash) << i);
        Canonical { hash, size, symmetries }
    }

    /// The symmetries that lead from the position to its canonical image; at least one.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> + use<> {
        let set = self.symmetries;
        Symmetry::ALL.into_iter().filter(move |s| set >> s.index() & 1 == 1)
    }

    /// A move of the position as a move of its canonical image; the same one for all moves that are
    /// images of each other in a symmetric position.
    pub fn to_canonical(&self, mv: Move) -> Move {
        match mv {
            Move::Pass => Move::Pass,
            Move::Play(point) => {
                let images = self.symmetries().map(|s| s.apply(point, self.size));
                images.min().map_or(mv, Move::Play)
            }
        }
    }

    /// The moves of the position that a move of the canonical image stands for, without doubles.
    pub fn from_canonical(&self, mv: Move) -> Vec<Move> {
        match mv {
            Move::Pass => vec![Move::Pass],
            Move::Play(point) => {
                let mut points: Vec<Point> = self.symmetries().map(|s| s.inverse().apply(point, self.size)).collect();
                points.sort();
                points.dedup();
                points.into_iter().map(Move::Play).collect()
            }
        }
    }
}

/// The keys of a stone under all eight symmetries, by colour.
pub type ImageKeys = [[Hash; 8]; 2];

/// The keys of stones under all symmetries, for each point of a board row by row from the top left;
/// made once for each size, so that no point has to be turned while hashing.
pub fn image_keys(size: u8) -> &'static [ImageKeys] {
    static TABLES: [OnceLock<Box<[ImageKeys]>>; MAX_SIZE as usize + 1] =
        [const { OnceLock::new() }; MAX_SIZE as usize + 1];
    TABLES[size as usize].get_or_init(|| {
        let image = |color, point| Symmetry::ALL.map(|s| zobrist::stone(color, s.apply(point, size)));
        Point::all(size).map(|point| Color::BOTH.map(|color| image(color, point))).collect()
    })
}

fn cell(point: Point, size: u8) -> usize {
    usize::from(point.y()) * usize::from(size) + usize::from(point.x())
}

#[inline(always)]
fn mix(hashes: &mut [Hash; 8], keys: &[Hash; 8]) {
    hashes.iter_mut().zip(keys).for_each(|(hash, key)| *hash ^= key);
}

/// What enters beside the stones.
fn start_hashes(size: u8, to_play: Color, ko: Option<Point>) -> [Hash; 8] {
    let turn = if to_play == Color::White { zobrist::WHITE_TO_MOVE } else { 0 };
    let mut hashes = [zobrist::board_size(size) ^ turn; 8];
    if let Some(ko) = ko {
        mix(&mut hashes, &Symmetry::ALL.map(|s| zobrist::ko(s.apply(ko, size))));
    }
    hashes
}

/// The hash of each image, by the index of the symmetry.
fn image_hashes(board: &Board, to_play: Color) -> [Hash; 8] {
    let size = board.size();
    let mut hashes = start_hashes(size, to_play, board.ko());
    for (keys, point) in image_keys(size).iter().zip(Point::all(size)) {
        if let Some(stone) = board.stone(point) {
            mix(&mut hashes, &keys[stone.index()]);
        }
    }
    hashes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::FastRng;

    /// A board after random moves, and the same game turned.
    fn pair(rng: &mut FastRng, size: u8, symmetry: Symmetry) -> (Board, Board, Color) {
        let (mut board, mut image) = (Board::new(size), Board::new(size));
        let mut color = Color::Black;
        for _ in 0..rng.below(3 * board.area()) {
            let point = board.empty_points()[rng.below(board.empty_points().len() as u32) as usize];
            if board.is_legal(color, point) {
                board.play(color, point);
                image.play(color, symmetry.apply(point, size));
                color = !color;
            }
        }
        (board, image, color)
    }

    #[test]
    fn images_share_the_hash_and_moves_map_both_ways() {
        let mut rng = FastRng::new(11);
        for size in [2, 3, 5, 9, 19] {
            for round in 0..200 {
                let symmetry = Symmetry::ALL[round % 8];
                let (board, image, color) = pair(&mut rng, size, symmetry);
                let (a, b) = (Canonical::new(&board, color), Canonical::new(&image, color));
                assert_eq!(a.hash, b.hash);
                for point in Point::all(size) {
                    let there = a.to_canonical(point.into());
                    assert_eq!(there, b.to_canonical(symmetry.apply(point, size).into()));
                    assert!(a.from_canonical(there).contains(&point.into()));
                }
            }
        }
    }

    #[test]
    fn stones_hash_like_their_board() {
        let mut rng = FastRng::new(3);
        for size in [2, 9, 19, 25] {
            let (board, _, color) = pair(&mut rng, size, Symmetry::IDENTITY);
            let stones = Point::all(size).filter_map(|p| Some((p, board.stone(p)?)));
            assert_eq!(Canonical::of_stones(size, stones, board.ko(), color), Canonical::new(&board, color));
        }
    }

    #[test]
    fn turn_ko_and_size_make_a_difference() {
        let board = Board::new(9);
        let empty = Canonical::new(&board, Color::Black);
        assert_ne!(empty.hash, Canonical::new(&board, Color::White).hash);
        assert_ne!(empty.hash, Canonical::new(&Board::new(13), Color::Black).hash);
        let mut ko = board.clone();
        ko.set_ko(Some(Point::new(3, 2)));
        assert_ne!(empty.hash, Canonical::new(&ko, Color::Black).hash);
        let mut turned = board.clone();
        turned.set_ko(Some(Point::new(2, 3)));
        assert_eq!(Canonical::new(&turned, Color::Black).hash, Canonical::new(&ko, Color::Black).hash);
    }

    #[test]
    fn on_a_symmetric_board_a_move_stands_for_its_images() {
        let empty = Canonical::new(&Board::new(9), Color::Black);
        assert_eq!(empty.symmetries().count(), 8);
        let star = empty.to_canonical(Point::new(6, 6).into());
        assert_eq!(star, empty.to_canonical(Point::new(2, 6).into()));
        assert_eq!(empty.from_canonical(star).len(), 4);
        assert_eq!(empty.from_canonical(Point::new(4, 4).into()).len(), 1);
        assert_eq!(empty.from_canonical(Point::new(2, 3).into()).len(), 8);
        assert_eq!(empty.from_canonical(Move::Pass), [Move::Pass]);
    }

    #[test]
    fn the_order_of_moves_does_not_matter() {
        let moves = [(2, 2), (6, 6), (2, 6), (6, 2), (4, 4), (4, 2)].map(|(x, y)| Point::new(x, y));
        let play = |order: [usize; 6]| {
            let mut board = Board::new(9);
            order.iter().enumerate().for_each(|(i, &m)| {
                board.play(Color::BOTH[i % 2], moves[m]);
            });
            Canonical::new(&board, Color::Black).hash
        };
        assert_eq!(play([0, 1, 2, 3, 4, 5]), play([4, 5, 0, 3, 2, 1]));
        assert_ne!(play([0, 1, 2, 3, 4, 5]), play([1, 0, 2, 3, 4, 5]));
    }
}
