//! Names of stored things: 64-bit numbers that stay the same in every copy of an ontology.
//!
//! What a file brings without an identity gets one from its content, so that reading the same file
//! twice gives the same thing twice and never two things.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A number that follows from the parts alone, the same on every machine and for ever (FNV-1a,
/// finished by a mixer). The parts are kept apart: `["ab", "c"]` and `["a", "bc"]` differ.
pub fn stable_hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for part in parts {
        for byte in part.bytes().chain([0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    crate::board::zobrist::split_mix(hash)
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u64);

        impl $name {
            /// The identity that follows from the content.
            pub fn from_content<'a>(parts: impl IntoIterator<Item = &'a str>) -> Self {
                Self(stable_hash([stringify!($name)].into_iter().chain(parts)))
            }

            /// A new one that nothing else has.
            pub fn random() -> Self {
                Self(crate::util::rng::FastRng::from_entropy().next_u64())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:016x}", self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;
            fn from_str(text: &str) -> Result<Self, String> {
                let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
                match u64::from_str_radix(text, 16) {
                    Ok(number) if digits => Ok(Self(number)),
                    _ => Err(format!("`{text}` is not an identity; it has 16 hexadecimal digits")),
                }
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }

        impl rusqlite::ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                Ok((self.0 as i64).into())
            }
        }

        impl rusqlite::types::FromSql for $name {
            fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
                Ok(Self(value.as_i64()? as u64))
            }
        }
    };
}

id! {
    /// Names an expert.
    ExpertId
}
id! {
    /// Names a fuzzy pattern.
    PatternId
}
id! {
    /// Names a game that verdicts come from.
    SourceId
}
id! {
    /// Names one expert's verdict on one move.
    AnnotationId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_and_parts_stay_apart() {
        assert_eq!(ExpertId::from_content(["Cheng"]), ExpertId::from_content(["Cheng"]));
        assert_ne!(ExpertId::from_content(["ab", "c"]), ExpertId::from_content(["a", "bc"]));
        assert_ne!(ExpertId::from_content(["x"]).0, PatternId::from_content(["x"]).0);
    }

    #[test]
    fn the_number_of_a_content_never_changes() {
        // Files of other people hold these numbers: a change here would double their verdicts.
        assert_eq!(ExpertId::from_content(["Ming-Chi Cheng"]).to_string(), "0a656a3708d7571e");
    }

    #[test]
    fn identities_read_back() {
        let id = AnnotationId::random();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert!("12".parse::<AnnotationId>().is_err());
        assert!("+123456789abcdef".parse::<AnnotationId>().is_err());
    }
}
