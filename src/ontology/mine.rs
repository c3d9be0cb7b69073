//! Openings mined from game records: which moves were played in which positions, how often, with what
//! result, and what annotators said of them. Positions meet in any orientation and order of moves.

use super::model::*;
use crate::board::{Canonical, Color, Move, Rules};
use crate::record::{Collection, Properties, Tree, known};
use crate::util::stats::wilson;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashMap;

/// What to mine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MineOptions {
    /// Moves of each game.
    pub depth: usize,
    /// Games a move needs to be listed.
    pub least: u32,
    /// Only boards of this size.
    pub size: Option<u8>,
}

impl Default for MineOptions {
    fn default() -> Self {
        MineOptions { depth: 12, least: 5, size: None }
    }
}

/// Counts of one move in one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games.
    pub games: u32,
    /// Won by Black.
    pub black: u32,
    /// Won by White.
    pub white: u32,
    /// Marked good (`TE`).
    pub te: u32,
    /// Marked bad (`BM`).
    pub bm: u32,
    /// Marked doubtful (`DO`).
    pub doubtful: u32,
    /// Marked interesting (`IT`).
    pub interesting: u32,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.black += other.black;
        self.white += other.white;
        self.te += other.te;
        self.bm += other.bm;
        self.doubtful += other.doubtful;
        self.interesting += other.interesting;
    }

    /// What annotators say, if they marked it: the mark most of them left.
    fn marked(&self) -> Option<(TermCode, String)> {
        let marks = [
            (self.te, TermCode::GOOD, "good"),
            (self.bm, TermCode::BAD, "bad"),
            (self.interesting, TermCode::UNCERTAIN, "interesting"),
            (self.doubtful, TermCode::UNCERTAIN, "doubtful"),
        ];
        let most = marks.into_iter().rev().max_by_key(|m| m.0).filter(|m| m.0 > 0)?;
        Some((most.1, format!("marked {} in {} of {} games", most.2, most.0, self.games)))
    }

    /// The player's wins and decided games.
    pub fn wins(&self, color: Color) -> (u32, u32) {
        let won = if color == Color::Black { self.black } else { self.white };
        (won, self.black + self.white)
    }
}

/// One move of the mined openings, as the first game that played it has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mined {
    /// The moves up to and with it.
    pub line: Line,
    /// What the games say.
    pub tally: Tally,
}

/// Counts while games pass by. Threads have one each and add them up.
#[derive(Debug, Default)]
pub struct Miner {
    options: MineOptions,
    moves: HashMap<(u64, Move), (u64, Found)>,
    games: u64,
}

#[derive(Debug, Clone)]
struct Found {
    size: u8,
    /// The way the earliest game took, for a line that does not depend on the order of threads.
    moves: Box<[(Color, Move)]>,
    tally: Tally,
}

impl Miner {
    /// A miner that has seen nothing.
    pub fn new(options: MineOptions) -> Miner {
        Miner { options, ..Miner::default() }
    }

    /// Games seen.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Counts the main line of a game. `number` orders games: the earliest gives the line its shape.
    pub fn add(&mut self, tree: &Tree, number: u64) {
        let size = tree.size();
        if self.options.size.is_some_and(|s| s != size) {
            return;
        }
        self.games += 1;
        let winner = tree.info(known::RE).and_then(|re| Color::from_gtp(re.split('+').next()?));
        let mut position = tree.first_position(Rules::CHINESE);
        if position.board().area() != position.board().empty_points().len() as u32 {
            return; // handicap openings are another matter
        }
        let mut path = Vec::with_capacity(self.options.depth);
        for node in tree.main_line() {
            let properties = tree.properties(node);
            let steps = properties.steps(size);
            if steps.setup.is_some_and(|s| !s.is_empty()) {
                return;
            }
            let Some((color, mv)) = steps.mv else { continue };
            let Some(mv) = mv else { return };
            if color != position.to_play() || path.len() == self.options.depth {
                return;
            }
            let canonical = Canonical::new(position.board(), color);
            path.push((color, mv));
            let tally = marks(properties, winner);
            self.count((canonical.hash, canonical.to_canonical(mv)), size, &path, tally, number);
            if position.play(mv).is_err() {
                return;
            }
        }
    }

    fn count(&mut self, key: (u64, Move), size: u8, path: &[(Color, Move)], tally: Tally, number: u64) {
        let fresh = || (number, Found { size, moves: path.into(), tally: Tally::default() });
        let (first, found) = self.moves.entry(key).or_insert_with(fresh);
        if number < *first {
            (*first, found.moves) = (number, path.into());
        }
        found.tally.add(&tally);
    }

    /// Adds what another miner has seen.
    #[must_use]
    pub fn join(mut self, other: Miner) -> Miner {
        if self.moves.len() < other.moves.len() {
            return other.join(self);
        }
        self.games += other.games;
        for (key, (number, found)) in other.moves {
            self.count(key, found.size, &found.moves, found.tally, number);
        }
        self
    }

    /// The moves that occurred often enough: by size, then most games first.
    pub fn finish(self) -> Vec<Mined> {
        let least = self.options.least;
        let frequent = self.moves.into_values().map(|v| v.1).filter(|f| f.tally.games >= least);
        let mut mined: Vec<Mined> = frequent
            .filter_map(|f| {
                let line = Line::new(f.size, [], f.moves.iter().copied()).ok()?;
                Some(Mined { line, tally: f.tally })
            })
            .collect();
        mined.sort_by_cached_key(|m| {
            (m.line.size(), std::cmp::Reverse(m.tally.games), m.line.moves().len(), m.line.to_string())
        });
        mined
    }
}

/// What the games of a collection say, in parallel; `first` numbers its first game.
pub fn mine(collection: &Collection, options: MineOptions, first: u64) -> Miner {
    let games = collection.games.par_iter().enumerate();
    games
        .fold(
            || Miner::new(options),
            |mut miner, (index, game)| {
                miner.add(game.tree(), first + index as u64);
                miner
            },
        )
        .reduce(|| Miner::new(options), Miner::join)
}

fn marks(node: &Properties, winner: Option<Color>) -> Tally {
    let has = |name| u32::from(node.contains(name));
    Tally {
        games: 1,
        black: u32::from(winner == Some(Color::Black)),
        white: u32::from(winner == Some(Color::White)),
        te: has(known::TE),
        bm: has(known::BM),
        doubtful: has(known::DO),
        interesting: has(known::IT),
    }
}

/// The expert who stands for the statistics of games.
pub const STATISTICS: &str = "Game statistics";

/// The expert who stands for the unnamed annotators of mined games.
pub const ANNOTATORS: &str = "Annotators of games";

/// The mined moves as an ontology: a verdict by win rate where the games suffice, and what annotators
/// marked.
///
/// A move is judged by what its share of wins surely is (Wilson, 95 %), against the share the player
/// has in that position over all moves: komi and the strength of players do not enter.
pub fn to_knowledge(mined: &[Mined], origin: &str) -> Knowledge {
    let expert = Expert {
        biography: format!("Verdicts from the results of games: {origin}"),
        ..Expert::new(STATISTICS, Some(Rank::Dan(1)))
    };
    let annotators = Expert {
        biography: format!("Verdicts found in the games themselves (TE, BM, DO, IT): {origin}"),
        ..Expert::new(ANNOTATORS, None)
    };
    let mut knowledge = Knowledge::default();
    let mut totals: HashMap<u64, Tally> = HashMap::new();
    let place = |line: &Line| {
        let (situation, _) = line.graded().ok()?;
        Some(Canonical::new(&situation.board, situation.to_move).hash)
    };
    for m in mined {
        if let Some(place) = place(&m.line) {
            totals.entry(place).or_default().add(&m.tally);
        }
    }
    for m in mined {
        let Some((color, _)) = m.line.last() else { continue };
        let (won, decided) = m.tally.wins(color);
        let all = place(&m.line).and_then(|p| totals.get(&p)).map(|t| t.wins(color)).unwrap_or_default();
        let mut say = |expert: &Expert, term, comment, state| {
            let mut a = Annotation::new(expert.id, m.line.clone(), Some(term));
            (a.comment, a.origin, a.state) = (comment, origin.to_owned(), state);
            a.id = a.content_id();
            knowledge.annotations.push(a);
        };
        if let Some(term) = term_of(won, decided, all) {
            let comment = format!("{} games, {won} of {decided} decided ones won by {color}", m.tally.games);
            say(&expert, term, comment, Validation::Validated);
        }
        if let Some((term, comment)) = m.tally.marked() {
            say(&annotators, term, comment, Validation::Proposed);
        }
    }
    knowledge.experts.extend([expert, annotators]);
    knowledge.sort();
    knowledge
}

/// Compares a share of wins with the one to be expected.
fn term_of(won: u32, decided: u32, all: (u32, u32)) -> Option<TermCode> {
    if decided == 0 || all.1 == 0 {
        return None;
    }
    let expected = f64::from(all.0) / f64::from(all.1);
    let share = wilson(f64::from(won), f64::from(decided), 1.96);
    let (low, high) = (share.low, share.high);
    Some(if low > expected + 0.05 {
        TermCode::VERY_GOOD
    } else if low > expected - 0.03 && f64::from(won) / f64::from(decided) >= expected {
        TermCode::GOOD
    } else if high < expected - 0.15 {
        TermCode::VERY_BAD
    } else if high < expected - 0.03 {
        TermCode::BAD
    } else if high - low < 0.3 {
        TermCode::UNCERTAIN
    } else {
        return None;
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{ReadOptions, read_bytes};

    fn games(text: &str) -> Collection {
        read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap().collection
    }

    fn game(moves: &str, result: &str) -> String {
        let mut text = format!("(;SZ[9]RE[{result}]");
        for (i, mv) in moves.split_whitespace().enumerate() {
            let (mv, mark) = mv.split_once('!').map_or((mv, ""), |(m, mark)| (m, mark));
            let point = crate::board::Point::from_gtp(mv, 9).unwrap().to_sgf();
            text += &format!(";{}[{point}]{mark}", if i % 2 == 0 { "B" } else { "W" });
        }
        text + ")"
    }

    #[test]
    fn rotations_and_transpositions_count_together() {
        let text = game("E5 G5 F3", "B+R")
            + &game("E5 E7!BM[1] C6", "W+3.5") // turned a quarter to the left
            + &game("E5 C5 D7!TE[2]", "B+1.5") // turned by half
            + &game("C3 C3", "0") // illegal second move: counted up to it
            + "(;SZ[9]HA[2]AB[cc][gg];W[ee])"
            + "(;SZ[19];B[pd])";
        let options = MineOptions { depth: 10, least: 1, size: Some(9) };
        let miner = mine(&games(&text), options, 0);
        assert_eq!(miner.games(), 5);
        let mined = miner.finish();
        let lines: Vec<(String, u32)> = mined.iter().map(|m| (m.line.to_string(), m.tally.games)).collect();
        let expected = [("E5", 3), ("E5 G5", 3), ("E5 G5 F3", 3), ("C3", 1)];
        assert_eq!(lines, expected.map(|(l, n)| (l.to_owned(), n)));
        let third = mined[2].tally;
        assert_eq!((third.black, third.white, third.te), (2, 1, 1));
        assert_eq!(mined[1].tally.bm, 1);
        assert_eq!(mined[1].tally.wins(Color::White), (1, 3));
    }

    #[test]
    fn win_rates_become_verdicts() {
        let mut text = String::new();
        for i in 0..60 {
            text += &game("E5 G5", if i % 6 == 0 { "W+R" } else { "B+R" });
            text += &game("C3 G7!DO[]", if i % 6 == 0 { "B+R" } else { "W+R" });
        }
        let mined = mine(&games(&text), MineOptions { depth: 2, least: 5, size: None }, 0).finish();
        let k = to_knowledge(&mined, "test games");
        k.check().unwrap();
        let said = |line: &str, who: &str| {
            let id = Expert::id_of(who);
            k.annotations.iter().find(|a| a.line.to_string() == line && a.expert == id).map(|a| a.term.unwrap())
        };
        assert_eq!(said("E5", STATISTICS), Some(TermCode::VERY_GOOD));
        assert_eq!(said("C3", STATISTICS), Some(TermCode::VERY_BAD));
        assert_eq!(said("E5 G5", STATISTICS), Some(TermCode::UNCERTAIN), "the only move tried");
        assert_eq!(said("C3 G7", ANNOTATORS), Some(TermCode::UNCERTAIN));
    }
}
