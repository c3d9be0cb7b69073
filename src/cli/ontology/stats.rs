//! `fuzeki ontology stats`: what is there, counted and as a tree.

use super::Place;
use crate::cli::Failure;
use crate::ontology::Store;
use crate::ontology::concepts::Concept;

/// Arguments of `fuzeki ontology stats`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki ontology stats --tree")]
pub struct Args {
    /// Print the concept tree: size, side, phase, pattern, branch, move
    #[arg(long)]
    tree: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "tree")]
    json: bool,
}

pub(super) fn run(args: Args, place: &Place) -> Result<(), Failure> {
    let store = place.read()?;
    if args.tree {
        return branch(&store, &Concept::Root, 0);
    }
    let stats = store.stats()?;
    if args.json {
        println!("{}", serde_json::to_string(&stats)?);
        return Ok(());
    }
    println!("{}", store.path().display());
    println!(
        "{} verdicts on {} positions by {} experts; {} patterns, {} games, {} terms",
        stats.annotations, stats.positions, stats.experts, stats.patterns, stats.sources, stats.terms
    );
    let list = |title: &str, of: &[(String, i64)]| {
        let items: Vec<String> = of.iter().take(20).map(|(name, n)| format!("{name} {n}")).collect();
        println!("  {title}: {}", items.join(", "));
    };
    list("by term", &stats.by_term);
    list("by expert", &stats.by_expert);
    list("by state", &stats.by_state);
    let sizes: Vec<(String, i64)> = stats.by_size.iter().map(|(s, n)| (format!("{s}x{s}"), *n)).collect();
    list("by board", &sizes);
    Ok(())
}

fn branch(store: &Store, at: &Concept, depth: usize) -> Result<(), Failure> {
    for node in store.concepts(at)? {
        println!("{:indent$}{} [{}]", "", node.title, node.verdicts, indent = 2 * depth);
        if node.has_children {
            branch(store, &node.concept, depth + 1)?;
        }
    }
    Ok(())
}
