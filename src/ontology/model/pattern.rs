//! Fuzzy patterns: opening sequences with branches (Hoock et al. 2010, algorithm 3 and figure 5).

use super::id::PatternId;
use super::line::Line;
use crate::board::Color;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// Which part of a game (the paper's three phases).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The opening.
    Opening,
    /// The middle game.
    Middle,
    /// The end game.
    End,
}

impl Phase {
    /// All three in the order of play.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::End];

    /// The name in files and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle",
            Phase::End => "end",
        }
    }

    /// Reads a name of [`Phase::name`].
    pub fn parse(text: &str) -> Option<Phase> {
        Phase::ALL.into_iter().find(|p| p.name() == text)
    }

    /// By how full the board is: the opening ends when a quarter of the points would be taken, the
    /// middle game at two thirds.
    pub fn of_move(number: usize, size: u8) -> Phase {
        let area = usize::from(size) * usize::from(size);
        if number * 4 <= area {
            Phase::Opening
        } else if number * 3 <= area * 2 {
            Phase::Middle
        } else {
            Phase::End
        }
    }
}

/// The name of a row of figure 5: `M3` is the third move of the main line, `M3-A` a branch at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BranchLabel {
    /// The number of the move, from 1.
    pub number: u16,
    /// 0 for the main line, 1 for branch A, 26 for Z, 27 for AA.
    pub branch: u16,
}

impl BranchLabel {
    /// The main line at a move.
    pub const fn main(number: u16) -> BranchLabel {
        BranchLabel { number, branch: 0 }
    }

    /// Reads `M3`, `M3-A`, `m12-ab`.
    pub fn parse(text: &str) -> Option<BranchLabel> {
        let rest = text.trim().strip_prefix(['M', 'm'])?;
        let (number, letters) = rest.split_once('-').unwrap_or((rest, ""));
        if rest.ends_with('-') || letters.len() > 3 || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let mut branch: u16 = 0;
        for letter in letters.bytes() {
            if !letter.is_ascii_alphabetic() {
                return None;
            }
            branch = branch * 26 + u16::from(letter.to_ascii_uppercase() - b'A') + 1;
        }
        number.parse().ok().filter(|&n| n > 0).map(|number| BranchLabel { number, branch })
    }
}

impl fmt::Display for BranchLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = Vec::new();
        let mut rest = self.branch;
        while rest > 0 {
            rest -= 1;
            letters.push((b'A' + (rest % 26) as u8) as char);
            rest /= 26;
        }
        let branch: String = letters.into_iter().rev().collect();
        let text = format!("M{}{}{branch}", self.number, if branch.is_empty() { "" } else { "-" });
        f.pad(&text)
    }
}

impl Serialize for BranchLabel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BranchLabel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BranchLabel, D::Error> {
        let text = String::deserialize(deserializer)?;
        BranchLabel::parse(&text)
            .ok_or_else(|| de::Error::custom(format!("`{text}` is not a branch; write M3 or M3-A")))
    }
}

/// One row of a pattern: a sequence whose last move is what experts grade.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Its name.
    pub label: BranchLabel,
    /// The moves up to and with the graded one.
    pub line: Line,
    /// The reading of the source is doubtful, and why; empty when it is not.
    pub doubt: String,
}

/// A sequence of moves with branches, on one board size, for one side, under given rules and komi.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RawPattern", into = "RawPattern")]
pub struct FuzzyPattern {
    /// Its identity.
    pub id: PatternId,
    /// `Pattern 1`.
    pub name: String,
    /// For whom it is an opening: as Black or as White.
    pub side: Color,
    /// Lines of the board.
    pub size: u8,
    /// The rules it was judged under, if known: `chinese`.
    pub rules: Option<String>,
    /// The komi it was judged under, if known.
    pub komi: Option<f32>,
    /// Which part of the game it belongs to.
    pub phase: Phase,
    /// A remark on the whole pattern.
    pub remark: String,
    /// Where it comes from.
    pub origin: String,
    /// Its rows, by label.
    pub branches: Vec<Branch>,
}

impl FuzzyPattern {
    /// The row with this label.
    pub fn branch(&self, label: BranchLabel) -> Option<&Branch> {
        self.branches.iter().find(|b| b.label == label)
    }
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPattern {
    id: PatternId,
    name: String,
    side: Color,
    size: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    komi: Option<f32>,
    phase: Phase,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    remark: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    origin: String,
    branches: Vec<RawBranch>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBranch {
    label: BranchLabel,
    sequence: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    doubt: String,
}

impl TryFrom<RawPattern> for FuzzyPattern {
    type Error = String;
    fn try_from(raw: RawPattern) -> Result<FuzzyPattern, String> {
        let branch = |b: RawBranch| {
            let line = Line::parse(&b.sequence, raw.size).map_err(|e| format!("{} of {}: {e}", b.label, raw.name))?;
            Ok::<_, String>(Branch { label: b.label, line, doubt: b.doubt })
        };
        let branches = raw.branches.into_iter().map(branch).collect::<Result<Vec<_>, _>>()?;
        let mut pattern = FuzzyPattern {
            id: raw.id,
            name: raw.name,
            side: raw.side,
            size: raw.size,
            rules: raw.rules,
            komi: raw.komi,
            phase: raw.phase,
            remark: raw.remark,
            origin: raw.origin,
            branches,
        };
        pattern.branches.sort_by_key(|b| b.label);
        if let Some(pair) = pattern.branches.windows(2).find(|p| p[0].label == p[1].label) {
            return Err(format!("{} has two rows {}", pattern.name, pair[0].label));
        }
        Ok(pattern)
    }
}

impl From<FuzzyPattern> for RawPattern {
    fn from(p: FuzzyPattern) -> RawPattern {
        let branch = |b: Branch| RawBranch { label: b.label, sequence: b.line.to_string(), doubt: b.doubt };
        RawPattern {
            id: p.id,
            name: p.name,
            side: p.side,
            size: p.size,
            rules: p.rules,
            komi: p.komi,
            phase: p.phase,
            remark: p.remark,
            origin: p.origin,
            branches: p.branches.into_iter().map(branch).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_read_back_and_sort_as_people_expect() {
        let texts = ["M1", "M3", "M3-A", "M3-B", "M3-Z", "M3-AA", "M3-AB", "M11", "M300-ZZZ"];
        let labels: Vec<BranchLabel> = texts.iter().map(|t| BranchLabel::parse(t).unwrap()).collect();
        assert!(labels.is_sorted());
        assert_eq!(labels.iter().map(|l| l.to_string()).collect::<Vec<_>>(), texts);
        for bad in ["", "3", "M", "M0", "M3-", "M3-1", "M-A", "M99999", "M3-AAAA", "M+3"] {
            assert_eq!(BranchLabel::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn phases_follow_the_filling_of_the_board() {
        assert_eq!(Phase::of_move(20, 9), Phase::Opening);
        assert_eq!(Phase::of_move(21, 9), Phase::Middle);
        assert_eq!(Phase::of_move(55, 9), Phase::End);
        for phase in Phase::ALL {
            assert_eq!(Phase::parse(phase.name()), Some(phase));
        }
    }
}
