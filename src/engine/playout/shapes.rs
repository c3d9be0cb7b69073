//! What 3x3 shapes are worth in playouts: weights learnt from games, in the place of MoGo's list of patterns.
//!
//! A move next to the last one is drawn by the weight of its shape against the weight 1 of a move anywhere else; a
//! move anywhere else is taken by lots that depend on its shape. (Moves next to the one before the last were
//! weighed too, and added nothing.) Shapes that a turn, a mirror or
//! an exchange of colours makes the same share a class.

use crate::board::{Board, Cell, Color, Point, Symmetry};
use std::sync::LazyLock;

/// Classes of shapes, and one more for what no board of three lines or more has.
#[derive(Debug)]
pub struct Classes {
    /// By the shape as the player to move sees it, Black standing for the own stones.
    of: Vec<u16>,
    count: usize,
}

/// The classes of all shapes.
pub static CLASSES: LazyLock<Classes> = LazyLock::new(Classes::new);

impl Classes {
    fn new() -> Classes {
        let mut of = vec![0; 1 << 16];
        let mut count = 1;
        for shape in 0..=u16::MAX {
            let smallest = Symmetry::ALL.into_iter().map(|symmetry| turned(shape, symmetry)).min().unwrap_or(shape);
            if smallest < shape {
                of[usize::from(shape)] = of[usize::from(smallest)];
            } else if is_possible(shape) {
                of[usize::from(shape)] = count;
                count += 1;
            }
        }
        Classes { of, count: usize::from(count) }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The class of the shape around a point for a player.
    #[inline(always)]
    pub fn of(&self, board: &Board, color: Color, point: Point) -> usize {
        let shape = board.shape(point);
        let seen = match color {
            Color::Black => shape,
            // Stones are cells whose upper bit is 0: their lower bits are exchanged.
            Color::White => shape ^ (!(shape >> 1) & 0x5555),
        };
        usize::from(self.of[usize::from(seen)])
    }
}

fn cell(shape: u16, at: usize) -> u16 {
    shape >> (2 * at) & 3
}

fn turned(shape: u16, symmetry: Symmetry) -> u16 {
    // The eight points around the middle of a board of three lines, in the order of `Point::around`.
    let place = |at: usize| if at < 4 { at } else { at + 1 };
    (0..8).fold(0, |all, at| {
        let to = symmetry.apply(Point::new(place(at) as u8 % 3, place(at) as u8 / 3), 3);
        let to = usize::from(to.y()) * 3 + usize::from(to.x());
        all | cell(shape, at) << (2 * if to < 4 { to } else { to - 1 })
    })
}

/// Whether the border lies on no side, on one or on two that meet.
fn is_possible(shape: u16) -> bool {
    let border = (0..8).filter(|&at| cell(shape, at) == Cell::Border as u16).fold(0u32, |all, at| all | 1 << at);
    let (above, left, right, below) = (0b0000_0111, 0b0010_1001, 0b1001_0100, 0b1110_0000);
    let sides = [above, left, right, below];
    let of =
        |chosen: u32| (0..4).filter(|side| chosen >> side & 1 != 0).fold(0, |all, side| all | sides[side as usize]);
    [0, 0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0101, 0b1010, 0b1100].into_iter().any(|chosen| of(chosen) == border)
}

/// How a point lies to the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Beside it.
    Beside,
    /// Diagonally next to it.
    Diagonal,
}

impl Relation {
    /// How the points of `Point::around` lie to the one in the middle.
    const AROUND: [Relation; 8] = {
        use Relation::{Beside as B, Diagonal as D};
        [D, B, D, B, B, D, B, D]
    };
}

/// A move next to the last one, with its weight.
#[derive(Clone, Copy, Debug)]
pub struct NearMove {
    /// Where.
    pub point: Point,
    /// The class of its shape.
    pub class: u16,
    /// How it lies to the last move.
    pub relation: Relation,
    /// Its weight; a move elsewhere has the weight 1.
    pub weight: f32,
}

/// All empty points next to the last move.
#[derive(Clone, Copy, Debug)]
pub struct NearMoves {
    moves: [NearMove; 8],
    len: usize,
    /// Their weights and that of a move elsewhere added up.
    pub total: f32,
}

impl std::ops::Deref for NearMoves {
    type Target = [NearMove];
    #[inline(always)]
    fn deref(&self) -> &[NearMove] {
        &self.moves[..self.len]
    }
}

/// What is learnt and kept in a file. Weights are natural logarithms.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// By class, for moves next to the last one.
    pub near: Vec<f32>,
    /// By class, for moves anywhere else: the logarithm of the lot, which is sure from 0 on.
    pub far: Vec<f32>,
    /// By [`Relation`], added to those of near moves.
    pub relation: [f32; 2],
    /// By [`Rule`](super::Rule): how much more or less often than the settings say a rule is followed with these shapes.
    pub rates: [f32; 4],
}

impl Weights {
    /// Every shape is worth the same, and all near moves together about as much as one elsewhere.
    pub fn flat() -> Weights {
        let all = |log: f32| vec![log; CLASSES.count()];
        Weights { near: all(0.0), far: all(-2.0), relation: [-2.0; 2], rates: [1.0; 4] }
    }
}

/// Weights as playouts use them.
#[derive(Clone, Debug)]
pub struct Shapes {
    /// By class and [`Relation`].
    near: Vec<[f32; 2]>,
    /// By class, lots out of 65536.
    far: Vec<u32>,
    rates: [f32; 4],
}

/// The least lot, so that no move is ruled out.
const LEAST: f32 = 0.002;

impl Shapes {
    /// The tables for these weights.
    pub fn new(weights: &Weights) -> Shapes {
        let lot = |log: f32| (log.exp().clamp(LEAST, 1.0) * 65536.0) as u32;
        let near = |log: &f32| weights.relation.map(|relation| (log + relation).exp());
        Shapes {
            near: weights.near.iter().map(near).collect(),
            far: weights.far.iter().map(|&log| lot(log)).collect(),
            rates: weights.rates,
        }
    }

    /// The moves next to the last one.
    #[inline(always)]
    pub fn near(&self, classes: &Classes, board: &Board, color: Color, last: Point) -> NearMoves {
        const NONE: NearMove = NearMove { point: Point::new(0, 0), class: 0, relation: Relation::Beside, weight: 0.0 };
        let mut near = NearMoves { moves: [NONE; 8], len: 0, total: 1.0 };
        for (point, relation) in last.around().into_iter().zip(Relation::AROUND) {
            if board.is_empty(point) {
                let class = classes.of(board, color, point);
                let weight = self.near[class][relation as usize];
                near.moves[near.len] = NearMove { point, class: class as u16, relation, weight };
                near.len += 1;
                near.total += weight;
            }
        }
        near
    }

    /// How often rules are followed, by what the settings say.
    pub fn rates(&self, settings: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|rule| (settings[rule] * self.rates[rule]).min(1.0))
    }

    /// The lot of a move of this class, out of 65536.
    #[inline(always)]
    pub fn lot(&self, class: usize) -> u32 {
        self.far[class]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(stones: &[(u8, u8, Color)]) -> Board {
        Board::from_stones(5, stones.iter().map(|&(x, y, color)| (Point::new(x, y), color)))
    }

    #[test]
    fn shapes_that_a_turn_or_an_exchange_of_colours_makes_the_same_share_a_class() {
        use Color::{Black, White};
        let middle = Point::new(2, 2);
        let hane = board(&[(1, 1, Black), (2, 1, White), (3, 1, Black)]);
        let class = CLASSES.of(&hane, Black, middle);
        let turned = board(&[(3, 1, Black), (3, 2, White), (3, 3, Black)]);
        let exchanged = board(&[(1, 3, White), (2, 3, Black), (3, 3, White)]);
        assert_eq!(CLASSES.of(&turned, Black, middle), class);
        assert_eq!(CLASSES.of(&exchanged, White, middle), class);
        assert_ne!(CLASSES.of(&hane, White, middle), class, "it is another shape for the enemy");
        assert_ne!(CLASSES.of(&board(&[]), Black, middle), CLASSES.of(&board(&[]), Black, Point::new(0, 2)));
    }

    #[test]
    fn every_shape_of_a_board_has_a_class_of_its_own_up_to_symmetry() {
        // By Burnside's lemma: 954 in the middle, 135 at a side, 18 in a corner; and one for what is no shape.
        assert_eq!(CLASSES.count(), 954 + 135 + 18 + 1);
        let empty = Board::new(3);
        assert!(Point::all(3).all(|p| CLASSES.of(&empty, Color::Black, p) > 0));
        assert_eq!(
            CLASSES.of(&Board::new(2), Color::Black, Point::new(0, 0)),
            CLASSES.of(&empty, Color::White, Point::new(2, 2))
        );
    }

    #[test]
    fn moves_next_to_the_last_one_have_the_weights_of_their_shapes_and_places() {
        let mut weights = Weights::flat();
        weights.relation = [1.0, 0.5];
        let board = board(&[(1, 1, Color::White), (0, 0, Color::Black)]);
        weights.near[CLASSES.of(&board, Color::Black, Point::new(2, 2))] = -0.25;
        let near = Shapes::new(&weights).near(&CLASSES, &board, Color::Black, Point::new(1, 1));
        let weight = |x, y| near.iter().filter(|m| m.point == Point::new(x, y)).map(|m| m.weight).sum::<f32>();
        assert_eq!((near.len(), weight(0, 0)), (7, 0.0));
        for ((x, y), log) in [((1, 0), 1.0f32), ((2, 0), 0.5), ((2, 2), 0.25)] {
            assert!((weight(x, y) - log.exp()).abs() < 1e-4, "{x} {y}");
        }
        assert!((near.total - 1.0 - near.iter().map(|m| m.weight).sum::<f32>()).abs() < 1e-4);
    }
}
