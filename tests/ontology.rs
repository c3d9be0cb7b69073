//! The ontology through the real program: exchange, queries, and what a kill may not take.

#![allow(clippy::unwrap_used)] // a test may fail where it stands

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn fuzeki(db: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fuzeki"));
    command.arg("ontology").args(args).arg("--ontology").arg(db).output().unwrap()
}

fn ok(db: &Path, args: &[&str]) -> String {
    let out = fuzeki(db, args);
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

fn fails(db: &Path, args: &[&str]) -> String {
    let out = fuzeki(db, args);
    assert_eq!(out.status.code(), Some(1), "{args:?} {out:?}");
    String::from_utf8(out.stderr).unwrap()
}

fn new() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let db = dir.path().join("ontology.db");
    ok(&db, &["experts", "put", "Reader", "--rank", "3d"]);
    (dir, db)
}

#[test]
fn every_grade_that_was_shown_as_saved_survives_kill_9() {
    let rounds: u32 = std::env::var("FUZEKI_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let dir = tempfile::tempdir().unwrap();
    let db = dir.path().join("storm.db");
    let mut saved: Vec<String> = Vec::new();
    for round in 0..rounds {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fuzeki"))
            .args(["ontology", "storm", "--seed", &round.to_string(), "--ontology"])
            .arg(&db)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // Some rounds end at once, others in the midst of a batch.
        let wait = 1 + (round * 7) % 23;
        let mut seen = 0;
        while seen < wait {
            let line = lines.next().expect("the storm goes on").unwrap();
            saved.push(line);
            seen += 1;
        }
        child.kill().unwrap(); // SIGKILL
        // What was written before the kill reached it was shown, too.
        saved.extend(lines.map_while(Result::ok).filter(|l| l.split(' ').count() == 14));
        child.wait().unwrap();
    }
    let store = fuzeki::ontology::Store::open(&db).unwrap();
    assert!(store.check().unwrap().is_ok(), "{:?}", store.check());
    let kept: std::collections::HashSet<String> = store
        .knowledge()
        .unwrap()
        .annotations
        .iter()
        .map(|a| format!("saved {} {}", a.term.unwrap(), a.line))
        .collect();
    let lost: Vec<&String> = saved.iter().filter(|s| !kept.contains(*s)).collect();
    assert!(lost.is_empty(), "{} of {} saved grades are lost: {lost:?}", lost.len(), saved.len());
    assert!(saved.len() >= rounds as usize);
    println!("{rounds} kills, {} grades shown as saved, all there, {} kept", saved.len(), kept.len());
}

#[test]
fn a_query_names_experts_terms_and_the_other_komi() {
    let (_dir, db) = new();
    let said = ok(&db, &["query", "E5", "E7", "C6", "F3", "--komi", "5.5", "--sentences"]);
    assert!(said.contains("D7 VG") || said.contains("G4 VG"), "{said}");
    let position = "C4 F4 E5 C6 F3 G5 D7 F7 E7 F6 E4 G3";
    let args: Vec<&str> = ["query"].into_iter().chain(position.split(' ')).collect();
    let said = ok(&db, &[&args[..], &["--komi", "5.5", "--rules", "chinese", "--sentences"]].concat());
    for words in [
        "G2 VG by Ming-Chi Cheng (7p), degree 0.93: the same position; komi is 5.5 here and 7.5 there",
        "G2 G by Biing-Shiun Luoh (6d)",
        "W12 Locates G3 and B13 Locates G2 then\n    B13 is VeryGood Move.",
    ] {
        assert!(said.contains(words), "{words}\n--\n{said}");
    }
    let json: serde_json::Value = serde_json::from_str(&ok(&db, &[&args[..], &["--json"]].concat())).unwrap();
    assert_eq!(json["moves"][0]["move"], "G2");
    assert_eq!(json["moves"][0]["verdicts"].as_array().unwrap().len(), 2);
    assert!(ok(&db, &["query", "A1", "J9"]).contains("nothing is known"));
}

#[test]
fn all_forms_go_out_and_come_back_without_doubles() {
    let (dir, db) = new();
    for ending in ["json", "csv", "ttl", "txt", "sgf"] {
        let file = dir.path().join(format!("out.{ending}"));
        let file = file.to_str().unwrap();
        ok(&db, &["export", file]);
        let said = ok(&db, &["import", file]);
        assert!(
            said.contains("added 0 verdicts, 0 experts, 0 patterns, 0 rows") && said.contains("66 known"),
            "{said}"
        );
        let other = dir.path().join(format!("{ending}.db"));
        let report = ok(&other, &["import", file, "--json"]);
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        assert_eq!((&report["annotations"], &report["same"]), (&0.into(), &66.into()), "a new file has the patterns");
    }
    let other = dir.path().join("json.db");
    ok(&other, &["experts", "put", "Somebody", "--rank", "9p"]);
    let said = ok(&db, &["merge", other.to_str().unwrap()]);
    assert!(said.contains("1 experts"), "{said}");
    assert!(ok(&db, &["check"]).contains("integrity ok, 66 verdicts"));
    assert!(ok(&db, &["stats", "--tree"]).contains("      Pattern 1 [38]"));
}

#[test]
fn malformed_files_name_line_and_reason_and_change_nothing() {
    let (dir, db) = new();
    let before = ok(&db, &["export", "-"]);
    let good = dir.path().join("good.txt");
    std::fs::write(&good, "Go Player 1 (New Person, 1D)\nif B1 Locates C3 then\nB1 is Good Move.\nend if\n").unwrap();
    for (name, text, words) in [
        ("bad.json", "{\n\"format\": oops}", "bad.json:2: expected value"),
        ("bad.csv", "a,b\n", "bad.csv:1: the header must begin with"),
        ("bad.ttl", "\n<urn:x> a", "bad.ttl:2: "),
        ("bad.txt", "Go Player 1 (A, 1D)\nif B1 Locates E5 then\nB1 is Odd Move.\n", "bad.txt:3: `Odd` is not a term"),
        ("bad.sgf", "(;SZ[9];B[ee]TE[1])", "name the expert with --expert"),
    ] {
        let file = dir.path().join(name);
        std::fs::write(&file, text).unwrap();
        let said = fails(&db, &["import", good.to_str().unwrap(), file.to_str().unwrap()]);
        assert!(said.contains(words) && said.contains("nothing was changed"), "{name}: {said}");
        assert_eq!(ok(&db, &["export", "-"]), before, "{name}");
    }
    let said = fails(&db, &["import", dir.path().join("x.pdf").to_str().unwrap()]);
    assert!(said.contains("say --format"), "{said}");
}

#[test]
fn experts_are_listed_changed_and_removed_with_care() {
    let (_dir, db) = new();
    let said = ok(&db, &["experts", "list"]);
    assert!(said.contains("Ming-Chi Cheng    7p    1      0.96    33"), "{said}");
    let said = fails(&db, &["experts", "remove", "Biing-Shiun Luoh"]);
    assert!(said.contains("33 verdicts; take them away too with --with-verdicts"), "{said}");
    ok(&db, &["experts", "remove", "Biing-Shiun Luoh", "--with-verdicts"]);
    assert!(ok(&db, &["stats"]).contains("33 verdicts"));
    ok(&db, &["experts", "put", "Reader", "--trust", "0.5", "--colour", "#010203"]);
    assert!(ok(&db, &["experts", "list", "--json"]).contains("\"trust\":0.5"));
    let usage = fuzeki(&db, &["experts", "put", "X", "--rank", "50k"]);
    assert_eq!(usage.status.code(), Some(2));
}

#[test]
fn newer_damaged_and_foreign_files_are_refused_in_words() {
    let (dir, db) = new();
    let newer = dir.path().join("newer.db");
    std::fs::copy(&db, &newer).unwrap();
    rusqlite::Connection::open(&newer).unwrap().pragma_update(None, "user_version", 77).unwrap();
    let said = fails(&newer, &["stats"]);
    assert!(said.contains("newer Fuzeki") && said.contains("version 77"), "{said}");
    let damaged = dir.path().join("damaged.db");
    let mut bytes = std::fs::read(&db).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 20_000].fill(0xa5);
    std::fs::write(&damaged, &bytes).unwrap();
    let said = fails(&damaged, &["stats"]);
    assert!(said.contains("damaged.db is damaged"), "{said}");
    let text = dir.path().join("text.db");
    std::fs::write(&text, "hello").unwrap();
    assert!(fails(&text, &["stats"]).contains("not a Fuzeki ontology"));
    assert!(fails(&dir.path().join("none.db"), &["stats"]).contains("no such ontology"));
}

#[test]
fn games_are_mined_and_their_verdicts_taken_in() {
    let (dir, db) = new();
    let games = dir.path().join("games");
    std::fs::create_dir(&games).unwrap();
    for i in 0..12 {
        let moves = ["B[ee];W[ge]", "B[ee];W[eg]", "B[cc];W[gg]"][i % 3];
        let result = if i % 3 == 2 { "W+R" } else { "B+R" };
        std::fs::write(games.join(format!("{i}.sgf")), format!("(;SZ[9]RE[{result}];{moves}BM[1])")).unwrap();
    }
    let said = ok(&db, &["mine", games.to_str().unwrap(), "--least", "2", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&json["games"], &json["moves"]), (&12.into(), &4.into()));
    assert_eq!((&json["top"][0]["sequence"], &json["top"][0]["tally"]["games"]), (&"E5".into(), &8.into()));
    assert_eq!(json["top"][1]["tally"]["bm"], 8);
    let saved = dir.path().join("mined.json");
    ok(&db, &["mine", games.to_str().unwrap(), "--least", "2", "--save", saved.to_str().unwrap()]);
    assert!(ok(&db, &["import", saved.to_str().unwrap()]).contains("2 experts"));
    assert!(ok(&db, &["check"]).contains("integrity ok"));
    assert!(fails(&db, &["mine", dir.path().join("nothing").to_str().unwrap()]).contains("nothing"));
}

#[test]
fn long_searches_grade_openings_as_an_expert_of_their_own() {
    let (_dir, db) = new();
    let plan = ["grade", "--size", "5", "--komi", "0.5", "--depth", "1", "--positions", "2", "--sims", "300"];
    let expert = ["--expert", "Machine (3d)", "--params", "memory=16"];
    let said = ok(&db, &[&plan[..], &expert[..]].concat());
    assert!(said.contains("1 experts") && !said.contains("added 0 verdicts"), "{said}");
    let known = ok(&db, &["query", "C3", "--size", "5", "--komi", "0.5"]);
    assert!(known.contains("Machine"), "{known}");
    let again = ok(&db, &[&plan[..], &expert[..]].concat());
    assert!(again.contains("added 0 verdicts, 0 experts"), "nothing is doubled: {again}");
    assert!(fails(&db, &["grade", "Z9"]).contains("Z9"));
    assert!(fails(&db, &["grade", "E5", "E5"]).contains("move 2"));
    assert!(fails(&db, &["grade", "--params", "no_such=1"]).contains("no_such"));
}

/// Answers of `fuzeki gtp` to these commands.
fn gtp(args: &[&std::ffi::OsStr], commands: &str) -> (String, String) {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_fuzeki"))
        .arg("gtp")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends before it reads is told by its standard error.
    let _ = child.stdin.take().unwrap().write_all(commands.as_bytes());
    let out = child.wait_with_output().unwrap();
    (String::from_utf8(out.stdout).unwrap(), String::from_utf8(out.stderr).unwrap())
}

#[test]
fn the_engine_for_other_programs_feels_the_experts_and_plays_their_book() {
    let (_dir, db) = new();
    let ontology: [&std::ffi::OsStr; 4] = ["--ontology".as_ref(), db.as_ref(), "--sims".as_ref(), "200".as_ref()];
    let game = "boardsize 9\nkomi 7.5\nplay b E5\nplay w G5\n";
    // Pattern 1: F3 or its mirror image, at once and without a search.
    let book: Vec<&std::ffi::OsStr> = ontology.iter().copied().chain(["--book".as_ref()]).collect();
    let (said, _) = gtp(&book, &format!("{game}genmove b\nquit\n"));
    assert!(said.contains("= F3\n") || said.contains("= F7\n"), "{said}");
    // The switch and the strength are settings like all others.
    let settings = "fuzeki-param expert_strength\nfuzeki-param expert_strength 3\nfuzeki-param experts off\nquit\n";
    let (said, _) = gtp(&ontology, settings);
    assert!(said.starts_with("= 1\n") && !said.contains('?'), "{said}");
    let missing: [&std::ffi::OsStr; 2] = ["--ontology".as_ref(), "/no/such/ontology.db".as_ref()];
    let (said, error) = gtp(&missing, "name\n");
    assert!(said.is_empty() && error.contains("there is no such ontology"), "{said} {error}");
}

#[test]
fn a_match_gives_one_side_an_ontology() {
    let (dir, db) = new();
    let side = format!("fuzeki:ontology={},book=on,expert_strength=2", db.display());
    let games = dir.path().join("games");
    let out = Command::new(env!("CARGO_BIN_EXE_fuzeki"))
        .args(["match", "--black", &side, "--white", "fuzeki", "--games", "2", "--sims", "30", "--openings", "none"])
        .args(["--komi", "7.5", "--json", "--sgf"])
        .arg(&games)
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let mut sgf = String::new();
    for entry in std::fs::read_dir(&games).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.extension().is_some_and(|extension| extension == "sgf") {
            sgf += &std::fs::read_to_string(entry).unwrap();
        }
    }
    assert!(sgf.contains(";B[ee]"), "the book's first move: {sgf}");
    let out = Command::new(env!("CARGO_BIN_EXE_fuzeki"))
        .args(["match", "--black", "fuzeki:ontology=/no/such.db", "--white", "fuzeki", "--games", "1", "--sims", "10"])
        .output()
        .unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert!(said.contains("there is no such ontology"), "{said}");
}
