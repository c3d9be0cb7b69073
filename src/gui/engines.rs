//! Engines of others in the window: which are set up, looking for more, and putting one in the place of
//! ours.

use super::app::Window;
use super::settings::EngineSettings;
use crate::app::config::Folders;
use crate::app::engines::{Profile, Profiles, Tried, find_known, try_out};
use crate::app::review::JudgeSpec;
use crate::app::{Analyst, ProgramAnalyst, wiring};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

/// What came of trying each engine that was found.
type Found = Vec<(Profile, Result<Tried, String>)>;

/// The engines of others.
#[derive(Default)]
pub struct Engines {
    profiles: Profiles,
    search: Option<Receiver<Found>>,
    /// What the last search found, in words.
    told: Vec<String>,
}

impl Engines {
    /// Those that were set up before.
    pub fn load(folders: Option<&Folders>, troubles: &mut Vec<String>) -> Engines {
        let loaded = folders.map(Profiles::load);
        let Some(loaded) = loaded else { return Engines::default() };
        troubles.extend(loaded.trouble);
        Engines { profiles: loaded.value, ..Engines::default() }
    }

    /// The engines to choose from.
    pub fn profiles(&self) -> &[Profile] {
        &self.profiles.engine
    }

    /// What the last search found.
    pub fn told(&self) -> &[String] {
        &self.told
    }

    /// Whether engines are being tried out.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
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
}

impl Window {
    /// Takes what a search for engines found: those that work are kept.
    pub(super) fn hear_of_engines(&mut self) {
        let Some(found) = self.engines.search.as_ref().and_then(|search| search.try_recv().ok()) else { return };
        self.engines.search = None;
        self.engines.told.clear();
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
                Err(words) => format!("{}: {words}", profile.name),
            };
            self.engines.told.push(line);
        }
        if let Some(folders) = &self.folders
            && let Err(error) = self.engines.profiles.save(folders)
        {
            self.engines.told.push(error);
        }
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
}
