//! Levels at the same time give the results of the step, and a level that fails stops the others.

use hloom_analysis::schedule::Order;
use hloom_ir::text::parse_module;
use hloom_ir::{Literal, Module};
use hloom_passes::fusion::machine::Machine;
use hloom_passes::levels::Division;
use hloom_passes::micro_batch::roles::Statistics;

use super::Count;
use super::execute::{Executable, shares};
use super::plan::{Plan, plan, simplify};
use crate::embed::{Options, View, compile_module};

/// Two layers, with the predictions among the results.
const STEP: &str = r#"
func.func @main(%w: tensor<8x8xf32>, %v: tensor<8x8xf32>, %x: tensor<12x8xf32>, %y: tensor<12x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>, tensor<12x8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<12x8xf32>
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<12x8xf32>, tensor<8x8xf32>) -> tensor<12x8xf32>
  %h = stablehlo.tanh %a : tensor<12x8xf32>
  %p = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<12x8xf32>, tensor<8x8xf32>) -> tensor<12x8xf32>
  %e = stablehlo.subtract %p, %y : tensor<12x8xf32>
  %ee = stablehlo.multiply %e, %e : tensor<12x8xf32>
  %loss = stablehlo.reduce(%ee init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x8xf32>, tensor<f32>) -> tensor<f32>
  %gv = stablehlo.dot_general %h, %e, contracting_dims = [0] x [0] : (tensor<12x8xf32>, tensor<12x8xf32>) -> tensor<8x8xf32>
  %gh = stablehlo.dot_general %e, %v, contracting_dims = [1] x [1] : (tensor<12x8xf32>, tensor<8x8xf32>) -> tensor<12x8xf32>
  %hh = stablehlo.multiply %h, %h : tensor<12x8xf32>
  %d = stablehlo.subtract %one, %hh : tensor<12x8xf32>
  %ga = stablehlo.multiply %gh, %d : tensor<12x8xf32>
  %gw = stablehlo.dot_general %x, %ga, contracting_dims = [0] x [0] : (tensor<12x8xf32>, tensor<12x8xf32>) -> tensor<8x8xf32>
  %nw = stablehlo.subtract %w, %gw : tensor<8x8xf32>
  %nv = stablehlo.subtract %v, %gv : tensor<8x8xf32>
  return %nw, %nv, %loss, %p : tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>, tensor<12x8xf32>
}"#;

fn module(text: &str) -> Module {
    let mut module = parse_module(text).expect("a program");
    simplify(&mut module).expect("the passes run");
    module
}

/// The same with the hidden values of the first layer normalized over the batch, and its derivative.
const NORMALIZED: &str = r#"
func.func @main(%w: tensor<8x8xf32>, %v: tensor<8x8xf32>, %x: tensor<12x8xf32>, %y: tensor<12x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>, tensor<12x8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<0.083333333> : tensor<8xf32>
  %small = stablehlo.constant dense<0.001> : tensor<8xf32>
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<12x8xf32>, tensor<8x8xf32>) -> tensor<12x8xf32>
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x8xf32>, tensor<f32>) -> tensor<8xf32>
  %m = stablehlo.multiply %s, %n : tensor<8xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<8xf32>) -> tensor<12x8xf32>
  %c = stablehlo.subtract %a, %mb : tensor<12x8xf32>
  %cc = stablehlo.multiply %c, %c : tensor<12x8xf32>
  %q = stablehlo.reduce(%cc init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x8xf32>, tensor<f32>) -> tensor<8xf32>
  %var = stablehlo.multiply %q, %n : tensor<8xf32>
  %more = stablehlo.add %var, %small : tensor<8xf32>
  %r = stablehlo.rsqrt %more : tensor<8xf32>
  %rb = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<8xf32>) -> tensor<12x8xf32>
  %h = stablehlo.multiply %c, %rb : tensor<12x8xf32>
  %p = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<12x8xf32>, tensor<8x8xf32>) -> tensor<12x8xf32>
  %e = stablehlo.subtract %p, %y : tensor<12x8xf32>
  %ee = stablehlo.multiply %e, %e : tensor<12x8xf32>
  %loss = stablehlo.reduce(%ee init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x8xf32>, tensor<f32>) -> tensor<f32>
  %gv = stablehlo.dot_general %h, %e, contracting_dims = [0] x [0] : (tensor<12x8xf32>, tensor<12x8xf32>) -> tensor<8x8xf32>
  %gh = stablehlo.dot_general %e, %v, contracting_dims = [1] x [1] : (tensor<12x8xf32>, tensor<8x8xf32>) -> tensor<12x8xf32>
  %g1 = stablehlo.reduce(%gh init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x8xf32>, tensor<f32>) -> tensor<8xf32>
  %g1n = stablehlo.multiply %g1, %n : tensor<8xf32>
  %gx = stablehlo.multiply %gh, %h : tensor<12x8xf32>
  %g2 = stablehlo.reduce(%gx init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12x8xf32>, tensor<f32>) -> tensor<8xf32>
  %g2n = stablehlo.multiply %g2, %n : tensor<8xf32>
  %b1 = stablehlo.broadcast_in_dim %g1n, dims = [1] : (tensor<8xf32>) -> tensor<12x8xf32>
  %b2 = stablehlo.broadcast_in_dim %g2n, dims = [1] : (tensor<8xf32>) -> tensor<12x8xf32>
  %d1 = stablehlo.subtract %gh, %b1 : tensor<12x8xf32>
  %d2 = stablehlo.multiply %h, %b2 : tensor<12x8xf32>
  %d3 = stablehlo.subtract %d1, %d2 : tensor<12x8xf32>
  %ga = stablehlo.multiply %d3, %rb : tensor<12x8xf32>
  %gw = stablehlo.dot_general %x, %ga, contracting_dims = [0] x [0] : (tensor<12x8xf32>, tensor<12x8xf32>) -> tensor<8x8xf32>
  %nw = stablehlo.subtract %w, %gw : tensor<8x8xf32>
  %nv = stablehlo.subtract %v, %gv : tensor<8x8xf32>
  return %nw, %nv, %loss, %p : tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>, tensor<12x8xf32>
}"#;

fn planned(levels: usize, count: usize) -> Plan {
    planned_of(&module(STEP), levels, count, None).expect("it can be divided")
}

fn planned_of(
    module: &Module,
    levels: usize,
    count: usize,
    memory: Option<u64>,
) -> Result<Plan, String> {
    let division = Division {
        arguments: vec![2, 3],
        count: 1,
        levels,
        loss: Some(2),
        statistics: Statistics::Whole,
        memory,
        order: Order::OneForwardOneBackward,
        machine: Machine::default(),
        exchanges: false,
    };
    plan(module, "main", &division, Count::Fixed(count))
}

fn inputs() -> Vec<Literal> {
    let module = module(STEP);
    let main = module.symbol("main").expect("a step");
    let types = module.func(main).function_type.inputs();
    let each = types.iter().enumerate();
    let each = each.map(|(i, ty)| crate::run::random::tensor(1, i, ty.as_tensor()?));
    each.collect::<Option<Vec<Literal>>>().expect("static tensors")
}

fn whole(module: &Module, inputs: &[Literal]) -> Vec<Literal> {
    let program = compile_module(module.clone(), &Options::default()).expect("it compiles");
    let dims: Vec<Vec<usize>> =
        inputs.iter().map(|x| x.dims().iter().map(|&n| n as usize).collect()).collect();
    let views: Vec<View<'_>> =
        inputs.iter().zip(&dims).map(|(x, d)| View::of(d, x.element(), x.bytes())).collect();
    program.run(&views).expect("it runs")
}

/// Checks that levels give these results, in all orders and many times.
#[track_caller]
fn agrees(plan: &Plan, inputs: &[Literal], want: &[Literal], what: &str) {
    let (levels, count) = (plan.program.levels(), plan.program.sizes.len());
    let rounds = plan.program.rounds.len();
    for order in [Order::GPipe, Order::OneForwardOneBackward] {
        let threads = shares(3, levels);
        let code = Executable::new(plan, order, &threads, 2).expect("it compiles");
        for round in 0..20 {
            let run = code.run(inputs, round == 0).expect("it runs");
            assert_eq!(run.results.len(), want.len());
            for (i, (found, want)) in run.results.iter().zip(want).enumerate() {
                assert_eq!(found.ty(), want.ty());
                let near = |k: usize| {
                    let (a, b) = (found.get_f64(k), want.get_f64(k));
                    (a - b).abs() <= 1e-5 * b.abs().max(1.0)
                };
                let all = (0..found.count()).all(near);
                assert!(
                    all,
                    "{what}: {levels} levels, {count} pieces, {order:?}, run {round}: {i}"
                );
            }
            // Each step of each level ran once, and levels with a backward pass run both.
            assert!(run.steps.len() > levels * count);
            assert!(run.steps.len() <= 2 * levels * count * rounds);
            assert_eq!(run.rounds.iter().sum::<usize>(), run.steps.len());
            let busy: f64 = run.busy(levels).iter().sum();
            assert!(busy > 0.0 && busy <= run.seconds * levels as f64 * 1.001);
        }
    }
}

#[test]
fn levels_at_the_same_time_give_the_results_of_the_step() {
    let inputs = inputs();
    let want = whole(&module(STEP), &inputs);
    for (levels, count) in [(1, 1), (1, 5), (2, 1), (2, 3), (2, 5), (2, 12), (3, 4)] {
        agrees(&planned(levels, count), &inputs, &want, "step");
    }
}

/// Sums over the batch that samples wait for are those of the whole batch.
#[test]
fn normalization_over_the_batch_is_synchronized() {
    let (module, inputs) = (module(NORMALIZED), inputs());
    let want = whole(&module, &inputs);
    for (levels, count) in [(1, 4), (2, 1), (2, 5), (3, 4)] {
        let plan = planned_of(&module, levels, count, None).expect("it can be divided");
        // The mean, the variance, and two sums of the derivative, which need no round between them.
        assert_eq!(plan.program.rounds.len(), 4);
        agrees(&plan, &inputs, &want, "normalized");
    }
}

#[test]
fn values_are_recomputed_within_a_bound() {
    let inputs = inputs();
    for text in [STEP, NORMALIZED] {
        let module = module(text);
        let want = whole(&module, &inputs);
        let Err(why) = planned_of(&module, 2, 6, Some(1)) else { panic!("one byte is enough") };
        let least = why.split("take ").nth(1).and_then(|it| it.split(' ').next());
        let least: u64 = least.and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("{why}"));
        let free = planned_of(&module, 2, 6, None).expect("it can be divided");
        let bound = planned_of(&module, 2, 6, Some(least)).expect("it can be divided");
        let (free, bytes) = (free.program.activations, bound.program.activations);
        assert!(bytes.bytes <= least && least <= free.bytes, "{free:?} {bytes:?}");
        assert_eq!(free.recomputed, 0);
        assert!(least == free.bytes || bytes.recomputed > 0, "{free:?} {bytes:?}");
        agrees(&bound, &inputs, &want, "bounded");
    }
}

#[test]
fn a_level_that_fails_stops_the_others() {
    let plan = planned(2, 12);
    // The last level uses the last argument.
    let inputs = &inputs()[..3];
    for order in [Order::GPipe, Order::OneForwardOneBackward] {
        let code = Executable::new(&plan, order, &[1, 1], 1).expect("it compiles");
        for alone in [false, true] {
            let Err(error) = code.run(inputs, alone) else { panic!("an input is missing") };
            let error = error.to_string();
            assert!(error.contains("runs before its inputs are there"), "{error}");
        }
    }
}

/// A step of linear regression: sums over 64 samples, all of whose terms are positive, in small
/// floats; the errors of samples are among the results.
const REGRESSION: &str = r#"
func.func @main(%w: tensor<4x2xF>, %b: tensor<2xF>, %x: tensor<64x4xF>, %y: tensor<64x2xF>)
    -> (tensor<4x2xF>, tensor<2xF>, tensor<F>, tensor<64x2xF>) {
  %zero = stablehlo.constant dense<0.0> : tensor<F>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x4xF>, tensor<4x2xF>) -> tensor<64x2xF>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xF>) -> tensor<64x2xF>
  %q = stablehlo.add %p, %bb : tensor<64x2xF>
  %e = stablehlo.subtract %q, %y : tensor<64x2xF>
  %ee = stablehlo.multiply %e, %e : tensor<64x2xF>
  %loss = stablehlo.reduce(%ee init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x2xF>, tensor<F>) -> tensor<F>
  %gw = stablehlo.dot_general %x, %e, contracting_dims = [0] x [0] : (tensor<64x4xF>, tensor<64x2xF>) -> tensor<4x2xF>
  %gb = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x2xF>, tensor<F>) -> tensor<2xF>
  return %gw, %gb, %loss, %e : tensor<4x2xF>, tensor<2xF>, tensor<F>, tensor<64x2xF>
}"#;

/// Sums over 64 micro-batches of small floats are as near to exact ones as those of the whole batch,
/// up to the rounding of each term: within two roundings of the type.
#[test]
fn small_floats_are_added_in_32_bits() {
    for (float, rounding) in [("bf16", 2.0f64.powi(-8)), ("f16", 2.0f64.powi(-11))] {
        let text = REGRESSION.replace("xF>", &format!("x{float}>"));
        let module = module(&text.replace("<F>", &format!("<{float}>")));
        let main = module.symbol("main").expect("a step");
        let types = module.func(main).function_type.inputs();
        let input = |(i, &ty): (usize, &hloom_ir::Type)| {
            let middle = [0.2, 0.3, 1.0, -1.0][i];
            let number = |k: usize| middle + ((k * 7919 + 31 * i) % 1009) as f64 / 2018.0 - 0.25;
            let count = ty.as_tensor().and_then(|t| t.count()).expect("a static tensor");
            let all: Vec<f64> = (0..count).map(number).collect();
            Literal::from_f64s(ty, &all).expect("as many numbers as elements")
        };
        let inputs: Vec<Literal> = types.iter().enumerate().map(input).collect();
        let check = |results: &[Literal], what: &str| {
            let (x, e) = (&inputs[2], |s: usize, j: usize| results[3].get_f64(2 * s + j));
            let near = |found: f64, of: &dyn Fn(usize) -> f64| {
                let exact: f64 = (0..64).map(of).sum();
                let apart = (found - exact).abs() / exact.abs() / rounding;
                assert!(apart <= 2.0, "{float}, {what}: {found} of {exact}, {apart} roundings");
            };
            for k in 0..8 {
                let (i, j) = (k / 2, k % 2);
                near(results[0].get_f64(k), &|s| x.get_f64(4 * s + i) * e(s, j));
            }
            (0..2).for_each(|j| near(results[1].get_f64(j), &|s| e(s, j)));
            near(results[2].get_f64(0), &|s| e(s, 0).powi(2) + e(s, 1).powi(2));
        };
        check(&whole(&module, &inputs), "the whole batch");
        for levels in 1..=2 {
            let plan = planned_of(&module, levels, 64, None).expect("it can be divided");
            for order in [Order::GPipe, Order::OneForwardOneBackward] {
                let code = Executable::new(&plan, order, &shares(2, levels), 2);
                let run = code.expect("it compiles").run(&inputs, false).expect("it runs");
                check(&run.results, &format!("{levels} levels, {order:?}"));
            }
        }
    }
}
