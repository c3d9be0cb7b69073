//! Ends what engines have started when we are killed and can do it no more.
//!
//! Linux ends an engine together with us, but not its helpers, and other systems end neither. So a shell
//! waits for the end of its input, which the system closes however we end, and then kills the process
//! groups of those engines that were not buried before.

use std::io::Write;
use std::process::Child;
use std::sync::Mutex;

/// Reads lines `+ GROUP` and `- GROUP`; a signal that asks all of us to end does not end it.
#[cfg(unix)]
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM
groups=' '
while read -r what group; do
    case "$what$groups" in
    +*) groups="$groups$group " ;;
    -*" $group "*) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done 2>/dev/null
"#;

static UNDERTAKER: Mutex<Option<Child>> = Mutex::new(None);

/// Ends this process group, too, when we are gone.
pub fn watch(group: u32) {
    tell('+', group);
}

/// The group has ended, and its number may soon be somebody else's.
pub fn release(group: u32) {
    tell('-', group);
}

/// Where there is no shell, engines end as their system lets them: nearly all do when their input ends.
fn tell(what: char, group: u32) {
    let mut undertaker = UNDERTAKER.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if undertaker.is_none() && what == '+' {
        *undertaker = start();
    }
    if let Some(stdin) = undertaker.as_mut().and_then(|child| child.stdin.as_mut()) {
        // One that somebody has killed is missed by nobody but those whom we cannot bury ourselves.
        let _ = stdin.write_all(format!("{what} {group}\n").as_bytes());
    }
}

#[cfg(unix)]
fn start() -> Option<Child> {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    let mut command = Command::new("/bin/sh");
    command.args(["-c", SCRIPT, "fuzeki-undertaker"]).process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
}

/// There are no process groups that could be ended.
#[cfg(not(unix))]
fn start() -> Option<Child> {
    None
}
