//! The ops of upstream dialects as patterns, for matches that have one arm for a
//! family of them.

/// A pattern that matches every op of `arith` and `math`, and those of `tensor` that
/// give one value, but for constants and single elements.
#[macro_export]
macro_rules! arith_op {
    () => {
        $crate::ops::Op::Addf(_)
            | $crate::ops::Op::Addi(_)
            | $crate::ops::Op::Andi(_)
            | $crate::ops::Op::ArithBitcast(_)
            | $crate::ops::Op::ArithSelect(_)
            | $crate::ops::Op::Ceildivsi(_)
            | $crate::ops::Op::Ceildivui(_)
            | $crate::ops::Op::Cmpf(_)
            | $crate::ops::Op::Cmpi(_)
            | $crate::ops::Op::Divf(_)
            | $crate::ops::Op::Divsi(_)
            | $crate::ops::Op::Divui(_)
            | $crate::ops::Op::Extf(_)
            | $crate::ops::Op::Extsi(_)
            | $crate::ops::Op::Extui(_)
            | $crate::ops::Op::Floordivsi(_)
            | $crate::ops::Op::Fptosi(_)
            | $crate::ops::Op::Fptoui(_)
            | $crate::ops::Op::IndexCast(_)
            | $crate::ops::Op::IndexCastui(_)
            | $crate::ops::Op::MathAbsf(_)
            | $crate::ops::Op::MathAbsi(_)
            | $crate::ops::Op::MathAtan2(_)
            | $crate::ops::Op::MathCbrt(_)
            | $crate::ops::Op::MathCeil(_)
            | $crate::ops::Op::MathCos(_)
            | $crate::ops::Op::MathErf(_)
            | $crate::ops::Op::MathExp(_)
            | $crate::ops::Op::MathExpm1(_)
            | $crate::ops::Op::MathFloor(_)
            | $crate::ops::Op::MathLog(_)
            | $crate::ops::Op::MathLog1p(_)
            | $crate::ops::Op::MathPowf(_)
            | $crate::ops::Op::MathRound(_)
            | $crate::ops::Op::MathRoundeven(_)
            | $crate::ops::Op::MathRsqrt(_)
            | $crate::ops::Op::MathSin(_)
            | $crate::ops::Op::MathSqrt(_)
            | $crate::ops::Op::MathTan(_)
            | $crate::ops::Op::MathTanh(_)
            | $crate::ops::Op::Maximumf(_)
            | $crate::ops::Op::Maxnumf(_)
            | $crate::ops::Op::Maxsi(_)
            | $crate::ops::Op::Maxui(_)
            | $crate::ops::Op::Minimumf(_)
            | $crate::ops::Op::Minnumf(_)
            | $crate::ops::Op::Minsi(_)
            | $crate::ops::Op::Minui(_)
            | $crate::ops::Op::Mulf(_)
            | $crate::ops::Op::Muli(_)
            | $crate::ops::Op::Negf(_)
            | $crate::ops::Op::Ori(_)
            | $crate::ops::Op::Remf(_)
            | $crate::ops::Op::Remsi(_)
            | $crate::ops::Op::Remui(_)
            | $crate::ops::Op::Shli(_)
            | $crate::ops::Op::Shrsi(_)
            | $crate::ops::Op::Shrui(_)
            | $crate::ops::Op::Sitofp(_)
            | $crate::ops::Op::Subf(_)
            | $crate::ops::Op::Subi(_)
            | $crate::ops::Op::TensorCast(_)
            | $crate::ops::Op::TensorDim(_)
            | $crate::ops::Op::TensorEmpty(_)
            | $crate::ops::Op::TensorRank(_)
            | $crate::ops::Op::TensorSplat(_)
            | $crate::ops::Op::Truncf(_)
            | $crate::ops::Op::Trunci(_)
            | $crate::ops::Op::Uitofp(_)
            | $crate::ops::Op::Xori(_)
    };
}

/// A pattern that matches the ops of `shape` that give one value and have no region.
#[macro_export]
macro_rules! extents_op {
    () => {
        $crate::ops::Op::AssumingAll(_)
            | $crate::ops::Op::ConstShape(_)
            | $crate::ops::Op::ConstWitness(_)
            | $crate::ops::Op::CstrBroadcastable(_)
            | $crate::ops::Op::CstrEq(_)
            | $crate::ops::Op::CstrRequire(_)
            | $crate::ops::Op::IndexToSize(_)
            | $crate::ops::Op::ShapeAdd(_)
            | $crate::ops::Op::ShapeAny(_)
            | $crate::ops::Op::ShapeBroadcast(_)
            | $crate::ops::Op::ShapeConcat(_)
            | $crate::ops::Op::ShapeDim(_)
            | $crate::ops::Op::ShapeDiv(_)
            | $crate::ops::Op::ShapeEq(_)
            | $crate::ops::Op::ShapeFromExtentTensor(_)
            | $crate::ops::Op::ShapeFromExtents(_)
            | $crate::ops::Op::ShapeGetExtent(_)
            | $crate::ops::Op::ShapeIsBroadcastable(_)
            | $crate::ops::Op::ShapeMax(_)
            | $crate::ops::Op::ShapeMin(_)
            | $crate::ops::Op::ShapeMul(_)
            | $crate::ops::Op::ShapeNumElements(_)
            | $crate::ops::Op::ShapeOf(_)
            | $crate::ops::Op::ShapeRank(_)
            | $crate::ops::Op::ShapeToExtentTensor(_)
            | $crate::ops::Op::SizeToIndex(_)
    };
}

/// A pattern that matches the ops of `arith`, `math`, `tensor` and `shape` beside
/// constants and single elements.
#[macro_export]
macro_rules! upstream_op {
    () => {
        $crate::ops::Op::Assuming(_)
            | $crate::ops::Op::AssumingYield(_)
            | $crate::ops::Op::ShapeSplitAt(_)
            | $crate::arith_op!()
            | $crate::extents_op!()
    };
}
