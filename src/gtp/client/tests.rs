//! Scripted engines, well-behaved and not.

#![cfg(unix)]

use super::*;

/// A shell script that answers each command by `answer`, given as the body of a case on `$cmd`.
fn scripted(cases: &str) -> CommandLine {
    let script = format!(
        "while read id cmd args; do case \"$cmd\" in
        {cases}
        protocol_version) printf '=%s 2\\n\\n' $id;;
        name) printf '=%s Scripted\\n\\n' $id;;
        version) printf '=%s 1\\n\\n' $id;;
        list_commands) printf '=%s genmove\\nplay\\n\\n' $id;;
        quit) printf '=%s\\n\\n' $id; exit;;
        *) printf '=%s\\n\\n' $id;;
        esac; done"
    );
    CommandLine { program: "sh".to_owned(), args: vec!["-c".to_owned(), script] }
}

const PATIENCE: Duration = Duration::from_millis(600);

fn start(cases: &str) -> Client {
    Client::start(&scripted(cases), Duration::from_secs(10)).unwrap()
}

fn words(error: ClientError) -> String {
    error.to_string()
}

#[test]
fn a_good_engine_is_known_by_name_version_and_commands() {
    let mut client = start("genmove) printf '=%s D4\\n\\n' $id;;");
    assert_eq!((client.name(), client.version()), ("Scripted", "1"));
    assert!(client.knows("genmove") && !client.knows("lz-analyze"));
    assert_eq!(client.ask("genmove b").unwrap(), "D4");
    assert_eq!(client.ask("list_commands").unwrap(), "genmove\nplay");
}

#[test]
fn noise_before_an_answer_and_missing_numbers_are_forgiven() {
    let mut client = start("genmove) echo 'thinking…'; echo '=999 A1'; echo; printf '= D4\\r\\n\\r\\n';;");
    assert_eq!(client.ask("genmove b").unwrap(), "D4");
}

#[test]
fn what_prints_our_own_words_back_is_no_engine_and_is_told_soon() {
    let begun = Instant::now();
    let cat = CommandLine { program: "cat".to_owned(), args: vec![] };
    let error = words(Client::start(&cat, Duration::from_secs(600)).err().unwrap());
    assert!(error.contains("what is no GTP: `1 protocol_version`"), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(60));
    // A terminal between us and an engine prints them back, too; the answer comes after.
    let mut client = start("genmove) echo \"$id $cmd $args\"; printf '=%s D4\\n\\n' $id;;");
    assert_eq!(client.ask("genmove b").unwrap(), "D4");
}

#[test]
fn a_refusal_is_told_and_the_engine_lives_on() {
    let mut client = start("play) echo 'not about this' >&2; printf '?%s illegal move\\n\\n' $id;;");
    let error = client.ask("play b A1").unwrap_err();
    assert!(!error.trouble.is_fatal());
    assert_eq!(words(error), "Scripted refused `play b A1`: illegal move");
    assert!(client.ask("name").is_ok());
}

#[test]
fn an_engine_that_is_not_there_or_dies_at_once_says_why() {
    let missing = CommandLine { program: "/no/such/engine".to_owned(), args: vec![] };
    let error = words(Client::start(&missing, PATIENCE).err().unwrap());
    assert!(error.contains("no program `/no/such/engine`; check the path"), "{error}");
    let dies = CommandLine { program: "sh".to_owned(), args: vec!["-c".into(), "echo no weights >&2; exit 7".into()] };
    let error = words(Client::start(&dies, PATIENCE).err().unwrap());
    assert!(error.contains("exit status: 7") && error.contains("no weights"), "{error}");
    let mute = CommandLine { program: "true".to_owned(), args: vec![] };
    let error = words(Client::start(&mute, PATIENCE).err().unwrap());
    assert!(error.contains("exit status: 0") && error.contains("`--mode gtp`"), "{error}");
    // KataGo's way to say that its configuration is not fit.
    let thrown = "echo \"terminate called after throwing an instance of 'IOError'\" >&2; \
                  echo '  what():  Could not find key' >&2; kill -6 $$"
        .to_owned();
    let thrown = CommandLine { program: "sh".to_owned(), args: vec!["-c".into(), thrown] };
    let error = words(Client::start(&thrown, PATIENCE).err().unwrap());
    assert!(error.ends_with("during `protocol_version`; its last words: Could not find key"), "{error}");
    // KataGo's way to say that it was started wrongly.
    let usage = "echo 'Unknown subcommand: analyse'; echo; echo Usage: …; exit 1".to_owned();
    let usage = CommandLine { program: "sh".to_owned(), args: vec!["-c".into(), usage] };
    let error = words(Client::start(&usage, PATIENCE).err().unwrap());
    assert!(error.ends_with("after it had printed `Unknown subcommand: analyse`"), "{error}");
}

#[test]
fn one_that_writes_what_it_does_while_it_starts_is_waited_for() {
    let slow = |how: &str| {
        let mut line = scripted("");
        line.args[1] = format!("for i in 1 2 3 4 5 6; do {how}; sleep 0.3; done; {}", line.args[1]);
        Client::start(&line, PATIENCE)
    };
    assert!(slow("echo tuning >&2").is_ok(), "1.8 s, three times our patience");
    let error = words(slow("true").err().unwrap());
    assert!(error.contains("gave no answer to `protocol_version`") && error.contains("--mode gtp"), "{error}");
}

#[test]
fn death_silence_and_garbage_are_three_things() {
    let mut client = start("genmove) echo oops >&2; kill -9 $$;;");
    let error = client.ask("genmove b").unwrap_err();
    assert!(matches!(error.trouble, Trouble::Died { .. }));
    assert!(words(error.clone()).contains("signal: 9"), "{error}");
    assert!(words(error.clone()).ends_with("last words: oops"), "{error}");

    let mut client = start("genmove) sleep 60;;");
    client.patience = PATIENCE;
    let error = words(client.ask("genmove b").unwrap_err());
    assert_eq!(error, "Scripted gave no answer to `genmove b` within 0.6 s");

    let mut client = start("genmove) yes nonsense;;");
    let error = words(client.ask("genmove b").unwrap_err());
    assert_eq!(error, "Scripted answered `genmove b` with what is no GTP: `nonsense`");

    // An answer that never ends.
    let mut client = start("genmove) printf '=%s D4\\n' $id; sleep 60;;");
    client.patience = PATIENCE;
    assert!(matches!(client.ask("genmove b").unwrap_err().trouble, Trouble::Silent { .. }));
    let mut client = start("genmove) printf '=%s D4\\n' $id; yes and so on;;");
    let error = words(client.ask("genmove b").unwrap_err());
    assert_eq!(error, "Scripted answers `genmove b` without end: `and so on`");
}

#[test]
fn a_line_without_end_takes_no_more_than_its_share_of_memory() {
    let mut client = start("genmove) head -c 30000000 /dev/zero | tr '\\0' x; printf '\\n=%s D4\\n\\n' $id;;");
    assert_eq!(client.ask("genmove b").unwrap(), "D4", "it is noise, cut at its bound");
}

#[test]
fn another_protocol_is_refused() {
    let error = Client::start(&scripted("protocol_version) printf '=%s 1\\n\\n' $id;;"), PATIENCE).err().unwrap();
    assert!(words(error).contains("where protocol version 2 was expected"));
}

proptest::proptest! {
    #[test]
    fn no_first_line_whatever_it_is_breaks_us(line in "\\PC*", id in 0u32..20) {
        if let Some((_, text)) = head(&line, id) {
            proptest::prop_assert!(line.contains(&text));
        }
    }
}
