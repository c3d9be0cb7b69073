//! From bytes to text. The whole file is decoded before anything is parsed, because the second byte
//! of a Chinese, Japanese or Korean character may look like `]` or `\`.

use super::warning::Problem;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;

/// How the encoding of a file was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EncodingSource {
    /// The caller insisted.
    Chosen,
    /// A byte order mark.
    Mark,
    /// The file names it, and it fits.
    Declared,
    /// Plain ASCII, or valid UTF-8.
    Valid,
    /// Guessed from the text of names and comments.
    Detected,
    /// Nothing fitted: the caller's choice, or the best guess.
    Fallback,
}

/// The text of a file.
#[derive(Debug)]
pub(super) struct Decoded<'a> {
    pub text: Cow<'a, str>,
    pub encoding: &'static Encoding,
    pub source: EncodingSource,
    pub problems: Vec<Problem>,
}

/// What is known of the encoding before looking at the text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hints<'a> {
    /// What the caller insists on.
    pub chosen: Option<&'static Encoding>,
    /// The label in the file.
    pub declared: Option<&'a str>,
    /// What to fall back on when nothing fits.
    pub fallback: Option<&'static Encoding>,
}

/// The encoding of a label, with the names that Go programs write and no standard lists.
pub fn encoding_for_label(label: &str) -> Option<&'static Encoding> {
    Encoding::for_label(label.as_bytes()).or_else(|| match label.trim().to_ascii_lowercase().as_str() {
        "cp936" | "ms936" | "gb" | "euc-cn" | "euccn" => Some(GB18030),
        "cp932" | "ms932" | "windows-932" => Some(SHIFT_JIS),
        "cp949" | "ms949" | "uhc" | "euckr" => Some(EUC_KR),
        "cp950" | "ms950" | "big-5" => Some(BIG5),
        "eucjp" => Some(EUC_JP),
        "utf_8" | "utf-8n" => Some(UTF_8),
        _ => None,
    })
}

/// Decodes a whole file.
pub(super) fn decode<'a>(bytes: &'a [u8], hints: Hints) -> Decoded<'a> {
    if let Some(chosen) = hints.chosen {
        let (text, used, malformed) = chosen.decode(bytes);
        return finish(text, used, EncodingSource::Chosen, malformed);
    }
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        let (text, malformed) = encoding.decode_without_bom_handling(&bytes[length..]);
        return finish(text, encoding, EncodingSource::Mark, malformed);
    }
    if let Some(encoding) = unmarked_utf16(bytes) {
        let (text, malformed) = encoding.decode_without_bom_handling(bytes);
        return finish(text, encoding, EncodingSource::Detected, malformed);
    }
    let utf8 = std::str::from_utf8(bytes).ok();
    let declared = hints.declared.and_then(encoding_for_label).filter(|&encoding| fits(encoding, bytes, utf8));
    if let Some(encoding) = declared
        && let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes)
    {
        return finish(text, encoding, EncodingSource::Declared, false);
    }
    let mut decoded = match utf8 {
        Some(text) => finish(Cow::Borrowed(text), UTF_8, EncodingSource::Valid, false),
        None => detect(bytes, hints.fallback),
    };
    if let Some(label) = hints.declared
        && !(bytes.is_ascii() && encoding_for_label(label).is_some())
    {
        decoded
            .problems
            .push(Problem::WrongEncoding { declared: super::warning::excerpt(label), used: decoded.encoding.name() });
    }
    decoded
}

/// Latin-1 and its kin fit every file: where the bytes are also valid UTF-8 the label is wrong.
fn fits(encoding: &'static Encoding, bytes: &[u8], utf8: Option<&str>) -> bool {
    encoding.is_ascii_compatible() && !(encoding.is_single_byte() && utf8.is_some() && !bytes.is_ascii())
}

fn finish<'a>(text: Cow<'a, str>, encoding: &'static Encoding, source: EncodingSource, malformed: bool) -> Decoded<'a> {
    let problems = if malformed { vec![Problem::Undecodable(encoding.name())] } else { Vec::new() };
    Decoded { text, encoding, source, problems }
}

/// In UTF-16 every other byte of the markup is zero.
fn unmarked_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(256)];
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd, half) = (zeros(0), zeros(1), head.len() / 2);
    if half < 2 {
        None
    } else if odd * 2 > half && even * 8 < half {
        Some(UTF_16LE)
    } else if even * 2 > half && odd * 8 < half {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// Guesses from the text that is not ASCII: moves and names of properties say nothing.
fn detect<'a>(bytes: &'a [u8], fallback: Option<&'static Encoding>) -> Decoded<'a> {
    let text = text_of(bytes);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&text, true);
    let guess = by_words(&text).unwrap_or_else(|| detector.guess(None, Utf8Detection::Deny));
    let candidates = [guess, GB18030, SHIFT_JIS, BIG5, EUC_KR, EUC_JP];
    for encoding in candidates {
        if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
            return finish(text, encoding, EncodingSource::Detected, false);
        }
    }
    let encoding = fallback.unwrap_or(if guess.is_single_byte() { guess } else { best(bytes, &candidates) });
    let (text, malformed) = encoding.decode_without_bom_handling(bytes);
    finish(text, encoding, EncodingSource::Fallback, malformed)
}

/// The values that are not ASCII, a line each.
fn text_of(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    // The bracket at the end goes along: it may be the second half of a character.
    for value in bytes.split_inclusive(|&byte| byte == b']').filter(|value| !value.is_ascii()) {
        let open = value.iter().position(|&byte| byte == b'[');
        // An opening bracket may be half of a character too: only one before all text is cut off.
        let start = open.filter(|&open| value[..open].is_ascii()).map_or(0, |open| open + 1);
        text.extend_from_slice(&value[start..]);
        text.push(b'\n');
    }
    text
}

/// What stands in names, ranks and titles of games, by the encodings it is written in.
const WORDS: &[(&[&Encoding], &str)] = &[
    (
        &[GB18030],
        "段级黑白棋先胜负中盘王李张陈刘杨赵黄周吴徐孙马朱胡郭何林罗古力柯洁常昊聂卫平江唐时范廷钰党毅飞连笑檀邱峻\
         陶谢曹许彭业余职世界杯赛国日本韩第届决局名人战围联甲元",
    ),
    (
        &[BIG5],
        "段級黑白棋先勝負中盤王李張陳劉楊趙黃周吳徐孫馬朱胡郭何林羅謝曹許彭業餘職世界盃賽國日本韓第屆決局名人戰圍聯",
    ),
    (
        &[SHIFT_JIS, EUC_JP],
        "段級黒白碁先勝負中押井山田村本藤高木小林大竹加石武宮趙治勲依因坊名人戦棋聖第期局裕太仁風のはをにがでとしたまい",
    ),
    (
        &[EUC_KR],
        "단급흑백김이박최정강조윤장임유목원진홍송신안한오서창호세돌국수대회기전제명인왕배결승불계반집의은는을를가다니",
    ),
];

/// Numbers of ranks, written alike everywhere.
const NUMBERS: &str = "一二三四五六七八九十初";

/// A few names are too little for statistics, but names in Go are made of few characters. Only a
/// clear winner counts.
fn by_words(text: &[u8]) -> Option<&'static Encoding> {
    const SHORT: usize = 400;
    if text.len() > SHORT {
        return None;
    }
    let mut scores = Vec::new();
    for (encodings, words) in WORDS {
        for &encoding in *encodings {
            let Some(decoded) = encoding.decode_without_bom_handling_and_without_replacement(text) else { continue };
            let (mut hits, mut all) = (0, 0);
            for c in decoded.chars().filter(|c| !c.is_ascii()) {
                all += 1;
                hits += usize::from(words.contains(c) || NUMBERS.contains(c));
            }
            if hits * 3 >= all && hits >= 2 {
                scores.push((hits * 100 / all, encoding));
            }
        }
    }
    scores.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    match scores[..] {
        [(_, only)] => Some(only),
        [(first, winner), (second, _), ..] if first > second => Some(winner),
        _ => None,
    }
}

/// The encoding with the fewest characters that cannot be read.
fn best(bytes: &[u8], candidates: &[&'static Encoding]) -> &'static Encoding {
    let broken = |encoding: &&'static Encoding| {
        encoding.decode_without_bom_handling(bytes).0.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count()
    };
    candidates.iter().copied().min_by_key(broken).unwrap_or(WINDOWS_1252)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_go_programs_write_are_known() {
        for (label, name) in [
            ("UTF-8", "UTF-8"),
            ("utf8", "UTF-8"),
            ("gb2312", "GBK"),
            ("CP936", "gb18030"),
            ("Shift_JIS", "Shift_JIS"),
            ("ms949", "EUC-KR"),
            (" Big5 ", "Big5"),
            ("ISO-8859-1", "windows-1252"),
        ] {
            assert_eq!(encoding_for_label(label).unwrap().name(), name, "{label}");
        }
        assert!(encoding_for_label("klingon").is_none());
    }

    #[test]
    fn latin_1_does_not_hide_valid_utf_8() {
        let bytes = "(;CA[ISO-8859-1]PB[Café])".as_bytes();
        let decoded = decode(bytes, Hints { declared: Some("ISO-8859-1"), ..Hints::default() });
        assert_eq!(decoded.encoding, UTF_8);
        assert!(matches!(&decoded.problems[..], [Problem::WrongEncoding { .. }]));
        let latin = decode(b"(;CA[ISO-8859-1]PB[Caf\xe9])", Hints { declared: Some("ISO-8859-1"), ..Hints::default() });
        assert!(latin.text.contains("Café") && latin.problems.is_empty());
    }

    #[test]
    fn a_choice_of_the_caller_is_followed_even_where_it_does_not_fit() {
        let decoded = decode(b"PB[\xff\xff]", Hints { chosen: Some(UTF_8), ..Hints::default() });
        assert_eq!(decoded.source, EncodingSource::Chosen);
        assert_eq!(decoded.problems, [Problem::Undecodable("UTF-8")]);
    }
}
