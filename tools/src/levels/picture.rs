//! Steps of levels in time, as a page and as trace events.

use std::fmt::Write as _;

use hloom_analysis::schedule::pipeline::Step;
use serde_json::json;

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "\
:root { color-scheme: light dark; --forward: #2563eb; --backward: #d97706; --grid: #8884; }\n\
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }\n\
svg { width: 100%; height: auto; }\n\
svg text { font-size: 11px; fill: currentColor; }\n\
svg .number { fill: #fff; text-anchor: middle; }\n\
.grid { stroke: var(--grid); }\n\
.forward { fill: var(--forward); } .backward { fill: var(--backward); }\n\
.idle { fill: var(--grid); }\n\
pre { overflow-x: auto; }\n";

/// The size of a drawing: the width of names, of time, and the height of a level.
const NAMES: f64 = 64.0;
const WIDTH: f64 = 1000.0;
const ROW: f64 = 34.0;

/// A page with a drawing for each heading, and the text of a report.
pub(crate) fn page(title: &str, report: &str, drawings: &[(&str, &[Step])]) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n\
         <title>Balance of {0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>Balance of {0}</h1>\n",
        escape(title)
    );
    for (heading, steps) in drawings {
        let _ = writeln!(html, "<h2>{}</h2>\n{}", escape(heading), drawing(steps, heading));
    }
    html += "<p>Numbers are those of micro-batches; blue steps are forward, orange ones backward, \
             and grey is idle.</p>\n";
    html + &format!("<pre>{}</pre>\n</body>\n</html>\n", escape(report))
}

/// A row for each level, and a box for each step.
fn drawing(steps: &[Step], name: &str) -> String {
    let levels = steps.iter().map(|step| step.level + 1).max().unwrap_or(0);
    let end = steps.iter().map(|step| step.end).fold(0.0, f64::max).max(1e-12);
    let height = ROW * levels as f64 + 20.0;
    let x = |time: f64| NAMES + time / end * WIDTH;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {:.0} {height:.0}\" role=\"img\" aria-label=\"{}\">\n",
        NAMES + WIDTH,
        escape(name)
    );
    for level in 0..levels {
        let y = ROW * level as f64 + 2.0;
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{:.1}\">level {level}</text><rect class=\"idle\" x=\"{NAMES}\" \
             y=\"{y:.1}\" width=\"{WIDTH}\" height=\"{:.1}\"/>",
            y + ROW / 2.0 + 2.0,
            ROW - 4.0
        );
    }
    for step in steps {
        let (left, right) = (x(step.begin), x(step.end));
        let y = ROW * step.level as f64 + 2.0;
        let class = if step.backward { "backward" } else { "forward" };
        let _ = write!(
            svg,
            "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\">\
             <title>micro-batch {}, {class}, level {}: {}</title></rect>",
            (right - left).max(0.5),
            ROW - 4.0,
            step.micro_batch,
            step.level,
            hloom_passes::fusion::explain::time(step.end - step.begin)
        );
        if right - left > 14.0 {
            let _ = write!(
                svg,
                "<text class=\"number\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                f64::midpoint(left, right),
                y + ROW / 2.0 + 2.0,
                step.micro_batch
            );
        }
        svg.push('\n');
    }
    let _ = writeln!(
        svg,
        "<text x=\"{NAMES}\" y=\"{:.1}\">0</text><text x=\"{:.1}\" y=\"{:.1}\" \
         text-anchor=\"end\">{}</text>\n</svg>",
        height - 4.0,
        NAMES + WIDTH,
        height - 4.0,
        hloom_passes::fusion::explain::time(end)
    );
    svg
}

/// The steps as trace events for <https://ui.perfetto.dev> and `chrome://tracing`: a thread for each
/// level, and a process for each list. Times are in microseconds.
pub(crate) fn trace(lists: &[(&str, &[Step])]) -> String {
    let mut events = Vec::new();
    for (pid, (name, steps)) in lists.iter().enumerate() {
        let levels = steps.iter().map(|step| step.level + 1).max().unwrap_or(0);
        events.push(json!({"name": "process_name", "ph": "M", "pid": pid, "args": {"name": name}}));
        events.extend((0..levels).map(|tid| {
            let name = format!("level {tid}");
            json!({"name": "thread_name", "ph": "M", "pid": pid, "tid": tid, "args": {"name": name}})
        }));
        events.extend(steps.iter().map(|step| {
            let kind = if step.backward { "backward" } else { "forward" };
            json!({
                "name": format!("{kind} {}", step.micro_batch),
                "cat": kind,
                "ph": "X",
                "pid": pid,
                "tid": step.level,
                "ts": step.begin * 1e6,
                "dur": (step.end - step.begin) * 1e6,
                "args": {"micro-batch": step.micro_batch},
            })
        }));
    }
    let mut text = json!({"displayTimeUnit": "ns", "traceEvents": events}).to_string();
    text.push('\n');
    text
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
