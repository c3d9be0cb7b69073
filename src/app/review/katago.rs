//! KataGo by its JSON analysis protocol: one object a line, both ways.

use super::analysed::Analysed;
use super::cache::Effort;
use super::judge::{Judge, Tell};
use super::program::{analysed, as_told, in_halves};
use crate::board::{Color, Move, Point, Position};
use crate::gtp::client::{CommandLine, Heard, Info, Infos, Leash, Process, last_words, shortened, why_not};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long it may take to load its network, without a word about it.
const START: Duration = Duration::from_secs(180);
/// The name of the first query.
const VERSION: &str = "version";
/// How long a search may take beyond its limit.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often it says what it has found so far.
const REPORTS: Duration = Duration::from_millis(200);
/// Lines in a row that are no answer, after which it counts as talking nonsense.
const MUCH_NOISE: usize = 200;

/// A running KataGo. Dropping it ends it.
pub struct KataGo {
    process: Process,
    name: String,
    next: u64,
}

impl KataGo {
    /// Starts it and asks for its version.
    pub fn start(line: &CommandLine, leash: Arc<Leash>) -> Result<KataGo, String> {
        let process = Process::start(line, leash)
            .map_err(|error| format!("{} could not be started: {}", line.program, why_not(line, &error)))?;
        let mut katago = KataGo { process, name: "KataGo".to_owned(), next: 0 };
        katago.process.send(&json!({ "id": VERSION, "action": "query_version" }).to_string());
        let answer = katago.hear(VERSION, Instant::now() + START, &AtomicBool::new(false), None)?;
        if let Some(version) = answer.get("version").and_then(Value::as_str) {
            katago.name = format!("KataGo {version}");
        }
        Ok(katago)
    }

    /// The answer to a query. What is not JSON or of another query is passed over.
    fn hear(
        &mut self,
        id: &str,
        deadline: Instant,
        stop: &AtomicBool,
        mut tell: Option<&mut dyn FnMut(&Value)>,
    ) -> Result<Value, String> {
        let (mut noise, mut strange) = (0, None);
        let is_starting = id == VERSION;
        loop {
            if stop.load(Ordering::Relaxed) {
                self.process.send(&json!({ "id": "end", "action": "terminate", "terminateId": id }).to_string());
                return Err("it was told to stop".to_owned());
            }
            match self.process.hear(Instant::now() + Duration::from_millis(100)) {
                Heard::Silence if Instant::now() < deadline => {}
                Heard::Silence if is_starting && Instant::now() < self.process.start_by(deadline, START) => {}
                Heard::Silence => return Err(self.failed("gave no answer in time")),
                Heard::End => {
                    let printed: Option<String> = strange.map(|line: String| shortened(&line));
                    let printed = printed.map_or(String::new(), |line| format!(" after it had printed `{line}`"));
                    let status = self.process.how_it_ended();
                    return Err(self.failed(&format!("ended ({status}){printed}")));
                }
                Heard::Line(line) => {
                    let answer: Option<Value> = serde_json::from_str(line.trim()).ok();
                    match answer {
                        Some(answer) if answer.get("error").is_some() && !is_about_another(&answer, id) => {
                            let words = answer["error"].as_str().unwrap_or("an error without words");
                            let field = answer.get("field").and_then(Value::as_str);
                            let field = field.map_or(String::new(), |field| format!(" `{}`", shortened(field)));
                            return Err(format!("{} refused{field}: {}", self.name, shortened(words)));
                        }
                        Some(answer) if is_about(&answer, id) && !is_on_the_way(&answer) => return Ok(answer),
                        other => match (&mut tell, other.filter(|answer| is_about(answer, id))) {
                            (Some(tell), Some(answer)) => tell(&answer),
                            _ => {
                                noise += 1;
                                strange.get_or_insert(line);
                            }
                        },
                    }
                    if noise > MUCH_NOISE {
                        return Err(self.failed("prints what is no answer"));
                    }
                }
            }
        }
    }

    fn failed(&mut self, what: &str) -> String {
        format!("{} {what}{}", self.name, last_words(&self.process.errors()))
    }
}

fn is_about(answer: &Value, id: &str) -> bool {
    answer.get("id").and_then(Value::as_str) == Some(id)
}

fn is_about_another(answer: &Value, id: &str) -> bool {
    answer.get("id").and_then(Value::as_str).is_some_and(|other| other != id)
}

/// Whether it is what was found so far, or a warning before the search.
fn is_on_the_way(answer: &Value) -> bool {
    answer.get("isDuringSearch").and_then(Value::as_bool) == Some(true) || answer.get("warning").is_some()
}

/// The query for a position.
pub(super) fn query(id: &str, position: &Position, effort: Effort) -> Value {
    let size = position.size();
    let letter = |color: Color| if color == Color::Black { "B" } else { "W" };
    let (start, first, turns) = as_told(position);
    let stones: Vec<Value> =
        Point::all(size).filter_map(|point| Some(json!([letter(start.stone(point)?), point.to_gtp(size)]))).collect();
    let moves: Vec<Value> = turns.iter().map(|turn| json!([letter(turn.color), turn.mv.to_gtp(size)])).collect();
    let rules = position.rules().rule_set().map_or_else(|| position.rules().to_katago(), |set| set.id.to_owned());
    let mut settings = json!({ "reportAnalysisWinratesAs": "SIDETOMOVE" });
    let mut query = json!({
        "id": id, "moves": moves, "initialStones": stones, "initialPlayer": letter(first), "rules": rules,
        "komi": in_halves(position.komi()), "boardXSize": size, "boardYSize": size, "includeOwnership": true,
    });
    match effort {
        // The first visit is of the position itself and says nothing of moves.
        Effort::Simulations(visits) => query["maxVisits"] = visits.max(2).into(),
        Effort::Time(time) => {
            settings["maxTime"] = time.as_secs_f64().into();
            query["maxVisits"] = 1_000_000_000u64.into();
        }
    }
    query["overrideSettings"] = settings;
    query
}

/// Reads an answer, which speaks for the player to move. What is broken in it is left out.
fn read_answer(answer: &Value, size: u8) -> Infos {
    let number = |value: &Value, name: &str| value.get(name).and_then(Value::as_f64).map(|number| number as f32);
    let mv = |value: &Value| Move::from_gtp(value.as_str()?, size).ok();
    let info = |value: &Value| {
        let mv_of = mv(value.get("move")?)?;
        let line = value.get("pv").and_then(Value::as_array).map(|pv| pv.iter().map_while(mv).collect::<Vec<_>>());
        let order = value.get("order").and_then(Value::as_u64).unwrap_or(u64::MAX);
        let info = Info {
            mv: mv_of,
            visits: u32::try_from(value.get("visits")?.as_u64()?).ok()?,
            win_rate: number(value, "winrate").filter(|rate| (0.0..=1.0).contains(rate))?,
            lead: number(value, "scoreLead").filter(|lead| lead.abs() < 1000.0),
            prior: number(value, "prior").filter(|prior| (0.0..=1.0).contains(prior)).unwrap_or(0.0),
            line: line.filter(|line| line.first() == Some(&mv_of)).unwrap_or_else(|| vec![mv_of]),
            is_mirrored: value.get("isSymmetryOf").is_some(),
        };
        Some((order, info))
    };
    let all = answer.get("moveInfos").and_then(Value::as_array);
    let mut moves: Vec<(u64, Info)> = all.map(|all| all.iter().filter_map(info).collect()).unwrap_or_default();
    moves.sort_by_key(|(order, _)| *order);
    let owners = answer.get("ownership").and_then(Value::as_array);
    let owners: Vec<f32> =
        owners.map(|all| all.iter().filter_map(|owner| Some(owner.as_f64()? as f32)).collect()).unwrap_or_default();
    let whole = owners.len() == usize::from(size).pow(2);
    Infos {
        moves: moves.into_iter().map(|(_, info)| info).collect(),
        ownership: if whole { owners } else { Vec::new() },
    }
}

impl Judge for KataGo {
    fn ask(
        &mut self,
        position: &Position,
        effort: Effort,
        stop: &AtomicBool,
        tell: Tell<'_>,
    ) -> Result<Analysed, String> {
        self.next += 1;
        let id = format!("fuzeki{}", self.next);
        let mut query = query(&id, position, effort);
        if tell.is_some() {
            query["reportDuringSearchEvery"] = REPORTS.as_secs_f64().into();
        }
        self.process.send(&query.to_string());
        let time = if let Effort::Time(time) = effort { time } else { Duration::from_secs(3600) };
        let (size, name) = (position.size(), self.name.clone());
        let read = |answer: &Value| {
            let infos = read_answer(answer, size);
            (!infos.moves.is_empty()).then(|| analysed(infos, position, &name))
        };
        let mut pass_on = tell.map(|tell| |answer: &Value| read(answer).into_iter().for_each(&mut *tell));
        let pass_on = pass_on.as_mut().map(|pass_on| pass_on as &mut dyn FnMut(&Value));
        let answer = self.hear(&id, Instant::now() + time + PATIENCE, stop, pass_on)?;
        read(&answer).ok_or_else(|| self.failed("answered without any move"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;

    fn position() -> Position {
        let mut position = Position::new(9, Rules::CHINESE).with_komi(7.0);
        position.play(Move::from_gtp("E5", 9).unwrap()).unwrap();
        position
    }

    #[test]
    fn a_query_says_what_the_position_is() {
        let query = query("x", &position(), Effort::Simulations(50));
        assert_eq!(query["moves"], json!([["B", "E5"]]));
        assert_eq!(
            (&query["komi"], &query["maxVisits"], &query["rules"]),
            (&json!(7.0), &json!(50), &json!("chinese"))
        );
        let odd = super::query("x", &position().with_komi(3.75), Effort::Simulations(50));
        assert_eq!(odd["komi"], json!(4.0), "KataGo takes halves only");
        let timed = super::query("x", &position(), Effort::Time(Duration::from_millis(500)));
        assert_eq!(timed["overrideSettings"]["maxTime"], json!(0.5));
    }

    #[test]
    fn answers_are_read_and_broken_parts_left_out() {
        let answer = json!({ "id": "x", "moveInfos": [
            { "move": "G3", "visits": 10, "winrate": 0.5, "scoreLead": 0.1, "order": 1, "pv": ["G3"] },
            { "move": "C3", "visits": 40, "winrate": 0.75, "scoreLead": 3.5, "order": 0, "prior": 0.2, "pv": ["C3", "G7"] },
            { "move": "Z9", "visits": 1, "winrate": 0.5 }, { "move": "D4", "visits": -1, "winrate": 0.5 },
            { "move": "D4", "visits": 1, "winrate": 7 }, 5,
        ], "ownership": [0.5] });
        let said = analysed(read_answer(&answer, 9), &position(), "KataGo");
        assert_eq!(said.moves.len(), 2);
        // White is to move: Black's view is the other way round.
        assert_eq!((said.moves[0].win_rate, said.moves[0].score, said.moves[0].line.len()), (0.25, Some(-3.5), 2));
        assert!(said.ownership.is_empty() && read_answer(&json!([]), 9).moves.is_empty());
    }

    #[cfg(unix)]
    fn start(script: &str) -> Result<KataGo, String> {
        let line = CommandLine { program: "sh".to_owned(), args: vec!["-c".to_owned(), script.to_owned()] };
        KataGo::start(&line, Arc::default())
    }

    #[cfg(unix)]
    #[test]
    fn a_program_is_driven_and_its_failures_are_told() {
        let version = r#"read q; echo '{"id":"version","action":"query_version","version":"9.9"}';"#;
        let good = r#"read q; echo loading; echo '{"id":"fuzeki1","isDuringSearch":true,"moveInfos":[]}';
            echo '{"id":"fuzeki1","isDuringSearch":false,"moveInfos":[{"move":"C3","visits":40,"winrate":0.75}]}'; read q"#;
        let effort = Effort::Simulations(40);
        let stop = AtomicBool::new(false);
        let mut katago = start(&format!("{version}{good}")).unwrap();
        let said = katago.judge(&position(), effort, &stop).unwrap();
        assert_eq!((said.engine.as_str(), said.visits), ("KataGo 9.9", 40));
        // A warning comes first and is no answer, nor is what is left of an older query.
        let talkative = r#"read q; echo '{"field":"x","id":"fuzeki1","warning":"unknown"}';
            echo '{"error":"gone","id":"fuzeki0"}';
            echo '{"id":"fuzeki1","isDuringSearch":true,"moveInfos":[{"move":"D4","visits":7,"winrate":0.5}]}';
            echo '{"id":"fuzeki1","moveInfos":[{"move":"C3","visits":40,"winrate":0.75},
                {"move":"G3","visits":40,"winrate":0.75,"isSymmetryOf":"C3"}]}'; read q"#;
        let talkative = talkative.replace("},\n", "},");
        let mut heard = Vec::new();
        let mut katago = start(&format!("{version}{talkative}")).unwrap();
        let said = katago.ask(&position(), effort, &stop, Some(&mut |said| heard.push(said.visits))).unwrap();
        assert_eq!((heard, said.visits, said.moves.len()), (vec![7], 40, 2));
        for (rest, words) in [
            (
                r#"read q; echo '{"error":"Must be from 2 to 19","field":"boardXSize","id":"fuzeki1"}'; read q"#,
                "KataGo 9.9 refused `boardXSize`: Must be from 2 to 19",
            ),
            (r#"read q; echo 'out of memory' >&2; exit 1"#, "ended (exit status: 1); its last words: out of memory"),
            (r#"read q; echo 'Unknown subcommand'; exit 1"#, "after it had printed `Unknown subcommand`"),
            (r#"read q; echo '{"id":"fuzeki1","moveInfos":"none"}'; read q"#, "without any move"),
            (r#"read q; while true; do echo noise; done"#, "no answer"),
            (r#"read q; while true; do echo '{"id":"fuzeki1","isDuringSearch":true}'; done"#, "no answer"),
            (r#"read q; head -c 9000000 /dev/zero | tr '\\0' '['; exit 1"#, "ended"),
            (r#"read q; printf '{"id":"fuzeki1","moveInfos":[{"move":"C3","vis'; exit 1"#, "ended"),
        ] {
            let mut katago = start(&format!("{version}{rest}")).unwrap();
            let error = katago.judge(&position(), effort, &stop).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
