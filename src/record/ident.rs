//! Names of properties, and what FF4 says of those it knows.

use std::fmt;

/// The name of a property: a letter, then letters, digits or underscores.
///
/// FF4 allows capitals only; other programs' names are kept as they were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ident<'a>(&'a str);

impl<'a> Ident<'a> {
    /// A name known to be well formed, for constants.
    ///
    /// # Panics
    /// When it is not; in a constant that stops the build.
    pub const fn of(name: &'a str) -> Ident<'a> {
        assert!(is_well_formed(name), "a property's name is a letter, then letters, digits or underscores");
        Ident(name)
    }

    /// The name, if it is well formed.
    pub fn new(name: &'a str) -> Option<Ident<'a>> {
        is_well_formed(name).then_some(Ident(name))
    }

    /// As text.
    pub const fn as_str(self) -> &'a str {
        self.0
    }
}

impl fmt::Display for Ident<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

const fn is_well_formed(name: &str) -> bool {
    let bytes = name.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let fits = bytes[i].is_ascii_alphabetic() || i > 0 && (bytes[i].is_ascii_digit() || bytes[i] == b'_');
        if !fits {
            return false;
        }
        i += 1;
    }
    i > 0
}

/// What the values of a property are, as far as reading leniently needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A move: a point or a pass.
    Move,
    /// A list of points, rectangles allowed.
    Points,
    /// A list of points with something after a colon: labels, arrows, lines.
    Pairs,
    /// Text of several lines, or of one.
    Text,
    /// Numbers, colours, emphasis and what else has a strict form.
    Strict,
}

/// A property of FF4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownProperty {
    /// Its name.
    pub name: &'static str,
    /// Its values.
    pub kind: Kind,
}

macro_rules! properties {
    ($($kind:ident: $($name:ident)*;)*) => {
        /// All properties of FF4 for Go, sorted by name within each kind.
        static KNOWN: &[KnownProperty] = &[$($(KnownProperty { name: stringify!($name), kind: Kind::$kind },)*)*];

        $($(
            #[doc = concat!("The property `", stringify!($name), "`.")]
            pub const $name: Ident<'static> = Ident::of(stringify!($name));
        )*)*
    };
}

/// The names of FF4 as constants: `known::AB`.
pub mod known {
    use super::{Ident, Kind, KnownProperty};

    properties! {
        Move: B W;
        Points: AB AE AW CR DD MA SL SQ TB TR TW VW;
        Pairs: AR LB LN;
        Text: AN AP BR BT C CP DT EV GC GN N ON OT PB PC PW RE RO RU SO US WR WT;
        Strict: BL BM CA DM DO FF FG GB GM GW HA HO IT KM KO MN OB OW PL PM ST SZ TE TM UC V WL;
    }

    /// What FF4 says of a name, if it knows it.
    pub fn find(name: &str) -> Option<&'static KnownProperty> {
        // One or two capitals: most names of other programs are ruled out by length.
        if name.len() > 2 {
            return None;
        }
        KNOWN.iter().find(|known| known.name == name)
    }

    /// All of them.
    pub fn all() -> &'static [KnownProperty] {
        KNOWN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_letters_first() {
        for good in ["B", "AB", "SBKV", "MULTIGOGM", "foo", "K2", "A_B"] {
            assert_eq!(Ident::new(good).unwrap().as_str(), good);
        }
        for bad in ["", "2", "A B", "B[", "É", "_A"] {
            assert!(Ident::new(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn every_property_of_the_standard_is_listed_once() {
        let names: std::collections::BTreeSet<_> = known::all().iter().map(|known| known.name).collect();
        assert_eq!(names.len(), known::all().len());
        assert_eq!(known::find("AB").unwrap().kind, Kind::Points);
        assert!(known::find("SBKV").is_none());
    }
}
