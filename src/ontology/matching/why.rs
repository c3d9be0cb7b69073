//! Why a verdict bears on a position: as data, which the window puts into the reader's language, and as
//! an English sentence.

use super::PrefixHit;
use crate::board::{Move, Point};
use std::fmt;

/// On what ground a verdict was found.
#[derive(Clone, Debug, PartialEq)]
pub enum Ground {
    /// The very position, turned or not.
    Same,
    /// The position with colours exchanged.
    Exchanged,
    /// A position with a few other stones.
    Near {
        /// Where they differ.
        points: Vec<Point>,
        /// Lines from the move to the nearest of them; `None` for a pass.
        lines: Option<u8>,
        /// Lines of the board.
        size: u8,
    },
    /// The same neighbourhood of the move.
    Local {
        /// Lines of the square around the move.
        span: u8,
        /// Stones in it.
        stones: u32,
    },
}

/// What differs between the game at hand and the one that a verdict is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// Another komi.
    Komi {
        /// Here.
        here: f32,
        /// There; as seen with colours exchanged where they are.
        there: f32,
        /// Whether colours are exchanged.
        exchanged: bool,
    },
    /// The komi there is not known.
    NoKomi {
        /// Here.
        here: f32,
    },
    /// Other rules.
    Rules {
        /// Here.
        here: String,
        /// There.
        there: String,
    },
    /// The rules there are not known.
    NoRules,
}

/// Why a verdict applies here, and what of it does not.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// On what ground.
    pub ground: Ground,
    /// What differs besides.
    pub differences: Vec<Difference>,
}

impl Ground {
    /// A near position, with the move that was judged.
    pub(super) fn near(mv: Move, points: &[Point], size: u8) -> Ground {
        let lines = mv.point().and_then(|at| points.iter().map(|point| at.line_distance(*point)).min());
        Ground::Near { points: points.to_vec(), lines, size }
    }
}

/// The names of points, as they are written in a sentence.
pub fn names(points: &[Point], size: u8) -> String {
    points.iter().map(|point| point.to_gtp(size)).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ground::Same => f.write_str("the same position"),
            Ground::Exchanged => f.write_str("the same position with colours exchanged"),
            Ground::Near { points, lines, size } => {
                match points.len() {
                    1 => write!(f, "a near position: one point differs ({})", names(points, *size))?,
                    n => write!(f, "a near position: {n} points differ ({})", names(points, *size))?,
                }
                match lines {
                    Some(1) => f.write_str(", one line from the move"),
                    Some(lines) => write!(f, ", {lines} lines from the move"),
                    None => Ok(()),
                }
            }
            Ground::Local { span, stones } => {
                write!(f, "the same {span}x{span} points around the move, {stones} stones among them")
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Komi { here, there, exchanged: false } => write!(f, "komi is {here} here and {there} there"),
            Difference::Komi { here, there, exchanged: true } => {
                write!(f, "komi is {here} here and {there} seen from the other side there")
            }
            Difference::NoKomi { here } => write!(f, "komi is {here} here and unknown there"),
            Difference::Rules { here, there } => write!(f, "rules are {here} here and {there} there"),
            Difference::NoRules => f.write_str("the rules there are unknown"),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ground.fmt(f)?;
        self.differences.iter().try_for_each(|difference| write!(f, "; {difference}"))
    }
}

impl PrefixHit {
    /// In a sentence.
    pub fn why(&self) -> String {
        let PrefixHit { name, common, length, .. } = self;
        let mut why = if common == length {
            format!("the game follows {name} for all its {common} moves")
        } else {
            format!("the game followed {name} for {common} of {length} moves")
        };
        if let Some(next) = self.next {
            let verb = if common == length { "goes on" } else { "went on" };
            why += &format!("; {} {verb} with {}", self.label, next.to_gtp(self.size));
        }
        self.differences.iter().for_each(|difference| why += &format!("; {difference}"));
        why
    }
}
