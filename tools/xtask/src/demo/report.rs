//! The demo's report about a model: accuracy, distance from JAX, times, and
//! some of the digits as they were read.

use super::ALLOWED;
use super::digits::{Digit, SIDE, draw};
use super::model::{Answer, Case, Truth};
use super::npy::Array;
use crate::terminal::{Colors, Style, duration};

/// Digits to draw: one line of them.
const DRAWN: usize = 4;

/// The options of printing.
pub(super) struct Report {
    pub(super) style: Style,
    pub(super) colors: Colors,
}

impl Report {
    /// Prints one model; returns whether everything about it is as it should be.
    pub(super) fn model(
        &self,
        case: &Case,
        cpu: &Answer,
        alone: Option<&Answer>,
        interp: &Answer,
    ) -> bool {
        let style = self.style;
        println!("{} {}", style.bold(case.model.name), style.dim(case.model.about));
        println!("{}", style.dim(&format!("> {}", cpu.command)));
        let by_row = case.truth.is_some();
        let from_jax = distance(&cpu.results, &case.expected, by_row);
        let interp_from_jax = distance(&interp.results, &case.expected, by_row);
        let mut well = from_jax <= ALLOWED && interp_from_jax <= ALLOWED;

        let mut answers = String::new();
        if let Some(truth) = &case.truth {
            let read = answers_of(&cpu.results);
            let right = read.iter().zip(&truth.labels).filter(|(a, b)| a == b).count();
            print!("\n{}\n", self.digits(truth, &read));
            let images = read.len();
            let percent = 100.0 * right as f64 / images.max(1) as f64;
            row("right", &format!("{right} of {images} ({percent:.2} %)"));
            let same = read == answers_of(&interp.results);
            well &= same;
            answers = if same {
                format!("the same {images} answers, ")
            } else {
                style.red("OTHER ANSWERS, ")
            };
        }
        let unit = if by_row { "an image's largest logit" } else { "a result's largest value" };
        let unit = format!(" of {unit} at most (allowed: {ALLOWED:.0e})");
        row("from JAX's results", &self.judged(from_jax, &unit));
        if let Some(truth) = &case.truth {
            let each = cpu.timing.median / truth.labels.len().max(1) as u32;
            let mut times = format!("{} ({} at once)", duration(each), truth.labels.len());
            if let Some(alone) = alone {
                times += &format!(", {} (one alone)", duration(alone.timing.median));
            }
            row("time per image", &times);
        } else {
            row("time per run", &duration(cpu.timing.median));
        }
        row("compile time", &duration(cpu.timing.compile));
        row(
            "on the interpreter",
            &format!(
                "{answers}{} from JAX's, in {}",
                self.judged(interp_from_jax, ""),
                duration(interp.timing.median)
            ),
        );
        println!("  {}", style.dim(&format!("times are medians of {} runs", cpu.timing.runs)));
        well
    }

    /// A distance, with what it is measured in, and a mark where it is not allowed.
    fn judged(&self, distance: f64, unit: &str) -> String {
        let text = format!("{distance:.1e}{unit}");
        if distance <= ALLOWED { text } else { self.style.red(&format!("{text}: TOO FAR")) }
    }

    /// A line of digits: wrong ones where there are any, then the first right ones.
    fn digits(&self, truth: &Truth, read: &[usize]) -> String {
        let pixels: Vec<&[f64]> = truth.images.rows().collect();
        let drawable = |i: &usize| pixels[*i].len() == SIDE * SIDE;
        let chosen: Vec<usize> = choose(read, &truth.labels).into_iter().filter(drawable).collect();
        let digits: Vec<Digit<'_>> = chosen
            .iter()
            .map(|&i| {
                let right = read[i] == truth.labels[i];
                Digit {
                    pixels: pixels[i],
                    caption: if right {
                        format!("{}", read[i])
                    } else {
                        format!("{} (it is {})", read[i], truth.labels[i])
                    },
                    paint: match right {
                        true => |text| Style::stdout().green(text),
                        false => |text| Style::stdout().red(text),
                    },
                }
            })
            .collect();
        draw(&digits, self.colors)
    }

    /// The last line.
    pub(super) fn verdict(&self, well: bool, took: &str) -> String {
        if well {
            let text = format!("All results agree with JAX's, on both backends ({took}).");
            self.style.green(&text)
        } else {
            self.style.red(&format!("Something above is not as it should be ({took})."))
        }
    }
}

fn row(name: &str, value: &str) {
    println!("  {name:<20} {value}");
}

/// The digits to draw: up to one that was misread, and the first of each digit read rightly.
fn choose(read: &[usize], labels: &[usize]) -> Vec<usize> {
    let mut chosen = Vec::new();
    for i in 0..read.len() {
        let new = chosen.iter().all(|&c: &usize| labels[c] != labels[i]);
        if read[i] == labels[i] && new && chosen.len() < DRAWN {
            chosen.push(i);
        }
    }
    if let Some(wrong) = (0..read.len()).find(|&i| read[i] != labels[i]) {
        chosen.truncate(DRAWN - 1);
        chosen.push(wrong);
    }
    chosen
}

/// Per image the digit with the largest logit.
fn answers_of(results: &[Array]) -> Vec<usize> {
    let largest = |row: &[f64]| {
        let mut best = 0;
        for (i, v) in row.iter().enumerate() {
            if *v > row[best] {
                best = i;
            }
        }
        best
    };
    results.first().map(|logits| logits.rows().map(largest).collect()).unwrap_or_default()
}

/// The largest difference, relative to the largest value: of its row, or of the whole array.
///
/// Relative to single values it would say little: a logit near zero is the
/// difference of large ones.
fn distance(got: &[Array], want: &[Array], by_row: bool) -> f64 {
    let mut worst = 0.0f64;
    for (got, want) in got.iter().zip(want) {
        if by_row {
            for (g, w) in got.rows().zip(want.rows()) {
                worst = worst.max(relative(g, w));
            }
        } else {
            worst = worst.max(relative(&got.data, &want.data));
        }
    }
    worst
}

/// The largest difference over the largest magnitude; infinite where it can't be told.
fn relative(got: &[f64], want: &[f64]) -> f64 {
    let mut scale = 0.0f64;
    let mut difference = 0.0f64;
    for (&g, &w) in got.iter().zip(want) {
        if g == w || (g.is_nan() && w.is_nan()) {
            scale = scale.max(if w.is_finite() { w.abs() } else { 0.0 });
            continue;
        }
        if !g.is_finite() || !w.is_finite() {
            return f64::INFINITY;
        }
        scale = scale.max(w.abs());
        difference = difference.max((g - w).abs());
    }
    match (difference, scale) {
        (0.0, _) => 0.0,
        (_, 0.0) => f64::INFINITY,
        (d, s) => d / s,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(shape: &[usize], data: &[f64]) -> Array {
        Array { shape: shape.to_vec(), data: data.to_vec() }
    }

    #[test]
    fn distances_are_relative_to_the_largest_neighbour() {
        let want = [array(&[2, 2], &[10.0, 1e-9, 1.0, 0.5])];
        let got = [array(&[2, 2], &[10.0, 0.1, 1.0, 0.51])];
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(distance(&got, &want, true), 0.01));
        assert!(near(distance(&got, &want, false), 0.01));
        assert_eq!(distance(&want, &want, true), 0.0);
    }

    #[test]
    fn what_is_not_a_number_is_never_near() {
        assert_eq!(relative(&[f64::NAN], &[1.0]), f64::INFINITY);
        assert_eq!(relative(&[1.0], &[f64::INFINITY]), f64::INFINITY);
        assert_eq!(relative(&[f64::NAN, 1.0], &[f64::NAN, 1.0]), 0.0);
        assert_eq!(relative(&[0.1], &[0.0]), f64::INFINITY);
    }

    #[test]
    fn answers_are_the_largest_logits() {
        let logits = [array(&[2, 3], &[0.0, 2.0, 1.0, -1.0, -3.0, -2.0])];
        assert_eq!(answers_of(&logits), [1, 0]);
    }

    #[test]
    fn a_misread_digit_is_shown() {
        assert_eq!(choose(&[1, 1, 2, 3, 4, 5], &[1, 1, 2, 3, 4, 5]), [0, 2, 3, 4]);
        assert_eq!(choose(&[1, 1, 2, 3, 4, 9], &[1, 1, 2, 3, 4, 5]), [0, 2, 3, 5]);
        assert_eq!(choose(&[], &[]), [0usize; 0]);
    }
}
