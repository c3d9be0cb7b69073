//! Whether values are what FF4 says. Points are judged by our board; everything with a strict form
//! (numbers, colours, emphasis, pairs) by `sgf_parse`, one property at a time.

use crate::board::{Point, PointSet};
use crate::record::ident::{Kind, KnownProperty, known};
use crate::record::info::{SizeText, read_komi, read_number};
use crate::record::properties::Property;
use crate::record::setup::add_points;
use crate::record::steps::read_move;
use crate::record::tree::Tree;
use crate::record::value::{split_pair, unescape};
use crate::record::warning::{Meaning, Problem, excerpt};
use sgf_parse::SgfProp;
use sgf_parse::go::Prop;

/// Whether it is a move on a board of this size, or a pass.
pub(super) fn is_move(value: &str, size: u8) -> bool {
    read_move(value, size).is_some()
}

/// Checks the values of a known property, given as `[…][…]`.
pub(super) fn check(known: &KnownProperty, brackets: &str, size: u8, report: &mut dyn FnMut(Problem)) {
    let inside = brackets.get(1..brackets.len().saturating_sub(1)).unwrap_or_default();
    let property = Property::new(known.name, inside);
    let invalid = |value: &str| Problem::InvalidValue { name: known.name.to_owned(), value: excerpt(value) };
    match known.kind {
        Kind::Move => {}
        Kind::Points => {
            let mut points = PointSet::default();
            for value in property.values() {
                // `VW[]` and `DD[]` undo what was inherited, `TB[]` is written by servers.
                if !value.is_empty() && !add_points(&mut points, value, size) {
                    report(off_board(known.name, value, size));
                }
            }
        }
        Kind::Pairs => {
            for value in property.values() {
                let on_board = |text: &str| Point::from_sgf(text.trim(), size).is_some();
                let fits = split_pair(value).is_some_and(|(a, b)| on_board(a) && (known.name == "LB" || on_board(b)));
                if !fits && !value.is_empty() {
                    report(off_board(known.name, value, size));
                }
            }
        }
        Kind::Text => {
            if let Some(second) = property.values().nth(1) {
                report(invalid(second));
            }
        }
        Kind::Strict => {
            if !is_strict(&property) {
                report(understood(&property).unwrap_or_else(|| invalid(property.first())));
            }
        }
    }
}

fn off_board(name: &str, value: &str, size: u8) -> Problem {
    Problem::OffBoardPoint { name: name.to_owned(), value: excerpt(value), size }
}

/// Whether `sgf_parse` accepts the values.
fn is_strict(property: &Property) -> bool {
    let values: Vec<String> = property.values().map(|value| unescape(value).into_owned()).collect();
    let name = property.name().as_str().to_owned();
    // An even game may say so, an empty value says nothing, and the size is a matter of the root.
    let is_fine = match name.as_str() {
        "SZ" => true,
        "HA" => values == ["0"],
        "KM" => false,
        _ => values == [""],
    };
    is_fine || !matches!(Prop::new(name, values), Prop::Invalid(..))
}

/// What was made of a value that is not strict but clear enough.
fn understood(property: &Property) -> Option<Problem> {
    let value = property.first();
    let read = match property.name().as_str() {
        "HA" | "KM" if value.trim().is_empty() => Meaning::NotGiven,
        "KM" => Meaning::Number(read_komi(value)?),
        "HA" if read_number(value) == Some(1.0) => Meaning::EvenGame,
        "HA" | "TM" | "BL" | "WL" | "V" => Meaning::Number(read_number(value)?),
        "PL" => {
            let color = crate::record::Properties::from_canonical(format!("PL[{value}]")).to_play()?;
            Meaning::Side(color)
        }
        _ => return None,
    };
    Some(Problem::Understood { name: property.name().to_string(), value: excerpt(value), read })
}

/// Checks what the root says as a whole.
pub(super) fn check_root(tree: &Tree, report: &mut dyn FnMut(Problem)) {
    let root = tree.properties(tree.root());
    let understood = |name: &str, value: &str, read: Meaning| Problem::Understood {
        name: name.to_owned(),
        value: excerpt(value),
        read,
    };
    if let Some(size) = root.get(known::SZ) {
        let read = SizeText::read(size.first());
        if !matches!(read, SizeText::Fits(_)) {
            report(understood("SZ", size.first(), Meaning::Board(read.size())));
        }
    }
    if let Some(game) = tree.other_game() {
        report(Problem::OtherGame(excerpt(game)));
    }
    let start = tree.start();
    if let Some(komi) = root.get(known::KM)
        && let Some(written) = read_number(komi.first())
        && start.komi != Some(written)
    {
        let read = start.komi.map_or(Meaning::NotGiven, Meaning::Number);
        report(understood("KM", komi.first(), read));
    }
    if start.handicap_to_place {
        let usual = crate::board::handicap::fixed(start.size, usize::from(start.handicap)).is_ok();
        let told = if usual { Problem::HandicapPlaced } else { Problem::HandicapWithoutStones };
        report(told(start.handicap));
    }
}
