//! A child process that is spoken to in lines and never outlives us.
//!
//! Threads of its own move the lines, so that nobody waits for ever: not on a child that prints without
//! end, nor on one that reads nothing, nor on one that is silent.

use super::command_line::CommandLine;
use super::{places, undertaker};
use crate::gtp::lines::read_line;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Lines that may wait for us; a child that prints more has to wait.
const ROOM: usize = 4096;
/// Last lines of standard error that are kept.
const KEPT: usize = 40;
/// How long a child may take to end by itself when its input ends.
const GRACE: Duration = Duration::from_millis(300);

/// How long a child may take to start, however much it writes meanwhile.
const LONGEST_START: Duration = Duration::from_secs(1800);

/// What comes from a child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line of its standard output.
    Line(String),
    /// Its standard output has ended.
    End,
    /// Nothing in time.
    Silence,
}

/// How often a wait looks whether the leash was cut.
const LOOK: Duration = Duration::from_millis(100);

/// What others hold of a child while somebody talks to it: its last words, and the power to end the talk.
#[derive(Debug, Default)]
pub struct Leash {
    errors: Mutex<VecDeque<String>>,
    heard: Mutex<Option<Instant>>,
    /// When it last wrote to standard error.
    wrote: Mutex<Option<Instant>>,
    is_cut: AtomicBool,
    /// Its standard error is closed.
    is_told: AtomicBool,
}

impl Leash {
    /// The last lines of standard error.
    pub fn errors(&self) -> Vec<String> {
        self.errors.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).iter().cloned().collect()
    }

    /// When it last said anything.
    pub fn heard(&self) -> Option<Instant> {
        *self.heard.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Whoever waits for the child waits no longer: to them its output has ended.
    pub fn cut(&self) {
        self.is_cut.store(true, Ordering::Relaxed);
    }

    fn touch(&self) {
        *self.heard.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(Instant::now());
    }

    fn keep(&self, line: &str) {
        *self.wrote.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(Instant::now());
        let mut errors = self.errors.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if errors.len() == KEPT {
            errors.pop_front();
        }
        errors.push_back(line.to_owned());
    }
}

/// A running child. Dropping it ends the child and all of its group.
pub struct Process {
    child: Child,
    to_child: Option<Sender<String>>,
    from_child: Receiver<String>,
    leash: Arc<Leash>,
    begun: Instant,
    /// The child has ended and was waited for; its number may belong to somebody else by now.
    is_buried: bool,
}

impl Process {
    /// Starts a program.
    pub fn start(line: &CommandLine, leash: Arc<Leash>) -> io::Result<Process> {
        let mut child = spawn(line.clone())?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("the pipes to the program are missing"));
        };
        let (to_child, outgoing) = mpsc::channel::<String>();
        let (incoming, from_child) = mpsc::sync_channel(ROOM);
        leash.is_told.store(false, Ordering::Relaxed);
        let (errors, heard) = (leash.clone(), leash.clone());
        let begun = Instant::now();
        let process = Process { child, to_child: Some(to_child), from_child, leash, begun, is_buried: false };
        // Should a thread fail to start, dropping `process` ends the child.
        thread("engine input", move || write_lines(stdin, &outgoing))?;
        thread("engine output", move || read_lines(stdout, &incoming, &heard))?;
        thread("engine errors", move || keep_lines(stderr, &errors))?;
        Ok(process)
    }

    /// Sends a line. A child that is gone shows itself by the end of its output.
    pub fn send(&self, line: &str) {
        if let Some(to_child) = &self.to_child {
            // The writing thread ends with the child; what is not written then needs no writing.
            let _ = to_child.send(format!("{line}\n"));
        }
    }

    /// The next line, waiting no longer than until `deadline`.
    pub fn hear(&self, deadline: Instant) -> Heard {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if self.leash.is_cut.load(Ordering::Relaxed) {
                return Heard::End;
            }
            match self.from_child.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Heard::Line(line),
                Err(RecvTimeoutError::Timeout) if left > LOOK => {}
                Err(RecvTimeoutError::Timeout) => return Heard::Silence,
                Err(RecvTimeoutError::Disconnected) => return Heard::End,
            }
        }
    }

    /// Until when a child that starts is waited for: one that still writes to standard error is at work, as
    /// KataGo is for minutes when it first meets a graphics card.
    pub fn start_by(&self, deadline: Instant, patience: Duration) -> Instant {
        let wrote = *self.leash.wrote.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let wrote = wrote.filter(|&wrote| wrote > self.begun);
        deadline.max(wrote.map_or(deadline, |wrote| (wrote + patience).min(self.begun + LONGEST_START)))
    }

    /// The last lines of standard error.
    pub fn errors(&self) -> Vec<String> {
        self.leash.errors()
    }

    /// How the child ended, waiting a moment for it; what is left of its group ends with it.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        let start = Instant::now();
        while !self.is_buried && !has_exited(&mut self.child) {
            if start.elapsed() >= GRACE {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.bury()
    }

    /// The same in words; all that it wrote to standard error is there afterwards.
    pub fn how_it_ended(&mut self) -> String {
        let Some(status) = self.ended() else { return "closed its output".to_owned() };
        let start = Instant::now();
        while !self.leash.is_told.load(Ordering::Relaxed) && start.elapsed() < GRACE {
            std::thread::sleep(Duration::from_millis(2));
        }
        status.to_string()
    }

    /// Ends the group while its number is still taken, then lets the child go.
    fn bury(&mut self) -> Option<ExitStatus> {
        if !self.is_buried {
            kill_group(&mut self.child);
            undertaker::release(self.child.id());
        }
        self.is_buried = true;
        self.child.wait().ok()
    }

    /// The number that the system gave the child.
    #[cfg(test)]
    fn id(&self) -> u32 {
        self.child.id()
    }

    /// Processor time of the child so far, where the system tells.
    pub fn cpu_time(&self) -> Option<Duration> {
        cpu_time_of(self.child.id())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Well-behaved programs end when their input does.
        self.to_child = None;
        if self.ended().is_none() {
            self.bury();
        }
    }
}

fn thread(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).spawn(run).map(drop)
}

fn write_lines(mut stdin: impl Write, outgoing: &Receiver<String>) {
    while let Ok(line) = outgoing.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, incoming: &SyncSender<String>, leash: &Leash) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = read_line(&mut stdout) {
        leash.touch();
        if incoming.send(line).is_err() {
            return;
        }
    }
}

fn keep_lines(stderr: impl Read, leash: &Leash) {
    let mut stderr = BufReader::new(stderr);
    while let Ok(Some(line)) = read_line(&mut stderr) {
        leash.keep(line.trim_end());
    }
    leash.is_told.store(true, Ordering::Relaxed);
}

/// A child asked for, and where it goes.
type Order = (CommandLine, SyncSender<io::Result<Child>>);

/// Starts a program from a thread that lives as long as we do: Linux ends a child together with the
/// thread that started it.
fn spawn(line: CommandLine) -> io::Result<Child> {
    static SPAWNER: OnceLock<Option<Mutex<Sender<Order>>>> = OnceLock::new();
    let spawner = SPAWNER.get_or_init(|| {
        let (orders, inbox) = mpsc::channel::<Order>();
        let started = thread("engine starter", move || {
            while let Ok((line, reply)) = inbox.recv() {
                let _ = reply.send(spawn_here(&line));
            }
        });
        started.ok().map(|()| Mutex::new(orders))
    });
    let gone = || io::Error::other("no thread could be started for it");
    let (reply, child) = mpsc::sync_channel(1);
    let orders = spawner.as_ref().ok_or_else(gone)?.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    orders.send((line, reply)).map_err(|_| gone())?;
    drop(orders);
    child.recv().map_err(|_| gone())?
}

fn spawn_here(line: &CommandLine) -> io::Result<Child> {
    let file = places::locate(&line.program).unwrap_or_else(|| line.program.clone().into());
    let mut command = Command::new(file);
    command.args(&line.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    apart(&mut command);
    let child = command.spawn()?;
    undertaker::watch(child.id());
    Ok(child)
}

/// A process group of its own, so that helpers of the child can be ended with it and Ctrl+C in a
/// terminal does not reach it before us; and it is killed when we are (its helpers by the `undertaker`).
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    #[cfg(target_os = "linux")]
    // SAFETY: between fork and exec only a plain system call is made, without locks or memory.
    unsafe {
        command.pre_exec(|| {
            rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
                .map_err(io::Error::from)
        });
    }
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

/// Whether the child has ended; its number stays taken.
#[cfg(unix)]
fn has_exited(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(id) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return true };
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(id), look), Ok(None))
}

#[cfg(not(unix))]
fn has_exited(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    let group = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        // It may be gone already; that is what is wanted.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

/// User and system time of a process and of its children that have ended, in ticks of 1/100 s.
#[cfg(target_os = "linux")]
fn cpu_time_of(id: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name in brackets may hold blanks; the fields after it count from the third.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(11..15)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks * 10))
}

#[cfg(not(target_os = "linux"))]
fn cpu_time_of(_: u32) -> Option<Duration> {
    None
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn start(script: &str) -> Process {
        let line = CommandLine { program: "sh".to_owned(), args: vec!["-c".to_owned(), script.to_owned()] };
        Process::start(&line, Arc::default()).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    fn is_alive(id: u32) -> bool {
        rustix::process::test_kill_process(rustix::process::Pid::from_raw(id as i32).unwrap()).is_ok()
    }

    #[test]
    fn lines_go_both_ways_and_errors_are_kept() {
        let mut process = start("read x; echo \"got $x\"; echo trouble >&2; exit 3");
        process.send("hello");
        assert_eq!(process.hear(soon()), Heard::Line("got hello".to_owned()));
        assert_eq!(process.hear(soon()), Heard::End);
        assert_eq!(process.ended().unwrap().code(), Some(3));
        let start = Instant::now();
        while process.errors().is_empty() && start.elapsed() < Duration::from_secs(2) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(process.errors(), ["trouble"]);
    }

    #[test]
    fn silence_ends_in_time() {
        let process = start("sleep 60");
        let start = Instant::now();
        assert_eq!(process.hear(start + Duration::from_millis(50)), Heard::Silence);
        assert!(start.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn who_waits_is_freed_by_the_leash() {
        let leash = Arc::new(Leash::default());
        let line = CommandLine { program: "sleep".to_owned(), args: vec!["60".to_owned()] };
        let process = Process::start(&line, leash.clone()).unwrap();
        let cutter = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            leash.cut();
        });
        let start = Instant::now();
        assert_eq!(process.hear(start + Duration::from_secs(60)), Heard::End);
        assert!(start.elapsed() < Duration::from_secs(10));
        cutter.join().unwrap();
    }

    #[test]
    fn nothing_is_left_behind_not_even_a_grandchild() {
        let process = start("sleep 1000 & echo $!; trap '' TERM HUP; while true; do sleep 1; done");
        let Heard::Line(grandchild) = process.hear(soon()) else { panic!("no line") };
        let ids = [process.id(), grandchild.trim().parse().unwrap()];
        assert!(ids.iter().all(|&id| is_alive(id)));
        drop(process);
        let start = Instant::now();
        // The grandchild is buried by the system, which may take a moment.
        while ids.iter().any(|&id| is_alive(id) && !is_zombie(id)) {
            assert!(start.elapsed() < Duration::from_secs(5), "left behind");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn is_zombie(id: u32) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with('Z'))
    }

    #[test]
    fn a_child_that_prints_without_end_and_reads_nothing_does_no_harm() {
        let process = start("yes");
        for _ in 0..100_000 {
            process.send("and we talk to it all the same");
        }
        assert!(matches!(process.hear(soon()), Heard::Line(_)));
    }

    #[test]
    fn a_program_that_is_not_there_is_named_by_the_caller() {
        let line = CommandLine { program: "/no/such/engine".to_owned(), args: vec![] };
        assert_eq!(Process::start(&line, Arc::default()).err().unwrap().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn processor_time_grows() {
        let process = start("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done; read x");
        process.hear(soon());
        if cfg!(target_os = "linux") {
            assert!(process.cpu_time().unwrap() > Duration::ZERO);
        }
    }
}
