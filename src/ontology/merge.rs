//! Two ontologies made one: what comes in keeps where it comes from, and nothing is kept twice.

use super::model::*;
use super::store::{Edit, Store, StoreError};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// What a merge does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MergeReport {
    /// New experts.
    pub experts: usize,
    /// New terms.
    pub terms: usize,
    /// New games.
    pub games: usize,
    /// New patterns.
    pub patterns: usize,
    /// New rows of patterns that were there.
    pub rows: usize,
    /// New verdicts.
    pub annotations: usize,
    /// Verdicts that replace an older version of themselves.
    pub updated: usize,
    /// Verdicts that were there already.
    pub same: usize,
    /// What a person should know: things that differ and were left as they are here.
    pub notes: Vec<String>,
}

/// The edits that bring `incoming` into a store, and what they amount to. Verdicts without an origin
/// get `origin`. Nothing is written yet.
pub fn plan(store: &Store, incoming: Knowledge, origin: &str) -> Result<(Vec<Edit>, MergeReport), StoreError> {
    let mut merge = Merge { store, edits: Vec::new(), report: MergeReport::default(), experts: HashMap::new() };
    merge.terms(incoming.terms)?;
    merge.experts(incoming.experts)?;
    merge.games(incoming.sources)?;
    let rows = merge.patterns(incoming.patterns)?;
    merge.annotations(incoming.annotations, &rows, origin)?;
    Ok((merge.edits, merge.report))
}

/// Where a row of an incoming pattern comes to lie.
type Rows = HashMap<(PatternId, BranchLabel), BranchRef>;

struct Merge<'a> {
    store: &'a Store,
    edits: Vec<Edit>,
    report: MergeReport,
    /// Incoming experts by the one they turn out to be.
    experts: HashMap<ExpertId, ExpertId>,
}

impl Merge<'_> {
    fn put(&mut self, record: Record) {
        self.edits.push(Edit::Put(record));
    }

    fn terms(&mut self, incoming: Vocabulary) -> Result<(), StoreError> {
        let ours = self.store.terms()?;
        for term in Vec::from(incoming) {
            match ours.get(term.code) {
                None => {
                    self.report.terms += 1;
                    self.put(Record::Term(term));
                }
                Some(known) if *known != term => {
                    let note = format!("the term {} has another fuzzy set there; ours was kept", term.code);
                    self.report.notes.push(note);
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn experts(&mut self, incoming: Vec<Expert>) -> Result<(), StoreError> {
        let ours = self.store.experts()?;
        for expert in incoming {
            let same_name = |e: &&Expert| Expert::id_of(&e.name) == Expert::id_of(&expert.name);
            let known = ours.iter().find(|e| e.id == expert.id).or_else(|| ours.iter().find(same_name));
            let Some(known) = known else {
                self.report.experts += 1;
                self.experts.insert(expert.id, expert.id);
                self.put(Record::Expert(expert));
                continue;
            };
            self.experts.insert(expert.id, known.id);
            // What we do not know yet we take; what we know we keep.
            let mut filled = known.clone();
            filled.rank = known.rank.or(expert.rank);
            if known.biography.is_empty() {
                filled.biography = expert.biography;
            }
            if let (Some(ours), Some(theirs)) = (known.rank, expert.rank)
                && ours != theirs
            {
                let note = format!("{} is {theirs} there; {ours} was kept", known.name);
                self.report.notes.push(note);
            }
            if filled != *known {
                self.put(Record::Expert(filled));
            }
        }
        Ok(())
    }

    fn games(&mut self, incoming: Vec<GameSource>) -> Result<(), StoreError> {
        for game in incoming {
            if self.store.get(Key::Source(game.id))?.is_none() {
                self.report.games += 1;
                self.put(Record::Source(game));
            }
        }
        Ok(())
    }

    fn patterns(&mut self, incoming: Vec<FuzzyPattern>) -> Result<Rows, StoreError> {
        let ours = self.store.patterns()?;
        let mut rows = Rows::new();
        for pattern in incoming {
            let same = |p: &&FuzzyPattern| {
                (p.name.as_str(), p.side, p.size) == (pattern.name.as_str(), pattern.side, pattern.size)
            };
            let known = ours.iter().find(|p| p.id == pattern.id).or_else(|| ours.iter().find(same));
            let Some(known) = known else {
                self.report.patterns += 1;
                for b in &pattern.branches {
                    rows.insert((pattern.id, b.label), BranchRef { id: pattern.id, label: b.label });
                }
                self.put(Record::Pattern(pattern));
                continue;
            };
            let mut grown = known.clone();
            if grown.remark.is_empty() {
                grown.remark.clone_from(&pattern.remark);
            }
            for b in pattern.branches {
                let label = match grown.branches.iter().find(|ours| ours.line == b.line) {
                    Some(ours) => ours.label,
                    None => {
                        let label = free_label(&grown, b.label);
                        if label != b.label {
                            let note = format!("{} {} is another row there; it became {label}", known.name, b.label);
                            self.report.notes.push(note);
                        }
                        self.report.rows += 1;
                        grown.branches.push(Branch { label, ..b.clone() });
                        label
                    }
                };
                rows.insert((pattern.id, b.label), BranchRef { id: known.id, label });
            }
            grown.branches.sort_by_key(|b| b.label);
            if grown != *known {
                self.put(Record::Pattern(grown));
            }
        }
        Ok(rows)
    }

    fn annotations(&mut self, incoming: Vec<Annotation>, rows: &Rows, origin: &str) -> Result<(), StoreError> {
        let mut contents = HashSet::new();
        for mut a in incoming {
            a.expert = self.expert(a.expert);
            a.judged_by = a.judged_by.map(|judge| self.expert(judge));
            a.pattern = a.pattern.map(|row| rows.get(&(row.id, row.label)).copied().unwrap_or(row));
            if a.origin.is_empty() {
                origin.clone_into(&mut a.origin);
            }
            if !contents.insert(a.content_id()) || self.is_known(&a)? {
                self.report.same += 1;
                continue;
            }
            match self.store.annotation(a.id)? {
                // The same verdict, edited on one side: the later word counts.
                Some(ours) if ours.time >= a.time => self.report.same += 1,
                Some(_) => {
                    self.report.updated += 1;
                    self.put(Record::Annotation(a));
                }
                None => {
                    self.report.annotations += 1;
                    self.put(Record::Annotation(a));
                }
            }
        }
        Ok(())
    }

    /// Who an incoming expert is here.
    fn expert(&self, id: ExpertId) -> ExpertId {
        self.experts.get(&id).copied().unwrap_or(id)
    }

    /// Whether one of ours says all that this one says. Formats that leave games and alternatives out
    /// must not bring the same verdict back as another one.
    fn is_known(&self, a: &Annotation) -> Result<bool, StoreError> {
        if self.store.same_content(a)?.is_some() {
            return Ok(true);
        }
        let covers = |ours: &Annotation| {
            ours.id != a.id
                && ours.term == a.term
                && (a.comment.is_empty() || ours.comment == a.comment)
                && (a.better.is_none() || ours.better == a.better)
                && (a.source.is_none() || ours.source == a.source)
                && (a.pattern.is_none() || ours.pattern == a.pattern)
        };
        Ok(self.store.annotations_on_line(&a.line, a.expert)?.iter().any(covers))
    }
}

/// The label itself, or the first free branch at its move.
fn free_label(pattern: &FuzzyPattern, wanted: BranchLabel) -> BranchLabel {
    let free = |l: &BranchLabel| pattern.branch(*l).is_none();
    if free(&wanted) {
        return wanted;
    }
    (1..=u16::MAX).map(|branch| BranchLabel { branch, ..wanted }).find(free).unwrap_or(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ontology::exchange::{FORMATS, ReadOptions};
    use crate::ontology::shipped;

    fn merge(store: &mut Store, k: Knowledge) -> MergeReport {
        let (edits, report) = plan(store, k, "other").unwrap();
        store.write("merge", edits).unwrap();
        report
    }

    #[test]
    fn no_format_doubles_what_is_there() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = shipped::open(&dir.path().join("o.db")).unwrap();
        let whole = store.knowledge().unwrap();
        for format in FORMATS {
            let read = format.read(&format.write(&whole), &ReadOptions::new("again")).unwrap();
            let report = merge(&mut store, read);
            assert_eq!((report.annotations, report.patterns, report.rows), (0, 0, 0), "{}", format.name());
            assert_eq!(report.same, 66, "{}", format.name());
            assert_eq!(store.knowledge().unwrap(), whole, "{}", format.name());
        }
    }

    #[test]
    fn the_later_word_counts_and_provenance_stays() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = shipped::open(&dir.path().join("o.db")).unwrap();
        let mut theirs = store.knowledge().unwrap();
        theirs.annotations[0].comment = "on second thought".into();
        theirs.annotations[0].time += 1;
        theirs.annotations[1].comment = "an older word".into();
        theirs.annotations[1].time -= 1;
        let mut new = theirs.annotations[2].clone();
        new.line = Line::parse("E5 C3 C4", 9).unwrap();
        new.pattern = None;
        new.origin = "their table".into();
        new.id = new.content_id();
        theirs.annotations.push(new.clone());
        let report = merge(&mut store, theirs.clone());
        assert_eq!((report.updated, report.annotations, report.same), (1, 1, 65));
        assert_eq!(store.annotation(new.id).unwrap().unwrap().origin, "their table");
        let first = store.annotation(theirs.annotations[0].id).unwrap().unwrap();
        assert_eq!(first.comment, "on second thought");
        assert_eq!(merge(&mut store, theirs).annotations, 0);
    }

    #[test]
    fn people_and_patterns_meet_by_name_and_rows_find_their_place() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = shipped::open(&dir.path().join("o.db")).unwrap();
        let mut theirs = Knowledge::default();
        let cheng = Expert { id: ExpertId(5), ..Expert::new("ming-chi  cheng", Some(Rank::Pro(8))) };
        let pattern = shipped::knowledge().patterns.into_iter().find(|p| p.name == "Pattern 1").unwrap();
        let label = BranchLabel::parse("M3-A").unwrap();
        let line = Line::parse("E5 G5 C7", 9).unwrap();
        let branches = vec![Branch { label, line: line.clone(), doubt: String::new() }];
        theirs.patterns.push(FuzzyPattern { id: PatternId(5), branches, ..pattern.clone() });
        let mut a = Annotation::new(cheng.id, line, Some(TermCode::BAD));
        a.pattern = Some(BranchRef { id: PatternId(5), label });
        theirs.annotations.push(a.clone());
        theirs.experts.push(cheng);
        let report = merge(&mut store, theirs);
        assert_eq!((report.experts, report.patterns, report.rows, report.annotations), (0, 0, 1, 1));
        assert_eq!(report.notes.len(), 2, "{:?}", report.notes);
        let kept = store.annotation(a.id).unwrap().unwrap();
        assert_eq!(kept.expert, Expert::id_of("Ming-Chi Cheng"));
        let row = kept.pattern.unwrap();
        assert_eq!((row.id, row.label.to_string().as_str()), (pattern.id, "M3-D"));
        assert_eq!(kept.origin, "other");
    }
}
