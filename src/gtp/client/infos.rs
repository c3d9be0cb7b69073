//! Reads what engines of others say of moves: the streams of Leela Zero and KataGo, GNU Go's list.

use crate::board::Move;

/// How an engine writes its stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `lz-analyze`: shares as whole numbers of 10,000.
    LeelaZero,
    /// `kata-analyze`: shares as fractions, leads in points.
    KataGo,
}

/// What was said of a move, from the view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The move.
    pub mv: Move,
    /// Visits.
    pub visits: u32,
    /// The chance to win, 0..1.
    pub win_rate: f32,
    /// The lead in points, where it is told.
    pub lead: Option<f32>,
    /// What was thought of it before the search, 0..1.
    pub prior: f32,
    /// What is expected to follow, the move first.
    pub line: Vec<Move>,
    /// It repeats what was found of another move, of which it is the mirror image: KataGo searches such
    /// moves only once.
    pub is_mirrored: bool,
}

/// One line of a stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Infos {
    /// The moves, the best first.
    pub moves: Vec<Info>,
    /// For each point, row by row from the top: 1 the player's to move, -1 the other's. Often empty.
    pub ownership: Vec<f32>,
}

impl Infos {
    /// All visits, those of mirror images counted once.
    pub fn visits(&self) -> u32 {
        self.moves.iter().filter(|info| !info.is_mirrored).fold(0, |sum, info| sum.saturating_add(info.visits))
    }
}

/// Reads a line of a stream; nothing where it is none. What is broken in it is left out.
pub fn read_infos(line: &str, style: Style, size: u8) -> Option<Infos> {
    let line = &line[line.find("info ")?..];
    let (moves, ownership) = line.split_once(" ownership ").unwrap_or((line, ""));
    let mut found: Vec<(u32, Info)> =
        moves.split("info ").skip(1).enumerate().filter_map(|(i, part)| read_info(part, i, style, size)).collect();
    found.sort_by_key(|(order, _)| *order);
    let owners: Vec<f32> = ownership
        .split_whitespace()
        .map_while(|word| word.parse::<f32>().ok())
        .filter(|owner| owner.abs() <= 1.001)
        .collect();
    let whole = owners.len() == usize::from(size).pow(2);
    Some(Infos {
        moves: found.into_iter().map(|(_, info)| info).collect(),
        ownership: if whole { owners } else { vec![] },
    })
}

fn read_info(part: &str, place: usize, style: Style, size: u8) -> Option<(u32, Info)> {
    let mut words = part.split_whitespace();
    let scale = if style == Style::LeelaZero { 10_000.0 } else { 1.0 };
    let (mut mv, mut visits, mut rate, mut lead, mut prior) = (None, None, None, None, 0.0);
    let (mut order, mut line, mut is_mirrored) = (place as u32, Vec::new(), false);
    while let Some(word) = words.next() {
        match word {
            "move" => mv = Some(Move::from_gtp(words.next()?, size).ok()?),
            "visits" => visits = words.next()?.parse::<u32>().ok(),
            "winrate" => rate = share(words.next()?, scale),
            "scoreLead" => lead = words.next()?.parse::<f32>().ok().filter(|lead| lead.abs() < 1000.0),
            "prior" => prior = share(words.next()?, scale).unwrap_or(0.0),
            "isSymmetryOf" => is_mirrored = words.next().is_some(),
            "order" => order = words.next()?.parse().unwrap_or(order),
            "pv" => line = words.by_ref().map_while(|word| Move::from_gtp(word, size).ok()).collect(),
            _ => {}
        }
    }
    let mv = mv?;
    if line.first() != Some(&mv) {
        line = vec![mv];
    }
    Some((order, Info { mv, visits: visits?, win_rate: rate?, lead, prior, line, is_mirrored }))
}

fn share(text: &str, scale: f32) -> Option<f32> {
    text.parse::<f32>().ok().map(|share| share / scale).filter(|share| (0.0..=1.0).contains(share))
}

/// Reads GNU Go's `top_moves_black`: moves with their values, the best first.
pub fn read_top_moves(answer: &str, size: u8) -> Vec<(Move, f32)> {
    let words: Vec<&str> = answer.split_whitespace().collect();
    let pair = |pair: &[&str]| {
        let value: f32 = pair.get(1)?.parse().ok().filter(|value: &f32| value.is_finite())?;
        Some((Move::from_gtp(pair[0], size).ok()?, value))
    };
    words.chunks(2).filter_map(pair).collect()
}

/// Reads GNU Go's `estimate_score`: `W+3.5 (upper bound: …)`, as Black's lead.
pub fn read_estimate(answer: &str) -> Option<f32> {
    let first = answer.split_whitespace().next()?;
    let (side, points) = first.split_once('+').unwrap_or(("B", first));
    let points: f32 = points.parse().ok().filter(|points: &f32| points.abs() < 1000.0)?;
    match side {
        "B" => Some(points),
        "W" => Some(-points),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn streams_of_leela_zero_and_katago_are_read() {
        let leela = "info move D4 visits 836 winrate 4656 prior 839 lcb 4640 order 1 pv D4 Q16 info move Q16 \
                     visits 900 winrate 4700 prior 100 lcb 4640 order 0 pv Q16 D4 C3";
        let infos = read_infos(leela, Style::LeelaZero, 19).unwrap();
        assert_eq!(infos.moves.iter().map(|info| info.mv.to_gtp(19)).collect::<Vec<_>>(), ["Q16", "D4"]);
        assert_eq!((infos.moves[1].visits, infos.moves[1].win_rate, infos.moves[1].line.len()), (836, 0.4656, 2));
        let owners = "0.5 ".repeat(25);
        let kata = format!(
            "info move C3 visits 11 utility 0.1 winrate 1 scoreLead -2.5 scoreStdev 3 prior 0.2 order 0 pv C3 pass \
             ownership {owners}"
        );
        let infos = read_infos(&kata, Style::KataGo, 5).unwrap();
        assert_eq!((infos.moves[0].win_rate, infos.moves[0].lead, infos.ownership.len()), (1.0, Some(-2.5), 25));
        assert_eq!(infos.moves[0].line, [infos.moves[0].mv, Move::Pass]);
    }

    #[test]
    fn mirror_images_of_a_move_do_not_count_as_work() {
        let kata = "info move C4 visits 12 edgeVisits 12 winrate 0.6 scoreLead 1 prior 0.1 lcb 0.5 order 0 pv C4 \
                    info move G4 visits 12 edgeVisits 12 winrate 0.6 scoreLead 1 prior 0.1 lcb 0.5 isSymmetryOf C4 \
                    order 1 pv G4 info move E5 visits 5 winrate 0.4 order 2 pv E5";
        let infos = read_infos(kata, Style::KataGo, 9).unwrap();
        assert_eq!(infos.moves.iter().map(|info| info.is_mirrored).collect::<Vec<_>>(), [false, true, false]);
        assert_eq!((infos.visits(), infos.moves[1].line.len()), (17, 1));
    }

    #[test]
    fn what_is_broken_is_left_out() {
        let line = "info move Z99 visits 1 winrate 5000 info move D4 visits x winrate 5000 info move D4 visits 3 \
                    winrate 99999 info move E5 visits 3 winrate 5000";
        let infos = read_infos(line, Style::LeelaZero, 9).unwrap();
        assert_eq!(infos.moves.len(), 1);
        assert_eq!(read_infos("= ", Style::KataGo, 9), None);
        assert_eq!(read_top_moves("D4 22.5 Q16 20 nonsense", 19).len(), 2);
        assert_eq!(read_estimate("W+3.5 (upper bound: -1.0, lower: 7.0)"), Some(-3.5));
        assert_eq!((read_estimate("0"), read_estimate("X+2"), read_estimate("")), (Some(0.0), None, None));
    }

    proptest! {
        #[test]
        fn no_answer_is_too_strange(
            text in ".{0,120}",
            words in prop::collection::vec(prop::sample::select(vec![
                "info", "move", "visits", "winrate", "D4", "pass", "pv", "ownership", "-1", "0.5", "1e39", "order",
                "NaN", "prior", "scoreLead", "T19",
            ]), 0..40),
        ) {
            for line in [text.clone(), words.join(" "), format!("info move {}", words.join(" "))] {
                for style in [Style::LeelaZero, Style::KataGo] {
                    if let Some(infos) = read_infos(&line, style, 9) {
                        prop_assert!(infos.moves.iter().all(|info| (0.0..=1.0).contains(&info.win_rate)));
                    }
                }
                let _ = (read_top_moves(&line, 9), read_estimate(&line));
            }
        }
    }
}
