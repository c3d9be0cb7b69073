//! Plain-text positions with a forced answer, at a fixed number of simulations. See positions/README.md.

use fuzeki::board::diagram::Diagram;
use fuzeki::board::{Color, Move, Position, Rules};
use fuzeki::engine::prior::rules::RulePrior;
use fuzeki::engine::{Engine, Limits, Params};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

struct Case {
    name: String,
    board: String,
    to_play: Color,
    komi: f32,
    simulations: u64,
    best: Vec<String>,
    avoid: Vec<String>,
    win: Option<(bool, f32)>,
    known_failure: bool,
}

fn parse(file: &str, text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap().trim();
        if let Some(name) = line.strip_prefix('%') {
            cases.push(Case {
                name: format!("{file}: {}", name.trim()),
                board: String::new(),
                to_play: Color::Black,
                komi: 0.5,
                simulations: 4000,
                best: Vec::new(),
                avoid: Vec::new(),
                win: None,
                known_failure: false,
            });
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["to", "play", color] => case.to_play = if *color == "X" { Color::Black } else { Color::White },
            ["komi", komi] => case.komi = komi.parse().unwrap(),
            ["simulations", n] => case.simulations = n.parse().unwrap(),
            ["best", points @ ..] => case.best = points.iter().map(|p| (*p).to_owned()).collect(),
            ["avoid", points @ ..] => case.avoid = points.iter().map(|p| (*p).to_owned()).collect(),
            ["win", "above", rate] => case.win = Some((true, rate.parse().unwrap())),
            ["win", "below", rate] => case.win = Some((false, rate.parse().unwrap())),
            ["known", "failure"] => case.known_failure = true,
            [] => {}
            _ => {
                case.board.push_str(line);
                case.board.push('\n');
            }
        }
    }
    cases
}

/// What is wrong with the engine's answer, if anything.
fn fault(case: &Case, seed: u32) -> Option<String> {
    let diagram = Diagram::parse(&case.board).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    let position = Position::from_board(diagram.board(), case.to_play, Rules::CHINESE).with_komi(case.komi);
    let find = |name: &String| -> Move {
        let mark = name.chars().next().and_then(|c| diagram.mark(c)).filter(|_| name.len() == 1);
        mark.map_or_else(|| Move::from_gtp(name, diagram.size).unwrap(), Move::Play)
    };
    let params = Params { seed, memory: 64, ..Params::default() };
    let mut engine = Engine::new(params, vec![Arc::new(RulePrior)]);
    let stop = AtomicBool::new(false);
    let answer = engine.search(&position, &Limits::simulations(case.simulations), &stop, |_| {});
    let best = answer.best().unwrap();
    let said = format!("{} at {:.0} %", best.mv.to_gtp(diagram.size), best.win_rate * 100.0);
    if !case.best.is_empty() && !case.best.iter().any(|p| find(p) == best.mv) {
        return Some(format!("played {said}, not {}", case.best.join(" or ")));
    }
    if case.avoid.iter().any(|p| find(p) == best.mv) {
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
        for case in parse(&name, &std::fs::read_to_string(file).unwrap()) {
            count += 1;
            match (fault(&case, 1), case.known_failure) {
                (Some(fault), false) => faults.push(format!("{}: {fault}", case.name)),
                (Some(fault), true) => println!("known failure: {}: {fault}", case.name),
                (None, true) => println!("a known failure is solved: {}", case.name),
                (None, false) => {}
            }
        }
    }
    assert!(count >= 9, "only {count} positions were found");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
