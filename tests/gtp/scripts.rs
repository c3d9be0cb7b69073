//! The conversations of `scripts`, see README.md there.

use super::fuzeki_gtp;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// Whether a line fits a pattern in which `*` is anything.
fn fits(pattern: &str, line: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == line,
        Some((before, rest)) => line.strip_prefix(before).is_some_and(|tail| {
            (0..=tail.len()).filter(|&at| tail.is_char_boundary(at)).any(|at| fits(rest, &tail[at..]))
        }),
    }
}

/// The same for whole answers, in which a line of `...` is any lines.
fn all_fit(patterns: &[&str], lines: &[String]) -> bool {
    match patterns.split_first() {
        None => lines.is_empty(),
        Some((&"...", rest)) => (0..=lines.len()).any(|skip| all_fit(rest, &lines[skip..])),
        Some((pattern, rest)) => lines.first().is_some_and(|line| fits(pattern, line)) && all_fit(rest, &lines[1..]),
    }
}

#[test]
fn patterns_fit_what_they_should() {
    assert!(fits("= *", "= D4") && fits("a*b*c", "axxbyyc") && !fits("a*b", "axc") && !fits("=", "= "));
    let lines = ["= a".to_owned(), "b".to_owned(), "c".to_owned()];
    assert!(all_fit(&["= a", "...", "c"], &lines) && all_fit(&["...", "c", "..."], &lines));
    assert!(!all_fit(&["= a", "b"], &lines) && !all_fit(&["= a", "...", "d"], &lines));
}

fn check(path: &Path) {
    let dir = path.parent().unwrap().parent().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap().replace("{dir}", dir);
    let options = text.lines().find_map(|line| line.strip_prefix("% options:")).unwrap_or("--sims 150");
    let mut child = fuzeki_gtp(&options.split_whitespace().collect::<Vec<_>>()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
    let lines: Vec<(usize, &str)> = text.lines().enumerate().filter(|(_, line)| !line.starts_with('%')).collect();
    let mut at = 0;
    while at < lines.len() {
        let (number, line) = lines[at];
        let command =
            line.strip_prefix("> ").unwrap_or_else(|| panic!("{}:{}: no command", path.display(), number + 1));
        let end =
            lines[at + 1..].iter().position(|(_, line)| line.starts_with("> ")).map_or(lines.len(), |n| at + 1 + n);
        let expected: Vec<&str> = lines[at + 1..end].iter().map(|(_, line)| *line).collect();
        writeln!(stdin, "{command}").unwrap();
        if command.contains("analyze") && !command.contains("genmove") && expected[0].starts_with('=') {
            // A stream: it ends with the next line, here an empty one.
            std::thread::sleep(std::time::Duration::from_millis(300));
            writeln!(stdin).unwrap();
        }
        let answer: Vec<String> = stdout
            .by_ref()
            .map(|line| line.unwrap())
            .take_while(|line| !line.is_empty())
            .map(|l| l.trim_end().to_owned())
            .collect();
        assert!(
            all_fit(&expected, &answer),
            "{}:{}: `{command}` was answered with\n{}\nwhere this was expected:\n{}",
            path.display(),
            number + 1,
            answer.join("\n"),
            expected.join("\n")
        );
        at = end;
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert_eq!(stdout.next().map(|line| line.unwrap()), None, "{}: more answers than questions", path.display());
}

#[test]
fn every_conversation_goes_as_written() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp/scripts");
    let mut paths: Vec<_> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 10);
    paths.iter().for_each(|path| check(path));
}
