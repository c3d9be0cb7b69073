//! What the experts of the ontology say of a game, beside what the engine says.

use super::run::Place;
use super::verdict::{GameVerdict, MoveVerdict};
use crate::board::{Color, Move};
use crate::ontology::model::TermCode;
use crate::ontology::{Context, Index, Store, StoreError};
use crate::record::{NodeId, Tree};

/// A verdict of an expert on a move of a position of the game, and on the moves that are the same by symmetry.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// The node before the move.
    pub node: NodeId,
    /// The number the move would have.
    pub number: u32,
    /// Whose move it is.
    pub color: Color,
    /// The move and those that are the same by symmetry, the ones with which the game went on first.
    pub moves: Vec<Move>,
    /// Whether the game went on with one of them.
    pub played: bool,
    /// Who says it.
    pub expert: String,
    /// The term.
    pub code: TermCode,
    /// The term, in words.
    pub term: String,
    /// What kind of term it is: 1 good, -1 bad, 0 neither.
    pub side: i8,
    /// In the expert's own words.
    pub comment: String,
}

impl Remark {
    /// What the engine says of the same move, if it judged it.
    pub fn judged<'a>(&self, verdict: &'a GameVerdict) -> Option<&'a MoveVerdict> {
        verdict.moves.iter().find(|judged| judged.number == self.number && self.moves.contains(&judged.mv))
    }
}

/// How often experts and engine are on the same side about moves that were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Verdicts that could be compared: the expert calls the move good or bad, the engine judged it.
    pub compared: usize,
    /// Of them, those in which the engine sees no mistake in a good move, or one in a bad move.
    pub agreed: usize,
}

/// Finds what experts say about the positions of a game, moves played or not.
pub fn remarks(store: &Store, index: &Index, tree: &Tree, places: &[Place]) -> Result<Vec<Remark>, StoreError> {
    let mut found = Vec::new();
    for place in places {
        let (position, to_play) = (&place.position, place.position.to_play());
        if !index.knows(position.board(), to_play) {
            continue;
        }
        let next: Vec<Move> =
            tree.children(place.node).filter_map(|child| tree.move_at(child, tree.size())?.1).collect();
        let context = Context::of(position.rules(), position.komi());
        let mut verdicts = Vec::new();
        index.each_exact(position.board(), to_play, &context, |mv, verdict| {
            if verdict.weight > 0.0 {
                verdicts.push((mv, verdict));
            }
        });
        // What one verdict says of several moves stands side by side.
        for same in verdicts.chunk_by(|(_, a), (_, b)| a.id == b.id) {
            let verdict = same[0].1;
            let mut moves: Vec<Move> = same.iter().map(|&(mv, _)| mv).collect();
            moves.sort_by_key(|mv| next.iter().position(|there| there == mv).unwrap_or(next.len()));
            let said = store.annotation(verdict.id)?;
            found.push(Remark {
                node: place.node,
                number: place.number + 1,
                color: to_play,
                played: next.contains(&moves[0]),
                moves,
                expert: index.expert(verdict.expert).map(|expert| expert.title()).unwrap_or_default(),
                code: verdict.term,
                term: index.terms().get(verdict.term).map_or_else(|| verdict.term.to_string(), |term| term.words()),
                side: side(verdict.term),
                comment: said.map(|said| said.comment).unwrap_or_default(),
            });
        }
    }
    Ok(found)
}

/// Whether a term praises or blames.
fn side(term: TermCode) -> i8 {
    match term {
        TermCode::VERY_GOOD | TermCode::GOOD => 1,
        TermCode::BAD | TermCode::VERY_BAD => -1,
        _ => 0,
    }
}

/// Compares what experts and engine say of the moves that were played.
pub fn agreement(remarks: &[Remark], verdict: &GameVerdict) -> Agreement {
    let mut agreement = Agreement::default();
    for remark in remarks.iter().filter(|remark| remark.played && remark.side != 0) {
        if let Some(judged) = remark.judged(verdict) {
            agreement.compared += 1;
            agreement.agreed += usize::from(judged.class().is_mistake() == (remark.side < 0));
        }
    }
    agreement
}

#[cfg(test)]
mod tests {
    use super::super::run::{Plan, places, places_on};
    use super::super::{Analysed, GameVerdict};
    use super::*;
    use crate::ontology::shipped;
    use crate::record::{ReadOptions, read_bytes};

    #[test]
    fn moves_that_are_the_same_by_symmetry_are_told_of_once() {
        let folder = tempfile::tempdir().unwrap();
        let store = shipped::open(&folder.path().join("o.db")).unwrap();
        let index = Index::load(&store).unwrap();
        let sgf = b"(;SZ[9]KM[7.5]RU[Chinese];B[ee];W[ge];B[fg])";
        let game = read_bytes(sgf, &ReadOptions::default()).unwrap().collection.games.remove(0);
        let line = game.tree().main_line();
        let found = remarks(&store, &index, game.tree(), &places_on(game.tree(), line, None)).unwrap();
        let of_third: Vec<&Remark> = found.iter().filter(|remark| remark.number == 3 && remark.played).collect();
        let expected = ["F3", "F7"].map(|mv| Move::from_gtp(mv, 9).unwrap());
        assert!(!of_third.is_empty() && of_third.iter().all(|remark| remark.moves == expected), "{of_third:?}");
    }

    #[test]
    fn shipped_verdicts_are_found_in_a_game_and_compared_with_the_engine() {
        let folder = tempfile::tempdir().unwrap();
        let store = shipped::open(&folder.path().join("o.db")).unwrap();
        let index = Index::load(&store).unwrap();
        let known = store.knowledge().unwrap().annotations;
        let said = known.iter().find(|a| a.term == Some(TermCode::VERY_GOOD) && a.line.moves().len() >= 3).unwrap();
        let size = said.line.size();
        let node = |&(color, mv): &(Color, Move)| {
            let point = mv.point().map(|point| point.to_sgf()).unwrap_or_default();
            format!(";{}[{point}]", color.letter())
        };
        let moves: String = said.line.moves().iter().map(node).collect();
        let sgf = format!("(;SZ[{size}]KM[7.5]RU[Chinese]{moves})");
        let game = read_bytes(sgf.as_bytes(), &ReadOptions::default()).unwrap().collection.games.remove(0);
        let tree = game.tree();
        let plan = Plan { moves: None, variations: false };
        let found = remarks(&store, &index, tree, &places(tree, &plan)).unwrap();
        let last = said.line.moves().len() as u32;
        let praise = found.iter().find(|r| r.played && r.number == last && r.side == 1).expect("the verdict is found");
        assert!(!praise.expert.is_empty() && praise.term.to_lowercase().contains("good"), "{praise:?}");
        // An engine that sees nothing wrong with any move agrees with praise and not with blame.
        let content = |node, next: Option<Move>| {
            let mut said = super::super::analysed::tests::sample(Color::Black, 0.5, 0.0);
            said.moves.truncate(1);
            said.moves[0].mv = next.unwrap_or(Move::Pass);
            (node, Analysed { size, ..said })
        };
        let line: Vec<_> = tree.main_line().collect();
        let next = |i: usize| line.get(i + 1).and_then(|&n| tree.move_at(n, size)?.1);
        let all = line.iter().enumerate().map(|(i, &node)| content(node, next(i))).collect();
        let verdict = GameVerdict::of(tree, line.clone(), &all);
        let result = agreement(&found, &verdict);
        let praised = found.iter().filter(|r| r.played && r.side == 1).count();
        assert_eq!(result.agreed, praised);
        assert!(result.compared >= praised && praised > 0);
    }
}
