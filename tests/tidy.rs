//! The house rules that no compiler knows: layers name only lower ones, files stay readable.

#![allow(clippy::unwrap_used)] // a test may fail where it stands

use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up; the order of the modules in src/lib.rs.
const LAYERS: &[&str] = &["util", "board", "record", "engine", "patterns", "ontology", "gtp", "app", "gui", "cli"];

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

fn all_sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found.sort();
    assert!(found.len() > 10, "the sources were not found");
    found
}

/// The layer of a file: the first folder or file name under src.
fn layer(path: &Path) -> Option<usize> {
    let inside = path.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs");
    LAYERS.iter().position(|&l| l == first)
}

/// Layers named on a line of code as `crate::layer` or `crate::{layer…`.
fn named(line: &str) -> Vec<usize> {
    let code = line.split("//").next().unwrap_or_default();
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let names: Vec<&str> = match rest.strip_prefix('{') {
            Some(group) => group.split([',', '}']).map(|name| name.trim()).collect(),
            None => vec![rest],
        };
        for name in names {
            let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            found.extend(LAYERS.iter().position(|&l| l == name));
        }
    }
    found
}

#[test]
fn no_layer_names_a_higher_one() {
    let mut faults = Vec::new();
    for path in all_sources() {
        let Some(own) = layer(&path) else { continue };
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            for other in named(line) {
                if other > own {
                    faults.push(format!(
                        "{}:{}: layer `{}` names the higher layer `{}`: {}",
                        path.display(),
                        number + 1,
                        LAYERS[own],
                        LAYERS[other],
                        line.trim()
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_check_sees_a_higher_layer() {
    let gui = LAYERS.iter().position(|&l| l == "gui").unwrap();
    assert_eq!(named("use crate::gui::App;"), [gui]);
    assert_eq!(named("use crate::{board::Point, gui};"), [1, gui]);
    assert!(named("// crate::gui is above us").is_empty());
}

#[test]
fn every_layer_in_the_library_is_in_the_list_and_in_order() {
    let lib = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let modules: Vec<usize> = lib
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .map(|name| LAYERS.iter().position(|&l| l == name).unwrap_or_else(|| panic!("`{name}` has no place in LAYERS")))
        .collect();
    assert!(modules.is_sorted(), "src/lib.rs lists the layers from the ground up");
}

#[test]
fn every_file_says_what_it_owns_and_stays_readable() {
    for path in all_sources() {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("//!"), "{} does not begin with a line on what it owns", path.display());
        let lines = text.lines().count();
        assert!(lines <= 800, "{} has {lines} lines: split it by what it owns", path.display());
    }
}

fn top(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

#[test]
fn every_module_stands_on_the_map() {
    let architecture = top("ARCHITECTURE.md");
    for layer in LAYERS {
        let modules = top(&format!("src/{layer}/mod.rs"));
        let names = modules.lines().filter_map(|line| {
            let line = line.strip_prefix("pub ").unwrap_or(line);
            line.strip_prefix("mod ")?.strip_suffix(';')
        });
        let paragraph = architecture.lines().find(|line| line.starts_with(&format!("- **{layer}**")));
        let paragraph = paragraph.unwrap_or_else(|| panic!("ARCHITECTURE.md does not list the modules of {layer}"));
        for name in names {
            assert!(paragraph.contains(&format!("`{name}`")), "ARCHITECTURE.md does not say what {layer}/{name} owns");
        }
    }
}

#[test]
fn every_direct_dependency_has_its_reason_and_they_are_counted() {
    let manifest: toml::Table = top("Cargo.toml").parse().unwrap();
    let names = |table: &toml::Table, section: &str| -> Vec<String> {
        table.get(section).and_then(|deps| deps.as_table()).into_iter().flat_map(|deps| deps.keys().cloned()).collect()
    };
    let mut normal = names(&manifest, "dependencies");
    for (_, target) in manifest["target"].as_table().unwrap() {
        normal.extend(names(target.as_table().unwrap(), "dependencies"));
    }
    let tests = names(&manifest, "dev-dependencies");
    let contributing = top("CONTRIBUTING.md");
    let rows: String = contributing.lines().filter(|line| line.starts_with("| `")).collect();
    for name in normal.iter().chain(&tests) {
        assert!(rows.contains(&format!("`{name}`")), "CONTRIBUTING.md gives no reason for {name}");
    }
    let counted = format!("{} for the program, {} for its tests", normal.len(), tests.len());
    assert!(contributing.contains(&counted), "CONTRIBUTING.md should say: {counted}");
}

#[test]
fn every_ignored_test_is_named_with_its_command() {
    let (contributing, mut files) = (top("CONTRIBUTING.md"), Vec::new());
    for folder in ["src", "tests"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    }
    let mut found = 0;
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        for after in text.split("\n#[ignore").skip(1) {
            let name = after.split("fn ").nth(1).unwrap().split('(').next().unwrap();
            assert!(
                contributing.contains(name),
                "CONTRIBUTING.md does not say how to run {name} of {}",
                path.display()
            );
            found += 1;
        }
    }
    assert!(found > 0, "the ignored tests were not found");
}

#[test]
fn only_engines_and_sounds_start_programs_and_nothing_talks_to_the_network() {
    let may_start = ["src/gtp/client/process.rs", "src/gtp/client/undertaker.rs", "src/gui/sounds.rs"];
    for path in all_sources().into_iter().filter(|path| !path.ends_with("tests.rs")) {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        if !may_start.iter().any(|allowed| path.ends_with(allowed)) {
            assert!(!code.contains("Command::new("), "{} starts a program", path.display());
        }
        for word in ["TcpStream", "TcpListener", "UdpSocket", "open_url", "hyperlink_to", "Hyperlink"] {
            assert!(!code.contains(word), "{} has {word}", path.display());
        }
    }
}

#[test]
fn pictures_and_links_of_the_papers_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/guide.md"] {
        let (text, folder) = (top(name), root.join(name).parent().unwrap().to_owned());
        let links = text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
        for link in links.filter(|link| !link.starts_with("http")) {
            assert!(folder.join(link).exists(), "{name} names {link}, which is not there");
        }
    }
}
