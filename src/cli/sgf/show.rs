//! `fuzeki sgf show`: a position of a game as text.

use super::Reading;
use crate::board::coord::column_letter;
use crate::board::{Board, Color, Point};
use crate::cli::Failure;
use crate::record::{NodeId, Replay, Step, Tree, known, read_path};
use std::fmt::Write;
use std::path::PathBuf;

/// Arguments of `fuzeki sgf show`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki sgf show game.sgf --move 50")]
pub struct Args {
    /// The game file
    file: PathBuf,
    /// After which move of the main line; 0 is the beginning, without it the end
    #[arg(long = "move", value_name = "N")]
    number: Option<u32>,
    /// Which game of a collection, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    #[command(flatten)]
    reading: Reading,
}

/// Reads and prints.
pub fn run(args: Args) -> Result<(), Failure> {
    let loaded = read_path(&args.file, &args.reading.options(false))?;
    let games = &loaded.collection.games;
    let game = args.game.checked_sub(1).and_then(|index| games.get(index)).ok_or_else(|| {
        format!("{}: there is no game {}; the file has {}", args.file.display(), args.game, games.len())
    })?;
    let tree = game.tree();
    let node = match args.number {
        None => tree.line_end(tree.root()),
        Some(number) => find_move(tree, number).ok_or_else(|| {
            let last = tree.move_number(tree.line_end(tree.root()));
            format!("{}: there is no move {number}; the main line has {last}", args.file.display())
        })?,
    };
    print!("{}", page(tree, node));
    Ok(())
}

/// The last node of the main line at which so many moves were played.
fn find_move(tree: &Tree, number: u32) -> Option<NodeId> {
    let mut played = 0;
    let mut found = None;
    for node in tree.main_line() {
        played += u32::from(tree.properties(node).move_text().is_some());
        if played > number {
            break;
        }
        found = (played == number).then_some(node);
    }
    found
}

/// Players, board, last move and comment.
fn page(tree: &Tree, node: NodeId) -> String {
    let start = tree.start();
    let mut replay = Replay::new(start.size);
    let mut flags = Vec::new();
    let (mut number, mut last) = (0, None);
    for (_, step) in tree.steps_to(node) {
        match step {
            Step::Setup(stones) => replay.set_up(&stones),
            Step::ToPlay(_) => {}
            Step::Move { color, mv } => {
                number += 1;
                last = Some((color, mv.to_gtp(start.size), mv.point()));
                if let Some(reason) = replay.play(color, mv) {
                    flags.push(format!("Move {number} ({color} {}) is illegal: {reason}.", mv.to_gtp(start.size)));
                }
            }
            Step::OffBoard { color } => {
                number += 1;
                last = Some((color, "off the board".to_owned(), None));
                flags.push(format!("Move {number} ({color}) lies off the board and was not played."));
            }
        }
    }
    let mut page = String::new();
    let info = |name| tree.info(name).unwrap_or_default();
    // Writing to a string cannot fail.
    let _ = writeln!(page, "Black X: {} {}", info(known::PB), info(known::BR));
    let _ = writeln!(page, "White O: {} {}", info(known::PW), info(known::WR));
    let komi = start.komi.map_or("not given".to_owned(), |komi| komi.to_string());
    let _ = writeln!(page, "Komi {komi}, handicap {}, result {}\n", start.handicap, tree.info(known::RE).unwrap_or("?".into()));
    page.push_str(&diagram(replay.board(), last.as_ref().and_then(|last| last.2)));
    match last {
        None => page.push_str("\nNo move yet"),
        Some((color, point, _)) => {
            let _ = write!(page, "\nMove {number}: {color} {point}");
        }
    }
    let _ = writeln!(page, "; {} to play", tree.color_to_play(node));
    for flag in flags {
        let _ = writeln!(page, "{flag}");
    }
    if let Some(comment) = tree.comment(node) {
        let _ = writeln!(page, "\n{comment}");
    }
    page.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The board with letters and numbers around it, the last move in parentheses.
fn diagram(board: &Board, last: Option<Point>) -> String {
    let size = board.size();
    let letters: String = (0..size).flat_map(|x| [column_letter(x), ' ']).collect();
    let mut text = format!("    {letters}\n");
    for y in 0..size {
        let _ = write!(text, "{:>3}", size - y);
        for x in 0..size {
            let point = Point::new(x, y);
            let before = match last {
                Some(last) if last == point => '(',
                Some(last) if x > 0 && last == Point::new(x - 1, y) => ')',
                _ => ' ',
            };
            text.push(before);
            text.push(match board.stone(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if is_star(x, y, size) => '+',
                None => '.',
            });
        }
        let closes = size > 0 && last == Some(Point::new(size - 1, y));
        let _ = writeln!(text, "{}{}", if closes { ')' } else { ' ' }, size - y);
    }
    text + &format!("    {letters}\n")
}

/// The points that help to count lines.
fn is_star(x: u8, y: u8, size: u8) -> bool {
    let edge = match size {
        0..7 => return false,
        7..13 => 2,
        _ => 3,
    };
    let is_line = |at: u8| at == edge || at == size - 1 - edge || size >= 13 && size % 2 == 1 && at == size / 2;
    is_line(x) && is_line(y) || size % 2 == 1 && x == size / 2 && y == size / 2
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
            "Black X: a\nWhite O: b\nKomi 0.5, handicap 0, result ?\n\n    A B C D E\n  5 . . . . . 5\n  4 . X . . . 4\n  \
             3 . . . . . 3\n  2 . . . . . 2\n  1 . . . .(O)1\n    A B C D E\n\nMove 2: White E1; Black to play\n\n\
             the corner\n"
        );
    }

    #[test]
    fn moves_are_found_by_number() {
        let tree = tree("(;SZ[5];B[bb];C[between];W[ee])");
        let line: Vec<_> = tree.main_line().collect();
        assert_eq!(find_move(&tree, 0), Some(line[0]));
        assert_eq!(find_move(&tree, 1), Some(line[2]));
        assert_eq!(find_move(&tree, 2), Some(line[3]));
        assert_eq!(find_move(&tree, 3), None);
    }
}
