//! Schedules for nests, by their shape.

use super::{Directive, Schedule};
use crate::index::{Index, Var};
use crate::math::register;
use crate::nest::{Combiner, Nest, Node, linear};

/// What schedules depend on in a machine. The number of its threads is not among
/// it: results must not depend on that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    /// Bytes of a vector register.
    pub vector_bytes: u32,
}

impl Default for Machine {
    /// Vectors of 64 bytes: on machines with shorter ones, code generators split
    /// them.
    fn default() -> Machine {
        Machine { vector_bytes: 64 }
    }
}

/// Work that is worth handing to another thread, in elements touched.
const GRAIN: u64 = 1 << 15;

/// How the accesses of a nest see one dimension.
struct View {
    /// Accesses that don't move with it, that move by one, and that move otherwise.
    still: u64,
    row: u64,
    scattered: u64,
}

/// A schedule for a nest.
///
/// The dimension that becomes vectors is the one along which the fewest accesses
/// are scattered, weighed by how many lanes it fills: a row of stores and loads
/// costs one instruction, a scattered one as many as there are lanes. Reductions
/// then compute several points of another dimension side by side, so that what is
/// loaded for one serves the others, and several partial results along the
/// reduction hide the latency of the addition. Long parallel dimensions are split
/// for threads in pieces of fixed size.
pub fn choose(nest: &Nest, machine: &Machine) -> Schedule {
    let mut directives = Vec::new();
    let lanes = widest(nest, machine);
    let vector = vector_dim(nest, lanes);
    let mut names: Vec<String> = nest.dims.iter().map(|d| d.name.clone()).collect();
    // Threads: the outermost long parallel dimension, in pieces.
    let inner: u64 = nest.points();
    let parallel = nest.dims_that_reduce(false);
    if inner >= 2 * GRAIN
        && let Some(&outer) = parallel.iter().find(|d| nest.dims[**d].extent > 1)
    {
        let extent = nest.dims[outer].extent;
        let each = (inner / extent).max(1);
        let piece = (GRAIN / each).max(1).next_power_of_two();
        if piece == 1 {
            if vector.is_none_or(|(v, _)| v != outer) {
                directives.push(Directive::Parallel(names[outer].clone()));
            }
        } else if piece < extent {
            directives.push(Directive::Tile(vec![(names[outer].clone(), piece)]));
            directives.push(Directive::Parallel(names[outer].clone()));
            names[outer].push('\'');
        }
    }
    let taken = |name: &str, d: &[Directive]| {
        d.iter().any(|x| matches!(x, Directive::Parallel(n) if n == name))
    };
    let mut points = 1;
    if let Some((dim, lanes)) = vector {
        directives.push(Directive::Vectorize(names[dim].clone(), lanes));
        let vectors = nest.dims[dim].extent / u64::from(lanes);
        // Independent vectors side by side: they hide latency. Two serve a
        // contraction, whose other points come from another dimension.
        let wanted = if nest.contraction().is_some() { 2 } else { 4 };
        let side_by_side = wanted.min(vectors);
        if side_by_side > 1 && body_is_small(nest) {
            directives.push(Directive::Unroll(names[dim].clone(), side_by_side));
            points = side_by_side;
        }
    }
    // Reuse: points of a dimension that some access does not move with.
    if nest.reduction.is_some()
        && points < 8
        && let Some(dim) = reused_dim(nest, vector.map(|v| v.0))
        && !taken(&names[dim], &directives)
    {
        let by = (8 / points).min(4).min(nest.dims[dim].extent);
        if by > 1 {
            directives.push(Directive::Unroll(names[dim].clone(), by));
        }
    }
    Schedule { directives }
}

/// The lanes that a vector of the widest number in the nest has.
fn widest(nest: &Nest, machine: &Machine) -> u16 {
    let bytes = nest.body.ids().filter_map(|id| match nest.body.node(id) {
        Node::Holds(_) => None,
        _ => Some(register(nest.body.element(id)).bytes() as u32),
    });
    (machine.vector_bytes / bytes.max().unwrap_or(4).max(1)).clamp(2, 64) as u16
}

/// Side-by-side vectors multiply the code, which is worth it for short bodies.
fn body_is_small(nest: &Nest) -> bool {
    let heavy = nest.body.ids().filter(|id| match nest.body.node(*id) {
        Node::Op(op, _) => op.cost(nest.body.element(*id)) == crate::nest::Cost::Special,
        _ => false,
    });
    nest.body.len() <= 24 && heavy.count() <= 2
}

fn views(nest: &Nest) -> Vec<View> {
    let (inside, after) = nest.needed();
    let mut accesses: Vec<Index> = Vec::new();
    for id in nest.body.ids() {
        let needed = inside[id.0 as usize] || (nest.reduction.is_none() && after[id.0 as usize]);
        if let (true, Node::Load { input, coords, .. }) = (needed, nest.body.node(id)) {
            accesses.push(linear(coords, &nest.inputs[*input as usize].shape));
        }
    }
    // Stores of a reduction's results are few beside its loads.
    accesses.extend(nest.outputs.iter().map(|o| linear(&o.coords, &o.tensor.shape)));
    (0..nest.dims.len())
        .map(|d| {
            let mut view = View { still: 0, row: 0, scattered: 0 };
            for access in &accesses {
                match access.linear_in(Var(d as u32)) {
                    Some(0) => view.still += 1,
                    Some(1) => view.row += 1,
                    Some(_) | None => view.scattered += 1,
                }
            }
            view
        })
        .collect()
}

/// The dimension to make vectors of, and the lanes it fills.
fn vector_dim(nest: &Nest, lanes: u16) -> Option<(usize, u16)> {
    let regroups = match &nest.reduction {
        Some(reduction) => matches!(reduction.combiner, Combiner::Each(_)),
        None => true,
    };
    let views = views(nest);
    let mut best: Option<(f64, usize, u16)> = None;
    for (dim, view) in views.iter().enumerate() {
        let it = &nest.dims[dim];
        if it.extent < 2 || (it.reducing && !regroups) {
            continue;
        }
        let fit = u16::try_from(it.extent.next_power_of_two()).unwrap_or(u16::MAX);
        let lanes = lanes.min(fit);
        let l = f64::from(lanes);
        let extent = it.extent as f64;
        // Instructions for all vectors along the dimension, per point.
        let one = view.row as f64 + 0.5 * view.still as f64 + 1.0 + view.scattered as f64 * l * 0.7;
        let mut cost = one * (extent / l).ceil() / extent;
        if it.reducing {
            // The lanes are put together at the end.
            cost += 4.0 * l.log2() / extent;
        }
        if best.is_none_or(|(least, _, _)| cost < least) {
            best = Some((cost, dim, lanes));
        }
    }
    // One lane at a time costs what a scalar access does.
    best.map(|(_, dim, lanes)| (dim, lanes))
}

/// A parallel dimension along which some load stays and others move.
fn reused_dim(nest: &Nest, vector: Option<usize>) -> Option<usize> {
    let views = views(nest);
    nest.dims_that_reduce(false)
        .into_iter()
        .filter(|d| Some(*d) != vector && nest.dims[*d].extent > 1 && views[*d].still > 0)
        .max_by_key(|d| nest.dims[*d].extent.min(4))
}
