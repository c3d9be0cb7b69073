//! Which verdicts bear on a position: exactly (any orientation, any order of moves), or nearly, with
//! a degree in [0, 1] and the reason in words.

mod base;
mod context;
mod hits;
mod index;
mod near;
mod sequence;
pub mod why;
mod window;

pub use context::{Agreement, Context, agreement, agreement_degree};
pub use hits::{Fuzzy, Hit, HitKind, by_move};
pub use index::{Index, JudgedKey, Query, Verdict};
pub use sequence::PrefixHit;

#[cfg(test)]
mod tests;
