//! The board with the players above and the way through the game below.

use super::{board_scene, navigation, players};
use crate::app::command::Command;
use crate::app::{NodeView, Tool};
use crate::board::{Move, Point, PointMap};
use crate::gui::context::{Action, Cx, Target};
use crate::gui::cursor;
use crate::gui::keymap::pretty;
use crate::gui::layout::Pane;
use crate::gui::widgets::board::{self, MarkKind, NextMove, Scene};
use crate::ontology::TermCode;
use crate::record::Mark;
use egui::{Rect, Response, Ui, UiBuilder, pos2};

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(view) = cx.view.clone() else {
        nothing_open(ui, cx);
        return;
    };
    let all = ui.max_rect().shrink2(egui::vec2(8.0, 2.0));
    let bars = if cx.board.tools_shown { 2.0 } else { 1.0 };
    let top = all.top() + players::HEIGHT + 2.0;
    let bottom = all.bottom() - bars * navigation::HEIGHT - 2.0;
    let part = |from: f32, to: f32| Rect::from_min_max(pos2(all.left(), from), pos2(all.right(), to.max(from)));
    ui.scope_builder(UiBuilder::new().max_rect(part(all.top(), top)), |ui| players::show(ui, cx));
    ui.scope_builder(UiBuilder::new().max_rect(part(top, bottom)), |ui| show_board(ui, cx, &view));
    ui.scope_builder(UiBuilder::new().max_rect(part(bottom + 2.0, all.bottom())), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if cx.board.tools_shown {
            navigation::tools(ui, cx);
        }
        navigation::show(ui, cx);
    });
}

/// Without a game: ways to one, or the word that one comes.
fn nothing_open(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() / 2.0 - 90.0).max(8.0));
        if cx.files_busy {
            ui.spinner();
            ui.label(egui::RichText::new(cx.t.get("board.opening")).weak());
            return;
        }
        ui.label(egui::RichText::new(cx.t.get("board.none")).weak());
        ui.add_space(10.0);
        for command in [Command::New, Command::Open, Command::PasteSgf, Command::Sample] {
            let key = cx.keymap.first(command).map(|key| pretty(&key)).unwrap_or_default();
            let button = egui::Button::new(cx.t.command(command)).min_size(egui::vec2(240.0, 30.0));
            let button = button.shortcut_text(egui::RichText::new(key).color(cx.theme.weak));
            if ui.add(button).on_hover_text(cx.t.help(command)).clicked() {
                cx.send(command);
            }
            ui.add_space(4.0);
        }
    });
}

fn show_board(ui: &mut Ui, cx: &mut Cx<'_>, view: &NodeView) {
    let hints = !cx.board.hide_hints;
    let mut marks = board_scene::marks(view);
    if let (Some(from), Some(to)) = (cx.board.drag_from, cx.board.cursor) {
        // What the cursor would draw.
        let kind = if cx.board.tool == Tool::Line { MarkKind::Line(to) } else { MarkKind::Arrow(to) };
        marks.push(board::Mark { point: from, kind });
    }
    let snapshot = cx.snapshot.clone().filter(|_| hints);
    let mut candidates = match &snapshot {
        Some(snapshot) if cx.settings.candidates => board_scene::candidates(cx, snapshot),
        _ => Vec::new(),
    };
    let ownership = snapshot.as_ref().filter(|snapshot| !snapshot.ownership.is_empty()).map(|snapshot| {
        let mut map = PointMap::new(0.0);
        for point in Point::all(snapshot.size) {
            map[point] = snapshot.owner(point);
        }
        map
    });
    let heat = snapshot.as_ref().and_then(|snapshot| board_scene::heat(snapshot, cx.board.heat));
    if heat.is_some() || cx.score_map.is_some() {
        candidates.clear();
    }

    // The line of the candidate under the pointer, played out.
    let line = cx.board.line.filter(|_| hints).and_then(|(point, length)| {
        let candidate = snapshot.as_ref()?.candidates.iter().find(|c| c.mv == Move::Play(point))?;
        Some((candidate.line.clone(), length.clamp(1, candidate.line.len().max(1))))
    });
    let played_out =
        line.as_ref().map(|(line, length)| board_scene::line_board(&view.position, &line[..(*length).min(line.len())]));

    let badges = if hints { super::grades::badges(cx) } else { Vec::new() };
    let mut scene = Scene::of(view.position.board());
    scene.symmetry = cx.board.symmetry;
    scene.coordinates = cx.settings.coordinates;
    scene.dimmed = &view.dim;
    scene.visible = &view.visible;
    match &played_out {
        Some((board, numbers)) => {
            scene.board = board;
            scene.imagined = numbers.iter().map(|&(point, ..)| point).collect();
            scene.numbers.clone_from(numbers);
        }
        None => {
            scene.last_move = view.last_point();
            scene.numbers = board_scene::numbers(view, cx.settings.numbers);
            scene.marks = &marks;
            scene.candidates = &candidates;
            scene.heat = heat.as_ref();
            scene.badges = &badges;
            scene.asked = cx.asked().filter(|_| hints && !cx.here.is_blind);
            scene.scores = cx.score_map.as_ref().filter(|_| hints).map(board_scene::scores).unwrap_or_default();
            if hints && cx.settings.ownership {
                scene.ownership = ownership.as_ref();
            }
            if cx.settings.next_moves && hints {
                let next = view.next.iter().filter_map(|&(_, mv)| mv.and_then(Move::point));
                if candidates.is_empty() {
                    scene.next = next.enumerate().map(|(i, point)| NextMove { point, main: i == 0 }).collect();
                } else {
                    scene.played = next.into_iter().next();
                }
            }
        }
    }
    scene.cursor = cx.board.cursor;
    if cx.board.tool == Tool::Play {
        // Where the pointer is, else the cursor of the board: the stone that would be played there.
        let can_play =
            |point: &Point| view.position.is_legal(Move::Play(*point)) && !candidates.iter().any(|c| c.point == *point);
        let pointed = pointed_at(ui, cx, &scene).filter(can_play);
        let ghost = pointed.or_else(|| scene.cursor.filter(|_| played_out.is_none()).filter(can_play));
        scene.ghost = ghost.map(|point| (point, view.position.to_play()));
    }
    let name = cx.t.fill("board.name", &[("n", &view.number)]);
    let (response, geometry) = board::show(ui, cx.theme, cx.textures, &scene, &name, cursor::describe(cx).as_deref());
    focus(ui, cx, &response);
    let hovered = board::hovered(&response, &geometry);
    interact(ui, cx, view, &response, hovered, &geometry);

    // Hovering a candidate shows its line from the next frame on; leaving it puts the game back.
    let is_candidate = |point: &Point| candidates.iter().any(|candidate| candidate.point == *point);
    let over = hovered.filter(is_candidate).or(cx.board.cursor.filter(is_candidate));
    let shown = cx.board.line.map(|(point, _)| point);
    let keep = shown.is_some() && hovered == shown;
    if !keep && over != shown {
        cx.board.line = over.map(|point| (point, usize::MAX));
        ui.ctx().request_repaint();
    }
}

/// The point of the board under the pointer, unless a menu lies over it.
fn pointed_at(ui: &Ui, cx: &Cx<'_>, scene: &Scene<'_>) -> Option<Point> {
    let room = ui.available_rect_before_wrap();
    let pos = ui.ctx().pointer_hover_pos().filter(|&pos| room.contains(pos) && !ui.ctx().any_popup_open())?;
    scene.geometry(room, ui.pixels_per_point(), cx.theme).at(pos)
}

/// While there is a cursor the board has the focus, unless something else has it, and keeps the arrows.
fn focus(ui: &Ui, cx: &mut Cx<'_>, response: &Response) {
    cx.board.widget = Some(response.id);
    if cx.board.cursor.is_none() {
        return;
    }
    let keys = egui::EventFilter { horizontal_arrows: true, vertical_arrows: true, escape: true, tab: false };
    let free = ui.memory(|memory| memory.focused().is_none());
    if free && cx.board.may_have_focus && !ui.ctx().any_popup_open() {
        response.request_focus();
    }
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, keys));
}

fn interact(
    ui: &Ui,
    cx: &mut Cx<'_>,
    view: &NodeView,
    response: &Response,
    hovered: Option<Point>,
    geometry: &board::Geometry,
) {
    if response.hovered() {
        wheel(ui, cx, view);
    }
    if response.drag_started() {
        cx.board.drag_from = ui.input(|input| input.pointer.press_origin()).and_then(|pos| geometry.at(pos));
    }
    let tool = cx.board.tool;
    // Enter and Space on a focused board are keys of commands, not clicks.
    let released = response.clicked_by(egui::PointerButton::Primary) || response.drag_stopped();
    let place = response.interact_pointer_pos().and_then(|pos| geometry.at(pos)).or(hovered);
    if released && let Some(point) = place {
        if cx.board.cursor.is_some() {
            cx.board.cursor = Some(point);
        }
        let from = cx.board.drag_from.take().unwrap_or(point);
        if ui.input(|input| input.modifiers.shift) && view.position.board().stone(point).is_some() {
            jump_to(cx, view, point);
        } else if ui.input(|input| input.modifiers.command) {
            ask_why(cx, point);
        } else if tool == Tool::Play {
            // A drag to another point is a slip, not a move.
            if from == point {
                cx.send(Action::Play(point));
            }
        } else if !tool.is_dragged() || from != point {
            cx.send(Action::UseTool(tool, from, point));
        }
    }
    if response.clicked_by(egui::PointerButton::Middle)
        && let Some((point, _)) = cx.board.line
        && let Some(line) = cx.snapshot.as_ref().and_then(|s| s.candidates.iter().find(|c| c.mv == Move::Play(point)))
    {
        let line = line.line.clone();
        cx.send(Action::AddLine(line));
    }
    if response.secondary_clicked() {
        // The pointer goes on to the menu; the point stays.
        cx.board.menu_at = place;
    }
    egui::Popup::context_menu(response).show(|ui| {
        let Some(point) = cx.board.menu_at else { return };
        let size = view.position.size();
        ui.label(egui::RichText::new(point.to_gtp(size)).weak());
        if view.position.is_legal(Move::Play(point)) && ui.button(cx.t.get("why.ask")).clicked() {
            ask_why(cx, point);
            ui.close();
        }
        if let Some((target, has)) = graded_at(cx, view, point) {
            super::grades::menu(ui, cx, target, has);
            ui.separator();
        }
        for tool in
            [Mark::Triangle, Mark::Square, Mark::Circle, Mark::Cross].map(Tool::Mark).into_iter().chain([Tool::Letter])
        {
            let (command, _) = navigation::tool_look(tool);
            if ui.button(cx.t.command(command)).clicked() {
                cx.send(Action::UseTool(tool, point, point));
            }
        }
    });
}

/// Shows why strong players would choose a point.
fn ask_why(cx: &mut Cx<'_>, point: Point) {
    cx.ask(point);
    cx.send(Action::ShowPane(Pane::Why, true));
}

/// The wheel walks through the game, or along the line of the candidate under the pointer.
fn wheel(ui: &Ui, cx: &mut Cx<'_>, _view: &NodeView) {
    let notches: f32 = ui.input(|input| {
        let steps = input.events.iter().filter_map(|event| match event {
            egui::Event::MouseWheel { unit, delta, modifiers, .. } if !modifiers.command => Some(match unit {
                egui::MouseWheelUnit::Point => delta.y / 40.0,
                egui::MouseWheelUnit::Line | egui::MouseWheelUnit::Page => delta.y,
            }),
            _ => None,
        });
        steps.sum()
    });
    let steps = -(notches.round() as i32);
    if steps == 0 {
        return;
    }
    match &mut cx.board.line {
        Some((point, length)) => {
            let candidates = cx.snapshot.as_ref().map(|snapshot| &snapshot.candidates);
            let full = candidates
                .and_then(|all| all.iter().find(|c| c.mv == Move::Play(*point)))
                .map_or(1, |candidate| candidate.line.len().max(1));
            *length = ((*length).min(full) as i32 + steps).clamp(1, full as i32) as usize;
        }
        None => cx.send(Action::Step(steps)),
    }
}

/// What can be graded at a point, and what I have said of it.
fn graded_at(cx: &Cx<'_>, view: &NodeView, point: Point) -> Option<(Target, Option<TermCode>)> {
    let target = cursor::target_at(cx.document?.tree(), view, point)?;
    let of_node = |node| cx.marks.of(node).iter().find(|mark| Some(mark.expert) == cx.here.me).map(|mark| mark.term);
    let has = match target {
        Target::Next(mv) => cx.here.mine(mv),
        Target::Shown => of_node(view.node),
        Target::Node(node) => of_node(node),
    };
    Some((target, has))
}

/// To the move that put the stone there.
fn jump_to(cx: &mut Cx<'_>, view: &NodeView, point: Point) {
    if let Some(node) = cx.document.and_then(|document| cursor::node_of_stone(document.tree(), view, point)) {
        cx.send(Action::GoTo(node));
    }
}
