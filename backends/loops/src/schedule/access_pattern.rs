//! The access patterns of a nest by dimension: invariant, unit-stride or strided; and the best
//! dimension to vectorize.

use super::Machine;
use crate::index::{Index, Var};
use crate::math::register;
use crate::nest::{Combiner, Nest, Node, NodeId, linear};

/// The access pattern along one dimension.
pub(super) struct DimAccess {
    /// Number of invariant accesses; unit-stride and strided ones follow.
    pub(super) invariant: u64,
    pub(super) unit_stride: u64,
    pub(super) strided: u64,
    /// Whether a store is strided, which costs more than a load.
    pub(super) strided_store: bool,
}

/// The number of vector lanes for the widest element type of the nest.
pub(super) fn widest(nest: &Nest, machine: &Machine) -> u16 {
    let bytes = nest.body.ids().filter_map(|id| match nest.body.node(id) {
        Node::Holds(_) => None,
        _ => Some(register(nest.body.element(id)).bytes() as u32),
    });
    (machine.vector_bytes / bytes.max().unwrap_or(4).max(1)).clamp(2, 64) as u16
}

/// The approximate number of instructions per point; elementary functions count as many.
pub(super) fn operations(nest: &Nest) -> usize {
    let each = nest.body.ids().map(|id| match nest.body.node(id) {
        Node::Op(op, _) if op.cost(nest.body.element(id)) == crate::nest::Cost::Special => 20,
        _ => 1,
    });
    each.sum()
}

pub(super) fn dim_accesses(nest: &Nest) -> Vec<DimAccess> {
    let (inside, after) = nest.needed();
    let mut accesses: Vec<Index> = Vec::new();
    for id in nest.body.ids() {
        let needed = inside[id.0 as usize] || (nest.reduction.is_none() && after[id.0 as usize]);
        match nest.body.node(id) {
            Node::Load { input, coords, .. } if needed => {
                accesses.push(linear(coords, &nest.inputs[*input as usize].shape));
            }
            // Strided along all dimensions that its start depends on.
            Node::Lookup { input, coords, start } if needed => {
                let moving = moved(nest, *start);
                accesses.push(linear(coords, &nest.inputs[*input as usize].shape) + moving);
            }
            _ => {}
        }
    }
    let loads = accesses.len();
    accesses.extend(nest.outputs.iter().map(|o| {
        let place = linear(&o.coords, &o.tensor.shape);
        o.start.map_or(place.clone(), |start| place + moved(nest, start))
    }));
    (0..nest.dims.len())
        .map(|d| {
            let mut view =
                DimAccess { invariant: 0, unit_stride: 0, strided: 0, strided_store: false };
            for (n, access) in accesses.iter().enumerate() {
                match access.linear_in(Var(d as u32)) {
                    Some(0) => view.invariant += 1,
                    Some(1) => view.unit_stride += 1,
                    Some(_) | None => {
                        view.strided += 1;
                        view.strided_store |= n >= loads;
                    }
                }
            }
            view
        })
        .collect()
}

/// An expression that is nonlinear in all dimensions that a node depends on.
fn moved(nest: &Nest, node: NodeId) -> Index {
    let found = mentions(nest, node);
    let dims = (0..found.len()).filter(|d| found[*d]);
    dims.fold(Index::constant(0), |sum, d| {
        sum + Index::var(Var(d as u32)).modulo(2, &crate::index::Unknown)
    })
}

/// The dimension to vectorize, and the number of lanes that it fills.
pub(super) fn vector_dim(nest: &Nest, lanes: u16) -> Option<(usize, u16)> {
    let regroups = match &nest.reduction {
        Some(reduction) => matches!(reduction.combiner, Combiner::Each(_)),
        None => true,
    };
    let dim_accesses = dim_accesses(nest);
    let mut best: Option<(f64, usize, u16)> = None;
    for (dim, view) in dim_accesses.iter().enumerate() {
        let it = &nest.dims[dim];
        if it.extent < 2 || (it.reducing && !regroups) {
            continue;
        }
        let fit = u16::try_from(it.extent.next_power_of_two()).unwrap_or(u16::MAX);
        let lanes = lanes.min(fit);
        let l = f64::from(lanes);
        let extent = it.extent as f64;
        // The estimated instructions per point if this dimension is vectorized.
        let scattered = view.strided as f64 * 0.7 + f64::from(u8::from(view.strided_store)) * 0.3;
        let one = view.unit_stride as f64 + 0.5 * view.invariant as f64 + 1.0 + scattered * l;
        let mut cost = one * (extent / l).ceil() / extent;
        if it.reducing {
            // The lanes are combined at the end.
            cost += 4.0 * l.log2() / extent;
        }
        if best.is_none_or(|(least, _, _)| cost < least) {
            best = Some((cost, dim, lanes));
        }
    }
    // A single lane costs as much as a scalar access.
    best.map(|(_, dim, lanes)| (dim, lanes))
}

/// A vectorized dimension and its number of lanes.
pub(super) type Vector = Option<(usize, u16)>;

/// The dimension to vectorize: one without strided and with some unit-stride accesses, parallel
/// ones first.
pub(super) fn vector_of(nest: &Nest, machine: &Machine) -> Vector {
    let regroups = match &nest.reduction {
        Some(reduction) => matches!(reduction.combiner, Combiner::Each(_)),
        None => true,
    };
    let lanes = widest(nest, machine);
    let dim_accesses = dim_accesses(nest);
    let fits = |d: &usize| {
        let view = &dim_accesses[*d];
        view.unit_stride > 0
            && view.strided == 0
            && nest.dims[*d].extent >= u64::from(lanes)
            && (regroups || !nest.dims[*d].reducing)
    };
    let long = |d: &usize| (nest.dims[*d].extent, !nest.dims[*d].reducing);
    let dim = (0..nest.dims.len()).filter(fits).max_by_key(long)?;
    Some((dim, lanes))
}

/// Whether the reduction can be regrouped into several partial results.
pub(super) fn regroups(nest: &Nest) -> bool {
    let reduction = nest.reduction.as_ref();
    reduction.is_none_or(|r| matches!(r.combiner, Combiner::Each(_)))
}

/// The dimensions that a node depends on.
pub(super) fn mentions(nest: &Nest, node: NodeId) -> Vec<bool> {
    let mut found = vec![false; nest.dims.len()];
    let needed = nest.body.needed(&[node]);
    let mut note = |index: &Index| index.each_var(&mut |v| found[v.0 as usize] = true);
    for id in nest.body.ids().filter(|id| needed[id.0 as usize]) {
        match nest.body.node(id) {
            Node::Index(index) => note(index),
            Node::Holds(conditions) => conditions.iter().for_each(|c| note(&c.index)),
            Node::Load { coords, guard, .. } => {
                coords.iter().for_each(&mut note);
                guard.iter().for_each(|c| note(&c.index));
            }
            Node::Lookup { coords, .. } => coords.iter().for_each(&mut note),
            Node::Constant(_) | Node::Op(..) | Node::Reduced(_) | Node::Parameter(_) => {}
        }
    }
    found
}
