//! `fuzeki gtp` as controllers meet it: scripts of commands and answers, pipes that break, noise, and
//! a controller that others wrote.

#![allow(clippy::unwrap_used)] // a test may fail where it stands

mod controller;
mod noise;
mod pipes;
mod scripts;

use std::process::{Command, Stdio};

/// The program with a small engine.
fn fuzeki_gtp(more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fuzeki"));
    command.args(["gtp", "--set", "memory=16,seed=1"]).args(more);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
