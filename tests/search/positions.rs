//! Plain-text positions with a forced answer, at a fixed number of simulations. See positions/README.md.

use fuzeki::app::solved::{Solved, parse};
use fuzeki::engine::{Limits, Params};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// What is wrong with the engine's answer, if anything.
fn fault(case: &Solved, seed: u32) -> Option<String> {
    let params = Params { seed, memory: 64, ..Params::default() };
    let stop = AtomicBool::new(false);
    let answer = crate::engine(params).search(&case.position, &Limits::simulations(case.simulations), &stop, |_| {});
    let best = answer.best().unwrap();
    let name = |mv: &fuzeki::board::Move| mv.to_gtp(case.position.size());
    let said = format!("{} at {:.0} %", name(&best.mv), best.win_rate * 100.0);
    if !case.best.is_empty() && !case.best.contains(&best.mv) {
        return Some(format!("played {said}, not {}", case.best.iter().map(name).collect::<Vec<_>>().join(" or ")));
    }
    if case.avoid.contains(&best.mv) {
        return Some(format!("played {said}"));
    }
    match case.win {
        Some((true, bar)) if best.win_rate < bar => Some(format!("{said}, but it should know that it wins")),
        Some((false, bar)) if best.win_rate > bar => Some(format!("{said}, but it should know that it loses")),
        _ => None,
    }
}

#[test]
fn the_search_finds_forced_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search/positions");
    let mut faults = Vec::new();
    let mut count = 0;
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "txt")) {
        let name = file.file_name().unwrap().to_string_lossy();
        let cases = parse(&std::fs::read_to_string(file).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        for case in cases {
            count += 1;
            match (fault(&case, 1), case.known_failure) {
                (Some(fault), false) => faults.push(format!("{name}: {}: {fault}", case.name)),
                (Some(fault), true) => println!("known failure: {}: {fault}", case.name),
                (None, true) => println!("a known failure is solved: {}", case.name),
                (None, false) => {}
            }
        }
    }
    assert!(count >= 9, "only {count} positions were found");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
