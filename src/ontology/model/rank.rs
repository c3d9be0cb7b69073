//! Ranks of players from 30 kyu to 9 dan professional.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A player's rank. Ordered by strength: 30k < 1k < 1d < 9d < 1p < 9p.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// Amateur pupil, 30 (beginner) to 1.
    Kyu(u8),
    /// Amateur master, 1 to 9.
    Dan(u8),
    /// Professional, 1 to 9.
    Pro(u8),
}

impl Rank {
    /// All ranks, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> {
        (1..=30).rev().map(Rank::Kyu).chain((1..=9).map(Rank::Dan)).chain((1..=9).map(Rank::Pro))
    }

    /// Steps above 30 kyu, for comparing.
    const fn step(self) -> u8 {
        match self {
            Rank::Kyu(n) => 30 - n,
            Rank::Dan(n) => 29 + n,
            Rank::Pro(n) => 38 + n,
        }
    }

    /// What a verdict of this rank weighs in a fusion, in (0, 1]: a beginner counts for little, 1 dan
    /// about half of a strong professional, professionals lie close together.
    pub fn weight(self) -> f32 {
        match self {
            Rank::Kyu(n) => 0.05 + 0.35 * f32::from(30 - n) / 29.0,
            Rank::Dan(n) => 0.45 + 0.35 * f32::from(n - 1) / 8.0,
            Rank::Pro(n) => 0.85 + 0.15 * f32::from(n - 1) / 8.0,
        }
    }

    /// Reads `7p`, `7P`, `6d`, `6 dan`, `30k`, `5 kyu`, `9 dan pro`.
    pub fn parse(text: &str) -> Option<Rank> {
        let text = text.trim().to_ascii_lowercase();
        let digits = text.find(|c: char| !c.is_ascii_digit())?;
        let number: u8 = text[..digits].parse().ok()?;
        let kind: String = text[digits..].split_whitespace().collect::<Vec<_>>().join(" ");
        let rank = match kind.trim_start_matches('-') {
            "k" | "kyu" => Rank::Kyu(number),
            "d" | "dan" => Rank::Dan(number),
            "p" | "pro" | "dan pro" | "professional dan" | "dan professional" => Rank::Pro(number),
            _ => return None,
        };
        rank.is_real().then_some(rank)
    }

    const fn is_real(self) -> bool {
        match self {
            Rank::Kyu(n) => n >= 1 && n <= 30,
            Rank::Dan(n) | Rank::Pro(n) => n >= 1 && n <= 9,
        }
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.step().cmp(&other.step())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rank::Kyu(n) => write!(f, "{n}k"),
            Rank::Dan(n) => write!(f, "{n}d"),
            Rank::Pro(n) => write!(f, "{n}p"),
        }
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rank {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rank, D::Error> {
        let text = String::deserialize(deserializer)?;
        Rank::parse(&text)
            .ok_or_else(|| de::Error::custom(format!("`{text}` is not a rank; write 30k … 1k, 1d … 9d or 1p … 9p")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_reads_back_and_weighs_more_than_the_one_below() {
        let all: Vec<Rank> = Rank::all().collect();
        assert_eq!(all.len(), 48);
        for pair in all.windows(2) {
            assert!(pair[0] < pair[1] && pair[0].weight() < pair[1].weight(), "{pair:?}");
        }
        for rank in all {
            assert_eq!(Rank::parse(&rank.to_string()), Some(rank));
            assert!(rank.weight() > 0.0 && rank.weight() <= 1.0);
        }
    }

    #[test]
    fn the_spellings_of_people_are_read() {
        assert_eq!(Rank::parse("7P"), Some(Rank::Pro(7)));
        assert_eq!(Rank::parse(" 6 dan "), Some(Rank::Dan(6)));
        assert_eq!(Rank::parse("6D"), Some(Rank::Dan(6)));
        assert_eq!(Rank::parse("9 dan pro"), Some(Rank::Pro(9)));
        for bad in ["", "0k", "31k", "10d", "p", "7", "7x", "999d", "９d"] {
            assert_eq!(Rank::parse(bad), None, "{bad}");
        }
    }
}
