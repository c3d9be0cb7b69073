//! Tests of exchange: what was written comes back; what is malformed names its line.

use super::*;
use crate::ontology::model::line::tests::any_line;
use crate::ontology::model::*;
use crate::ontology::shipped;
use proptest::prelude::*;

/// Texts with everything that formats stumble over.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "[a-zA-Z ,.;:'\"\\\\\\[\\]<>(){}#|\n\té中囲\u{1F600}-]{0,24}",
        Just("a \"quoted\", [bracketed] \\ text; with: all\nof it".to_owned()),
    ]
}

fn any_name() -> impl Strategy<Value = String> {
    "[A-Z][a-z]{1,6}( [A-Z][a-z-]{1,7}[a-z])?|[一-十]{2,3}"
}

fn any_expert() -> impl Strategy<Value = Expert> {
    let ranks: Vec<Rank> = Rank::all().collect();
    (any_name(), prop::option::of(prop::sample::select(ranks)), any::<[u8; 3]>(), any_text(), 0u8..=20).prop_map(
        |(name, rank, colour, biography, trust)| Expert {
            colour: Rgb(colour),
            biography,
            trust: f32::from(trust) / 10.0,
            ..Expert::new(&name, rank)
        },
    )
}

type Said = (Line, Option<usize>, String, Option<(bool, u8)>, (u8, i64), bool, Option<u32>);

fn any_said() -> impl Strategy<Value = Said> {
    (
        any_line(),
        prop::option::weighted(0.9, 0usize..5),
        any_text(),
        prop::option::of((any::<bool>(), 0u8..40)),
        (0u8..3, -5i64..2_000_000_000),
        any::<bool>(),
        prop::option::of(1u32..300),
    )
}

/// Small ontologies with every field in use.
pub(crate) fn any_knowledge() -> impl Strategy<Value = Knowledge> {
    let experts = prop::collection::vec(any_expert(), 1..4);
    let text = (any_name(), any_text(), any_text());
    (experts, prop::collection::vec(any_said(), 0..8), text).prop_map(|(mut experts, said, (name, remark, doubt))| {
        experts.sort_by_key(|e| e.id);
        experts.dedup_by_key(|e| e.id);
        let mut k = Knowledge { experts, ..Knowledge::default() };
        let game = GameSource {
            id: SourceId(7),
            title: name.clone(),
            file: remark.clone(),
            black: "B".into(),
            white: String::new(),
            date: "2010".into(),
            result: doubt.clone(),
        };
        k.sources.push(game);
        for (index, (line, term, comment, context, (state, time), in_pattern, number)) in said.into_iter().enumerate() {
            let expert = k.experts[index % k.experts.len()].id;
            let mut a = Annotation::new(expert, line.clone(), term.map(|t| TermCode::DEFAULT[t]));
            if a.term.is_none() && comment.is_empty() {
                a.term = Some(TermCode::GOOD);
            }
            a.comment = comment;
            if let Some((chinese, half)) = context {
                a.rules = Some(if chinese { "chinese" } else { "odd; \"rules\"" }.to_owned());
                a.komi = Some(f32::from(half) / 2.0);
            }
            a.better = number.map(|n| line.moves()[n as usize % line.moves().len()].1);
            a.source = number.map(|number| SourceRef { id: SourceId(7), number });
            a.state = Validation::ALL[usize::from(state)];
            a.judged_by = (state > 0).then(|| k.experts[0].id);
            a.time = time;
            a.origin = remark.clone();
            if in_pattern {
                let label = BranchLabel { number: line.moves().len() as u16, branch: index as u16 };
                let id = PatternId(index as u64);
                k.patterns.push(FuzzyPattern {
                    id,
                    name: format!("{name} {index}"),
                    side: line.last().unwrap().0,
                    size: line.size(),
                    rules: a.rules.clone(),
                    komi: a.komi,
                    phase: Phase::ALL[index % 3],
                    remark: remark.clone(),
                    origin: doubt.clone(),
                    branches: vec![Branch { label, line, doubt: doubt.clone() }],
                });
                a.pattern = Some(BranchRef { id, label });
            }
            a.id = a.content_id();
            if k.annotations.iter().all(|b| b.id != a.id) {
                k.annotations.push(a);
            }
        }
        k.sort();
        k
    })
}

fn options() -> ReadOptions {
    ReadOptions::new("test")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn lossless_formats_bring_everything_back(k in any_knowledge()) {
        for f in FORMATS.iter().filter(|f| f.is_lossless()) {
            let text = f.write(&k);
            prop_assert_eq!(f.read(&text, &options()), Ok(k.clone()), "{}:\n{}", f.name(), text);
        }
    }

    #[test]
    fn what_the_other_formats_keep_stays_kept(k in any_knowledge()) {
        for f in FORMATS.iter().filter(|f| !f.is_lossless()) {
            let text = f.write(&k);
            let once = f.read(&text, &options()).map_err(|e| TestCaseError::fail(format!("{}: {e}\n{text}", f.name())))?;
            prop_assert_eq!(&kept(&once), &kept(&k), "{}:\n{}", f.name(), text);
            prop_assert_eq!(f.read(&f.write(&once), &options()), Ok(once), "{} is stable", f.name());
        }
    }

    #[test]
    fn no_reader_panics_on_mutilated_files(k in any_knowledge(), cut in any::<prop::sample::Index>(), to in any_text()) {
        for f in FORMATS {
            let text = f.write(&k);
            let mut at = cut.index(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let lines = text.lines().count() + to.lines().count() + 1;
            for broken in [text[..at].to_owned(), format!("{}{to}{}", &text[..at], &text[at..])] {
                if let Err(error) = f.read(&broken, &options()) {
                    prop_assert!(error.line >= 1 && error.line <= lines, "{}: {error}", f.name());
                    prop_assert!(!error.reason.is_empty());
                }
            }
        }
    }
}

/// What CSV and sentences promise to keep: who says what about which line of which row.
fn kept(k: &Knowledge) -> Vec<String> {
    let mut all: Vec<String> = k
        .annotations
        .iter()
        .filter_map(|a| {
            let expert = k.expert(a.expert)?;
            let p = a.pattern.and_then(|row| k.patterns.iter().find(|p| p.id == row.id).map(|p| (p, row.label)));
            let row = p.map(|(p, label)| {
                let doubt = p.branch(label).map(|b| b.doubt.clone());
                format!("{} {} {label} {doubt:?}", p.name, p.side)
            });
            Some(format!(
                "{} {} `{}` {:?} {:?} {:?} {:?} {row:?}",
                expert.title(),
                a.line.size(),
                a.line,
                a.term?,
                a.comment,
                a.rules,
                a.komi,
            ))
        })
        .collect();
    all.sort();
    all.dedup();
    all
}

fn check(format_name: &str, text: &str, line: usize, words: &str) {
    let error = format(format_name).unwrap().read(text, &options()).unwrap_err();
    assert_eq!(error.line, line, "{format_name}: {error}");
    assert!(error.reason.contains(words), "{format_name}: {error}");
}

#[test]
fn malformed_json_names_line_and_reason() {
    check("json", "", 1, "EOF");
    check("json", "{}", 1, "no ontology");
    check("json", "{\"format\": \"fuzeki-ontology\", \"version\": 9}", 1, "newer Fuzeki");
    let good = format("json").unwrap().write(&shipped::knowledge());
    let number = |needle: &str| good.lines().position(|l| l.contains(needle)).unwrap() + 1;
    let broken = good.replacen("\"7p\"", "\"70p\"", 1);
    check("json", &broken, number("\"7p\""), "`70p` is not a rank");
    let endless = good.replacen("\"trust\": 1.0", "\"trust\": 1e300", 1);
    check("json", &endless, number("\"trust\""), "too large to be a number");
    let doubled = good.replacen("\"E5 G5 C5\"", "\"E5 G5 G5\"", 1);
    let error = format("json").unwrap().read(&doubled, &options()).unwrap_err();
    assert!(error.reason.contains("M3-A of Pattern 1: move 3 of `E5 G5 G5` is played at G5"), "{error}");
    let term = good.replace("\"term\": \"U\"", "\"term\": \"X\"");
    let error = format("json").unwrap().read(&term, &options()).unwrap_err();
    assert!(error.line > 100 && error.reason.contains("names the term X"), "{error}");
}

#[test]
fn malformed_csv_names_line_and_reason() {
    let head = "Pattern,As,Size,Rules,Komi,Move No,Sequence,Doubt,Ming-Chi Cheng (7p)\n";
    let row = |text: &str| format!("{head}{text}\n");
    check("csv", "", 1, "empty");
    check("csv", "Move,Sequence\n", 1, "the header must begin with Pattern,As");
    check("csv", &row("P,Black,9,chinese,7.5,M1,E5,,WOW"), 2, "`WOW` is not a term; write one of VB, B, U, G, VG");
    check("csv", &row("P,Green,9,chinese,7.5,M1,E5,,VG"), 2, "neither Black nor White");
    check("csv", &row("P,Black,9,chinese,7.5,M1,Q16,,VG"), 2, "outside");
    check("csv", &row("P,Black,9,chinese,7.5,M1,E5,,VG,extra"), 2, "10 fields where the header has 9");
    check("csv", &row("P,Black,9,chinese,7.5,,E5,,VG"), 2, "needs a row");
    check("csv", &row("P,Black,9,,,M1,E5,,VG\nP,Black,9,,,M1,E4,,VG"), 3, "M1 of P was `E5` before");
    check("csv", &row("P,Black,9,,,M1,\"E5,,VG"), 2, "never closed");
}

#[test]
fn malformed_sentences_name_line_and_reason() {
    let player = "Go Player 1 (Ming-Chi Cheng, 7P)\n";
    let check = |text: &str, line, words| check("sentences", &format!("{player}{text}"), line, words);
    check("if B1 Locates E5 then\nB1 is Wonderful Move.", 3, "`Wonderful` is not a term; write one of VeryBad");
    check("if B1 Locates E5 and W3 Locates G5 then\nW3 is Good Move.", 2, "W3 stands where move 2 belongs");
    check("if B1 Locates E5 and\nW2 Locates G5", 2, "no `then`");
    check("if B1 sits E5 then", 2, "is not `B1 Locates E5`");
    check("if B1 Locates I5 then", 2, "not a coordinate");
    check("if B1 Locates E5 then\nB2 is Good Move.", 3, "another move than B2");
    check("hello", 2, "no part of a sentence");
    check("Board 9x13", 2, "not a square board");
    let error = format("sentences").unwrap().read("if B1 Locates E5 then\nB1 is Good Move.", &options()).unwrap_err();
    assert!(error.reason.contains("nobody says this"), "{error}");
}

#[test]
fn malformed_turtle_names_line_and_reason() {
    check("turtle", "@prefix fz: <urn:fuzeki:ontology#> .\n<urn:x> a fz:Expert", 2, "a `.` is missing");
    check("turtle", "\n\n<urn:x> a qq:Expert .", 3, "prefix `qq:` was never declared");
    check("turtle", "<urn:x> <urn:y> \"open .\n", 1, "not closed on its line");
    check("turtle", "<urn:x> <urn:y> ( 1 2 ) .", 1, "collections are not understood");
    let good = format("turtle").unwrap().write(&shipped::knowledge());
    let lines = |broken: &str| format("turtle").unwrap().read(broken, &options()).unwrap_err();
    let error = lines(&good.replacen("fz:rank \"7p\"", "fz:rank \"77\"", 1));
    assert!(error.line > 30 && error.reason.contains("`77` is not a rank"), "{error}");
    let error = lines(&good.replacen("fz:sequence \"E5 G5 C5\"", "fz:sequence \"E5 G5 Z5\"", 1));
    assert!(error.reason.contains(":M3-A>: `Z5` lies outside"), "{error}");
    let error = lines(&good.replace("a fz:Game", "a fz:Nothing").replacen("a fz:Expert ;", "a fz:Nobody ;", 1));
    assert!(error.reason.contains("names the expert"), "{error}");
}

#[test]
fn algorithm_3_comes_out_and_reads_back() {
    let k = shipped::knowledge();
    let cheng = k.experts.iter().find(|e| e.name == "Ming-Chi Cheng").unwrap();
    let m13 = BranchLabel::parse("M13").unwrap();
    let verdict = k.annotations.iter().find(|a| a.expert == cheng.id && a.pattern.is_some_and(|p| p.label == m13));
    let said = sentence(verdict.unwrap(), &k.terms).unwrap();
    assert_eq!(
        said,
        "if B1 Locates E5 and W2 Locates G5 and B3 Locates F3 and W4 Locates C6 and B5 Locates D7 and W6 Locates F7 \
         and B7 Locates E7 and W8 Locates F6 and B9 Locates C4 and W10 Locates F4 and B11 Locates E4 and \
         W12 Locates G3 and B13 Locates G2 then\n    B13 is VeryGood Move.\nend if"
    );
    // As the paper prints it: subscripts, line breaks, a comma, the name spelt as there.
    let printed = "Go Player 2 (Biing-Shiun Luoh, 6D)\n\
        if B<sub>1</sub> Locates E5 and W<sub>2</sub> Locates G5,\n and B<sub>3</sub> Locates F3 then\n\n\
        B<sub>3</sub> is VeryGood Move.\n\nend if\n";
    let read = format("sentences").unwrap().read(printed, &options()).unwrap();
    assert_eq!(read.annotations[0].line.to_string(), "E5 G5 F3");
    assert_eq!(read.annotations[0].term, Some(TermCode::VERY_GOOD));
    assert_eq!(read.experts[0].title(), "Biing-Shiun Luoh (6d)");
    let back =
        format("sentences").unwrap().read(&format!("{}\n{said}", "Go Player 1 (Ming-Chi Cheng, 7P)"), &options());
    assert_eq!(back.unwrap().annotations[0].line, verdict.unwrap().line);
}

#[test]
fn the_figure_5_table_looks_like_the_paper() {
    let text = format("csv").unwrap().write(&shipped::knowledge());
    let head = "Pattern,As,Size,Rules,Komi,Move No,Sequence,Doubt,Ming-Chi Cheng (7p),Biing-Shiun Luoh (6d)";
    assert_eq!(text.lines().next(), Some(head));
    assert!(text.contains("\nPattern 1,Black,9,chinese,7.5,M3-B,E5 G5 C3,,VB,B\n"), "{text}");
    assert!(text.contains("\nPattern 6,White,9,chinese,7.5,M10,E5 G6 G4 C5 F7 D7 E7 G3 F4 H4,,G,VG\n"), "{text}");
}

#[test]
fn a_real_rdf_parser_reads_the_turtle() {
    let rapper = std::process::Command::new("rapper").arg("--version").output();
    if rapper.is_err() {
        eprintln!("skipped: `rapper` is not installed (Debian package raptor2-utils)");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("o.ttl");
    let mut knowledge = shipped::knowledge();
    knowledge.annotations[0].comment = "\"quoted\" \\ line\nbreak \u{7} 囲碁".to_owned();
    let text = format("turtle").unwrap().write(&knowledge);
    std::fs::write(&file, &text).unwrap();
    let run = std::process::Command::new("rapper")
        .args(["-q", "-i", "turtle", "-o", "ntriples"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let triples = String::from_utf8(run.stdout).unwrap().lines().count();
    assert_eq!(triples, super::turtle_reader::parse(&text).unwrap().len(), "both readers see the same statements");
    assert!(triples > 500);
}

#[test]
fn every_format_is_found_by_name_and_ending() {
    for f in FORMATS {
        assert_eq!(format(f.name()).map(|g| g.about()), Some(f.about()));
        let path = format!("x.{}", f.extension().to_uppercase());
        assert_eq!(format_of_file(std::path::Path::new(&path)).map(|g| g.name()), Some(f.name()));
    }
}

#[test]
fn plain_sgf_verdicts_are_read_with_their_annotator() {
    let text = "(;GM[1]SZ[9]KM[6.5]RU[Japanese]PB[A]PW[B]DT[2010-03-21]AN[Ming-Chi Cheng (7p)]\
        ;B[ee];W[ge]BM[2]C[too close](;B[fg]TE[1])(;B[gf]IT[]);)";
    let k = format("sgf").unwrap().read(text, &options()).unwrap();
    let said: Vec<String> =
        k.annotations.iter().map(|a| format!("{} {:?} {}", a.line, a.term.unwrap(), a.comment)).collect();
    let mut sorted = said.clone();
    sorted.sort();
    assert_eq!(sorted, ["E5 G5 F3 G ", "E5 G5 G4 U interesting", "E5 G5 VB too close"]);
    assert_eq!(
        (k.experts[0].title().as_str(), k.sources[0].title.as_str()),
        ("Ming-Chi Cheng (7p)", "A – B, 2010-03-21")
    );
    assert!(k.annotations.iter().all(|a| a.komi == Some(6.5) && a.rules.as_deref() == Some("Japanese")));
    let nobody = text.replace("AN[Ming-Chi Cheng (7p)]", "");
    let error = format("sgf").unwrap().read(&nobody, &options()).unwrap_err();
    assert!(error.reason.contains("name the expert with --expert"), "{error}");
    let named = ReadOptions { expert: Some(("Me".into(), None)), comments: true, ..options() };
    let k = format("sgf").unwrap().read(&nobody.replace("B[ee]", "B[ee]C[centre]"), &named).unwrap();
    assert_eq!((k.annotations.len(), k.experts[0].name.as_str()), (4, "Me"));
}

#[test]
fn other_programs_see_te_bm_and_comments() {
    let text = format("sgf").unwrap().write(&shipped::knowledge());
    assert!(text.contains("C[Ming-Chi Cheng (7p): very good\nBiing-Shiun Luoh (6d): very good]"), "{text}");
    assert!(text.contains("TE[2]") && text.contains("BM[1]") && text.contains("KM[7.5]"));
    let broken = text.replacen("\"term\":\"VG\"", "\"term\":\"very very good\"", 1);
    let error = format("sgf").unwrap().read(&broken, &options()).unwrap_err();
    assert!(error.line > 1 && error.reason.contains("is not a term"), "{error}");
}
