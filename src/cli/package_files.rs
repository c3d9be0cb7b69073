//! `fuzeki package-files`: the manual pages and shell completions of a package, made from the command
//! line itself so that they say what the program does. `scripts/package` calls it.

use super::Failure;
use clap_complete::{Shell, generate_to};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "Example:\n  fuzeki package-files build/usr")]
pub struct Args {
    /// The folder that stands for /usr
    folder: PathBuf,
}

/// Shells, and where Debian has their completions.
const COMPLETIONS: &[(Shell, &str)] = &[
    (Shell::Bash, "share/bash-completion/completions"),
    (Shell::Fish, "share/fish/vendor_completions.d"),
    (Shell::Zsh, "share/zsh/vendor-completions"),
];

pub fn run(args: Args) -> Result<(), Failure> {
    let folder = |inside: &str| -> Result<PathBuf, Failure> {
        let path = args.folder.join(inside);
        std::fs::create_dir_all(&path).map_err(|error| format!("{} cannot be made: {error}", path.display()))?;
        Ok(path)
    };
    let told = |path: &Path, error: std::io::Error| format!("{} cannot be written: {error}", path.display());
    for (shell, inside) in COMPLETIONS {
        let place = folder(inside)?;
        let written = generate_to(*shell, &mut super::command(), "fuzeki", &place).map_err(|e| told(&place, e))?;
        if *shell == Shell::Bash {
            // bash looks for the name of the program alone.
            let name = place.join("fuzeki");
            std::fs::rename(&written, &name).map_err(|e| told(&name, e))?;
        }
    }
    let place = folder("share/man/man1")?;
    clap_mangen::generate_to(super::command(), &place).map_err(|e| told(&place, e))?;
    Ok(())
}
