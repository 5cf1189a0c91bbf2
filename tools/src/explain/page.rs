//! The kernels of a program as a self-contained HTML page.

use std::fmt::Write as _;

use hloom_ir::OpId;
use hloom_ir::ops::Op;
use hloom_passes::fusion::explain::{Explanation, time};
use hloom_passes::fusion::machine::Machine;

use super::part::{Part, kernels, size};
use crate::names::Written;

const STYLE: &str = "\
:root{--ink:#1d2733;--soft:#5b6b7c;--line:#c9d3de;--page:#f6f8fa;--card:#fff}
*{box-sizing:border-box}body{margin:0;font:14px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--page)}
header{padding:24px 32px 8px}h1{font-size:22px;margin:0}h2{font-size:16px;margin:28px 32px 8px}
header p,.sum{color:var(--soft);margin:4px 0}.sum{margin:0 32px}
svg{display:block;margin:12px 32px;background:var(--card);border:1px solid var(--line);border-radius:10px;max-width:calc(100% - 64px)}
.scroll{overflow:auto}.k rect{stroke:#00000022;rx:8}.k text{font-size:12px;fill:var(--ink)}.k .kind{font-weight:600;font-size:13px}
.k .fact{fill:var(--soft);font-size:11px}.e{fill:none;stroke:#8a9aab;stroke-width:1.4}.e:hover{stroke:#d1495b;stroke-width:3}
table{border-collapse:collapse;margin:8px 32px 28px;width:calc(100% - 64px);background:var(--card);border:1px solid var(--line)}
td,th{text-align:left;padding:6px 10px;border-top:1px solid var(--line);vertical-align:top}th{color:var(--soft);font-weight:600}
td.n{white-space:nowrap;font-variant-numeric:tabular-nums}code{font:12px ui-monospace,monospace}";

/// The colours of kinds.
fn colour(kind: &str) -> &'static str {
    match kind {
        "cell" => "#d8ecff",
        "row" => "#d9f2dd",
        "multi_agg" => "#ffe9c7",
        "outer" => "#fbd9e0",
        "attention" => "#d9dcfb",
        "dot" => "#e7defa",
        "reduce_window" => "#d5f0ee",
        "gather" => "#f4e3d0",
        "horizontal" => "#f3f0c9",
        _ => "#eef1f4",
    }
}

const WIDTH: usize = 250;
const HEIGHT: usize = 86;
const GAP: usize = 44;

/// The page.
pub(super) fn page(written: &Written<'_>, name: &str, machine: &Machine, parts: &[Part]) -> String {
    let count: usize = parts.iter().map(|p| p.explanation.kernels.len()).sum();
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Fusion of {0}</title>\
         <style>{STYLE}</style></head><body>\n<header><h1>Fusion of {0}</h1>\
         <p>{2}; times are estimates for the machine “{1}”. An arrow is a tensor that goes \
         through memory: point at it for the reason.</p></header>\n",
        escape(name),
        escape(&machine.name),
        kernels(count),
    );
    for part in parts.iter().filter(|p| !p.explanation.kernels.is_empty()) {
        let total: f64 = part.explanation.kernels.iter().map(|k| k.seconds).sum();
        let _ = writeln!(
            html,
            "<h2>{}</h2><p class=\"sum\">{} in all</p>",
            escape(&part.title),
            time(total)
        );
        html += &drawing(written, &part.explanation, &part.measured);
        html += &table(written, &part.explanation);
        html += &unfusable(written, &part.explanation);
    }
    html + "</body></html>\n"
}

/// Draws kernels as cards, in rows by their depth in the dependence graph.
fn drawing(written: &Written<'_>, it: &Explanation, measured: &[Option<f64>]) -> String {
    let module = written.module();
    let home = |op: OpId| it.kernels.iter().position(|k| k.ops.contains(&op));
    let edges: Vec<(usize, usize, usize)> = it
        .edges
        .iter()
        .enumerate()
        .filter_map(|(i, e)| Some((home(e.producer)?, home(e.consumer)?, i)))
        .filter(|(a, b, _)| a != b)
        .collect();
    let mut level = vec![0usize; it.kernels.len()];
    // Kernels are in topological order.
    for _ in 0..it.kernels.len().min(64) {
        let mut changed = false;
        for &(a, b, _) in &edges {
            if level[b] <= level[a] && a < b {
                level[b] = level[a] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut filled: Vec<usize> = Vec::new();
    let mut places = Vec::new();
    for &l in &level {
        if filled.len() <= l {
            filled.resize(l + 1, 0);
        }
        places.push((GAP + filled[l] * (WIDTH + GAP), GAP + l * (HEIGHT + GAP)));
        filled[l] += 1;
    }
    let columns = filled.iter().copied().max().unwrap_or(1);
    let (w, h) = (GAP + columns * (WIDTH + GAP), GAP + filled.len() * (HEIGHT + GAP));
    let mut svg = format!(
        "<div class=\"scroll\"><svg width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\">\
         <defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#8a9aab\"/></marker></defs>\n"
    );
    for &(a, b, i) in &edges {
        let edge = &it.edges[i];
        let (x1, y1) = (places[a].0 + WIDTH / 2, places[a].1 + HEIGHT);
        let (x2, y2) = (places[b].0 + WIDTH / 2, places[b].1);
        let times = edge.seconds.map_or(String::new(), |(now, fused)| {
            format!(" The kernels it touches: now {}, fused {}.", time(now), time(fused))
        });
        let _ = writeln!(
            svg,
            "<path class=\"e\" marker-end=\"url(#a)\" d=\"M{x1} {y1}C{x1} {} {x2} {} {x2} {y2}\"><title>{} → {}: {}.{times} To change it: {}.</title></path>",
            y1 + GAP / 2,
            y2.saturating_sub(GAP / 2),
            escape(&written.op(edge.producer)),
            escape(&written.op(edge.consumer)),
            escape(&edge.reason),
            escape(&edge.change),
        );
    }
    for ((kernel, &(x, y)), measured) in it.kernels.iter().zip(&places).zip(measured) {
        let measured = measured.map_or(String::new(), |m| format!(", measured {}", time(m)));
        let ops: Vec<String> = kernel.ops.iter().map(|&op| written.op(op)).collect();
        // Kernels are compared by their ops, not by their constants.
        let computed = kernel.ops.iter().zip(&ops);
        let computed = computed.filter(|(op, _)| !matches!(module.op(**op), Op::Constant(_)));
        let computed: Vec<&str> = computed.map(|(_, name)| name.as_str()).collect();
        let mut first = computed.join(", ");
        if first.chars().count() > 36 {
            first = first.chars().take(35).chain(['…']).collect();
        }
        let _ = writeln!(
            svg,
            "<g class=\"k\"><rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{}\"><title>{}</title></rect>\
             <text class=\"kind\" x=\"{tx}\" y=\"{}\">{} · {} ops</text><text x=\"{tx}\" y=\"{}\">{}</text>\
             <text class=\"fact\" x=\"{tx}\" y=\"{}\">reads {}, writes {}</text>\
             <text class=\"fact\" x=\"{tx}\" y=\"{}\">estimated {}{measured}</text></g>",
            colour(kernel.kind),
            escape(&ops.join("\n")),
            y + 20,
            kernel.kind,
            kernel.ops.len(),
            y + 38,
            escape(&first),
            y + 58,
            size(kernel.read),
            size(kernel.written),
            y + 75,
            time(kernel.seconds),
            tx = x + 12,
        );
    }
    svg + "</svg></div>\n"
}

fn table(written: &Written<'_>, it: &Explanation) -> String {
    if it.edges.is_empty() {
        return String::new();
    }
    let mut html = "<table><tr><th>from</th><th>to</th><th>why not fused</th><th>now</th>\
                    <th>fused</th><th>what would have to change</th></tr>\n"
        .to_owned();
    for edge in &it.edges {
        let (now, fused) = match edge.seconds {
            Some((now, fused)) => (time(now), time(fused)),
            None => (String::new(), String::new()),
        };
        let _ = writeln!(
            html,
            "<tr><td><code>{}</code></td><td><code>{}</code></td><td>{}</td><td class=\"n\">{now}</td><td class=\"n\">{fused}</td><td>{}</td></tr>",
            escape(&written.op(edge.producer)),
            escape(&written.op(edge.consumer)),
            escape(&edge.reason),
            escape(&edge.change),
        );
    }
    html + "</table>\n"
}

/// The ops that can't be fused.
fn unfusable(written: &Written<'_>, it: &Explanation) -> String {
    if it.unfusable.is_empty() {
        return String::new();
    }
    let mut html =
        "<table><tr><th>op</th><th>why it can't be fused</th><th>what would have to change</th></tr>\n"
            .to_owned();
    for (op, why) in &it.unfusable {
        let _ = writeln!(
            html,
            "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
            escape(&written.op(*op)),
            escape(&why.to_string()),
            escape(why.change()),
        );
    }
    html + "</table>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
