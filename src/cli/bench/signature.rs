//! `fuzeki bench signature`: how the engine plays, as one number.

use crate::app::wiring;
use crate::cli::Failure;
use crate::engine::signature::signature;

/// Arguments of `fuzeki bench signature`.
#[derive(clap::Args)]
#[command(after_help = "\
The number is the same on every machine and changes only when the engine plays differently.

Example:
  fuzeki bench signature --seed 1")]
pub struct Args {
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Computes and prints.
pub fn run(args: Args) -> Result<(), Failure> {
    let signature = format!("{:016x}", signature(args.seed, &wiring::priors()));
    if args.json {
        println!("{}", serde_json::json!({ "signature": signature, "seed": args.seed }));
    } else {
        println!("{signature}");
    }
    Ok(())
}
