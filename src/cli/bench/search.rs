//! `fuzeki bench search`: simulations of the search in a second.

use crate::app::wiring;
use crate::board::{MAX_SIZE, MIN_SIZE, Position, Rules};
use crate::cli::Failure;
use crate::engine::{Engine, Limits, Params};
use crate::util::cpu;
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Arguments of `fuzeki bench search`.
#[derive(clap::Args)]
#[command(after_help = "\
The board is empty, komi 7.5, the settings are those the engine plays with.

Example:
  fuzeki bench search --size 19 --threads 2 --seconds 10 --json")]
pub struct Args {
    /// Lines of the board
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u8,
    /// Threads that search
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// How long to search
    #[arg(long, default_value = "5", value_parser = crate::cli::seconds)]
    seconds: Duration,
    /// Settings of the engine, to compare with
    #[arg(long, value_name = "NAME=VALUE,…")]
    set: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The figures as programs read them.
#[derive(Serialize)]
struct Report {
    size: u8,
    threads: u32,
    seconds: f64,
    cpu_seconds: Option<f64>,
    simulations: u64,
    sims_per_second: f64,
    sims_per_cpu_second: Option<f64>,
    depth: u32,
    nodes: usize,
    memory: usize,
    win_rate: f32,
}

/// Searches and prints.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut params = Params::default();
    for list in &args.set {
        params.set_list(list)?;
    }
    params.threads = args.threads;
    let position = Position::new(args.size, Rules::CHINESE).with_komi(7.5);
    let mut engine = Engine::new(params, wiring::priors());
    let before = cpu::process_time();
    let snapshot = engine.search(&position, &Limits::time(args.seconds), &AtomicBool::new(false), |_| {});
    let cpu = before.zip(cpu::process_time()).map(|(before, after)| (after - before).as_secs_f64());
    let report = Report {
        size: args.size,
        threads: args.threads,
        seconds: snapshot.elapsed.as_secs_f64(),
        cpu_seconds: cpu,
        simulations: snapshot.simulations,
        sims_per_second: snapshot.speed(),
        sims_per_cpu_second: cpu.map(|cpu| snapshot.simulations as f64 / cpu.max(1e-9)),
        depth: snapshot.depth,
        nodes: snapshot.nodes,
        memory: snapshot.memory,
        win_rate: snapshot.win_rate,
    };
    if args.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        let by_cpu =
            report.sims_per_cpu_second.map_or(String::new(), |speed| format!(" ({speed:.0} a processor second)"));
        println!(
            "{size}x{size}, {} thread(s), {:.2} s: {:.0} simulations/s{by_cpu}, depth {}, {} nodes, {:.1} MiB, win rate {:.3}",
            report.threads,
            report.seconds,
            report.sims_per_second,
            report.depth,
            report.nodes,
            report.memory as f64 / f64::from(1 << 20),
            report.win_rate,
            size = report.size,
        );
    }
    Ok(())
}
