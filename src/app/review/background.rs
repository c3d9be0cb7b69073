//! A whole game judged behind the window: on threads of its own, telling what is new.

use super::analysed::Analysed;
use super::cache::{Cache, Effort};
use super::judge::JudgeSpec;
use super::run::{Run, Step, places_on};
use crate::gtp::client::Leash;
use crate::record::{NodeId, Tree};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// What is to be judged, and how.
pub struct Order {
    /// The game.
    pub tree: Tree,
    /// The nodes of it.
    pub line: Vec<NodeId>,
    /// Who judges.
    pub judge: JudgeSpec,
    /// How long.
    pub effort: Effort,
    /// Where verdicts are kept, if they are.
    pub cache: Option<PathBuf>,
    /// Threads to work on.
    pub threads: usize,
}

/// What a run has to tell.
pub enum News {
    /// Nodes that were judged: each with the hash of its position.
    Said(Vec<(NodeId, u64, Analysed)>),
    /// It has ended; why, if it failed.
    Ended(Result<(), String>),
}

/// A run on its way. Dropping it ends it.
pub struct Background {
    stop: Arc<AtomicBool>,
    leash: Arc<Leash>,
    news: Receiver<(Option<Step>, News)>,
    step: Step,
    /// When the first position was judged that the cache did not know.
    begun: Option<(Instant, usize)>,
}

impl Background {
    /// Begins; `wake` is called whenever there is news.
    pub fn start(order: Order, wake: impl Fn() + Send + Sync + 'static) -> std::io::Result<Background> {
        let stop = Arc::new(AtomicBool::new(false));
        let (report, news) = channel();
        let leash = Arc::new(Leash::default());
        let (end, held) = (stop.clone(), leash.clone());
        std::thread::Builder::new().name("whole game".to_owned()).spawn(move || {
            let result = run(&order, (&end, &held), &report, &wake);
            let _ = report.send((None, News::Ended(result)));
            wake();
        })?;
        Ok(Background { stop, leash, news, step: Step { done: 0, total: 0, known: 0, simulations: 0 }, begun: None })
    }

    /// The next piece of news.
    pub fn poll(&mut self) -> Option<News> {
        let (step, news) = self.news.try_recv().ok()?;
        if let Some(step) = step {
            self.begun.get_or_insert((Instant::now(), step.done));
            self.step = step;
        }
        Some(news)
    }

    /// How far it has come.
    pub fn step(&self) -> Step {
        self.step
    }

    /// How long it will still take, once that can be guessed.
    pub fn time_left(&self) -> Option<Duration> {
        let (begun, first) = self.begun?;
        let done = self.step.done.checked_sub(first).filter(|&done| done > 0)?;
        let left = self.step.total.saturating_sub(self.step.done);
        Some(begun.elapsed().mul_f64(left as f64 / done as f64))
    }
}

impl Drop for Background {
    /// A program of others that hangs is not waited for.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.leash.cut();
    }
}

fn run(
    order: &Order,
    (stop, leash): (&AtomicBool, &Arc<Leash>),
    report: &Sender<(Option<Step>, News)>,
    wake: &(dyn Fn() + Sync),
) -> Result<(), String> {
    let cache = order.cache.as_deref().map(Cache::open).transpose().map_err(|error| error.to_string())?;
    let places = places_on(&order.tree, order.line.iter().copied(), None);
    let hashes: std::collections::HashMap<NodeId, u64> =
        places.iter().map(|place| (place.node, place.position.hash())).collect();
    let (judge, effort, threads) = (&order.judge, order.effort, order.threads);
    let run = Run { judge, effort, cache: cache.as_ref(), threads, stop, leash: leash.clone() };
    let said = run.go(&[places], &|step, new| {
        let news = new.iter().filter_map(|&(_, node, said)| Some((node, *hashes.get(&node)?, said.clone())));
        // Nobody listens any more when the window is closed.
        let _ = report.send((Some(step), News::Said(news.collect())));
        wake();
    })?;
    drop(said);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Params;
    use crate::record::Properties;

    #[test]
    fn a_game_is_judged_behind_our_back_and_can_be_given_up() {
        let mut tree = Tree::new(Properties::parse("SZ[9]").unwrap());
        let mut node = tree.root();
        for text in ["B[ee]", "W[gc]", "B[cg]"] {
            node = tree.push_child(node, Properties::parse(text).unwrap());
        }
        let order = |simulations| Order {
            line: tree.main_line().collect(),
            tree: tree.clone(),
            judge: JudgeSpec::Own(Box::new(Params { memory: 16, ..Params::default() })),
            effort: Effort::Simulations(simulations),
            cache: None,
            threads: 2,
        };
        let mut run = Background::start(order(30), || {}).unwrap();
        let mut judged = std::collections::HashSet::new();
        let started = Instant::now();
        loop {
            match run.poll() {
                Some(News::Said(new)) => judged.extend(new.into_iter().map(|(node, ..)| node)),
                Some(News::Ended(result)) => {
                    assert_eq!(result, Ok(()));
                    break;
                }
                None => std::thread::sleep(Duration::from_millis(2)),
            }
            assert!(started.elapsed() < Duration::from_secs(60));
        }
        assert_eq!((judged.len(), run.step().done), (4, run.step().total));
        let long = Background::start(order(100_000_000), || {}).unwrap();
        let stop = long.stop.clone();
        drop(long);
        assert!(stop.load(Ordering::Relaxed), "it is told to end");
    }

    #[cfg(unix)]
    #[test]
    fn an_engine_that_hangs_is_ended_with_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let note = folder.path().join("pid");
        let script = format!("echo $$ > {}; sleep 1000", note.display());
        let line = crate::gtp::client::CommandLine { program: "sh".to_owned(), args: vec!["-c".to_owned(), script] };
        let tree = Tree::new(Properties::parse("SZ[9]").unwrap());
        let order = Order {
            line: tree.main_line().collect(),
            tree,
            judge: JudgeSpec::Program { name: "x".to_owned(), line },
            effort: Effort::Simulations(5),
            cache: None,
            threads: 1,
        };
        let run = Background::start(order, || {}).unwrap();
        let started = Instant::now();
        let mut id = String::new();
        while !id.ends_with('\n') {
            assert!(started.elapsed() < Duration::from_secs(20), "it was never started");
            std::thread::sleep(Duration::from_millis(5));
            id = std::fs::read_to_string(&note).unwrap_or_default();
        }
        drop(run);
        while std::path::Path::new(&format!("/proc/{}", id.trim())).exists() {
            assert!(started.elapsed() < Duration::from_secs(40), "it was left behind");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
