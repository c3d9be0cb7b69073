//! How the window looks: four themes, each a palette for the controls and a style for the board.

mod palette;
pub mod textures;

pub use crate::app::review::LossClass;
pub use palette::LossPalette;

use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Visuals, vec2};
use serde::{Deserialize, Serialize};

/// The themes a reader can choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeName {
    /// A kaya board with slate and shell stones on warm light panels.
    #[default]
    Wood,
    /// Ink on paper: flat stones, thin lines, as in printed diagrams.
    Paper,
    /// A dark wooden board on dark panels.
    Dark,
    /// Black and white with strong lines and no texture.
    HighContrast,
}

impl ThemeName {
    /// All of them, in the order of the menu.
    pub const ALL: [ThemeName; 4] = [ThemeName::Wood, ThemeName::Paper, ThemeName::Dark, ThemeName::HighContrast];

    /// The key of its name in the texts.
    pub fn text_key(self) -> &'static str {
        match self {
            ThemeName::Wood => "theme.wood",
            ThemeName::Paper => "theme.paper",
            ThemeName::Dark => "theme.dark",
            ThemeName::HighContrast => "theme.high_contrast",
        }
    }
}

/// How the surface of the board is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Surface {
    /// Straight-grained wood between a light and a dark tone.
    Wood {
        /// Early wood.
        light: Color32,
        /// Late wood, the dark lines of the grain.
        dark: Color32,
    },
    /// One colour.
    Flat(Color32),
}

/// How stones are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneStyle {
    /// Slate and shell, shaded, with soft shadows.
    Shaded,
    /// Discs with an outline.
    Flat,
}

/// The look of the board and of what lies on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardStyle {
    /// The board itself.
    pub surface: Surface,
    /// The grid, the star points.
    pub line: Color32,
    /// Coordinates in the margin.
    pub coordinates: Color32,
    /// Stones.
    pub stones: StoneStyle,
    /// Lines are this much thicker than usual.
    pub line_factor: f32,
    /// Marks on empty points.
    pub mark: Color32,
    /// The edge of the board.
    pub edge: Color32,
    /// Marks of the last move.
    pub last_move: Color32,
}

/// One theme: the colours that the controls and the panels share, and the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// Which one it is.
    pub name: ThemeName,
    /// Light text on dark ground.
    pub dark: bool,
    /// The board.
    pub board: BoardStyle,
    /// Behind everything.
    pub ground: Color32,
    /// Behind panels.
    pub panel: Color32,
    /// Behind fields of text and lists.
    pub field: Color32,
    /// Text.
    pub text: Color32,
    /// Text of lesser weight.
    pub weak: Color32,
    /// Hair lines between parts.
    pub rule: Color32,
    /// What is chosen, links, the cursor.
    pub accent: Color32,
    /// Behind what is chosen.
    pub accent_soft: Color32,
    /// Unsaved work, warnings.
    pub warning: Color32,
    /// Errors.
    pub error: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

impl Theme {
    /// The theme of that name.
    pub fn of(name: ThemeName) -> Theme {
        match name {
            ThemeName::Wood => Theme {
                name,
                dark: false,
                board: BoardStyle {
                    surface: Surface::Wood { light: rgb(0xE9C685), dark: rgb(0xCB9A50) },
                    line: rgb(0x3B2A14),
                    coordinates: rgb(0x6E5227),
                    stones: StoneStyle::Shaded,
                    line_factor: 1.0,
                    mark: rgb(0x1F160A),
                    edge: rgb(0x9A7136),
                    last_move: rgb(0xD2402B),
                },
                ground: rgb(0xECE7DD),
                panel: rgb(0xF8F5EF),
                field: rgb(0xFFFEFB),
                text: rgb(0x2A2622),
                weak: rgb(0x7A7268),
                rule: rgb(0xDDD6CA),
                accent: rgb(0x1F6E6A),
                accent_soft: rgb(0xD3E6E2),
                warning: rgb(0xB26A00),
                error: rgb(0xB3261E),
            },
            ThemeName::Paper => Theme {
                name,
                dark: false,
                board: BoardStyle {
                    surface: Surface::Flat(rgb(0xFBF9F3)),
                    line: rgb(0x4A4742),
                    coordinates: rgb(0x8A857B),
                    stones: StoneStyle::Flat,
                    line_factor: 0.9,
                    mark: rgb(0x22201C),
                    edge: rgb(0xD8D3C7),
                    last_move: rgb(0xC23A2B),
                },
                ground: rgb(0xF0EEE8),
                panel: rgb(0xFBFAF7),
                field: rgb(0xFFFFFF),
                text: rgb(0x24221F),
                weak: rgb(0x77726A),
                rule: rgb(0xE0DCD3),
                accent: rgb(0x34558B),
                accent_soft: rgb(0xDBE4F2),
                warning: rgb(0xA86200),
                error: rgb(0xB3261E),
            },
            ThemeName::Dark => Theme {
                name,
                dark: true,
                board: BoardStyle {
                    surface: Surface::Wood { light: rgb(0x8C6A42), dark: rgb(0x6B4C2B) },
                    line: rgb(0x1D130A),
                    coordinates: rgb(0xC9AE86),
                    stones: StoneStyle::Shaded,
                    line_factor: 1.0,
                    mark: rgb(0xF4E8D2),
                    edge: rgb(0x4A3520),
                    last_move: rgb(0xFF6B52),
                },
                ground: rgb(0x17181A),
                panel: rgb(0x1F2124),
                field: rgb(0x17181B),
                text: rgb(0xDDD9D0),
                weak: rgb(0x928D84),
                rule: rgb(0x34373B),
                accent: rgb(0x5CC2B6),
                accent_soft: rgb(0x25423F),
                warning: rgb(0xE5A84B),
                error: rgb(0xF2796D),
            },
            ThemeName::HighContrast => Theme {
                name,
                dark: true,
                board: BoardStyle {
                    surface: Surface::Flat(rgb(0xF2C94C)),
                    line: rgb(0x000000),
                    coordinates: rgb(0x000000),
                    stones: StoneStyle::Flat,
                    line_factor: 1.5,
                    mark: rgb(0x000000),
                    edge: rgb(0x000000),
                    last_move: rgb(0xD00000),
                },
                ground: rgb(0x000000),
                panel: rgb(0x000000),
                field: rgb(0x0A0A0A),
                text: rgb(0xFFFFFF),
                weak: rgb(0xD0D0D0),
                rule: rgb(0x8A8A8A),
                accent: rgb(0xFFD60A),
                accent_soft: rgb(0x4A4000),
                warning: rgb(0xFFB000),
                error: rgb(0xFF6B6B),
            },
        }
    }

    /// Gives the controls of the window this theme's colours, type sizes and spacing.
    pub fn apply(&self, ctx: &egui::Context) {
        ctx.set_theme(if self.dark { egui::Theme::Dark } else { egui::Theme::Light });
        let visuals = self.visuals();
        ctx.all_styles_mut(|style| {
            style.visuals = visuals.clone();
            style.text_styles = [
                (TextStyle::Heading, FontId::new(19.0, FontFamily::Proportional)),
                (TextStyle::Body, FontId::new(13.5, FontFamily::Proportional)),
                (TextStyle::Button, FontId::new(13.5, FontFamily::Proportional)),
                (TextStyle::Small, FontId::new(11.5, FontFamily::Proportional)),
                (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
            ]
            .into();
            style.spacing.item_spacing = vec2(8.0, 6.0);
            style.spacing.button_padding = vec2(9.0, 4.0);
            style.spacing.menu_margin = Margin::same(6);
            style.spacing.window_margin = Margin::same(16);
            style.spacing.interact_size = vec2(36.0, 22.0);
            style.spacing.icon_width = 16.0;
            style.spacing.scroll = egui::style::ScrollStyle::floating();
            style.interaction.selectable_labels = false;
            style.animation_time = 0.1;
        });
    }

    fn visuals(&self) -> Visuals {
        let mut v = if self.dark { Visuals::dark() } else { Visuals::light() };
        let radius = CornerRadius::same(5);
        let strong = self.name == ThemeName::HighContrast;
        v.override_text_color = None;
        v.weak_text_color = Some(self.weak);
        v.panel_fill = self.panel;
        v.window_fill = self.panel;
        v.window_stroke = Stroke::new(1.0, self.rule);
        v.window_corner_radius = CornerRadius::same(10);
        v.menu_corner_radius = CornerRadius::same(7);
        v.extreme_bg_color = self.field;
        v.faint_bg_color = self.mix(self.panel, self.text, 0.035);
        v.code_bg_color = self.mix(self.panel, self.text, 0.06);
        v.hyperlink_color = self.accent;
        v.warn_fg_color = self.warning;
        v.error_fg_color = self.error;
        v.selection.bg_fill = self.accent_soft;
        v.selection.stroke = Stroke::new(1.0, if strong { self.accent } else { self.text });
        let shadow = |blur, alpha| Shadow { offset: [0, 4], blur, spread: 0, color: Color32::from_black_alpha(alpha) };
        v.window_shadow = shadow(28, if self.dark { 140 } else { 46 });
        v.popup_shadow = shadow(14, if self.dark { 110 } else { 34 });
        v.slider_trailing_fill = true;
        v.striped = false;
        v.indent_has_left_vline = false;

        let outline = if strong { self.text } else { self.rule };
        let set = |w: &mut egui::style::WidgetVisuals, fill: Color32, stroke: Color32, fg: Color32| {
            w.bg_fill = fill;
            w.weak_bg_fill = fill;
            w.bg_stroke = Stroke::new(1.0, stroke);
            w.fg_stroke = Stroke::new(1.0, fg);
            w.corner_radius = radius;
            w.expansion = 0.0;
        };
        set(&mut v.widgets.noninteractive, self.panel, self.rule, self.text);
        set(&mut v.widgets.inactive, self.mix(self.panel, self.text, 0.07), outline, self.text);
        set(
            &mut v.widgets.hovered,
            self.mix(self.panel, self.text, 0.12),
            self.mix(outline, self.text, 0.3),
            self.text,
        );
        set(&mut v.widgets.active, self.mix(self.panel, self.accent, 0.3), self.accent, self.text);
        set(&mut v.widgets.open, self.mix(self.panel, self.text, 0.09), outline, self.text);
        v
    }

    /// A colour part of the way from one to another.
    pub fn mix(&self, from: Color32, to: Color32, part: f32) -> Color32 {
        from.lerp_to_gamma(to, part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance and contrast as WCAG 2 defines them.
    fn contrast(a: Color32, b: Color32) -> f32 {
        let luminance = |c: Color32| {
            let [r, g, b, _] = egui::Rgba::from(c).to_array();
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_theme_has_a_name() {
        let texts = crate::app::texts::Texts::of(crate::app::texts::Language::English);
        for theme in ThemeName::ALL {
            assert_ne!(texts.get(theme.text_key()), theme.text_key());
        }
    }

    #[test]
    fn text_can_be_read_in_every_theme() {
        for name in ThemeName::ALL {
            let theme = Theme::of(name);
            for ground in [theme.panel, theme.field, theme.ground] {
                assert!(contrast(theme.text, ground) >= 7.0, "{name:?} text {}", contrast(theme.text, ground));
                assert!(contrast(theme.weak, ground) >= 3.5, "{name:?} weak {}", contrast(theme.weak, ground));
            }
            assert!(contrast(theme.text, theme.accent_soft) >= 4.5, "{name:?} selection");
        }
    }
}
