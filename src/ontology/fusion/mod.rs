//! Several verdicts on one move become one: a membership curve, its centroid as score, how sure it
//! is, and how far the experts disagree.
//!
//! Operators are chosen by name; adding one is a file and a line in [`OPERATORS`].

mod dempster_shafer;
mod extreme;
mod weighted_mean;

use super::model::{ExpertId, FuzzySet, TermCode, Vocabulary};
use std::collections::BTreeMap;

/// Samples of a curve over [0, 1].
pub const SAMPLES: usize = 101;

/// One expert's verdict on the move, and what it weighs here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// Who says it.
    pub expert: ExpertId,
    /// What.
    pub term: TermCode,
    /// Rank, trust, state and degree of match together, in [0, 2].
    pub weight: f32,
}

/// A term with its set and the weight behind it: what operators work on. Each expert has spoken once.
#[derive(Clone, Copy, Debug)]
pub struct Opinion {
    /// The number of the term in the vocabulary.
    pub term: usize,
    /// Its fuzzy set.
    pub set: FuzzySet,
    /// In (0, 2].
    pub weight: f32,
}

/// Verdicts made one.
#[derive(Clone, Debug, PartialEq)]
pub struct Fused {
    /// Membership at 0, 0.01, … 1.
    pub curve: Vec<f32>,
    /// The centroid of the curve: the score of the move in [0, 1].
    pub score: f32,
    /// How sure, in [0, 1]: grows with evidence, falls with disagreement.
    pub confidence: f32,
    /// How far the experts are apart, in [0, 1].
    pub disagreement: f32,
    /// The sum of all weights.
    pub weight: f32,
    /// Experts who spoke.
    pub experts: usize,
}

impl Fused {
    /// The term whose set holds the score most.
    pub fn term(&self, vocabulary: &Vocabulary) -> Option<TermCode> {
        let fits = |t: &super::model::Term| (t.set.membership(self.score), -(t.set.centroid() - self.score).abs());
        let best = vocabulary.terms().iter().max_by(|a, b| {
            let (a, b) = (fits(a), fits(b));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        best.map(|t| t.code)
    }
}

/// A way to make several opinions one.
pub trait Operator: Sync {
    /// The name in settings and on the command line.
    fn name(&self) -> &'static str;
    /// What it does, in a sentence.
    fn about(&self) -> &'static str;
    /// The curve and the confidence; there is at least one opinion, each of positive weight.
    fn fuse(&self, opinions: &[Opinion], vocabulary: &Vocabulary) -> (Vec<f32>, f32);
}

/// Operators are told apart by their names.
impl PartialEq for dyn Operator {
    fn eq(&self, other: &dyn Operator) -> bool {
        self.name() == other.name()
    }
}

impl std::fmt::Debug for dyn Operator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// All operators, the default first.
pub static OPERATORS: &[&dyn Operator] =
    &[&weighted_mean::WeightedMean, &dempster_shafer::DempsterShafer, &extreme::OPTIMISTIC, &extreme::PESSIMISTIC];

/// The operator with this name.
pub fn operator(name: &str) -> Option<&'static dyn Operator> {
    OPERATORS.iter().copied().find(|o| o.name() == name)
}

/// Makes the verdicts one; `None` where nothing of weight was said.
///
/// An expert found several times (in several games, or by several grounds) counts once: by the mean of
/// what was said, with the weight of the strongest.
pub fn fuse(operator: &dyn Operator, evidence: &[Evidence], vocabulary: &Vocabulary) -> Option<Fused> {
    let mut by_expert: BTreeMap<ExpertId, Vec<&Evidence>> = BTreeMap::new();
    for e in evidence.iter().filter(|e| e.weight > 0.0) {
        by_expert.entry(e.expert).or_default().push(e);
    }
    let mut opinions = Vec::with_capacity(evidence.len());
    let mut experts = 0;
    for said in by_expert.values() {
        let (sum, most) = said.iter().fold((0.0, 0.0f32), |(s, m), e| (s + e.weight, m.max(e.weight)));
        let before = opinions.len();
        opinions.extend(said.iter().filter_map(|e| {
            let term = vocabulary.terms().iter().position(|t| t.code == e.term)?;
            Some(Opinion { term, set: vocabulary.terms()[term].set, weight: most * e.weight / sum })
        }));
        experts += usize::from(opinions.len() > before);
    }
    if opinions.is_empty() {
        return None;
    }
    let weight: f32 = opinions.iter().map(|o| o.weight).sum();
    let (curve, confidence) = operator.fuse(&opinions, vocabulary);
    let score = centroid(&curve);
    Some(Fused { score, confidence, disagreement: disagreement(&opinions, vocabulary), weight, experts, curve })
}

/// The curve of a set.
pub(crate) fn curve(set: &FuzzySet) -> Vec<f32> {
    (0..SAMPLES).map(|i| set.membership(i as f32 / (SAMPLES - 1) as f32)).collect()
}

/// The centre of gravity; one half for a curve that is nothing.
fn centroid(curve: &[f32]) -> f32 {
    let area: f32 = curve.iter().sum();
    let moment: f32 = curve.iter().enumerate().map(|(i, y)| i as f32 * y).sum();
    if area <= f32::EPSILON { 0.5 } else { moment / area / (SAMPLES - 1) as f32 }
}

/// The weighted deviation of the opinions from their mean, against the largest the vocabulary allows.
fn disagreement(opinions: &[Opinion], vocabulary: &Vocabulary) -> f32 {
    let weight: f32 = opinions.iter().map(|o| o.weight).sum();
    let mean = opinions.iter().map(|o| o.weight * o.set.centroid()).sum::<f32>() / weight;
    let deviation = opinions.iter().map(|o| o.weight * (o.set.centroid() - mean).powi(2)).sum::<f32>() / weight;
    let ends = vocabulary.terms().iter().map(|t| t.set.centroid());
    let (low, high) = ends.fold((1.0f32, 0.0f32), |(l, h), c| (l.min(c), h.max(c)));
    let widest = (high - low) / 2.0;
    if widest <= f32::EPSILON { 0.0 } else { (deviation.sqrt() / widest).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn said(list: &[(u64, TermCode, f32)]) -> Vec<Evidence> {
        list.iter().map(|&(e, term, weight)| Evidence { expert: ExpertId(e), term, weight }).collect()
    }

    fn fused(name: &str, list: &[(u64, TermCode, f32)]) -> Fused {
        fuse(operator(name).unwrap(), &said(list), &Vocabulary::default()).unwrap()
    }

    const VG: TermCode = TermCode::VERY_GOOD;
    const G: TermCode = TermCode::GOOD;
    const VB: TermCode = TermCode::VERY_BAD;

    #[test]
    fn one_opinion_stands_for_itself_under_every_operator() {
        for o in OPERATORS {
            for term in TermCode::DEFAULT {
                let f = fused(o.name(), &[(1, term, 0.9)]);
                assert_eq!(f.term(&Vocabulary::default()), Some(term), "{} {term}", o.name());
                assert!(f.disagreement < 1e-6);
            }
        }
    }

    #[test]
    fn a_heavier_voice_pulls_further() {
        let heavy_good = fused("weighted-mean", &[(1, VG, 1.0), (2, VB, 0.2)]);
        let heavy_bad = fused("weighted-mean", &[(1, VG, 0.2), (2, VB, 1.0)]);
        assert!(heavy_good.score > 0.7 && heavy_bad.score < 0.3, "{} {}", heavy_good.score, heavy_bad.score);
    }

    #[test]
    fn agreement_makes_sure_and_disagreement_unsure() {
        for name in ["weighted-mean", "dempster-shafer"] {
            let one = fused(name, &[(1, VG, 0.8)]);
            let two = fused(name, &[(1, VG, 0.8), (2, VG, 0.8)]);
            let split = fused(name, &[(1, VG, 0.8), (2, VB, 0.8)]);
            assert!(two.confidence > one.confidence, "{name}");
            assert!(split.confidence < one.confidence, "{name}");
            assert!((split.disagreement - 1.0).abs() < 1e-3, "{name}");
            assert!((split.score - 0.5).abs() < 0.01, "{name}");
        }
    }

    #[test]
    fn the_optimist_hears_the_best_and_the_pessimist_the_worst() {
        let list = [(1, VG, 0.9), (2, G, 0.9), (3, VB, 0.6)];
        assert_eq!(fused("optimistic", &list).term(&Vocabulary::default()), Some(VG));
        assert_eq!(fused("pessimistic", &list).term(&Vocabulary::default()), Some(VB));
        // A whisper is not heard.
        let whisper = [(1, G, 1.0), (2, VB, 0.01)];
        assert_eq!(fused("pessimistic", &whisper).term(&Vocabulary::default()), Some(G));
    }

    #[test]
    fn an_expert_who_repeats_himself_does_not_gain_weight() {
        let once = fused("weighted-mean", &[(1, VG, 0.8)]);
        let thrice = fused("weighted-mean", &[(1, VG, 0.8), (1, VG, 0.8), (1, VG, 0.5)]);
        assert!((once.confidence - thrice.confidence).abs() < 1e-6);
        assert_eq!(thrice.experts, 1);
    }

    #[test]
    fn nothing_of_weight_gives_nothing() {
        assert_eq!(fuse(OPERATORS[0], &said(&[(1, VG, 0.0)]), &Vocabulary::default()), None);
        let unknown = TermCode::parse("XX").unwrap();
        assert_eq!(fuse(OPERATORS[0], &said(&[(1, unknown, 1.0)]), &Vocabulary::default()), None);
    }

    #[test]
    fn names_are_different_and_found() {
        for o in OPERATORS {
            assert_eq!(operator(o.name()).map(|f| f.about()), Some(o.about()));
        }
        assert!(operator("none").is_none());
    }

    proptest! {
        #[test]
        fn everything_stays_in_bounds_and_order_does_not_matter(
            list in prop::collection::vec((0u64..6, 0usize..5, 0.01f32..2.0), 1..12)
        ) {
            let evidence: Vec<Evidence> = list.iter()
                .map(|&(e, t, weight)| Evidence { expert: ExpertId(e), term: TermCode::DEFAULT[t], weight })
                .collect();
            let mut reversed = evidence.clone();
            reversed.reverse();
            for o in OPERATORS {
                let f = fuse(*o, &evidence, &Vocabulary::default()).unwrap();
                for x in [f.score, f.confidence, f.disagreement] {
                    prop_assert!((0.0..=1.0).contains(&x), "{} {f:?}", o.name());
                }
                prop_assert!(f.curve.iter().all(|y| (0.0..=1.0 + 1e-5).contains(y)));
                let back = fuse(*o, &reversed, &Vocabulary::default()).unwrap();
                prop_assert!((f.score - back.score).abs() < 1e-3, "{}", o.name());
            }
        }
    }
}
