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

fn module() -> Module {
    let mut module = parse_module(STEP).expect("a program");
    simplify(&mut module).expect("the passes run");
    module
}

fn planned(levels: usize, count: usize) -> Plan {
    let division = Division {
        arguments: vec![2, 3],
        count: 1,
        levels,
        loss: Some(2),
        statistics: Statistics::Whole,
        machine: Machine::default(),
    };
    plan(&module(), "main", &division, Count::Fixed(count)).expect("it can be divided")
}

fn inputs() -> Vec<Literal> {
    let module = module();
    let main = module.symbol("main").expect("a step");
    let types = module.func(main).function_type.inputs();
    let each = types.iter().enumerate();
    let each = each.map(|(i, ty)| crate::run::random::tensor(1, i, ty.as_tensor()?));
    each.collect::<Option<Vec<Literal>>>().expect("static tensors")
}

fn whole(inputs: &[Literal]) -> Vec<Literal> {
    let program = compile_module(module(), &Options::default()).expect("it compiles");
    let dims: Vec<Vec<usize>> =
        inputs.iter().map(|x| x.dims().iter().map(|&n| n as usize).collect()).collect();
    let views: Vec<View<'_>> =
        inputs.iter().zip(&dims).map(|(x, d)| View::of(d, x.element(), x.bytes())).collect();
    program.run(&views).expect("it runs")
}

#[test]
fn levels_at_the_same_time_give_the_results_of_the_step() {
    let inputs = inputs();
    let want = whole(&inputs);
    for (levels, count) in [(1, 1), (1, 5), (2, 1), (2, 3), (2, 5), (2, 12), (3, 4)] {
        let plan = planned(levels, count);
        for order in [Order::GPipe, Order::OneForwardOneBackward] {
            let threads = shares(3, levels);
            let code = Executable::new(&plan, order, &threads, 2).expect("it compiles");
            for round in 0..20 {
                let run = code.run(&inputs, round == 0).expect("it runs");
                assert_eq!(run.results.len(), want.len());
                for (i, (found, want)) in run.results.iter().zip(&want).enumerate() {
                    assert_eq!(found.ty(), want.ty());
                    let near = |k: usize| {
                        let (a, b) = (found.get_f64(k), want.get_f64(k));
                        (a - b).abs() <= 1e-5 * b.abs().max(1.0)
                    };
                    let all = (0..found.count()).all(near);
                    assert!(all, "{levels} levels, {count} pieces, {order:?}, round {round}: {i}");
                }
                // Each step of each level ran once, and levels with a backward pass run both.
                assert!(run.steps.len() > levels * count);
                assert!(run.steps.len() <= 2 * levels * count);
                let busy: f64 = run.busy(levels).iter().sum();
                assert!(busy > 0.0 && busy <= run.seconds * levels as f64 * 1.001);
            }
        }
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
