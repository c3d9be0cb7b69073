//! The random numbers of playouts: small state, seedable, the same on every machine of 64 bits.

use rand::rngs::SmallRng;
use rand::{Rng, RngExt, SeedableRng};

/// A fast generator for one thread.
///
/// Wraps `rand`'s small generator so that the hot loop asks for exactly what it needs:
/// [`FastRng::below`] costs one multiplication and no division.
#[derive(Clone, Debug)]
pub struct FastRng(SmallRng);

impl FastRng {
    /// A generator whose whole future follows from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(SmallRng::seed_from_u64(seed))
    }

    /// A generator seeded by the operating system.
    pub fn from_entropy() -> Self {
        Self(SmallRng::seed_from_u64(rand::rng().random()))
    }

    /// The next 64 random bits.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..bound`, by Lemire's multiply-shift. The bias is below `bound / 2^32`.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number in `[0, 1)`.
    #[inline(always)]
    pub fn unit(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 * (1.0 / (1u64 << 24) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let (mut a, mut b) = (FastRng::new(7), FastRng::new(7));
        assert!((0..100).all(|_| a.next_u64() == b.next_u64()));
    }

    #[test]
    fn below_stays_below_and_reaches_every_value() {
        let mut rng = FastRng::new(1);
        let mut seen = [0u32; 5];
        for _ in 0..5000 {
            seen[rng.below(5) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
    }
}
