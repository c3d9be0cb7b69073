//! Everything known about one position: for each move what each expert says, what they say together,
//! and why each verdict applies here.

use crate::board::{Move, Point, Position};
use crate::ontology::bias::Adviser;
use crate::ontology::fusion::Fused;
use crate::ontology::matching::{Fuzzy, Hit, HitKind, PrefixHit, Query, by_move};
use crate::ontology::{Annotation, Context, ExpertId, Line, Store, StoreError, TermCode};

/// The most hits that are shown with their words; the rest say no more.
const MOST: usize = 60;

/// The most patterns that are named.
const FOLLOWED: usize = 3;

/// A verdict that bears on the position, with what was said beside it.
#[derive(Clone, Debug)]
pub struct Found {
    /// Where and why it applies.
    pub hit: Hit,
    /// The verdict itself, unless it is gone by now.
    pub annotation: Option<Annotation>,
}

/// One move of the table.
#[derive(Clone, Debug)]
pub struct MoveRow {
    /// The move.
    pub mv: Move,
    /// Each expert's word on this very position: the strongest where there are several.
    pub by_expert: Vec<(ExpertId, TermCode)>,
    /// What they say together; of near positions too where nobody spoke of this very one.
    pub fused: Option<Fused>,
    /// Whether any verdict is about this very position.
    pub is_exact: bool,
}

/// What is known about a position.
#[derive(Clone, Debug)]
pub struct PositionReport {
    /// The key of the position.
    pub position: u64,
    /// Moves, those of this very position first, then by score.
    pub rows: Vec<MoveRow>,
    /// The hits behind them, the best applying first.
    pub found: Vec<Found>,
    /// Patterns that the game follows, the longest first.
    pub follows: Vec<PrefixHit>,
}

impl PositionReport {
    /// Looks everything up.
    pub fn new(position: &Position, adviser: &Adviser, store: &Store) -> Result<PositionReport, StoreError> {
        let index = adviser.index();
        let query = Query {
            board: position.board(),
            to_move: position.to_play(),
            context: Context::of(position.rules(), position.komi()),
            colour_exchange: true,
        };
        let hits = index.hits(&query, &Fuzzy::default());
        let mut rows: Vec<MoveRow> =
            by_move(&hits).into_iter().map(|(mv, said)| MoveRow::new(mv, &said, adviser)).collect();
        let score = |row: &MoveRow| row.fused.as_ref().map_or(0.5, |fused| fused.score);
        rows.sort_by(|a, b| b.is_exact.cmp(&a.is_exact).then(score(b).total_cmp(&score(a))).then(a.mv.cmp(&b.mv)));
        let mut found = Vec::new();
        for hit in hits.into_iter().take(MOST) {
            let annotation = store.annotation(hit.verdict.id)?;
            found.push(Found { hit, annotation });
        }
        let follows = line_of(position).map_or(Vec::new(), |line| index.follow(&line, &query.context, FOLLOWED));
        Ok(PositionReport { position: position.hash(), rows, found, follows })
    }

    /// The row of a move.
    pub fn row(&self, mv: Move) -> Option<&MoveRow> {
        self.rows.iter().find(|row| row.mv == mv)
    }

    /// Everyone who spoke of this very position, by first appearance.
    pub fn experts(&self) -> Vec<ExpertId> {
        let mut experts = Vec::new();
        for &(expert, _) in self.rows.iter().flat_map(|row| &row.by_expert) {
            if !experts.contains(&expert) {
                experts.push(expert);
            }
        }
        experts
    }
}

/// The moves of the game so far; `None` where there are none.
fn line_of(position: &Position) -> Option<Line> {
    let board = position.start().0;
    let stones = Point::all(position.size()).filter_map(|point| Some((board.stone(point)?, point)));
    let moves = position.turns().iter().map(|turn| (turn.color, turn.mv));
    Line::new(position.size(), stones, moves).ok().filter(|line| line.last().is_some())
}

impl MoveRow {
    fn new(mv: Move, said: &[&Hit], adviser: &Adviser) -> MoveRow {
        let exact: Vec<&&Hit> = said.iter().filter(|hit| hit.kind == HitKind::Exact).collect();
        let is_exact = !exact.is_empty();
        let heard: Vec<&&Hit> = if is_exact { exact } else { said.iter().collect() };
        let mut by_expert: Vec<(ExpertId, TermCode, f32)> = Vec::new();
        for hit in heard.iter().filter(|_| is_exact) {
            let verdict = &hit.verdict;
            match by_expert.iter_mut().find(|known| known.0 == verdict.expert) {
                Some(known) if known.2 >= verdict.weight => {}
                Some(known) => *known = (verdict.expert, verdict.term, verdict.weight),
                None => by_expert.push((verdict.expert, verdict.term, verdict.weight)),
            }
        }
        let fused = adviser.fuse(heard.iter().map(|hit| hit.verdict.evidence()));
        MoveRow { mv, by_expert: by_expert.into_iter().map(|(e, t, _)| (e, t)).collect(), fused, is_exact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::ontology::fusion::OPERATORS;
    use crate::ontology::{Index, shipped};

    #[test]
    fn a_report_puts_this_very_position_first_and_explains_the_rest() {
        let dir = tempfile::tempdir().unwrap();
        let store = shipped::open(&dir.path().join("o.db")).unwrap();
        let adviser = Adviser::new(Index::load(&store).unwrap(), OPERATORS[0]);
        let mut position = Position::new(9, Rules::CHINESE).with_komi(6.5);
        let mv = |text: &str| Move::from_gtp(text, 9).unwrap();
        for text in ["E5", "G5"] {
            position.play(mv(text)).unwrap();
        }
        let report = PositionReport::new(&position, &adviser, &store).unwrap();
        assert_eq!(report.position, position.hash());
        assert_eq!(report.experts().len(), 2);
        let best = &report.rows[0];
        assert!(best.is_exact && [mv("F3"), mv("F7")].contains(&best.mv), "{:?}", best.mv);
        assert_eq!(best.by_expert.len(), 2);
        assert!(best.fused.as_ref().unwrap().score > 0.8);
        let split = report.row(mv("D3")).unwrap();
        assert!(split.fused.as_ref().unwrap().disagreement > 0.1, "one says U, the other B");
        let first = &report.found[0];
        assert_eq!(first.hit.why.to_string(), "the same position; komi is 6.5 here and 7.5 there");
        assert!(first.annotation.as_ref().unwrap().pattern.is_some());
        assert!(report.found.iter().any(|found| found.hit.kind != HitKind::Exact));
        assert_eq!(report.follows[0].common, 2, "{:?}", report.follows[0]);
    }
}
