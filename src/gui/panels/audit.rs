//! The audit: experts against each other and against the engine, the moves on which they are furthest
//! apart, and what is worth an expert's time.

use super::experts::name_of;
use super::grades::{expert_color, expert_ink, term_name};
use super::still_plot;
use crate::app::knowledge::audit::{AgainstEngine, Audit, JudgedMove};
use crate::app::{NodeKey, SecondOpinion};
use crate::gui::context::{Action, Cx};
use crate::ontology::ExpertId;
use egui::{Button, CollapsingHeader, Grid, RichText, Ui};
use egui_plot::{MarkerShape, PlotPoints, Points};
use std::sync::Arc;

/// What the panel keeps between frames.
#[derive(Default)]
pub struct AuditState {
    /// Where one is in the list of disputed moves, and in the list against the engine.
    at: [Option<usize>; 2],
    /// The experts against the engine, and what it was worked out from: too much for every frame.
    engine: Option<Engine>,
}

/// The experts against the engine, for one audit and what the engine had seen.
struct Engine {
    audit: Arc<Audit>,
    revision: u64,
    experts: Vec<(ExpertId, AgainstEngine)>,
    /// The moves on which both are furthest apart, by their number.
    furthest: Vec<usize>,
}

impl Engine {
    fn new(audit: &Arc<Audit>, second: &SecondOpinion) -> Engine {
        let of = |judged: &JudgedMove| loss(second, judged);
        let shown = audit.experts.iter().take(COLUMNS);
        let experts = shown.map(|&id| (id, audit.against_engine(id, of))).collect();
        let furthest = audit.against_engine_most(of).into_iter().filter(|(apart, _)| *apart > 0.1).take(MOST);
        let furthest = furthest.map(|(_, at)| at).collect();
        Engine { audit: audit.clone(), revision: second.revision(), experts, furthest }
    }

    fn is_of(&self, audit: &Arc<Audit>, second: &SecondOpinion) -> bool {
        Arc::ptr_eq(&self.audit, audit) && self.revision == second.revision()
    }
}

/// Experts in the matrix at most, those who have judged most.
const COLUMNS: usize = 10;

/// Rows of a list at most.
const MOST: usize = 60;

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    if cx.here.is_blind {
        super::empty(ui, cx.t.get("experts.blind"));
        return;
    }
    progress(ui, cx);
    let Some(audit) = cx.audit.clone() else {
        let key = if cx.knowledge.is_open() { "verdicts.looking" } else { "experts.absent" };
        super::empty(ui, cx.t.get(key));
        return;
    };
    let engine = match cx.panels.audit.engine.take().filter(|known| known.is_of(&audit, cx.second)) {
        Some(known) => known,
        None => Engine::new(&audit, cx.second),
    };
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if audit.moves.is_empty() {
            ui.label(RichText::new(cx.t.get("audit.empty")).weak());
        } else {
            extent(ui, cx, &audit);
            ask_engine(ui, cx);
            matrix(ui, cx, &audit, &engine);
            losses(ui, cx, &engine);
            lists(ui, cx, &audit, &engine);
        }
        work(ui, cx);
    });
    cx.panels.audit.engine = Some(engine);
}

/// How far an audit on its way is.
fn progress(ui: &mut Ui, cx: &Cx<'_>) {
    let Some((done, all)) = cx.knowledge.audit_progress().filter(|(_, all)| *all > 0) else { return };
    let text = cx.t.fill("audit.progress", &[("n", &done), ("all", &all)]);
    ui.add(egui::ProgressBar::new(done as f32 / all as f32).desired_width(320.0).text(RichText::new(text).small()));
    ui.ctx().request_repaint_after(std::time::Duration::from_millis(200));
}

/// What was looked at, and whether the lists show all of it.
fn extent(ui: &mut Ui, cx: &Cx<'_>, audit: &Audit) {
    let parts: [(&str, &dyn std::fmt::Display); 3] =
        [("verdicts", &audit.verdicts), ("judged", &audit.judged), ("listed", &audit.moves.len())];
    let key = if audit.is_sample() { "audit.sample" } else { "audit.extent" };
    ui.label(RichText::new(cx.t.fill(key, &parts)).small().weak());
}

/// What the engine without experts thinks a judged move loses in win rate, if it has looked.
pub fn loss(second: &SecondOpinion, judged: &JudgedMove) -> Option<f32> {
    let best = second.seen(judged.keys.0)?.best()?.win_rate;
    let reply = second.seen(judged.keys.1)?.win_rate;
    Some((best - (1.0 - reply)).max(0.0))
}

fn ask_engine(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| match cx.second.progress() {
        Some((done, all)) => {
            if ui.button(cx.t.get("dialog.cancel")).clicked() {
                cx.send(Action::AskSecond(false));
            }
            let text = RichText::new(format!("{done} / {all}")).small();
            ui.add(egui::ProgressBar::new(done as f32 / all.max(1) as f32).desired_width(220.0).text(text));
        }
        None => {
            let button = Button::new(cx.t.get("audit.ask"));
            let help = cx.t.get("audit.ask_help");
            if ui.add_enabled(cx.analysis.is_available(), button).on_hover_text(help).clicked() {
                cx.send(Action::AskSecond(true));
            }
        }
    });
}

fn matrix(ui: &mut Ui, cx: &Cx<'_>, audit: &Audit, engine: &Engine) {
    let experts = &audit.experts[..audit.experts.len().min(COLUMNS)];
    ui.add_space(4.0);
    ui.label(RichText::new(cx.t.get("audit.matrix")).strong());
    Grid::new("agreement").striped(true).spacing([14.0, 4.0]).show(ui, |ui| {
        ui.label("");
        for &id in experts {
            ui.label(RichText::new(name_of(cx, id)).small().color(expert_ink(cx, id)));
        }
        ui.label(RichText::new(cx.t.get("pane.engine")).small());
        ui.end_row();
        for (row, against) in &engine.experts {
            let row = *row;
            ui.label(RichText::new(name_of(cx, row)).small().color(expert_ink(cx, row)));
            for &column in experts {
                match audit.pair(row, column).filter(|_| row != column) {
                    Some(pair) => {
                        let share = 100.0 * pair.same as f32 / pair.common as f32;
                        let d = format!("{:.2}", pair.distance);
                        let help = [("same", &pair.same as &dyn std::fmt::Display), ("n", &pair.common), ("d", &d)];
                        let text = format!("{share:.0} % ({})", pair.common);
                        ui.label(text).on_hover_text(cx.t.fill("audit.cell", &help));
                    }
                    None => {
                        ui.label(RichText::new("–").weak());
                    }
                }
            }
            if against.common > 0 {
                let share = 100.0 * against.agrees as f32 / against.common as f32;
                let text = format!("{share:.0} % ({})", against.common);
                let help = [("same", &against.agrees as &dyn std::fmt::Display), ("n", &against.common)];
                ui.label(text).on_hover_text(cx.t.fill("audit.engine_cell", &help));
            } else {
                ui.label(RichText::new("–").weak());
            }
            ui.end_row();
        }
    });
}

/// The mean loss of each term for each expert, and every judged move as a point.
fn losses(ui: &mut Ui, cx: &Cx<'_>, engine: &Engine) {
    let all: Vec<_> = engine.experts.iter().filter(|(_, result)| result.common > 0).collect();
    if all.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.label(RichText::new(cx.t.get("audit.losses")).strong());
    for (id, result) in &all {
        ui.label(RichText::new(name_of(cx, *id)).small().color(expert_ink(cx, *id)));
        ui.indent(*id, |ui| {
            for (term, loss, count) in &result.by_term {
                let loss = format!("{:.1}", loss * 100.0);
                let parts = [("term", &term_name(cx, *term) as &dyn std::fmt::Display), ("loss", &loss), ("n", count)];
                ui.label(RichText::new(cx.t.fill("audit.mean_loss", &parts)).small());
            }
        });
    }
    let plot = still_plot(cx, "losses")
        .height(150.0)
        .x_axis_formatter(|mark, _| format!("−{:.0} %", mark.value))
        .y_axis_formatter(|mark, _| format!("{:.0}", mark.value * 100.0))
        .default_x_bounds(-1.0, 40.0)
        .default_y_bounds(-0.05, 1.05);
    let shapes = [MarkerShape::Circle, MarkerShape::Diamond, MarkerShape::Square, MarkerShape::Cross];
    let response = plot.show(ui, |plot| {
        for (i, (id, result)) in all.iter().enumerate() {
            let points: PlotPoints<'_> =
                result.points.iter().map(|&(loss, score)| [f64::from(loss) * 100.0, f64::from(score)]).collect();
            let points = Points::new("", points).radius(3.5).color(expert_color(cx, *id));
            plot.points(points.shape(shapes[i % shapes.len()]));
        }
    });
    let name = cx.t.get("audit.losses");
    response.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, name));
}

/// The moves on which opinions are furthest apart, to walk through.
fn lists(ui: &mut Ui, cx: &mut Cx<'_>, audit: &Audit, engine: &Engine) {
    let disputed: Vec<&JudgedMove> = audit.moves.iter().filter(|m| m.fused.disagreement > 0.0).take(MOST).collect();
    list(ui, cx, 0, "audit.disputed", &disputed);
    let against: Vec<&JudgedMove> = engine.furthest.iter().filter_map(|&at| audit.moves.get(at)).collect();
    if !against.is_empty() {
        list(ui, cx, 1, "audit.against", &against);
    }
}

fn list(ui: &mut Ui, cx: &mut Cx<'_>, which: usize, title: &str, moves: &[&JudgedMove]) {
    ui.add_space(6.0);
    let at = cx.panels.audit.at[which].filter(|&at| at < moves.len());
    let mut go = None;
    ui.horizontal(|ui| {
        ui.label(RichText::new(cx.t.get(title)).strong());
        let name = |key: &str| format!("{}: {}", cx.t.get(title), cx.t.get(key));
        for (key, to) in [
            ("audit.previous", at.and_then(|at| at.checked_sub(1))),
            ("audit.next", Some(at.map_or(0, |at| at + 1)).filter(|&to| to < moves.len())),
        ] {
            let button = ui.add_enabled(to.is_some(), Button::new(RichText::new(cx.t.get(key)).small()));
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, to.is_some(), name(key)));
            if button.clicked() {
                go = to;
            }
        }
    });
    egui::ScrollArea::vertical().id_salt(title).max_height(170.0).auto_shrink([false, true]).show(ui, |ui| {
        for (i, judged) in moves.iter().enumerate() {
            let said: Vec<String> =
                judged.said.iter().map(|(id, term)| format!("{} {term}", name_of(cx, *id))).collect();
            let mut text = format!("{}   {}", judged.line, said.join(", "));
            if let Some(loss) = loss(cx.second, judged) {
                let loss = format!("{:.1}", loss * 100.0);
                text += &format!("   {}", cx.t.fill("audit.loses", &[("loss", &loss)]));
            }
            if ui.selectable_label(at == Some(i), RichText::new(text).small()).clicked() {
                go = Some(i);
            }
        }
    });
    if let Some(i) = go {
        cx.panels.audit.at[which] = Some(i);
        let judged = moves[i];
        cx.send(Action::ShowLine(Box::new(judged.line.clone()), judged.rules.clone(), judged.komi));
    }
}

/// What is worth an expert's time in the open games.
fn work(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.add_space(6.0);
    CollapsingHeader::new(RichText::new(cx.t.get("audit.work")).strong()).default_open(true).show(ui, |ui| {
        if ui.button(cx.t.get("audit.look")).clicked() {
            cx.send(Action::LookForWork);
        }
        let Some(list) = cx.knowledge.work() else { return };
        let mut go: Option<NodeKey> = None;
        for item in list.iter() {
            let parts =
                [("number", &item.number as &dyn std::fmt::Display), ("games", &item.games), ("judged", &item.judged)];
            let mut text = cx.t.fill("audit.work_row", &parts);
            if let Some(undecided) = item.undecided {
                let n = format!("{:.0}", undecided * 100.0);
                text += &format!(", {}", cx.t.fill("audit.undecided", &[("n", &n)]));
            }
            if ui.selectable_label(false, RichText::new(text).small()).clicked() {
                go = Some(item.at);
            }
        }
        if let Some(key) = go {
            cx.send(Action::ShowNode(key));
        }
    });
}
