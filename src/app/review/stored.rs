//! Analysis inside game files: our own private property, written as one edit that undo takes back; and
//! what other programs wrote, Sabaki's SBKV and Lizzie's LZ.

use super::analysed::{Analysed, AnalysedMove};
use super::run::Said;
use crate::board::{Color, Move};
use crate::record::{EditError, EditKind, Game, Ident, NodeId, Properties, Tree, Value};

/// Our property: the text form of an [`Analysed`], which needs no escapes.
const OURS: Ident<'static> = Ident::of("FZA");
/// Sabaki: the chance of Black in percent.
const SABAKI: Ident<'static> = Ident::of("SBKV");
/// Lizzie: a line with engine, chance of the player who has just moved, and visits; then the moves as
/// `lz-analyze` streams them.
const LIZZIE: Ident<'static> = Ident::of("LZ");

/// Writes what was said of nodes into the game.
pub fn store(game: &mut Game, said: &Said) -> Result<(), EditError> {
    let mut nodes: Vec<NodeId> = said.keys().copied().collect();
    nodes.sort_unstable();
    game.edit(EditKind::Property, |editor| {
        for node in nodes {
            editor.set_values(node, OURS, &[Value::text(&said[&node].to_text())])?;
        }
        Ok(())
    })
}

/// Takes all our analysis out of the game.
pub fn clear(game: &mut Game) -> Result<(), EditError> {
    let nodes: Vec<NodeId> = game.tree().preorder(game.tree().root()).collect();
    game.edit(EditKind::Property, |editor| nodes.into_iter().try_for_each(|node| editor.set_values(node, OURS, &[])))
}

/// What the file says of a node, by us or by others.
pub fn read(tree: &Tree, node: NodeId) -> Option<Analysed> {
    let properties = tree.properties(node);
    let size = tree.size();
    if let Some(text) = properties.text(OURS) {
        return Analysed::from_text(&text, size);
    }
    let to_play = side_after(tree, node);
    lizzie(properties, size, to_play).or_else(|| sabaki(properties, size, to_play))
}

/// Who moves after a node: told by it, or by the nearest move above.
fn side_after(tree: &Tree, node: NodeId) -> Color {
    let moved = tree.ancestors(node).find_map(|at| tree.properties(at).move_text().map(|(color, _)| !color));
    moved.unwrap_or(tree.start().first)
}

fn sabaki(properties: &Properties, size: u8, to_play: Color) -> Option<Analysed> {
    let percent: f32 = properties.text(SABAKI)?.trim().replace(',', ".").parse().ok()?;
    let win_rate = percent / 100.0;
    (0.0..=1.0).contains(&win_rate).then(|| Analysed {
        engine: "Sabaki".to_owned(),
        size,
        to_play,
        visits: 1,
        win_rate,
        score: None,
        moves: Vec::new(),
        ownership: Vec::new(),
    })
}

fn lizzie(properties: &Properties, size: u8, to_play: Color) -> Option<Analysed> {
    let text = properties.text(LIZZIE)?;
    let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let mut words = head.split_whitespace();
    let engine = words.next()?.to_owned();
    let percent: f32 = words.next()?.replace(',', ".").parse().ok()?;
    let visits = words.next().and_then(count)?;
    let black = |rate: f32, side: Color| if side == Color::Black { rate } else { 1.0 - rate };
    // The chance is that of the player who has just moved.
    let win_rate = black(percent / 100.0, !to_play);
    if !(0.0..=1.0).contains(&win_rate) {
        return None;
    }
    let moves = rest.split("info ").flat_map(|part| part.split("move ").skip(1)).filter_map(|part| {
        let mut words = part.split_whitespace();
        let mv = Move::from_gtp(words.next()?, size).ok()?;
        let (mut visits, mut rate, mut prior, mut line) = (None, None, 0.0, vec![mv]);
        while let Some(word) = words.next() {
            match word {
                "visits" => visits = words.next()?.parse().ok(),
                "winrate" => rate = words.next()?.parse::<f32>().ok(),
                "prior" => prior = words.next()?.parse::<f32>().ok()? / 10_000.0,
                "pv" => line = words.by_ref().map_while(|word| Move::from_gtp(word, size).ok()).collect(),
                _ => {}
            }
        }
        let win_rate = black(rate? / 10_000.0, to_play);
        let sound = (0.0..=1.0).contains(&win_rate) && (0.0..=1.0).contains(&prior);
        sound.then_some(AnalysedMove { mv, visits: visits?, win_rate, score: None, prior, line })
    });
    let moves = moves.collect();
    Some(Analysed { engine, size, to_play, visits, win_rate, score: None, moves, ownership: Vec::new() })
}

/// `836`, `1.2k`, `3M`.
fn count(text: &str) -> Option<u32> {
    let text = text.replace(',', ".");
    let (number, factor) = match text.strip_suffix(['k', 'K']) {
        Some(number) => (number, 1e3),
        None => text.strip_suffix(['m', 'M']).map_or((text.as_str(), 1.0), |number| (number, 1e6)),
    };
    number.parse::<f64>().ok().filter(|n| (0.0..1e9).contains(n)).map(|n| (n * factor) as u32)
}

#[cfg(test)]
mod tests {
    use super::super::analysed::tests::sample;
    use super::*;
    use crate::record::{Collection, ReadOptions, read_bytes, sgf};

    fn game(text: &str) -> Game {
        read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap().collection.games.remove(0)
    }

    #[test]
    fn analysis_goes_into_the_file_comes_back_and_can_be_undone() {
        let mut game = game("(;SZ[9];B[ee];W[gc])");
        let before = game.clone();
        let node = game.tree().main_line().nth(1).unwrap();
        let said = Said::from([(node, sample(Color::White, 0.25, -3.5))]);
        store(&mut game, &said).unwrap();
        let text = sgf::to_string(&Collection::of(game.clone()));
        assert!(text.contains("FZA[1 fuzeki w 1000 0.2500 -3.5;ee 800"), "{text}");
        let again = self::game(&text);
        let node = again.tree().main_line().nth(1).unwrap();
        assert_eq!(read(again.tree(), node).as_ref(), Some(&said[&node]));
        assert_eq!(read(again.tree(), again.tree().root()), None);
        let mut cleared = again.clone();
        clear(&mut cleared).unwrap();
        assert!(!sgf::to_string(&Collection::of(cleared)).contains("FZA"));
        game.undo();
        assert_eq!(game, before);
    }

    #[test]
    fn what_sabaki_and_lizzie_wrote_is_read() {
        let game = game(
            "(;SZ[19];B[dd]SBKV[53.2];W[pp]LZ[Leela_0.17 46.6 1.2k\nmove Q4 visits 836 winrate 5340 prior 839 \
             lcb 5300 order 0 pv Q4 D16 info move D4 visits 100 winrate 5000 prior 20 order 1 pv D4]\
             ;B[dp]LZ[broken];W[pd]SBKV[x])",
        );
        let tree = game.tree();
        let said: Vec<_> = tree.main_line().map(|node| read(tree, node)).collect();
        assert_eq!(said[0], None);
        let sabaki = said[1].as_ref().unwrap();
        assert!((sabaki.win_rate - 0.532).abs() < 1e-4 && sabaki.to_play == Color::White);
        let lizzie = said[2].as_ref().unwrap();
        // White has just moved and has 46.6 %: Black has the rest, and is to move.
        assert!((lizzie.win_rate - 0.534).abs() < 1e-4, "{}", lizzie.win_rate);
        assert_eq!((lizzie.engine.as_str(), lizzie.visits, lizzie.moves.len()), ("Leela_0.17", 1200, 2));
        assert_eq!((lizzie.moves[0].line.len(), lizzie.moves[0].win_rate), (2, 0.534));
        assert_eq!((&said[3], &said[4]), (&None, &None));
    }
}
