//! The program without its window: open games, commands, files, autosave, analysis.

mod analysis;
pub mod command;
pub mod companion;
pub mod config;
mod document;
pub mod engine_verdicts;
pub mod engines;
pub mod files;
mod game_clock;
pub mod knowledge;
pub mod lab;
pub mod lies;
pub mod matches;
mod program_analyst;
pub mod recovery;
pub mod report;
pub mod review;
mod score_map;
mod second_opinion;
mod session;
pub mod solved;
pub mod texts;
mod tool;
mod view;
pub mod why;
pub mod wiring;

pub use analysis::{AnalysisService, Analyst, Task, Verdict, lead};
pub use document::{Document, DocumentId, NodeKey, Refusal};
pub use game_clock::{GameClock, time_properties};
pub use knowledge::Knowledge;
pub use program_analyst::ProgramAnalyst;
pub use score_map::ScoreMap;
pub use second_opinion::{SecondOpinion, params_without_experts};
pub use session::Session;
pub use tool::Tool;
pub use view::{Clock, NodeView};
