//! Tests of gradients against finite differences.

use crate::{Options, Pipeline, run};
use hloom_interp::Value;
use hloom_ir::module::Module;
use hloom_ir::text::parse_module;
use hloom_ir::{Literal, Type};

/// Distinct numbers between 0.2 and 1.8, none of them close to another.
fn numbers(ty: Type, seed: usize) -> Literal {
    let count = ty.as_tensor().and_then(|t| t.count()).expect("a static tensor");
    let number = |i: usize| 0.2 + ((i * 7919 + seed * 104_729 + 31) % 1009) as f64 / 631.0;
    let all: Vec<f64> = (0..count).map(number).collect();
    Literal::from_f64s(ty, &all).expect("as many numbers as elements")
}

fn call(module: &Module, name: &str, inputs: &[Literal]) -> Vec<Literal> {
    let inputs: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
    let results = hloom_interp::run(module, name, &inputs).expect("the function runs");
    results.into_iter().filter_map(Value::into_tensor).collect()
}

fn total(results: &[Literal]) -> f64 {
    results.iter().flat_map(|r| (0..r.count()).map(|i| r.get_f64(i))).sum()
}

/// Checks the gradient of a function, given its arguments and ops, against finite differences.
#[track_caller]
fn agrees(arguments: &str, result: &str, ops: &str) {
    agrees_by("gradient", arguments, result, ops);
}

/// The same check with the given pipeline; returns the module.
#[track_caller]
fn agrees_by(pipeline: &str, arguments: &str, result: &str, ops: &str) -> Module {
    let text = format!("func.func @main({arguments}) -> {result} {{\n{ops}\n}}\n");
    let mut module = parse_module(&text).unwrap_or_else(|e| panic!("{}\n{text}", e[0].message));
    let pipeline = Pipeline::parse(pipeline).expect("a pipeline");
    let options = Options { verify_each: true, ..Options::default() };
    run(&mut module, &pipeline, &options, &mut ()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let main = module.symbol("main").expect("there is a main");
    let types = module.func(main).function_type.inputs();
    let inputs: Vec<Literal> = types.iter().enumerate().map(|(i, &ty)| numbers(ty, i)).collect();
    let found = call(&module, "main_gradient", &inputs);
    let results = module.func(main).function_type.results().len();
    assert_eq!(total(&found[..results]), total(&call(&module, "main", &inputs)));
    for (a, input) in inputs.iter().enumerate() {
        for i in 0..input.count() {
            let moved = |by: f64| {
                let mut all: Vec<f64> = (0..input.count()).map(|k| input.get_f64(k)).collect();
                all[i] += by;
                let mut inputs = inputs.clone();
                inputs[a] = Literal::from_f64s(input.ty(), &all).expect("as many numbers");
                total(&call(&module, "main", &inputs))
            };
            const STEP: f64 = 1e-6;
            let difference = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            let gradient = found[results + a].get_f64(i);
            assert!(
                (difference - gradient).abs() <= 1e-6 * difference.abs().max(1.0),
                "by element {i} of argument {a}: {gradient}, but the difference is {difference}\n{}",
                hloom_ir::text::print(&module, &Default::default())
            );
        }
    }
    module
}

#[test]
fn maps_are_derived_at_once_or_one_by_one() {
    let of = |pipeline: &str| {
        let module = agrees_by(
            pipeline,
            "%x: tensor<2x3xf64>, %y: tensor<2x3xf64>, %n: tensor<2x3xf64>",
            "tensor<2x3xf64>",
            "  %z = \"stablehlo.map\"(%x, %y, %n) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>):
    %t = \"stablehlo.tuple\"(%a, %b) : (tensor<f64>, tensor<f64>) -> tuple<tensor<f64>, tensor<f64>>
    %p = stablehlo.get_tuple_element %t[0] : (tuple<tensor<f64>, tensor<f64>>) -> tensor<f64>
    %q = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f64>, tensor<f64>>) -> tensor<f64>
    %two = stablehlo.constant dense<2.0> : tensor<f64>
    %e = stablehlo.exponential %p : tensor<f64>
    %m = stablehlo.multiply %e, %q : tensor<f64>
    %s = stablehlo.multiply %m, %two : tensor<f64>
    %r = stablehlo.maximum %s, %c : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %w = stablehlo.multiply %z, %x : tensor<2x3xf64>
  return %w : tensor<2x3xf64>",
        );
        let function = module.symbol("main_gradient").expect("there is a gradient");
        let is_map = |name: &str| name.ends_with(".map");
        module.walk(function).filter(|&op| is_map(module.op(op).name())).count()
    };
    // The original map, and one map for its three derivatives or one for each.
    assert_eq!((of("gradient"), of("gradient{maps=single}")), (2, 4));
}

#[test]
fn elementwise_functions() {
    for op in [
        "negate",
        "exponential",
        "exponential_minus_one",
        "log",
        "log_plus_one",
        "tanh",
        "logistic",
        "sqrt",
        "rsqrt",
        "sine",
        "cosine",
        "abs",
    ] {
        agrees(
            "%x: tensor<5xf64>",
            "tensor<5xf64>",
            &format!(
                "  %y = stablehlo.{op} %x : tensor<5xf64>
  %z = stablehlo.multiply %y, %x : tensor<5xf64>
  return %z : tensor<5xf64>"
            ),
        );
    }
    for op in ["add", "subtract", "multiply", "divide", "maximum", "minimum", "power"] {
        agrees(
            "%x: tensor<5xf64>, %y: tensor<5xf64>",
            "tensor<5xf64>",
            &format!(
                "  %z = stablehlo.{op} %x, %y : tensor<5xf64>
  %w = stablehlo.multiply %z, %y : tensor<5xf64>
  return %w : tensor<5xf64>"
            ),
        );
    }
    agrees(
        "%x: tensor<5xf64>, %y: tensor<5xf64>",
        "(tensor<5xf64>, tensor<5xf64>)",
        "  %low = stablehlo.constant dense<0.7> : tensor<f64>
  %high = stablehlo.constant dense<1.3> : tensor<f64>
  %c = stablehlo.clamp %low, %x, %high : (tensor<f64>, tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  %p = stablehlo.compare LT, %x, %y : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  %square = stablehlo.multiply %c, %y : tensor<5xf64>
  %s = stablehlo.select %p, %square, %y : tensor<5xi1>, tensor<5xf64>
  return %s, %c : tensor<5xf64>, tensor<5xf64>",
    );
}

#[test]
fn movement() {
    agrees(
        "%x: tensor<2x3xf64>, %y: tensor<3x1xf64>, %v: tensor<f64>",
        "tensor<4x2xf64>",
        "  %b = stablehlo.broadcast_in_dim %y, dims = [2, 0] : (tensor<3x1xf64>) -> tensor<2x4x3xf64>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf64>) -> tensor<3x2xf64>
  %r = stablehlo.reshape %t : (tensor<3x2xf64>) -> tensor<6xf64>
  %q = stablehlo.reverse %r, dims = [0] : tensor<6xf64>
  %p = stablehlo.pad %q, %v, low = [1], high = [2], interior = [1] : (tensor<6xf64>, tensor<f64>) -> tensor<14xf64>
  %c = stablehlo.concatenate %p, %r, dim = 0 : (tensor<14xf64>, tensor<6xf64>) -> tensor<20xf64>
  %squares = stablehlo.multiply %c, %c : tensor<20xf64>
  %part = stablehlo.slice %squares [1:17:2] : (tensor<20xf64>) -> tensor<8xf64>
  %f = stablehlo.reshape %part : (tensor<8xf64>) -> tensor<4x2xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %bb = stablehlo.multiply %b, %b : tensor<2x4x3xf64>
  %sum = stablehlo.reduce(%bb init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x4x3xf64>, tensor<f64>) -> tensor<2x4xf64>
  %turned = stablehlo.transpose %sum, dims = [1, 0] : (tensor<2x4xf64>) -> tensor<4x2xf64>
  %z = stablehlo.multiply %f, %turned : tensor<4x2xf64>
  return %z : tensor<4x2xf64>",
    );
}

#[test]
fn reductions() {
    agrees(
        "%x: tensor<3x4xf64>",
        "(tensor<3xf64>, tensor<4xf64>)",
        "  %none = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %all = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %a = stablehlo.reduce(%x init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %b = stablehlo.reduce(%x init: %all) applies stablehlo.minimum across dimensions = [0] : (tensor<3x4xf64>, tensor<f64>) -> tensor<4xf64>
  %aa = stablehlo.multiply %a, %a : tensor<3xf64>
  %bb = stablehlo.exponential %b : tensor<4xf64>
  return %aa, %bb : tensor<3xf64>, tensor<4xf64>",
    );
}

#[test]
fn products() {
    agrees(
        "%x: tensor<4x2x3x5xf64>, %y: tensor<5x6x2x3xf64>",
        "tensor<2x4x6xf64>",
        "  %z = stablehlo.dot_general %x, %y, batching_dims = [1] x [2], contracting_dims = [3, 2] x [0, 3] : (tensor<4x2x3x5xf64>, tensor<5x6x2x3xf64>) -> tensor<2x4x6xf64>
  %w = stablehlo.multiply %z, %z : tensor<2x4x6xf64>
  return %w : tensor<2x4x6xf64>",
    );
}

#[test]
fn convolutions_and_windows() {
    agrees(
        "%x: tensor<2x6x7x2xf64>, %k: tensor<3x2x2x3xf64>",
        "tensor<2x3x6x3xf64>",
        "  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 2], [0, 1]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x7x2xf64>, tensor<3x2x2x3xf64>) -> tensor<2x3x6x3xf64>
  %z = stablehlo.multiply %y, %y : tensor<2x3x6x3xf64>
  return %z : tensor<2x3x6x3xf64>",
    );
    for (op, init) in
        [("maximum", "0xFFF0000000000000"), ("minimum", "0x7FF0000000000000"), ("add", "0.0")]
    {
        agrees("%x: tensor<5x6xf64>", "tensor<3x3xf64>", &format!(
            "  %init = stablehlo.constant dense<{init}> : tensor<f64>
  %y = \"stablehlo.reduce_window\"(%x, %init) ({{
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.{op} %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }}) {{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}} : (tensor<5x6xf64>, tensor<f64>) -> tensor<3x3xf64>
  %z = stablehlo.multiply %y, %y : tensor<3x3xf64>
  return %z : tensor<3x3xf64>"
        ));
    }
}
