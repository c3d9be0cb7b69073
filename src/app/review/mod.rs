//! Whole games under the eyes of an engine: every position judged, nothing computed twice, and what
//! it means for the moves and the players.

mod analysed;
mod background;
mod cache;
mod experts;
mod judge;
mod katago;
mod loss;
mod program;
mod run;
mod stored;
mod verdict;

pub use analysed::{Analysed, AnalysedMove};
pub use background::{Background, News, Order};
pub use cache::{Cache, CacheError, Effort};
pub use experts::{Agreement, Remark, agreement, remarks};
pub use judge::{Judge, JudgeSpec};
pub use loss::{Loss, LossClass};
pub use run::{Place, Plan, Run, Said, Step, places, places_on};
pub use stored::{clear, read, store};
pub use verdict::{GameVerdict, MoveVerdict, PlayerVerdict, TurningPoint};
