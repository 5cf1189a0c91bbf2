//! Stages on ranks compute what the step computes: the interpreter runs the program of all ranks, and
//! that of each rank, as ranks that are threads.

use crate::fusion::machine::Machine;
use crate::micro_batch::tests::{MLP, convolution, near, passed};
use crate::partition::search;
use crate::partition::shards::{Signature, assemble, divide, signature};
use crate::stages::Options as StageOptions;
use crate::stages::choose::{Chosen, choose, text};
use crate::stages::specialize::specialize;
use crate::{Options, Pipeline, run};
use hloom_analysis::shard::propagate;
use hloom_analysis::simulate::Link;
use hloom_interp::{Ranks, Value};
use hloom_ir::module::Module;
use hloom_ir::text::parse_module;
use hloom_ir::{Literal, Type};
use std::time::Duration;

/// Numbers between -1 and 1.
fn numbers(ty: Type, seed: usize) -> Literal {
    let count = ty.as_tensor().and_then(|t| t.count()).expect("a static tensor");
    let number = |i: usize| ((i * 7919 + seed * 104_729 + 31) % 1009) as f64 / 504.5 - 1.0;
    let all: Vec<f64> = (0..count).map(number).collect();
    Literal::from_f64s(ty, &all).expect("as many numbers as elements")
}

pub(super) fn error(text: &str, passes: &str) -> String {
    let mut module = parse_module(text).unwrap_or_else(|e| panic!("{}\n{text}", e[0].message));
    let pipeline = Pipeline::parse(passes).expect("a pipeline");
    let error = run(&mut module, &pipeline, &Options::default(), &mut ());
    error.expect_err("it can't be divided").to_string()
}

/// A step with a mesh in front of it.
pub(super) fn on(mesh: &str, step: &str) -> String {
    format!("sdy.mesh @mesh = <[{mesh}]>\n{step}")
}

/// Runs a program on ranks that are threads, each with its arguments.
fn together(modules: &[Module], inputs: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    let ranks = Ranks::new((1, modules.len() as u32), Some(Duration::from_secs(20)));
    std::thread::scope(|scope| {
        let threads: Vec<_> = modules
            .iter()
            .zip(inputs)
            .enumerate()
            .map(|(me, (module, inputs))| {
                let rank = ranks.rank(me as u32);
                scope.spawn(move || {
                    let options = hloom_interp::Options { rank: Some(&rank), ..Default::default() };
                    hloom_interp::run_with(module, "main", &inputs, &options)
                        .unwrap_or_else(|e| panic!("rank {me}: {e}\n{module}"))
                })
            })
            .collect();
        threads.into_iter().map(|it| it.join().expect("no panic")).collect()
    })
}

/// Each rank's arguments; with `all`, also those of other stages.
fn shares(whole: &[Literal], it: &Signature, all: bool) -> Vec<Vec<Value>> {
    let count = it.grid.devices() as usize;
    let mut own = vec![Vec::new(); count];
    for (i, value) in whole.iter().enumerate() {
        let shards = divide(value, &it.args[i], &it.grid).expect("it can be divided");
        for (rank, shard) in shards.into_iter().enumerate() {
            if all || it.takes(rank, i) {
                own[rank].push(Value::Tensor(shard));
            }
        }
    }
    own
}

/// The results of a divided step, from the program of all ranks and from those of each.
pub(super) fn results(module: &Module, whole: &[Literal]) -> [Vec<Literal>; 2] {
    let main = module.symbol("main").expect("there is a main");
    let it = signature(module, main).expect("right attributes").expect("a partitioned program");
    let count = it.grid.devices() as usize;
    [false, true].map(|alone| {
        let modules: Vec<Module> = (0..count)
            .map(|rank| {
                let mut module = module.clone();
                if alone {
                    specialize(&mut module, rank).expect("there is such a rank");
                    let found = hloom_ir::verify::verify(&module);
                    found.unwrap_or_else(|found| panic!("{found:?}\n{module}"));
                    assert!(!module.to_string().contains("partition_id"), "{module}");
                }
                module
            })
            .collect();
        let all = together(&modules, shares(whole, &it, !alone));
        let mut given: Vec<std::vec::IntoIter<Value>> =
            all.into_iter().map(Vec::into_iter).collect();
        let each = it.results.iter().enumerate().map(|(i, state)| {
            let own: Vec<Option<Literal>> = given
                .iter_mut()
                .enumerate()
                .map(|(rank, own)| match !alone || it.gives(rank, i) {
                    true => own.next().and_then(Value::into_tensor),
                    false => None,
                })
                .collect();
            let held: Vec<&Literal> =
                (0..count).map(|rank| own[it.holder(rank, i)].as_ref().expect("held")).collect();
            assemble(&held, state, &it.grid).expect("shards that agree")
        });
        each.collect()
    })
}

/// Runs so many steps, whose first results are the next step's first arguments: by the whole program,
/// and by ranks.
#[track_caller]
pub(super) fn trains(whole: &Module, divided: &Module, parameters: usize, how: &str) {
    let main = whole.symbol("main").expect("there is a main");
    let types = whole.func(main).function_type.inputs();
    let mut inputs: Vec<Literal> =
        types.iter().enumerate().map(|(i, &ty)| numbers(ty, i)).collect();
    for _ in 0..3 {
        let values: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
        let all = hloom_interp::run(whole, "main", &values).expect("the step runs");
        let expected: Vec<Literal> = all.into_iter().filter_map(Value::into_tensor).collect();
        for found in results(divided, &inputs) {
            near(&expected, &found, how);
        }
        inputs[..parameters].clone_from_slice(&expected[..parameters]);
    }
}

/// Checks a step with two parameters, the loss as result `loss`, under all numbers of micro-batches
/// that divide the batch; returns the last program.
#[track_caller]
fn agrees(mesh: &str, step: &str, before: &str, samples: usize, losses: &[&str]) -> String {
    let text = on(mesh, step);
    let comma = if before.is_empty() { "" } else { "," };
    let whole = passed(step, before);
    let mut last = String::new();
    for count in (1..=samples).filter(|count| samples.is_multiple_of(*count)) {
        for loss in losses {
            for order in ["1f1b", "gpipe"] {
                let options =
                    format!("axis=pipe arguments=2:3 count={count} loss={loss} order={order}");
                let passes = format!("{before}{comma}pipeline-ranks{{{options}}}");
                let module = passed(&text, &passes);
                trains(&whole, &module, 2, &options);
                last = module.to_string();
            }
        }
    }
    last
}

/// The step of a perceptron on eight samples.
pub(super) fn mlp8() -> String {
    MLP.replace("<7x", "<8x").replace("dense<7.0>", "dense<8.0>")
}

#[test]
fn a_perceptron_learns_the_same() {
    agrees("\"pipe\"=2", &mlp8(), "", 8, &["none"]);
    let text = agrees("\"pipe\"=2", &mlp8(), "", 8, &["2"]);
    // Each weight belongs to a stage, and so do the samples and their targets.
    let main = &text[text.find("@main(").expect("a step")..];
    let at = |name: &str| {
        let from = main.find(&format!("%{name}: ")).expect("an argument");
        let rest = &main[from..];
        rest.as_bytes()[rest.find("hloom.stage = ").expect("a stage") + 14] - b'0'
    };
    assert_eq!(["w", "v", "x", "y"].map(at), [0, 1, 0, 1], "{main}");
}

#[test]
fn a_perceptron_in_three_stages() {
    agrees("\"pipe\"=3", &mlp8(), "", 8, &["2"]);
}

#[test]
fn a_convolution_learns_the_same() {
    agrees("\"pipe\"=2", &convolution(), "inline,canonicalize,cse,dce", 6, &["2"]);
}

/// Values of the first stage that the last one needs skip those between.
const SKIP: &str = "
func.func @main(%w: tensor<3x3xf32>, %v: tensor<3x3xf32>, %x: tensor<4x3xf32>, %y: tensor<4x3xf32>)
    -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<f32>, tensor<3x3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  %b = stablehlo.tanh %a : tensor<4x3xf32>
  %c = stablehlo.dot_general %b, %v, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  %d = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  %e = stablehlo.add %d, %b : tensor<4x3xf32>
  %f = stablehlo.subtract %e, %y : tensor<4x3xf32>
  %g = stablehlo.multiply %f, %x : tensor<4x3xf32>
  %loss = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
  %gw = stablehlo.dot_general %c, %f, contracting_dims = [0] x [0] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<3x3xf32>
  %gd = stablehlo.dot_general %f, %w, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  %gv = stablehlo.dot_general %b, %gd, contracting_dims = [0] x [0] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<3x3xf32>
  %gb = stablehlo.dot_general %gd, %v, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  %gb2 = stablehlo.add %gb, %f : tensor<4x3xf32>
  %gw2 = stablehlo.dot_general %x, %gb2, contracting_dims = [0] x [0] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<3x3xf32>
  %sum = stablehlo.add %gw, %gw2 : tensor<3x3xf32>
  %ww = stablehlo.multiply %sum, %sum : tensor<3x3xf32>
  %vv = stablehlo.multiply %gv, %gv : tensor<3x3xf32>
  %nw = stablehlo.reduce(%ww init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
  %nv = stablehlo.reduce(%vv init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
  %n = stablehlo.add %nw, %nv : tensor<f32>
  %r = stablehlo.rsqrt %n : tensor<f32>
  %rate = stablehlo.broadcast_in_dim %r, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %dw = stablehlo.multiply %sum, %rate : tensor<3x3xf32>
  %dv = stablehlo.multiply %gv, %rate : tensor<3x3xf32>
  %w2 = stablehlo.subtract %w, %dw : tensor<3x3xf32>
  %v2 = stablehlo.subtract %v, %dv : tensor<3x3xf32>
  %both = stablehlo.add %w, %v : tensor<3x3xf32>
  return %w2, %v2, %loss, %both : tensor<3x3xf32>, tensor<3x3xf32>, tensor<f32>, tensor<3x3xf32>
}";

/// A weight that two stages share, a gradient that is clipped by the norm of all, a value that skips a
/// stage, and a result of arguments alone.
#[test]
fn shared_weights_and_norms_of_all_gradients() {
    let step = SKIP.replace("f32", "f64");
    agrees("\"pipe\"=2", &step, "", 4, &["2"]);
    agrees("\"pipe\"=3", &step, "", 4, &["2", "none"]);
}

/// Sums of the whole batch that samples need: several rounds; and a sort between them.
#[test]
fn steps_of_several_rounds() {
    let step = "
func.func @main(%w: tensor<3x3xf64>, %v: tensor<3x3xf64>, %x: tensor<6x3xf64>, %y: tensor<6x3xf64>)
    -> (tensor<3x3xf64>, tensor<3x3xf64>, tensor<f64>, tensor<6x3xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %n = stablehlo.constant dense<6.0> : tensor<3xf64>
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x3xf64>, tensor<3x3xf64>) -> tensor<6x3xf64>
  %t = stablehlo.tanh %a : tensor<6x3xf64>
  %sum = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6x3xf64>, tensor<f64>) -> tensor<3xf64>
  %mean = stablehlo.divide %sum, %n : tensor<3xf64>
  %all = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<3xf64>) -> tensor<6x3xf64>
  %c = stablehlo.subtract %t, %all : tensor<6x3xf64>
  %b = stablehlo.dot_general %c, %v, contracting_dims = [1] x [0] : (tensor<6x3xf64>, tensor<3x3xf64>) -> tensor<6x3xf64>
  %o = \"stablehlo.sort\"(%b) <{dimension = 0 : i64}> ({
  ^bb0(%p: tensor<f64>, %q: tensor<f64>):
    %l = stablehlo.compare LT, %p, %q : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<6x3xf64>) -> tensor<6x3xf64>
  %e = stablehlo.subtract %o, %y : tensor<6x3xf64>
  %ee = stablehlo.multiply %e, %b : tensor<6x3xf64>
  %loss = stablehlo.reduce(%ee init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<f64>
  %gw = stablehlo.dot_general %x, %e, contracting_dims = [0] x [0] : (tensor<6x3xf64>, tensor<6x3xf64>) -> tensor<3x3xf64>
  %gv = stablehlo.dot_general %c, %e, contracting_dims = [0] x [0] : (tensor<6x3xf64>, tensor<6x3xf64>) -> tensor<3x3xf64>
  %w2 = stablehlo.subtract %w, %gw : tensor<3x3xf64>
  %v2 = stablehlo.subtract %v, %gv : tensor<3x3xf64>
  return %w2, %v2, %loss, %c : tensor<3x3xf64>, tensor<3x3xf64>, tensor<f64>, tensor<6x3xf64>
}";
    agrees("\"pipe\"=2", step, "", 6, &["none"]);
}

/// Sums of small floats go from stage to stage as their accumulators.
#[test]
fn small_floats_are_summed_in_32_bits() {
    let step = SKIP.replace("f32", "bf16");
    let whole = passed(&step, "micro-batch{arguments=2:3 count=4}");
    for pipe in [2, 3] {
        let text = on(&format!("\"pipe\"={pipe}"), &step);
        let options = "axis=pipe arguments=2:3 count=4 loss=2";
        let module = passed(&text, &format!("pipeline-ranks{{{options}}}"));
        trains(&whole, &module, 0, options);
        assert!(module.to_string().contains("tensor<3x3xf32>"), "{module}");
    }
}

/// Stages along one axis, samples divided along another one.
#[test]
fn stages_of_several_ranks() {
    for mesh in ["\"pipe\"=2, \"data\"=2", "\"data\"=2, \"pipe\"=2", "\"pipe\"=2, \"data\"=4"] {
        let step = mlp8()
            .replace(
                "%x: tensor<8x3xf32>",
                "%x: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"data\"}, {}]>}",
            )
            .replace(
                "%y: tensor<8x2xf32>)",
                "%y: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"data\"}, {}]>})",
            );
        let whole = passed(&mlp8(), "");
        for order in ["1f1b", "gpipe"] {
            let options = format!("axis=pipe arguments=2:3 count=2 loss=2 order={order}");
            let text = on(mesh, &step);
            let passes = format!("partition,canonicalize,cse,dce,pipeline-ranks{{{options}}}");
            trains(&whole, &passed(&text, &passes), 2, &format!("{mesh}: {options}"));
        }
    }
}

/// Stages along one axis, weights divided along another one: sums between ranks of a stage for each
/// micro-batch.
#[test]
fn sums_between_ranks_of_a_stage() {
    let step = mlp8().replace("<3x5x", "<3x6x").replace("<5x2x", "<6x2x").replace("<8x5x", "<8x6x");
    let sharded = step
        .replace(
            "%w: tensor<3x6xf32>",
            "%w: tensor<3x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"model\"}]>}",
        )
        .replace(
            "%v: tensor<6x2xf32>",
            "%v: tensor<6x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"model\"}, {}]>}",
        );
    let whole = passed(&step, "");
    for mesh in ["\"pipe\"=2, \"model\"=2", "\"model\"=3, \"pipe\"=2"] {
        for (count, order) in [(4, "1f1b"), (2, "gpipe")] {
            let options = format!("axis=pipe arguments=2:3 count={count} loss=2 order={order}");
            let text = on(mesh, &sharded);
            let passes = format!("partition,canonicalize,cse,dce,pipeline-ranks{{{options}}}");
            let module = passed(&text, &passes);
            trains(&whole, &module, 2, &format!("{mesh}: {options}"));
            // The sum over hidden values is in a level, of a micro-batch.
            let rows = 8 / count;
            let text = module.to_string();
            let (levels, main) = text.split_at(text.find("@main(").expect("a step"));
            assert!(levels.contains("stablehlo.all_reduce"), "{text}");
            assert!(levels.contains(&format!("(tensor<{rows}x2xf32>) -> tensor<{rows}x2xf32>")));
            assert_eq!(main.matches("stablehlo.case").count(), 1);
        }
    }
}

/// A function states its stages, and the options of the pass are its attribute.
#[test]
fn a_function_states_its_stages() {
    let text = on("\"pipe\"=2", &mlp8()).replace(
        "tensor<8x2xf32>) {",
        "tensor<8x2xf32>) attributes {hloom.stages = \"axis=pipe arguments=2:3 count=4 loss=2\"} {",
    );
    let module = passed(&text, "pipeline-ranks");
    trains(&passed(&mlp8(), ""), &module, 2, "stated");
    let text = module.to_string();
    assert!(text.contains("hloom.staged") && !text.contains("hloom.stages"), "{text}");
    // A function that states nothing stays.
    let stays = passed(&on("\"pipe\"=2", &mlp8()), "pipeline-ranks").to_string();
    assert!(!stays.contains("stablehlo.case"), "{stays}");
}

#[test]
fn wrong_stages_are_told() {
    let text = on("\"pipe\"=2, \"one\"=1", &mlp8());
    let told = |passes: &str, what: &str| {
        let found = error(&text, passes);
        assert!(found.contains(what), "{found}");
    };
    told("pipeline-ranks{axis=tube arguments=2:3}", "\"tube\"");
    told(
        "pipeline-ranks{axis=one arguments=2:3}",
        "axis \"one\" has one rank, which is no pipeline",
    );
    told(
        "pipeline-ranks{axis=pipe arguments=2:3 count=3}",
        "a batch of 8 samples is not 3 micro-batches of the same size",
    );
    told("pipeline-ranks{axis=pipe arguments=2:3 loss=9}", "there is no result 9");
    told(
        "pipeline-ranks{axis=pipe arguments=2:3 loss=x}",
        "`loss`: `x` is not the number of a result",
    );
    let many = on("\"pipe\"=64", &mlp8());
    let found = error(&many, "pipeline-ranks{axis=pipe arguments=2:3 loss=2}");
    assert!(found.contains("levels at most, not 64"), "{found}");
    let found = error(MLP, "pipeline-ranks{axis=pipe arguments=2:3}");
    assert!(found.contains("there is no mesh with an axis \"pipe\""), "{found}");
    for (stages, what) in [
        ("arguments=2:3", "no axis is stated"),
        ("axis=pipe fast=1", "fast"),
        ("axis=pipe function=main", "it belongs to its own function"),
    ] {
        let with = text.replace(
            "tensor<8x2xf32>) {",
            &format!("tensor<8x2xf32>) attributes {{hloom.stages = \"{stages}\"}} {{"),
        );
        let found = error(&with, "pipeline-ranks");
        assert!(found.contains("`hloom.stages`") && found.contains(what), "{found}");
    }
    // Ranks of one stage would have to know the others' position, or their values.
    let sharded = on("\"pipe\"=2", &mlp8()).replace(
        "%x: tensor<8x3xf32>",
        "%x: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"pipe\"}, {}]>}",
    );
    let found = error(&sharded, "partition,pipeline-ranks{axis=pipe arguments=2:3 loss=2}");
    assert!(found.contains("along \"pipe\""), "{found}");
    let there = passed(&text, "pipeline-ranks{axis=pipe arguments=2:3 count=2 loss=2}").to_string();
    let found = error(&there, "specialize-rank{partition=2}");
    assert!(found.contains("there is no rank 2"), "{found}");
}

/// The layers of a network whose training step [`deep`] is.
const LAYERS: usize = 8;

/// A training step of a network of equal layers.
fn deep(rows: usize, width: usize) -> String {
    use std::fmt::Write as _;
    let (t, w) = (format!("tensor<{rows}x{width}xf32>"), format!("tensor<{width}x{width}xf32>"));
    let (mut args, mut body, mut h) = (String::new(), String::new(), "%x".to_owned());
    for i in 0..LAYERS {
        args += &format!("%w{i}: {w}, ");
        // Writing to a string does not fail.
        let _ = writeln!(
            body,
            "  %a{i} = stablehlo.dot_general {h}, %w{i}, contracting_dims = [1] x [0] : ({t}, {w}) -> {t}
  %h{i} = stablehlo.tanh %a{i} : {t}"
        );
        h = format!("%h{i}");
    }
    let _ = writeln!(
        body,
        "  %g{LAYERS} = stablehlo.subtract {h}, %y : {t}
  %q = stablehlo.multiply %g{LAYERS}, %g{LAYERS} : {t}
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %loss = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : ({t}, tensor<f32>) -> tensor<f32>"
    );
    for i in (0..LAYERS).rev() {
        let (next, before) = (i + 1, if i > 0 { format!("%h{}", i - 1) } else { "%x".to_owned() });
        let _ = writeln!(
            body,
            "  %d{i} = stablehlo.multiply %g{next}, %h{i} : {t}
  %gw{i} = stablehlo.dot_general {before}, %d{i}, contracting_dims = [0] x [0] : ({t}, {t}) -> {w}
  %g{i} = stablehlo.dot_general %d{i}, %w{i}, contracting_dims = [1] x [1] : ({t}, {w}) -> {t}
  %n{i} = stablehlo.subtract %w{i}, %gw{i} : {w}"
        );
    }
    let new: Vec<String> = (0..LAYERS).map(|i| format!("%n{i}")).collect();
    let types = vec![w; LAYERS].join(", ");
    format!(
        "func.func @main({args}%x: {t}, %y: {t}) -> ({types}, tensor<f32>) {{
{body}  return {}, %loss : {types}, tensor<f32>
}}",
        new.join(", ")
    )
}

/// The plans of [`deep`] on a mesh.
fn chosen(mesh: &str, step: &str, link: &str, memory: f64) -> Result<Chosen, String> {
    let module = parse_module(&on(mesh, step)).expect("a program");
    let main = module.symbol("main").expect("a step");
    let states = propagate(&module, main).expect("no sharding is wrong").expect("there is a mesh");
    let link = Link::parse(link).expect("a link");
    let settings = search::Settings {
        machine: Machine::default(),
        links: vec![link; states.grid.mesh.axes.len()],
        memory,
        budget: search::BUDGET,
        without: None,
        times: search::times::Times::default(),
    };
    let batch = StageOptions {
        arguments: format!("{}:{}", LAYERS, LAYERS + 1),
        loss: LAYERS.to_string(),
        ..StageOptions::default()
    };
    choose(&module, main, &states, &settings, &batch)
}

/// Over fast links, shardings win; over slow ones, stages, which send the least. The plan that is stated
/// computes what the step computes.
#[test]
fn stages_are_chosen_where_links_are_slow() {
    let step = deep(128, 256);
    let fast = chosen("\"x\"=2", &step, "1000GBps,10ns", f64::INFINITY).expect("plans");
    assert!(fast.stages().is_none() && fast.staged.len() == 1, "{fast:?}");
    let slow = chosen("\"x\"=2", &step, "200MBps,20us", f64::INFINITY).expect("plans");
    let stages = slow.stages().expect("stages win").clone();
    let flat = slow.flat.as_ref().map_or(f64::INFINITY, |(_, step)| step.seconds);
    assert!(stages.step.seconds < flat, "{slow:?}");
    let small = deep(16, 4);
    let stated = on("\"x\"=2", &small).replace(
        ", tensor<f32>) {",
        &format!(", tensor<f32>) attributes {{hloom.stages = \"{}\"}} {{", text(&stages.options)),
    );
    trains(&passed(&small, ""), &passed(&stated, "pipeline-ranks"), 0, "the chosen stages");
    // Equal stages with links that cost nothing: the bubbles of the formula.
    let free = chosen("\"x\"=4", &deep(64, 512), "1000000GBps,0us", f64::INFINITY).expect("plans");
    let best = free.staged.first().expect("stages");
    let (p, m) = (4.0, best.options.count as f64);
    let formula = (p - 1.0) / (m + p - 1.0);
    assert!((best.step.bubbles - formula).abs() < 0.1 * formula + 0.02, "{best:?}, {formula}");
    // Over two axes, each may have stages, and the other one divides samples or weights.
    let both = chosen("\"a\"=2, \"b\"=2", &step, "200MBps,20us", f64::INFINITY).expect("plans");
    let axes: Vec<&str> = both.staged.iter().map(|it| it.options.axis.as_str()).collect();
    assert!(axes.contains(&"a") && axes.contains(&"b"), "{axes:?}");
    // A stage holds its own weights only.
    assert!(best.step.bytes < 0.6 * (LAYERS * 512 * 512 * 4 * 3) as f64, "{best:?}");
    let told = chosen("\"x\"=2", &step, "200MBps,20us", 1000.0).expect_err("nothing fits");
    assert!(told.contains("no plan fits into 1000 bytes"), "{told}");
}
