//! The rules of Go: the fast board against a plain one, exhaustive counts, diagrams, properties.

mod diagrams;
mod legal_positions;
mod properties;
mod random_games;
mod reference_board;
