//! The drawing of a scene as SVG.
//!
//! Colours and fonts are the style sheet's; classes say what a thing is. Fonts have a fixed width,
//! so that texts can be cut to fit without a browser.

use std::fmt::Write as _;

use hloom_passes::fusion::explain::time;

use super::card::{Card, cut};
use super::layout::{Drawing, Graph, Net, Rect};
use super::scene::{self, Scene};
use super::{Scale, escape};
use crate::explain::part::size;
use crate::names::Written;

/// The sizes of boxes: kernels, and the pills of arguments, constants and results.
const KERNEL: (f64, f64) = (256.0, 74.0);
const PILL_HEIGHT: f64 = 38.0;
/// The widths of a character in the two sizes of text.
const WIDE: f64 = 7.9;
const NARROW: f64 = 6.7;
/// Arrows of fewer neighbours than this have room for their bytes.
const ROOM_FOR_BYTES: f64 = 62.0;

/// The graph that the layout draws.
pub(super) fn graph(written: &Written<'_>, scene: &Scene, cards: &[Card]) -> Graph {
    let sizes = cards.iter().map(|card| match card.role {
        "kernel" | "op" => KERNEL,
        _ => {
            let longest =
                card.title.chars().count().max(card.shape(written.module()).chars().count());
            ((longest.min(28) as f64 * NARROW + 26.0).max(74.0), PILL_HEIGHT)
        }
    });
    let nets = scene.nets.iter().map(|net| Net { from: net.from, to: net.to.clone() });
    Graph { sizes: sizes.collect(), nets: nets.collect() }
}

/// Draws a scene. `part` makes the ids of its elements unique in the page.
pub(super) fn svg(
    written: &Written<'_>,
    part: usize,
    title: &str,
    scene: &Scene,
    cards: &[Card],
    drawing: &Drawing,
    scale: &Scale,
) -> String {
    let module = written.module();
    let (w, h) = (drawing.width.ceil(), drawing.height.ceil());
    let mut svg = format!(
        "<svg class=\"drawing\" id=\"p{part}svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
         role=\"group\" aria-label=\"Kernels of {}\">\n<g class=\"world\">\n<g class=\"wires\">\n",
        escape(title)
    );
    for (i, piece) in drawing.pieces.iter().enumerate() {
        let [a, b, c, d] = piece.points;
        let [p, q] = piece.controls();
        let bytes = scene::bytes(module, scene.nets[piece.net].value).unwrap_or(0);
        let thick = (bytes as f64 / 256.0).max(1.0).log10().clamp(1.0, 6.0);
        let _ = writeln!(
            svg,
            "<path class=\"wire\" id=\"p{part}w{i}\" data-n=\"{}\" stroke-width=\"{thick:.1}\" \
             d=\"M{:.1} {:.1}V{:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}V{:.1}\"/>",
            piece.net,
            a.x,
            a.y,
            b.y,
            p.x,
            p.y,
            q.x,
            q.y,
            c.x,
            c.y,
            // The head of the arrow has its place before the box.
            if piece.arrives { d.y - 5.0 } else { d.y }
        );
    }
    svg += "</g>\n<g class=\"heads\">\n";
    for (i, piece) in drawing.pieces.iter().enumerate().filter(|(_, piece)| piece.arrives) {
        let end = piece.points[3];
        let _ =
            writeln!(svg, "<path id=\"p{part}a{i}\" d=\"M{:.1} {:.1}l-4 -8h8z\"/>", end.x, end.y);
    }
    svg += "</g>\n<g class=\"bytes\">\n";
    for (i, ways) in drawing.ways.iter().enumerate() {
        let net = &scene.nets[i];
        let ports = scene.nets.iter().filter(|other| other.from == net.from).count();
        let from = &drawing.boxes[net.from];
        let (Some(first), Some(bytes)) =
            (ways.iter().find_map(|way| way.first()), scene::bytes(module, net.value))
        else {
            continue;
        };
        if from.w / (ports + 1) as f64 >= ROOM_FOR_BYTES || ports == 1 {
            let start = drawing.pieces[*first].points[0];
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                start.x + 6.0,
                start.y + 13.0,
                size(bytes as f64)
            );
        }
    }
    svg += "</g>\n<g class=\"boxes\">\n";
    for (at, (card, rect)) in cards.iter().zip(&drawing.boxes).enumerate() {
        svg += &one(written, part, at, card, rect, scale);
    }
    svg + "</g>\n</g>\n</svg>\n"
}

/// A box.
fn one(
    written: &Written<'_>,
    part: usize,
    at: usize,
    card: &Card,
    rect: &Rect,
    scale: &Scale,
) -> String {
    let module = written.module();
    let shape = card.shape(module);
    let label = match card.seconds {
        Some(seconds) => {
            format!("{} {}, {}, {}", card.kind, card.title, shape, time(seconds))
        }
        None => format!("{} {}, {}", card.role, card.title, shape),
    };
    let heat = card.seconds.map_or(String::new(), |seconds| {
        let bytes = card.traffic.map_or(0.0, |(read, written)| read + written);
        format!(" h{} b{}", scale.heat(seconds), scale.traffic(bytes))
    });
    let kind = if card.kind.is_empty() { String::new() } else { format!(" k-{}", card.kind) };
    let Rect { x, y, w, h } = *rect;
    let mut svg = format!(
        "<g class=\"box {}{kind}{heat}\" id=\"p{part}b{at}\" data-b=\"{at}\" tabindex=\"-1\" \
         role=\"button\" aria-label=\"{}\" transform=\"translate({x:.1} {y:.1})\">",
        card.role,
        escape(&label),
    );
    let text = |class: &str, x: f64, y: f64, text: &str| {
        format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escape(text))
    };
    if h == PILL_HEIGHT {
        let _ = write!(svg, "<rect width=\"{w:.1}\" height=\"{h}\" rx=\"{}\"/>", h / 2.0);
        svg += &text("name", w / 2.0, 16.0, &cut(&card.title, 28));
        svg += &text("shape", w / 2.0, 30.0, &cut(&shape, 28));
        return svg + "</g>\n";
    }
    let _ = write!(svg, "<rect width=\"{w}\" height=\"{h}\" rx=\"7\"/>");
    let seconds = card.seconds.map_or("no estimate".to_owned(), time);
    let room = w - 24.0 - seconds.chars().count() as f64 * NARROW - 10.0;
    svg += &text("title", 12.0, 20.0, &cut(&card.title, (room / WIDE) as usize));
    svg += &text("time", w - 12.0, 20.0, &seconds);
    let what = match (card.kind, card.ops.len()) {
        ("" | "op", _) => card.name.clone(),
        (kind, count) => format!("{kind} · {count} ops · {}", card.name),
    };
    let fits = ((w - 24.0) / NARROW) as usize;
    svg += &text("name", 12.0, 38.0, &cut(&what, fits));
    svg += &text("shape", 12.0, 56.0, &cut(&shape, fits));
    if let Some(seconds) = card.seconds {
        let long = (w - 2.0) * seconds / scale.slowest;
        let _ = write!(
            svg,
            "<path class=\"share\" d=\"M1 {0}h{long:.1}\" clip-path=\"inset(0 round 7px)\"/>",
            h - 2.5
        );
    }
    svg + "</g>\n"
}
