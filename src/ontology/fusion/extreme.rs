//! The optimist takes the most favourable verdict of any weight, the pessimist the least.

use super::{Operator, Opinion, curve};
use crate::ontology::model::Vocabulary;

pub(super) struct Extreme {
    name: &'static str,
    about: &'static str,
    best: bool,
}

pub(super) static OPTIMISTIC: Extreme = Extreme {
    name: "optimistic",
    about: "the most favourable verdict among those of weight: for finding moves to try",
    best: true,
};

pub(super) static PESSIMISTIC: Extreme = Extreme {
    name: "pessimistic",
    about: "the least favourable verdict among those of weight: for moves nobody objects to",
    best: false,
};

/// A voice below this share of the strongest is not heard.
const AUDIBLE: f32 = 0.1;

impl Operator for Extreme {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn fuse(&self, opinions: &[Opinion], _: &Vocabulary) -> (Vec<f32>, f32) {
        let strongest = opinions.iter().map(|o| o.weight).fold(0.0, f32::max);
        let audible = opinions.iter().filter(|o| o.weight >= AUDIBLE * strongest);
        let side = |o: &&Opinion| if self.best { o.set.centroid() } else { -o.set.centroid() };
        match audible.max_by(|a, b| side(a).total_cmp(&side(b)).then(a.weight.total_cmp(&b.weight))) {
            Some(chosen) => (curve(&chosen.set), chosen.weight / (chosen.weight + 0.9)),
            None => (vec![0.0; super::SAMPLES], 0.0),
        }
    }
}
