//! Ops of upstream MLIR's `shape` dialect that occur in programs of dynamic shape: computations on
//! shapes, and constraints between them.
//!
//! A shape is a tensor of `index` with one element per dimension, or a value of `!shape.shape`. A
//! witness, `!shape.witness`, represents a constraint that holds: an op that creates one fails if
//! the constraint is violated.

use crate::attr::Attr;
use crate::field::{Field, ResultType, Style, Text};
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::describe;
use crate::types::{Element, Type, TypeKind, all_compatible};

/// `!shape.shape`.
pub fn shape_type() -> Type {
    Type::new(TypeKind::Foreign("!shape.shape".into()))
}

/// `!shape.witness`.
pub fn witness_type() -> Type {
    Type::new(TypeKind::Foreign("!shape.witness".into()))
}

/// `!shape.size`.
pub fn size_type() -> Type {
    Type::new(TypeKind::Foreign("!shape.size".into()))
}

/// Whether a value of this type is a shape.
pub(super) fn is_shape(ty: Type) -> bool {
    let extents = ty.as_tensor().is_some_and(|t| t.rank() == 1 && t.element == Element::Index);
    extents || ty == shape_type()
}

/// Whether a value of this type is an extent.
pub(super) fn is_size(ty: Type) -> bool {
    ty == Type::scalar(Element::Index) || ty == size_type()
}

/// Checks that operands are shapes.
pub(super) fn shapes(
    cx: &InferContext<'_>,
    operands: std::ops::Range<usize>,
) -> Result<(), ConstraintError> {
    for i in operands {
        ensure!(Type at # i, is_shape(cx.ty(i)),
            "operand {i} must be a shape, not {}", cx.ty(i));
    }
    Ok(())
}

/// Checks that a result can hold a shape or an extent.
pub(super) fn result(
    ty: Type,
    holds: fn(Type) -> bool,
    what: &str,
) -> Result<Types, ConstraintError> {
    ensure!(Type, holds(ty), "the result must be {what}, not {ty}");
    Ok(ty.into())
}

op! {
    /// The shape of a tensor.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeshape_of-shapeshapeofop>
    shape_of: ShapeOf = "shape.shape_of" (arg: Tensor) { ty: ResultType } -> Any
    syntax "$arg : shape_arrow"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for ShapeOf {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        result(self.ty.0, is_shape, "a shape")
    }
}

op! {
    /// The shape that all operands are broadcast to: aligned at the last dimension, their extents
    /// must be equal or 1.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapebroadcast-shapebroadcastop>
    shape_broadcast: ShapeBroadcast = "shape.broadcast" (shapes: many Any) { error: Option<Text>, ty: ResultType } -> Any
    syntax "$shapes : shape_arrow"
    traits [Pure, MayFail, Foldable]
}
impl Infer for ShapeBroadcast {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        shapes(cx, 0..cx.len())?;
        result(self.ty.0, is_shape, "a shape")
    }
}

op! {
    /// The product of the extents.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapenum_elements-shapenumelementsop>
    shape_num_elements: ShapeNumElements = "shape.num_elements" (shape: Any) { ty: ResultType } -> Any
    syntax "$shape : shape_arrow"
    traits [Pure, MayFail, Foldable]
}
impl Infer for ShapeNumElements {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        shapes(cx, 0..1)?;
        result(self.ty.0, is_size, "an extent")
    }
}

op! {
    /// The number of extents.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shaperank-shaperankop>
    shape_rank: ShapeRank = "shape.rank" (shape: Any) { ty: ResultType } -> Any
    syntax "$shape : shape_arrow"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for ShapeRank {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        shapes(cx, 0..1)?;
        result(self.ty.0, is_size, "an extent")
    }
}

op! {
    /// The extent of a dimension.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeget_extent-shapegetextentop>
    shape_get_extent: ShapeGetExtent = "shape.get_extent" (shape: Any, dim: Any) { ty: ResultType } -> Any
    syntax "$shape, $dim : shape_arrow"
    traits [Pure, MayFail, Foldable]
}
impl Infer for ShapeGetExtent {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        shapes(cx, 0..1)?;
        ensure!(Type at #1, is_size(cx.ty(1)), "the dimension must be of type index, not {}", cx.ty(1));
        result(self.ty.0, is_size, "an extent")
    }
}

op! {
    /// The concatenation of the extents of `lhs` and `rhs`.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeconcat-shapeconcatop>
    shape_concat: ShapeConcat = "shape.concat" (lhs: Any, rhs: Any) { ty: ResultType } -> Any
    syntax "$lhs, $rhs : shape_arrow"
    traits [Pure, MayFail, Foldable]
}
impl Infer for ShapeConcat {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        shapes(cx, 0..2)?;
        result(self.ty.0, is_shape, "a shape")
    }
}

op! {
    /// The shape as a tensor of its extents.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeto_extent_tensor-shapetoextenttensorop>
    shape_to_extent_tensor: ShapeToExtentTensor = "shape.to_extent_tensor" (input: Any) { ty: ResultType } -> Any
    syntax "$input : shape_arrow"
    traits [Pure, MayFail, Foldable]
}
impl Infer for ShapeToExtentTensor {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        shapes(cx, 0..1)?;
        result(self.ty.0, |ty| is_shape(ty) && ty.as_tensor().is_some(), "a tensor of extents")
    }
}

op! {
    /// The shape with these extents.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapefrom_extents-shapefromextentsop>
    shape_from_extents: ShapeFromExtents = "shape.from_extents" (extents: many Any) {} -> Any
    syntax "$extents : gives_shape"
    traits [Pure, MayFail, Foldable]
}
impl Infer for ShapeFromExtents {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        for i in 0..cx.len() {
            ensure!(Type at # i, is_size(cx.ty(i)), "an extent must be of type index, not {}", cx.ty(i));
        }
        Ok(shape_type().into())
    }
}

op! {
    /// The shape with the extents in a tensor.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapefrom_extent_tensor-shapefromextenttensorop>
    shape_from_extent_tensor: ShapeFromExtentTensor = "shape.from_extent_tensor" (input: Any) {} -> Any
    syntax "$input : gives_shape"
    traits [Pure, MayFail, Foldable]
}
impl Infer for ShapeFromExtentTensor {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        shapes(cx, 0..1)?;
        Ok(shape_type().into())
    }
}

op! {
    /// Whether the shapes can be broadcast to one.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeis_broadcastable-shapeisbroadcastableop>
    shape_is_broadcastable: ShapeIsBroadcastable = "shape.is_broadcastable" (shapes: many Any) {} -> Any
    syntax "$shapes : gives_i1"
    traits [Pure, MayFail, Foldable]
}
impl Infer for ShapeIsBroadcastable {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        shapes(cx, 0..cx.len())?;
        Ok(Type::scalar(Element::I1).into())
    }
}

op! {
    /// Whether the shapes are equal.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeshape_eq-shapeshapeeqop>
    shape_eq: ShapeEq = "shape.shape_eq" (shapes: many Any) {} -> Any
    syntax "$shapes : gives_i1"
    traits [Pure, MayFail, Foldable]
}
impl Infer for ShapeEq {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        shapes(cx, 0..cx.len())?;
        Ok(Type::scalar(Element::I1).into())
    }
}

op! {
    /// Fails unless the shapes can be broadcast to one.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapecstr_broadcastable-shapecstrbroadcastableop>
    cstr_broadcastable: CstrBroadcastable = "shape.cstr_broadcastable" (shapes: many Any) {} -> Any
    syntax "$shapes : gives_witness"
    traits []
}
impl Infer for CstrBroadcastable {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        shapes(cx, 0..cx.len())?;
        Ok(witness_type().into())
    }
}

op! {
    /// Fails unless the shapes are equal.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapecstr_eq-shapecstreqop>
    cstr_eq: CstrEq = "shape.cstr_eq" (shapes: many Any) {} -> Any
    syntax "$shapes : gives_witness"
    traits []
}
impl Infer for CstrEq {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        shapes(cx, 0..cx.len())?;
        Ok(witness_type().into())
    }
}

op! {
    /// Fails with a message unless the condition is true.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapecstr_require-shapecstrrequireop>
    cstr_require: CstrRequire = "shape.cstr_require" (pred: Any) { msg: Text } -> Any
    syntax "$pred, $msg : of_i1"
    traits []
}
impl Infer for CstrRequire {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        ensure!(Type at #0, cx.ty(0) == Type::scalar(Element::I1), "pred must be i1, not {}", cx.ty(0));
        Ok(witness_type().into())
    }
}

op! {
    /// A witness of a constraint that always or never holds.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeconst_witness-shapeconstwitnessop>
    const_witness: ConstWitness = "shape.const_witness" () { passing: bool } -> Any
    syntax "$passing : of_witnesses"
    traits []
}
impl Infer for ConstWitness {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(witness_type().into())
    }
}

op! {
    /// A witness of all operands' constraints.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeassuming_all-shapeassumingallop>
    assuming_all: AssumingAll = "shape.assuming_all" (inputs: many Any) {} -> Any
    syntax "$inputs : of_witnesses"
    traits []
}
impl Infer for AssumingAll {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        witnesses(cx)?;
        Ok(witness_type().into())
    }
}

/// Checks that all operands are witnesses.
fn witnesses(cx: &InferContext<'_>) -> Result<(), ConstraintError> {
    for i in 0..cx.len() {
        ensure!(Type at # i, cx.ty(i) == witness_type(),
            "operand {i} must be a !shape.witness, not {}", cx.ty(i));
    }
    Ok(())
}

op! {
    /// Runs its region, which may rely on the witness's constraint, and returns the results that
    /// `shape.assuming_yield` yields there.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeassuming-shapeassumingop>
    assuming: Assuming = "shape.assuming" (witness: Any) [do_region] {} -> Any
    syntax custom
    traits []
}
impl Infer for Assuming {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        witnesses(cx)?;
        let (args, yielded) = cx.signature(0)?;
        ensure!(Type in 0, args.is_empty(), "the region takes no arguments, not {}", describe(&args));
        ensure!(Type in 0, all_compatible(&yielded, &yielded), "the region yields nothing");
        Ok(yielded)
    }
}

op! {
    /// Yields the results of a `shape.assuming`.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeassuming_yield-shapeassumingyieldop>
    assuming_yield: AssumingYield = "shape.assuming_yield" (operands: many Any) {} -> None
    syntax custom
    traits [Terminator, NeverFails]
}
impl Infer for AssumingYield {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Types::new())
    }
}

/// The extents of a constant shape: a tensor of `index` in generic form, a list in pretty form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Extents(pub Box<[i64]>);

impl Field for Extents {
    const STYLE: Style = Style::Extents;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Extents, String> {
        match attr {
            Some(Attr::Dense(l)) if l.dims().len() == 1 && l.element() == Element::Index => {
                Ok(Extents((0..l.count()).map(|i| l.get_int(i).unwrap_or(0) as i64).collect()))
            }
            Some(other) => Err(format!("expected `dense<…> : tensor<…xindex>`, found `{other}`")),
            None => Err("it is missing".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        let ty = Type::tensor(&[self.0.len() as i64], Element::Index);
        let mut literal = crate::literal::Literal::zeros(ty).ok()?;
        literal.as_mut_slice::<i64>().copy_from_slice(&self.0);
        let alike = self.0.len() > 1 && self.0.windows(2).all(|w| w[0] == w[1]);
        if alike {
            literal = crate::literal::Literal::splat(ty, &self.0[0].to_le_bytes()).ok()?;
        }
        Some(Attr::Dense(literal))
    }
}

op! {
    /// A constant shape.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeconst_shape-shapeconstshapeop>
    const_shape: ConstShape = "shape.const_shape" () { shape: Extents, ty: ResultType } -> Any
    syntax "$shape : result"
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for ConstShape {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let n = self.shape.0.len() as i64;
        ensure!(
            Type,
            self.ty.0.as_tensor().is_none_or(|t| t.dims[..] == [n]),
            "the result {} does not hold {n} extents",
            self.ty.0
        );
        result(self.ty.0, is_shape, "a shape")
    }
}
