//! The comment of the node, to read and to write, in any script.

use crate::app::{Document, DocumentId};
use crate::gui::context::{Action, Cx};
use crate::record::{NodeId, known};
use egui::{Id, Key, RichText, TextEdit, Ui};

/// The field's text and what it belongs to.
#[derive(Default)]
pub struct CommentState {
    text: String,
    of: Option<(DocumentId, usize, NodeId, u64)>,
    /// The field is to be focused in this frame.
    pub wants_focus: bool,
}

/// The id of the field.
pub fn field_id() -> Id {
    Id::unique("comment_field")
}

impl CommentState {
    /// Takes over the comment of the node shown, unless the text is of it already.
    fn sync(&mut self, document: &Document) {
        let tree = document.tree();
        let key = (document.id(), document.game_index(), document.current(), tree.revision());
        if self.of != Some(key) {
            self.of = Some(key);
            self.text = tree.comment(document.current()).map(|text| text.into_owned()).unwrap_or_default();
        }
    }
}

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(document) = cx.document else { return };
    cx.panels.comment.sync(document);
    let tree = document.tree();
    if let Some(name) = tree.properties(document.current()).text(known::N).filter(|name| !name.is_empty()) {
        ui.label(RichText::new(name.into_owned()).strong());
    }
    let id = field_id();
    let mut text = std::mem::take(&mut cx.panels.comment.text);
    egui::ScrollArea::vertical().auto_shrink(false).id_salt("comment").show(ui, |ui| {
        let hint = RichText::new(cx.t.get("comment.hint")).weak();
        let height = ui.available_height();
        let response = ui.add_sized(
            [ui.available_width(), height],
            TextEdit::multiline(&mut text).id(id).hint_text(hint).frame(egui::Frame::NONE).desired_width(f32::INFINITY),
        );
        response.widget_info(|| {
            let mut info = egui::WidgetInfo::text_edit(true, text.clone(), text.clone(), "");
            info.label = Some(cx.t.get("pane.comment").to_owned());
            info
        });
        if std::mem::take(&mut cx.panels.comment.wants_focus) {
            response.request_focus();
        }
        if response.has_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
            response.surrender_focus();
        }
        if response.changed() {
            cx.send(Action::SetComment(text.clone()));
        }
    });
    cx.panels.comment.text = text;
}
