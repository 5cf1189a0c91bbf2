//! Tests on programs built in memory or parsed, with values computed by hand.

mod control;
mod edges;
mod elementwise;
mod parallel;
mod products;
mod reductions;
mod shapes;
mod sweep;

use crate::{Options, RunError, Value, run_with};
use hloom_ir::ops::{Func, FuncReturn, FunctionType, Op, Return};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Element, Literal, Module, Region, Rewriter, Type, Value as Id};

/// A literal of these extents and numbers; one number for all makes a splat.
pub(super) fn lit(element: Element, dims: &[i64], numbers: &[f64]) -> Literal {
    Literal::from_f64s(Type::tensor(dims, element), numbers).expect("numbers fit the extents")
}

/// A module with a function `@main` that `build` builds, given the rewriter and the arguments.
pub(super) fn main_of(
    inputs: &[Type],
    build: impl FnOnce(&mut Rewriter<'_>, &[Id]) -> Vec<Id>,
) -> Module {
    let mut module = Module::new();
    add_function(&mut module, "main", inputs, build);
    module
}

/// Adds a function to a module.
pub(super) fn add_function(
    module: &mut Module,
    name: &str,
    inputs: &[Type],
    build: impl FnOnce(&mut Rewriter<'_>, &[Id]) -> Vec<Id>,
) {
    let mut r = Rewriter::new(module);
    let top = r.point();
    let (region, block) = r.region(inputs);
    r.set_point(InsertPoint::End(block));
    let args = r.module().args(block).to_vec();
    let results = build(&mut r, &args);
    r.build(FuncReturn {}, &results).expect("a return");
    let types: Vec<Type> = results.iter().map(|&v| r.module().ty(v)).collect();
    r.set_point(top);
    let func = Func {
        sym_name: name.into(),
        function_type: FunctionType(Type::function(inputs, &types)),
        sym_visibility: None,
        arg_attrs: None,
        res_attrs: None,
    };
    r.build_with_regions(func, &[], &[region]).expect("a function");
}

/// A region with scalar arguments of these element types.
pub(super) fn body(
    r: &mut Rewriter<'_>,
    args: &[Type],
    build: impl FnOnce(&mut Rewriter<'_>, &[Id]) -> Vec<Id>,
) -> Region {
    let back = r.point();
    let (region, block) = r.region(args);
    r.set_point(InsertPoint::End(block));
    let args = r.module().args(block).to_vec();
    let results = build(r, &args);
    r.build(Return {}, &results).expect("a return");
    r.set_point(back);
    region
}

/// Runs `@main` on tensors.
pub(super) fn run_main(module: &Module, inputs: &[Literal]) -> Result<Vec<Value>, Box<RunError>> {
    let inputs: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
    run_with(module, "main", &inputs, &Options::default())
}

/// The result of an op without regions.
pub(super) fn apply(op: impl Into<Op>, inputs: &[Literal]) -> Result<Literal, Box<RunError>> {
    let types: Vec<Type> = inputs.iter().map(Literal::ty).collect();
    let op = op.into();
    let module = main_of(&types, |r, args| vec![r.value(op, args).expect("a valid op")]);
    let mut results = run_main(&module, inputs)?;
    Ok(results.remove(0).into_tensor().expect("a tensor"))
}

/// The elements as numbers.
pub(super) fn numbers(x: &Literal) -> Vec<f64> {
    (0..x.count()).map(|i| x.get_f64(i)).collect()
}

/// The result of an op without regions for these operands, as numbers.
pub(super) fn of(op: impl Into<Op>, inputs: &[Literal]) -> Vec<f64> {
    numbers(&apply(op, inputs).expect("the op runs"))
}
