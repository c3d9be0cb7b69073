//! `fuzeki ontology export`: everything in another form.

use super::Place;
use super::import::{choose_format, format_name};
use crate::cli::Failure;
use crate::ontology::Expert;
use crate::ontology::exchange::{self, FORMATS};
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `fuzeki ontology export`.
#[derive(clap::Args)]
#[command(after_help = formats())]
pub struct Args {
    /// The file to write; - is standard output
    file: PathBuf,
    /// The form, instead of what the ending says
    #[arg(long, value_parser = format_name())]
    format: Option<String>,
    /// Only verdicts of this expert
    #[arg(long, value_name = "NAME")]
    expert: Option<String>,
}

fn formats() -> String {
    let form = |f: &&dyn exchange::Format| format!("  {:<10} .{:<5} {}\n", f.name(), f.extension(), f.about());
    let forms: String = FORMATS.iter().map(form).collect();
    format!("Forms:\n{forms}\nExample:\n  fuzeki ontology export openings.ttl")
}

pub(super) fn run(args: Args, place: &Place) -> Result<(), Failure> {
    let to_screen = args.file.as_os_str() == "-";
    let format = match (&args.format, to_screen) {
        (None, true) => exchange::FORMATS[0],
        _ => choose_format(args.format.as_deref(), &args.file)?,
    };
    let mut knowledge = place.read()?.knowledge()?;
    if let Some(name) = &args.expert {
        let id = Expert::id_of(name);
        let known = knowledge.experts.iter().find(|e| Expert::id_of(&e.name) == id).map(|e| e.id);
        let expert = known.ok_or_else(|| format!("there is no expert {name}; see `fuzeki ontology experts list`"))?;
        knowledge.annotations.retain(|a| a.expert == expert);
    }
    let text = format.write(&knowledge);
    if to_screen {
        std::io::stdout().write_all(text.as_bytes())?;
        return Ok(());
    }
    crate::util::atomic_file::save(&args.file, |out| out.write_all(text.as_bytes()))?;
    println!("{}: {} verdicts as {}", args.file.display(), knowledge.annotations.len(), format.name());
    if !format.is_lossless() {
        println!("  {} does not keep everything: {}", format.name(), format.about());
    }
    Ok(())
}
