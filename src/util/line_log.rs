//! A file that grows by a line of JSON for each thing done, and that work which was killed goes on from.

use serde::Serialize;
use serde::de::IgnoredAny;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// The lines of such a file, read before anything is added.
#[derive(Debug, Default)]
pub struct Kept {
    /// Whole lines, with their line ends.
    pub text: String,
    /// What follows the last of them where the program was killed while writing; else nothing.
    pub torn: String,
    /// Bytes of the file that stay.
    len: u64,
    /// The last line is whole, but for its end.
    lacks_end: bool,
}

impl Kept {
    /// Reads a file; one that is missing has no lines.
    pub fn read(path: &Path) -> io::Result<Kept> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Kept::default()),
            Err(error) => return Err(error),
        };
        let ended = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let lacks_end = serde_json::from_slice::<IgnoredAny>(&bytes[ended..]).is_ok();
        let len = if lacks_end { bytes.len() } else { ended };
        let text = std::str::from_utf8(&bytes[..len]).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
        let torn = String::from_utf8_lossy(&bytes[len..]).into_owned();
        Ok(Kept { text: text.to_owned(), torn, len: len as u64, lacks_end })
    }

    /// Opens the file to add to it, and cuts off what is torn.
    pub fn go_on(&self, path: &Path) -> io::Result<LineLog> {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len(self.len)?;
        if self.lacks_end {
            file.write_all(b"\n")?;
        }
        Ok(LineLog { file })
    }
}

/// The open file.
#[derive(Debug)]
pub struct LineLog {
    file: File,
}

impl LineLog {
    /// Adds a line, on the disk when this returns.
    pub fn add(&mut self, line: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string(line)?;
        self.file.write_all(format!("{text}\n").as_bytes())?;
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_off_and_one_that_lacks_its_end_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("log.jsonl");
        let read = || Kept::read(&path).unwrap();
        read().go_on(&path).unwrap().add(&[1]).unwrap();
        for (tail, kept) in [("[2", "[1]\n"), ("[2]", "[1]\n[2]"), ("", "[1]\n[2]\n[3]\n")] {
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(&path, text + tail).unwrap();
            let found = read();
            assert_eq!((&*found.text, !found.torn.is_empty()), (kept, tail == "[2"));
            let mut log = found.go_on(&path).unwrap();
            if tail == "[2]" {
                log.add(&[3]).unwrap();
            }
        }
    }
}
