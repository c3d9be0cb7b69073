//! The engine behind a handle: a thread that thinks while others go on with their lives.
//!
//! Nothing here waits for the search: commands are left in a box that its thread looks into, and the
//! last snapshot lies ready to be taken.

use super::prior::Prior;
use super::search::Engine;
use super::{Limits, Params, Snapshot};
use crate::board::{Color, Position, Terms};
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;

/// What the engine's thread is doing.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// Nothing to do.
    Idle,
    /// Searching.
    Thinking,
    /// Told to wait; the tree is kept.
    Paused,
    /// A search broke down, with these words. The engine was started anew and goes on when asked.
    Failed(String),
}

/// Called on the engine's thread when there is something new to show.
pub type Notify = Arc<dyn Fn() + Send + Sync>;

/// A running engine. Dropping it ends its thread.
pub struct Handle {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    wishes: Mutex<Wishes>,
    woken: Condvar,
    /// Ends the search at hand, so that the wishes are looked at.
    interrupt: AtomicBool,
    latest: Mutex<Arc<Snapshot>>,
    /// Counts changes of settings and knowledge: what was found before the last one is not shown any more.
    epoch: AtomicU64,
    status: Mutex<Status>,
    notify: Option<Notify>,
}

#[derive(Default)]
struct Wishes {
    quit: bool,
    paused: bool,
    params: Option<Params>,
    priors: Option<Vec<Arc<dyn Prior>>>,
    /// The position to think about, and how long.
    work: Option<(Position, Limits)>,
}

/// Results of positions left behind are remembered in this share of the memory for the tree, in addition to it.
const REMEMBERED_SHARE: usize = 16;

impl Handle {
    /// Starts the thread. `notify` is called whenever there is something new.
    pub fn new(params: Params, priors: Vec<Arc<dyn Prior>>, notify: Option<Notify>) -> Handle {
        let shared = Arc::new(Shared {
            wishes: Mutex::new(Wishes::default()),
            woken: Condvar::new(),
            interrupt: AtomicBool::new(false),
            latest: Mutex::new(Arc::new(Snapshot::empty(19, Color::Black))),
            epoch: AtomicU64::new(0),
            status: Mutex::new(Status::Idle),
            notify,
        });
        let thread = std::thread::Builder::new()
            .name("engine".to_owned())
            .spawn({
                let shared = shared.clone();
                move || Thinker::new(params, priors).run(&shared)
            })
            .ok();
        Handle { shared, thread }
    }

    /// Thinks about a position from now on. The tree is kept where the position lies in it.
    pub fn think(&self, position: Position, limits: Limits) {
        self.wish(|wishes| {
            wishes.work = Some((position, limits));
            wishes.paused = false;
        });
    }

    /// Waits, keeping the tree.
    pub fn pause(&self) {
        self.wish(|wishes| wishes.paused = true);
    }

    /// Goes on after a pause.
    pub fn resume(&self) {
        self.wish(|wishes| wishes.paused = false);
    }

    /// Stops thinking; never blocks.
    pub fn stop(&self) {
        self.wish(|wishes| wishes.work = None);
    }

    /// Changes the settings; a search at hand begins anew with them.
    pub fn set_params(&self, params: Params) {
        self.renew(|wishes| wishes.params = Some(params));
    }

    /// Changes the sources of knowledge; a search at hand begins anew with them.
    pub fn set_priors(&self, priors: Vec<Arc<dyn Prior>>) {
        self.renew(|wishes| wishes.priors = Some(priors));
    }

    /// The newest snapshot.
    pub fn latest(&self) -> Arc<Snapshot> {
        lock(&self.shared.latest).clone()
    }

    /// What the thread is doing.
    pub fn status(&self) -> Status {
        lock(&self.shared.status).clone()
    }

    /// A wish after which nothing that was found before counts.
    fn renew(&self, change: impl FnOnce(&mut Wishes)) {
        self.wish(|wishes| {
            change(wishes);
            self.shared.epoch.fetch_add(1, Ordering::Relaxed);
            let mut latest = lock(&self.shared.latest);
            *latest = Arc::new(Snapshot::empty(latest.size, latest.to_play));
        });
    }

    fn wish(&self, change: impl FnOnce(&mut Wishes)) {
        let mut wishes = lock(&self.shared.wishes);
        change(&mut wishes);
        // Under the lock: the thread that sees no interrupt there has seen every wish.
        self.shared.interrupt.store(true, Ordering::Relaxed);
        drop(wishes);
        self.shared.woken.notify_all();
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.wish(|wishes| wishes.quit = true);
        if let Some(thread) = self.thread.take() {
            // It ends within a simulation or two; a panic was told already.
            let _ = thread.join();
        }
    }
}

/// A poisoned lock guards plain data here, which is whole at any moment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Shared {
    /// Shows what was found with the settings of an epoch, unless there are others by now.
    fn show(&self, epoch: u64, snapshot: Arc<Snapshot>) {
        {
            let mut latest = lock(&self.latest);
            if self.epoch.load(Ordering::Relaxed) != epoch {
                return;
            }
            *latest = snapshot;
        }
        self.tell();
    }

    /// The work at hand is done, unless something was wished for since: then that is looked at first.
    fn finish(&self, status: Status) {
        let mut wishes = lock(&self.wishes);
        if !self.interrupt.load(Ordering::Relaxed) {
            wishes.work = None;
            drop(wishes);
            self.set_status(status);
        }
    }

    fn set_status(&self, status: Status) {
        let changed = std::mem::replace(&mut *lock(&self.status), status.clone()) != status;
        if changed {
            self.tell();
        }
    }

    fn tell(&self) {
        if let Some(notify) = &self.notify {
            notify();
        }
    }
}

/// The thread's own side.
struct Thinker {
    engine: Engine,
    priors: Vec<Arc<dyn Prior>>,
    memory: Memory,
}

impl Thinker {
    fn new(params: Params, priors: Vec<Arc<dyn Prior>>) -> Thinker {
        let engine = Engine::new(params, priors.clone());
        Thinker { engine, priors, memory: Memory::default() }
    }

    fn run(&mut self, shared: &Shared) {
        while let Some((position, limits, epoch)) = self.next_work(shared) {
            shared.set_status(Status::Thinking);
            let known = self.memory.recall(&position).filter(|k| k.visits > self.engine.inherited(&position));
            // What was known stays in sight until more is known.
            let is_news = |now: &Snapshot| known.as_ref().is_none_or(|known| now.visits >= known.visits);
            if let Some(known) = &known {
                shared.show(epoch, Arc::new(Snapshot { running: true, ..(**known).clone() }));
            }
            let engine = &mut self.engine;
            let searched = catch_unwind(AssertUnwindSafe(|| {
                engine.search(&position, &limits, &shared.interrupt, |now| {
                    if is_news(&now) {
                        shared.show(epoch, Arc::new(now));
                    }
                })
            }));
            match searched {
                Ok(last) => {
                    let last = match &known {
                        Some(known) if !is_news(&last) => known.clone(),
                        _ => Arc::new(last),
                    };
                    let room = (self.engine.params().memory as usize * (1 << 20)) / REMEMBERED_SHARE;
                    self.memory.remember(&position, &last, room);
                    shared.show(epoch, last);
                    shared.finish(Status::Idle);
                }
                Err(panic) => {
                    self.engine = Engine::new(self.engine.params().clone(), self.priors.clone());
                    shared.finish(Status::Failed(words(&*panic)));
                }
            }
        }
    }

    /// Waits for something to do and takes over new settings, whose epoch it says; `None` is the end.
    fn next_work(&mut self, shared: &Shared) -> Option<(Position, Limits, u64)> {
        let mut wishes = lock(&shared.wishes);
        loop {
            shared.interrupt.store(false, Ordering::Relaxed);
            if wishes.quit {
                return None;
            }
            if let Some(params) = wishes.params.take() {
                self.engine.set_params(params);
                self.memory = Memory::default();
            }
            if let Some(priors) = wishes.priors.take() {
                self.priors = priors.clone();
                self.engine.set_priors(priors);
                self.memory = Memory::default();
            }
            if !wishes.paused
                && let Some((position, limits)) = wishes.work.clone()
            {
                return Some((position, limits, shared.epoch.load(Ordering::Relaxed)));
            }
            let status = lock(&shared.status).clone();
            if !matches!(status, Status::Failed(_)) {
                shared.set_status(if wishes.paused { Status::Paused } else { Status::Idle });
            }
            wishes = shared.woken.wait(wishes).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }
}

/// Last results of positions left behind, so that coming back shows them at once.
#[derive(Default)]
struct Memory {
    known: HashMap<u64, Known>,
    /// Keys, the oldest first.
    order: VecDeque<u64>,
    bytes: usize,
}

struct Known {
    terms: Terms,
    snapshot: Arc<Snapshot>,
}

impl Memory {
    fn recall(&self, position: &Position) -> Option<Arc<Snapshot>> {
        let known = self.known.get(&position.hash())?;
        (known.terms == position.terms()).then(|| known.snapshot.clone())
    }

    /// Keeps the result of a position, and of all results as many of the newest as find room.
    fn remember(&mut self, position: &Position, snapshot: &Arc<Snapshot>, room: usize) {
        if snapshot.visits == 0 {
            return;
        }
        let key = position.hash();
        let known = Known { terms: position.terms(), snapshot: snapshot.clone() };
        self.bytes += snapshot.bytes();
        match self.known.insert(key, known) {
            Some(old) => self.bytes -= old.snapshot.bytes(),
            None => self.order.push_back(key),
        }
        while self.bytes > room
            && let Some(oldest) = self.order.pop_front()
        {
            self.bytes -= self.known.remove(&oldest).map_or(0, |known| known.snapshot.bytes());
        }
    }
}

/// The message of a panic.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "the search broke down".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Rules};
    use crate::engine::prior::Scene;
    use crate::engine::prior::rules::RulePrior;
    use std::time::{Duration, Instant};

    fn params() -> Params {
        Params { memory: 16, ..Params::default() }
    }

    fn wait(handle: &Handle, until: impl Fn(&Handle) -> bool) {
        let start = Instant::now();
        while !until(handle) {
            assert!(start.elapsed() < Duration::from_secs(20), "waited too long: {:?}", handle.status());
            std::thread::yield_now();
        }
    }

    #[test]
    fn it_thinks_shows_and_stops() {
        let handle = Handle::new(params(), vec![Arc::new(RulePrior)], None);
        let position = Position::new(9, Rules::CHINESE);
        handle.think(position.clone(), Limits::analysis());
        wait(&handle, |h| h.latest().visits > 50);
        let seen = handle.latest();
        assert_eq!(seen.position, position.hash());
        assert!(seen.running && !seen.candidates.is_empty());
        handle.stop();
        wait(&handle, |h| h.status() == Status::Idle);
        assert!(!handle.latest().running);
    }

    #[test]
    fn coming_back_to_a_position_shows_what_was_known() {
        let handle = Handle::new(params(), vec![Arc::new(RulePrior)], None);
        let (first, second) = (Position::new(9, Rules::CHINESE), Position::new(7, Rules::CHINESE));
        handle.think(first.clone(), Limits::simulations(300));
        wait(&handle, |h| h.status() == Status::Idle && h.latest().visits >= 300);
        handle.think(second.clone(), Limits::simulations(50));
        wait(&handle, |h| h.latest().position == second.hash() && h.status() == Status::Idle);
        // Long before there could be as many simulations again.
        handle.think(first.clone(), Limits::simulations(1));
        wait(&handle, |h| h.latest().position == first.hash());
        assert!(handle.latest().visits >= 300);
        wait(&handle, |h| h.status() == Status::Idle);
        assert!(handle.latest().visits >= 300, "a shorter search does not hide what is known");
        handle.think(first.clone().with_komi(0.5), Limits::simulations(1));
        wait(&handle, |h| h.status() == Status::Idle && h.latest().visits < 300);
    }

    #[test]
    fn what_is_remembered_has_bounds() {
        let mut memory = Memory::default();
        let engine = &mut Engine::new(params(), vec![Arc::new(RulePrior)]);
        let mut position = Position::new(9, Rules::CHINESE);
        let first = position.clone();
        let room = 50_000;
        for point in ["E5", "C3", "G7", "C7", "G3", "E3", "E7", "D5", "F5", "D4"] {
            let found = engine.search(&position, &Limits::simulations(20), &AtomicBool::new(false), |_| {});
            memory.remember(&position, &Arc::new(found), room);
            assert!(memory.recall(&position).is_some() && memory.bytes <= room);
            position.play(Move::from_gtp(point, 9).unwrap()).unwrap();
        }
        assert!(memory.recall(&first).is_none(), "the oldest went first");
        assert_eq!(memory.known.len(), memory.order.len());
        assert_eq!(memory.bytes, memory.known.values().map(|known| known.snapshot.bytes()).sum::<usize>());
    }

    #[test]
    fn what_was_found_with_other_settings_is_not_shown_any_more() {
        let handle = Handle::new(params(), vec![Arc::new(RulePrior)], None);
        let position = Position::new(9, Rules::CHINESE);
        for _ in 0..20 {
            handle.think(position.clone(), Limits::simulations(400));
            wait(&handle, |h| h.latest().visits >= 400);
            handle.set_params(Params { expert_strength: 2.0, ..params() });
            assert_eq!(handle.latest().visits, 0);
            handle.think(position.clone(), Limits::simulations(30));
            wait(&handle, |h| h.status() == Status::Idle && h.latest().visits > 0);
            assert_eq!(handle.latest().visits, 30, "the tree of the old settings is gone too");
        }
    }

    #[test]
    fn a_wish_made_as_a_search_ends_is_not_lost() {
        // Whoever is told takes his time, so that the wish comes between the last snapshot and the rest.
        let slow: Notify = Arc::new(|| std::thread::sleep(Duration::from_millis(3)));
        let handle = Handle::new(params(), vec![Arc::new(RulePrior)], Some(slow));
        let position = Position::new(9, Rules::CHINESE);
        for simulations in 2..22 {
            handle.set_params(params());
            handle.think(position.clone(), Limits::simulations(simulations));
            wait(&handle, |h| u64::from(h.latest().visits) == simulations);
        }
    }

    struct Broken;
    impl Prior for Broken {
        fn name(&self) -> &'static str {
            "broken"
        }
        fn judge(&self, _: &Scene<'_>, _: &mut [crate::engine::prior::Opinion]) {
            panic!("the prior is broken");
        }
    }

    #[test]
    fn a_search_that_breaks_down_is_told_and_the_engine_lives_on() {
        let handle = Handle::new(params(), vec![Arc::new(Broken)], None);
        handle.think(Position::new(9, Rules::CHINESE), Limits::analysis());
        wait(&handle, |h| matches!(h.status(), Status::Failed(_)));
        handle.set_priors(vec![Arc::new(RulePrior)]);
        handle.think(Position::new(9, Rules::CHINESE), Limits::simulations(20));
        wait(&handle, |h| h.latest().visits >= 20);
    }
}
