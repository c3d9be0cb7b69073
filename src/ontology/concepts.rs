//! The concept tree of the paper, to browse: board size → side → phase → pattern → branch → move.
//!
//! Levels are read when they are opened, so a large ontology costs nothing until it is looked at.

use super::model::{BranchLabel, FuzzyPattern, Key, Line, PatternId, Phase, Record};
use super::store::{Store, StoreError};
use crate::board::Color;

/// A place in the tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Concept {
    /// Above everything.
    Root,
    /// All patterns and verdicts on a board.
    Size(u8),
    /// Those for one side.
    Side(u8, Color),
    /// Those of one phase.
    Phase(u8, Color, Phase),
    /// A pattern.
    Pattern(PatternId),
    /// Verdicts of a phase that belong to no pattern.
    Loose(u8, Color, Phase),
    /// A row of a pattern.
    Branch(PatternId, BranchLabel),
    /// A move with all moves before it.
    Move(Line),
}

/// A line of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct ConceptNode {
    /// What it is, for asking its children.
    pub concept: Concept,
    /// What to show.
    pub title: String,
    /// Verdicts under it.
    pub verdicts: i64,
    /// Whether there is something to open.
    pub has_children: bool,
}

/// Loose sequences shown at once.
const MOST: usize = 500;

impl Store {
    /// The children of a place in the tree.
    pub fn concepts(&self, of: &Concept) -> Result<Vec<ConceptNode>, StoreError> {
        let node = |concept, title: String, verdicts| ConceptNode { concept, title, verdicts, has_children: true };
        match of {
            Concept::Root => {
                let mut sizes: Vec<u8> = self.patterns()?.iter().map(|p| p.size).collect();
                let counts = self.stats()?.by_size;
                sizes.extend(counts.iter().map(|c| c.0));
                sizes.sort_unstable();
                sizes.dedup();
                let count = |size| counts.iter().find(|c| c.0 == size).map_or(0, |c| c.1);
                Ok(sizes.into_iter().map(|s| node(Concept::Size(s), format!("{s}x{s}"), count(s))).collect())
            }
            &Concept::Size(size) => self.sides(size),
            &Concept::Side(size, side) => self.phases(size, side),
            &Concept::Phase(size, side, phase) => self.patterns_of(size, side, phase),
            &Concept::Pattern(id) => {
                let Some(Record::Pattern(pattern)) = self.get(Key::Pattern(id))? else { return Ok(Vec::new()) };
                let verdicts = self.annotations_of_pattern(id)?;
                let row = |b: &super::model::Branch| {
                    let count = verdicts.iter().filter(|a| a.pattern.is_some_and(|r| r.label == b.label)).count();
                    node(Concept::Branch(id, b.label), format!("{}  {}", b.label, b.line), count as i64)
                };
                Ok(pattern.branches.iter().map(row).collect())
            }
            &Concept::Branch(id, label) => {
                let Some(Record::Pattern(pattern)) = self.get(Key::Pattern(id))? else { return Ok(Vec::new()) };
                pattern.branch(label).map_or(Ok(Vec::new()), |b| self.moves_of(&b.line))
            }
            &Concept::Loose(size, side, phase) => {
                let lines = self.loose_lines(size, side, phase, MOST)?;
                let leaf = |(line, count): (Line, i64)| ConceptNode {
                    title: line.to_string(),
                    concept: Concept::Move(line),
                    verdicts: count,
                    has_children: false,
                };
                Ok(lines.into_iter().map(leaf).collect())
            }
            Concept::Move(_) => Ok(Vec::new()),
        }
    }

    fn sides(&self, size: u8) -> Result<Vec<ConceptNode>, StoreError> {
        let mut nodes = Vec::new();
        for side in Color::BOTH {
            let below = self.phases(size, side)?;
            if !below.is_empty() {
                let verdicts = below.iter().map(|n| n.verdicts).sum();
                let (concept, title) = (Concept::Side(size, side), format!("as {side}"));
                nodes.push(ConceptNode { concept, title, verdicts, has_children: true });
            }
        }
        Ok(nodes)
    }

    fn phases(&self, size: u8, side: Color) -> Result<Vec<ConceptNode>, StoreError> {
        let mut nodes = Vec::new();
        for phase in Phase::ALL {
            let below = self.patterns_of(size, side, phase)?;
            if !below.is_empty() {
                let verdicts = below.iter().map(|n| n.verdicts).sum();
                let title = match phase {
                    Phase::Opening => "opening",
                    Phase::Middle => "middle game",
                    Phase::End => "end game",
                };
                let concept = Concept::Phase(size, side, phase);
                nodes.push(ConceptNode { concept, title: title.to_owned(), verdicts, has_children: true });
            }
        }
        Ok(nodes)
    }

    fn patterns_of(&self, size: u8, side: Color, phase: Phase) -> Result<Vec<ConceptNode>, StoreError> {
        let mut nodes = Vec::new();
        let fits = |p: &FuzzyPattern| (p.size, p.side, p.phase) == (size, side, phase);
        for p in self.patterns()?.into_iter().filter(fits) {
            let verdicts = self.annotations_of_pattern(p.id)?.len() as i64;
            let has_children = !p.branches.is_empty();
            nodes.push(ConceptNode { concept: Concept::Pattern(p.id), title: p.name, verdicts, has_children });
        }
        let loose: i64 = self.count_loose(size, side, phase)?;
        if loose > 0 {
            let (concept, title) = (Concept::Loose(size, side, phase), "without a pattern".to_owned());
            nodes.push(ConceptNode { concept, title, verdicts: loose, has_children: true });
        }
        Ok(nodes)
    }

    /// The moves along a line, each with the verdicts on it.
    fn moves_of(&self, line: &Line) -> Result<Vec<ConceptNode>, StoreError> {
        let mut nodes = Vec::new();
        for (index, (color, mv)) in line.moves().iter().enumerate() {
            let line = line.prefix(index + 1);
            let title = format!("{}{} {}", color.letter(), index + 1, mv.to_gtp(line.size()));
            let verdicts = self.count_on_line(&line)?;
            nodes.push(ConceptNode { concept: Concept::Move(line), title, verdicts, has_children: false });
        }
        Ok(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ontology::model::{Annotation, Expert, TermCode};
    use crate::ontology::shipped;
    use crate::ontology::store::Edit;

    fn titles(store: &Store, path: &[&str]) -> Vec<(String, i64)> {
        let mut at = Concept::Root;
        for step in path {
            let found = store.concepts(&at).unwrap().into_iter().find(|n| n.title.starts_with(step));
            at = found.unwrap_or_else(|| panic!("no {step} under {at:?}")).concept;
        }
        store.concepts(&at).unwrap().into_iter().map(|n| (n.title, n.verdicts)).collect()
    }

    #[test]
    fn the_tree_goes_from_size_to_move() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = shipped::open(&dir.path().join("o.db")).unwrap();
        let line = Line::parse("C3", 9).unwrap();
        let loose = Annotation::new(Expert::id_of("Ming-Chi Cheng"), line, Some(TermCode::GOOD));
        store.write("grade", vec![Edit::Put(Record::Annotation(loose))]).unwrap();
        assert_eq!(titles(&store, &[]), [("9x9".into(), 67)]);
        assert_eq!(titles(&store, &["9x9"]), [("as Black".into(), 39), ("as White".into(), 28)]);
        assert_eq!(titles(&store, &["9x9", "as Black"]), [("opening".into(), 39)]);
        let patterns = titles(&store, &["9x9", "as Black", "opening"]);
        assert_eq!(patterns[0], ("Pattern 1".into(), 38));
        assert_eq!(patterns[4], ("without a pattern".into(), 1));
        let rows = titles(&store, &["9x9", "as Black", "opening", "Pattern 1"]);
        assert_eq!((rows.len(), &rows[2]), (19, &("M3-A  E5 G5 C5".into(), 2)));
        let moves = titles(&store, &["9x9", "as Black", "opening", "Pattern 1", "M3-A"]);
        assert_eq!(moves, [("B1 E5".into(), 2), ("W2 G5".into(), 2), ("B3 C5".into(), 2)]);
        assert_eq!(titles(&store, &["9x9", "as Black", "opening", "without"]), [("C3".into(), 1)]);
    }
}
