//! Structured control flow.

use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::describe;
use crate::types::{Element, Type, all_compatible};

op! {
    /// Yields the results of a region.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#functions>
    return_: Return = "stablehlo.return" (results: many Any) {} -> None
    syntax custom
    traits [Terminator, NeverFails]
}
impl Infer for Return {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Types::new())
    }
}

op! {
    /// Runs one of two branches.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#if>
    if_: If = "stablehlo.if" (pred: Boolean) [true_branch, false_branch] {} -> Any
    syntax generic
    traits [Pure, NeverFails, Foldable]
}
impl Infer for If {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let p = cx.tensor(0)?;
        ensure!(I1 at #0, p.rank() == 0, "pred must be tensor<i1>, not {}", cx.ty(0));
        let (a_args, a) = cx.signature(0)?;
        let (b_args, b) = cx.signature(1)?;
        ensure!(C1 in 0, a_args.is_empty() && b_args.is_empty(), "branches take no arguments");
        ensure!(C2 in 1, all_compatible(&a, &b),
            "the branches result in {} and {}", describe(&a), describe(&b));
        Ok(a) // (C3)
    }
}

op! {
    /// Runs branch `index`, or the last branch if `index` is out of range.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#case>
    case: Case = "stablehlo.case" (index: Integer) [branches] {} -> Any
    syntax generic
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Case {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let index = cx.tensor(0)?;
        ensure!(I1 at #0, index.rank() == 0 && index.element == Element::I32,
            "index must be tensor<i32>, not {}", cx.ty(0));
        ensure!(C1, !cx.regions.is_empty(), "there must be at least one branch");
        let mut results = Types::new();
        for i in 0..cx.regions.len() {
            let (args, types) = cx.signature(i)?;
            ensure!(C2 in i, args.is_empty(), "branches take no arguments");
            if i == 0 {
                results = types;
            } else {
                ensure!(C3 in i, all_compatible(&results, &types),
                    "branch {i} results in {}, the first in {}", describe(&types), describe(&results));
            }
        }
        Ok(results) // (C4)
    }
}

op! {
    /// Runs `body` repeatedly while `cond` is true: first on the operands, then on its own results.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#while>
    while_: While = "stablehlo.while" (operand: many Any) [cond, body] {} -> Any
    syntax custom
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for While {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let carried = cx.types();
        let (args, yielded) = cx.signature(0)?;
        ensure!(C1 in 0, all_compatible(&args, &carried),
            "cond takes {}, but {} is carried", describe(&args), describe(&carried));
        ensure!(C1 in 0, matches!(yielded[..], [one] if one == Type::scalar_tensor(Element::I1)),
            "cond must yield tensor<i1>, not {}", describe(&yielded));
        let (args, yielded) = cx.signature(1)?;
        ensure!(C2 in 1, all_compatible(&args, &carried),
            "body takes {}, but {} is carried", describe(&args), describe(&carried));
        ensure!(C2 in 1, all_compatible(&yielded, &carried),
            "body yields {}, but {} is carried", describe(&yielded), describe(&carried));
        Ok(carried) // (C3)
    }
}

op! {
    /// Returns its operands unchanged; ops are not moved across it.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#optimization_barrier>
    optimization_barrier: OptimizationBarrier = "stablehlo.optimization_barrier" (operand: many PerTensorOrToken) {} -> Any
    syntax "$operand : operands"
    traits []
}
impl Infer for OptimizationBarrier {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(cx.types()) // (C1)
    }
}
