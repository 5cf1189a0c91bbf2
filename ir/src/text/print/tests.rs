//! Tests of the printer on modules built in memory; `tests/text` covers round trips through the
//! parser.

use super::print;
use super::*;
use crate::field::{Dims, Symbol};
use crate::ops::*;
use crate::rewrite::InsertPoint;
use crate::{Element, Literal, Rewriter, Type};

/// A function of two arguments that returns the values of `build`.
fn function(build: impl FnOnce(&mut Rewriter<'_>, Value, Value) -> Vec<Value>) -> Module {
    let mut module = Module::new();
    let mut rw = Rewriter::new(&mut module);
    let matrix = Type::tensor(&[2, 3], Element::F32);
    let scalar = Type::scalar_tensor(Element::F32);
    let (region, block) = rw.region(&[matrix, scalar]);
    rw.set_point(InsertPoint::End(block));
    let args = rw.module().args(block).to_vec();
    let results = build(&mut rw, args[0], args[1]);
    let types: Vec<Type> = results.iter().map(|&v| rw.module().ty(v)).collect();
    rw.build(FuncReturn {}, &results).unwrap();
    let body = rw.module().body();
    rw.set_point(InsertPoint::End(body));
    let func = Func {
        sym_name: Symbol::from("f"),
        function_type: FunctionType(Type::function(&[matrix, scalar], &types)),
        sym_visibility: None,
        arg_attrs: None,
        res_attrs: None,
    };
    rw.build_with_regions(func, &[], &[region]).unwrap();
    module
}

fn printed(module: &Module, generic: bool) -> String {
    print(module, &PrintOptions { generic, ..PrintOptions::default() })
}

#[test]
fn names_are_kept_and_made_unique() {
    let module = function(|rw, x, _| {
        let a = rw.value(Add {}, &[x, x]).unwrap();
        let b = rw.value(Add {}, &[a, x]).unwrap();
        let c = rw.value(Add {}, &[b, a]).unwrap();
        let d = rw.value(Negate {}, &[c]).unwrap();
        rw.set_name(x, "image");
        rw.set_name(a, "sum");
        rw.set_name(b, "sum");
        rw.set_name(c, "no name");
        rw.set_name(d, "1st");
        vec![d]
    });
    insta::assert_snapshot!(printed(&module,
        false), @"
func.func @f(%image: tensor<2x3xf32>, %arg0: tensor<f32>) -> tensor<2x3xf32> {
  %sum = stablehlo.add %image, %image : tensor<2x3xf32>
  %sum_0 = stablehlo.add %sum, %image : tensor<2x3xf32>
  %0 = stablehlo.add %sum_0, %sum : tensor<2x3xf32>
  %1 = stablehlo.negate %0 : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
");
}

/// A reduction of `x` along dimension 1 by `add`, with its operands in order or swapped.
fn sum(rw: &mut Rewriter<'_>, x: Value, init: Value, in_order: bool) -> Value {
    let scalar = Type::scalar_tensor(Element::F32);
    let point = rw.point();
    let (region, block) = rw.region(&[scalar, scalar]);
    rw.set_point(InsertPoint::End(block));
    let (a, b) = (rw.module().args(block)[0], rw.module().args(block)[1]);
    let sum = rw.value(Add {}, &if in_order { [a, b] } else { [b, a] }).unwrap();
    rw.build(Return {}, &[sum]).unwrap();
    rw.set_point(point);
    let reduce = Reduce { dimensions: Dims::from([1]) };
    let op = rw.build_with_regions(reduce, &[x, init], &[region]).unwrap();
    rw.module().result(op, 0)
}

#[test]
fn reductions_are_short_where_they_can_be() {
    let module = function(|rw, x, init| vec![sum(rw, x, init, true), sum(rw, x, init, false)]);
    insta::assert_snapshot!(printed(&module,
        false), @"
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg2: tensor<f32>, %arg3: tensor<f32>) {
    %2 = stablehlo.add %arg3, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
");
}

#[test]
fn generic_form_says_everything() {
    let module = function(|rw, x, init| {
        let zero =
            rw.constant(Literal::from_f64s(Type::scalar_tensor(Element::F32), &[0.0]).unwrap());
        let total = sum(rw, x, zero, true);
        let barrier = rw.build(OptimizationBarrier {}, &[total, init]).unwrap();
        rw.module().results(barrier).iter().collect()
    });
    insta::assert_snapshot!(printed(&module,
        true), @"
\"func.func\"() <{sym_name = \"f\", function_type = (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)}> ({
^bb0(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>):
  %0 = \"stablehlo.constant\"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
  %1 = \"stablehlo.reduce\"(%arg0, %0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %3 = \"stablehlo.add\"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    \"stablehlo.return\"(%3) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %2:2 = \"stablehlo.optimization_barrier\"(%1, %arg1) : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)
  \"func.return\"(%2#0, %2#1) : (tensor<2xf32>, tensor<f32>) -> ()
}) : () -> ()
");
}

#[test]
fn one_function_keeps_its_names() {
    let module = function(|rw, x, _| {
        let a = rw.value(Add {}, &[x, x]).unwrap();
        vec![rw.value(Negate {}, &[a]).unwrap()]
    });
    let func = module.functions().next().unwrap();
    let negate = module.ops(module.entry(func, 0).unwrap()).nth(1).unwrap();
    let text = print_op(&module, negate, &PrintOptions::default());
    assert_eq!(text.trim(), "%1 = stablehlo.negate %0 : tensor<2x3xf32>");
}
