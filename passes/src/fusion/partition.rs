//! Partitions: independent parts of the graph for fusion, and their interesting points, the edges
//! with a choice.

use super::candidate::{Cuts, FusionCandidate, Space};
use super::class::Class;
use super::cone::cones;
use super::enumerate::CutSet;
use super::graph::Graph;
use super::limits::Limits;
use super::memo::Memo;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A set of nodes that fusions may connect.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Partition {
    /// The nodes, operands before users.
    pub nodes: Vec<usize>,
    /// Nodes that are materialized under every assignment.
    pub roots: Vec<usize>,
    /// The interesting points.
    pub points: Vec<InterestingPoint>,
    /// Whether it is a piece of a partition that was too large.
    pub split: bool,
}

/// An interesting point: an edge whose value is either materialized or fused into the consumer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InterestingPoint {
    /// The node that uses the value.
    pub consumer: usize,
    /// The node that defines the value.
    pub producer: usize,
    /// Whether the producer has several users or is materialized anyway. Otherwise the point is
    /// interesting because the template changes there, or because the producer may be recomputed.
    pub shared: bool,
}

/// The partitions of a graph, within the limit of their nodes: larger ones are cut in node order,
/// but not within a cone.
pub fn partitions(graph: &Graph, memo: &Memo, limits: &Limits) -> Vec<Partition> {
    let cones = cones(graph, limits.cone);
    let mut parent: Vec<usize> = (0..graph.nodes.len()).collect();
    fn find(parent: &mut [usize], mut n: usize) -> usize {
        while parent[n] != n {
            parent[n] = parent[parent[n]];
            n = parent[n];
        }
        n
    }
    let mut size = vec![1usize; graph.nodes.len()];
    for (n, node) in graph.nodes.iter().enumerate() {
        for (_, p) in node.producers().filter(|&(_, p)| cones[p] == cones[n]) {
            let (a, b) = (find(&mut parent, n), find(&mut parent, p));
            if a != b {
                let (a, b) = (a.max(b), a.min(b));
                parent[a] = b;
                size[b] += size[a];
            }
        }
    }
    let mut cut_off: FxHashSet<usize> = FxHashSet::default();
    for (n, group) in memo.groups.iter().enumerate() {
        for r in group.iter().flat_map(|e| e.refs.iter().flatten()) {
            let (a, b) = (find(&mut parent, n), find(&mut parent, *r as usize));
            if a != b {
                if size[a] + size[b] > limits.partition {
                    cut_off.insert(a);
                    cut_off.insert(b);
                    continue;
                }
                let (a, b) = (a.max(b), a.min(b));
                parent[a] = b;
                size[b] += size[a];
            }
        }
    }
    let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
    let mut parts: Vec<Partition> = Vec::new();
    let mut part_of = vec![usize::MAX; graph.nodes.len()];
    for (n, own) in part_of.iter_mut().enumerate() {
        let top = find(&mut parent, n);
        let at = *numbers.entry(top).or_insert_with(|| {
            parts.push(Partition::default());
            parts.len() - 1
        });
        *own = at;
        parts[at].nodes.push(n);
    }
    for n in cut_off {
        let at = part_of[n];
        parts[at].split = true;
    }
    for (at, part) in parts.iter_mut().enumerate() {
        let inside = |n: usize| part_of[n] == at;
        part.roots = part
            .nodes
            .iter()
            .copied()
            .filter(|&n| {
                let node = &graph.nodes[n];
                // A user without a reference to the producer reads it from memory.
                let refers = |u: usize| {
                    inside(u) && memo.groups[u].iter().any(|e| e.refs.contains(&Some(n as u32)))
                };
                node.escapes || node.users.is_empty() || node.users.iter().any(|&(u, _)| !refers(u))
            })
            .collect();
        part.points = points(graph, memo, part, &inside);
        if part.points.len() > limits.points {
            // Too many for all assignments to be costed. A value inside of a cone is used by its
            // kernel only, so a local search better spends its budget on the other points.
            part.points.retain(|p| cones[p.producer] != cones[p.consumer]);
        }
    }
    parts
}

fn points(
    graph: &Graph,
    memo: &Memo,
    part: &Partition,
    inside: &dyn Fn(usize) -> bool,
) -> Vec<InterestingPoint> {
    let mut found: Vec<InterestingPoint> = Vec::new();
    let roots: FxHashSet<usize> = part.roots.iter().copied().collect();
    for &consumer in &part.nodes {
        let group = &memo.groups[consumer];
        let mut seen: SmallVec<[usize; 4]> = SmallVec::new();
        for (position, producer) in graph.nodes[consumer].producers() {
            if seen.contains(&producer) || !inside(producer) {
                continue;
            }
            seen.push(producer);
            let refers = |e: &&super::memo::Entry| e.refs.contains(&Some(producer as u32));
            if !group.iter().any(|e| refers(&e)) {
                continue;
            }
            let shared = graph.consumers(producer) > 1 || roots.contains(&producer);
            let changes = memo.groups[producer].iter().any(|e| {
                e.status.is_valid()
                    && !e.is_bare()
                    && !group.iter().any(|c| refers(&c) && c.kind == e.kind)
            });
            // The producer may be computed many times, or where registers are scarce.
            let node = &graph.nodes[consumer];
            let again = graph.repeats(consumer, position) > 1.0
                || matches!(node.class, Class::Window | Class::Dot | Class::Convolution)
                || matches!(graph.nodes[producer].class, Class::Dot | Class::Convolution);
            if shared || changes || again {
                found.push(InterestingPoint { consumer, producer, shared });
            }
        }
    }
    // Large producers come first, since they influence the cost most.
    found.sort_by(|a, b| {
        let size = |p: &InterestingPoint| graph.nodes[p.producer].bytes;
        size(b).total_cmp(&size(a)).then(a.cmp(b))
    });
    found
}

/// Moves a cut set to the front of the points, if the partition has one.
pub fn order_by_cut(graph: &Graph, part: &mut Partition) -> Option<CutSet> {
    let n = part.points.len();
    if !(3..=62).contains(&n) {
        return None;
    }
    let inside: FxHashSet<usize> = part.nodes.iter().copied().collect();
    let mut best: Option<(f64, Vec<usize>, [Vec<usize>; 2])> = None;
    let producers: FxHashSet<usize> = part.points.iter().map(|p| p.producer).collect();
    let mut producers: Vec<usize> = producers.into_iter().collect();
    producers.sort_unstable();
    for m in producers {
        let set: Vec<usize> = (0..n).filter(|&i| part.points[i].producer == m).collect();
        let users = graph.nodes[m].users.iter().map(|u| u.0);
        let users: FxHashSet<usize> = users.filter(|u| inside.contains(u)).collect();
        if users.len() != set.len() {
            continue;
        }
        // The nodes of this partition that it depends on.
        let mut below: FxHashSet<usize> = FxHashSet::default();
        let mut open = vec![m];
        while let Some(v) = open.pop() {
            if below.insert(v) {
                let made_of = graph.nodes[v].producers().map(|(_, p)| p);
                open.extend(made_of.filter(|p| inside.contains(p)));
            }
        }
        let closed = below.iter().filter(|&&v| v != m).all(|&v| {
            let users = graph.nodes[v].users.iter().map(|u| u.0);
            users.filter(|u| inside.contains(u)).all(|u| below.contains(&u))
        });
        if !closed {
            continue;
        }
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        for i in (0..n).filter(|i| !set.contains(i)) {
            if below.contains(&part.points[i].consumer) { lower.push(i) } else { upper.push(i) }
        }
        if upper.is_empty() || lower.is_empty() {
            continue;
        }
        let all = 2f64.powi(set.len() as i32);
        let score = (all - 1.0) / all * 2f64.powi(n as i32)
            + (2f64.powi(upper.len() as i32) + 2f64.powi(lower.len() as i32)) / all;
        if best.as_ref().is_none_or(|b| score < b.0) {
            best = Some((score, set, [upper, lower]));
        }
    }
    let (_, set, parts) = best?;
    let rest = parts.concat();
    let mut sorted = rest.clone();
    sorted.sort_unstable();
    let order: Vec<usize> = set.iter().chain(&sorted).copied().collect();
    let place = |old: &usize| order.iter().position(|o| o == old).unwrap_or(0);
    let parts = parts.map(|p| p.iter().map(place).collect());
    part.points = order.iter().map(|&i| part.points[i]).collect();
    Some(CutSet { len: set.len(), parts })
}

/// The operators that compute these nodes and, transitively, the materialized nodes that they read.
pub fn operators(
    space: &Space<'_>,
    roots: &[usize],
    cuts: &dyn Cuts,
    inside: &dyn Fn(usize) -> bool,
) -> Vec<FusionCandidate> {
    let mut found = Vec::new();
    let mut open: Vec<usize> = roots.to_vec();
    let mut seen: FxHashSet<usize> = open.iter().copied().collect();
    while let Some(n) = open.pop() {
        let cover = space.cover(n, cuts);
        for source in cover.reads(space.graph) {
            if let super::graph::Source::Node(p) = source
                && inside(p)
                && seen.insert(p)
            {
                open.push(p);
            }
        }
        found.push(cover);
    }
    found
}
