//! The promise on which expert bias rests: lies delay the right move and never prevent it.

use fuzeki::app::lies::{Word, losing_moves, needed};
use fuzeki::app::solved::{FILES, Solved, parse};
use fuzeki::engine::Params;

const MOST: u64 = 5000;

#[test]
fn an_ontology_that_lies_delays_the_right_move_and_never_prevents_it() {
    let cases: Vec<Solved> = FILES.iter().flat_map(|(_, text)| parse(text).unwrap()).collect();
    let params = Params { memory: 32, seed: 1, ..Params::default() };
    let (mut delayed, mut tried) = (0, 0);
    for case in cases.iter().filter(|case| case.best.len() == 1 && !case.known_failure) {
        for wrong in losing_moves(case, &params, 2) {
            let [truth, none, lies] = Word::ALL.map(|word| needed(case, word, wrong, &params, MOST));
            let size = case.position.size();
            let said = format!("{} ({}): truth {truth:?}, none {none:?}, lies {lies:?}", case.name, wrong.to_gtp(size));
            println!("{said}");
            assert!(lies.is_some(), "the lie hid the right move: {said}");
            assert!(truth.is_some() && none.is_some(), "{said}");
            assert!(truth <= lies, "the truth must not take longer than a lie: {said}");
            delayed += usize::from(lies > truth);
            tried += 1;
        }
    }
    assert!(tried >= 5, "only {tried} pairs of a right and a losing move were found");
    // The engine's own knowledge finds some of these at once, whatever anybody says.
    assert!(delayed * 4 >= tried, "the experts are hardly felt: only {delayed} of {tried} were delayed by a lie");
}
