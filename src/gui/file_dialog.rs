//! Which file: the desktop's own dialogs, and a line in the window where the desktop has none.

use super::app::Window;
use crate::app::files::{FileAnswer, FileEvent, FileKind, FileQuestion};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, sync_channel};
use std::time::{Duration, Instant};

/// Nobody sees and dismisses a dialog in less time: none came up.
const TOO_SOON: Duration = Duration::from_millis(400);

/// Characters of a file's name; disks take 255 bytes, and a character may have three or four.
const LONGEST_NAME: usize = 60;

impl Window {
    /// What asks the reader for files, for a thread: the answer takes its time. No file where there is no answer.
    pub(super) fn asker(&self, ctx: &egui::Context) -> impl Fn(&FileQuestion) -> Vec<PathBuf> + Send + 'static {
        let (ask, report, ctx) = (self.ask_where.clone(), self.files.reporter(), ctx.clone());
        move |question| match ask(question) {
            FileAnswer::Chosen(paths) => {
                let chosen = |path: PathBuf| match question.kind.meant(path.clone()) {
                    // The dialog has asked about another name.
                    meant if meant != path && meant.exists() => ask_here(question, Some(meant), &report, &ctx),
                    meant => Some(meant),
                };
                paths.into_iter().filter_map(chosen).collect()
            }
            FileAnswer::Dismissed => Vec::new(),
            FileAnswer::NoDialog => ask_here(question, None, &report, &ctx).into_iter().collect(),
        }
    }
}

/// Lets the window ask, beginning with a file that is there if one was chosen; again where a file would be
/// replaced, until the reader means it.
fn ask_here(
    question: &FileQuestion,
    chosen: Option<PathBuf>,
    report: &Sender<FileEvent>,
    ctx: &egui::Context,
) -> Option<PathBuf> {
    let mut question = question.clone();
    let mut replaces = chosen.is_some();
    if let Some(path) = chosen {
        begin_with(&mut question, &path)?;
    }
    loop {
        let (answer, answered) = sync_channel(1);
        report.send(FileEvent::AskHere { question: question.clone(), replaces, answer }).ok()?;
        ctx.request_repaint();
        let path = question.kind.meant(answered.recv().ok()?);
        let is_meant = replaces && path == start(&question);
        if is_meant || !question.kind.is_written() || !path.exists() {
            return Some(path);
        }
        begin_with(&mut question, &path)?;
        replaces = true;
    }
}

fn begin_with(question: &mut FileQuestion, path: &Path) -> Option<()> {
    question.name = path.file_name()?.to_string_lossy().into_owned();
    question.folder = path.parent().map(Path::to_owned);
    Some(())
}

/// A name for a file of a game: short enough for every disk, and in no other folder.
pub(super) fn name_of(title: Option<String>, ending: &str) -> String {
    let title = title.unwrap_or_else(|| "game".to_owned());
    let name: String = title.chars().map(|c| if matches!(c, '/' | '\\') || c.is_control() { '-' } else { c }).collect();
    let name: String = name.chars().take(LONGEST_NAME).collect();
    format!("{}.{ending}", name.trim())
}

/// The path that a question begins with, in the reader's own folder where it names none.
pub(super) fn start(question: &FileQuestion) -> PathBuf {
    let home = || directories::UserDirs::new().map(|user| user.home_dir().to_owned()).unwrap_or_default();
    question.folder.clone().unwrap_or_else(home).join(&question.name)
}

/// The desktop's own dialog; `games` is what game files are called there.
pub(super) fn of_desktop(question: &FileQuestion, games: &str) -> FileAnswer {
    let formats = crate::record::format::FORMATS.iter();
    let (name, endings) = match question.kind {
        FileKind::Games => (games, formats.flat_map(|format| format.extensions()).copied().collect()),
        FileKind::Sgf => ("SGF", vec!["sgf"]),
        FileKind::Html => ("HTML", vec!["html"]),
        FileKind::Ontology => ("SQLite", vec!["db"]),
    };
    let mut dialog = rfd::FileDialog::new().add_filter(name, &endings).set_file_name(&question.name);
    if let Some(folder) = &question.folder {
        dialog = dialog.set_directory(folder);
    }
    let asked = Instant::now();
    let chosen = match question.kind {
        FileKind::Games => dialog.pick_files(),
        FileKind::Ontology => dialog.pick_file().map(|path| vec![path]),
        FileKind::Sgf | FileKind::Html => dialog.save_file().map(|path| vec![path]),
    };
    match chosen {
        Some(paths) => FileAnswer::Chosen(paths),
        None if asked.elapsed() < TOO_SOON => FileAnswer::NoDialog,
        None => FileAnswer::Dismissed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_any_title_gets_a_name_that_every_disk_takes() {
        assert_eq!(name_of(None, "sgf"), "game.sgf");
        assert_eq!(name_of(Some("a/b\\c\nd".to_owned()), "html"), "a-b-c-d.html");
        let long = name_of(Some("永".repeat(400)), "sgf");
        assert!(long.len() < 255 && long.ends_with(".sgf"), "{}", long.len());
    }
}
