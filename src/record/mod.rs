//! Game records: the game tree with its edits, and the files it is read from and written to.

mod collection;
mod edit;
mod encoding;
pub mod format;
mod game;
mod ident;
mod info;
mod journal;
mod legality;
mod markup;
mod properties;
mod replay;
mod setup;
mod steps;
mod tree;
mod value;
mod walk;
mod warning;

pub use collection::Collection;
pub use edit::{Edit, EditError};
pub use encoding::{EncodingSource, encoding_for_label};
pub use format::{FileError, Loaded, ReadError, ReadOptions, read_bytes, read_path, sgf};
pub use game::{Editor, Game};
pub use ident::{Ident, Kind, KnownProperty, known};
pub use info::{Foreign, GameStart, InfoField};
pub use journal::{EditKind, Undone};
pub use markup::{Mark, Markup};
pub use properties::{Properties, Property};
pub use replay::Replayed;
pub use setup::SetupStones;
pub use steps::{NodeSteps, Step};
pub use tree::{NodeId, Subtree, Tree};
pub use value::Value;
pub use walk::{Ancestors, Children, Line, Preorder, Visit, Walk};
pub use warning::{Meaning, Problem, Warning, Warnings};
