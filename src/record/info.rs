//! What the root says of the game: board, rules, players, result.

use super::ident::{Ident, known};
use super::properties::Properties;
use super::tree::Tree;
use super::warning::excerpt;
use crate::board::{Color, MAX_SIZE, MIN_SIZE};
use std::borrow::Cow;

/// A line of the game info window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InfoField {
    /// The property of the root.
    pub name: Ident<'static>,
    /// For people.
    pub label: &'static str,
    /// Whether it may have several lines.
    pub multiline: bool,
}

impl InfoField {
    /// All fields that are text, in the order of the window.
    pub const ALL: &[InfoField] = &[
        InfoField::line(known::GN, "Game name"),
        InfoField::line(known::PB, "Black"),
        InfoField::line(known::BR, "Black rank"),
        InfoField::line(known::BT, "Black team"),
        InfoField::line(known::PW, "White"),
        InfoField::line(known::WR, "White rank"),
        InfoField::line(known::WT, "White team"),
        InfoField::line(known::RE, "Result"),
        InfoField::line(known::KM, "Komi"),
        InfoField::line(known::HA, "Handicap"),
        InfoField::line(known::RU, "Rules"),
        InfoField::line(known::DT, "Date"),
        InfoField::line(known::EV, "Event"),
        InfoField::line(known::RO, "Round"),
        InfoField::line(known::PC, "Place"),
        InfoField::line(known::TM, "Main time"),
        InfoField::line(known::OT, "Overtime"),
        InfoField::line(known::ON, "Opening"),
        InfoField::line(known::AN, "Annotator"),
        InfoField::line(known::US, "Entered by"),
        InfoField::line(known::SO, "Source"),
        InfoField::line(known::CP, "Copyright"),
        InfoField { name: known::GC, label: "About the game", multiline: true },
    ];

    const fn line(name: Ident<'static>, label: &'static str) -> InfoField {
        InfoField { name, label, multiline: false }
    }
}

/// What is to be known before the first step.
#[derive(Clone, Debug, PartialEq)]
pub struct GameStart {
    /// Lines of the board.
    pub size: u8,
    /// Komi in points, if the file states one that can be believed.
    pub komi: Option<f32>,
    /// The rules as the file names them.
    pub rules: Option<String>,
    /// Handicap stones; 0 for an even game. The stones themselves are set-up of the root.
    pub handicap: u8,
    /// Whether handicap is stated but no stone is set up: the stones are still to be placed.
    pub handicap_to_place: bool,
    /// Who begins.
    pub first: Color,
}

/// Why a game is none that can be played here. People are shown the nearest there is; a program had better
/// be told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foreign {
    /// Not Go.
    #[error("GM[{0}] says that it is another game than Go, which is GM[1]")]
    Game(String),
    /// No board that we have.
    #[error("there is no board for SZ[{0}]; boards are square and have {MIN_SIZE} to {MAX_SIZE} lines")]
    Size(String),
}

/// A size as written, and how it had to be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SizeText {
    /// As it says.
    Fits(u8),
    /// Two different sides: the larger one is taken, so that every move has its place.
    Rectangular(u8),
    /// No board that exists: the nearest one is taken.
    Clamped(u8),
    /// Not a size: 19 is taken.
    Unreadable,
}

impl SizeText {
    pub fn read(text: &str) -> SizeText {
        let side = |text: &str| text.trim().parse::<u32>().ok();
        let (width, height) = match text.split_once(':') {
            Some((width, height)) => (side(width), side(height)),
            None => (side(text), side(text)),
        };
        let (Some(width), Some(height)) = (width, height) else { return SizeText::Unreadable };
        let larger = width.max(height);
        let size = larger.clamp(u32::from(MIN_SIZE), u32::from(MAX_SIZE)) as u8;
        if u32::from(size) != larger {
            SizeText::Clamped(size)
        } else if width != height {
            SizeText::Rectangular(size)
        } else {
            SizeText::Fits(size)
        }
    }

    pub fn size(self) -> u8 {
        match self {
            SizeText::Fits(size) | SizeText::Rectangular(size) | SizeText::Clamped(size) => size,
            SizeText::Unreadable => DEFAULT_SIZE,
        }
    }
}

/// FF4: without SZ the board has 19 lines.
const DEFAULT_SIZE: u8 = 19;

/// A number as people and programs write it: a comma or a point for decimals, spaces around.
pub(super) fn read_number(text: &str) -> Option<f32> {
    let number: f32 = text.trim().replace(',', ".").parse().ok()?;
    number.is_finite().then_some(number)
}

/// Komi in points. Fox writes hundredths, and for Chinese rules of stones (375 is 3.75 stones, that
/// is 7.5 points).
pub(super) fn read_komi(text: &str) -> Option<f32> {
    let komi = read_number(text)?;
    let points = if komi.abs() >= 100.0 {
        let hundredths = komi / 100.0;
        if [2.75, 3.25, 3.75].contains(&hundredths.abs()) { hundredths * 2.0 } else { hundredths }
    } else {
        komi
    };
    (points.abs() <= f32::from(MAX_SIZE) * f32::from(MAX_SIZE)).then_some(points)
}

impl Tree {
    /// Lines of the board by `SZ`, always one that exists.
    pub fn size(&self) -> u8 {
        self.properties(self.root()).get(known::SZ).map_or(DEFAULT_SIZE, |size| SizeText::read(size.first()).size())
    }

    /// The number of the game by `GM`, where it is another one than Go.
    pub(super) fn other_game(&self) -> Option<&str> {
        let number = self.properties(self.root()).get(known::GM)?.first().trim();
        (number != "1" && !number.is_empty()).then_some(number)
    }

    /// Why it cannot be played here as it is written, if it cannot.
    pub fn foreign(&self) -> Option<Foreign> {
        let size = self.properties(self.root()).get(known::SZ).map(|size| size.first());
        let odd_size = || size.filter(|size| !matches!(SizeText::read(size), SizeText::Fits(_)));
        let game = self.other_game().map(|number| Foreign::Game(excerpt(number)));
        game.or_else(|| odd_size().map(|size| Foreign::Size(excerpt(size))))
    }

    /// A text of the root for people, if it is there and not empty.
    pub fn info(&self, name: Ident) -> Option<Cow<'_, str>> {
        self.properties(self.root()).text(name).filter(|text| !text.trim().is_empty())
    }

    /// The comment of a node, if it has one.
    pub fn comment(&self, id: super::NodeId) -> Option<Cow<'_, str>> {
        self.properties(id).text(known::C)
    }

    /// What is to be known before the first step.
    pub fn start(&self) -> GameStart {
        let root = self.properties(self.root());
        let handicap = root.get(known::HA).and_then(|ha| read_number(ha.first())).unwrap_or(0.0);
        let handicap = if (2.0..=25.0).contains(&handicap) { handicap as u8 } else { 0 };
        let first_move = self.main_line().take(8).find_map(|node| self.properties(node).move_text());
        let first = root.to_play().or(first_move.map(|(color, _)| color)).unwrap_or(if handicap > 0 {
            Color::White
        } else {
            Color::Black
        });
        GameStart {
            size: self.size(),
            komi: komi_of(root, handicap),
            rules: self.info(known::RU).map(Cow::into_owned),
            handicap,
            handicap_to_place: handicap > 0 && !root.contains(known::AB) && first == Color::White,
            first,
        }
    }
}

/// Komi by `KM`. Fox writes `KM[0]` in even games that have one: then it is unknown.
fn komi_of(root: &Properties, handicap: u8) -> Option<f32> {
    let komi = read_komi(root.get(known::KM)?.first())?;
    let is_fox = || root.get(known::AP).is_some_and(|ap| ap.first().to_ascii_lowercase().contains("fox"));
    if komi == 0.0 && handicap == 0 && is_fox() { None } else { Some(komi) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(root: &str) -> GameStart {
        Tree::new(Properties::from_canonical(root)).start()
    }

    #[test]
    fn komi_is_read_in_every_form_that_programs_write() {
        for (text, komi) in [
            ("KM[6.5]", Some(6.5)),
            ("KM[6,5]", Some(6.5)),
            ("KM[ 7 ]", Some(7.0)),
            ("KM[-3.5]", Some(-3.5)),
            ("KM[375]", Some(7.5)),
            ("KM[650]", Some(6.5)),
            ("KM[0]", Some(0.0)),
            ("KM[0]AP[foxwq]", None),
            ("KM[0]HA[2]AP[foxwq]", Some(0.0)),
            ("KM[]", None),
            ("KM[inf]", None),
            ("KM[1e30]", None),
            ("", None),
        ] {
            assert_eq!(start(text).komi, komi, "{text}");
        }
    }

    #[test]
    fn the_size_is_always_one_that_exists() {
        for (text, size) in [
            ("9", SizeText::Fits(9)),
            (" 13 ", SizeText::Fits(13)),
            ("19:19", SizeText::Fits(19)),
            ("9:19", SizeText::Rectangular(19)),
            ("37", SizeText::Clamped(25)),
            ("4294967295", SizeText::Clamped(25)),
            ("99999999999999", SizeText::Unreadable),
            ("1", SizeText::Clamped(2)),
            ("", SizeText::Unreadable),
            ("x", SizeText::Unreadable),
        ] {
            assert_eq!(SizeText::read(text), size, "{text}");
        }
        assert_eq!(start("").size, 19);
    }

    #[test]
    fn what_cannot_be_played_here_is_told() {
        let foreign = |root: &str| Tree::new(Properties::from_canonical(root)).foreign().map(|why| why.to_string());
        for root in ["", "GM[1]SZ[9]", "GM[ 1 ]SZ[19:19]", "GM[]"] {
            assert_eq!(foreign(root), None, "{root}");
        }
        assert_eq!(foreign("GM[2]SZ[8]").unwrap(), "GM[2] says that it is another game than Go, which is GM[1]");
        for size in ["37", "1", "9:13", "x"] {
            let told = foreign(&format!("SZ[{size}]")).unwrap();
            assert!(told.starts_with(&format!("there is no board for SZ[{size}]; boards are square")), "{told}");
        }
    }

    #[test]
    fn with_handicap_white_begins() {
        let handicap = start("HA[4]AB[dd][pp][dp][pd]");
        assert_eq!((handicap.handicap, handicap.first, handicap.handicap_to_place), (4, Color::White, false));
        let missing = start("HA[2]");
        assert_eq!((missing.first, missing.handicap_to_place), (Color::White, true));
        let black_places_them_as_moves = Tree::new(Properties::from_canonical("HA[2]B[dd]")).start();
        assert_eq!(
            (black_places_them_as_moves.first, black_places_them_as_moves.handicap_to_place),
            (Color::Black, false)
        );
        assert_eq!(start("HA[]").handicap, 0);
        assert_eq!(start("HA[1]").handicap, 0);
        assert_eq!(start("HA[400]").handicap, 0);
    }
}
