//! The window: panels read a context and send actions, which are done in one place.

mod app;
mod context;
mod cursor;
mod dialogs;
mod dock;
mod engines;
mod execute;
pub mod experts;
mod file_dialog;
mod fonts;
mod grade_history;
mod input;
pub mod keymap;
mod layout;
mod menu;
mod ontology_file;
mod panels;
mod reviewing;
pub mod settings;
pub mod signals;
mod sounds;
pub mod theme;
mod thinking;
pub mod widgets;

pub use crate::app::texts;
pub use app::{Start, Window};

/// Whether there is a display to open a window on.
pub fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// The size of the window at its first start, and the least it may have.
const FIRST_SIZE: [f32; 2] = [1280.0, 800.0];
const LEAST_SIZE: [f32; 2] = [720.0, 520.0];

/// The picture of the program where the desktop takes it from the window.
fn icon() -> egui::IconData {
    eframe::icon_data::from_png_bytes(include_bytes!("../../assets/icon/fuzeki-128.png")).unwrap_or_default()
}

/// Opens the window where it was last and returns when it is closed, with the signal that closed it.
pub fn run(start: Start) -> Result<Option<i32>, String> {
    let place = start.folders.as_ref().map(app::remembered_place).unwrap_or_default();
    let mut viewport = egui::ViewportBuilder::default()
        .with_app_id("fuzeki")
        .with_title("Fuzeki")
        .with_icon(icon())
        .with_inner_size(place.size.map_or(FIRST_SIZE, |[w, h]| [w.max(LEAST_SIZE[0]), h.max(LEAST_SIZE[1])]))
        .with_min_inner_size(LEAST_SIZE)
        .with_clamp_size_to_monitor_size(true)
        .with_maximized(place.maximized);
    if let Some(position) = place.position {
        viewport = viewport.with_position(position);
    }
    let options = eframe::NativeOptions { viewport, ..eframe::NativeOptions::default() };
    let heard = std::rc::Rc::new(std::cell::OnceCell::new());
    let told = heard.clone();
    let make = move |context: &eframe::CreationContext<'_>| {
        let wake = context.egui_ctx.clone();
        let signals = signals::Signals::listen(move || wake.request_repaint())?;
        let _ = told.set(signals.clone());
        let window = Window::new(&context.egui_ctx, Start { signals, ..start })?;
        Ok(Box::new(window) as Box<dyn eframe::App>)
    };
    eframe::run_native("Fuzeki", options, Box::new(make)).map_err(|error| error.to_string())?;
    Ok(heard.get().and_then(signals::Signals::heard))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_icon_can_be_read() {
        assert_eq!((super::icon().width, super::icon().height), (128, 128));
    }
}
