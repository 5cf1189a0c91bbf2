//! A page with the states of tensors, as grids of blocks coloured by rank, and the timeline of each
//! class of ranks. It is self-contained and has no scripts.

use std::fmt::Write as _;

use hloom_analysis::shard::{Grid, State};
use hloom_passes::fusion::explain::time;

use super::Simulated;

/// The policy against loading anything.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "\
:root { color-scheme: light dark; --line: #8886; --faint: #8883; --idle: #8882; }\n\
body { font: 15px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }\n\
h1 { overflow-wrap: anywhere; }\n\
h2 { margin-top: 2rem; }\n\
svg { width: 100%; height: auto; }\n\
.timeline { overflow-x: auto; }\n\
.timeline svg { min-width: 48rem; }\n\
svg text { font-size: 11px; fill: currentColor; }\n\
.tensors { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; }\n\
figure { margin: 0; width: 9.5rem; }\n\
figure svg { width: 8.5rem; height: 8.5rem; }\n\
figcaption { font-size: 12px; line-height: 1.35; overflow-wrap: anywhere; }\n\
figcaption code { font-weight: 600; }\n\
.block { stroke: Canvas; stroke-width: 0.6; }\n\
.idle { fill: var(--idle); }\n\
.wait { fill: var(--line); }\n\
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; padding: 0; list-style: none; font-size: 13px; }\n\
.legend i { display: inline-block; width: 0.9em; height: 0.9em; margin-right: 0.4em; border-radius: 2px; vertical-align: -1px; }\n\
.grid { stroke: var(--faint); }\n\
pre { overflow-x: auto; font-size: 13px; }\n";

/// A tensor that is divided.
pub(in crate::explain) struct Tensor {
    pub(in crate::explain) name: String,
    pub(in crate::explain) ty: String,
    pub(in crate::explain) state: State,
    /// The state in text.
    pub(in crate::explain) text: String,
}

/// A function with all that is drawn of it.
pub(in crate::explain) struct Drawn<'s> {
    pub(in crate::explain) name: String,
    pub(in crate::explain) report: String,
    /// The mesh and the tensors that are divided over it.
    pub(in crate::explain) tensors: Option<(&'s Grid, Vec<Tensor>)>,
    pub(in crate::explain) simulated: &'s Simulated,
}

/// The most tensors, and the most classes of ranks, that are drawn.
const TENSORS: usize = 60;
const CLASSES: usize = 32;
/// The most blocks along a dimension that are drawn one by one.
const BLOCKS: i64 = 32;
/// The most boxes of one class; shorter ones are merged.
const BOXES: usize = 1200;
/// The width of names and of time, and the height of a row.
const NAMES: f64 = 110.0;
const WIDTH: f64 = 1000.0;
const ROW: f64 = 26.0;

/// The page.
pub(in crate::explain) fn page(title: &str, drawn: &[Drawn<'_>]) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n\
         <title>A step of {0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>A step of {0}</h1>\n",
        escape(title)
    );
    for it in drawn {
        let ranks = it.simulated.settings.axes.ranks();
        // Writing to a string does not fail.
        let _ = writeln!(html, "<h2>@{} on {ranks} ranks</h2>", escape(&it.name));
        html += &timeline(it.simulated);
        if let Some((grid, tensors)) = &it.tensors {
            html += &states(grid, tensors);
        }
        let _ = writeln!(html, "<pre>{}</pre>", escape(&it.report));
    }
    html + "</body>\n</html>\n"
}

/// The colour of number `at` of so many: hues at the golden angle differ most from each other.
fn colour(at: usize) -> String {
    let hue = (at as f64 * 137.508 + 215.0) % 360.0;
    format!("hsl({hue:.0} 62% 55%)")
}

/// A row for each class of ranks, and a box for each step.
fn timeline(it: &Simulated) -> String {
    let report = &it.report;
    let end = report.seconds.max(1e-12);
    let shown = report.classes.len().min(CLASSES);
    let height = ROW * shown as f64 + 20.0;
    let mut svg = format!(
        "<div class=\"timeline\"><svg viewBox=\"0 0 {:.0} {height:.0}\" role=\"img\" aria-label=\"Timeline\">\n",
        NAMES + WIDTH
    );
    for quarter in 0..=4 {
        let x = NAMES + WIDTH * f64::from(quarter) / 4.0;
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{x:.1} 0V{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            height - 16.0,
            x - 2.0,
            height - 4.0,
            match quarter {
                0 => "0".to_owned(),
                _ => time(end * f64::from(quarter) / 4.0),
            }
        );
    }
    let phases = &it.traced.ranks.phases;
    for (row, class) in report.classes.iter().take(CLASSES).enumerate() {
        let y = ROW * row as f64 + 2.0;
        let more = class.ranks - 1;
        let label = match more {
            0 => format!("rank {}", class.first),
            _ => format!("rank {} + {more}", class.first),
        };
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{:.1}\">{label}</text><rect class=\"idle\" x=\"{NAMES}\" y=\"{y:.1}\" \
             width=\"{WIDTH}\" height=\"{:.1}\"/>",
            y + ROW / 2.0 + 2.0,
            ROW - 4.0
        );
        let x = |seconds: f64| NAMES + seconds / end * WIDTH;
        // Neighbours of one phase become one box if they are too many.
        let merge = class.spans.len() > BOXES;
        let least = if merge { end / BOXES as f64 } else { 0.0 };
        let mut boxes: Vec<(u32, f64, f64, usize)> = Vec::new();
        for span in &class.spans {
            if span.begin > span.arrival && (span.begin - span.arrival) > least {
                let _ = write!(
                    svg,
                    "<rect class=\"wait\" x=\"{:.2}\" y=\"{:.1}\" width=\"{:.2}\" height=\"4\"><title>waits for others: {}</title></rect>",
                    x(span.arrival),
                    y + ROW / 2.0 - 4.0,
                    x(span.begin) - x(span.arrival),
                    time(span.begin - span.arrival)
                );
            }
            match boxes.last_mut() {
                Some((phase, _, last, count))
                    if merge
                        && span.begin - *last <= least
                        && (*phase == span.phase || span.end - span.begin < least) =>
                {
                    (*last, *count) = (span.end, *count + 1);
                }
                _ => boxes.push((span.phase, span.begin, span.end, 1)),
            }
        }
        for (phase, begin, end, count) in boxes {
            let times = if count > 1 { format!("{count} steps, ") } else { String::new() };
            let _ = write!(
                svg,
                "<rect x=\"{:.2}\" y=\"{y:.1}\" width=\"{:.2}\" height=\"{:.1}\" fill=\"{}\"><title>{}: {times}{}</title></rect>",
                x(begin),
                (x(end) - x(begin)).max(0.25),
                ROW - 4.0,
                colour(phase as usize),
                escape(&phases[phase as usize]),
                time(end - begin)
            );
        }
        svg.push('\n');
    }
    svg += "</svg></div>\n";
    if let Some(class) = report.classes.iter().take(CLASSES).find(|class| class.ranks > 1) {
        let (first, more) = (class.first, class.ranks - 1);
        let ranks = if more == 1 { "another rank that runs" } else { "other ranks that run" };
        let count = if more == 1 { String::new() } else { format!("{more} ") };
        let _ = writeln!(
            svg,
            "<p>“rank {first} + {more}” stands for rank {first} and {count}{ranks} the same steps at the \
             same time.</p>"
        );
    }
    if report.classes.len() > CLASSES {
        let more = report.classes.len() - CLASSES;
        let _ = writeln!(svg, "<p>and {more} more classes of ranks</p>");
    }
    svg += "<ul class=\"legend\">";
    for (at, (name, phase)) in phases.iter().zip(&report.phases).enumerate() {
        if phase.steps > 0.0 {
            let _ = write!(
                svg,
                "<li><i style=\"background:{}\"></i>{}, {}</li>",
                colour(at),
                escape(name),
                time(phase.seconds)
            );
        }
    }
    svg + "<li><i style=\"background:var(--line)\"></i>waits</li></ul>\n"
}

/// A figure for each tensor; nothing if none is divided.
fn states(grid: &Grid, tensors: &[Tensor]) -> String {
    if tensors.is_empty() {
        return String::new();
    }
    let mut html =
        "<h3>Tensors</h3>\n<p>Blocks have the colour of the first rank that holds them; \
                    ranks that hold the same block have no colour of their own.</p>\n\
                    <div class=\"tensors\">\n"
            .to_owned();
    for tensor in tensors.iter().take(TENSORS) {
        html += &figure(grid, tensor);
    }
    html += "</div>\n";
    if tensors.len() > TENSORS {
        let _ = writeln!(html, "<p>and {} more</p>", tensors.len() - TENSORS);
    }
    html
}

/// The blocks of a tensor along the two dimensions that are divided most.
fn figure(grid: &Grid, tensor: &Tensor) -> String {
    let parts: Vec<i64> = tensor.state.0.iter().map(|axes| grid.parts(axes)).collect();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&d| std::cmp::Reverse(parts[d]));
    order.truncate(2);
    order.sort_unstable();
    // Rows are the first of the two; a tensor of one dimension is a row.
    let (rows, columns) = match order[..] {
        [d, e] => (Some(d), Some(e)),
        [d] => (None, Some(d)),
        _ => (None, None),
    };
    let extent = |d: Option<usize>| d.map_or(1, |d| parts[d]);
    let holds =
        |d: Option<usize>, place: i64| d.map_or(0, |d| grid.coordinate(place, &tensor.state.0[d]));
    let (height, width) = (extent(rows), extent(columns));
    let copies = grid.devices() / tensor.state.shards(grid).max(1);
    // The first rank of each block, drawn or not.
    let mut first: Vec<Option<i64>> = vec![None; (height * width) as usize];
    for place in 0..grid.devices() {
        let at = holds(rows, place) * width + holds(columns, place);
        first[at as usize].get_or_insert(place);
    }
    let (shown_rows, shown_columns) = (height.min(BLOCKS), width.min(BLOCKS));
    let (w, h) = (100.0 / shown_columns as f64, 100.0 / shown_rows as f64);
    let mut svg = format!(
        "<figure><svg viewBox=\"0 0 100 100\" role=\"img\" aria-label=\"{}\">",
        escape(&tensor.name)
    );
    for row in 0..shown_rows {
        for column in 0..shown_columns {
            // Of more blocks than there is room for, every so many.
            let block = (row * height / shown_rows) * width + column * width / shown_columns;
            let rank = first[block as usize].unwrap_or(0);
            let _ = write!(
                svg,
                "<rect class=\"block\" x=\"{:.2}\" y=\"{:.2}\" width=\"{w:.2}\" height=\"{h:.2}\" \
                 fill=\"{}\"><title>rank {}</title></rect>",
                column as f64 * w,
                row as f64 * h,
                colour(rank as usize),
                grid.device(rank)
            );
        }
    }
    let _ = writeln!(
        svg,
        "</svg><figcaption><code>{}</code> {}<br/>{}<br/>{} on {}</figcaption></figure>",
        escape(&tensor.name),
        escape(&tensor.ty),
        escape(&tensor.text),
        match tensor.state.shards(grid) {
            1 => "whole".to_owned(),
            n => format!("{n} blocks"),
        },
        match copies {
            1 => "one rank each".to_owned(),
            n => format!("{n} ranks each"),
        }
    );
    svg
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
