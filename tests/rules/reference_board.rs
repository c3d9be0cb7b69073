//! A board that is slow and obviously right: it knows nothing but stones and searches for the rest.

use fuzeki::board::{Color, Point, zobrist};
use std::collections::BTreeSet;

/// Stones by row and column, and what they were before the last move.
#[derive(Clone)]
pub struct ReferenceBoard {
    pub size: usize,
    stones: Vec<Option<Color>>,
    before: Option<Vec<Option<Color>>>,
    pub captured: [u32; 2],
}

pub type Place = (usize, usize);

impl ReferenceBoard {
    pub fn new(size: usize) -> Self {
        ReferenceBoard { size, stones: vec![None; size * size], before: None, captured: [0; 2] }
    }

    pub fn at(&self, (x, y): Place) -> Option<Color> {
        self.stones[y * self.size + x]
    }

    pub fn set(&mut self, (x, y): Place, stone: Option<Color>) {
        self.stones[y * self.size + x] = stone;
    }

    pub fn stones(&self) -> &[Option<Color>] {
        &self.stones
    }

    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let size = self.size;
        (0..size * size).map(move |i| (i % size, i / size))
    }

    pub fn neighbours(&self, (x, y): Place) -> Vec<Place> {
        let mut near = Vec::with_capacity(4);
        if x > 0 {
            near.push((x - 1, y));
        }
        if y > 0 {
            near.push((x, y - 1));
        }
        if x + 1 < self.size {
            near.push((x + 1, y));
        }
        if y + 1 < self.size {
            near.push((x, y + 1));
        }
        near
    }

    /// The places connected with one that hold the same.
    pub fn chain(&self, place: Place) -> BTreeSet<Place> {
        let mut chain = BTreeSet::from([place]);
        let mut open = vec![place];
        while let Some(next) = open.pop() {
            for near in self.neighbours(next) {
                if self.at(near) == self.at(place) && chain.insert(near) {
                    open.push(near);
                }
            }
        }
        chain
    }

    pub fn liberties(&self, chain: &BTreeSet<Place>) -> BTreeSet<Place> {
        chain.iter().flat_map(|&stone| self.neighbours(stone)).filter(|&n| self.at(n).is_none()).collect()
    }

    fn has_liberty(&self, place: Place) -> bool {
        !self.liberties(&self.chain(place)).is_empty()
    }

    /// Every chain has a liberty.
    pub fn is_legal_position(&self) -> bool {
        self.places().all(|place| self.at(place).is_none() || self.has_liberty(place))
    }

    fn take(&mut self, chain: &BTreeSet<Place>) {
        for &stone in chain {
            if let Some(color) = self.at(stone) {
                self.captured[color.index()] += 1;
            }
            self.set(stone, None);
        }
    }

    /// Places the stone, takes enemies without liberties, then own stones without liberties.
    pub fn play(&mut self, color: Color, place: Place) {
        let before = self.stones.clone();
        self.set(place, Some(color));
        for near in self.neighbours(place) {
            if self.at(near) == Some(!color) && !self.has_liberty(near) {
                self.take(&self.chain(near));
            }
        }
        if !self.has_liberty(place) {
            self.take(&self.chain(place));
        }
        self.before = Some(before);
    }

    pub fn pass(&mut self) {
        self.before = None;
    }

    pub fn after(&self, color: Color, place: Place) -> ReferenceBoard {
        let mut after = self.clone();
        after.play(color, place);
        after
    }

    pub fn is_suicide(&self, color: Color, place: Place) -> bool {
        self.at(place).is_none()
            && self.neighbours(place).iter().all(|&near| self.at(near).is_some())
            && self.after(color, place).at(place).is_none()
    }

    /// Simple ko: the move must not bring back the board before the enemy's last move. Who takes back in
    /// a ko plays between enemies.
    pub fn is_ko(&self, color: Color, place: Place) -> bool {
        // Two suicides in succession are no ko, though nothing changes.
        self.at(place).is_none()
            && self.neighbours(place).iter().all(|&near| self.at(near) == Some(!color))
            && !self.is_suicide(color, place)
            && self.before.as_ref().is_some_and(|before| self.after(color, place).stones == *before)
    }

    /// The hash by its definition.
    pub fn hash(&self) -> u64 {
        self.places().fold(zobrist::board_size(self.size as u8), |hash, place| match self.at(place) {
            Some(color) => hash ^ zobrist::stone(color, point(place)),
            None => hash,
        })
    }
}

pub fn point((x, y): Place) -> Point {
    Point::new(x as u8, y as u8)
}

pub fn place(point: Point) -> Place {
    (point.x().into(), point.y().into())
}

#[test]
fn the_reference_board_takes_and_refuses_as_the_rules_say() {
    let mut board = ReferenceBoard::new(3);
    for (color, place) in [(Color::Black, (1, 0)), (Color::White, (0, 0)), (Color::Black, (0, 1))] {
        board.play(color, place);
    }
    assert_eq!(board.at((0, 0)), None);
    assert_eq!(board.captured, [0, 1]);
    assert!(board.is_suicide(Color::White, (0, 0)));
    assert!(!board.is_suicide(Color::Black, (0, 0)));
}
