//! What an engine said of a position, as it is kept: in the cache, in game files, in reports. One
//! text form serves all of them.

use crate::board::{Color, Move, Point};
use crate::engine::{Candidate, Snapshot};
use std::fmt::Write;
use std::time::Duration;

/// Moves that are kept of a position; the rest was hardly looked at.
const KEPT_MOVES: usize = 24;
/// Moves of a line that are kept.
const KEPT_LINE: usize = 16;
/// The signs that stand for the owner of a point, from White's to Black's for certain.
const OWNERS: &[u8; 63] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.";
/// A pass in a line; no point is called so.
const PASS: &str = "--";

/// What an engine said of a position. Chances and leads are Black's.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysed {
    /// Who said it.
    pub engine: String,
    /// Lines of the board.
    pub size: u8,
    /// Who is to move.
    pub to_play: Color,
    /// How much is behind it.
    pub visits: u32,
    /// The chance of Black, 0..1.
    pub win_rate: f32,
    /// Black's lead in points, where the engine tells.
    pub score: Option<f32>,
    /// The moves it looked at, the best first.
    pub moves: Vec<AnalysedMove>,
    /// For each point, row by row: 1 Black's, -1 White's; empty where the engine does not tell.
    pub ownership: Vec<f32>,
}

/// One move that the engine looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysedMove {
    /// The move.
    pub mv: Move,
    /// How much is behind it.
    pub visits: u32,
    /// The chance of Black after it.
    pub win_rate: f32,
    /// Black's lead after it.
    pub score: Option<f32>,
    /// What was thought of it before any search, 0..1.
    pub prior: f32,
    /// What is expected to follow, the move itself first.
    pub line: Vec<Move>,
}

impl Analysed {
    /// The engine's choice.
    pub fn best(&self) -> Option<&AnalysedMove> {
        self.moves.first()
    }

    /// What it said of a move.
    pub fn find(&self, mv: Move) -> Option<&AnalysedMove> {
        self.moves.iter().find(|candidate| candidate.mv == mv)
    }

    /// The place of a move among its choices, the best 0. Mirror images, of which all is the same, share one.
    pub fn place_of(&self, mv: Move) -> Option<usize> {
        let at = self.moves.iter().position(|said| said.mv == mv)?;
        let same = |a: &AnalysedMove, b: &AnalysedMove| {
            (a.visits, a.win_rate, a.score, a.prior) == (b.visits, b.win_rate, b.score, b.prior)
        };
        Some(self.moves[..=at].windows(2).filter(|pair| !same(&pair[0], &pair[1])).count())
    }

    /// From a search of our own engine.
    pub fn of(snapshot: &Snapshot, engine: &str) -> Analysed {
        let black = |rate: f32| if snapshot.to_play == Color::Black { rate } else { 1.0 - rate };
        let tried = snapshot.candidates.iter().filter(|candidate| candidate.visits > 0);
        let moves = tried.take(KEPT_MOVES).map(|candidate| AnalysedMove {
            mv: candidate.mv,
            visits: candidate.visits,
            win_rate: black(candidate.win_rate),
            score: Some(candidate.score),
            prior: candidate.policy,
            line: candidate.line.iter().copied().take(KEPT_LINE).collect(),
        });
        Analysed {
            engine: engine.to_owned(),
            size: snapshot.size,
            to_play: snapshot.to_play,
            visits: snapshot.visits,
            win_rate: snapshot.black_win_rate(),
            score: Some(snapshot.score),
            moves: moves.collect(),
            ownership: snapshot.ownership.clone(),
        }
    }

    /// As a search of our own engine would show it; `position` is the key of the position.
    pub fn to_snapshot(&self, position: u64) -> Snapshot {
        let own = |rate: f32| if self.to_play == Color::Black { rate } else { 1.0 - rate };
        let candidates = self.moves.iter().map(|said| Candidate {
            visits: said.visits,
            win_rate: own(said.win_rate),
            score: said.score.or(self.score).unwrap_or(0.0),
            policy: said.prior,
            line: said.line.clone(),
            ..Candidate::unknown(said.mv)
        });
        Snapshot {
            position,
            candidates: candidates.collect(),
            visits: self.visits,
            win_rate: own(self.win_rate),
            score: self.score.unwrap_or(0.0),
            ownership: self.ownership.clone(),
            simulations: u64::from(self.visits),
            elapsed: Duration::ZERO,
            ..Snapshot::empty(self.size, self.to_play)
        }
    }

    /// With the digits that its text form keeps.
    pub fn as_kept(self) -> Analysed {
        Analysed::from_text(&self.to_text(), self.size).unwrap_or(self)
    }

    /// As text without brackets, colons and backslashes, which survives in any SGF file.
    pub fn to_text(&self) -> String {
        let side = if self.to_play == Color::Black { 'b' } else { 'w' };
        let engine = plain(&self.engine);
        let mut text = format!("1 {engine} {side} {} {:.4} {}", self.visits, self.win_rate, points(self.score));
        for said in &self.moves {
            let line: String = said.line.iter().map(|&mv| letters(mv)).collect();
            let _ = write!(
                text,
                ";{} {} {:.4} {} {:.3} {line}",
                letters(said.mv),
                said.visits,
                said.win_rate,
                points(said.score),
                said.prior
            );
        }
        if self.ownership.len() == usize::from(self.size).pow(2) {
            text.push_str(";!");
            for &owner in &self.ownership {
                let step = ((owner.clamp(-1.0, 1.0) + 1.0) / 2.0 * 62.0).round() as usize;
                text.push(char::from(OWNERS[step.min(62)]));
            }
        }
        text
    }

    /// Reads what [`Analysed::to_text`] wrote for a board of this size; nothing where it is not that.
    pub fn from_text(text: &str, size: u8) -> Option<Analysed> {
        let mut parts = text.split(';');
        let mut head = parts.next()?.split_whitespace();
        if head.next()? != "1" {
            return None;
        }
        let engine = head.next()?.to_owned();
        let to_play = match head.next()? {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return None,
        };
        let visits = head.next()?.parse().ok()?;
        let win_rate = share(head.next()?)?;
        let score = read_points(head.next()?)?;
        let mut said =
            Analysed { engine, size, to_play, visits, win_rate, score, moves: Vec::new(), ownership: vec![] };
        for part in parts {
            if let Some(owners) = part.strip_prefix('!') {
                said.ownership = read_owners(owners, size)?;
                continue;
            }
            let mut fields = part.split_whitespace();
            said.moves.push(AnalysedMove {
                mv: read_move(fields.next()?, size)?,
                visits: fields.next()?.parse().ok()?,
                win_rate: share(fields.next()?)?,
                score: read_points(fields.next()?)?,
                prior: share(fields.next()?)?,
                line: read_line(fields.next().unwrap_or_default(), size)?,
            });
        }
        Some(said)
    }
}

/// A name without what would part words or end a value.
fn plain(name: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() || "._-+/".contains(c) { c } else { '_' };
    let name: String = name.chars().map(keep).take(60).collect();
    if name.is_empty() { "unknown".to_owned() } else { name }
}

fn points(score: Option<f32>) -> String {
    score.map_or("-".to_owned(), |score| format!("{score:.1}"))
}

/// A score, or that there is none; nothing for anything else.
fn read_points(text: &str) -> Option<Option<f32>> {
    if text == "-" {
        return Some(None);
    }
    text.parse().ok().filter(|score: &f32| score.is_finite()).map(Some)
}

fn share(text: &str) -> Option<f32> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share))
}

fn letters(mv: Move) -> String {
    mv.point().map_or(PASS.to_owned(), Point::to_sgf)
}

fn read_move(text: &str, size: u8) -> Option<Move> {
    if text == PASS { Some(Move::Pass) } else { Point::from_sgf(text, size).map(Move::Play) }
}

fn read_line(text: &str, size: u8) -> Option<Vec<Move>> {
    if !text.is_ascii() || text.len() % 2 == 1 {
        return None;
    }
    (0..text.len() / 2).map(|i| read_move(&text[2 * i..2 * i + 2], size)).collect()
}

fn read_owners(text: &str, size: u8) -> Option<Vec<f32>> {
    let owner = |sign| OWNERS.iter().position(|&known| known == sign).map(|step| step as f32 / 31.0 - 1.0);
    let owners: Vec<f32> = text.bytes().map(owner).collect::<Option<_>>()?;
    (owners.len() == usize::from(size).pow(2)).then_some(owners)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A position of which two moves are known: the first the best for the side to move.
    pub(crate) fn sample(to_play: Color, win_rate: f32, score: f32) -> Analysed {
        let at = |x, y| Move::Play(Point::new(x, y));
        let said = |mv, visits, win_rate, score| AnalysedMove {
            mv,
            visits,
            win_rate,
            score: Some(score),
            prior: 0.25,
            line: vec![mv, Move::Pass, at(0, 8)],
        };
        let worse = if to_play == Color::Black { -0.2 } else { 0.2 };
        Analysed {
            engine: "fuzeki".to_owned(),
            size: 9,
            to_play,
            visits: 1000,
            win_rate,
            score: Some(score),
            moves: vec![
                said(at(4, 4), 800, win_rate, score),
                said(at(2, 6), 200, win_rate + worse, score + 40.0 * worse),
            ],
            ownership: vec![1.0; 81],
        }
    }

    #[test]
    fn what_is_written_reads_back_and_needs_no_escapes() {
        let said = Analysed { score: None, ..sample(Color::White, 0.25, -3.5) };
        let text = said.to_text();
        assert!(!text.contains(['[', ']', ':', '\\', '\n']), "{text}");
        assert_eq!(Analysed::from_text(&text, 9), Some(said));
        assert_eq!(Analysed::from_text(&text, 5), None, "points beyond the board");
        let rough = Analysed { win_rate: 0.123_456_79, ..sample(Color::White, 0.25, -3.5) }.as_kept();
        assert_eq!((rough.win_rate, rough.clone()), (0.1235, rough.as_kept()));
        assert_eq!(plain("KataGo v1.16 [x]"), "KataGo_v1.16__x_");
    }

    #[test]
    fn a_search_comes_back_as_it_was_shown() {
        let said = sample(Color::White, 0.25, -3.5);
        let snapshot = said.to_snapshot(7);
        assert_eq!((snapshot.position, snapshot.win_rate, snapshot.candidates[1].win_rate), (7, 0.75, 0.55));
        assert_eq!(Analysed::of(&snapshot, "fuzeki"), said);
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(text in ".{0,80}", tail in "[0-9a-z;! .\\-]{0,80}") {
            let _ = Analysed::from_text(&text, 19);
            let _ = Analysed::from_text(&format!("1 x b 5 0.5 -{tail}"), 19);
        }
    }
}
