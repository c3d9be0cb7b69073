//! An engine of others in the place of ours: asked about positions on a thread of its own, started when
//! it is first needed and anew after a breakdown.

use super::analysis::Analyst;
use super::review::{Analysed, Effort, Judge, JudgeSpec};
use crate::board::{Color, Position};
use crate::engine::handle::{Notify, Status};
use crate::engine::prior::Prior;
use crate::engine::{Limits, Params, Snapshot};
use crate::gtp::client::Leash;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How long a position is looked at without a limit.
const LONGEST_LOOK: Duration = Duration::from_secs(120);

/// What the thread is to think about, and the flag that ends it.
type Wish = (Position, Limits, Arc<AtomicBool>);

struct Shared {
    latest: Mutex<Arc<Snapshot>>,
    status: Mutex<Status>,
    name: Mutex<String>,
    /// Since when an answer is waited for.
    waits: Mutex<Option<Instant>>,
    leash: Arc<Leash>,
    notify: Option<Notify>,
}

impl Shared {
    fn set_status(&self, status: Status) {
        *lock(&self.status) = status;
        self.tell();
    }

    fn tell(&self) {
        if let Some(notify) = &self.notify {
            notify();
        }
    }
}

/// A poisoned lock guards plain data here, which is whole at any moment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// An engine of others that thinks for the window. Dropping it ends the engine.
pub struct ProgramAnalyst {
    wishes: Sender<Wish>,
    stop: Arc<AtomicBool>,
    shared: Arc<Shared>,
}

impl ProgramAnalyst {
    /// Begins; the engine itself is started with the first position.
    pub fn new(spec: JudgeSpec, notify: Option<Notify>) -> std::io::Result<ProgramAnalyst> {
        let shared = Arc::new(Shared {
            latest: Mutex::new(Arc::new(Snapshot::empty(19, Color::Black))),
            status: Mutex::new(Status::Idle),
            name: Mutex::new(spec.name()),
            waits: Mutex::new(None),
            leash: Arc::default(),
            notify,
        });
        let (wishes, inbox) = channel();
        let own = shared.clone();
        std::thread::Builder::new().name("engine of others".to_owned()).spawn(move || run(&spec, &inbox, &own))?;
        Ok(ProgramAnalyst { wishes, stop: Arc::default(), shared })
    }

    /// Looks at it from outside, while it works.
    pub fn watch(&self) -> Watch {
        Watch(self.shared.clone())
    }
}

/// What can be seen of an engine of others while it works, starts or hangs.
pub struct Watch(Arc<Shared>);

impl Watch {
    /// The last lines of its standard error.
    pub fn errors(&self) -> Vec<String> {
        self.0.leash.errors()
    }

    /// How long it has been silent, if something is waited for. Those that think for long talk meanwhile.
    pub fn silent(&self) -> Option<Duration> {
        let asked = (*lock(&self.0.waits))?;
        Some(self.0.leash.heard().map_or(asked, |heard| heard.max(asked)).elapsed())
    }
}

impl Analyst for ProgramAnalyst {
    fn think(&mut self, position: &Position, limits: Limits) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
        *lock(&self.shared.status) = Status::Thinking;
        // Without its thread it stays silent; there is nobody to tell.
        let _ = self.wishes.send((position.clone(), limits, self.stop.clone()));
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn latest(&self) -> Arc<Snapshot> {
        lock(&self.shared.latest).clone()
    }

    fn status(&self) -> Status {
        lock(&self.shared.status).clone()
    }

    fn name(&self) -> String {
        lock(&self.shared.name).clone()
    }

    /// Parameters and knowledge are those of our engine.
    fn set_params(&mut self, _: Params) {}
    fn set_priors(&mut self, _: Vec<Arc<dyn Prior>>) {}
}

impl Drop for ProgramAnalyst {
    /// One that hangs is not waited for.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.shared.leash.cut();
    }
}

fn run(spec: &JudgeSpec, inbox: &Receiver<Wish>, shared: &Shared) {
    let mut judge: Option<Box<dyn Judge>> = None;
    while let Ok(mut wish) = inbox.recv() {
        while let Ok(newer) = inbox.try_recv() {
            wish = newer;
        }
        let (position, limits, stop) = wish;
        shared.set_status(Status::Thinking);
        *lock(&shared.waits) = Some(Instant::now());
        let started = match judge.take() {
            Some(running) => Ok(running),
            None => spec.start_on(shared.leash.clone()),
        };
        let begun = Instant::now();
        let mut tell = |said: Analysed| {
            lock(&shared.name).clone_from(&said.engine);
            let snapshot = Snapshot { elapsed: begun.elapsed(), ..said.to_snapshot(position.hash()) };
            *lock(&shared.latest) = Arc::new(snapshot);
            shared.tell();
        };
        let said = started.and_then(|started| {
            judge.insert(started).ask(&position, effort(limits), &stop, Some(&mut tell)).map(&mut tell)
        });
        *lock(&shared.waits) = None;
        let status = match said {
            Err(words) if !stop.load(Ordering::Relaxed) => {
                judge = None;
                Status::Failed(words)
            }
            _ => Status::Idle,
        };
        shared.set_status(status);
    }
}

fn effort(limits: Limits) -> Effort {
    match (limits.simulations, limits.time) {
        (Some(simulations), _) => Effort::Simulations(simulations),
        (None, time) => Effort::Time(time.unwrap_or(LONGEST_LOOK)),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::gtp::client::CommandLine;

    fn wait(analyst: &ProgramAnalyst, until: impl Fn(&ProgramAnalyst) -> bool) {
        let started = Instant::now();
        while !until(analyst) {
            assert!(started.elapsed() < Duration::from_secs(20), "waited too long: {:?}", analyst.status());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn an_engine_that_breaks_down_is_told_and_started_anew_on_demand() {
        let script = "while read id command rest; do case $command in protocol_version) echo \"=$id 2\";; \
                      list_commands) echo \"=$id top_moves_black\";; top_moves_*) if [ -e broken ]; then exit 1; fi; \
                      echo \"=$id C3 5.0\";; estimate_score) echo \"=$id B+1\";; *) echo \"=$id\";; esac; echo; done";
        let folder = tempfile::tempdir().unwrap();
        let broken = folder.path().join("broken");
        let script = script.replace("broken", &broken.display().to_string());
        let line = CommandLine { program: "sh".to_owned(), args: vec!["-c".to_owned(), script] };
        let mut analyst = ProgramAnalyst::new(JudgeSpec::Program { name: "x".to_owned(), line }, None).unwrap();
        let position = Position::new(9, Rules::CHINESE);
        analyst.think(&position, Limits::simulations(1));
        wait(&analyst, |analyst| analyst.status() == Status::Idle);
        assert_eq!(analyst.latest().position, position.hash());
        assert_eq!(analyst.latest().best().map(|best| best.mv.to_gtp(9)).as_deref(), Some("C3"));
        std::fs::write(&broken, "").unwrap();
        analyst.think(&position, Limits::simulations(1));
        wait(&analyst, |analyst| matches!(analyst.status(), Status::Failed(_)));
        std::fs::remove_file(&broken).unwrap();
        analyst.think(&position, Limits::simulations(1));
        wait(&analyst, |analyst| analyst.status() == Status::Idle);
    }

    #[test]
    fn what_it_finds_is_seen_while_it_thinks() {
        let script = "while read id command rest; do case $command in protocol_version) echo \"=$id 2\";; \
                      list_commands) echo \"=$id kata-analyze\";; kata-analyze) echo \"=$id\"; \
                      echo info move C3 visits 5 winrate 0.5 pv C3;; *) echo \"=$id\";; esac; echo; done";
        let line = CommandLine { program: "sh".to_owned(), args: vec!["-c".to_owned(), script.to_owned()] };
        let mut analyst = ProgramAnalyst::new(JudgeSpec::Program { name: "x".to_owned(), line }, None).unwrap();
        let position = Position::new(9, Rules::CHINESE);
        analyst.think(&position, Limits::analysis());
        wait(&analyst, |analyst| analyst.latest().visits == 5);
        assert_eq!((analyst.latest().position, analyst.status()), (position.hash(), Status::Thinking));
        assert!(analyst.latest().speed() > 0.0);
        analyst.stop();
        wait(&analyst, |analyst| analyst.status() == Status::Idle);
    }

    #[test]
    fn one_that_talks_is_not_called_silent() {
        let start = |answer: &str| {
            let script = format!(
                "while read id command rest; do case $command in protocol_version) echo \"=$id 2\";; \
                 list_commands) echo \"=$id lz-analyze\";; lz-analyze) echo \"=$id\"; {answer};; \
                 *) echo \"=$id\";; esac; echo; done"
            );
            let line = CommandLine { program: "sh".to_owned(), args: vec!["-c".to_owned(), script] };
            let mut analyst = ProgramAnalyst::new(JudgeSpec::Program { name: "x".to_owned(), line }, None).unwrap();
            analyst.think(&Position::new(9, Rules::CHINESE), Limits::simulations(1_000_000));
            analyst
        };
        let talker = start("while sleep 0.1; do echo info move C3 visits 5 winrate 5000 pv C3; done");
        let mute = start("sleep 60");
        let long = Duration::from_secs(3);
        wait(&mute, |mute| mute.watch().silent().is_some_and(|time| time > long));
        assert!(talker.watch().silent().is_some_and(|time| time < long), "{:?}", talker.watch().silent());
    }
}
