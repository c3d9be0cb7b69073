//! Several engines at once: side by side, each with its own fate.

use crate::support::*;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use fuzeki::app::companion::Companion;
use std::path::Path;

/// An engine that likes one move, with what it does when it is asked for moves.
fn scripted(top: &str) -> String {
    format!(
        "sh -c 'echo ready >&2; while read id command rest; do case $command in protocol_version) echo \"=$id 2\";; \
         list_commands) echo \"=$id top_moves_black\";; name) echo \"=$id Fake\";; top_moves_*) {top};; \
         estimate_score) echo \"=$id B+4\";; *) echo \"=$id\";; esac; echo; done'"
    )
}

fn open_with(folder: &Path, engines: &[(&str, String)]) -> Hands {
    let settings = "[engine]\nmemory = 32\nthreads = 1\nsimulations = 50\n";
    let start = start_with(folder, settings, "(;SZ[9]KM[7];B[ee];W[gc];B[cg])");
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let profiles: String = engines
        .iter()
        .map(|(name, line)| format!("[[engine]]\nname = \"{name}\"\ncommand = \"{}\"\n", quoted(line)))
        .collect();
    std::fs::write(folders(folder).config.join("engines.toml"), profiles).unwrap();
    let mut hands = open(start);
    press(&mut hands, Modifiers::NONE, Key::E);
    hands
}

#[test]
fn engines_that_work_die_and_hang_stand_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let good = scripted("echo \"=$id C3 9.0 G7 4.0\"");
    let engines = [("Hung", scripted("sleep 1000")), ("Dead", scripted("exit 7")), ("Good", good)];
    let mut hands = open_with(folder.path(), &engines);
    // From below, so that what is said of one does not push the next away from the pointer.
    hands.get_by_label("Good").click();
    hands.run_steps(2);
    wait_for(&mut hands, "1.  59.9 %");
    settle(&mut hands, |window| window.has_verdict());
    assert!(hands.query_by_label("G7").is_some(), "a move that only the other engine likes");
    assert!(hands.get_all_by_label("Good").count() >= 3, "in the list, in the table, in the legend of the graph");
    hands.get_by_label("Dead").click();
    wait_for(&mut hands, "does not work: Fake ended (exit status: 7)");
    hands.get_by_label("Hung").click();
    wait_for(&mut hands, "has not answered for");
    // The rest is unharmed: the game is walked through and the good one goes on.
    press(&mut hands, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(number(&hands), 1);
    wait_for(&mut hands, "40.1 %");
    assert!(hands.query_all_by_label_contains("Its messages (1)").count() >= 2, "what each wrote to standard error");
    // Switched off, it is gone.
    hands.get_by_role_and_label(egui::accesskit::Role::CheckBox, "Good").click();
    hands.run_steps(4);
    assert_eq!(hands.get_all_by_label("Good").count(), 1, "only in the list");
    let kept = &hands.state().settings().engine.beside;
    assert_eq!(kept, &["Dead", "Hung"], "what is on is remembered");
}

#[test]
fn three_engines_beside_ours_are_compared_within_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["GNU Go", "Pachi", "KataGo"];
    let mut hands = open_with(folder.path(), &names.map(|name| (name, scripted("echo \"=$id C3 9.0\""))));
    for name in names.iter().rev() {
        hands.get_by_label(name).click();
        hands.run_steps(2);
    }
    let said = "1.  59.9 %";
    wait_for(&mut hands, said);
    settle(&mut hands, |window| window.has_verdict());
    let started = std::time::Instant::now();
    while hands.get_all_by_label(said).count() < names.len() {
        assert!(started.elapsed().as_secs() < 60, "not all of them spoke");
        hands.run_steps(2);
    }
    let edge = hands.ctx.content_rect().right();
    for cell in hands.get_all_by_label(said) {
        assert!(cell.rect().right() < edge, "{:?} reaches beyond {edge}", cell.rect());
    }
}

#[test]
fn a_dead_engine_is_started_anew_by_its_button() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken");
    std::fs::write(&broken, "").unwrap();
    let top = format!("if [ -e {} ]; then exit 7; fi; echo \"=$id C3 9.0\"", broken.display());
    let mut hands = open_with(folder.path(), &[("Moody", scripted(&top))]);
    hands.get_by_label("Moody").click();
    wait_for(&mut hands, "does not work");
    std::fs::remove_file(&broken).unwrap();
    hands.get_by_label("Start anew").click();
    wait_for(&mut hands, "1.  59.9 %");
    assert!(hands.query_by_label_contains("does not work").is_none());
    hands.get_by_label("…").click();
    hands.run_steps(3);
    hands.get_by_label("Whole game").click();
    // Its curve becomes complete.
    let id = document(&hands).id();
    settle(&mut hands, |window| window.engines().companions()[0].nodes_of(id, 0).count() == 4);
}

#[test]
fn gnu_go_thinks_beside_ours() {
    if !Path::new("/usr/games/gnugo").exists() {
        return; // scripts/test installs it
    }
    let folder = tempfile::tempdir().unwrap();
    let gnugo = [("GNU Go", "/usr/games/gnugo --mode gtp --level 1".to_owned())];
    let mut hands = open_with(folder.path(), &gnugo);
    hands.get_by_label("GNU Go").click();
    settle(&mut hands, |window| {
        let said = |one: &Companion| one.verdict(window.session().active()?.key()).map(|verdict| verdict.said.clone());
        let beside = window.engines().companions().first().and_then(said);
        window.has_verdict() && beside.is_some_and(|said| said.engine.starts_with("GNU Go 3"))
    });
    wait_for(&mut hands, "1.  ");
}

#[test]
fn the_assistant_tells_what_is_wrong_and_keeps_what_works() {
    let folder = tempfile::tempdir().unwrap();
    let mut hands = open_with(folder.path(), &[]);
    hands.get_by_label("Set up an engine…").click();
    hands.run_steps(3);
    let write = |hands: &mut Hands, field: &str, text: &str| {
        hands.get_by_label(field).focus();
        hands.run_steps(2);
        hands.get_by_label(field).type_text(text);
        hands.run_steps(2);
    };
    write(&mut hands, "Name", "Net");
    write(&mut hands, "Command line", "/opt/none/katago gtp");
    hands.get_by_label("Try it out").click();
    wait_for(&mut hands, "It does not work: KataGo does not start without its network");
    write(&mut hands, "Network (-model)", "/no/net.bin.gz");
    hands.get_by_label("Try it out").click();
    wait_for(&mut hands, "It does not work: there is no file /no/net.bin.gz");
    hands.get_by_label("Keep and use").click();
    hands.run_steps(4);
    let profile = &hands.state().engines().profiles()[0];
    assert_eq!(
        (profile.name.as_str(), profile.command.as_str()),
        ("Net", "/opt/none/katago gtp -model /no/net.bin.gz")
    );
    wait_for(&mut hands, "does not work: /opt/none/katago could not be started");
}
