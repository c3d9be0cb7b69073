//! `fuzeki analyze` and `fuzeki diagram` from end to end, by the real binary.

#![allow(clippy::unwrap_used)] // a test may fail where it stands

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const GAME: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7]RU[Chinese]PB[<b>Ada</b>]PW[\"Bob\" & co];B[ee];W[gc];B[cg];W[gg]\
                    ;B[aa]C[I lost <patience>];W[cc](;B[gf];W[ff])(;B[dc];W[dd];B[cd]))";

/// Black passes on a board that the first move wins whole: nobody can miss that mistake.
const SMALL: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[0]RU[Chinese]PB[<b>Ada</b>]PW[\"Bob\" & co];B[]C[I lost <patience>];W[cc]\
                     ;B[cb];W[bb];B[dc];W[cd];B[dd];W[bc];B[db];W[ca];B[da];W[ba])";

fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fuzeki"));
    command.args(args).current_dir(dir).env("XDG_DATA_HOME", dir.join("data")).env("LC_ALL", "C").stdin(Stdio::null());
    command
}

fn fuzeki(dir: &Path, args: &[&str]) -> Output {
    command(dir, args).output().unwrap()
}

fn said(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("game.sgf"), GAME).unwrap();
    fs::write(dir.path().join("small.sgf"), SMALL).unwrap();
    dir
}

/// How many positions the last line of standard error speaks of, and how many the cache knew.
fn counts(output: &Output) -> (usize, usize) {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    let numbers: Vec<usize> = text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    (numbers[0], *numbers.last().unwrap())
}

#[test]
fn a_game_is_judged_and_the_second_run_answers_from_the_cache() {
    let dir = folder();
    let args = ["analyze", "game.sgf", "--sims", "40", "--format", "json"];
    let first = fuzeki(dir.path(), &args);
    let json: serde_json::Value = serde_json::from_str(&said(&first)).unwrap();
    assert_eq!(counts(&first), (10, 0), "nine positions and the hardest again");
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 8);
    for judged in moves {
        let rate = judged["black_win_rate"][0].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&rate) && judged["best"].is_string(), "{judged}");
    }
    assert!(json["players"]["black"]["accuracy"].as_f64().unwrap() <= 100.0);
    let started = Instant::now();
    let second = fuzeki(dir.path(), &args);
    assert!(started.elapsed() < Duration::from_secs(2), "the cache answers at once: {:?}", started.elapsed());
    assert_eq!(second.stdout, first.stdout);
    assert_eq!(counts(&second), (10, 10));
}

#[test]
fn a_blunder_is_called_one_and_the_better_move_is_named() {
    let dir = folder();
    let args = ["analyze", "small.sgf", "--sims", "200", "--moves", "1-2", "--no-cache", "--format", "json"];
    let json: serde_json::Value = serde_json::from_str(&said(&fuzeki(dir.path(), &args))).unwrap();
    let first = &json["moves"][0];
    assert_eq!((&first["move"], &first["best"], &first["class"]), (&"pass".into(), &"C3".into(), &"blunder".into()));
    assert_eq!((&json["mistakes"][0], &json["turning_points"][0]), (&1.into(), &1.into()));
    let accuracy = |side: &str| json["players"][side]["accuracy"].as_f64().unwrap();
    assert!(accuracy("black") < 10.0 && accuracy("white") > 50.0, "{json}");
}

#[test]
fn a_part_of_the_game_is_judged_with_its_variations() {
    let dir = folder();
    let judged = |more: &[&str]| {
        let args = [&["analyze", "game.sgf", "--sims", "20", "--no-cache", "--format", "json"], more].concat();
        let output = fuzeki(dir.path(), &args);
        let json: serde_json::Value = serde_json::from_str(&said(&output)).unwrap();
        (counts(&output).0, json["moves"].as_array().unwrap().len())
    };
    assert_eq!(judged(&["--moves", "3-4"]), (3, 2), "two moves need three positions");
    assert_eq!(judged(&["--variations"]).0, 14, "twelve positions and the two hardest again");
    assert!(!dir.path().join("data/fuzeki/analysis.sqlite").exists(), "nothing is kept");
    let wrong = fuzeki(dir.path(), &["analyze", "game.sgf", "--moves", "9-3"]);
    assert_eq!(wrong.status.code(), Some(2));
    let beyond = fuzeki(dir.path(), &["analyze", "game.sgf", "--moves", "100-200"]);
    assert_eq!(beyond.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&beyond.stderr).contains("check --moves"));
}

#[test]
fn a_run_that_is_killed_goes_on_where_it_was_and_says_the_same() {
    let dir = folder();
    let format = ["--sims", "500", "--threads", "1", "--format", "json"];
    let args = [&["analyze", "small.sgf", "--cache", "killed.sqlite"], &format[..]].concat();
    let mut child: Child = command(dir.path(), &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let rows = || {
        let database = rusqlite::Connection::open(dir.path().join("killed.sqlite")).ok()?;
        database.query_row("SELECT count(*) FROM analysis", [], |row| row.get::<_, i64>(0)).ok()
    };
    let started = Instant::now();
    while rows().unwrap_or(0) < 2 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = rows().unwrap() as usize;
    assert!((2..15).contains(&kept), "it was killed half way: {kept} positions");
    let again = fuzeki(dir.path(), &args);
    let (done, known) = counts(&again);
    assert_eq!((done, known), (15, kept), "thirteen positions and the two hardest again");
    let whole = fuzeki(dir.path(), &[&["analyze", "small.sgf", "--cache", "whole.sqlite"], &format[..]].concat());
    assert_eq!(said(&again), said(&whole));
    let words = String::from_utf8_lossy(&whole.stderr).into_owned();
    assert!(words.contains("(9500 simulations, ") && words.contains(" a second, 1 threads)"), "{words}");
    // The page that is sent to a pupil is the same to the byte.
    let page = |cache: &str| {
        let output =
            fuzeki(dir.path(), &["analyze", "small.sgf", "--sims", "500", "--format", "html", "--cache", cache]);
        assert_eq!(counts(&output), (15, 15), "nothing is computed again");
        said(&output)
    };
    assert_eq!(page("killed.sqlite"), page("whole.sqlite"));
}

#[test]
fn analysis_goes_into_the_file_and_the_rest_of_the_file_stays() {
    let dir = folder();
    said(&fuzeki(dir.path(), &["analyze", "game.sgf", "--sims", "20", "--format", "sgf", "--out", "out.sgf"]));
    let text = fs::read_to_string(dir.path().join("out.sgf")).unwrap();
    assert_eq!(text.matches("FZA[1 Fuzeki_").count(), 9, "{text}");
    let without = text.split("FZA[").enumerate().map(|(i, part)| match i {
        0 => part,
        _ => part.split_once(']').unwrap().1,
    });
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(plain(&without.collect::<String>()), plain(GAME));
}

#[test]
fn a_folder_of_games_becomes_a_folder_of_reports() {
    let dir = folder();
    fs::create_dir(dir.path().join("games")).unwrap();
    fs::write(dir.path().join("games/one.sgf"), GAME).unwrap();
    fs::write(dir.path().join("games/two.sgf"), "(;SZ[9];B[ee])(;SZ[9];B[cc])").unwrap();
    fs::write(dir.path().join("games/notes.txt"), "no game").unwrap();
    said(&fuzeki(dir.path(), &["analyze", "games", "--sims", "10", "--format", "md", "--out", "reports"]));
    let mut names: Vec<_> = fs::read_dir(dir.path().join("reports")).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["one.md", "two-1.md", "two-2.md"]);
    let text = fs::read_to_string(dir.path().join("reports/one.md")).unwrap();
    assert!(text.starts_with("# \\<b\\>Ada\\</b\\> – \"Bob\" & co"), "{text}");
    assert!(text.contains("## Mistakes and better moves") && text.contains("| Accuracy |"));
}

#[test]
fn a_file_of_a_folder_that_cannot_be_read_is_told_and_the_others_are_judged() {
    let dir = folder();
    fs::create_dir(dir.path().join("games")).unwrap();
    fs::write(dir.path().join("games/bad.sgf"), "a letter to my aunt").unwrap();
    let run = || fuzeki(dir.path(), &["analyze", "games", "--sims", "10", "--format", "md", "--out", "reports"]);
    let told = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let output = run();
    assert!(output.status.code() == Some(1) && told(&output).contains("none of the files"), "{}", told(&output));
    fs::write(dir.path().join("games/one.sgf"), GAME).unwrap();
    let output = run();
    assert_eq!(output.status.code(), Some(1), "whoever started it in a script sees that something is missing");
    assert!(told(&output).contains("bad.sgf: no game was found"), "{}", told(&output));
    assert!(told(&output).contains("one file could not be read; the others are done"), "{}", told(&output));
    assert!(dir.path().join("reports/one.md").is_file(), "what was a folder becomes a folder, of one game, too");
    let named = fuzeki(dir.path(), &["analyze", "games/bad.sgf", "--sims", "10"]);
    assert_eq!(named.status.code(), Some(1));
}

#[test]
fn no_game_is_written_over_and_that_is_told_before_the_work() {
    let dir = folder();
    for name in ["a", "b"] {
        fs::create_dir(dir.path().join(name)).unwrap();
        fs::write(dir.path().join(name).join("game.sgf"), GAME).unwrap();
    }
    // So many simulations that nobody would wait for the end of them.
    let refused = |args: &[&str], words: &str| {
        let output = fuzeki(dir.path(), &[&["analyze", "--sims", "1000000000"], args].concat());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && told.contains(words), "{told}");
    };
    refused(&["a", "b", "--out", "reports"], "another game is called game too");
    refused(&["a/game.sgf", "--format", "sgf", "--out", "./b/../a"], "would be written over");
    refused(&["a/game.sgf", "--out", "no/such/report.html"], "no/such: there is no such folder; make it");
    refused(&["game.sgf", "--engine", "fuzeki:ontology=o.db"], "hears no experts");
    assert_eq!(fs::read_to_string(dir.path().join("a/game.sgf")).unwrap(), GAME);
}

#[test]
fn the_page_needs_nothing_else_and_names_mean_nothing_to_it() {
    let dir = folder();
    said(&fuzeki(dir.path(), &["analyze", "small.sgf", "--sims", "60", "--format", "html", "--out", "page.html"]));
    let page = fs::read_to_string(dir.path().join("page.html")).unwrap();
    assert!(page.contains("&lt;b&gt;Ada&lt;/b&gt;") && page.contains("&quot;Bob&quot; &amp; co"));
    assert!(!page.contains("<b>Ada") && !page.contains("<script") && !page.contains("<patience>"));
    for outside in ["src=", "href=", "url(", "@import", "http-equiv=\"refresh\""] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(
        page.matches("http").count(),
        page.matches("http://www.w3.org/2000/svg").count() + 1,
        "one is http-equiv"
    );
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    assert!(page.contains("Move 1,") && page.matches("<svg").count() >= 3, "the graph and the worst mistake");
    // Every element that is opened is closed: a page that XML readers can read, but for its first lines.
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1).filter(|tag| !tag.starts_with(['!', '?'])) {
        let (inside, _) = tag.split_once('>').unwrap();
        let name = inside.trim_start_matches('/').split([' ', '/']).next().unwrap();
        match () {
            () if inside.starts_with('/') => assert_eq!(open.pop(), Some(name)),
            () if inside.ends_with('/') || name == "meta" => {}
            () => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_page_speaks_the_language_that_was_asked_for_and_is_valid() {
    let dir = folder();
    let page = |lang: &str| {
        let out = format!("{lang}.html");
        let args = ["analyze", "small.sgf", "--sims", "60", "--format", "html", "--lang", lang, "--out", &out];
        said(&fuzeki(dir.path(), &args));
        fs::read_to_string(dir.path().join(out)).unwrap()
    };
    for (lang, tag, words) in [
        ("en", "en", ["Mistakes and better moves", "Better was C3"]),
        ("zh", "zh-Hans", ["失误与更好的着手", "更好的是 C3"]),
        ("ja", "ja", ["ミスとより良い手", "より良い手は C3"]),
    ] {
        let text = page(lang);
        assert!(text.contains(&format!("<html lang=\"{tag}\">")), "{lang}");
        assert!(words.iter().all(|words| text.contains(words)), "{lang}");
        assert!(text.contains("I lost &lt;patience&gt;"), "comments stay in their own words: {lang}");
        // HTML Tidy is one of the packages that scripts/test installs.
        let checked = Command::new("tidy")
            .args(["-q", "-e", "-utf8", "--drop-empty-elements", "no"])
            .arg(dir.path().join(format!("{lang}.html")))
            .output();
        if let Ok(checked) = checked {
            assert_eq!(String::from_utf8_lossy(&checked.stderr), "", "{lang}");
        }
    }
    let other = fuzeki(dir.path(), &["analyze", "small.sgf", "--lang", "fr"]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("en, zh or ja"));
    let text = said(&fuzeki(dir.path(), &["analyze", "small.sgf", "--sims", "60", "--lang", "ja", "--format", "md"]));
    assert!(text.contains("## ミスとより良い手"), "{text}");
}

#[test]
fn diagrams_are_written_as_svg_and_png() {
    let dir = folder();
    said(&fuzeki(dir.path(), &["diagram", "game.sgf", "--move", "3", "--out", "three.svg"]));
    let svg = fs::read_to_string(dir.path().join("three.svg")).unwrap();
    assert_eq!(svg.matches("r=\"4.65\"").count(), 3, "three stones");
    said(&fuzeki(dir.path(), &["diagram", "game.sgf", "--out", "end.png", "--pixels", "300"]));
    let png = fs::read(dir.path().join("end.png")).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(png[16..24], [0, 0, 1, 44, 0, 0, 1, 44], "300 by 300 pixels");
    for (args, words) in [
        (
            ["diagram", "game.sgf", "--move", "99", "--out", "x.svg"],
            "game.sgf: there is no move 99; the main line has 8",
        ),
        (["diagram", "game.sgf", "--game", "2", "--out", "x.svg"], "game.sgf: there is no game 2; the file has 1"),
        (["diagram", "game.sgf", "--move", "1", "--out", "x.gif"], ".svg or .png"),
    ] {
        let output = fuzeki(dir.path(), &args);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{args:?}");
    }
}

#[test]
#[cfg(unix)]
fn engines_of_others_judge_too_and_what_is_wrong_with_them_is_told() {
    let dir = folder();
    let settings = dir.path().join("config");
    let run = |args: &[&str]| command(dir.path(), args).env("XDG_CONFIG_HOME", &settings).output().unwrap();
    let words = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let missing = run(&["analyze", "small.sgf", "--engine", "/no/such/engine --gtp"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(words(&missing).contains("there is no program"), "{}", words(&missing));
    let silent = run(&["engines", "add", "mute", "true"]);
    assert!(words(&silent).contains("ended"), "{}", words(&silent));
    assert!(said(&run(&["engines", "list"])).contains("no engines are kept"));
    said(&run(&["engines", "add", "mute", "true", "--untested"]));
    assert_eq!(said(&run(&["engines", "list"])), "mute: true\n");
    said(&run(&["engines", "remove", "Mute"]));
    assert!(words(&run(&["engines", "test", "mute"])).contains("no engine is called `mute`"));
    if Path::new("/usr/games/gnugo").exists() {
        assert!(said(&run(&["engines", "find"])).contains("GNU Go: GNU Go 3"));
        let args = ["analyze", "game.sgf", "--engine", "gnu go", "--sims", "1", "--format", "json"];
        let json: serde_json::Value = serde_json::from_str(&said(&run(&args))).unwrap();
        assert_eq!(json["moves"].as_array().unwrap().len(), 8);
        assert!(json["judged_by"].as_str().unwrap().contains("GNU Go"));
    }
}

#[test]
fn a_strength_is_rated_from_results() {
    let dir = folder();
    fs::write(dir.path().join("results.txt"), "# MoGo\n3d 0 win\n3d 0 loss # close\n5d 2 win\n5d,2,loss\n").unwrap();
    assert_eq!(said(&fuzeki(dir.path(), &["lab", "rating", "results.txt"])).split(' ').next(), Some("3.0d"));
    let output = fuzeki(dir.path(), &["lab", "rating", "--json", "--game", "1d 0 win"]);
    let json: serde_json::Value = serde_json::from_str(&said(&output)).unwrap();
    assert!(json["high"].is_null() && json["games"] == 1);
    fs::write(dir.path().join("bad.txt"), "3d 0 win\n3d nothing\n").unwrap();
    let bad = fuzeki(dir.path(), &["lab", "rating", "bad.txt"]);
    assert!(String::from_utf8_lossy(&bad.stderr).contains("bad.txt:2: `3d nothing` is no result"));
}

#[test]
fn the_search_is_held_beside_the_results_of_games() {
    let dir = folder();
    let game = |rating: u32, result: &str| {
        let points = "cc gg cg gc ee ce ec eg ge dd ff df fd cd gd cf gf dc fg".split(' ').enumerate();
        let played: String = points.map(|(n, p)| format!(";{}[{p}]", ["B", "W"][n % 2])).collect();
        format!("(;SZ[9]KM[7]BR[{rating}]WR[2600]RE[{result}]{played})")
    };
    fs::write(dir.path().join("games.sgf"), game(2600, "B+R") + &game(2000, "W+R") + &game(2600, "B+T")).unwrap();
    let args = ["lab", "foresight", "--games", "games.sgf", "--sims", "30"];
    let output = fuzeki(dir.path(), &[&args[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&said(&output)).unwrap();
    assert_eq!(json["positions"], 2, "games lost on time are left out");
    assert!(json["log_loss"].as_f64().unwrap() > 0.0);
    let strong = said(&fuzeki(dir.path(), &[&args[..], &["--rated", "2500"]].concat()));
    assert!(strong.starts_with("1 positions, 30 simulations each: winner named in "), "{strong}");
    let none = fuzeki(dir.path(), &[&args[..], &["--rated", "3000"]].concat());
    assert_eq!(none.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&none.stderr).contains("games.sgf: no game of this size and rating has a winner"));
}
