//! Broken input for every reader: sound examples are changed at random, and whatever comes out must be read
//! or refused without a panic, without hanging, and without asking for memory that the input is not worth.
//!
//! The ordinary run gives each reader a moment. For long:
//! `FUZEKI_FUZZ_SECONDS=3600 cargo test --release --test fuzz -- --ignored --nocapture`.
//! What once did harm lies in `regressions/`, named `READER-what`.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a test may fail where it stands, and says how far it came

mod memory;
mod mutate;
mod readers;

use fuzeki::util::cpu;
use fuzeki::util::rng::FastRng;
use mutate::mutate;
use readers::{READERS, Reader};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// No input is so long that it may take longer than this of the processor, also in a debug build.
const PATIENCE: Duration = Duration::from_secs(20);
/// On the wall it may be much more where others want the processor too; beyond this it hangs.
const HANGS: Duration = Duration::from_secs(300);

/// What a reader may ask for at once, beyond a multiple of what it was given.
const MEMORY: usize = 64 << 20;

/// Gives bytes to a reader; says what went wrong.
fn feed(reader: &Reader, bytes: &[u8]) -> Result<(), String> {
    memory::forget();
    let (begun, clock) = (Instant::now(), cpu::process_time());
    let read = catch_unwind(AssertUnwindSafe(|| (reader.read)(bytes)));
    let worked = clock.zip(cpu::process_time()).map(|(before, now)| now.saturating_sub(before));
    let (took, largest) = (begun.elapsed(), memory::largest());
    match read {
        Err(_) => Err("it panicked".to_owned()),
        Ok(()) if took > HANGS || worked.is_some_and(|worked| worked > PATIENCE) => Err(format!("it took {took:?}")),
        Ok(()) if largest > MEMORY + 200 * bytes.len() => Err(format!("it asked for {largest} bytes at once")),
        Ok(()) => Ok(()),
    }
}

/// Feeds a reader with broken examples until some time or until one does harm; how many they were.
fn fuzz(reader: &Reader, rng: &mut FastRng, end: Instant) -> Result<u64, String> {
    let seeds = (reader.seeds)();
    let mut runs = 0;
    while runs == 0 || Instant::now() < end {
        let mut bytes = seeds[rng.below(seeds.len() as u32) as usize].clone();
        if rng.below(8) == 0 {
            bytes = mutate::from_pieces(reader.pieces, rng);
        }
        mutate(&mut bytes, reader.pieces, &seeds, rng);
        if let Err(harm) = feed(reader, &bytes) {
            let shown = bytes.escape_ascii().to_string();
            let kept = std::env::temp_dir().join(format!("{}-harm", reader.name));
            let _ = std::fs::write(&kept, &bytes);
            return Err(format!("{}: {harm}; the input is in {}: {shown}", reader.name, kept.display()));
        }
        runs += 1;
    }
    Ok(runs)
}

#[test]
fn every_reader_takes_its_examples_and_broken_ones_for_a_moment() {
    let mut harms = Vec::new();
    for (n, reader) in READERS.iter().enumerate() {
        for seed in (reader.seeds)() {
            feed(reader, &seed).unwrap_or_else(|harm| panic!("{}: {harm}", reader.name));
        }
        let end = Instant::now() + Duration::from_millis(700);
        harms.extend(fuzz(reader, &mut FastRng::new(n as u64 + 1), end).err());
    }
    assert!(harms.is_empty(), "{}", harms.join("\n"));
}

#[test]
fn what_once_did_harm_does_none_any_more() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/regressions");
    let mut fed = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let reader = READERS.iter().find(|reader| name.starts_with(&format!("{}-", reader.name)));
        let Some(reader) = reader else { panic!("{name} is for no reader") };
        feed(reader, &std::fs::read(&path).unwrap()).unwrap_or_else(|harm| panic!("{name}: {harm}"));
        fed += 1;
    }
    assert!(fed > 0, "the folder is empty");
}

#[test]
#[ignore = "ten minutes by default; FUZEKI_FUZZ_SECONDS says how long"]
fn fuzz_every_reader_for_long() {
    let seconds = std::env::var("FUZEKI_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(600);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut rng = FastRng::from_entropy();
    let mut runs = vec![0; READERS.len()];
    let mut harms = vec![None; READERS.len()];
    // In turns, so that a run that is broken off has been fair to all.
    let turn = Duration::from_secs(10).min(Duration::from_secs(seconds) / READERS.len() as u32);
    while Instant::now() < end {
        for (n, reader) in READERS.iter().enumerate().filter(|(n, _)| harms[*n].is_none()).collect::<Vec<_>>() {
            match fuzz(reader, &mut rng, Instant::now() + turn) {
                Ok(more) => runs[n] += more,
                // The others go on: one run finds as much as it can.
                Err(harm) => {
                    println!("{harm}");
                    harms[n] = Some(harm);
                }
            }
        }
    }
    for (reader, runs) in READERS.iter().zip(&runs) {
        println!("{:<12} {runs:>9} inputs", reader.name);
    }
    let harms: Vec<String> = harms.into_iter().flatten().collect();
    assert!(harms.is_empty(), "{}", harms.join("\n"));
}
