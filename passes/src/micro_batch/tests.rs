//! Training in micro-batches equals training on whole batches: parameters after several steps.

use crate::{Options, Pipeline, run};
use hloom_interp::Value;
use hloom_ir::module::Module;
use hloom_ir::text::parse_module;
use hloom_ir::{Element, Literal, Type};

/// Numbers between -1 and 1.
fn numbers(ty: Type, seed: usize) -> Literal {
    let count = ty.as_tensor().and_then(|t| t.count()).expect("a static tensor");
    let number = |i: usize| ((i * 7919 + seed * 104_729 + 31) % 1009) as f64 / 504.5 - 1.0;
    let all: Vec<f64> = (0..count).map(number).collect();
    Literal::from_f64s(ty, &all).expect("as many numbers as elements")
}

pub(crate) fn passed(text: &str, passes: &str) -> Module {
    let mut module = parse_module(text).unwrap_or_else(|e| panic!("{}\n{text}", e[0].message));
    let pipeline = Pipeline::parse(passes).expect("a pipeline");
    let options = Options { verify_each: true, ..Options::default() };
    run(&mut module, &pipeline, &options, &mut ()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    module
}

/// Runs so many steps, whose first results are the next step's first arguments.
pub(crate) fn train(module: &Module, parameters: usize, steps: usize) -> Vec<Literal> {
    let main = module.symbol("main").expect("there is a main");
    let types = module.func(main).function_type.inputs();
    let mut inputs: Vec<Literal> =
        types.iter().enumerate().map(|(i, &ty)| numbers(ty, i)).collect();
    let mut results = Vec::new();
    for _ in 0..steps {
        let values: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
        let all = hloom_interp::run(module, "main", &values).expect("the step runs");
        results = all.into_iter().filter_map(Value::into_tensor).collect();
        inputs[..parameters].clone_from_slice(&results[..parameters]);
    }
    results
}

#[track_caller]
pub(crate) fn near(a: &[Literal], b: &[Literal], how: &str) -> f64 {
    assert_eq!(a.len(), b.len());
    let mut most = 0.0f64;
    for (a, b) in a.iter().zip(b) {
        assert_eq!(a.ty(), b.ty());
        for i in 0..a.count() {
            let (x, y) = (a.get_f64(i), b.get_f64(i));
            assert!((x - y).abs() <= 1e-6 * x.abs().max(1.0), "{how}: {x} became {y}");
            most = most.max((x - y).abs());
        }
    }
    most
}

/// Checks a step under all numbers of micro-batches; returns the program for the last number.
#[track_caller]
fn agrees(text: &str, before: &str, arguments: &str, parameters: usize, samples: usize) -> String {
    let whole = train(&passed(text, before), parameters, 5);
    let mut last = String::new();
    let mut moved = 0.0;
    for count in 1..=samples {
        let comma = if before.is_empty() { "" } else { "," };
        let passes = format!("{before}{comma}micro-batch{{arguments={arguments} count={count}}}");
        let module = passed(text, &passes);
        moved += near(&whole, &train(&module, parameters, 5), &format!("{count} micro-batches"));
        last = module.to_string();
    }
    // Sums in another order do round differently.
    assert!(moved > 0.0 || samples < 2 || parameters == 0, "nothing was computed in pieces");
    last
}

/// A step of a perceptron of two layers, with the derivative written out.
pub(crate) const MLP: &str = "
func.func @main(%w: tensor<3x5xf32>, %v: tensor<5x2xf32>, %x: tensor<7x3xf32>, %y: tensor<7x2xf32>)
    -> (tensor<3x5xf32>, tensor<5x2xf32>, tensor<f32>, tensor<7x2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %seven = stablehlo.constant dense<7.0> : tensor<f32>
  %rate = stablehlo.constant dense<0.1> : tensor<f32>
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<7x3xf32>, tensor<3x5xf32>) -> tensor<7x5xf32>
  %h = stablehlo.tanh %a : tensor<7x5xf32>
  %p = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<7x5xf32>, tensor<5x2xf32>) -> tensor<7x2xf32>
  %e = stablehlo.subtract %p, %y : tensor<7x2xf32>
  %ee = stablehlo.multiply %e, %e : tensor<7x2xf32>
  %sum = stablehlo.reduce(%ee init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<7x2xf32>, tensor<f32>) -> tensor<f32>
  %loss = stablehlo.divide %sum, %seven : tensor<f32>
  %gv = stablehlo.dot_general %h, %e, contracting_dims = [0] x [0] : (tensor<7x5xf32>, tensor<7x2xf32>) -> tensor<5x2xf32>
  %gh = stablehlo.dot_general %e, %v, contracting_dims = [1] x [1] : (tensor<7x2xf32>, tensor<5x2xf32>) -> tensor<7x5xf32>
  %one = stablehlo.constant dense<1.0> : tensor<7x5xf32>
  %hh = stablehlo.multiply %h, %h : tensor<7x5xf32>
  %d = stablehlo.subtract %one, %hh : tensor<7x5xf32>
  %ga = stablehlo.multiply %gh, %d : tensor<7x5xf32>
  %gw = stablehlo.dot_general %x, %ga, contracting_dims = [0] x [0] : (tensor<7x3xf32>, tensor<7x5xf32>) -> tensor<3x5xf32>
  %part = stablehlo.divide %rate, %seven : tensor<f32>
  %rw = stablehlo.broadcast_in_dim %part, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
  %rv = stablehlo.broadcast_in_dim %part, dims = [] : (tensor<f32>) -> tensor<5x2xf32>
  %dw = stablehlo.multiply %gw, %rw : tensor<3x5xf32>
  %dv = stablehlo.multiply %gv, %rv : tensor<5x2xf32>
  %nw = stablehlo.subtract %w, %dw : tensor<3x5xf32>
  %nv = stablehlo.subtract %v, %dv : tensor<5x2xf32>
  return %nw, %nv, %loss, %p : tensor<3x5xf32>, tensor<5x2xf32>, tensor<f32>, tensor<7x2xf32>
}";

#[test]
fn a_perceptron_learns_the_same() {
    let text = agrees(MLP, "", "2:3", 2, 7);
    // Seven micro-batches of one sample: one loop, and no product of the batch is left.
    assert_eq!(text.matches("stablehlo.while").count(), 1);
    assert!(!text.contains("(tensor<7x3xf32>, tensor<3x5xf32>)"), "{text}");
}

#[test]
fn canonical_and_vectorized_forms_too() {
    agrees(MLP, "canonicalize,cse", "2:3", 2, 7);
}

/// A step of a convolution and a softmax, whose gradient `gradient` makes.
pub(crate) fn convolution() -> String {
    let text = "
func.func @loss(%k: tensor<3x3x1x2xf32>, %w: tensor<32x3xf32>, %x: tensor<6x4x4x1xf32>, %y: tensor<6x3xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<6x4x4x1xf32>, tensor<3x3x1x2xf32>) -> tensor<6x4x4x2xf32>
  %t = stablehlo.tanh %c : tensor<6x4x4x2xf32>
  %f = stablehlo.reshape %t : (tensor<6x4x4x2xf32>) -> tensor<6x32xf32>
  %p = stablehlo.dot_general %f, %w, contracting_dims = [1] x [0] : (tensor<6x32xf32>, tensor<32x3xf32>) -> tensor<6x3xf32>
  %e = stablehlo.exponential %p : tensor<6x3xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<6xf32>
  %l = stablehlo.log %s : tensor<6xf32>
  %b = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<6xf32>) -> tensor<6x3xf32>
  %d = stablehlo.subtract %p, %b : tensor<6x3xf32>
  %m = stablehlo.multiply %d, %y : tensor<6x3xf32>
  %sum = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<f32>
  %n = stablehlo.constant dense<-6.0> : tensor<f32>
  %r = stablehlo.divide %sum, %n : tensor<f32>
  return %r : tensor<f32>
}
func.func @main(%k: tensor<3x3x1x2xf32>, %w: tensor<32x3xf32>, %x: tensor<6x4x4x1xf32>, %y: tensor<6x3xf32>) -> (tensor<3x3x1x2xf32>, tensor<32x3xf32>, tensor<f32>) {
  %l, %gk, %gw, %gx, %gy = call @loss_gradient(%k, %w, %x, %y) : (tensor<3x3x1x2xf32>, tensor<32x3xf32>, tensor<6x4x4x1xf32>, tensor<6x3xf32>) -> (tensor<f32>, tensor<3x3x1x2xf32>, tensor<32x3xf32>, tensor<6x4x4x1xf32>, tensor<6x3xf32>)
  %nk = stablehlo.subtract %k, %gk : tensor<3x3x1x2xf32>
  %nw = stablehlo.subtract %w, %gw : tensor<32x3xf32>
  return %nk, %nw, %l : tensor<3x3x1x2xf32>, tensor<32x3xf32>, tensor<f32>
}";
    // The step calls a function that `gradient` makes, so the call is written behind it.
    let (loss, main) = text.split_at(text.find("func.func @main").expect("a step"));
    let derived = passed(loss, "gradient{of=loss}").to_string();
    let derived = derived.replace("module {", "").trim_end().trim_end_matches('}').to_owned();
    let text = if derived.matches('{').count() == derived.matches('}').count() {
        format!("{derived}\n{main}")
    } else {
        format!("{derived}}}\n{main}")
    };
    // In 64 bits: the steps are long, and enlarge the rounding of 32 bits beyond the bound.
    text.replace("f32", "f64")
}

#[test]
fn a_convolution_learns_the_same() {
    agrees(&convolution(), "inline,canonicalize,cse,dce", "2:3", 2, 6);
}

/// A mean over the batch that samples depend on takes two loops; the results are the same.
#[test]
fn statistics_of_the_whole_batch_are_the_same() {
    let text = "
func.func @main(%s: tensor<3xf32>, %x: tensor<6x3xf32>) -> (tensor<3xf32>, tensor<6x3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<6.0> : tensor<3xf32>
  %t = stablehlo.tanh %x : tensor<6x3xf32>
  %sum = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6x3xf32>, tensor<f32>) -> tensor<3xf32>
  %mean = stablehlo.divide %sum, %n : tensor<3xf32>
  %all = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<3xf32>) -> tensor<6x3xf32>
  %c = stablehlo.subtract %t, %all : tensor<6x3xf32>
  %cc = stablehlo.multiply %c, %c : tensor<6x3xf32>
  %v = stablehlo.reduce(%cc init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6x3xf32>, tensor<f32>) -> tensor<3xf32>
  %next = stablehlo.add %s, %v : tensor<3xf32>
  return %next, %c : tensor<3xf32>, tensor<6x3xf32>
}";
    let text = agrees(text, "", "1", 1, 6);
    assert_eq!(text.matches("stablehlo.while").count(), 2);
    // With statistics of micro-batches, results are those of each micro-batch by itself.
    let text = "
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<4.0> : tensor<2xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x2xf32>, tensor<f32>) -> tensor<2xf32>
  %mean = stablehlo.divide %sum, %n : tensor<2xf32>
  %all = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
  %c = stablehlo.subtract %x, %all : tensor<4x2xf32>
  return %c : tensor<4x2xf32>
}";
    let module = passed(text, "micro-batch{arguments=0 count=2 statistics=micro-batch}");
    let ty = module.func(module.symbol("main").expect("a main")).function_type.inputs()[0];
    let x = Literal::from_f64s(ty, &[1.0, 2.0, 3.0, 4.0, 10.0, 20.0, 30.0, 40.0]).expect("8");
    let results = hloom_interp::run(&module, "main", &[Value::Tensor(x)]).expect("it runs");
    let y = results.into_iter().next().and_then(Value::into_tensor).expect("a tensor");
    let y: Vec<f64> = (0..8).map(|i| y.get_f64(i)).collect();
    assert_eq!(y, [-1.0, -1.0, 1.0, 1.0, -10.0, -10.0, 10.0, 10.0]);
}

/// An op that mixes samples gets the whole batch.
#[test]
fn a_sort_of_the_batch_stays_whole() {
    let text = "
func.func @main(%s: tensor<6xf32>, %x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %t = stablehlo.tanh %x : tensor<6xf32>
  %o = \"stablehlo.sort\"(%t) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<6xf32>) -> tensor<6xf32>
  %u = stablehlo.multiply %o, %x : tensor<6xf32>
  %n = stablehlo.add %s, %u : tensor<6xf32>
  return %n, %t : tensor<6xf32>, tensor<6xf32>
}";
    let whole = train(&passed(text, ""), 0, 1);
    for count in 1..=6 {
        let module = passed(text, &format!("micro-batch{{arguments=1 count={count}}}"));
        assert_eq!(near(&whole, &train(&module, 0, 1), "a sort"), 0.0);
    }
}

/// A step of linear regression whose gradient and loss are sums over 64 samples of positive terms.
/// Returns the gradient, the loss, and the errors of the samples.
pub(crate) fn regression(float: &str) -> String {
    "
func.func @main(%w: tensor<4x2xF>, %x: tensor<64x4xF>, %y: tensor<64x2xF>) -> (tensor<4x2xF>, tensor<F>, tensor<64x2xF>) {
  %zero = stablehlo.constant dense<0.0> : tensor<F>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x4xF>, tensor<4x2xF>) -> tensor<64x2xF>
  %e = stablehlo.subtract %p, %y : tensor<64x2xF>
  %ee = stablehlo.multiply %e, %e : tensor<64x2xF>
  %loss = stablehlo.reduce(%ee init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x2xF>, tensor<F>) -> tensor<F>
  %g = stablehlo.dot_general %x, %e, contracting_dims = [0] x [0] : (tensor<64x4xF>, tensor<64x2xF>) -> tensor<4x2xF>
  return %g, %loss, %e : tensor<4x2xF>, tensor<F>, tensor<64x2xF>
}"
    .replace("xF>", &format!("x{float}>"))
    .replace("<F>", &format!("<{float}>"))
}

/// Inputs of [`regression`], whose errors are positive.
pub(crate) fn regression_inputs(module: &Module) -> Vec<Literal> {
    let main = module.symbol("main").expect("there is a main");
    let types = module.func(main).function_type.inputs();
    let each = types.iter().zip([(0.25, 0.1), (1.0, 0.5), (-1.0, 0.5)]);
    let each = each.enumerate().map(|(i, (&ty, (middle, wide)))| {
        let random = numbers(ty, i);
        let all: Vec<f64> =
            (0..random.count()).map(|k| middle + wide * random.get_f64(k)).collect();
        Literal::from_f64s(ty, &all).expect("as many numbers as elements")
    });
    each.collect()
}

/// The largest relative distance of a gradient and a loss of [`regression`] from sums in `f64` over
/// the errors that the step itself returns, in units of the type's rounding.
pub(crate) fn distance(inputs: &[Literal], results: &[Literal]) -> f64 {
    let [gradient, loss, errors] = results else { panic!("three results") };
    let (x, e) = (&inputs[1], |s: usize, j: usize| errors.get_f64(2 * s + j));
    let unit = match gradient.element() {
        Element::BF16 => 2.0f64.powi(-8),
        Element::F16 => 2.0f64.powi(-11),
        other => panic!("{other:?}"),
    };
    let apart = |found: f64, exact: f64| (found - exact).abs() / exact.abs() / unit;
    let squares: f64 = (0..128).map(|k| e(k / 2, k % 2).powi(2)).sum();
    let mut most = apart(loss.get_f64(0), squares);
    for k in 0..8 {
        let (i, j) = (k / 2, k % 2);
        let exact: f64 = (0..64).map(|s| x.get_f64(4 * s + i) * e(s, j)).sum();
        most = most.max(apart(gradient.get_f64(k), exact));
    }
    most
}

/// Terms of 64 micro-batches are added in 32 bits: their sum is within two roundings of the exact one.
/// Sums in 16 bits, such as a `reduce` of the whole batch in the interpreter, are several away.
#[test]
fn small_floats_are_added_in_32_bits() {
    for float in ["bf16", "f16"] {
        let text = regression(float);
        let inputs = regression_inputs(&passed(&text, ""));
        let values: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
        for passes in [
            "micro-batch{arguments=1:2 count=64}",
            "pipeline-levels{arguments=1:2 count=64 levels=2 loss=1}",
            "pipeline-levels{arguments=1:2 count=60 levels=1 loss=1}",
        ] {
            let module = passed(&text, passes);
            let results = hloom_interp::run(&module, "main", &values).expect("the step runs");
            let results: Vec<Literal> =
                results.into_iter().filter_map(Value::into_tensor).collect();
            let found = distance(&inputs, &results);
            assert!(found <= 2.0, "{float}, `{passes}`: {found} roundings\n{module}");
        }
    }
}
