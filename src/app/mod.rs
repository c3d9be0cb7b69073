//! The program without its window: open games, commands, files, autosave, analysis.

mod analysis;
pub mod command;
pub mod config;
mod document;
pub mod files;
pub mod knowledge;
pub mod matches;
pub mod recovery;
mod second_opinion;
mod session;
mod tool;
mod view;
pub mod wiring;

pub use analysis::{AnalysisService, Analyst, NodeKey, Task, Verdict, lead};
pub use document::{Document, DocumentId};
pub use knowledge::Knowledge;
pub use second_opinion::{SecondOpinion, params_without_experts};
pub use session::Session;
pub use tool::Tool;
pub use view::{Clock, NodeView};
