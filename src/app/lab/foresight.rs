//! How well a search foresees who wins: its win rate in positions of finished games beside their results.
//!
//! Games against itself tell whether a change is stronger after hundreds of games; this tells what a change
//! does to the judgement of positions after minutes.

use crate::board::{Color, Position, Rules, zobrist};
use crate::patterns::games::winner;
use crate::record::Tree;

/// A position of a finished game.
pub struct Case {
    /// The position.
    pub position: Position,
    /// Who won.
    pub winner: Color,
    /// Which part of the game was played.
    pub share: f64,
}

/// Moves that are skipped at either end: the first tell nothing, the last everything.
const SKIPPED: usize = 8;

impl Case {
    /// A position of the main line that depends on the seed and the game only. `None` for games that are too
    /// short or have no winner on the board.
    pub fn of(tree: &Tree, seed: u64) -> Option<Case> {
        let winner = winner(tree)?;
        let nodes: Vec<_> = tree.main_line().collect();
        let size = tree.size();
        let stones = nodes.iter().take_while(|&&node| tree.move_at(node, size).is_none_or(|(_, mv)| mv.is_some()));
        let last = stones.count();
        let choices = last.checked_sub(2 * SKIPPED).filter(|&n| n > 0)?;
        let end = tree.replay_to(*nodes.get(last - 1)?, Rules::CHINESE).position.hash();
        let at = SKIPPED + (zobrist::split_mix(end ^ zobrist::split_mix(seed)) % choices as u64) as usize;
        let replayed = tree.replay_to(nodes[at], Rules::CHINESE);
        let is_sound = replayed.illegal.is_empty() && replayed.off_board.is_empty();
        is_sound.then(|| Case { position: replayed.position, winner, share: at as f64 / last as f64 })
    }
}

/// What was said of a position, and what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Foreseen {
    /// Black's chance to win by the search.
    pub win_rate: f64,
    /// Whether Black won.
    pub black_won: bool,
    /// Which part of the game was played.
    pub share: f64,
}

/// How well results were foreseen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foresight {
    /// Positions.
    pub positions: usize,
    /// Positions in which the winner was named.
    pub right: usize,
    /// Mean log loss after the best stretch: 0.693 is a coin.
    pub log_loss: f64,
    /// Twice its standard error.
    pub error: f64,
    /// The same for the last two fifths of the games.
    pub late_log_loss: f64,
    /// What the log odds were stretched by: below 1 the search is too sure of itself.
    pub stretch: f64,
}

/// Holds what was said beside what came. `None` without positions. Playouts win less surely than players
/// do, so that win rates are first stretched: the log odds, by the one factor that fits all of them best.
pub fn foresight(all: &[Foreseen]) -> Option<Foresight> {
    if all.is_empty() {
        return None;
    }
    let log_odds = |rate: f64| (rate / (1.0 - rate)).ln();
    let odds: Vec<f64> = all.iter().map(|f| log_odds(f.win_rate.clamp(0.005, 0.995))).collect();
    let chance = |odds: f64, stretch: f64| 1.0 / (1.0 + (-odds * stretch).exp());
    let mut stretch = 1.0;
    // Newton's way down a convex valley; it stands still long before.
    for _ in 0..50 {
        let (mut slope, mut bend) = (0.0, 1e-9);
        for (f, &x) in all.iter().zip(&odds) {
            let p = chance(x, stretch);
            slope += (p - f64::from(u8::from(f.black_won))) * x;
            bend += p * (1.0 - p) * x * x;
        }
        stretch = (stretch - slope / bend).clamp(0.01, 10.0);
    }
    let losses: Vec<f64> =
        all.iter().zip(&odds).map(|(f, &x)| -(chance(if f.black_won { x } else { -x }, stretch)).ln()).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let log_loss = mean(&losses);
    let spread = losses.iter().map(|l| (l - log_loss).powi(2)).sum::<f64>() / all.len() as f64;
    let late: Vec<f64> = losses.iter().zip(all).filter(|(_, f)| f.share > 0.6).map(|(&l, _)| l).collect();
    Some(Foresight {
        positions: all.len(),
        right: all.iter().filter(|f| (f.win_rate > 0.5) == f.black_won).count(),
        log_loss,
        error: 2.0 * (spread / all.len() as f64).sqrt(),
        late_log_loss: mean(&late),
        stretch,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{ReadOptions, read_bytes};

    fn foreseen(win_rate: f64, black_won: bool) -> Foreseen {
        Foreseen { win_rate, black_won, share: 0.9 }
    }

    #[test]
    fn a_coin_foresees_nothing_and_true_chances_need_no_stretch() {
        let coin = foresight(&[foreseen(0.5, true), foreseen(0.5, false)]).unwrap();
        assert!((coin.log_loss - 2f64.ln()).abs() < 1e-9 && coin.late_log_loss == coin.log_loss);
        // Four of five are won at 80 %.
        let fair: Vec<Foreseen> = (0..100).map(|n| foreseen(0.8, n % 5 > 0)).collect();
        let fair = foresight(&fair).unwrap();
        assert!((fair.stretch - 1.0).abs() < 1e-6 && fair.right == 80, "{fair:?}");
        // The same at 60 % was said too timidly, at 95 % too boldly; the loss is the same after the stretch.
        for (said, timid) in [(0.6, true), (0.95, false)] {
            let other: Vec<Foreseen> = (0..100).map(|n| foreseen(said, n % 5 > 0)).collect();
            let other = foresight(&other).unwrap();
            assert!((other.stretch > 1.0) == timid && (other.log_loss - fair.log_loss).abs() < 1e-6, "{other:?}");
        }
        assert_eq!(foresight(&[]), None);
    }

    #[test]
    fn games_without_a_fair_winner_or_too_short_are_left_out() {
        let case = |result: &str, moves: usize| {
            let points = "cc gg cg gc ee ce ec eg ge dd ff df fd cd gd cf gf dc fg".split(' ');
            let moves: String =
                points.take(moves).enumerate().map(|(n, p)| format!(";{}[{p}]", ["B", "W"][n % 2])).collect();
            let text = format!("(;SZ[9]KM[7]RE[{result}]{moves})");
            let read = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
            Case::of(read.collection.games[0].tree(), 1)
        };
        let found = case("B+Resign", 19).unwrap();
        assert_eq!(found.winner, Color::Black);
        assert!(found.share > 0.3 && found.share < 0.7 && found.position.turns().len() >= SKIPPED);
        assert_eq!(case("W+2.5", 19).unwrap().winner, Color::White);
        for (result, moves) in [("B+Time", 19), ("W+T", 19), ("Draw", 19), ("", 19), ("B+R", 12)] {
            assert!(case(result, moves).is_none(), "{result} {moves}");
        }
    }
}
