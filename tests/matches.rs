//! Matches as people run them: the real program, real GNU Go, and engines that misbehave.

#![allow(clippy::unwrap_used)] // a test may fail where it stands
#![cfg(unix)]

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn fuzeki(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fuzeki")).args(args).stdin(Stdio::null()).output().unwrap()
}

const OURS: &str = "fuzeki:memory=16";

/// Plays a match against another engine and returns the summary.
fn summary(white: &str, more: &[&str]) -> Value {
    summary_with_code(0, white, more)
}

/// The same where the match ends with this exit code.
fn summary_with_code(code: i32, white: &str, more: &[&str]) -> Value {
    let args = [&["match", "--black", OURS, "--white", white, "--sims", "60", "--json"][..], more].concat();
    let output = fuzeki(&args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// An engine as a shell script: `$cmd` and `$args` are what it is asked.
fn scripted(cases: &str) -> String {
    let script = format!(
        "while read id cmd args; do case $cmd in {cases} \
         protocol_version) echo =$id 2;; name) echo =$id Scripted;; version) echo =$id 1;; \
         list_commands) echo =$id genmove; echo play; echo final_score;; \
         quit) echo =$id; echo; exit;; genmove) echo =$id pass;; final_score) echo =$id W+1;; *) echo =$id;; esac; echo; done"
    );
    format!("sh -c \"{script}\"")
}

fn gnugo() -> Option<String> {
    ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"]
        .into_iter()
        .find(|path| Path::new(path).exists())
        .map(|path| format!("{path} --mode gtp --chinese-rules --level 1"))
}

#[test]
fn gnu_go_plays_whole_games_and_counts_as_we_do() {
    let Some(gnugo) = gnugo() else {
        eprintln!("skipped: GNU Go is not installed (apt install gnugo)");
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let dir_text = dir.path().to_str().unwrap();
    let report = summary(&gnugo, &["--games", "2", "--sgf", dir_text]);
    assert_eq!(report["games"], 2, "{report}");
    assert_eq!(report["b"], "GNU Go 3.8");
    assert_eq!(report["faults"], serde_json::json!([]), "{report}");
    assert!(report["time"][1]["moves"].as_u64().unwrap() > 10, "{report}");
    for game in ["game-00001.sgf", "game-00002.sgf"] {
        let path = dir.path().join(game);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("GNU Go") && text.contains("RU[Chinese]") && text.contains("KM[7.5]"), "{text}");
        let check = fuzeki(&["sgf", "check", path.to_str().unwrap()]);
        assert_eq!(check.status.code(), Some(0), "{}", String::from_utf8_lossy(&check.stdout));
    }
}

#[test]
fn an_engine_that_is_kept_by_name_plays_by_its_name() {
    let dir = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fuzeki"));
        command.args(args).env("XDG_CONFIG_HOME", dir.path()).stdin(Stdio::null()).output().unwrap()
    };
    let added = run(&["engines", "add", "passer", &scripted(""), "--untested"]);
    assert_eq!(added.status.code(), Some(0), "{}", String::from_utf8_lossy(&added.stderr));
    let args = ["match", "--black", OURS, "--white", "Passer", "--sims", "30", "--size", "5", "--games", "1", "--json"];
    let output = run(&args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["b"], &report["games"]), (&"Scripted 1".into(), &1.into()), "{report}");
}

#[test]
fn each_way_to_misbehave_is_told_and_the_match_goes_on() {
    let cases = [
        ("dies in the game", "genmove) echo no more >&2; exit 3;;", "ended (exit status: 3) during `genmove", "fault"),
        ("hangs", "genmove) sleep 100;;", "gave no answer to `genmove", "fault"),
        ("talks nonsense", "genmove) echo hello; sleep 100;;", "what is no GTP: `hello`", "fault"),
        ("answers nonsense", "genmove) echo =$id Z99;;", "`Z99`, where a move on this board was expected", "fault"),
        ("refuses", "genmove) echo ?$id cannot;;", "refused `genmove", "fault"),
        ("refuses our move", "play) echo ?$id illegal move;;", "refused `play", "start"),
        ("plays illegally", "genmove) echo =$id A1;;", "played against the rules: ", "illegal-move"),
        ("refuses the size", "boardsize) echo ?$id unacceptable size;;", "refused `boardsize 9`", "start"),
    ];
    for (name, script, words, cause) in cases {
        // A move against the rules loses a game that could be played.
        let code = i32::from(cause != "illegal-move");
        let report = summary_with_code(code, &scripted(script), &["--games", "2", "--patience", "2"]);
        // A game that could not begin is none, and nobody's.
        let games = if cause == "start" { 0 } else { 2 };
        assert_eq!(report["games"], games, "{name}: {report}");
        let faults = report["faults"].as_array().unwrap();
        assert_eq!(faults.len(), 2, "{name}: {report}");
        for fault in faults {
            assert!(fault["words"].as_str().unwrap().contains(words), "{name}: {fault}");
            assert_eq!((&fault["side"], &fault["cause"]), (&Value::from("B"), &Value::from(cause)), "{name}: {fault}");
        }
        assert_eq!(report["all"]["wins"], games, "{name}: {report}");
    }
}

#[test]
fn games_that_cannot_begin_do_not_count_and_after_some_of_them_the_match_is_given_up() {
    let cannot = "sh -c 'echo no weights >&2; exit 1'";
    let report = summary_with_code(1, cannot, &["--games", "2", "--sprt", "0", "200"]);
    assert!(report["faults"][1]["words"].as_str().unwrap().contains("its last words: no weights"), "{report}");
    assert_eq!((&report["games"], &report["sprt"]["llr"]), (&0.into(), &0.0.into()), "{report}");
    let output = fuzeki(&["match", "--black", OURS, "--white", cannot, "--sims", "10", "--games", "1"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("no game was played, so there is no score\ngame 1: B could not begin: "), "{said}");
    let args = ["match", "--black", OURS, "--white", "/no/such/engine --gtp", "--games", "100", "--sims", "10"];
    let output = fuzeki(&args);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("given up after 5 games") && said.contains("no program `/no/such/engine`"), "{said}");
}

#[test]
fn programs_are_looked_for_where_games_lie_too_and_where_is_told() {
    let run = |white: &str| {
        let args = ["match", "--black", OURS, "--white", white, "--sims", "10", "--size", "5", "--games", "1"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_fuzeki"));
        command.args(args).env("PATH", "/usr/sbin:/usr/bin").stdin(Stdio::null()).output().unwrap()
    };
    let output = run("no-such-engine --gtp");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("`no-such-engine` in any of /usr/sbin, /usr/bin, /usr/games, /usr/local/games"), "{said}");
    if Path::new("/usr/games/gnugo").exists() {
        let output = run("gnugo --mode gtp --level 1");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn a_disagreement_over_the_score_is_told() {
    // It passes at once and so do we once we are ahead; its count is always W+1.
    let report = summary(&scripted(""), &["--games", "2"]);
    assert_eq!(report["games"], 2, "{report}");
    let notes = report["notes"].to_string();
    assert!(notes.contains("the referee counts") && notes.contains("Scripted 1 counts W+1"), "{report}");
}

#[test]
fn the_same_sides_share_the_points_by_colour_and_a_seed_repeats() {
    let play = || summary(OURS, &["--games", "4", "--size", "5", "--komi", "0.5"]);
    let mut first = play();
    let mut second = play();
    for report in [&mut first, &mut second] {
        report["time"] = Value::Null;
    }
    assert_eq!(first, second);
    assert_eq!(first["games"], 4);
}

#[test]
fn a_test_ends_a_match_that_is_clear() {
    let illegal = scripted("genmove) echo =$id A1;;");
    let report = summary(&illegal, &["--games", "1000", "--sprt", "0", "200", "--patience", "5"]);
    assert_eq!(report["sprt"]["verdict"], "better", "{report}");
    assert!(report["games"].as_u64().unwrap() < 50, "{report}");
}

#[test]
fn games_run_side_by_side() {
    let report = summary(&scripted("genmove) echo =$id resign;;"), &["--games", "9", "--parallel", "3"]);
    assert_eq!(report["all"]["wins"], 9, "{report}");
}

#[test]
fn a_killed_match_goes_on_where_it_was_and_leaves_no_engine_behind() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("games");
    let mark = dir.path().join("pids");
    // It writes its number down, and would live for ever if nobody ended it.
    let script = format!(
        "sh -c 'echo $$ >> {}; while read id cmd args; do case $cmd in \
         protocol_version) echo =$id 2;; list_commands) echo =$id genmove;; \
         genmove) sleep 0.2; echo =$id resign;; *) echo =$id Slow;; esac; echo; done; sleep 1000'",
        mark.display()
    );
    let args = [
        "match",
        "--black",
        OURS,
        "--white",
        &script,
        "--sims",
        "20",
        "--games",
        "12",
        "--json",
        "--sgf",
        out.to_str().unwrap(),
    ];
    let mut child = Command::new(env!("CARGO_BIN_EXE_fuzeki")).args(args).stdout(Stdio::null()).spawn().unwrap();
    let results = out.join("results.jsonl");
    let lines = || std::fs::read_to_string(&results).unwrap_or_default().lines().count();
    let start = Instant::now();
    while lines() < 4 {
        assert!(start.elapsed() < Duration::from_secs(60), "no games");
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = lines();
    assert!(before < 13);
    let engine: i32 = std::fs::read_to_string(&mark).unwrap().lines().last().unwrap().trim().parse().unwrap();
    let start = Instant::now();
    while is_running(engine) {
        assert!(start.elapsed() < Duration::from_secs(5), "the engine was left behind");
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = fuzeki(&args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["games"], &report["all"]["wins"]), (&Value::from(12), &Value::from(12)), "{report}");
    assert_eq!(lines(), 13, "every game stands once");
    let other = fuzeki(&[&args[..], &["--komi", "5.5"]].concat());
    assert_eq!(other.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&other.stderr).contains("komi differ"));
}

#[test]
fn a_match_of_more_games_goes_on_from_one_of_fewer_and_tries_again_what_could_not_begin() {
    let dir = tempfile::tempdir().unwrap();
    let (games, mended) = (dir.path().join("games"), dir.path().join("mended"));
    // It refuses to play as long as the file is not there.
    let script =
        scripted(&format!("boardsize) if test -e {}; then echo =$id; else echo ?$id no; fi;;", mended.display()));
    let play = |code: i32, number: &str, more: &[&str]| {
        let args = [&["--sgf", games.to_str().unwrap(), "--size", "7", "--games", number][..], more].concat();
        summary_with_code(code, &script, &args)
    };
    assert_eq!(play(1, "3", &[])["games"], 0);
    std::fs::write(&mended, "").unwrap();
    assert_eq!(play(0, "3", &[])["games"], 3);
    let results = || std::fs::read_to_string(games.join("results.jsonl")).unwrap();
    let first = results();
    assert_eq!(first.lines().count(), 4);
    assert_eq!(play(0, "8", &[])["games"], 8);
    assert!(results().starts_with(&first) && results().lines().count() == 9, "{}", results());
    assert_eq!(play(0, "2", &[])["games"], 8, "fewer are there already");
    let args = ["match", "--black", OURS, "--white", &script, "--sims", "60", "--size", "7", "--seed", "2"];
    let other = fuzeki(&[&args[..], &["--sgf", games.to_str().unwrap()]].concat());
    assert_eq!(other.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&other.stderr).contains("the openings differ"));
}

#[test]
fn a_tuning_goes_on_from_its_log_and_from_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tune.jsonl");
    let log = path.to_str().unwrap();
    let tune = |rounds: &str, more: &[&str]| {
        let args = ["lab", "tune", "--param", "bias_c=0:1", "--sims", "2", "--games", "1", "--log", log];
        let output = fuzeki(&[&args[..], &["--rounds", rounds], more].concat());
        (output.status.code(), String::from_utf8(output.stderr).unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let read = || std::fs::read_to_string(&path).unwrap();
    let (code, said, _) = tune("2", &["--size", "5"]);
    assert_eq!(code, Some(0), "{said}");
    let two = read();
    assert!(two.starts_with("{\"parameters\":[\"bias_c=0:1\"]") && two.lines().count() == 3, "{two}");

    let (code, said, _) = tune("3", &["--size", "6", "--set", "play_nakade=off"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("tune.jsonl:1: the log is of another tuning"), "{said}");
    assert!(said.contains("--size is `5` there and `6` here") && said.contains("or another --log"), "{said}");
    assert!(said.contains("--set is `` there and `play_nakade=off` here"), "{said}");
    assert_eq!(read(), two);

    std::fs::write(&path, format!("{two}{{\"round\":3,\"sha")).unwrap();
    let (code, said, told) = tune("3", &["--size", "5"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("the last line was cut short, and is removed; round 3 is played again"), "{said}");
    assert!(told.starts_with("round 3: ") && read().starts_with(&two) && read().lines().count() == 4, "{told}");

    std::fs::write(&path, two.replace("{\"round\":1", "{\"round\":7")).unwrap();
    let (code, said, _) = tune("3", &["--size", "5"]);
    assert!(code == Some(1) && said.contains("tune.jsonl:2: ") && said.contains("round 1 is wanted"), "{said}");
}

/// Linux only knows; elsewhere nothing is claimed.
fn is_running(id: i32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

#[test]
fn wrong_usage_says_what_is_right() {
    for (more, hint) in [
        (&["--black", "fuzeki:thread=1", "--white", "fuzeki"][..], "did you mean `threads`?"),
        (&["--black", "", "--white", "fuzeki"], "the command line is empty"),
        (&["--black", "fuzeki", "--white", "fuzeki", "--komi", "many"], "a number of points"),
        (&["--black", "fuzeki", "--white", "fuzeki", "--rules", "mine"], "names no known rules"),
        (&["--black", "fuzeki"], "--white"),
    ] {
        let output = fuzeki(&[&["match"][..], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(hint), "{more:?}: {said}");
    }
    let missing = fuzeki(&["match", "--black", "fuzeki", "--white", "fuzeki", "--openings", "/no/such.sgf"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("/no/such.sgf"));
}

#[test]
fn ours_joined_with_gnu_go_plays_a_game() {
    if gnugo().is_none() {
        return; // scripts/test installs it
    }
    let summary = summary("joined:memory=16", &["--games", "1", "--size", "5"]);
    assert_eq!(summary["games"], 1, "{summary}");
    assert_eq!(summary["faults"], serde_json::json!([]), "{summary}");
}

#[test]
fn effects_of_the_papers_are_measured_by_games_and_go_on_where_they_were() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().to_str().unwrap();
    let table = |games: &str| {
        let wanted = ["--only", "double-1000", "--only", "save", "--games", games];
        let args = [&["lab", "effects", "--size", "5", "--sims", "12", "--dir", folder][..], &wanted].concat();
        let output = fuzeki(&args);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let first = table("2");
    assert!(first.contains("| twice the simulations (`double-1000`) | 24 against 12 | "), "{first}");
    assert!(first.contains("| stones in atari are saved (`save`) | 12 | "), "{first}");
    assert_eq!(first.matches(" of 2 (").count(), 2, "{first}");
    let results = || std::fs::read_to_string(dir.path().join("save/results.jsonl")).unwrap();
    let before = results();
    let second = table("3");
    assert_eq!(second.matches(" of 3 (").count(), 2, "{second}");
    assert!(results().starts_with(&before), "the games of the first run were kept");
    assert_eq!(table("3"), second, "nothing is left to be played");

    let unknown = fuzeki(&["lab", "effects", "--only", "luck", "--dir", folder]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("there are double-1000, double-4000, rave"));
}
