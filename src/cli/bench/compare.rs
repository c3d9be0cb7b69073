//! `fuzeki bench playouts --compare`: all ways measured in turn, in the form of Chelaru's tables.

use super::measure::{Measured, measure};
use crate::cli::Failure;
use crate::engine::playout::simulator::WAYS;
use crate::util::progress::Progress;
use crate::util::summary::Summary;
use serde::Serialize;
use std::time::Duration;

const SIZES: [u8; 2] = [9, 19];
/// How often each way has its turn: what disturbs the machine meets all of them.
const ROUNDS: u32 = 20;
/// The way to which the others are compared, as in his thesis.
const BASE: &str = "naive";

/// Mean games a second in his tables, by way: table 5.1 (Athlon XP 2700+) and 5.2 (Pentium III, 1 GHz).
/// He does not name the board there; it is 19x19 by his count of some 300 moves a game.
const HIS: [(&str, f64, f64); 2] = [("naive", 95.41, 42.84), ("analyse-after", 1058.62, 412.75)];

/// All figures of one run.
#[derive(Serialize)]
struct Comparison {
    threads: u32,
    rounds: u32,
    seconds_per_round: f64,
    clock: &'static str,
    boards: Vec<Table>,
}

#[derive(Serialize)]
struct Table {
    size: u8,
    ways: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    policy: &'static str,
    /// Over the rounds.
    games_per_second: Summary,
    moves_per_second: f64,
    moves_per_game: f64,
    mean_score: f64,
    /// How many times as fast as the naive way, by the means.
    times_naive: f64,
    /// His figures, where he gives some.
    chelaru: Option<His>,
}

#[derive(Serialize)]
struct His {
    athlon: f64,
    athlon_times_naive: f64,
    pentium: f64,
    pentium_times_naive: f64,
}

fn his(name: &str) -> Option<His> {
    let find = |name| HIS.iter().find(|row| row.0 == name);
    let (base, own) = (find(BASE)?, find(name)?);
    Some(His { athlon: own.1, athlon_times_naive: own.1 / base.1, pentium: own.2, pentium_times_naive: own.2 / base.2 })
}

/// Measures every way for `time` on each board, and prints the tables.
pub fn run(threads: u32, time: Duration, seed: u64, json: bool) -> Result<(), Failure> {
    let turn = time / ROUNDS;
    let turns = SIZES.len() as u64 * u64::from(ROUNDS) * WAYS.len() as u64;
    let progress = Progress::new("comparing playouts", turns * turn.as_millis() as u64);
    let boards = SIZES.map(|size| table(size, threads, turn, seed, &progress)).into();
    drop(progress);
    let comparison =
        Comparison { threads, rounds: ROUNDS, seconds_per_round: turn.as_secs_f64(), clock: "wall", boards };
    if json {
        println!("{}", serde_json::to_string(&comparison)?);
    } else {
        print(&comparison);
    }
    Ok(())
}

fn table(size: u8, threads: u32, turn: Duration, seed: u64, progress: &Progress) -> Table {
    let mut samples: Vec<(Vec<f64>, Measured)> = WAYS.iter().map(|_| (Vec::new(), Measured::default())).collect();
    for round in 0..ROUNDS {
        for (way, (speeds, sum)) in WAYS.iter().zip(&mut samples) {
            let measured = measure(way, size, threads, turn, seed + u64::from(round * threads), progress);
            speeds.push(measured.games_per_second());
            *sum += measured;
        }
    }
    let summary = |speeds: &[f64]| Summary::of(speeds).expect("there is at least one round");
    let base = WAYS.iter().zip(&samples).find(|(way, _)| way.name == BASE);
    let base = base.map_or(f64::NAN, |(_, (speeds, _))| summary(speeds).mean);
    let row = |(way, (speeds, sum)): (&crate::engine::playout::simulator::Way, &(Vec<f64>, Measured))| Row {
        policy: way.name,
        games_per_second: summary(speeds),
        moves_per_second: sum.moves_per_second(),
        moves_per_game: sum.moves_per_game(),
        mean_score: sum.mean_score(),
        times_naive: summary(speeds).mean / base,
        chelaru: his(way.name),
    };
    Table { size, ways: WAYS.iter().zip(&samples).map(row).collect() }
}

fn print(comparison: &Comparison) {
    println!(
        "Games a second over {} rounds of {:.2} s, {} thread(s), beside Chelaru's means (tables 5.1, 5.2).",
        comparison.rounds, comparison.seconds_per_round, comparison.threads
    );
    for Table { size, ways } in &comparison.boards {
        println!();
        println!(
            "{:<14} {:>9} {:>9} {:>9} {:>8} {:>10} {:>8}   {:>8} {:>8}   {:>8} {:>8}",
            format!("{size}x{size}"),
            "min",
            "max",
            "mean",
            "sd",
            "moves/game",
            "x naive",
            "Athlon",
            "x naive",
            "Pentium",
            "x naive"
        );
        for row in ways {
            let speed = row.games_per_second;
            let his = match &row.chelaru {
                Some(his) => format!(
                    "{:>8.1} {:>8.2}   {:>8.1} {:>8.2}",
                    his.athlon, his.athlon_times_naive, his.pentium, his.pentium_times_naive
                ),
                None => format!("{:>8} {:>8}   {:>8} {:>8}", "-", "-", "-", "-"),
            };
            println!(
                "{:<14} {:>9.0} {:>9.0} {:>9.0} {:>8.0} {:>10.1} {:>8.2}   {his}",
                row.policy, speed.min, speed.max, speed.mean, speed.deviation, row.moves_per_game, row.times_naive
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::playout::simulator::by_name;

    #[test]
    fn his_figures_belong_to_ways_of_ours_and_give_his_ratio() {
        assert!(HIS.iter().all(|row| by_name(row.0).is_some()));
        let after = his("analyse-after").unwrap();
        assert!((after.athlon_times_naive - 11.1).abs() < 0.05 && (after.pentium_times_naive - 9.63).abs() < 0.01);
        assert!(his("uniform").is_none());
    }

    #[test]
    fn the_base_is_one_times_itself() {
        let table = table(5, 1, Duration::ZERO, 1, &Progress::new("", 1));
        assert_eq!(table.ways.len(), WAYS.len());
        for row in &table.ways {
            assert!(row.times_naive.is_finite() && row.games_per_second.min > 0.0, "{}", row.policy);
            assert!(row.policy != BASE || row.times_naive == 1.0);
        }
    }
}
