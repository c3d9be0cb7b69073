//! `fuzeki ontology experts`: who speaks.

use super::{Place, table};
use crate::cli::Failure;
use crate::ontology::store::Edit;
use crate::ontology::{Expert, Key, Rank, Record, Rgb, Store};
use clap::Subcommand;

/// Arguments of `fuzeki ontology experts`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  fuzeki ontology experts list
  fuzeki ontology experts put \"Ming-Chi Cheng\" --rank 7p --trust 1.5")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List all experts
    #[command(after_help = "Example:\n  fuzeki ontology experts list --json")]
    List {
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// Add an expert, or change what is said of one
    #[command(after_help = "Example:\n  fuzeki ontology experts put \"Me\" --rank 2k --trust 0.5")]
    Put {
        /// The name
        name: String,
        /// 30k … 1k, 1d … 9d, 1p … 9p
        #[arg(long, value_parser = rank)]
        rank: Option<Rank>,
        /// How much you trust this expert: 0 not at all, 1 normally, 2 doubly
        #[arg(long, value_parser = trust)]
        trust: Option<f32>,
        /// The colour of the badges, #RRGGBB
        #[arg(long, value_parser = |c: &str| Rgb::try_from(c.to_owned()))]
        colour: Option<Rgb>,
        /// Who this is
        #[arg(long)]
        biography: Option<String>,
        /// A new name
        #[arg(long)]
        rename: Option<String>,
    },
    /// Take an expert away
    #[command(after_help = "Example:\n  fuzeki ontology experts remove \"Me\" --with-verdicts")]
    Remove {
        /// The name
        name: String,
        /// Take the verdicts of the expert away too
        #[arg(long)]
        with_verdicts: bool,
    },
}

fn rank(text: &str) -> Result<Rank, String> {
    Rank::parse(text).ok_or_else(|| "a rank is 30k … 1k, 1d … 9d or 1p … 9p".to_owned())
}

fn trust(text: &str) -> Result<f32, String> {
    let trust = text.parse().ok().filter(|t| (0.0..=Expert::MAX_TRUST).contains(t));
    trust.ok_or_else(|| format!("trust lies between 0 and {}", Expert::MAX_TRUST))
}

fn find(store: &Store, name: &str) -> Result<Option<Expert>, Failure> {
    let id = Expert::id_of(name);
    Ok(store.experts()?.into_iter().find(|e| Expert::id_of(&e.name) == id))
}

pub(super) fn run(args: Args, place: &Place) -> Result<(), Failure> {
    match args.what {
        What::List { json } => list(&place.read()?, json),
        What::Put { name, rank, trust, colour, biography, rename } => {
            let mut store = place.open()?;
            let known = find(&store, &name)?;
            let verb = if known.is_some() { "Change" } else { "Add" };
            let mut expert = match known {
                Some(expert) => expert,
                None => Expert::beside(&store.experts()?, name.trim(), None),
            };
            if expert.name.is_empty() {
                return Err("an expert has a name".into());
            }
            expert.rank = rank.or(expert.rank);
            expert.trust = trust.unwrap_or(expert.trust);
            expert.colour = colour.unwrap_or(expert.colour);
            expert.biography = biography.unwrap_or(expert.biography);
            expert.name = rename.unwrap_or(expert.name);
            let title = expert.title();
            store.write(&format!("{verb} {title}"), vec![Edit::Put(Record::Expert(expert))])?;
            println!("{title}");
            Ok(())
        }
        What::Remove { name, with_verdicts } => remove(place.open()?, &name, with_verdicts),
    }
}

fn list(store: &Store, json: bool) -> Result<(), Failure> {
    let experts = store.experts()?;
    if json {
        println!("{}", serde_json::to_string(&experts)?);
        return Ok(());
    }
    let counts = store.stats()?.by_expert;
    let mut rows = vec![["name", "rank", "trust", "weight", "verdicts", "colour"].map(str::to_owned).to_vec()];
    for e in experts {
        let verdicts = counts.iter().find(|c| c.0 == e.name).map_or(0, |c| c.1);
        rows.push(vec![
            e.name.clone(),
            e.rank.map(|r| r.to_string()).unwrap_or_default(),
            e.trust.to_string(),
            format!("{:.2}", e.weight()),
            verdicts.to_string(),
            e.colour.into(),
        ]);
    }
    print!("{}", table(&rows));
    Ok(())
}

fn remove(mut store: Store, name: &str, with_verdicts: bool) -> Result<(), Failure> {
    let expert =
        find(&store, name)?.ok_or_else(|| format!("there is no expert {name}; see `fuzeki ontology experts list`"))?;
    let verdicts = store.annotations_of_expert(expert.id)?;
    let own = verdicts.iter().filter(|a| a.expert == expert.id).count();
    if own > 0 && !with_verdicts {
        return Err(format!("{name} has {own} verdicts; take them away too with --with-verdicts").into());
    }
    let mut edits = Vec::new();
    for mut a in verdicts {
        if a.expert == expert.id {
            edits.push(Edit::Delete(Key::Annotation(a.id)));
        } else {
            a.judged_by = None;
            edits.push(Edit::Put(Record::Annotation(a)));
        }
    }
    edits.push(Edit::Delete(Key::Expert(expert.id)));
    store.write(&format!("Remove {}", expert.title()), edits)?;
    println!("{} is gone, with {own} verdicts", expert.title());
    Ok(())
}
