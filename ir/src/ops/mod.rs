//! Every op, defined once.
//!
//! An op's block contains its whole definition. Its meanings (interpretation, lowering) are
//! exhaustive matches over [`Op`] elsewhere. [`index`] lists all ops.
//!
//! # How to add an op
//!
//! Write one `op!` block and one `impl Infer` in a file of this folder, and add the name to its
//! family in the `ops!` list here. The compiler then reports every match that needs a new arm:
//! interpretation, lowering, and so on. A pure op needs two more traits: whether it may fail
//! (`NeverFails`, `MayFail`), and whether the interpreter may fold it (`Foldable`, `NotFoldable`).
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
//! Operands are `name: Kind` or `name: many Kind`; regions, if any, follow in brackets: `[cond,
//! body]`. The `syntax` is the pretty form: literal words and punctuation, `$name` for an operand
//! or attribute, and after ` : ` one of `same` (one type if all are the same, else the signature),
//! `signature` (`(operands) -> results`), `result` (the result type only) and `operands`; or the
//! word `generic` (no pretty form) or `custom` (hand-written, in `text::custom`).

mod algorithm;
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
pub(crate) mod known;
mod linalg;
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

pub use crate::mesh::{AxisRef, Mesh, MeshAxes, MeshRef, SdyMesh, SdyMeshRef};
pub use algorithm::{AccuracyMode, DotAlgorithm, ResultAccuracy};
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
pub use infer::{
    Infer, InferContext, OpEntry, OpStruct, commutes, is_pure, may_fail, reduces_slices,
};
pub use interpreter::*;
pub use linalg::*;
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
use crate::op::{ConstraintError, Defined, FieldReader, OpDef, Syntax, Trait, WrongField, ensure};
use crate::types::{Type, Types};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Large ops are boxed, so that the enum stays small.
macro_rules! payload {
    ($Name:ident) => { $Name };
    ($Name:ident boxed) => { Box<$Name> };
}

/// Takes the ops by family. Derives a pattern macro from each family, and the enum and the table
/// from all of them.
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
            /// A foreign op.
            Foreign(Box<Foreign>),
        }

        /// Indices in the table.
        #[derive(Clone, Copy)]
        enum Position { $($Name,)* Foreign }

        /// Every op of the table.
        pub static TABLE: &[OpEntry] = &[$(OpEntry {
            def: &<$Name as Defined>::DEF,
            read: |reader: &mut FieldReader<'_>| $Name::read(reader),
        }),*];

        /// The structs' names, in table order.
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

            /// The op's index in [`TABLE`]; the table's length for foreign ops.
            pub fn index(&self) -> usize {
                match self {
                    $(Op::$Name(_) => Position::$Name as usize,)*
                    Op::Foreign(_) => Position::Foreign as usize,
                }
            }

            /// Visits each attribute of the struct by its name in text.
            pub fn write_attrs(&self, out: &mut dyn FnMut(&'static str, Attr)) {
                match self {
                    $(Op::$Name(it) => it.write(out),)*
                    Op::Foreign(_) => {}
                }
            }

            /// The constraints and result types of the op's own struct; [`Op::infer`] checks
            /// operand counts and kinds.
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
    /// Definitions: ops with a symbol that others refer to.
    definition_op {
        ModuleOp, Func(boxed), DeviceMesh,
    }
    /// Calls of functions, of decompositions and of foreign code.
    call_op {
        Call, Composite(boxed), CustomCall(boxed),
    }
    /// Ops without operands and with one tensor as result.
    constant_op {
        Constant, Iota,
    }
    /// StableHLO's elementwise functions, except quantization.
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
        BitcastConvert, BroadcastInDim, Concatenate, Halo, Pad, Relayout, Reshape, Reverse, Slice,
        Transpose,
    }
    /// Ops that move elements from or to computed indices.
    indexing_op {
        DynamicSlice, DynamicUpdateSlice, Gather(boxed),
    }
    /// Ops whose region is a function on elements.
    elements_region_op {
        Map, Reduce, ReduceWindow(boxed), Scatter(boxed), SelectAndScatter(boxed), Sort, VariadicMap,
    }
    /// Ops with extents as operands or results.
    sized_op {
        DynamicBroadcastInDim, DynamicConv(boxed), DynamicGather(boxed), DynamicIota, DynamicPad,
        DynamicReshape, GetDimensionSize, RealDynamicSlice, SetDimensionSize,
    }
    /// Sums of products.
    contraction_op {
        Convolution(boxed), DotGeneral,
    }
    /// Linear algebra, transforms and normalization with one result.
    transform_op {
        BatchNormInference, Cholesky, Fft, TriangularSolve,
    }
    /// Batch normalization with several results.
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
    /// Ops that return their operands: barriers, and shardings of values.
    identity_op {
        OptimizationBarrier, DataFlowEdge, PropagationBarrier, Reshard, ShardingConstraint,
    }
    /// Annotations of values, without a result.
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
    /// Scalars outside of tensors, and their conversion from and to tensors.
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
    /// The ops of `arith` and `math`, and those of `tensor` with one result, except constants and
    /// accesses to single elements.
    arith_op {
        Addi, Subi, Muli, Divsi, Divui, Remsi, Remui, Andi, Ori, Xori, Shli, Shrsi, Shrui,
        Ceildivsi, Ceildivui, Floordivsi, MathAbsi, Maxsi, Maxui, Minsi, Minui, Addf, Subf, Mulf,
        Divf, Remf, Maximumf, Minimumf, Maxnumf, Minnumf, Negf, MathAbsf, MathCeil, MathCos,
        MathExp, MathFloor, MathLog, MathPowf, MathRsqrt, MathSin, MathSqrt, MathTanh, MathAtan2,
        MathCbrt, MathErf, MathExpm1, MathLog1p, MathRound, MathRoundeven, MathTan, IndexCast,
        IndexCastui, Extsi, Extui, Trunci, Sitofp, Uitofp, Fptosi, Fptoui, Extf, ArithBitcast,
        Truncf, Cmpi, Cmpf, ArithSelect, TensorDim, TensorRank, TensorCast, TensorEmpty, TensorSplat,
    }
    /// The ops of `shape` with one result and no region.
    extents_op {
        ShapeOf, ShapeBroadcast, ShapeNumElements, ShapeRank, ShapeGetExtent, ShapeConcat,
        ShapeToExtentTensor, ShapeFromExtents, ShapeFromExtentTensor, ShapeIsBroadcastable, ShapeEq,
        CstrBroadcastable, CstrEq, CstrRequire, ConstWitness, AssumingAll, ConstShape, ShapeAdd,
        ShapeMul, ShapeDiv, ShapeMax, ShapeMin, ShapeAny, ShapeDim, IndexToSize, SizeToIndex,
    }
    /// The ops of `shape` with a region or two results, and the terminator of such a region.
    assuming_op {
        Assuming, AssumingYield, ShapeSplitAt,
    }
    /// Groups of ops that become one kernel, and layers of ops that run side by side.
    fusion_op {
        Fusion, Layer,
    }
    /// CHLO's elementwise functions that code generators support.
    chlo_scalar_op {
        Erf, ErfInv, Erfc,
    }
    /// CHLO's other elementwise functions.
    chlo_formula_op {
        Acos, Acosh, Asin, AsinAcosKernel, Asinh, Atan, Atanh, BesselI1e, ChloTan, Conj, Cosh,
        Digamma, IsInf, IsNegInf, IsPosInf, Lgamma, Mulhi, NextAfter, Polygamma,
        Sinh, Square, Zeta,
    }
    /// The other ops of CHLO with one tensor as result: broadcasts, constants, data movement and
    /// products.
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
    /// Checks of values, which abort the program if they fail.
    check_op {
        ExpectAlmostEq, ExpectAlmostEqConst, ExpectClose, ExpectEq, ExpectEqConst,
        ExpectSerializedEq,
    }
}

// Behind the list, whose pattern macros it uses.
mod facts;
pub(crate) use facts::Family;
pub use facts::replica_groups;

/// A program: a `builtin.module` op with its regions.
pub type Module = Graph<Op>;

impl Graph<Op> {
    /// The op's struct, if it is of kind `K`.
    pub fn get<K: OpStruct>(&self, id: OpId) -> Option<&K> {
        K::get(self.op(id))
    }

    /// The struct of a `func.func`.
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
            // Any other op: it does not have the trait `Symbol`, which a test compares with this.
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

/// The definition of all foreign ops.
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

/// The index in [`TABLE`] of the op with this full name, such as `stablehlo.add`.
pub(crate) fn position(name: &str) -> Option<usize> {
    BY_NAME.get(name).copied()
}

/// The table entry of the op with this full name, such as `stablehlo.add`.
pub fn lookup(name: &str) -> Option<&'static OpEntry> {
    position(name).map(|i| &TABLE[i])
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

    /// Whether the op has this property; always false for foreign ops.
    pub fn has(&self, of: Trait) -> bool {
        self.def().has(of)
    }

    /// The attributes of the struct as a dictionary, as in generic form.
    pub fn attrs(&self) -> AttrDict {
        let mut dict = AttrDict::new();
        self.write_attrs(&mut |name, attr| dict.set(name, attr));
        dict
    }

    /// The same op with these declared result types, for an op whose struct holds them (`convert`,
    /// `reshape` and others), and for any other op the same op.
    ///
    /// # Errors
    /// If an attribute cannot be read back for these types.
    pub fn with_result_types(&self, results: &[Type]) -> Result<Op, WrongField> {
        self.with_attrs(self.attrs(), results)
    }

    /// The op of the same kind with these attributes and declared result types; foreign ops stay as
    /// they are.
    ///
    /// # Errors
    /// If an attribute is missing or wrong.
    pub fn with_attrs(&self, mut dict: AttrDict, results: &[Type]) -> Result<Op, WrongField> {
        let Some(entry) = TABLE.get(self.index()) else { return Ok(self.clone()) };
        (entry.read)(&mut FieldReader { dict: &mut dict, results })
    }

    /// The result types, after checking the number and kinds of operands, the number of regions,
    /// and the op's own constraints.
    ///
    /// # Errors
    /// The first violated constraint.
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
        // Several variadic operands have equal lengths; the op's own constraints report violations
        // in their own words.
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

/// The specification numbers an op's inputs from 1.
const INPUT_LABELS: [&str; 6] = ["I1", "I2", "I3", "I4", "I5", "I6"];
