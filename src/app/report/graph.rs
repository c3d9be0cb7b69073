//! The chance of Black over the game, as a drawing.

use super::drawing::{Drawing, Ink, Shape};
use crate::app::review::{GameVerdict, TurningPoint};

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 200.0;
const LEFT: f32 = 34.0;
const RIGHT: f32 = 34.0;
const TOP: f32 = 10.0;
const BOTTOM: f32 = 20.0;

const GRID: Ink = 0xDDDDDD;
const TEXT: Ink = 0x666666;
const RATE: Ink = 0x1B1B1B;
const SCORE: Ink = 0xB06C14;
const TURN: Ink = 0x1F6E6A;

/// Draws the graph of a game: the chance of Black, his lead, losses as bars from the middle.
pub fn graph(verdict: &GameVerdict, title: String) -> Drawing {
    let last = verdict.moves.iter().map(|judged| judged.number).max().unwrap_or(1).max(2) as f32;
    let x = |number: f32| LEFT + number / last * (WIDTH - LEFT - RIGHT);
    let y = |share: f32| TOP + (1.0 - share) * (HEIGHT - TOP - BOTTOM);
    let mut drawing = Drawing { size: (WIDTH, HEIGHT), shapes: Vec::new(), title };
    for quarter in 0..=4u8 {
        let share = f32::from(quarter) / 4.0;
        drawing.line((LEFT, y(share)), (WIDTH - RIGHT, y(share)), GRID, if quarter == 2 { 1.4 } else { 0.7 });
        drawing.text((LEFT - 18.0, y(share)), 9.0, TEXT, format!("{} %", quarter * 25));
    }
    let step = [10, 20, 25, 50, 100].into_iter().find(|step| last / *step as f32 <= 12.0).unwrap_or(200);
    for number in (0..=last as usize).step_by(step) {
        drawing.text((x(number as f32), HEIGHT - 8.0), 9.0, TEXT, number.to_string());
    }
    for judged in verdict.moves.iter().filter(|judged| judged.class().index() >= 2) {
        let (before, after) = judged.win_rate;
        let (from, to) = (y(0.5), y(0.5 + (after - before).clamp(-0.5, 0.5)));
        let width = ((WIDTH - LEFT - RIGHT) / last * 0.7).clamp(0.8, 6.0);
        drawing.shapes.push(Shape::Line {
            points: vec![(x(judged.number as f32), from), (x(judged.number as f32), to)],
            ink: judged.class().rgb(),
            width,
            dashed: false,
        });
    }
    let most = verdict.moves.iter().filter_map(|judged| judged.score.1).fold(10.0f32, |most, s| most.max(s.abs()));
    let scores = runs(verdict, |judged| Some((judged.number, 0.5 + judged.score.1? / most / 2.0)));
    let rates = runs(verdict, |judged| Some((judged.number, judged.win_rate.1)));
    for (lines, ink, width) in [(scores, SCORE, 1.0), (rates, RATE, 1.8)] {
        for line in lines {
            let points = line.into_iter().map(|(number, share)| (x(number as f32), y(share))).collect();
            drawing.shapes.push(Shape::Line { points, ink, width, dashed: false });
        }
    }
    drawing.text((WIDTH - RIGHT + 18.0, y(1.0)), 9.0, SCORE, format!("+{most:.0}"));
    drawing.text((WIDTH - RIGHT + 18.0, y(0.0)), 9.0, SCORE, format!("-{most:.0}"));
    for &TurningPoint { number, win_rate, .. } in &verdict.turning_points {
        let at = (x(number as f32), y(win_rate.1));
        drawing.shapes.push(Shape::Disc { at, radius: 3.4, fill: None, rim: (TURN, 1.6) });
    }
    drawing
}

/// Pieces of a curve: moves one after the other that have a value.
fn runs(
    verdict: &GameVerdict,
    value: impl Fn(&crate::app::review::MoveVerdict) -> Option<(u32, f32)>,
) -> Vec<Vec<(u32, f32)>> {
    let mut lines: Vec<Vec<(u32, f32)>> = Vec::new();
    for (number, share) in verdict.moves.iter().filter_map(value) {
        let goes_on = lines.last().and_then(|line| line.last()).is_some_and(|last| last.0 + 1 == number);
        match lines.last_mut().filter(|_| goes_on) {
            Some(line) => line.push((number, share)),
            None => lines.push(vec![(number, share)]),
        }
    }
    lines
}
