//! The strength of a player from results with handicaps, by likelihood (Rimmel, A.2.3, after the rating
//! system of the Internet Go Server).

use std::str::FromStr;

/// A game of the player whose strength is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Result {
    /// The opponent's level: 1 for 1 dan, 0 for 1 kyu, -1 for 2 kyu.
    pub opponent: f64,
    /// Handicap stones that the player got; below 0 where it gave them.
    pub handicap: f64,
    /// Whether the player won.
    pub won: bool,
}

/// Why a text is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no result; write the opponent's rank, the handicap stones got and win or loss, such as `6d 7 loss`")]
pub struct NotAResult(String);

impl FromStr for Result {
    type Err = NotAResult;

    /// Reads `6d 7 loss`: the opponent's rank, the handicap that the player got, how it ended. Blanks or
    /// commas part the words.
    fn from_str(text: &str) -> std::result::Result<Result, NotAResult> {
        let fault = || NotAResult(text.trim().to_owned());
        let words: Vec<&str> = text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
        let [rank, handicap, result] = words[..] else { return Err(fault()) };
        let won = match result.to_ascii_lowercase().as_str() {
            "win" | "won" | "w" | "1" => true,
            "loss" | "lost" | "l" | "0" => false,
            _ => return Err(fault()),
        };
        let handicap = handicap.parse().ok().filter(|stones: &f64| stones.abs() <= 30.0).ok_or_else(fault)?;
        Ok(Result { opponent: level(rank).ok_or_else(fault)?, handicap, won })
    }
}

/// The level of a rank: dans upwards from 1, kyus downwards from 0. A first professional dan is taken for
/// a seventh amateur one, and three professional dans for one amateur dan, as handicaps among them go.
fn level(rank: &str) -> Option<f64> {
    let rank = rank.to_ascii_lowercase();
    let (number, kind) = rank.split_at_checked(rank.len().checked_sub(1)?)?;
    let number: f64 = number.parse().ok().filter(|number| (1.0..=40.0).contains(number))?;
    match kind {
        "d" => Some(number),
        "k" => Some(1.0 - number),
        "p" => Some(7.0 + (number - 1.0) / 3.0),
        _ => None,
    }
}

/// A level as a rank with a fraction: `1.6d`, `2.3k`.
pub fn rank(level: f64) -> String {
    if level >= 1.0 { format!("{level:.1}d") } else { format!("{:.1}k", 1.0 - level) }
}

impl Result {
    /// The probability of this result for a player of some level.
    pub fn likelihood(&self, player: f64) -> f64 {
        let advantage = self.opponent - self.handicap - player;
        let upset = 0.75f64.powf(2.0 * advantage.abs()) / 2.0;
        let loss = if advantage > 0.0 { 1.0 - upset } else { upset };
        if self.won { 1.0 - loss } else { loss }
    }
}

/// A strength and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The most likely level.
    pub level: f64,
    /// The levels between which it lies with 95 % confidence; open where the results set no bound.
    pub interval: (Option<f64>, Option<f64>),
    /// The logarithm of the likelihood there.
    pub log_likelihood: f64,
    /// Games it rests on.
    pub games: usize,
}

/// Levels that are looked at.
const RANGE: (f64, f64) = (-40.0, 25.0);
const STEP: f64 = 0.01;
/// Half of the 95 % quantile of chi-square with one degree of freedom.
const FALL: f64 = 1.92;

/// The level under which the results are most likely, with its likelihood interval. Nothing without games.
pub fn rate(results: &[Result]) -> Option<Rating> {
    if results.is_empty() {
        return None;
    }
    let log_likelihood =
        |level: f64| results.iter().map(|result| result.likelihood(level).max(1e-300).ln()).sum::<f64>();
    let steps = ((RANGE.1 - RANGE.0) / STEP) as usize;
    let curve: Vec<(f64, f64)> = (0..=steps)
        .map(|i| {
            let level = RANGE.0 + i as f64 * STEP;
            (level, log_likelihood(level))
        })
        .collect();
    let best = curve.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let within = |point: &&(f64, f64)| point.1 >= best.1 - FALL;
    let inside = |level: f64| level > RANGE.0 + STEP && level < RANGE.1 - STEP;
    let low = curve.iter().find(within).map(|point| point.0).filter(|&level| inside(level));
    let high = curve.iter().rev().find(within).map(|point| point.0).filter(|&level| inside(level));
    Some(Rating { level: best.0, interval: (low, high), log_likelihood: best.1, games: results.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_is_that_of_the_thesis() {
        let result = |opponent: f64, handicap: f64| Result { opponent, handicap, won: false };
        assert_eq!(result(3.0, 0.0).likelihood(3.0), 0.5, "equals");
        assert!((result(5.0, 1.0).likelihood(3.0) - (1.0 - 0.75f64.powi(2) / 2.0)).abs() < 1e-12, "one stone weaker");
        assert!((result(3.0, 2.0).likelihood(3.0) - 0.75f64.powi(4) / 2.0).abs() < 1e-12, "two stones ahead");
        let won = Result { won: true, ..result(5.0, 1.0) };
        assert!((won.likelihood(3.0) + result(5.0, 1.0).likelihood(3.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn ranks_and_results_are_read() {
        for (text, level) in [("1d", 1.0), ("1k", 0.0), ("5k", -4.0), ("1p", 7.0), ("7P", 9.0)] {
            assert_eq!(super::level(text), Some(level), "{text}");
        }
        assert_eq!("6d, 7, loss".parse(), Ok(Result { opponent: 6.0, handicap: 7.0, won: false }));
        for text in ["", "6d 7", "6x 7 win", "6d many win", "6d 7 draw", "d 1 win", "é 1 win"] {
            assert!(text.parse::<Result>().is_err(), "{text}");
        }
        assert_eq!((rank(1.6), rank(-1.3)), ("1.6d".to_owned(), "2.3k".to_owned()));
    }

    #[test]
    fn the_level_is_found_again_and_one_sided_results_leave_a_side_open() {
        // As many wins and losses as a player of 2 dan has on average.
        let truth = 2.0;
        let mut results = Vec::new();
        for opponent in [0.0, 1.0, 2.0, 3.0, 4.0] {
            let loss = Result { opponent, handicap: 0.0, won: false }.likelihood(truth);
            let losses = (loss * 1000.0).round() as usize;
            results.extend((0..1000).map(|i| Result { opponent, handicap: 0.0, won: i >= losses }));
        }
        let rating = rate(&results).unwrap();
        assert!((rating.level - truth).abs() < 0.02, "{rating:?}");
        let (low, high) = (rating.interval.0.unwrap(), rating.interval.1.unwrap());
        assert!(low < truth && truth < high && high - low < 0.3, "{rating:?}");
        let wins = [Result { opponent: 3.0, handicap: 0.0, won: true }; 5];
        let open = rate(&wins).unwrap();
        assert!(open.interval.0.is_some_and(|low| low > 0.0) && open.interval.1.is_none(), "{open:?}");
        assert_eq!(rate(&[]), None);
    }
}
