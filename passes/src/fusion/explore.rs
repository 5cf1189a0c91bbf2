//! Exploration: one pass over the nodes that fills the memo table.
//!
//! Open, fuse, merge, close, after Boehm et al., "On Optimizing Operator Fusion Plans for
//! Large-Scale Machine Learning in SystemML" (VLDB 2018), algorithm 1. Nodes are visited once,
//! operands before users, without recursion.

use super::graph::{Graph, Source};
use super::memo::{Entry, Memo, Status};
use super::template::Template;
use super::templates::{TEMPLATES, template};
use smallvec::{SmallVec, smallvec};

/// For nodes with more operands, only two choices are explored: all operands that can be fused, or
/// none.
const MOST_CHOSEN: usize = 4;

/// For nodes with more operands, no entry fuses a single one either: a concatenation of thousands of
/// tensors would have as many entries, each as long.
const WIDE: usize = 32;

/// Fills the memo table of a graph.
pub fn explore(graph: &Graph) -> Memo {
    let mut memo = Memo { groups: Vec::with_capacity(graph.nodes.len()), visits: 0 };
    for n in 0..graph.nodes.len() {
        let group = entries(graph, &memo, n);
        memo.groups.push(group);
        memo.visits += 1;
    }
    memo
}

fn entries(graph: &Graph, memo: &Memo, n: usize) -> SmallVec<[Entry; 4]> {
    let node = &graph.nodes[n];
    let mut group: SmallVec<[Entry; 4]> = SmallVec::new();
    for t in TEMPLATES {
        if t.open(graph, n) {
            combine(graph, memo, n, None, *t, &mut group);
        }
        for (position, producer) in node.producers() {
            let goes_on =
                memo.groups[producer].iter().any(|e| e.status.is_open() && e.kind == t.kind());
            if goes_on && t.fuse(graph, n, position) {
                combine(graph, memo, n, Some(position), *t, &mut group);
                // All further operands were added.
                if node.operands.len() > WIDE {
                    break;
                }
            }
        }
    }
    let mut undominated = SmallVec::new();
    for mut entry in group {
        let Some(t) = template(entry.kind) else { continue };
        entry.status = t.close(graph, n, &entry);
        // A closed entry with no fused operand is not a fusion.
        let alone = !entry.status.is_open() && entry.is_bare();
        if entry.status != Status::ClosedInvalid && !alone {
            undominated.push(entry);
        }
    }
    undominated
}

/// Adds an entry for every subset of further operands that may be fused.
fn combine(
    graph: &Graph,
    memo: &Memo,
    n: usize,
    fused: Option<usize>,
    t: &dyn Template,
    group: &mut SmallVec<[Entry; 4]>,
) {
    let node = &graph.nodes[n];
    let bare: SmallVec<[Option<u32>; 4]> = smallvec![None; node.operands.len()];
    let mut first = bare;
    if let Some(position) = fused
        && let Source::Node(producer) = node.operands[position].source
    {
        first[position] = Some(producer as u32);
    }
    let more: SmallVec<[(usize, usize); 4]> = node
        .producers()
        .filter(|&(position, producer)| {
            Some(position) != fused
                && t.merge(graph, n, position)
                && memo.has_open(producer, t.kind())
        })
        .collect();
    let mut plans: SmallVec<[SmallVec<[Option<u32>; 4]>; 4]> = smallvec![first];
    if more.len() > MOST_CHOSEN {
        let mut all = plans[0].clone();
        for &(position, producer) in &more {
            all[position] = Some(producer as u32);
        }
        plans.push(all);
        if fused.is_some() && node.operands.len() > WIDE {
            plans.remove(0);
        }
    } else {
        for &(position, producer) in &more {
            for k in 0..plans.len() {
                let mut with = plans[k].clone();
                with[position] = Some(producer as u32);
                plans.push(with);
            }
        }
    }
    for refs in plans {
        let known = group.iter().any(|e| e.kind == t.kind() && e.refs == refs);
        if !known {
            group.push(Entry { kind: t.kind(), refs, status: Status::OpenInvalid });
        }
    }
}
