//! `fuzeki sgf` and `fuzeki bench sgf` from end to end, by the real binary.

#![allow(clippy::unwrap_used)] // a test may fail where it stands

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn fuzeki(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fuzeki")).args(args).current_dir(dir).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A folder with a sound game, one to repair, one in Shift_JIS, one that is none, and a Tygem record.
fn games() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(dir.path().join(name), bytes).unwrap();
    write("good.sgf", b"(;GM[1]FF[4]SZ[9]PB[Ada]PW[Bob]KM[6.5];B[ee];W[cc]C[fine])");
    write("odd.sgf", b"hello\n(;SZ[9];B[ee];W[ee])");
    fs::create_dir(dir.path().join("below")).unwrap();
    write("below/japan.SGF", b"(;SZ[9]CA[Shift_JIS]PB[\x95\x5c]PW[\x83\x5d];B[ee])");
    write("below/tygem.gib", b"\\HS\n\\[GAMEBLACKNAME=a (1D)\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 3 3\n\\GE\n");
    write("notes.txt", b"no game");
    dir
}

#[test]
fn check_tells_games_nodes_encoding_and_warnings_of_each_file() {
    let dir = games();
    let output = fuzeki(dir.path(), &["sgf", "check", "good.sgf"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout), "good.sgf: SGF, 1 game, 3 nodes, UTF-8, 0 warnings\n");
    assert!(output.stderr.is_empty(), "no progress where there is no terminal");

    let output = fuzeki(dir.path(), &["sgf", "check", "odd.sgf"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        text(&output.stdout),
        "odd.sgf: SGF, 1 game, 3 nodes, UTF-8, 2 warnings\n  \
         odd.sgf:1:1: text that is no game was skipped: `hello`\n  \
         odd.sgf:2:14: move 2: White E5 is illegal: there is already a black stone; it was kept and played all the same\n"
    );
}

#[test]
fn check_walks_folders_and_leaves_other_files_alone() {
    let dir = games();
    let output = fuzeki(dir.path(), &["sgf", "check", "."]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let out = text(&output.stdout);
    for expected in ["japan.SGF: SGF, 1 game, 2 nodes, Shift_JIS, 0 warnings", "tygem.gib: GIB, 1 game, 2 nodes"] {
        assert!(out.contains(expected), "{out}");
    }
    assert!(!out.contains("notes.txt"), "{out}");
    assert!(out.ends_with("4 files: 4 games, 10 nodes, 2 warnings, 0 files unreadable\n"), "{out}");
}

#[test]
fn check_fails_when_a_file_cannot_be_read_but_reads_the_others() {
    let dir = games();
    let output = fuzeki(dir.path(), &["sgf", "check", "good.sgf", "notes.txt", "missing.sgf"]);
    assert_eq!(output.status.code(), Some(1));
    let out = text(&output.stdout);
    assert!(out.contains("good.sgf: SGF, 1 game"), "{out}");
    assert!(out.contains("notes.txt: cannot be read: no game was found in it"), "{out}");
    assert!(out.contains("missing.sgf: cannot be read: "), "{out}");
    assert_eq!(text(&output.stderr), "fuzeki: 2 of 3 files could not be read\n");
}

#[test]
fn check_prints_one_json_object() {
    let dir = games();
    let output = fuzeki(dir.path(), &["sgf", "check", "--json", "odd.sgf", "notes.txt"]);
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["sum"]["files"], 2);
    assert_eq!(report["sum"]["unreadable"], 1);
    let odd = &report["files"][0];
    assert_eq!((&odd["games"], &odd["nodes"], &odd["encoding"]), (&1.into(), &3.into(), &"UTF-8".into()));
    assert_eq!((&odd["warnings"][1]["line"], &odd["warnings"][1]["column"]), (&2.into(), &14.into()));
    assert!(report["files"][1]["error"].as_str().unwrap().contains("no game"));
}

#[test]
fn convert_writes_utf_8_and_does_not_overwrite_unasked() {
    let dir = games();
    let output = fuzeki(dir.path(), &["sgf", "convert", "below/japan.SGF", "out.sgf"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let written = fs::read_to_string(dir.path().join("out.sgf")).unwrap();
    assert_eq!(written, "(;FF[4]SZ[9]CA[UTF-8]PB[表]PW[ゾ]\n;B[ee])\n");

    let again = fuzeki(dir.path(), &["sgf", "convert", "below/tygem.gib", "out.sgf"]);
    assert_eq!(again.status.code(), Some(1));
    assert_eq!(text(&again.stderr), "fuzeki: out.sgf exists; --force writes over it\n");
    assert_eq!(fs::read_to_string(dir.path().join("out.sgf")).unwrap(), written);

    let forced = fuzeki(dir.path(), &["sgf", "convert", "--force", "below/tygem.gib", "out.sgf"]);
    assert_eq!(forced.status.code(), Some(0));
    assert!(fs::read_to_string(dir.path().join("out.sgf")).unwrap().contains("PB[a]BR[1D]"));

    let other = fuzeki(dir.path(), &["sgf", "convert", "good.sgf", "out.gib"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(text(&other.stderr).contains("only SGF is written"));
}

#[test]
fn convert_follows_the_encoding_that_the_user_names() {
    let dir = games();
    fs::write(dir.path().join("bare.sgf"), b"(;SZ[9]PB[\x95\x5c])").unwrap();
    let args = ["sgf", "convert", "bare.sgf", "bare-utf8.sgf", "--encoding", "Shift_JIS"];
    assert_eq!(fuzeki(dir.path(), &args).status.code(), Some(0));
    assert!(fs::read_to_string(dir.path().join("bare-utf8.sgf")).unwrap().contains("PB[表]"));
    let wrong = fuzeki(dir.path(), &["sgf", "check", "bare.sgf", "--encoding", "klingon"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("no such encoding"), "{}", text(&wrong.stderr));
}

#[test]
fn show_draws_the_board_after_a_move() {
    let dir = games();
    let end = fuzeki(dir.path(), &["sgf", "show", "good.sgf"]);
    let out = text(&end.stdout);
    assert!(out.starts_with("Black X: Ada\nWhite O: Bob\nKomi 6.5, handicap 0, result ?\n"), "{out}");
    assert!(out.contains(" 7 . .(O). + . + . . 7") && out.contains("Move 2: White C7; Black to play"), "{out}");
    assert!(out.ends_with("\nfine\n"), "{out}");
    let first = fuzeki(dir.path(), &["sgf", "show", "good.sgf", "--move", "1"]);
    assert!(text(&first.stdout).contains("Move 1: Black E5; White to play"));
    let none = fuzeki(dir.path(), &["sgf", "show", "good.sgf", "--move", "0"]);
    assert!(text(&none.stdout).contains("No move yet; Black to play"));
    let flagged = fuzeki(dir.path(), &["sgf", "show", "odd.sgf"]);
    assert!(text(&flagged.stdout).contains("Move 2: White E5 is illegal"));

    let beyond = fuzeki(dir.path(), &["sgf", "show", "good.sgf", "--move", "9"]);
    assert_eq!(beyond.status.code(), Some(1));
    assert_eq!(text(&beyond.stderr), "fuzeki: good.sgf: there is no move 9; the main line has 2\n");
    let other = fuzeki(dir.path(), &["sgf", "show", "good.sgf", "--game", "2"]);
    assert_eq!(text(&other.stderr), "fuzeki: good.sgf: there is no game 2; the file has 1\n");
}

#[test]
fn the_measurement_prints_one_object() {
    let dir = games();
    let output = fuzeki(dir.path(), &["bench", "sgf", "--files", "20", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let figures: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&figures["files"], &figures["line_nodes"]), (&20.into(), &1_000_001.into()));
    assert!(figures["files_per_second"].as_f64().unwrap() > 0.0);
    assert!(figures["dictionary_bytes"].as_u64().unwrap() >= 1_200_000);
}

#[test]
fn a_reader_that_goes_away_ends_the_program_without_a_panic() {
    let dir = games();
    let mut child = Command::new(env!("CARGO_BIN_EXE_fuzeki"))
        .args(["sgf", "check", "."])
        .current_dir(dir.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!text(&output.stderr).contains("panicked"), "{}", text(&output.stderr));
}
