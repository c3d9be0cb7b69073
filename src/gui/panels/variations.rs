//! The variation tree panel.

use super::grades;
use crate::app::command::Command;
use crate::app::review::Loss;
use crate::app::{AnalysisService, DocumentId};
use crate::gui::context::{Action, Cx, Target};
use crate::gui::theme::LossClass;
use crate::gui::widgets::tree::{self, NodeLook};
use crate::record::{NodeId, Tree};
use egui::{Color32, Ui};

/// With fewer simulations than this a loss may be chance.
const WORTH_A_JUDGEMENT: u32 = 400;

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(document) = cx.document else { return };
    let game = document.id().number() << 24 | document.game_index() as u64;
    let current = document.current();
    let name = cx.t.get("pane.variations");
    let mut state = std::mem::take(&mut cx.panels.tree);
    let look_of = |node| NodeLook { ring: mistake_color(cx, node), badge: grade_badge(cx, node) };
    let answer = tree::show(ui, cx.theme, &mut state, (game, document.tree()), current, name, &look_of);
    if let Some(node) = answer.clicked {
        cx.send(Action::GoTo(node));
    }
    if let Some(node) = answer.folded {
        state.fold(node);
    }
    if let Some(node) = answer.menu {
        cx.panels.tree_menu = cx.key(node);
        cx.send(Action::GoTo(node));
    }
    cx.panels.tree = state;
    menu(ui, cx, answer.menu.is_some());
}

/// The menu of a node, which is shown by now; it opens where the pointer is.
fn menu(ui: &mut Ui, cx: &mut Cx<'_>, opens: bool) {
    let Some(key) = cx.panels.tree_menu else { return };
    let node = key.2;
    // A file that was opened meanwhile has taken the game's place.
    if cx.key(node) != Some(key) {
        return;
    }
    let id = ui.scope_id().with("tree_menu");
    egui::Popup::new(id, ui.ctx().clone(), egui::PopupAnchor::PointerFixed, ui.layer_id())
        .open_memory(opens.then_some(egui::SetOpenCommand::Bool(true)))
        .kind(egui::PopupKind::Menu)
        .layout(egui::Layout::top_down_justified(egui::Align::Min))
        .style(egui::containers::menu::menu_style)
        .show(|ui| {
            let has = cx.marks.of(node).iter().find(|mark| Some(mark.expert) == cx.here.me).map(|mark| mark.term);
            let grades = cx.document.is_some_and(|d| d.tree().properties(node).move_text().is_some());
            if grades {
                super::grades::menu(ui, cx, Target::Node(node), has);
                ui.separator();
            }
            use Command::{
                CopyBranch, CutBranch, DeleteNode, FoldBranch, MainLine, PasteBranch, VariationDown, VariationUp,
            };
            let edits = [CutBranch, CopyBranch, PasteBranch, DeleteNode];
            for command in [MainLine, VariationUp, VariationDown].into_iter().chain(edits).chain([FoldBranch]) {
                if ui.button(cx.t.command(command)).on_hover_text(cx.t.help(command)).clicked() {
                    cx.send(command);
                }
            }
        });
}

/// The colour of the loss of a node's move, where it and the node before were analysed and it lost
/// enough to be worth a look.
fn mistake_color(cx: &Cx<'_>, node: NodeId) -> Option<Color32> {
    let class = node_loss(cx, node).filter(|_| !cx.here.is_blind)?;
    (class.index() >= 2).then(|| cx.settings.palette.color(class))
}

/// The experts' grade of a node's move: in blind mode, one's own.
fn grade_badge(cx: &Cx<'_>, node: NodeId) -> Option<(Color32, &'static str)> {
    let score = grades::mean_score(cx, &grades::seen(cx, node)).filter(|_| cx.settings.grades)?;
    Some((grades::score_color(cx.settings.palette, score), grades::score_sign(score)))
}

/// What the move of a node lost.
fn node_loss(cx: &Cx<'_>, node: NodeId) -> Option<LossClass> {
    let document = cx.document?;
    loss_of(cx.analysis, (document.id(), document.game_index()), document.tree(), node)
}

/// What the move of a node of a game lost, by the verdicts on it and on the node before.
pub fn loss_of(
    analysis: &AnalysisService,
    (document, game): (DocumentId, usize),
    tree: &Tree,
    node: NodeId,
) -> Option<LossClass> {
    let judged = |node| {
        analysis.verdict((document, game, node)).filter(|known| known.visits >= WORTH_A_JUDGEMENT).map(|v| &*v.said)
    };
    let before = judged(tree.parent(node)?)?;
    let (color, mv) = tree.move_at(node, tree.size())?;
    Some(Loss::of(before, judged(node), color, mv?)?.class())
}
