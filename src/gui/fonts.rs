//! The letters of the window: which fonts the system has, and the one the reader chose. Listing and
//! reading them takes a while, so a thread does it.

use egui::{FontData, FontDefinitions, FontFamily};
use fontique::{Collection, CollectionOptions};
use std::sync::mpsc::{Receiver, Sender, channel};

enum Job {
    List,
    Load(String),
}

enum Answer {
    Families(Vec<String>),
    Loaded(String, Option<FontData>),
}

/// The fonts of the system; the thread starts when they are first asked about.
#[derive(Default)]
pub struct Fonts {
    thread: Option<(Sender<Job>, Receiver<Answer>)>,
    families: Option<Vec<String>>,
    /// The chosen font that could not be read.
    missing: Option<String>,
}

impl Fonts {
    /// The families to choose from, once they are known.
    pub fn families(&self) -> Option<&[String]> {
        self.families.as_deref()
    }

    /// The chosen font, if the system does not have it.
    pub fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }

    /// Finds out what there is.
    pub fn list(&mut self, ctx: &egui::Context) {
        if self.families.is_none() {
            self.ask(ctx, Job::List);
        }
    }

    /// Uses a family of the system before the built-in letters; an empty name uses those alone.
    pub fn choose(&mut self, ctx: &egui::Context, family: &str) {
        self.missing = None;
        if family.is_empty() {
            ctx.set_fonts(FontDefinitions::default());
        } else {
            self.ask(ctx, Job::Load(family.to_owned()));
        }
    }

    fn ask(&mut self, ctx: &egui::Context, job: Job) {
        let (jobs, _) = self.thread.get_or_insert_with(|| {
            let (jobs, queue) = channel();
            let (report, answers) = channel();
            let ctx = ctx.clone();
            // Without a thread the built-in letters stay.
            let _ = std::thread::Builder::new().name("fonts".to_owned()).spawn(move || {
                let mut system = Collection::new(CollectionOptions { shared: false, system_fonts: true });
                while let Ok(job) = queue.recv() {
                    if report.send(answer(&mut system, job)).is_err() {
                        return;
                    }
                    ctx.request_repaint();
                }
            });
            (jobs, answers)
        });
        let _ = jobs.send(job);
    }

    /// Takes what the thread found; `chosen` is the family wanted now.
    pub fn poll(&mut self, ctx: &egui::Context, chosen: &str) {
        let Some((_, answers)) = &self.thread else { return };
        while let Ok(answer) = answers.try_recv() {
            match answer {
                Answer::Families(families) => self.families = Some(families),
                Answer::Loaded(family, _) if family != chosen => {}
                Answer::Loaded(family, None) => self.missing = Some(family),
                Answer::Loaded(family, Some(data)) => {
                    let mut fonts = FontDefinitions::default();
                    fonts.font_data.insert(family.clone(), data.into());
                    if let Some(list) = fonts.families.get_mut(&FontFamily::Proportional) {
                        list.insert(0, family);
                    }
                    ctx.set_fonts(fonts);
                }
            }
        }
    }
}

fn answer(system: &mut Collection, job: Job) -> Answer {
    match job {
        Job::List => {
            let mut names: Vec<String> = system.family_names().map(str::to_owned).collect();
            names.sort_by_key(|name| name.to_lowercase());
            names.dedup();
            Answer::Families(names)
        }
        Job::Load(family) => {
            let data = system.family_by_name(&family).and_then(|info| {
                let font = info.default_font()?;
                let bytes = font.load(None)?;
                Some(FontData { index: font.index(), ..FontData::from_owned(bytes.as_ref().to_vec()) })
            });
            Answer::Loaded(family, data)
        }
    }
}
