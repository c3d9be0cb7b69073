//! What the search promises whatever it thinks.

use fuzeki::board::{Color, Move, Position, Rules};
use fuzeki::engine::prior::{Opinion, Prior, Scene};
use fuzeki::engine::{Engine, Limits, Params, Snapshot};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn engine(settings: &str) -> Engine {
    let mut params = Params { memory: 64, ..Params::default() };
    params.set_list(settings).unwrap();
    crate::engine(params)
}

fn search(engine: &mut Engine, position: &Position, simulations: u64) -> Snapshot {
    engine.search(position, &Limits::simulations(simulations), &AtomicBool::new(false), |_| {})
}

fn visits(snapshot: &Snapshot) -> Vec<(Move, u32)> {
    snapshot.candidates.iter().map(|c| (c.mv, c.visits)).collect()
}

#[test]
fn one_thread_with_a_seed_repeats_itself() {
    let position = Position::new(9, Rules::CHINESE);
    let run = |settings: &str| visits(&search(&mut engine(settings), &position, 1500));
    assert_eq!(run("seed=5"), run("seed=5"));
    assert_ne!(run("seed=5"), run("seed=6"));
}

#[test]
fn every_simulation_is_counted_once_however_many_threads() {
    let position = Position::new(9, Rules::CHINESE);
    for settings in
        ["threads=1", "threads=4,virtual_loss=3", "threads=2,parallelism=root", "threads=2,parallelism=leaf"]
    {
        let seen = search(&mut engine(settings), &position, 2000);
        let children: u32 = seen.candidates.iter().map(|c| c.visits).sum();
        assert!(seen.simulations >= 2000 && seen.simulations < 2010, "{settings}: {}", seen.simulations);
        assert_eq!(u64::from(seen.visits), seen.simulations, "{settings}");
        // The first simulations of a root end at it while another thread grows its children.
        assert!(seen.visits - children < 20, "{settings}: {children} of {}", seen.visits);
        assert!(seen.candidates.iter().all(|c| (0.0..=1.0).contains(&c.win_rate)), "{settings}");
    }
}

#[test]
fn the_tree_goes_along_with_the_game() {
    let mut engine = engine("seed=1");
    let mut position = Position::new(9, Rules::CHINESE);
    let first = search(&mut engine, &position, 3000);
    let best = first.best().unwrap().clone();
    position.play(best.mv).unwrap();
    let inherited = engine.inherited(&position);
    assert_eq!(inherited, best.visits);
    let second = search(&mut engine, &position, 100);
    assert_eq!(second.visits, best.visits + 100);
    // A position that is not in the tree begins anew.
    let mut other = Position::new(9, Rules::CHINESE);
    other.play(Move::from_gtp("A1", 9).unwrap()).unwrap();
    other.play(Move::from_gtp("J9", 9).unwrap()).unwrap();
    assert_eq!(search(&mut engine, &other, 100).visits, 100);
    // The same stones with another komi are another game.
    assert_eq!(engine.inherited(&other.clone().with_komi(0.5)), 0);
}

#[test]
fn who_goes_back_finds_the_tree_again() {
    let mut engine = engine("seed=1");
    let start = Position::new(9, Rules::CHINESE);
    let first = search(&mut engine, &start, 2000);
    let mut later = start.clone();
    for _ in 0..2 {
        let best = search(&mut engine, &later, 200).best().unwrap().mv;
        later.play(best).unwrap();
    }
    let deep = search(&mut engine, &later, 500).visits;
    assert!(engine.inherited(&start) >= first.visits, "what was searched at the start is still there");
    let again = search(&mut engine, &start, 1);
    assert_eq!(again.visits, first.visits + 201);
    assert_eq!(engine.inherited(&later), deep, "and going forward again, too");
}

#[test]
fn a_simulation_grows_one_leaf_at_most() {
    // A leaf that grows at once, or that other threads' virtual losses make look visited, is the end of the way.
    for settings in ["expand_at=1", "expand_at=2,virtual_loss=5"] {
        let found = search(&mut engine(settings), &Position::new(9, Rules::CHINESE), 200);
        assert!(found.nodes <= 201 * 82 + 1, "{settings}: {} nodes", found.nodes);
    }
}

#[test]
fn memory_stays_under_the_cap_and_the_search_goes_on() {
    let mut engine = engine("memory=8,expand_at=1,seed=3,threads=2");
    let seen = search(&mut engine, &Position::new(9, Rules::CHINESE), 4000);
    assert_eq!(seen.simulations, 4000);
    assert!(seen.memory <= 8 << 20, "{} bytes", seen.memory);
    assert!(seen.best().unwrap().visits > 100, "pruning keeps what was learnt");
}

#[test]
fn it_stops_at_once_when_told() {
    let mut engine = engine("threads=2");
    let stop = Arc::new(AtomicBool::new(false));
    let told = std::thread::spawn({
        let stop = stop.clone();
        move || {
            std::thread::sleep(Duration::from_millis(150));
            stop.store(true, Ordering::Relaxed);
            Instant::now()
        }
    });
    let seen = engine.search(&Position::new(19, Rules::CHINESE), &Limits::analysis(), &stop, |_| {});
    assert!(told.join().is_ok());
    assert!(!seen.running && seen.simulations > 0);
}

#[test]
fn a_decided_answer_ends_the_search_early() {
    // White's big chain is in atari: one move decides.
    let board = fuzeki::board::diagram::Diagram::parse("X X X X X\nX O O O X\nX O X O .\nX O O O X\nX X X X X");
    let position = Position::from_board(board.unwrap().board(), Color::Black, Rules::CHINESE).with_komi(0.5);
    let limits = Limits::simulations(200_000).decided_early();
    let seen = engine("seed=1").search(&position, &limits, &AtomicBool::new(false), |_| {});
    assert!(seen.simulations < 150_000, "{}", seen.simulations);
}

/// Says that the only good move is the worst and another one the best, at any price.
struct Liar(Move, Move);

impl Prior for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn judge(&self, scene: &Scene<'_>, moves: &mut [Opinion]) {
        for opinion in moves.iter_mut().filter(|_| scene.depth == 0) {
            if opinion.mv == self.0 {
                opinion.add_expert(0.0, 100.0);
            } else if opinion.mv == self.1 {
                opinion.add_expert(1.0, 100.0);
            }
        }
    }
}

#[test]
fn a_prior_that_lies_delays_the_right_move_and_never_hides_it() {
    // Three in a row: the middle kills, and komi makes the game hang on it.
    let diagram = fuzeki::board::diagram::Diagram::parse(
        "O b a . O X .\nO O O O O X X\nX X X X X X X\nX X X X X X X\nX . X . X . X\nX X X X X X X\nX . X . X . X",
    )
    .unwrap();
    let position = Position::from_board(diagram.board(), Color::Black, Rules::CHINESE).with_komi(35.5);
    let (right, wrong) = (Move::Play(diagram.mark('a').unwrap()), Move::Play(diagram.mark('b').unwrap()));
    let mut honest = engine("seed=1");
    let seen = search(&mut honest, &position, 3000);
    assert_eq!(seen.best().unwrap().mv, right, "without a lie it is found");
    let params = Params { memory: 64, seed: 1, ..Params::default() };
    let mut priors = fuzeki::app::wiring::priors();
    priors.push(Arc::new(Liar(right, wrong)));
    let mut deceived = Engine::new(params, priors);
    let seen = search(&mut deceived, &position, 30_000);
    assert_eq!(seen.best().unwrap().mv, right);
    let candidate = seen.candidates.iter().find(|c| c.mv == right).unwrap();
    assert_eq!(candidate.expert.1, 100.0, "the experts' part is told apart");
}
