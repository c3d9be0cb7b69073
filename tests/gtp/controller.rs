//! Controllers that we did not write let us play against GNU Go, as people do: Gomill's twogtp, which
//! `scripts/test` fetches, and GoGui's where it is there already. README.md tells why these. What is missing is
//! said, and nothing is done without it.

use fuzeki::record::{ReadOptions, read_path};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Ours and GNU Go's command lines; `None` where there is no GNU Go.
fn players() -> Option<(String, String)> {
    let gnugo = ["/usr/games/gnugo", "/usr/bin/gnugo"].into_iter().find(|path| Path::new(path).exists())?;
    let ours = format!("{} gtp --sims 100 --set memory=16", env!("CARGO_BIN_EXE_fuzeki"));
    Some((ours, format!("{gnugo} --mode gtp --chinese-rules --level 1")))
}

/// Runs a controller to its end and returns what it printed.
fn printed(mut controller: Command) -> String {
    let output = controller.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{controller:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// Whether a program can be started.
fn is_there(program: &str, option: &str) -> bool {
    Command::new(program).arg(option).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Gomill as `scripts/setup.sh` lays it down.
fn gomill() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gomill-0.8.3");
    (folder.is_dir() && is_there("jython", "--version")).then_some(folder)
}

#[test]
fn gomills_twogtp_plays_whole_games_with_us() {
    let (Some(gomill), Some((ours, theirs))) = (gomill(), players()) else {
        eprintln!("skipped: Gomill in target/gomill-0.8.3, Jython and GNU Go are needed; scripts/test gets them");
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    for (name, black, white) in [("black", &ours, &theirs), ("white", &theirs, &ours)] {
        let base = dir.path().join(name);
        let mut twogtp = Command::new("jython");
        // It would keep notes of Java's classes in the home folder.
        twogtp.arg("-Dpython.cachedir.skip=true").arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gtp/gomill.py"));
        twogtp.arg(&gomill).args(["--black", black, "--white", white, "--size", "9", "--sgfbase"]).arg(&base);
        let told = printed(twogtp);
        let game = read_path(&dir.path().join(format!("{name}000.sgf")), &ReadOptions::default()).unwrap();
        let tree = game.collection.games[0].tree();
        assert!(tree.move_number(tree.line_end(tree.root())) > 10, "{told}");
        // With so few simulations GNU Go may see dead stones where we see none: that is no fault of the protocol.
        if told.contains("(players disagreed)") {
            continue;
        }
        // "BLACK beat WHITE B+4.5": a forfeit would have its reason behind the result.
        let result = told.trim().rsplit_once(' ').map(|(_, result)| result).unwrap_or_default();
        assert!(told.contains(" beat ") && ["B+", "W+"].iter().any(|won| result.starts_with(won)), "{told}");
        assert_eq!(tree.info(fuzeki::record::known::RE).as_deref(), Some(result), "{told}");
    }
}

/// GoGui's twogtp: `GOGUI_CLASSPATH` names its classes or jar, or `gogui-twogtp` is on the path.
fn gogui_twogtp() -> Option<Command> {
    if let Ok(classes) = std::env::var("GOGUI_CLASSPATH") {
        let mut command = Command::new("java");
        command.args(["-cp", &classes, "net.sf.gogui.tools.twogtp.Main"]);
        return Some(command);
    }
    is_there("gogui-twogtp", "-version").then(|| Command::new("gogui-twogtp"))
}

#[test]
fn gogui_twogtp_plays_whole_games_with_us() {
    let (Some(mut twogtp), Some((ours, theirs))) = (gogui_twogtp(), players()) else {
        eprintln!("skipped: gogui-twogtp (or GOGUI_CLASSPATH), which Debian does not have, and GNU Go are needed");
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    twogtp
        .args(["-black", &ours, "-white", &theirs, "-referee", &theirs, "-size", "9", "-komi", "7.5", "-games", "2"])
        .args(["-alternate", "-auto", "-sgffile", dir.path().join("game").to_str().unwrap(), "-time", "10s"]);
    printed(twogtp);
    let table = std::fs::read_to_string(dir.path().join("game.dat")).unwrap();
    let games: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(games.len(), 2, "{table}");
    for game in games {
        let fields: Vec<&str> = game.split('\t').collect();
        assert!(fields[1].contains('+'), "no result: {game}");
        assert_eq!(fields.get(11), Some(&"0"), "an error was noted: {game}");
    }
}
