//! Questions and messages.

use super::{Dialogs, buttons, modal};
use crate::app::Session;
use crate::app::command::Command;
use crate::app::recovery::Leftover;
use crate::gui::context::{Action, Cx};
use crate::gui::texts::Texts;
use egui::{Context, RichText, ScrollArea, TextEdit};
use std::time::Duration;

/// What is to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseWhat {
    /// One game.
    Tab(usize),
    /// The window.
    Window,
}

/// What to do with unsaved work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseAnswer {
    /// Save, then close.
    Save,
    /// Close.
    Discard,
}

/// What to do about a file that somebody else has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangedAnswer {
    /// Ours takes its place.
    Replace,
    /// Ours goes to another file.
    SaveElsewhere,
}

/// Something went wrong: what, and on demand all that is known.
pub fn fault(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    let Some(fault) = dialogs.faults.front().cloned() else { return };
    let mut done = false;
    let details = &mut dialogs.fault_details;
    let wants_close = modal(ctx, "fault", 440.0, cx.t.get("fault.title"), |ui| {
        ui.label(&fault.summary);
        if *details {
            ui.add_space(6.0);
            ScrollArea::vertical().max_height(180.0).show(ui, |ui| {
                let mut text = fault.details.as_str();
                ui.add(TextEdit::multiline(&mut text).font(egui::TextStyle::Monospace).desired_width(f32::INFINITY));
            });
        }
        let toggle = if *details { "fault.hide" } else { "fault.details" };
        let texts = [cx.t.get("dialog.ok"), cx.t.get(toggle)];
        // Where nothing more is known, there is nothing to look at.
        match buttons(ui, cx, &texts[..if fault.details.is_empty() { 1 } else { 2 }]) {
            Some(0) => done = true,
            Some(_) => *details ^= true,
            None => {}
        }
    });
    if done || wants_close {
        dialogs.faults.pop_front();
        dialogs.fault_details = false;
    }
}

/// What was repaired in a file.
pub fn warnings(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    let Some((name, list)) = dialogs.warnings.front().cloned() else { return };
    let mut done = false;
    let wants_close = modal(ctx, "warnings", 480.0, cx.t.get("warnings.title"), |ui| {
        ui.label(cx.t.fill("warnings.text", &[("name", &name), ("n", &list.len())]));
        ui.add_space(4.0);
        ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
            for line in &list {
                ui.label(RichText::new(line).small().color(cx.theme.weak));
            }
        });
        done = buttons(ui, cx, &[cx.t.get("dialog.ok")]).is_some();
    });
    if done || wants_close {
        dialogs.warnings.pop_front();
    }
}

/// Unsaved work: save, discard or stay.
pub fn close(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs, session: &Session) {
    let Some(what) = dialogs.close else { return };
    let mut answer = None;
    let mut done = false;
    let untitled = cx.t.get("tab.untitled");
    let names: Vec<String> = match what {
        CloseWhat::Window => session.modified().map(|d| d.title().unwrap_or_else(|| untitled.to_owned())).collect(),
        CloseWhat::Tab(index) => {
            let document = session.documents().get(index);
            document.map(|d| d.title().unwrap_or_else(|| untitled.to_owned())).into_iter().collect()
        }
    };
    let wants_close = modal(ctx, "close", 420.0, cx.t.get("close.title"), |ui| {
        ui.label(cx.t.get("close.text"));
        for name in &names {
            ui.label(RichText::new(format!("•  {name}")));
        }
        let save = if what == CloseWhat::Window && names.len() > 1 { "close.save_all" } else { "close.save" };
        match buttons(ui, cx, &[cx.t.get(save), cx.t.get("dialog.cancel"), cx.t.get("close.discard")]) {
            Some(0) => answer = Some(CloseAnswer::Save),
            Some(1) => done = true,
            Some(_) => answer = Some(CloseAnswer::Discard),
            None => {}
        }
    });
    if let Some(answer) = answer {
        dialogs.close_answer = Some((what, answer));
    }
    if answer.is_some() || done || wants_close {
        dialogs.close = None;
    }
}

/// Somebody else has changed the file that is to be written: whose changes are to stay.
pub fn changed(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    let Some((id, path)) = dialogs.changed.clone() else { return };
    let (mut answer, mut done) = (None, false);
    let wants_close = modal(ctx, "changed", 460.0, cx.t.get("changed.title"), |ui| {
        ui.label(cx.t.fill("changed.text", &[("path", &path.display())]));
        let texts = ["changed.elsewhere", "dialog.cancel", "changed.replace"].map(|key| cx.t.get(key));
        match buttons(ui, cx, &texts) {
            Some(0) => answer = Some(ChangedAnswer::SaveElsewhere),
            Some(1) => done = true,
            Some(_) => answer = Some(ChangedAnswer::Replace),
            None => {}
        }
    });
    if answer.is_some() || done || wants_close {
        dialogs.changed = None;
        dialogs.changed_answer = answer.map(|answer| (id, path, answer));
    }
}

/// A crash left games.
pub fn recover(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs, leftovers: &[Leftover]) {
    let mut answer = None;
    let mut later = false;
    modal(ctx, "recover", 460.0, cx.t.get("recover.title"), |ui| {
        ui.label(cx.t.get("recover.text"));
        ui.add_space(4.0);
        for leftover in leftovers {
            let name = leftover.title.clone().unwrap_or_else(|| cx.t.get("tab.untitled").to_owned());
            // A clock that went back says nothing of it.
            let ago = leftover.written.and_then(|time| time.elapsed().ok()).map(|age| ago(cx.t, age));
            let ago = ago.unwrap_or_default();
            ui.label(format!("•  {name}   {ago}"));
        }
        match buttons(ui, cx, &[cx.t.get("recover.restore"), cx.t.get("recover.later"), cx.t.get("recover.discard")]) {
            Some(0) => answer = Some(true),
            Some(1) => later = true,
            Some(_) => answer = Some(false),
            None => {}
        }
    });
    if answer.is_some() || later {
        dialogs.recover = false;
        dialogs.recover_answer = answer;
    }
}

/// How long ago something was, in the largest unit of which there are two.
fn ago(t: &Texts, age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (key, n) = match minutes {
        0 => ("recover.now", 0),
        1..120 => ("recover.minutes", minutes),
        120..2880 => ("recover.hours", minutes / 60),
        _ => ("recover.days", minutes / 1440),
    };
    t.fill(key, &[("n", &n)])
}

/// A move by its number.
pub fn go_to(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    let Some(mut text) = dialogs.go_to.take() else { return };
    let mut done = false;
    let wants_close = modal(ctx, "go_to", 260.0, cx.t.command(Command::GoToMove).trim_end_matches('…'), |ui| {
        let field =
            ui.add(TextEdit::singleline(&mut text).hint_text(cx.t.get("go_to.hint")).desired_width(f32::INFINITY));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, cx.t.get("go_to.hint")));
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if !entered {
            field.request_focus();
        }
        done = buttons(ui, cx, &[cx.t.get("dialog.ok")]).is_some() || entered;
    });
    if done {
        dialogs.go_to_answer = text.trim().parse().ok();
    } else if !wants_close {
        dialogs.go_to = Some(text);
    }
}

/// What this is.
pub fn about(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    if !dialogs.about {
        return;
    }
    let mut done = false;
    let wants_close = modal(ctx, "about", 400.0, "", |ui| {
        ui.vertical_centered(|ui| {
            ui.label(RichText::new("Fuzeki").size(28.0).color(cx.theme.accent));
            ui.label(RichText::new(env!("CARGO_PKG_VERSION")).weak());
            ui.add_space(6.0);
            ui.label(cx.t.get("about.text"));
        });
        done = buttons(ui, cx, &[cx.t.get("dialog.ok")]).is_some();
    });
    if done || wants_close {
        dialogs.about = false;
    }
}

/// A few words for the first start, dismissed for ever by its switch.
pub fn welcome(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    if !dialogs.welcome {
        return;
    }
    let mut done = false;
    let mut settings = cx.settings.clone();
    let wants_close = modal(ctx, "welcome", 580.0, "", |ui| {
        ui.vertical_centered(|ui| {
            ui.label(RichText::new(cx.t.get("welcome.title")).size(24.0).color(cx.theme.accent));
            ui.add_space(2.0);
            ui.label(RichText::new(cx.t.get("welcome.subtitle")).color(cx.theme.weak));
        });
        ui.add_space(12.0);
        let hints = [
            (Command::Forward, "welcome.walk"),
            (Command::Analysis, "welcome.analysis"),
            (Command::GradeVeryGood, "welcome.grade"),
            (Command::EditComment, "welcome.comment"),
            (Command::Open, "welcome.open"),
            (Command::Palette, "welcome.palette"),
        ];
        egui::Grid::new("welcome").num_columns(2).spacing([16.0, 9.0]).show(ui, |ui| {
            for (command, key) in hints {
                let shortcut = cx.keymap.first(command).map(|key| crate::gui::keymap::pretty(&key)).unwrap_or_default();
                key_cap(ui, cx, &shortcut);
                ui.label(cx.t.get(key));
                ui.end_row();
            }
        });
        ui.add_space(10.0);
        let mut again = settings.welcome;
        ui.checkbox(&mut again, cx.t.get("welcome.again"));
        settings.welcome = again;
        done = buttons(ui, cx, &[cx.t.get("welcome.start")]).is_some();
    });
    if settings != *cx.settings {
        cx.send(Action::SetSettings(Box::new(settings)));
    }
    if done || wants_close {
        dialogs.welcome = false;
    }
}

/// A key drawn as a key, right-aligned in its column.
pub fn key_cap(ui: &mut egui::Ui, cx: &Cx<'_>, key: &str) {
    let font = egui::TextStyle::Small.resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(key.to_owned(), font, cx.theme.text);
    let width = (galley.size().x + 16.0).max(104.0);
    let (rect, response) = ui.allocate_exact_size(egui::vec2(width, 22.0), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, key));
    let cap = egui::Rect::from_min_max(egui::pos2(rect.right() - galley.size().x - 14.0, rect.top() + 1.0), rect.max);
    let fill = cx.theme.mix(cx.theme.panel, cx.theme.text, 0.07);
    ui.painter().rect(cap, 4.0, fill, egui::Stroke::new(1.0, cx.theme.rule), egui::StrokeKind::Inside);
    ui.painter().galley(cap.center() - galley.size() / 2.0, galley, cx.theme.text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::texts::Language;

    #[test]
    fn how_long_ago_something_was_is_told_in_units_that_people_use() {
        let texts = Texts::of(Language::English);
        let told = |minutes: u64| ago(&texts, Duration::from_secs(60 * minutes + 59));
        assert_eq!([told(0), told(1), told(119)], ["(just now)", "(1 minute ago)", "(119 minutes ago)"]);
        assert_eq!([told(120), told(2879), told(2880)], ["(2 hours ago)", "(47 hours ago)", "(2 days ago)"]);
    }
}
