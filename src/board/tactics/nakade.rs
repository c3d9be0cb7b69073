//! Eye spaces of up to six points: which are alive, dead, or hang on one vital point.
//!
//! Among the shapes of up to six points those that hang on one point are the three in a row, the bent
//! three, the pyramid four, the bulky and the crossed five and the rabbity six; one, two and the square
//! four are dead; all others live. (Corners and missing outer liberties can make it worse for the
//! defender; this judges the bare shape.) The test solves the game on all 307 shapes to prove it.

use super::small_space::{may_be_empty_space, may_have_entered};
use crate::board::{Board, Color, Point, PointList};

/// The largest eye space that is judged.
pub const MAX_SPACE: usize = 6;

/// What becomes of an eye space that is all a group has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// It makes two eyes whoever moves.
    Alive,
    /// Who plays here first decides.
    Unsettled(Point),
    /// It never makes two eyes.
    Dead,
}

/// A connected space surrounded by stones of one colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EyeSpace {
    /// The points of the space.
    pub points: PointList<MAX_SPACE>,
    /// The colour around it.
    pub defender: Color,
}

impl EyeSpace {
    /// The empty points connected with `point`, if they are two to six and all stones around them are the defender's.
    #[inline(always)]
    pub fn empty(board: &Board, defender: Color, point: Point) -> Option<EyeSpace> {
        // Playouts ask for nearly every move, and most are answered by a look.
        if may_be_empty_space(board, defender, point) { EyeSpace::flood_empty(board, defender, point) } else { None }
    }

    #[inline(never)]
    fn flood_empty(board: &Board, defender: Color, point: Point) -> Option<EyeSpace> {
        let may_be = |point| may_be_empty_space(board, defender, point);
        EyeSpace::flood(board, defender, point, may_be, |near| board.is_empty(near))
    }

    /// The points connected with a stone in the defender's space, empty or stones of its colour, if they are two to
    /// six.
    #[inline(always)]
    pub fn entered(board: &Board, defender: Color, stone: Point) -> Option<EyeSpace> {
        if may_have_entered(board, defender, stone) { EyeSpace::flood_entered(board, defender, stone) } else { None }
    }

    #[inline(never)]
    fn flood_entered(board: &Board, defender: Color, stone: Point) -> Option<EyeSpace> {
        let inside = |near| board.is_empty(near) || board.at(near).is(!defender);
        EyeSpace::flood(board, defender, stone, |point| may_have_entered(board, defender, point), inside)
    }

    /// What is connected with a point by points inside, as long as the views of all of them allow for a small space.
    #[inline(always)]
    fn flood(
        board: &Board,
        defender: Color,
        point: Point,
        may_be: impl Fn(Point) -> bool,
        inside: impl Fn(Point) -> bool,
    ) -> Option<EyeSpace> {
        let mut points = PointList::new();
        points.add(point);
        let mut next = 0;
        while next < points.len() {
            let point: Point = points[next];
            for near in point.neighbours() {
                if inside(near) && !(may_be(near) && add(&mut points, near)) {
                    return None;
                }
            }
            next += 1;
        }
        // A tiny board without stones has no walls.
        points.iter().any(|&point| board.neighbours_of(point, defender) > 0).then_some(EyeSpace { points, defender })
    }

    /// Judges the shape. An unsettled one may be settled already: see what lies on its vital point.
    #[inline]
    pub fn life(&self) -> Life {
        shape_life(&self.points)
    }

    /// The empty vital point, if the space hangs on one.
    #[inline]
    pub fn vital_point(&self, board: &Board) -> Option<Point> {
        match self.life() {
            Life::Unsettled(point) if board.is_empty(point) => Some(point),
            _ => None,
        }
    }
}

/// Adds a point; false when it is new and there is no room.
#[inline(always)]
fn add(points: &mut PointList<MAX_SPACE>, point: Point) -> bool {
    let full = points.is_full() && !points.contains(&point);
    points.add(point);
    !full
}

/// Judges a connected shape of at most six points by its pairs of neighbours: a shape hangs on the
/// point with most neighbours in it.
#[inline]
pub fn shape_life(points: &[Point]) -> Life {
    let degree = |point: Point| point.neighbours().into_iter().filter(|n| points.contains(n)).count();
    let mut pairs = 0;
    let mut centre = (0, None);
    for &point in points {
        let degree = degree(point);
        pairs += degree;
        if degree > centre.0 {
            centre = (degree, Some(point));
        }
    }
    let (most, Some(centre)) = centre else { return Life::Dead };
    match (points.len(), most, pairs / 2) {
        (2, ..) | (4, 2, 4) => Life::Dead,
        (3, ..) | (4, 3, _) | (5, 4, _) | (5, 3, 5) | (6, 4, 6) => Life::Unsettled(centre),
        _ => Life::Alive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::FastRng;
    use std::collections::HashSet;

    /// A space without a look at views: whatever is connected by points inside, if nothing else lies around.
    fn plain(board: &Board, defender: Color, start: Point, entered: bool) -> Option<Vec<Point>> {
        let inside = |p: Point| board.is_empty(p) || entered && board.at(p).is(!defender);
        let mut points = vec![start];
        let mut next = 0;
        while next < points.len() {
            for near in points[next].neighbours() {
                if inside(near) && !points.contains(&near) {
                    points.push(near);
                }
            }
            next += 1;
        }
        let beside = |color: Color| points.iter().any(|&p| board.neighbours_of(p, color) > 0);
        let walls = beside(defender) && (entered || !beside(!defender));
        (walls && (2..=MAX_SPACE).contains(&points.len())).then_some(points)
    }

    #[test]
    fn views_miss_no_small_space_and_make_none_up() {
        let mut rng = FastRng::new(5);
        let mut met = [0; 2];
        for _ in 0..400 {
            let mut board = Board::new(7);
            let mut color = Color::Black;
            for _ in 0..70 {
                let empty = board.empty_points();
                let last = empty[rng.below(empty.len() as u32) as usize];
                if board.is_playable(color, last) {
                    board.play(color, last);
                }
                color = !color;
                for (defender, point) in Color::BOTH.into_iter().flat_map(|c| Point::all(7).map(move |p| (c, p))) {
                    let entered = board.at(point).is(!defender);
                    let found = match entered {
                        true => EyeSpace::entered(&board, defender, point),
                        false if board.is_empty(point) => EyeSpace::empty(&board, defender, point),
                        false => continue,
                    };
                    let plain = plain(&board, defender, point, entered);
                    met[usize::from(entered)] += u32::from(plain.is_some());
                    assert_eq!(found.map(|space| space.points.to_vec()), plain);
                }
            }
        }
        assert!(met[0] > 1000 && met[1] > 1000, "there were spaces to be found: {met:?}");
    }

    type Shape = Vec<(u8, u8)>;

    /// All connected shapes of `n` points, moved to the upper left.
    fn shapes(n: usize) -> HashSet<Shape> {
        if n == 1 {
            return HashSet::from([vec![(0, 0)]]);
        }
        let mut found = HashSet::new();
        for shape in shapes(n - 1) {
            for &(x, y) in &shape {
                for (dx, dy) in [(0, 1), (2, 1), (1, 0), (1, 2)] {
                    let mut grown: Shape = shape.iter().map(|&(x, y)| (x + 1, y + 1)).collect();
                    let cell = (x + dx, y + dy);
                    if !grown.contains(&cell) {
                        grown.push(cell);
                        let (left, top) =
                            (grown.iter().map(|c| c.0).min().unwrap(), grown.iter().map(|c| c.1).min().unwrap());
                        grown.iter_mut().for_each(|c| *c = (c.0 - left, c.1 - top));
                        grown.sort();
                        found.insert(grown);
                    }
                }
            }
        }
        found
    }

    /// Points of the space by bits: the whole, the attacker's stones, the defender's stones.
    #[derive(Clone, Copy)]
    struct Fight<'a> {
        near: &'a [u8],
        whole: u8,
        attacker: u8,
        defender: u8,
    }

    impl Fight<'_> {
        /// Eyes: parts into which the defender's stones divide the space.
        fn eyes(&self) -> u32 {
            let mut rest = self.whole & !self.defender;
            let mut eyes = 0;
            while rest != 0 {
                let mut part = 1 << rest.trailing_zeros();
                loop {
                    let grown = (0..8).filter(|i| part >> i & 1 == 1).fold(part, |p, i| p | self.near[i] & rest);
                    if grown == part {
                        break;
                    }
                    part = grown;
                }
                rest &= !part;
                eyes += 1;
            }
            eyes
        }

        fn moves(self) -> impl Iterator<Item = u8> {
            let empty = self.whole & !self.attacker & !self.defender;
            (0..8).map(|i| 1 << i).filter(move |bit| empty & bit != 0)
        }

        fn lives_moving(self) -> bool {
            self.eyes() >= 2 || self.moves().any(|bit| !Fight { defender: self.defender | bit, ..self }.dies_attacked())
        }

        fn dies_attacked(self) -> bool {
            self.eyes() < 2 && self.kills().next().is_some()
        }

        fn kills(self) -> impl Iterator<Item = u8> {
            let none_left = self.moves().next().is_none().then_some(0);
            let kills = move |bit: &u8| !Fight { attacker: self.attacker | bit, ..self }.lives_moving();
            self.moves().filter(kills).chain(none_left)
        }
    }

    #[test]
    fn the_game_on_every_shape_ends_as_judged() {
        let mut counts = Vec::new();
        for n in 1..=MAX_SPACE {
            let shapes = shapes(n);
            counts.push(shapes.len());
            for shape in shapes {
                let points: Vec<Point> = shape.iter().map(|&(x, y)| Point::new(x + 3, y + 3)).collect();
                let near: Vec<u8> = (0..8)
                    .map(|i| {
                        let of = points.get(i).map_or(Vec::new(), |p: &Point| p.neighbours().to_vec());
                        (0..points.len()).filter(|&j| of.contains(&points[j])).fold(0, |set, j| set | 1 << j)
                    })
                    .collect();
                let fight = Fight { near: &near, whole: ((1u16 << n) - 1) as u8, attacker: 0, defender: 0 };
                let kills: Vec<Point> =
                    fight.kills().filter(|&k| k != 0).map(|k| points[k.trailing_zeros() as usize]).collect();
                let solved = match (fight.lives_moving(), kills[..].to_vec()) {
                    (false, _) => Life::Dead,
                    (true, kills) if kills.is_empty() => Life::Alive,
                    (true, kills) => {
                        assert_eq!(kills.len(), 1, "more than one vital point: {shape:?}");
                        Life::Unsettled(kills[0])
                    }
                };
                assert_eq!(shape_life(&points), solved, "{shape:?}");
            }
        }
        assert_eq!(counts, [1, 2, 6, 19, 63, 216], "the known numbers of fixed polyominoes");
    }
}
