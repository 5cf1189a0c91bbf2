//! Classes of ops for fusion, and the reasons why an op can't be fused.

use hloom_analysis::dataflow::is_elementwise;
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::ops::{Op, reduces_slices};
use hloom_ir::{OpId, Value};
use std::fmt;

/// The class of an op in fusion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Elementwise: an element of each result depends on the same element of each operand.
    Map,
    /// Data movement: each element of the result is an element of an operand or a constant.
    Move,
    /// A transpose.
    Transpose,
    /// A gather: elements at computed indices.
    Gather,
    /// A scatter: updates elements at computed indices.
    Scatter,
    /// A reduction along dimensions.
    Reduce,
    /// A reduction over windows.
    Window,
    /// A general product (gemm).
    Dot,
    /// A convolution.
    Convolution,
}

impl Class {
    /// Whether the class combines elements.
    pub fn is_stage(self) -> bool {
        matches!(self, Class::Reduce | Class::Window | Class::Dot | Class::Convolution)
    }

    /// Whether each element of the result depends on at most one element of each operand.
    pub fn is_pointwise(self) -> bool {
        matches!(self, Class::Map | Class::Move | Class::Transpose | Class::Gather)
    }
}

/// The reason why an op can't be fused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unfusable {
    /// It has side effects.
    Effect,
    /// It is a branch or a loop.
    Control,
    /// It calls a function.
    Call,
    /// An operand or a result is not a tensor, or it does not have a result.
    NotTensor,
    /// An extent of an operand or a result is known at run time only.
    Dynamic,
    /// An operand or a result is quantized.
    Quantized,
    /// The size in bytes of an operand or a result is not known.
    Unsized,
    /// Its region uses values defined outside.
    Captures,
    /// It is a storage plan.
    Plan,
    /// No kernel fuses it with other ops.
    NoKernel,
}

impl Unfusable {
    /// Returns a sentence on what would have to change for the op to be fused.
    pub fn change(self) -> &'static str {
        match self {
            Unfusable::Effect => "an op without side effects",
            Unfusable::Control => {
                "`lift-control-flow`, `unroll-loops` or `vectorize-loops`, or tensor ops instead"
            }
            Unfusable::Call => "`inline`",
            Unfusable::NotTensor => "`structs-to-tuples` or `flatten-tuples`, or an op on tensors",
            Unfusable::Dynamic => "`refine-shapes`, with the extents of the arguments",
            Unfusable::Quantized => "`expand-quantized`",
            Unfusable::Unsized => "a smaller tensor",
            Unfusable::Captures => "a region that uses its arguments and constants only",
            Unfusable::Plan => "a pipeline without `fuse-storage`",
            Unfusable::NoKernel => {
                "ops that have a kernel form: elementwise ops, data movement, gathers, scatters, \
                reductions, windows, products and convolutions"
            }
        }
    }
}

impl fmt::Display for Unfusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfusable::Effect => "it has side effects, whose order is fixed",
            Unfusable::Control => {
                "it is control flow: the ops in its regions are fused among themselves"
            }
            Unfusable::Call => "it calls a function, whose ops are fused among themselves",
            Unfusable::NotTensor => "it has operands or results that are not tensors",
            Unfusable::Dynamic => "an extent of its operands or results is known at run time only",
            Unfusable::Quantized => "its operands or results are quantized",
            Unfusable::Unsized => "the size of its operands or results is not known",
            Unfusable::Captures => "its region uses values from outside",
            Unfusable::Plan => "it is a storage plan, which runs by itself",
            Unfusable::NoKernel => "no kernel combines it with other ops",
        })
    }
}

/// The reason why the types of an op rule out fusion. Only static tensors of plain elements have a
/// known size.
pub(super) fn wrong_type(module: &Module, op: OpId) -> Option<Unfusable> {
    let wrong = |v: Value| match module.ty(v).as_tensor() {
        None => Some(Unfusable::NotTensor),
        Some(t) if !t.is_static() => Some(Unfusable::Dynamic),
        Some(t) if t.element.is_quantized() => Some(Unfusable::Quantized),
        Some(t) if t.byte_size().is_none() => Some(Unfusable::Unsized),
        Some(_) => None,
    };
    module.operands(op).iter().copied().chain(module.results(op)).find_map(wrong)
}

/// The class of an op.
///
/// # Errors
/// The reason why it can't be fused.
pub fn class(module: &Module, op: OpId) -> Result<Class, Unfusable> {
    let kind = module.op(op);
    if matches!(kind, Op::Fusion(it) if it.plan.is_some()) {
        return Err(Unfusable::Plan);
    }
    let refused = wrong_type(module, op)
        .or_else(|| module.results(op).is_empty().then_some(Unfusable::NotTensor));
    // Prefers the most specific of several reasons.
    let told = |reason| match kind {
        Op::While(_) | Op::If(_) | Op::Case(_) => Unfusable::Control,
        Op::Call(_) => Unfusable::Call,
        _ if !is_pure(module, op) => Unfusable::Effect,
        // Any other op: the reason that its types give.
        _ => reason,
    };
    if let Some(reason) = refused {
        return Err(told(reason));
    }
    let inside =
        |v: &Value| module.def_block(*v).is_some_and(|b| module.block_owner(b) == Some(op));
    // A region that captures values can't be analysed on its own.
    let closed = |class| {
        let mut inner = module.walk(op);
        let alone = inner
            .all(|o| module.operands(o).iter().all(|v| inside(v) || module.constant(*v).is_some()));
        if alone { Ok(class) } else { Err(Unfusable::Captures) }
    };
    match kind {
        _ if reduces_slices(module, op) => Err(Unfusable::NoKernel),
        Op::Reduce(_) => closed(Class::Reduce),
        Op::ReduceWindow(_) => closed(Class::Window),
        Op::Scatter(_) => closed(Class::Scatter),
        Op::DotGeneral(_) => Ok(Class::Dot),
        Op::Convolution(_) => Ok(Class::Convolution),
        Op::Transpose(_) => Ok(Class::Transpose),
        Op::Slice(_) | Op::Reverse(_) | Op::Pad(_) | Op::Concatenate(_) => Ok(Class::Move),
        Op::BroadcastInDim(_) | Op::Reshape(_) => Ok(Class::Move),
        Op::Gather(_) | Op::DynamicSlice(_) => Ok(Class::Gather),
        _ if is_elementwise(module, op) => Ok(Class::Map),
        // Any other op: not fused.
        _ => Err(told(Unfusable::NoKernel)),
    }
}
