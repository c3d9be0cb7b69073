//! The panels of the experts: verdicts on a position, who the experts are, the pattern table, the audit,
//! the bias made visible.

use crate::grades::{PATTERN, on_disk, open_as_cheng, saved};
use crate::support::*;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use fuzeki::board::Move;
use fuzeki::gui::{Start, Window};
use fuzeki::ontology::{Expert, ExpertId, Rank, Store, TermCode, Validation};
use std::path::Path;

fn experts_on_disk(folder: &Path) -> Vec<Expert> {
    Store::open_to_read(&folder.join("data/ontology.db")).unwrap().experts().unwrap()
}

/// Draws frames until so many things with this name are shown: answers come from another thread.
pub fn await_label_count(hands: &mut Hands, label: &str, count: usize) {
    for _ in 0..1000 {
        if hands.query_all_by_label(label).count() == count {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        hands.run_steps(2);
    }
    panic!("not {count} times `{label}`");
}

pub fn await_label(hands: &mut Hands, label: &str) {
    await_label_count(hands, label, 1);
}

/// The position after two moves of the pattern, on which experts have spoken, with their verdicts shown.
fn open_at_verdicts(folder: &Path) -> Hands {
    let mut hands = open_as_cheng(folder, PATTERN);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::NONE, Key::F6);
    settle(&mut hands, |window| window.has_report());
    hands
}

pub fn click_label(hands: &mut Hands, label: &str) {
    hands.get_by_label(label).click();
    hands.run_steps(4);
}

#[test]
fn the_verdicts_on_a_position_stand_in_a_table_with_curve_and_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_at_verdicts(folder.path());
    for label in ["Fused", "Split", "MCC", "BSL", "G5, the move shown", "Follows Pattern 1"] {
        assert!(hands.query_all_by_label_contains(label).next().is_some(), "{label}");
    }
    assert!(hands.query_by_label("Fuzzy sets and the fused curve").is_some());
    // The experts differ on D3: uncertain for one, bad for the other.
    click_label(&mut hands, "D3");
    assert!(hands.query_by_label("Verdicts on D3").is_some());
    assert!(hands.query_all_by_label_contains("the same position").count() >= 2, "each verdict says why it applies");
    assert!(hands.query_all_by_label_contains("30 %").next().is_some(), "and how far they are apart");
    // The rule sentence and the position of a verdict.
    hands.get_all_by_label("Show on the board").next().unwrap().scroll_to_me();
    hands.run_steps(4);
    hands.get_all_by_label("Show on the board").next().unwrap().click();
    hands.run_steps(4);
    assert_eq!(number(&hands), 3, "the judged move is shown, in a game of its own");
    assert_eq!(hands.state().session().documents().len(), 2);
}

#[test]
fn experts_are_added_changed_chosen_and_removed_with_undo() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), PATTERN);
    let tab = hands.get_all_by_label("Experts").map(|node| node.rect().center());
    let tab = tab.max_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
    click_at(&mut hands, tab, egui::PointerButton::Primary);
    hands.get_by_label("Somebody new").focus();
    hands.run_steps(2);
    hands.event(egui::Event::Text("Honinbo Shusaku".to_owned()));
    hands.run_steps(3);
    click_label(&mut hands, "Add");
    saved(&mut hands);
    let added = experts_on_disk(folder.path());
    assert_eq!(added.len(), 3);
    assert!(added.iter().any(|expert| expert.name == "Honinbo Shusaku" && expert.rank.is_none()));
    // The form of the new one is open: a biography is typed and kept by its button.
    hands.get_by_label("Who this is").scroll_to_me();
    hands.run_steps(3);
    hands.get_by_label("Who this is").focus();
    hands.run_steps(2);
    hands.event(egui::Event::Text("1829–1862".to_owned()));
    hands.run_steps(3);
    click_label(&mut hands, "Save");
    saved(&mut hands);
    assert!(experts_on_disk(folder.path()).iter().any(|expert| expert.biography == "1829–1862"));
    hands.get_by_label("Grading as Honinbo Shusaku").scroll_to_me();
    hands.run_steps(3);
    click_label(&mut hands, "Grading as Honinbo Shusaku");
    assert_eq!(hands.state().here().me, Some(Expert::id_of("Honinbo Shusaku")));
    click_label(&mut hands, "Biing-Shiun Luoh (6d)");
    hands.get_by_label("Remove").scroll_to_me();
    hands.run_steps(3);
    click_label(&mut hands, "Remove");
    settle(&mut hands, |window| window.knowledge().experts().len() == 2);
    saved(&mut hands);
    let verdicts =
        |folder: &Path| Store::open_to_read(&folder.join("data/ontology.db")).unwrap().stats().unwrap().annotations;
    assert_eq!(verdicts(folder.path()), 33, "his verdicts went with him");
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    saved(&mut hands);
    assert_eq!(verdicts(folder.path()), 66);
    let luoh = experts_on_disk(folder.path()).into_iter().find(|expert| expert.name == "Biing-Shiun Luoh");
    assert_eq!(luoh.unwrap().rank, Some(Rank::Dan(6)));
}

/// What Luoh says of the last move of a line, with its state.
fn luoh_on(folder: &Path, line: &str) -> (Option<TermCode>, Validation, Option<ExpertId>, String) {
    let store = Store::open_to_read(&folder.join("data/ontology.db")).unwrap();
    let luoh = Expert::id_of("Biing-Shiun Luoh");
    let said = store.knowledge().unwrap().annotations;
    let said = said.into_iter().find(|a| a.expert == luoh && a.line.to_string() == line).unwrap();
    (said.term, said.state, said.judged_by, said.comment)
}

#[test]
fn the_pattern_table_is_browsed_filtered_validated_edited_and_leads_to_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), "(;SZ[19])");
    press(&mut hands, Modifiers::NONE, Key::F7);
    settle(&mut hands, |window| window.has_pattern_table());
    assert!(hands.query_by_label("33 rows").is_some());
    assert!(hands.query_by_label("9x9").is_some(), "the concept tree begins with the size");
    hands.get_by_label("Search names, moves, comments").focus();
    hands.run_steps(2);
    hands.event(egui::Event::Text("c6 c4".to_owned()));
    await_label(&mut hands, "1 row");
    let line = "E5 G5 F3 C6 C4";
    click_label(&mut hands, &format!("M5-B {line}"));
    assert!(hands.query_all_by_label_contains("Doubtful reading").next().is_some());
    let sentence = "if B1 Locates E5 and W2 Locates G5 and B3 Locates F3 and W4 Locates C6 and B5 Locates C4 then \
                    B5 is Good Move. end if";
    assert!(hands.query_by_label(sentence).is_some(), "the rule of algorithm 3");
    let before = luoh_on(folder.path(), line);
    assert_eq!((before.0, before.1), (Some(TermCode::GOOD), Validation::Proposed));
    // Both verdicts have a button each; the second is Luoh's or Cheng's: validate both.
    for left in [1, 0] {
        hands.get_all_by_label("Validate").next().unwrap().click();
        hands.run_steps(3);
        saved(&mut hands);
        await_label_count(&mut hands, "Validate", left);
    }
    let after = luoh_on(folder.path(), line);
    assert_eq!((after.1, after.2), (Validation::Validated, Some(Expert::id_of("Ming-Chi Cheng"))));
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    saved(&mut hands);
    assert_eq!(luoh_on(folder.path(), line), before, "undone");
    hands.get_all_by_label("Show on the board").next().unwrap().click();
    hands.run_steps(4);
    assert_eq!((number(&hands), document(&hands).tree().size()), (5, 9));
    assert_eq!(document(&hands).tree().info(fuzeki::record::known::KM).as_deref(), Some("7.5"));
}

#[test]
fn a_verdict_leads_back_to_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let game = "(;SZ[9]PB[Source]PW[Game];B[cc];W[gg];B[cg])";
    let mut hands = open_as_cheng(folder.path(), game);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::NONE, Key::Num2);
    saved(&mut hands);
    assert_eq!(on_disk(folder.path(), "C7 G3").len(), 1);
    press(&mut hands, Modifiers::NONE, Key::Home);
    press(&mut hands, Modifiers::NONE, Key::F7);
    settle(&mut hands, |window| window.has_pattern_table());
    hands.get_by_label("Search names, moves, comments").focus();
    hands.run_steps(2);
    hands.event(egui::Event::Text("C7 G3".to_owned()));
    await_label(&mut hands, "1 row");
    click_label(&mut hands, "M2 C7 G3");
    click_label(&mut hands, "Source game");
    assert_eq!(number(&hands), 2, "the game is open: its move is shown");
    assert_eq!(hands.state().session().documents().len(), 1);
}

#[test]
fn the_audit_compares_experts_walks_through_disputes_and_finds_work() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), PATTERN);
    press(&mut hands, Modifiers::SHIFT, Key::F7);
    settle(&mut hands, |window| window.has_audit());
    assert!(hands.query_all_by_label("67 % (33)").count() == 2, "both ways of the matrix");
    click_label(&mut hands, "Experts furthest apart: Next");
    assert_eq!((number(&hands), hands.state().session().documents().len()), (5, 2), "the most disputed move");
    press(&mut hands, Modifiers::SHIFT, Key::F7);
    hands.run_steps(3);
    let button = hands.get_by_label("Look through the open games");
    button.scroll_to_me();
    hands.run_steps(3);
    click_label(&mut hands, "Look through the open games");
    settle(&mut hands, |window| window.knowledge().work().is_some());
    assert!(hands.query_all_by_label_contains("in 2 games").next().is_some(), "both games begin alike");
}

#[test]
fn the_engine_is_shown_with_and_without_the_experts_under_a_live_slider() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "[engine]\nmemory = 32\nthreads = 1\nsimulations = 400\n";
    let mut hands = open(start_with(folder.path(), settings, PATTERN));
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::SHIFT, Key::F6);
    settle(&mut hands, |window| window.has_verdict() && window.second_opinion().is_some());
    let with = hands.state().opinion().unwrap();
    let without = hands.state().second_opinion().unwrap();
    assert!(with.candidates.iter().any(|c| c.expert.1 > 10.0), "the experts' part is told apart");
    assert!(without.candidates.iter().all(|c| c.expert.1 == 0.0), "and the other engine hears none of it");
    // The switch removes the bias from the first engine too.
    press(&mut hands, Modifiers::NONE, Key::B);
    assert!(!hands.state().settings().engine.params().0.experts);
    settle(&mut hands, |window| {
        window.opinion().is_some_and(|seen| seen.visits > 0 && seen.candidates.iter().all(|c| c.expert.1 == 0.0))
    });
    // With the book, a move that both have confirmed is played at once.
    press(&mut hands, Modifiers::NONE, Key::Space);
    press(&mut hands, Modifiers::COMMAND, Key::K);
    hands.event(egui::Event::Text("Experts' moves as a book".to_owned()));
    hands.run_steps(2);
    press(&mut hands, Modifiers::NONE, Key::Enter);
    assert!(hands.state().settings().engine.params().0.book);
    press(&mut hands, Modifiers::NONE, Key::Enter);
    settle(&mut hands, |window| {
        window.session().active().is_some_and(|document| document.tree().move_number(document.current()) == 3)
    });
    let played = document(&hands).tree().move_at(document(&hands).current(), 9).unwrap().1.unwrap().to_gtp(9);
    assert!(["F3", "F7"].contains(&played.as_str()), "{played}");
}

/// Shows the ontology's panel with one row chosen: the verdicts of both experts on E5 G5 F3 C6 C4.
fn open_a_row(folder: &Path) -> Hands {
    let mut hands = open_as_cheng(folder, "(;SZ[19])");
    press(&mut hands, Modifiers::NONE, Key::F7);
    settle(&mut hands, |window| window.has_pattern_table());
    search(&mut hands, "c6 c4");
    await_label(&mut hands, "1 row");
    click_label(&mut hands, "M5-B E5 G5 F3 C6 C4");
    hands
}

fn search(hands: &mut Hands, text: &str) {
    hands.get_by_label("Search names, moves, comments").focus();
    hands.run_steps(2);
    hands.event(egui::Event::Text(text.to_owned()));
    hands.run_steps(2);
}

/// The field of the form with this name; another one of the same name is in a panel to the right.
fn field<'a>(hands: &'a Hands, label: &'a str) -> egui_kittest::Node<'a> {
    use egui_kittest::kittest::NodeT;
    let is_field = |node: &egui_kittest::Node<'_>| node.accesskit_node().is_text_input();
    let fields = hands.get_all_by_label(label).filter(is_field);
    fields.min_by(|a, b| a.rect().left().total_cmp(&b.rect().left())).unwrap()
}

/// Types into a field of the form, after what is there.
fn type_into(hands: &mut Hands, label: &str, text: &str) {
    field(hands, label).focus();
    hands.run_steps(2);
    hands.event(egui::Event::Text(text.to_owned()));
    hands.run_steps(3);
}

/// Presses the button of the form, which may have to be scrolled to.
fn save_form(hands: &mut Hands) {
    hands.get_by_label("Save").scroll_to_me();
    hands.run_steps(4);
    click_label(hands, "Save");
}

fn verdicts_on(folder: &Path, line: &str) -> Vec<fuzeki::ontology::Annotation> {
    let store = Store::open_to_read(&folder.join("data/ontology.db")).unwrap();
    let mut said = store.knowledge().unwrap().annotations;
    said.retain(|a| a.line.to_string() == line);
    said
}

const ROW: &str = "E5 G5 F3 C6 C4";

#[test]
fn a_verdict_is_edited_checked_and_kept_rejected_deleted_and_brought_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_a_row(folder.path());
    let before = verdicts_on(folder.path(), ROW);
    hands.get_all_by_label("Edit").last().unwrap().click();
    hands.run_steps(4);
    type_into(&mut hands, "Better move", "Z9");
    assert!(hands.query_all_by_label_contains("Z9").next().is_some());
    let save = |hands: &Hands| {
        use egui_kittest::kittest::NodeT;
        hands.get_by_label("Save").accesskit_node().is_disabled()
    };
    assert!(save(&hands), "no such point: it cannot be saved");
    for _ in 0..2 {
        press(&mut hands, Modifiers::NONE, Key::Backspace);
    }
    hands.event(egui::Event::Text("D4".to_owned()));
    hands.run_steps(3);
    assert!(!save(&hands));
    type_into(&mut hands, "Comment", "太慢了");
    save_form(&mut hands);
    saved(&mut hands);
    let after = verdicts_on(folder.path(), ROW);
    let edited = after.iter().find(|a| a.comment.contains("太慢了")).expect("the comment is kept");
    assert_eq!(edited.better.unwrap().to_gtp(9), "D4");
    await_label_count(&mut hands, "Should have played D4", 1);
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    saved(&mut hands);
    assert_eq!(verdicts_on(folder.path(), ROW), before);
    // Rejected: by whom is kept, and the engine hears it no more.
    hands.get_all_by_label("Reject").next().unwrap().click();
    hands.run_steps(3);
    saved(&mut hands);
    let rejected: Vec<_> =
        verdicts_on(folder.path(), ROW).into_iter().filter(|a| a.state == Validation::Rejected).collect();
    assert_eq!(rejected.len(), 1);
    assert_eq!(rejected[0].judged_by, Some(Expert::id_of("Ming-Chi Cheng")));
    await_label(&mut hands, "Propose again");
    hands.get_all_by_label("Delete").next().unwrap().click();
    hands.run_steps(3);
    saved(&mut hands);
    assert_eq!(verdicts_on(folder.path(), ROW).len(), 1);
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    saved(&mut hands);
    assert_eq!(verdicts_on(folder.path(), ROW), before, "both are undone");
}

#[test]
fn what_was_typed_into_a_form_comes_back_when_the_file_refuses_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_a_row(folder.path());
    hands.get_all_by_label("Edit").last().unwrap().click();
    hands.run_steps(4);
    type_into(&mut hands, "Comment", "a thought of an hour");
    let other = rusqlite::Connection::open(folder.path().join("data/ontology.db")).unwrap();
    for event in ["INSERT", "UPDATE", "DELETE"] {
        let name = event.to_lowercase();
        let trigger =
            format!("CREATE TRIGGER no_{name} BEFORE {event} ON annotations BEGIN SELECT RAISE(ABORT, 'no'); END");
        other.execute_batch(&trigger).unwrap();
    }
    save_form(&mut hands);
    saved(&mut hands);
    assert!(hands.query_by_label_contains("The ontology was not changed").is_some());
    click_label(&mut hands, "OK");
    use egui_kittest::kittest::NodeT;
    assert!(field(&hands, "Comment").accesskit_node().value().unwrap_or_default().contains("a thought of an hour"));
}

fn choose(hands: &mut Hands, combo: &str, item: &str) {
    hands.get_all_by_label(combo).last().unwrap().click();
    hands.run_steps(4);
    hands.get_all_by_label(item).last().unwrap().click();
    hands.run_steps(4);
}

#[test]
fn the_table_is_filtered_by_expert_term_and_state_and_by_the_concept_tree() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), "(;SZ[19])");
    press(&mut hands, Modifiers::NONE, Key::F7);
    settle(&mut hands, |window| window.has_pattern_table());
    await_label(&mut hands, "33 rows");
    choose(&mut hands, "Term", "very bad");
    let store = Store::open_to_read(&folder.path().join("data/ontology.db")).unwrap();
    let all = store.knowledge().unwrap().annotations;
    let lines = |wanted: &dyn Fn(&fuzeki::ontology::Annotation) -> bool| {
        let mut lines: Vec<_> = all.iter().filter(|a| wanted(a)).map(|a| a.line.to_string()).collect();
        lines.sort();
        lines.dedup();
        lines.len()
    };
    let very_bad = lines(&|a| a.term == Some(TermCode::VERY_BAD));
    assert!(very_bad > 0 && very_bad < 33);
    await_label(&mut hands, &format!("{very_bad} rows"));
    choose(&mut hands, "State", "rejected");
    await_label(&mut hands, "0 rows");
    assert!(hands.query_by_label("Nothing is like that").is_some());
    choose(&mut hands, "State", "any");
    choose(&mut hands, "Term", "any");
    choose(&mut hands, "Experts", "Biing-Shiun Luoh (6d)");
    await_label(&mut hands, "33 rows");
    search(&mut hands, "no such words");
    await_label(&mut hands, "0 rows");
    click_label(&mut hands, "Everything");
    await_label(&mut hands, "33 rows");
    click_label(&mut hands, "9x9");
    await_label(&mut hands, "33 rows");
}

#[test]
fn the_terms_are_edited_as_fuzzy_sets_and_what_makes_no_set_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_at_verdicts(folder.path());
    hands.get_by_label("The terms as fuzzy sets").scroll_to_me();
    hands.run_steps(4);
    click_label(&mut hands, "The terms as fuzzy sets");
    let good = |folder: &Path| -> [f32; 4] {
        let store = Store::open_to_read(&folder.join("data/ontology.db")).unwrap();
        store.terms().unwrap().get(TermCode::GOOD).unwrap().set.into()
    };
    let before = good(folder.path());
    let score = |hands: &Hands| {
        let index = hands.state().knowledge().index().clone();
        index.terms().get(TermCode::GOOD).unwrap().set.centroid()
    };
    let was = score(&hands);
    hands.get_by_label("G a").scroll_to_me();
    hands.run_steps(4);
    hands.get_by_label("G a").set_value_accesskit(1.0);
    hands.run_steps(4);
    assert!(hands.query_by_label("G: a, b, c, d must rise").is_some());
    hands.get_by_label("Save").click();
    hands.run_steps(3);
    assert_eq!(good(folder.path()), before, "nothing is kept of it");
    for (corner, value) in [("G a", 0.2), ("G b", 0.3)] {
        hands.get_by_label(corner).set_value_accesskit(value);
        hands.run_steps(3);
    }
    hands.get_by_label("Save").scroll_to_me();
    hands.run_steps(4);
    click_label(&mut hands, "Save");
    saved(&mut hands);
    let after = good(folder.path());
    assert_eq!((after[0], after[1], after[2], after[3]), (0.2, 0.3, before[2], before[3]));
    assert!(score(&hands) < was, "a good move is worth less now");
    press(&mut hands, Modifiers::COMMAND, Key::Z);
    saved(&mut hands);
    assert_eq!(good(folder.path()), before);
}

#[test]
fn blind_mode_hides_every_panel_that_would_tell() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_as_cheng(folder.path(), "(;SZ[9];B[cc])");
    press(&mut hands, Modifiers::NONE, Key::End);
    press(&mut hands, Modifiers::COMMAND, Key::B);
    assert!(hands.state().here().is_blind);
    for (modifiers, key) in [
        (Modifiers::NONE, Key::F6),
        (Modifiers::SHIFT, Key::F7),
        (Modifiers::SHIFT, Key::F6),
        (Modifiers::NONE, Key::F7),
    ] {
        press(&mut hands, modifiers, key);
        assert!(hands.query_all_by_label("Blind: grade the move to see what others say").next().is_some(), "{key:?}");
    }
    press(&mut hands, Modifiers::NONE, Key::Num3);
    saved(&mut hands);
    hands.run_steps(3);
    assert!(!hands.state().here().is_blind);
    assert!(hands.query_by_label("Blind: grade the move to see what others say").is_none());
}

#[test]
fn the_slider_of_the_bias_is_felt_and_the_work_list_leads_to_its_position() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "analysis = false\n[engine]\nmemory = 32\nthreads = 1\nsimulations = 100\n";
    let games = "(;SZ[9];B[cc];W[gg];B[gc])(;SZ[9];B[cc];W[gg];B[cg])";
    let mut hands = open(start_with(folder.path(), settings, games));
    press(&mut hands, Modifiers::SHIFT, Key::F6);
    let strength = |hands: &Hands| hands.state().settings().engine.params().0.expert_strength;
    let slider = hands.get_all_by_label("Strength").map(|node| node.rect()).collect::<Vec<_>>();
    assert!(!slider.is_empty());
    let before = strength(&hands);
    for node in hands.get_all_by_label("Strength").collect::<Vec<_>>() {
        node.set_value_accesskit(3.5);
    }
    hands.run_steps(4);
    assert!(strength(&hands) != before && (strength(&hands) - 3.5).abs() < 0.06, "{}", strength(&hands));
    press(&mut hands, Modifiers::SHIFT, Key::F7);
    settle(&mut hands, |window| window.has_audit());
    hands.get_by_label("Look through the open games").scroll_to_me();
    hands.run_steps(3);
    click_label(&mut hands, "Look through the open games");
    settle(&mut hands, |window| window.knowledge().work().is_some());
    let row = hands.get_all_by_label_contains("move 2, in 2 games").next().unwrap();
    row.scroll_to_me();
    hands.run_steps(3);
    hands.get_all_by_label_contains("move 2, in 2 games").next().unwrap().click();
    hands.run_steps(4);
    assert_eq!(number(&hands), 2, "after two moves, which both games have");
}

#[test]
fn the_operator_decides_what_is_shown_and_what_the_engine_hears_where_experts_differ() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "[engine]\nmemory = 32\nthreads = 1\nsimulations = 100\n";
    let mut hands = open(start_with(folder.path(), settings, PATTERN));
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::SHIFT, Key::F6);
    // Of D3 one says uncertain, the other bad.
    let split = Move::from_gtp("D3", 9).unwrap();
    let shown = |window: &Window| window.here().score(split).unwrap();
    let heard = |window: &Window| {
        let seen = window.opinion()?;
        seen.candidates.iter().find(|c| c.mv == split && c.expert.1 > 0.0).map(|c| c.expert.0)
    };
    settle(&mut hands, |window| heard(window).is_some());
    let (mean, heard_before) = (shown(hands.state()), heard(hands.state()).unwrap());
    assert!((mean - heard_before).abs() < 0.01, "the engine hears what is shown: {mean} {heard_before}");
    hands.get_by_role_and_label(Role::ComboBox, "Fused by").click();
    hands.run_steps(3);
    click_label(&mut hands, "Least favourable");
    assert_eq!(hands.state().settings().fusion, "pessimistic");
    let worst = shown(hands.state());
    assert!(worst < mean - 0.05, "{worst} {mean}");
    settle(&mut hands, |window| heard(window).is_some_and(|heard| (heard - worst).abs() < 0.01));
    // The verdicts on the position are made one in the same way, and the choice is kept.
    press(&mut hands, Modifiers::NONE, Key::F6);
    settle(&mut hands, |window| window.has_report());
    let fused = format!("{:.0}", worst * 100.0);
    assert!(hands.query_all_by_label_contains(&fused).next().is_some(), "{fused}");
    settle(&mut hands, |window| window.settings_are_written());
    drop(hands);
    let again = Start { folders: Some(folders(folder.path())), without_engine: true, ..Start::default() };
    let again = open(again);
    assert_eq!(again.state().settings().operator().0.name(), "pessimistic");
}

#[test]
fn the_reasons_are_told_in_the_language_of_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let start = start_with(folder.path(), "language = \"zh-Hans\"\n", &PATTERN.replace("7.5", "6.5"));
    let mut hands = open(Start { without_engine: true, ..start });
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    press(&mut hands, Modifiers::NONE, Key::F6);
    settle(&mut hands, |window| window.has_report());
    assert!(hands.query_all_by_label_contains("相同局面；本局贴目 6.5，彼处 7.5").next().is_some());
    assert!(hands.query_all_by_label_contains("the same position").next().is_none());
}
