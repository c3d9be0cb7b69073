//! A drawing as PNG: shapes painted by their distance from each pixel, letters as strokes.
//!
//! Diagrams need capital letters, digits and a few signs; a renderer of SVG with its fonts would be a
//! hundred times larger than this file.

use super::drawing::{Drawing, Ink, Shape};

/// Paints a drawing, its longer side this many pixels long.
pub fn to_png(drawing: &Drawing, longest: u32) -> Result<Vec<u8>, png::EncodingError> {
    let scale = longest.clamp(16, 8192) as f32 / drawing.size.0.max(drawing.size.1);
    let side = |length: f32| ((length * scale).round() as u32).max(1);
    let mut sheet = Sheet::new(side(drawing.size.0), side(drawing.size.1));
    for shape in &drawing.shapes {
        sheet.paint(shape, scale);
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, sheet.width, sheet.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let bytes: Vec<u8> = sheet.pixels.iter().flat_map(|p| p.map(|part| (part * 255.0).round() as u8)).collect();
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(file)
}

/// Pixels that are painted over and over.
struct Sheet {
    width: u32,
    height: u32,
    pixels: Vec<[f32; 3]>,
}

impl Sheet {
    fn new(width: u32, height: u32) -> Sheet {
        Sheet { width, height, pixels: vec![[1.0; 3]; width as usize * height as usize] }
    }

    fn paint(&mut self, shape: &Shape, scale: f32) {
        let place = |p: (f32, f32)| (p.0 * scale, p.1 * scale);
        match shape {
            Shape::Rect { at, size, fill } => {
                let (low, high) = (place(*at), place((at.0 + size.0, at.1 + size.1)));
                self.fill(low, high, *fill, |x, y| (x - low.0).min(high.0 - x).min(y - low.1).min(high.1 - y));
            }
            Shape::Disc { at, radius, fill, rim } => {
                let (middle, radius, half) = (place(*at), radius * scale, rim.1 * scale / 2.0);
                let reach = radius + half + 1.0;
                let (low, high) = ((middle.0 - reach, middle.1 - reach), (middle.0 + reach, middle.1 + reach));
                let away = |x: f32, y: f32| (x - middle.0).hypot(y - middle.1);
                if let Some(fill) = fill {
                    self.fill(low, high, *fill, |x, y| radius - away(x, y));
                }
                self.fill(low, high, rim.0, |x, y| half - (away(x, y) - radius).abs());
            }
            Shape::Line { points, ink, width, dashed } => {
                let points: Vec<(f32, f32)> = points.iter().map(|&p| place(p)).collect();
                let pieces = if *dashed { dashes(&points, 4.0 * scale, 3.0 * scale) } else { pairs(&points) };
                for (from, to) in pieces {
                    self.stroke(from, to, *ink, width * scale);
                }
            }
            Shape::Text { at, size, ink, text } => {
                // A letter is 4 wide and 6 high, with 2 between.
                let unit = size * scale * 0.72 / 6.0;
                let count = text.chars().count() as f32;
                let (x, y) = place(*at);
                let left = x - (count * 6.0 - 2.0) / 2.0 * unit;
                for (i, sign) in text.chars().enumerate() {
                    let origin = (left + i as f32 * 6.0 * unit, y - 3.0 * unit);
                    for stroke in letter(sign) {
                        let points: Vec<(f32, f32)> = stroke
                            .as_bytes()
                            .chunks(2)
                            .map(|p| {
                                (origin.0 + f32::from(p[0] - b'0') * unit, origin.1 + f32::from(p[1] - b'0') * unit)
                            })
                            .collect();
                        for (from, to) in pairs(&points) {
                            self.stroke(from, to, *ink, unit);
                        }
                    }
                }
            }
        }
    }

    /// A line with round ends.
    fn stroke(&mut self, from: (f32, f32), to: (f32, f32), ink: Ink, width: f32) {
        let half = width / 2.0;
        let low = (from.0.min(to.0) - half - 1.0, from.1.min(to.1) - half - 1.0);
        let high = (from.0.max(to.0) + half + 1.0, from.1.max(to.1) + half + 1.0);
        let way = (to.0 - from.0, to.1 - from.1);
        let length = (way.0 * way.0 + way.1 * way.1).max(1e-9);
        self.fill(low, high, ink, |x, y| {
            let along = (((x - from.0) * way.0 + (y - from.1) * way.1) / length).clamp(0.0, 1.0);
            half - (x - from.0 - along * way.0).hypot(y - from.1 - along * way.1)
        });
    }

    /// Paints where `inside` is positive: the distance to the edge, at most one pixel counts.
    fn fill(&mut self, low: (f32, f32), high: (f32, f32), ink: Ink, inside: impl Fn(f32, f32) -> f32) {
        let [_, r, g, b] = ink.to_be_bytes().map(|part| f32::from(part) / 255.0);
        let clip =
            |from: f32, to: f32, end: u32| (from.floor().max(0.0) as u32)..(to.ceil().clamp(0.0, end as f32) as u32);
        for y in clip(low.1, high.1, self.height) {
            for x in clip(low.0, high.0, self.width) {
                let cover = (inside(x as f32 + 0.5, y as f32 + 0.5) + 0.5).clamp(0.0, 1.0);
                if cover > 0.0 {
                    let pixel = &mut self.pixels[(y * self.width + x) as usize];
                    for (part, ink) in pixel.iter_mut().zip([r, g, b]) {
                        *part += (ink - *part) * cover;
                    }
                }
            }
        }
    }
}

fn pairs(points: &[(f32, f32)]) -> Vec<((f32, f32), (f32, f32))> {
    points.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The dashes of a line.
fn dashes(points: &[(f32, f32)], dash: f32, gap: f32) -> Vec<((f32, f32), (f32, f32))> {
    let mut pieces = Vec::new();
    for (from, to) in pairs(points) {
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let at = |t: f32| (from.0 + (to.0 - from.0) * t / length, from.1 + (to.1 - from.1) * t / length);
        let mut start = 0.0;
        while start < length {
            pieces.push((at(start), at((start + dash).min(length))));
            start += dash + gap;
        }
    }
    pieces
}

/// The strokes of a sign on a grid of 4 by 6, each point as two digits. Small letters are drawn as
/// capitals, and what is not known as a box.
fn letter(sign: char) -> &'static [&'static str] {
    match sign.to_ascii_uppercase() {
        ' ' => &[],
        '0' | 'O' => &["103041453616050110"],
        '1' => &["122026", "1636"],
        '2' => &["01103041420646"],
        '3' => &["004022324345361605"],
        '4' => &["36300444"],
        '5' => &["4000023243453606"],
        '6' => &["40200205163645443303"],
        '7' => &["004016"],
        '8' => &["103041423313020110", "1304051636454433"],
        '9' => &["06264441301001021343"],
        'A' => &["062046", "1434"],
        'B' => &["00063645443303", "0030414233"],
        'C' => &["4130100105163645"],
        'D' => &["00062644422000"],
        'E' => &["40000646", "0333"],
        'F' => &["400006", "0333"],
        'G' => &["41301001051636454323"],
        'H' => &["0006", "4046", "0343"],
        'I' => &["2026", "1030", "1636"],
        'J' => &["4045361605"],
        'K' => &["0006", "400346"],
        'L' => &["000646"],
        'M' => &["0600234046"],
        'N' => &["06004640"],
        'P' => &["06003041423303"],
        'Q' => &["103041453616050110", "2446"],
        'R' => &["06003041423303", "2346"],
        'S' => &["413010010213334445361605"],
        'T' => &["0040", "2026"],
        'U' => &["000516364540"],
        'V' => &["002640"],
        'W' => &["0016233640"],
        'X' => &["0046", "4006"],
        'Y' => &["002340", "2326"],
        'Z' => &["00400646"],
        '-' | '–' | '−' => &["0343"],
        '+' => &["0343", "2125"],
        '.' => &["2526"],
        '/' => &["4006"],
        '%' => &["4006", "0011", "3546"],
        '?' => &["01103041422324", "2626"],
        '!' => &["2024", "2626"],
        _ => &["0040460600"],
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawing::BLACK;
    use super::*;

    fn pixels(drawing: &Drawing, longest: u32) -> (u32, u32, Vec<u8>) {
        let file = to_png(drawing, longest).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        (info.width, info.height, bytes)
    }

    #[test]
    fn shapes_are_where_they_should_be_at_any_size() {
        let mut drawing = Drawing { size: (20.0, 10.0), shapes: vec![], title: String::new() };
        drawing.shapes.push(Shape::Rect { at: (0.0, 0.0), size: (20.0, 10.0), fill: 0xFFCC66 });
        drawing.shapes.push(Shape::Disc { at: (5.0, 5.0), radius: 3.0, fill: Some(BLACK), rim: (BLACK, 0.2) });
        drawing.line((10.0, 5.0), (20.0, 5.0), 0xFF0000, 1.0);
        for longest in [40, 400] {
            let (width, height, bytes) = pixels(&drawing, longest);
            assert_eq!((width, height), (longest, longest / 2));
            let at = |x: f32, y: f32| {
                let (x, y) = ((x / 20.0 * width as f32) as usize, (y / 10.0 * height as f32) as usize);
                let i = 3 * (y * width as usize + x);
                [bytes[i], bytes[i + 1], bytes[i + 2]]
            };
            assert_eq!(at(5.0, 5.0), [0x16; 3], "the disc");
            assert_eq!(at(1.0, 1.0), [0xFF, 0xCC, 0x66], "the ground");
            assert_eq!(at(15.0, 5.0), [0xFF, 0, 0], "the line");
        }
    }

    #[test]
    fn every_letter_and_digit_has_its_own_strokes_within_its_cell() {
        let known: Vec<char> = ('A'..='Z').chain('0'..='9').collect();
        for (i, &sign) in known.iter().enumerate() {
            assert!(letter(sign).iter().all(|stroke| stroke.len() % 2 == 0 && stroke.len() >= 4), "{sign}");
            let points = letter(sign).iter().flat_map(|stroke| stroke.as_bytes().chunks(2));
            assert!(points.into_iter().all(|p| p[0] <= b'4' && p[1] <= b'6'), "{sign}");
            let same = known[..i].iter().find(|&&other| letter(other) == letter(sign));
            assert!(same.is_none() || (sign, same) == ('0', Some(&'O')), "{sign} looks like {same:?}");
        }
        assert_eq!(letter('q'), letter('Q'));
    }
}
