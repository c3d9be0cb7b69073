//! Pipes that close, searches that are interrupted, scripts from a file.

use super::fuzeki_gtp;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin};
use std::time::{Duration, Instant};

fn ends_within(child: &mut Child, limit: Duration) -> bool {
    let start = Instant::now();
    while start.elapsed() < limit {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    false
}

const SOON: Duration = Duration::from_secs(3);

/// What the program may be at, with its options: a move, analysis, pondering, nothing.
const DEEDS: [(&[&str], &str); 6] = [
    (&["--time", "600"], "genmove b"),
    (&["--time", "600"], "kata-genmove_analyze b 100000"),
    (&[], "lz-analyze b 10"),
    (&[], "kata-analyze 10000000"),
    (&["--time", "0.05", "--set", "ponder=on"], "genmove b"),
    (&[], "name"),
];

/// The program at a deed, and its input.
fn busy(options: &[&str], command: &str) -> (Child, ChildStdin) {
    let mut child = fuzeki_gtp(options).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{command}").unwrap();
    std::thread::sleep(Duration::from_millis(400));
    assert!(child.try_wait().unwrap().is_none(), "`{command}` did not last");
    (child, stdin)
}

#[test]
fn closed_pipes_end_the_program_at_once_whatever_it_does() {
    for (options, command) in DEEDS {
        let (mut child, stdin) = busy(options, command);
        drop(stdin);
        drop(child.stdout.take());
        assert!(ends_within(&mut child, SOON), "`{command}` outlived its controller");
    }
}

#[test]
fn a_listener_that_goes_away_ends_the_program_though_input_stays_open() {
    for (options, command) in DEEDS {
        let (mut child, stdin) = busy(options, command);
        drop(child.stdout.take());
        assert!(ends_within(&mut child, SOON), "`{command}` goes on with nobody listening");
        drop(stdin);
    }
}

#[cfg(unix)]
#[test]
fn a_socket_that_closes_ends_the_program_as_a_pipe_does() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    let (ours, its) = UnixStream::pair().unwrap();
    let mut command = fuzeki_gtp(&["--time", "600"]);
    let mut child = command.stdin(OwnedFd::from(its.try_clone().unwrap())).stdout(OwnedFd::from(its)).spawn().unwrap();
    drop(command); // it holds the other end open
    writeln!(&ours, "genmove b").unwrap();
    // Who has nothing more to say may still listen.
    ours.shutdown(std::net::Shutdown::Write).unwrap();
    std::thread::sleep(Duration::from_millis(400));
    assert!(child.try_wait().unwrap().is_none(), "there is still somebody who listens");
    drop(ours);
    assert!(ends_within(&mut child, SOON));
}

#[test]
fn a_script_from_a_file_is_answered_to_its_end() {
    let mut child = fuzeki_gtp(&["--sims", "300"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"boardsize 9\n1 genmove b\n2 genmove w\n3 name").unwrap();
    drop(stdin);
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    let answers: Vec<&str> = said.split("\n\n").collect();
    assert!(answers[1].starts_with("=1 ") && answers[2].starts_with("=2 ") && answers[3] == "=3 Fuzeki", "{said}");
    assert!(ends_within(&mut child, SOON));
}

#[cfg(unix)]
#[test]
fn joined_with_another_engine_its_values_decide_and_its_death_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    // It values everything around the middle, which our engine takes when it is alone, and dies soon.
    let script = "#!/bin/sh\nwhile read id command rest; do case $command in protocol_version) echo \"=$id 2\";; \
                  top_moves_black) echo \"=$id B2 9 C2 8 D2 8 B3 8 D3 8 B4 8 C4 8 D4 8\";; top_moves_white) exit 5;; *) echo \"=$id\";; esac; echo; done\n";
    let file = folder.path().join("gnugo");
    std::fs::write(&file, script).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    let mut command = fuzeki_gtp(&["--joined", "--sims", "400"]);
    let mut child = command.env("PATH", path).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"boardsize 5\n1 genmove b\n2 genmove w\n3 genmove b\n").unwrap();
    drop(stdin);
    let (mut said, mut errors) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    let answers: Vec<&str> = said.split("\n\n").collect();
    let around = ["B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4"];
    assert!(around.iter().any(|point| answers[1] == format!("=1 {point}")), "{said}");
    assert!(answers[2].starts_with("=2 ") && answers[3].starts_with("=3 "), "it plays on alone: {said}");
    assert!(errors.contains("exit status: 5") && errors.contains("ours alone"), "{errors}");
    assert!(ends_within(&mut child, SOON));
}

#[test]
fn an_interruption_gives_the_move_at_once() {
    let mut child = fuzeki_gtp(&["--time", "600"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
    writeln!(stdin, "boardsize 9\n1 genmove b").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    writeln!(stdin, "# interrupt").unwrap();
    let answer = stdout.by_ref().map(|line| line.unwrap()).find(|line| line.starts_with("=1")).unwrap();
    assert!(start.elapsed() < SOON && answer.len() > 3, "{answer}");
    writeln!(stdin, "quit").unwrap();
    assert!(ends_within(&mut child, SOON));
}

#[test]
fn an_interruption_ends_an_analysis() {
    for command in ["lz-analyze b 5", "kata-analyze 5"] {
        let mut child = fuzeki_gtp(&[]).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
        writeln!(stdin, "{command}").unwrap();
        assert_eq!(stdout.next().unwrap().unwrap().trim_end(), "=");
        stdout.find(|line| line.as_ref().unwrap().starts_with("info move ")).unwrap().unwrap();
        let start = Instant::now();
        writeln!(stdin, "# interrupt").unwrap();
        stdout.find(|line| line.as_ref().unwrap().is_empty()).unwrap().unwrap();
        assert!(start.elapsed() < SOON, "{command}");
        writeln!(stdin, "8 name").unwrap();
        assert_eq!(stdout.next().unwrap().unwrap(), "=8 Fuzeki");
        writeln!(stdin, "quit").unwrap();
        assert!(ends_within(&mut child, SOON));
    }
}

#[test]
fn live_views_go_to_standard_error() {
    let mut child = fuzeki_gtp(&["--time", "1"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "boardsize 9\nfuzeki-live win_rates\ngenmove b\nquit").unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.starts_with("gogui-gfx:\nCOLOR #") && said.contains("\nTEXT N=") && said.contains("\n\n"), "{said}");
    assert!(ends_within(&mut child, SOON));
}

#[test]
fn pondering_thinks_on_the_opponents_time_and_listens() {
    let mut child = fuzeki_gtp(&["--sims", "200", "--set", "ponder=on"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut ask = |command: &str| {
        writeln!(stdin, "{command}").unwrap();
        let lines: Vec<String> =
            stdout.by_ref().map(|line| line.unwrap()).take_while(|line| !line.is_empty()).collect();
        lines.join("\n")
    };
    ask("boardsize 9");
    ask("genmove b");
    let before: f64 = ask("cputime")[2..].parse().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let start = Instant::now();
    let after: f64 = ask("cputime")[2..].parse().unwrap();
    assert!(start.elapsed() < Duration::from_secs(1));
    assert!(after - before > 0.1, "it did not ponder: {before} {after}");
    assert!(ask("genmove w").starts_with("= "));
    ask("quit");
    assert!(ends_within(&mut child, SOON));
}

#[test]
fn faults_of_the_command_line_name_the_key_the_range_and_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().join("engine.toml");
    std::fs::write(&config, "threads = 1\nexpand_at = 0\n").unwrap();
    let run = |args: &[&str]| {
        let output = fuzeki_gtp(args).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let config_text = config.to_str().unwrap();
    let said = run(&["--config", config_text]);
    assert!(said.contains("engine.toml: line 2: `0` is no value for `expand_at`"), "{said}");
    assert!(run(&["--config", "/no/such.toml"]).contains("/no/such.toml"));
    assert!(run(&["--set", "rave_equivalence=-1"]).contains("from 1 to 1000000"));
    std::fs::write(&config, "threads = 1\nresign_below = 0\n").unwrap();
    let mut child = fuzeki_gtp(&["--config", config_text, "--threads", "2"]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"kata-get-param resign_below\nkata-get-param threads\n").unwrap();
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    child.wait().unwrap();
    assert_eq!(said, "= 0\n\n= 2\n\n");
}
