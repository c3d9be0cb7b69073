//! Patterns rebuilt row by row, for formats that name the pattern beside each row.

use crate::board::Color;
use crate::ontology::model::*;

/// What a row says about its pattern.
#[derive(Clone, Debug)]
pub(super) struct PatternHead {
    pub name: String,
    pub side: Color,
    pub size: u8,
    pub rules: Option<String>,
    pub komi: Option<f32>,
}

/// Puts a row into its pattern, which is made when it is met first. The same row may come again.
pub(super) fn place(
    knowledge: &mut Knowledge,
    head: PatternHead,
    branch: Branch,
    origin: &str,
) -> Result<BranchRef, String> {
    let (side, size) = (head.side.to_string(), head.size.to_string());
    let komi = head.komi.map(|k| k.to_string()).unwrap_or_default();
    let rules = head.rules.clone().unwrap_or_default();
    let id = PatternId::from_content([head.name.as_str(), &side, &size, &rules, &komi]);
    let at = knowledge.patterns.iter().position(|p| p.id == id).unwrap_or_else(|| {
        knowledge.patterns.push(FuzzyPattern {
            id,
            name: head.name,
            side: head.side,
            size: head.size,
            rules: head.rules,
            komi: head.komi,
            phase: Phase::Opening,
            remark: String::new(),
            origin: origin.to_owned(),
            branches: Vec::new(),
        });
        knowledge.patterns.len() - 1
    });
    let pattern = &mut knowledge.patterns[at];
    let label = branch.label;
    match pattern.branch(label) {
        Some(same) if same.line == branch.line => {}
        Some(other) => return Err(format!("{label} of {} was `{}` before", pattern.name, other.line)),
        None => {
            pattern.branches.push(branch);
            pattern.branches.sort_by_key(|b| b.label);
        }
    }
    Ok(BranchRef { id, label })
}
