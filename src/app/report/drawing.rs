//! A drawing made of a few shapes, from which both SVG and PNG are made.

use std::fmt::Write;

/// A colour as red, green and blue in one number.
pub type Ink = u32;

/// Black, white, and what lines and quiet texts are drawn with.
pub const BLACK: Ink = 0x0016_1616;
/// White stones and paper.
pub const WHITE: Ink = 0x00FF_FFFF;

/// A shape. Lengths are in units of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled rectangle: corner and size.
    Rect {
        /// Left and upper edge.
        at: (f32, f32),
        /// Width and height.
        size: (f32, f32),
        /// Its colour.
        fill: Ink,
    },
    /// A disc with a rim.
    Disc {
        /// The middle.
        at: (f32, f32),
        /// To the middle of the rim.
        radius: f32,
        /// Inside, if it is filled.
        fill: Option<Ink>,
        /// The rim and its width.
        rim: (Ink, f32),
    },
    /// A line through points.
    Line {
        /// The points.
        points: Vec<(f32, f32)>,
        /// Its colour.
        ink: Ink,
        /// Its width.
        width: f32,
        /// Dashed instead of firm.
        dashed: bool,
    },
    /// A text around a point.
    Text {
        /// The middle.
        at: (f32, f32),
        /// The height of its letters.
        size: f32,
        /// Its colour.
        ink: Ink,
        /// The text.
        text: String,
    },
}

/// Shapes on a sheet, the first at the bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Width and height.
    pub size: (f32, f32),
    /// The shapes.
    pub shapes: Vec<Shape>,
    /// What it shows, for those who do not see it.
    pub title: String,
}

impl Drawing {
    /// A firm line between two points.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), ink: Ink, width: f32) {
        self.shapes.push(Shape::Line { points: vec![from, to], ink, width, dashed: false });
    }

    /// A text.
    pub fn text(&mut self, at: (f32, f32), size: f32, ink: Ink, text: impl Into<String>) {
        self.shapes.push(Shape::Text { at, size, ink, text: text.into() });
    }

    /// As an SVG element that can stand in a page or in a file of its own.
    pub fn to_svg(&self) -> String {
        let (w, h) = self.size;
        let title = escape(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{title}\" \
             style=\"font-family:Helvetica,Arial,sans-serif;text-anchor:middle\"><title>{title}</title>",
            short(w),
            short(h)
        );
        for shape in &self.shapes {
            write_shape(&mut svg, shape);
        }
        svg.push_str("</svg>");
        svg
    }
}

fn write_shape(svg: &mut String, shape: &Shape) {
    let written = match shape {
        Shape::Rect { at, size, fill } => write!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#{fill:06x}\"/>",
            short(at.0),
            short(at.1),
            short(size.0),
            short(size.1)
        ),
        Shape::Disc { at, radius, fill, rim } => {
            let fill = fill.map_or("none".to_owned(), |fill| format!("#{fill:06x}"));
            write!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"#{:06x}\" stroke-width=\"{}\"/>",
                short(at.0),
                short(at.1),
                short(*radius),
                rim.0,
                short(rim.1)
            )
        }
        Shape::Line { points, ink, width, dashed } => {
            let points: Vec<String> = points.iter().map(|p| format!("{},{}", short(p.0), short(p.1))).collect();
            let dash = if *dashed { " stroke-dasharray=\"4 3\"" } else { "" };
            write!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#{ink:06x}\" stroke-width=\"{}\" \
                 stroke-linejoin=\"round\"{dash}/>",
                points.join(" "),
                short(*width)
            )
        }
        Shape::Text { at, size, ink, text } => write!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"#{ink:06x}\">{}</text>",
            short(at.0),
            short(at.1 + size * 0.35),
            short(*size),
            escape(text)
        ),
    };
    written.expect("writing to a string cannot fail");
}

/// A number with no more digits than can be seen.
fn short(number: f32) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text that means nothing to HTML and XML. Signs that XML forbids are left out.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(sign),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if sign.is_control() => {}
            _ => safe.push(sign),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_escaped_and_numbers_are_short() {
        let mut drawing = Drawing { size: (10.0, 5.5), shapes: vec![], title: "a<b\">&'\u{1}".to_owned() };
        drawing.text((1.25, 2.0), 1.0, 0xFF, "<script>");
        drawing.line((0.0, 0.0), (1.0, 1.333_33), BLACK, 0.5);
        let svg = drawing.to_svg();
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 5.5\""), "{svg}");
        assert!(svg.contains("<title>a&lt;b&quot;&gt;&amp;&#39;</title>") && svg.contains("&lt;script&gt;</text>"));
        assert!(svg.contains("points=\"0,0 1,1.33\"") && svg.contains("fill=\"#0000ff\""));
        assert!(!svg.contains("<script"));
    }
}
