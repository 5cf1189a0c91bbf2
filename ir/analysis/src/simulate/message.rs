//! Messages between pairs of ranks.

use super::collective::{Algorithm, Cost, Stage};
use super::link::{Link, Topology};
use super::route::Axes;

/// The cost of messages of `bytes` bytes between pairs of ranks, sender first, all at once. They go
/// along one axis after the other; on a torus, the busiest link of an axis decides.
pub fn direct(bytes: f64, pairs: &[(u32, u32)], axes: &Axes, links: &[Link]) -> Cost {
    let ranks = axes.ranks();
    let senders = pairs.iter().filter(|(from, to)| from != to).count().max(1);
    let mut at: Vec<i64> = pairs.iter().map(|&(from, _)| from.into()).collect();
    let mut stages = Vec::new();
    for (axis, link) in links.iter().enumerate() {
        let (size, stride) = (axes.0[axis], axes.stride(axis));
        let torus = link.topology == Topology::Torus;
        let mut load = vec![[0u32; 2]; if torus { ranks as usize } else { 0 }];
        let (mut messages, mut hops) = (0u64, [0u64; 2]);
        for (at, &(_, to)) in at.iter_mut().zip(pairs) {
            let (from, to) = (axes.place(*at, axis), axes.place(to.into(), axis));
            if from == to {
                continue;
            }
            messages += 1;
            let line = *at - from * stride;
            *at = line + to * stride;
            if !torus {
                hops = hops.map(|count| count + 1);
                continue;
            }
            // The shorter way round.
            let forward = (to - from).rem_euclid(size);
            let (count, direction) =
                if 2 * forward <= size { (forward, 0) } else { (size - forward, 1) };
            for step in 0..count {
                let link = if direction == 0 { from + step } else { from - step - 1 };
                load[(line + link.rem_euclid(size) * stride) as usize][direction] += 1;
            }
            hops[direction] += count as u64;
        }
        if messages == 0 {
            continue;
        }
        let busiest = load.iter().flatten().copied().max().unwrap_or(1).max(1);
        let seconds = link.latency + bytes * f64::from(busiest) * link.beta();
        let each = |count: u64| bytes * count as f64 / senders as f64;
        stages.push(Stage {
            axis,
            algorithm: Algorithm::Direct,
            seconds,
            sent: each(messages),
            carried: hops.map(each),
        });
    }
    Cost::of(stages)
}
