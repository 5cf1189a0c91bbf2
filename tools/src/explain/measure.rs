//! Measures the kernels of a program one by one.

use hloom_ir::ops::{Func, FunctionType, Op};
use hloom_ir::{Block, Module, OpId, Rewriter, Type, Value};
use hloom_passes::Pipeline;
use hloom_passes::fusion::explain::Kernel;
use hloom_passes::fusion::rewrite::outline;

use crate::fusion::calibrate::seconds_of;
use crate::target;

/// The run time of a kernel of a function's body in seconds; `None` if it can't be run alone.
pub(super) fn measure(
    module: &Module,
    function: OpId,
    block: Block,
    kernel: &Kernel,
) -> Option<f64> {
    let mut module = module.clone();
    let op = match &kernel.group {
        Some(group) => {
            let mut rewriter = Rewriter::new(&mut module);
            outline(&mut rewriter, block, std::slice::from_ref(group));
            let mut ops = module.ops(block);
            ops.find(|&op| matches!(module.op(op), Op::Fusion(_)))?
        }
        None => *kernel.ops.first()?,
    };
    measured(module, function, block, op, 1)
}

fn measured(module: Module, function: OpId, block: Block, op: OpId, threads: usize) -> Option<f64> {
    seconds_of(&alone(module, function, block, op)?, 0.1, threads).ok()
}

/// A module whose main has this op of a function's body only; `None` if a pass fails on it.
pub(super) fn alone(mut module: Module, function: OpId, block: Block, op: OpId) -> Option<Module> {
    isolate(&mut module, function, block, op);
    let pipeline = Pipeline::parse("dce,symbol-dce").ok()?;
    target::optimize(&mut module, &pipeline, &Default::default()).ok()?;
    let func =
        Func { sym_name: hloom_ir::field::Symbol("main".into()), ..module.func(function).clone() };
    Rewriter::new(&mut module).set_op(function, func);
    Some(module)
}

/// Reduces a function to one op of its body, with the operands as arguments.
fn isolate(module: &mut Module, function: OpId, block: Block, op: OpId) {
    let mut rewriter = Rewriter::new(module);
    let operands: Vec<Value> = rewriter.module().operands(op).to_vec();
    for (i, &v) in operands.iter().enumerate() {
        if rewriter.module().constant(v).is_none() {
            let ty = rewriter.module().ty(v);
            let arg = rewriter.add_arg(block, ty);
            rewriter.set_operand(op, i, arg);
        }
    }
    let module = rewriter.module();
    let results: Vec<Value> = module.results(op).into_iter().collect();
    let inputs: Vec<Type> = module.args(block).iter().map(|&v| module.ty(v)).collect();
    let types: Vec<Type> = results.iter().map(|&v| module.ty(v)).collect();
    let func = Func {
        function_type: FunctionType(Type::function(&inputs, &types)),
        arg_attrs: None,
        res_attrs: None,
        ..module.func(function).clone()
    };
    let end = module.terminator(block);
    if let Some(end) = end {
        rewriter.set_operands(end, &results);
    }
    rewriter.set_op(function, func);
}

/// Spearman's rank correlation of two lists, from -1 to 1.
pub(super) fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
    let ranks = |values: Vec<f64>| -> Vec<f64> {
        values
            .iter()
            .map(|v| {
                let less = values.iter().filter(|w| *w < v).count();
                let same = values.iter().filter(|w| *w == v).count();
                less as f64 + (same as f64 - 1.0) / 2.0
            })
            .collect()
    };
    let x = ranks(pairs.iter().map(|p| p.0).collect());
    let y = ranks(pairs.iter().map(|p| p.1).collect());
    let middle = (pairs.len() as f64 - 1.0) / 2.0;
    let sum = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(p, q)| (p - middle) * (q - middle)).sum()
    };
    sum(&x, &y) / (sum(&x, &x) * sum(&y, &y)).sqrt()
}
