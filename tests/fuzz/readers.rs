//! What reads input from outside: each reader with sound examples and pieces that mean something to it.

use fuzeki::app::config::Format as ConfigFormat;
use fuzeki::app::engines::Profiles;
use fuzeki::app::review::{self, Analysed};
use fuzeki::board::Rules;
use fuzeki::engine::playout::shapes::{Shapes, Weights};
use fuzeki::engine::playout::shapes_file;
use fuzeki::engine::{Limits, Params};
use fuzeki::gtp::client::{Client, CommandLine, Style, read_estimate, read_infos, read_top_moves};
use fuzeki::gtp::server::{Options, serve};
use fuzeki::gui::keymap::Keymap;
use fuzeki::gui::settings::{Memory, Settings};
use fuzeki::ontology::exchange::{self, ReadOptions as ExchangeOptions};
use fuzeki::ontology::shipped;
use fuzeki::patterns::learn::{self, Learner, Run, State, state};
use fuzeki::patterns::{Model, Models, sealed};
use fuzeki::record::{ReadOptions, read_bytes, sgf};
use fuzeki::util::sealed::seal;
use std::io::Cursor;
use std::time::Duration;

/// Something that reads.
pub struct Reader {
    pub name: &'static str,
    pub seeds: fn() -> Vec<Vec<u8>>,
    pub pieces: &'static [&'static str],
    pub read: fn(&[u8]),
}

/// All of them.
pub const READERS: &[Reader] = &[
    Reader { name: "records", seeds: record_seeds, pieces: RECORD_PIECES, read: read_record },
    Reader { name: "json", seeds: || exchange_seeds("json"), pieces: JSON_PIECES, read: |b| read_exchange("json", b) },
    Reader { name: "csv", seeds: || exchange_seeds("csv"), pieces: CSV_PIECES, read: |b| read_exchange("csv", b) },
    Reader {
        name: "turtle",
        seeds: || exchange_seeds("turtle"),
        pieces: TURTLE_PIECES,
        read: |b| read_exchange("turtle", b),
    },
    Reader {
        name: "sentences",
        seeds: || exchange_seeds("sentences"),
        pieces: SENTENCE_PIECES,
        read: |b| read_exchange("sentences", b),
    },
    Reader {
        name: "verdicts",
        seeds: || exchange_seeds("sgf"),
        pieces: RECORD_PIECES,
        read: |b| read_exchange("sgf", b),
    },
    Reader { name: "gtp", seeds: gtp_seeds, pieces: GTP_PIECES, read: read_gtp },
    Reader { name: "engine", seeds: engine_seeds, pieces: ENGINE_PIECES, read: read_engine },
    Reader { name: "weights", seeds: weight_seeds, pieces: &["\0", "\u{13}", "FUZEKIPW"], read: read_weights },
    Reader { name: "settings", seeds: settings_seeds, pieces: SETTINGS_PIECES, read: read_settings },
    Reader { name: "memory", seeds: memory_seeds, pieces: JSON_PIECES, read: read_memory },
];

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

// Game records.

const RECORD_PIECES: &[&str] = &[
    "(",
    ")",
    ";",
    "[",
    "]",
    "\\",
    ":",
    "B[dd]",
    "W[tt]",
    "AB[aa:ss]",
    "AE[aa:zz]",
    "SZ[9:19]",
    "SZ[99]",
    "KM[6,5]",
    "KM[1e30]",
    "HA[]",
    "HA[9]",
    "CA[Shift_JIS]",
    "CA[gb2312]",
    "CA[UTF-7]",
    "C[a [b] c]",
    "C[",
    "LB[aa:x:y]",
    "CoPyright[x]",
    "foo",
    "日本",
    "\u{feff}",
    "\0",
    "\r\n",
    "\n",
    " ",
    "\\HS",
    "\\[GAMEBLACKNAME=x (1D)\\]",
    "STO 0 2 1 3 3",
    "INI 0 1 9 &4",
    "SKI 0 3",
    "\n19\n",
    "PMAABQQQQ",
    "[Header]",
    "[Data]",
    "QD,B1,0,0",
    "Size=9",
    "Hdcp=2,0.5",
    "Lang=SJIS",
    "PL[w]",
    "GM[2]",
    "TE[3]",
    "BM[2]",
    "FG[257:x]",
    "VW[]",
    "VW[aa:ss]",
    "MN[4294967295]",
    "TM[1e9]",
    "OT[5x30 byo-yomi]",
    "BL[-1]",
    "OB[99999999999]",
    "SBKV[50.5]",
    "LZ[0.7 1k\nD4 pv D4 Q16]",
    "FZA[1 2 3]",
    "FZV[VG:Ada]",
    "FZK[x]",
    "DT[1996-05,06]",
    "RU[NZ:1e99]",
    "AB[aa][aa]",
    "B[]",
    "KO[]",
    "GW[1]",
    "HO[2]",
    "DM[]",
];

fn record_seeds() -> Vec<Vec<u8>> {
    let mut seeds = texts(&[
        "(;GM[1]FF[4]SZ[9]KM[6.5]PB[a]PW[b];B[ee];W[cc](;B[gg]C[x\\]y];W[gc])(;B[gc]LB[aa:1]TR[bb]))",
        "(;GM[1]FF[3]SZ[19]HA[2]AB[dd][pp]RU[Japanese]TM[3600]OT[5x30 byo-yomi];W[dp]BL[12.5]OB[3];B[]AE[aa:cc]PL[W])",
        "(;FF[4]SZ[13:9]AP[x:1];B[aa]SBKV[51.2];W[bb]LZ[0.1 45.6 1.2k 0.5 2.3\nmove D4 visits 8 winrate 4500 pv D4 E5])",
        "\\HS\r\n\\[GAMEBLACKNAME=x (5D)\\]\r\n\\[GAMETAG=S1,G65,W3,Z0,C2014:01:05:20\\]\r\n\\HE\r\n\\GS\r\nINI 0 1 2 &4\r\nSTO 0 2 2 15 15\r\nSKI 0 3\r\n\\GE",
        "[Header]\r\nSize=19\r\nHdcp=0,6.5\r\nPlayerB=a,5D\r\n[Data]\r\nQD,B1,1,13\r\nYA,W1,2,5\r\n",
        "Rating game\r\n19\r\nwhite   7D*\r\nblack   6D*\r\nwww.cyberoro.com\r\n0\r\n0\r\n7\r\n20140105 [20:15]\r\n10\r\nWhite wins by resign!\r\n3\r\nPMABBQEEQ\r\nPMACWDEED\r\nPMADBEQQE\r\n",
    ]);
    seeds.push(include_bytes!("../../assets/sample/ear-reddening.sgf").to_vec());
    seeds
}

fn read_record(bytes: &[u8]) {
    let options = ReadOptions { legality: true, ..ReadOptions::default() };
    let Ok(loaded) = read_bytes(bytes, &options) else { return };
    for game in &loaded.collection.games {
        let tree = game.tree();
        for node in tree.preorder(tree.root()).take(60) {
            let _ = tree.properties(node).markup(tree.size());
            let _ = review::read(tree, node);
        }
        let last = tree.preorder(tree.root()).take(400).last().unwrap_or(tree.root());
        let _ = tree.replay_to(last, Rules::JAPANESE);
    }
    let once = sgf::to_string(&loaded.collection);
    let again = read_bytes(once.as_bytes(), &options).expect("what was written can be read");
    assert_eq!(again.collection.games.len(), loaded.collection.games.len(), "{once:?}");
    assert_eq!(sgf::to_string(&again.collection), once, "what was written once stays as it is");
}

// Ontologies of others.

const JSON_PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "true",
    "\"\"",
    "\"size\"",
    "\"komi\"",
    "\\u0000",
    "\\ud800",
    "1e999",
    "-0",
    "\"moves\"",
    "\"term\"",
    "\"expert\"",
    "\"D4\"",
    "\"format\"",
    "\"version\"",
    "\"tiles\"",
    "\"root\"",
    "\"children\"",
];
const CSV_PIECES: &[&str] = &[",", "\"", "\"\"", "\n", "\r\n", "E5 G5", "VG", "G;B", "9x9", "Luoh (6d)", ";", "\t"];
const TURTLE_PIECES: &[&str] = &[
    "<",
    ">",
    "\"",
    "\"\"\"",
    "@prefix",
    "@en",
    "^^",
    "xsd:integer",
    " .",
    " ;",
    " ,",
    "_:b",
    "a ",
    "[]",
    "()",
    "#",
    "\\u0041",
    "\\UFFFFFFFF",
    "fz:",
    "owl:Class",
];
const SENTENCE_PIECES: &[&str] = &[
    "If ",
    "then ",
    "Black ",
    "White ",
    "plays ",
    "is ",
    "very good",
    "by ",
    "(6d)",
    ".",
    "E5",
    ",",
    "(",
    ")",
    "\n",
    "and ",
];

/// Two patterns with their verdicts are enough; all of them are slow to read.
fn exchange_seeds(name: &str) -> Vec<Vec<u8>> {
    let format = exchange::format(name).expect("the format is in the registry");
    let mut knowledge = shipped::knowledge();
    knowledge.patterns.truncate(2);
    let patterns: Vec<_> = knowledge.patterns.iter().map(|pattern| pattern.id).collect();
    knowledge.annotations.retain(|verdict| verdict.pattern.is_some_and(|row| patterns.contains(&row.id)));
    knowledge.annotations.truncate(8);
    vec![format.write(&knowledge).into_bytes()]
}

fn read_exchange(name: &str, bytes: &[u8]) {
    let format = exchange::format(name).expect("the format is in the registry");
    let options = ExchangeOptions { comments: true, expert: Some(("x".to_owned(), None)), ..ExchangeOptions::new("x") };
    if let Ok(knowledge) = format.read_bytes(bytes, &options) {
        let written = format.write(&knowledge);
        if format.is_lossless() {
            let again = format.read(&written, &options).expect("what was written can be read");
            assert_eq!(format.write(&again), written, "what was written once stays as it is");
        }
    }
}

// The Go Text Protocol, from both sides.

const GTP_PIECES: &[&str] = &[
    "\n",
    " ",
    "1 ",
    "boardsize ",
    "play b ",
    "D4",
    "pass",
    "genmove w\n",
    "undo\n",
    "komi ",
    "fixed_handicap ",
    "place_free_handicap ",
    "set_free_handicap A1 B2\n",
    "time_settings 1 1 1\n",
    "time_left b 0 0\n",
    "kgs-time_settings byoyomi 1 1 1\n",
    "final_score\n",
    "final_status_list dead\n",
    "showboard\n",
    "lz-analyze b 1\n",
    "kata-analyze w 1 ownership true\n",
    "kata-set-rules {\"ko\":\"x\"}\n",
    "kata-get-rules\n",
    "gogui-analyze_commands\n",
    "list_commands\n",
    "known_command x\n",
    "clear_board\n",
    "protocol_version\n",
    "set_position b A1 w B2\n",
    "reg_genmove b\n",
    "cputime\n",
    "#",
    "\t",
    "\0",
    "é",
    "T25",
    "I9",
    "q",
    "-1",
    "25",
    "26",
];

fn gtp_seeds() -> Vec<Vec<u8>> {
    texts(&[
        "boardsize 9\nkomi 6.5\nclear_board\nplay b E5\ngenmove w\nundo\nshowboard\nfinal_score\n",
        "1 boardsize 5\n2 fixed_handicap 2\n3 genmove w\n4 lz-analyze b 1\n5 kata-set-rules japanese\n6 final_status_list dead\n",
        "boardsize 7\ntime_settings 0 1 1\ntime_left b 1 1\ngenmove b\nkata-analyze w 1 maxmoves 3 ownership true\n\nquit\n",
    ])
}

fn read_gtp(bytes: &[u8]) {
    // Lines that name files, or would take all of the machine's threads, are not for a test.
    let harmful = ["loadsgf", "save", "printsgf", "param", "quit", "sleep"];
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().take(40).filter(|line| !harmful.iter().any(|word| line.contains(word)));
    let input = format!("boardsize 5\n{}\n", lines.collect::<Vec<_>>().join("\n"));
    let options = Options {
        params: Params { memory: 8, ..Params::default() },
        priors: Vec::new(),
        book: None,
        limits: Limits { max_time: Some(Duration::from_millis(50)), ..Limits::simulations(3) },
        partner: None,
        rules: Rules::CHINESE,
    };
    let mut said = Vec::new();
    serve(options, Cursor::new(input.into_bytes()), &mut said, || false);
    let said = String::from_utf8(said).expect("answers are UTF-8");
    assert!(!said.contains("internal error"), "{said}");
}

const ENGINE_PIECES: &[&str] = &[
    "= ",
    "? ",
    "=1",
    "\n\n",
    "\n",
    "info ",
    "move D4 ",
    "visits ",
    "winrate ",
    "scoreLead ",
    "prior ",
    "order ",
    "pv ",
    "ownership ",
    "D4 ",
    "pass ",
    "resign ",
    "B+",
    "W+3.5 ",
    "list_commands",
    "genmove",
    "{\"id\":\"1\"",
    "\0",
    "é",
    " ",
];

fn engine_seeds() -> Vec<Vec<u8>> {
    texts(&[
        "=1 GNU Go\n\n=2 3.8\n\n=3 2\n\n=4 name\nversion\ngenmove\ntop_moves_black\n\n=5 D4\n\n",
        "info move D4 visits 836 winrate 4656 prior 839 lcb 4640 order 1 pv D4 Q16 info move Q16 visits 900 winrate 4700 order 0 pv Q16\n",
        "info move D4 visits 8 winrate 0.46 scoreLead -1.5 prior 0.08 order 0 pv D4 ownership 0.1 -0.2 0.3 1 1 1 1 1 1\n",
        "D4 12.5 C3 11.9 E5 3\nW+3.5 (upper bound: 1, lower: -8)\n",
        "1;500;0.51;3.5;D4,10,0.5,1.5,0.1,D4 E5\n",
    ])
}

fn read_engine(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines().take(30) {
        for size in [3, 9, 19] {
            for style in [Style::LeelaZero, Style::KataGo] {
                if let Some(infos) = read_infos(line, style, size) {
                    assert!(infos.moves.iter().all(|info| (0.0..=1.0).contains(&info.win_rate)));
                }
            }
            let _ = (read_top_moves(line, size), Analysed::from_text(line, size));
        }
        let _ = (read_estimate(line), line.parse::<CommandLine>());
    }
    // A real program that says this, now and then: starting one takes its time.
    if cfg!(unix) && bytes.len().is_multiple_of(97) {
        let file = std::env::temp_dir().join(format!("fuzeki-fuzz-{}", std::process::id()));
        std::fs::write(&file, bytes).unwrap();
        let line = CommandLine { program: "cat".to_owned(), args: vec![file.display().to_string()] };
        if let Ok(mut client) = Client::start(&line, Duration::from_millis(300)) {
            let _ = (client.ask("genmove b"), client.listen(Duration::from_millis(20)));
        }
        let _ = std::fs::remove_file(&file);
    }
}

// Weights of patterns and of shapes: what follows the checksum.

fn weight_seeds() -> Vec<Vec<u8>> {
    let entries: Vec<(u64, f32)> = (1..60).map(|n| (n * n * n, n as f32 / 7.0)).collect();
    let models = Models::new(vec![(19, Model::new(&entries)), (9, Model::new(&entries[..9]))]);
    let whole = models.to_bytes();
    // The body begins where one without models would end.
    let head = sealed(0, &[]).len();
    let shapes = shapes_file::to_bytes(&[(11, Weights::flat())]);
    let run = Run { settings: "--size 9".to_owned(), games: 1 };
    let state = Learner::new(&[1, 5, 9], learn::Options::default()).state(&run, 3);
    vec![whole[head..].to_vec(), whole, shapes[head..].to_vec(), shapes, state[head..].to_vec()]
}

fn read_weights(bytes: &[u8]) {
    let _ = Models::from_bytes(bytes);
    if let Ok(state) = State::from_bytes(&state::sealed(bytes)) {
        Learner::resume(&state, learn::Options::default());
    }
    for count in [1, 2] {
        let shapes = shapes_file::from_bytes(&seal(shapes_file::MAGIC, shapes_file::VERSION, count, bytes));
        shapes.iter().flatten().for_each(|(_, weights)| {
            Shapes::new(weights);
        });
        if let Ok(models) = Models::from_bytes(&sealed(count, bytes)) {
            for size in [1, 9, 19, 25] {
                let _ = models.of(size).and_then(|model| model.weight(8));
            }
        }
    }
}

// Settings.

const SETTINGS_PIECES: &[&str] = &[
    "\n",
    "=",
    "[",
    "]",
    "[engine]\n",
    "[keys]\n",
    "[[engine]]\n",
    "scale = ",
    "nan",
    "inf",
    "1e39",
    "\"\"",
    "true",
    "threads = ",
    "memory = ",
    "\"Ctrl+Alt+Shift+F99\"",
    "\"dark\"",
    "\"zh-Hans\"",
    "name = \"x\"\n",
    "command = \"x\"\n",
    "parameters = {",
    "}",
    "#",
];

fn settings_seeds() -> Vec<Vec<u8>> {
    let mut settings = Settings::default();
    settings.keys.insert("save".to_owned(), vec!["Ctrl+Shift+F5".to_owned()]);
    settings.engine.parameters.insert("rave_equivalence".to_owned(), "1234".to_owned());
    let mut seeds = texts(&[
        "[[engine]]\nname = \"gnugo\"\ncommand = \"gnugo --mode gtp\"\n",
        "threads = 2\nexpand_at = 8\nrave_equivalence = 1234.5\n",
    ]);
    seeds.push(ConfigFormat::Toml.write(&settings).unwrap().into_bytes());
    seeds
}

fn read_settings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(settings) = ConfigFormat::Toml.read::<Settings>(&text) {
        let settings = settings.within_bounds();
        assert!((0.1..10.0).contains(&settings.scale));
        let (params, _) = settings.engine.params();
        assert!((1..=256).contains(&params.threads) && (8..=65_536).contains(&params.memory));
        let _ = (settings.engine.limits(), settings.engine.move_limits(), Keymap::new(settings.arrows, &settings.keys));
    }
    if let Ok(profiles) = ConfigFormat::Toml.read::<Profiles>(&text) {
        profiles.engine.iter().for_each(|profile| drop(profile.command_line()));
    }
    let _ = Params::from_toml(&text);
}

fn memory_seeds() -> Vec<Vec<u8>> {
    let mut memory = Memory::default();
    memory.layout = Some(memory.take_layout());
    memory.remember(std::path::Path::new("/tmp/x.sgf"));
    vec![ConfigFormat::Json.write(&memory).unwrap().into_bytes()]
}

fn read_memory(bytes: &[u8]) {
    if let Ok(mut memory) = ConfigFormat::Json.read::<Memory>(&String::from_utf8_lossy(bytes)) {
        let _ = memory.window.within_bounds();
        let _ = memory.take_layout();
    }
}
