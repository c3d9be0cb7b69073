//! The in-memory index: verdicts by canonical hash, positions as bit planes by their stone counts,
//! moves by their neighbourhood. Compact, never changed once built.

use super::window::{RADII, windows};
use crate::board::{Canonical, Color, Move, Point, Symmetry};
use crate::ontology::model::position::{PASS, move_number, numbered_move, turned, unpack};
use crate::ontology::model::{AnnotationId, ExpertId, TermCode, Validation};
use rayon::prelude::*;
use std::collections::HashMap;

/// A verdict in the index.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Number of the expert in [`Base::experts`].
    pub expert: u32,
    /// The move on the canonical image.
    pub mv: u16,
    /// Number of the context in [`Base::contexts`].
    pub context: u16,
    /// Number of the term in [`Base::terms`].
    pub term: u8,
    /// Whether it is confirmed.
    pub state: Validation,
}

const _: () = assert!(size_of::<Entry>() == 12);

/// Stones by line from the edge and colour: equal for all images, close for close positions.
pub type Rings = [u8; 16];

/// Positions with as many lines, the same player to move and as many stones.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// Lines of the board.
    pub size: u8,
    /// Whose turn it is.
    pub to_move: Color,
    /// Stones by colour.
    pub stones: [u16; 2],
    /// The first position.
    pub first: u32,
    /// One past the last position.
    pub end: u32,
    /// Where the planes of the first position begin.
    pub planes: usize,
}

/// See the top of the file.
#[derive(Debug, Default)]
pub struct Base {
    /// Experts by number.
    pub experts: Vec<ExpertId>,
    /// Terms by number.
    pub terms: Vec<TermCode>,
    /// Rules and komi by number.
    pub contexts: Vec<super::Context>,
    /// Verdicts, those of a position side by side.
    pub entries: Vec<Entry>,
    /// Their identities.
    pub ids: Vec<AnnotationId>,
    /// Hash of the canonical image, by position; sorted by bucket.
    hashes: Vec<u64>,
    /// Where the verdicts of a position begin; one more than positions.
    first: Vec<u32>,
    /// By position.
    rings: Vec<Rings>,
    /// Black's and White's stones on the canonical image, by position.
    planes: Vec<u64>,
    /// Positions by hash: open addressing, 0 is empty, else position + 1.
    table: Vec<u32>,
    buckets: Vec<Bucket>,
    /// By radius: hashes of windows in order, and their verdicts.
    windows: [(Vec<u64>, Vec<u32>); RADII.len()],
}

/// Words of one plane.
pub const fn words(size: u8) -> usize {
    (size as usize * size as usize).div_ceil(64)
}

impl Base {
    /// The position with this canonical hash.
    #[inline]
    pub fn find(&self, hash: u64) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.table[slot] {
                0 => return None,
                found if self.hashes[found as usize - 1] == hash => return Some(found - 1),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// The numbers of the verdicts of a position.
    #[inline]
    pub fn verdicts(&self, position: u32) -> std::ops::Range<usize> {
        self.first[position as usize] as usize..self.first[position as usize + 1] as usize
    }

    /// The hash of the canonical image of a position.
    pub fn hash(&self, position: u32) -> u64 {
        self.hashes[position as usize]
    }

    /// Positions in the index.
    pub fn positions(&self) -> usize {
        self.hashes.len()
    }

    /// All buckets.
    pub fn buckets(&self) -> &[Bucket] {
        &self.buckets
    }

    /// The ring counts of positions.
    pub fn rings(&self, bucket: &Bucket) -> &[Rings] {
        &self.rings[bucket.first as usize..bucket.end as usize]
    }

    /// Black's then White's stones of a position.
    #[inline]
    pub fn planes_of(&self, bucket: &Bucket, position: u32) -> &[u64] {
        let length = 2 * words(bucket.size);
        let start = bucket.planes + (position - bucket.first) as usize * length;
        &self.planes[start..start + length]
    }

    /// The position a verdict is about, and its bucket.
    pub fn place_of(&self, entry: u32) -> Option<(u32, &Bucket)> {
        let position = self.first.partition_point(|&first| first <= entry).checked_sub(1)? as u32;
        let at = self.buckets.partition_point(|b| b.end <= position);
        self.buckets.get(at).map(|bucket| (position, bucket))
    }

    /// The verdicts whose window of this radius (by number) has this hash.
    pub fn window(&self, radius: usize, hash: u64) -> &[u32] {
        let (hashes, entries) = &self.windows[radius];
        let start = hashes.partition_point(|&h| h < hash);
        let end = start + hashes[start..].partition_point(|&h| h == hash);
        &entries[start..end]
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        fn bytes<T>(of: &Vec<T>) -> usize {
            of.capacity() * size_of::<T>()
        }
        let windows: usize = self.windows.iter().map(|(h, e)| bytes(h) + bytes(e)).sum();
        bytes(&self.entries)
            + bytes(&self.ids)
            + bytes(&self.hashes)
            + bytes(&self.first)
            + bytes(&self.rings)
            + bytes(&self.planes)
            + bytes(&self.table)
            + bytes(&self.buckets)
            + windows
    }
}

/// Collects positions and verdicts, then sorts them into a [`Base`].
#[derive(Debug, Default)]
pub struct Builder {
    experts: HashMap<ExpertId, u32>,
    terms: Vec<TermCode>,
    contexts: Vec<super::Context>,
    context_rows: HashMap<i64, u16>,
    positions: Vec<Gathered>,
    planes: Vec<u64>,
    rows: Vec<(u32, Entry, AnnotationId)>,
}

#[derive(Clone, Copy, Debug)]
struct Gathered {
    canonical: Canonical,
    size: u8,
    to_move: Color,
    stones: [u16; 2],
    rings: Rings,
    planes: usize,
}

/// The counts that bound how near two positions can be.
pub fn rings(size: u8, stones: impl Iterator<Item = (Point, Color)>) -> Rings {
    let mut rings = [0u8; 16];
    for (point, color) in stones {
        let ring = usize::from(point.edge_distance(size).min(7));
        let lane = &mut rings[8 * color.index() + ring];
        *lane = lane.saturating_add(1);
    }
    rings
}

/// Sets the stones, turned by a symmetry, in two cleared planes.
pub fn fill_planes(planes: &mut [u64], size: u8, s: Symmetry, stones: impl Iterator<Item = (Point, Color)>) {
    for (point, color) in stones {
        let bit = usize::from(move_number(Move::Play(s.apply(point, size)), size));
        planes[color.index() * words(size) + bit / 64] |= 1 << (bit % 64);
    }
}

/// The stones that planes stand for.
pub fn plane_stones(planes: &[u64], size: u8) -> impl Iterator<Item = (Point, Color)> + '_ {
    planes.iter().enumerate().flat_map(move |(word, &bits)| {
        let color = Color::BOTH[word / words(size)];
        let base = word % words(size) * 64;
        std::iter::successors((bits != 0).then_some(bits), |b| Some(b & (b - 1)).filter(|&b| b != 0)).map(move |b| {
            let cell = base + b.trailing_zeros() as usize;
            let size = usize::from(size);
            (Point::new((cell % size) as u8, (cell / size) as u8), color)
        })
    })
}

impl Builder {
    /// Knows a row of rules and komi.
    pub fn context(&mut self, row: i64, context: super::Context) {
        // Beyond 65,535 contexts the last one stands for the rest: nobody plays under so many.
        let number = self.contexts.len().min(usize::from(u16::MAX)) as u16;
        self.contexts.push(context);
        self.context_rows.insert(row, number);
    }

    /// Takes a position; its number for [`Builder::verdict`], or `None` where the bytes make no board.
    pub fn position(&mut self, size: u8, to_move: Color, ko: Option<Point>, packed: &[u8]) -> Option<u32> {
        let stones = unpack(packed, size)?;
        let canonical = Canonical::of_stones(size, stones.iter().copied(), ko, to_move);
        let image = canonical.symmetries().next()?;
        let start = self.planes.len();
        self.planes.resize(start + 2 * words(size), 0);
        fill_planes(&mut self.planes[start..], size, image, stones.iter().copied());
        let count = |color| stones.iter().filter(|s| s.1 == color).count() as u16;
        self.positions.push(Gathered {
            canonical,
            size,
            to_move,
            stones: Color::BOTH.map(count),
            rings: rings(size, stones.iter().copied()),
            planes: start,
        });
        Some(self.positions.len() as u32 - 1)
    }

    /// Takes a verdict on a move in the orientation its position was given in.
    #[allow(clippy::too_many_arguments)] // a row of a table, passed once
    pub fn verdict(
        &mut self,
        position: u32,
        mv: u16,
        expert: ExpertId,
        term: TermCode,
        state: Validation,
        context: i64,
        id: AnnotationId,
    ) {
        let Some(at) = self.positions.get(position as usize) else { return };
        let Some(mv) = numbered_move(mv, at.size) else { return };
        let mv = move_number(at.canonical.to_canonical(mv), at.size);
        let next = self.experts.len() as u32;
        let expert = *self.experts.entry(expert).or_insert(next);
        let known = self.terms.iter().position(|&t| t == term);
        let term = known.unwrap_or_else(|| {
            self.terms.push(term);
            self.terms.len() - 1
        });
        let context = self.context_rows.get(&context).copied().unwrap_or(0);
        self.rows.push((position, Entry { expert, mv, context, term: term as u8, state }, id));
    }

    /// Sorts everything.
    pub fn finish(self) -> Base {
        let Builder { experts, terms, mut contexts, positions, planes, mut rows, .. } = self;
        if contexts.is_empty() {
            contexts.push(super::Context::default());
        }
        let mut order: Vec<u32> = (0..positions.len() as u32).collect();
        let key = |p: &Gathered| (p.size, p.to_move, p.stones[0], p.stones[1], p.canonical.hash);
        order.par_sort_unstable_by_key(|&i| key(&positions[i as usize]));
        let mut base = Base { terms, contexts, ..Base::default() };
        base.experts = vec![ExpertId(0); experts.len()];
        for (id, number) in experts {
            base.experts[number as usize] = id;
        }
        let mut new_number = vec![0u32; positions.len()];
        base.planes.reserve_exact(planes.len());
        base.hashes.reserve_exact(positions.len());
        base.rings.reserve_exact(positions.len());
        for (new, &old) in order.iter().enumerate() {
            let p = &positions[old as usize];
            new_number[old as usize] = new as u32;
            let same = |b: &Bucket| (b.size, b.to_move, b.stones) == (p.size, p.to_move, p.stones);
            match base.buckets.last_mut().filter(|b| same(b)) {
                Some(bucket) => bucket.end += 1,
                None => base.buckets.push(Bucket {
                    size: p.size,
                    to_move: p.to_move,
                    stones: p.stones,
                    first: new as u32,
                    end: new as u32 + 1,
                    planes: base.planes.len(),
                }),
            }
            base.planes.extend_from_slice(&planes[p.planes..p.planes + 2 * words(p.size)]);
            base.hashes.push(p.canonical.hash);
            base.rings.push(p.rings);
        }
        drop((planes, order, positions));
        rows.iter_mut().for_each(|row| row.0 = new_number[row.0 as usize]);
        rows.par_sort_unstable_by_key(|row| (row.0, row.1.mv, row.1.expert, row.2));
        base.first = vec![0; base.hashes.len() + 1];
        for row in &rows {
            base.first[row.0 as usize + 1] += 1;
        }
        for i in 1..base.first.len() {
            base.first[i] += base.first[i - 1];
        }
        base.entries = rows.iter().map(|row| row.1).collect();
        base.ids = rows.iter().map(|row| row.2).collect();
        drop(rows);
        base.table = hash_table(&base.hashes);
        base.windows = std::array::from_fn(|_| (Vec::new(), Vec::new()));
        base.build_windows();
        base
    }
}

/// Twice as many slots as positions, a power of two.
fn hash_table(hashes: &[u64]) -> Vec<u32> {
    if hashes.is_empty() {
        return Vec::new();
    }
    let mut table = vec![0u32; (2 * hashes.len()).next_power_of_two()];
    let mask = table.len() - 1;
    for (position, &hash) in hashes.iter().enumerate() {
        let mut slot = hash as usize & mask;
        while table[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        table[slot] = position as u32 + 1;
    }
    table
}

/// Windows with fewer stones say nothing about the place.
pub const FEWEST_STONES: u8 = 2;

impl Base {
    fn build_windows(&mut self) {
        let this = &*self;
        let of_bucket = |bucket: &Bucket| {
            let mut found: [Vec<(u64, u32)>; RADII.len()] = Default::default();
            for position in bucket.first..bucket.end {
                let planes = this.planes_of(bucket, position);
                let mut last: Option<(u16, super::window::Windows)> = None;
                for entry in this.verdicts(position) {
                    let mv = this.entries[entry].mv;
                    if mv == PASS {
                        continue;
                    }
                    let Some(Move::Play(center)) = numbered_move(mv, bucket.size) else { continue };
                    let all = match last {
                        Some((same, all)) if same == mv => all,
                        _ => windows(bucket.size, center, bucket.to_move, plane_stones(planes, bucket.size)),
                    };
                    last = Some((mv, all));
                    for (radius, found) in found.iter_mut().enumerate() {
                        if all.stones[radius] >= FEWEST_STONES {
                            found.push((all.hashes[radius], entry as u32));
                        }
                    }
                }
            }
            found
        };
        let parts: Vec<_> = this.buckets.par_iter().map(of_bucket).collect();
        for (radius, window) in self.windows.iter_mut().enumerate() {
            let mut all: Vec<(u64, u32)> = Vec::with_capacity(parts.iter().map(|p| p[radius].len()).sum());
            parts.iter().for_each(|p| all.extend_from_slice(&p[radius]));
            all.par_sort_unstable();
            *window = (all.iter().map(|w| w.0).collect(), all.iter().map(|w| w.1).collect());
        }
    }

    /// Calls `visit` with each move of the situation at hand that a verdict's move stands for: one,
    /// unless the position is symmetric.
    #[inline]
    pub fn each_move(&self, canonical: &Canonical, entry: &Entry, size: u8, mut visit: impl FnMut(Move)) {
        let Some(mv) = numbered_move(entry.mv, size) else { return };
        let mut ways = canonical.symmetries();
        match (ways.next(), ways.next()) {
            (Some(only), None) => visit(turned(mv, only.inverse(), size)),
            _ => canonical.from_canonical(mv).into_iter().for_each(visit),
        }
    }

    /// A verdict's move turned by a symmetry.
    pub fn turned_move(&self, entry: &Entry, s: Symmetry, size: u8) -> Option<Move> {
        numbered_move(entry.mv, size).map(|mv| turned(mv, s, size))
    }
}
