//! Groups of ops: those that one kernel computes, and those that cores compute side by side.

use crate::field::Text;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::all_compatible;
use crate::types::describe;

op! {
    /// Ops that are computed by one kernel, without materializing intermediate values. The
    /// semantics is that of its region: `body` takes the inputs as arguments, captures no other
    /// values, and yields the results by `stablehlo.return`. `kind` is the template that fused it:
    /// `cell` (elementwise ops and data movement, optionally ending in a reduction), `row` (all ops
    /// on a few rows at a time), `multi_agg` (several reductions of the same elements), `outer` (an
    /// outer-product-like gemm that is reduced), `dot` (a gemm or a convolution with elementwise
    /// prologue and epilogue), `chain` (two products with row-wise ops between them, as in
    /// attention), `reduce_window`, `gather`, `horizontal` (independent small ops).
    ///
    /// With a `driver`, the number of an input that is stored sparsely, the ops iterate
    /// over the stored entries of that input only: no result needs the others, because
    /// zero annihilates its factors, infinities and NaN included. The verifier of
    /// `hloom-analysis` checks that the body allows it.
    ///
    /// With a `plan`, the results are those of storage programs (`hloom-storage`), one for each, over the
    /// arrays of the inputs: `a0_val` has the elements of input 0 (`a0` of a scalar), `a0_pos1` and `a0_crd1` the
    /// positions and coordinates of its level 1. Zero annihilates its factors, floats are computed in
    /// double precision and rounded as they are stored. The interpreter and the CPU run the plan; where
    /// there is no code for it, the body stands for it.
    fusion: Fusion = "hloom.fusion" (inputs: many Any) [body] { kind: Text, driver: Option<i64>, plan: Option<Text> } -> Any
    syntax generic
    traits [Pure, IsolatedFromAbove, NeverFails, NotFoldable]
}
impl Infer for Fusion {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (args, yielded) = cx.signature(0)?;
        ensure!(Type in 0, all_compatible(&args, &cx.types()),
            "body takes {}, but the inputs are {}", describe(&args), describe(&cx.types()));
        if let Some(number) = self.driver {
            let why = driver_problem(cx, number);
            ensure!(Driver at driver, why.is_none(), "input {number} can't be the driver: {}",
                why.unwrap_or_default());
        }
        if self.plan.is_some() {
            ensure!(Plan at plan, self.driver.is_none(), "a fusion has a driver or a plan");
            ensure!(Plan at plan, !yielded.is_empty(), "a plan has a result, and the body yields none");
        }
        Ok(yielded)
    }
}

op! {
    /// A layer of a graph: ops that are ready together, and that cores compute side by side. The
    /// semantics is that of its region: `body` takes the inputs as arguments, captures no other
    /// values, and yields the results by `stablehlo.return`. That return is the *result* boundary
    /// between two layers: it collects the outputs of a layer, which the next one takes as inputs,
    /// and a layer begins when the one before it has ended. Ops of the body that do not depend on
    /// each other may run at the same time; those that do run in order.
    layer: Layer = "hloom.layer" (inputs: many Any) [body] {} -> Any
    syntax generic
    traits [Pure, IsolatedFromAbove, NeverFails, NotFoldable]
}
impl Infer for Layer {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (args, yielded) = cx.signature(0)?;
        ensure!(Type in 0, all_compatible(&args, &cx.types()),
            "body takes {}, but the inputs are {}", describe(&args), describe(&cx.types()));
        Ok(yielded)
    }
}

/// The reason why an input of a fusion can't be its driver, as far as its type determines that.
fn driver_problem(cx: &InferContext<'_>, number: i64) -> Option<String> {
    let block = cx.module.blocks(cx.regions[0]).first().copied()?;
    let at = usize::try_from(number).ok();
    match at.and_then(|at| cx.module.args(block).get(at)) {
        None => Some(format!("there are {}", cx.len())),
        Some(&matrix) => match cx.module.ty(matrix).as_tensor().and_then(|t| t.sparse()) {
            None => Some("it is not stored sparsely".to_owned()),
            Some(encoding) => encoding
                .outer_and_inner()
                .is_none()
                .then(|| "only matrices in compressed rows or columns drive fusions".to_owned()),
        },
    }
}
