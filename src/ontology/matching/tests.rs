//! The promise: pattern 1, turned, transposed and in another order, finds both experts.

use super::*;
use crate::board::{Color, Move, Point, Symmetry};
use crate::ontology::model::position::turned;
use crate::ontology::model::*;
use crate::ontology::shipped;
use crate::ontology::store::{Edit, Store};

fn shipped_store() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = shipped::open(&dir.path().join("o.db")).unwrap();
    (dir, store)
}

fn line(text: &str) -> Line {
    Line::parse(text, 9).unwrap()
}

fn turned_line(line: &Line, s: Symmetry) -> Line {
    Line::new(line.size(), [], line.moves().iter().map(|&(c, m)| (c, turned(m, s, line.size())))).unwrap()
}

fn said(index: &Index, hits: &[Hit]) -> Vec<(String, String, f32)> {
    hits.iter()
        .map(|h| {
            let expert = index.expert(h.verdict.expert).unwrap().name.clone();
            (expert, format!("{} {}", h.mv.to_gtp(9), h.verdict.term), h.degree)
        })
        .collect()
}

const EXACT: Fuzzy = Fuzzy { stones: 0, local: false, limit: 100 };

#[test]
fn pattern_1_turned_and_reordered_finds_both_experts_and_tells_the_komi() {
    let (_dir, store) = shipped_store();
    let index = Index::load(&store).unwrap();
    // Before move 13, with Black's 1, 3, 9 and White's 4, 10 exchanged in order.
    let other_order = line("C4 F4 E5 C6 F3 G5 D7 F7 E7 F6 E4 G3");
    for s in Symmetry::ALL {
        let here = turned_line(&other_order, s).end().unwrap();
        let query = Query {
            board: &here.board,
            to_move: Color::Black,
            context: Context::new(Some("Chinese"), Some(5.5)),
            colour_exchange: false,
        };
        let mut hits = index.hits(&query, &EXACT);
        hits.sort_by_key(|h| h.verdict.term);
        let m13 = turned(Move::from_gtp("G2", 9).unwrap(), s, 9);
        assert_eq!(
            hits.iter().map(|h| (h.mv, h.verdict.term)).collect::<Vec<_>>(),
            [(m13, TermCode::GOOD), (m13, TermCode::VERY_GOOD)]
        );
        let names: Vec<String> = said(&index, &hits).into_iter().map(|h| h.0).collect();
        assert_eq!(names, ["Biing-Shiun Luoh", "Ming-Chi Cheng"]);
        for hit in &hits {
            assert_eq!(hit.why.to_string(), "the same position; komi is 5.5 here and 7.5 there");
            assert!(hit.degree < 1.0 && hit.degree > 0.9);
        }
        let same = Query { context: Context::new(Some("chinese"), Some(7.5)), ..query };
        assert!(index.hits(&same, &EXACT).iter().all(|h| h.degree == 1.0 && h.why.to_string() == "the same position"));
    }
}

#[test]
fn in_a_symmetric_position_all_equal_moves_are_found() {
    let (_dir, store) = shipped_store();
    let index = Index::load(&store).unwrap();
    let here = line("E5").end().unwrap();
    let mut moves = Vec::new();
    index.each_exact(&here.board, here.to_move, &Context::default(), |mv, v| {
        if v.expert == Expert::id_of("Ming-Chi Cheng") && v.term == TermCode::BAD {
            moves.push(mv.to_gtp(9)); // M2-B of pattern 6: G7
        }
    });
    moves.sort();
    assert_eq!(moves, ["C3", "C7", "G3", "G7"]);
}

#[test]
fn colours_exchanged_only_when_wanted() {
    let (_dir, store) = shipped_store();
    let index = Index::load(&store).unwrap();
    // White on E5, Black on G5, White to move: pattern 1 with the colours exchanged.
    let here = line("W:E5 G5").end().unwrap();
    let context = Context::new(Some("chinese"), Some(0.0));
    let mut query = Query { board: &here.board, to_move: here.to_move, context, colour_exchange: false };
    assert!(index.hits(&query, &EXACT).is_empty());
    query.colour_exchange = true;
    let hits = index.hits(&query, &EXACT);
    assert_eq!(hits.len(), 14, "M3, M3-B and M3-C twice by symmetry, M3-A once, by two experts");
    assert!(
        hits[0].why.to_string().starts_with("the same position with colours exchanged; komi is 0 here and -7.5"),
        "{}",
        hits[0].why
    );
    assert!(hits.iter().all(|h| h.kind == HitKind::ColourExchange && h.degree < 0.9));
}

#[test]
fn near_positions_are_found_with_a_lower_degree_and_named() {
    let (_dir, store) = shipped_store();
    let index = Index::load(&store).unwrap();
    // Pattern 1 before move 5, but White answered at C7 instead of C6: two points differ.
    for s in Symmetry::ALL {
        let here = turned_line(&line("E5 G5 F3 C7"), s).end().unwrap();
        let context = Context::new(Some("chinese"), Some(7.5));
        let query = Query { board: &here.board, to_move: here.to_move, context, colour_exchange: false };
        let hits = index.hits(&query, &Fuzzy { local: false, ..Fuzzy::default() });
        let m5 = turned(Move::from_gtp("D7", 9).unwrap(), s, 9);
        let found: Vec<&Hit> = hits.iter().filter(|h| h.mv == m5 && h.verdict.term == TermCode::VERY_GOOD).collect();
        assert!(found.len() >= 2, "{hits:?}");
        assert!(found.iter().all(|h| h.kind == HitKind::Near && h.degree < 0.8 && h.degree > 0.3));
        if s == Symmetry::IDENTITY {
            assert_eq!(found[0].why.to_string(), "a near position: 2 points differ (C7, C6), one line from the move");
        }
        let none = Fuzzy { stones: 1, local: false, limit: 100 };
        assert!(!index.hits(&query, &none).iter().any(|h| h.mv == m5 && h.kind == HitKind::Near), "not within one");
    }
}

#[test]
fn the_same_neighbourhood_is_found_on_another_board() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(&dir.path().join("o.db")).unwrap();
    let expert = Expert::new("Someone", Some(Rank::Dan(3)));
    let at = |text: &str| Line::parse(text, 19).unwrap();
    let corner = Annotation::new(expert.id, at("D4 F3 Q16 D16 C6"), Some(TermCode::GOOD));
    store.write("grade", vec![Edit::Put(Record::Expert(expert)), Edit::Put(Record::Annotation(corner))]).unwrap();
    let index = Index::load(&store).unwrap();
    // Another corner, other stones far away, the mirror image, White to move.
    let here = at("O3 Q4 K10 C10 G17").end().unwrap();
    assert_eq!(here.to_move, Color::White);
    let context = Context::default();
    let query = Query { board: &here.board, to_move: here.to_move, context, colour_exchange: false };
    let hits = index.hits(&query, &Fuzzy::default());
    let moves: Vec<String> = hits.iter().map(|h| h.mv.to_gtp(19)).collect();
    assert_eq!(moves, ["R6"]);
    assert_eq!(hits[0].kind, HitKind::Local);
    assert_eq!(hits[0].why.to_string(), "the same 9x9 points around the move, 2 stones among them");
}

#[test]
fn changes_are_felt_without_loading_anew() {
    let (_dir, mut store) = shipped_store();
    let mut index = Index::load(&store).unwrap();
    let still = index.clone();
    let here = line("E5 G5").end().unwrap();
    let at = Point::from_gtp("F3", 9).unwrap();
    let terms = |index: &Index| {
        let mut terms = Vec::new();
        index.each_exact(&here.board, here.to_move, &Context::default(), |mv, v| {
            if mv == Move::Play(at) {
                terms.push(v.term);
            }
        });
        terms.sort();
        terms
    };
    assert_eq!(terms(&index), [TermCode::VERY_GOOD; 2]);
    let mut changed = store
        .annotations_at(&here)
        .unwrap()
        .into_iter()
        .find(|a| a.expert == Expert::id_of("Biing-Shiun Luoh") && a.line.to_string() == "E5 G5 F3")
        .unwrap();
    changed.term = Some(TermCode::BAD);
    index.apply(&store.write("regrade", vec![Edit::Put(Record::Annotation(changed.clone()))]).unwrap());
    assert_eq!(terms(&index), [TermCode::BAD, TermCode::VERY_GOOD]);
    assert_eq!(terms(&still), [TermCode::VERY_GOOD; 2], "a snapshot stands still");
    let third = Expert::new("Third", Some(Rank::Dan(1)));
    let other =
        Annotation::new(third.id, turned_line(&changed.line, Symmetry::ROTATE_RIGHT), Some(TermCode::UNCERTAIN));
    let edits = vec![Edit::Put(Record::Expert(third)), Edit::Put(Record::Annotation(other))];
    index.apply(&store.write("another", edits).unwrap());
    assert_eq!(terms(&index), [TermCode::BAD, TermCode::UNCERTAIN, TermCode::VERY_GOOD]);
    assert_eq!(index.len(), 67);
    for _ in 0..2 {
        index.apply(&store.undo().unwrap().unwrap());
    }
    assert_eq!(terms(&index), [TermCode::VERY_GOOD; 2]);
    assert_eq!(terms(&Index::load(&store).unwrap()), [TermCode::VERY_GOOD; 2]);
    assert!(!index.is_stale() && index.knows(&here.board, here.to_move));
    assert!(!index.knows(&line("A1").end().unwrap().board, Color::White));
}

#[test]
fn the_bias_and_the_book_follow_the_experts() {
    use crate::ontology::bias::{Adviser, Book, move_bias};
    use crate::ontology::fusion::{OPERATORS, operator};
    let (_dir, store) = shipped_store();
    let index = Index::load(&store).unwrap();
    let adviser = Adviser::new(index.clone(), OPERATORS[0]);
    let context = Context::new(Some("chinese"), Some(7.5));
    let here = line("E5 G5").end().unwrap();
    let judged = adviser.judged(&here.board, here.to_move, &context);
    let find = |text: &str| judged.iter().find(|j| j.mv == Move::from_gtp(text, 9).unwrap()).unwrap();
    // The position after E5 G5 is its own mirror image: F3 and F7 are the same move.
    assert!(find("F3").fused.score > 0.85 && find("F7").fused == find("F3").fused);
    assert!(find("C3").fused.score < 0.25 && find("C3").validated == Some(TermCode::BAD));
    let good = move_bias(&find("F3").fused);
    let bad = move_bias(&find("C3").fused);
    assert!(good.h > 0.3 && bad.h < -0.2 && good.wins / good.visits > 0.85 && bad.wins / bad.visits < 0.25);
    let book = Book::default().moves(&judged);
    assert_eq!(book.iter().map(|m| m.0.to_gtp(9)).collect::<Vec<_>>(), ["F7", "F3"]);
    assert!((book.iter().map(|m| m.1).sum::<f32>() - 1.0).abs() < 1e-6);
    let mut rng = crate::util::rng::FastRng::new(5);
    let chosen: std::collections::HashSet<Move> =
        (0..50).filter_map(|_| Book::default().choose(&judged, &mut rng)).collect();
    assert_eq!(chosen.len(), 2);
    // Pattern 6, M4 is a doubtful reading, so it is no book move.
    let doubtful = line("E5 G6 G4").end().unwrap();
    assert!(Book::default().moves(&adviser.judged(&doubtful.board, doubtful.to_move, &context)).is_empty());
    // Of D3 one says uncertain, the other bad: whom the search hears is the operator's choice.
    let h = |name: &str| {
        let adviser = Adviser::new(index.clone(), operator(name).unwrap());
        let biases = adviser.biases(&here.board, here.to_move, &context);
        biases.into_iter().find(|(mv, _)| mv.to_gtp(9) == "D3").unwrap().1.h
    };
    assert!(h("pessimistic") < h("weighted-mean") && h("weighted-mean") < h("optimistic"));
}
