//! Files to throw at the readers: small ones of every format, then broken at random.

use crate::util::rng::FastRng;

/// Pieces that mean something to one of the formats.
const PIECES: &[&str] = &[
    "(",
    ")",
    ";",
    "[",
    "]",
    "\\",
    ":",
    "B[dd]",
    "W[tt]",
    "AB[aa:ss]",
    "AE[aa:zz]",
    "SZ[9:19]",
    "SZ[99]",
    "KM[6,5]",
    "HA[]",
    "HA[9]",
    "CA[Shift_JIS]",
    "CA[gb2312]",
    "C[a [b] c]",
    "C[",
    "LB[aa:x:y]",
    "CoPyright[x]",
    "foo",
    "日本",
    "\u{feff}",
    "\0",
    "\r\n",
    "\n",
    " ",
    "\\HS",
    "\\[GAMEBLACKNAME=x (1D)\\]",
    "STO 0 2 1 3 3",
    "INI 0 1 9 &4",
    "SKI 0 3",
    "\n19\n",
    "PMAABQQQQ",
    "[Header]",
    "[Data]",
    "QD,B1,0,0",
    "Size=9",
    "Hdcp=2,0.5",
    "Lang=SJIS",
    "PL[w]",
    "GM[2]",
    "TE[3]",
    "FG[257:x]",
    "VW[]",
    "MN[4294967295]",
];

/// A file made of pieces, or a sound one.
pub(super) fn sample(rng: &mut FastRng) -> Vec<u8> {
    match rng.below(4) {
        0 => b"(;GM[1]FF[4]SZ[9]KM[6.5]PB[a]PW[b];B[ee];W[cc](;B[gg]C[x\\]y];W[gc])(;B[gc]LB[aa:1]TR[bb]))".to_vec(),
        1 => b"\\HS\r\n\\[GAMEBLACKNAME=x (5D)\\]\r\n\\[GAMETAG=S1,G65,W3,Z0,C2014:01:05:20\\]\r\n\\HE\r\n\\GS\r\nINI 0 1 2 &4\r\nSTO 0 2 2 15 15\r\nSKI 0 3\r\n\\GE".to_vec(),
        2 => b"[Header]\r\nSize=19\r\nHdcp=0,6.5\r\nPlayerB=a,5D\r\n[Data]\r\nQD,B1,1,13\r\nYA,W1,2,5\r\n".to_vec(),
        _ => {
            let mut text = String::new();
            for _ in 0..rng.below(80) {
                text.push_str(PIECES[rng.below(PIECES.len() as u32) as usize]);
            }
            text.into_bytes()
        }
    }
}

/// Breaks a file: bytes changed, cut out, doubled, pieces put in, another encoding.
pub(super) fn mutate(bytes: &mut Vec<u8>, rng: &mut FastRng) {
    for _ in 0..rng.below(8) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        match rng.below(6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, rng.next_u64() as u8),
            2 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = rng.next_u64() as u8;
                }
            }
            3 => {
                let piece = PIECES[rng.below(PIECES.len() as u32) as usize];
                bytes.splice(at..at, piece.bytes());
            }
            4 => {
                let end = (at + rng.below(20) as usize).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            _ => {
                let end = (at + rng.below(10) as usize).min(bytes.len());
                bytes.drain(at..end);
            }
        }
    }
    if rng.below(16) == 0 {
        *bytes = bytes.iter().flat_map(|&byte| [byte, 0]).collect();
    }
}
