//! Nests: the first form of the loop level, which defines what a kernel computes.
//!
//! A nest has named dimensions, each parallel or reducing, and a body: a graph of operations on
//! single elements. Inputs are loaded at coordinates that are index expressions over the
//! dimensions; a load may be guarded, for padding for example. Outputs have one element for each
//! point of the parallel dimensions, at coordinates that are expressions of them. If there are
//! reducing dimensions, the body has one reduction over all of them, of one or several values
//! together; outputs can be computed from its results.
//!
//! ```text
//! nest "dot" {
//!   parallel i : 64, j : 10  reducing k : 25
//!   input %x : f32[64, 25]
//!   input %w : f32[25, 10]
//!   %0 : f32 = load %x[i, k]
//!   %1 : f32 = load %w[k, j]
//!   %2 : f32 = multiply %0, %1
//!   %3 : f32 = constant 0x00000000
//!   reduce (%2) from (%3) by add
//!   %4 : f32 = reduced 0
//!   output f32[64, 10] at [i, j] = %4
//! }
//! ```
//!
//! Fusion composes indexing maps: [`Body`] shares equal nodes and [`Index`] simplifies, so
//! reshapes, transposes and broadcasts become coordinates.
//!
//! A nest does not define an order of execution; a schedule does ([`crate::schedule`]). [`eval`]
//! interprets a nest directly.

mod associative;
mod build;
mod combine;
pub mod eval;
mod layout;
mod print;
mod transform;
mod verify;

pub(crate) use combine::operation;

pub use crate::math::{Cost, Direction, ScalarOp};
pub use verify::InvalidNest;

use crate::index::{Index, Range, Var};
use hloom_ir::Element;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A nest: the computation of one kernel.
#[derive(Clone, Debug)]
pub struct Nest {
    /// Its name, from the op that it computes.
    pub name: String,
    /// The dimensions; in index expressions, dimension `n` is `Var(n)`.
    pub dims: Vec<Dim>,
    /// The tensors that loads read.
    pub inputs: Vec<Tensor>,
    /// The body's nodes.
    pub body: Body,
    /// The reduction over all reducing dimensions, if any.
    pub reduction: Option<Reduction>,
    /// The stored tensors.
    pub outputs: Vec<Output>,
}

/// A dimension of the iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dim {
    /// Its name.
    pub name: String,
    /// Number of its points: `0, 1, …, extent - 1`.
    pub extent: u64,
    /// Whether it is a reducing dimension.
    pub reducing: bool,
}

/// A tensor that a nest reads or writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tensor {
    /// Its name in printed text.
    pub name: String,
    /// The element type.
    pub element: Element,
    /// The extents; elements are row-major.
    pub shape: Vec<u64>,
}

impl Tensor {
    /// Its size in bytes, saturating.
    pub fn bytes(&self) -> u64 {
        let count: u64 = self.shape.iter().product();
        count.saturating_mul(self.element.byte_width() as u64)
    }
}

/// A tensor that a nest writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// The tensor.
    pub tensor: Tensor,
    /// The coordinates of each point's element; they are distinct for different points of the
    /// parallel dimensions.
    pub coords: Vec<Index>,
    /// An `i64` node that is added to the element's linear offset, in elements; the creator of the
    /// nest guarantees that the sum is within the tensor.
    pub start: Option<NodeId>,
    /// An `i1` node: the element is stored only if it is true.
    pub when: Option<NodeId>,
    /// The stored element.
    pub value: NodeId,
}

impl Output {
    /// An output with elements at these coordinates.
    pub fn at(tensor: Tensor, coords: Vec<Index>, value: NodeId) -> Output {
        Output { tensor, coords, start: None, when: None, value }
    }
}

/// A node of a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

/// A range condition on an index expression: `low ≤ index < high`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Condition {
    /// The expression.
    pub index: Index,
    /// The minimum.
    pub low: i64,
    /// The maximum plus one.
    pub high: i64,
}

/// One operation of a body.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A constant: its storage bits, or those of the real and the imaginary part of a complex
    /// number.
    Constant([u64; 2]),
    /// The value of an index expression as an element.
    Index(Index),
    /// Whether all conditions hold, an `i1`.
    Holds(Vec<Condition>),
    /// An element of an input; zero bits if the guard does not hold.
    Load {
        /// The input's number.
        input: u32,
        /// The coordinates, within the tensor if the guard holds.
        coords: Vec<Index>,
        /// Conditions under which the element is loaded.
        guard: Vec<Condition>,
    },
    /// An element of an input at a computed position: the `i64` node `start`, in elements, is added
    /// to the linear offset of the coordinates. The creator of the nest guarantees that the sum is
    /// within the tensor.
    Lookup {
        /// The input's number.
        input: u32,
        /// The coordinates without `start`.
        coords: Vec<Index>,
        /// The computed part of the linear offset.
        start: NodeId,
    },
    /// An operation.
    Op(ScalarOp, SmallVec<[NodeId; 3]>),
    /// A result of the reduction.
    Reduced(u32),
    /// A parameter of a combiner.
    Parameter(u32),
}

/// A graph of operations on elements, without duplicates. Operands precede their users.
#[derive(Clone, Debug, Default)]
pub struct Body {
    nodes: Vec<(Node, Element)>,
    known: FxHashMap<(Node, Element), NodeId>,
}

/// A reduction of one or several values together over the reducing dimensions.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The reduced values: nodes of the nest's body.
    pub values: Vec<NodeId>,
    /// The initial values: nodes of the nest's body that do not depend on a reducing dimension.
    pub initial: Vec<NodeId>,
    /// The combiner of partial results.
    pub combiner: Combiner,
    /// Whether products may be contracted to fused multiply-adds, and the required precision of
    /// products if so.
    pub contract: Option<Exactness>,
}

/// The required precision of `f32` products.
///
/// Less than full precision must be requested explicitly: `precision_config` of `HIGH` for both
/// operands means [three passes](Exactness::ThreePasses), and so does an algorithm of three
/// operations in `tf32` or `bf16`; an algorithm of one operation means [one
/// pass](Exactness::OnePass). `DEFAULT`, which is also the value if nothing is specified, means
/// full precision here, although XLA reduces it: results would differ from the interpreter's and
/// the CPU's in the fourth digit without a request in the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Exactness {
    /// Operands are rounded to 11 bits.
    OnePass,
    /// Operands are split into sums of two 11-bit numbers; the product of both low parts is omitted
    /// (tf32x3).
    ThreePasses,
    /// Operands have full precision.
    #[default]
    Full,
}

/// The combiner of partial results.
#[derive(Clone, Debug)]
pub enum Combiner {
    /// Each value by its own operation, a [monoid](ScalarOp::is_monoid).
    Each(Vec<ScalarOp>),
    /// A body with twice as many parameters as values, the left partial results first. Results are
    /// combined strictly in the order of the reducing dimensions.
    Body(Body, Vec<NodeId>),
}

impl Combiner {
    /// Combines two partial results of one element of each type, given a way to
    /// apply operations.
    pub fn results(&self) -> usize {
        match self {
            Combiner::Each(ops) => ops.len(),
            Combiner::Body(_, results) => results.len(),
        }
    }
}

impl Nest {
    /// The range of each dimension.
    pub fn range(&self, var: Var) -> Range {
        self.dims.get(var.0 as usize).map_or(Range::ALL, |d| Range::extent(d.extent))
    }

    /// The numbers of the dimensions that are reducing, or of those that are not.
    pub fn dims_that_reduce(&self, reducing: bool) -> Vec<usize> {
        (0..self.dims.len()).filter(|d| self.dims[*d].reducing == reducing).collect()
    }

    /// Number of points, saturating.
    pub fn points(&self) -> u64 {
        self.dims.iter().fold(1, |n, d| n.saturating_mul(d.extent))
    }

    /// Number of points of the parallel dimensions, saturating.
    pub fn parallel_points(&self) -> u64 {
        let parallel = self.dims.iter().filter(|d| !d.reducing);
        parallel.fold(1, |n, d| n.saturating_mul(d.extent))
    }

    /// The operands of a contraction: of the only reduced value, if it is a sum of products of
    /// floats in the accumulation type, which may be contracted to fused multiply-adds, or of
    /// 32-bit integers.
    pub fn contraction(&self) -> Option<(NodeId, NodeId)> {
        let reduction = self.reduction.as_ref().filter(|r| r.contract.is_some())?;
        let ([value], Combiner::Each(ops)) = (&reduction.values[..], &reduction.combiner) else {
            return None;
        };
        let element = self.body.element(*value);
        let wide = matches!(element, Element::F32 | Element::F64 | Element::I32 | Element::U32);
        match (&ops[..], self.body.node(*value)) {
            ([ScalarOp::Add], Node::Op(ScalarOp::Multiply, factors)) if wide => {
                Some((factors[0], factors[1]))
            }
            _ => None,
        }
    }

    /// The operand before its conversion, or the operand itself.
    pub fn unconverted(&self, factor: NodeId) -> NodeId {
        match self.body.node(factor) {
            Node::Op(ScalarOp::Convert, from) => from[0],
            _ => factor,
        }
    }

    /// The nodes that the reduced values depend on, and those that the outputs depend on without
    /// going through the reduction.
    pub fn needed(&self) -> (Vec<bool>, Vec<bool>) {
        let of_values = match &self.reduction {
            Some(reduction) => self.body.needed(&reduction.values),
            None => vec![false; self.body.len()],
        };
        let mut roots: Vec<NodeId> = Vec::new();
        for output in &self.outputs {
            roots.push(output.value);
            roots.extend(output.start.iter().chain(&output.when));
        }
        if let Some(reduction) = &self.reduction {
            roots.extend(&reduction.initial);
        }
        (of_values, self.body.needed(&roots))
    }
}

/// The row-major strides of a shape, in elements.
pub fn strides(shape: &[u64]) -> Vec<i64> {
    let mut strides = vec![1i64; shape.len()];
    for d in (1..shape.len()).rev() {
        strides[d - 1] = strides[d].wrapping_mul(shape[d].max(1) as i64);
    }
    strides
}

/// The linear offset of coordinates in a row-major shape, in elements.
pub fn linear(coords: &[Index], shape: &[u64]) -> Index {
    let terms = coords.iter().zip(strides(shape));
    terms.fold(Index::constant(0), |sum, (coord, stride)| sum + coord.clone() * stride)
}
