//! `fuzeki patterns`, `fuzeki bench patterns` and pattern weights in `fuzeki gtp`, by the real binary.

#![allow(clippy::unwrap_used)] // a test may fail where it stands

use fuzeki::board::{Board, Color, Point};
use fuzeki::patterns::learn::{Learner, Options, Run};
use fuzeki::patterns::{Models, sealed};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn fuzeki(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fuzeki")).args(args).current_dir(dir).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn json(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Games in which everybody plays the legal point nearest to the last move, after a first move of choice:
/// something to learn.
fn write_games(path: &Path, count: u8) {
    let mut file = String::new();
    for game in 0..count {
        let mut board = Board::new(9);
        let mut last = Point::new(game % 9, game / 9 % 9);
        let mut color = Color::Black;
        file.push_str("(;SZ[9]DT[2020]KM[7.5]RE[W+R]");
        for number in 0..40 {
            let free = board.empty_points().iter().copied().filter(|&p| board.is_playable(color, p));
            let nearest = |p: &Point| (p.circular_distance(last), p.index());
            let point = if number == 0 { Some(last) } else { free.min_by_key(nearest) };
            let Some(point) = point else { break };
            board.play(color, point);
            let letter = |n: u8| char::from(b'a' + n);
            file.push_str(&format!(";{}[{}{}]", color.letter(), letter(point.x()), letter(point.y())));
            (last, color) = (point, !color);
        }
        file.push_str(")\n");
    }
    fs::write(path, file).unwrap();
}

#[test]
fn what_is_learnt_predicts_games_that_were_left_out() {
    let dir = tempfile::tempdir().unwrap();
    write_games(&dir.path().join("games.sgf"), 60);
    let learn = |out: &str| {
        let args = ["patterns", "learn", "--games", ".", "--size", "9", "--least", "3", "--held-out", "0.2"];
        let output = fuzeki(dir.path(), &[&args[..], &["--passes", "3", "--out", out]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        fs::read(dir.path().join(out)).unwrap()
    };
    assert_eq!(learn("a.bin"), learn("b.bin"), "the same seed learns the same");
    assert!(!dir.path().join("a.bin.part").exists());

    let eval = |more: &[&str]| {
        let args = ["patterns", "eval", "--games", "games.sgf", "--held-out", "0.2", "--json"];
        json(&fuzeki(dir.path(), &[&args[..], more].concat()))
    };
    let learnt = eval(&["--model", "a.bin"]);
    let rules = eval(&["--model", "rules"]);
    let top = |report: &Value, n: u32| report[format!("top{n}")].as_f64().unwrap();
    assert!(learnt["moves"].as_u64().unwrap() > 200 && learnt["moves"] == rules["moves"]);
    assert!(top(&learnt, 1) > top(&rules, 1) + 0.1, "{learnt}\n{rules}");
    assert!((1..20).all(|n| top(&learnt, n) <= top(&learnt, n + 1)) && top(&learnt, 20) <= 1.0);
    assert!(learnt["log_evidence"].as_f64().unwrap() > -3.0 && rules["log_evidence"].is_null());
    assert!(learnt["phases"]["opening"]["top1"].is_number());

    let shown = json(&fuzeki(
        dir.path(),
        &["patterns", "show", "games.sgf", "--move", "10", "--model", "a.bin", "--top", "2", "--json"],
    ));
    let moves = shown["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    assert!(moves[0]["probability"].as_f64() >= moves[1]["probability"].as_f64());
    assert!(moves[0]["features"].as_array().unwrap().iter().any(|f| f["family"] == "tactics"));
    assert!(!moves[0]["reasons"].as_array().unwrap().is_empty());
    let show = |lang: &str| {
        let args = ["patterns", "show", "games.sgf", "--move", "10", "--model", "a.bin", "--top", "1", "--lang", lang];
        String::from_utf8(fuzeki(dir.path(), &args).stdout).unwrap()
    };
    let told = show("en");
    assert!(told.contains("steps from the last move: play is usual there") || told.contains("usual answer"), "{told}");
    assert!(told.contains("Strong players would play here") && told.contains("  × "), "{told}");
    assert!(told.contains("Tactics: ") && !told.contains("tactics 0"), "{told}");
    assert!(show("zh").contains("高手在此落子的可能") && show("ja").contains("手筋："));
}

#[test]
fn minorisation_maximisation_learns_too() {
    let dir = tempfile::tempdir().unwrap();
    write_games(&dir.path().join("games.sgf"), 30);
    let args = ["patterns", "learn", "--games", ".", "--size", "9", "--least", "3", "--method", "mm"];
    let output = fuzeki(dir.path(), &[&args[..], &["--rounds", "5", "--held-out", "0.2", "--out", "mm.bin"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let args = ["patterns", "eval", "--games", ".", "--held-out", "0.2", "--model", "mm.bin", "--json"];
    let report = json(&fuzeki(dir.path(), &args));
    assert!(report["top1"].as_f64().unwrap() > 0.3, "{report}");
}

/// `patterns learn` from games.sgf with more arguments; the exit code and what is said.
fn learn(dir: &Path, more: &[&str]) -> (Option<i32>, String) {
    let args = ["patterns", "learn", "--games", "games.sgf", "--size", "9", "--least", "3", "--out", "a.bin"];
    let output = fuzeki(dir, &[&args[..], more].concat());
    (output.status.code(), text(&output.stderr).to_owned())
}

#[test]
fn a_state_of_another_run_is_told_before_the_work_and_stays() {
    let dir = tempfile::tempdir().unwrap();
    write_games(&dir.path().join("games.sgf"), 20);
    let part = dir.path().join("a.bin.part");
    let state = |settings: &str| {
        let run = Run { settings: settings.to_owned(), games: 1 };
        Learner::new(&[1, 5, 9], Options::default()).state(&run, 3)
    };
    let own = "--size 9 --least 3 --rate 0.1 --passes 1 --held-out 0.03 --seed 1";
    let mut damaged = state(own);
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    for (bytes, words) in [
        (b"something else that is long enough for a head".to_vec(), "this is no state of learning; remove it to begin"),
        (damaged, "this state of learning is damaged; remove it to begin anew, or choose another --out"),
        (state("--size 9 --least 7"), "go on with that one by its own command, with `--size 9 --least 7`, remove it"),
        (state(own), "over other games; go on with it over those games, remove it"),
    ] {
        fs::write(&part, &bytes).unwrap();
        let (code, said) = learn(dir.path(), &[]);
        assert!(code == Some(1) && said.contains("a.bin.part: ") && said.contains(words), "{said}");
        assert!(!said.contains("counting") && !dir.path().join("a.bin").exists(), "{said}");
        assert_eq!(fs::read(&part).unwrap(), bytes);
    }
    let before = fs::read(&part).unwrap();
    let (code, said) = learn(dir.path(), &["--method", "mm", "--rounds", "2"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(fs::read(&part).unwrap(), before, "minorisation-maximisation keeps no state and heeds none");
}

#[test]
fn what_cannot_be_written_is_told_before_anything_is_learnt() {
    let dir = tempfile::tempdir().unwrap();
    write_games(&dir.path().join("games.sgf"), 20);
    let weights = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/patterns.bin")).unwrap();
    fs::write(dir.path().join("kept.bin"), &weights).unwrap();
    let mut permissions = fs::metadata(dir.path().join("kept.bin")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(dir.path().join("kept.bin"), permissions).unwrap();
    for (what, out) in [("learn", "kept.bin"), ("learn", "none/new.bin"), ("balance", "none/new.bin")] {
        let args = ["patterns", what, "--games", "games.sgf", "--size", "9", "--out", out];
        let output = fuzeki(dir.path(), &args);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(out) && said.contains("choose another --out"), "{said}");
        assert!(!said.contains("games to learn from") && !said.contains("positions of"), "{said}");
    }
    assert_eq!(fs::read(dir.path().join("kept.bin")).unwrap(), weights);
}

#[test]
fn filters_that_leave_no_games_are_named_and_shares_have_a_range() {
    let dir = tempfile::tempdir().unwrap();
    write_games(&dir.path().join("games.sgf"), 5);
    for (args, words) in [
        (["eval", "--since", "2030"], "no games are left: 5 were read, --since 2030 leaves 0"),
        (["eval", "--held-out", "0"], "--held-out 0 leaves 0"),
        (["eval", "--most", "0"], "--most 0 leaves 0"),
    ] {
        let output = fuzeki(dir.path(), &[&["patterns"], &args[..], &["--games", "games.sgf"]].concat());
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
    let (code, said) = learn(dir.path(), &["--since", "2030"]);
    assert!(code == Some(1) && said.contains("--since 2030 leaves 0"), "{said}");
    for what in ["eval", "learn", "balance"] {
        for share in ["NaN", "1", "-1"] {
            let output = fuzeki(dir.path(), &["patterns", what, "--games", ".", &format!("--held-out={share}")]);
            assert_eq!(output.status.code(), Some(2), "{what} {share}");
            assert!(text(&output.stderr).contains("from 0 up to, but not including, 1"), "{}", text(&output.stderr));
        }
    }
}

#[test]
fn games_that_may_have_been_learnt_from_are_told() {
    let dir = tempfile::tempdir().unwrap();
    write_games(&dir.path().join("games.sgf"), 5);
    let args = ["patterns", "eval", "--games", "games.sgf", "--model", "rules"];
    let all = fuzeki(dir.path(), &[&args[..], &["--json"]].concat());
    assert!(text(&all.stderr).contains("also those that the weights may have been learnt from; --held-out"));
    let all = json(&all);
    assert!(all["held_out"].is_null() && all.as_object().unwrap().contains_key("held_out"), "{all}");
    let plain = fuzeki(dir.path(), &args);
    assert!(text(&plain.stdout).starts_with("5 games (held out: none)"), "{}", text(&plain.stdout));
    let some = fuzeki(dir.path(), &[&args[..], &["--held-out", "0.99", "--json"]].concat());
    assert!(text(&some.stderr).is_empty());
    assert_eq!(json(&some)["held_out"], 0.99);
}

#[test]
fn weights_that_are_none_are_named_with_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("empty.bin"), sealed(0, &[])).unwrap();
    fs::write(dir.path().join("text.bin"), "no weights").unwrap();
    for (file, words) in [("empty.bin", "there is no model"), ("text.bin", "this is no file of pattern weights")] {
        let output = fuzeki(dir.path(), &["bench", "patterns", "--model", file]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1));
        assert!(said.contains(&format!("{file}: ")) && said.contains(words), "{said}");
        assert!(said.contains("fuzeki patterns learn") && said.contains("weights of the program"), "{said}");
    }
    let large = fs::File::create(dir.path().join("large.bin")).unwrap();
    large.set_len(Models::LARGEST_FILE + 1).unwrap(); // a hole, no room on the disk
    let output = fuzeki(dir.path(), &["bench", "patterns", "--model", "large.bin"]);
    assert!(text(&output.stderr).contains("large.bin: the file is larger than"), "{}", text(&output.stderr));
}

#[test]
fn the_weights_of_the_program_load_fast_and_are_small() {
    let dir = tempfile::tempdir().unwrap();
    let report = json(&fuzeki(dir.path(), &["bench", "patterns", "--games", "1", "--json"]));
    assert!(report["file_bytes"].as_u64().unwrap() < 20_000_000, "{report}");
    let sizes = report["sizes"].as_array().unwrap();
    assert_eq!(sizes.len(), 3);
    assert!(sizes.iter().all(|s| s["features"].as_u64().unwrap() > 1000 && s["microseconds"].as_f64().unwrap() > 0.0));
}

#[test]
fn damaged_weights_are_refused_and_the_engine_goes_on_without() {
    let dir = tempfile::tempdir().unwrap();
    write_games(&dir.path().join("games.sgf"), 2);
    let mut bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/patterns.bin")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(dir.path().join("bad.bin"), bytes).unwrap();
    let output = fuzeki(dir.path(), &["patterns", "eval", "--games", ".", "--model", "bad.bin"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("bad.bin: the pattern weights are damaged"), "{}", text(&output.stderr));

    let mut gtp = Command::new(env!("CARGO_BIN_EXE_fuzeki"))
        .args(["gtp", "--patterns", "bad.bin", "--sims", "50"])
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    gtp.stdin.take().unwrap().write_all(b"boardsize 9\ngenmove b\nquit\n").unwrap();
    let output = gtp.wait_with_output().unwrap();
    assert!(text(&output.stderr).contains("goes on without patterns"), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).matches("\n\n").count(), 3, "{}", text(&output.stdout));
}

#[test]
fn a_folder_without_games_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let output = fuzeki(dir.path(), &["patterns", "eval", "--games", "."]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("there are no games"), "{}", text(&output.stderr));
}

#[test]
fn playouts_learn_from_results_and_go_on_where_they_were() {
    let dir = tempfile::tempdir().unwrap();
    write_games(&dir.path().join("games.sgf"), 40);
    let balance = |more: &[&str]| {
        let args = ["patterns", "balance", "--games", ".", "--size", "9", "--batch", "4", "--playouts", "8"];
        fuzeki(dir.path(), &[&args[..], &["--held-out", "0.2"], more].concat())
    };
    let read = |file: &str| fs::read(dir.path().join(file)).unwrap();
    let first = balance(&["--rounds", "3", "--out", "a.bin"]);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    assert!(text(&first.stderr).contains("in the end: log loss"), "{}", text(&first.stderr));
    balance(&["--rounds", "3", "--out", "b.bin"]);
    assert_eq!(read("a.bin"), read("b.bin"), "the same seed learns the same");
    let more = balance(&["--rounds", "2", "--go-on", "--out", "b.bin"]);
    assert_eq!(more.status.code(), Some(0), "{}", text(&more.stderr));
    assert_ne!(read("a.bin"), read("b.bin"));

    let nothing = balance(&["--rounds", "2", "--go-on", "--out", "c.bin"]);
    assert_eq!(nothing.status.code(), Some(1));
    assert!(text(&nothing.stderr).contains("c.bin: there are no weights"), "{}", text(&nothing.stderr));
    fs::write(dir.path().join("c.bin"), &read("a.bin")[..99]).unwrap();
    let damaged = balance(&["--rounds", "2", "--out", "c.bin"]);
    assert!(text(&damaged.stderr).contains("c.bin: the shapes of playouts are damaged"), "{}", text(&damaged.stderr));
}
