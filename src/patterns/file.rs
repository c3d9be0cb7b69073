//! The file of weights: compact, versioned, with a checksum. docs/patterns-format.md describes it.

use super::features::KEY_BITS;
use super::model::{Model, Models};
use crate::board::{MAX_SIZE, MIN_SIZE};
use crate::util::sealed::{Broken, seal, unseal};

/// The first bytes of every such file.
const MAGIC: &[u8; 8] = b"FUZEKIPW";
/// The version that is written, and the only one that is read: features change with it.
pub const VERSION: u16 = 1;

/// Why a file of weights is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Another kind of file.
    #[error("this is no file of pattern weights")]
    Foreign,
    /// A file of another version.
    #[error("the pattern weights have version {0}, and this program reads version {VERSION}")]
    Version(u16),
    /// The checksum does not fit.
    #[error("the pattern weights are damaged: their checksum does not fit")]
    Damaged,
    /// The contents make no sense, though the checksum fits.
    #[error("the pattern weights are damaged: {0}")]
    Senseless(&'static str),
}

impl WeightsError {
    /// What to do about a file that was to be used.
    pub const REMEDY: &str =
        "learn them anew with `fuzeki patterns learn`, or name no file to use the weights of the program";
}

impl From<Broken> for WeightsError {
    fn from(broken: Broken) -> WeightsError {
        match broken {
            Broken::Foreign => WeightsError::Foreign,
            Broken::Version(version) => WeightsError::Version(version),
            Broken::Damaged => WeightsError::Damaged,
        }
    }
}

impl Models {
    /// No file of weights is larger than this, in bytes; the program's own has three megabytes.
    pub const LARGEST_FILE: u64 = 1 << 28;

    /// As a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut count = 0;
        for (size, model) in self.iter() {
            count += 1;
            let entries = model.entries();
            let largest = entries.iter().map(|e| e.1.abs()).fold(0.0, f32::max);
            let scale = if largest > 0.0 { largest / f32::from(i16::MAX) } else { 1.0 };
            body.push(size);
            body.extend((entries.len() as u32).to_le_bytes());
            body.extend(scale.to_le_bytes());
            let mut before = 0;
            for &(key, _) in &entries {
                put_number(&mut body, key - before);
                before = key;
            }
            for &(_, weight) in &entries {
                body.extend(((weight / scale).round() as i16).to_le_bytes());
            }
        }
        sealed(count, &body)
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Models, WeightsError> {
        let (count, body) = unseal(MAGIC, VERSION, bytes)?;
        let mut rest = Reader(body);
        let mut models: Vec<(u8, Model)> = Vec::new();
        for _ in 0..count {
            let (size, model) = rest.model()?;
            if models.iter().any(|other| other.0 == size) {
                return Err(WeightsError::Senseless("two models are for boards of one size"));
            }
            models.push((size, model));
        }
        if models.is_empty() {
            return Err(WeightsError::Senseless("there is no model"));
        }
        match rest.0 {
            [] => Ok(Models::new(models)),
            _ => Err(WeightsError::Senseless("something follows the last model")),
        }
    }
}

/// The file of some models from their bytes: with magic, version and checksum before them.
pub fn sealed(models: u8, body: &[u8]) -> Vec<u8> {
    seal(MAGIC, VERSION, models, body)
}

/// What is left to read.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn model(&mut self) -> Result<(u8, Model), WeightsError> {
        let [size] = self.take::<1>()?;
        let count = u32::from_le_bytes(self.take()?) as usize;
        let scale = f32::from_le_bytes(self.take()?);
        // Every entry takes at least three bytes: a senseless count must not ask for all memory.
        if count > self.0.len() / 3 {
            return Err(WeightsError::Senseless("it ends early"));
        }
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(WeightsError::Senseless("a model is for boards of a size that there is not"));
        }
        // No weight is further from zero than this.
        if !(f32::from(i16::MIN) * scale).is_finite() {
            return Err(WeightsError::Senseless("weights are no numbers"));
        }
        let mut entries = Vec::with_capacity(count);
        let mut key = 0u64;
        for n in 0..count {
            let step = self.number()?;
            key = key.saturating_add(step);
            if key >> KEY_BITS != 0 || step == 0 && n > 0 {
                return Err(WeightsError::Senseless("the keys do not rise"));
            }
            entries.push((key, 0.0));
        }
        for entry in &mut entries {
            entry.1 = f32::from(i16::from_le_bytes(self.take()?)) * scale;
        }
        Ok((size, Model::new(&entries)))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let (found, rest) = self.0.split_first_chunk().ok_or(WeightsError::Senseless("it ends early"))?;
        self.0 = rest;
        Ok(*found)
    }

    /// Seven bits a byte, the low ones first; the eighth tells that more follow.
    fn number(&mut self) -> Result<u64, WeightsError> {
        let mut number = 0;
        for shift in (0..KEY_BITS + 7).step_by(7) {
            let [byte] = self.take::<1>()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(WeightsError::Senseless("a number is too long"))
    }
}

fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::FastRng;

    fn models() -> Models {
        let mut rng = FastRng::new(3);
        let mut model = |count: usize| {
            let mut keys: Vec<u64> = (0..count).map(|_| rng.next_u64() >> (64 - KEY_BITS)).collect();
            // Neighbours that want the same place, and the ends of the range.
            keys.extend([0, 1, 2, (1 << KEY_BITS) - 2, (1 << KEY_BITS) - 1, 1 << 32]);
            keys.sort_unstable();
            keys.dedup();
            Model::new(&keys.iter().map(|&key| (key, rng.unit() * 8.0 - 4.0)).collect::<Vec<_>>())
        };
        Models::new(vec![(25, model(50_000)), (11, model(300))])
    }

    #[test]
    fn what_is_written_is_read() {
        let models = models();
        let read = Models::from_bytes(&models.to_bytes()).unwrap();
        for size in [9, 19] {
            let (old, new) = (models.of(size).unwrap(), read.of(size).unwrap());
            assert_eq!(old.len(), new.len());
            for (key, weight) in old.entries() {
                let found = new.weight(key).unwrap_or_else(|| panic!("{key} is lost"));
                assert!((found - weight).abs() < 2e-4, "{key}: {weight} became {found}");
            }
        }
        assert_eq!(read.of(9).unwrap().len(), models.of(5).unwrap().len());
        assert!(read.of(13).unwrap().len() > read.of(11).unwrap().len());
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let bytes = models().to_bytes();
        assert_eq!(Models::from_bytes(b"(;GM[1])").unwrap_err(), WeightsError::Foreign);
        assert_eq!(Models::from_bytes(&[]).unwrap_err(), WeightsError::Foreign);
        let mut newer = bytes.clone();
        newer[8] = 99;
        assert_eq!(Models::from_bytes(&newer).unwrap_err(), WeightsError::Version(99));
        for at in (10..bytes.len()).step_by(997).chain([10, 11, bytes.len() - 1]) {
            let mut bad = bytes.clone();
            bad[at] ^= 4;
            assert!(Models::from_bytes(&bad).is_err(), "byte {at}");
            assert!(Models::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn senseless_contents_with_a_good_checksum_are_refused() {
        let with_body = |body: &[u8]| Models::from_bytes(&sealed(1, body));
        let huge = [19, 0xff, 0xff, 0xff, 0xff, 0, 0, 0x80, 0x3f, 1, 2, 3];
        assert_eq!(with_body(&huge).unwrap_err(), WeightsError::Senseless("it ends early"));
        let falling = [19, 2, 0, 0, 0, 0, 0, 0x80, 0x3f, 5, 0, 1, 0, 1, 0];
        assert_eq!(with_body(&falling).unwrap_err(), WeightsError::Senseless("the keys do not rise"));
        assert_eq!(Models::from_bytes(&sealed(0, &[])).unwrap_err(), WeightsError::Senseless("there is no model"));
        let of = |size: u8, scale: f32| {
            let scale = scale.to_le_bytes();
            [&[size, 1, 0, 0, 0][..], &scale, &[5, 1, 0]].concat()
        };
        for scale in [f32::NAN, f32::INFINITY, f32::MAX] {
            assert_eq!(with_body(&of(19, scale)).unwrap_err(), WeightsError::Senseless("weights are no numbers"));
        }
        for size in [0, 1, 26, 255] {
            assert!(with_body(&of(size, 1.0)).unwrap_err().to_string().contains("size that there is not"), "{size}");
        }
        let twice = [of(19, 1.0), of(19, 1.0)].concat();
        assert!(Models::from_bytes(&sealed(2, &twice)).unwrap_err().to_string().contains("two models"));
        let fine = [19, 2, 0, 0, 0, 0, 0, 0x80, 0x3f, 5, 1, 1, 0, 1, 0];
        assert_eq!(with_body(&fine).unwrap().of(19).unwrap().weight(6), Some(1.0));
    }
}
