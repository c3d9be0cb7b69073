//! Dempster's rule (Dempster 1967, Shafer 1976): each expert gives a mass to the term and keeps the
//! rest for "any term"; masses are combined, conflict is set aside and lowers the confidence.

use super::{Operator, Opinion, SAMPLES, curve};
use crate::ontology::model::Vocabulary;

pub(super) struct DempsterShafer;

/// The most mass one expert gives: nobody is beyond doubt, and two who contradict each other entirely
/// must leave something to divide by.
const CERTAIN: f32 = 0.95;

impl Operator for DempsterShafer {
    fn name(&self) -> &'static str {
        "dempster-shafer"
    }

    fn about(&self) -> &'static str {
        "Dempster's rule of evidence over the terms: agreement strengthens itself, conflict lowers the confidence"
    }

    fn fuse(&self, opinions: &[Opinion], vocabulary: &Vocabulary) -> (Vec<f32>, f32) {
        let terms = vocabulary.terms().len();
        let mut mass = vec![0.0f32; terms];
        let mut any = 1.0f32;
        let mut conflict_free = 1.0f32;
        for o in opinions {
            let said = (o.weight * 0.8).min(CERTAIN);
            let doubt = 1.0 - said;
            for (term, m) in mass.iter_mut().enumerate() {
                *m = *m * doubt + if term == o.term { (*m + any) * said } else { 0.0 };
            }
            any *= doubt;
            let agreed = mass.iter().sum::<f32>() + any;
            conflict_free *= agreed;
            mass.iter_mut().for_each(|m| *m /= agreed);
            any /= agreed;
        }
        // What is left to any term says nothing about the move: it lowers the confidence, not the curve.
        let said = (1.0 - any).max(f32::EPSILON);
        let mut sum = vec![0.0; SAMPLES];
        for (term, m) in vocabulary.terms().iter().zip(&mass) {
            for (sum, y) in sum.iter_mut().zip(curve(&term.set)) {
                *sum += m / said * y;
            }
        }
        (sum, ((1.0 - any) * conflict_free).clamp(0.0, 1.0))
    }
}
