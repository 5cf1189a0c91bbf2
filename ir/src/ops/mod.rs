//! Every op, defined once.
//!
//! An op's block says all that is true of it by definition. Meanings (interpretation,
//! lowering) are exhaustive matches over [`Op`] elsewhere. [`index`] lists all ops.
//!
//! # How to add an op
//!
//! Write one `op!` block and one `impl Infer` in a file of this folder, and add the
//! name to its family in the `ops!` list here. The compiler then names every match
//! that needs a new arm: interpretation, lowering, and so on. A pure op states two more
//! traits: whether running it may be an error (`NeverFails`, `MayFail`), and whether the
//! interpreter may fold it (`Foldable`, `NotFoldable`).
//!
//! ```text
//! op! {
//!     /// Permutes dimensions: result dimension `i` is `operand` dimension `permutation[i]`.
//!     ///
//!     /// Spec: <https://openxla.org/stablehlo/spec#transpose>
//!     transpose: Transpose = "stablehlo.transpose" (operand: Tensor) { permutation: Dims } -> Tensor
//!     syntax "$operand, dims = $permutation : signature"
//!     traits [Pure, NeverFails, Foldable]
//! }
//! ```
//!
//! Operands are `name: Kind` or `name: many Kind`; regions, if any, stand in
//! brackets behind them: `[cond, body]`. The `syntax` is the pretty form: words
//! and punctuation as they are, `$name` for an operand or attribute, and behind
//! ` : ` one of `same` (one type if all are the same, else the signature),
//! `signature` (`(operands) -> results`), `result` (the result type alone) and
//! `operands`; or the word `generic` (no pretty form) or `custom` (written by
//! hand, in `text::custom`).

mod arith;
mod binary;
mod call;
mod cf;
mod check;
mod chlo;
mod collective;
mod constant;
mod constraints;
mod control;
mod conv;
mod custom_call;
mod define;
mod dot;
mod dynamic;
mod effects;
mod extents;
mod families;
mod foreign;
mod fusion;
mod gather;
mod infer;
mod interpreter;
mod linalg;
mod mesh;
mod norm;
mod numbers;
mod quant;
mod random;
mod reduce;
mod replica;
mod scalar;
mod scatter;
mod sdy;
mod shape;
mod sharding;
mod sizes;
mod sort;
mod storage;
mod struct_;
mod tensor;
#[cfg(test)]
mod tests;
mod tuple;
mod unary;

pub mod index {
    #![doc = include_str!("index.md")]
}

pub use arith::*;
pub use binary::*;
pub use call::*;
pub use cf::*;
pub use check::*;
pub use chlo::*;
pub use collective::*;
pub use constant::*;
pub use constraints::constraints;
pub use control::*;
pub use conv::*;
pub use custom_call::*;
pub use dot::*;
pub use dynamic::*;
pub use effects::*;
pub use extents::*;
pub use foreign::Foreign;
pub use fusion::*;
pub use gather::*;
pub use infer::{Infer, InferContext, OpEntry, OpStruct, commutes, is_pure, may_fail};
pub use interpreter::*;
pub use linalg::*;
pub use mesh::{AxisRef, Mesh, MeshAxes, MeshRef};
pub use norm::*;
pub use quant::*;
pub use random::*;
pub use reduce::*;
pub use replica::*;
pub use scalar::*;
pub use scatter::*;
pub use sdy::*;
pub use shape::*;
pub use sharding::*;
pub use sizes::*;
pub use sort::*;
pub use storage::*;
pub use struct_::*;
pub use tensor::*;
pub use tuple::*;
pub use unary::*;

use crate::attr::{Attr, AttrDict};
use crate::id::OpId;
use crate::literal::Literal;
use crate::module::{Graph, Payload};
use crate::op::{ConstraintError, Defined, FieldReader, OpDef, Syntax, Trait, ensure};
use crate::types::Types;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Large ops stand behind a pointer, so that the others stay small.
macro_rules! payload {
    ($Name:ident) => { $Name };
    ($Name:ident boxed) => { Box<$Name> };
}

/// Takes the ops by family: derives a pattern macro from each family, and the enum and
/// the table from all of them.
macro_rules! ops {
    ($($(#[doc = $doc:literal])* $family:ident {
        $($Name:ident $(($boxed:ident))?),* $(,)?
    })*) => {
        $(
            $(#[doc = $doc])*
            ///
            /// A pattern for matches over [`Op`](crate::ops::Op) that have one arm for the
            /// family. Such a match stays exhaustive.
            #[macro_export]
            macro_rules! $family {
                () => { $($crate::ops::Op::$Name(_))|* };
            }
        )*
        table! { $($($Name $(($boxed))?,)*)* }
    };
}

macro_rules! table {
    ($($Name:ident $(($boxed:ident))?),* $(,)?) => {
        /// An op's kind and attributes.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)] // Each struct has its own.
        pub enum Op {
            $($Name(payload!($Name $($boxed)?)),)*
            /// An op that hloom does not know.
            Foreign(Box<Foreign>),
        }

        /// Positions in the table.
        #[derive(Clone, Copy)]
        enum Position { $($Name,)* Foreign }

        /// Every op of the table.
        pub static TABLE: &[OpEntry] = &[$(OpEntry {
            def: &<$Name as Defined>::DEF,
            read: |reader: &mut FieldReader<'_>| $Name::read(reader),
        }),*];

        /// The structs' names, in the order of the table.
        #[cfg(test)]
        const STRUCTS: &[&str] = &[$(stringify!($Name)),*];

        impl Op {
            /// The op's definition.
            pub fn def(&self) -> &'static OpDef {
                match self {
                    $(Op::$Name(_) => &<$Name as Defined>::DEF,)*
                    Op::Foreign(_) => &FOREIGN,
                }
            }

            /// The op's position in [`TABLE`]; one behind the last for ops that hloom
            /// does not know.
            pub fn index(&self) -> usize {
                match self {
                    $(Op::$Name(_) => Position::$Name as usize,)*
                    Op::Foreign(_) => Position::Foreign as usize,
                }
            }

            /// Visits each attribute of the struct as text has it.
            pub fn write_attrs(&self, out: &mut dyn FnMut(&'static str, Attr)) {
                match self {
                    $(Op::$Name(it) => it.write(out),)*
                    Op::Foreign(_) => {}
                }
            }

            /// The struct's own constraints and result types; operand counts and
            /// kinds are checked by [`Op::infer`].
            fn infer_own(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
                match self {
                    $(Op::$Name(it) => it.infer(cx),)*
                    Op::Foreign(it) => Ok(it.results.iter().copied().collect()),
                }
            }
        }
    };
}

ops! {
    /// Definitions: ops that others refer to by a symbol.
    definition_op {
        ModuleOp, Func(boxed), DeviceMesh,
    }
    /// Calls of functions, of decompositions and of foreign code.
    call_op {
        Call, Composite(boxed), CustomCall(boxed),
    }
    /// Ops without operands that give one tensor.
    constant_op {
        Constant, Iota,
    }
    /// StableHLO's functions of the elements at each index, quantization aside.
    elementwise_op {
        Abs, Cbrt, Ceil, Convert, Cosine, CountLeadingZeros, Exponential, ExponentialMinusOne,
        Floor, Imag, IsFinite, Log, LogPlusOne, Logistic, Negate, Not, Popcnt, Real,
        ReducePrecision, RoundNearestAfz, RoundNearestEven, Rsqrt, Sign, Sine, Sqrt, Tan, Tanh, Add,
        And, Atan2, Clamp, Compare, Complex, Divide, Maximum, Minimum, Multiply, Or, Power,
        Remainder, Select, ShiftLeft, ShiftRightArithmetic, ShiftRightLogical, Subtract, Xor,
    }
    /// Conversions to and from quantized elements.
    quantize_op {
        UniformDequantize, UniformQuantize,
    }
    /// Ops that rearrange, copy or reinterpret elements, at indices known at compile time.
    movement_op {
        BitcastConvert, BroadcastInDim, Concatenate, Pad, Relayout, Reshape, Reverse, Slice,
        Transpose,
    }
    /// Ops that move elements from or to computed indices.
    indexing_op {
        DynamicSlice, DynamicUpdateSlice, Gather(boxed),
    }
    /// Ops whose region is a function of elements.
    elements_region_op {
        Map, Reduce, ReduceWindow(boxed), Scatter(boxed), SelectAndScatter(boxed), Sort, VariadicMap,
    }
    /// Ops whose extents are operands or results.
    sized_op {
        DynamicBroadcastInDim, DynamicConv(boxed), DynamicGather(boxed), DynamicIota, DynamicPad,
        DynamicReshape, GetDimensionSize, RealDynamicSlice, SetDimensionSize,
    }
    /// Sums of products.
    contraction_op {
        Convolution(boxed), DotGeneral,
    }
    /// Linear algebra, transforms and normalization that give one tensor.
    transform_op {
        BatchNormInference, Cholesky, Fft, TriangularSolve,
    }
    /// Batch normalization that gives several tensors.
    batch_norm_op {
        BatchNormGrad, BatchNormTraining,
    }
    /// Random numbers.
    random_op {
        Rng, RngBitGenerator,
    }
    /// Control flow with regions.
    control_op {
        Case, If, While,
    }
    /// Ops whose results are their operands: barriers, and shardings of values.
    identity_op {
        OptimizationBarrier, DataFlowEdge, PropagationBarrier, Reshard, ShardingConstraint,
    }
    /// Notes about values, without a result.
    sharding_group_op {
        ShardingGroup,
    }
    /// Terminators that yield the values of a region.
    return_op {
        FuncReturn, Return, SdyReturn,
    }
    /// Branches between blocks, and assertions.
    branch_op {
        Assert, Br, CondBr, Switch,
    }
    /// Scalars outside of tensors, and the way from and to tensors.
    scalar_op {
        ScalarConstant, TensorExtract, TensorFromElements,
    }
    /// Tuples, structs and arrays.
    aggregate_op {
        GetTupleElement, Tuple, GetElement, GetField, MakeArray, MakeStruct, WithElement, WithField,
    }
    /// Ops that communicate with other processes or the host, start processes, or order
    /// effects.
    process_op {
        AllGather(boxed), AllReduce(boxed), AllToAll(boxed), AsyncDone, AsyncStart,
        CollectiveBroadcast(boxed), CollectivePermute, CollectiveReduce(boxed), PartitionId,
        ReduceScatter(boxed), ReplicaId, AfterAll, CreateToken, Infeed, Outfeed, Recv, Send, Print,
        Probe, RunParallel, ManualComputation, NamedComputation,
    }
    /// The ops of `arith` and `math`, and those of `tensor` that give one value, constants
    /// and single elements aside.
    arith_op {
        Addi, Subi, Muli, Divsi, Divui, Remsi, Remui, Andi, Ori, Xori, Shli, Shrsi, Shrui,
        Ceildivsi, Ceildivui, Floordivsi, MathAbsi, Maxsi, Maxui, Minsi, Minui, Addf, Subf, Mulf,
        Divf, Remf, Maximumf, Minimumf, Maxnumf, Minnumf, Negf, MathAbsf, MathCeil, MathCos,
        MathExp, MathFloor, MathLog, MathPowf, MathRsqrt, MathSin, MathSqrt, MathTanh, MathAtan2,
        MathCbrt, MathErf, MathExpm1, MathLog1p, MathRound, MathRoundeven, MathTan, IndexCast,
        IndexCastui, Extsi, Extui, Trunci, Sitofp, Uitofp, Fptosi, Fptoui, Extf, ArithBitcast,
        Truncf, Cmpi, Cmpf, ArithSelect, TensorDim, TensorRank, TensorCast, TensorEmpty, TensorSplat,
    }
    /// The ops of `shape` that give one value and have no region.
    extents_op {
        ShapeOf, ShapeBroadcast, ShapeNumElements, ShapeRank, ShapeGetExtent, ShapeConcat,
        ShapeToExtentTensor, ShapeFromExtents, ShapeFromExtentTensor, ShapeIsBroadcastable, ShapeEq,
        CstrBroadcastable, CstrEq, CstrRequire, ConstWitness, AssumingAll, ConstShape, ShapeAdd,
        ShapeMul, ShapeDiv, ShapeMax, ShapeMin, ShapeAny, ShapeDim, IndexToSize, SizeToIndex,
    }
    /// The ops of `shape` with a region, a region's terminator, or two results.
    assuming_op {
        Assuming, AssumingYield, ShapeSplitAt,
    }
    /// Groups of ops that become one kernel.
    fusion_op {
        Fusion,
    }
    /// CHLO's functions of the elements at each index that code generators have code for.
    chlo_scalar_op {
        Erf, ErfInv, Erfc,
    }
    /// CHLO's other functions of the elements at each index.
    chlo_formula_op {
        Acos, Acosh, Asin, AsinAcosKernel, Asinh, Atan, Atanh, BesselI1e, ChloTan, Conj, Cosh,
        Digamma, IsInf, IsNegInf, IsPosInf, Lgamma, Mulhi, NextAfter, Polygamma,
        Sinh, Square, Zeta,
    }
    /// The other ops of CHLO that give one tensor: those that broadcast, make constants,
    /// move elements and multiply.
    chlo_data_op {
        BroadcastAdd, BroadcastAnd, BroadcastAtan2, BroadcastCompare, BroadcastComplex,
        BroadcastDivide, BroadcastMaximum, BroadcastMinimum, BroadcastMultiply, BroadcastNextAfter,
        BroadcastOr, BroadcastPolygamma, BroadcastPower, BroadcastRemainder, BroadcastSelect,
        BroadcastShiftLeft, BroadcastShiftRightArithmetic, BroadcastShiftRightLogical,
        BroadcastSubtract, BroadcastXor, BroadcastZeta, ChloConstant, ChloDynamicReshape,
        ConstantLike, RaggedDot,
    }
    /// The ops of CHLO with a region, several results, or shapes as operands.
    chlo_structured_op {
        MinimumBroadcastShapes, Scan, TopK,
    }
    /// Checks of values, which end the program if they do not hold.
    check_op {
        ExpectAlmostEq, ExpectAlmostEqConst, ExpectClose, ExpectEq, ExpectEqConst,
        ExpectSerializedEq,
    }
}

/// A program: one `builtin.module` op with everything in it.
pub type Module = Graph<Op>;

impl Graph<Op> {
    /// The op's attributes, if it is of kind `K`.
    pub fn get<K: OpStruct>(&self, id: OpId) -> Option<&K> {
        K::get(self.op(id))
    }

    /// The name, type and attributes of a `func.func`.
    ///
    /// # Panics
    /// If the op is not a function.
    pub fn func(&self, id: OpId) -> &Func {
        self.get::<Func>(id).expect("a func.func op")
    }
}

impl Payload for Op {
    fn root() -> Op {
        ModuleOp { sym_name: None, sym_visibility: None }.into()
    }

    fn is_terminator(&self) -> bool {
        self.has(Trait::Terminator)
    }

    fn is_function(&self) -> bool {
        matches!(self, Op::Func(_))
    }

    fn is_symbol(&self) -> bool {
        matches!(self, Op::DeviceMesh(_) | Op::Func(_) | Op::Foreign(_) | Op::ModuleOp(_))
    }

    fn symbol_name(&self) -> Option<&str> {
        match self {
            Op::Func(f) => Some(&f.sym_name.0),
            Op::ModuleOp(m) => m.sym_name.as_ref().map(|s| &*s.0),
            Op::DeviceMesh(m) => Some(&m.sym_name.0),
            Op::Foreign(f) => f.attrs.get("sym_name")?.as_str(),
            _ => None,
        }
    }

    fn constant(&self) -> Option<&Literal> {
        match self {
            Op::Constant(it) => Some(&it.value),
            _ => None,
        }
    }
}

/// The definition that stands for all ops hloom does not know.
static FOREIGN: OpDef = OpDef {
    name: "",
    operands: &[crate::op::OperandDef {
        name: "operands",
        many: true,
        kind: crate::op::OperandKind::Any,
    }],
    regions: &[],
    attrs: &[],
    results: "Any",
    syntax: Syntax::Generic,
    traits: &[Trait::NoTerminator],
    doc: "An op of a dialect that hloom does not know; kept whole.",
};

static BY_NAME: LazyLock<FxHashMap<&'static str, usize>> =
    LazyLock::new(|| TABLE.iter().enumerate().map(|(i, e)| (e.def.name, i)).collect());

/// The entry of the op with this full name, `stablehlo.add` say.
pub fn lookup(name: &str) -> Option<&'static OpEntry> {
    BY_NAME.get(name).map(|&i| &TABLE[i])
}

impl From<Foreign> for Op {
    fn from(it: Foreign) -> Op {
        Op::Foreign(Box::new(it))
    }
}

impl Op {
    /// The name in text.
    pub fn name(&self) -> &str {
        match self {
            Op::Foreign(it) => &it.name,
            known => known.def().name,
        }
    }

    /// Whether the op has this property. Of an op that hloom does not know,
    /// nothing may be assumed.
    pub fn has(&self, wanted: Trait) -> bool {
        self.def().has(wanted)
    }

    /// The attributes of the struct as a dictionary, as generic form has them.
    pub fn attrs(&self) -> AttrDict {
        let mut dict = AttrDict::new();
        self.write_attrs(&mut |name, attr| dict.set(name, attr));
        dict
    }

    /// The types of the results, after checking the number and kinds of
    /// operands, the number of regions, and the op's own constraints.
    ///
    /// # Errors
    /// The first constraint that does not hold.
    pub fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let def = self.def();
        let (name, found) = (self.name(), cx.len());
        let lists = def.operands.iter().filter(|o| o.many).count();
        let single = def.operands.len() - lists;
        if lists == 0 {
            ensure!(Arity, found == single, "`{name}` takes {single} operands, not {found}");
        } else {
            ensure!(
                Arity,
                found >= single,
                "`{name}` takes {single} or more operands, not {found}"
            );
        }
        if !matches!(self, Op::Foreign(_) | Op::Case(_)) {
            ensure!(
                Regions,
                cx.regions.len() == def.regions.len(),
                "`{name}` has {} regions, not {}",
                def.regions.len(),
                cx.regions.len()
            );
        }
        // Where there are several lists, they are equally long, as the op's own
        // constraints say in its words.
        let listed = found - single;
        let (each, even) = match lists {
            0 => (0, true),
            n => (listed / n, listed.is_multiple_of(n)),
        };
        let mut from = 0;
        for (i, operand) in def.operands.iter().enumerate().take_while(|_| even) {
            let upto = from + if operand.many { each } else { 1 };
            let range = from..upto;
            from = upto;
            for (at, &value) in cx.values.iter().enumerate().take(range.end).skip(range.start) {
                let ty = cx.module.ty(value);
                if !operand.kind.accepts(ty) {
                    return Err(ConstraintError {
                        label: INPUT_LABELS[i.min(INPUT_LABELS.len() - 1)],
                        message: format!(
                            "{} must be {}, not {ty}",
                            operand.name,
                            operand.kind.describe()
                        ),
                        part: crate::op::OpPart::Operand(at),
                    });
                }
            }
        }
        self.infer_own(cx)
    }
}

/// The spec numbers an op's inputs from 1.
const INPUT_LABELS: [&str; 6] = ["I1", "I2", "I3", "I4", "I5", "I6"];
