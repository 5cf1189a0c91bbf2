//! Upstream MLIR's `shape` dialect: computations on extents, and splitting of shapes.

use super::extents::{is_shape, is_size, result, shape_type, shapes, size_type};
use crate::field::ResultType;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{DYNAMIC, Element, Type};

/// Checks that operands are extents.
fn sizes(cx: &InferContext<'_>) -> Result<(), ConstraintError> {
    for i in 0..cx.len() {
        ensure!(Type at # i, is_size(cx.ty(i)), "operand {i} must be an extent, not {}", cx.ty(i));
    }
    Ok(())
}

/// The result type of an op from extents to an extent.
fn of_extents(cx: &InferContext<'_>, ty: Type) -> Result<Types, ConstraintError> {
    sizes(cx)?;
    result(ty, is_size, "an extent")
}

/// The result type of an op from two extents to an extent, or from two shapes to a shape.
fn of_extents_or_shapes(cx: &InferContext<'_>, result: Type) -> Result<Types, ConstraintError> {
    for i in 0..2 {
        let ty = cx.ty(i);
        ensure!(Type at # i, ty == size_type() || ty == shape_type(),
            "operand {i} must be a !shape.size or a !shape.shape, not {ty}");
        ensure!(Type at # i, ty == cx.ty(0), "operand {i} is {ty}, the first {}", cx.ty(0));
    }
    ensure!(Type, result == cx.ty(0), "the result must be {}, not {}", cx.ty(0), result);
    Ok(result.into())
}

macro_rules! of_two {
    ($($make:ident: $Name:ident = $text:literal $infer:ident, $doc:literal;)*) => {$(
        op! {
            #[doc = $doc]
            #[doc = ""]
            #[doc = "Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/>"]
            $make: $Name = $text (lhs: Any, rhs: Any) { ty: ResultType } -> Any
            syntax "$lhs, $rhs : shape_arrow"
            traits [Pure, MayFail, Foldable]
        }
        impl Infer for $Name {
            fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
                $infer(cx, self.ty.0)
            }
        }
    )*};
}
of_two! {
    shape_add: ShapeAdd = "shape.add" of_extents, "The sum of two extents.";
    shape_mul: ShapeMul = "shape.mul" of_extents, "The product of two extents.";
    shape_div: ShapeDiv = "shape.div" of_extents, "The quotient of two extents, towards negative infinity. By zero it is an error.";
    shape_max: ShapeMax = "shape.max" of_extents_or_shapes, "The larger of two extents; of two shapes of one rank, the larger of each dimension.";
    shape_min: ShapeMin = "shape.min" of_extents_or_shapes, "The smaller of two extents; of two shapes of one rank, the smaller of each dimension.";
}

op! {
    /// One of the shapes, which must be equal.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeany-shapeanyop>
    shape_any: ShapeAny = "shape.any" (inputs: many Any) { ty: ResultType } -> Any
    syntax "$inputs : shape_arrow"
    traits [Pure, MayFail, Foldable]
}
impl Infer for ShapeAny {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        ensure!(Type, !cx.is_empty(), "there must be a shape");
        shapes(cx, 0..cx.len())?;
        result(self.ty.0, is_shape, "a shape")
    }
}

op! {
    /// The extent of a tensor's dimension.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapedim-shapedimop>
    shape_dim: ShapeDim = "shape.dim" (value: Tensor, index: Any) { ty: ResultType } -> Any
    syntax "$value, $index : shape_arrow"
    traits [Pure, MayFail, Foldable]
}
impl Infer for ShapeDim {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        ensure!(Type at #1, is_size(cx.ty(1)), "the dimension must be of type index, not {}", cx.ty(1));
        result(self.ty.0, is_size, "an extent")
    }
}

op! {
    /// An `index` as an extent.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapeindex_to_size-shapeindextosizeop>
    index_to_size: IndexToSize = "shape.index_to_size" (arg: Any) {} -> Any
    syntax "$arg : of_index"
    traits [Pure, MayFail, Foldable]
}
impl Infer for IndexToSize {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        ensure!(Type at #0, cx.ty(0) == Type::scalar(Element::Index), "arg must be of type index, not {}", cx.ty(0));
        Ok(size_type().into())
    }
}

op! {
    /// An extent as an `index`.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapesize_to_index-shapesizetoindexop>
    size_to_index: SizeToIndex = "shape.size_to_index" (arg: Any) {} -> Any
    syntax "$arg : gives_index"
    traits [Pure, MayFail, Foldable]
}
impl Infer for SizeToIndex {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        sizes(cx)?;
        Ok(Type::scalar(Element::Index).into())
    }
}

op! {
    /// The extents before dimension `index`, and the remaining ones; a negative index counts from
    /// the end.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ShapeDialect/#shapesplit_at-shapesplitatop>
    shape_split_at: ShapeSplitAt = "shape.split_at" (operand: Any, index: Any) {} -> Any
    syntax generic
    traits [Pure, MayFail, Foldable]
}
impl Infer for ShapeSplitAt {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        shapes(cx, 0..1)?;
        ensure!(Type at #1, is_size(cx.ty(1)), "the dimension must be of type index, not {}", cx.ty(1));
        let part = if cx.ty(0) == shape_type() {
            shape_type()
        } else {
            Type::tensor(&[DYNAMIC], Element::Index)
        };
        Ok(Types::from_slice(&[part, part]))
    }
}
