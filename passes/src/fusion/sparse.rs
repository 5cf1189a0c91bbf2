//! Sparse-driven operators: whether an operator can run over the stored entries of an input, and
//! its estimated time.
//!
//! [`hloom_analysis::sparse`] decides which operators can. The time is that of the cost model, with
//! the per-entry work counted once per stored entry. The number of stored entries is that of the
//! argument's attribute ([`hloom_analysis::sparse::STORED_ENTRIES`]) if it has one, else a tenth of
//! the elements.

use super::candidate::{FusionCandidate, Space, Sparse};
use super::class::Class;
use super::graph::Source;
use super::machine::Work;
use hloom_analysis::sparse::{OpRole, densified, sparse_driven};
use hloom_ir::module::Module;
use hloom_ir::{OpId, Value};
use rustc_hash::FxHashMap;

/// A sparse-driven form of an operator.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drive {
    /// The number of the input.
    pub input: usize,
    /// The op that makes the input dense.
    pub relayout: OpId,
    /// The estimated time in seconds.
    pub seconds: f64,
}

/// The memory traffic of an isolated access, in bytes: a cache line.
const LINE: f64 = 64.0;

/// The ops of a candidate in block order. The flags mark operands that are read from memory
/// although their producer may be a member.
pub fn ops_of(
    module: &Module,
    space: &super::graph::Graph,
    cover: &FusionCandidate,
) -> Option<Vec<(OpId, Vec<bool>)>> {
    let mut ops: FxHashMap<OpId, Vec<bool>> = FxHashMap::default();
    let mut members: Vec<_> = cover.members.iter().collect();
    members.sort_by_key(|m| m.node);
    for m in members {
        let node = &space.nodes[m.node];
        let op = node.op?;
        let from_memory = node.operands.iter().zip(&m.fused);
        ops.insert(op, from_memory.map(|(o, f)| !f && o.source != Source::Free).collect());
        for o in &node.operands {
            for &via in &o.via {
                ops.entry(via).or_insert_with(|| vec![false; module.operands(via).len()]);
            }
        }
    }
    let mut ops: Vec<(OpId, Vec<bool>)> = ops.into_iter().collect();
    ops.sort_by_key(|(op, _)| space.place[op]);
    Some(ops)
}

/// The same ops preceded by the relayout of a sparse input, which then is a member.
pub fn with_driver(
    module: &Module,
    mut ops: Vec<(OpId, Vec<bool>)>,
    relayout: OpId,
) -> Vec<(OpId, Vec<bool>)> {
    let dense = module.result(relayout, 0);
    for (op, from_memory) in &mut ops {
        for (&v, memory) in module.operands(*op).iter().zip(from_memory) {
            *memory &= v != dense;
        }
    }
    ops.insert(0, (relayout, vec![false]));
    ops
}

/// The fastest sparse-driven form of a candidate, if it has one.
pub fn drive(space: &Space<'_>, cover: &FusionCandidate) -> Option<Drive> {
    let Sparse { module, rule } = space.sparse?;
    let graph = space.graph;
    let mut candidates: Vec<usize> = Vec::new();
    for source in cover.reads(graph) {
        if let Source::Input(n) = source
            && graph.inputs[n].density.is_some()
        {
            candidates.push(n);
        }
    }
    if candidates.is_empty() {
        return None;
    }
    let ops = ops_of(module, graph, cover)?;
    let root = graph.nodes[cover.root()].op?;
    let results: Vec<Value> = module.results(root).into_iter().collect();
    let each = candidates.into_iter().filter_map(|input| {
        let relayout = module.def_op(graph.inputs[input].value?)?;
        let main = densified(module, relayout)?;
        let all: Vec<OpId> =
            with_driver(module, ops.clone(), relayout).into_iter().map(|(op, _)| op).collect();
        let it = sparse_driven(module, &all, &results, main, rule).ok()?;
        let seconds = seconds(space, cover, input, &it.roles);
        Some(Drive { input, relayout, seconds })
    });
    each.min_by(|a, b| a.seconds.total_cmp(&b.seconds))
}

/// The estimated time of a candidate that is driven by a sparse input, in seconds.
fn seconds(
    space: &Space<'_>,
    cover: &FusionCandidate,
    input: usize,
    parts: &[(OpId, OpRole)],
) -> f64 {
    let (graph, machine) = (space.graph, space.machine);
    let it = &graph.inputs[input];
    let density = it.density.unwrap_or(1.0);
    let cells = it.value.and_then(|v| space.sparse?.module.ty(v).as_tensor()?.count());
    let entries = cells.unwrap_or(0) as f64 * density;
    let mut compute = 0.0;
    for m in &cover.members {
        let node = &graph.nodes[m.node];
        let of_rows = parts.iter().any(|(op, part)| {
            Some(*op) == node.op && matches!(part, OpRole::RowElementwise { .. })
        });
        let times = if of_rows { 1.0 } else { density };
        // Per-entry work uses at best the vectors of a short row.
        let work =
            Work { products: 0.0, skinny: node.work.skinny + node.work.products, ..node.work };
        compute += machine.compute(&work, true) * times;
    }
    // Entries are loaded one by one.
    compute += machine.compute(&Work { moved: entries, ..Work::default() }, true);
    let stored = entries * (it.bytes / cells.unwrap_or(1).max(1) as f64 + 8.0);
    let mut read = machine.reading(stored);
    for source in cover.reads(graph) {
        if source == Source::Input(input) {
            continue;
        }
        let bytes = space.bytes(source);
        read += machine.reading(bytes.min(entries * LINE));
    }
    let root = &graph.nodes[cover.root()];
    let write = machine.writing(root.bytes);
    let product = root.class == Class::Dot && !cover.members.is_empty();
    // Rows of a product's result are visited once per entry.
    let again = if product { machine.reading(root.bytes.min(entries * LINE)) } else { 0.0 };
    machine.launch + write + again + f64::max(read, compute)
}
