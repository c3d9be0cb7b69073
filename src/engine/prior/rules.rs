//! Hand-made rules and shapes in the tree (Rimmel 4.2.1), one line of [`RULES`] each.
//!
//! A rule tells how much it applies to a move, 0 for not at all. That many virtual simulations, all
//! won or all lost, are added to RAVE and, in proportion, to H.

use super::{Opinion, Prior, Scene, is_late};
use crate::board::rules::Scoring;
use crate::board::tactics::{
    LadderReader, Reading, captured_stones, chains_near, gives_atari, liberties, liberties_after,
};
use crate::board::{Cell, Color, Move, Point};
use crate::engine::playout;

/// One piece of knowledge.
pub struct Rule {
    /// Its name in reports and in the window.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// The share of its virtual simulations that are won: 1 for good moves, 0 for bad ones.
    pub mean: f32,
    /// Virtual simulations where it applies; 0 elsewhere.
    pub applies: fn(&Scene<'_>, Point) -> f32,
}

/// All rules. Simulations are those of a 9x9 search of some thousands; they fade as real ones come.
pub static RULES: &[Rule] = &[
    Rule { name: "capture", doc: "takes stones, more if they threaten own ones", mean: 1.0, applies: capture },
    Rule { name: "extension", doc: "saves own stones from atari", mean: 1.0, applies: extension },
    Rule { name: "into a ladder", doc: "runs with stones that a ladder catches", mean: 0.0, applies: into_a_ladder },
    Rule { name: "ladder", doc: "catches stones in a ladder", mean: 1.0, applies: ladder },
    Rule { name: "self-atari", doc: "puts its own stones in atari for nothing", mean: 0.0, applies: self_atari },
    Rule { name: "atari", doc: "threatens to take, more so when there is a ko", mean: 1.0, applies: atari },
    Rule { name: "pattern", doc: "fits a 3x3 pattern of the playouts", mean: 1.0, applies: pattern },
    Rule { name: "near last", doc: "close to the last move over chains", mean: 1.0, applies: near_last },
    Rule { name: "near before", doc: "close to the move before the last", mean: 1.0, applies: near_before },
    Rule {
        name: "contested",
        doc: "a point that is one's own at the end in a third of the games",
        mean: 1.0,
        applies: contested,
    },
    Rule { name: "territory line", doc: "on the third line with nothing near", mean: 1.0, applies: territory_line },
    Rule {
        name: "line of death",
        doc: "on the first or second line with nothing near",
        mean: 0.0,
        applies: line_of_death,
    },
    Rule { name: "peep-connect", doc: "connects where the enemy threatens to cut", mean: 1.0, applies: peep_connect },
    Rule { name: "hane", doc: "reaches around an enemy stone", mean: 1.0, applies: hane },
    Rule { name: "threat", doc: "a liberty of an enemy chain that has two", mean: 1.0, applies: threat },
    Rule { name: "connect", doc: "joins two own chains", mean: 1.0, applies: connect },
    Rule { name: "cut", doc: "keeps two enemy chains apart", mean: 1.0, applies: cut },
    Rule { name: "wall", doc: "extends along two own stones against the enemy", mean: 1.0, applies: wall },
    Rule {
        name: "bad kogeima",
        doc: "a knight's move that the enemy has cut already",
        mean: 0.0,
        applies: bad_kogeima,
    },
    Rule { name: "empty triangle", doc: "three own stones around an empty point", mean: 0.0, applies: empty_triangle },
];

/// Moves that are read of a ladder for one node.
const LADDER: u32 = 150;
/// Virtual simulations, half of them won, with which every move begins whatever the rules say.
const EVEN: f32 = 10.0;

/// The rules as a prior.
pub struct RulePrior;

impl Prior for RulePrior {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn judge(&self, scene: &Scene<'_>, moves: &mut [Opinion]) {
        let weight = scene.params.rule_weight;
        for opinion in moves {
            match opinion.mv {
                Move::Play(point) => {
                    opinion.add(0.5, EVEN);
                    for rule in RULES.iter().filter(|_| weight > 0.0) {
                        let visits = weight * (rule.applies)(scene, point);
                        if visits > 0.0 {
                            opinion.add(rule.mean, visits);
                            opinion.bias += visits * (rule.mean - 0.5) * 0.02;
                        }
                    }
                }
                Move::Pass => opinion.add(pass(scene), EVEN),
            }
        }
    }
}

/// What the pass begins with: it is tried when nothing else looks good, or as an answer to a pass. At the end of a
/// game on territory, where every other move may cost a point, it is as good as any.
fn pass(scene: &Scene<'_>) -> f32 {
    match scene.root.rules().scoring {
        Scoring::Territory if is_late(scene.board) => 0.5,
        _ if scene.last[0].is_none() => 0.3,
        _ => 0.1,
    }
}

fn capture(scene: &Scene<'_>, point: Point) -> f32 {
    let (board, color) = (scene.board, scene.to_play);
    match captured_stones(board, color, point) {
        0 => 0.0,
        taken => {
            // Stones next to own stones in atari are worth most.
            let rescues =
                point.neighbours().into_iter().filter(|&n| board.at(n).is(!color) && board.in_atari(n)).any(|n| {
                    board
                        .chain_stones(n)
                        .any(|s| s.neighbours().into_iter().any(|m| board.at(m).is(color) && board.in_atari(m)))
                });
            (if taken > 1 { 30.0 } else { 15.0 }) + if rescues { 15.0 } else { 0.0 }
        }
    }
}

fn extension(scene: &Scene<'_>, point: Point) -> f32 {
    let (board, color) = (scene.board, scene.to_play);
    let saved: u32 = point
        .neighbours()
        .into_iter()
        .filter(|&n| board.at(n).is(color) && board.in_atari(n))
        .map(|n| board.chain_size(n))
        .max()
        .unwrap_or(0);
    if saved == 0 || liberties_after::<3>(board, color, point) < 2 || into_a_ladder(scene, point) > 0.0 {
        return 0.0;
    }
    if saved > 1 { 30.0 } else { 15.0 }
}

fn into_a_ladder(scene: &Scene<'_>, point: Point) -> f32 {
    let (board, color) = (scene.board, scene.to_play);
    let chains = chains_near(board, color, point);
    let Some(&chain) = chains.iter().find(|&&chain| board.in_atari(chain)) else { return 0.0 };
    // Whoever has three liberties is out, and whoever takes a stone gets another chance.
    if liberties_after::<3>(board, color, point) != 2 || captured_stones(board, color, point) > 0 {
        return 0.0;
    }
    match LadderReader::new(LADDER).escape(board, chain) {
        Reading::Fails if board.chain_size(chain) > 1 => 30.0,
        Reading::Fails => 20.0,
        Reading::Works(_) | Reading::Unknown => 0.0,
    }
}

fn ladder(scene: &Scene<'_>, point: Point) -> f32 {
    let (board, color) = (scene.board, scene.to_play);
    let Some(chain) = gives_atari(board, color, point) else { return 0.0 };
    match LadderReader::new(LADDER).capture(board, chain) {
        Reading::Works(first) if first == point => {
            if board.chain_size(chain) > 1 {
                25.0
            } else {
                12.0
            }
        }
        _ => 0.0,
    }
}

fn self_atari(scene: &Scene<'_>, point: Point) -> f32 {
    if playout::is_bad_self_atari(scene.board, scene.to_play, point) { 30.0 } else { 0.0 }
}

fn atari(scene: &Scene<'_>, point: Point) -> f32 {
    if gives_atari(scene.board, scene.to_play, point).is_none()
        || liberties_after::<2>(scene.board, scene.to_play, point) < 2
    {
        return 0.0;
    }
    if scene.board.ko().is_some() { 15.0 } else { 8.0 }
}

fn threat(scene: &Scene<'_>, point: Point) -> f32 {
    let (board, color) = (scene.board, scene.to_play);
    // An atari from which running leads nowhere.
    let caught = point.neighbours().into_iter().any(|n| {
        if !board.at(n).is(!color) || board.in_atari(n) || board.pseudo_liberties(n) > 8 {
            return false;
        }
        let left = liberties::<3>(board, n);
        left.len() == 2 && {
            let rest = if left[0] == point { left[1] } else { left[0] };
            liberties_after::<3>(board, !color, rest) < 3
        }
    });
    if caught && liberties_after::<2>(board, color, point) > 1 { 8.0 } else { 0.0 }
}

fn pattern(scene: &Scene<'_>, point: Point) -> f32 {
    if playout::pattern_matches(scene.board, scene.to_play, point) { 8.0 } else { 0.0 }
}

fn near_last(scene: &Scene<'_>, point: Point) -> f32 {
    match scene.distances[point] {
        0 | 1 => 20.0,
        2 => 18.0,
        3 => 7.0,
        _ => 0.0,
    }
}

fn near_before(scene: &Scene<'_>, point: Point) -> f32 {
    match scene.last[1].map(|p| p.circular_distance(point)) {
        Some(0..=3) => 5.0,
        _ => 0.0,
    }
}

fn contested(scene: &Scene<'_>, point: Point) -> f32 {
    let Some(ownership) = scene.ownership else { return 0.0 };
    let own = match scene.to_play {
        Color::Black => (1.0 + ownership[point]) / 2.0,
        Color::White => (1.0 - ownership[point]) / 2.0,
    };
    if (own - 1.0 / 3.0).abs() < 0.15 { 5.0 } else { 0.0 }
}

/// No stone within three steps along the lines.
fn nothing_near(scene: &Scene<'_>, point: Point) -> bool {
    let size = i32::from(scene.board.size());
    let (x, y) = (i32::from(point.x()), i32::from(point.y()));
    for dy in -3i32..=3 {
        let reach = 3 - dy.abs();
        for dx in -reach..=reach {
            let (nx, ny) = (x + dx, y + dy);
            if (0..size).contains(&nx)
                && (0..size).contains(&ny)
                && scene.board.at(Point::new(nx as u8, ny as u8)) != Cell::Empty
            {
                return false;
            }
        }
    }
    true
}

fn territory_line(scene: &Scene<'_>, point: Point) -> f32 {
    let line = point.edge_distance(scene.board.size());
    let good = if scene.board.size() > 11 { line == 2 || line == 3 } else { line == 2 };
    if good && nothing_near(scene, point) { 10.0 } else { 0.0 }
}

fn line_of_death(scene: &Scene<'_>, point: Point) -> f32 {
    if point.edge_distance(scene.board.size()) <= 1 && nothing_near(scene, point) { 10.0 } else { 0.0 }
}

/// Different chains of a colour next to a point.
fn chains_of(scene: &Scene<'_>, point: Point, color: Color) -> usize {
    chains_near(scene.board, color, point).len()
}

fn connect(scene: &Scene<'_>, point: Point) -> f32 {
    let own = chains_of(scene, point, scene.to_play);
    if own >= 2 && scene.board.neighbours_of(point, !scene.to_play) > 0 { 3.0 } else { 0.0 }
}

fn peep_connect(scene: &Scene<'_>, point: Point) -> f32 {
    // The last move threatens to push through between two own chains.
    let peeped = scene.last[0].is_some_and(|last| last.neighbours().contains(&point));
    if peeped && chains_of(scene, point, scene.to_play) >= 2 { 6.0 } else { 0.0 }
}

fn cut(scene: &Scene<'_>, point: Point) -> f32 {
    let (board, color) = (scene.board, scene.to_play);
    let enemies = chains_of(scene, point, !color);
    if enemies >= 2 && board.empty_neighbours(point) > 0 && liberties_after::<2>(board, color, point) > 1 {
        4.0
    } else {
        0.0
    }
}

fn hane(scene: &Scene<'_>, point: Point) -> f32 {
    // An enemy stone beside, an own stone beside that one and diagonal to us.
    let (board, color) = (scene.board, scene.to_play);
    let near = |p: Point| board.at(p);
    let found = point.diagonals().into_iter().any(|d| {
        near(d).is(color)
            && point.neighbours().into_iter().any(|n| near(n).is(!color) && n.is_beside(d))
            && point.neighbours().into_iter().any(|n| near(n) == Cell::Empty && n.is_beside(d))
    });
    if found { 3.0 } else { 0.0 }
}

/// An own stone in line, the enemy along one side of both.
fn wall(scene: &Scene<'_>, point: Point) -> f32 {
    let (board, color) = (scene.board, scene.to_play);
    let found = point.neighbours().into_iter().any(|own| {
        board.at(own).is(color)
            && point.neighbours().into_iter().any(|side| {
                board.at(side).is(!color) && own.diagonals().contains(&side) && {
                    own.neighbours().into_iter().any(|n| board.at(n).is(!color) && n.is_beside(side))
                }
            })
    });
    if found { 3.0 } else { 0.0 }
}

fn bad_kogeima(scene: &Scene<'_>, point: Point) -> f32 {
    // The enemy holds both points between.
    let (board, color, size) = (scene.board, scene.to_play, scene.board.size());
    let at = |dx: i32, dy: i32| {
        let (x, y) = (i32::from(point.x()) + dx, i32::from(point.y()) + dy);
        let inside = (0..i32::from(size)).contains(&x) && (0..i32::from(size)).contains(&y);
        if inside { board.at(Point::new(x as u8, y as u8)) } else { Cell::Border }
    };
    for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let tall = at(sx, 2 * sy).is(color) && at(0, sy).is(!color) && at(sx, sy).is(!color);
        let wide = at(2 * sx, sy).is(color) && at(sx, 0).is(!color) && at(sx, sy).is(!color);
        if tall || wide {
            return 4.0;
        }
    }
    0.0
}

fn empty_triangle(scene: &Scene<'_>, point: Point) -> f32 {
    let (board, color) = (scene.board, scene.to_play);
    if board.neighbours_of(point, !color) > 0 {
        return 0.0;
    }
    // Two own stones at a right angle with us, the fourth point of the square empty.
    let found = point.diagonals().into_iter().any(|d| {
        let between = point.neighbours().into_iter().filter(|n| n.is_beside(d));
        let own = between.filter(|&n| board.at(n).is(color)).count();
        (board.at(d) == Cell::Empty && own == 2)
            || (board.at(d).is(color) && own == 1 && {
                point.neighbours().into_iter().any(|n| n.is_beside(d) && board.is_empty(n))
            })
    });
    if found { 5.0 } else { 0.0 }
}
