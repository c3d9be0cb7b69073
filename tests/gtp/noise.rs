//! Whatever is sent: every command gets one answer with its number, and nothing breaks.

use fuzeki::engine::{Limits, Params};
use fuzeki::gtp::server::{Options, commands, serve};
use proptest::prelude::*;
use std::io::Cursor;
use std::sync::{Arc, Mutex};

/// Where answers go, to be read afterwards.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn answers(input: Vec<u8>) -> String {
    let options = Options {
        params: Params { memory: 16, ..Params::default() },
        priors: fuzeki::app::wiring::priors(),
        book: None,
        limits: Limits::simulations(5),
        rules: fuzeki::board::Rules::CHINESE,
        partner: None,
    };
    let kept = Kept::default();
    serve(options, Cursor::new(input), kept.clone(), || false);
    let bytes = kept.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

/// Names of commands and words that they take, and words that nobody takes.
fn word() -> impl Strategy<Value = String> {
    let names: Vec<String> =
        commands::all().map(|command| command.name.to_owned()).filter(|name| name != "quit").collect();
    let fixed = [
        "b",
        "w",
        "black",
        "A1",
        "C3",
        "pass",
        "resign",
        "T25",
        "0",
        "1",
        "2",
        "9",
        "19",
        "-3",
        "1e9",
        "nan",
        "dead",
        "true",
        "threads",
        "memory",
        "seed",
        "chinese",
        "{}",
        "{\"ko\":1}",
        "byoyomi",
        "canadian",
        "off",
        "ownership",
        "interval",
    ];
    prop_oneof![
        4 => prop::sample::select(names),
        6 => prop::sample::select(fixed.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,12}",
    ]
}

/// Settings that would take all memory or threads of the machine are left alone.
fn is_harmless(line: &[String]) -> bool {
    let text = line.join(" ");
    !(text.contains("param") && (text.contains("memory") || text.contains("threads")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn each_command_is_answered_once_with_its_number(
        lines in prop::collection::vec(prop::collection::vec(word(), 1..5), 1..25)
    ) {
        let mut input = String::from("boardsize 4\n");
        let mut expected = Vec::new();
        for (id, line) in lines.iter().filter(|line| is_harmless(line)).enumerate() {
            let words: Vec<String> =
                line.iter().map(|word| word.replace(['#', '\n', '\r'], " ")).collect();
            input.push_str(&format!("{} x\n{id} {}\n", 1000 + id, words.join(" ")));
            expected.push(id);
        }
        let said = answers(input.into_bytes());
        let heads: Vec<&str> = said.split("\n\n").filter(|answer| !answer.trim().is_empty()).collect();
        for id in expected {
            let of = |head: &&&str| head[1..].strip_prefix(&id.to_string()).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n']));
            prop_assert_eq!(heads.iter().filter(of).count(), 1, "the number {} in\n{}", id, said);
        }
        prop_assert!(heads.iter().all(|head| head.starts_with(['=', '?'])), "{}", said);
        prop_assert!(!said.contains("internal error"), "{}", said);
    }

    #[test]
    fn bytes_of_any_kind_break_nothing(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        answers(bytes);
    }
}
