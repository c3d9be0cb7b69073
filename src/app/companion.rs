//! An engine of others beside ours: thinks about the same positions on threads of its own, and what it
//! said is kept apart. One that dies or hangs is said so and harms nobody; it is started anew on demand.

use super::analysis::{AnalysisService, Verdict};
use super::document::{DocumentId, NodeKey};
use super::engines::Profile;
use super::program_analyst::{ProgramAnalyst, Watch};
use super::review::{Background, JudgeSpec, News, Order, Step};
use crate::board::Position;
use crate::engine::handle::Notify;
use crate::engine::{Limits, Snapshot};
use crate::record::NodeId;
use std::sync::Arc;
use std::time::Duration;

/// An engine that has not answered for so long is said to be silent.
const SILENT: Duration = Duration::from_secs(8);

/// What an engine is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It has nothing to do.
    Rests,
    /// It thinks.
    Thinks,
    /// It has not answered for so many seconds.
    Silent(u64),
    /// It can be used no longer, for this reason.
    Failed(String),
}

/// A whole game that it goes through.
struct GameRun {
    of: (DocumentId, usize),
    run: Background,
}

/// An engine beside ours. Dropping it ends it.
pub struct Companion {
    profile: Profile,
    service: AnalysisService,
    watch: Option<Watch>,
    /// What was wrong before there was anything to watch, or with a whole game.
    fault: Option<String>,
    /// The game at which it broke down.
    failed_in: Option<(DocumentId, usize)>,
    game: Option<GameRun>,
    notify: Notify,
}

impl Companion {
    /// An engine by its profile; it is started with the first position.
    pub fn new(profile: Profile, notify: Notify) -> Companion {
        let service = AnalysisService::new(None);
        let mut companion =
            Companion { profile, service, watch: None, fault: None, failed_in: None, game: None, notify };
        companion.restart();
        companion
    }

    /// Ends it, whatever it does, and begins anew. What it said before stays.
    pub fn restart(&mut self) {
        self.fault = None;
        self.failed_in = None;
        self.game = None;
        let started = self
            .spec()
            .and_then(|spec| ProgramAnalyst::new(spec, Some(self.notify.clone())).map_err(|error| error.to_string()));
        match started {
            Ok(analyst) => {
                self.watch = Some(analyst.watch());
                self.service.replace(Box::new(analyst));
            }
            Err(words) => self.fault = Some(words),
        }
    }

    fn spec(&self) -> Result<JudgeSpec, String> {
        let line = self.profile.command_line().map_err(|fault| fault.to_string())?;
        Ok(JudgeSpec::Program { name: self.profile.name.clone(), line })
    }

    /// How it was set up.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// What it is doing.
    pub fn state(&self) -> State {
        if let Some(words) = self.fault.clone().or_else(|| self.service.failure()) {
            return State::Failed(words);
        }
        match self.watch.as_ref().and_then(Watch::silent) {
            Some(time) if time >= SILENT => State::Silent(time.as_secs()),
            Some(_) => State::Thinks,
            None if self.game.is_some() => State::Thinks,
            None => State::Rests,
        }
    }

    /// The last lines of its standard error.
    pub fn errors(&self) -> Vec<String> {
        self.watch.as_ref().map(Watch::errors).unwrap_or_default()
    }

    /// Thinks about a node; the same again changes nothing. One that broke down waits to be started anew or
    /// for another game, whose board it may know; one that goes through a whole game has enough to do.
    pub fn think(&mut self, key: NodeKey, position: &Position, limits: Limits) {
        let game = (key.0, key.1);
        if matches!(self.state(), State::Failed(_)) {
            if *self.failed_in.get_or_insert(game) == game {
                return;
            }
            self.restart();
        }
        if self.game.is_none() {
            self.service.think(key, position, limits);
        }
    }

    /// Rests.
    pub fn stop(&mut self) {
        self.service.stop();
    }

    /// Begins to go through a whole game, beside whatever it is asked, or ends that.
    pub fn toggle_game(&mut self, of: (DocumentId, usize), order: impl FnOnce(JudgeSpec) -> Order) {
        if self.game.take().is_some() {
            return;
        }
        self.service.stop();
        let wake = self.notify.clone();
        let started = self
            .spec()
            .and_then(|spec| Background::start(order(spec), move || wake()).map_err(|error| error.to_string()));
        match started {
            Ok(run) => self.game = Some(GameRun { of, run }),
            Err(words) => self.fault = Some(words),
        }
    }

    /// How far it has come with a whole game.
    pub fn game_step(&self) -> Option<Step> {
        self.game.as_ref().map(|game| game.run.step())
    }

    /// Takes over what it said since the last call.
    pub fn poll(&mut self) {
        self.service.poll();
        let Some(mut game) = self.game.take() else { return };
        let (document, index) = game.of;
        while let Some(news) = game.run.poll() {
            match news {
                News::Said(said) => {
                    for (node, position, analysed) in said {
                        self.service.adopt((document, index, node), analysed, position);
                    }
                }
                News::Ended(result) => {
                    self.fault = result.err();
                    return;
                }
            }
        }
        self.game = Some(game);
    }

    /// What it said of a node.
    pub fn verdict(&self, key: NodeKey) -> Option<&Verdict> {
        self.service.verdict(key)
    }

    /// What it said of a node, as a search of our own would show it.
    pub fn snapshot(&self, key: NodeKey) -> Option<&Arc<Snapshot>> {
        self.verdict(key).map(|verdict| &verdict.snapshot)
    }

    /// The nodes of a game that it thought about.
    pub fn nodes_of(&self, document: DocumentId, game: usize) -> impl Iterator<Item = NodeId> {
        self.service.nodes_of(document, game)
    }

    /// Changes with everything it says.
    pub fn generation(&self) -> u64 {
        self.service.generation()
    }

    /// Forgets a closed file.
    pub fn forget(&mut self, document: DocumentId) {
        self.service.forget(document);
        self.game.take_if(|game| game.of.0 == document);
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::app::Document;
    use crate::board::Rules;
    use crate::record::{Collection, Game};
    use std::time::Instant;

    /// An engine that likes `C3`, and does what `top` says when it is asked for moves.
    fn profile(top: &str) -> Profile {
        let script = format!(
            "echo ready >&2; while read id command rest; do case $command in protocol_version) echo \"=$id 2\";; \
             list_commands) echo \"=$id top_moves_black\";; name) echo \"=$id Fake\";; top_moves_*) {top};; \
             estimate_score) echo \"=$id B+1\";; *) echo \"=$id\";; esac; echo; done"
        );
        Profile { name: "Fake".to_owned(), command: format!("sh -c '{script}'") }
    }

    fn companion(top: &str) -> (Companion, NodeKey, Position) {
        let document = Document::new(Collection::of(Game::new(9)), None);
        let key = (document.id(), 0, document.current());
        (Companion::new(profile(top), Arc::new(|| {})), key, Position::new(9, Rules::CHINESE))
    }

    fn wait(companion: &mut Companion, until: impl Fn(&Companion) -> bool) {
        let started = Instant::now();
        while !until(companion) {
            assert!(started.elapsed() < Duration::from_secs(30), "waited too long: {:?}", companion.state());
            std::thread::sleep(Duration::from_millis(5));
            companion.poll();
        }
    }

    #[test]
    fn it_says_what_it_thinks_and_its_errors_are_kept() {
        let (mut companion, key, position) = companion("echo \"=$id C3 5.0\"");
        assert_eq!(companion.state(), State::Rests);
        companion.think(key, &position, Limits::analysis());
        wait(&mut companion, |companion| companion.verdict(key).is_some());
        let best = companion.snapshot(key).and_then(|snapshot| Some(snapshot.best()?.mv.to_gtp(9)));
        assert_eq!(best.as_deref(), Some("C3"));
        // What it writes there comes by a pipe of its own.
        wait(&mut companion, |companion| companion.errors() == ["ready"]);
        wait(&mut companion, |companion| companion.state() == State::Rests);
    }

    #[test]
    fn one_that_died_waits_until_it_is_started_anew() {
        let folder = tempfile::tempdir().unwrap();
        let broken = folder.path().join("broken");
        std::fs::write(&broken, "").unwrap();
        let top = format!("if [ -e {} ]; then echo gone >&2; exit 3; fi; echo \"=$id C3 5.0\"", broken.display());
        let (mut companion, key, position) = companion(&top);
        companion.think(key, &position, Limits::analysis());
        wait(&mut companion, |companion| matches!(companion.state(), State::Failed(_)));
        let State::Failed(words) = companion.state() else { unreachable!() };
        assert!(words.contains("exit status: 3") && words.contains("gone"), "{words}");
        std::fs::remove_file(&broken).unwrap();
        companion.stop();
        companion.think(key, &position, Limits::analysis());
        std::thread::sleep(Duration::from_millis(300));
        assert!(matches!(companion.state(), State::Failed(_)), "nobody asked for it");
        companion.restart();
        companion.think(key, &position, Limits::analysis());
        wait(&mut companion, |companion| companion.verdict(key).is_some());
        std::fs::write(&broken, "").unwrap();
        let mut next = position.clone();
        next.play(crate::board::Move::Pass).unwrap();
        companion.think(key, &next, Limits::analysis());
        wait(&mut companion, |companion| matches!(companion.state(), State::Failed(_)));
        companion.think(key, &next, Limits::analysis());
        std::fs::remove_file(&broken).unwrap();
        let other = (Document::new(Collection::of(Game::new(9)), None).id(), 0, key.2);
        companion.think(other, &position, Limits::analysis());
        wait(&mut companion, |companion| companion.verdict(other).is_some());
    }

    #[test]
    fn one_that_hangs_is_let_go_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let note = folder.path().join("pid");
        let (mut companion, key, position) = companion(&format!("echo $$ > {}; sleep 1000", note.display()));
        companion.think(key, &position, Limits::analysis());
        wait(&mut companion, |companion| {
            std::fs::read_to_string(&note).is_ok_and(|text| text.ends_with('\n')) && companion.state() == State::Thinks
        });
        let id = std::fs::read_to_string(&note).unwrap();
        drop(companion);
        let started = Instant::now();
        while std::path::Path::new(&format!("/proc/{}", id.trim())).exists() {
            assert!(started.elapsed() < Duration::from_secs(10), "it was left behind");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn a_command_line_that_is_none_is_told() {
        let profile = Profile { name: "x".to_owned(), command: "a 'b".to_owned() };
        let companion = Companion::new(profile, Arc::new(|| {}));
        assert!(matches!(companion.state(), State::Failed(words) if words.contains("not closed")));
    }
}
