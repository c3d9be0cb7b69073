//! Colours and symbols for how much a move loses against the best one.

use crate::app::review::LossClass;
use egui::Color32;
use serde::{Deserialize, Serialize};

/// The two sets of colours of the loss classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossPalette {
    /// Green over yellow to red and purple.
    #[default]
    Normal,
    /// Blue over yellow to red and magenta, told apart without red-green vision.
    RedGreenSafe,
}

impl LossPalette {
    /// The colour of a class.
    pub fn color(self, class: LossClass) -> Color32 {
        super::rgb(match self {
            LossPalette::Normal => class.rgb(),
            LossPalette::RedGreenSafe => [0x0000FF, 0x00FFFF, 0xFFFF00, 0xFF8000, 0xFF0000, 0xFF00FF][class.index()],
        })
    }
}
