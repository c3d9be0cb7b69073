//! SGF both ways: one tree of all lines, the fused verdict as `TE` or `BM`, what the experts say as
//! comments, and each verdict whole in a private property.
//!
//! - `FZV` of a node: one value a verdict, JSON as in docs/ontology-format.md without the moves, which
//!   are those that lead to the node.
//! - `FZK` of the first root: experts, terms, games and patterns, JSON.
//!
//! A plain SGF is read too: `TE`, `BM`, `DO`, `IT` with the comment beside them, said by the annotator
//! (`AN`) or by who is named on the command line.

use super::{ExchangeError, Format, ReadOptions, json};
use crate::board::{Color, Move};
use crate::ontology::from_record::{line_to, source_of};
use crate::ontology::fusion::{Evidence, OPERATORS, fuse};
use crate::ontology::model::*;
use crate::record::{self, Collection, Game, Ident, NodeId, Properties, Tree, Value, known};
use serde_json::Value as Json;

pub(super) struct Sgf;

/// A verdict.
pub const FZV: Ident<'static> = Ident::of("FZV");
/// Everything but the verdicts.
pub const FZK: Ident<'static> = Ident::of("FZK");

impl Format for Sgf {
    fn name(&self) -> &'static str {
        "sgf"
    }

    fn extension(&self) -> &'static str {
        "sgf"
    }

    fn about(&self) -> &'static str {
        "game trees with verdicts as TE and BM, comments, and private properties that keep everything"
    }

    fn is_lossless(&self) -> bool {
        true
    }

    fn write(&self, knowledge: &Knowledge) -> String {
        let mut sorted: Vec<&Annotation> = knowledge.annotations.iter().collect();
        sorted.sort_by_key(|a| (a.line.size(), a.line.moves().len(), a.line.to_string(), a.id));
        let mut games: Vec<Grown> = Vec::new();
        for a in sorted {
            let at = games.iter().position(|g| g.fits(a)).unwrap_or_else(|| {
                games.push(Grown::new(a));
                games.len() - 1
            });
            games[at].add(a);
        }
        let mut facts = knowledge.clone();
        facts.annotations.clear();
        let facts = Value::text(&json::compact(facts)).as_str().to_owned();
        let facts = Value::raw(&facts);
        let mut trees: Vec<Tree> = Vec::new();
        for (number, game) in games.iter().enumerate() {
            let root = game.root();
            let root = if number == 0 { root.with(FZK, facts.as_slice()) } else { root };
            trees.push(game.tree(root, knowledge));
        }
        if trees.is_empty() {
            let empty = Game::new(19);
            let root = empty.tree().properties(empty.tree().root()).with(FZK, facts.as_slice());
            trees.push(Tree::new(root));
        }
        record::sgf::to_string(&Collection { games: trees.into_iter().map(Game::from).collect() })
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Knowledge, ExchangeError> {
        self.read_bytes(text.as_bytes(), options)
    }

    fn read_bytes(&self, bytes: &[u8], options: &ReadOptions) -> Result<Knowledge, ExchangeError> {
        let loaded = record::read_bytes(bytes, &record::ReadOptions::default());
        let loaded = loaded.map_err(|error| ExchangeError::new(1, error))?;
        let mut knowledge = Knowledge::default();
        for (number, game) in loaded.collection.games.iter().enumerate() {
            let fault = |(place, reason): Fault| {
                let line = place.map_or(1, |p| line_of(bytes, &p));
                ExchangeError::new(line, format!("game {}: {reason}", number + 1))
            };
            read_game(game.tree(), &mut knowledge, options).map_err(fault)?;
        }
        knowledge.sort_and_dedup();
        knowledge.check().map_err(|dangling| ExchangeError::new(line_of(bytes, &dangling.key), dangling))?;
        Ok(knowledge)
    }
}

/// A text to look for in the file, and the reason.
type Fault = (Option<String>, String);

fn line_of(bytes: &[u8], needle: &str) -> usize {
    let text = String::from_utf8_lossy(bytes);
    text.find(needle).map_or(1, |at| text[..at].matches('\n').count() + 1)
}

/// A tree of lines with the same beginning and context.
struct Grown<'a> {
    first: &'a Annotation,
    nodes: Vec<Sprout<'a>>,
}

#[derive(Default)]
struct Sprout<'a> {
    children: Vec<((Color, Move), usize)>,
    said: Vec<&'a Annotation>,
}

impl<'a> Grown<'a> {
    fn new(first: &'a Annotation) -> Self {
        Grown { first, nodes: vec![Sprout::default()] }
    }

    fn fits(&self, a: &Annotation) -> bool {
        let b = self.first;
        (a.line.size(), a.line.setup(), &a.rules, a.komi) == (b.line.size(), b.line.setup(), &b.rules, b.komi)
    }

    fn add(&mut self, a: &'a Annotation) {
        let mut at = 0;
        for &mv in a.line.moves() {
            let known = self.nodes[at].children.iter().find(|c| c.0 == mv).map(|c| c.1);
            at = known.unwrap_or_else(|| {
                self.nodes.push(Sprout::default());
                let new = self.nodes.len() - 1;
                self.nodes[at].children.push((mv, new));
                new
            });
        }
        self.nodes[at].said.push(a);
    }

    fn root(&self) -> Properties {
        let game = Game::new(self.first.line.size());
        let mut root = game.tree().properties(game.tree().root()).clone();
        if let Some(rules) = &self.first.rules {
            root = root.with_text(known::RU, rules);
        }
        if let Some(komi) = self.first.komi {
            root = root.with(known::KM, &[Value::number(komi)]);
        }
        for (color, name) in [(Color::Black, known::AB), (Color::White, known::AW)] {
            let stones = self.first.line.setup().iter().filter(|s| s.0 == color);
            root = root.with(name, &stones.map(|s| Value::point(s.1)).collect::<Vec<_>>());
        }
        root
    }

    fn tree(&self, root: Properties, knowledge: &Knowledge) -> Tree {
        let mut tree = Tree::new(root);
        let mut open = vec![(0, tree.root())];
        while let Some((at, node)) = open.pop() {
            for &((color, mv), child) in &self.nodes[at].children {
                let properties = with_verdicts(&Properties::of_move(color, mv), &self.nodes[child].said, knowledge);
                open.push((child, tree.push_child(node, properties)));
            }
        }
        tree
    }
}

/// A node with verdicts: whole in `FZV`, fused as `TE` or `BM`, in words as comment.
fn with_verdicts(node: &Properties, said: &[&Annotation], knowledge: &Knowledge) -> Properties {
    if said.is_empty() {
        return node.clone();
    }
    let values: Vec<String> = said.iter().map(|a| verdict_value(a)).collect();
    let mut node = node.with(FZV, &values.iter().map(|v| Value::text(v)).collect::<Vec<_>>());
    let evidence: Vec<Evidence> = said
        .iter()
        .filter_map(|a| {
            let weight = knowledge.expert(a.expert)?.weight() * a.state.weight();
            Some(Evidence { expert: a.expert, term: a.term?, weight })
        })
        .collect();
    let fused = fuse(OPERATORS[0], &evidence, &knowledge.terms).and_then(|f| f.term(&knowledge.terms));
    if let Some((name, value)) = fused.and_then(sgf_verdict) {
        node = node.with(name, &[Value::number(value)]);
    }
    let comment: Vec<String> = said.iter().map(|a| in_words(a, knowledge)).collect();
    node.with_text(known::C, &comment.join("\n"))
}

/// The value of `FZV` for a verdict: what a node of a game keeps of it.
pub fn verdict_value(a: &Annotation) -> String {
    let mut json = serde_json::to_value(a).unwrap_or_default();
    if let Json::Object(fields) = &mut json {
        fields.remove("size");
        fields.remove("sequence");
    }
    json.to_string()
}

/// The verdict that SGF itself knows; none for "uncertain" and for terms of people's own.
pub fn sgf_verdict(term: TermCode) -> Option<(Ident<'static>, u8)> {
    match term {
        TermCode::VERY_GOOD => Some((known::TE, 2)),
        TermCode::GOOD => Some((known::TE, 1)),
        TermCode::BAD => Some((known::BM, 1)),
        TermCode::VERY_BAD => Some((known::BM, 2)),
        _ => None,
    }
}

fn in_words(a: &Annotation, knowledge: &Knowledge) -> String {
    let who = knowledge.expert(a.expert).map_or(a.expert.to_string(), Expert::title);
    let what = a.term.and_then(|t| knowledge.terms.get(t)).map(|t| t.words()).unwrap_or_default();
    let better = a.better.map(|m| format!(" (should play {})", m.to_gtp(a.line.size()))).unwrap_or_default();
    let comment = if a.comment.is_empty() { String::new() } else { format!(" – {}", a.comment) };
    format!("{who}: {what}{better}{comment}")
}

/// What a plain SGF says about the move of a node.
fn plain_verdict(node: &Properties) -> Option<(TermCode, &'static str)> {
    let double = |name| node.get(name).map(|p| p.first().trim() == "2");
    if let Some(strong) = double(known::TE) {
        return Some((if strong { TermCode::VERY_GOOD } else { TermCode::GOOD }, ""));
    }
    if let Some(strong) = double(known::BM) {
        return Some((if strong { TermCode::VERY_BAD } else { TermCode::BAD }, ""));
    }
    if node.contains(known::DO) {
        return Some((TermCode::UNCERTAIN, "doubtful"));
    }
    node.contains(known::IT).then_some((TermCode::UNCERTAIN, "interesting"))
}

fn read_game(tree: &Tree, knowledge: &mut Knowledge, options: &ReadOptions) -> Result<(), Fault> {
    let root = tree.properties(tree.root());
    if let Some(facts) = root.text(FZK) {
        let read = json::Json.read(&facts, options);
        let facts = read.map_err(|e| (Some("FZK[".to_owned()), format!("its FZK property: {}", e.reason)))?;
        *knowledge = Knowledge { annotations: std::mem::take(&mut knowledge.annotations), ..facts };
    }
    let mut source = None;
    for node in tree.iter() {
        let properties = tree.properties(node);
        if properties.contains(FZV) {
            for raw in properties.values(FZV) {
                knowledge.annotations.push(read_verdict(tree, node, raw)?);
            }
            continue;
        }
        let found = plain_verdict(properties);
        if properties.move_text().is_none() || found.is_none() && !options.comments {
            continue;
        }
        let comment = tree.comment(node).map(|c| c.trim().to_owned()).unwrap_or_default();
        if found.is_none() && comment.is_empty() {
            continue;
        }
        let line = line_to(tree, node).map_err(|e| (None, e.to_string()))?;
        let expert = annotator(tree, options)?;
        let mut a = Annotation::new(expert.id, line, found.map(|f| f.0));
        if knowledge.expert(expert.id).is_none() {
            knowledge.experts.push(expert);
        }
        let hint = found.map_or("", |f| f.1);
        a.comment = if comment.is_empty() { hint.to_owned() } else { comment };
        let start = tree.start();
        (a.rules, a.komi, a.origin) = (start.rules, start.komi, options.origin.clone());
        let game = source.get_or_insert_with(|| source_of(tree, &options.origin));
        a.source = Some(SourceRef { id: game.id, number: tree.move_number(node) });
        a.id = a.content_id();
        knowledge.annotations.push(a);
    }
    knowledge.sources.extend(source);
    Ok(())
}

/// Reads a value of `FZV` at the node it stands in.
pub fn read_verdict(tree: &Tree, node: NodeId, raw: &str) -> Result<Annotation, (Option<String>, String)> {
    let place = || Some(raw.chars().take(60).collect::<String>());
    let fault = |reason: String| (place(), format!("a verdict (FZV): {reason}"));
    let line = line_to(tree, node).map_err(|e| fault(e.to_string()))?;
    let plain = Value::raw(raw).and_then(|value| {
        let text = Properties::default().with(FZV, &[value]);
        text.text(FZV).map(|t| t.into_owned())
    });
    let mut json: Json =
        serde_json::from_str(&plain.unwrap_or_default()).map_err(|e| fault(format!("its JSON is broken: {e}")))?;
    let Json::Object(fields) = &mut json else { return Err(fault("it is no JSON object".to_owned())) };
    fields.insert("size".into(), line.size().into());
    fields.insert("sequence".into(), line.to_string().into());
    serde_json::from_value(json).map_err(|e| fault(e.to_string()))
}

fn annotator(tree: &Tree, options: &ReadOptions) -> Result<Expert, Fault> {
    if let Some((name, rank)) = &options.expert {
        return Ok(Expert::new(name, *rank));
    }
    let named = tree.info(known::AN).and_then(|text| Expert::from_title(&text));
    named.ok_or_else(|| (None, "it does not say who judges the moves (AN); name the expert with --expert".to_owned()))
}
