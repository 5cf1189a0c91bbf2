//! Plans whose operators are all kernels.
//!
//! Templates look at an op and its operands alone, so that exploring is linear; an
//! operator of many ops may be none that one kernel computes, though each of its edges
//! looked well. It is rare, and found out here: such an operator is grown again from its
//! root, member by member, up to the first that no kernel takes. The edges to that one
//! are taken out of the memo table, and operators are selected anew.

use super::Settings;
use super::cover::Cover;
use super::graph::{Graph, Source};
use super::memo::Memo;
use super::rewrite::{self, Group};
use super::select::{Operator, Policy, Selection, select};
use hloom_ir::module::Module;

/// A selection, and what its operators are.
pub struct Settled {
    /// What was selected.
    pub selection: Selection,
    /// For each operator, its ops; none for an op on its own.
    pub groups: Vec<Option<Group>>,
}

/// How often operators are selected anew; what is no kernel then is not fused.
const ROUNDS: usize = 8;

/// An edge: the consumer and the producer.
type Edge = (usize, usize);

/// Selects operators by a policy, without those that are no kernels. Edges that lead to
/// these are taken out of the memo table.
pub fn settle(
    module: &Module,
    graph: &Graph,
    memo: &mut Memo,
    settings: &Settings,
    policy: Policy,
) -> Settled {
    let mut round = 0;
    loop {
        let space = settings.space(module, graph, memo);
        let selection = select(&space, policy, &settings.limits);
        let mut wrong: Vec<Edge> = Vec::new();
        let mut group = |operator: &Operator| {
            let group = rewrite::group_of(module, &space, operator)?;
            if rewrite::is_kernel(module, &group) {
                return Some(group);
            }
            let alone = |cover: Cover| Operator { roots: vec![cover.root()], cover, ..*operator };
            let is_kernel = |cover: Cover| {
                let group = rewrite::group_of(module, &space, &alone(cover));
                group.is_none_or(|group| rewrite::is_kernel(module, &group))
            };
            wrong.extend(edges_too_many(graph, &operator.cover, &is_kernel));
            None
        };
        let groups: Vec<Option<Group>> = selection.operators.iter().map(&mut group).collect();
        round += 1;
        if wrong.is_empty() || round == ROUNDS {
            return Settled { selection, groups };
        }
        for (consumer, producer) in wrong {
            memo.groups[consumer].retain(|e| !e.refs.contains(&Some(producer as u32)));
        }
    }
}

/// The edges to the first member with which a cover is no kernel any more.
fn edges_too_many(graph: &Graph, cover: &Cover, is_kernel: &dyn Fn(Cover) -> bool) -> Vec<Edge> {
    let too_many = (1..=cover.members.len()).find(|&n| !is_kernel(first(graph, cover, n)));
    let Some(last) = too_many.map(|n| cover.members[n - 1].node) else { return Vec::new() };
    let edges = cover.members.iter().flat_map(|m| {
        let operands = graph.nodes[m.node].operands.iter().zip(&m.fused);
        operands.filter(|(o, fused)| **fused && o.source == Source::Node(last)).map(|_| m.node)
    });
    edges.map(|consumer| (consumer, last)).collect()
}

/// The first members of a cover, which read what the others make.
fn first(graph: &Graph, cover: &Cover, count: usize) -> Cover {
    let mut members = cover.members[..count].to_vec();
    for m in &mut members {
        for (o, fused) in graph.nodes[m.node].operands.iter().zip(&mut m.fused) {
            let inside = |node| cover.members[..count].iter().any(|m| m.node == node);
            *fused &= matches!(o.source, Source::Node(node) if inside(node));
        }
    }
    Cover { kind: cover.kind, members }
}
