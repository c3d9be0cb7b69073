//! The head of our binary files: what it is, its version, how many parts it has, and a checksum of the rest.

/// Magic, version, number of parts, checksum.
pub const HEAD: usize = 8 + 2 + 1 + 8;

/// Why the head of a file is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Another kind of file.
    Foreign,
    /// A file of another version.
    Version(u16),
    /// The checksum does not fit.
    Damaged,
}

/// A file of some parts from their bytes.
pub fn seal(magic: &[u8; 8], version: u16, parts: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.push(parts);
    bytes.extend(checksum(body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The number of parts and their bytes.
pub fn unseal<'a>(magic: &[u8; 8], version: u16, bytes: &'a [u8]) -> Result<(u8, &'a [u8]), Broken> {
    if bytes.len() < HEAD || &bytes[..8] != magic {
        return Err(Broken::Foreign);
    }
    let (head, body) = bytes.split_at(HEAD);
    let found = u16::from_le_bytes([head[8], head[9]]);
    if found != version {
        return Err(Broken::Version(found));
    }
    if head[11..] != checksum(body).to_le_bytes() {
        return Err(Broken::Damaged);
    }
    Ok((head[10], body))
}

/// FNV-1a over words of eight bytes, then over what is left.
pub fn checksum(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let (words, rest) = bytes.as_chunks::<8>();
    for &word in words {
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(PRIME);
        hash ^= hash >> 29;
    }
    for &byte in rest {
        hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    }
    hash
}
