//! The cost of layouts: an estimate of the extra bytes moved.
//!
//! Access along a dimension that is not innermost costs a register transpose for each block of
//! elements, about as much as reading them again. An innermost batch dimension costs far more.

use hloom_ir::OpId;
use hloom_ir::types::Layout;

/// Smaller images (in points) do not fill vectors along a spatial dimension.
const SMALL_IMAGE: i64 = 100;

/// In a batch of smaller images (in points), each image ends in a partial vector.
const MIDDLING_IMAGE: i64 = 400;

/// The layout preference of an op for a tensor: for each dimension, the extra traffic per byte if
/// that dimension is innermost.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LayoutPreference {
    by_dim: Vec<f64>,
}

impl LayoutPreference {
    /// An operand of a product. Packing reads along free or contracting dimensions; a batch
    /// dimension must not be innermost.
    pub(super) fn factor(rank: usize, batching: &[i64]) -> LayoutPreference {
        let of = |d: usize| if batching.contains(&(d as i64)) { 3.0 } else { 0.0 };
        LayoutPreference { by_dim: (0..rank).map(of).collect() }
    }

    /// The result of a product. Its rows or columns may be innermost, but not a batch dimension.
    pub(super) fn product(rank: usize, batching: usize) -> LayoutPreference {
        LayoutPreference {
            by_dim: (0..rank).map(|d| if d < batching { 3.0 } else { 0.0 }).collect(),
        }
    }

    /// The input or the result of a convolution. Vectors along features are full at every image
    /// size.
    pub(super) fn image(dims: &[i64], batch: usize, feature: usize) -> LayoutPreference {
        let spatial = (0..dims.len()).filter(|d| *d != batch && *d != feature);
        let points = spatial.fold(1i64, |n, d| n.saturating_mul(dims[d]));
        let several = dims.get(batch).is_some_and(|&n| n > 1);
        let along = match points {
            ..SMALL_IMAGE => 1.0,
            ..MIDDLING_IMAGE if several => 0.5,
            _ => 0.0,
        };
        let of = |d: usize| match d {
            d if d == feature => 0.0,
            d if d == batch => 3.0,
            _ => along,
        };
        LayoutPreference { by_dim: (0..dims.len()).map(of).collect() }
    }

    /// The weights of a convolution, which are packed.
    pub(super) fn kernel(rank: usize, output: usize) -> LayoutPreference {
        LayoutPreference {
            by_dim: (0..rank).map(|d| if d == output { 0.0 } else { 0.25 }).collect(),
        }
    }

    fn cost(&self, layout: &Layout) -> f64 {
        let innermost = layout.minor_to_major.first();
        innermost.and_then(|&d| self.by_dim.get(d as usize)).copied().unwrap_or(0.0)
    }
}

/// The owner of a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// A group.
    Group(usize),
    /// A value of this rank with fixed row-major layout.
    RowMajor(usize),
}

/// A layout constraint between values, with its cost.
pub(super) enum Edge {
    /// An operand is accessed index by index with the result.
    Alike { from: Side, to: Side, bytes: f64 },
    /// A transpose.
    Transposed {
        op: OpId,
        from: Side,
        to: Side,
        permutation: Vec<i64>,
        bytes: f64,
        /// Whether the result is written to another buffer anyway.
        given: bool,
    },
    /// An operand or a result of an op with a layout preference.
    Preference { of: Side, preference: LayoutPreference, bytes: f64 },
}

/// The fraction of a tensor that is moved again if two layouts differ.
fn mismatch(a: &Layout, b: &Layout) -> f64 {
    match (a == b, a.minor_to_major.first() == b.minor_to_major.first()) {
        (true, _) => 0.0,
        (false, true) => 0.1,
        (false, false) => 1.0,
    }
}

fn inverse(permutation: &[i64]) -> Vec<i64> {
    let mut back = vec![0; permutation.len()];
    for (i, &p) in permutation.iter().enumerate() {
        back[p as usize] = i as i64;
    }
    back
}

impl Edge {
    /// The owners of the layouts at this edge.
    pub(super) fn sides(&self) -> Vec<Side> {
        match self {
            Edge::Alike { from, to, .. } | Edge::Transposed { from, to, .. } => vec![*from, *to],
            Edge::Preference { of, .. } => vec![*of],
        }
    }

    /// The extra traffic in bytes under these layouts.
    pub(super) fn cost(&self, known: &dyn Fn(Side) -> Layout) -> f64 {
        match self {
            Edge::Alike { from, to, bytes } => bytes * mismatch(&known(*from), &known(*to)),
            Edge::Transposed { from, to, permutation, bytes, given, .. } => {
                let gap = mismatch(&known(*from).transposed(permutation), &known(*to));
                // A read and a write, unless both sides share memory.
                if gap == 0.0 && !given { 0.0 } else { bytes * (2.0 + gap) }
            }
            Edge::Preference { of, preference, bytes } => bytes * preference.cost(&known(*of)),
        }
    }

    /// The layouts of a group with current layout `now` that would suit the edge.
    pub(super) fn preferred(
        &self,
        group: usize,
        now: &Layout,
        known: &dyn Fn(Side) -> Layout,
    ) -> Vec<Layout> {
        let mine = |side: Side| side == Side::Group(group);
        match self {
            Edge::Alike { from, to, .. } => {
                let other = if mine(*from) { *to } else { *from };
                vec![known(other)]
            }
            Edge::Transposed { from, to, permutation, .. } => {
                let mut preferred = Vec::new();
                if mine(*from) {
                    preferred.push(known(*to).transposed(&inverse(permutation)));
                }
                if mine(*to) {
                    preferred.push(known(*from).transposed(permutation));
                }
                preferred
            }
            Edge::Preference { preference, .. } => {
                let free = (0..preference.by_dim.len()).filter(|d| preference.by_dim[*d] == 0.0);
                // The preferred dimension innermost, the others in their current order.
                free.map(|d| {
                    let rest = now.minor_to_major.iter().copied().filter(|o| *o != d as u32);
                    Layout::new([d as u32].into_iter().chain(rest))
                })
                .collect()
            }
        }
    }

    /// The transpose that becomes free, if this edge is one that the group counts.
    pub(super) fn transposition(&self, group: usize) -> Option<OpId> {
        match self {
            Edge::Transposed { op, from, to, .. } => {
                let owner = if let Side::Group(n) = to { Some(*n) } else { None };
                let owner = owner.or(if let Side::Group(n) = from { Some(*n) } else { None });
                (owner == Some(group)).then_some(*op)
            }
            Edge::Alike { .. } | Edge::Preference { .. } => None,
        }
    }
}
