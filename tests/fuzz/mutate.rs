//! Breaks examples at random: bytes changed, cut out, doubled, numbers made huge, pieces put in.

use fuzeki::util::rng::FastRng;

/// Numbers that readers stumble over.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "1e308",
    "1e999",
    "-1e999",
    "nan",
    "inf",
    "0.0000001",
    "99999999999999999999999999",
];

/// A text of nothing but pieces.
pub fn from_pieces(pieces: &[&str], rng: &mut FastRng) -> Vec<u8> {
    let mut text = String::new();
    for _ in 0..rng.below(80) {
        text.push_str(any(pieces, rng));
    }
    text.into_bytes()
}

fn any<'a, T: ?Sized>(of: &[&'a T], rng: &mut FastRng) -> &'a T {
    of[rng.below(of.len() as u32) as usize]
}

/// Breaks some bytes.
pub fn mutate(bytes: &mut Vec<u8>, pieces: &[&str], others: &[Vec<u8>], rng: &mut FastRng) {
    for _ in 0..1 + rng.below(8) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        let end = |rng: &mut FastRng, most: u32| (at + rng.below(most) as usize).min(bytes.len());
        match rng.below(9) {
            0 if rng.below(4) == 0 => bytes.truncate(at),
            1 => bytes.insert(at, rng.next_u64() as u8),
            2 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = rng.next_u64() as u8;
                }
            }
            3 => {
                bytes.splice(at..at, any(pieces, rng).bytes());
            }
            4 => {
                let end = end(rng, 60);
                let copy = bytes[at..end].to_vec();
                for _ in 0..1 + rng.below(5) {
                    bytes.splice(at..at, copy.iter().copied());
                }
            }
            5 => {
                let end = end(rng, 30);
                bytes.drain(at..end);
            }
            6 => replace_number(bytes, at, rng),
            7 => {
                // A part of another example.
                let other = &others[rng.below(others.len() as u32) as usize];
                let from = rng.below(other.len() as u32 + 1) as usize;
                let to = (from + rng.below(60) as usize).min(other.len());
                bytes.splice(at..at, other[from..to].iter().copied());
            }
            _ => {
                // Nested deeply.
                let open = any(&["(", "(;", "[", "{", "{\"a\":", "\"", "<"], rng);
                if rng.below(10) == 0 {
                    bytes.splice(at..at, open.repeat(rng.below(3000) as usize).into_bytes());
                } else {
                    bytes.splice(at..at, open.bytes());
                }
            }
        }
    }
    if rng.below(32) == 0 {
        *bytes = bytes.iter().flat_map(|&byte| [byte, 0]).collect(); // as UTF-16
    }
}

/// The next number in the text becomes another one.
fn replace_number(bytes: &mut Vec<u8>, from: usize, rng: &mut FastRng) {
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|place| from + place) else { return };
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    bytes.splice(start..start + length, any(NUMBERS, rng).bytes());
}
