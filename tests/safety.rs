//! What a file from a stranger cannot do: run or load anything through a report, write outside its folder.

#![allow(clippy::unwrap_used)] // a test may fail where it stands

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Texts that break out of HTML, of attributes, of SVG and of Markdown.
const HOSTILE: &[&str] = &[
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "'><svg/onload=alert(1)>",
    "</title></style></svg><iframe src=//evil.example>",
    "&#60;script&#62;",
    "<a href=javascript:alert(1)>x</a>",
];

/// A game whose every text is hostile, in SGF.
fn game(moves: &str) -> String {
    let text = |n: usize| HOSTILE[n % HOSTILE.len()].replace('\\', "\\\\").replace(']', "\\]");
    let info: Vec<&str> = [
        "PB", "PW", "BR", "WR", "EV", "RO", "PC", "GN", "GC", "US", "AN", "SO", "CP", "ON", "BT", "WT", "RE", "DT",
        "RU", "AP",
    ]
    .to_vec();
    let info: String = info.iter().enumerate().map(|(n, name)| format!("{name}[{}]", text(n))).collect();
    let comment = HOSTILE.iter().enumerate().map(|(n, _)| text(n)).collect::<Vec<_>>().join("\n");
    format!("(;GM[1]FF[4]SZ[9]KM[7]{info}C[{comment}]{moves}C[{comment}]N[{}])", text(1))
}

fn fuzeki(home: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fuzeki"))
        .args(args)
        .current_dir(home)
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// The tags of a page with everything between their brackets.
fn tags(page: &str) -> Vec<&str> {
    page.split('<').skip(1).map(|rest| rest.split('>').next().unwrap()).collect()
}

fn assert_harmless(page: &str) {
    let known = [
        "!DOCTYPE",
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "main",
        "h1",
        "h2",
        "h3",
        "p",
        "figure",
        "figcaption",
        "table",
        "tr",
        "td",
        "th",
        "ul",
        "ol",
        "li",
        "article",
        "section",
        "div",
        "span",
        "blockquote",
        "svg",
        "g",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "path",
        "text",
        "defs",
        "strong",
        "em",
        "b",
        "i",
        "br",
        "small",
        "details",
        "summary",
        "nav",
        "header",
        "footer",
        "a",
        "thead",
        "tbody",
        "caption",
        "clipPath",
        "radialGradient",
        "linearGradient",
        "stop",
        "use",
        "marker",
    ];
    for tag in tags(page) {
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap();
        assert!(known.contains(&name), "the tag <{tag}> comes from the game");
        // Names of attributes stand outside of quotation marks; what is within is only text.
        let outside: String = tag.split('"').step_by(2).collect::<String>().to_ascii_lowercase();
        assert!(
            tag.matches('"').count().is_multiple_of(2) && !outside.contains('\''),
            "a text left its attribute: <{tag}>"
        );
        for attribute in [" on", "/on", "src=", "href="] {
            assert!(!outside.contains(attribute), "the tag <{tag}> does something");
        }
    }
    assert!(page.contains("&lt;script&gt;"), "the texts of the game are there, as text");
}

#[test]
fn a_report_of_a_hostile_game_runs_and_loads_nothing() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.sgf"), game(";B[ee];W[gc];B[aa];W[ai];B[ia]")).unwrap();
    let args = ["analyze", "x.sgf", "--sims", "30", "--no-cache", "--format", "html", "--out", "x.html"];
    let output = fuzeki(folder.path(), &args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_harmless(&std::fs::read_to_string(folder.path().join("x.html")).unwrap());
}

#[test]
fn a_diagram_of_a_hostile_game_is_only_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let labels: String =
        HOSTILE.iter().zip(["aa", "bb", "cc", "dd", "ff", "hh"]).fold(String::new(), |all, (text, point)| {
            all + &format!("[{point}:{}]", text.replace(']', "\\]").replace(':', "\\:"))
        });
    std::fs::write(folder.path().join("x.sgf"), game(&format!(";B[ee]LB{labels}"))).unwrap();
    let output = fuzeki(folder.path(), &["diagram", "x.sgf", "--move", "1", "--out", "x.svg"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let svg = std::fs::read_to_string(folder.path().join("x.svg")).unwrap();
    assert!(
        !svg.contains("<script") && !svg.contains("<img") && !svg.contains("<iframe") && !svg.contains("<a "),
        "{svg}"
    );
}

#[test]
fn names_inside_of_games_do_not_become_paths() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let escape = "../../escaped";
    let games = format!("(;SZ[9]GN[{escape}]PB[{escape}]EV[/tmp/escaped];B[ee])(;SZ[9]GN[{escape}];B[cc];W[gg])");
    std::fs::write(inner.join("games.sgf"), games).unwrap();
    for format in ["sgf", "md", "html", "json"] {
        let args = ["analyze", "games.sgf", "--sims", "10", "--no-cache", "--format", format, "--out", "out"];
        let output = fuzeki(&inner, &args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let names = |path: &Path| {
        let mut names: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(folder.path()), ["inner"], "nothing left the folder");
    assert_eq!(names(&inner.join("out")).len(), 8);
}

#[test]
fn a_game_starts_no_engine() {
    let folder = tempfile::tempdir().unwrap();
    let witness = folder.path().join("witness");
    let command = format!("touch {}", witness.display());
    let text =
        format!("(;SZ[9]AP[{command}]KTV[{command}]ENGINE[{command}]C[{command}];B[ee]LZ[{command}]FZA[{command}])");
    std::fs::write(folder.path().join("x.sgf"), text).unwrap();
    for args in
        [&["sgf", "check", "x.sgf"][..], &["sgf", "show", "x.sgf"], &["analyze", "x.sgf", "--sims", "5", "--no-cache"]]
    {
        assert!(fuzeki(folder.path(), args).status.success(), "{args:?}");
    }
    assert!(!witness.exists());
}
