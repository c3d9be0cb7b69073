//! `fuzeki ontology storm`: grades as the window hands them in, each printed once it is saved. The
//! test of durability kills the program in the midst of it.

use super::Place;
use crate::board::{Board, Color, Move};
use crate::cli::Failure;
use crate::ontology::store::{Edit, Grade, Writer};
use crate::ontology::{Expert, Line, Record, TermCode};
use crate::util::rng::FastRng;
use std::io::Write;

/// Arguments of `fuzeki ontology storm`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki ontology storm --ontology /tmp/o.db --grades 100")]
pub struct Args {
    /// Stop after so many grades
    #[arg(long, default_value_t = u64::MAX)]
    grades: u64,
    /// Grades handed in before the first is waited for
    #[arg(long, default_value_t = 8)]
    ahead: usize,
    /// For other moves each time
    #[arg(long)]
    seed: Option<u64>,
}

pub(super) fn run(args: Args, place: &Place) -> Result<(), Failure> {
    let mut store = place.open()?;
    let expert = Expert::new("Storm", None);
    store.write("expert", vec![Edit::Put(Record::Expert(expert.clone()))])?;
    let writer = Writer::start(store, || {})?;
    let mut rng = args.seed.map_or_else(FastRng::from_entropy, FastRng::new);
    let mut out = std::io::stdout().lock();
    let mut waiting = std::collections::VecDeque::new();
    let mut left = args.grades;
    while left > 0 || !waiting.is_empty() {
        if left > 0 && waiting.len() < args.ahead.max(1) {
            left -= 1;
            let line = random_line(&mut rng)?;
            let term = TermCode::DEFAULT[rng.below(5) as usize];
            waiting.push_back((line.to_string(), term, writer.grade(Grade::new(expert.id, line, Some(term)))));
            continue;
        }
        if let Some((line, term, ticket)) = waiting.pop_front() {
            ticket.wait()?;
            // Only now would the window show it as saved.
            writeln!(out, "saved {term} {line}")?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Long enough that no two are alike.
fn random_line(rng: &mut FastRng) -> Result<Line, Failure> {
    let mut board = Board::new(19);
    let mut moves = Vec::new();
    for i in 0..12 {
        let color = Color::BOTH[i % 2];
        let point = board.empty_points()[rng.below(board.empty_points().len() as u32) as usize];
        board.play(color, point);
        moves.push((color, Move::Play(point)));
    }
    Ok(Line::new(19, [], moves)?)
}
