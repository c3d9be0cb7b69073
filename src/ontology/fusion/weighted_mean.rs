//! The weighted mean of the membership functions: every voice is heard in proportion.

use super::{Operator, Opinion, SAMPLES, curve, disagreement};
use crate::ontology::model::Vocabulary;

pub(super) struct WeightedMean;

/// Evidence of this weight gives half of the confidence: about one professional.
const HALF: f32 = 0.9;

impl Operator for WeightedMean {
    fn name(&self) -> &'static str {
        "weighted-mean"
    }

    fn about(&self) -> &'static str {
        "the mean of all membership functions, each expert with the weight of rank and trust"
    }

    fn fuse(&self, opinions: &[Opinion], vocabulary: &Vocabulary) -> (Vec<f32>, f32) {
        let total: f32 = opinions.iter().map(|o| o.weight).sum();
        let mut mean = vec![0.0; SAMPLES];
        for o in opinions {
            for (sum, y) in mean.iter_mut().zip(curve(&o.set)) {
                *sum += o.weight / total * y;
            }
        }
        let confidence = total / (total + HALF) * (1.0 - disagreement(opinions, vocabulary));
        (mean, confidence)
    }
}
