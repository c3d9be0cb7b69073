//! Engines of others as judges: by the streams of Leela Zero and KataGo, by KataGo's JSON analysis, or by
//! the move list of GNU Go.

use super::analysed::{Analysed, AnalysedMove};
use super::cache::Effort;
use super::judge::{Judge, Tell};
use super::katago;
use crate::board::{Board, Color, Position, Turn};
use crate::gtp::client::{
    Client, ClientError, CommandLine, Infos, Leash, Style, read_estimate, read_infos, read_top_moves,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long an engine may take to start and to answer what is no search.
const PATIENCE: Duration = Duration::from_secs(120);
/// A stream whose visits do not grow for so long is at its end.
const STANDSTILL: Duration = Duration::from_secs(10);
/// How often a stream is asked for.
const CENTISECONDS: u32 = 20;
/// Points by which a lead of GNU Go's makes a win 73 % likely: its estimates swing by as much.
const POINTS_SCALE: f32 = 10.0;

/// Whether a command line starts KataGo's JSON analysis rather than GTP.
fn is_katago_analysis(line: &CommandLine) -> bool {
    line.args.first().is_some_and(|first| first == "analysis")
}

/// KataGo speaks for Black or for White where its configuration says so, and does not tell; it is told to
/// speak for the player to move, as all others do.
fn for_the_side_to_move(line: &CommandLine) -> CommandLine {
    const OPTION: &str = "-override-config";
    const SETTING: &str = "reportAnalysisWinratesAs=SIDETOMOVE";
    let stem = std::path::Path::new(&line.program).file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let mut line = line.clone();
    if !stem.starts_with("katago") || line.args.first().is_none_or(|first| first != "gtp") {
        return line;
    }
    // Older ones take the option only once.
    match line.args.iter().position(|word| word == OPTION).and_then(|at| line.args.get_mut(at + 1)) {
        Some(settings) => settings.push_str(&format!(",{SETTING}")),
        None => line.args.extend([OPTION.to_owned(), SETTING.to_owned()]),
    }
    line
}

/// Starts an engine to judge.
pub fn start(line: &CommandLine, leash: Arc<Leash>) -> Result<Box<dyn Judge>, String> {
    if is_katago_analysis(line) {
        return Ok(Box::new(katago::KataGo::start(line, leash)?));
    }
    let client = Client::start_on(&for_the_side_to_move(line), PATIENCE, leash).map_err(|error| error.to_string())?;
    let manner = [
        ("kata-analyze", Manner::Stream(("kata-analyze", Style::KataGo))),
        ("lz-analyze", Manner::Stream(("lz-analyze", Style::LeelaZero))),
        ("top_moves_black", Manner::TopMoves),
    ];
    let manner = manner.into_iter().find(|(command, _)| client.knows(command)).map(|(_, manner)| manner);
    let name = format!("{} {}", client.name(), client.version()).trim().to_owned();
    match manner {
        Some(manner) => Ok(Box::new(Program { client, manner, name, told: (0, String::new()) })),
        None => Err(format!(
            "{name} can play but not analyse: it knows neither kata-analyze nor lz-analyze nor top_moves_black"
        )),
    }
}

#[derive(Clone, Copy)]
enum Manner {
    Stream((&'static str, Style)),
    TopMoves,
}

struct Program {
    client: Client,
    manner: Manner,
    name: String,
    /// Size and rules that it was told last.
    told: (u8, String),
}

impl Judge for Program {
    fn ask(
        &mut self,
        position: &Position,
        effort: Effort,
        stop: &AtomicBool,
        tell: Tell<'_>,
    ) -> Result<Analysed, String> {
        self.set_up(position).map_err(|error| error.to_string())?;
        match self.manner {
            Manner::Stream(stream) => self.stream(position, effort, stop, stream, tell),
            Manner::TopMoves => self.top_moves(position),
        }
    }
}

impl Program {
    fn set_up(&mut self, position: &Position) -> Result<(), ClientError> {
        let size = position.size();
        let client = &mut self.client;
        // KataGo writes a line about each of these, which would drown what else it writes.
        if self.told.0 != size {
            client.ask(&format!("boardsize {size}"))?;
            self.told = (size, String::new());
        }
        client.ask("clear_board")?;
        // Some take halves only.
        let komi = match client.ask(&format!("komi {}", position.komi())) {
            Err(error) if !error.trouble.is_fatal() => client.ask(&format!("komi {}", in_halves(position.komi()))),
            answer => answer,
        };
        komi?;
        if client.knows("kata-set-rules") {
            // One that it does not know is not worth giving up for.
            let rules =
                position.rules().rule_set().map_or_else(|| position.rules().to_katago(), |set| set.id.to_owned());
            if self.told.1 != rules {
                match client.ask(&format!("kata-set-rules {rules}")) {
                    Err(error) if error.trouble.is_fatal() => return Err(error),
                    _ => self.told.1 = rules,
                }
            }
        }
        let (start, _, turns) = as_told(position);
        for point in crate::board::Point::all(size) {
            if let Some(color) = start.stone(point) {
                client.ask(&format!("play {} {}", color.letter(), point.to_gtp(size)))?;
            }
        }
        for turn in turns {
            client.ask(&format!("play {} {}", turn.color.letter(), turn.mv.to_gtp(size)))?;
        }
        Ok(())
    }

    fn stream(
        &mut self,
        position: &Position,
        effort: Effort,
        stop: &AtomicBool,
        (command, style): (&'static str, Style),
        mut tell: Tell<'_>,
    ) -> Result<Analysed, String> {
        let (color, size) = (position.to_play(), position.size());
        let owners = if style == Style::KataGo { " ownership true" } else { "" };
        let asked = format!("{command} {} {CENTISECONDS}{owners}", color.letter());
        self.client.send(&asked);
        let started = Instant::now();
        let mut last: Option<Infos> = None;
        let (mut most, mut grown) = (0, started);
        loop {
            let visits = last.as_ref().map_or(0, |infos| u64::from(infos.visits()));
            if visits > most {
                (most, grown) = (visits, Instant::now());
            }
            let enough = match effort {
                // One that stands still has said what it has to say.
                Effort::Simulations(wanted) => visits >= wanted || last.is_some() && grown.elapsed() > STANDSTILL,
                Effort::Time(time) => started.elapsed() >= time && last.is_some(),
            };
            if enough || stop.load(Ordering::Relaxed) {
                break;
            }
            if started.elapsed() > PATIENCE && last.is_none() {
                return Err(format!("{} says nothing to `{asked}`", self.name));
            }
            let line = self.client.listen(Duration::from_millis(100)).map_err(|error| error.to_string())?;
            let Some(line) = line else { continue };
            if line.starts_with('?') {
                return Err(format!("{} refused `{asked}`: {line}", self.name));
            }
            if let Some(infos) = read_infos(&line, style, size).filter(|infos| !infos.moves.is_empty()) {
                if let Some(tell) = &mut tell {
                    tell(analysed(infos.clone(), position, &self.name));
                }
                last = Some(infos);
            }
        }
        // Any line ends the stream; the answer to this one shows that it has.
        self.client.ask("name").map_err(|error| error.to_string())?;
        match last {
            Some(infos) => Ok(analysed(infos, position, &self.name)),
            None => Err(format!("{} was stopped before it said anything", self.name)),
        }
    }

    fn top_moves(&mut self, position: &Position) -> Result<Analysed, String> {
        let (color, size) = (position.to_play(), position.size());
        let word = if color == Color::Black { "black" } else { "white" };
        let answer = self.client.ask(&format!("top_moves_{word}")).map_err(|error| error.to_string())?;
        let score = self.client.ask("estimate_score").ok().and_then(|answer| read_estimate(&answer)).unwrap_or(0.0);
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let top = read_top_moves(&answer, size);
        let best = top.first().map_or(0.0, |(_, value)| *value);
        let chance = |lead: f32| 1.0 / (1.0 + (-lead / POINTS_SCALE).exp());
        let moves = top.iter().map(|&(mv, value)| {
            // Its values are points that a move gains: what is gained less is lost.
            let lead = score - sign * (best - value);
            AnalysedMove {
                mv,
                visits: ((value.max(0.0) * 10.0) as u32).saturating_add(1),
                win_rate: chance(lead),
                score: Some(lead),
                prior: 0.0,
                line: vec![mv],
            }
        });
        Ok(Analysed {
            engine: self.name.clone(),
            size,
            to_play: color,
            visits: 1,
            win_rate: chance(score),
            score: Some(score),
            moves: moves.collect(),
            ownership: Vec::new(),
        })
    }
}

/// How a position is told to engines: the stones, who moves first, and the moves. Records may hold moves
/// that no engine plays; then the stones stand there as they stand now.
pub fn as_told(position: &Position) -> (&Board, Color, &[Turn]) {
    let (start, first) = position.start();
    let mut replayed = Position::from_board(start.clone(), first, *position.rules());
    match position.turns().iter().all(|turn| replayed.play_as(turn.color, turn.mv).is_ok()) {
        true => (start, first, position.turns()),
        false => (position.board(), position.to_play(), &[]),
    }
}

/// The nearest komi that every engine takes.
pub fn in_halves(komi: f32) -> f32 {
    (2.0 * komi).round() / 2.0
}

/// From a stream, which speaks for the player to move.
pub fn analysed(infos: Infos, position: &Position, engine: &str) -> Analysed {
    let color = position.to_play();
    let (rate, sign) = match color {
        Color::Black => (0.0, 1.0),
        Color::White => (1.0, -1.0),
    };
    let black = |share: f32| if rate == 0.0 { share } else { rate - share };
    let visits = infos.visits();
    let mean = |value: &dyn Fn(&crate::gtp::client::Info) -> f32| {
        let searched = || infos.moves.iter().filter(|info| !info.is_mirrored);
        let sum: f32 = searched().map(|info| info.visits as f32 * value(info)).sum();
        let all: f32 = searched().map(|info| info.visits as f32).sum();
        sum / all.max(1.0)
    };
    let win_rate = if visits > 0 { black(mean(&|info| info.win_rate).clamp(0.0, 1.0)) } else { 0.5 };
    let has_lead = infos.moves.iter().any(|info| info.lead.is_some());
    let score = has_lead.then(|| sign * mean(&|info| info.lead.unwrap_or(0.0)));
    let moves = infos.moves.iter().map(|info| AnalysedMove {
        mv: info.mv,
        visits: info.visits,
        win_rate: black(info.win_rate),
        score: info.lead.map(|lead| sign * lead),
        prior: info.prior,
        line: info.line.clone(),
    });
    let moves: Vec<AnalysedMove> = moves.collect();
    let ownership = infos.ownership.iter().map(|owner| sign * owner).collect();
    Analysed {
        engine: engine.to_owned(),
        size: position.size(),
        to_play: color,
        visits,
        win_rate,
        score,
        moves,
        ownership,
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::board::{Move, Rules};

    /// A program that answers the handshake, then does what `rest` says with each line in `$command`.
    fn script(commands: &str, rest: &str) -> CommandLine {
        let text = format!(
            "while read id command rest; do case $command in \
             protocol_version) echo \"=$id 2\";; name) echo \"=$id Fake\";; version) echo \"=$id 1\";; \
             list_commands) printf '=%s {commands}\\n' $id;; boardsize|clear_board|komi|play) echo \"=$id\";; \
             {rest} *) echo \"?$id unknown\";; esac; echo; done"
        );
        CommandLine { program: "sh".to_owned(), args: vec!["-c".to_owned(), text] }
    }

    fn small_boards_only() -> CommandLine {
        let mut line = script("lz-analyze", "");
        line.args[1] = line.args[1].replace("boardsize|", "boardsize) echo \"?$id unacceptable size\";; ");
        line
    }

    fn judge(line: &CommandLine, effort: Effort) -> Result<Analysed, String> {
        let mut position = Position::new(9, Rules::CHINESE);
        position.play(Move::from_gtp("E5", 9).unwrap()).unwrap();
        start(line, Arc::default())?.judge(&position, effort, &AtomicBool::new(false))
    }

    #[test]
    fn a_stream_is_followed_until_enough_is_said_and_turned_to_blacks_view() {
        let line = script(
            "lz-analyze",
            "lz-analyze) echo \"=$id\"; \
             echo 'info move C3 visits 10 winrate 6000 order 0 pv C3'; \
             echo 'info move C3 visits 90 winrate 6000 order 0 pv C3 G7 info move G3 visits 10 winrate 5000 order 1';;",
        );
        let said = judge(&line, Effort::Simulations(100)).unwrap();
        assert_eq!((said.engine.as_str(), said.to_play, said.visits), ("Fake 1", Color::White, 100));
        assert!((said.win_rate - 0.41).abs() < 1e-5, "{}", said.win_rate);
        assert_eq!((said.moves.len(), said.moves[0].line.len()), (2, 2));
        assert!((said.moves[0].win_rate - 0.4).abs() < 1e-6);
    }

    #[test]
    fn a_stream_that_stands_still_is_not_waited_for_without_end() {
        let line = script("lz-analyze", "lz-analyze) echo \"=$id\"; echo 'info move C3 visits 5 winrate 6000 pv C3';;");
        let started = Instant::now();
        let said = judge(&line, Effort::Simulations(100)).unwrap();
        assert_eq!(said.visits, 5);
        assert!(started.elapsed() < STANDSTILL * 3);
    }

    #[test]
    fn what_a_stream_says_is_told_at_once_and_a_stopped_one_says_no_more() {
        let line = script(
            "kata-analyze",
            "kata-analyze) echo \"=$id\"; echo 'info move C3 visits 10 winrate 0.6 order 0 pv C3'; \
             echo 'info move C3 visits 90 winrate 0.6 order 0 pv C3'; sleep 1;;",
        );
        let position = Position::new(9, Rules::CHINESE);
        let mut judge = start(&line, Arc::default()).unwrap();
        let (mut heard, stop) = (Vec::new(), AtomicBool::new(false));
        let long = Effort::Time(Duration::from_secs(600));
        let mut hear = |said: Analysed| {
            heard.push(said.visits);
            stop.store(said.visits == 90, Ordering::Relaxed);
        };
        let said = judge.ask(&position, long, &stop, Some(&mut hear));
        assert_eq!((said.unwrap().visits, heard), (90, vec![10, 90]));
        let nothing = judge.judge(&position, long, &stop);
        assert!(nothing.is_err(), "a verdict of nothing would be a chance of a half: {nothing:?}");
    }

    #[test]
    fn a_record_with_an_impossible_move_is_told_as_stones() {
        let at = |name| Move::from_gtp(name, 9).unwrap();
        let mut position = Position::new(9, Rules::CHINESE);
        for (color, name) in [(Color::Black, "E5"), (Color::White, "G7")] {
            position.play_anyway(color, at(name));
        }
        assert_eq!(as_told(&position).2.len(), 2);
        position.play_anyway(Color::Black, at("G7"));
        let (stones, first, turns) = as_told(&position);
        assert_eq!(
            (stones.stone(at("G7").point().unwrap()), first, turns.len()),
            (Some(Color::Black), Color::White, 0)
        );
        let query = super::katago::query("x", &position, Effort::Simulations(5));
        assert_eq!((query["moves"].as_array().map(Vec::len), query["initialPlayer"].as_str()), (Some(0), Some("W")));
    }

    #[test]
    fn komi_is_rounded_for_those_who_take_halves_only() {
        let mut line = script(
            "lz-analyze",
            "lz-analyze) echo \"=$id\"; echo 'info move C3 visits 100 winrate 6000 order 0 pv C3';;",
        );
        let picky = "komi) case $rest in *.75) echo \"?$id komi must be an integer or half-integer\";; 4) \
                     echo \"=$id\";; esac;; boardsize|clear_board|play";
        line.args[1] = line.args[1].replace("boardsize|clear_board|komi|play", picky);
        let position = Position::new(9, Rules::CHINESE).with_komi(3.75);
        let mut judge = start(&line, Arc::default()).unwrap();
        assert!(judge.judge(&position, Effort::Simulations(10), &AtomicBool::new(false)).is_ok());
    }

    #[test]
    fn katago_is_told_to_speak_for_the_player_to_move() {
        let told = |text: &str| for_the_side_to_move(&text.parse().unwrap()).to_string();
        let setting = "reportAnalysisWinratesAs=SIDETOMOVE";
        assert_eq!(told("/opt/katago gtp -model m"), format!("/opt/katago gtp -model m -override-config {setting}"));
        assert_eq!(told("katago gtp -override-config a=1"), format!("katago gtp -override-config a=1,{setting}"));
        assert_eq!(told("katago analysis -model m"), "katago analysis -model m", "its queries say so");
        assert_eq!(told("gnugo --mode gtp"), "gnugo --mode gtp");
    }

    #[test]
    fn gnu_gos_list_becomes_a_verdict() {
        let line = script(
            "top_moves_black",
            "top_moves_white) echo \"=$id C3 12.0 G7 9.0\";; estimate_score) echo \"=$id W+4.0 (upper bound: -1)\";;",
        );
        let said = judge(&line, Effort::Simulations(1)).unwrap();
        assert_eq!((said.score, said.moves[0].score, said.moves[1].score), (Some(-4.0), Some(-4.0), Some(-1.0)));
        assert!(said.win_rate < 0.5 && said.moves[1].win_rate > said.moves[0].win_rate, "worse for White");
    }

    #[test]
    fn engines_that_fail_are_told_in_words() {
        for (line, words) in [
            (script("genmove", ""), "can play but not analyse"),
            (small_boards_only(), "refused `boardsize 9`: unacceptable size"),
            (script("lz-analyze", "lz-analyze) exit 3;;"), "ended (exit status: 3)"),
            (script("lz-analyze", "lz-analyze) echo \"?$id no network\";;"), "no network"),
            (CommandLine { program: "/no/such/engine".to_owned(), args: vec![] }, "there is no program"),
        ] {
            let error = judge(&line, Effort::Simulations(10)).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }

    /// Words that engines say, whole and broken, and bytes that nobody should.
    const WORDS: &[&str] = &[
        "=",
        "?",
        "=1",
        "\n",
        "\n\n",
        " ",
        "info",
        " move ",
        "D4",
        "Z99",
        " visits ",
        "18446744073709551616",
        "-1",
        " winrate ",
        "0.5",
        "NaN",
        "1e999",
        " pv ",
        " ownership ",
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"id\"",
        "\"fuzeki1\"",
        "\"moveInfos\"",
        "\"move\"",
        "\"visits\"",
        "\"error\"",
        "\"isDuringSearch\"",
        "\"warning\"",
        "\"isSymmetryOf\"",
        " isSymmetryOf ",
        "{\"id\":\"fuzeki1\",\"warning\":\"no\"}\n",
        "{\"id\":\"fuzeki1\",\"noResults\":true,\"isDuringSearch\":false}\n",
        "true",
        "null",
        "\0",
        "\r",
        "\u{7f}",
        "囲碁",
        "{\"id\":\"fuzeki1\",\"moveInfos\":[{\"move\":\"C3\",\"vis",
        "{\"id\":\"fuzeki1\",\"moveInfos\":[{\"move\":\"C3\",\"visits\":4,\"winrate\":2}]}\n",
        "4294967295",
        "info move C3 visits 4294967295 winrate 0.5 info move D4 visits 4294967295 winrate 0.5\n",
        "=5 C3 3e38 D4 -1e38 E5\n\n",
        "info move C3 visits 5 winrate 0.6 scoreLead 9e9 pv C3 C3 C3 info move",
    ];

    /// Behaves in the handshake of either protocol, then prints what is in a file: once, without end, or as a
    /// line without end.
    fn noisy(folder: &std::path::Path, noise: &[u8], manner: usize, json: bool) -> CommandLine {
        use std::os::unix::fs::PermissionsExt;
        let (file, program) = (folder.join("noise"), folder.join("engine"));
        std::fs::write(&file, noise).unwrap();
        let file = file.display();
        let print = [
            format!("cat {file}"),
            format!("while cat {file}; do :; done"),
            format!("cat {file} | tr -d '\\n'; while printf xxxxxxxxxxxxxxxx; do :; done"),
            format!("cat {file}; exit 1"),
        ];
        let print = &print[manner % print.len()];
        let text = format!(
            "#!/bin/sh\nwhile read -r id command rest; do case $id$command in \
             *query_version*) echo '{{\"id\":\"version\",\"version\":\"1\"}}';; \
             *protocol_version) printf '=%s 2\\n\\n' $id;; *list_commands) printf '=%s {}\\n\\n' $id;; \
             *name|*version|*boardsize|*clear_board|*komi|*play|*rules) printf '=%s\\n\\n' $id;; \
             *) {print};; esac; done\n",
            ["kata-analyze", "lz-analyze", "top_moves_black"][manner % 3]
        );
        std::fs::write(&program, text).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let args = if json { vec!["analysis".to_owned()] } else { Vec::new() };
        CommandLine { program: program.display().to_string(), args }
    }

    #[test]
    fn whatever_a_program_prints_nobody_panics_and_nobody_hangs() {
        let folder = tempfile::tempdir().unwrap();
        let position = Position::new(9, Rules::CHINESE);
        std::thread::scope(|scope| {
            for case in 0..24u64 {
                let (folder, position) = (folder.path().join(case.to_string()), &position);
                std::fs::create_dir(&folder).unwrap();
                scope.spawn(move || {
                    let mut rng = crate::util::rng::FastRng::new(case);
                    let count = 1 + rng.below(60);
                    let noise: String = (0..count).map(|_| WORDS[rng.below(WORDS.len() as u32) as usize]).collect();
                    let line = noisy(&folder, noise.as_bytes(), case as usize / 2, case % 2 == 0);
                    let leash = Arc::new(Leash::default());
                    let cutter = leash.clone();
                    std::thread::spawn(move || {
                        std::thread::sleep(Duration::from_secs(3));
                        cutter.cut();
                    });
                    let started = Instant::now();
                    let said = start(&line, leash)
                        .and_then(|mut judge| judge.judge(position, Effort::Simulations(50), &AtomicBool::new(false)));
                    if let Ok(said) = said {
                        let shares = said.moves.iter().map(|said| said.win_rate).chain([said.win_rate]);
                        assert!(shares.into_iter().all(|share| (0.0..=1.0).contains(&share)), "{noise:?}: {said:?}");
                        assert_eq!(Analysed::from_text(&said.to_text(), 9).map(|read| read.visits), Some(said.visits));
                    }
                    assert!(started.elapsed() < Duration::from_secs(60), "{noise:?}");
                });
            }
        });
    }
}
