//! The name that somebody may have meant: one with the same words, or one that is spelt alike.

use std::cmp::Reverse;

/// Of some names the one that was most likely meant, the earlier one where several are as likely. A name that
/// begins with what was written, or has words of it, goes before one that is only spelt alike.
pub fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (written, slips) = (written.to_lowercase(), (written.chars().count() / 3).max(1));
    let likeness = |name: &str| {
        let shared = words(&written).filter(|word| words(name).any(|other| is_begun(word, other))).count();
        let distance = if shared > 0 && name.starts_with(&written) { 0 } else { distance(name, &written) };
        (shared > 0 || distance <= slips).then_some((Reverse(shared), distance))
    };
    let judged = names.into_iter().filter_map(|name| Some((likeness(name)?, name)));
    judged.min_by_key(|(likeness, _)| *likeness).map(|(_, name)| name)
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether one word is the beginning of the other; a letter or two begin too many.
fn is_begun(written: &str, name: &str) -> bool {
    written.len() >= 2 && name.starts_with(written) || name.len() >= 3 && written.starts_with(name)
}

/// Letters to put in, take out or change to make one word the other (Levenshtein, 1966).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (corner + usize::from(ca != cb)).min(above + 1).min(row[j] + 1);
            corner = above;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_words_and_beginnings_go_before_spelling() {
        let names =
            ["selection", "rave_equivalence", "rave_bias", "prior_rave_share", "expert_strength", "book", "threads"];
        for (written, meant) in [
            ("rave", Some("rave_equivalence")),
            ("rave_b", Some("rave_bias")),
            ("rave_equivalnce", Some("rave_equivalence")),
            ("rave_prior", Some("prior_rave_share")),
            ("Expert-Weight", Some("expert_strength")),
            ("thread", Some("threads")),
            ("threadz", Some("threads")),
            ("bok", Some("book")),
            ("selektion", Some("selection")),
            ("komi", None),
            ("wave", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(written, names), meant, "{written}");
        }
    }

    #[test]
    fn distances_are_counted_in_letters() {
        for (a, b, edits) in [("", "", 0), ("", "ab", 2), ("kitten", "sitting", 3), ("妙手", "妙", 1)] {
            assert_eq!((distance(a, b), distance(b, a)), (edits, edits), "{a} {b}");
        }
    }
}
