//! The vertical place of each layer, and the lines of nets.

use super::place::Placed;
use super::{Drawing, Item, Layered, MARGIN, Piece, Point, Rect};

/// The least and the greatest distance of layers, and how it grows with the way to the side of the
/// links between them.
const LEAST: f64 = 46.0;
const MOST: f64 = 150.0;
const SLOPE: f64 = 0.09;

/// Completes the drawing.
pub(super) fn route(layered: &Layered<'_>, placed: &Placed, ranks: Vec<usize>) -> Drawing {
    let graph = layered.graph;
    let edges = |item: usize| {
        let half = layered.items[item].width(graph) / 2.0;
        (placed.centres[item] - half, placed.centres[item] + half)
    };
    let left = (0..layered.items.len()).map(|i| edges(i).0).fold(f64::INFINITY, f64::min);
    let right = (0..layered.items.len()).map(|i| edges(i).1).fold(f64::NEG_INFINITY, f64::max);
    if left > right {
        return Drawing::default();
    }
    let x = |at: f64| at - left + MARGIN;

    // The ways to the side below each layer.
    let mut aside = vec![0.0f64; layered.layers.len()];
    for (link, port) in layered.links.iter().zip(&placed.ports) {
        let from = placed.centres[link.upper] + port.0;
        let to = placed.centres[link.lower] + port.1;
        let layer = layered.layer_of[link.upper];
        aside[layer] = aside[layer].max((to - from).abs());
    }
    let mut bands: Vec<(f64, f64)> = Vec::new();
    let mut y = MARGIN;
    for (layer, items) in layered.layers.iter().enumerate() {
        let height = items.iter().map(|&item| match layered.items[item] {
            Item::Box(b) => graph.sizes[b].1,
            Item::Pass(_) => 0.0,
        });
        let height = height.fold(0.0, f64::max);
        bands.push((y, y + height));
        y += height + (LEAST + SLOPE * aside[layer]).min(MOST);
    }
    let bottom = bands.last().map_or(0.0, |band| band.1);

    let boxes: Vec<Rect> = graph
        .sizes
        .iter()
        .enumerate()
        .map(|(node, &(w, h))| {
            let (top, bottom) = bands[ranks[node]];
            Rect { x: x(placed.centres[node]) - w / 2.0, y: (top + bottom - h) / 2.0, w, h }
        })
        .collect();
    let pieces = layered.links.iter().zip(&placed.ports).map(|(link, port)| {
        let from = x(placed.centres[link.upper] + port.0);
        let to = x(placed.centres[link.lower] + port.1);
        let (upper, lower) =
            (bands[layered.layer_of[link.upper]], bands[layered.layer_of[link.lower]]);
        let start = match layered.items[link.upper] {
            Item::Box(b) => boxes[b].y + boxes[b].h,
            Item::Pass(_) => upper.1,
        };
        let arrives = matches!(layered.items[link.lower], Item::Box(_));
        let end = match layered.items[link.lower] {
            Item::Box(b) => boxes[b].y,
            Item::Pass(_) => lower.1,
        };
        let points = [
            Point { x: from, y: start },
            Point { x: from, y: upper.1 },
            Point { x: to, y: lower.0 },
            Point { x: to, y: end },
        ];
        Piece { net: link.net, points, arrives }
    });
    Drawing {
        width: right - left + 2.0 * MARGIN,
        height: bottom + MARGIN,
        pieces: pieces.collect(),
        boxes,
        layers: ranks,
        ways: layered.ways.clone(),
    }
}

impl Piece {
    /// The control points of the curve: it leaves and arrives vertically and stays between its
    /// two layers.
    pub(in crate::explain::page) fn controls(&self) -> [Point; 2] {
        let [_, from, to, _] = self.points;
        let middle = (from.y + to.y) / 2.0;
        [Point { x: from.x, y: middle }, Point { x: to.x, y: middle }]
    }
}
