//! What goes wrong around the command line: full and read-only disks, damaged, locked and newer files, a
//! clock that jumps. Through the real binary: it says what happened and what to do, and nothing is lost.
//! The window's share is in tests/window/faults.rs and scripts/test-faults.

#![allow(clippy::unwrap_used)] // a test may fail where it stands
#![allow(clippy::print_stderr)] // who runs the tests is told what was not tried
#![cfg(unix)] // mounts, /dev/full and permissions

use std::path::Path;
use std::process::{Command, Output, Stdio};

const GAME: &str = "(;GM[1]FF[4]SZ[9];B[ee];W[gc])";
const FUZEKI: &str = env!("CARGO_BIN_EXE_fuzeki");

/// Runs the program with a home of its own.
fn fuzeki(home: &Path, args: &[&str]) -> Output {
    Command::new(FUZEKI)
        .args(args)
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout)
}

/// It failed, in one sentence with these words, and did not panic.
fn fails(output: &Output, words: &[&str]) {
    let said = said(output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for word in words {
        assert!(said.contains(word), "`{word}` is not in: {said}");
    }
    assert!(!said.contains("panicked") && !said.contains("RUST_BACKTRACE"), "{said}");
}

/// Runs a shell script in a folder whose sub-folder `disk` is a disk of four megabytes. `None` where the system
/// lets nobody make one; who runs the tests is told.
fn with_small_disk(folder: &Path, script: &str) -> Option<Output> {
    std::fs::create_dir(folder.join("disk")).unwrap();
    let disk = "mount -t tmpfs -o size=4m none disk || exit 77";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", &format!("{disk}\n{script}")])
        .current_dir(folder)
        .env("FUZEKI", FUZEKI)
        .env("XDG_DATA_HOME", folder.join("disk/data"))
        .env("XDG_CONFIG_HOME", folder.join("disk/config"))
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) if output.status.code() != Some(77) && !said(&output).contains("unshare failed") => Some(output),
        _ => {
            eprintln!("this system lets nobody mount a small disk here: not tried");
            None
        }
    }
}

const FILL: &str = "dd if=/dev/zero of=disk/fill bs=64k count=100 2>/dev/null";

#[test]
#[cfg(target_os = "linux")]
fn standard_output_on_a_full_disk_is_a_failure_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.sgf");
    std::fs::write(&game, GAME).unwrap();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(FUZEKI).args(["sgf", "show"]).arg(&game).stdout(full).output().unwrap();
    fails(&output, &["standard output cannot be written", "No space left"]);
}

#[test]
fn a_full_disk_leaves_the_old_file_and_no_remains() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.sgf"), GAME).unwrap();
    let script = format!(
        "echo old > disk/old.sgf; {FILL}
        $FUZEKI sgf convert --force game.sgf disk/old.sgf; code=$?
        cat disk/old.sgf; ls -A disk | tr '\\n' ' '; exit $code"
    );
    let Some(output) = with_small_disk(folder.path(), &script) else { return };
    fails(&output, &["No space left", "left as it was", "old\n", "fill old.sgf "]);
    assert!(!said(&output).contains(".tmp"), "{}", said(&output));
}

#[test]
fn an_ontology_on_a_full_disk_says_so_and_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let verdicts = folder.path().join("verdicts.json");
    let own = folder.path().join("own.db");
    let own = own.to_str().unwrap();
    assert!(fuzeki(folder.path(), &["ontology", "--ontology", own, "experts", "put", "Ada"]).status.success());
    let exported = fuzeki(folder.path(), &["ontology", "--ontology", own, "export", verdicts.to_str().unwrap()]);
    assert!(exported.status.success(), "{}", said(&exported));
    let script = format!(
        "{FILL}
        $FUZEKI ontology --ontology disk/new.db import verdicts.json; code=$?
        rm disk/fill disk/new.db* 2>/dev/null
        $FUZEKI ontology --ontology disk/new.db import verdicts.json >/dev/null && echo works again
        exit $code"
    );
    let Some(output) = with_small_disk(folder.path(), &script) else { return };
    fails(&output, &["new.db", "works again"]);
    let said = said(&output);
    assert!(said.contains("no room left") || said.contains("No space left") || said.contains("full"), "{said}");
}

#[test]
fn an_analysis_that_cannot_be_kept_says_how_to_do_without() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.sgf"), GAME).unwrap();
    for prepare in [FILL, "mkdir -p disk/data; mount -o remount,ro disk"] {
        let _ = std::fs::remove_dir(folder.path().join("disk"));
        let analyze = "$FUZEKI analyze game.sgf --sims 20 --format json";
        let script = format!("{prepare}\n{analyze}; code=$?\n{analyze} --no-cache || exit 9\nexit $code");
        let Some(output) = with_small_disk(folder.path(), &script) else { return };
        fails(&output, &["--no-cache", "\"moves\""]);
    }
}

#[test]
fn a_read_only_data_folder_is_told_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let script = "mkdir -p disk/data; mount -o remount,ro disk; $FUZEKI ontology experts put Ada";
    let Some(output) = with_small_disk(folder.path(), script) else { return };
    fails(&output, &["disk/data", "ead-only"]);
}

#[test]
fn a_read_only_ontology_can_be_read_and_says_why_it_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let script = "$FUZEKI ontology --ontology disk/o.db experts put Ada >/dev/null || exit 9
        mount -o remount,ro disk
        $FUZEKI ontology --ontology disk/o.db experts list || exit 8
        $FUZEKI ontology --ontology disk/o.db experts put Bob";
    let Some(output) = with_small_disk(folder.path(), script) else { return };
    fails(&output, &["Ada", "may only be read", "copy it"]);
}

#[test]
fn damaged_foreign_and_newer_ontologies_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("o.db");
    let file = path.to_str().unwrap();
    let run = |command: &[&str]| fuzeki(folder.path(), &[&["ontology", "--ontology", file], command].concat());
    assert!(run(&["experts", "put", "Ada"]).status.success());
    let good = std::fs::read(&path).unwrap();

    let mut damaged = good.clone();
    let middle = damaged.len() / 2;
    for byte in &mut damaged[4096..middle] {
        *byte = !*byte;
    }
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 9_999).unwrap();
    let newer = std::fs::read(&path).unwrap();
    let cases: [(&[u8], &str); 4] = [
        (&damaged, "damaged"),
        (&good[..good.len() / 2], "damaged"),
        (b"this is a letter to my aunt, and no ontology of any kind", "not a Fuzeki ontology"),
        (&newer, "newer Fuzeki"),
    ];
    for (bytes, words) in cases {
        for ending in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{file}{ending}"));
        }
        std::fs::write(&path, bytes).unwrap();
        for command in [&["stats"][..], &["experts", "put", "Bob"], &["check"]] {
            fails(&run(command), &[words, "o.db"]);
            assert!(std::fs::read(&path).unwrap() == bytes, "{words}: the file was changed by {command:?}");
        }
    }
}

#[test]
fn a_locked_ontology_is_waited_for_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("o.db");
    let file = path.to_str().unwrap();
    let put = |name: &str| fuzeki(folder.path(), &["ontology", "--ontology", file, "experts", "put", name]);
    assert!(put("Ada").status.success());
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    fails(&put("Bob"), &["another program", "try again"]);
    other.execute_batch("COMMIT").unwrap();
    assert!(put("Bob").status.success());
}

/// A program that runs another one with a clock set to some time, if there is one.
fn at_time(time: &str, home: &Path, args: &[&str]) -> Option<Output> {
    let output = Command::new("faketime")
        .arg(time)
        .arg(FUZEKI)
        .args(args)
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .stdin(Stdio::null())
        .output();
    if output.is_err() {
        eprintln!("the program `faketime` is not installed: not tried");
    }
    output.ok()
}

#[test]
fn a_clock_that_jumps_loses_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("graded.sgf");
    std::fs::write(&game, "(;GM[1]FF[4]SZ[9];B[ee]TE[1];W[gc]BM[1])").unwrap();
    let (game, file) = (game.to_str().unwrap(), folder.path().join("o.db"));
    let file = file.to_str().unwrap();
    // Forwards, back before the files that are there, and far ahead.
    let times = ["2026-01-01 12:00:00", "1970-01-02 00:00:10", "2199-06-01 00:00:00", "2025-01-01 00:00:00"];
    for (n, time) in times.into_iter().enumerate() {
        let who = format!("Expert {n}");
        let import = ["ontology", "--ontology", file, "import", game, "--expert", &who];
        let Some(output) = at_time(time, folder.path(), &import) else { return };
        assert!(output.status.success(), "{time}: {}", said(&output));
    }
    let stats = said(&fuzeki(folder.path(), &["ontology", "--ontology", file, "stats"]));
    assert!(stats.contains("Expert 0 2, Expert 1 2, Expert 2 2, Expert 3 2"), "{stats}");
    let check = fuzeki(folder.path(), &["ontology", "--ontology", file, "check"]);
    assert!(check.status.success(), "{}", said(&check));
}

/// Linux only knows; elsewhere nothing is claimed.
fn is_running(id: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

#[test]
fn a_program_that_is_killed_leaves_neither_engine_nor_its_helpers_behind() {
    for signal in ["KILL", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let (script, ids) = (folder.path().join("engine"), folder.path().join("ids"));
        // It hears no signal that can be ignored, has a helper that hears none, and never answers.
        let hangs = "#!/bin/sh\ntrap '' TERM HUP INT\nsleep 1000 &\necho $$ $! > ids.new\nmv ids.new ids\nsleep 1000\n";
        std::fs::write(&script, hangs).unwrap();
        let mut program = Command::new(FUZEKI)
            .args(["engines", "add", "hangs", "sh engine"])
            .current_dir(folder.path())
            .env("XDG_CONFIG_HOME", folder.path().join("config"))
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let wait = |what: &str, done: &dyn Fn() -> bool| {
            let begun = std::time::Instant::now();
            while !done() {
                assert!(begun.elapsed().as_secs() < 20, "SIG{signal}: {what}");
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
        };
        wait("the engine does not start", &|| ids.exists());
        let ids = std::fs::read_to_string(ids).unwrap();
        let ids: Vec<&str> = ids.split_whitespace().collect();
        assert!(!cfg!(target_os = "linux") || ids.iter().all(|id| is_running(id)), "{ids:?}");
        let program_id = program.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &program_id]).status().unwrap().success());
        program.wait().unwrap();
        wait("an engine or its helper was left behind", &|| !ids.iter().any(|id| is_running(id)));
    }
}
