//! Repeated measurements in a few numbers.

use serde::Serialize;

/// Least, greatest, median, mean and standard deviation of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The least value.
    pub min: f64,
    /// The value in the middle, or the mean of the two there.
    pub median: f64,
    /// The greatest value.
    pub max: f64,
    /// The mean.
    pub mean: f64,
    /// The standard deviation of the sample; 0 for a single value.
    pub deviation: f64,
}

impl Summary {
    /// Sums up a sample; `None` if there is nothing in it.
    pub fn of(sample: &[f64]) -> Option<Summary> {
        let mut sorted = sample.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let count = sorted.len();
        let median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2.0;
        let mean = sorted.iter().sum::<f64>() / count as f64;
        let squares: f64 = sorted.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = (squares / (count - 1).max(1) as f64).sqrt();
        Some(Summary { min, median, max, mean, deviation })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_samples_have_their_known_summaries() {
        assert_eq!(Summary::of(&[]), None);
        let one = Summary::of(&[3.0]).unwrap();
        assert_eq!((one.min, one.median, one.max, one.mean, one.deviation), (3.0, 3.0, 3.0, 3.0, 0.0));
        let four = Summary::of(&[4.0, 1.0, 2.0, 5.0]).unwrap();
        assert_eq!((four.min, four.median, four.max, four.mean), (1.0, 3.0, 5.0, 3.0));
        assert!((four.deviation - (10.0f64 / 3.0).sqrt()).abs() < 1e-12);
    }
}
