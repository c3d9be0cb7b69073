//! `fuzeki ontology query`: what is known about a position, and why.

use super::{Place, operators, table};
use crate::board::{Move, Rules};
use crate::cli::Failure;
use crate::ontology::bias::Adviser;
use crate::ontology::exchange::sentence;
use crate::ontology::fusion::{Fused, OPERATORS, Operator};
use crate::ontology::matching::{Fuzzy, Hit, Query, by_move};
use crate::ontology::{Context, Index, Line, Situation};
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `fuzeki ontology query`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  fuzeki ontology query E5 G5 --komi 6.5
  fuzeki ontology query --sgf game.sgf --at 12 --fuzzy --json")]
pub struct Args {
    /// The moves played so far, such as E5 G5 F3
    moves: Vec<String>,
    /// A game record instead of moves
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    sgf: Option<PathBuf>,
    /// How many moves of the record
    #[arg(long, requires = "sgf")]
    at: Option<usize>,
    /// Lines of the board
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(2..=25))]
    size: u8,
    /// Komi of the game at hand
    #[arg(long, allow_negative_numbers = true)]
    komi: Option<f32>,
    /// Rules of the game at hand
    #[arg(long, value_parser = |r: &str| Rules::parse(r).map(|_| r.to_owned()))]
    rules: Option<String>,
    /// Also look for near positions and for the neighbourhood of moves
    #[arg(long)]
    fuzzy: bool,
    /// The most points in which a near position may differ
    #[arg(long, default_value_t = Fuzzy::default().stones)]
    stones: u32,
    /// Also count verdicts on the position with colours exchanged
    #[arg(long)]
    colour_exchange: bool,
    /// How verdicts are made one
    #[arg(long, value_name = "NAME", default_value = OPERATORS[0].name(), value_parser = operators())]
    operator: &'static dyn Operator,
    /// Print the rule sentences of algorithm 3
    #[arg(long)]
    sentences: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args, place: &Place) -> Result<(), Failure> {
    let store = place.read()?;
    let (line, context) = asked(&args)?;
    let Situation { board, to_move } = line.end()?;
    let adviser = Adviser::new(Index::load(&store)?, args.operator);
    let index = adviser.index();
    let query = Query { board: &board, to_move, context, colour_exchange: args.colour_exchange };
    let fuzzy = Fuzzy { stones: if args.fuzzy { args.stones } else { 0 }, local: args.fuzzy, ..Fuzzy::default() };
    let hits = index.hits(&query, &fuzzy);
    let followed = index.follow(&line, &query.context, 5);
    let moves: Vec<Row> = by_move(&hits).into_iter().map(|(mv, said)| Row::new(mv, said, &adviser)).collect();
    let size = line.size();
    if args.json {
        let rows: Vec<_> = moves.iter().map(|r| r.json(size, index)).collect();
        let patterns: Vec<_> = followed
            .iter()
            .map(|f| {
                let next = f.next.map(|m| m.to_gtp(size));
                json!({ "pattern": f.pattern, "row": f.label, "moves": f.common, "degree": f.degree, "next": next,
                        "why": f.why() })
            })
            .collect();
        println!("{}", json!({ "to_move": to_move, "moves": rows, "patterns": patterns }));
        return Ok(());
    }
    if moves.is_empty() && followed.is_empty() {
        println!("nothing is known about this position{}", if args.fuzzy { "" } else { "; try --fuzzy" });
    }
    if !moves.is_empty() {
        let head = ["move", "fused", "score", "confidence", "disagreement", "experts"].map(str::to_owned).to_vec();
        let rows = moves.iter().map(|r| r.cells(size, index));
        print!("{}", table(&std::iter::once(head).chain(rows).collect::<Vec<_>>()));
        println!();
    }
    for row in &moves {
        for hit in &row.said {
            let who = index.expert(hit.verdict.expert).map(|e| e.title()).unwrap_or_default();
            let (mv, term) = (row.mv.to_gtp(size), hit.verdict.term);
            println!("{mv} {term} by {who}, degree {:.2}: {}", hit.degree, hit.why);
            if args.sentences {
                let verdict = store.annotation(hit.verdict.id)?;
                if let Some(rule) = verdict.and_then(|a| sentence(&a, index.terms())) {
                    println!("{rule}");
                }
            }
        }
    }
    for f in &followed {
        println!("degree {:.2}: {}", f.degree, f.why());
    }
    Ok(())
}

/// The moves and the context that the command line means.
fn asked(args: &Args) -> Result<(Line, Context), Failure> {
    let Some(path) = &args.sgf else {
        let line = Line::parse(&args.moves.join(" "), args.size)?;
        return Ok((line, Context::new(args.rules.as_deref(), args.komi)));
    };
    let loaded = crate::record::read_path(path, &Default::default())?;
    let tree = loaded.collection.games[0].tree();
    let moves = args.at.unwrap_or(usize::MAX);
    let mut node = tree.root();
    for (index, next) in tree.main_line().filter(|&n| tree.properties(n).move_text().is_some()).enumerate() {
        if index >= moves {
            break;
        }
        node = next;
    }
    let start = tree.start();
    let rules = args.rules.clone().or(start.rules);
    let line = crate::ontology::from_record::line_to(tree, node)?;
    Ok((line, Context::new(rules.as_deref(), args.komi.or(start.komi))))
}

struct Row<'a> {
    mv: Move,
    said: Vec<&'a Hit>,
    fused: Option<Fused>,
}

impl<'a> Row<'a> {
    fn new(mv: Move, said: Vec<&'a Hit>, adviser: &Adviser) -> Self {
        Row { mv, fused: adviser.fuse(said.iter().map(|hit| hit.verdict.evidence())), said }
    }

    fn cells(&self, size: u8, index: &Index) -> Vec<String> {
        let mut cells = vec![self.mv.to_gtp(size)];
        match &self.fused {
            Some(f) => {
                cells.push(f.term(index.terms()).map(String::from).unwrap_or_default());
                cells.extend([f.score, f.confidence, f.disagreement].map(|x| format!("{x:.2}")));
                cells.push(f.experts.to_string());
            }
            None => cells.extend(["-", "", "", "", "0"].map(str::to_owned)),
        }
        cells
    }

    fn json(&self, size: u8, index: &Index) -> serde_json::Value {
        let verdicts: Vec<_> = self
            .said
            .iter()
            .map(|h| {
                let v = &h.verdict;
                let expert = index.expert(v.expert).map(|e| e.title());
                json!({ "id": v.id, "expert": expert, "term": v.term, "state": v.state, "degree": h.degree,
                        "why": h.why.to_string() })
            })
            .collect();
        let f = self.fused.as_ref();
        json!({
            "move": self.mv.to_gtp(size),
            "term": f.and_then(|f| f.term(index.terms())),
            "score": f.map(|f| f.score),
            "confidence": f.map(|f| f.confidence),
            "disagreement": f.map(|f| f.disagreement),
            "verdicts": verdicts,
        })
    }
}
