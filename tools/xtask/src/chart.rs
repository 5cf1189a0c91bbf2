//! The chart of the suite: a dot for each program, by families, from the table of
//! `tests/bench/README.md`.
//!
//! The picture holds nothing that the table does not: `cargo xtask suite --chart` draws it
//! from the committed figures, without a run of the suite, and a test holds the committed
//! picture to the committed table.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, bail};

use crate::process;

/// One program of the table.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    name: String,
    /// XLA's time over hloom's.
    ratio: f64,
}

/// A family of programs: its label, and which names belong to it.
type Family = (&'static str, fn(&str) -> bool);

/// Each program belongs to the first family that takes it.
const FAMILIES: &[Family] = &[
    ("gemm, bf16 and int8", |it| it.starts_with("matmul-bf16") || it.starts_with("matmul-int8")),
    ("gemm, f32", |it| it.starts_with("matmul") || it.contains("matrix-")),
    ("depthwise convolution", |it| it.starts_with("conv-depthwise")),
    ("convolution, ResNet-50", |it| it.starts_with("conv-")),
    ("model, forward and gradient", |it| MODELS.iter().any(|model| it.starts_with(model))),
    ("other ops", |_| true),
];

const MODELS: &[&str] = &["encoder", "gpt2", "lenet", "lstm", "mlp", "resnet50", "vgg19"];

const WIDTH: f64 = 800.0;
const LEFT: f64 = 210.0;
const RIGHT: f64 = 84.0;
const TOP: f64 = 64.0;
const STEP: f64 = 42.0;
/// The ends of the axis: ratios, on a logarithmic scale.
const AXIS: (f64, f64) = (0.5, 200.0);

/// Draws the chart from the committed table.
///
/// # Errors
/// Returns an error if the table can't be read, or the file can't be written.
pub(crate) fn write() -> anyhow::Result<bool> {
    let svg = draw(&read()?);
    std::fs::write(path(), svg).with_context(|| format!("can't write {}", path().display()))?;
    eprintln!("wrote {}", path().display());
    Ok(true)
}

fn path() -> PathBuf {
    process::root().join("tools/guide/suite.svg")
}

/// The rows of the committed table.
fn read() -> anyhow::Result<Vec<Row>> {
    let path = process::root().join("tests/bench/README.md");
    let text = std::fs::read_to_string(&path);
    let rows = rows(&text.with_context(|| format!("can't read {}", path.display()))?);
    if rows.is_empty() {
        bail!("{} has no table of programs", path.display());
    }
    Ok(rows)
}

/// The rows of the first table with XLA's times.
fn rows(text: &str) -> Vec<Row> {
    let table = text.lines().skip_while(|line| !line.starts_with("| program | hloom | XLA |"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let ratio = cells.get(3)?.parse().ok()?;
        Some(Row { name: cells[0].to_owned(), ratio })
    };
    table.skip(2).take_while(|line| line.starts_with('|')).filter_map(row).collect()
}

fn family(name: &str) -> usize {
    FAMILIES.iter().position(|(_, takes)| takes(name)).unwrap_or(FAMILIES.len() - 1)
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|it| it.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
}

/// The place of a ratio on the axis.
fn across(ratio: f64) -> f64 {
    let part = (ratio / AXIS.0).ln() / (AXIS.1 / AXIS.0).ln();
    LEFT + part.clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT)
}

fn draw(rows: &[Row]) -> String {
    let mut lines: Vec<(&str, Vec<f64>)> = Vec::new();
    for (index, (label, _)) in FAMILIES.iter().enumerate() {
        let of = rows.iter().filter(|row| family(&row.name) == index);
        lines.push((label, of.map(|row| row.ratio).collect()));
    }
    lines.retain(|(_, ratios)| !ratios.is_empty());
    lines.push(("all programs", rows.iter().map(|row| row.ratio).collect()));
    let bottom = TOP + STEP * lines.len() as f64;
    let height = bottom + 46.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" font-family=\"system-ui, sans-serif\">\n\
         <title>XLA's time over hloom's, by families of programs</title>\n{STYLE}\
         <rect class=\"page\" width=\"{WIDTH}\" height=\"{height}\" rx=\"10\"/>\n\
         <text class=\"head\" x=\"20\" y=\"30\">Speed of hloom relative to XLA on two CPU cores</text>\n\
         <text class=\"soft\" x=\"20\" y=\"50\">one dot a program, the bar is the geometric mean; \
         right of 1× hloom is faster (logarithmic)</text>\n"
    );
    for tick in [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0] {
        let (x, class) = (across(tick), if tick == 1.0 { "same" } else { "grid" });
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>\
             <text class=\"soft\" text-anchor=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{tick}×</text>",
            bottom + 20.0
        );
    }
    for (index, (label, ratios)) in lines.iter().enumerate() {
        let y = TOP + STEP * (index as f64 + 0.5);
        let (mean, all) = (geometric_mean(ratios), index + 1 == lines.len());
        let class = if all { "label all" } else { "label" };
        let _ = writeln!(
            svg,
            "<text class=\"{class}\" x=\"20\" y=\"{:.1}\">{label}</text>\
             <text class=\"soft\" x=\"20\" y=\"{:.1}\">{} programs</text>",
            y - 1.0,
            y + 13.0,
            ratios.len()
        );
        for (n, ratio) in ratios.iter().enumerate() {
            // Dots of about the same ratio lie side by side.
            let beside = ((n * 5) % 9) as f64 - 4.0;
            let _ = writeln!(
                svg,
                "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.2\"/>",
                across(*ratio),
                y + beside * 2.0
            );
        }
        let x = across(mean);
        let figure = if mean < 100.0 { format!("{mean:.2}×") } else { format!("{mean:.0}×") };
        let _ = writeln!(
            svg,
            "<rect class=\"mean\" x=\"{:.1}\" y=\"{:.1}\" width=\"4\" height=\"30\" rx=\"2\"/>\
             <text class=\"figure\" text-anchor=\"end\" x=\"{:.1}\" y=\"{:.1}\">{figure}</text>",
            x - 2.0,
            y - 15.0,
            WIDTH - 16.0,
            y + 5.0
        );
    }
    svg + "</svg>\n"
}

/// Colours for a light page, and for a dark one.
const STYLE: &str = "<style>\n\
.page{fill:#ffffff;stroke:#d4dae1}.head{fill:#1d2733;font-size:16px;font-weight:600}\n\
.soft{fill:#5b6b7c;font-size:12px}.label{fill:#1d2733;font-size:13px}.all{font-weight:700}\n\
.grid{stroke:#e3e8ee}.same{stroke:#8a97a5;stroke-width:1.6}\n\
.dot{fill:#2f78c4;fill-opacity:.45}.mean{fill:#d1495b}\n\
.figure{fill:#d1495b;font-size:14px;font-weight:700}\n\
@media (prefers-color-scheme: dark){\n\
.page{fill:#161b22;stroke:#30363d}.head,.label{fill:#e6edf3}.soft{fill:#9aa7b4}\n\
.grid{stroke:#2a313a}.same{stroke:#7d8894}.dot{fill:#6cb2f5;fill-opacity:.55}\n\
.mean,.figure{fill:#ff8fa0}}\n</style>\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_from_the_table() {
        let text = "words\n| program | hloom | XLA | XLA's time / hloom's | more |\n|---|---|---|---|---|\n\
                    | matmul-64 | 1 ms | 2 ms | 2.00 | x |\n| odd | fails | | | |\n\n| other | a | b | 9.00 |\n";
        assert_eq!(rows(text), [Row { name: "matmul-64".to_owned(), ratio: 2.0 }]);
    }

    #[test]
    fn families_are_those_of_the_summary() {
        let rows = read().expect("the table is there");
        let count = |label: &str| {
            let of = rows.iter().filter(|row| FAMILIES[family(&row.name)].0 == label);
            of.count()
        };
        assert_eq!(rows.len(), 100);
        assert_eq!(count("gemm, f32"), 13);
        assert_eq!(count("gemm, bf16 and int8"), 4);
        assert_eq!(count("convolution, ResNet-50"), 46);
        assert_eq!(count("depthwise convolution"), 3);
        assert_eq!(count("model, forward and gradient"), 11);
    }

    #[test]
    fn the_picture_is_that_of_the_table() {
        let committed = std::fs::read_to_string(path()).expect("the picture is there");
        let drawn = draw(&read().expect("the table is there"));
        assert!(committed == drawn, "run `cargo xtask suite --chart`, and look at the picture");
    }

    #[test]
    fn the_mean_is_geometric() {
        assert!((geometric_mean(&[2.0, 8.0]) - 4.0).abs() < 1e-12);
        assert!(across(0.01) == LEFT && across(1.0) < across(2.0));
    }
}
