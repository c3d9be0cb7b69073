//! Files in the encodings that Go programs wrote, made here.

use super::load;
use crate::record::{EncodingSource, Loaded, ReadOptions, known, read_bytes, sgf};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS};

const CHINESE: &str = "黑棋下得很好，白棋的厚势没有发挥作用。这手棋是本局的败着，应该在上边跳起。";
const TAIWAN: &str = "黑棋下得很好，白棋的厚勢沒有發揮作用。這手棋是本局的敗著，許功蓋應該在上邊跳起。";
const JAPANESE: &str = "黒の手厚い打ち方が光りました。白は表の石を捨てて、ソフトに応じるべきでした。能力十分。";
const KOREAN: &str = "흑의 두터운 수가 좋았습니다. 백은 이 수로 위쪽을 뛰는 것이 정수였습니다.";

/// A file with mostly ASCII markup around some text.
fn file(text: &str, declared: Option<&str>) -> String {
    let label = declared.map_or(String::new(), |label| format!("CA[{label}]"));
    let moves: String = (0..150)
        .map(|n| {
            format!(";{}[{}{}]", ["B", "W"][n % 2], (b'a' + (n / 13) as u8) as char, (b'a' + (n % 13) as u8) as char)
        })
        .collect();
    format!(
        "(;GM[1]FF[4]{label}SZ[19]PB[{name}]PW[{name}]{moves}C[{text}])",
        name = text.chars().take(2).collect::<String>()
    )
}

fn encode(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let (bytes, used, unmappable) = encoding.encode(text);
    assert!(!unmappable && used == encoding);
    bytes.into_owned()
}

fn comment(loaded: &Loaded) -> String {
    let tree = loaded.collection[0].tree();
    tree.comment(tree.line_end(tree.root())).unwrap().into_owned()
}

fn check(text: &str, encoding: &'static Encoding, declared: Option<&str>) -> Loaded {
    let loaded = load(encode(&file(text, declared), encoding));
    assert_eq!(comment(&loaded), text, "{} declared {declared:?}, read as {}", encoding.name(), loaded.encoding);
    loaded
}

#[test]
fn gb18030_is_read_declared_or_not() {
    assert_eq!(check(CHINESE, GB18030, Some("GB18030")).encoding_source, EncodingSource::Declared);
    assert_eq!(check(CHINESE, GBK, Some("gb2312")).warnings.total(), 0);
    assert_eq!(check(CHINESE, GB18030, None).encoding_source, EncodingSource::Detected);
    check("\u{20087}四字节的汉字\u{9fa6}", GB18030, Some("GB18030"));
}

#[test]
fn big5_is_read_declared_or_not() {
    assert_eq!(check(TAIWAN, BIG5, Some("Big5")).encoding_source, EncodingSource::Declared);
    assert_eq!(check(TAIWAN, BIG5, None).encoding_source, EncodingSource::Detected);
}

#[test]
fn shift_jis_is_read_declared_or_not() {
    assert_eq!(check(JAPANESE, SHIFT_JIS, Some("Shift_JIS")).encoding_source, EncodingSource::Declared);
    assert_eq!(check(JAPANESE, SHIFT_JIS, None).encoding_source, EncodingSource::Detected);
    check(JAPANESE, EUC_JP, None);
}

#[test]
fn euc_kr_is_read_declared_or_not() {
    assert_eq!(check(KOREAN, EUC_KR, Some("EUC-KR")).encoding_source, EncodingSource::Declared);
    assert_eq!(check(KOREAN, EUC_KR, Some("cp949")).encoding_source, EncodingSource::Declared);
    assert_eq!(check(KOREAN, EUC_KR, None).encoding_source, EncodingSource::Detected);
}

#[test]
fn characters_with_a_bracket_or_backslash_as_second_byte_do_not_end_values() {
    // 表, ソ and 能 end in 5C in Shift_JIS, 許, 功 and 蓋 in Big5; ゼ ends in 5B, ゾ in 5D.
    for text in ["表ソ能ゼゾ十", "ソ", "ゾ"] {
        let bytes = encode(&format!("(;CA[Shift_JIS]PB[{text}]C[{text}];B[dd])"), SHIFT_JIS);
        assert!(bytes.iter().filter(|&&byte| byte == b']' || byte == b'\\').count() > 4);
        let loaded = load(bytes);
        assert_eq!(loaded.collection[0].tree().info(known::PB).unwrap(), text);
        assert_eq!(loaded.warnings.total(), 0);
    }
    check("許功蓋是常見的問題", BIG5, Some("Big5"));
}

#[test]
fn a_wrong_declaration_is_seen_through() {
    let loaded = check(CHINESE, encoding_rs::UTF_8, Some("Shift_JIS"));
    assert_eq!(loaded.encoding, "UTF-8");
    assert!(loaded.warnings.list()[0].to_string().contains("says it is Shift_JIS, but it is UTF-8"));
    check(CHINESE, encoding_rs::UTF_8, Some("ISO-8859-1"));
    let korean = check(KOREAN, EUC_KR, Some("UTF-8"));
    assert_eq!((korean.encoding, korean.encoding_source), ("EUC-KR", EncodingSource::Detected));
    assert_eq!(check(JAPANESE, SHIFT_JIS, Some("UTF-8")).encoding, "Shift_JIS");
    let unknown = check(CHINESE, encoding_rs::UTF_8, Some("klingon"));
    assert_eq!(unknown.warnings.total(), 1);
}

#[test]
fn text_that_mentions_an_encoding_declares_none() {
    let loaded = load("(;GC[write CA[Shift_JIS\\] or 日本]CA[UTF-8];B[dd])");
    assert_eq!(loaded.encoding, "UTF-8");
    assert_eq!(loaded.collection[0].tree().info(known::GC).unwrap(), "write CA[Shift_JIS] or 日本");
}

#[test]
fn byte_order_marks_and_utf_16_are_understood() {
    let text = file(CHINESE, Some("GB18030"));
    let utf16 = |big: bool, mark: bool| -> Vec<u8> {
        let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
        units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    let marked = [b"\xef\xbb\xbf".as_slice(), text.as_bytes()].concat();
    let files = [marked, utf16(false, true), utf16(true, true), utf16(false, false), utf16(true, false)];
    for (bytes, name) in files.iter().zip(["UTF-8", "UTF-16LE", "UTF-16BE", "UTF-16LE", "UTF-16BE"]) {
        let loaded = load(bytes);
        assert_eq!((comment(&loaded).as_str(), loaded.encoding), (CHINESE, name));
        assert_eq!(loaded.warnings.total(), 0);
        assert!(sgf::to_string(&loaded.collection).contains("CA[UTF-8]"), "what is written is UTF-8 and says so");
    }
}

#[test]
fn a_few_names_in_a_file_of_moves_are_enough() {
    // Only the names are not ASCII: 16 bytes among thousands.
    for (name, encoding) in [("古力九段", GBK), ("이세돌 九段", EUC_KR), ("井山裕太", SHIFT_JIS)] {
        let moves = ";B[dd];W[pp];B[pd];W[dp]".repeat(80);
        let loaded = load(encode(&format!("(;SZ[19]PB[{name}]PW[{name}]EV[{name}]{moves})"), encoding));
        let read = loaded.collection[0].tree().info(known::PB).unwrap().into_owned();
        assert_eq!(read, name, "read as {}", loaded.encoding);
    }
}

#[test]
fn latin_1_is_read_when_nothing_else_fits() {
    let loaded = load(b"(;GM[1]PB[Andr\xe9 Moussa]PW[J\xfcrgen M\xfcller];B[dd])");
    assert_eq!(loaded.collection[0].tree().info(known::PW).unwrap(), "Jürgen Müller");
}

#[test]
fn the_user_may_choose() {
    let bytes = encode("(;PB[表ソ])", SHIFT_JIS);
    let options = ReadOptions { encoding: Some(SHIFT_JIS), ..ReadOptions::default() };
    let loaded = read_bytes(&bytes, &options).unwrap();
    assert_eq!(loaded.collection[0].tree().info(known::PB).unwrap(), "表ソ");
    assert_eq!(loaded.encoding_source, EncodingSource::Chosen);
}

#[test]
fn bytes_that_fit_nothing_are_replaced_and_named() {
    let loaded = load(b"(;CA[UTF-8]PB[ok]C[\xff\xfe\x80\x81\xff\xff])");
    assert!(loaded.collection[0].tree().info(known::PB).is_some());
    assert!(loaded.warnings.total() >= 1, "{:?} {}", loaded.warnings, loaded.encoding);
}
