//! RDF in Turtle with an OWL class tree: board size, side, phase as classes; patterns, rows, verdicts,
//! experts, terms and games as individuals. Everything comes back.

use super::turtle_reader::{Object, Triple, parse};
use super::{ExchangeError, Format, ReadOptions};
use crate::board::Color;
use crate::ontology::model::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::str::FromStr;

pub(super) struct Turtle;

const NS: &str = "urn:fuzeki:ontology#";
const THING: &str = "urn:fuzeki:";
const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

const HEADER: &str = "\
@prefix fz: <urn:fuzeki:ontology#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<urn:fuzeki:ontology> a owl:Ontology ;
    rdfs:comment \"Opening patterns of Go with fuzzy verdicts of experts (after Hoock et al. 2010)\" .

fz:Concept a owl:Class .
fz:BoardSize a owl:Class ; rdfs:subClassOf fz:Concept .
fz:FuzzyPattern a owl:Class ; rdfs:subClassOf fz:Concept .
fz:Branch a owl:Class ; rdfs:subClassOf fz:Concept .
fz:MoveVerdict a owl:Class ; rdfs:subClassOf fz:Concept .
fz:FuzzyLinguisticTerm a owl:Class ; rdfs:subClassOf fz:Concept .
fz:Expert a owl:Class ; rdfs:subClassOf fz:Concept .
fz:Game a owl:Class ; rdfs:subClassOf fz:Concept .
fz:hasBranch a owl:ObjectProperty ; rdfs:domain fz:FuzzyPattern ; rdfs:range fz:Branch .
fz:onBranch a owl:ObjectProperty ; rdfs:domain fz:MoveVerdict ; rdfs:range fz:Branch .
fz:expert a owl:ObjectProperty ; rdfs:domain fz:MoveVerdict ; rdfs:range fz:Expert .
fz:judgedBy a owl:ObjectProperty ; rdfs:domain fz:MoveVerdict ; rdfs:range fz:Expert .
fz:term a owl:ObjectProperty ; rdfs:domain fz:MoveVerdict ; rdfs:range fz:FuzzyLinguisticTerm .
fz:game a owl:ObjectProperty ; rdfs:domain fz:MoveVerdict ; rdfs:range fz:Game .
";

/// `Go9x9`, `Go9x9AsBlack`, `Go9x9AsBlackOpening`: the upper levels of the concept tree.
fn classes(p: &FuzzyPattern) -> [String; 3] {
    let size = format!("Go{0}x{0}", p.size);
    let side = format!("{size}As{}", p.side);
    let phase = match p.phase {
        Phase::Opening => "Opening",
        Phase::Middle => "Middle",
        Phase::End => "End",
    };
    let leaf = format!("{side}{phase}");
    [size, side, leaf]
}

impl Format for Turtle {
    fn name(&self) -> &'static str {
        "turtle"
    }

    fn extension(&self) -> &'static str {
        "ttl"
    }

    fn about(&self) -> &'static str {
        "RDF with an OWL class tree, without loss, for tools of the semantic web"
    }

    fn is_lossless(&self) -> bool {
        true
    }

    fn write(&self, knowledge: &Knowledge) -> String {
        let mut text = HEADER.to_owned();
        let tree: BTreeSet<[String; 3]> = knowledge.patterns.iter().map(classes).collect();
        let pairs: BTreeSet<(&str, &str)> = tree
            .iter()
            .flat_map(|[size, side, phase]| {
                [(size.as_str(), "BoardSize"), (side.as_str(), size.as_str()), (phase.as_str(), side.as_str())]
            })
            .collect();
        for (class, above) in pairs {
            let _ = writeln!(text, "fz:{class} a owl:Class ; rdfs:subClassOf fz:{above} .");
        }
        for t in knowledge.terms.terms() {
            let mut n = Node::new("term", t.code, "FuzzyLinguisticTerm");
            n.text("code", t.code.as_str()).text("name", &t.name);
            for (name, corner) in ["a", "b", "c", "d"].iter().zip(t.set.corners()) {
                n.float(name, corner);
            }
            text += &n.end();
        }
        for e in &knowledge.experts {
            let mut n = Node::new("expert", e.id, "Expert");
            n.text("name", &e.name).optional("rank", e.rank.map(|r| r.to_string()));
            n.text("colour", &String::from(e.colour)).some("biography", &e.biography).float("trust", e.trust);
            text += &n.end();
        }
        for s in &knowledge.sources {
            let mut n = Node::new("game", s.id, "Game");
            n.text("title", &s.title).some("file", &s.file).some("black", &s.black).some("white", &s.white);
            n.some("date", &s.date).some("result", &s.result);
            text += &n.end();
        }
        for p in &knowledge.patterns {
            let mut n = Node::new("pattern", p.id, &format!("FuzzyPattern, fz:{}", classes(p)[2]));
            n.text("name", &p.name).text("side", &p.side.to_string()).integer("boardSize", p.size.into());
            n.optional("rules", p.rules.clone());
            if let Some(komi) = p.komi {
                n.float("komi", komi);
            }
            n.text("phase", p.phase.name()).some("remark", &p.remark).some("origin", &p.origin);
            for b in &p.branches {
                n.link("hasBranch", "branch", format_args!("{}:{}", p.id, b.label));
            }
            text += &n.end();
            for b in &p.branches {
                let mut n = Node::new("branch", format_args!("{}:{}", p.id, b.label), "Branch");
                n.text("label", &b.label.to_string()).text("sequence", &b.line.to_string()).some("doubt", &b.doubt);
                text += &n.end();
            }
        }
        for a in &knowledge.annotations {
            text += &verdict(a);
        }
        text
    }

    fn read(&self, text: &str, _: &ReadOptions) -> Result<Knowledge, ExchangeError> {
        let mut things: BTreeMap<&str, Thing> = BTreeMap::new();
        let triples = parse(text)?;
        for t in &triples {
            let thing = things.entry(&t.subject).or_insert(Thing { line: t.line, said: Vec::new() });
            thing.said.push(t);
        }
        let mut knowledge = Knowledge { terms: Vocabulary::from(Vec::new()), ..Knowledge::default() };
        for (&name, thing) in &things {
            let fault = |reason: String| ExchangeError::new(thing.line, format!("<{name}>: {reason}"));
            for class in thing.said.iter().filter(|t| t.predicate == RDF_TYPE) {
                let Object::Iri(class) = &class.object else { continue };
                match class.strip_prefix(NS) {
                    Some("FuzzyLinguisticTerm") => knowledge.terms.put(read_term(thing).map_err(fault)?),
                    Some("Expert") => knowledge.experts.push(read_expert(name, thing).map_err(fault)?),
                    Some("Game") => knowledge.sources.push(read_game(name, thing).map_err(fault)?),
                    Some("FuzzyPattern") => knowledge.patterns.push(read_pattern(name, thing, &things)?),
                    Some("MoveVerdict") => knowledge.annotations.push(read_verdict(name, thing).map_err(fault)?),
                    _ => {}
                }
            }
        }
        if knowledge.terms.terms().is_empty() {
            knowledge.terms = Vocabulary::default();
        }
        // A statement may stand twice, and says no more than once.
        knowledge.sort_and_dedup();
        knowledge.check().map_err(|dangling| {
            let name = format!("{THING}verdict:{}", dangling.key);
            ExchangeError::new(things.get(name.as_str()).map_or(1, |t| t.line), dangling)
        })?;
        Ok(knowledge)
    }
}

fn verdict(a: &Annotation) -> String {
    let mut n = Node::new("verdict", a.id, "MoveVerdict");
    n.link("expert", "expert", a.expert).integer("boardSize", a.line.size().into());
    n.text("sequence", &a.line.to_string());
    if let Some(term) = a.term {
        n.link("term", "term", term);
    }
    n.some("comment", &a.comment).optional("shouldHavePlayed", a.better.map(|m| m.to_gtp(a.line.size())));
    n.optional("rules", a.rules.clone());
    if let Some(komi) = a.komi {
        n.float("komi", komi);
    }
    if let Some(row) = a.pattern {
        n.link("onBranch", "branch", format_args!("{}:{}", row.id, row.label));
    }
    if let Some(source) = a.source {
        n.link("game", "game", source.id).integer("moveNumber", source.number.into());
    }
    n.integer("time", a.time).text("state", a.state.name());
    if let Some(judge) = a.judged_by {
        n.link("judgedBy", "expert", judge);
    }
    n.some("origin", &a.origin).end()
}

/// A subject with its properties, written one after the other.
struct Node(String);

impl Node {
    fn new(kind: &str, id: impl std::fmt::Display, class: &str) -> Node {
        Node(format!("\n<{THING}{kind}:{id}> a fz:{class}"))
    }

    fn push(&mut self, name: &str, object: std::fmt::Arguments<'_>) -> &mut Node {
        let _ = write!(self.0, " ;\n    fz:{name} {object}");
        self
    }

    fn text(&mut self, name: &str, value: &str) -> &mut Node {
        self.push(name, format_args!("\"{}\"", escaped(value)))
    }

    /// Left out when empty.
    fn some(&mut self, name: &str, value: &str) -> &mut Node {
        if value.is_empty() { self } else { self.text(name, value) }
    }

    fn optional(&mut self, name: &str, value: Option<String>) -> &mut Node {
        match value {
            Some(value) => self.text(name, &value),
            None => self,
        }
    }

    fn float(&mut self, name: &str, value: f32) -> &mut Node {
        self.push(name, format_args!("\"{value}\"^^xsd:float"))
    }

    fn integer(&mut self, name: &str, value: i64) -> &mut Node {
        self.push(name, format_args!("{value}"))
    }

    fn link(&mut self, name: &str, kind: &str, id: impl std::fmt::Display) -> &mut Node {
        self.push(name, format_args!("<{THING}{kind}:{id}>"))
    }

    fn end(&mut self) -> String {
        std::mem::take(&mut self.0) + " .\n"
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// A subject with all that is said of it.
struct Thing<'a> {
    line: usize,
    said: Vec<&'a Triple>,
}

impl Thing<'_> {
    fn objects(&self, name: &str) -> impl Iterator<Item = &Object> {
        let wanted = format!("{NS}{name}");
        self.said.iter().filter(move |t| t.predicate == wanted).map(|t| &t.object)
    }

    fn maybe(&self, name: &str) -> Result<Option<&str>, String> {
        match self.objects(name).next() {
            None => Ok(None),
            Some(Object::Literal(text)) => Ok(Some(text)),
            Some(Object::Iri(_)) => Err(format!("fz:{name} must be a text or number")),
        }
    }

    fn text(&self, name: &str) -> Result<String, String> {
        Ok(self.maybe(name)?.unwrap_or_default().to_owned())
    }

    fn need<'a>(&'a self, name: &str) -> Result<&'a str, String> {
        self.maybe(name)?.ok_or_else(|| format!("fz:{name} is missing"))
    }

    fn number<T: FromStr>(&self, name: &str) -> Result<T, String> {
        let text = self.need(name)?;
        text.parse().map_err(|_| format!("fz:{name} is `{text}`, which is no such number"))
    }

    fn maybe_number(&self, name: &str) -> Result<Option<f32>, String> {
        let number: Option<f32> = self.maybe(name)?.map(|_| self.number(name)).transpose()?;
        match number {
            Some(number) if !number.is_finite() => Err(format!("fz:{name} must be a number")),
            number => Ok(number),
        }
    }

    fn link(&self, name: &str, kind: &str) -> Result<Option<&str>, String> {
        match self.objects(name).next() {
            None => Ok(None),
            Some(Object::Iri(iri)) => Ok(Some(tail(iri, kind)?)),
            Some(Object::Literal(_)) => Err(format!("fz:{name} must name a {kind}")),
        }
    }
}

/// What follows `urn:fuzeki:kind:`.
fn tail<'a>(iri: &'a str, kind: &str) -> Result<&'a str, String> {
    let rest = iri.strip_prefix(THING).and_then(|r| r.strip_prefix(kind)).and_then(|r| r.strip_prefix(':'));
    rest.ok_or_else(|| format!("<{iri}> is not named <{THING}{kind}:…>"))
}

fn read_term(t: &Thing) -> Result<Term, String> {
    let code = TermCode::try_from(t.need("code")?.to_owned())?;
    let set = FuzzySet::trapezoid(t.number("a")?, t.number("b")?, t.number("c")?, t.number("d")?);
    Ok(Term { code, name: t.need("name")?.to_owned(), set: set.map_err(|e| e.to_string())? })
}

fn read_expert(name: &str, t: &Thing) -> Result<Expert, String> {
    let rank = match t.maybe("rank")? {
        None => None,
        Some(text) => Some(Rank::parse(text).ok_or_else(|| format!("`{text}` is not a rank"))?),
    };
    let person = t.need("name")?;
    let default = Expert::new(person, rank);
    Ok(Expert {
        id: tail(name, "expert")?.parse()?,
        colour: t.maybe("colour")?.map_or(Ok(default.colour), |c| Rgb::try_from(c.to_owned()))?,
        biography: t.text("biography")?,
        trust: t.maybe_number("trust")?.unwrap_or(default.trust),
        ..default
    })
}

fn read_game(name: &str, t: &Thing) -> Result<GameSource, String> {
    Ok(GameSource {
        id: tail(name, "game")?.parse()?,
        title: t.text("title")?,
        file: t.text("file")?,
        black: t.text("black")?,
        white: t.text("white")?,
        date: t.text("date")?,
        result: t.text("result")?,
    })
}

fn read_pattern(name: &str, t: &Thing, things: &BTreeMap<&str, Thing>) -> Result<FuzzyPattern, ExchangeError> {
    let read = || {
        let side = t.need("side")?;
        let phase = t.need("phase")?;
        Ok::<_, String>(FuzzyPattern {
            id: tail(name, "pattern")?.parse()?,
            name: t.need("name")?.to_owned(),
            side: Color::from_gtp(side).ok_or_else(|| format!("`{side}` is neither Black nor White"))?,
            size: t.number("boardSize")?,
            rules: t.maybe("rules")?.map(str::to_owned),
            komi: t.maybe_number("komi")?,
            phase: Phase::parse(phase).ok_or_else(|| format!("`{phase}` is not a phase"))?,
            remark: t.text("remark")?,
            origin: t.text("origin")?,
            branches: Vec::new(),
        })
    };
    let mut pattern = read().map_err(|reason| ExchangeError::new(t.line, format!("<{name}>: {reason}")))?;
    for row in t.objects("hasBranch") {
        let Object::Iri(iri) = row else {
            return Err(ExchangeError::new(t.line, "fz:hasBranch must name a branch"));
        };
        let found = things.get(iri.as_str());
        let b = found.ok_or_else(|| ExchangeError::new(t.line, format!("<{iri}> is named but not described")))?;
        let read = || {
            let label = b.need("label")?;
            Ok::<_, String>(Branch {
                label: BranchLabel::parse(label).ok_or_else(|| format!("`{label}` is not a row; write M3-A"))?,
                line: Line::parse(b.need("sequence")?, pattern.size).map_err(|e| e.to_string())?,
                doubt: b.text("doubt")?,
            })
        };
        let branch = read().map_err(|reason| ExchangeError::new(b.line, format!("<{iri}>: {reason}")))?;
        pattern.branches.push(branch);
    }
    pattern.branches.sort_by_key(|b| b.label);
    if let Some(pair) = pattern.branches.windows(2).find(|pair| pair[0].label == pair[1].label) {
        return Err(ExchangeError::new(t.line, format!("{} has two rows {}", pattern.name, pair[0].label)));
    }
    Ok(pattern)
}

fn read_verdict(name: &str, t: &Thing) -> Result<Annotation, String> {
    let size = t.number("boardSize")?;
    let line = Line::parse(t.need("sequence")?, size).map_err(|e| e.to_string())?;
    line.last().ok_or("the sequence has no move")?;
    let better = t.maybe("shouldHavePlayed")?.map(|m| crate::board::Move::from_gtp(m, size));
    let pattern = match t.link("onBranch", "branch")? {
        None => None,
        Some(row) => {
            let (id, label) = row.split_once(':').ok_or("a branch is named pattern:row")?;
            let label = BranchLabel::parse(label).ok_or_else(|| format!("`{label}` is not a row; write M3-A"))?;
            Some(BranchRef { id: id.parse()?, label })
        }
    };
    let source = match t.link("game", "game")? {
        None => None,
        Some(id) => Some(SourceRef { id: id.parse()?, number: t.number("moveNumber")? }),
    };
    let state = t.need("state")?;
    Ok(Annotation {
        id: tail(name, "verdict")?.parse()?,
        expert: t.link("expert", "expert")?.ok_or("fz:expert is missing")?.parse()?,
        line,
        term: t.link("term", "term")?.map(|c| TermCode::try_from(c.to_owned())).transpose()?,
        comment: t.text("comment")?,
        better: better.transpose().map_err(|e| e.to_string())?,
        rules: t.maybe("rules")?.map(str::to_owned),
        komi: t.maybe_number("komi")?,
        pattern,
        source,
        time: t.number("time")?,
        state: Validation::parse(state).ok_or_else(|| format!("`{state}` is not a state"))?,
        judged_by: t.link("judgedBy", "expert")?.map(str::parse).transpose()?,
        origin: t.text("origin")?,
    })
}
