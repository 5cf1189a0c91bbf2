//! Nests: what is computed.
//!
//! The first form of the loop level. A nest has named dimensions, each parallel
//! or reducing, and a body: a graph of operations on single elements. Inputs are
//! loaded at coordinates that are index expressions over the dimensions; a load
//! may be guarded, for padding and the like. Outputs have one element for each
//! point of the parallel dimensions, at coordinates that are expressions of them.
//! If there are reducing dimensions, the body has one reduction over all of
//! them, of one or several values together, whose results the outputs can go on
//! computing with.
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
//! Fusing is composing maps: [`Body`] shares equal nodes, [`Index`] simplifies,
//! so reshapes, transposes and broadcasts vanish into coordinates.
//!
//! A nest says nothing of order; that is a schedule's matter
//! ([`crate::schedule`]). [`eval`] runs one directly.

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

/// What is computed.
#[derive(Clone, Debug)]
pub struct Nest {
    /// After what it computes and where it came from.
    pub name: String,
    /// The dimensions; in index expressions, dimension `n` is `Var(n)`.
    pub dims: Vec<Dim>,
    /// The tensors that loads read.
    pub inputs: Vec<Tensor>,
    /// The body's nodes.
    pub body: Body,
    /// The reduction over all reducing dimensions, if there are any.
    pub reduction: Option<Reduction>,
    /// What is stored.
    pub outputs: Vec<Output>,
}

/// A dimension of the iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dim {
    /// Its name.
    pub name: String,
    /// The number of its points: `0, 1, …, extent - 1`.
    pub extent: u64,
    /// Whether it is reduced over.
    pub reducing: bool,
}

/// A tensor that a nest reads or writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tensor {
    /// A name for readers.
    pub name: String,
    /// The element type.
    pub element: Element,
    /// The extents; elements are row-major.
    pub shape: Vec<u64>,
}

impl Tensor {
    /// Its size in bytes, or the largest number if it is more.
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
    /// Where an element goes: different points of the parallel dimensions go to
    /// different places.
    pub coords: Vec<Index>,
    /// An `i64` node by which the element's linear offset moves on from there, in
    /// elements; whoever makes the nest sees to it that it stays in the tensor.
    pub start: Option<NodeId>,
    /// An `i1` node: where it is false, nothing is stored.
    pub when: Option<NodeId>,
    /// The element.
    pub value: NodeId,
}

impl Output {
    /// An element of a tensor at these coordinates.
    pub fn at(tensor: Tensor, coords: Vec<Index>, value: NodeId) -> Output {
        Output { tensor, coords, start: None, when: None, value }
    }
}

/// A node of a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

/// An index expression that has to be in a range: `low ≤ index < high`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Condition {
    /// The expression.
    pub index: Index,
    /// Its least allowed value.
    pub low: i64,
    /// One more than its greatest allowed value.
    pub high: i64,
}

/// One operation of a body.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A constant: its storage bits, the real and the imaginary part's for complex
    /// numbers.
    Constant([u64; 2]),
    /// The value of an index expression as an element.
    Index(Index),
    /// Whether all conditions hold, an `i1`.
    Holds(Vec<Condition>),
    /// An element of an input; zero bits where the guard does not hold.
    Load {
        /// The input's number.
        input: u32,
        /// The coordinates, inside the tensor wherever the guard holds.
        coords: Vec<Index>,
        /// Conditions under which the element is read at all.
        guard: Vec<Condition>,
    },
    /// An element of an input at a place that is computed: as far from the
    /// coordinates as the `i64` node `start` says, in elements of the row-major
    /// tensor. Whoever makes the nest sees to it that it is in the tensor.
    Lookup {
        /// The input's number.
        input: u32,
        /// The coordinates without `start`.
        coords: Vec<Index>,
        /// The rest of the linear offset.
        start: NodeId,
    },
    /// An operation.
    Op(ScalarOp, SmallVec<[NodeId; 3]>),
    /// A result of the reduction.
    Reduced(u32),
    /// A parameter of a combiner.
    Parameter(u32),
}

/// A graph of operations on elements, equal ones shared. Operands come before
/// their users.
#[derive(Clone, Debug, Default)]
pub struct Body {
    nodes: Vec<(Node, Element)>,
    known: FxHashMap<(Node, Element), NodeId>,
}

/// A reduction of one or several values together over the reducing dimensions.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// What is reduced: nodes of the nest's body.
    pub values: Vec<NodeId>,
    /// What each begins with: nodes of the nest's body that depend on no reducing
    /// dimension.
    pub initial: Vec<NodeId>,
    /// How two partial results become one.
    pub combiner: Combiner,
    /// Whether products may be added without being rounded first, and if so, how exact they
    /// have to be.
    pub contract: Option<Exactness>,
}

/// How exact products of `f32` have to be at least.
///
/// What a program has to allow by name: `precision_config` of `HIGH` for both operands is
/// [three passes](Exactness::ThreePasses), and so is an algorithm of three operations in
/// `tf32` or `bf16`; an algorithm of one is [one pass](Exactness::OnePass). `DEFAULT`, which
/// is also what a program has that says nothing, is not taken as leave to drop digits here,
/// though XLA takes it so: results would differ from the interpreter's and from the CPU's
/// in the fourth digit without a word in the program that asks for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Exactness {
    /// Factors are rounded to 11 bits.
    OnePass,
    /// Factors are sums of two numbers of 11 bits; the product of the lesser ones is left
    /// out.
    ThreePasses,
    /// Factors are what they are.
    #[default]
    Full,
}

/// How partial results are combined.
#[derive(Clone, Debug)]
pub enum Combiner {
    /// Each by an operation of its own that is a [monoid](ScalarOp::is_monoid).
    Each(Vec<ScalarOp>),
    /// By a body with twice as many parameters as values, the left partial
    /// results first. Combined strictly in the order of the reducing dimensions.
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

    /// The numbers of the dimensions that are reduced over, or that are not.
    pub fn dims_that_reduce(&self, reducing: bool) -> Vec<usize> {
        (0..self.dims.len()).filter(|d| self.dims[*d].reducing == reducing).collect()
    }

    /// The number of points, saturating.
    pub fn points(&self) -> u64 {
        self.dims.iter().fold(1, |n, d| n.saturating_mul(d.extent))
    }

    /// The number of points of the parallel dimensions, saturating.
    pub fn parallel_points(&self) -> u64 {
        let parallel = self.dims.iter().filter(|d| !d.reducing);
        parallel.fold(1, |n, d| n.saturating_mul(d.extent))
    }

    /// The factors of the one reduced value, if it is a product that is summed: of
    /// floats, in the type it is summed in, which may be contracted to fused
    /// multiply-adds, or of 32-bit integers.
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

    /// What a factor is converted from, or the factor itself.
    pub fn unconverted(&self, factor: NodeId) -> NodeId {
        match self.body.node(factor) {
            Node::Op(ScalarOp::Convert, from) => from[0],
            _ => factor,
        }
    }

    /// The nodes that the reduced values need, and those that the outputs need
    /// without looking into the reduction.
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
