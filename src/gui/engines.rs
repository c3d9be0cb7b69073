//! Engines of others in the window: which are set up, looking for more, trying them out, one in the place
//! of ours, and any number beside it.

use super::app::Window;
use super::settings::EngineSettings;
use crate::app::companion::Companion;
use crate::app::config::{Broken, Folders};
use crate::app::engines::{EngineFault, Profile, Profiles, Tried, find_known, try_out, try_out_on};
use crate::app::review::{Cache, Effort, JudgeSpec, Order};
use crate::app::{Analyst, DocumentId, ProgramAnalyst, wiring};
use crate::gtp::client::Leash;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// What came of trying each engine that was found.
type Found = Vec<(Profile, Result<Tried, EngineFault>)>;

/// An engine that is being tried out, or was. Dropping it ends the engine.
pub struct Trial {
    /// Which.
    pub profile: Profile,
    /// What came of it.
    pub result: Option<Result<Tried, EngineFault>>,
    leash: Arc<Leash>,
    answer: Receiver<Result<Tried, EngineFault>>,
}

impl Trial {
    /// The last lines of its standard error.
    pub fn errors(&self) -> Vec<String> {
        self.leash.errors()
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        self.leash.cut();
    }
}

/// The engines of others.
#[derive(Default)]
pub struct Engines {
    profiles: Profiles,
    search: Option<Receiver<Found>>,
    /// What the last search found, in words.
    told: Vec<String>,
    /// Engines that were found but need something to start.
    unready: Vec<Profile>,
    trial: Option<Trial>,
    companions: Vec<Companion>,
}

impl Engines {
    /// Those that were set up before.
    pub fn load(folders: Option<&Folders>, broken: &mut Vec<Broken>) -> Engines {
        let loaded = folders.map(Profiles::load);
        let Some(loaded) = loaded else { return Engines::default() };
        broken.extend(loaded.trouble);
        Engines { profiles: loaded.value, ..Engines::default() }
    }

    /// The engines to choose from.
    pub fn profiles(&self) -> &[Profile] {
        &self.profiles.engine
    }

    /// Engines of the last search that need something to start.
    pub fn unready(&self) -> &[Profile] {
        &self.unready
    }

    /// What the last search found.
    pub fn told(&self) -> &[String] {
        &self.told
    }

    /// Whether engines are being looked for.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// The engine that is being tried out, or was last.
    pub fn trial(&self) -> Option<&Trial> {
        self.trial.as_ref()
    }

    /// The engines that think beside ours, in the order in which they were switched on.
    pub fn companions(&self) -> &[Companion] {
        &self.companions
    }

    /// Changes with everything they say and with who they are.
    pub fn generation(&self) -> u64 {
        self.companions.iter().fold(self.companions.len() as u64, |sum, one| sum.wrapping_add(one.generation()))
    }

    /// Looks for engines and tries them out, on a thread: some take long to start.
    pub fn find(&mut self, ctx: &egui::Context) {
        let (report, found) = channel();
        let ctx = ctx.clone();
        self.search = Some(found);
        std::thread::spawn(move || {
            let tried = find_known().into_iter().map(|profile| {
                let result = try_out(&profile);
                (profile, result)
            });
            let _ = report.send(tried.collect());
            ctx.request_repaint();
        });
    }

    /// Tries one out, on a thread; one that is being tried is let go.
    pub fn try_one(&mut self, ctx: &egui::Context, profile: Profile) {
        let (report, answer) = channel();
        let (ctx, tried, leash) = (ctx.clone(), profile.clone(), Arc::<Leash>::default());
        self.trial = Some(Trial { profile, result: None, leash: leash.clone(), answer });
        std::thread::spawn(move || {
            let _ = report.send(try_out_on(&tried, leash));
            ctx.request_repaint();
        });
    }

    /// Ends an engine beside ours and starts it anew.
    pub fn restart(&mut self, name: &str) {
        self.companions.iter_mut().filter(|one| one.profile().name == name).for_each(Companion::restart);
    }

    /// Forgets a closed file.
    pub fn forget_document(&mut self, document: DocumentId) {
        self.companions.iter_mut().for_each(|one| one.forget(document));
    }

    /// The engine of a profile as a judge; nothing where the name is of none.
    pub fn spec(&self, name: &str) -> Option<JudgeSpec> {
        let profile = self.profiles.find(name).filter(|_| !name.is_empty())?;
        Some(JudgeSpec::Program { name: profile.name.clone(), line: profile.command_line().ok()? })
    }

    /// The engine of a profile, to think for the window; nothing where the name is of none.
    pub fn analyst(&self, name: &str, ctx: &egui::Context) -> Option<Box<dyn Analyst>> {
        let spec = self.spec(name)?;
        let wake = ctx.clone();
        let analyst = ProgramAnalyst::new(spec, Some(Arc::new(move || wake.request_repaint()))).ok()?;
        Some(Box::new(analyst))
    }

    /// Starts those that were switched on, lets go those that were switched off or set up otherwise.
    fn keep_company(&mut self, wanted: &[String], ctx: &egui::Context) {
        let profiles = &self.profiles;
        let wanted: Vec<&Profile> = wanted.iter().filter_map(|name| profiles.find(name)).collect();
        self.companions.retain(|one| wanted.contains(&one.profile()));
        for profile in wanted {
            if !self.companions.iter().any(|one| one.profile() == profile) {
                let wake = ctx.clone();
                self.companions.push(Companion::new(profile.clone(), Arc::new(move || wake.request_repaint())));
            }
        }
    }
}

impl Window {
    /// Takes what a search for engines found, those that work are kept; and what came of trying one out.
    pub(super) fn hear_of_engines(&mut self) {
        if let Some(trial) = &mut self.engines.trial
            && let Ok(result) = trial.answer.try_recv()
        {
            trial.result = Some(result);
        }
        let Some(found) = self.engines.search.as_ref().and_then(|search| search.try_recv().ok()) else { return };
        self.engines.search = None;
        self.engines.told.clear();
        self.engines.unready.clear();
        if found.is_empty() {
            self.engines.told.push(self.texts.get("engines.none").to_owned());
        }
        for (profile, result) in found {
            let line = match result {
                Ok(tried) => {
                    let parts: [(&str, &dyn std::fmt::Display); 2] =
                        [("name", &profile.name), ("version", &tried.name)];
                    let line = self.texts.fill("engines.works", &parts);
                    self.engines.profiles.put(profile);
                    line
                }
                Err(fault) => {
                    let line = format!("{}: {}", profile.name, self.texts.engine_fault(&fault));
                    self.engines.unready.push(profile);
                    line
                }
            };
            self.engines.told.push(line);
        }
        self.save_profiles();
    }

    fn save_profiles(&mut self) {
        if let Some(folders) = &self.folders
            && let Err(error) = self.engines.profiles.save(folders)
        {
            self.engines.told.push(error);
        }
    }

    /// Keeps a profile.
    pub(super) fn keep_engine(&mut self, profile: Profile) {
        self.engines.unready.retain(|other| other.name != profile.name);
        self.engines.profiles.put(profile);
        self.save_profiles();
    }

    /// Forgets a profile.
    pub(super) fn forget_engine(&mut self, name: &str) {
        self.engines.profiles.remove(name);
        self.save_profiles();
    }

    /// Puts the engine that the settings name in the place of the one at work.
    pub(super) fn change_engine(&mut self, ctx: &egui::Context, engine: &EngineSettings) {
        let wake = ctx.clone();
        let ours = || -> Box<dyn Analyst> {
            Box::new(wiring::start_engine(engine.params().0, Some(Arc::new(move || wake.request_repaint()))))
        };
        let analyst = self.engines.analyst(&engine.program, ctx).unwrap_or_else(ours);
        self.analysis.replace(analyst);
    }

    /// Gives the engines beside ours the node shown, and takes what they said.
    pub(super) fn think_beside(&mut self, ctx: &egui::Context) {
        let wanted: &[String] = if self.has_engine { &self.settings.engine.beside } else { &[] };
        self.engines.keep_company(wanted, ctx);
        let limits = self.settings.engine.limits();
        let shown = self.session.active_mut().filter(|_| self.settings.analysis).map(|document| {
            let key = document.key();
            (key, document.view())
        });
        for companion in &mut self.engines.companions {
            companion.poll();
            match &shown {
                Some((key, view)) if !view.position.is_over() => companion.think(*key, &view.position, limits),
                _ => companion.stop(),
            }
        }
        if !self.engines.companions.is_empty() {
            // How long one is silent is told in seconds.
            ctx.request_repaint_after(Duration::from_secs(1));
        }
    }

    /// An engine beside ours goes through the line shown, or stops that.
    pub(super) fn toggle_game_beside(&mut self, name: &str) {
        let Some(document) = self.session.active() else { return };
        let of = (document.id(), document.game_index());
        let (tree, line) = (document.tree().clone(), document.line());
        let cache = self.folders.as_ref().map(|folders| Cache::path_in(&folders.data));
        let effort = Effort::Simulations(self.settings.engine.game_simulations);
        if let Some(companion) = self.engines.companions.iter_mut().find(|one| one.profile().name == name) {
            companion.toggle_game(of, |judge| Order { tree, line, judge, effort, cache, threads: 1 });
        }
    }
}
