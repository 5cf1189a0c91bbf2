//! Ops that may fail when they run, and so can't be executed speculatively.

use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{OpId, Value};

/// Whether an op may fail when it runs: extents that are computed may not fit, and ops
/// of neighbouring dialects leave open what a division by zero does. Such an op must not
/// run where the program would not run it.
pub fn may_fail(module: &Module, op: OpId) -> bool {
    let fails = |o: OpId| {
        let kind = module.op(o);
        let open = |v: Value| module.ty(v).as_tensor().is_some_and(|t| !t.is_static());
        let ours = ["stablehlo.", "chlo.", "hloom."].iter().any(|d| kind.name().starts_with(d));
        !ours
            || matches!(
                kind,
                Op::DynamicBroadcastInDim(_)
                    | Op::DynamicConv(_)
                    | Op::DynamicGather(_)
                    | Op::DynamicIota(_)
                    | Op::DynamicPad(_)
                    | Op::DynamicReshape(_)
                    | Op::RealDynamicSlice(_)
                    | Op::SetDimensionSize(_)
                    | Op::ChloDynamicReshape(_)
            )
            || module.operands(o).iter().any(|&v| open(v))
            || module.results(o).iter().any(open)
    };
    module.walk(op).chain([op]).any(fails)
}
