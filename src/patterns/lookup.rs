//! Asking a dictionary about all moves of a position together.

use super::features::{Extractor, Family, Feature, Walk};
use crate::board::{Board, Point};

/// A dictionary of features that is asked about many moves at once.
pub(super) trait Table {
    /// What it tells of a known feature.
    type Found: Copy;

    /// Looks at where a key would be, so that the memory is near when it is asked for.
    fn touch(&self, key: u64) -> u32;

    /// What it knows of a key.
    fn get(&self, key: u64) -> Option<Self::Found>;

    /// Tells the known features of many moves, each with the number of its move.
    ///
    /// The table is asked about all moves size by size: each look is a wait for memory, and many wait
    /// together as long as one.
    #[inline(always)]
    fn look_up(
        &self,
        extractor: &Extractor,
        board: &Board,
        points: &[Point],
        mut found: impl FnMut(usize, &Feature, Self::Found),
    ) {
        let mut asked: Vec<Asked> = Vec::with_capacity(points.len() * 20);
        let mut unknown = vec![0u8; points.len()];
        let mut walks: Vec<Walk<'_>> = Vec::with_capacity(points.len());
        let mut going: Vec<u16> = (0..points.len() as u16).collect();
        for (n, &point) in points.iter().enumerate() {
            let mut tell = |feature, nested| asked.push(Asked::new(feature, n as u16, nested));
            walks.push(extractor.begin(board, point, &mut tell));
        }
        loop {
            // Only loads here, none of which waits for another.
            std::hint::black_box(asked.iter().fold(0, |all, asked| all ^ self.touch(asked.key)));
            for asked in &asked {
                match self.get(asked.key) {
                    Some(known) => found(usize::from(asked.n), &asked.feature(), known),
                    None => unknown[usize::from(asked.n)] |= asked.nested,
                }
            }
            asked.clear();
            going.retain(|&n| walks[n as usize].goes_on(std::mem::take(&mut unknown[n as usize])));
            if going.is_empty() {
                return;
            }
            for &n in &going {
                extractor
                    .step(&mut walks[n as usize], &mut |feature, nested| asked.push(Asked::new(feature, n, nested)));
            }
        }
    }
}

/// A feature of one of many moves, in few bytes.
struct Asked {
    key: u64,
    n: u16,
    /// The bit of its nested family.
    nested: u8,
    family: Family,
    size: u8,
}

impl Asked {
    #[inline(always)]
    fn new(feature: Feature, n: u16, nested: u8) -> Asked {
        Asked { key: feature.key, n, nested, family: feature.family, size: feature.size }
    }

    #[inline(always)]
    fn feature(&self) -> Feature {
        Feature { family: self.family, size: self.size, key: self.key }
    }
}
