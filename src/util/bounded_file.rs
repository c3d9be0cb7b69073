//! Reading files that strangers may have made: never more than was agreed on.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a file of at most so many; a larger one is refused before it takes memory.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let refused = || {
        let words = format!("the file is larger than {} MiB, which is more than is read here", most >> 20);
        io::Error::new(io::ErrorKind::FileTooLarge, words)
    };
    let file = File::open(path)?;
    if file.metadata()?.len() > most {
        return Err(refused());
    }
    // A pipe has no length: one byte more than allowed tells that it is too long.
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(refused()) } else { Ok(bytes) }
}

/// Whether a file begins with these bytes.
pub fn begins_with(path: &Path, start: &[u8]) -> io::Result<bool> {
    let mut head = Vec::new();
    File::open(path)?.take(start.len() as u64).read_to_end(&mut head)?;
    Ok(head == start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_up_to_the_bound_are_read_and_larger_ones_refused_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, vec![7; 1 << 20]).unwrap();
        assert_eq!(read(&path, 1 << 20).unwrap().len(), 1 << 20);
        assert!(begins_with(&path, &[7, 7]).unwrap() && !begins_with(&path, &[7, 8]).unwrap());
        File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap(); // a hole, no room on the disk
        let refused = read(&path, 1 << 20).unwrap_err().to_string();
        assert!(refused.contains("larger than 1 MiB"), "{refused}");
        #[cfg(unix)]
        assert!(read(Path::new("/dev/zero"), 1 << 20).is_err(), "what never ends is too long");
    }
}
