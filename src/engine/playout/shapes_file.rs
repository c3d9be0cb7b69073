//! The file of the shapes of playouts, and the one inside the program. docs/patterns-format.md describes it.

use super::shapes::{CLASSES, Shapes, Weights};
use crate::util::sealed::{Broken, seal, unseal};
use std::sync::{Arc, OnceLock};

/// The first bytes of every such file.
pub const MAGIC: &[u8; 8] = b"FUZEKISH";
/// The version that is written, and the only one that is read.
pub const VERSION: u16 = 1;
/// Weights and rates are written in thousandths.
const PARTS: f32 = 1000.0;

/// Why a file of shapes is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapesError {
    /// Another kind of file.
    #[error("this is no file of the shapes of playouts")]
    Foreign,
    /// A file of another version.
    #[error("the shapes of playouts have version {0}, and this program reads version {VERSION}")]
    Version(u16),
    /// The checksum does not fit, or the contents make no sense.
    #[error("the shapes of playouts are damaged")]
    Damaged,
}

impl From<Broken> for ShapesError {
    fn from(broken: Broken) -> ShapesError {
        match broken {
            Broken::Foreign => ShapesError::Foreign,
            Broken::Version(version) => ShapesError::Version(version),
            Broken::Damaged => ShapesError::Damaged,
        }
    }
}

/// As a file: weights, each with the largest board they are for.
pub fn to_bytes(models: &[(u8, Weights)]) -> Vec<u8> {
    let mut body = Vec::new();
    for (largest, weights) in models {
        body.push(*largest);
        body.extend((weights.far.len() as u16).to_le_bytes());
        let numbers = weights.near.iter().chain(&weights.far).chain(&weights.relation).chain(&weights.rates);
        numbers.for_each(|number| body.extend(((number * PARTS).round() as i16).to_le_bytes()));
    }
    seal(MAGIC, VERSION, models.len() as u8, &body)
}

/// Reads a file.
pub fn from_bytes(bytes: &[u8]) -> Result<Vec<(u8, Weights)>, ShapesError> {
    let (count, mut body) = unseal(MAGIC, VERSION, bytes)?;
    let mut models = Vec::new();
    for _ in 0..count {
        let (&[largest, low, high], rest) = body.split_first_chunk().ok_or(ShapesError::Damaged)?;
        let classes = usize::from(u16::from_le_bytes([low, high]));
        let length = 2 * (2 * classes + 2 + 4);
        if classes != CLASSES.count() || rest.len() < length {
            return Err(ShapesError::Damaged);
        }
        let (numbers, rest) = rest.split_at(length);
        let mut numbers = numbers.as_chunks().0.iter().map(|&n| f32::from(i16::from_le_bytes(n)) / PARTS);
        let mut next = || numbers.next().unwrap_or_default();
        let weights = Weights {
            near: (0..classes).map(|_| next()).collect(),
            far: (0..classes).map(|_| next()).collect(),
            relation: [(); 2].map(|()| next()),
            rates: [(); 4].map(|()| next()),
        };
        if weights.rates.iter().any(|&rate| rate < 0.0) {
            return Err(ShapesError::Damaged);
        }
        models.push((largest, weights));
        body = rest;
    }
    if body.is_empty() { Ok(models) } else { Err(ShapesError::Damaged) }
}

static FILE: &[u8] = include_bytes!("../../../assets/playouts.bin");

/// The weights inside the program for boards of a size, if there are any: the first that are for boards so large.
/// They are unpacked once; nothing ever changes them. Where they cannot be, which the tests would name, playouts
/// go by MoGo's patterns.
pub fn shipped(size: u8) -> Option<Arc<Shapes>> {
    static UNPACKED: OnceLock<Vec<(u8, Arc<Shapes>)>> = OnceLock::new();
    let models = UNPACKED.get_or_init(|| {
        let models = from_bytes(FILE).unwrap_or_default();
        models.iter().map(|(largest, weights)| (*largest, Arc::new(Shapes::new(weights)))).collect()
    });
    models.iter().find(|m| m.0 >= size).map(|m| m.1.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn models() -> Vec<(u8, Weights)> {
        let mut small = Weights::flat();
        small.near[5] = 1.25;
        small.far[7] = -3.5;
        let mut large = small.clone();
        large.relation = [0.5, -4.0];
        large.rates = [1.0, 0.5, 0.0, 1.125];
        vec![(11, small), (25, large)]
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(from_bytes(&to_bytes(&models())).unwrap(), models());
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let bytes = to_bytes(&models());
        assert_eq!(from_bytes(b"(;GM[1])").unwrap_err(), ShapesError::Foreign);
        let mut newer = bytes.clone();
        newer[8] = 99;
        assert_eq!(from_bytes(&newer).unwrap_err(), ShapesError::Version(99));
        for at in (10..bytes.len()).step_by(97) {
            let mut bad = bytes.clone();
            bad[at] ^= 4;
            assert!(from_bytes(&bad).is_err(), "byte {at}");
            assert!(from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
        let sealed = |parts: u8, body: &[u8]| from_bytes(&seal(MAGIC, VERSION, parts, body));
        assert_eq!(sealed(1, &[9, 0xff, 0xff]).unwrap_err(), ShapesError::Damaged, "more classes than there are");
        assert_eq!(sealed(0, &[1]).unwrap_err(), ShapesError::Damaged, "something follows");
    }

    #[test]
    fn the_program_has_weights_for_small_boards() {
        assert!(!from_bytes(FILE).unwrap().is_empty());
        assert!([2, 9, 11].into_iter().all(|size| shipped(size).is_some()));
    }
}
