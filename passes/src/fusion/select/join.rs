//! Joins elementwise operators with the operators that read their results.
//!
//! A search computes a value again in each kernel that needs it, or writes it to memory and reads
//! it there. One kernel can do better where all its ops are elementwise and of one shape: it writes
//! the value, and goes on with it in a register.
//!
//! ```text
//! h = f(a, b)   kernel 1: a, b -> h              kernel: a, b -> h, l
//! l = g(a, h)   kernel 2: a, h -> l      =>
//! ```

use super::{Operator, epoch, levels};
use crate::fusion::candidate::{FusionCandidate, Member, Space};
use crate::fusion::class::Class;
use crate::fusion::graph::{Graph, Source};
use crate::fusion::kind::Kind;
use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum number of results of a joined operator.
const MOST_RESULTS: usize = 8;

/// The maximum number of rounds; a chain of operators becomes half as long in each.
const ROUNDS: usize = 12;

/// Joins elementwise operators with operators of the same shape that read their results.
pub(super) fn join_readers(space: &Space<'_>, operators: &mut Vec<Operator>) {
    for _ in 0..ROUNDS {
        if !join_once(space, operators) {
            break;
        }
    }
}

/// Joins pairs of operators; returns whether there were some.
///
/// The second of a pair is one level behind the first, in the same epoch, so that no third operator
/// lies between them. Pairs of one round do not read each other's results: they might need each
/// other.
fn join_once(space: &Space<'_>, operators: &mut Vec<Operator>) -> bool {
    let graph = space.graph;
    let level = levels(graph, operators);
    let elementwise: Vec<bool> = operators.iter().map(|it| is_elementwise(space, it)).collect();
    let roots = operators.iter().enumerate();
    let maker: FxHashMap<usize, usize> =
        roots.flat_map(|(at, it)| it.roots.iter().map(move |&root| (root, at))).collect();
    let mut order: Vec<usize> = (0..operators.len()).filter(|&at| elementwise[at]).collect();
    order.sort_by_key(|&at| operators[at].cover.root());
    let (mut paired, mut read_by_pairs) = (vec![false; operators.len()], FxHashSet::default());
    let mut gone = vec![false; operators.len()];
    for second in order {
        let reads = operators[second].cover.reads(graph);
        let made = reads.iter().filter_map(|source| match source {
            Source::Node(p) => maker.get(p).copied().filter(|&at| at != second),
            Source::Input(_) | Source::Free => None,
        });
        let made: Vec<usize> = made.collect();
        if paired[second] || made.iter().any(|&at| paired[at]) {
            continue;
        }
        let joined =
            made.iter().copied().filter(|first| !read_by_pairs.contains(first)).find_map(|first| {
                let (a, b) = (&operators[first], &operators[second]);
                let fits = elementwise[first]
                    && level[second] == level[first] + 1
                    && epoch(graph, a) == epoch(graph, b);
                if !fits {
                    return None;
                }
                joined(space, a, b).map(|joined| (first, joined))
            });
        let Some((first, joined)) = joined else { continue };
        operators[second] = joined;
        gone[first] = true;
        paired[first] = true;
        paired[second] = true;
        read_by_pairs.extend(made);
    }
    let mut at = 0;
    operators.retain(|_| {
        at += 1;
        !gone[at - 1]
    });
    gone.contains(&true)
}

/// Whether all ops of an operator are elementwise ops of one shape.
fn is_elementwise(space: &Space<'_>, operator: &Operator) -> bool {
    let nodes = &space.graph.nodes;
    let dims = &nodes[operator.cover.root()].dims;
    space.sparse.is_none()
        && matches!(operator.kind, None | Some(Kind::Cell))
        && operator.cover.members.iter().all(|m| {
            let node = &nodes[m.node];
            node.class == Class::Map && node.dims == *dims
        })
}

/// An operator that computes what two compute, if one kernel can: the second reads results of the
/// first at the place of its own.
fn joined(space: &Space<'_>, first: &Operator, second: &Operator) -> Option<Operator> {
    let graph = space.graph;
    if graph.nodes[first.cover.root()].dims != graph.nodes[second.cover.root()].dims {
        return None;
    }
    let mut members: Vec<Member> = second.cover.members.clone();
    for member in &first.cover.members {
        match members.iter_mut().find(|m| m.node == member.node) {
            Some(known) => known.fused.iter_mut().zip(&member.fused).for_each(|(a, b)| *a |= b),
            None => members.push(member.clone()),
        }
    }
    if space.size(&members) > space.most {
        return None;
    }
    let inside: FxHashSet<usize> = members.iter().map(|m| m.node).collect();
    for m in &mut members {
        for (o, fused) in graph.nodes[m.node].operands.iter().zip(&mut m.fused) {
            if matches!(o.source, Source::Node(p) if inside.contains(&p)) && !*fused {
                // A broadcast on the way reads other places.
                if !o.via.is_empty() {
                    return None;
                }
                *fused = true;
            }
        }
    }
    let both = second.roots.iter().chain(&first.roots).copied();
    let roots: Vec<usize> = both.filter(|&root| is_read(graph, &inside, root)).collect();
    if roots.len() > MOST_RESULTS {
        return None;
    }
    let cover = FusionCandidate { kind: Some(Kind::Cell), members };
    let more = roots.iter().filter(|&&root| root != cover.root());
    let more = more.map(|&root| space.machine.writing(graph.nodes[root].bytes));
    let seconds = space.cost(&cover) + more.sum::<f64>();
    Some(Operator { kind: Some(Kind::Cell), cover, roots, seconds })
}

/// Whether ops other than these nodes use a node.
fn is_read(graph: &Graph, inside: &FxHashSet<usize>, root: usize) -> bool {
    let node = &graph.nodes[root];
    let outside = |&(user, _): &(usize, usize)| !inside.contains(&user);
    node.escapes || node.users.is_empty() || node.users.iter().any(outside)
}
