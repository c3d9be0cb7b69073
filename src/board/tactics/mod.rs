//! Tactical facts about a [`super::Board`]: liberties, captures, self-atari, ladders, eyes, nakade,
//! unconditional life.
//!
//! Playouts call them for every move: nothing here allocates, and nothing changes the board.

pub mod benson;
pub mod capture;
pub mod eyes;
pub mod ladder;
pub mod liberties;
pub mod nakade;
mod small_space;

pub use benson::{UnconditionalLife, unconditional_life};
pub use capture::{captured_stones, chain_size_after, chains_near, gives_atari, is_self_atari, liberties_after};
pub use eyes::{EyeKind, eye_kind};
pub use ladder::{LadderReader, Reading};
pub use liberties::{liberties, liberty_count};
pub use nakade::{EyeSpace, Life, shape_life};
