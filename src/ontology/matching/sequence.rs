//! Patterns by their beginnings: how far a game follows a stored sequence, in any orientation.

use super::why::Difference;
use crate::board::zobrist::split_mix;
use crate::board::{Color, Move, Symmetry};
use crate::ontology::model::position::{move_number, turned};
use crate::ontology::model::{BranchLabel, FuzzyPattern, Line, PatternId};

/// A game that follows a pattern for some moves.
#[derive(Clone, Debug, PartialEq)]
pub struct PrefixHit {
    /// The pattern.
    pub pattern: PatternId,
    /// Its row that goes furthest along.
    pub label: BranchLabel,
    /// Moves in common.
    pub common: usize,
    /// Moves of the game.
    pub length: usize,
    /// How the row goes on, in the orientation of the game.
    pub next: Option<Move>,
    /// The share of the game that lies on the pattern, times what its rules and komi allow.
    pub degree: f32,
    /// The name of the pattern.
    pub name: String,
    /// Lines of the board.
    pub size: u8,
    /// What differs besides.
    pub differences: Vec<Difference>,
}

#[derive(Debug)]
struct Row {
    pattern: u32,
    label: BranchLabel,
    line: Line,
}

/// All rows of all patterns by the hashes of their beginnings.
#[derive(Debug, Default)]
pub struct Sequences {
    patterns: Vec<(PatternId, String, super::Context)>,
    rows: Vec<Row>,
    /// Hash of a beginning, and a row of which it is one; sorted, one row for each pattern.
    prefixes: Vec<(u64, u32)>,
}

/// The hash of each beginning of one move and more: the same in all orientations.
fn prefix_hashes(line: &Line) -> Vec<u64> {
    let size = line.size();
    let mut hashes = Symmetry::ALL.map(|s| {
        let mut setup: Vec<u64> = line.setup().iter().map(|&(c, p)| code(c, Move::Play(p), s, size)).collect();
        setup.sort_unstable();
        setup.into_iter().fold(split_mix(u64::from(size)), |hash, stone| split_mix(hash ^ stone.rotate_left(32)))
    });
    let step = |&(color, mv): &(Color, Move)| {
        for (hash, s) in hashes.iter_mut().zip(Symmetry::ALL) {
            *hash = split_mix(*hash ^ code(color, mv, s, size));
        }
        hashes.iter().copied().min().unwrap_or(0)
    };
    line.moves().iter().map(step).collect()
}

fn code(color: Color, mv: Move, s: Symmetry, size: u8) -> u64 {
    u64::from(move_number(turned(mv, s, size), size)) << 1 | color.index() as u64
}

impl Sequences {
    /// Of these patterns.
    pub fn new(patterns: &[FuzzyPattern]) -> Sequences {
        let mut all = Sequences::default();
        for pattern in patterns {
            let number = all.patterns.len() as u32;
            let context = super::Context::new(pattern.rules.as_deref(), pattern.komi);
            all.patterns.push((pattern.id, pattern.name.clone(), context));
            // Long rows first: of several rows with the same beginning the longest stands for all.
            let mut branches: Vec<_> = pattern.branches.iter().collect();
            branches.sort_by_key(|b| (std::cmp::Reverse(b.line.moves().len()), b.label));
            for branch in branches {
                let row = all.rows.len() as u32;
                all.prefixes.extend(prefix_hashes(&branch.line).into_iter().map(|hash| (hash, row)));
                all.rows.push(Row { pattern: number, label: branch.label, line: branch.line.clone() });
            }
        }
        all.prefixes.sort_unstable();
        let rows = &all.rows;
        let pattern = |row: u32| rows[row as usize].pattern;
        all.prefixes.dedup_by(|b, a| a.0 == b.0 && pattern(a.1) == pattern(b.1));
        all
    }

    /// The patterns that the game follows longest, no more than `limit`.
    pub fn follow(&self, game: &Line, here: &super::Context, limit: usize) -> Vec<PrefixHit> {
        let hashes = prefix_hashes(game);
        for (index, &hash) in hashes.iter().enumerate().rev() {
            let start = self.prefixes.partition_point(|p| p.0 < hash);
            let same = self.prefixes[start..].iter().take_while(|p| p.0 == hash);
            let mut hits: Vec<PrefixHit> =
                same.filter_map(|&(_, row)| self.hit(&self.rows[row as usize], game, index + 1, here)).collect();
            if !hits.is_empty() {
                hits.sort_by(|a, b| b.degree.total_cmp(&a.degree));
                hits.truncate(limit);
                return hits;
            }
        }
        Vec::new()
    }

    fn hit(&self, row: &Row, game: &Line, common: usize, here: &super::Context) -> Option<PrefixHit> {
        let size = game.size();
        let (ours, theirs) = (game.moves(), row.line.moves());
        let fits = |s: &Symmetry| {
            let moves = theirs.iter().take(common).map(|&(color, mv)| (color, turned(mv, *s, size)));
            moves.eq(ours.iter().take(common).copied())
        };
        let symmetry = Symmetry::ALL.into_iter().find(fits)?;
        let next = theirs.get(common).map(|&(_, mv)| turned(mv, symmetry, size));
        let (pattern, name, context) = &self.patterns[row.pattern as usize];
        let agreement = super::agreement(here, context, false);
        let length = ours.len();
        let degree = agreement.degree * common as f32 / length as f32;
        let (pattern, name, differences) = (*pattern, name.clone(), agreement.differences);
        Some(PrefixHit { pattern, label: row.label, common, length, next, degree, name, size, differences })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ontology::model::{Branch, Phase};

    fn pattern() -> FuzzyPattern {
        let row = |label: &str, line: &str| Branch {
            label: BranchLabel::parse(label).unwrap(),
            line: Line::parse(line, 9).unwrap(),
            doubt: String::new(),
        };
        FuzzyPattern {
            id: PatternId(1),
            name: "Pattern 1".into(),
            side: Color::Black,
            size: 9,
            rules: Some("chinese".into()),
            komi: Some(7.5),
            phase: Phase::Opening,
            remark: String::new(),
            origin: String::new(),
            branches: vec![row("M3-A", "E5 G5 C5"), row("M5", "E5 G5 F3 C6 D7")],
        }
    }

    #[test]
    fn a_turned_game_follows_and_hears_the_next_move() {
        let sequences = Sequences::new(&[pattern()]);
        let here = super::super::Context::new(Some("chinese"), Some(7.5));
        let hits = sequences.follow(&Line::parse("E5 E7 C6", 9).unwrap(), &here, 5);
        assert_eq!(hits.len(), 1);
        assert_eq!((hits[0].common, hits[0].degree), (3, 1.0));
        assert_eq!(hits[0].why(), "the game follows Pattern 1 for all its 3 moves; M5 goes on with F3");
        let left = sequences.follow(&Line::parse("E5 G5 F3 G3", 9).unwrap(), &here, 5);
        assert_eq!((left[0].common, left[0].degree), (3, 0.75));
        assert_eq!(left[0].why(), "the game followed Pattern 1 for 3 of 4 moves; M5 went on with C6");
        assert!(sequences.follow(&Line::parse("C3", 9).unwrap(), &here, 5).is_empty());
    }
}
