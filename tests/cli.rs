//! The program as people and scripts meet it: the real binary, its words and its exit codes.

#![allow(clippy::unwrap_used)] // a test may fail where it stands

use std::process::{Command, Output, Stdio};

fn fuzeki(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fuzeki"))
        .args(args)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(args: &[&str]) -> serde_json::Value {
    let output = fuzeki(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap_or_else(|error| panic!("{args:?} is no single JSON object: {error}"))
}

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn without_a_display_one_sentence_names_what_needs_none() {
    let output = fuzeki(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "");
    let said = stderr(&output);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("no display"), "{said}");
    for sub in fuzeki::cli::command().get_subcommands().filter(|sub| !sub.is_hide_set()) {
        assert!(said.contains(&format!("`fuzeki {}`", sub.get_name())), "{said}");
    }
}

/// Every command and subcommand with the words that lead to it.
fn walk(command: &clap::Command, path: Vec<String>, found: &mut Vec<(Vec<String>, clap::Command)>) {
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        walk(sub, [path.clone(), vec![sub.get_name().to_string()]].concat(), found);
    }
    found.push((path, command.clone()));
}

fn commands() -> Vec<(Vec<String>, clap::Command)> {
    let mut found = Vec::new();
    walk(&fuzeki::cli::command(), Vec::new(), &mut found);
    found
}

/// The words of an example line as a shell would make them, up to two spaces (a remark), a pipe or a
/// redirection.
fn words(example: &str) -> Vec<String> {
    let (mut words, mut quote, mut spaces) = (vec![String::new()], None, 0);
    for c in example.trim().chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '|' | '>' | '<' | '#') => break,
            (None, ' ') if spaces == 1 => break,
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
        spaces = u32::from(c == ' ' && quote.is_none());
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn words_are_those_of_a_shell() {
    assert_eq!(words("  fuzeki a \"b c\" --d='e f'  a remark"), ["fuzeki", "a", "b c", "--d=e f"]);
    assert_eq!(words("fuzeki a > b"), ["fuzeki", "a"]);
}

#[test]
fn every_help_ends_with_an_example_that_parses() {
    let commands = commands();
    assert!(commands.len() > 3);
    for (path, command) in commands {
        let name = path.join(" ");
        let args: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
        let output = fuzeki(&args);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        // The help as printed may break long lines, so the example is read where it was written.
        let after = command.get_after_long_help().or(command.get_after_help());
        let after = after.unwrap_or_else(|| panic!("the help of `fuzeki {name}` has no example")).to_string();
        let last = after.trim_end().lines().last().unwrap();
        assert!(last.starts_with("  fuzeki"), "the help of `fuzeki {name}` ends with: {last}");
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        assert!(squeezed(&stdout(&output)).ends_with(&squeezed(last)), "`fuzeki {name} --help` does not end with it");
        let words = words(last);
        assert_eq!(words[1..=path.len()], path, "the example of `fuzeki {name}` is of something else");
        if let Err(error) = fuzeki::cli::command().try_get_matches_from(&words) {
            panic!("the example of `fuzeki {name}` does not parse: {error}");
        }
    }
}

#[test]
fn the_readme_lists_every_command_or_the_group_it_is_of() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let is_listed = |path: &[String]| readme.contains(&format!("| `fuzeki {}` |", path.join(" ")));
    for (path, command) in commands() {
        let is_group = command.has_subcommands();
        if !path.is_empty() && !is_group && !command.is_hide_set() {
            assert!((1..=path.len()).any(|end| is_listed(&path[..end])), "{}", path.join(" "));
        }
    }
}

#[test]
fn the_command_line_is_consistent() {
    fuzeki::cli::command().debug_assert();
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(stdout(&fuzeki(&["--version"])), format!("fuzeki {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn playouts_print_one_object() {
    for way in fuzeki::engine::playout::simulator::WAYS {
        let args = ["bench", "playouts", "--size", "5", "--threads", "2", "--seconds", "0.05", "--json", "--policy"];
        let report = json(&[&args[..], &[way.name]].concat());
        assert_eq!(report["policy"], way.name);
        assert_eq!(report["size"], 5);
        assert_eq!(report["threads"], 2);
        let number = |name: &str| report[name].as_f64().unwrap_or_else(|| panic!("{name} is missing: {report}"));
        assert!(number("seconds") >= 0.05);
        assert!(number("games_per_second") > 0.0);
        assert!(
            (number("moves_per_second") / number("games_per_second") / number("moves_per_game") - 1.0).abs() < 1e-6
        );
        assert!(number("mean_score").abs() <= 25.0);
    }
}

#[test]
fn a_search_prints_its_speed() {
    let report =
        json(&["bench", "search", "--size", "5", "--threads", "2", "--seconds", "0.2", "--set", "memory=16", "--json"]);
    let number = |name: &str| report[name].as_f64().unwrap_or_else(|| panic!("{name} is missing: {report}"));
    assert!(number("sims_per_second") > 0.0 && number("depth") > 0.0 && number("nodes") > 1.0);
    assert!((number("simulations") / number("seconds") / number("sims_per_second") - 1.0).abs() < 1e-6);
}

#[test]
fn the_comparison_has_both_boards_and_his_figures() {
    let report = json(&["bench", "playouts", "--compare", "--seconds", "0.02", "--json"]);
    let sizes: Vec<_> = report["boards"].as_array().unwrap().iter().map(|board| board["size"].as_u64()).collect();
    assert_eq!(sizes, [Some(9), Some(19)]);
    let ways = report["boards"][1]["ways"].as_array().unwrap();
    let after = ways.iter().find(|way| way["policy"] == "analyse-after").unwrap();
    assert_eq!(after["chelaru"]["athlon"], 1058.62);
    let table = stdout(&fuzeki(&["bench", "playouts", "--compare", "--seconds", "0.02"]));
    for way in fuzeki::engine::playout::simulator::WAYS {
        assert_eq!(table.lines().filter(|line| line.split(' ').next() == Some(way.name)).count(), 2, "{table}");
    }
}

#[test]
fn the_signature_depends_on_the_seed_only() {
    let signature = |seed: &str| stdout(&fuzeki(&["bench", "signature", "--seed", seed]));
    let first = signature("1");
    assert!(first.trim_end().len() == 16 && first.trim_end().bytes().all(|b| b.is_ascii_hexdigit()), "{first}");
    assert_eq!(signature("1"), first);
    assert_ne!(signature("2"), first);
    assert_eq!(json(&["bench", "signature", "--json"])["signature"], first.trim_end());
}

#[test]
fn wrong_usage_is_exit_code_2_and_says_what_is_right() {
    for (args, hint) in [
        (&["bench", "playouts", "--size", "1"][..], "2..=25"),
        (&["bench", "playouts", "--size", "26"], "2..=25"),
        (&["bench", "playouts", "--size", "nine"], "invalid"),
        (&["bench", "playouts", "--threads", "0"], "1..=1024"),
        (&["bench", "playouts", "--seconds", "0"], "more than 0"),
        (&["bench", "playouts", "--seconds", "nan"], "more than 0"),
        (&["bench", "playouts", "--seconds", "soon"], "number of seconds"),
        (&["bench", "playouts", "--policy", "best"], "analyse-after"),
        (&["bench", "playouts", "--compare", "--size", "9"], "cannot be used with"),
        (&["bench"], "Usage"),
        (&["analyse", "game.sgf"], "neither a subcommand nor a file `analyse`; is `fuzeki analyze` meant?"),
        (&["matches"], "is `fuzeki match` meant?"),
        (&["quux"], "neither a subcommand nor a file `quux`"),
    ] {
        let output = fuzeki(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(hint), "{args:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{args:?}");
    }
}

#[test]
fn manual_pages_and_completions_name_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let output = fuzeki(&["package-files", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let read = |path: &str| {
        std::fs::read_to_string(folder.path().join("share").join(path))
            .unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let completions = [
        read("bash-completion/completions/fuzeki"),
        read("zsh/vendor-completions/_fuzeki"),
        read("fish/vendor_completions.d/fuzeki.fish"),
    ];
    let shown: Vec<_> = commands().into_iter().filter(|(_, command)| !command.is_hide_set()).collect();
    assert!(shown.len() > 20);
    for (path, command) in shown {
        let page = [vec!["fuzeki".to_owned()], path.clone()].concat().join("-");
        let manual = read(&format!("man/man1/{page}.1"));
        assert!(manual.contains(".SH SYNOPSIS"), "{page}");
        for option in command.get_opts().filter_map(|option| option.get_long()) {
            let written = format!("\\-\\-{}", option.replace('-', "\\-"));
            assert!(manual.contains(&written), "{page} does not explain --{option}");
        }
        if let Some(name) = path.last() {
            for completion in &completions {
                assert!(completion.contains(name.as_str()), "a completion does not know {name}");
            }
        }
    }
}
