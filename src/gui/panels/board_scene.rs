//! From a node and a snapshot to a scene: what is drawn on the board.

use crate::app::{NodeView, ScoreMap, lead};
use crate::board::{Board, Color, Move, Point, PointMap, Position};
use crate::engine::{Candidate, Snapshot};
use crate::gui::context::{Cx, Heat};
use crate::gui::settings::{CandidateText, Numbers};
use crate::gui::theme::LossClass;
use crate::gui::widgets::board::{CandidateMark, Mark, MarkKind, ScoreMark};
use crate::record;

/// Stones with their last number: at most this many when only the last are numbered.
const LAST_NUMBERS: u32 = 5;
/// Candidates with fewer visits than this share of all get no text.
const TEXT_SHARE: f32 = 0.01;

/// The marks of a node.
pub fn marks(view: &NodeView) -> Vec<Mark> {
    let markup = &view.markup;
    let mut marks: Vec<Mark> = markup
        .marks
        .iter()
        .map(|&(point, mark)| Mark {
            point,
            kind: match mark {
                record::Mark::Circle => MarkKind::Circle,
                record::Mark::Cross => MarkKind::Cross,
                record::Mark::Square => MarkKind::Square,
                record::Mark::Triangle => MarkKind::Triangle,
                record::Mark::Selected => MarkKind::Selected,
                record::Mark::BlackTerritory => MarkKind::Territory(Color::Black),
                record::Mark::WhiteTerritory => MarkKind::Territory(Color::White),
            },
        })
        .collect();
    let labels = markup.labels.iter().map(|(point, text)| (*point, MarkKind::Label(text.clone())));
    let arrows = markup.arrows.iter().map(|&(from, to)| (from, MarkKind::Arrow(to)));
    let lines = markup.lines.iter().map(|&(from, to)| (from, MarkKind::Line(to)));
    marks.extend(labels.chain(arrows).chain(lines).map(|(point, kind)| Mark { point, kind }));
    marks
}

/// The numbers of stones on the board.
pub fn numbers(view: &NodeView, which: Numbers) -> Vec<(Point, u32, bool)> {
    let first = match which {
        Numbers::None => return Vec::new(),
        Numbers::Last => view.number.saturating_sub(LAST_NUMBERS - 1).max(1),
        Numbers::All => 1,
    };
    let last = view.last_point();
    let board = view.position.board();
    Point::all(board.size())
        .filter(|&point| board.stone(point).is_some())
        .map(|point| (point, u32::from(view.numbers[point])))
        .filter(|&(_, number)| number >= first)
        .map(|(point, number)| (point, number, Some(point) == last))
        .collect()
}

/// What a candidate loses against the best. Points are too rough where few games went that way, so
/// win rate and points must both speak of a loss.
pub fn loss_class(candidate: &Candidate, best: &Candidate, to_play: Color) -> LossClass {
    let points = LossClass::of_points(lead(best, to_play) - lead(candidate, to_play));
    points.min(LossClass::of_winrate(best.win_rate - candidate.win_rate))
}

/// Fewer visits than this are thrown at random, and nothing is said of what such a move loses: some part of
/// the visits of all moves, and a handful once the best has a hundred.
pub fn enough_visits(snapshot: &Snapshot) -> f32 {
    let visits = || snapshot.candidates.iter().map(|candidate| candidate.visits as f32);
    let most = visits().fold(0.0, f32::max);
    (0.05 * most).min(5.0).max(0.002 * visits().sum::<f32>()).max(1.0)
}

/// The candidates as circles.
pub fn candidates(cx: &Cx<'_>, snapshot: &Snapshot) -> Vec<CandidateMark> {
    let Some(best) = snapshot.best() else { return Vec::new() };
    let most = snapshot.candidates.iter().map(|c| c.visits).max().unwrap_or(0).max(1) as f32;
    let total = snapshot.candidates.iter().map(|c| u64::from(c.visits)).sum::<u64>().max(1) as f32;
    let enough = enough_visits(snapshot);
    let mut marks = Vec::new();
    for candidate in &snapshot.candidates {
        let Move::Play(point) = candidate.mv else { continue };
        let visits = candidate.visits as f32;
        if visits < enough {
            continue;
        }
        let class = loss_class(candidate, best, snapshot.to_play);
        let text = (visits / total >= TEXT_SHARE).then(|| {
            let value = match cx.settings.candidate_text {
                CandidateText::Score => points(lead(candidate, snapshot.to_play)),
                CandidateText::Winrate => format!("{:.0}", candidate.win_rate * 100.0),
            };
            (value, short_count(u64::from(candidate.visits)))
        });
        marks.push(CandidateMark {
            point,
            fill: cx.settings.palette.color(class),
            share: visits / most,
            best: std::ptr::eq(candidate, best),
            text,
            symbol: if cx.settings.loss_symbols { class.symbol() } else { "" },
        });
    }
    marks
}

/// `950`, `1.2k`, `34k`, `5.6M`.
pub fn short_count(count: u64) -> String {
    match count {
        0..=999 => count.to_string(),
        1_000..=9_999 => format!("{:.1}k", count as f64 / 1e3),
        10_000..=999_999 => format!("{}k", count / 1000),
        _ => format!("{:.1}M", count as f64 / 1e6),
    }
}

/// A lead in points with its sign; what is nothing is never less than nothing.
pub fn points(lead: f32) -> String {
    let tenths = (lead * 10.0).round();
    format!("{:+.1}", if tenths == 0.0 { 0.0 } else { tenths / 10.0 })
}

/// Priors or RAVE values as heat, the strongest 1.
pub fn heat(snapshot: &Snapshot, kind: Heat) -> Option<PointMap<f32>> {
    let value = |candidate: &Candidate| match kind {
        Heat::None | Heat::Scores => None,
        Heat::Prior => Some(candidate.policy),
        Heat::Rave => Some(candidate.rave.0).filter(|_| candidate.rave.1 > 0),
    };
    let most = snapshot.candidates.iter().filter_map(value).fold(0.0f32, f32::max);
    if most <= 0.0 {
        return None;
    }
    let mut map = PointMap::new(0.0);
    for candidate in &snapshot.candidates {
        if let (Move::Play(point), Some(value)) = (candidate.mv, value(candidate)) {
            map[point] = value / most;
        }
    }
    Some(map)
}

/// Estimates of moves now and a turn ago, spread over the range that they have.
pub fn scores(map: &ScoreMap) -> Vec<ScoreMark> {
    let (low, high) = map.range();
    let within = |value: f32| (value - low) / (high - low).max(0.02);
    let mark = |&(point, now, before): &(Point, f32, Option<f32>)| {
        let change = before.map_or(0.0, |before| (now - before) * 100.0);
        let text = if change.abs() >= 0.5 { format!("{change:+.0}") } else { String::new() };
        ScoreMark { point, now: within(now), before: before.map(within), text }
    };
    map.moves.iter().map(mark).collect()
}

/// A line played on a position: the board, and the numbered stones that are still on it.
pub fn line_board(position: &Position, line: &[Move]) -> (Board, Vec<(Point, u32, bool)>) {
    let mut position = position.clone();
    let mut numbers: Vec<(Point, u32, bool)> = Vec::new();
    for (i, &mv) in line.iter().enumerate() {
        if position.play(mv).is_err() {
            break;
        }
        if let Move::Play(point) = mv {
            numbers.retain(|&(at, ..)| at != point);
            numbers.push((point, i as u32 + 1, false));
        }
    }
    numbers.retain(|&(point, ..)| position.board().stone(point).is_some());
    if let Some(last) = numbers.last_mut() {
        last.2 = true;
    }
    (position.board().clone(), numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;

    #[test]
    fn counts_are_short() {
        for (count, text) in [(0, "0"), (999, "999"), (1234, "1.2k"), (34_999, "34k"), (5_600_000, "5.6M")] {
            assert_eq!(short_count(count), text);
        }
    }

    #[test]
    fn no_points_are_never_less_than_none() {
        for (lead, text) in [(-0.04, "+0.0"), (-0.0, "+0.0"), (-0.06, "-0.1"), (12.34, "+12.3")] {
            assert_eq!(points(lead), text);
        }
    }

    #[test]
    fn a_handful_of_visits_beside_hundreds_judges_no_move() {
        let enough = |visits: &[u32]| {
            let candidate = |(i, &visits): (usize, &u32)| Candidate {
                visits,
                ..Candidate::unknown(Move::Play(Point::new(i as u8, 0)))
            };
            let candidates = visits.iter().enumerate().map(candidate).collect();
            enough_visits(&Snapshot { candidates, ..Snapshot::empty(9, Color::Black) })
        };
        assert_eq!(enough(&[]), 1.0);
        assert_eq!(enough(&[9, 1]), 1.0, "a search that has just begun shows all it has");
        assert_eq!(enough(&[154, 108, 3]), 5.0);
        assert_eq!(enough(&[9_000, 1_000, 20]).round(), 20.0);
    }

    #[test]
    fn a_line_is_numbered_and_stops_where_it_is_illegal() {
        let position = Position::new(9, Rules::CHINESE);
        let at = |x, y| Move::Play(Point::new(x, y));
        let (board, numbers) = line_board(&position, &[at(2, 2), Move::Pass, at(3, 3), at(3, 3), at(4, 4)]);
        assert_eq!(numbers, [(Point::new(2, 2), 1, false), (Point::new(3, 3), 3, true)]);
        assert!(board.is_empty(Point::new(4, 4)));
    }
}
