//! The knowledge that comes with the program: the files of `ontology/`, compiled in.

use super::exchange::{self, ReadOptions};
use super::model::Knowledge;
use super::store::{Edit, Store, StoreError};

/// Name and content of each file.
static FILES: &[(&str, &str)] = &[("hoock-2010.json", include_str!("../../ontology/hoock-2010.json"))];

/// Everything shipped, as one.
pub fn knowledge() -> Knowledge {
    let mut all = Knowledge::default();
    for (name, text) in FILES {
        let format = exchange::format("json").expect("the registry has JSON");
        let read = format.read(text, &ReadOptions::new(*name));
        let k = read.expect("shipped files are read by a test");
        all.experts.extend(k.experts);
        all.sources.extend(k.sources);
        all.patterns.extend(k.patterns);
        all.annotations.extend(k.annotations);
    }
    all.sort();
    all
}

/// Opens the ontology of the user; a new one begins with the shipped knowledge. That is a change like
/// any other and can be undone.
pub fn open(path: &std::path::Path) -> Result<Store, StoreError> {
    let is_new = std::fs::metadata(path).map_or(true, |file| file.len() == 0);
    let mut store = Store::open(path)?;
    if is_new {
        store.write("Load the shipped patterns", knowledge().into_records().map(Edit::Put).collect())?;
    }
    Ok(store)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ontology::model::{BranchLabel, Validation};

    #[test]
    fn a_new_ontology_begins_with_the_two_patterns() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep/er/ontology.db");
        let store = open(&path).unwrap();
        assert_eq!(store.knowledge().unwrap(), knowledge());
        assert!(store.check().unwrap().is_ok());
        drop(store);
        let mut store = open(&path).unwrap();
        store.undo().unwrap();
        drop(store);
        assert_eq!(open(&path).unwrap().stats().unwrap().annotations, 0, "what was taken back stays away");
    }

    #[test]
    fn doubtful_readings_are_marked_and_not_validated() {
        let k = knowledge();
        assert_eq!((k.patterns.len(), k.experts.len(), k.annotations.len()), (8, 2, 66));
        assert!(k.patterns.iter().all(|p| !p.remark.is_empty()));
        let mut doubtful = Vec::new();
        for p in &k.patterns {
            for b in p.branches.iter().filter(|b| !b.doubt.is_empty()) {
                doubtful.push(format!("{} {}", p.name, b.label));
                let said =
                    k.annotations.iter().filter(|a| a.pattern.is_some_and(|r| r.id == p.id && r.label == b.label));
                assert!(said.clone().count() == 2 && said.clone().all(|a| a.state == Validation::Proposed));
            }
        }
        doubtful.sort();
        assert_eq!(doubtful, ["Pattern 1 M5-B", "Pattern 6 M10-B", "Pattern 6 M4"]);
        let m17 = BranchLabel::parse("M17").unwrap();
        assert!(k.patterns.iter().any(|p| p.branch(m17).is_some_and(|b| b.line.to_string().ends_with("E3 H2 E8"))));
        assert!(k.annotations.iter().all(|a| a.id == a.content_id()), "identities follow from content");
    }
}
