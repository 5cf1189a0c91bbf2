//! The horizontal place of each item.

use super::{BESIDE, Item, Layered};

/// Sweeps down and up again.
const SWEEPS: usize = 40;

/// Horizontal coordinates.
pub(super) struct Placed {
    /// The centre of each item.
    pub(super) centres: Vec<f64>,
    /// For each link, where it leaves the upper item and meets the lower one, from their centres.
    pub(super) ports: Vec<(f64, f64)>,
}

/// Places items: each wishes to be straight above or below its neighbours, and keeps its place
/// in the order and its distance to the items beside it.
pub(super) fn place(layered: &Layered<'_>) -> Placed {
    let ports = ports(layered);
    let mut centres = vec![0.0; layered.items.len()];
    for layer in &layered.layers {
        let ends = offsets(layered, layer);
        let middle = ends.last().map_or(0.0, |end| end / 2.0);
        for (&item, offset) in layer.iter().zip(&ends) {
            centres[item] = offset - middle;
        }
    }
    let count = layered.layers.len();
    for sweep in 0..SWEEPS {
        let both = sweep >= SWEEPS - 6;
        for step in 0..count {
            let down = sweep % 2 == 0;
            let layer = &layered.layers[if down { step } else { count - 1 - step }];
            let wishes: Vec<(f64, f64)> = layer
                .iter()
                .map(|&item| wish(layered, item, (both || down, both || !down), &centres, &ports))
                .collect();
            let offsets = offsets(layered, layer);
            let moved = monotone(wishes.iter().zip(&offsets).map(|(w, o)| (w.0 - o, w.1)));
            for ((&item, offset), at) in layer.iter().zip(&offsets).zip(moved) {
                centres[item] = at + offset;
            }
        }
    }
    Placed { centres, ports }
}

/// The least distance of each item's centre from the first one's.
fn offsets(layered: &Layered<'_>, layer: &[usize]) -> Vec<f64> {
    let width = |item: usize| layered.items[item].width(layered.graph);
    let mut at = 0.0;
    let mut offsets = Vec::new();
    for (i, &item) in layer.iter().enumerate() {
        if i > 0 {
            let between = match (layered.items[layer[i - 1]], layered.items[item]) {
                (Item::Pass(_), Item::Pass(_)) => BESIDE / 3.0,
                _ => BESIDE,
            };
            at += (width(layer[i - 1]) + width(item)) / 2.0 + between;
        }
        offsets.push(at);
    }
    offsets
}

/// The place that an item wishes to have, and the weight of the wish.
fn wish(
    layered: &Layered<'_>,
    item: usize,
    (above, below): (bool, bool),
    centres: &[f64],
    ports: &[(f64, f64)],
) -> (f64, f64) {
    let (mut sum, mut weights) = (centres[item] * 1e-3, 1e-3);
    let passes = |item: usize| matches!(layered.items[item], Item::Pass(_));
    // An argument of one kernel follows the kernel, not the kernel the argument.
    let leaf = |item: usize| layered.above[item].len() + layered.below[item].len() == 1;
    if !passes(item) && !leaf(item) {
        // Long chains stay near one axis.
        weights += 0.1;
    }
    let mut add = |other: usize, own: f64, its: f64| {
        let (weight, at) = match (passes(item), passes(other)) {
            // Lines that pass several layers are straight before all others.
            (true, true) => (12.0, its - own),
            (true, false) => (1.5, its - own),
            (false, true) => (0.4, its - own),
            // Boxes are in the middle of each other, whatever the order of their ports: otherwise
            // a chain of kernels with an argument each would slope.
            (false, false) if leaf(other) => (0.05, its - own),
            (false, false) if leaf(item) => (1.0, its - own),
            (false, false) => (1.0, 0.0),
        };
        sum += weight * (centres[other] + at);
        weights += weight;
    };
    if above {
        for &link in &layered.above[item] {
            add(layered.links[link].upper, ports[link].1, ports[link].0);
        }
    }
    if below {
        for &link in &layered.below[item] {
            add(layered.links[link].lower, ports[link].0, ports[link].1);
        }
    }
    (sum / weights, weights)
}

/// The sequence that never falls and is nearest to the wishes by weighted squares: neighbours in
/// the wrong order are pooled (isotonic regression).
fn monotone(wishes: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
    // Mean, weight and length of each pool.
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (at, weight) in wishes {
        let mut pool = (at, weight, 1);
        while let Some(&(before, heavy, len)) = pools.last()
            && before > pool.0
        {
            pools.pop();
            let total = heavy + pool.1;
            pool = ((before * heavy + pool.0 * pool.1) / total, total, len + pool.2);
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(at, _, len)| std::iter::repeat_n(at, len)).collect()
}

/// The places where links touch items, from their centres: one for each net, in the order of the other
/// ends, so that links of one box do not cross.
fn ports(layered: &Layered<'_>) -> Vec<(f64, f64)> {
    let positions = layered.positions();
    let mut ports = vec![(0.0, 0.0); layered.links.len()];
    for (item, kind) in layered.items.iter().enumerate() {
        if matches!(kind, Item::Pass(_)) {
            continue;
        }
        let width = kind.width(layered.graph);
        for lower in [false, true] {
            let links = if lower { &layered.below[item] } else { &layered.above[item] };
            let mut nets: Vec<(usize, f64, f64)> = Vec::new();
            for &link in links {
                let it = layered.links[link];
                let end = positions[if lower { it.lower } else { it.upper }] as f64;
                match nets.iter_mut().find(|(net, ..)| *net == it.net) {
                    Some((_, sum, count)) => (*sum, *count) = (*sum + end, *count + 1.0),
                    None => nets.push((it.net, end, 1.0)),
                }
            }
            nets.sort_by(|a, b| (a.1 / a.2).total_cmp(&(b.1 / b.2)));
            for &link in links {
                let at = nets.iter().position(|(net, ..)| *net == layered.links[link].net);
                let share = (at.unwrap_or(0) + 1) as f64 / (nets.len() + 1) as f64;
                let port = (share - 0.5) * width;
                if lower {
                    ports[link].0 = port;
                } else {
                    ports[link].1 = port;
                }
            }
        }
    }
    ports
}

#[cfg(test)]
mod tests {
    use super::monotone;

    #[test]
    fn the_nearest_sequence_that_never_falls() {
        let near = |wishes: &[(f64, f64)]| monotone(wishes.iter().copied());
        assert_eq!(near(&[(1.0, 1.0), (2.0, 1.0)]), [1.0, 2.0]);
        assert_eq!(near(&[(4.0, 1.0), (1.0, 2.0)]), [2.0, 2.0]);
        assert_eq!(near(&[(0.0, 1.0), (3.0, 1.0), (2.0, 1.0), (1.0, 1.0)]), [0.0, 2.0, 2.0, 2.0]);
        assert!(near(&[]).is_empty());
    }
}
