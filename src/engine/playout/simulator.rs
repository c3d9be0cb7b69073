//! The ways to play a game out, by name: what commands and measurements choose from.

use super::chelaru::{analyse_after::AnalyseAfter, common_fate_graph::CommonFateGraph, naive::Naive};
use super::mogo::MogoSimulator;
use super::uniform::Uniform;
use crate::board::{Board, Color};
use crate::util::rng::FastRng;

/// How a game that was played out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Moves until the end, passes included.
    pub moves: u32,
    /// Area without komi, positive when Black has more.
    pub score: i32,
}

/// Plays games out. It keeps its tables from game to game, one simulator for each thread.
pub trait Simulator {
    /// Plays one game from `start` to the end; `start` is left as it is.
    fn play_out(&mut self, start: &Board, to_play: Color, rng: &mut FastRng) -> Outcome;
}

/// One way to play games out.
pub struct Way {
    /// What people call it on the command line.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Makes a simulator for one thread.
    pub make: fn() -> Box<dyn Simulator>,
}

/// All ways. To add one, write a [`Simulator`] and a line here.
pub static WAYS: &[Way] = &[
    Way { name: "uniform", about: "every legal move but own eyes, on the fast board", make: make::<Uniform> },
    Way { name: "mogo", about: "rules around the last moves, as in the search", make: make::<MogoSimulator> },
    Way { name: "naive", about: "Chelaru 4.3.1.1: worms searched anew after each move", make: make::<Naive> },
    Way { name: "cfg", about: "Chelaru 4.3.1.2: worms melted in a common fate graph", make: make::<CommonFateGraph> },
    Way { name: "analyse-after", about: "Chelaru 4.3.1.3: captures worked out at the end", make: make::<AnalyseAfter> },
];

fn make<S: Simulator + Default + 'static>() -> Box<dyn Simulator> {
    Box::new(S::default())
}

/// The way of this name.
pub fn by_name(name: &str) -> Option<&'static Way> {
    WAYS.iter().find(|way| way.name == name)
}

/// Where a game is cut off: without superko it may go in circles.
pub fn move_cap(board: &Board) -> u32 {
    3 * board.area()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    #[test]
    fn names_are_distinct_and_found() {
        for way in WAYS {
            assert!(std::ptr::eq(by_name(way.name).unwrap(), way), "{} stands twice", way.name);
        }
        assert!(by_name("no such way").is_none());
    }

    #[test]
    fn every_way_is_reproducible_on_every_size_and_can_change_it() {
        for way in WAYS {
            let run = |seed| {
                let (mut simulator, mut rng) = ((way.make)(), FastRng::new(seed));
                [19, 2, 9, 3, 25, 13, 5, 7].map(|size| {
                    let start = Board::new(size);
                    let outcome = simulator.play_out(&start, Color::Black, &mut rng);
                    assert!(outcome.moves <= move_cap(&start), "{}: {outcome:?}", way.name);
                    assert!(outcome.score.unsigned_abs() <= start.area(), "{}: {outcome:?}", way.name);
                    outcome
                })
            };
            assert_eq!(run(3), run(3), "{}", way.name);
            assert_ne!(run(3), run(4), "{}", way.name);
        }
    }

    /// A row of living black stones with two eyes against nothing at all: no way may lose it.
    #[test]
    fn every_way_starts_from_the_given_position() {
        let size = 5;
        let eyes = [Point::new(0, 0), Point::new(4, 4)];
        let stones = Point::all(size).filter(|point| !eyes.contains(point)).map(|point| (point, Color::Black));
        let start = Board::from_stones(size, stones);
        for way in WAYS {
            let mut simulator = (way.make)();
            for to_play in Color::BOTH {
                let outcome = simulator.play_out(&start, to_play, &mut FastRng::new(1));
                assert_eq!(outcome.score, 25, "{} with {to_play} to play", way.name);
            }
        }
    }
}
