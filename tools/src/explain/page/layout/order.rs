//! The order of each layer, so that few links cross.

use super::Layered;

/// Sweeps down and up again.
const SWEEPS: usize = 14;
/// Sweeps without fewer crossings after which the search ends.
const PATIENCE: usize = 4;

/// Orders layers: sorts each by the mean position of its neighbours in the layer before, sweeps
/// down and up, and keeps the order with the fewest crossings.
pub(super) fn order(layered: &mut Layered<'_>) {
    let mut best = layered.layers.clone();
    let mut fewest = usize::MAX;
    let mut idle = 0;
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        let count = layered.layers.len();
        let mut positions = layered.positions();
        for step in 1..count {
            let layer = if down { step } else { count - 1 - step };
            sort(layered, layer, down, &mut positions);
        }
        exchange(layered, &mut positions);
        let crossings = (1..count).map(|layer| crossings(layered, layer, &positions)).sum();
        if crossings < fewest {
            fewest = crossings;
            best.clone_from(&layered.layers);
            idle = 0;
        } else {
            idle += 1;
        }
        if fewest == 0 || idle == PATIENCE {
            break;
        }
    }
    layered.layers = best;
}

/// Sorts a layer by the layer above or below it. Items without links there keep their places.
fn sort(layered: &mut Layered<'_>, layer: usize, down: bool, positions: &mut [usize]) {
    let links = if down { &layered.above } else { &layered.below };
    let mean = |item: usize| {
        let ends = links[item].iter().map(|&link| {
            let link = layered.links[link];
            positions[if down { link.upper } else { link.lower }] as f64
        });
        let sum: f64 = ends.sum();
        (!links[item].is_empty()).then(|| sum / links[item].len() as f64)
    };
    let items = std::mem::take(&mut layered.layers[layer]);
    let mut movable: Vec<(f64, usize)> =
        items.iter().filter_map(|&item| Some((mean(item)?, item))).collect();
    movable.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut sorted = movable.into_iter().map(|(_, item)| item);
    let items: Vec<usize> = items
        .iter()
        .map(|&item| if links[item].is_empty() { item } else { sorted.next().unwrap_or(item) })
        .collect();
    for (at, &item) in items.iter().enumerate() {
        positions[item] = at;
    }
    layered.layers[layer] = items;
}

/// Exchanges neighbours where that removes crossings.
fn exchange(layered: &mut Layered<'_>, positions: &mut [usize]) {
    for layer in 0..layered.layers.len() {
        for at in 1..layered.layers[layer].len() {
            let (a, b) = (layered.layers[layer][at - 1], layered.layers[layer][at]);
            if crossed(layered, b, a, positions) < crossed(layered, a, b, positions) {
                layered.layers[layer].swap(at - 1, at);
                positions.swap(a, b);
            }
        }
    }
}

/// Crossings between the links of two items, the first on the left.
fn crossed(layered: &Layered<'_>, left: usize, right: usize, positions: &[usize]) -> usize {
    let count = |of: &[Vec<usize>], end: &dyn Fn(usize) -> usize| {
        let others = |item: usize| of[item].iter().map(|&link| positions[end(link)]);
        others(left).map(|l| others(right).filter(|&r| r < l).count()).sum::<usize>()
    };
    count(&layered.above, &|link| layered.links[link].upper)
        + count(&layered.below, &|link| layered.links[link].lower)
}

/// Crossings between a layer and the one above it.
fn crossings(layered: &Layered<'_>, layer: usize, positions: &[usize]) -> usize {
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for &item in &layered.layers[layer] {
        let links = layered.above[item].iter().map(|&link| layered.links[link]);
        ends.extend(links.map(|link| (positions[link.upper], positions[item])));
    }
    ends.sort_unstable();
    // Links that end further right and start further left are counted in a Fenwick tree.
    let mut tree = vec![0usize; layered.layers[layer].len() + 1];
    let mut total = 0;
    for (seen, &(_, lower)) in ends.iter().enumerate() {
        let mut not_right = 0;
        let mut at = lower + 1;
        while at > 0 {
            not_right += tree[at];
            at &= at - 1;
        }
        total += seen - not_right;
        let mut at = lower + 1;
        while at < tree.len() {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    total
}
