//! `fuzeki sgf show`: a position of a game as text.

use super::Reading;
use crate::board::{Rules, diagram};
use crate::cli::Failure;
use crate::cli::place::GamePlace;
use crate::record::{NodeId, Tree, known, read_path};

/// Arguments of `fuzeki sgf show`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki sgf show game.sgf --move 50")]
pub struct Args {
    #[command(flatten)]
    place: GamePlace,
    #[command(flatten)]
    reading: Reading,
}

/// Reads and prints.
pub fn run(args: Args) -> Result<(), Failure> {
    let loaded = read_path(&args.place.file, &args.reading.options(false))?;
    let (tree, node) = args.place.find(&loaded)?;
    print!("{}", page(tree, node));
    Ok(())
}

/// Players, board, last move and comment.
fn page(tree: &Tree, node: NodeId) -> String {
    let start = tree.start();
    let info = |name| tree.info(name).unwrap_or_default();
    let komi = start.komi.map_or("not given".to_owned(), |komi| komi.to_string());
    let mut lines = vec![
        format!("Black X: {} {}", info(known::PB), info(known::BR)),
        format!("White O: {} {}", info(known::PW), info(known::WR)),
        format!("Komi {komi}, handicap {}, result {}", start.handicap, tree.info(known::RE).unwrap_or("?".into())),
        String::new(),
    ];
    let replayed = tree.replay_to(node, Rules::JAPANESE);
    let last = tree.ancestors(node).find_map(|node| tree.move_at(node, start.size));
    let point = last.and_then(|(_, mv)| mv?.point());
    lines.extend(diagram::print(replayed.position.board(), point).to_string().lines().map(str::to_owned));
    let moves = tree.path_to(node).into_iter().filter(|&node| tree.properties(node).move_text().is_some()).count();
    let played = match last {
        None => "No move yet".to_owned(),
        Some((color, None)) => format!("Move {moves}: {color} off the board"),
        Some((color, Some(mv))) => format!("Move {moves}: {color} {}", mv.to_gtp(start.size)),
    };
    lines.extend([String::new(), format!("{played}; {} to play", replayed.position.to_play())]);
    for (illegal, error) in &replayed.illegal {
        lines.push(format!("Move {}: {error}", tree.move_number(*illegal)));
    }
    for &off in &replayed.off_board {
        lines.push(format!("Move {} lies off the board and was not played", tree.move_number(off)));
    }
    if let Some(comment) = tree.comment(node) {
        lines.extend([String::new(), comment.into_owned()]);
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{ReadOptions, read_bytes};

    fn tree(sgf: &str) -> Tree {
        read_bytes(sgf.as_bytes(), &ReadOptions::default()).unwrap().collection.games.remove(0).into_tree()
    }

    #[test]
    fn a_position_is_drawn_with_its_last_move() {
        let tree = tree("(;SZ[5]PB[a]PW[b]KM[0.5];B[bb];W[ee]C[the corner])");
        let text = page(&tree, tree.line_end(tree.root()));
        assert_eq!(
            text,
            "Black X: a\nWhite O: b\nKomi 0.5, handicap 0, result ?\n\n   A B C D E\n 5 . . . . . 5\n 4 . X . . . 4\n 3 . . . . . 3\n\
            \x202 . . . . . 2\n 1 . . . .(O)1\n   A B C D E\n\nMove 2: White E1; Black to play\n\n\
             the corner\n"
        );
    }
}
