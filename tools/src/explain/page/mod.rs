//! The kernels of a program as a self-contained HTML page.
//!
//! The drawing is made here ([`layout`], [`svg`]) and stands in the page with tables of the same
//! facts, so that the page can be read and printed without scripts. The scripts in `assets` add
//! zoom, search, the panel and the keyboard. Nothing is loaded from anywhere.

mod card;
mod data;
mod layout;
mod scene;
mod svg;
mod tables;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use hloom_passes::fusion::explain::time;
use hloom_passes::fusion::machine::Machine;

use self::card::{Card, describe};
use self::data::Drawn;
use self::scene::Scene;
use super::part::{Part, kernels, size};
use crate::names::Written;

const STYLE: &str = include_str!("assets/page.css");
const SCRIPTS: [&str; 4] = [
    include_str!("assets/view.js"),
    include_str!("assets/panel.js"),
    include_str!("assets/table.js"),
    include_str!("assets/page.js"),
];
const HEADER: &str = include_str!("assets/header.html");
const FOOTER: &str = include_str!("assets/footer.html");

/// The policy against loading anything: only what stands in the page is run or shown.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The scale of colours: each of six steps is half of the next.
struct Scale {
    slowest: f64,
    largest: f64,
}

impl Scale {
    fn new(parts: &[Part]) -> Scale {
        let all = || parts.iter().flat_map(|part| &part.explanation.kernels);
        Scale {
            slowest: all().map(|kernel| kernel.seconds).fold(f64::MIN_POSITIVE, f64::max),
            largest: all().map(|kernel| kernel.read + kernel.written).fold(1.0, f64::max),
        }
    }

    /// The step of a time.
    fn heat(&self, seconds: f64) -> usize {
        step(seconds, self.slowest)
    }

    /// The step of a number of bytes.
    fn traffic(&self, bytes: f64) -> usize {
        step(bytes, self.largest)
    }
}

/// The step from 0 to 5: more than half of the most is 5, more than a quarter 4 and so on.
fn step(amount: f64, most: f64) -> usize {
    (1..6).rev().find(|&step| amount > most / f64::from(1 << (6 - step))).unwrap_or(0)
}

/// The page.
pub(super) fn page(written: &Written<'_>, name: &str, machine: &Machine, parts: &[Part]) -> String {
    let scale = Scale::new(parts);
    let drawn: Vec<Drawn<'_>> = parts
        .iter()
        .filter(|part| {
            !part.explanation.kernels.is_empty() || !part.explanation.unfusable.is_empty()
        })
        .map(|part| {
            let scene = Scene::new(written.module(), part);
            let cards: Vec<Card> =
                scene.boxes.iter().map(|&role| Card::new(written, part, role)).collect();
            let drawing = layout::draw(&svg::graph(written, &scene, &cards));
            Drawn { part, scene, cards, drawing }
        })
        .collect();
    let count: usize = parts.iter().map(|p| p.explanation.kernels.len()).sum();
    let total = drawn.iter().fold(0.0, |sum, drawn| sum + drawn.part.total());
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n\
         <title>Fusion of {0}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body data-colour=\"time\">\n<header>\n<div class=\"head\">\n<h1>Fusion of {0}</h1>\n\
         <p class=\"summary\">{1}, {2} in all, estimated for the machine “{3}”</p>\n</div>\n{HEADER}</header>\n",
        escape(name),
        kernels(count),
        time(total),
        escape(&machine.name),
    );
    html += &legend(&scale, parts);
    html += "<main>\n";
    for (number, drawn) in drawn.iter().enumerate() {
        let _ = write!(
            html,
            "<section class=\"part\" id=\"part{number}\" data-p=\"{number}\">\n\
             <h2>{}</h2><p class=\"summary\">{}, {} in all</p>\n<div class=\"canvas\">\n",
            escape(&drawn.part.title),
            kernels(drawn.part.explanation.kernels.len()),
            time(drawn.part.total()),
        );
        let title = &drawn.part.title;
        let Drawn { scene, cards, drawing, .. } = drawn;
        html += &svg::svg(written, number, title, scene, cards, drawing, &scale);
        html += "</div>\n";
        html += &tables::tables(written, number, drawn);
        html += "</section>\n";
    }
    html += "</main>\n";
    html += FOOTER;
    let data: Vec<serde_json::Value> =
        drawn.iter().map(|drawn| data::json(written, drawn, &scale)).collect();
    let data = serde_json::Value::from(data).to_string();
    // No text in it can end the element.
    let data = data.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
    let _ = writeln!(html, "<script type=\"application/json\" id=\"data\">{data}</script>");
    let scripts = SCRIPTS.concat();
    let _ = writeln!(
        html,
        "<script>\n//<![CDATA[\n\"use strict\";\n(() => {{\n{scripts}}})();\n//]]>\n</script>"
    );
    html + "</body>\n</html>\n"
}

/// The legend: steps of time and of bytes, and the kinds that there are.
fn legend(scale: &Scale, parts: &[Part]) -> String {
    let mut html = "<section class=\"legend\" id=\"legend\" aria-label=\"Legend\">\n".to_owned();
    let bounds = |most: f64, spell: &dyn Fn(f64) -> String| -> Vec<String> {
        let over = |step: i32| spell(most / f64::from(1 << (6 - step)));
        (0..6)
            .map(|step| {
                if step == 0 { format!("≤ {}", over(1)) } else { format!("&gt; {}", over(step)) }
            })
            .collect()
    };
    let steps = [
        ("time", "h", bounds(scale.slowest, &time)),
        ("bytes", "b", bounds(scale.largest, &|bytes| size(bytes.round()))),
    ];
    for (what, letter, bounds) in steps {
        let _ = write!(html, "<p class=\"of-{what}\"><b>{what}</b>");
        for (step, bound) in bounds.iter().enumerate() {
            let _ = write!(html, "<span><i class=\"{letter}{step}\"></i>{bound}</span>");
        }
        html += "</p>\n";
    }
    let mut kinds: Vec<&str> =
        parts.iter().flat_map(|part| part.explanation.kernels.iter().map(|k| k.kind)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    html += "<p class=\"of-kind\"><b>kind</b>";
    for kind in kinds {
        let _ = write!(
            html,
            "<span title=\"{}\"><i class=\"k-{kind}\"></i>{kind}</span>",
            escape(describe(kind))
        );
    }
    html += "</p>\n<p><span><i class=\"pill\"></i>argument, constant or result</span>\
             <span><i class=\"dashed\"></i>op that can't be fused</span>\
             <span><i class=\"arrow\"></i>tensor in memory, thicker for more bytes</span></p>\n";
    html + "</section>\n"
}

/// Escapes a text for an element or an attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
