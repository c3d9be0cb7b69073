//! The window.

/// Whether there is a display to open a window on.
pub fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Opens the window and returns when it is closed.
pub fn run() -> eframe::Result {
    eframe::run_native("Fuzeki", eframe::NativeOptions::default(), Box::new(|_| Ok(Box::new(App))))
}

struct App;

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        ui.heading("Fuzeki");
    }
}
