//! The experts: who they are, how much each is trusted, and in whose name one grades.

use crate::gui::context::{Action, Cx};
use crate::gui::dialogs::rank_choice;
use crate::ontology::store::Edit;
use crate::ontology::{Expert, ExpertId, Record, Rgb};
use egui::{Grid, RichText, Sense, Slider, TextEdit, Ui};

/// What the panel keeps between frames: the expert being edited.
#[derive(Default)]
pub struct ExpertsState {
    draft: Option<Expert>,
    /// The name of somebody new.
    new_name: String,
}

impl ExpertsState {
    /// An expert that could not be written is back in its form.
    pub fn give_back(&mut self, expert: Expert) {
        self.draft = Some(expert);
    }
}

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    if !cx.knowledge.is_open() {
        super::empty(ui, cx.t.get("experts.absent"));
        return;
    }
    let experts: Vec<Expert> = cx.knowledge.experts().into_iter().cloned().collect();
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for expert in &experts {
            row(ui, cx, expert);
        }
        let mut name = std::mem::take(&mut cx.panels.experts.new_name);
        ui.horizontal(|ui| {
            let hint = cx.t.get("who.new");
            let field = ui.add(TextEdit::singleline(&mut name).hint_text(hint).desired_width(150.0));
            field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, hint));
            let can_add = !name.trim().is_empty() && !experts.iter().any(|e| e.id == Expert::id_of(&name));
            if ui.add_enabled(can_add, egui::Button::new(cx.t.get("experts.add"))).clicked() {
                let new = Expert::beside(&experts, name.trim(), None);
                cx.panels.experts.draft = Some(new.clone());
                let label = cx.t.fill("experts.add_label", &[("name", &new.title())]);
                cx.send(Action::ChangeOntology(label, vec![Edit::Put(Record::Expert(new))]));
                name.clear();
            }
        });
        cx.panels.experts.new_name = name;
        if let Some(draft) = cx.panels.experts.draft.take() {
            ui.separator();
            cx.panels.experts.draft = edit(ui, cx, draft, &experts);
        }
    });
}

fn row(ui: &mut Ui, cx: &mut Cx<'_>, expert: &Expert) {
    ui.horizontal(|ui| {
        let (dot, _) = ui.allocate_exact_size(egui::vec2(12.0, 12.0), Sense::hover());
        ui.painter().circle_filled(dot.center(), 5.5, super::grades::expert_color(cx, expert.id));
        let is_me = cx.here.me == Some(expert.id);
        let edited = cx.panels.experts.draft.as_ref().is_some_and(|draft| draft.id == expert.id);
        let title = if is_me { RichText::new(expert.title()).strong() } else { RichText::new(expert.title()) };
        let mut label = ui.selectable_label(edited, title);
        if !expert.biography.is_empty() {
            label = label.on_hover_text(&expert.biography);
        }
        if label.clicked() {
            cx.panels.experts.draft = Some(expert.clone());
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let text = RichText::new(cx.t.get(if is_me { "experts.grades_now" } else { "experts.grade_as" })).small();
            let name = cx.t.fill("experts.as", &[("name", &expert.title())]);
            let button = ui.add(egui::Button::new(text).selected(is_me));
            button.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_me, &name));
            if button.clicked() {
                cx.send(Action::SetExpert(Box::new(expert.clone())));
            }
            let weight = cx.t.fill("experts.weight", &[("n", &format!("{:.2}", expert.weight()))]);
            ui.label(RichText::new(weight).small().weak()).on_hover_text(cx.t.get("experts.weight_help"));
        });
    });
}

/// The form of an expert; what is left of the draft.
fn edit(ui: &mut Ui, cx: &mut Cx<'_>, mut draft: Expert, experts: &[Expert]) -> Option<Expert> {
    // One that was just added may not be there yet; one that is gone leaves nothing to edit.
    let known = experts.iter().find(|expert| expert.id == draft.id);
    Grid::new("expert").num_columns(2).spacing([10.0, 6.0]).show(ui, |ui| {
        let label = ui.label(cx.t.get("who.name"));
        ui.add(TextEdit::singleline(&mut draft.name).desired_width(170.0)).labelled_by(label.id);
        ui.end_row();
        let label = ui.label(cx.t.get("who.rank"));
        rank_choice(ui, cx, "expert_rank", &mut draft.rank, label.id);
        ui.end_row();
        let label = ui.label(cx.t.get("experts.colour"));
        let mut colour = draft.colour.0;
        ui.color_edit_button_srgb(&mut colour).labelled_by(label.id);
        draft.colour = Rgb(colour);
        ui.end_row();
        let label = ui.label(cx.t.get("experts.trust")).on_hover_text(cx.t.get("experts.trust_help"));
        let slider = Slider::new(&mut draft.trust, 0.0..=Expert::MAX_TRUST).step_by(0.05);
        ui.add(slider).labelled_by(label.id);
        ui.end_row();
    });
    let label = ui.label(cx.t.get("experts.biography"));
    let field = TextEdit::multiline(&mut draft.biography).desired_rows(3).desired_width(f32::INFINITY);
    ui.add(field).labelled_by(label.id);
    let mut keep = true;
    ui.horizontal(|ui| {
        let changed = known.is_some_and(|known| *known != draft) && !draft.name.trim().is_empty();
        if ui.add_enabled(changed, egui::Button::new(cx.t.get("experts.save"))).clicked() {
            let label = cx.t.fill("experts.change_label", &[("name", &draft.title())]);
            cx.send(Action::ChangeOntology(label, vec![Edit::Put(Record::Expert(draft.clone()))]));
        }
        if ui.button(cx.t.get("experts.close")).clicked() {
            keep = false;
        }
        let remove = egui::Button::new(RichText::new(cx.t.get("experts.remove")).color(cx.theme.error));
        let help = cx.t.get("experts.remove_help");
        if ui.add_enabled(known.is_some(), remove).on_hover_text(help).clicked() {
            let label = cx.t.fill("experts.remove_label", &[("name", &draft.title())]);
            cx.send(Action::RemoveExpert(label, draft.id));
            keep = false;
        }
    });
    keep.then_some(draft)
}

/// Names of experts for a choice.
pub fn name_of(cx: &Cx<'_>, id: ExpertId) -> String {
    cx.knowledge.expert(id).map_or_else(|| id.to_string(), |expert| expert.name.clone())
}
