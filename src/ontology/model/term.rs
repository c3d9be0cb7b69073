//! Linguistic terms: fuzzy sets over a move's score in [0, 1] (Hoock et al. 2010, fig. 2).

use serde::{Deserialize, Serialize};
use std::fmt;

/// A membership function: rises from `a` to `b`, is 1 up to `c`, falls to `d`. A triangle has
/// `b == c`; a shoulder at the end of the scale has `a == b` or `c == d`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[f32; 4]", into = "[f32; 4]")]
pub struct FuzzySet {
    a: f32,
    b: f32,
    c: f32,
    d: f32,
}

/// Why four numbers are no membership function.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0:?} is no membership function: the four corners must rise and lie between 0 and 1")]
pub struct NotAFuzzySet([f32; 4]);

impl FuzzySet {
    /// A trapezoid with these corners.
    pub fn trapezoid(a: f32, b: f32, c: f32, d: f32) -> Result<FuzzySet, NotAFuzzySet> {
        let corners = [a, b, c, d];
        let inside = corners.iter().all(|x| (0.0..=1.0).contains(x));
        if inside && corners.is_sorted() { Ok(FuzzySet { a, b, c, d }) } else { Err(NotAFuzzySet(corners)) }
    }

    /// A triangle with its peak at `peak`.
    pub fn triangle(a: f32, peak: f32, d: f32) -> Result<FuzzySet, NotAFuzzySet> {
        FuzzySet::trapezoid(a, peak, peak, d)
    }

    /// The corners from left to right.
    pub const fn corners(&self) -> [f32; 4] {
        [self.a, self.b, self.c, self.d]
    }

    /// How much a score belongs to the set, in [0, 1].
    pub fn membership(&self, x: f32) -> f32 {
        if x < self.a || x > self.d {
            0.0
        } else if x < self.b {
            (x - self.a) / (self.b - self.a)
        } else if x <= self.c {
            1.0
        } else {
            (self.d - x) / (self.d - self.c)
        }
    }

    /// The centre of gravity: the score that stands for the term.
    pub fn centroid(&self) -> f32 {
        let Self { a, b, c, d } = *self;
        let (rise, top, fall) = ((b - a) / 2.0, c - b, (d - c) / 2.0);
        let area = rise + top + fall;
        if area <= f32::EPSILON {
            return b;
        }
        (rise * (a + 2.0 * b) / 3.0 + top * (b + c) / 2.0 + fall * (2.0 * c + d) / 3.0) / area
    }
}

impl TryFrom<[f32; 4]> for FuzzySet {
    type Error = NotAFuzzySet;
    fn try_from([a, b, c, d]: [f32; 4]) -> Result<FuzzySet, NotAFuzzySet> {
        FuzzySet::trapezoid(a, b, c, d)
    }
}

impl From<FuzzySet> for [f32; 4] {
    fn from(set: FuzzySet) -> [f32; 4] {
        set.corners()
    }
}

/// The short name of a term, which is also its identity: one to four capitals or digits, `VG`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TermCode([u8; 4]);

impl TermCode {
    /// The move loses.
    pub const VERY_BAD: TermCode = TermCode(*b"VB\0\0");
    /// The move is a mistake.
    pub const BAD: TermCode = TermCode(*b"B\0\0\0");
    /// The expert cannot tell.
    pub const UNCERTAIN: TermCode = TermCode(*b"U\0\0\0");
    /// The move is good.
    pub const GOOD: TermCode = TermCode(*b"G\0\0\0");
    /// The move is the right one.
    pub const VERY_GOOD: TermCode = TermCode(*b"VG\0\0");
    /// The five of the paper, worst first.
    pub const DEFAULT: [TermCode; 5] =
        [TermCode::VERY_BAD, TermCode::BAD, TermCode::UNCERTAIN, TermCode::GOOD, TermCode::VERY_GOOD];

    /// Reads a code; small letters become capitals.
    pub fn parse(text: &str) -> Option<TermCode> {
        let mut code = [0; 4];
        if text.is_empty() || text.len() > 4 || !text.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return None;
        }
        for (to, from) in code.iter_mut().zip(text.bytes()) {
            *to = from.to_ascii_uppercase();
        }
        Some(TermCode(code))
    }

    /// The code as text.
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|&b| b == 0).unwrap_or(4);
        std::str::from_utf8(&self.0[..end]).unwrap_or("?")
    }
}

impl fmt::Display for TermCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for TermCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for TermCode {
    type Error = String;
    fn try_from(text: String) -> Result<TermCode, String> {
        TermCode::parse(&text).ok_or_else(|| format!("`{text}` is not a term; write one to four letters, such as VG"))
    }
}

impl From<TermCode> for String {
    fn from(code: TermCode) -> String {
        code.as_str().to_owned()
    }
}

/// A term with its names and its fuzzy set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The short name of tables and badges: `VG`.
    pub code: TermCode,
    /// The name in sentences, one word as in the paper: `VeryGood`.
    pub name: String,
    /// Which scores it means.
    pub set: FuzzySet,
}

impl Term {
    /// The name in words: `very good`.
    pub fn words(&self) -> String {
        let mut words = String::new();
        for c in self.name.chars() {
            if c.is_uppercase() && !words.is_empty() {
                words.push(' ');
            }
            words.extend(c.to_lowercase());
        }
        words
    }
}

/// The terms in use, the worst first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<Term>", into = "Vec<Term>")]
pub struct Vocabulary(Vec<Term>);

impl Default for Vocabulary {
    /// Five triangles whose peaks divide [0, 1] evenly, neighbours crossing at one half (H, fig. 2).
    fn default() -> Self {
        let named = [
            ("VeryBad", [0.0, 0.0, 0.0, 0.25]),
            ("Bad", [0.0, 0.25, 0.25, 0.5]),
            ("Uncertain", [0.25, 0.5, 0.5, 0.75]),
            ("Good", [0.5, 0.75, 0.75, 1.0]),
            ("VeryGood", [0.75, 1.0, 1.0, 1.0]),
        ];
        let term = |(code, (name, [a, b, c, d])): (TermCode, (&str, [f32; 4]))| Term {
            code,
            name: name.to_owned(),
            set: FuzzySet { a, b, c, d },
        };
        Vocabulary(TermCode::DEFAULT.into_iter().zip(named).map(term).collect())
    }
}

impl From<Vec<Term>> for Vocabulary {
    /// Of two terms with the same code the last one counts.
    fn from(terms: Vec<Term>) -> Vocabulary {
        let mut vocabulary = Vocabulary(Vec::new());
        for term in terms {
            vocabulary.put(term);
        }
        vocabulary
    }
}

impl From<Vocabulary> for Vec<Term> {
    fn from(vocabulary: Vocabulary) -> Vec<Term> {
        vocabulary.0
    }
}

impl Vocabulary {
    /// Adds a term, or replaces the one with its code.
    pub fn put(&mut self, term: Term) {
        self.remove(term.code);
        self.0.push(term);
        self.0.sort_by(|a, b| a.set.centroid().total_cmp(&b.set.centroid()).then(a.code.cmp(&b.code)));
    }

    /// Takes a term out.
    pub fn remove(&mut self, code: TermCode) {
        self.0.retain(|t| t.code != code);
    }

    /// The term with this code.
    pub fn get(&self, code: TermCode) -> Option<&Term> {
        self.0.iter().find(|t| t.code == code)
    }

    /// Reads a code or a name in any case, spaces allowed: `VG`, `VeryGood`, `very good`.
    pub fn find(&self, text: &str) -> Option<&Term> {
        let joined: String = text.split_whitespace().collect();
        let is = |t: &&Term| t.code.as_str().eq_ignore_ascii_case(&joined) || t.name.eq_ignore_ascii_case(&joined);
        self.0.iter().find(is)
    }

    /// All terms, the worst first.
    pub fn terms(&self) -> &[Term] {
        &self.0
    }

    /// The codes, for messages that say what may be written.
    pub fn codes(&self) -> String {
        self.0.iter().map(|t| t.code.as_str()).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_five_sets_cover_the_scale_and_sum_to_one() {
        let vocabulary = Vocabulary::default();
        for i in 0..=100 {
            let x = i as f32 / 100.0;
            let sum: f32 = vocabulary.terms().iter().map(|t| t.set.membership(x)).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{x}: {sum}");
        }
        let centroids: Vec<f32> = vocabulary.terms().iter().map(|t| t.set.centroid()).collect();
        assert!(centroids.is_sorted(), "{centroids:?}");
        assert!((centroids[2] - 0.5).abs() < 1e-6);
        assert!((centroids[4] - 11.0 / 12.0).abs() < 1e-6);
    }

    #[test]
    fn a_centroid_is_the_mean_of_its_curve() {
        for corners in [[0.0, 0.2, 0.5, 0.6], [0.1, 0.1, 0.1, 0.9], [0.3, 0.3, 0.7, 0.7], [0.2, 0.9, 1.0, 1.0]] {
            let set = FuzzySet::try_from(corners).unwrap();
            let (mut area, mut moment) = (0.0, 0.0);
            for i in 0..100_000 {
                let x = (i as f32 + 0.5) / 100_000.0;
                area += f64::from(set.membership(x));
                moment += f64::from(x * set.membership(x));
            }
            assert!((f64::from(set.centroid()) - moment / area).abs() < 1e-3, "{corners:?}");
        }
        assert_eq!(FuzzySet::triangle(0.4, 0.4, 0.4).unwrap().centroid(), 0.4);
    }

    #[test]
    fn falling_or_outlying_corners_are_refused_in_words() {
        let error = FuzzySet::trapezoid(0.0, 0.5, 0.4, 1.0).unwrap_err();
        assert!(error.to_string().contains("must rise"), "{error}");
        assert!(FuzzySet::triangle(-0.1, 0.0, 1.0).is_err());
        assert!(FuzzySet::triangle(0.0, f32::NAN, 1.0).is_err());
        assert!(serde_json::from_str::<FuzzySet>("[0.5, 0.1, 0.2, 0.3]").is_err());
    }

    #[test]
    fn terms_are_found_by_code_name_and_words() {
        let vocabulary = Vocabulary::default();
        for text in ["vg", "VeryGood", "very good", "VERY GOOD"] {
            assert_eq!(vocabulary.find(text).map(|t| t.code), Some(TermCode::VERY_GOOD), "{text}");
        }
        assert_eq!(vocabulary.get(TermCode::VERY_GOOD).unwrap().words(), "very good");
        assert_eq!(vocabulary.find("x"), None);
    }
}
