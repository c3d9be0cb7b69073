//! Colours and symbols for how much a move loses against the best one.

use egui::Color32;
use serde::{Deserialize, Serialize};

/// Six classes of loss, from none to a blunder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LossClass(u8);

impl LossClass {
    /// Number of classes.
    pub const COUNT: usize = 6;
    const POINTS: [f32; 5] = [0.5, 1.5, 3.0, 6.0, 12.0];
    const WINRATE: [f32; 5] = [0.01, 0.03, 0.06, 0.12, 0.24];

    /// By points lost.
    pub fn of_points(loss: f32) -> LossClass {
        Self::by(&Self::POINTS, loss)
    }

    /// By win rate lost, in 0..1.
    pub fn of_winrate(loss: f32) -> LossClass {
        Self::by(&Self::WINRATE, loss)
    }

    /// By a score in 0..1, where 1 is a move without any loss; a blunder is left to the engine.
    pub fn of_score(score: f32) -> LossClass {
        LossClass([0.8, 0.6, 0.4, 0.2].iter().filter(|&&bound| score < bound).count() as u8)
    }

    fn by(bounds: &[f32; 5], loss: f32) -> LossClass {
        LossClass(bounds.iter().filter(|&&bound| loss >= bound).count() as u8)
    }

    /// 0 for no loss, 5 for a blunder.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// A sign beside the colour, for those who do not see colours alike.
    pub fn symbol(self) -> &'static str {
        ["", "", "?!", "?", "??", "???"][self.index()]
    }

    /// Whether the class is worth a stop in a review: three points or more.
    pub fn is_mistake(self) -> bool {
        self.0 >= 3
    }
}

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
        let hex = match self {
            LossPalette::Normal => [0x1E9600, 0xABE62E, 0xF2F200, 0xE6661A, 0xCC0000, 0x72216B],
            LossPalette::RedGreenSafe => [0x0000FF, 0x00FFFF, 0xFFFF00, 0xFF8000, 0xFF0000, 0xFF00FF],
        }[class.index()];
        super::rgb(hex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_follow_the_bounds_of_the_conventions() {
        for (loss, class) in
            [(-1.0, 0), (0.0, 0), (0.49, 0), (0.5, 1), (1.5, 2), (3.0, 3), (6.0, 4), (12.0, 5), (90.0, 5)]
        {
            assert_eq!(LossClass::of_points(loss).index(), class, "{loss} points");
        }
        assert_eq!(LossClass::of_winrate(0.06).index(), 3);
        assert!(LossClass::of_points(3.0).is_mistake() && !LossClass::of_points(2.9).is_mistake());
    }
}
