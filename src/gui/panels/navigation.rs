//! The bar below the board: the way through the game, the edit tools, the engine's switch.

use crate::app::Tool;
use crate::app::command::Command;
use crate::board::Color;
use crate::gui::context::{Action, Cx};
use crate::gui::widgets::icons::{self, Icon};
use crate::record::Mark;
use egui::{RichText, Ui};

/// The height of one bar.
pub const HEIGHT: f32 = 34.0;

const WAY: [(Command, Icon); 6] = [
    (Command::Start, Icon::Start),
    (Command::BackTen, Icon::BackTen),
    (Command::Back, Icon::Back),
    (Command::Forward, Icon::Forward),
    (Command::ForwardTen, Icon::ForwardTen),
    (Command::End, Icon::End),
];

/// Draws the bar.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    super::three_parts(ui, HEIGHT, WAY.len() as f32 * 30.0, |ui, part| {
        ui.spacing_mut().item_spacing.x = 2.0;
        match part {
            0 => {
                command(ui, cx, Command::EditTools, Icon::Edit, cx.board.tools_shown);
                if let Some(reason) = cx.view.as_ref().and_then(|view| view.illegal) {
                    let text = cx.t.fill("board.illegal", &[("reason", &cx.t.reason(reason))]);
                    ui.add(egui::Label::new(RichText::new(text).small().color(cx.theme.warning)).truncate());
                }
            }
            1 => {
                for (what, icon) in WAY {
                    command(ui, cx, what, icon, false);
                }
            }
            _ => {
                ui.add_enabled_ui(cx.analysis.is_available(), |ui| {
                    command(ui, cx, Command::Analysis, Icon::Power, cx.analysis.is_running());
                });
            }
        }
    });
}

fn command(ui: &mut Ui, cx: &mut Cx<'_>, command: Command, icon: Icon, selected: bool) {
    let tooltip = cx.tooltip(command);
    if icons::button(ui, icon, selected, cx.t.command(command)).on_hover_text(tooltip).clicked() {
        cx.send(command);
    }
}

/// The command and the icon of a tool.
pub fn tool_look(tool: Tool) -> (Command, Icon) {
    match tool {
        Tool::Play => (Command::ToolPlay, Icon::Play),
        Tool::Stone(Color::Black) => (Command::ToolBlack, Icon::Black),
        Tool::Stone(Color::White) => (Command::ToolWhite, Icon::White),
        Tool::Erase => (Command::ToolErase, Icon::Erase),
        Tool::Mark(Mark::Triangle) => (Command::ToolTriangle, Icon::Triangle),
        Tool::Mark(Mark::Square) => (Command::ToolSquare, Icon::Square),
        Tool::Mark(Mark::Circle | Mark::Selected) => (Command::ToolCircle, Icon::Circle),
        Tool::Mark(Mark::Cross) => (Command::ToolCross, Icon::Cross),
        Tool::Mark(Mark::BlackTerritory) => (Command::ToolTerritoryBlack, Icon::BlackTerritory),
        Tool::Mark(Mark::WhiteTerritory) => (Command::ToolTerritoryWhite, Icon::WhiteTerritory),
        Tool::Letter => (Command::ToolLetter, Icon::Letter),
        Tool::Number => (Command::ToolNumber, Icon::Number),
        Tool::Arrow => (Command::ToolArrow, Icon::Arrow),
        Tool::Line => (Command::ToolLine, Icon::Line),
        Tool::Dim => (Command::ToolDim, Icon::Dim),
    }
}

/// The bar of edit tools.
pub fn tools(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        ui.set_height(HEIGHT);
        ui.spacing_mut().item_spacing.x = 1.0;
        // All of them are there in the smallest window, too.
        let many = Tool::ALL.len() as f32;
        let width = (ui.available_width() / many - 1.0).clamp(8.0, icons::SIDE);
        ui.add_space(((ui.available_width() - many * (width + 1.0)) / 2.0).max(0.0));
        for tool in Tool::ALL {
            let (what, icon) = tool_look(tool);
            let tooltip = cx.tooltip(what);
            let chosen = cx.board.tool == tool;
            if icons::narrow_button(ui, icon, chosen, cx.t.command(what), width).on_hover_text(tooltip).clicked() {
                cx.send(Action::SetTool(tool));
            }
        }
    });
}
