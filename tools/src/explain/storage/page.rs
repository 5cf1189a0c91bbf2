//! A page with the loops of storage plans as nested boxes, the costs of other formats as bars, and the search. It
//! is self-contained and has no scripts.

use std::fmt::Write as _;

use hloom_storage::listing::{Line, LineKind};

use super::{Others, Plan, Report, applied};

/// The policy against loading anything.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "\
:root { color-scheme: light dark; --line: #8886; --faint: #8882; }\n\
body { font: 15px/1.5 system-ui, sans-serif; max-width: 84rem; margin: 2rem auto; padding: 0 1rem; }\n\
h1 { overflow-wrap: anywhere; } h2 { margin-top: 2rem; } h3 { margin: 0 0 0.5rem; }\n\
table { border-collapse: collapse; } td, th { text-align: left; padding: 0.2rem 1rem 0.2rem 0; vertical-align: top; }\n\
th { border-bottom: 1px solid var(--line); }\n\
code, .line { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }\n\
.loops { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }\n\
.loops > section { flex: 1 1 26rem; min-width: 0; }\n\
.box { border: 1px solid var(--line); border-left: 5px solid var(--own, var(--line)); border-radius: 4px; padding: 0.25rem 0 0.35rem 0.6rem; margin: 0.3rem 0.4rem 0.3rem 0; background: var(--faint); }\n\
.box > .line:first-child { font-weight: 600; }\n\
.line { display: block; }\n\
.range { --own: #4e79a7; } .positions { --own: #59a14f; } .entries { --own: #e0a100; } .merge { --own: #b65fa8; }\n\
.let { --own: #888; } .if { --own: #d1615d; border-left-style: dashed; } .at, .times { --own: var(--line); border-left-style: dotted; }\n\
.legend li { border: 0; }\n\
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; padding: 0; list-style: none; font-size: 13px; }\n\
.legend i { display: inline-block; width: 0.9em; height: 0.9em; margin-right: 0.4em; border-radius: 2px; vertical-align: -1px; background: var(--own); }\n\
.bar { display: inline-block; height: 0.8em; background: #4e79a7; border-radius: 2px; } .own .bar { background: #e0a100; }\n\
.number { text-align: right; font-variant-numeric: tabular-nums; }\n\
pre { overflow-x: auto; font-size: 13px; }\n";

/// The kinds of loops in the legend.
const LEGEND: [(&str, &str); 6] = [
    ("range", "loop over integers"),
    ("positions", "loop over a part of an array"),
    ("entries", "loop over a whole array or dictionary"),
    ("merge", "loop over the equal values of two arrays"),
    ("let", "computed once"),
    ("if", "condition"),
];

/// The width of the longest bar, in ems.
const WIDTH: f64 = 24.0;

/// The page of programs, each with its name.
pub(super) fn page(all: &[(String, Report)]) -> String {
    let title = all.last().map_or("", |(name, _)| name.as_str());
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n\
         <title>Storage of {0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>Storage of {0}</h1>\n<ul class=\"legend\" aria-label=\"Legend\">\n",
        escape(title)
    );
    for (class, text) in LEGEND {
        let _ = writeln!(html, "<li class=\"{class}\"><i></i>{text}</li>");
    }
    html += "</ul>\n";
    for (name, report) in all {
        if all.len() > 1 {
            let _ = writeln!(html, "<h2>{}</h2>", escape(name));
        }
        html += &tensors(report);
        html += &match &report.plan {
            Some(it) => plan(it),
            None => "<p>The program has no result, so that there is no plan.</p>\n".to_owned(),
        };
        for others in &report.others {
            html += &costs(others);
        }
    }
    html + "</body>\n</html>\n"
}

fn tensors(report: &Report) -> String {
    let mut html = "<h2>Tensors</h2>\n<table>\n<tr><th>name</th><th>type</th><th>storage</th>\
                    <th>entries</th></tr>\n"
        .to_owned();
    for [name, ty, storage, entries] in &report.tensors {
        let [name, ty, storage, entries] = [name, ty, storage, entries].map(|text| escape(text));
        let _ = writeln!(
            html,
            "<tr><td><code>{name}</code></td><td><code>{ty}</code></td><td>{storage}</td><td>{entries}</td></tr>"
        );
    }
    html + "</table>\n"
}

fn plan(plan: &Plan) -> String {
    let [written, found] = &plan.loops;
    let [before, after] = plan.costs;
    let mut html = "<h2>Loops</h2>\n<div class=\"loops\">\n".to_owned();
    for (title, cost, lines) in [("The plan", after, found), ("As written", before, written)] {
        let _ = writeln!(
            html,
            "<section><h3>{title}, estimated cost {cost:.0}</h3>\n{}</section>",
            boxes(lines)
        );
    }
    let _ = writeln!(html, "</div>\n<p>{}</p>", escape(plan.counts.trim()));
    html +=
        "<h2>Search</h2>\n<table>\n<tr><th>stage</th><th>rules that added an equality</th></tr>\n";
    for stage in &plan.stages {
        let (figures, rules) = (stage.to_string(), applied(stage));
        let _ = writeln!(html, "<tr><td>{}</td><td>{}</td></tr>", escape(&figures), escape(&rules));
    }
    html += "</table>\n";
    if let Some(proof) = &plan.proof {
        let _ = writeln!(
            html,
            "<details><summary>Proof</summary><pre>{}</pre></details>",
            escape(proof)
        );
    }
    html
}

/// The lines of a plan as nested boxes: each line that others belong to is a box around them.
fn boxes(lines: &[Line]) -> String {
    let mut html = String::new();
    // The depths of the boxes that are open.
    let mut open: Vec<usize> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        while open.last().is_some_and(|depth| *depth >= line.depth) {
            open.pop();
            html += "</div>\n";
        }
        let text = escape(&line.text);
        let around = lines.get(at + 1).is_some_and(|next| next.depth > line.depth);
        if around || line.kind.is_loop() {
            let class = class(line.kind);
            let _ = writeln!(html, "<div class=\"box {class}\"><span class=\"line\">{text}</span>");
            open.push(line.depth);
        } else {
            let _ = writeln!(html, "<span class=\"line\">{text}</span>");
        }
    }
    html + &"</div>\n".repeat(open.len())
}

fn class(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Range => "range",
        LineKind::Positions => "positions",
        LineKind::Entries => "entries",
        LineKind::Merge => "merge",
        LineKind::Let => "let",
        LineKind::If => "if",
        LineKind::At => "at",
        LineKind::Times => "times",
        LineKind::Add => "add",
    }
}

/// The costs of a tensor's formats as bars, whose lengths are on a scale of factors of ten.
fn costs(others: &Others) -> String {
    let name = escape(&others.tensor);
    let found = match &others.found {
        Ok(found) => found,
        Err(reason) => {
            return format!(
                "<h2>Formats of <code>{name}</code></h2>\n<p>Not tried: {}.</p>\n",
                escape(reason)
            );
        }
    };
    let mut html = format!(
        "<h2>Estimated cost with <code>{name}</code> in each format</h2>\n\
         <p>Bars are on a scale of factors of ten, from a tenth of the least cost.</p>\n<table>\n"
    );
    let known = || found.iter().filter_map(|one| one.cost.clone().ok());
    let least = known().fold(f64::INFINITY, f64::min).max(1.0);
    let most = known().fold(least, f64::max);
    let scale = |cost: f64| 1.0 + (cost.max(1.0) / least).log10();
    for one in found {
        let own = others.own == Some(one.format);
        let (row, mark) = if own { (" class=\"own\"", " (this one)") } else { ("", "") };
        let _ = match &one.cost {
            Ok(cost) => {
                let width = WIDTH * scale(*cost) / scale(most);
                writeln!(
                    html,
                    "<tr{row}><td><code>{}</code>{mark}</td><td class=\"number\">{cost:.0}</td>\
                     <td><span class=\"bar\" style=\"width:{width:.1}em\"></span></td></tr>",
                    one.format
                )
            }
            Err(what) => writeln!(
                html,
                "<tr{row}><td><code>{}</code>{mark}</td><td></td><td>{}</td></tr>",
                one.format,
                escape(what)
            ),
        };
    }
    html + "</table>\n"
}

/// Escapes a text for an element or an attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_nest_as_their_depths() {
        let line = |depth, kind, text: &str| Line { depth, kind, text: text.to_owned() };
        let html = boxes(&[
            line(0, LineKind::Range, "for <i, _> in 0:n"),
            line(1, LineKind::At, "at i"),
            line(2, LineKind::Add, "add x"),
            line(0, LineKind::Positions, "for p"),
        ]);
        let expected = "<div class=\"box range\"><span class=\"line\">for &lt;i, _&gt; in 0:n</span>\n\
                        <div class=\"box at\"><span class=\"line\">at i</span>\n\
                        <span class=\"line\">add x</span>\n</div>\n</div>\n\
                        <div class=\"box positions\"><span class=\"line\">for p</span>\n</div>\n";
        assert_eq!(html, expected);
    }
}
