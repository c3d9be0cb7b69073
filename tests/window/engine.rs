//! What the engine says, on the board and around it.

use crate::support::*;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use fuzeki::app::Analyst;
use fuzeki::app::files::{AskWhere, FileAnswer};
use fuzeki::board::{Color, Move, Point, Position};
use fuzeki::engine::handle::Status;
use fuzeki::engine::{Candidate, Limits, Params, Snapshot};
use fuzeki::gui::Start;
use fuzeki::ontology::store::{Edit, Grade};
use fuzeki::ontology::{Expert, Line, Record, TermCode, shipped};
use std::path::Path;
use std::sync::Arc;

/// Always thinks the same: E5 is best, C3 loses.
struct Fixed(Arc<Snapshot>);

fn candidate(point: Point, visits: u32, win_rate: f32, score: f32, line: Vec<Move>) -> Candidate {
    Candidate {
        line_visits: Vec::new(),
        mv: Move::Play(point),
        visits,
        win_rate,
        score,
        score_spread: 5.0,
        rave: (win_rate, visits),
        prior: (0.5, 10.0),
        expert: (0.0, 0.0),
        policy: 0.5,
        line,
    }
}

impl Analyst for Fixed {
    fn think(&mut self, position: &Position, _: Limits) {
        let at = |x, y| Move::Play(Point::new(x, y));
        let best = candidate(Point::new(4, 4), 900, 0.6, 3.0, vec![at(4, 4), at(2, 2), at(6, 6)]);
        let worse = candidate(Point::new(2, 6), 100, 0.3, -9.0, vec![at(2, 6)]);
        self.0 = Arc::new(Snapshot {
            position: position.hash(),
            candidates: vec![best, worse],
            visits: 1000,
            win_rate: 0.6,
            score: 3.0,
            ownership: vec![0.5; 81],
            simulations: 1000,
            ..Snapshot::empty(9, position.to_play())
        });
    }
    fn stop(&mut self) {}
    fn latest(&self) -> Arc<Snapshot> {
        self.0.clone()
    }
    fn status(&self) -> Status {
        Status::Idle
    }
    fn set_params(&mut self, _: Params) {}
}

pub fn open_with_engine() -> (Hands, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let analyst: Box<dyn Analyst> = Box::new(Fixed(Arc::new(Snapshot::empty(9, Color::Black))));
    let start = Start { analyst: Some(analyst), ..start_with(folder.path(), "", "(;SZ[9])") };
    (open(start), folder)
}

#[test]
fn candidates_stand_in_the_table_and_a_click_plays_one() {
    let (mut hands, _folder) = open_with_engine();
    hands.run_steps(3);
    assert!(hands.query_by_label_contains("C3, 30.0 %").is_some());
    hands.get_by_label_contains("E5, 60.0 %").click();
    hands.run_steps(3);
    assert_eq!(number(&hands), 1);
}

#[test]
fn hovering_a_candidate_shows_its_line_and_the_middle_button_keeps_it() {
    let (mut hands, _folder) = open_with_engine();
    hands.run_steps(3);
    let pos = place(&hands, Point::new(4, 4));
    click_at(&mut hands, pos, egui::PointerButton::Middle);
    assert_eq!(document(&hands).tree().node_count(), 4, "a line of three moves");
    assert_eq!(number(&hands), 0, "the position shown stays");
}

#[test]
fn the_best_move_is_played_by_a_key_and_space_lets_the_engine_rest() {
    let (mut hands, _folder) = open_with_engine();
    hands.run_steps(3);
    press(&mut hands, Modifiers::NONE, Key::Comma);
    assert_eq!(number(&hands), 1);
    assert!(hands.state().settings().analysis);
    press(&mut hands, Modifiers::NONE, Key::Space);
    assert!(!hands.state().settings().analysis);
    assert!(hands.query_by_label("Engine rests").is_some());
}

#[test]
fn the_real_engine_answers_in_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "[engine]\nmemory = 32\nthreads = 1\nseconds = 0.1\n";
    let mut hands = open(start_with(folder.path(), settings, "(;SZ[9])"));
    settle(&mut hands, |window| window.has_verdict());
    press(&mut hands, Modifiers::NONE, Key::Enter);
    settle(&mut hands, |window| window.session().active().is_some_and(|document| document.tree().node_count() == 2));
    assert_eq!(number(&hands), 1, "the engine has moved");
}

#[test]
fn the_map_of_changing_scores_needs_two_turns_of_a_player() {
    let (mut hands, _folder) = open_with_engine();
    hands.run_steps(3);
    press(&mut hands, Modifiers::SHIFT, Key::S);
    assert!(hands.query_by_label_contains("the turn before is not analysed yet").is_some());
    press(&mut hands, Modifiers::SHIFT, Key::S);
    assert!(hands.query_by_label_contains("the turn before").is_none());
}

#[test]
fn a_game_against_the_engine_has_running_clocks_that_are_written_down() {
    let (mut hands, _folder) = open_with_engine();
    press(&mut hands, Modifiers::COMMAND, Key::N);
    hands.get_by_label("9×9").click();
    hands.get_by_label("Play with clocks").click();
    hands.run_steps(2);
    let white = hands.get_all_by_label("White").map(|node| node.rect().center()).max_by(|a, b| a.y.total_cmp(&b.y));
    click_at(&mut hands, white.unwrap(), egui::PointerButton::Primary);
    hands.get_by_label("Begin").click();
    hands.run_steps(3);
    assert!(document(&hands).clock.is_some());
    click(&mut hands, Point::new(2, 2));
    settle(&mut hands, |window| window.session().active().is_some_and(|document| document.tree().node_count() == 3));
    let text = fuzeki::record::sgf::to_string(document(&hands).collection());
    for part in ["TM[600]", "OT[3x30 byo-yomi]", "B[cc]BL[", "W[ee]WL["] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

/// Who asks for a file is always told this one.
fn always(path: &Path) -> Option<AskWhere> {
    let path = path.to_owned();
    Some(Arc::new(move |_| FileAnswer::Chosen(vec![path.clone()])))
}

/// Lets the engine judge the game shown, and what it says be kept in it.
fn judge_game(hands: &mut Hands) {
    press(hands, Modifiers::COMMAND | Modifiers::SHIFT, Key::A);
    settle(hands, |window| window.session().active().is_some_and(|document| document.is_modified()));
}

/// Saves a report and reads it.
fn report(hands: &mut Hands, page: &Path) -> String {
    press(hands, Modifiers::COMMAND, Key::P);
    let started = std::time::Instant::now();
    while !page.exists() {
        assert!(started.elapsed().as_secs() < 20, "no report was written");
        hands.run_steps(1);
    }
    std::fs::read_to_string(page).unwrap()
}

#[test]
fn a_report_tells_what_the_ontology_says_that_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("school.db");
    let mut store = shipped::open(&other).unwrap();
    let ada = Expert::new("Ada", None);
    let grade = Grade::new(ada.id, Line::parse("C3", 5).unwrap(), Some(TermCode::VERY_GOOD));
    store.write("Add Ada", vec![Edit::Put(Record::Expert(ada))]).unwrap();
    let (label, edits) = store.grade_edits(&grade).unwrap();
    store.write(&label, edits).unwrap();
    drop(store);
    let settings = "analysis = false\n[engine]\nmemory = 32\nthreads = 1\ngame_simulations = 20\n";
    let start = start_with(folder.path(), settings, "(;SZ[5]KM[0]RU[Chinese];B[cc])");
    let page = folder.path().join("report.html");
    let mut hands = open(Start { ontology: Some(other), ask_where: always(&page), ..start });
    judge_game(&mut hands);
    assert!(report(&mut hands, &page).contains("Ada"));
}

#[test]
fn a_whole_game_is_judged_kept_in_the_file_shown_again_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "analysis = false\n[engine]\nmemory = 32\nthreads = 1\ngame_simulations = 450\n";
    let start = start_with(folder.path(), settings, "(;SZ[5]KM[0]RU[Chinese];B[];W[cc];B[cb];W[bb])");
    let page = folder.path().join("report.html");
    let mut hands = open(Start { ask_where: always(&page), ..start });
    judge_game(&mut hands);
    let text = fuzeki::record::sgf::to_string(document(&hands).collection());
    assert_eq!(text.matches("FZA[").count(), 5, "{text}");
    let tab = hands.get_all_by_label("Review").map(|node| node.rect().center()).next().unwrap();
    click_at(&mut hands, tab, egui::PointerButton::Primary);
    hands.get_by_label("Move 1: pass, better C3").click();
    hands.run_steps(3);
    assert_eq!(number(&hands), 1, "the mistake is jumped to");
    press(&mut hands, Modifiers::NONE, Key::Home);
    press(&mut hands, Modifiers::NONE, Key::N);
    assert_eq!(number(&hands), 1, "by its key too");

    assert!(report(&mut hands, &page).contains("Better was C3"));

    press(&mut hands, Modifiers::COMMAND, Key::S);
    settle(&mut hands, |window| !window.is_busy());
    let start = Start { files: vec![folder.path().join("game.sgf")], without_engine: true, ..Start::default() };
    let again = open(start);
    assert!(again.state().has_verdict(), "what is in the file is shown without any engine");
    // The cache knows the game: judged again at once.
    let cache =
        fuzeki::app::review::Cache::open(&fuzeki::app::review::Cache::path_in(&folders(folder.path()).data)).unwrap();
    let judge = fuzeki::app::review::JudgeSpec::Own(Box::default());
    let mut empty = Position::new(5, fuzeki::board::Rules::CHINESE);
    empty.set_komi(0.0);
    let effort = fuzeki::app::review::Effort::Simulations(450);
    assert!(cache.get(&empty, &judge.id(), effort).is_some());
}

#[test]
fn gnu_go_plays_a_whole_game_in_the_window() {
    if !std::path::Path::new("/usr/games/gnugo").exists() {
        return; // scripts/test installs it
    }
    let folder = tempfile::tempdir().unwrap();
    let settings = "analysis = false\n[engine]\nprogram = \"GNU Go\"\nmove_simulations = 1\n";
    let start = start_with(folder.path(), settings, "(;SZ[5]KM[0.5]RU[Chinese])");
    let profile = "[[engine]]\nname = \"GNU Go\"\ncommand = \"/usr/games/gnugo --mode gtp --level 1\"\n";
    std::fs::write(folders(folder.path()).config.join("engines.toml"), profile).unwrap();
    let mut hands = open(start);
    press(&mut hands, Modifiers::COMMAND, Key::Enter);
    settle(&mut hands, |window| {
        window.session().active().is_some_and(|document| {
            let text = fuzeki::record::sgf::to_string(document.collection());
            text.contains("B[]") && text.contains("W[]")
        })
    });
    assert!(number(&hands) > 6, "moves were played before both passed: {}", number(&hands));
}
