//! Detection of nests that read along one dimension and write along another.

use crate::index::Var;
use crate::nest::{Nest, Node, NodeId, linear};

/// The dimensions along which a nest reads and writes, and the transposed loads.
pub(super) struct TransposedDims {
    /// The dimension with unit stride in reads.
    pub(super) read: usize,
    /// The dimension with unit stride in writes.
    pub(super) written: usize,
    /// The transposed loads.
    pub(super) loads: Vec<NodeId>,
}

/// Returns the dimensions that a nest is transposed along, if it is.
pub(super) fn transposed(nest: &Nest) -> Option<TransposedDims> {
    if nest.reduction.is_some() || nest.parallel_points() < 1 << 12 {
        return None;
    }
    let (_, after) = nest.needed();
    let long = |d: &usize| nest.dims[*d].extent >= LEAST;
    let written = (0..nest.dims.len()).filter(long).find(|d| {
        let row = |o: &crate::nest::Output| {
            let place = linear(&o.coords, &o.tensor.shape);
            o.start.is_none() && place.linear_in(Var(*d as u32)) == Some(1)
        };
        nest.outputs.iter().all(row)
    })?;
    let across = |id: &NodeId, d: usize| match nest.body.node(*id) {
        Node::Load { input, coords, guard } if guard.is_empty() && after[id.0 as usize] => {
            let place = linear(coords, &nest.inputs[*input as usize].shape);
            let along = |d: usize| place.linear_in(Var(d as u32));
            along(d) == Some(1) && !matches!(along(written), Some(0 | 1))
        }
        _ => false,
    };
    (0..nest.dims.len()).filter(long).filter(|d| *d != written).find_map(|read| {
        let loads: Vec<NodeId> = nest.body.ids().filter(|id| across(id, read)).collect();
        let few = (1..=MOST).contains(&loads.len());
        few.then_some(TransposedDims { read, written, loads })
    })
}

/// The minimum extent of a dimension for which tiles pay.
const LEAST: u64 = 16;

/// The maximum number of transposed loads.
const MOST: usize = 4;
