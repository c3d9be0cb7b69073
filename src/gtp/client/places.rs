//! Where programs are looked for: on the search path, and where some systems put games.

use std::path::{Path, PathBuf};

/// Folders of games, which are not on everybody's search path: on Debian not on that of root.
#[cfg(unix)]
const GAMES: &[&str] = &["/usr/games", "/usr/local/games"];
#[cfg(not(unix))]
const GAMES: &[&str] = &[];

/// The folders in the order in which they are looked through.
pub fn folders() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    for games in GAMES.iter().map(PathBuf::from) {
        if !folders.contains(&games) {
            folders.push(games);
        }
    }
    folders
}

/// The same in words.
pub fn in_words() -> String {
    folders().iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Whether a program is called by its name alone, and so has to be looked for.
pub fn is_name(program: &str) -> bool {
    Path::new(program).components().count() == 1
}

/// The first program of this name in some folders.
pub fn find_in(folders: &[PathBuf], name: &str) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(name)).find(|file| is_program(file))
}

/// The file of a program: a path as it is, a name where it is found.
pub fn locate(program: &str) -> Option<PathBuf> {
    if is_name(program) { find_in(&folders(), program) } else { Some(PathBuf::from(program)) }
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn the_first_folder_with_a_program_that_can_be_started_wins() {
        let outer = tempfile::tempdir().unwrap();
        let folders = ["none", "text", "program", "later"].map(|name| outer.path().join(name));
        for (folder, mode) in folders[1..].iter().zip([0o644, 0o755, 0o755]) {
            std::fs::create_dir(folder).unwrap();
            let file = folder.join("gnugo");
            std::fs::write(&file, "#!/bin/sh\n").unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        assert_eq!(find_in(&folders, "gnugo"), Some(folders[2].join("gnugo")));
        assert_eq!(find_in(&folders[..2], "gnugo"), None);
    }

    #[test]
    fn games_are_looked_for_last_and_once_and_paths_are_left_alone() {
        let folders = folders();
        assert_eq!(folders.iter().filter(|folder| *folder == Path::new("/usr/games")).count(), 1);
        assert!(in_words().contains("/usr/local/games"));
        assert!(locate("sh").is_some_and(|file| file.is_absolute()));
        assert_eq!(locate("no-such-engine"), None);
        assert_eq!(locate("./no-such-engine"), Some(PathBuf::from("./no-such-engine")));
    }
}
