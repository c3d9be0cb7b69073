//! Who grades: one of the experts, or somebody new.

use super::{Dialogs, buttons, modal};
use crate::app::NodeKey;
use crate::gui::context::{Cx, Target};
use crate::ontology::{Expert, ExpertId, Rank, TermCode};
use egui::{ComboBox, Context, Grid, RichText, TextEdit, Ui};

/// What was chosen so far.
#[derive(Default)]
pub struct WhoState {
    chosen: Option<ExpertId>,
    name: String,
    rank: Option<Rank>,
    begun: bool,
}

/// A grade that waits for somebody to give it, and the node that was shown when it was asked for.
pub type WaitingGrade = (NodeKey, Target, Option<TermCode>);

impl Dialogs {
    /// Asks who grades; a grade that waits for it is given afterwards.
    pub fn open_who(&mut self, waiting: Option<WaitingGrade>) {
        self.who = Some(WhoState::default());
        self.waiting_grade = waiting;
    }

    /// Who grades from now on, once.
    pub fn take_who(&mut self) -> Option<Expert> {
        self.who_answer.take()
    }

    /// The grade that waited for somebody to give it, once.
    pub fn take_waiting_grade(&mut self) -> Option<WaitingGrade> {
        if self.who.is_some() { None } else { self.waiting_grade.take() }
    }
}

/// Draws the dialog.
pub fn show(ctx: &Context, cx: &mut Cx<'_>, dialogs: &mut Dialogs) {
    let Some(state) = &mut dialogs.who else { return };
    let experts: Vec<Expert> = cx.knowledge.experts().into_iter().cloned().collect();
    let mut asks_name = !state.begun;
    if !state.begun {
        state.begun = true;
        state.chosen = cx.here.me;
    }
    let mut pressed = None;
    let wants_close = modal(ctx, "who", 400.0, cx.t.get("who.title"), |ui| {
        ui.label(RichText::new(cx.t.get("who.text")).color(cx.theme.weak));
        ui.add_space(6.0);
        egui::ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
            for expert in &experts {
                let ink = crate::gui::panels::grades::expert_ink(cx, expert.id);
                let name = RichText::new(expert.title()).color(ink).strong();
                if ui.radio(state.chosen == Some(expert.id), name).clicked() {
                    state.chosen = Some(expert.id);
                }
            }
            if ui.radio(state.chosen.is_none(), cx.t.get("who.new")).clicked() {
                state.chosen = None;
                asks_name = true;
            }
        });
        if state.chosen.is_none() {
            Grid::new("who").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
                let label = ui.label(cx.t.get("who.name"));
                let field = ui.add(TextEdit::singleline(&mut state.name).desired_width(220.0)).labelled_by(label.id);
                if asks_name {
                    field.request_focus();
                }
                ui.end_row();
                let label = ui.label(cx.t.get("who.rank"));
                rank_choice(ui, cx, "who_rank", &mut state.rank, label.id);
                ui.end_row();
            });
        }
        pressed = buttons(ui, cx, &[cx.t.get("who.use"), cx.t.get("dialog.cancel")]);
    });
    let answer = match (pressed, state.chosen) {
        (Some(0), Some(id)) => experts.into_iter().find(|expert| expert.id == id),
        (Some(0), None) if !state.name.trim().is_empty() => {
            // The same name is the same person: known ones keep what is known of them.
            let new = Expert::beside(&experts, state.name.trim(), state.rank);
            Some(experts.into_iter().find(|expert| expert.id == new.id).unwrap_or(new))
        }
        _ => None,
    };
    if answer.is_some() {
        dialogs.who_answer = answer;
        dialogs.who = None;
    } else if pressed == Some(1) || wants_close {
        dialogs.who = None;
        dialogs.waiting_grade = None;
    }
}

/// A choice of ranks from 9 dan professional down to 30 kyu, or none.
pub fn rank_choice(ui: &mut Ui, cx: &Cx<'_>, id: &str, rank: &mut Option<Rank>, label: egui::Id) {
    let none = cx.t.get("who.no_rank");
    let shown = rank.map_or(none.to_owned(), |rank| rank.to_string());
    let combo = ComboBox::from_id_salt(id).selected_text(shown).width(90.0).show_ui(ui, |ui| {
        ui.selectable_value(rank, None, none);
        for one in Rank::all().rev() {
            ui.selectable_value(rank, Some(one), one.to_string());
        }
    });
    combo.response.labelled_by(label);
}
