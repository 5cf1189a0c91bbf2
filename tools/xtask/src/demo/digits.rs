//! Drawing scanned digits in a terminal, a few side by side, with captions.
//!
//! In colour each scan is enlarged twice with bilinear interpolation and drawn
//! with half blocks, two picture elements a character; without colour each
//! pixel becomes two characters of a ramp.

use crate::terminal::Colors;

/// Pixels along each side of a scan.
pub(crate) const SIDE: usize = 8;

/// The darkest ink of a scan.
const INK: f64 = 16.0;

/// Characters of one drawing: the width of a column.
const WIDTH: usize = 2 * SIDE;

/// Between two drawings.
const GAP: &str = "   ";

/// From paper to ink.
const RAMP: &[u8; 10] = b" .:-=+*#%@";

/// A scan and the lines to write under it.
pub(crate) struct Digit<'a> {
    /// `SIDE` rows of `SIDE` values from 0 (paper) to `INK`.
    pub(crate) pixels: &'a [f64],
    /// The class that the model chose; no longer than a drawing is wide.
    pub(crate) caption: String,
    /// Styles the caption, after it was centred.
    pub(crate) paint: fn(&str) -> String,
}

/// Draws `digits` side by side.
pub(crate) fn draw(digits: &[Digit<'_>], colors: Colors) -> String {
    let drawings: Vec<Vec<String>> = digits.iter().map(|d| lines(d.pixels, colors)).collect();
    let mut text = String::new();
    for row in 0..SIDE {
        let cells: Vec<&str> = drawings.iter().map(|d| d[row].as_str()).collect();
        text += &format!("{}\n", cells.join(GAP).trim_end());
    }
    let captions: Vec<String> =
        digits.iter().map(|d| (d.paint)(&format!("{:^WIDTH$}", d.caption))).collect();
    text += &format!("{}\n", captions.join(GAP).trim_end());
    text
}

/// The lines of one scan, `WIDTH` characters each.
fn lines(pixels: &[f64], colors: Colors) -> Vec<String> {
    match colors {
        Colors::None => pixels.chunks(SIDE).map(ascii).collect(),
        Colors::Palette | Colors::True => {
            (0..SIDE).map(|row| blocks(pixels, row, colors)).collect()
        }
    }
}

fn ascii(row: &[f64]) -> String {
    let shade = |&v: &f64| {
        let step = (ink(v) * (RAMP.len() - 1) as f64).round() as usize;
        let c = char::from(RAMP[step]);
        [c, c]
    };
    row.iter().flat_map(shade).collect()
}

/// One line of half blocks: the upper element is the foreground, the lower one the background.
fn blocks(pixels: &[f64], row: usize, colors: Colors) -> String {
    let mut text = String::new();
    for column in 0..WIDTH {
        let [upper, lower] = [2 * row, 2 * row + 1].map(|y| ink(enlarged(pixels, y, column)));
        text += &match colors {
            Colors::True => {
                let [u, l] = [upper, lower].map(|v| (v * 255.0).round() as u8);
                format!("\x1b[38;2;{u};{u};{u};48;2;{l};{l};{l}m▀")
            }
            // 232 to 255 are the palette's greys, from nearly black to nearly white.
            _ => {
                let [u, l] = [upper, lower].map(|v| 232 + (v * 23.0).round() as u8);
                format!("\x1b[38;5;{u};48;5;{l}m▀")
            }
        };
    }
    text + "\x1b[0m"
}

/// The picture enlarged twice: element (y, x) lies between up to four pixels' centres.
fn enlarged(pixels: &[f64], y: usize, x: usize) -> f64 {
    let axis = |i: usize| {
        let place = ((i as f64 - 0.5) / 2.0).clamp(0.0, (SIDE - 1) as f64);
        let low = place.floor() as usize;
        (low, (low + 1).min(SIDE - 1), place.fract())
    };
    let ((y0, y1, fy), (x0, x1, fx)) = (axis(y), axis(x));
    let at = |y: usize, x: usize| pixels[y * SIDE + x];
    let mix = |a: f64, b: f64, f: f64| a + (b - a) * f;
    mix(mix(at(y0, x0), at(y0, x1), fx), mix(at(y1, x0), at(y1, x1), fx), fy)
}

/// A pixel's value from 0 (paper) to 1 (ink), whatever it holds.
fn ink(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { (value / INK).clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vertical stroke in column `x`.
    fn stroke(x: usize) -> Vec<f64> {
        (0..SIDE * SIDE).map(|i| if i % SIDE == x { INK } else { 0.0 }).collect()
    }

    fn digit<'a>(pixels: &'a [f64], caption: &str) -> Digit<'a> {
        Digit { pixels, caption: caption.to_owned(), paint: str::to_owned }
    }

    #[test]
    fn without_colour_a_stroke_is_a_stroke() {
        let (a, b) = (stroke(0), stroke(7));
        let text = draw(&[digit(&a, "one"), digit(&b, "two")], Colors::None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), SIDE + 1);
        assert_eq!(lines[0], format!("@@{}@@", " ".repeat(14 + GAP.len() + 14)));
        assert_eq!(lines[SIDE], format!("      one       {GAP}      two"));
    }

    #[test]
    fn the_ramp_runs_from_paper_to_ink() {
        let row = [0.0, 16.0, 8.0, -3.0, 99.0, f64::NAN, 1.8, 0.0];
        assert_eq!(ascii(&row), "  @@++  @@  ..  ");
    }

    #[test]
    fn enlarging_keeps_flat_pictures_and_corners() {
        let flat = vec![5.0; SIDE * SIDE];
        assert!((0..16).all(|i| enlarged(&flat, i, 15 - i) == 5.0));
        let mut corner = vec![0.0; SIDE * SIDE];
        corner[0] = 16.0;
        assert_eq!(enlarged(&corner, 0, 0), 16.0);
        assert_eq!(enlarged(&corner, 1, 0), 12.0);
        assert_eq!(enlarged(&corner, 2, 0), 4.0);
        assert_eq!(enlarged(&corner, 15, 15), 0.0);
    }

    #[test]
    fn colours_end_with_each_line() {
        let pixels = stroke(3);
        for colors in [Colors::Palette, Colors::True] {
            let text = draw(&[digit(&pixels, "3")], colors);
            for line in text.lines().take(SIDE) {
                assert_eq!(line.matches('▀').count(), WIDTH);
                assert!(line.ends_with("\x1b[0m"), "{line:?}");
            }
        }
        assert!(lines(&pixels, Colors::Palette)[0].starts_with("\x1b[38;5;232;48;5;232m"));
        // A stroke one pixel wide is three quarters ink after enlarging.
        assert!(lines(&pixels, Colors::True)[0].contains("38;2;191;191;191"));
    }
}
