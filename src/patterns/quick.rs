//! Weights for the search: a table in which a look costs one line of the processor's cache.
//!
//! The search asks about some 1,700 features for each new node, half of them unknown. Most of that time
//! is waiting for memory, so a feature takes four bytes here: 20 bits of its key and 12 of its weight. One
//! unknown feature in some 90,000 is taken for a known one.

use super::features::KEY_BITS;
use super::lookup::Table;

/// Slots of a line: as many as the cache fetches at once.
const SLOTS: usize = 16;
/// Slots of a line that are taken on average: few lines are full.
const TAKEN: usize = 11;
/// Bits of a slot for the weight's code; above it stand the low bits of the key.
const CODE_BITS: u32 = 12;
const CODES: u32 = (1 << CODE_BITS) - 1;
/// The code of the weight 0. No weight has the code 0, so that a slot of zero is free.
const ZERO: i32 = 1 << (CODE_BITS - 1);

/// The weights of a model, somewhat rounded.
#[derive(Clone, Debug)]
pub(super) struct Quick {
    lines: Vec<Line>,
    /// What a step from one code to the next is worth.
    scale: f32,
}

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([u32; SLOTS]);

impl Quick {
    /// The weights of these features. Of two that cannot be told apart here the first stays: one in 50,000.
    pub fn new(entries: &[(u64, f32)]) -> Quick {
        let largest = entries.iter().map(|e| e.1.abs()).fold(f32::MIN_POSITIVE, f32::max);
        let scale = largest / (ZERO - 1) as f32;
        let mut quick = Quick { lines: vec![Line([0; SLOTS]); entries.len() / TAKEN + 1], scale };
        for &(key, weight) in entries {
            if quick.get(key).is_some() {
                continue;
            }
            let mut at = quick.home(key);
            let slot = loop {
                match quick.lines[at].0.iter().position(|&slot| slot == 0) {
                    Some(free) => break free,
                    None => at = quick.next(at),
                }
            };
            let code = (weight / scale).round() as i32 + ZERO;
            quick.lines[at].0[slot] = (key as u32) << CODE_BITS | code as u32;
        }
        quick
    }

    /// Bytes of memory.
    pub fn memory(&self) -> usize {
        std::mem::size_of_val(&self.lines[..])
    }

    #[inline(always)]
    fn home(&self, key: u64) -> usize {
        ((u128::from(key) * self.lines.len() as u128) >> KEY_BITS) as usize
    }

    #[inline(always)]
    fn next(&self, at: usize) -> usize {
        if at + 1 == self.lines.len() { 0 } else { at + 1 }
    }
}

impl Table for Quick {
    type Found = f32;

    #[inline(always)]
    fn touch(&self, key: u64) -> u32 {
        self.lines[self.home(key)].0[0]
    }

    #[inline(always)]
    fn get(&self, key: u64) -> Option<f32> {
        let tag = (key as u32) << CODE_BITS;
        let fits = |slot: u32| if (slot ^ tag) >> CODE_BITS == 0 { slot } else { 0 };
        let mut at = self.home(key);
        loop {
            // All slots at once, without a jump: at most one fits, and a free one adds nothing.
            let line = &self.lines[at].0;
            let slot = line.iter().fold(0, |all, &slot| all | fits(slot));
            if slot != 0 {
                return Some(((slot & CODES) as i32 - ZERO) as f32 * self.scale);
            }
            if line[SLOTS - 1] == 0 {
                return None;
            }
            at = self.next(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::zobrist::split_mix;

    #[test]
    fn what_is_put_in_is_found_and_hardly_anything_else() {
        let key = |n: u64| split_mix(n) >> (64 - KEY_BITS);
        for count in [0u64, 1, 12, 50_000] {
            let entries: Vec<(u64, f32)> = (0..count).map(|n| (key(n), (n % 601) as f32 / 100.0 - 3.0)).collect();
            let quick = Quick::new(&entries);
            for (key, weight) in &entries {
                let found = quick.get(*key).unwrap_or_else(|| panic!("{key} of {count} is lost"));
                // Two of them may share place and tag.
                assert!((found - weight).abs() < 0.002 || count == 50_000, "{found} for {weight}");
            }
            let right =
                entries.iter().filter(|(key, w)| quick.get(*key).is_some_and(|found| (found - w).abs() < 0.002));
            assert!(right.count() as u64 + 3 >= count, "of {count}");
            let strange = (0..100_000).filter(|n| quick.get(key(1_000_000 + n)).is_some()).count();
            assert!(strange <= 10, "{strange} of 100,000 unknown keys are taken for known ones");
        }
    }
}
