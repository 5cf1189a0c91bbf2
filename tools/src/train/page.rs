//! The curves of a run as a self-contained HTML page, without scripts.

use std::fmt::Write as _;

use super::metrics::Metrics;

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "\
:root { color-scheme: light dark; --line: #2563eb; --grid: #8884; }\n\
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }\n\
section { display: inline-block; width: min(28rem, 100%); margin: 0 1rem 1.5rem 0; vertical-align: top; }\n\
h2 { font-size: 1rem; margin: 0 0 .25rem; }\n\
svg { width: 100%; height: auto; }\n\
svg text { font-size: 11px; fill: currentColor; }\n\
.grid { stroke: var(--grid); }\n\
.line { fill: none; stroke: var(--line); stroke-width: 1.5; }\n\
.raw { fill: none; stroke: var(--line); stroke-opacity: .25; }\n\
table { border-collapse: collapse; } td, th { padding: .1rem .7rem .1rem 0; text-align: right; }\n";

/// The size of a drawing, and the room around its curve.
const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 58.0;
const BELOW: f64 = 22.0;

/// The page of a run.
pub(super) fn page(title: &str, summary: &str, metrics: &Metrics) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n\
         <title>Training of {0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>Training of {0}</h1>\n<p>{1}</p>\n",
        escape(title),
        escape(summary)
    );
    let points = metrics.points();
    let names: Vec<String> = points
        .first()
        .into_iter()
        .flat_map(|row| row.named(metrics.names()))
        .map(|(n, _)| n.to_owned())
        .collect();
    for (i, name) in names.iter().enumerate() {
        let curve: Vec<(f64, f64)> = points
            .iter()
            .filter_map(|row| Some((row.step as f64, row.named(metrics.names()).nth(i)?.1)))
            .filter(|(_, y)| y.is_finite())
            .collect();
        let last = curve.last().map_or(String::new(), |(_, y)| format!(": {}", short(*y)));
        let name = escape(&name.replace('_', " "));
        let _ = writeln!(
            html,
            "<section>\n<h2>{name}{last}</h2>\n{}</section>",
            drawing(&curve, &name)
        );
    }
    html += "<h2>Last steps</h2>\n<table>\n<tr><th>step</th><th>epoch</th>";
    for name in &names {
        let _ = write!(html, "<th>{}</th>", escape(&name.replace('_', " ")));
    }
    html += "</tr>\n";
    for row in points.iter().rev().take(10) {
        let _ = write!(html, "<tr><td>{}</td><td>{}</td>", row.step, row.epoch + 1);
        row.named(metrics.names()).for_each(|(_, y)| {
            let _ = write!(html, "<td>{}</td>", short(y));
        });
        html += "</tr>\n";
    }
    html + "</table>\n</body>\n</html>\n"
}

/// A curve with its smoothed form, axes and their numbers.
fn drawing(curve: &[(f64, f64)], name: &str) -> String {
    let range = |of: fn(&(f64, f64)) -> f64| {
        let (low, high) =
            curve.iter().map(of).fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)));
        if low < high { (low, high) } else { (low - 0.5, low + 0.5) }
    };
    if curve.is_empty() {
        return "<p>no numbers</p>\n".to_owned();
    }
    let ((first, last), (least, most)) = (range(|p| p.0), range(|p| p.1));
    let x = |step: f64| LEFT + (step - first) / (last - first) * (WIDTH - LEFT - 8.0);
    let y = |value: f64| 8.0 + (most - value) / (most - least) * (HEIGHT - BELOW - 16.0);
    let path = |points: &mut dyn Iterator<Item = (f64, f64)>| {
        points.map(|(a, b)| format!("{:.1},{:.1}", x(a), y(b))).collect::<Vec<_>>().join(" ")
    };
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{name} over steps\">\n"
    );
    for part in 0..=4 {
        let value = least + (most - least) * f64::from(part) / 4.0;
        let at = y(value);
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            at + 4.0,
            short(value)
        );
    }
    for (step, anchor) in [(first, "start"), (last, "end")] {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"{anchor}\">step {}</text>",
            x(step),
            HEIGHT - 4.0,
            short(step)
        );
    }
    let weight = 1.0 / (curve.len() as f64 / 50.0).max(1.0);
    let mut mean = curve[0].1;
    let smooth = curve.iter().map(|&(step, value)| {
        mean += weight * (value - mean);
        (step, mean)
    });
    let smooth: Vec<(f64, f64)> = smooth.collect();
    let _ = writeln!(
        svg,
        "<polyline class=\"raw\" points=\"{}\"/>\n<polyline class=\"line\" points=\"{}\"/>\n</svg>",
        path(&mut curve.iter().copied()),
        path(&mut smooth.into_iter())
    );
    svg
}

/// A number with four digits.
fn short(number: f64) -> String {
    match number.abs() {
        _ if !number.is_finite() => "NaN".to_owned(),
        _ if number.fract() == 0.0 && number.abs() < 1e9 => format!("{number:.0}"),
        size if !(1e-3..1e6).contains(&size) => format!("{number:.2e}"),
        size if size >= 1000.0 => format!("{number:.0}"),
        size if size >= 10.0 => format!("{number:.1}"),
        _ => format!("{number:.4}"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::metrics::Row;
    use super::*;

    #[test]
    fn the_page_stands_alone() {
        let mut metrics = Metrics::open(None, vec!["loss".to_owned()], 0).unwrap();
        for step in 1..=5000 {
            let values = vec![if step == 7 { f64::NAN } else { 1.0 / step as f64 }];
            let (samples_per_second, loader, busy, cores, threads) = (1e4, 0.5, 0.9, 0.8, 2);
            metrics
                .add(Row {
                    step,
                    epoch: 0,
                    values,
                    samples_per_second,
                    loader,
                    busy,
                    cores,
                    threads,
                })
                .unwrap();
        }
        assert!((1000..=2048).contains(&metrics.points().len()), "{}", metrics.points().len());
        let html = page("<a & b>", "5 steps", &metrics);
        assert!(html.contains("<title>Training of &lt;a &amp; b&gt;</title>"));
        assert_eq!(html.matches("<svg").count(), 6);
        assert!(!html.contains("NaN,") && !html.contains("http:") && !html.contains("<script"));
    }
}
