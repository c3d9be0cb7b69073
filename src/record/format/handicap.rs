//! Handicap stones as the Korean servers place them, for formats that only give their number.

use crate::record::ident::known;
use crate::record::properties::Properties;
use crate::record::value::Value;

/// Notes the handicap and sets its stones up. Tygem and wBaduk put the third stone on the top left.
pub(super) fn with_korean_handicap(root: Properties, stones: u32, size: u8) -> Properties {
    if !(2..=9).contains(&stones) {
        return root;
    }
    let root = root.with(known::HA, &[Value::number(stones)]);
    if size != 19 {
        return root;
    }
    let corners: &[&str] = if stones == 2 { &["pd", "dp"] } else { &["pd", "dp", "dd", "pp"] };
    let sides: &[&str] = match stones {
        6 | 7 => &["dj", "pj"],
        8 | 9 => &["dj", "pj", "jd", "jp"],
        _ => &[],
    };
    let centre: &[&str] = if matches!(stones, 5 | 7 | 9) { &["jj"] } else { &[] };
    let corners = &corners[..corners.len().min(stones as usize)];
    let points = corners.iter().chain(sides).chain(centre);
    let values: Vec<Value> = points.filter_map(|point| Value::raw(point)).collect();
    root.with(known::AB, &values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_stones_as_the_handicap_says() {
        for stones in 2..=9 {
            let root = with_korean_handicap(Properties::default(), stones, 19);
            let set_up = root.setup_stones(19).unwrap();
            assert_eq!(set_up.black.len() as u32, stones);
        }
        assert!(with_korean_handicap(Properties::default(), 0, 19).is_empty());
    }
}
