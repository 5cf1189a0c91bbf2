//! Legalization of a selection: every operator becomes one that a kernel can compute.
//!
//! Templates look at an op and its operands only, so that exploration is linear. One kernel
//! may therefore not be able to compute an operator of many ops although each of its edges
//! is legal. In this rare case the operator is grown again from its root, member by member,
//! up to the first illegal one. The edges to that member are removed from the memo table,
//! and operators are selected again.

use super::Settings;
use super::candidate::FusionCandidate;
use super::graph::{Graph, Source};
use super::group::Group;
use super::memo::Memo;
use super::rewrite;
use super::select::{Operator, Policy, Selection, select};
use hloom_ir::module::Module;

/// A legal selection, with the ops of its operators.
pub struct Legalized {
    /// The selection.
    pub selection: Selection,
    /// For each operator, its group of ops; `None` for an unfused op.
    pub groups: Vec<Option<Group>>,
}

/// The number of selections before the remaining illegal operators are left unfused.
const ROUNDS: usize = 8;

/// An edge: the consumer and the producer.
type Edge = (usize, usize);

/// Selects operators by a policy until all are legal. Edges of illegal ones are removed from
/// the memo table.
pub fn legalize_selection(
    module: &Module,
    graph: &Graph,
    memo: &mut Memo,
    settings: &Settings,
    policy: Policy,
) -> Legalized {
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
            let alone =
                |cover: FusionCandidate| Operator { roots: vec![cover.root()], cover, ..*operator };
            let is_kernel = |cover: FusionCandidate| {
                let group = rewrite::group_of(module, &space, &alone(cover));
                group.is_none_or(|group| rewrite::is_kernel(module, &group))
            };
            wrong.extend(edges_too_many(graph, &operator.cover, &is_kernel));
            None
        };
        let groups: Vec<Option<Group>> = selection.operators.iter().map(&mut group).collect();
        round += 1;
        if wrong.is_empty() || round == ROUNDS {
            return Legalized { selection, groups };
        }
        for (consumer, producer) in wrong {
            memo.groups[consumer].retain(|e| !e.refs.contains(&Some(producer as u32)));
        }
    }
}

/// The edges to the first member with which a candidate stops being a legal kernel.
fn edges_too_many(
    graph: &Graph,
    cover: &FusionCandidate,
    is_kernel: &dyn Fn(FusionCandidate) -> bool,
) -> Vec<Edge> {
    let too_many = (1..=cover.members.len()).find(|&n| !is_kernel(first(graph, cover, n)));
    let Some(last) = too_many.map(|n| cover.members[n - 1].node) else { return Vec::new() };
    let edges = cover.members.iter().flat_map(|m| {
        let operands = graph.nodes[m.node].operands.iter().zip(&m.fused);
        operands.filter(|(o, fused)| **fused && o.source == Source::Node(last)).map(|_| m.node)
    });
    edges.map(|consumer| (consumer, last)).collect()
}

/// The first `count` members of a candidate; they read the results of the others from memory.
fn first(graph: &Graph, cover: &FusionCandidate, count: usize) -> FusionCandidate {
    let mut members = cover.members[..count].to_vec();
    for m in &mut members {
        for (o, fused) in graph.nodes[m.node].operands.iter().zip(&mut m.fused) {
            let inside = |node| cover.members[..count].iter().any(|m| m.node == node);
            *fused &= matches!(o.source, Source::Node(node) if inside(node));
        }
    }
    FusionCandidate { kind: cover.kind, members }
}
