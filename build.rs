//! A number for the sources that decide what our engine says of a position. It is part of the key under
//! which verdicts are kept, so that a changed engine is asked anew.
//!
//! Not a number raised by hand, nor the signature of `fuzeki bench signature`: the one is forgotten, the
//! other sees only what its positions bring about. A changed comment costs some computing, a verdict of
//! another engine would be wrong without anybody seeing it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The layers below the program, and how it puts them together to judge.
const SOURCES: [&str; 7] = [
    "src/util",
    "src/board",
    "src/engine",
    "src/patterns",
    "src/app/wiring.rs",
    "src/app/review/judge.rs",
    "assets/playouts.bin",
];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    // FNV-1a: it need only tell versions apart.
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        for file in files(&root.join(source))? {
            for byte in fs::read(file)?.into_iter().filter(|&byte| byte != b'\r') {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    println!("cargo::rustc-env=FUZEKI_ENGINE={hash:016x}");
    Ok(())
}

/// The file itself, or all files of a folder, in the order of their names.
fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    let mut found = Vec::new();
    for entry in entries {
        found.extend(files(&entry)?);
    }
    Ok(found)
}
