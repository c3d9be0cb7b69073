//! Handicap stones: the fixed placements of GTP 2, free ones, and where to put more.

use super::{Color, Move, Point, Position};

/// Why handicap stones cannot be placed so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandicapError {
    /// The board already has stones or moves.
    #[error("handicap stones are placed on an empty board, before the first move")]
    NotEmpty,
    /// Not a number of stones that this board has places for.
    #[error("{count} handicap stones are not possible here; on {size}x{size} it is 2 to {max}")]
    Count {
        /// Stones that were asked for.
        count: usize,
        /// Lines of the board.
        size: u8,
        /// The most stones possible.
        max: usize,
    },
    /// The board has no fixed places at all.
    #[error("a {0}x{0} board has no fixed handicap; place the stones freely")]
    TooSmall(u8),
    /// Two stones on one point.
    #[error("the handicap stone at {0} is given twice")]
    Twice(String),
    /// A stone elsewhere.
    #[error("a handicap stone lies outside of the {0}x{0} board")]
    Outside(u8),
}

/// The most stones that fixed placement knows: 9 on odd boards from 9 lines, 4 on even ones from 8 and
/// on 7 lines, none on smaller boards (GTP 2, section 4.1.1).
pub const fn max_fixed(size: u8) -> usize {
    match size {
        0..7 => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    }
}

/// The most stones of a free handicap: one point must stay empty.
pub const fn max_free(size: u8) -> usize {
    size as usize * size as usize - 1
}

/// The fixed places for so many stones, in the order of GTP 2: third line below 13 lines, else fourth;
/// corners first, then sides, the centre for odd numbers from five.
pub fn fixed(size: u8, count: usize) -> Result<Vec<Point>, HandicapError> {
    let max = max_fixed(size);
    if max == 0 {
        return Err(HandicapError::TooSmall(size));
    }
    if !(2..=max).contains(&count) {
        return Err(HandicapError::Count { count, size, max });
    }
    let low = if size < 13 { 2 } else { 3 };
    let (high, middle) = (size - 1 - low, size / 2);
    // Rows count from the top: the first stone goes to the lower left.
    let places = [
        (low, high),
        (high, low),
        (low, low),
        (high, high),
        (low, middle),
        (high, middle),
        (middle, high),
        (middle, low),
    ];
    let centre = count >= 5 && count % 2 == 1;
    let outer = places.into_iter().take(count - usize::from(centre));
    let points = outer.chain(centre.then_some((middle, middle))).map(|(x, y)| Point::new(x, y)).collect();
    Ok(points)
}

/// Places for a free handicap: the fixed ones where they suffice, and then each stone as far from the
/// others as it can be, rather on the third and fourth line than elsewhere.
pub fn suggest(size: u8, count: usize) -> Result<Vec<Point>, HandicapError> {
    let max = max_free(size);
    if !(2..=max).contains(&count) {
        return Err(HandicapError::Count { count, size, max });
    }
    let mut points = fixed(size, count.min(max_fixed(size))).unwrap_or_default();
    while points.len() < count {
        let value = |point: &Point| {
            let line = point.edge_distance(size);
            let near = points.iter().map(|p| p.circular_distance(*point)).min().unwrap_or(0);
            // The first line only when nothing else is left.
            (line > 0, near, std::cmp::Reverse(line.abs_diff(if size < 13 { 2 } else { 3 })), std::cmp::Reverse(*point))
        };
        let best = Point::all(size).filter(|point| !points.contains(point)).max_by_key(value);
        points.extend(best);
    }
    Ok(points)
}

/// Checks stones that a player has chosen.
pub fn check_free(size: u8, points: &[Point]) -> Result<(), HandicapError> {
    let (count, max) = (points.len(), max_free(size));
    if !(2..=max).contains(&count) {
        return Err(HandicapError::Count { count, size, max });
    }
    for (i, point) in points.iter().enumerate() {
        if !point.is_on(size) {
            return Err(HandicapError::Outside(size));
        }
        if points[..i].contains(point) {
            return Err(HandicapError::Twice(Move::Play(*point).to_gtp(size)));
        }
    }
    Ok(())
}

impl Position {
    /// Places Black's handicap stones on the empty board; then it is White's turn. Komi stays as it is:
    /// [`super::Rules::default_komi`] says what is usual.
    pub fn place_handicap(&mut self, points: &[Point]) -> Result<(), HandicapError> {
        if !self.turns().is_empty() || self.board().empty_points().len() != self.board().area() as usize {
            return Err(HandicapError::NotEmpty);
        }
        check_free(self.size(), points)?;
        self.set_up(points.iter().map(|&point| (point, Some(Color::Black))));
        self.set_to_play(Color::White);
        self.set_handicap(points.len() as u32);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;

    fn text(points: &[Point], size: u8) -> String {
        points.iter().map(|p| p.to_gtp(size)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn fixed_places_are_those_of_gtp() {
        let corners = "D4 Q16 D16 Q4";
        for (count, expected) in [
            (2, "D4 Q16".to_owned()),
            (3, "D4 Q16 D16".to_owned()),
            (4, corners.to_owned()),
            (5, format!("{corners} K10")),
            (6, format!("{corners} D10 Q10")),
            (7, format!("{corners} D10 Q10 K10")),
            (8, format!("{corners} D10 Q10 K4 K16")),
            (9, format!("{corners} D10 Q10 K4 K16 K10")),
        ] {
            assert_eq!(text(&fixed(19, count).unwrap(), 19), expected);
        }
        assert_eq!(text(&fixed(9, 5).unwrap(), 9), "C3 G7 C7 G3 E5");
        assert_eq!(text(&fixed(13, 4).unwrap(), 13), "D4 K10 D10 K4");
        assert_eq!(text(&fixed(8, 4).unwrap(), 8), "C3 F6 C6 F3");
    }

    #[test]
    fn boards_have_as_many_places_as_gtp_says() {
        for (size, max) in [(2, 0), (6, 0), (7, 4), (8, 4), (9, 9), (12, 4), (13, 9), (18, 4), (25, 9)] {
            assert_eq!(max_fixed(size), max);
        }
        assert_eq!(fixed(6, 2), Err(HandicapError::TooSmall(6)));
        let error = fixed(8, 5).unwrap_err().to_string();
        assert_eq!(error, "5 handicap stones are not possible here; on 8x8 it is 2 to 4");
        assert!(fixed(19, 1).is_err());
    }

    #[test]
    fn suggestions_are_valid_for_every_number() {
        for size in [2, 3, 5, 7, 8, 9, 13] {
            for count in 2..=max_free(size) {
                let points = suggest(size, count).unwrap();
                assert_eq!(points.len(), count);
                assert_eq!(check_free(size, &points), Ok(()));
            }
            assert!(suggest(size, max_free(size) + 1).is_err());
        }
        assert_eq!(suggest(19, 9), fixed(19, 9));
        assert!(suggest(19, 25).unwrap().iter().all(|p| p.edge_distance(19) >= 1));
    }

    #[test]
    fn handicap_makes_it_whites_turn() {
        let mut position = Position::new(9, Rules::AGA);
        position.place_handicap(&fixed(9, 3).unwrap()).unwrap();
        assert_eq!(position.to_play(), Color::White);
        assert_eq!(position.handicap(), 3);
        assert_eq!(position.start().1, Color::White);
        assert_eq!(position.place_handicap(&fixed(9, 3).unwrap()), Err(HandicapError::NotEmpty));
    }

    #[test]
    fn free_stones_are_checked() {
        let (a, b) = (Point::new(2, 2), Point::new(3, 3));
        let mut position = Position::new(9, Rules::CHINESE);
        assert!(matches!(position.place_handicap(&[a]), Err(HandicapError::Count { .. })));
        assert_eq!(position.place_handicap(&[a, b, a]), Err(HandicapError::Twice("C7".to_owned())));
        assert_eq!(position.place_handicap(&[a, Point::new(20, 2)]), Err(HandicapError::Outside(9)));
        assert_eq!(position.place_handicap(&[a, b]), Ok(()));
    }
}
