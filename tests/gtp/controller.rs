//! A controller that we did not write: GoGui's twogtp lets us play against GNU Go, as people do.
//!
//! It is a Java program that has to be there already: `GOGUI_CLASSPATH` names its classes or jar, or
//! `gogui-twogtp` is on the path. Without it, or without GNU Go, this says so and does nothing.

use std::path::Path;
use std::process::{Command, Stdio};

fn twogtp() -> Option<Command> {
    if let Ok(classes) = std::env::var("GOGUI_CLASSPATH") {
        let mut command = Command::new("java");
        command.args(["-cp", &classes, "net.sf.gogui.tools.twogtp.Main"]);
        return Some(command);
    }
    let found = Command::new("gogui-twogtp").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    found.is_ok().then(|| Command::new("gogui-twogtp"))
}

#[test]
fn gogui_twogtp_plays_whole_games_with_us() {
    let gnugo = ["/usr/games/gnugo", "/usr/bin/gnugo"].into_iter().find(|path| Path::new(path).exists());
    let (Some(mut twogtp), Some(gnugo)) = (twogtp(), gnugo) else {
        eprintln!("skipped: gogui-twogtp (or GOGUI_CLASSPATH) and GNU Go are needed");
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let ours = format!("{} gtp --sims 100 --set memory=16", env!("CARGO_BIN_EXE_fuzeki"));
    let theirs = format!("{gnugo} --mode gtp --chinese-rules --level 1");
    let output = twogtp
        .args(["-black", &ours, "-white", &theirs, "-referee", &theirs, "-size", "9", "-komi", "7.5", "-games", "2"])
        .args(["-alternate", "-auto", "-sgffile", dir.path().join("game").to_str().unwrap(), "-time", "10s"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let table = std::fs::read_to_string(dir.path().join("game.dat")).unwrap();
    let games: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(games.len(), 2, "{table}");
    for game in games {
        let fields: Vec<&str> = game.split('\t').collect();
        assert!(fields[1].contains('+'), "no result: {game}");
        assert_eq!(fields.get(11), Some(&"0"), "an error was noted: {game}");
    }
}
