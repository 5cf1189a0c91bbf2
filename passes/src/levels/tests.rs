//! Levels do not change what a step computes: parameters after several steps.

use crate::micro_batch::tests::{MLP, convolution, near, passed, train};
use crate::{Options, Pipeline, run};
use hloom_ir::text::parse_module;

fn error(text: &str, passes: &str) -> String {
    let mut module = parse_module(text).expect("a program");
    let pipeline = Pipeline::parse(passes).expect("a pipeline");
    let error = run(&mut module, &pipeline, &Options::default(), &mut ());
    error.expect_err("it can't be divided").to_string()
}

/// Checks a step with the parameters as its first two arguments and results, and the loss behind
/// them, under all numbers of micro-batches. Returns the program of the last one.
#[track_caller]
fn agrees(text: &str, before: &str, samples: usize, levels: usize) -> String {
    let whole = train(&passed(text, before), 2, 5);
    let comma = if before.is_empty() { "" } else { "," };
    let mut last = String::new();
    for count in 1..=samples {
        for levels in 1..=levels {
            for loss in ["2", "none"] {
                let options = format!("arguments=2:3 count={count} levels={levels} loss={loss}");
                let module = passed(text, &format!("{before}{comma}pipeline-levels{{{options}}}"));
                near(&whole, &train(&module, 2, 5), &options);
                last = module.to_string();
            }
        }
    }
    last
}

#[test]
fn a_perceptron_learns_the_same() {
    agrees(MLP, "", 7, 3);
    let passes = "pipeline-levels{arguments=2:3 count=7 levels=2 loss=2}";
    let text = passed(MLP, passes).to_string();
    let (stages, main) = text.split_at(text.find("@main(").expect("a step"));
    for stage in ["level0_forward", "level0_backward", "level1_forward", "level1_backward"] {
        assert!(stages.contains(&format!("@main_{stage}(")), "{text}");
        assert_eq!(main.matches(&format!("call @main_{stage}(")).count(), 7, "{stage}\n{text}");
    }
    // Everything of samples is in levels, and parameters are updated once.
    assert!(!main.contains("dot_general") && !main.contains("tanh"), "{text}");
    assert_eq!(main.matches("call @main_epilogue(").count(), 1);
    // The gradient of a level's weight belongs to that level.
    let level1 = stages.split("func.func").find(|f| f.contains("@main_level1_backward("));
    assert_eq!(level1.expect("it is there").matches("dot_general").count(), 2, "{text}");
}

#[test]
fn a_convolution_learns_the_same() {
    let text = agrees(&convolution(), "inline,canonicalize,cse,dce", 6, 2);
    assert!(text.contains("@main_level1_forward("), "{text}");
}

/// The bytes that a step's levels leave for backward steps, at least.
fn least(options: &str) -> u64 {
    let text = error(MLP, &format!("pipeline-levels{{arguments=2:3 loss=2 {options} memory=1}}"));
    let bytes = text.split("take ").nth(1).and_then(|it| it.split(' ').next());
    bytes.and_then(|bytes| bytes.parse().ok()).unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn values_are_recomputed_within_a_bound() {
    let whole = train(&passed(MLP, ""), 2, 5);
    for levels in 1..=2 {
        for order in ["1f1b", "gpipe"] {
            let options = format!("count=7 levels={levels} order={order}");
            let least = least(&options);
            let with = |memory: u64| {
                let options = format!("arguments=2:3 loss=2 {options} memory={memory}");
                passed(MLP, &format!("pipeline-levels{{{options}}}"))
            };
            let (free, bound) = (with(0), with(least));
            near(&whole, &train(&bound, 2, 5), &options);
            // A tanh is computed by its forward step, and again by the backward step, unless only
            // one micro-batch waits at a time: then its value takes as much room as it saves. The
            // first of two levels keeps it, because the second one needs it until its backward step.
            let again = 1 + usize::from(levels == 1 && order == "gpipe");
            let count = |m: &hloom_ir::Module| m.to_string().matches("stablehlo.tanh").count();
            assert_eq!((count(&free), count(&bound)), (1, again), "{options} {least}");
        }
    }
    // With GPipe the values of all micro-batches wait, with 1F1B those of as many as there are levels.
    let (all, few) = (least("count=7 levels=2 order=gpipe"), least("count=7 levels=2 order=1f1b"));
    assert!(few * 2 <= all, "{few} {all}");
}

#[test]
fn micro_batches_may_have_two_sizes() {
    let passes = "pipeline-levels{arguments=2:3 count=3 levels=2 loss=2}";
    let text = passed(MLP, passes).to_string();
    // Seven samples are 3, 2 and 2.
    assert_eq!(text.matches("call @main_level0_forward(").count(), 1);
    assert_eq!(text.matches("call @main_level0_forward_of_2(").count(), 2);
}

#[test]
fn what_can_not_be_divided_is_named() {
    let of = |options: &str| error(MLP, &format!("pipeline-levels{{{options}}}"));
    let text = of("arguments=2:3 levels=9 loss=2");
    assert!(text.contains("can be divided into 3 levels at most, not 9"), "{text}");
    assert!(of("arguments=2:3 levels=0").contains("must be 1 or more, not 0"));
    assert!(of("arguments=2:3 loss=7").contains("there is no result 7; there are 4"));
    assert!(of("arguments=2:3 loss=x").contains("`x` is not the number of a result"));
    assert!(of("levels=2").contains("must name the arguments that hold a batch"));
    let mean = "
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<4.0> : tensor<2xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x2xf32>, tensor<f32>) -> tensor<2xf32>
  %mean = stablehlo.divide %sum, %n : tensor<2xf32>
  %all = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
  %c = stablehlo.subtract %x, %all : tensor<4x2xf32>
  return %c : tensor<4x2xf32>
}";
    // With those of the whole batch, a second round begins behind the sum.
    let passes = "pipeline-levels{arguments=0 levels=1 count=2}";
    let rounds = passed(mean, passes);
    assert_eq!(near(&train(&rounds, 0, 1), &train(&passed(mean, ""), 0, 1), "rounds"), 0.0);
    let text = rounds.to_string();
    let main = text.split("@main(").nth(1).expect("a step");
    let calls: Vec<&str> =
        main.split("call @main_").skip(1).map(|c| c.split('(').next().unwrap_or("")).collect();
    let level = "level0_forward_round1";
    assert_eq!(
        calls,
        ["level0_forward", "level0_forward", "prologue1", level, level, "epilogue"],
        "{text}"
    );
    // With those of micro-batches, it is what `micro-batch` makes of it.
    let by_levels = passed(mean, "pipeline-levels{arguments=0 levels=1 statistics=micro-batch}");
    let by_loop = passed(mean, "micro-batch{arguments=0 count=2 statistics=micro-batch}");
    assert_eq!(near(&train(&by_levels, 0, 1), &train(&by_loop, 0, 1), "statistics"), 0.0);
}

/// A constant of the whole batch, such as a mask, is cut into micro-batches too.
#[test]
fn samples_of_constants_are_taken() {
    let text = "
func.func @main(%w: tensor<4x2xf32>, %x: tensor<6x4xf32>) -> (tensor<4x2xf32>, tensor<f32>) {
  %m = stablehlo.constant dense<[[1.0, 0.0], [0.0, 5.0], [3.0, 0.0], [1.0, 5.0], [1.0, 0.0], [9.0, 2.0]]> : tensor<6x2xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x2xf32>) -> tensor<6x2xf32>
  %d = stablehlo.multiply %h, %m : tensor<6x2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %loss = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x2xf32>, tensor<f32>) -> tensor<f32>
  %gw = stablehlo.dot_general %x, %m, contracting_dims = [0] x [0] : (tensor<6x4xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
  %n = stablehlo.subtract %w, %gw : tensor<4x2xf32>
  return %n, %loss : tensor<4x2xf32>, tensor<f32>
}";
    let whole = train(&passed(text, ""), 1, 3);
    for count in 1..=6 {
        let options = format!("arguments=1 count={count} levels=1 loss=1");
        let module = passed(text, &format!("pipeline-levels{{{options}}}"));
        near(&whole, &train(&module, 1, 3), &options);
    }
}
