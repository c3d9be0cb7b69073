//! What experts say of the position shown: a table of moves, the fuzzy sets with the fused curve, and
//! every verdict that bears on it with the reason why.

use super::grades::{self, expert_ink, score_color, score_sign, term_name};
use super::{reasons, still_plot};
use crate::app::command::Command;
use crate::app::knowledge::report::{Found, MoveRow, PositionReport};
use crate::app::knowledge::table::Filter;
use crate::board::Move;
use crate::gui::context::{Action, Cx, Target};
use crate::gui::experts::GRADES;
use crate::ontology::exchange::sentence;
use crate::ontology::store::Edit;
use crate::ontology::{Expert, FuzzySet, Record, Term, TermCode, Vocabulary};
use egui::{Align, Color32, Grid, Label, Layout, RichText, Sense, Stroke, Ui};
use egui_plot::{Line, LineStyle, PlotPoints, VLine};

/// What the panel keeps between frames.
#[derive(Default)]
pub struct VerdictsState {
    /// The move whose curve and verdicts are shown.
    pub chosen: Option<Move>,
    /// The corners of the terms' fuzzy sets as they are being edited; they may make no set meanwhile.
    draft: Option<Vec<(TermCode, [f32; 4])>>,
}

impl VerdictsState {
    /// A term that could not be written is back in its form.
    pub fn give_back(&mut self, known: &Vocabulary, term: &Term) {
        let draft = self.draft.get_or_insert_with(|| corners(known));
        if let Some((_, corners)) = draft.iter_mut().find(|(code, _)| *code == term.code) {
            *corners = term.set.into();
        }
    }
}

/// The corners of the fuzzy sets of all terms.
fn corners(terms: &Vocabulary) -> Vec<(TermCode, [f32; 4])> {
    terms.terms().iter().map(|term| (term.code, term.set.into())).collect()
}

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    if cx.here.is_blind {
        super::empty(ui, cx.t.get("experts.blind"));
        return;
    }
    let Some(report) = cx.report.clone() else {
        let key = if cx.knowledge.is_open() { "verdicts.looking" } else { "experts.absent" };
        super::empty(ui, cx.t.get(key));
        return;
    };
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        shown_move(ui, cx);
        follows(ui, cx, &report);
        if report.rows.is_empty() {
            ui.label(RichText::new(cx.t.get("verdicts.none")).weak());
        } else {
            let chosen = cx.panels.verdicts.chosen.filter(|&mv| report.row(mv).is_some());
            let chosen = chosen.unwrap_or(report.rows[0].mv);
            table(ui, cx, &report, chosen);
            ui.add_space(6.0);
            grades::operator_choice(ui, cx);
            plot(ui, cx, report.row(chosen));
            ui.add_space(4.0);
            hits(ui, cx, &report, chosen);
        }
        ui.collapsing(cx.t.get("verdicts.terms"), |ui| terms(ui, cx));
    });
}

/// The move shown: what was said of it, and a button for each grade.
fn shown_move(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some((_, Some(mv))) = cx.view.as_ref().and_then(|view| view.played) else { return };
    let size = cx.view.as_ref().map_or(19, |view| view.position.size());
    let mine = cx.here.mine_of_shown();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new(cx.t.fill("verdicts.shown", &[("move", &mv.to_gtp(size))])).strong());
        for mark in &cx.here.shown {
            let title = cx.knowledge.expert(mark.expert).map(Expert::title).unwrap_or_default();
            let text = RichText::new(mark.term.to_string()).strong().color(expert_ink(cx, mark.expert));
            ui.label(text).on_hover_text(format!("{title}: {}", term_name(cx, mark.term)));
        }
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for (command, term) in GRADES {
            let color = score_color(cx.settings.palette, grades::term_score(cx, term));
            let button =
                egui::Button::new(term.to_string()).selected(mine == Some(term)).min_size(egui::vec2(36.0, 22.0));
            let response = ui.add(button.stroke(Stroke::new(1.5, color))).on_hover_text(cx.tooltip(command));
            if response.clicked() {
                cx.send(Action::Grade(Target::Shown, Some(term)));
            }
        }
    });
    ui.add_space(4.0);
}

/// The patterns that the game follows, and how they go on.
fn follows(ui: &mut Ui, cx: &mut Cx<'_>, report: &PositionReport) {
    let size = cx.view.as_ref().map_or(19, |view| view.position.size());
    for hit in &report.follows {
        let known = cx.knowledge.index().patterns().iter().find(|pattern| pattern.id == hit.pattern);
        let Some(name) = known.map(|pattern| pattern.name.clone()) else { continue };
        let next = hit.next.map(|mv| format!(" → {}", mv.to_gtp(size))).unwrap_or_default();
        let (row, common) = (hit.label, hit.common);
        let parts: [(&str, &dyn std::fmt::Display); 4] =
            [("name", &name), ("row", &row), ("n", &common), ("next", &next)];
        let text = RichText::new(cx.t.fill("verdicts.follows", &parts)).small();
        if ui.add(Label::new(text).sense(Sense::click())).on_hover_text(reasons::follows(cx.t, hit)).clicked() {
            cx.panels.ontology.filter = Filter { pattern: Some(hit.pattern), ..Filter::default() };
            cx.send(Command::ShowOntology);
        }
    }
}

/// The first letters of a name, for a narrow column.
fn initials(expert: &Expert) -> String {
    let words: Vec<&str> = expert.name.split([' ', '-']).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [] => "?".to_owned(),
        [one] => one.chars().take(3).collect(),
        many => many.iter().filter_map(|word| word.chars().next()).take(3).collect(),
    }
}

fn table(ui: &mut Ui, cx: &mut Cx<'_>, report: &PositionReport, chosen: Move) {
    let experts = report.experts();
    let size = cx.view.as_ref().map_or(19, |view| view.position.size());
    let head = |text: &str, color: Color32| RichText::new(text.to_owned()).small().color(color);
    egui::ScrollArea::horizontal().id_salt("verdicts").show(ui, |ui| {
        Grid::new("verdicts").striped(true).spacing([10.0, 3.0]).min_col_width(24.0).show(ui, |ui| {
            ui.label(head(cx.t.get("analysis.move"), cx.theme.weak));
            for &id in &experts {
                let Some(expert) = cx.knowledge.expert(id) else { continue };
                ui.label(head(&initials(expert), expert_ink(cx, id)).strong()).on_hover_text(expert.title());
            }
            for key in ["verdicts.fused", "verdicts.disagreement", "pane.engine"] {
                ui.label(head(cx.t.get(key), cx.theme.weak)).on_hover_text(cx.t.get("verdicts.columns"));
            }
            ui.end_row();
            for row in &report.rows {
                let name = row.mv.to_gtp(size);
                let text =
                    if row.is_exact { RichText::new(&name).strong() } else { RichText::new(&name).weak().italics() };
                let label = ui.selectable_label(row.mv == chosen, text);
                if label.clicked() {
                    cx.panels.verdicts.chosen = Some(row.mv);
                }
                if label.double_clicked()
                    && let Move::Play(point) = row.mv
                {
                    cx.send(Action::Play(point));
                }
                let mine = cx.here.mine(row.mv);
                egui::Popup::context_menu(&label).show(|ui| grades::menu(ui, cx, Target::Next(row.mv), mine));
                for &id in experts.iter().filter(|&&id| cx.knowledge.expert(id).is_some()) {
                    match row.by_expert.iter().find(|(expert, _)| *expert == id) {
                        Some((_, term)) => {
                            let full = cx.knowledge.expert(id).map(Expert::title).unwrap_or_default();
                            let text = RichText::new(term.to_string()).color(expert_ink(cx, id)).strong();
                            ui.label(text).on_hover_text(format!("{full}: {}", term_name(cx, *term)));
                        }
                        None => {
                            ui.label(RichText::new("·").weak());
                        }
                    }
                }
                fused_cells(ui, cx, row);
                engine_cell(ui, cx, row.mv);
                ui.end_row();
            }
        });
    });
}

fn fused_cells(ui: &mut Ui, cx: &Cx<'_>, row: &MoveRow) {
    let Some(fused) = &row.fused else {
        ui.label("–");
        ui.label("–");
        return;
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let (rect, _) = ui.allocate_exact_size(egui::vec2(9.0, 9.0), Sense::hover());
        ui.painter().rect_filled(rect, 2.0, score_color(cx.settings.palette, fused.score));
        let text = format!("{:.0}{}", fused.score * 100.0, score_sign(fused.score));
        let sure = cx.t.fill("verdicts.sure", &[("n", &format!("{:.0}", fused.confidence * 100.0))]);
        ui.label(text).on_hover_text(sure);
    });
    let apart = format!("{:.0} %", fused.disagreement * 100.0);
    let color = if fused.disagreement > 0.4 { cx.theme.warning } else { cx.theme.text };
    ui.label(RichText::new(apart).color(color));
}

/// What the engine thinks of the same move: its win rate, and the loss against its best.
fn engine_cell(ui: &mut Ui, cx: &Cx<'_>, mv: Move) {
    let Some((candidate, best, to_play)) = cx.snapshot.as_ref().and_then(|snapshot| {
        let candidate = snapshot.candidates.iter().find(|c| c.mv == mv && c.visits > 0)?;
        Some((candidate.clone(), snapshot.best()?.clone(), snapshot.to_play))
    }) else {
        ui.label(RichText::new("–").weak());
        return;
    };
    let class = super::board_scene::loss_class(&candidate, &best, to_play);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let (rect, _) = ui.allocate_exact_size(egui::vec2(9.0, 9.0), Sense::hover());
        ui.painter().circle_filled(rect.center(), 4.5, cx.settings.palette.color(class));
        let text = format!("{:.0}{}", candidate.win_rate * 100.0, class.symbol());
        ui.label(text).on_hover_text(cx.t.fill("verdicts.visits", &[("n", &candidate.visits)]));
    });
}

fn plot(ui: &mut Ui, cx: &Cx<'_>, row: Option<&MoveRow>) {
    let terms = cx.knowledge.index().terms();
    let plot = still_plot(cx, "fuzzy_sets")
        .height(110.0)
        .default_x_bounds(0.0, 1.0)
        .default_y_bounds(0.0, 1.05)
        .y_grid_spacer(|_| [0.0, 0.5, 1.0].map(|value| egui_plot::GridMark { value, step_size: 0.5 }).to_vec())
        .x_grid_spacer(|_| {
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|value| egui_plot::GridMark { value, step_size: 0.25 }).to_vec()
        });
    let response = plot.show(ui, |plot| {
        plot.set_plot_bounds_x(-0.02..=1.02);
        plot.set_plot_bounds_y(0.0..=1.16);
        for term in terms.terms() {
            let set = term.set;
            let [a, b, c, d]: [f32; 4] = set.into();
            let points = [[a, 0.0], [b, 1.0], [c, 1.0], [d, 0.0]];
            let points: Vec<[f64; 2]> = points.map(|[x, y]| [f64::from(x), f64::from(y)]).to_vec();
            let color = score_color(cx.settings.palette, set.centroid());
            let color = cx.theme.mix(color, cx.theme.text, 0.25);
            plot.line(Line::new("", points).color(color).width(1.3).style(LineStyle::dashed_dense()));
            let at = egui_plot::PlotPoint::new(f64::from((b + c) / 2.0).clamp(0.04, 0.96), 1.08);
            plot.text(egui_plot::Text::new("", at, RichText::new(term.code.to_string()).small().color(color)));
        }
        if let Some(fused) = row.and_then(|row| row.fused.as_ref()) {
            let last = (fused.curve.len().max(2) - 1) as f64;
            let curve = fused.curve.iter().enumerate().map(|(i, &y)| [i as f64 / last, f64::from(y)]);
            plot.line(Line::new("", PlotPoints::from_iter(curve)).color(cx.theme.accent).width(2.4));
            plot.vline(VLine::new("", f64::from(fused.score)).stroke(Stroke::new(1.2, cx.theme.accent)));
        }
    });
    let name = cx.t.get("verdicts.plot");
    response.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, name));
}

/// The verdicts behind the chosen move, each with its reason.
fn hits(ui: &mut Ui, cx: &mut Cx<'_>, report: &PositionReport, chosen: Move) {
    let size = cx.view.as_ref().map_or(19, |view| view.position.size());
    ui.label(RichText::new(cx.t.fill("verdicts.of", &[("move", &chosen.to_gtp(size))])).strong());
    for found in report.found.iter().filter(|found| found.hit.mv == chosen) {
        hit(ui, cx, found);
    }
}

fn hit(ui: &mut Ui, cx: &mut Cx<'_>, found: &Found) {
    let verdict = &found.hit.verdict;
    let title = cx.knowledge.expert(verdict.expert).map_or("?".to_owned(), Expert::title);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(verdict.term.to_string()).strong().color(expert_ink(cx, verdict.expert)))
            .on_hover_text(term_name(cx, verdict.term));
        ui.label(RichText::new(title).small());
        ui.label(RichText::new(format!("{:.0} %", found.hit.degree * 100.0)).small().color(cx.theme.accent));
        ui.label(RichText::new(reasons::why(cx.t, &found.hit.why)).small().color(cx.theme.weak));
    });
    let Some(annotation) = &found.annotation else { return };
    ui.indent(verdict.id, |ui| {
        if !annotation.comment.is_empty() {
            ui.add(Label::new(RichText::new(&annotation.comment).italics()).wrap());
        }
        if let Some(better) = annotation.better {
            let better = better.to_gtp(annotation.line.size());
            ui.label(RichText::new(cx.t.fill("verdicts.better", &[("move", &better)])).small());
        }
        ui.with_layout(Layout::left_to_right(Align::Center).with_main_wrap(true), |ui| {
            if let Some(rule) = sentence(annotation, cx.knowledge.index().terms()) {
                ui.label(RichText::new(cx.t.get("verdicts.sentence")).small().color(cx.theme.accent))
                    .on_hover_text(rule);
            }
            if ui.small_button(cx.t.get("ontology.show")).clicked() {
                cx.send(Action::ShowVerdict(Box::new(annotation.clone())));
            }
            if annotation.source.is_some() && ui.small_button(cx.t.get("ontology.source")).clicked() {
                cx.send(Action::ShowSource(Box::new(annotation.clone())));
            }
        });
    });
}

/// The fuzzy sets of the terms, to edit.
fn terms(ui: &mut Ui, cx: &mut Cx<'_>) {
    let known = cx.knowledge.index().terms().clone();
    let mut draft = cx.panels.verdicts.draft.take().unwrap_or_else(|| corners(&known));
    let mut changed = Vec::new();
    let mut fault = None;
    ui.add(Label::new(RichText::new(cx.t.get("verdicts.terms_help")).small().weak()).wrap());
    Grid::new("terms").spacing([6.0, 3.0]).show(ui, |ui| {
        for (code, corners) in &mut draft {
            let Some(term) = known.get(*code) else { continue };
            ui.label(RichText::new(code.to_string()).strong()).on_hover_text(term_name(cx, *code));
            for (corner, letter) in corners.iter_mut().zip(["a", "b", "c", "d"]) {
                let drag = egui::DragValue::new(corner).range(0.0..=1.0).speed(0.01).max_decimals(2);
                let name = format!("{code} {letter}");
                ui.add(drag).widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, &name));
            }
            match FuzzySet::try_from(*corners) {
                Ok(set) if set != term.set => changed.push(Term { set, ..term.clone() }),
                Ok(_) => {}
                Err(_) => fault = Some(cx.t.fill("verdicts.no_set", &[("term", code)])),
            }
            ui.end_row();
        }
    });
    if let Some(fault) = &fault {
        ui.label(RichText::new(fault).small().color(cx.theme.warning));
    }
    if changed.is_empty() && fault.is_none() {
        return;
    }
    let mut keep = true;
    ui.horizontal(|ui| {
        if ui.add_enabled(fault.is_none(), egui::Button::new(cx.t.get("experts.save"))).clicked() {
            let edits = changed.into_iter().map(|term| Edit::Put(Record::Term(term))).collect();
            cx.send(Action::ChangeOntology(cx.t.get("verdicts.change_terms").to_owned(), edits));
            keep = false;
        }
        if ui.button(cx.t.get("dialog.cancel")).clicked() {
            keep = false;
        }
    });
    if keep {
        cx.panels.verdicts.draft = Some(draft);
    }
}
