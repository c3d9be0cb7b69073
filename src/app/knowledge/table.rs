//! The pattern table of figure 5 of Hoock et al.: Part 1 the sequence, Part 2 a column for each expert;
//! filtered, with the verdicts that belong to no pattern below.

use crate::board::Color;
use crate::ontology::{
    Annotation, BranchLabel, ExpertId, FuzzyPattern, Line, PatternId, Phase, Store, StoreError, TermCode, Validation,
};
use std::collections::HashSet;

/// The most rows that are read: more than anybody looks through.
const MOST: usize = 1000;

/// What is wanted of the table; what is `None` or empty does not matter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Lines of the board.
    pub size: Option<u8>,
    /// As Black or as White.
    pub side: Option<Color>,
    /// Which part of the game.
    pub phase: Option<Phase>,
    /// One pattern.
    pub pattern: Option<PatternId>,
    /// Rows that this expert has judged.
    pub expert: Option<ExpertId>,
    /// Rows that somebody has given this term.
    pub term: Option<TermCode>,
    /// Rows with a verdict of this state.
    pub state: Option<Validation>,
    /// Words in the name, the moves or a comment.
    pub text: String,
}

impl Filter {
    fn takes_pattern(&self, pattern: &FuzzyPattern) -> bool {
        self.size.is_none_or(|size| size == pattern.size)
            && self.side.is_none_or(|side| side == pattern.side)
            && self.phase.is_none_or(|phase| phase == pattern.phase)
            && self.pattern.is_none_or(|id| id == pattern.id)
    }

    fn takes_row(&self, row: &TableRow) -> bool {
        let any = |wanted: &dyn Fn(&Annotation) -> bool| row.verdicts.iter().any(wanted);
        let text = self.text.trim().to_lowercase();
        let has = |words: &str| words.to_lowercase().contains(&text);
        self.expert.is_none_or(|expert| any(&|a| a.expert == expert))
            && self.term.is_none_or(|term| any(&|a| a.term == Some(term)))
            && self.state.is_none_or(|state| any(&|a| a.state == state))
            && (text.is_empty() || has(&row.name) || has(&row.line.to_string()) || any(&|a| has(&a.comment)))
    }
}

/// One row: a sequence whose last move is judged.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// The name of the pattern; empty outside of any.
    pub name: String,
    /// The pattern and the row in it.
    pub branch: Option<(PatternId, BranchLabel)>,
    /// The moves up to and with the judged one.
    pub line: Line,
    /// Why the reading of the source is doubtful.
    pub doubt: String,
    /// What was said, by expert.
    pub verdicts: Vec<Annotation>,
}

/// The table.
#[derive(Clone, Debug, Default)]
pub struct PatternTable {
    /// Rows in the order of the patterns.
    pub rows: Vec<TableRow>,
    /// The experts who have a word in it, by the number of their words.
    pub experts: Vec<ExpertId>,
    /// The remark on the pattern, where one is chosen.
    pub remark: String,
    /// There is more than is shown.
    pub is_cut: bool,
}

impl PatternTable {
    /// Reads what the filter wants.
    pub fn new(store: &Store, filter: &Filter) -> Result<PatternTable, StoreError> {
        let mut table = PatternTable::default();
        for pattern in store.patterns()?.into_iter().filter(|pattern| filter.takes_pattern(pattern)) {
            if table.rows.len() >= MOST {
                table.is_cut = true;
                break;
            }
            let verdicts = store.annotations_of_pattern(pattern.id)?;
            if filter.pattern.is_some() {
                table.remark.clone_from(&pattern.remark);
            }
            for branch in pattern.branches {
                let own = |a: &&Annotation| a.pattern.is_some_and(|row| row.label == branch.label);
                let row = TableRow {
                    name: pattern.name.clone(),
                    branch: Some((pattern.id, branch.label)),
                    line: branch.line,
                    doubt: branch.doubt,
                    verdicts: verdicts.iter().filter(own).cloned().collect(),
                };
                if filter.takes_row(&row) {
                    table.rows.push(row);
                }
            }
        }
        if filter.pattern.is_none() {
            table.add_loose(store, filter)?;
        }
        let mut counts: Vec<(ExpertId, usize)> = Vec::new();
        for verdict in table.rows.iter().flat_map(|row| &row.verdicts) {
            match counts.iter_mut().find(|count| count.0 == verdict.expert) {
                Some(count) => count.1 += 1,
                None => counts.push((verdict.expert, 1)),
            }
        }
        counts.sort_by_key(|&(expert, count)| (std::cmp::Reverse(count), expert));
        table.experts = counts.into_iter().map(|(expert, _)| expert).collect();
        Ok(table)
    }

    /// Verdicts outside of any pattern, a row for each sequence.
    fn add_loose(&mut self, store: &Store, filter: &Filter) -> Result<(), StoreError> {
        let sizes: Vec<u8> = match filter.size {
            Some(size) => vec![size],
            None => store.stats()?.by_size.into_iter().map(|(size, _)| size).collect(),
        };
        let mut seen = HashSet::new();
        for size in sizes {
            for side in Color::BOTH.into_iter().filter(|&side| filter.side.is_none_or(|wanted| wanted == side)) {
                for phase in Phase::ALL.into_iter().filter(|&p| filter.phase.is_none_or(|wanted| wanted == p)) {
                    for (line, _) in store.loose_lines(size, side, phase, MOST)? {
                        if self.rows.len() >= MOST {
                            self.is_cut = true;
                            return Ok(());
                        }
                        let Ok((situation, _)) = line.graded() else { continue };
                        let mut verdicts = store.annotations_at(&situation)?;
                        verdicts.retain(|a| a.line == line && a.pattern.is_none());
                        let row = TableRow { name: String::new(), branch: None, line, doubt: String::new(), verdicts };
                        if filter.takes_row(&row) && seen.insert(row.line.to_string()) {
                            self.rows.push(row);
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ontology::store::Edit;
    use crate::ontology::{Expert, Record, shipped};

    #[test]
    fn figure_five_comes_out_and_filters_narrow_it() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = shipped::open(&dir.path().join("o.db")).unwrap();
        let cheng = Expert::id_of("Ming-Chi Cheng");
        let loose = Annotation::new(cheng, Line::parse("C3", 9).unwrap(), Some(TermCode::GOOD));
        store.write("grade", vec![Edit::Put(Record::Annotation(loose))]).unwrap();
        let count = |filter: &Filter| PatternTable::new(&store, filter).unwrap().rows.len();
        let all = PatternTable::new(&store, &Filter::default()).unwrap();
        assert_eq!((all.experts.len(), all.experts[0]), (2, cheng));
        assert!(all.rows.last().unwrap().branch.is_none() && !all.is_cut, "what belongs to no pattern comes last");
        let patterns = store.patterns().unwrap();
        let first = patterns.iter().find(|p| p.name == "Pattern 1").unwrap();
        let one = Filter { pattern: Some(first.id), ..Filter::default() };
        let table = PatternTable::new(&store, &one).unwrap();
        assert_eq!(table.rows.len(), 19);
        assert!(table.remark.contains("wins"), "{}", table.remark);
        assert!(table.rows.iter().all(|row| row.verdicts.len() == 2));
        assert_eq!(count(&Filter { size: Some(19), ..Filter::default() }), 0);
        let white = Filter { side: Some(Color::White), ..Filter::default() };
        assert!(count(&white) >= 14 && count(&white) < all.rows.len());
        let doubtful = Filter { state: Some(Validation::Proposed), pattern: Some(first.id), ..Filter::default() };
        assert_eq!(count(&doubtful), 1, "only the doubtful reading M5-B is not confirmed");
        let very_bad = Filter { term: Some(TermCode::VERY_BAD), ..one.clone() };
        assert_eq!(count(&very_bad), 4);
        assert_eq!(count(&Filter { text: "h2 c7".to_owned(), ..one }), 1);
    }
}
