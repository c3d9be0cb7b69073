//! The ontology to browse: the concept tree on the left, the pattern table of figure 5 beside it, and
//! the chosen row with its rule sentences and everything that can be done with its verdicts.

use super::experts::name_of;
use super::grades::{expert_ink, term_name};
use crate::app::knowledge::table::{Filter, PatternTable, TableRow};
use crate::board::{Color, Move};
use crate::gui::context::{Action, Cx};
use crate::ontology::concepts::{Concept, ConceptNode};
use crate::ontology::exchange::sentence;
use crate::ontology::store::Edit;
use crate::ontology::{Annotation, AnnotationId, Key, Phase, Record, TermCode, Validation};
use egui::{Align2, Color32, ComboBox, FontId, Label, Rect, RichText, Sense, Stroke, TextEdit, TextStyle, Ui, vec2};

/// What the panel keeps between frames.
#[derive(Default)]
pub struct OntologyState {
    /// What the table shows.
    pub filter: Filter,
    /// Places of the concept tree that are open; the root always is.
    pub open: Vec<Concept>,
    /// The tree was shown: what is open is the reader's choice from now on.
    begun: bool,
    /// The chosen row, by its moves and its place in a pattern.
    chosen: Option<String>,
    /// The verdict being edited, with its "better" move as typed.
    draft: Option<(Annotation, String)>,
}

impl OntologyState {
    /// A verdict that could not be written is back in its form.
    pub fn give_back(&mut self, verdict: Annotation) {
        let better = verdict.better.map(|mv| mv.to_gtp(verdict.line.size())).unwrap_or_default();
        self.draft = Some((verdict, better));
    }
}

const TREE_WIDTH: f32 = 190.0;
const ROW: f32 = 22.0;

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    if !cx.knowledge.is_open() {
        super::empty(ui, cx.t.get("experts.absent"));
        return;
    }
    if cx.here.is_blind {
        super::empty(ui, cx.t.get("experts.blind"));
        return;
    }
    let table = cx.table.clone().unwrap_or_default();
    let mut state = std::mem::take(&mut cx.panels.ontology);
    let wide = ui.available_width() > 2.5 * TREE_WIDTH;
    if wide {
        egui::Panel::left("concepts").resizable(true).default_size(TREE_WIDTH).show(ui, |ui| {
            tree(ui, cx, &mut state);
        });
    }
    let chosen = table.rows.iter().find(|row| state.chosen.as_ref() == Some(&key(row))).cloned();
    if let Some(row) = &chosen {
        let height = (ui.available_height() * 0.45).max(120.0);
        egui::Panel::bottom("row").resizable(true).default_size(height).show(ui, |ui| {
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| details(ui, cx, &mut state, row));
        });
    }
    egui::CentralPanel::default().frame(egui::Frame::new().inner_margin(egui::Margin::symmetric(6, 2))).show(
        ui,
        |ui| {
            filters(ui, cx, &mut state.filter, &table);
            rows(ui, cx, &mut state, &table);
        },
    );
    cx.panels.ontology = state;
}

/// Tells rows apart.
fn key(row: &TableRow) -> String {
    let place = row.branch.map(|(id, label)| format!("{id} {label}")).unwrap_or_default();
    format!("{place} {} {}", row.line.size(), row.line)
}

fn tree(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut OntologyState) {
    egui::ScrollArea::both().auto_shrink(false).id_salt("concept_tree").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let everything = state.filter == Filter::default();
        if ui.selectable_label(everything, RichText::new(cx.t.get("ontology.all")).strong()).clicked() {
            state.filter = Filter::default();
        }
        if !state.begun
            && let [only] = cx.knowledge.concepts(&Concept::Root)
        {
            state.open.push(only.concept.clone());
            state.begun = true;
        }
        level(ui, cx, state, &Concept::Root, 0);
    });
}

/// One level and those that are open below it: six at most, by the form of the tree.
fn level(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut OntologyState, of: &Concept, depth: usize) {
    let nodes: Vec<ConceptNode> = cx.knowledge.concepts(of).to_vec();
    for node in nodes {
        let is_open = state.open.contains(&node.concept);
        ui.horizontal(|ui| {
            ui.add_space(depth as f32 * 12.0);
            let sign = match (node.has_children, is_open) {
                (false, _) => "   ",
                (true, true) => "▾",
                (true, false) => "▸",
            };
            let title = title(cx, &node);
            let sign = ui.add(Label::new(RichText::new(sign).monospace()).sense(Sense::click()));
            let text = ui.selectable_label(is_chosen(&state.filter, &node.concept), title);
            let count = RichText::new(node.verdicts.to_string()).small().weak();
            ui.label(count);
            if sign.clicked() || text.double_clicked() {
                match is_open {
                    true => state.open.retain(|concept| *concept != node.concept),
                    false => state.open.push(node.concept.clone()),
                }
            }
            if text.clicked() {
                choose(cx, state, &node.concept);
            }
        });
        if is_open && depth < 6 {
            level(ui, cx, state, &node.concept, depth + 1);
        }
    }
}

/// What a place is called: words of the tree in the reader's language, names as they are.
fn title(cx: &Cx<'_>, node: &ConceptNode) -> String {
    match node.concept {
        Concept::Side(_, Color::Black) => cx.t.get("ontology.as_black").to_owned(),
        Concept::Side(_, Color::White) => cx.t.get("ontology.as_white").to_owned(),
        Concept::Phase(.., phase) => cx.t.get(phase_key(phase)).to_owned(),
        Concept::Loose(..) => cx.t.get("ontology.loose").to_owned(),
        _ => node.title.clone(),
    }
}

fn phase_key(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "ontology.opening",
        Phase::Middle => "ontology.middle",
        Phase::End => "ontology.end",
    }
}

fn is_chosen(filter: &Filter, concept: &Concept) -> bool {
    match *concept {
        Concept::Size(size) => filter.size == Some(size) && filter.side.is_none() && filter.pattern.is_none(),
        Concept::Side(size, side) => {
            (filter.size, filter.side) == (Some(size), Some(side)) && filter.phase.is_none() && filter.pattern.is_none()
        }
        Concept::Phase(size, side, phase) => {
            (filter.size, filter.side, filter.phase) == (Some(size), Some(side), Some(phase))
                && filter.pattern.is_none()
        }
        Concept::Pattern(id) | Concept::Branch(id, _) => filter.pattern == Some(id),
        _ => false,
    }
}

/// A click in the tree narrows the table; on a branch or a move it chooses the row too.
fn choose(cx: &mut Cx<'_>, state: &mut OntologyState, concept: &Concept) {
    let none = Filter::default();
    match concept.clone() {
        Concept::Root => state.filter = none,
        Concept::Size(size) => state.filter = Filter { size: Some(size), ..none },
        Concept::Side(size, side) => state.filter = Filter { size: Some(size), side: Some(side), ..none },
        Concept::Phase(size, side, phase) | Concept::Loose(size, side, phase) => {
            state.filter = Filter { size: Some(size), side: Some(side), phase: Some(phase), ..none };
        }
        Concept::Pattern(id) => state.filter = Filter { pattern: Some(id), ..none },
        Concept::Branch(id, label) => {
            state.filter = Filter { pattern: Some(id), ..none };
            let patterns = cx.knowledge.index().patterns();
            let branch = patterns.iter().find(|p| p.id == id).and_then(|p| p.branch(label));
            state.chosen = branch.map(|b| format!("{id} {label} {} {}", b.line.size(), b.line));
        }
        Concept::Move(line) => cx.send(Action::ShowLine(Box::new(line), None, None)),
    }
}

/// A named choice that is not torn apart where the line ends.
fn choice(ui: &mut Ui, name: &str, shown: &str, content: impl FnOnce(&mut Ui)) {
    let font = TextStyle::Small.resolve(ui.style());
    let named = ui.painter().layout_no_wrap(name.to_owned(), font, Color32::PLACEHOLDER).size().x;
    let room = vec2(named + 104.0, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(room, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        let label = ui.label(RichText::new(name).small());
        let combo = ComboBox::from_id_salt(name).selected_text(shown).width(64.0).show_ui(ui, content);
        combo.response.labelled_by(label.id);
    });
}

fn filters(ui: &mut Ui, cx: &Cx<'_>, filter: &mut Filter, table: &PatternTable) {
    ui.horizontal_wrapped(|ui| {
        let hint = cx.t.get("ontology.search");
        let field = ui.add(TextEdit::singleline(&mut filter.text).hint_text(hint).desired_width(130.0));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, hint));
        let any = cx.t.get("ontology.any");
        let shown = filter.expert.map_or(any.to_owned(), |id| name_of(cx, id));
        choice(ui, cx.t.get("menu.experts"), &shown, |ui| {
            ui.selectable_value(&mut filter.expert, None, any);
            for expert in cx.knowledge.experts() {
                ui.selectable_value(&mut filter.expert, Some(expert.id), expert.title());
            }
        });
        let shown = filter.term.map_or(any.to_owned(), |term| term_name(cx, term).to_owned());
        choice(ui, cx.t.get("ontology.term"), &shown, |ui| {
            ui.selectable_value(&mut filter.term, None, any);
            for term in cx.knowledge.index().terms().terms().iter().rev() {
                ui.selectable_value(&mut filter.term, Some(term.code), term_name(cx, term.code));
            }
        });
        let shown = filter.state.map_or(any, |state| cx.t.get(state_key(state)));
        choice(ui, cx.t.get("ontology.state"), shown, |ui| {
            ui.selectable_value(&mut filter.state, None, any);
            for state in Validation::ALL {
                ui.selectable_value(&mut filter.state, Some(state), cx.t.get(state_key(state)));
            }
        });
        let count = cx.t.fill("ontology.rows", &[("n", &table.rows.len())]);
        let more = if table.is_cut { "+" } else { "" };
        ui.label(RichText::new(format!("{count}{more}")).small().weak());
    });
    if !table.remark.is_empty() {
        ui.add(Label::new(RichText::new(&table.remark).italics()).wrap());
    }
}

fn state_key(state: Validation) -> &'static str {
    match state {
        Validation::Proposed => "ontology.proposed",
        Validation::Validated => "ontology.validated",
        Validation::Rejected => "ontology.rejected",
    }
}

fn state_sign(state: Validation) -> &'static str {
    match state {
        Validation::Proposed => "",
        Validation::Validated => "✔",
        Validation::Rejected => "✖",
    }
}

const NAME: f32 = 82.0;
const LABEL: f32 = 52.0;
const EXPERT: f32 = 62.0;
/// Columns of experts at most; more are reached by the filter.
const MOST_EXPERTS: usize = 8;

/// The table: Part 1 name, row and sequence, Part 2 a column for each expert.
fn rows(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut OntologyState, table: &PatternTable) {
    if table.rows.is_empty() {
        super::empty(ui, cx.t.get("ontology.none"));
        return;
    }
    let experts = &table.experts[..table.experts.len().min(MOST_EXPERTS)];
    let fixed = NAME + LABEL + EXPERT * experts.len() as f32;
    let sequence = (ui.available_width() - fixed).max(112.0);
    let width = fixed + sequence;
    let font = TextStyle::Body.resolve(ui.style());
    let small = TextStyle::Small.resolve(ui.style());
    ui.spacing_mut().item_spacing.y = 0.0;
    egui::ScrollArea::both().auto_shrink(false).id_salt("pattern_table").show_rows(
        ui,
        ROW,
        table.rows.len() + 1,
        |ui, range| {
            for at in range {
                let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::click());
                let Some(row) = at.checked_sub(1).map(|at| &table.rows[at]) else {
                    header(ui, cx, rect, sequence, experts, &small);
                    continue;
                };
                let is_chosen = state.chosen.as_ref() == Some(&key(row));
                paint_row(ui, cx, row, rect, sequence, experts, (is_chosen, response.hovered()), &font);
                let said = format!("{} {}", label_of(row), row.line);
                response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen, &said));
                if response.clicked() {
                    state.chosen = if is_chosen { None } else { Some(key(row)) };
                    state.draft = None;
                }
                if response.double_clicked() {
                    show_row(cx, row);
                }
            }
        },
    );
}

fn header(ui: &Ui, cx: &Cx<'_>, rect: Rect, sequence: f32, experts: &[crate::ontology::ExpertId], font: &FontId) {
    let weak = cx.theme.weak;
    let at = |x: f32| egui::pos2(rect.left() + x + 4.0, rect.center().y);
    let p = ui.painter();
    p.text(at(0.0), Align2::LEFT_CENTER, cx.t.get("ontology.pattern"), font.clone(), weak);
    p.text(at(NAME), Align2::LEFT_CENTER, cx.t.get("ontology.row"), font.clone(), weak);
    p.text(at(NAME + LABEL), Align2::LEFT_CENTER, cx.t.get("ontology.sequence"), font.clone(), weak);
    for (i, &id) in experts.iter().enumerate() {
        let x = NAME + LABEL + sequence + EXPERT * i as f32;
        let cell = Rect::from_min_size(egui::pos2(rect.left() + x, rect.top()), vec2(EXPERT, ROW));
        let name = name_of(cx, id);
        // The last word of a name is the family's in most of the names we have; shorter than the whole.
        let short: String = name.rsplit([' ', '-']).next().unwrap_or(&name).chars().take(9).collect();
        ui.painter_at(cell).text(at(x), Align2::LEFT_CENTER, short, font.clone(), expert_ink(cx, id));
    }
    p.hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, cx.theme.rule));
}

fn label_of(row: &TableRow) -> String {
    row.branch.map_or(format!("M{}", row.line.moves().len()), |(_, label)| label.to_string())
}

#[expect(clippy::too_many_arguments, reason = "one call, and each of them is another thing")]
fn paint_row(
    ui: &Ui,
    cx: &Cx<'_>,
    row: &TableRow,
    rect: Rect,
    sequence: f32,
    experts: &[crate::ontology::ExpertId],
    (is_chosen, is_hovered): (bool, bool),
    font: &FontId,
) {
    if is_chosen || is_hovered {
        let fill = if is_chosen { cx.theme.accent_soft } else { ui.visuals().widgets.hovered.weak_bg_fill };
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    let cell = |x: f32, width: f32| Rect::from_min_size(egui::pos2(rect.left() + x, rect.top()), vec2(width, ROW));
    let text = |cell: Rect, text: &str, color: egui::Color32| {
        let at = cell.left_center() + vec2(4.0, 0.0);
        ui.painter_at(cell.shrink2(vec2(2.0, 0.0))).text(at, Align2::LEFT_CENTER, text, font.clone(), color);
    };
    text(cell(0.0, NAME), &row.name, cx.theme.weak);
    let doubt = if row.doubt.is_empty() { "" } else { " ?" };
    text(cell(NAME, LABEL), &format!("{}{doubt}", label_of(row)), cx.theme.text);
    let moves = cell(NAME + LABEL, sequence);
    let line = row.line.to_string();
    // The judged move is what matters: a long line is cut at its beginning.
    let fits = (sequence / 7.4) as usize;
    let shown = match line.chars().count() {
        count if count > fits && fits > 4 => format!("…{}", line.chars().skip(count - fits + 1).collect::<String>()),
        _ => line,
    };
    text(moves, &shown, cx.theme.text);
    for (i, &id) in experts.iter().enumerate() {
        let Some(verdict) = row.verdicts.iter().find(|a| a.expert == id) else { continue };
        let term = verdict.term.map_or("…".to_owned(), |term| term.to_string());
        let said = format!("{term} {}", state_sign(verdict.state));
        text(cell(NAME + LABEL + sequence + EXPERT * i as f32, EXPERT), &said, expert_ink(cx, id));
    }
}

/// Shows the position of a row in the game.
fn show_row(cx: &mut Cx<'_>, row: &TableRow) {
    match row.verdicts.first() {
        Some(verdict) => cx.send(Action::ShowVerdict(Box::new(verdict.clone()))),
        None => cx.send(Action::ShowLine(Box::new(row.line.clone()), None, None)),
    }
}

/// The chosen row: its moves, its doubts, and each verdict.
fn details(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut OntologyState, row: &TableRow) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("{} {}", row.name, label_of(row))).strong());
        ui.label(row.line.to_string());
        if ui.button(cx.t.get("ontology.show")).clicked() {
            show_row(cx, row);
        }
    });
    if !row.doubt.is_empty() {
        let doubt = cx.t.fill("ontology.doubt", &[("why", &row.doubt)]);
        ui.label(RichText::new(doubt).small().color(cx.theme.warning));
    }
    for verdict in &row.verdicts {
        ui.separator();
        match state.draft.take() {
            Some((draft, better)) if draft.id == verdict.id => state.draft = edit(ui, cx, draft, better),
            other => {
                state.draft = other;
                if let Some(begun) = verdict_view(ui, cx, verdict) {
                    state.draft = Some(begun);
                }
            }
        }
    }
}

/// A verdict with its sentence and what can be done with it; the draft where editing begins.
fn verdict_view(ui: &mut Ui, cx: &mut Cx<'_>, verdict: &Annotation) -> Option<(Annotation, String)> {
    let mut begun = None;
    let title = cx.knowledge.expert(verdict.expert).map_or("?".to_owned(), |expert| expert.title());
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(title).strong().color(expert_ink(cx, verdict.expert)));
        if let Some(term) = verdict.term {
            ui.label(term_name(cx, term));
        }
        let judge = verdict.judged_by.map(|id| format!(" ({})", name_of(cx, id))).unwrap_or_default();
        let status = format!("{} {}{judge}", state_sign(verdict.state), cx.t.get(state_key(verdict.state)));
        ui.label(RichText::new(status).small().weak());
        for (state, key) in [
            (Validation::Validated, "ontology.validate"),
            (Validation::Rejected, "ontology.reject"),
            (Validation::Proposed, "ontology.reopen"),
        ] {
            if verdict.state != state && ui.small_button(cx.t.get(key)).clicked() {
                let judged_by = (state != Validation::Proposed).then_some(cx.here.me).flatten();
                let changed = Annotation { state, judged_by, ..verdict.clone() };
                put(cx, cx.t.get(key).to_owned(), changed);
            }
        }
        if ui.small_button(cx.t.get("ontology.edit")).clicked() {
            let better = verdict.better.map(|mv| mv.to_gtp(verdict.line.size())).unwrap_or_default();
            begun = Some((verdict.clone(), better));
        }
        if ui.small_button(cx.t.get("ontology.delete")).clicked() {
            delete(cx, verdict.id);
        }
        if verdict.source.is_some() && ui.small_button(cx.t.get("ontology.source")).clicked() {
            cx.send(Action::ShowSource(Box::new(verdict.clone())));
        }
    });
    if let Some(rule) = sentence(verdict, cx.knowledge.index().terms()) {
        let one_line = rule.split_whitespace().collect::<Vec<_>>().join(" ");
        ui.add(Label::new(RichText::new(one_line).small()).wrap());
    }
    if !verdict.comment.is_empty() {
        ui.add(Label::new(RichText::new(&verdict.comment).italics()).wrap());
    }
    if let Some(better) = verdict.better {
        let better = better.to_gtp(verdict.line.size());
        ui.label(RichText::new(cx.t.fill("verdicts.better", &[("move", &better)])).small());
    }
    begun
}

fn put(cx: &mut Cx<'_>, label: String, verdict: Annotation) {
    cx.send(Action::ChangeOntology(label, vec![Edit::Put(Record::Annotation(verdict))]));
}

fn delete(cx: &mut Cx<'_>, id: AnnotationId) {
    let label = cx.t.get("ontology.delete").to_owned();
    cx.send(Action::ChangeOntology(label, vec![Edit::Delete(Key::Annotation(id))]));
}

/// The form of a verdict; what is left of the draft.
fn edit(ui: &mut Ui, cx: &mut Cx<'_>, mut draft: Annotation, mut better: String) -> Option<(Annotation, String)> {
    let mut keep = true;
    let size = draft.line.size();
    ui.horizontal(|ui| {
        let label = ui.label(cx.t.get("ontology.term"));
        let shown = draft.term.map_or("–", |term| term_name(cx, term)).to_owned();
        let codes: Vec<TermCode> = cx.knowledge.index().terms().terms().iter().rev().map(|term| term.code).collect();
        let combo = ComboBox::from_id_salt("edit_term").selected_text(shown).show_ui(ui, |ui| {
            for code in codes {
                ui.selectable_value(&mut draft.term, Some(code), term_name(cx, code));
            }
            ui.selectable_value(&mut draft.term, None, "–");
        });
        combo.response.labelled_by(label.id);
        let label = ui.label(cx.t.get("ontology.better"));
        ui.add(TextEdit::singleline(&mut better).desired_width(50.0)).labelled_by(label.id);
    });
    let label = ui.label(cx.t.get("pane.comment"));
    let field = TextEdit::multiline(&mut draft.comment).desired_rows(2).desired_width(f32::INFINITY);
    ui.add(field).labelled_by(label.id);
    let parsed = match better.trim() {
        "" => Ok(None),
        text => Move::from_gtp(text, size).map(Some),
    };
    if let Err(error) = &parsed {
        ui.label(RichText::new(error.to_string()).small().color(cx.theme.warning));
    }
    ui.horizontal(|ui| {
        let says_something = draft.term.is_some() || !draft.comment.is_empty();
        let can_save = parsed.is_ok() && says_something;
        if ui.add_enabled(can_save, egui::Button::new(cx.t.get("experts.save"))).clicked()
            && let Ok(better) = parsed
        {
            draft.better = better;
            let label = cx.t.get("ontology.edit").to_owned();
            put(cx, label, draft.clone());
            keep = false;
        }
        if ui.button(cx.t.get("dialog.cancel")).clicked() {
            keep = false;
        }
    });
    keep.then_some((draft, better))
}
