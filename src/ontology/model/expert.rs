//! People whose verdicts the ontology keeps.

use super::id::ExpertId;
use super::rank::Rank;
use serde::{Deserialize, Serialize};

/// A colour of the screen, for badges: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rgb(pub [u8; 3]);

impl TryFrom<String> for Rgb {
    type Error = String;
    fn try_from(text: String) -> Result<Rgb, String> {
        let fault = || format!("`{text}` is not a colour; write # and six hexadecimal digits, such as #1E9600");
        let digits = text.strip_prefix('#').filter(|d| d.len() == 6).ok_or_else(fault)?;
        let number = u32::from_str_radix(digits, 16).map_err(|_| fault())?;
        Ok(Rgb([(number >> 16) as u8, (number >> 8) as u8, number as u8]))
    }
}

impl From<Rgb> for String {
    fn from(Rgb([r, g, b]): Rgb) -> String {
        format!("#{r:02X}{g:02X}{b:02X}")
    }
}

/// Colours that stay apart from each other, from the engine's and for the colour-blind (Okabe and Ito).
const PALETTE: [Rgb; 7] = [
    Rgb([0x00, 0x72, 0xb2]),
    Rgb([0xd5, 0x5e, 0x00]),
    Rgb([0xcc, 0x79, 0xa7]),
    Rgb([0x00, 0x9e, 0x73]),
    Rgb([0xe6, 0x9f, 0x00]),
    Rgb([0x56, 0xb4, 0xe9]),
    Rgb([0x80, 0x80, 0x80]),
];

/// A person who grades moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expert {
    /// Its identity.
    pub id: ExpertId,
    /// The name as shown.
    pub name: String,
    /// The rank, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// The colour of the badges.
    pub colour: Rgb,
    /// Who this is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub biography: String,
    /// How much the user trusts this expert: 0 not at all, 1 normally, 2 doubly.
    pub trust: f32,
}

impl Expert {
    /// The most trust that can be given.
    pub const MAX_TRUST: f32 = 2.0;
    /// What an expert without a rank weighs: as 1 kyu.
    const UNRANKED: Rank = Rank::Kyu(1);

    /// An expert with the identity and the colour that follow from the name.
    pub fn new(name: &str, rank: Option<Rank>) -> Expert {
        let id = Expert::id_of(name);
        let colour = PALETTE[(id.0 % PALETTE.len() as u64) as usize];
        Expert { id, name: name.to_owned(), rank, colour, biography: String::new(), trust: 1.0 }
    }

    /// An expert beside those there are: with the colour of the name, or another where somebody has that already.
    pub fn beside<'a>(others: impl IntoIterator<Item = &'a Expert>, name: &str, rank: Option<Rank>) -> Expert {
        let new = Expert::new(name, rank);
        let taken: Vec<Rgb> = others.into_iter().map(|other| other.colour).collect();
        let uses = |colour: Rgb| taken.iter().filter(|&&one| one == colour).count();
        let colours = [new.colour].into_iter().chain(PALETTE);
        Expert { colour: colours.min_by_key(|&colour| uses(colour)).unwrap_or(new.colour), ..new }
    }

    /// The identity of an expert known by name only; case and spaces do not matter.
    pub fn id_of(name: &str) -> ExpertId {
        let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
        ExpertId::from_content([words.join(" ").as_str()])
    }

    /// What a verdict of this expert weighs: rank times trust.
    pub fn weight(&self) -> f32 {
        self.rank.unwrap_or(Self::UNRANKED).weight() * self.trust.clamp(0.0, Self::MAX_TRUST)
    }

    /// `Ming-Chi Cheng (7p)`.
    pub fn title(&self) -> String {
        match self.rank {
            Some(rank) => format!("{} ({rank})", self.name),
            None => self.name.clone(),
        }
    }

    /// Reads `Ming-Chi Cheng (7p)` or a bare name.
    pub fn from_title(title: &str) -> Option<Expert> {
        let title = title.trim();
        let split = title.strip_suffix(')').and_then(|t| t.rsplit_once('('));
        let (name, rank) = match split.and_then(|(name, rank)| Some((name.trim_end(), Rank::parse(rank)?))) {
            Some((name, rank)) => (name, Some(rank)),
            None => (title, None),
        };
        (!name.is_empty()).then(|| Expert::new(name, rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_read_back() {
        for title in ["Ming-Chi Cheng (7p)", "A (B) C", "Anon (30k)", "王 (9p)"] {
            assert_eq!(Expert::from_title(title).unwrap().title(), title);
        }
        assert_eq!(Expert::from_title(" (7p)"), None);
    }

    #[test]
    fn case_and_spaces_do_not_make_another_person() {
        assert_eq!(Expert::id_of("Ming-Chi  Cheng "), Expert::id_of("ming-chi cheng"));
    }

    #[test]
    fn somebody_new_gets_a_colour_that_nobody_has_while_there_is_one() {
        let mut experts: Vec<Expert> = Vec::new();
        for i in 0..PALETTE.len() {
            let new = Expert::beside(&experts, &format!("Expert {i}"), None);
            assert!(experts.iter().all(|other| other.colour != new.colour), "{i}");
            experts.push(new);
        }
        let one_more = Expert::beside(&experts, "Ada", None);
        assert_eq!(one_more.colour, Expert::new("Ada", None).colour, "then it is the name's again");
    }

    #[test]
    fn colours_read_back_or_say_why_not() {
        let colour = Rgb([1, 0xab, 255]);
        assert_eq!(Rgb::try_from(String::from(colour)), Ok(colour));
        assert!(Rgb::try_from("red".to_owned()).unwrap_err().contains("six hexadecimal digits"));
    }
}
